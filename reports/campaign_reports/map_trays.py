"""Trays: the units of one side that stand at one spot, as symbols in rows with their names, measured and not yet
placed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from typing import Final

from campaign.values import dataclass
from campaign.views.map.map import MapUnit, Metres
from campaign_reports.branches import BREADTH
from campaign_reports.style import MAP
from campaign_reports.symbols import footroom, headroom, sideroom
from campaign_reports.type import Cut, Setting, squeeze

SIGN: Final = 10.5
"""Height in points of a symbol's frame on the map."""
NOTE: Final = 8.6
"""Height in points of a note's number, under the captions."""
MOST_IN_TRAY: Final = 15


@dataclass(frozen=True, slots=True)
class Cell:
    """One symbol in a tray: its upper left corner from the tray's, and its caption centred under it."""

    unit: MapUnit
    across: float
    down: float
    middle: float
    foot: float
    """Distance from the frame of the symbol down to its caption."""
    label: Setting | None
    age: Setting | None


@dataclass(frozen=True, slots=True)
class Tray:
    """Units of one side that stand at one spot, side by side."""

    side: int
    at: Metres
    wide: float
    high: float
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """The units of one side at one point."""

    side: int
    at: Metres
    units: tuple[MapUnit, ...]


def stacks_of(units: Sequence[MapUnit]) -> list[Stack]:
    """Return the units by side and point, in the order of the view; more than a tray holds are several stacks."""
    map_units: dict[tuple[int, Metres], list[MapUnit]] = defaultdict(list)
    for unit in units:
        map_units[unit.side, unit.at].append(unit)
    return [
        Stack(side, at, tuple(map_units_here[start : start + MOST_IN_TRAY]))
        for (side, at), map_units_here in map_units.items()
        for start in range(0, len(map_units_here), MOST_IN_TRAY)
    ]


def tray_of(stack: Stack) -> Tray:
    """Return the symbols in rows, each with its name below it and, for an enemy, the age of the news."""
    count = len(stack.units)
    columns = count if count <= 4 else max(4, round(sqrt(1.7 * count) + 0.49))
    cells: list[Cell] = []
    x_of = [2.0]
    labels = [_captions(unit) for unit in stack.units]
    for column in range(columns):
        x_of.append(x_of[-1] + max(_cell_width(stack.units[i], labels[i]) for i in range(column, count, columns)))
    top = 1.6
    for start in range(0, count, columns):
        row = range(start, min(start + columns, count))
        up = max(headroom(stack.units[i].symbol, SIGN) for i in row)
        down = max(footroom(stack.units[i].symbol, SIGN) for i in row)
        deep = 0.0
        for i in row:
            middle = (x_of[i - start] + x_of[i - start + 1]) / 2
            label, age = labels[i]
            cells.append(Cell(stack.units[i], middle - BREADTH * SIGN / 2, top + up, middle, down + 0.8, label, age))
            words = sum(setting.depth for setting in (label, age) if setting is not None)
            deep = max(deep, words + (NOTE + 0.6 if stack.units[i].note else 0.0))
        top += up + SIGN + down + deep + 2.0
    return Tray(stack.side, stack.at, x_of[-1] + 2.0, top, tuple(cells))


def halves_of(tray: Tray) -> list[Tray]:
    """Return the units of a tray that is too large as two smaller ones; none for a single unit."""
    units, middle = [cell.unit for cell in tray.cells], (len(tray.cells) + 1) // 2
    parts = (units[:middle], units[middle:]) if len(units) > 1 else ()
    return [tray_of(Stack(tray.side, tray.at, tuple(part))) for part in parts]


def _captions(unit: MapUnit) -> tuple[Setting | None, Setting | None]:
    label = squeeze(unit.label, 46, MAP, Cut.SEMIBOLD, 2) if unit.label else None
    return label, squeeze(unit.age, 46, MAP) if unit.age else None


def _cell_width(unit: MapUnit, captions: tuple[Setting | None, Setting | None]) -> float:
    words = max((setting.width for setting in captions if setting is not None), default=0.0)
    return max(BREADTH * SIGN + 2 * sideroom(unit.symbol, SIGN) + 3.5, words + 3.0)
