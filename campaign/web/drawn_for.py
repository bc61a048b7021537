"""The state that a form was drawn for: every form of the umpire that changes something carries the last entry of the
journal that its page had read. Where an entry since then matters to the form, nothing is done, and the page says what
was done and by whom.

DrawnFor                which entries matter to the forms of a page
require_current(...)    raises Overtaken; asked before a form is carried out, and again in the transaction of its entry

The forms of players carry marks of their own (orders their rows, a return the one that is in, a decision its number,
Undo its entry): the number of the last entry would tell a player that the other side has done something.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final

from campaign.errors import BadInput, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.people import people_of
from campaign.model import Entry
from campaign.terms.time import Phase
from campaign.terms.words import is_number
from campaign.values import dataclass


class DrawnFor(Enum):
    """What the forms of a page were drawn for, and so which entries overtake them."""

    CLOCK = "the stop of the clock and everything that waits there"
    CAMPAIGN = "the turn, and the units and places as they are"
    BATTLE = "the battle of the page, and the turn"
    DECISION = "the decision that is answered, and the turn"
    OWN_MARK = "a mark of its own that names the entries or the trial that it shows"
    NOTHING = "nothing that the journal holds"


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
"""Verbs that change nothing which another form was drawn for."""
ENDINGS: Final = frozenset({"battle settle", "battle resolve", "battle rule"})
"""Verbs that end a battle and move its units."""
LONGEST_SEQ: Final = 12


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry that was written since a form was drawn. ``verb`` and ``arguments``: for an undo or a redo those of the
    entry that went or came back.
    """

    number: int
    summary: str
    actor: str
    written: str
    verb: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Quicker:
    """The notice of a form that was overtaken. ``stands``: what stands now; ``said``: the words of its button, if the
    form has them.
    """

    deeds: tuple[Deed, ...]
    stands: str
    said: str = ""

    @property
    def text(self) -> str:
        """Return the notice in a sentence."""
        return f"Someone was quicker: {self.stands}. Nothing was done"


class Overtaken(Refused):
    """The error of a form that was drawn for another state than the present one."""

    def __init__(self, notice: Quicker) -> None:
        super().__init__(notice.text)
        self.notice = notice


def require_current(
    board: JournalBoard, drawn: str, of: DrawnFor, path: Mapping[str, str], form: Mapping[str, str]
) -> None:
    """Raise Overtaken if an entry that matters to a form was written after entry ``drawn`` of the journal, BadInput if
    that is not a number.
    """
    if not is_number(drawn) or len(drawn) > LONGEST_SEQ:
        raise BadInput(f"{drawn[:40]!r} is not an entry of the journal. Load the page again")
    if board.ledger.last_seq <= int(drawn):
        return
    deeds = tuple(deed for deed in _since(board, int(drawn)) if _matters(deed, of, path, form))
    if deeds:
        raise Overtaken(Quicker(deeds, _stands(board, deeds[-1]), form.get("said", "")[:100]))


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
    taken_back = {row.about for row in rows if row.kind != "do"}
    about = {
        row.seq: row
        for row in board.entries(Entry.seq, Entry.verb, Entry.arguments, criteria=(Entry.seq.in_(taken_back),))
    }
    shown = people_of(board).shown
    for row in rows:
        done = row if row.kind == "do" else about[row.about]
        yield Deed(row.number, shown(row.summary), shown(row.actor), row.written, done.verb, json.loads(done.arguments))


def _matters(deed: Deed, of: DrawnFor, path: Mapping[str, str], form: Mapping[str, str]) -> bool:
    """Return whether a form that was drawn for something is overtaken by an entry."""
    if deed.verb in ORDERS or deed.verb in ASIDE:
        return False
    if of is DrawnFor.CLOCK:
        return True
    if of is DrawnFor.BATTLE and deed.verb.startswith("battle "):
        named = {str(deed.arguments[name]) for name in ("battle", "other") if deed.arguments.get(name)}
        return path["number"] in named or not all(map(is_number, named))
    if deed.verb == "decide":
        return of is DrawnFor.DECISION and form.get("number", "") in ("", str(deed.arguments["number"]))
    return not deed.verb.startswith("battle ") or deed.verb in ENDINGS
