"""A blank map of numbered hexes, drawn as large as its room allows.

hexes_height(grid, wide) -> height     of the drawing with its note
hex_part(masthead, grid)               a page of its own
draw_hexes(sheet, grid, x, y, wide)    every hex with its name at the upper side; returns the y under the note
"""

from __future__ import annotations

from math import sqrt

from campaign.views.hex_grid import HexGrid
from campaign.views.papers import Masthead
from campaign_reports.page import Part, Sheet, Side
from campaign_reports.style import CLOSE_RULE, FLOOR, INK, MM, NOTE, ROW_RULE, grey

NOTE_ROOM = 5 * MM


def hex_part(masthead: Masthead, grid: HexGrid) -> Part:
    """A page with the map, as large as it goes."""

    def paint(sheet: Sheet) -> None:
        y = sheet.begin() + 6 * MM
        most = sheet.foot - 4 * MM - y - NOTE_ROOM
        wide = min(sheet.room, sheet.room * most / (hexes_height(grid, sheet.room) - NOTE_ROOM))
        draw_hexes(sheet, grid, sheet.left + (sheet.room - wide) / 2, y, wide)

    return Part(masthead, paint, name="Hex map")


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
        row, column = divmod(number, grid.columns)
        middle = x + half * (2 * column + 1 + (row & 1)), y + side * (1 + 1.5 * row)
        corners = [(0.0, -side), (half, -side / 2), (half, side / 2), (0.0, side), (-half, side / 2), (-half, -side / 2)]
        sheet.path([(middle[0] + across, middle[1] + down) for across, down in corners], ROW_RULE, grey(45), closed=True)
        sheet.text(middle[0], middle[1] - side * 0.45, label, FLOOR, colour=grey(25), side=Side.MIDDLE)
    under = y + side * (1.5 * grid.rows + 0.5)
    if grid.note:
        sheet.text(x, under + NOTE_ROOM * 0.8, grid.note, NOTE, colour=INK)
    sheet.rule(x, under + NOTE_ROOM, x + wide, CLOSE_RULE, grey(45))
    return under + NOTE_ROOM
