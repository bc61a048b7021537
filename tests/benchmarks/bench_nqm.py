"""Not Quite Mechanised: exact odds against drawn samples, and whole fights resolved, with their growth.

    python -m tests.benchmarks.bench_nqm

The floor of the odds is a hundred thousand samples of the same hour drawn with plain Python's own random numbers. The floor of
a fight is its dice alone, thrown as the fight threw them.
"""

from __future__ import annotations

import random
from fractions import Fraction
from time import perf_counter

from campaign.rules.dice import Seeded, Tape
from campaign.rules.force import Command, Force, Unit
from campaign.rules.nqm import odds
from campaign.rules.nqm.battle import resolve
from campaign.rules.nqm.firing import Volley, faces_of
from campaign.rules.nqm.odds import Assault
from campaign.rules.nqm.tables import Grade, Weight
from campaign.rules.scene import Fight, TurnSky
from campaign.rules.settings import DEFAULTS
from campaign.terms.forces import Nationality, Size
from campaign.terms.time import Moment
from tests.benchmarks.bench_odds import best, thrown
from tests.rules.forces import guns, infantry, tanks

SAMPLES = 100_000
SIZES = (4, 8, 16, 32, 64)
NOW = Moment(1, 2)


def drawn(ours: Volley, theirs: Volley, samples: int) -> float:
    """How often the first side is ahead after an hour's fire."""
    throw = random.Random(1).random
    mine, other = faces_of(ours, DEFAULTS), faces_of(theirs, DEFAULTS)
    won = 0
    for _ in range(samples):
        margin = sum(mine[int(throw() * 6)] for _ in range(ours.dice)) - sum(other[int(throw() * 6)] for _ in range(theirs.dice))
        won += margin > 0
    return won / samples


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
                f"{nation.value} {n + 1}",
                command=commands[-1].id,
                organic=commands[-1].id,
                side=number,
                nation=nation,
                dug_in_turns=number - 1,
                **given,
            )
        )
    return Force(number, nation.value, nation.value.title(), tuple(commands), tuple(units))


def report_odds() -> None:
    """An hour's firefight and an hour's assault, exactly, against samples."""
    ours, theirs = Volley(Weight.LIGHT, Weight.MEDIUM, 12), Volley(Weight.LIGHT, Weight.LIGHT, 8)
    exact = best(lambda: odds.firefight([ours], [theirs], DEFAULTS), 20)
    sampled = best(lambda: drawn(ours, theirs, SAMPLES), 1)
    off = abs(Fraction(drawn(ours, theirs, SAMPLES)) - odds.firefight([ours], [theirs], DEFAULTS).won)
    print(
        f"firefight of 12 against 8 dice: exact {exact * 1e6:.0f} us; {SAMPLES:,} samples {sampled * 1000:.0f} ms, off by {float(off):.5f}; "
        f"ratio 1:{sampled / exact:,.0f} (aim: exact, and hundreds of times cheaper than samples)"
    )
    plan = Assault(Grade.VETERAN, Grade.REGULAR, 9, 9, attacker_level=4, defender_level=5)
    print(f"an hour's assault of 9 on 9 figures with break tests, exactly: {best(lambda: odds.assault(plan, DEFAULTS), 5) * 1000:.1f} ms")


def report_fights() -> None:
    """Fights a second by size, against their dice alone."""
    first = None
    for size in SIZES:
        forces = (side(1, Nationality.BRITISH, size), side(2, Nationality.GERMAN, size))
        fight = Fight(forces, 1, NOW, (TurnSky(NOW),), turns=2)
        count, tapes, began = 0, [], perf_counter()
        while perf_counter() - began < 2 or count < 3:
            dice = Tape(Seeded(str(count)), NOW)
            resolve(fight, dice, DEFAULTS)
            tapes.append(dice)
            count += 1
        each = (perf_counter() - began) / count
        floor = best(thrown(tapes), 1) / count
        first = first or each / size
        rolls = sum(len(tape.rolls) for tape in tapes) / count
        print(
            f"{size:>3} battalions a side: {each * 1000:.1f} ms a fight, {1 / each:.0f} a second, {rolls:.0f} dice; the dice alone {floor * 1000:.2f} ms, "
            f"ratio {each / max(floor, 1e-9):.1f}; {each / size / first:.1f} times the cost a battalion of {SIZES[0]} a side"
        )


if __name__ == "__main__":
    report_odds()
    report_fights()
