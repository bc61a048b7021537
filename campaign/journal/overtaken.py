"""The entries that were written since something was shown to the umpire: a form, a page of the evening, a review, a die
that was asked for. Where one of them matters to the command that he gives now, nothing is done, and he reads what was
done by whom.

DrawnFor                the state for which something was shown, and so which entries overtake it
shown_for(verb, ...)    the same for an action
require_current(...)    raises Overtaken; asked before the work, and again in the transaction of its entry
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final

from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.journal.people import people_of
from campaign.model import Entry
from campaign.terms.time import Phase
from campaign.terms.words import is_number
from campaign.values import dataclass


class DrawnFor(Enum):
    """The state for which something was shown, and so which entries overtake it."""

    CLOCK = "the stop of the clock and everything that waits there"
    CAMPAIGN = "the turn, and the units and places as they are"
    BATTLE = "a battle, and the turn"
    DECISION = "a decision, and the turn"
    SEATS = "the players of the commanders, the deadline, what happens without orders, and the addresses"
    LAST_ENTRY = "the last entry of the journal"
    OWN_MARK = "a mark of its own that names the entries or the trial that it shows"
    NOTHING = "nothing that the journal holds"


NEVER: Final = frozenset({DrawnFor.OWN_MARK, DrawnFor.NOTHING})
"""Nothing that is looked for here overtakes these."""
ORDERS: Final = frozenset(
    {
        "order",
        "orders",
        "orders complete",
        "orders taken",
        "orders together",
        "posture",
        "rest",
        "support",
        "join",
        "attach",
        "split",
        "engineer",
        "engineer stop",
        "air task",
        "air cancel",
        "land",
        "truck",
        "commander with",
    }
)
"""Verbs of orders: the clock runs on with the orders that are given, whenever they came."""
ASIDE: Final = frozenset(
    {"battle photo", "battle photo remove", "commander deputy", "commander mail", "commander played", "deadline"}
)
"""Verbs that change nothing for which something else was shown."""
SEATING: Final = frozenset({"commander deputy", "commander mail", "commander played", "deadline"})
"""Verbs that change who plays whom, until when, and where a player's mail goes."""
SEATING_SETTINGS: Final = frozenset({"orders.missing"})
"""Settings of the campaign that stand on the page of the players: what becomes of commanders without orders."""
ENDINGS: Final = frozenset({"battle settle", "battle resolve", "battle rule"})
"""Verbs that end a battle and move its units."""
MOST_NAMED: Final = 3
"""Most entries that an error names."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry that was written since something was shown. ``verb`` and ``arguments``: for an undo or a redo those of
    the entry that went or came back.
    """

    number: int
    summary: str
    actor: str
    written: str
    verb: str
    arguments: Mapping[str, Any]


class Overtaken(Refused):
    """The error of work that was meant for another state than the present one. ``stands``: what stands now; ``deeds``:
    the entries that changed it, none if it is beside the journal.
    """

    def __init__(self, deeds: tuple[Deed, ...], stands: str) -> None:
        named = "; ".join(f"entry {deed.number} by {deed.actor}: {deed.summary}" for deed in deeds[-MOST_NAMED:])
        since = f"Since then: {named}. " if named else ""
        super().__init__(
            f"someone was quicker: {stands}. Your change was not made. {since}Look again before you decide"
        )
        self.deeds, self.stands = deeds, stands


def require_current(board: JournalBoard, seq: int, of: DrawnFor, *, battle: str = "", decision: str = "") -> None:
    """Raise Overtaken if an entry that matters to something was written after entry ``seq`` of the journal, the last
    when it was shown. ``battle`` and ``decision``: the numbers of those that it is about; no number: all decisions.
    """
    if of in NEVER or board.ledger.last_seq <= seq:
        return
    deeds = tuple(deed for deed in _since(board, seq) if matters(deed, of, battle=battle, decision=decision))
    if deeds:
        raise Overtaken(deeds, _stands(board, deeds[-1]))


def shown_for(verb: str) -> DrawnFor:
    """Return what a command with this verb was shown for."""
    if verb == "next":
        return DrawnFor.CLOCK
    if verb == "decide":
        return DrawnFor.DECISION
    return DrawnFor.BATTLE if verb.startswith("battle ") else DrawnFor.CAMPAIGN


def _stands(board: JournalBoard, last: Deed) -> str:
    """Return what stands after an entry: where the clock stands, or else what the entry did."""
    if last.verb != "next":
        return f"{last.summary[:1].lower()}{last.summary[1:]}"
    clock = board.clock
    if clock.phase is Phase.ORDERS:
        return f"the clock stands at the orders of day {clock.day}"
    return f"the clock stands at {clock.phase.text}, turn {board.moment}"


def _since(board: JournalBoard, seq: int) -> Iterator[Deed]:
    """Yield what was written after an entry of the journal, the oldest first."""
    columns = (Entry.number, Entry.kind, Entry.about, Entry.verb, Entry.arguments, Entry.summary)
    rows = board.entries(*columns, Entry.actor, Entry.written, criteria=(Entry.seq > seq,)).all()
    wound = {row.about for row in rows if row.kind != "do"}
    originals = board.entries(Entry.seq, Entry.verb, Entry.arguments, criteria=(Entry.seq.in_(wound),))
    about = {row.seq: row for row in originals}
    shown = people_of(board).shown
    for row in rows:
        done = row if row.kind == "do" else about[row.about]
        arguments = json.loads(done.arguments)
        yield Deed(row.number, shown(row.summary), shown(row.actor), row.written, done.verb, arguments)


def matters(deed: Deed, of: DrawnFor, *, battle: str = "", decision: str = "") -> bool:
    """Return whether an entry overtakes what was shown for something."""
    if of is DrawnFor.LAST_ENTRY:
        return True
    if of is DrawnFor.SEATS:
        return deed.verb in SEATING or (deed.verb == "rules" and deed.arguments["key"] in SEATING_SETTINGS)
    if deed.verb in ORDERS or deed.verb in ASIDE:
        return False
    if of is DrawnFor.CLOCK:
        return True
    if of is DrawnFor.BATTLE and deed.verb.startswith("battle "):
        named = {str(deed.arguments[name]) for name in ("battle", "other") if deed.arguments.get(name)}
        return battle in named or not all(map(is_number, (battle, *named)))
    if deed.verb == "decide":
        return of is DrawnFor.DECISION and decision in ("", str(deed.arguments["number"]))
    return not deed.verb.startswith("battle ") or deed.verb in ENDINGS
