"""Houses, fields and fights of Brigadier General Commands for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.exchange.house_file import read_house
from campaign.resolve.brigadier.field import Base, Field, lay_out
from campaign.resolve.doctrine import Do, Task
from campaign.resolve.report import Report
from campaign.rules.common.dice import Scripted, Seeded, Tape
from campaign.rules.common.force import Command, Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_plain import house_for
from campaign.terms.forces import Nationality, Size
from campaign.terms.time import Moment
from tests.rules.forces import guns, infantry, tanks

START = Moment(1, 2)


def ours() -> Rulebook:
    """The rulebook with the house file that comes with the program."""
    return DEFAULTS.with_house_file("brigadier", read_house("brigadier-ours").plain)


BOOK = ours()
HOUSE: House = house_for(BOOK)


def side(number: int, nation: Nationality, *units: Unit) -> Force:
    """One command of these battalions."""
    command = Command(number * 10, f"c{number}", f"{nation.value.title()} Brigade", nation)
    return Force(number, nation.value, nation.value.title(), (command,), units)


def battalion(number: int, name: str, make: Any = infantry, **changes: Any) -> Unit:
    """A battalion of that side."""
    unit: Unit = make(
        name,
        command=number * 10,
        organic=number * 10,
        side=number,
        nation=Nationality.BRITISH if number == 1 else Nationality.GERMAN,
        **changes,
    )
    return unit


def fight(
    near: int = 2,
    far: int = 1,
    *,
    attacker: int | None = 1,
    night: bool = False,
    turns: int = 1,
    mixed: bool = False,
    hour: int = 4,
) -> Fight:
    """So many battalions against so many that are dug in. ``mixed``: every fourth guns, every eighth tanks."""

    def made(number: int, count: int, dug: int) -> Force:
        units = []
        for n in range(count):
            make = guns if mixed and n % 4 == 3 else tanks if mixed and n % 8 == 4 else infantry
            size = {"size": Size.WEAK} if make is guns else {}
            units.append(
                battalion(number, f"{'near' if number == 1 else 'far'} {n + 1}", make, dug_in_turns=dug, **size)
            )
        return side(number, Nationality.BRITISH if number == 1 else Nationality.GERMAN, *units)

    return Fight((made(1, near, 0), made(2, far, 1)), attacker, START, (TurnSky(START, night),), turns, start_hour=hour)


def laid(shown: Fight | None = None) -> Field:
    """A table as a fight begins."""
    shown = shown or fight(1, 1)
    return lay_out(shown, HOUSE, BOOK, None)


def base(field: Field, side: int, key: str) -> Base:
    """A platoon of the side's first battalion."""
    return next(one for one in field.bases if one.side == side and one.platoon.key == key)


def attacking(field: Field, side: int = 0) -> None:
    """Tell every battalion of a side to attack."""
    field.tasks[side] = {one.battalion.unit.id: Task(Do.ATTACK) for one in field.bases if one.side == side}


class Lines(Sequence[str]):
    """The lines of a report as it is written, without their indent."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def __getitem__(self, at: Any) -> Any:
        return [line.strip() for line in self.report.lines][at]

    def __len__(self) -> int:
        return len(self.report.lines)


def seeded(seed: str) -> Tape:
    """Dice from a seed."""
    return Tape(Seeded(seed), START)


def scripted(*faces: int) -> Tape:
    """Dice from a list."""
    return Tape(Scripted(faces), START)
