"""Operation Brevity: exact odds against drawn samples.

    python -m tests.benchmarks.bench_odds

The floor is a million samples of the same exchange drawn with plain Python's own random numbers, one number a die: what
an estimate good to a thousandth costs. Times are the processor's.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from time import process_time

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import chains, odds, unit_phrases
from campaign.rules.tabletop.brevity.attack import Attack, Result, prepare, result_of
from campaign.rules.tabletop.brevity.chains import Assault, Body
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Mark, Works
from campaign.rules.tabletop.brevity.kinds import KINDS
from tests.benchmarks.measure import best, keep

SAMPLES = 1_000_000


def exchange() -> Attack:
    """Three battalions with anti-tank guns in support on tanks: every kind of die."""
    firing = unit_phrases.battalions(
        "2 infantry, infantry + medium-heavy anti-tank guns in support", DEFAULTS, distance_in=4
    )
    return prepare(Fire(FireKind.DIRECT, firing, Mark(KINDS["medium tanks"])), DEFAULTS)


def drawn(shot: Attack, samples: int) -> dict[Result, int]:
    """The same exchange thrown so often."""
    hit, through, cause = (
        target.needed or 7 for target in (shot.to_hit, shot.to_penetrate or shot.to_hit, shot.to_cause)
    )
    throw = random.Random(1).random
    seen: dict[Result, int] = {}
    for _ in range(samples):
        struck = harmed = 0
        for _ in range(shot.dice):
            if throw() * 6 + 1 >= hit and throw() * 6 + 1 >= through:
                struck += 1
                harmed += throw() * 6 + 1 >= cause
        result = result_of(struck, harmed, spent=False, surrounded=False)
        seen[result] = seen.get(result, 0) + 1
    return seen


def report_odds() -> None:
    """Exact odds of one exchange, prepared or not, against a million samples; chains."""
    shot = exchange()
    exact = best(lambda: odds.fire_odds(shot), 200, process_time)
    whole = best(lambda: odds.fire_odds(exchange()), 50, process_time)
    sampled = best(lambda: drawn(shot, SAMPLES), 1, process_time)
    seen, shown = drawn(shot, SAMPLES), odds.fire_odds(shot)
    off = max(
        abs(Fraction(seen.get(result, 0), SAMPLES) - chance)
        for result, chance in zip(Result, (shown.none, shown.pinned, shown.spent, shown.destroyed), strict=False)
    )
    print(
        f"exact odds of one exchange: {exact * 1e6:.0f} us (with reading and counting who fires: {whole * 1e6:.0f} us); a million samples: {sampled:.2f} s, off by {float(off):.5f}; "
        f"ratio 1:{sampled / whole:,.0f} (aim: exact, and thousands of times cheaper than samples)"
    )
    keep("odds: one exchange", exact, sampled, "a million samples")
    keep("odds: one exchange, read from words", whole, sampled, "a million samples")
    infantry_ = KINDS["infantry"]
    for waves, defenders in (((3,), 2), ((3, 3), 3), ((4, 4, 4), 6)):
        plan = Assault(
            tuple((Body(infantry_, count),) for count in waves), (Body(infantry_, defenders, Works.DUG_IN),), 4
        )
        took, what = (
            best(partial(chains.assault, plan, DEFAULTS), 2, process_time),
            f"{'+'.join(map(str, waves))} on {defenders}",
        )
        print(f"exact odds of an assault of {what}: {took * 1000:.1f} ms")
        keep(f"odds: assault of {what}", took)


if __name__ == "__main__":
    report_odds()
