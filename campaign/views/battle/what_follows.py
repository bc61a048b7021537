"""The consequences of a battle, before it is settled: the open questions, and each unit with the place where it will
stand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

from campaign.terms.words import ranges
from campaign.values import dataclass
from campaign.words.proposal import Proposal


class Goes(StrEnum):
    """The movement of a unit when its battle is over."""

    STAYS = "stays"
    BACK = "goes back"
    ADVANCES = "advances"
    ELSEWHERE = "is put"
    CUT_OFF = "is cut off"
    SURRENDERS = "surrenders"
    BREAKS_OUT = "breaks out"


def typed_word(goes: Goes) -> str:
    """Return the word that is typed for what a unit does; a unit that is cut off and goes on fighting stays."""
    return {Goes.BACK: "back", Goes.CUT_OFF: "stays"}.get(goes, goes.value)


FREE = "free"
"""Word for a unit that no battle engages any longer."""


@dataclass(frozen=True, slots=True)
class FollowRow:
    """A unit that was on the table. ``number``: its number on the screen, from 1."""

    number: int
    key: str
    name: str
    short: str
    side: str
    """Word of its side."""
    side_key: str
    was: str
    """State before the battle: ``fresh``."""
    becomes: str
    goes: Goes
    where: str
    """Place where it will stand."""
    is_moved: bool
    why: str
    """Reason, with the rule's id."""
    until: str
    """End of the turn up to which it stays engaged, ``10:00``; ``free`` if it can be ordered at once."""
    choices: tuple[Goes, ...] = ()
    """What the umpire may choose for it, the program's proposal among them."""
    doubt: str = ""
    """Why the program does not decide; empty where nothing is doubtful."""
    is_said: bool = False
    """True if the umpire's ruling decides."""
    others: tuple[str, ...] = ()
    """Other ways back, by the places where they end."""
    also: tuple[str, ...] = ()
    """What else becomes of it by its system: ``dispersed``."""

    @property
    def does(self) -> str:
        """The unit's movement, with its new state if that is worse: ``goes back, spent, dispersed``."""
        is_worse = self.becomes != self.was and self.goes is not Goes.SURRENDERS
        return ", ".join((str(self.goes), *((self.becomes,) if is_worse else ()), *self.also))

    @property
    def proposal(self) -> Proposal:
        """The program's answer to the question what it does."""
        words = {Goes.CUT_OFF: "stays (it keeps fighting until you say otherwise)"}
        others = (choice for choice in self.choices if choice is not self.goes)
        choices = (f"{self.number} {words.get(choice, typed_word(choice))}" for choice in others)
        return Proposal(self.does, self.why, f"{', '.join(choices)}, or {self.number} at PLACE")

    @property
    def is_open(self) -> bool:
        """True if the umpire must say what it does."""
        return bool(self.doubt) and not self.is_said


def reasons_of(rows: Iterable[FollowRow]) -> str:
    """Return why units do what they do, by their numbers: ``1-2 attacked ...; 3 its side holds the field ...``."""
    numbers = defaultdict[str, list[int]](list)
    for row in rows:
        numbers[row.why].append(row.number)
    return "; ".join(f"{ranges(those)}: {why}" for why, those in numbers.items())


@dataclass(frozen=True, slots=True)
class Untouched:
    """A unit of the battle that was not on the table: it keeps its place. ``why``: what else there is to know of it."""

    name: str
    side: str
    where: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to an open question: the word for it, how it is called, and what follows from it."""

    word: str
    name: str
    text: str = ""
    also: tuple[str, ...] = ()
    """Other words that are understood for it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that no return answers, with all answers and the program's proposal."""

    text: str
    choices: tuple[Choice, ...]
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class WhatFollows:
    """Everything that follows from a battle. While the holder of the field is open there are no rows."""

    number: int
    name: str
    heading: str
    """Who holds the field and who says so: ``British holds the field (as returned)``."""
    is_suspended: bool
    field: Question | None
    """The question who holds the field, if no return says."""
    ended: Question | None
    """The question in which turn the battle ended, if it was resumed and no return says."""
    rows: tuple[FollowRow, ...]
    off_table: tuple[Untouched, ...]
    until: str
    """Sentence on the turn up to which the units stay engaged."""
    is_later: bool
    """True if the units stay engaged longer than the turn that is being played."""
    told: tuple[str, ...] = ()
    """Lines of the receipt that say the same as the rows."""
    holder: str = ""
    """Key of the side that holds the field, ``both``, or empty."""

    @property
    def open_rows(self) -> tuple[FollowRow, ...]:
        """The rows that the umpire must decide."""
        return tuple(row for row in self.rows if row.is_open)

    @property
    def is_open(self) -> bool:
        """True while a question has no answer."""
        return self.field is not None or self.ended is not None or bool(self.open_rows)
