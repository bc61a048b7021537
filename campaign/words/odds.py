"""Odds as a person reads them; every chance an exact fraction, written "5/16" in JSON.

FireTable      one exchange of fire: the firers that count, the dice, the scores with their reasons, and the results
AssaultTable   a chain: bombardment, the defenders' fire, the assault, wave by wave
OddsTable      any small table: rows with the score and the chances by name; SpreadTable: the rows side by side
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from campaign.values import dataclass, field

AVERAGE: Final = "average"
"""Name of the average in a row whose chances are of numbers."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score on a die: its text in the charts, the lowest natural face that passes (None: none), its chance, and the
    reasons.
    """

    text: str
    needed: int | None
    chance: Fraction
    base: str
    reasons: tuple[str, ...] = ()

    @property
    def explained(self) -> str:
        """Score with its reasons: ``3-6 (rocket launchers ...)``."""
        return f"{self.text} ({', '.join([self.base, *self.reasons])})"


@dataclass(frozen=True, slots=True)
class NotCounted:
    """A battalion that adds nothing, with the reason and the rule."""

    name: str
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class FireTable:
    """One exchange of fire. ``pinned`` is pinned and nothing worse; ``destroyed`` excludes ``captured``.

    ``strength`` counts normal battalions ("3/2" are three halves). ``barred``: why the fire is not possible.
    """

    attackers: str
    target: str
    how: str
    column: str
    strength: Fraction
    dice: int
    to_hit: Score
    to_penetrate: Score | None
    to_cause_casualties: Score
    counted: tuple[str, ...]
    lending: tuple[str, ...]
    left_out: tuple[NotCounted, ...]
    barred: str
    none: Fraction
    pinned: Fraction
    spent: Fraction
    destroyed: Fraction
    captured: Fraction
    notes: tuple[str, ...] = ()
    """What the answer takes for granted."""


@dataclass(frozen=True, slots=True)
class BodyLine:
    """Equal battalions in an assault: the chances for each, and the chances that 0, 1 ... of them are still fit at the
    end.
    """

    name: str
    count: int
    none: Fraction
    pinned: Fraction
    spent: Fraction
    destroyed: Fraction
    fit: Mapping[int, Fraction]
    wave: int | None = None
    """Number of its wave, from 1, in an attack in several waves."""


@dataclass(frozen=True, slots=True)
class AssaultTable:
    """An assault. ``fit_to_fire``: for each wave, how many attackers are neither pinned nor spent when they fire."""

    title: str
    attackers: tuple[BodyLine, ...]
    defenders: tuple[BodyLine, ...]
    fit_to_fire: tuple[Mapping[int, Fraction], ...]
    silenced: Fraction
    cleared: Fraction
    notes: tuple[str, ...] = ()
    """Who cannot fire, and why."""


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A row: its subject, what must be rolled (``score`` with its reasons, where it is one), and the chances by
    name.

    ``averages`` by name are not chances, and may be above 1. ``average`` is that of a row whose chances are of numbers;
    ``numbers``: its words as figures, for programs.
    """

    label: str
    needs: str
    chances: Mapping[str, Fraction]
    score: Score | None = None
    average: Fraction | None = None
    numbers: Mapping[str, Fraction] = field(default_factory=dict)
    averages: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OddsTable:
    """A table of odds with its title and its notes; ``numbers`` as those of a row."""

    title: str
    rows: tuple[OddsRow, ...]
    notes: tuple[str, ...] = ()
    numbers: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SpreadTable(OddsTable):
    """A table whose rows are spreads of numbers, read side by side."""
