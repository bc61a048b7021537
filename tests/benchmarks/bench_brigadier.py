"""Brigadier General Commands: exact odds against drawn samples.

    python -m tests.benchmarks.bench_brigadier

The floor is a hundred thousand samples of the same volley drawn with plain Python's own random numbers, one number a
die. Times are the processor's.
"""

from __future__ import annotations

import random
from functools import partial
from time import process_time

from campaign.rules.tabletop.brigadier.fire import read_faces
from campaign.rules.tabletop.brigadier.hits import Count, suffer
from campaign.rules.tabletop.brigadier.odds import Volley, volley_odds
from campaign.rules.tabletop.brigadier.tables import FireKind, Order, Shelter
from tests.benchmarks.measure import best, keep, seconds
from tests.rules.brigading import BOOK, HOUSE

SAMPLES = 100_000


def drawn(dice: int, samples: int) -> dict[Count, int]:
    """The same volley thrown so often."""
    throw = random.Random(1).randrange
    seen: dict[Count, int] = {}
    for _ in range(samples):
        shot = read_faces([throw(1, 7) for _ in range(dice)], FireKind.AIMED, Shelter.OPEN, ladder=HOUSE.ladder)
        after = suffer(Count(), shot.harm, BOOK)
        seen[after] = seen.get(after, 0) + 1
    return seen


def report_odds() -> None:
    """Exact odds of a volley, joint with its steps, against samples."""
    for dice in (4, 15, 60):
        volley = Volley(dice, order=Order.MOVE)
        exact = best(partial(volley_odds, volley, BOOK, HOUSE.ladder), 20, process_time)
        sampled, seen = seconds(partial(drawn, dice, SAMPLES), process_time), drawn(dice, SAMPLES)
        off = max(
            abs(seen.get(count, 0) / SAMPLES - float(chance))
            for count, chance in volley_odds(volley, BOOK).counts.items()
        )
        print(
            f"{dice:>3} dice: exact {exact * 1e6:.0f} us; {SAMPLES:,} samples {sampled:.2f} s, off by {off:.5f}; ratio 1:{sampled / exact:,.0f}"
        )
        keep("brigadier odds: volley, dice", exact, sampled, "100,000 samples", size=dice)


if __name__ == "__main__":
    report_odds()
