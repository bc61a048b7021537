"""15 May of Operation Brevity in real browsers, through the pages alone: an umpire on a laptop and two players on phones,
from the invitations to the end of the day, with every click and tap counted against the design of the desk.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest

from campaign.actions.order_form import HandInOrders
from campaign.model import Battle, Side
from campaign.queries.battle.battles import battle_list
from campaign.queries.book.entries import last_entries
from campaign.queries.day.status import status
from campaign.situation.chance import table_code
from campaign.terms.seats import Role
from campaign.terms.state import BattleState
from campaign.terms.time import Moment
from campaign.terms.viewer import UMPIRE
from campaign.views.book.entries import EntryLine
from campaign.views.day.status import Status
from campaign.web.people import Person
from tests.web.browser import Sent, Served, Window, chromium, until

LAPTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "user_agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36",
}
ON_PAPER = "gott"
"""An Allied commander whose orders come on paper: the umpire types them."""
OTHERS = ("russell", "garmoyle", "montemurro", "cramer")
"""Commanders whose forms are handed in as they stand, without a page: each would show what the first has shown."""
MOST_ENTRIES = 99
UMPIRE_HIMSELF = Person(Role.UMPIRE, UMPIRE, "the umpire")
"""Who gives what no page is needed for."""


@dataclass
class Hand:
    """A person's hand: it presses what a page shows, and counts how often."""

    window: Window
    is_phone: bool
    counts: list[int] = field(default_factory=lambda: [0])

    @property
    def page(self) -> Any:
        return self.window.page

    def press(self, words: str, inside: str = "body") -> None:
        """Press the button or link that is called so, the first on the page."""
        named = (
            self.page.locator(inside)
            .get_by_role("button", name=words)
            .or_(self.page.locator(inside).get_by_role("link", name=words))
        )
        self.on(named.locator("visible=true").first)

    def on(self, part: Any) -> None:
        """Press a part of the page, as this device does."""
        self.counts[-1] += 1
        if self.is_phone:
            part.tap()
        else:
            part.click()

    def scan(self, code: str) -> None:
        """Point the camera at the code of a sheet: one tap on what it reads."""
        self.counts[-1] += 1
        self.page.goto(self.window.served.at(f"/r/{code}"))

    def choose(self, select: Any, words: str) -> None:
        """Open a list and choose from it: two taps."""
        self.counts[-1] += 2
        select.select_option(label=words)

    @contextmanager
    def counted(self, most: int) -> Iterator[None]:
        """Count what is pressed meanwhile; it may not be more than that."""
        self.counts.append(0)
        yield
        count = self.counts.pop()
        self.counts[-1] += count
        assert count <= most, f"{count} presses instead of {most}"

    def receipt(self, words: str) -> None:
        """Wait for the receipt of what was pressed."""
        self.page.locator("[data-receipt]").get_by_text(words).first.wait_for()


# the people -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as run:
        yield run


class Evening:
    """The umpire on his laptop, Erskine's player and the Axis staff on their phones."""

    def __init__(self, browser: Any, desk: Served) -> None:
        self.desk = desk
        self.umpire = Hand(Window.of(browser, desk, **LAPTOP), is_phone=False)
        self.erskine = Hand(Window.of(browser, desk, **PHONE), is_phone=True)
        self.axis = Hand(Window.of(browser, desk, **PHONE), is_phone=True)
        self.people = (self.umpire, self.erskine, self.axis)

    def come_in(self) -> None:
        """The umpire comes in by the printed link, and hands each player the link that the page Players shows."""
        self.umpire.page.goto(self.desk.umpire())
        self.umpire.press("Come in")
        for words, guest in (("Invite Brig I. D. Erskine", self.erskine), ("Invite the Axis staff", self.axis)):
            self.umpire.press("Players", "nav.top")
            self.umpire.press(words)
            link = urlsplit(self.umpire.page.locator("#shown-link").inner_text())
            guest.page.goto(self.desk.at(link.path))  # the room's own address is a made-up one here
            guest.press("Come in")
            guest.page.wait_for_url("**/situation")
            guest.counts = [0]
        self.umpire.press("Desk", "nav.top")
        self.umpire.page.wait_for_url("**/desk")
        self.umpire.counts = [0]

    def state(self) -> Status:
        """Return where the campaign stands."""
        with self.desk.desk.reading(UMPIRE) as board:
            return status(board, UMPIRE)

    def battles(self) -> dict[int, BattleState]:
        """Return how each battle stands."""
        with self.desk.desk.reading(UMPIRE) as board:
            return {row.number: row.state for row in battle_list(board, UMPIRE).battles}

    def entries(self) -> tuple[EntryLine, ...]:
        """Return the entries in force, the first one first."""
        with self.desk.desk.reading(UMPIRE) as board:
            return tuple(reversed(last_entries(board, UMPIRE, MOST_ENTRIES)))

    def code_of_sheet(self, battle: int, side: str) -> str:
        """Return the code in the square of a side's return."""
        with self.desk.desk.reading(UMPIRE) as board:
            (row,) = (row for row in board.rows(Battle) if row.number == battle)
            (its_side,) = (row for row in board.rows(Side) if row.key == side)
            return table_code(board, row, its_side) or ""

    def close(self) -> None:
        """Close the windows; no console may have complained."""
        faults = [fault for hand in self.people for fault in hand.window.faults]
        for hand in self.people:
            hand.window.context.close()
        assert faults == []

    # what they do -----------------------------------------------------------------------------------------------------

    def orders_of_the_others(self) -> None:
        """The forms of those with whom nothing changes are in."""
        for key in OTHERS:
            self.desk.desk.give(UMPIRE_HIMSELF, HandInOrders(key))

    def orders_from_paper(self) -> None:
        """The umpire hands in the orders of a commander who has no phone."""
        self.umpire.page.goto(self.desk.at(f"/orders/{ON_PAPER}"))
        self.umpire.press("Hand in")
        self.umpire.page.locator("[data-receipt]").wait_for()
        self.umpire.page.goto(self.desk.at("/desk"))

    def orders_of_the_axis(self) -> None:
        """The staff hands in for one of its commanders."""
        self.axis.press("Orders", "nav.top")
        self.axis.press("Oberst Maximilian von Herff", "main")
        self.axis.press("Hand in")
        self.axis.page.locator("[data-receipt]").wait_for()

    def print_the_papers(self) -> None:
        """Two clicks: the button, which opens the PDF, and Print in the window of the browser."""
        with self.umpire.page.expect_popup() as popup:
            self.umpire.press("Print the papers", "#part-waiting")
        answer = self.umpire.window.context.request.get(popup.value.url)
        assert answer.headers["content-type"] == "application/pdf" and answer.body().startswith(b"%PDF")
        popup.value.close()
        self.umpire.counts[-1] += 1

    def play_on(self, words: str, receipt: str) -> None:
        """Press the button of what waits on the desk."""
        self.umpire.press(words, "#part-waiting")
        self.umpire.receipt(receipt)


@pytest.fixture
def evening(browser: Any, dawn: Served) -> Iterator[Evening]:
    people = Evening(browser, dawn)
    people.come_in()
    yield people
    people.close()


@pytest.mark.long
def test_an_umpire_and_two_players_play_a_day_in_three_browsers(evening: Evening) -> None:
    """The whole of 15 May: orders, turns, papers, two returns that disagree, a phone without a network, a ruling that is
    undone, a return from paper. What each took is counted against section 6 of the design.
    """
    umpire, erskine, _ = evening.people
    to_the_end_of_the_first_battle(evening)
    an_order_without_a_network(erskine, evening)
    evening.play_on("Play turn 1.3", "The clock stands at battles")
    a_ruling_that_is_undone(umpire, evening)
    evening.play_on("Play turn 1.3 to its end", "Turn 1.3 is over")
    evening.play_on("Play turn 1.4", "The clock stands at battles")
    a_return_from_paper(umpire, evening)
    evening.play_on("Play turn 1.4 to its end", "Turn 1.4 is over")
    the_day_is_over(evening)


def to_the_end_of_the_first_battle(evening: Evening) -> None:
    """Everybody's orders, two turns and a battle, on which two returns disagree."""
    umpire, erskine, axis = evening.people
    evening.orders_of_the_others()
    evening.orders_from_paper()
    with erskine.counted(2):  # orders that stay as they are
        erskine.press("Orders", "nav.top")
        erskine.press("Hand in")
        erskine.receipt("nothing changed")
    evening.orders_of_the_axis()
    with umpire.counted(10):  # two turns and a battle, with a unit whose way back is doubtful
        evening.play_on("Play turn 1.1", "Turn 1.1 is over")
        evening.play_on("Play turn 1.2", "The clock stands at battles")
        evening.print_the_papers()
        the_british_return(erskine, evening)
        the_axis_return(axis, evening)
        umpire.press("Show the consequences", "#part-waiting")
        umpire.on(umpire.page.locator("fieldset.decide label").get_by_text("from the Allied return"))
        umpire.press("Show the consequences", "form")
        umpire.on(umpire.page.locator("tr", has_text="Bersaglieri").locator("input[value='goes back']"))
        umpire.press("Settle battle 1 with 1 change")
        umpire.receipt("Battle 1 (Halfaya Pass, top) is settled")
        evening.play_on("Play turn 1.2 to its end", "Turn 1.2 is over")
    assert evening.state().moment == Moment(1, 3)


def the_british_return(erskine: Hand, evening: Evening) -> None:
    """The example of the design: a tick and two places, who holds the field, two objectives, a line for the diary."""
    page = erskine.page
    with erskine.counted(12):
        erskine.scan(evening.code_of_sheet(1, "allied"))
        erskine.on(page.get_by_text("All other lines unharmed"))
        erskine.on(page.locator("#line-2 label").get_by_text("spent"))
        for line in (1, 2):
            erskine.choose(page.locator(f"#at-{line}"), "Halfaya Pass, top")
        erskine.press("Next: who holds the field")
        erskine.on(page.locator("label:has([name=field])").filter(has_text="Allied"))
        for objective in (1, 2):
            erskine.on(page.locator(f"label:has([name=objectives_{objective}])").filter(has_text="Allied"))
        page.get_by_label("One line for the diary").fill("The Scots Guards took the pass before breakfast.")
        erskine.press("Hand in the return")
        erskine.receipt("Allied return handed in")


def the_axis_return(axis: Hand, evening: Evening) -> None:
    """The other side says that it holds the field itself."""
    with axis.counted(5):
        axis.scan(evening.code_of_sheet(1, "axis"))
        axis.on(axis.page.get_by_text("All other lines unharmed"))
        axis.press("Next: who holds the field")
        axis.on(axis.page.locator("label:has([name=field])").filter(has_text="Axis"))
        axis.press("Hand in the return")
        axis.receipt("Axis return handed in")


def an_order_without_a_network(erskine: Hand, evening: Evening) -> None:
    """A changed order is five taps. The last one finds no desk, and is handed in once when it answers again."""
    page = erskine.page
    with erskine.counted(5):
        erskine.press("Orders", "nav.top")
        erskine.press("1st Bn Durham Light Infantry", "#part-units")
        page.wait_for_url("**/orders/erskine/1_durham_light_infantry")
        erskine.on(page.locator("label:has([name=place])").first)
        erskine.press("Add to my order form")
        page.wait_for_url("**/orders/erskine")
        before = evening.state().entries
        erskine.window.context.set_offline(True)
        sent = Sent(page)
        erskine.press("Hand in")
    page.get_by_text("The desk does not answer").wait_for()
    assert evening.state().entries == before
    erskine.window.context.set_offline(False)
    until(lambda: evening.state().entries == before + 1)
    erskine.receipt("1 changed")
    sent.until_all_are_answered()
    assert evening.state().entries == before + 1


def a_ruling_that_is_undone(umpire: Hand, evening: Evening) -> None:
    """Four clicks, a sentence, and a word and a click for the unit whose way back is doubtful; the receipt's Undo, redone
    by a key, undone by one, and ruled anew.
    """

    def rule(sentence: str) -> None:
        with umpire.counted(5):  # and a sentence and a word
            umpire.press("End by a ruling", "#part-waiting")
            umpire.page.get_by_label("How it ended").fill(sentence)
            umpire.on(umpire.page.locator("[name=held][value=axis]"))
            umpire.press("Show the effect of the ruling")
            name = umpire.page.locator(".row.asked b").first.inner_text()
            umpire.page.locator(".row", has_text=name).locator("+ .fields").get_by_label("Ends at").fill("goes back")
            umpire.press("Show the effect again")
            umpire.press("Settle battle 2 by this ruling")
            umpire.receipt("Battle 2 (Musaid)")
        assert evening.battles()[2] is BattleState.RULED

    rule("The Durhams are thrown out.")
    umpire.press("Undo", "[data-receipt]")
    umpire.receipt("Undone")
    assert evening.battles()[2] is BattleState.PROPOSED
    umpire.page.keyboard.press("y")
    umpire.receipt("Redone")
    assert evening.battles()[2] is BattleState.RULED
    umpire.page.keyboard.press("z")
    umpire.receipt("Undone")
    assert evening.battles()[2] is BattleState.PROPOSED
    umpire.press("Desk", "nav.top")
    rule("The Durhams hold out until dusk.")
    umpire.press("Desk", "nav.top")


def a_return_from_paper(umpire: Hand, evening: Evening) -> None:
    """The umpire types one side's return: six clicks from the page of the battle; then he settles on it alone."""
    umpire.press("Battles", "nav.top")
    umpire.press("3 Fort Capuzzo", "main")
    page = umpire.page
    with umpire.counted(6):
        umpire.on(page.get_by_role("link", name="Fill in the Axis return"))
        umpire.on(page.get_by_text("All other lines unharmed"))
        for line in (1, 2):
            umpire.on(page.locator(f"#line-{line} label").get_by_text("spent"))
        umpire.on(page.locator("label:has([name=field])").filter(has_text="Axis"))
        umpire.press("Hand in the return")
        umpire.receipt("Axis return")
    assert evening.battles()[3] is BattleState.RETURNED
    umpire.press("settle with the return that is in", "main")
    umpire.press("Settle battle 3 on the Axis return alone")
    umpire.receipt("Battle 3 (Fort Capuzzo) is settled")
    umpire.press("Desk", "nav.top")


def the_day_is_over(evening: Evening) -> None:
    """What the campaign says afterwards: the clock, the battles, and who gave what from which window."""
    assert evening.state().moment == Moment(2, 1)
    assert evening.battles() == {1: BattleState.SETTLED, 2: BattleState.RULED, 3: BattleState.SETTLED}
    given = [(entry.verb, entry.actor) for entry in evening.entries()[1:]]
    umpire, erskine, axis = "the umpire (laptop)", "Brig I. D. Erskine (phone)", "the Axis staff (phone)"
    assert given == [
        *[("orders", "the umpire")] * len(OTHERS),
        ("orders", umpire),
        ("orders", erskine),
        ("orders", axis),
        *[("next", umpire)] * 2,
        ("battle record", erskine),
        ("battle record", axis),
        ("battle settle", umpire),
        ("next", umpire),
        ("orders", erskine),
        ("next", umpire),
        ("battle rule", umpire),
        *[("next", umpire)] * 2,
        ("battle record", umpire),
        ("battle settle", umpire),
        ("next", umpire),
    ]
    ruled = next(e.summary for e in evening.entries() if e.verb == "battle rule")
    assert "hold out until dusk" in ruled
