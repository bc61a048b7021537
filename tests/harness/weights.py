"""What the numbers of the doctrine do: generated battles fought with one of them changed, and those that end otherwise.

    python -m tests.harness.weights                      each number of `TRIED` in turn
    python -m tests.harness.weights --battles 120        more battles of each system (20 unless told)
    python -m tests.harness.weights FIGHTS_ON=1/2        one number of `campaign/resolve/doctrine.py`

A battle ends otherwise if any battalion ends in another state or place, and its field changes hands if another side
holds it. Dice are the same: they are drawn by name.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import pi

from campaign.resolve import doctrine
from campaign.rules.common.scene import Resolution
from tests.legality.battles import fought

SYSTEMS = ("brevity", "nqm", "hexes")
TRIED: dict[str, tuple[float | Fraction, ...]] = {
    "CONSIDERED": (4, 16),
    "FIGHTS_ON": (Fraction(1, 2), Fraction(1)),
    "FLANK": (pi / 6, pi / 2),
    "OVERWHELMED": (4, 100),
    "OUTNUMBERED": (2, 4),
    "COUNTER_ODDS": (1, 3),
    "RESERVE_OF": (3, 6),
}
"""Other values of each number, smaller and larger."""


@contextmanager
def changed(name: str, value: float | Fraction) -> Iterator[None]:
    """Give one number of the doctrine another value for a while."""
    before = getattr(doctrine, name)
    setattr(doctrine, name, value)
    try:
        yield
    finally:
        setattr(doctrine, name, before)


def ends(battles: int) -> list[Resolution]:
    """The outcomes of so many generated battles of each system."""
    return [fought.__wrapped__(key, seed).resolution for key in SYSTEMS for seed in range(1, battles + 1)]


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
    tried = [(name, Fraction(value)) for name, _, value in (word.partition("=") for word in given.numbers)] or [
        (name, value) for name, values in TRIED.items() for value in values
    ]
    usual = ends(given.battles)
    for name, value in tried:
        with changed(name, value):
            print(f"{name} {value}: {compared(usual, ends(given.battles))}", flush=True)


if __name__ == "__main__":
    main()
