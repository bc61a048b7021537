"""The Brigade level rules: fights a second by size against their dice alone, and exact odds against drawn samples.

    python -m tests.benchmarks.bench_brigade

The floor of the odds is a million samples of the same volley drawn with plain Python's own random numbers; the floor of a fight is
its dice alone, thrown as the fight threw them.
"""

from __future__ import annotations

import random
from fractions import Fraction
from time import perf_counter

from campaign.rules.brigade import firepoints, odds, saves
from campaign.rules.brigade.firepoints import Arms
from campaign.rules.brigade.indirect import Battery, Piece, army_of
from campaign.rules.brigade.saves import Direct
from campaign.rules.brigade.system import TABLETOP
from campaign.rules.brigade.tables import Cover, SmallArm
from campaign.rules.dice import Seeded, Tape
from campaign.rules.odds import Chances
from campaign.rules.scene import Fight, Resolution, TurnSky
from campaign.rules.settings import DEFAULTS
from campaign.terms.forces import Nationality
from campaign.terms.time import Moment
from tests.benchmarks.bench_odds import best, side, thrown
from tests.benchmarks.measure import seconds

SAMPLES = 1_000_000
SIZES = (2, 4, 8, 16)
NOW = Moment(1, 2)
FIGURES = 9


def exact() -> Chances[int]:
    """Ten rifles at five inches on nine figures in the open, worked out from the words up."""
    scores = firepoints.convert(firepoints.total((Arms(SmallArm.RIFLE, 10),), 5))
    return odds.volley(scores, saves.troops(Cover.OPEN, pinned=False, direct=Direct(5), book=DEFAULTS), FIGURES)


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
    each = best(exact, 100)
    guns = [Battery("25-pdr", Piece.GUN, 88, army_of(Nationality.BRITISH))] * 3
    shelled = best(lambda: odds.shelled(guns, Cover.SLIT_TRENCH, FIGURES, book=DEFAULTS), 20)
    sampled = seconds(lambda: drawn(SAMPLES))
    seen, shown = drawn(SAMPLES), exact()
    off = max(abs(Fraction(seen.get(lost, 0), SAMPLES) - chance) for lost, chance in shown.items())
    print(
        f"exact odds of a volley: {each * 1e6:.0f} us, of three batteries on a trench: {shelled * 1e6:.0f} us; a million samples of the volley: "
        f"{sampled:.2f} s, off by {float(off):.5f}; ratio 1:{sampled / each:,.0f} (aim: exact, and thousands of times cheaper than samples)"
    )


def fought(size: int, seed: int) -> tuple[Resolution, Tape]:
    """One fight with so many battalions a side."""
    forces = side(1, Nationality.BRITISH, size), side(2, Nationality.GERMAN, size)
    dice = Tape(Seeded(str(seed)), NOW)
    told = TABLETOP.resolve(Fight(forces, 1, NOW, (TurnSky(NOW),)), dice, DEFAULTS)
    assert isinstance(told, Resolution)
    return told, dice


def report_fights() -> None:
    """Fights a second by size; two or three battalions a side are a usual game."""
    first = None
    for size in SIZES:
        count, tapes, lengths, began = 0, list[Tape](), list[str](), perf_counter()
        while perf_counter() - began < 2 or count < 3:
            told, tape = fought(size, count)
            tapes.append(tape)
            lengths.append(told.length)
            count += 1
        each = (perf_counter() - began) / count
        floor = best(thrown(tapes), 3) / count
        first = first or each / size
        rolls = sum(len(tape.rolls) for tape in tapes) / count
        print(
            f"{size:>3} battalions a side: {each * 1000:.1f} ms a fight, {1 / each:.0f} a second, {rolls:.0f} dice ({lengths[0]}); "
            f"the dice alone {floor * 1000:.2f} ms, ratio {each / floor:.1f}; {each / size / first:.1f} times the cost a battalion of 2 a side"
        )


if __name__ == "__main__":
    report_odds()
    report_fights()
