"""Brigadier General Commands: exact odds against drawn samples, and whole fights resolved, with their growth.

    python -m tests.benchmarks.bench_brigadier

The floor of the odds is a million samples of the same volley drawn with plain Python's own random numbers, one number a
die; the floor of a fight is its dice alone, thrown again as the fight threw them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

from campaign.rules.brigadier.battle import resolve
from campaign.rules.brigadier.fire import read_faces
from campaign.rules.brigadier.hits import Count, suffer
from campaign.rules.brigadier.odds import Volley, volley_odds
from campaign.rules.brigadier.tables import FireKind, Order, Shelter
from campaign.rules.dice import Tape
from campaign.rules.scene import Resolution
from tests.benchmarks.measure import seconds
from tests.rules.brigading import BOOK, HOUSE, fight, seeded

SAMPLES = 100_000
SIZES = ((1, 1), (3, 2), (4, 4), (8, 8), (16, 16))


def best(work: Callable[[], object], runs: int) -> float:
    """Seconds, the best of several runs."""
    return min(seconds(work) for _ in range(runs))


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
        exact = best(lambda shown=volley: volley_odds(shown, BOOK, HOUSE.ladder), 20)  # type: ignore[misc]
        sampled = seconds(lambda count=dice: drawn(count, SAMPLES))  # type: ignore[misc]
        off = max(
            abs(drawn(dice, SAMPLES).get(count, 0) / SAMPLES - float(chance)) for count, chance in volley_odds(volley, BOOK).counts.items()
        )
        print(
            f"{dice:>3} dice: exact {exact * 1e6:.0f} us; {SAMPLES:,} samples {sampled:.2f} s, off by {off:.5f}; ratio 1:{sampled / exact:,.0f}"
        )


def fought(near: int, far: int, seed: int) -> tuple[Resolution, Tape]:
    """One fight."""
    dice = seeded(str(seed))
    told = resolve(fight(near, far, mixed=True), dice, BOOK)
    assert isinstance(told, Resolution)
    return told, dice


def thrown(tapes: list[Tape]) -> Callable[[], object]:
    """The dice of these fights, thrown again by name."""

    def work() -> None:
        for tape in tapes:
            again = Tape(tape.source, tape.moment)
            for roll in tape.rolls:
                again.roll(roll.name.sides, roll.name.purpose, roll.name.subject)

    return work


def report_fights() -> None:
    """Fights a second by size, against their dice alone."""
    for near, far in SIZES:
        count, tapes, began = 0, [], perf_counter()
        while perf_counter() - began < 2 or count < 2:
            tapes.append(fought(near, far, count)[1])
            count += 1
        each = (perf_counter() - began) / count
        floor = best(thrown(tapes), 2) / count
        rolls = sum(len(tape.rolls) for tape in tapes) / count
        print(
            f"{near} on {far} battalions: {each * 1000:.1f} ms a fight, {1 / each:.1f} a second, {rolls:.0f} dice; the dice alone {floor * 1000:.2f} ms, ratio {each / floor:.1f}"
        )


if __name__ == "__main__":
    report_odds()
    report_fights()
