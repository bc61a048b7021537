"""Units on a table: symbols in trays beside their spots, each with a leader to its spot.

signs(units)                         one sign a command at a spot, where there are many units
place_units(ground)                  draws the trays; one that finds no room becomes an inset of the ground
insets_height(ground, wide)          height of the insets under the map
draw_insets(sheet, ground, x, y, wide)

A tray lies on the side of its units: no other spot or place is nearer to it. No leader crosses a tray or another
leader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, inf, pi, sin

from campaign.terms.words import ranges
from campaign.values import replace
from campaign.words.packet import Point, TableUnit
from campaign.words.symbol import Frame
from campaign_reports.areas import Area, Segment, Spot, crosses, meet
from campaign_reports.branches import BREADTH
from campaign_reports.page import Sheet, Side
from campaign_reports.style import INK, MAP, MM, WHITE, accent, grey
from campaign_reports.symbols import draw, footroom, headroom
from campaign_reports.table_ground import Ground
from campaign_reports.type import Cut, Setting, fit

MOST_SINGLE = 16
"""Most units that are drawn one by one; of more, one sign at a spot stands for all units of a command."""
MOST_IN_TRAY = 24
OVER_A_NAME = 250
"""Cost of a leader across a name; the same as the cost of covering a road."""
OVER_A_LINE = 60
"""Cost of a leader across a road or an escarpment, which may separate it from its target."""
FARTHER = 200
"""Cost of a tray that is nearer to another spot or place than to its own."""
MOST_COVERED, COVERED = 0.04, 3_000
"""Share of the table that a tray may cover without cost, and the cost beyond it if the paper beside the table is free.
"""
HIGH: float = 3.0 * MM


def signs(units: Sequence[TableUnit]) -> list[TableUnit]:
    """Return the units as drawn: one by one, or one sign a command at a spot with the numbers of its lines."""
    if len(units) <= MOST_SINGLE:
        return list(units)
    groups: dict[tuple[Point, str, str, str], list[TableUnit]] = {}
    for unit in units:
        when = unit.label.partition(" ")[2]
        groups.setdefault((unit.at, unit.accent, unit.command or unit.label, when), []).append(unit)
    return [_sign(group, when) for (*_, when), group in groups.items()]


def _sign(units: Sequence[TableUnit], when: str) -> TableUnit:
    symbol = units[0].command_symbol
    if len(units) == 1 or symbol is None:
        return units[0]
    numbers = (int(unit.label.partition(" ")[0]) for unit in units)
    return replace(units[0], symbol=symbol, label=" ".join((ranges(numbers), when)).strip())


def place_units(ground: Ground) -> None:
    """Draw the trays of one side at one spot; the largest find their room first."""
    spots: dict[tuple[Point, str], list[TableUnit]] = {}
    for unit in signs(ground.table.units):
        spots.setdefault((unit.at, unit.accent), []).append(unit)
    for (point, _), units in sorted(spots.items(), key=lambda spot: -len(spot[1])):
        for start in range(0, len(units), MOST_IN_TRAY):
            tray = _Tray(units[start : start + MOST_IN_TRAY])
            near = {unit.at for unit in ground.table.units} | {place.at for place in ground.table.places}
            others = [ground.at(other) for other in near if other != point]
            if not _placed(ground, ground.at(point), tray, others):
                _mark_inset(ground, ground.at(point), tray.units)


class _Tray:
    """A tray of symbols in rows, the number of the line under each."""

    def __init__(self, units: Sequence[TableUnit]) -> None:
        self.units = list(units)
        self.labels = [fit(unit.label, 14 * MM, MAP, Cut.SEMIBOLD) for unit in units]
        self.pitch = max(map(_pitch, units, self.labels))
        self.up = max(headroom(unit.symbol, HIGH) for unit in units)
        self.down = max(footroom(unit.symbol, HIGH) for unit in units)
        self.row = self.up + HIGH + self.down + 8

    def size(self, across: int) -> tuple[float, float]:
        """Return width and height of the tray with ``across`` symbols in a row."""
        return across * self.pitch + 2, -(-len(self.units) // across) * self.row

    def draw(self, sheet: Sheet, area: Area, across: int) -> None:
        sheet.box(area.x, area.y, area.wide, area.high, 0.4, accent(self.units[0].accent), WHITE)
        for step, (unit, label) in enumerate(zip(self.units, self.labels, strict=True)):
            at, top = area.x + 1 + step % across * self.pitch, area.y + step // across * self.row
            x = at + (self.pitch - BREADTH * HIGH) / 2
            draw(sheet, unit.symbol, x, top + self.up + 1, HIGH, accent(unit.accent))
            sheet.lines(at + self.pitch / 2, top + self.up + HIGH + self.down + 6.4, label, side=Side.MIDDLE)


def _pitch(unit: TableUnit, label: Setting) -> float:
    frame = 2 * 0.11 * HIGH if unit.symbol.frame is Frame.ENEMY else 0
    return max(BREADTH * HIGH + 2.5, label.width + 2) + frame


def _placed(ground: Ground, spot: Spot, tray: _Tray, others: Sequence[Spot]) -> bool:
    """Draw the tray where it is best read; return whether there was such a place."""
    x, y = spot
    count = len(tray.units)
    across = min(count, 4 if count <= 8 else 6)
    wide, high = tray.size(across)
    covered = wide * high / (ground.frame.wide * ground.frame.high)
    places = [
        (Area(x + reach * cos(pi * step / 8) - wide / 2, y + reach * sin(pi * step / 8) - high / 2, wide, high), across)
        for reach in range(12, 100, 8)
        for step in range(16)
    ]
    inside = len(places)
    if covered > MOST_COVERED:
        places += _beside(ground, y, tray)
    barred = [taken for taken in ground.taken if not taken.overlap(Area(x - 3, y - 3, 6, 6))]

    def cost(number: int, least: float) -> float:
        """Return the cost of a place; infinite where it is not allowed, and where it is not below the least so far."""
        area, is_beside = places[number][0], number >= inside
        if not is_beside and number >= least:
            return inf
        hidden = 0.0 if is_beside else ground.cost(area)
        if hidden == inf or (is_beside and any(area.overlap(taken) > 0.5 for taken in ground.taken)):
            return inf
        if not is_beside and hidden * 250 + number >= least:
            return inf
        leader = (x, y, *area.nearest(spot))
        if _crosses_another(ground, leader, area):
            return inf
        away = _past(leader, 4.0)
        lines = OVER_A_LINE * sum(meet(away, line) for line in ground.lines) + OVER_A_NAME * sum(
            crosses(leader, taken) for taken in barred
        )
        own = hypot(leader[2] - x, leader[3] - y)
        if is_beside:
            return lines + own / 8
        farther = any(hypot(near[0] - q[0], near[1] - q[1]) < own for q in others for near in (area.nearest(q),))
        return (
            hidden * 250
            + lines
            + number
            + FARTHER * farther
            + (500 if area.overlap(Area(x - 2, y - 2, 4, 4)) else 0)
            + max(0.0, covered - MOST_COVERED) * COVERED
        )

    best, least = 0, inf
    for number in range(len(places)):
        costs = cost(number, least)
        if costs < least:
            best, least = number, costs
    if least == inf:
        return False
    area, across = places[best]
    near = area.nearest(spot)
    ground.sheet.line(x, y, *near, 0.5, grey(35))
    tray.draw(ground.sheet, area, across)
    ground.taken.append(area)
    ground.trays.append(area)
    ground.lines.append((x, y, *near))
    ground.leaders.append((x, y, *near))
    return True


def _crosses_another(ground: Ground, leader: Segment, area: Area) -> bool:
    """Return whether this leader would run over another tray or leader, or the tray lie on another leader."""
    return (
        any(crosses(leader, tray) for tray in ground.trays)
        or any(crosses(other, area) for other in ground.leaders)
        or any(meet(_past(leader, 2.0), _past(other, 2.0)) for other in ground.leaders)
    )


def _beside(ground: Ground, y: float, tray: _Tray) -> Iterator[tuple[Area, int]]:
    """Yield places for trays on the paper left and right of the table, at every height, each with its symbols in a
    row.
    """
    for side in ground.beside:
        across = min(len(tray.units), 8, int((side.wide - 2) / tray.pitch))
        if across < 1:
            continue
        wide, high = tray.size(across)
        x = side.right - wide if side.x < ground.frame.x else side.x
        for step in range(-80, 81):
            if side.y <= (at := y - high / 2 + 6 * step) <= side.low - high:
                yield Area(x, at, wide, high), across


def _past(line: Segment, start: float) -> Segment:
    """Return a line without its first points: a unit that stands on a road does not cross it there."""
    x, y, to_x, to_y = line
    share = min(1.0, start / max(start, hypot(to_x - x, to_y - y)))
    return x + (to_x - x) * share, y + (to_y - y) * share, to_x, to_y


# Insets


def _mark_inset(ground: Ground, spot: Spot, units: list[TableUnit]) -> None:
    """Draw a numbered disc on the spot; the tray itself stands under the map."""
    ground.insets.append(units)
    _draw_disc(ground.sheet, *spot, len(ground.insets))


def _draw_disc(sheet: Sheet, x: float, y: float, number: int) -> None:
    sheet.disc(x, y, 4.4, fill=INK)
    sheet.text(x, y + 2.4, str(number), MAP, Cut.BOLD, WHITE, side=Side.MIDDLE)


def _inset_rows(ground: Ground, wide: float) -> list[list[tuple[int, _Tray, int]]]:
    """Return the insets in rows under the map: each with its number and how many of its symbols stand abreast."""
    rows: list[list[tuple[int, _Tray, int]]] = []
    used = 0.0
    for number, units in enumerate(ground.insets, 1):
        tray = _Tray(units)
        across = min(len(units), max(1, int((wide - 16) / tray.pitch)))
        room = tray.size(across)[0] + 16
        if not rows or used + room > wide:
            rows.append([])
            used = 0.0
        rows[-1].append((number, tray, across))
        used += room
    return rows


def insets_height(ground: Ground, wide: float) -> float:
    """Return the height of all insets under the map."""
    return sum(max(tray.size(across)[1] for _, tray, across in row) + 4 for row in _inset_rows(ground, wide))


def draw_insets(sheet: Sheet, ground: Ground, x: float, y: float, wide: float) -> float:
    """Draw the insets, each behind its number; returns the y under them."""
    for row in _inset_rows(ground, wide):
        left_x = x
        for number, tray, across in row:
            size = tray.size(across)
            _draw_disc(sheet, left_x + 5, y + size[1] / 2, number)
            tray.draw(sheet, Area(left_x + 11, y, *size), across)
            left_x += size[0] + 16
        y += max(tray.size(across)[1] for _, tray, across in row) + 4
    return y
