"""Not Quite Mechanised: exact odds against drawn samples.

    python -m tests.benchmarks.bench_nqm

The floor is a hundred thousand samples of the same hour drawn with plain Python's own random numbers. Times are the processor's.
"""

from __future__ import annotations

import random
from fractions import Fraction
from time import process_time

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm import odds
from campaign.rules.tabletop.nqm.firing import Volley, faces_of
from campaign.rules.tabletop.nqm.odds import Assault
from campaign.rules.tabletop.nqm.tables import Grade, Weight
from tests.benchmarks.measure import best, keep

SAMPLES = 100_000


def drawn(ours: Volley, theirs: Volley, samples: int) -> float:
    """How often the first side is ahead after an hour's fire."""
    throw = random.Random(1).random
    mine, other = faces_of(ours), faces_of(theirs)
    won = 0
    for _ in range(samples):
        margin = sum(mine[int(throw() * 6)] for _ in range(ours.dice)) - sum(
            other[int(throw() * 6)] for _ in range(theirs.dice)
        )
        won += margin > 0
    return won / samples


def report_odds() -> None:
    """An hour's firefight and an hour's assault, exactly, against samples."""
    ours, theirs = Volley(Weight.LIGHT, Weight.MEDIUM, 12), Volley(Weight.LIGHT, Weight.LIGHT, 8)
    exact = best(lambda: odds.firefight([ours], [theirs], DEFAULTS), 20, process_time)
    sampled = best(lambda: drawn(ours, theirs, SAMPLES), 1, process_time)
    off = abs(Fraction(drawn(ours, theirs, SAMPLES)) - odds.firefight([ours], [theirs], DEFAULTS).won)
    print(
        f"firefight of 12 against 8 dice: exact {exact * 1e6:.0f} us; {SAMPLES:,} samples {sampled * 1000:.0f} ms, off by {float(off):.5f}; "
        f"ratio 1:{sampled / exact:,.0f} (aim: exact, and hundreds of times cheaper than samples)"
    )
    plan = Assault(Grade.VETERAN, Grade.REGULAR, 9, 9, attacker_level=4, defender_level=5)
    assault = best(lambda: odds.assault(plan, DEFAULTS), 5, process_time)
    print(f"an hour's assault of 9 on 9 figures with break tests, exactly: {assault * 1000:.1f} ms")
    keep("nqm odds: firefight of 12 against 8 dice", exact, sampled, "100,000 samples")
    keep("nqm odds: assault of 9 on 9 figures", assault)


if __name__ == "__main__":
    report_odds()
