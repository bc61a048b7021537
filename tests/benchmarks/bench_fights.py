"""Fights resolved a second under each tabletop system, by size, against their dice alone.

    python -m tests.benchmarks.bench_fights

The same battalions fight under all of them for one campaign turn. The floor of a fight is its dice and cards alone,
thrown and drawn again as the fight did. Brigadier General Commands plays by the house file of our own. Times are the
processor's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from time import process_time

from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.force import Command, Force, Unit
from campaign.rules.common.scene import Fight, Resolution, TurnSky
from campaign.rules.common.systems import SYSTEMS
from campaign.terms.forces import Nationality, Size
from campaign.terms.time import Moment
from tests.benchmarks.measure import keep, seconds
from tests.rules.brigading import BOOK
from tests.rules.forces import guns, infantry, tanks

SIZES = (2, 4, 8, 16, 32)
NOW = Moment(1, 2)


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


def fought(key: str, size: int, seed: int) -> Tape:
    """The dice of one fight with so many battalions a side, on a table that is wide enough for them."""
    forces = side(1, Nationality.BRITISH, size), side(2, Nationality.GERMAN, size)
    dice = Tape(Seeded(str(seed)), NOW)
    told = resolver(key)(Fight(forces, 1, NOW, (TurnSky(NOW),), table_in=(max(96, 8 * size), 72)), dice, BOOK)
    assert isinstance(told, Resolution)
    return dice


def throw_again(tapes: Iterable[Tape]) -> None:
    """The dice and cards of these fights alone, by name."""
    for tape in tapes:
        again = Tape(tape.source, tape.moment)
        for roll in tape.rolls:
            again.roll(roll.name.sides, roll.name.purpose, roll.name.subject)


def report(title: str, fight: Callable[[int, int], Tape]) -> None:
    """A line for each size: fights for two seconds, three at the least."""
    first = None
    for size in SIZES:
        tapes, began = list[Tape](), process_time()
        while process_time() - began < 2 or len(tapes) < 3:
            tapes.append(fight(size, len(tapes)))
        each = (process_time() - began) / len(tapes)
        floor = seconds(partial(throw_again, tapes), process_time) / len(tapes)
        first = first or each / size
        rolls = sum(len(tape.rolls) for tape in tapes) / len(tapes)
        print(
            f"{title}, {size} a side: {each * 1000:.1f} ms, {1 / each:.1f} a second, {rolls:.0f} dice; these alone {floor * 1000:.2f} ms, "
            f"ratio {each / floor:.1f}; {each / size / first:.1f} times the cost a battalion of {SIZES[0]} a side"
        )
        keep(f"fights: {title}, battalions a side", each, floor, "its dice alone", size=size)


if __name__ == "__main__":
    for key, system in SYSTEMS.items():
        report(system.name, partial(fought, key))
