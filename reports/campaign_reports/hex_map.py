"""The map of numbered hexes, drawn as large as its room allows, the table's ground under it.

hexes_height(grid, wide) -> height     of the drawing with its note
hex_part(masthead, grid, table)        a page of its own: the ground under the hexes, and the hexes of places and entries
hex_name(grid, table, point)           the hex in which a point of the table lies
draw_hexes(sheet, grid, x, y, wide)    every hex with its name at the upper side; returns the y under the note

The rows of a hex map are a little lower than its columns are wide: the table is drawn in just so.
"""

from __future__ import annotations

from math import dist, sqrt

from campaign.views.hex_grid import HexGrid
from campaign.views.packet import Edge, Point, TableEntry, TableMap
from campaign.views.papers import Masthead
from campaign_reports.areas import Area
from campaign_reports.lines import WEIGHT_ORDER
from campaign_reports.page import Part, Sheet, Side
from campaign_reports.style import CLOSE_RULE, FLOOR, INK, MM, NOTE, ROW_RULE, TABLE, WHITE, grey
from campaign_reports.table_ground import Ground, draw_areas, draw_feature, draw_road
from campaign_reports.type import Cut, paragraph, width

NOTE_ROOM = 5 * MM
MOST_PLACES = 60


class StretchedGround(Ground):
    """The table laid under the hexes: as wide and as deep as they are."""

    def at(self, point: Point) -> tuple[float, float]:
        """A point of the table on the page."""
        across, up = point[0] / self.table.width_in, point[1] / self.table.depth_in
        return (self.frame.x + across * self.frame.wide, self.frame.y + (1 - up) * self.frame.high)


def hex_part(masthead: Masthead, grid: HexGrid, table: TableMap) -> Part:
    """A page with the map, as large as it goes."""

    def paint(sheet: Sheet) -> None:
        y = sheet.begin() + 6 * MM
        told = paragraph(_told(grid, table), sheet.room, TABLE)
        most = sheet.foot - 8 * MM - y - NOTE_ROOM - told.height
        wide = min(sheet.room, sheet.room * most / (hexes_height(grid, sheet.room) - NOTE_ROOM))
        x = sheet.left + (sheet.room - wide) / 2
        _draw_ground(StretchedGround(sheet, table, Area(x, y, wide, hexes_height(grid, wide) - NOTE_ROOM)))
        y = draw_hexes(sheet, grid, x, y, wide)
        sheet.lines(sheet.left, y + 4 * MM, told)

    return Part(masthead, paint, name="Hex map")


def _told(grid: HexGrid, table: TableMap) -> str:
    """Where the places are and where the roads come in."""
    first = sorted(table.places, key=lambda place: not place.is_objective)
    places = [f"{place.name}: {hex_name(grid, table, place.at)}" for place in first[:MOST_PLACES]]
    if first[MOST_PLACES:]:
        places.append(f"{len(first) - MOST_PLACES} more places on the deployment map")
    entries = [f"{entry.letter}, {entry.leads_to}: {hex_name(grid, table, _entry_point(table, entry))}" for entry in table.entries]
    return "; ".join([*places, *entries])


def _entry_point(table: TableMap, entry: TableEntry) -> Point:
    return {
        Edge.NORTH: (entry.inch, table.depth_in), Edge.SOUTH: (entry.inch, 0), Edge.WEST: (0, entry.inch), Edge.EAST: (table.width_in, entry.inch),
    }[entry.edge]  # fmt: skip


def hex_name(grid: HexGrid, table: TableMap, point: Point) -> str:
    """The hex whose middle is nearest, the table laid under the hexes as it is drawn."""
    wide = 1000.0
    side = _side(grid, wide)
    spot = point[0] / table.width_in * wide, (1 - point[1] / table.depth_in) * side * (1.5 * grid.rows + 0.5)
    return min(enumerate(grid.labels), key=lambda one: dist(spot, _middle(grid, one[0], side)))[1]


def _middle(grid: HexGrid, number: int, side: float) -> tuple[float, float]:
    """The middle of a hex, from the upper left corner of the map; every second row lies half a hex to the right."""
    row, column = divmod(number, grid.columns)
    return side * sqrt(3) / 2 * (2 * column + 1 + (row & 1)), side * (1 + 1.5 * row)


def _draw_ground(ground: Ground) -> None:
    """What the table map shows, without names: those stand under the map with their hexes."""
    sheet, frame = ground.sheet, ground.frame
    if sheet.counting:
        return
    sheet.canvas.saveState()
    clip = sheet.canvas.beginPath()
    clip.rect(frame.x, sheet.height - frame.y - frame.high, frame.wide, frame.high)
    sheet.canvas.clipPath(clip, stroke=0, fill=0)
    draw_areas(ground)
    for feature in ground.table.features:
        draw_feature(ground, feature)
    for road in sorted(ground.table.roads, key=lambda road: WEIGHT_ORDER[road.kind]):
        draw_road(ground, road)
    for place in ground.table.places:
        x, y = ground.at(place.at)
        sheet.box(x - 2.4, y - 2.4, 4.8, 4.8, fill=INK)
    sheet.canvas.restoreState()


def _side(grid: HexGrid, wide: float) -> float:
    """Length of a hex's side: the columns and the half hex of the odd rows fill the width."""
    return wide / ((grid.columns + (0.5 if grid.rows > 1 else 0)) * sqrt(3))


def hexes_height(grid: HexGrid, wide: float) -> float:
    """Height of the drawing with its note."""
    return _side(grid, wide) * (1.5 * grid.rows + 0.5) + NOTE_ROOM


def draw_hexes(sheet: Sheet, grid: HexGrid, x: float, y: float, wide: float) -> float:
    """Draws the map with its upper left corner here, so wide; returns the y under its note."""
    side = _side(grid, wide)
    half = side * sqrt(3) / 2
    for number, label in enumerate(grid.labels):
        across, down = _middle(grid, number, side)
        middle = x + across, y + down
        corners = [(0.0, -side), (half, -side / 2), (half, side / 2), (0.0, side), (-half, side / 2), (-half, -side / 2)]
        sheet.path([(middle[0] + right, middle[1] + low) for right, low in corners], ROW_RULE, grey(45), closed=True)
        wide_label = width(label, Cut.REGULAR, FLOOR) + 1.6
        sheet.box(middle[0] - wide_label / 2, middle[1] - side * 0.45 - FLOOR * 0.85, wide_label, FLOOR * 1.1, fill=WHITE)
        sheet.text(middle[0], middle[1] - side * 0.45, label, FLOOR, colour=grey(25), side=Side.MIDDLE)
    under = y + side * (1.5 * grid.rows + 0.5)
    if grid.note:
        sheet.text(x, under + NOTE_ROOM * 0.8, grid.note, NOTE, colour=INK)
    sheet.rule(x, under + NOTE_ROOM, x + wide, CLOSE_RULE, grey(45))
    return under + NOTE_ROOM
