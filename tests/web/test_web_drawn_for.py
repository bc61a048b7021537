"""A form of the umpire does nothing where the campaign has gone on in what the form was drawn for; the page says what
was done by whom, and other entries are no hindrance.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import httpx
import pytest

from campaign.actions.all_actions import every_action
from campaign.actions.day import Next
from campaign.journal.overtaken import ASIDE, ENDINGS, ORDERS, SEATING, Deed, DrawnFor, Overtaken, matters
from campaign.journal.record import commit
from campaign.journal.undo import undo
from campaign.situation.chance import dice_of
from campaign.terms.viewer import UMPIRE as AS_UMPIRE
from campaign.verbs.orders import GiveOrder
from campaign.verbs.seating import SeatPlayer
from campaign.web.app import Pages
from campaign.web.table import PageTable
from campaign.web.visit import Visit
from tests.web.everywhere import Ground, every_page, may_change
from tests.web.visitors import HERE, Form, Hall, forms_of, hall_on

OWN_MARKS: dict[str, dict[str, str]] = {
    "/undo": {"entry": "3", "mark": "0"},
    "/redo": {"mark": "0"},
    "/log/{entry}/back": {"last": "1"},
    "/log/{entry}/undo": {},  # test_web_log.py, like the next: the trial takes long
    "/log/{entry}/amend": {},
    "/files/sent/{token}/catch-up": {},  # test_web_files.py: no file was sent here
    "/battles/{number}/return/{side}": {},  # test_web_return.py: a second return is asked about
}
"""Pages whose forms carry a mark of their own, with a mark that names something else than what stands."""
OF_PLAYERS = {
    "/advice/{commander}": "nothing is changed",
    "/air": "a sortie is of the turn that it names",
    "/campaign-forecast": "nothing is changed",
    "/decisions": "the number of the decision, which is answered once",
    "/find": "an order is given as it was typed",
    "/logistics": "a truck is sent as it was typed",
    "/map": "the order that the pointed one replaces",
    "/orders": "the rows of each form",
    "/orders/{commander}": "its rows",
    "/orders/{commander}/{unit}": "its row",
    "/undo": "the entry that it undoes",
    "/battles/{number}/muster": "nothing is changed",
    "/battles/{number}/return/{side}": "the return that is in",
}
"""Pages to which players post, and what their forms carry: the number of an entry would tell them of the other side."""
CHANGES_NOTHING = {
    "/advice/{commander}",
    "/campaign-forecast",
    "/files",
    "/files/sent/{token}",
    "/new",
    "/new/from/{scenario}",
    "/new/own",
    "/new/own/map",
    "/new/own/start",
    "/papers",
    "/battles/{number}/muster",
}
"""Pages whose forms change nothing of the open campaign that another entry could overtake."""


def entries(hall: Hall) -> int:
    with hall.desk.reading(AS_UMPIRE) as board:
        return int(board.ledger.last_seq)


def fields_of(page: httpx.Response, action: str = "/next") -> dict[str, str]:
    """What the form for an address sends."""
    return dict(next(form for form in forms_of(page.text) if form.action == action).fields)


def test_every_form_that_posts_is_declared() -> None:
    changed = {page.path: page for page in every_page() if page.change is not None}
    own = {path for path, page in changed.items() if page.drawn_for is DrawnFor.OWN_MARK}
    nothing = {path for path, page in changed.items() if page.drawn_for is DrawnFor.NOTHING}
    assert (own, nothing) == (set(OWN_MARKS), CHANGES_NOTHING)
    assert {path for path, page in changed.items() if may_change(page, "commander")} == set(OF_PLAYERS)


def test_every_verb_that_overtakes_nothing_is_a_verb() -> None:
    assert set(every_action()) >= ORDERS | ASIDE | SEATING | ENDINGS


def test_every_form_for_an_older_state_is_refused(reading_room: Hall) -> None:
    """Asked of the pages themselves, since to draw all of them again would take long. It is the desk of all tests that
    only read: nothing may be changed.
    """
    desk, ground, umpire = reading_room.desk, Ground.of(reading_room), reading_room.umpire()
    person = desk.people.person_of(umpire.client.cookies[desk.cookie])
    assert person is not None
    table, before = PageTable.of_all(), entries(reading_room)
    pages, guarded = Pages(desk, table), 0
    for page in (page for page in every_page() if may_change(page, "umpire")):
        if page.drawn_for in (DrawnFor.OWN_MARK, DrawnFor.NOTHING, DrawnFor.SEATS):  # nobody was seated here
            continue
        found = table.find(ground.addresses(page, "umpire")[0])
        assert found is not None and found.page is page
        for do in ("", "resolve"):
            fields = {"key": ("stale",), "drawn": ("1",), "do": (do,)}
            visit = Visit(desk, person, found.address, found.path, fields=fields)
            with pytest.raises(Overtaken):
                pages._answered_once(visit, found)
        guarded += 1
    assert guarded > 15 and entries(reading_room) == before


@pytest.mark.parametrize("address", OWN_MARKS)
def test_a_mark_of_something_else_is_refused(reading_room: Hall, address: str) -> None:
    if not (fields := OWN_MARKS[address]):
        return
    umpire, before = reading_room.umpire(), entries(reading_room)
    token = fields_of(umpire.get("/log"), "/undo")["token"]
    answer = umpire.post(address.format(entry=2), {"token": token, "key": f"stale{address}", **fields})
    assert answer.status_code in (409, 422) and entries(reading_room) == before
    assert re.search("[Nn]othing was (un|re)?done", answer.text)


def test_a_form_without_its_state_is_not_carried_out(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    fields = fields_of(umpire.get("/desk"), "/undo")
    lacks = umpire.post("/next", {"token": fields["token"], "key": "lacks"})
    assert lacks.status_code == 422 and "has no field drawn" in lacks.text
    odd = umpire.post("/next", {"token": fields["token"], "key": "odd", "drawn": "x"})
    assert "is not an entry of this campaign" in odd.text


def test_forms_of_players_do_not_tell_the_last_entry(reading_room: Hall) -> None:
    page = reading_room.commander("erskine", side="allied").get("/orders/erskine")
    assert {dict(form.fields)["drawn"] for form in forms_of(page.text) if form.method == "post"} == {""}


@pytest.fixture
def at_dawn(dawn_file: Path, tmp_path: Path) -> Iterator[Hall]:
    """A desk before the first turn."""
    with hall_on(copyfile(dawn_file, tmp_path / "dawn.db")) as opened:
        yield opened


def test_the_black_button_pressed_in_two_windows_plays_one_step(at_dawn: Hall) -> None:
    first, second = at_dawn.umpire(), at_dawn.umpire()
    stale = [fields_of(window.get("/desk")) for window in (first, second)]
    assert "The clock stands at orders" in first.post("/next", stale[0]).text
    before = entries(at_dawn)
    told = second.post("/next", stale[1])
    assert told.url.path == "/desk" and entries(at_dawn) == before
    assert "Someone was quicker: the clock stands at the orders of day 1" in told.text
    assert "Your button said <b>Play on to the orders of day 1</b>" in told.text
    with at_dawn.desk.reading(AS_UMPIRE) as board:
        assert str(board.clock.phase) == "orders"
    again = first.post("/next", stale[0])  # the same form once more gets the first receipt
    assert "Someone was quicker" not in again.text and entries(at_dawn) == before


def test_an_order_and_a_name_meanwhile_are_no_hindrance(at_dawn: Hall) -> None:
    umpire = at_dawn.umpire()
    fresh = fields_of(umpire.get("/desk"))
    for command in (SeatPlayer("erskine", "Ann"), GiveOrder("3_coldstream_guards", "hold")):
        commit(at_dawn.desk.store, None, command, source=dice_of, actor="another")
    undo(at_dawn.desk.store, None, actor="another")
    assert "the clock stands" in umpire.post("/next", fresh).text.casefold()
    page = umpire.get("/units/3_coldstream_guards")
    commit(at_dawn.desk.store, None, Next("step"), source=dice_of, actor="another")
    undo(at_dawn.desk.store, None, actor="another")
    form = next(form for form in forms_of(page.text) if ("act", "adjust") in form.fields)
    told = umpire.post(form.action, {**dict(form.fields), "men": "300", "why": "counted again"})
    assert told.status_code == 409 and "Undid 4" in told.text and 'value="300"' in told.text, "what was typed stays"


def test_two_windows_that_press_at_once_play_one_step(at_dawn: Hall) -> None:
    windows = [at_dawn.umpire(), at_dawn.umpire()]
    posts = [(window, fields_of(window.get("/desk"))) for window in windows]
    before = entries(at_dawn)

    async def at_once() -> list[httpx.Response]:
        calls = (window.client.post("/next", data=fields, headers={"origin": HERE}) for window, fields in posts)
        return list(await asyncio.gather(*calls))

    assert [answer.status_code for answer in at_dawn.run(at_once())] == [303, 303]
    assert entries(at_dawn) == before + 1
    told = [window.get("/desk").text for window in windows]
    assert sum("Someone was quicker" in text for text in told) == 1


def field_of(form: Form, name: str) -> str:
    return dict(form.fields).get(name, "")


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("act", "key", "mine", "theirs", "said"),
    [
        ("rights", "right", ["orders"], ["orders", "late"], "players may give their own orders, hand in orders after"),
        ("score", "score", [], ["all"], "the wall screen now shows the score"),
        ("invite", "", "", "", "the link for Brig I. D. Erskine was replaced or has ended"),
        ("invite staff", "", "", "", "the link for the Allied staff was replaced or has ended"),
        ("missing", "missing", "stand", "hold", "orders.missing"),
    ],
)
def test_two_umpires_on_the_page_of_the_players(
    at_dawn: Hall, act: str, key: str, mine: object, theirs: object, said: str
) -> None:
    first, second = at_dawn.umpire(), at_dawn.umpire()

    def form_of(page: httpx.Response) -> dict[str, str]:
        forms = [form for form in forms_of(page.text) if ("act", act) in form.fields]
        wanted = [form for form in forms if field_of(form, "commander") in ("", "erskine")]
        return {name: value for name, value in wanted[0].fields if name != key}

    stale = form_of(first.get("/players"))
    assert second.post("/players", form_of(second.get("/players")) | ({key: theirs} if key else {})).status_code == 200
    told = first.post("/players", stale | ({key: mine} if key else {}))
    assert told.status_code == 409 and "Someone was quicker" in told.text and said in told.text
    if act == "invite":  # its row shows the other's link now, and no button to invite
        return
    again = first.post("/players", form_of(told) | ({key: mine} if key else {}))
    assert again.status_code == 200 and "Someone was quicker" not in again.text, "drawn again, it is carried out"


NEXT, HOLD = ("next", {}), ("order", {"unit": "a"})
RETURN_1, RETURN_2 = ("battle record", {"battle": "1"}), ("battle record", {"battle": "2"})
SETTLED_2, ANSWERED_3 = ("battle settle", {"battle": "2"}), ("decide", {"number": 3})
PHOTO_1, ADJUSTED = ("battle photo", {"battle": "1"}), ("adjust", {"what": "a"})
SEATED = ("commander played", {"commander": "a"})
MISSING, OTHER_RULE = ("rules", {"key": "orders.missing"}), ("rules", {"key": "march.gaps"})


@pytest.mark.parametrize(
    ("of", "decision", "overtaken_by"),
    [
        (DrawnFor.CLOCK, "", [NEXT, RETURN_1, RETURN_2, SETTLED_2, ANSWERED_3, ADJUSTED]),
        (DrawnFor.CAMPAIGN, "", [NEXT, SETTLED_2, ADJUSTED]),
        (DrawnFor.BATTLE, "", [NEXT, RETURN_1, ADJUSTED]),
        (DrawnFor.DECISION, "3", [NEXT, SETTLED_2, ANSWERED_3, ADJUSTED]),
        (DrawnFor.DECISION, "4", [NEXT, SETTLED_2, ADJUSTED]),
        (DrawnFor.DECISION, "", [NEXT, SETTLED_2, ANSWERED_3, ADJUSTED]),
        (DrawnFor.SEATS, "", [SEATED, MISSING]),
    ],
)
def test_what_overtakes_a_form(of: DrawnFor, decision: str, overtaken_by: list[tuple[str, Any]]) -> None:
    every = [NEXT, HOLD, RETURN_1, RETURN_2, SETTLED_2, ANSWERED_3, PHOTO_1, ADJUSTED, SEATED]
    if of is DrawnFor.SEATS:
        every += [MISSING, OTHER_RULE]
    deeds = [(Deed(5, "", "", "", verb, arguments), (verb, arguments)) for verb, arguments in every]
    assert [facts for deed, facts in deeds if matters(deed, of, battle="1", decision=decision)] == overtaken_by
