"""The hex table: exact odds against drawn samples.

    python -m tests.benchmarks.bench_hexes

The floor is a million samples of the same shots drawn with plain Python's own random numbers. Times are the processor's.
"""

from __future__ import annotations

import random
from fractions import Fraction
from time import process_time

from campaign.rules.tabletop.hexes import odds
from tests.benchmarks.measure import best, keep, seconds

SAMPLES = 1_000_000
NETS = (1, -1, -1)
"""Artillery, then tanks and infantry at two hexes, at one infantry unit in the open."""


def drawn(samples: int) -> dict[int, int]:
    """The same three shots thrown so often."""
    throw = random.Random(1).random
    seen: dict[int, int] = {}
    for _ in range(samples):
        hits = sum(max(0, int(throw() * 3) + 1 + net) for net in NETS)
        seen[hits] = seen.get(hits, 0) + 1
    return seen


def report_odds() -> None:
    """Three shots and what becomes of the unit, exactly; how many shots until it is gone."""
    exact = best(lambda: odds.fate(NETS, 9, spent_from=5), 200, process_time)
    mean = best(lambda: odds.mean_shots(-1, 9), 200, process_time)
    sampled = seconds(lambda: drawn(SAMPLES), process_time)
    seen = drawn(SAMPLES)
    off = max(abs(Fraction(seen.get(hits, 0), SAMPLES) - chance) for hits, chance in odds.total(NETS).items())
    print(
        f"exact odds of three shots: {exact * 1e6:.0f} us; mean shots to eliminate: {mean * 1e6:.0f} us; a million samples: {sampled:.2f} s, "
        f"off by {float(off):.5f}; ratio 1:{sampled / exact:,.0f} (aim: exact, and thousands of times cheaper than samples)"
    )
    keep("hexes odds: three shots", exact, sampled, "a million samples")
    keep("hexes odds: mean shots to eliminate", mean)


if __name__ == "__main__":
    report_odds()
