"""The small signs of a situation map: places, crossings and obstacles by state, battles, contacts, cuts. Each can be
read without colour.

Coordinates are points on the page; every sign is drawn around its middle.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from campaign.terms.ground import CrossingState, ObstacleKind
from campaign.views.map.map import MapPlace
from campaign.words.symbol import Frame
from campaign_reports.areas import Area, Spot
from campaign_reports.drawing import Drawing
from campaign_reports.page import Side
from campaign_reports.style import INK, MAP, TEXT, WHITE, Colour, grey
from campaign_reports.type import Cut

DOT: Final = 2.6
"""Half the width of a place's dot, in points."""


def draw_place(sheet: Drawing, spot: Spot, place: MapPlace) -> None:
    """Draw a place. Filled: the reader's own; ring with a dot: the enemy's; open: without owner or unknown. Square: an
    objective. Ticks: a hill; grey: rough.
    """
    x, y = spot
    if place.is_rough:
        sheet.disc(x, y, DOT + 2.4, fill=grey(78))
    if place.is_hill:
        for turn in range(8):
            across, down = cos(turn * pi / 4 + pi / 8), sin(turn * pi / 4 + pi / 8)
            sheet.line(x + 3.4 * across, y + 3.4 * down, x + 5.6 * across, y + 5.6 * down, 0.5, grey(25))
    fill = INK if place.held is Frame.OWN else WHITE
    if place.is_objective:
        sheet.box(x - DOT, y - DOT, 2 * DOT, 2 * DOT, 0.9, INK, fill)
    else:
        sheet.disc(x, y, DOT - 0.4, 0.9, INK, fill)
    if place.held is Frame.ENEMY:
        sheet.disc(x, y, 0.95, fill=INK)


def draw_crossing(sheet: Drawing, spot: Spot, state: CrossingState | None) -> None:
    """Draw a crossing: bars over the water; blown: an X; rebuilt: double; ferry: a boat; prepared: a charge; not known:
    dashed.
    """
    x, y = spot
    if state is None:
        square = [(x - 2.5, y - 2.5), (x + 2.5, y - 2.5), (x + 2.5, y + 2.5), (x - 2.5, y + 2.5)]
        sheet.path(square, 0.6, INK, WHITE, closed=True, dash=(1.2, 0.9))
        return
    if state is CrossingState.FERRY:
        sheet.disc(x, y, 2.8, 0.7, INK, WHITE)
        sheet.path([(x - 1.9, y), (x + 1.9, y), (x + 1.1, y + 1.5), (x - 1.1, y + 1.5)], fill=INK, closed=True)
        return
    sheet.box(x - 2.6, y - 2.6, 5.2, 5.2, 0.8, INK, INK if state is CrossingState.INTACT else WHITE)
    if state is CrossingState.BRIDGED:
        sheet.box(x - 1.3, y - 1.3, 2.6, 2.6, 0.6, INK)
    elif state is CrossingState.PREPARED:
        sheet.disc(x, y, 1.2, fill=INK)
    elif not state.is_passable:
        reach = 4.0 if state is CrossingState.DESTROYED else 2.6
        for way in (1, -1):
            sheet.line(x - reach, y - reach * way, x + reach, y + reach * way, 1.1)


def draw_obstacle(sheet: Drawing, spot: Spot, kind: ObstacleKind, *, gapped: bool) -> None:
    """Draw an obstacle: a bar, mines, wire, teeth of a ditch, craters, a broken road; a white gap through it if
    engineers made one.
    """
    x, y = spot
    sheet.disc(x, y, 3.3, fill=WHITE)
    _draw_kind(sheet, x, y, kind)
    if gapped:
        sheet.line(x, y - 3.4, x, y + 3.4, 2.4, WHITE)
        for across in (-1.2, 1.2):
            sheet.line(x + across, y - 3.2, x + across, y + 3.2, 0.5)


def _draw_kind(sheet: Drawing, x: float, y: float, kind: ObstacleKind) -> None:
    match kind:
        case ObstacleKind.ROADBLOCK:
            sheet.box(x - 3, y - 1.1, 6, 2.2, fill=INK)
        case ObstacleKind.MINEFIELD:
            for across in (-2.1, 0, 2.1):
                sheet.disc(x + across, y, 0.95, fill=INK)
        case ObstacleKind.WIRE:
            for across in (-2.0, 0, 2.0):
                sheet.line(x + across - 0.9, y - 1.3, x + across + 0.9, y + 1.3, 0.6)
                sheet.line(x + across - 0.9, y + 1.3, x + across + 0.9, y - 1.3, 0.6)
        case ObstacleKind.DITCH:
            sheet.path([(x - 3, y + 1.6), (x - 1.5, y - 1.4), (x, y + 1.6), (x + 1.5, y - 1.4), (x + 3, y + 1.6)], 0.8)
        case ObstacleKind.CRATERS:
            for across, down in ((-1.5, 0.8), (1.5, 0.9), (0.1, -1.5)):
                sheet.disc(x + across, y + down, 1.15, 0.7, INK, WHITE)
        case ObstacleKind.DEMOLITION:
            for way in (1, -1):
                sheet.line(x - 2.6, y - 2.6 * way, x + 2.6, y + 2.6 * way, 1.0)


def draw_battle(sheet: Drawing, area: Area, number: int) -> None:
    """Draw crossed swords and the battle's number, white on black."""
    sheet.box(area.x, area.y, area.wide, area.high, 0.6, INK, INK, 1.6)
    x, y = area.x + 5.2, area.y + area.high / 2
    for way in (1, -1):
        sheet.line(x - 2.8 * way, y + 2.9, x + 2.8 * way, y - 2.9, 0.9, WHITE)
        sheet.line(x - 2.9 * way, y + 0.7, x - 0.8 * way, y + 2.6, 0.7, WHITE)
    sheet.text(area.x + 9.0, area.low - 2.6, str(number), TEXT, Cut.BOLD, WHITE)


def draw_contact(sheet: Drawing, spot: Spot) -> None:
    """Draw a star with eight points."""
    x, y = spot
    points = [
        (x + r * cos(n * pi / 8), y + r * sin(n * pi / 8)) for n in range(16) for r in ((4.6 if n % 2 == 0 else 1.9),)
    ]
    sheet.path(points, 0.4, WHITE, INK, closed=True)


def draw_cut(sheet: Drawing, spot: Spot, colour: Colour) -> None:
    """Draw a broad X on white."""
    x, y = spot
    for weight, ink in ((4.2, WHITE), (2.2, colour)):
        for way in (1, -1):
            sheet.path([(x - 3.2, y - 3.2 * way), (x + 3.2, y + 3.2 * way)], weight, ink)


def draw_badge(sheet: Drawing, area: Area, number: int) -> None:
    sheet.box(area.x, area.y, area.wide, area.high, 0.6, INK, WHITE, area.high / 2)
    sheet.text(area.x + area.wide / 2, area.low - 2.6, str(number), MAP, Cut.BOLD, side=Side.MIDDLE)


def draw_note_number(sheet: Drawing, spot: Spot, number: int) -> None:
    """Draw the number of a note on supply, white on a black disc."""
    x, y = spot
    sheet.disc(x, y, 4.3, fill=INK)
    sheet.text(x, y + 2.3, str(number), MAP, Cut.BOLD, WHITE, side=Side.MIDDLE)


def draw_arrow_head(sheet: Drawing, tail: Spot, tip: Spot, colour: Colour, *, hollow: bool) -> None:
    """Draw the head at the end of a march: full for the reader's own side, open for the other."""
    dx, dy = tip[0] - tail[0], tip[1] - tail[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = dx / length, dy / length
    base = tip[0] - 6.5 * dx, tip[1] - 6.5 * dy
    wing = 2.6
    corners = [tip, (base[0] - dy * wing, base[1] + dx * wing), (base[0] + dy * wing, base[1] - dx * wing)]
    sheet.path(corners, 0.8, colour, WHITE if hollow else colour, closed=True)


def draw_north(sheet: Drawing, x: float, y: float, high: float) -> None:
    """Draw a north arrow, its tip at the top, from (x, y) downwards."""
    mid = y + high * 0.72
    sheet.text(x, y + 6.2, "N", TEXT, Cut.BOLD, side=Side.MIDDLE)
    top = y + 8.2
    sheet.path([(x, top), (x - 3.4, y + high), (x, mid)], 0.6, INK, WHITE, closed=True)
    sheet.path([(x, top), (x + 3.4, y + high), (x, mid)], 0.6, INK, INK, closed=True)
