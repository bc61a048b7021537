"""The equipment of a battalion's stands, by the words of its order of battle: tanks, guns, and weapons carried by hand.

items(unit) -> ((count, name), ...)     "34 Pz III, 14 Pz IV" as numbers and names; empty without
                                        numbers
shares(unit, stands) -> names           the equipment of each stand, in proportion to the counts; blank if
                                        unknown
anti_tank_gun(unit) -> str              the gun of an infantry battalion's anti-tank platoon; empty: none is named
mortar(unit) -> str                     its mortars
has_anti_tank_guns(unit) -> bool        guns on wheels, or weapons carried by hand (NQM-TBL-RANGE keeps them apart)
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor

from campaign.rules.common.force import Unit
from campaign.terms.forces import AntiTank

_ITEM = re.compile(r"(\d+) (\S.*)")
_ONE_NAME = re.compile(r"[^,]{,30}")
"""The most words of a name that fits beside a stand; a list or a sentence says nothing of a single stand."""
_GUN = re.compile(r"\bpak\b|\bpdr\b|\banti-tank gun|\b(?:37|45|57|76) ?mm\b|\b(?:47/32|47 mm)\b", re.IGNORECASE)
_NOT_A_GUN = re.compile(r"rifle|mortar|howitzer", re.IGNORECASE)
_MORTAR = re.compile(r"mortar", re.IGNORECASE)
_PLATOON_MORTAR = re.compile(r"\b(?:2in|5 cm|45 ?mm|50 ?mm|60 ?mm|4\.2in|12 cm|120 ?mm)\b", re.IGNORECASE)
"""Words for mortars lighter or heavier than a battalion's."""


def items(unit: Unit) -> tuple[tuple[int, str], ...]:
    """Return counts and names, in the order of the words; empty if any part of them is not counted."""
    matches = [_ITEM.fullmatch(part.strip()) for part in unit.equipment.split(",")] if unit.equipment else []
    return tuple((int(match[1]), match[2]) for match in matches if match is not None) if all(matches) else ()


def shares(unit: Unit, stands: int) -> tuple[str, ...]:
    """Return the name of each stand: whole stands by the counts, the others to the largest remainders, the earlier name
    first.
    """
    counted = items(unit)
    total = sum(count for count, _ in counted)
    if not total:
        return (unit.equipment if _ONE_NAME.fullmatch(unit.equipment) else "",) * stands
    due = [Fraction(stands * count, total) for count, _ in counted]
    floors = [floor(part) for part in due]
    for n in sorted(range(len(due)), key=lambda n: (floors[n] - due[n], n))[: stands - sum(floors)]:
        floors[n] += 1
    return tuple(name for (_, name), count in zip(counted, floors, strict=True) for _ in range(count))


def _named(unit: Unit, wanted_pattern: re.Pattern[str], never: re.Pattern[str] | None = None) -> str:
    parts = [part.strip() for part in unit.equipment.split(",")]
    found_part = next(
        (part for part in parts if wanted_pattern.search(part) and not (never and never.search(part))), ""
    )
    match = _ITEM.fullmatch(found_part)
    return match[2] if match else found_part


def anti_tank_gun(unit: Unit) -> str:
    """Return the name of the first anti-tank gun in the battalion's equipment."""
    return _named(unit, _GUN, _NOT_A_GUN)


def mortar(unit: Unit) -> str:
    """Return a battalion's mortars, by their calibre (``3in``); not those of its platoons or of a heavy company."""
    return _named(unit, _MORTAR, _PLATOON_MORTAR).removesuffix(" mortar")


def has_anti_tank_guns(unit: Unit) -> bool:
    """Return whether an infantry battalion has guns against armour: by its equipment, its count of guns, or a class
    that no hand weapon has.

    Rifles, projectors and rockets carried by hand are light in the campaign's classes (orbats/README.md): a class above
    that is a gun.
    """
    if anti_tank_gun(unit) or unit.establishment.guns:
        return True
    return unit.anti_tank_best not in (None, AntiTank.LIGHT, AntiTank.ARTILLERY)
