"""The hex table: fights a second by size against their dice alone, and exact odds against drawn samples.

    python -m tests.benchmarks.bench_hexes

The floor of the odds is a million samples of the same shots drawn with plain Python's own random numbers; the floor of a fight is
its cards and dice alone, drawn and thrown as the fight did.
"""

from __future__ import annotations

import random
from fractions import Fraction
from time import perf_counter

from campaign.rules.dice import Seeded, Tape
from campaign.rules.hexes import odds
from campaign.rules.hexes.system import TABLETOP
from campaign.rules.scene import Fight, Resolution, TurnSky
from campaign.rules.settings import DEFAULTS
from campaign.terms.forces import Nationality
from campaign.terms.time import Moment
from tests.benchmarks.bench_odds import best, side
from tests.benchmarks.measure import seconds

SAMPLES = 1_000_000
NETS = (1, -1, -1)
"""Artillery, then tanks and infantry at two hexes, at one infantry unit in the open."""
SIZES = (4, 8, 16, 50)
NOW = Moment(1, 2)


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
    exact = best(lambda: odds.fate(NETS, 9, spent_from=5), 200)
    mean = best(lambda: odds.mean_shots(-1, 9), 200)
    sampled = seconds(lambda: drawn(SAMPLES))
    seen = drawn(SAMPLES)
    off = max(abs(Fraction(seen.get(hits, 0), SAMPLES) - chance) for hits, chance in odds.total(NETS).items())
    print(
        f"exact odds of three shots: {exact * 1e6:.0f} us; mean shots to eliminate: {mean * 1e6:.0f} us; a million samples: {sampled:.2f} s, "
        f"off by {float(off):.5f}; ratio 1:{sampled / exact:,.0f} (aim: exact, and thousands of times cheaper than samples)"
    )


def fought(size: int, seed: int) -> tuple[Resolution, Tape]:
    """One fight with so many battalions a side."""
    forces = side(1, Nationality.BRITISH, size), side(2, Nationality.GERMAN, size)
    dice = Tape(Seeded(str(seed)), NOW)
    told = TABLETOP.resolve(Fight(forces, 1, NOW, (TurnSky(NOW),)), dice, DEFAULTS)
    assert isinstance(told, Resolution)
    return told, dice


def thrown(tapes: list[Tape]) -> None:
    """The cards and dice of these fights, drawn again by name."""
    for tape in tapes:
        again = Tape(tape.source, NOW)
        for roll in tape.rolls:
            again.roll(roll.name.sides, roll.name.purpose, roll.name.subject)


def report_fights() -> None:
    """Fights a second by size; 4 to 8 a side is what the table holds."""
    first = None
    for size in SIZES:
        tapes: list[Tape] = []
        began = perf_counter()
        while perf_counter() - began < 2 or len(tapes) < 3:
            tapes.append(fought(size, len(tapes))[1])
        each = (perf_counter() - began) / len(tapes)
        floor = seconds(lambda done=tapes: thrown(done)) / len(tapes)  # type: ignore[misc]
        first = first or each / size
        rolls = sum(len(tape.rolls) for tape in tapes) / len(tapes)
        print(
            f"{size:>3} battalions a side: {each * 1000:.1f} ms a fight, {1 / each:.0f} a second, {rolls:.0f} cards and dice; these alone "
            f"{floor * 1000:.2f} ms, ratio {each / floor:.1f}; {each / size / first:.1f} times the cost a battalion of {SIZES[0]} a side"
        )


if __name__ == "__main__":
    report_odds()
    report_fights()
