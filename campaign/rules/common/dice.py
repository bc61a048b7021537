"""Dice rolls with names, so that an undone or amended command changes no other roll.

A roll is named by the turn it falls in, what it is for (*purpose*), the unit or thing it concerns (*subject*, a natural
key, never an id) and, where one command rolls several times for the same thing, by a running number *k*. Seeded dice
depend on that name alone: undoing gives no new rolls, and an amended command changes no other die (umpire 1.22).
Recorded dice are found again by name, never by position.

    Tape     the dice of one command: gives known rolls back, gets the others from a source, writes down all of them
    Seeded   from a seed, and from the fresh bits of the turn where there are any
    Turns    where the fresh bits of each turn come from
    Asked    the players roll: raises DiceWanted, the program asks and tries again with a longer tape
    Scripted one face after the other from a list (a file, a test)
    Elsewhere the dice of a second place in the same turn, under names of their own
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Protocol

from campaign.errors import BadDice, BadInput, DiceWanted
from campaign.terms.time import Moment
from campaign.values import dataclass, field


@dataclass(frozen=True, slots=True)
class RollName:
    """The name of a roll. ``k`` counts from 1."""

    moment: Moment
    sides: int
    purpose: str
    subject: str
    k: int = 1

    def __str__(self) -> str:
        return f"{self.moment} {self.purpose} of {self.subject}" + (f" ({self.k})" if self.k > 1 else "")


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll and the face that it showed."""

    name: RollName
    value: int


class Source(Protocol):
    """A source of faces for rolls that are not yet on the tape."""

    def throw(self, name: RollName, need: str) -> int:
        """Return the face shown. ``need`` says what the roller hopes for, as in ``5-6 returns a battalion``."""
        ...


class Dice(Protocol):
    """The dice that a rule or an action rolls with. ``moment`` is the running turn; the steps of the day advance it."""

    moment: Moment

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        """Roll one die and return its face. The roll's name is made of the running turn, the purpose and the
        subject.
        """
        ...


class ClockDice(Dice, Protocol):
    """The dice that the clock rolls with as it runs."""

    def begin(self, phase: str) -> None:
        """Begin the morning of a day, or a turn, whose first phase this is."""
        ...


class Turns(Protocol):
    """The fresh bits of a campaign's turns, which cannot be known before the clock begins the turn."""

    def begin(self, moment: Moment, phase: str, rolled: int) -> None:
        """Begin the morning of a day, or a turn: dice from here on come from its bits. ``phase``: its first one;
        ``rolled``: how many dice the command has rolled before.
        """
        ...


class DiceFrom(StrEnum):
    """The source of the dice of an entry, if not all of them are the campaign's."""

    HAND = "hand"
    """The players rolled and typed them in."""
    SCRIPT = "script"
    """They come from a file."""
    KEPT = "kept"
    """They came with an entry that was played again or taken from a copy, where other dice were in force."""

    @property
    def words(self) -> str:
        """A mark for the entry."""
        return {"hand": "the players' dice", "script": "dice from a file", "kept": "dice kept from elsewhere"}[self]


# `--seed` took 300, which SQLite keeps and PostgreSQL cannot.
LONGEST_SEED = 80
"""The most characters of a seed; every database can hold that many."""


def must_be_seed(text: str, *, without: str = "a secret one") -> None:
    """Raise BadInput if the text cannot be a seed. ``without``: the seed that is taken where none is given."""
    if not text.strip() or len(text) > LONGEST_SEED:
        raise BadInput(
            f"{text[:60]!r} cannot be a seed for the dice. Write a word or number of at most {LONGEST_SEED} "
            f"characters, or leave --seed out to use {without}"
        )


@dataclass(frozen=True, slots=True)
class Seeded:
    """Faces from the campaign's seed: a hash of the roll's name, evenly distributed over the faces.

    ``later`` holds other seeds, each used from a day of the campaign on, in order of days.
    """

    seed: str
    later: tuple[tuple[int, str], ...] = ()

    def throw(self, name: RollName, need: str) -> int:
        """Return a face: the same seed and name always give the same one."""
        return self.face(name)

    def face(self, name: RollName, bits: str = "") -> int:
        """Return the face that the seed gives, mixed with the fresh bits of a turn if there are any."""
        seed = next((seed for day, seed in reversed(self.later) if day <= name.moment.day), self.seed)
        text = f"{seed}|{name.moment.day}|{name.moment.turn}|{name.sides}|{name.purpose}|{name.subject}|{name.k}"
        mixed = f"{bits}|{text}" if bits else text
        # Of 64 bits no face has more than 1 in 10^18 of the numbers too many.
        return int.from_bytes(sha256(mixed.encode()).digest()[:8], "big") % name.sides + 1


@dataclass(slots=True)
class Asked:
    """Dice that the players roll. It never waits: it names the roll it needs (``next_roll``), and the command runs
    again with that roll among ``rolls``.
    """

    rolls: Mapping[RollName, int] = field(default_factory=dict)
    next_roll: RollName | None = None

    def throw(self, name: RollName, need: str) -> int:
        """Return the face that the players rolled. Raises DiceWanted if they have not rolled it yet."""
        if name in self.rolls:
            return self.rolls[name]
        self.next_roll = name
        raise DiceWanted(name.sides, name.purpose, name.subject, name.k, need)


@dataclass(slots=True)
class Scripted:
    """Faces from a list, in order. Raises BadDice when the list has run out or a face is impossible."""

    faces: Sequence[int]
    used: int = 0

    def throw(self, name: RollName, need: str) -> int:
        """Return the next face of the list."""
        if self.used >= len(self.faces):
            raise BadDice(
                f"the file of dice has no roll left after {self.used} roll{'' if self.used == 1 else 's'}. The "
                f"next roll is d{name.sides} for {name}. Add it to the file"
            )
        face = self.faces[self.used]
        self.used += 1
        return face


@dataclass(slots=True)
class Tape:
    """The dice of one program command. ``moment`` is the running turn; the steps of the day advance it."""

    source: Source
    moment: Moment
    remembered: dict[RollName, int] = field(default_factory=dict)
    rolls: list[Roll] = field(default_factory=list)
    turns: Turns | None = None
    """The bits of the campaign's turns; None where no journal is kept."""
    _count: dict[tuple[Moment, int, str, str], int] = field(default_factory=dict)

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        """Roll one die, write it down and return its face. Raises BadDice for a face that the die does not have."""
        same = (self.moment, sides, purpose, subject)
        self._count[same] = k = self._count.get(same, 0) + 1
        name = RollName(self.moment, sides, purpose, subject, k)
        value = self.remembered[name] if name in self.remembered else self.source.throw(name, need)
        if not 1 <= value <= sides:
            raise BadDice(f"{value} is not a number on a d{sides} (the roll: {name}). Give a roll from 1 to {sides}")
        self.rolls.append(Roll(name, value))
        return value

    def begin(self, phase: str) -> None:
        """Begin the morning of a day, or a turn, whose first phase this is."""
        if self.turns is not None:
            self.turns.begin(self.moment, phase, len(self.rolls))


@dataclass(slots=True)
class Elsewhere:
    """The same dice for a second place in the same turn: the name of the place becomes part of the subject."""

    dice: Dice
    where: str
    moment: Moment

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        """Roll one die of this place and return its face."""
        return self.dice.roll(sides, purpose, f"{subject} in {self.where}", need)


def tape_of(rolls: Iterable[Roll]) -> dict[RollName, int]:
    """Return recorded rolls by name, to play them back."""
    return {roll.name: roll.value for roll in rolls}
