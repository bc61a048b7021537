"""Weapons that infantry, engineers and airborne troops carry against tanks, by nation and month, for all systems.

The table is ``hand_weapons.txt`` beside this module, with a source for each line. Each system turns the kinds into
classes of its own book; Brevity keeps the class that the order of battle gives.

    carried(nations, day, arm, equipment) -> HandWeapon | None
    table() -> tuple[Line, ...]
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Final

from campaign.terms.forces import Arm
from campaign.values import dataclass

FIRST, LAST = (1939, 9), (1945, 8)
"""The months of the table."""


class HandKind(StrEnum):
    """The kinds of weapon that men carry against tanks."""

    RIFLE = "rifle"
    LAUNCHER = "launcher"
    SINGLE_SHOT = "single shot"
    CLOSE = "close"


class Carriers(StrEnum):
    """The troops of which a line speaks."""

    ALL = "all"
    INFANTRY = "infantry"
    ENGINEERS = "engineers"
    AIRBORNE = "airborne"


@dataclass(frozen=True, slots=True)
class HandWeapon:
    """A weapon with its name and kind."""

    name: str
    kind: HandKind


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table; ``begins`` and ``ends`` are months, both included."""

    nation: str
    carriers: Carriers
    begins: tuple[int, int]
    ends: tuple[int, int]
    weapon: HandWeapon
    source: str


_CARRIERS: Final = {
    **dict.fromkeys(
        (
            Arm.INFANTRY,
            Arm.LORRIED_INFANTRY,
            Arm.MOTOR_INFANTRY,
            Arm.ARMOURED_INFANTRY,
            Arm.MOTORCYCLE,
            Arm.CYCLIST,
            Arm.CAVALRY,
            Arm.MIXED,
            Arm.RECONNAISSANCE,
        ),
        Carriers.INFANTRY,
    ),
    Arm.ENGINEER: Carriers.ENGINEERS,
    Arm.PARACHUTE: Carriers.AIRBORNE,
    Arm.GLIDER: Carriers.AIRBORNE,
}
"""The troops of each arm that fights on foot; other arms carry nothing against tanks by hand."""
_NAMED: Final = (
    (re.compile(r"\bboys\b", re.IGNORECASE), HandWeapon("Boys rifle", HandKind.RIFLE)),
    (re.compile(r"\bpiats?\b", re.IGNORECASE), HandWeapon("PIAT", HandKind.LAUNCHER)),
    (re.compile(r"bazooka", re.IGNORECASE), HandWeapon("Bazooka", HandKind.LAUNCHER)),
    (re.compile(r"panzerschreck", re.IGNORECASE), HandWeapon("Panzerschreck", HandKind.LAUNCHER)),
    (re.compile(r"panzerfaust|panzerfäuste", re.IGNORECASE), HandWeapon("Panzerfaust", HandKind.SINGLE_SHOT)),
    (re.compile(r"\bptr[ds]\b", re.IGNORECASE), HandWeapon("PTRD and PTRS rifles", HandKind.RIFLE)),
    (re.compile(r"solothurn", re.IGNORECASE), HandWeapon("Solothurn rifle", HandKind.RIFLE)),
    (re.compile(r"anti-tank rifle|panzerb(?:ü|ue)chse", re.IGNORECASE), HandWeapon("anti-tank rifle", HandKind.RIFLE)),
)
"""The weapons that an order of battle may name among a battalion's equipment."""


@cache
def table() -> tuple[Line, ...]:
    """Return all lines. Raises ValueError for a line that is not written so."""
    text = (pkgutil.get_data(__package__, "hand_weapons.txt") or b"").decode("utf-8")
    return tuple(_line(line) for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _line(line: str) -> Line:
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != 7 or not all(cells):  # As many as are named below.
        raise ValueError(f"this line needs seven cells, and each cell must be filled: {line}")
    nation, carriers, begins, ends, kind, name, source = cells
    return Line(nation, Carriers(carriers), _month(begins), _month(ends), HandWeapon(name, HandKind(kind)), source)


def _month(text: str) -> tuple[int, int]:
    year, _, month = text.partition("-")
    return int(year), int(month)


def carried(nations: Sequence[str], day: date, arm: Arm, equipment: str = "") -> HandWeapon | None:
    """Return what such troops carry against tanks on this day; None for arms that do not fight on foot. ``nations``:
    the key of their nation, then the nation of the books that it counts as. Before and after the months of the table
    its first and last month count. What ``equipment`` names comes first.
    """
    carriers = _CARRIERS.get(arm)
    if carriers is None:
        return None
    named = next((weapon for pattern, weapon in _NAMED if pattern.search(equipment)), None)
    if named is not None:
        return named
    month = min(max((day.year, day.month), FIRST), LAST)
    for nation in nations:
        fitting = [line for line in table() if line.nation == nation and line.begins <= month <= line.ends]
        for wanted in (carriers, Carriers.ALL):
            if weapon := next((line.weapon for line in fitting if line.carriers is wanted), None):
                return weapon
    return None
