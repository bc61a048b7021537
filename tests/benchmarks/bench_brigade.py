"""The Brigade level rules: exact odds against drawn samples.

    python -m tests.benchmarks.bench_brigade

The floor is a million samples of the same volley drawn with plain Python's own random numbers. Times are the processor's.
"""

from __future__ import annotations

import random
from fractions import Fraction
from time import process_time

from campaign.rules.common.odds import Chances
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import firepoints, odds, saves
from campaign.rules.tabletop.brigade.firepoints import Arms
from campaign.rules.tabletop.brigade.indirect import Battery, Piece, army_of
from campaign.rules.tabletop.brigade.saves import Direct
from campaign.rules.tabletop.brigade.tables import Cover, SmallArm
from campaign.terms.forces import Nationality
from tests.benchmarks.measure import best, keep, seconds

SAMPLES = 1_000_000
FIGURES = 9


def exact() -> Chances[int]:
    """Ten rifles at five inches on nine figures in the open, worked out from the words up."""
    scores = firepoints.convert(firepoints.total((Arms(SmallArm.RIFLE, 10),), 5))
    save = saves.troops(Cover.OPEN, pinned=False, direct=Direct(5), book=DEFAULTS)
    return odds.kills(odds.hits(scores), save, FIGURES)


def drawn(samples: int) -> dict[int, int]:
    """The same volley thrown so often."""
    throw = random.Random(1).random
    seen: dict[int, int] = {}
    for _ in range(samples):
        hits = sum(throw() * 6 + 1 >= score for score in (4, 4, 4, 4, 4, 4, 5))
        lost = min(FIGURES, sum(throw() * 6 + 1 < 6 for _ in range(hits)))
        seen[lost] = seen.get(lost, 0) + 1
    return seen


def report_odds() -> None:
    """A volley, and three batteries on a company in a trench, exactly, against a million samples of the volley."""
    each = best(exact, 100, process_time)
    guns = [Battery("25-pdr", Piece.GUN, 88, army_of(Nationality.BRITISH))] * 3
    shelled = best(lambda: odds.shelled(guns, Cover.SLIT_TRENCH, FIGURES, book=DEFAULTS), 20, process_time)
    sampled = seconds(lambda: drawn(SAMPLES), process_time)
    seen, shown = drawn(SAMPLES), exact()
    off = max(abs(Fraction(seen.get(lost, 0), SAMPLES) - chance) for lost, chance in shown.items())
    print(
        f"exact odds of a volley: {each * 1e6:.0f} us, of three batteries on a trench: {shelled * 1e6:.0f} us; a million samples of the volley: "
        f"{sampled:.2f} s, off by {float(off):.5f}; ratio 1:{sampled / each:,.0f} (aim: exact, and thousands of times cheaper than samples)"
    )
    keep("brigade odds: volley", each, sampled, "a million samples")
    keep("brigade odds: three batteries on a trench", shelled)


if __name__ == "__main__":
    report_odds()
