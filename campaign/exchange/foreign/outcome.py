"""The result of a conversion as rows beside the file: one for each unit, with the place of its line.

outcomes(forces) -> [Outcome]     superiors first, in the order of the scenario
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.exchange.foreign.draft import Force, Unit
from campaign.rules.common.force import Strength
from campaign.terms.forces import Arm, SizeMark
from campaign.values import dataclass

_COMPANIES = frozenset({SizeMark.COMPANY, SizeMark.PLATOON, SizeMark.SECTION, SizeMark.TEAM})
FORMATION, BATTALION, COMPANY = "formation", "battalion", "company"
NO_STRENGTH = Strength(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A unit of the result."""

    where: str
    """Place of its line: ``corps.txt:12``."""
    name: str
    kind: str
    """``formation``, ``battalion`` or ``company``."""
    arm: Arm | None = None
    present: Strength = NO_STRENGTH
    full: Strength = NO_STRENGTH
    under: str = ""
    """Place of the line of the formation above; empty at the top."""
    is_filled: bool = False
    """True for a formation that has the units of an organisation, as the file has none."""


def outcomes(forces: Iterable[Force]) -> list[Outcome]:
    """Return the units of settled sides."""
    result: list[Outcome] = []
    for force in forces:
        open_ = [(unit, "") for unit in reversed(force.units)]
        while open_:
            unit, under = open_.pop()
            if unit.arm is Arm.HEADQUARTERS and unit.level is None:
                continue  # the headquarters of the formation above is no unit of its own
            result.append(_outcome(unit, under))
            open_.extend((below, unit.where) for below in reversed(unit.under))
    return result


def _outcome(unit: Unit, under: str) -> Outcome:
    kind = FORMATION if unit.level is not None else COMPANY if unit.mark in _COMPANIES else BATTALION
    return Outcome(
        unit.where,
        unit.name,
        kind,
        None if kind is FORMATION else unit.arm,
        unit.present or NO_STRENGTH,
        unit.full or NO_STRENGTH,
        under,
        kind is FORMATION and bool(unit.like),
    )
