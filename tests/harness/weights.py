"""What the numbers of the doctrine do: generated battles fought with one of them changed, and those that end otherwise.

    python -m tests.harness.weights                            each number of `TRIED` in turn
    python -m tests.harness.weights --battles 120              more battles of each system (20 unless told)
    python -m tests.harness.weights doctrine.FIGHTS_ON=1/2     one number of `campaign/resolve/doctrine.py`

A battle ends otherwise if any battalion ends in another state or place, and its field changes hands if another side
holds it. Dice are the same: they are drawn by name.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from math import pi

from campaign.rules.common.scene import Resolution
from campaign.rules.common.systems import SYSTEMS
from tests.legality.battles import fought

COMMON = ("brevity", "nqm", "hexes")
"""The systems whose battles are fought for a number of all: the quickest three."""
TRIED: dict[str, tuple[float | Fraction, ...]] = {
    "doctrine.CONSIDERED": (4, 16),
    "doctrine.FIGHTS_ON": (Fraction(1, 2), Fraction(1)),
    "doctrine.FLANK": (pi / 6, pi / 2),
    "doctrine.OVERWHELMED": (4, 100),
    "doctrine.OUTNUMBERED": (2, 4),
    "doctrine.COUNTER_ODDS": (1, 3),
    "doctrine.RESERVE_OF": (3, 6),
    "brevity.plain_doctrine.NEAREST": (6, 24),
    "brigade.battle.QUIET_MOVES": (3, 12),
    "brigade.battle.LAST_COMES": (10, 40),
    "brigadier.battle.QUIET_TURNS": (2, 6),
    "brigadier.battle.MOST_TURNS": (40, 160),
    "brigadier.battle.REMEMBERED_TURNS": (1, 6),
}
"""Other values of each number, smaller and larger."""


@contextmanager
def changed(name: str, value: float | Fraction) -> Iterator[None]:
    """Give one number another value for a while; it is named from `campaign/resolve` on."""
    place, _, constant = name.rpartition(".")
    module = import_module(f"campaign.resolve.{place}")
    before = getattr(module, constant)
    setattr(module, constant, value)
    try:
        yield
    finally:
        setattr(module, constant, before)


def systems_of(name: str) -> tuple[str, ...]:
    """The systems whose battles a number is tried on: its own, or `COMMON`."""
    first = name.partition(".")[0]
    return (first,) if first in SYSTEMS else COMMON


def ends(systems: tuple[str, ...], battles: int) -> list[Resolution]:
    """The outcomes of so many generated battles of each system."""
    return [fought.__wrapped__(key, seed).resolution for key in systems for seed in range(1, battles + 1)]


def _number(text: str) -> int | Fraction:
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


def compared(usual: list[Resolution], other: list[Resolution]) -> str:
    """Return how many of the battles end otherwise, and how many fields change hands."""
    pairs = list(zip(usual, other, strict=True))
    differ = sum(one.ends != two.ends for one, two in pairs)
    hands = sum(one.holder != two.holder for one, two in pairs)
    return f"{differ} of {len(pairs)} end otherwise, {hands} fields change hands"


def main() -> None:
    """Measure from the command line."""
    reader = argparse.ArgumentParser(description="What the numbers of the doctrine do.")
    reader.add_argument("numbers", nargs="*", metavar="NAME=VALUE")
    reader.add_argument("--battles", type=int, default=20, help="of each system")
    given = reader.parse_args()
    tried: list[tuple[str, float | Fraction]]
    tried = [(name, _number(value)) for name, _, value in (word.partition("=") for word in given.numbers)]
    tried = tried or [(name, value) for name, values in TRIED.items() for value in values]
    usual: dict[tuple[str, ...], list[Resolution]] = {}
    for name, value in tried:
        systems = systems_of(name)
        if systems not in usual:
            usual[systems] = ends(systems, given.battles)
        with changed(name, value):
            print(f"{name} {value}: {compared(usual[systems], ends(systems, given.battles))}", flush=True)


if __name__ == "__main__":
    main()
