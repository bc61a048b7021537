"""Orders: the form with its draft, one order with its route, what the umpire lets players do, and who sees what."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from campaign.journal.record import foresee
from campaign.journal.transaction import reading
from campaign.model import Battalion, Order
from campaign.situation.chance import dice_of
from campaign.verbs.orders import GiveOrder
from tests.web.visitors import Hall, Visitor, forms_of, hall_on

GUARDS = "/orders/erskine/3_coldstream_guards"


@pytest.fixture
def erskine(hall: Hall) -> Visitor:
    """Brig Erskine's player."""
    return hall.commander("erskine", side="allied", player="Ann")


@pytest.fixture
def dawn_hall(dawn_file: Path, tmp_path: Path) -> Iterator[Hall]:
    """A desk on the campaign before its first turn, with the scenario's orders to come."""
    with hall_on(shutil.copyfile(dawn_file, tmp_path / "dawn.db")) as opened:
        yield opened


def entries(hall: Hall) -> int:
    with reading(hall.desk.reader, None) as board:
        return int(board.ledger.last_number)


def orders_of(hall: Hall, unit: str) -> list[tuple[int, int, str, int | None]]:
    with reading(hall.desk.reader, None) as board:
        rows = [row for row in board.rows(Order) if row.key == f"battalion:{unit}"]
        return sorted((row.day, row.turn, row.kind.value, row.to_id) for row in rows)


# the form


def test_a_player_comes_to_his_own_form(erskine: Visitor) -> None:
    page = erskine.get("/orders")
    assert page.url.path == "/orders/erskine"
    assert "3rd Bn Coldstream Guards" in page.text
    assert "Hand in: no changes" in page.text


def test_nothing_changes_is_two_taps(hall: Hall, erskine: Visitor) -> None:
    before = entries(hall)
    page = erskine.press("/orders", "Hand in: no changes")
    assert page.status_code == 200
    assert "orders for day 1 are complete, nothing changed" in page.text
    assert entries(hall) == before + 1
    assert "handed in" in erskine.get("/orders/erskine").text


def test_an_order_goes_on_the_form_first_and_is_handed_in_with_it(hall: Hall, erskine: Visitor) -> None:
    before = entries(hall)
    form = erskine.press(GUARDS, "Add to my order form", place="Bir Wair", kind="march")
    assert form.url.path == "/orders/erskine"
    assert "march to Bir Wair" in form.text
    assert "21.6 km, arrives about 13:52" in form.text
    assert "Hand in: 1 changed, 4 unchanged" in form.text
    assert entries(hall) == before
    done = erskine.press_on(form, "Hand in: 1 changed")
    assert "1 changed" in done.text
    assert entries(hall) == before + 1
    assert orders_of(hall, "3_coldstream_guards")[-1][:3] == (1, 3, "march")
    assert "Hand in again: no changes" in erskine.get("/orders/erskine").text


def test_a_draft_survives_and_is_the_seats_alone(hall: Hall, erskine: Visitor) -> None:
    pointed_out = erskine.press(GUARDS, "Add to my order form", to="bir_wair", kind="march", place=None)
    assert "march to Bir Wair. The order is on the form" in pointed_out.text
    assert "march to Bir Wair" in erskine.get(GUARDS).text
    again = hall.commander("erskine", side="allied", player="Ann")
    assert "march to Bir Wair" in again.get("/orders/erskine").text
    assert "march to Bir Wair" not in hall.staff("allied").get("/orders/erskine").text
    assert "march to Bir Wair" not in hall.umpire().get("/orders/erskine").text


def test_a_change_can_be_taken_off_the_form(erskine: Visitor) -> None:
    form = erskine.press(GUARDS, "Add to my order form", place="Bir Wair")
    assert "Hand in: no changes" in erskine.press_on(form, "Remove").text


def test_a_form_handed_in_twice_counts_once(hall: Hall, erskine: Visitor) -> None:
    form = erskine.press(GUARDS, "Add to my order form", place="Bir Wair")
    before = entries(hall)
    first = erskine.press_on(form, "Hand in: 1 changed")
    second = erskine.press_on(form, "Hand in: 1 changed")
    assert (first.status_code, second.status_code) == (200, 200)
    assert entries(hall) == before + 1


def test_someone_was_quicker(hall: Hall, erskine: Visitor) -> None:
    form = erskine.press(GUARDS, "Add to my order form", place="Bir Wair")
    hall.umpire().press(GUARDS, "Give the order now", place="Point 206")
    before = entries(hall)
    asked = erskine.press_on(form, "Hand in: 1 changed")
    assert asked.status_code == 409
    assert "This form was changed while you were writing" in asked.text
    assert "Your order, not given: march to Bir Wair" in asked.text
    assert entries(hall) == before
    theirs = erskine.press_on(asked, "Keep the present order")
    assert "Hand in: no changes" in theirs.text
    gone = erskine.press_on(asked, "Give my order")
    assert gone.status_code == 409
    assert "This order of yours was taken off the form: 3rd Bn Coldstream Guards: march to Bir Wair" in gone.text
    mine = erskine.press_on(gone, "Give my order")
    assert mine.status_code == 200
    assert entries(hall) == before + 1


def test_other_commanders_forms_are_not_there(erskine: Visitor) -> None:
    unknown = erskine.get("/orders/nobody")
    for other in ("herff", "gott", "Oberst Maximilian von Herff"):
        answer = erskine.get(f"/orders/{other}")
        assert (answer.status_code, answer.content) == (404, unknown.content)
    assert erskine.get("/orders/erskine/2_rb").content == erskine.get("/orders/erskine/no_such_unit").content
    posted = erskine.post("/orders/herff", {"token": token_of(erskine), "do": "hand in"})
    assert posted.status_code in (404, 422)
    assert "Herff" not in posted.text


def token_of(visitor: Visitor) -> str:
    forms = forms_of(visitor.get("/orders/erskine").text)
    return dict(forms[-1].fields)["token"]


def test_the_staff_reads_every_form_of_its_side(reading_room: Hall) -> None:
    staff = reading_room.staff("allied")
    page = staff.get("/orders")
    assert "Brig W. H. E. Gott" in page.text
    assert "Herff" not in page.text
    assert staff.get("/orders/erskine").status_code == 200
    assert staff.get("/orders/herff").status_code == 404


def test_a_change_that_is_no_order_is_refused(reading_room: Hall) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    before = entries(reading_room)
    page = erskine.get("/orders/erskine")
    for change in ("{", "[]", '{"verb":"next","arguments":{}}', '{"verb":"order","arguments":{"unit":3}}', "7"):
        answer = erskine.press_on(page, "Hand in", change=change)
        assert answer.status_code == 422, change
    assert entries(reading_room) == before


# one order


def test_what_an_order_comes_to_before_it_is_given(reading_room: Hall) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    before = entries(reading_room)
    page = erskine.press(GUARDS, "What this order would do", to="Musaid", place=None)
    assert page.status_code == 200
    assert "25.0 km, arrives about 14:29" in page.text
    assert "Point 206 - Bir Wair - Musaid" in page.text
    assert "kind=march" in str(page.url)
    assert entries(reading_room) == before
    other_way = re.search(r'href="([^"]+via=Point[^"]+)"', page.text)
    assert other_way is not None
    assert "23.1 km" in erskine.get(other_way[1].replace("&amp;", "&")).text


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"to": "Atlantis"}, "no place called"),
        ({"place": None, "to": ""}, "needs a place"),
        ({"to": "Musaid", "from": "1.1"}, "marches of that turn are over"),
        ({"to": "Musaid", "from": "9.9"}, "9.9"),
        ({"to": "Musaid", "via": "Nowhere; Bir Wair"}, "no place called"),
        ({"to": "Musaid", "kind": "fly"}, "is not an order"),
    ],
)
def test_wrong_words_come_back_in_place(reading_room: Hall, typed: dict[str, object], said: str) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    before = entries(reading_room)
    for button in ("Add to my order form", "Give the order now"):
        page = erskine.press(GUARDS, button, aim="Hold it until dark", **typed)
        assert page.status_code == 422
        assert said in page.text
        assert "Hold it until dark" in page.text
    assert entries(reading_room) == before


def test_an_order_is_given_at_once(hall: Hall, erskine: Visitor) -> None:
    order = GiveOrder("3_coldstream_guards", "march", "bir_wair", aim="Close up")
    told = foresee(hall.desk.store, None, order, source=dice_of, actor="umpire").receipt
    page = erskine.press(GUARDS, "Give the order now", to="Bir Wair", place=None, aim="Close up")
    assert page.status_code == 200
    strip = page.text.partition('<div class="receipt"')[2].partition("</div>")[0]
    assert "march Bir Wair" in strip and "Undo" in strip
    words = " ".join(unescape(re.sub(r"<[^>]*>", "", strip.replace("<br>", " "))).split())
    assert len(told.lines) > 1 and [line for line in (told.summary, *told.lines) if line not in words] == []
    assert orders_of(hall, "3_coldstream_guards")[-1][:3] == (1, 3, "march")


def test_the_aim_of_another_goal_is_not_kept(hall: Hall, erskine: Visitor) -> None:
    assert "Garrison the top of Halfaya." in erskine.get(GUARDS).text
    page = erskine.press(GUARDS, "Add to my order form", place="Bir Wair")
    assert "Garrison the top" not in page.text.split("march to Bir Wair")[1][:200]


def test_an_engaged_unit_is_only_offered_to_withdraw(erskine: Visitor) -> None:
    page = erskine.get("/orders/erskine/2_scots_guards")
    assert "The only order it can take is to withdraw" in page.text
    assert 'value="withdraw" checked' in page.text
    assert 'name="kind" value="march"' not in page.text


@pytest.mark.long
def test_everything_else_goes_on_the_form_too(hall: Hall, erskine: Visitor) -> None:
    erskine.press(GUARDS, "Add to my order form", kind="rest", place=None)
    page = erskine.get(GUARDS)
    forms = {dict(form.fields).get("what"): form for form in forms_of(page.text)}
    assert {"posture", "split"} <= forms.keys()
    put = {**dict(forms["split"].fields), "into": "company", "do": "put"}
    form = erskine.post(GUARDS, put)
    assert "split off a company" in form.text
    assert "rest in reserve" in form.text
    before = entries(hall)
    done = erskine.press_on(form, "Hand in")
    assert done.status_code == 200, done.text
    assert entries(hall) == before + 1
    with reading(hall.desk.reader, None) as board:
        names = [battalion.name for battalion in board.rows(Battalion)]
        resting = [battalion.key for battalion in board.rows(Battalion) if battalion.resting]
    assert len([name for name in names if "Coldstream Guards" in name]) == 2
    assert "3_coldstream_guards" in resting


def test_the_route_as_a_part_and_as_json(erskine: Visitor) -> None:
    part = erskine.get("/route?unit=3_coldstream_guards&to=Musaid")
    assert "25.0 km" in part.text
    assert "<html" not in part.text
    assert erskine.get("/route.json?unit=3_coldstream_guards&to=Musaid").json()["routes"][0]["metres"] == 25000
    assert erskine.get("/route").status_code == 422
    assert erskine.get("/route?unit=pz_rgt_8&to=Musaid").content == erskine.get("/route?unit=xyz&to=Musaid").content


# the umpire


def test_the_umpire_sees_who_has_ordered_and_sets_the_deadline(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press("/orders", "Set the deadline", when="2099-11-26 20:00", zone="Europe/Berlin")
    assert "Thursday 26 November 2099, 20:00 Europe/Berlin" in page.text
    assert 'datetime="2099-11-26T19:00' in page.text
    erskine = hall.commander("erskine", side="allied")
    assert "Thursday 26 November 2099, 20:00" in erskine.get("/orders/erskine").text
    assert "No deadline is set" in umpire.press("/orders", "Remove the deadline").text


@pytest.mark.parametrize(("when", "zone"), [("Thursdy 20:00", "UTC+01:00"), ("", "UTC"), ("Thursday 20:00", "Mars")])
def test_a_deadline_that_is_none_comes_back(reading_room: Hall, when: str, zone: str) -> None:
    page = reading_room.umpire().press("/orders", "Set the deadline", when=when, zone=zone)
    assert page.status_code == 422
    assert f'value="{zone}"' in page.text


def test_players_change_after_handing_in_only_if_the_umpire_allows(hall: Hall, erskine: Visitor) -> None:
    erskine.press("/orders", "Hand in")
    assert erskine.press("/orders", "Hand in").status_code == 200
    umpire = hall.umpire()
    umpire.press("/players", "Change the rights", right=["orders", "returns", "late"])
    form = erskine.press(GUARDS, "Add to my order form", place="Bir Wair")
    refused = erskine.press_on(form, "Hand in")
    assert refused.status_code == 422
    assert "the umpire accepts no later changes" in refused.text
    assert "march to Bir Wair" in refused.text
    assert erskine.press(GUARDS, "Give the order now", place="Bir Wair").status_code == 422
    assert umpire.press("/orders/erskine", "Hand in").status_code == 200


def test_orders_after_the_deadline(hall: Hall, erskine: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    umpire = hall.umpire()
    umpire.press("/orders", "Set the deadline", when="2099-11-26 20:00", zone="Europe/Berlin")
    monkeypatch.setattr("campaign.clock.now", lambda: datetime(2100, 1, 1, tzinfo=UTC))
    assert erskine.press("/orders", "Hand in").status_code == 200
    umpire.press("/players", "Change the rights", right=["orders", "returns", "changes"])
    refused = erskine.press("/orders", "Hand in")
    assert refused.status_code == 422
    assert "The orders that you had handed in by then count" in refused.text


def test_players_cannot_set_the_umpires_rules(hall: Hall, erskine: Visitor) -> None:
    answer = hall.staff("allied").post("/orders", {"token": token_of(erskine), "do": "rules"})
    assert answer.status_code in (403, 404)


# the situation


def test_a_player_reads_his_situation(reading_room: Hall) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    page = erskine.get("/situation")
    assert "3rd Bn Coldstream Guards" in page.text
    assert "Battle 1: Halfaya Pass, top" in page.text
    assert "Nothing has been seen of the enemy yet" in page.text
    assert "Panzer" not in page.text
    herff = reading_room.commander("herff", side="axis").get("/situation")
    assert "Heavy armour, battalion" in herff.text
    assert "Scots Guards" not in herff.text
    assert reading_room.umpire().get("/situation").status_code == 404


def test_news_by_turn(reading_room: Hall) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    page = erskine.get("/news")
    assert "turn 1.2" in page.text
    assert "Bir Wair" in page.text
    assert "Panzer" not in page.text


# what is true of single orders


def test_a_single_order_is_not_the_whole_form(hall: Hall) -> None:
    """An order by pointing is told as some orders given; the form stays to be handed in, and then it is in."""
    herff, umpire = hall.commander("herff", side="axis"), hall.umpire()
    told = herff.press("/map?unit=krad_15&order=march&to=Bardia", "Give the order")
    assert told.status_code == 200, told.text[-800:]
    hall.catch_up()
    form = herff.get("/orders/herff").text
    assert "some orders given" in form and "handed in" not in form
    assert "Hand in: no changes" in form and "takes effect immediately" in form
    assert "some orders given" in umpire.get("/desk").text
    assert "some orders given" in umpire.get("/orders").text
    herff.press("/orders/herff", "Hand in: no changes")
    hall.catch_up()
    form = herff.get("/orders/herff").text
    assert "handed in" in form and "some orders given" not in form
    assert "Hand in again: no changes" in form
    assert 'class="b pri"' not in form
    assert "some orders given" not in umpire.get("/desk").text


@pytest.mark.long
def test_a_preview_says_what_the_order_cancels(dawn_hall: Hall) -> None:
    """The order page, the map and the page Find or do tell the same as the terminal before the order is given."""
    erskine, umpire = dawn_hall.commander("erskine", side="allied"), dawn_hall.umpire()
    cancels = "cancels the scenario&#39;s order for turn 1.3: march to Halfaya Pass, top"
    stays = "stays in force when the scenario&#39;s order to 22nd Guards Brigade Group"
    for visitor in (erskine, umpire):
        for address in (
            f"{GUARDS}?kind=march&to=Sollum",
            "/map?unit=3_coldstream_guards&order=march&to=sollum",
            "/find?q=march+3+cg+sollum",
        ):
            page = visitor.get(address).text.casefold()
            assert cancels.casefold() in page and stays.casefold() in page, address
    assert "This replaces" in umpire.get("/find?q=march+3+cg+sollum").text


def test_a_player_sees_the_order_that_comes_and_what_becomes_of_it(dawn_hall: Hall) -> None:
    """The row of a unit, and the form, before anything is handed in."""
    erskine = dawn_hall.commander("erskine", side="allied")
    situation = erskine.get("/situation").text
    assert "from 1.2 (" in situation and "Troops without an order hold" not in situation
    form = erskine.press("/orders/erskine/centre_column", "Add to my order form", kind="march", to="Sollum")
    assert "While this order is in force, later orders of the scenario are not carried out: " in form.text


def test_a_place_that_is_refused_stays_in_its_field_and_the_page_names_a_page(reading_room: Hall) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    page = erskine.get(f"{GUARDS}?kind=march&to=Nowhere+at+all").text
    assert "The page Places lists them" in page and "campaign places" not in page
    assert 'value="Nowhere at all"' in page
    assert not re.search(r'type="radio"[^>]*value="Nowhere at all"', page)
    refused = erskine.press(GUARDS, "Add to my order form", to="Nowhere at all", kind="march")
    assert refused.status_code == 422 and "campaign places" not in refused.text


def test_near_places_are_reached_from_the_turn_that_is_asked_for(reading_room: Hall) -> None:
    erskine = reading_room.commander("erskine", side="allied")

    def hours(since: str) -> list[str]:
        page = erskine.get(f"{GUARDS}?kind=march&to=Bir+Wair&from={since}").text
        return re.findall(r"1\.4, \d\d:\d\d|\b\d\d:\d\d\b", page[page.index("Nearby places") : page.index("By way of")])

    assert hours("1.3") != hours("1.4")
