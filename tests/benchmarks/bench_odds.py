"""Exact odds against drawn samples, and whole fights resolved, with their growth.

    python -m tests.benchmarks.bench_odds

The floor of the odds is a million samples of the same exchange drawn with plain Python's own random numbers, one
number a die: what an estimate good to a thousandth costs. The floor of a fight is its dice alone, thrown as the fight threw them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from time import perf_counter

from campaign.rules.brevity import chains, odds, spoken
from campaign.rules.brevity.attack import Attack, Result, prepare, result_of
from campaign.rules.brevity.battle import Resolution, resolve
from campaign.rules.brevity.chains import Assault, Body
from campaign.rules.brevity.doctrine import Stance
from campaign.rules.brevity.field import Conditions
from campaign.rules.brevity.fire import Fire, FireKind, Mark, Works
from campaign.rules.brevity.ground import Ground
from campaign.rules.brevity.kinds import KINDS
from campaign.rules.dice import Seeded, Tape
from campaign.rules.force import Command, Force, Unit
from campaign.rules.settings import DEFAULTS
from campaign.terms.forces import Nationality, Size
from campaign.terms.time import Moment
from tests.benchmarks.measure import seconds
from tests.rules.forces import guns, infantry, tanks

SAMPLES = 1_000_000
SIZES = (5, 10, 20, 40, 100)


def best(work: Callable[[], object], runs: int) -> float:
    """Seconds, the best of several runs."""
    return min(seconds(work) for _ in range(runs))


def exchange() -> Attack:
    """Three battalions with anti-tank guns in support on tanks: every kind of die."""
    firing = spoken.battalions("2 infantry, infantry + medium-heavy anti-tank guns in support", DEFAULTS, distance_in=4)
    return prepare(Fire(FireKind.DIRECT, firing, Mark(KINDS["medium tanks"])), DEFAULTS)


def drawn(shot: Attack, samples: int) -> dict[Result, int]:
    """The same exchange thrown so often."""
    hit, through, cause = (target.needed or 7 for target in (shot.to_hit, shot.to_penetrate or shot.to_hit, shot.to_cause))
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


def side(number: int, nation: Nationality, battalions: int) -> Force:
    """Commands of three battalions of infantry or tanks and a battalion of guns each."""
    commands: list[Command] = []
    units: list[Unit] = []
    for n in range(battalions):
        if n % 4 == 0:
            ident = 100 * number + n // 4
            commands.append(Command(ident, f"c{ident}", f"{nation.value.title()} Brigade {n // 4 + 1}", nation))
        make = guns if n % 4 == 3 else tanks if n % 8 == 4 else infantry
        given = {"size": Size.WEAK} if make is guns else {}
        units.append(
            make(
                f"{nation.value} {n + 1}", command=commands[-1].id, organic=commands[-1].id, side=number, nation=nation,
                dug_in_turns=number - 1, **given,
            )
        )  # fmt: skip
    return Force(number, nation.value, nation.value.title(), tuple(commands), tuple(units))


def fought(near: Force, far: Force, seed: int) -> tuple[Resolution, Tape]:
    """One fight of two turns."""
    width = max(96, 8 * len(near.units))
    dice = Tape(Seeded(str(seed)), Moment(1, 2))
    told = resolve(near, far, Conditions(ground=Ground(width, 72)), (Stance.ATTACK, Stance.DEFEND), dice, DEFAULTS, turns=2)
    return told, dice


def thrown(tapes: list[Tape]) -> Callable[[], object]:
    """The dice of these fights, thrown again by name."""

    def work() -> None:
        for tape in tapes:
            again = Tape(tape.source, Moment(1, 2))
            for roll in tape.rolls:
                again.roll(6, roll.name.purpose, roll.name.subject)

    return work


def report_odds() -> None:
    """Exact odds of one exchange, prepared or not, against a million samples; chains."""
    shot = exchange()
    exact = best(lambda: odds.fire_odds(shot), 200)
    whole = best(lambda: odds.fire_odds(exchange()), 50)
    sampled = best(lambda: drawn(shot, SAMPLES), 1)
    seen, shown = drawn(shot, SAMPLES), odds.fire_odds(shot)
    off = max(abs(Fraction(seen.get(result, 0), SAMPLES) - chance) for result, chance in zip(Result, (shown.none, shown.pinned, shown.spent, shown.destroyed), strict=False))  # fmt: skip
    print(
        f"exact odds of one exchange: {exact * 1e6:.0f} us (with reading and counting who fires: {whole * 1e6:.0f} us); a million samples: {sampled:.2f} s, off by {float(off):.5f}; "
        f"ratio 1:{sampled / whole:,.0f} (aim: exact, and thousands of times cheaper than samples)"
    )
    infantry_ = KINDS["infantry"]
    for waves, defenders in (((3,), 2), ((3, 3), 3), ((4, 4, 4), 6)):
        plan = Assault(tuple((Body(infantry_, count),) for count in waves), (Body(infantry_, defenders, Works.DUG_IN),), 4)
        print(
            f"exact odds of an assault of {'+'.join(map(str, waves))} on {defenders}: {best(partial(chains.assault, plan, DEFAULTS), 2) * 1000:.1f} ms"
        )


def report_fights() -> None:
    """Fights a second by size, against their dice alone; a division against a division is 16 a side."""
    first = None
    for size in (*SIZES, 16):
        near, far = side(1, Nationality.BRITISH, size), side(2, Nationality.GERMAN, size)
        count, tapes, began = 0, [], perf_counter()
        while perf_counter() - began < 2 or count < 3:
            tapes.append(fought(near, far, count)[1])
            count += 1
        each = (perf_counter() - began) / count
        floor = best(thrown(tapes), 3) / count
        first = first or each / size
        rolls = sum(len(tape.rolls) for tape in tapes) / count
        print(
            f"{size:>3} battalions a side: {each * 1000:.1f} ms a fight, {1 / each:.0f} a second, {rolls:.0f} dice; the dice alone {floor * 1000:.2f} ms, "
            f"ratio {each / floor:.1f}; {each / size / first:.1f} times the cost a battalion of 5 a side"
        )


if __name__ == "__main__":
    report_odds()
    report_fights()
