"""How often a desk asks its database: the army once a state of the campaign, whatever follows one after the other."""

from __future__ import annotations

import pytest

from campaign import api
from campaign.model import Battalion
from campaign.rows.images import sheets
from campaign.terms.state import Posture
from campaign.terms.viewer import UMPIRE
from tests.statements import reads, statements
from tests.web.everywhere import Ground, may_see, pages_of
from tests.web.visitors import Hall, Visitor

MOST = 60
"""Statements of an order: its page, Give it now, and the page that follows."""
UNDONE = 110
"""Statements of the page that shows what follows if the second of four entries is undone by itself."""
GUARDS = "3_coldstream_guards"
FORM, ORDER = "/orders/erskine", f"/orders/erskine/{GUARDS}"


@pytest.fixture(params=["commander", "umpire"])
def somebody(request: pytest.FixtureRequest, hall: Hall) -> Visitor:
    """Who may give the order, and has come in."""
    who = hall.umpire() if request.param == "umpire" else hall.commander("erskine", side="allied")
    who.get("/find")
    return who


def test_an_order_reads_the_army_once(hall: Hall, somebody: Visitor) -> None:
    assert hall.desk.reader.rows is not None
    hall.desk.reader.rows._by_state.clear()
    with statements() as heard:
        given = somebody.press(ORDER, "Give the order now", kind="march", place="Bir Wair")
    assert given.status_code == 200 and given.url.path == FORM
    assert len(heard) <= MOST
    assert reads(heard, "battalion") == 1
    with statements() as heard:
        somebody.press(ORDER, "Give the order now", kind="march", place="Musaid")
    assert len(heard) <= MOST - 20
    assert reads(heard, "battalion") == 0, "the rows are known, with what the order before has changed"


@pytest.mark.parametrize("seat", ["umpire", "commander"])
@pytest.mark.sample(2)
def test_no_page_reads_the_army_twice(reading_room: Hall, seat: str) -> None:
    """But for the examination, which looks at the rows as they are stored whatever is known of them."""
    who = reading_room.umpire() if seat == "umpire" else reading_room.commander("erskine", side="allied")
    ground, desk = Ground.of(reading_room), reading_room.desk
    assert desk.reader.rows is not None
    twice = {}
    for page in list(pages_of(seat))[::4]:
        address = ground.addresses(page, seat)[0]
        if not may_see(page, seat) or page.path == "/doctor":
            continue
        desk.pages._pages.clear()
        desk.reader.rows._by_state.clear()
        with statements() as heard:
            who.get(address)
        if (count := reads(heard, "battalion")) > 1:
            twice[address] = count
    assert twice == {}


def test_the_look_at_an_undo_reads_each_table_once(reading_room: Hall) -> None:
    """All entries after it are taken back, played again and compared with what stood there before."""
    who, desk = reading_room.umpire(), reading_room.desk
    assert desk.reader.rows is not None
    desk.reader.rows._by_state.clear()
    with statements() as heard:
        assert "played again" in who.get("/log/2/undo").text
    assert {table: count for table in sheets() if (count := reads(heard, table)) > 1} == {}
    assert len(heard) <= UNDONE


def test_what_another_program_enters_is_seen_at_once(hall: Hall) -> None:
    """The head of the journal is asked for each time: nothing that is kept outlives an entry of somebody else's."""

    def posture() -> Posture:
        with hall.desk.reading(UMPIRE) as board:
            return next(unit.posture for unit in board.rows(Battalion) if unit.key == GUARDS)

    other = Posture.LINE if posture() is not Posture.LINE else Posture.RESERVE
    with api.open_campaign(hall.desk.where) as beside:
        beside.give(api.TakePosture(GUARDS, other))
    assert posture() is other
