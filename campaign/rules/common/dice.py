"""Dice that have names.

A roll is named by the turn it falls in, what it is for (*purpose*), whom it concerns (*subject*, a natural key, never
an id) and, where one command rolls several times for the same thing, by a running number *k*. Seeded dice depend on
that name alone: nobody shops for rolls by undoing, and a corrected command changes no other die (umpire 1.22). Recorded
dice are found again by name, never by position.

    Tape     the dice of one command: gives known rolls back, gets the others from a source, writes down all of them
    Seeded   from the campaign's seed
    Asked    the players roll: raises DiceWanted, the program asks and tries again with a longer tape
    Scripted one face after the other from a list (a file, a test)
    Elsewhere the dice of a second place in the same turn, under names of their own
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from campaign.errors import BadDice, BadInput, DiceWanted
from campaign.terms.time import Moment


@dataclass(frozen=True, slots=True)
class RollName:
    """What a roll is called. ``k`` counts from 1."""

    moment: Moment
    sides: int
    purpose: str
    subject: str
    k: int = 1

    def __str__(self) -> str:
        return f"{self.moment} {self.purpose} of {self.subject}" + (f" ({self.k})" if self.k > 1 else "")


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll and the face it showed."""

    name: RollName
    value: int


class Source(Protocol):
    """Where a face comes from that is not on the tape."""

    def throw(self, name: RollName, need: str) -> int:
        """The face shown. ``need`` says what the roller hopes for, as in ``5-6 returns a battalion``."""
        ...


class Dice(Protocol):
    """What a rule or an action asks for a roll. ``moment`` is the running turn; the day's steps move it on."""

    moment: Moment

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        """One die. The name of the roll is made of the running turn, the purpose and the subject."""
        ...


LONGEST_SEED = 80
"""Letters; every database can keep so many."""


def must_be_seed(text: str) -> None:
    """Raises BadInput for what cannot be kept as a seed."""
    if not text.strip() or len(text) > LONGEST_SEED:
        raise BadInput(
            f"{text[:60]!r} cannot be a seed: write a word or number of at most {LONGEST_SEED} letters, or leave --seed"
            " out for a secret one"
        )


@dataclass(frozen=True, slots=True)
class Seeded:
    """Faces from the campaign's seed: a hash of the roll's name, even over the faces.

    ``later``: other seeds, each from a day of the campaign on, in order of the days.
    """

    seed: str
    later: tuple[tuple[int, str], ...] = ()

    def throw(self, name: RollName, need: str) -> int:
        """The same seed and name always give the same face."""
        seed = next((seed for day, seed in reversed(self.later) if day <= name.moment.day), self.seed)
        text = f"{seed}|{name.moment.day}|{name.moment.turn}|{name.sides}|{name.purpose}|{name.subject}|{name.k}"
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big") % name.sides + 1


@dataclass(slots=True)
class Asked:
    """The players roll. Never waits: says which roll it needs (``next_roll``), and the command runs again with it among
    ``rolls``."""

    rolls: Mapping[RollName, int] = field(default_factory=dict)
    next_roll: RollName | None = None

    def throw(self, name: RollName, need: str) -> int:
        """The face that the players rolled. Raises DiceWanted for one they have not."""
        if name in self.rolls:
            return self.rolls[name]
        self.next_roll = name
        raise DiceWanted(name.sides, name.purpose, name.subject, name.k, need)


@dataclass(slots=True)
class Scripted:
    """Faces from a list, one after the other. Raises BadDice when it has run out or a face is impossible."""

    faces: Sequence[int]
    used: int = 0

    def throw(self, name: RollName, need: str) -> int:
        """The next face."""
        if self.used >= len(self.faces):
            raise BadDice(
                f"the dice script has run out after {self.used} roll{'' if self.used == 1 else 's'}: the next was"
                f" d{name.sides} for {name}"
            )
        face = self.faces[self.used]
        self.used += 1
        return face


@dataclass(slots=True)
class Tape:
    """The dice of one command. ``moment`` is the running turn; the day's steps move it on."""

    source: Source
    moment: Moment
    remembered: dict[RollName, int] = field(default_factory=dict)
    rolls: list[Roll] = field(default_factory=list)
    _count: dict[tuple[Moment, int, str, str], int] = field(default_factory=dict)

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        """One die, written down. Raises BadDice for a face the die has not got."""
        same = (self.moment, sides, purpose, subject)
        self._count[same] = k = self._count.get(same, 0) + 1
        name = RollName(self.moment, sides, purpose, subject, k)
        value = self.remembered[name] if name in self.remembered else self.source.throw(name, need)
        if not 1 <= value <= sides:
            raise BadDice(f"{value} is no face of a d{sides} ({name}): roll 1 to {sides}")
        self.rolls.append(Roll(name, value))
        return value


@dataclass(slots=True)
class Elsewhere:
    """The same dice where something is rolled in several places in one turn: the place belongs to the subject's
    name."""

    dice: Dice
    where: str
    moment: Moment

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        """One die of this place."""
        return self.dice.roll(sides, purpose, f"{subject} in {self.where}", need)


def tape_of(rolls: Iterable[Roll]) -> dict[RollName, int]:
    """Recorded rolls by name, to play back."""
    return {roll.name: roll.value for roll in rolls}
