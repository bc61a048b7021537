"""Exact chances: each probability is a fraction, and each table adds up to one.

A ``Chances`` says how likely each outcome is. It is made once and never changes; other chances are made from it, so
that a chain of events (a bombardment, then an assault) is written as it happens.

    Chances({"hit": 1/2, "miss": 1/2})          raises ValueError unless the fractions add up to exactly 1
    certain(outcome)                             one outcome for sure
    .map(f) .then(f) .chance(test) .beside(other)
    binomial(trials, chance) -> tuple            chance of 0, 1 ... successes
    at_least_once(chance, times) -> Fraction

Plain fractions, because the draws have four outcomes or a handful of dice: too few to repay the import of a dice
library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")

NEVER = Fraction(0)
ALWAYS = Fraction(1)


class Chances(Mapping[T, Fraction], Generic[T]):
    """The probability of each outcome. Outcomes that cannot happen are left out."""

    __slots__ = ("_of",)

    def __init__(self, of: Mapping[T, Fraction] | Iterable[tuple[T, Fraction]]) -> None:
        gathered: dict[T, Fraction] = {}
        for outcome, chance in of.items() if isinstance(of, Mapping) else of:
            if chance < 0:
                raise ValueError(f"{outcome!r} has the chance {chance}. A chance must be 0 or more")
            if chance:
                gathered[outcome] = gathered.get(outcome, NEVER) + chance
        if (total := sum(gathered.values(), NEVER)) != 1:
            raise ValueError(f"these chances add up to {total}. They must add up to 1")
        self._of = gathered

    def __getitem__(self, outcome: T) -> Fraction:
        return self._of[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __repr__(self) -> str:
        return f"Chances({{{', '.join(f'{outcome!r}: {chance}' for outcome, chance in self._of.items())}}})"

    def of(self, outcome: T) -> Fraction:
        """Return the chance of this outcome; 0 if it cannot happen."""
        return self._of.get(outcome, NEVER)

    def chance(self, test: Callable[[T], bool]) -> Fraction:
        """Return the chance that the outcome passes the test."""
        return sum((chance for outcome, chance in self._of.items() if test(outcome)), NEVER)

    def map(self, change: Callable[[T], U]) -> Chances[U]:
        """Return the same chances with each outcome changed; outcomes that become alike are added up."""
        return Chances((change(outcome), chance) for outcome, chance in self._of.items())

    def then(self, follows: Callable[[T], Chances[U]]) -> Chances[U]:
        """Return the chances of a second event that depends on the outcome of this one."""
        return Chances(
            (second, first_chance * two)
            for first, first_chance in self._of.items()
            for second, two in follows(first).items()
        )

    def beside(self, chances: Chances[U]) -> Chances[tuple[T, U]]:
        """Return the joint chances of two independent events."""
        return Chances(
            ((first, second), first_chance * two)
            for first, first_chance in self._of.items()
            for second, two in chances.items()
        )


def certain(outcome: T) -> Chances[T]:
    return Chances({outcome: ALWAYS})


def binomial(trials: int, chance: Fraction) -> tuple[Fraction, ...]:
    """Return the chances of 0, 1 ... ``trials`` successes."""
    fails = 1 - chance
    return tuple(comb(trials, wins) * chance**wins * fails ** (trials - wins) for wins in range(trials + 1))


def at_least_once(chance: Fraction, times: int) -> Fraction:
    """Return the chance of at least one success in that number of tries."""
    return 1 - (1 - chance) ** times
