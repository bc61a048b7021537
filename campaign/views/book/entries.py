"""Entries of the journal for the umpire: the last ones with their full answer, and the log page by page; for a player
the entries of his own that he may undo.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256

from campaign.terms.time import Moment, Phase
from campaign.values import dataclass


class Undo(StrEnum):
    """The ways in which an entry can be undone by itself."""

    LAST = "last"
    """It is the last entry: it goes without a trial."""
    TRIED = "tried"
    """Later entries are played again without it. Whether one depends on it shows when it is tried."""
    NEVER = "never"


class LogKind(StrEnum):
    """The entries that a page of the log shows."""

    ALL = ""
    ORDERS = "orders"
    BATTLES = "battles"
    RULINGS = "rulings"


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry as the log shows it."""

    number: int
    """Number among the entries in force; of an undone one the number that it had."""
    verb: str
    summary: str
    actor: str
    giver: str
    """Commander or side in whose name it was given; empty for the umpire's own."""
    side: str
    """Side of the giver; empty for the umpire."""
    written: str
    """Real time at which it was written, in UTC: ``2026-11-26T19:47:03+00:00``."""
    moment: Moment
    phase: Phase
    clock: str
    """Time of the campaign: ``15 May, 04:00``."""
    is_ruling: bool
    is_undone: bool
    undone_by: str
    """Who undid it; empty for an entry in force."""
    is_played_again: bool
    """True for an entry that a replay wrote in place of an earlier one."""
    dice: int
    """Number of dice that it rolled."""
    undo: Undo
    dice_words: str = ""
    """Where its dice come from, if not all of them are the campaign's."""
    why_not: str = ""
    """Why it can never be undone."""
    later: int = 0
    """Number of later entries that are played again without it."""
    seq: int = 0
    """Place in the journal, by which Undo names exactly this entry: another one may have its number later."""
    first_seq: int = 0
    """Place in the journal of the entry as it was given; another than ``seq`` once a replay has played it again."""

    @property
    def command(self) -> str:
        """Program command that undoes it; empty if it never can be."""
        if self.is_undone or self.undo is Undo.NEVER:
            return ""
        return "campaign undo" if self.undo is Undo.LAST else f"campaign undo {self.number}"


@dataclass(frozen=True, slots=True)
class EntryDone:
    """An entry with all that its command answered."""

    line: EntryLine
    facts: tuple[tuple[str, str], ...]
    """Arguments of the command by the names of its fields."""
    lines: tuple[str, ...]
    """Lines of its receipt without the summary."""
    waiting: str
    """What the receipt says is waiting next; empty without it."""
    why: str = ""
    """Why there is no full answer: it would come out differently by this program's rules."""
    rolls: tuple[str, ...] = ()
    """Dice that it rolled, with their purpose."""


@dataclass(frozen=True, slots=True)
class LogTurn:
    """The entries of one turn on a page of the log, the latest first."""

    moment: Moment
    heading: str
    """``15 May, 04:00-10:00, turn 1.2``."""
    entries: tuple[EntryLine, ...]


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log, the latest entries first."""

    page: int
    """Number of the page, from 1 for the latest."""
    pages: int
    total: int
    """Number of entries that are shown on all pages."""
    turns: tuple[LogTurn, ...]
    redo: str = ""
    """Summary of the entry that a redo would bring back; empty without one."""
    redo_seq: int = 0
    """Its place in the journal, by which a redo names it; 0 without one."""


@dataclass(frozen=True, slots=True)
class TurnBegin:
    """A turn on the slider by which the umpire looks back: the entry with which it begins."""

    entry: int
    moment: Moment
    words: str
    """``1.2 04:00``."""


@dataclass(frozen=True, slots=True)
class EntryTrack:
    """The entries in force from the first to the last, for looking back."""

    last: int
    last_seq: int
    """Place in the journal of the last entry, by which a later one is noticed."""
    turns: tuple[TurnBegin, ...]
    now: str
    """``turn 1.3, orders``."""


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """An entry of a player in the running turn, counted for him alone."""

    count: int
    """Its number among his own of this turn, from 1."""
    summary: str
    is_order: bool
    """False for a return or the answer to a decision."""
    can_undo: bool
    """True for the entry that his undo would take back: the latest."""
    why_not: str = ""
    """Why his latest cannot be undone any more."""

    @property
    def mark(self) -> str:
        """Return a short name for this entry, which depends on nothing but his own entries."""
        return sha256(f"{self.count} {self.summary}".encode()).hexdigest()[:16]
