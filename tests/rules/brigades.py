"""Forces and fights for the tests of the Brigade level rules."""

from __future__ import annotations

from typing import Any

from campaign.resolve.resolvers import resolver
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.force import Command, Force, Strength, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns.filed import FiledLine, PrintedLine
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import Arm, Nationality, Size
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.forces import guns, infantry, tanks

NOW = Moment(1, 2)
FIELD = {"size": Size.WEAK, "establishment": Strength(300, 20, 16), "strength": Strength(300, 20, 16)}


def men(count: int, **changes: Any) -> Unit:
    """An infantry battalion of so many men."""
    return infantry(
        f"{count} men",
        **{"establishment": Strength(count), "strength": Strength(count), "arm": Arm.INFANTRY, **changes},
    )


def side(number: int, nation: Nationality, *units: Unit) -> Force:
    """A side of one command."""
    own = tuple(replace(unit, side=number, command=number, organic=number, nation=nation) for unit in units)
    return Force(
        number, f"side{number}", f"Side {number}", (Command(number, f"c{number}", f"Brigade {number}", nation),), own
    )


def two_sides(**defender: Any) -> tuple[Force, Force]:
    """A brigade group that attacks, a battle group that has dug in."""
    attacker = side(
        1,
        Nationality.BRITISH,
        infantry("Scots"),
        infantry("Coldstream"),
        tanks("4 RTR", equipment="24 Matilda II"),
        guns("RA", **FIELD),
    )
    return attacker, side(
        2, Nationality.GERMAN, infantry("Rifle 104", **{"dug_in_turns": 2, **defender}), guns("AR 33", **FIELD)
    )


def fought(
    forces: tuple[Force, Force], seed: str = "x", book: Rulebook = DEFAULTS, dice: Any = None, attacker: int | None = 1
) -> Resolution:
    """A fight resolved."""
    found = resolver("brigade")(Fight(forces, attacker, NOW, (TurnSky(NOW),)), dice or Tape(Seeded(seed), NOW), book)
    assert isinstance(found, Resolution)
    return found


def printed(force: Force, book: Rulebook = DEFAULTS) -> list[PrintedLine]:
    """The lines of its return form."""
    units = {unit.id: unit for unit in force.units}
    lines = tabletop("brigade").muster(force, book).lines
    return [
        PrintedLine(
            line.number,
            line.unit,
            line.name,
            units[line.unit].state,
            "A",
            establishment=units[line.unit].establishment,
            strength=units[line.unit].strength,
            noted=line.noted,
            stands=line.stands,
        )
        for line in lines
    ]


def written(line: int, /, **columns: Any) -> FiledLine:
    """A line as filed."""
    return FiledLine(line, columns)
