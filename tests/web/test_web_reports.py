"""What the reading commands tell in a browser, and the forms of their nouns: air, decisions, trucks, pasted orders."""

from __future__ import annotations

import pytest

from campaign.journal.transaction import reading
from campaign.model import AirMission, Decision, Side
from campaign.terms.state import DecisionKind
from tests.tiny import by_hand
from tests.web.visitors import Hall, forms_of

PAGES = (
    "/air",
    "/decisions",
    "/supply",
    "/supply?why=Coast%20column",
    "/supply?points=1",
    "/weather",
    "/weather?day=2",
    "/logistics",
    "/sightings",
    "/objectives",
    "/recovery",
)


def entries(hall: Hall) -> int:
    with reading(hall.desk.reader, None) as board:
        return int(board.ledger.last_number)


@pytest.mark.sample(2)
@pytest.mark.parametrize("address", PAGES)
def test_everybody_reads_his_own(reading_room: Hall, address: str) -> None:
    umpire = reading_room.umpire().get(address)
    assert umpire.status_code == 200
    for visitor in (reading_room.commander("erskine", side="allied"), reading_room.staff("allied")):
        page = visitor.get(address)
        assert page.status_code == 200
        for secret in ("Herff", "Panzer", "Bersaglieri", "Stukas"):
            assert secret not in page.text, secret
    assert reading_room.table("allied", 1).get(address).status_code == 404
    assert reading_room.visitor().get(address).status_code == 403


@pytest.mark.parametrize(
    "address", ["/weather.json", "/air.json", "/objectives.json", "/sightings.json", "/supply.json"]
)
def test_the_same_as_json(reading_room: Hall, address: str) -> None:
    assert "viewer" in reading_room.umpire().get(address).json()


@pytest.mark.parametrize("day", ["0", "-1", "99", "one", "1.5", "99999999999999999999", "\u0662"])
def test_a_day_that_the_campaign_does_not_have(reading_room: Hall, day: str) -> None:
    for address in ("/weather", "/air"):
        assert reading_room.umpire().get(f"{address}?day={day}").status_code == 422


def test_why_a_formation_is_out_of_supply(reading_room: Hall) -> None:
    page = reading_room.umpire().get("/supply?why=Coast%20column")
    assert "Gott" in page.text
    assert "out of supply" in page.text
    assert 'class="chain"' in page.text
    erskine = reading_room.commander("erskine", side="allied")
    unknown = erskine.get("/supply?why=nothing")
    assert erskine.get("/supply?why=Kampfgruppe%20von%20Herff").content == unknown.content


def missions(hall: Hall) -> list[str]:
    with reading(hall.desk.reader, None) as board:
        return [str(mission.state) for mission in board.rows(AirMission)]


def test_a_sortie_is_ordered_and_cancelled(hall: Hall) -> None:
    herff = hall.commander("herff", side="axis")
    ordered = herff.press("/air", "Order the sortie", target="Bir Wair", task="strike")
    assert ordered.status_code == 200, ordered.text
    assert "Bir Wair" in ordered.text
    assert missions(hall) == ["tasked"]
    herff.press("/air", "Cancel the group's sorties")
    assert "tasked" not in missions(hall)


def test_a_sortie_goes_on_the_form(hall: Hall) -> None:
    herff = hall.commander("herff", side="axis")
    assert "/air?group=" in herff.get("/orders/herff").text
    form = herff.press("/air?form=herff", "Add to my order form", target="Bir Wair", task="strike")
    assert form.url.path == "/orders/herff"
    assert "strike, Bir Wair" in form.text
    assert missions(hall) == []
    herff.press_on(form, "Hand in: 1 changed")
    assert missions(hall) == ["tasked"]


def test_aircraft_of_the_other_side_are_not_there(hall: Hall) -> None:
    herff, erskine = hall.commander("herff", side="axis"), hall.commander("erskine", side="allied")
    group = dict(_fields(herff.get("/air").text))["group"]
    page = erskine.press("/air", "Order the sortie", target="Musaid", task="strike", group=group)
    unknown = erskine.press("/air", "Order the sortie", target="Musaid", task="strike", group="nobody_at_all")
    assert page.status_code == unknown.status_code == 422
    assert "Stukas" not in page.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"target": " "}, "needs a target"),
        ({"target": "Musaid", "unit": "3 CG"}, "drop"),
        ({"target": "Musaid", "task": ""}, "no task was chosen"),
    ],
)
def test_a_sortie_that_is_none_comes_back(hall: Hall, typed: dict[str, str], said: str) -> None:
    page = hall.commander("herff", side="axis").press("/air", "Order the sortie", **{"task": "strike", **typed})
    assert page.status_code == 422
    assert said in page.text


def test_orders_by_text(hall: Hall) -> None:
    umpire, before = hall.umpire(), entries(hall)
    done = umpire.press("/orders", "Record these orders", text="3 CG march to Bir Wair\nhello\n")
    assert done.status_code == 200, done.text[-800:]
    assert "1 order taken" in done.text
    assert entries(hall) == before + 1
    again = umpire.press("/orders", "Record these orders", text="3 CG march to Bir Wair\n")
    assert again.status_code == 422
    assert "recorded before" in again.text


def test_lines_that_cannot_be_read_come_back(hall: Hall) -> None:
    umpire, before = hall.umpire(), entries(hall)
    text = "3 CG march to Bir Wair\n3 CG march to Atlantis\n"
    page = umpire.press("/orders", "Record these orders", text=text)
    assert page.status_code == 422
    assert "Atlantis" in page.text
    assert "line 2" in page.text
    assert entries(hall) == before
    assert umpire.press("/orders", "Record these orders", text=text, skip_unread="on").status_code == 200
    assert entries(hall) == before + 1
    assert umpire.press("/orders", "Record these orders", text="").status_code == 422


def test_orders_by_file(hall: Hall) -> None:
    umpire = hall.umpire()
    fields = dict(_fields(umpire.get("/orders").text))
    given = {"token": fields["token"], "drawn": fields["drawn"], "do": "paste", "text": ""}
    files = {"file": ("../../orders.txt", b"3 CG march to Bir Wair")}
    done = umpire.upload("/orders", given, files)
    assert "1 order taken" in done.text
    broken = umpire.upload("/orders", given, {"file": ("x.pdf", b"%PDF-nothing")})
    assert broken.status_code == 422


def _fields(page: str) -> list[tuple[str, str]]:
    from tests.web.visitors import forms_of

    return [pair for form in forms_of(page) for pair in form.fields]


def test_a_decision_is_answered_by_whose_it_is(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.get("/decisions")
    assert "No decision waits for an answer." in page.text
    fields = dict(_fields(umpire.get("/orders").text))
    for number, answer in (("1", "yes"), ("x", "yes"), ("", ""), ("1", "")):
        given = {"token": fields["token"], "drawn": fields["drawn"], "number": number, "answer": answer}
        refused = umpire.post("/decisions", given)
        assert refused.status_code in (404, 422) and "The form has no field" not in refused.text


def owe_two(hall: Hall) -> None:
    """Let two decisions wait, as after a bad night."""
    with by_hand(hall.desk.store) as board:
        side = board.rows(Side)[0]
        for number in (1, 2):
            board.make(
                Decision,
                number=number,
                kind=DecisionKind.AMALGAMATION,
                day=1,
                turn=1,
                side_id=side.id,
                subject=f"corps {number}",
                question=f"Amalgamate in corps {number}?",
                options=[{"key": "none", "text": "nothing"}, {"key": "later", "text": "later"}],
            )
    hall.desk.noted()
    hall.catch_up()


@pytest.mark.long
def test_all_decisions_are_answered_by_their_defaults_and_the_clock_stays(hall: Hall) -> None:
    owe_two(hall)
    umpire = hall.umpire()
    before = umpire.get("/desk.json").json()["moment"]
    card = umpire.get("/desk")
    assert "Answer decision 1" in card.text and "/next?auto=1" not in card.text
    assert not any(("do", "defaults") in form.fields for form in forms_of(card.text)), "the answers are not shown there"
    listed = umpire.get("/decisions")
    fields = dict(next(form for form in forms_of(listed.text) if ("do", "defaults") in form.fields).fields)
    done = umpire.press_on(listed, "Accept all 2 proposals")
    assert "Proposals taken: Decision 1, corps 1: nothing; Decision 2, corps 2: nothing" in done.text
    hall.catch_up()
    assert "No decision waits" in umpire.get("/decisions").text
    assert umpire.get("/desk.json").json()["moment"] == before
    again = umpire.post("/decisions", {**fields, "key": "pressed again"})
    assert "No decision waits for an answer" in again.text
    herff = hall.commander("herff", side="axis")
    token = dict(next(form for form in forms_of(herff.get("/orders").text) if form.method == "post").fields)
    assert herff.post("/decisions", {**token, "do": "defaults"}).status_code in (404, 422)
