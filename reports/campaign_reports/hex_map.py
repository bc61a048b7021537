"""The map of numbered hexes, the table's ground under it: what each hex is, water along the sides, who starts where.

hexes_height(grid, wide) -> height       of the drawing with its note; hexes_wide the other way round
draw_hex_map(sheet, y, grid, table)      the same at the foot of a sheet, its key beside it; on a new page where there
                                         is no room
draw_hexes(sheet, grid, x, y, wide)      every hex with its name at the upper side and what it is at the lower; returns
                                         the y under the note

Nothing rests on grey alone: what a hex is, is written in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, sqrt
from types import MappingProxyType
from typing import Final

from campaign.views.hex_grid import HexGrid, HexStart
from campaign.views.packet import Edge, Point, TableEntry, TableMap
from campaign_reports.areas import Area, Spot
from campaign_reports.blocks import Block, column_height, draw_block_head, fill_column, flow, text_items
from campaign_reports.page import Mark, Sheet, Side
from campaign_reports.style import CLOSE_RULE, FAINT, INK, MAP, MM, ROW_RULE, TABLE, WHITE, Colour, accent, grey
from campaign_reports.table_ground import Ground, draw_ground
from campaign_reports.type import Cut, width

NOTE_ROOM = 5 * MM
HEAD = 4.6 * MM
MOST_PLACES = 60
KEY_WIDE: float = 56 * MM
LEAST_WIDE: float = 104 * MM
"""A map beside its key is no narrower than this."""
TINTS: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "hill": grey(84),
        "woods": grey(80),
        "town": grey(74),
        "broken": grey(92),
        "marsh": grey(88),
        "lake": grey(88),
        "bridge": grey(94),
    }
)
WATER: Final = 3.4
MOST_NAMED: Final = 3
"""Numbers in one hex; of more it says how many, and the key which."""


class StretchedGround(Ground):
    """The table laid under the hexes: as wide and as deep as they are."""

    def at(self, point: Point) -> Spot:
        """A point of the table on the page."""
        across, up = point[0] / self.table.width_in, point[1] / self.table.depth_in
        return (self.frame.x + across * self.frame.wide, self.frame.y + (1 - up) * self.frame.high)


def draw_hex_map(sheet: Sheet, y: float, grid: HexGrid, table: TableMap) -> float:
    """The map under what stands on the page already, or on the next; returns the y under it."""
    y += 5 * MM
    room = sheet.low - y - HEAD - NOTE_ROOM
    wide = min(
        sheet.room - KEY_WIDE - 4 * MM, (sheet.room - KEY_WIDE) * room / _map_height(grid, sheet.room - KEY_WIDE)
    )
    key = _key(grid, table, sheet.room - wide - 4 * MM)
    both = any(not start.is_own for start in grid.starts)
    if both or wide < LEAST_WIDE or column_height([key]) > room + NOTE_ROOM:
        return _draw_page(sheet, sheet.next_page(), grid, table)
    draw_block_head(sheet, sheet.left_x, y, sheet.room, "Hex map", _size(grid))
    y += HEAD
    low = draw_hexes(sheet, grid, sheet.left_x, y, wide, table)
    deep, _ = fill_column(sheet, sheet.left_x + wide + 4 * MM, y, sheet.room - wide - 4 * MM, sheet.low, [key])
    return max(low, deep)


def _draw_page(sheet: Sheet, y: float, grid: HexGrid, table: TableMap) -> float:
    """The map over the whole width, its key in two columns under it."""
    key = _key(grid, table, (sheet.room - 4 * MM) / 2)
    draw_block_head(sheet, sheet.left_x, y, sheet.room, "Hex map", _size(grid))
    y += HEAD
    most = sheet.low - y - NOTE_ROOM - 4 * MM - (key.height / 2 + 6 * MM)
    wide = min(sheet.room, sheet.room * most / _map_height(grid, sheet.room))
    y = draw_hexes(sheet, grid, sheet.left_x + (sheet.room - wide) / 2, y, wide, table)
    return flow(sheet, y + 4 * MM, [key], 2, even=True)


def _size(grid: HexGrid) -> str:
    return f"{grid.columns} \N{MULTIPLICATION SIGN} {grid.rows} hexes"


def _key(grid: HexGrid, table: TableMap, room: float) -> Block:
    """What the map says, who starts where, where the places are and where the roads come in."""
    starts: dict[str, list[str]] = {}
    for start in grid.starts:
        if start.is_own:
            starts.setdefault(f"{start.label}{' (comes on)' if start.comes_on else ''}", []).append(start.text)
    texts = [*grid.key]
    if starts and all(start.is_own for start in grid.starts):
        texts.append("Lines: " + "; ".join(f"{' '.join(lines)} in {where}" for where, lines in starts.items()) + ".")
    first = sorted(table.places, key=lambda place: not place.is_objective)
    places = [f"{place.name} {hex_name(grid, table, place.at)}" for place in first[:MOST_PLACES]]
    if first[MOST_PLACES:]:
        places.append(f"{len(first) - MOST_PLACES} more")
    if places:
        texts.append(f"Places: {'; '.join(places)}.")
    roads = [
        f"{entry.letter} {entry.leads_to} {hex_name(grid, table, entry_point(table, entry))}" for entry in table.entries
    ]
    if roads:
        texts.append(f"Roads come in: {'; '.join(roads)}.")
    return Block("What the map says", [entry for text in texts for entry in text_items(text, room, TABLE, after=1.6)])


def entry_point(table: TableMap, entry: TableEntry) -> Point:
    """Where a road comes onto the table."""
    return {
        Edge.NORTH: (entry.inch, table.depth_in),
        Edge.SOUTH: (entry.inch, 0),
        Edge.WEST: (0, entry.inch),
        Edge.EAST: (table.width_in, entry.inch),
    }[entry.edge]


def hex_name(grid: HexGrid, table: TableMap, point: Point) -> str:
    """The hex whose middle is nearest, the table laid under the hexes as it is drawn."""
    return grid.hex_at(point[0] / table.width_in, point[1] / table.depth_in)


def _draw_ground(ground: Ground) -> None:
    """What the table map shows, without names: those stand beside the map with their hexes."""
    sheet, frame = ground.sheet, ground.frame
    if sheet.counting:
        return
    with sheet.clipped(frame.x, frame.y, frame.wide, frame.high):
        draw_ground(ground)
        for place in ground.table.places:
            x, y = ground.at(place.at)
            sheet.box(x - 2.4, y - 2.4, 4.8, 4.8, fill=INK)


def _side(grid: HexGrid, wide: float) -> float:
    """Length of a hex's side: the columns and the half hex of the odd rows fill the width."""
    return wide / grid.across


def _map_height(grid: HexGrid, wide: float) -> float:
    return _side(grid, wide) * grid.down


def hexes_wide(grid: HexGrid, high: float, wide: float) -> float:
    """Width of the drawing that is no higher than this with its note, and no wider."""
    return min(wide, wide * (high - NOTE_ROOM) / _map_height(grid, wide))


def hexes_height(grid: HexGrid, wide: float) -> float:
    """Height of the drawing with its note."""
    return _map_height(grid, wide) + NOTE_ROOM


def _corners(at: tuple[float, float], side: float) -> list[Spot]:
    half = side * sqrt(3) / 2
    around = [(0.0, -side), (half, -side / 2), (half, side / 2), (0.0, side), (-half, side / 2), (-half, -side / 2)]
    return [(at[0] + right, at[1] + low) for right, low in around]


def draw_hexes(sheet: Sheet, grid: HexGrid, x: float, y: float, wide: float, table: TableMap | None = None) -> float:
    """Draws the map with its upper left corner here, so wide; returns the y under its note."""
    side = _side(grid, wide)
    middles = {label: (x + side * across, y + side * down) for label, (across, down) in _middles(grid).items()}
    under = y + _map_height(grid, wide)
    with sheet.marked(Mark.MAP):
        for label, word in grid.words.items():
            sheet.path(_corners(middles[label], side), fill=TINTS.get(word, grey(92)), closed=True)
        if table is not None:
            _draw_ground(StretchedGround(sheet, table, Area(x, y, wide, _map_height(grid, wide))))
        for label, at in middles.items():
            sheet.path(_corners(at, side), ROW_RULE, grey(45), closed=True)
            fill = TINTS.get(grid.words.get(label, ""), WHITE)
            _tag(sheet, label, at[0], at[1] - min(side * 0.52, _within(label, side) - MAP * 0.86), (grey(25), fill))
            if label in grid.words:
                _tag(
                    sheet,
                    grid.words[label],
                    at[0],
                    at[1] + min(side * 0.58, _within(grid.words[label], side) - 0.8),
                    (INK, fill),
                )
        for hex_side in grid.sides:
            _draw_side(sheet, middles[hex_side.one], middles[hex_side.other], side, hex_side.word)
        if grid.prize in middles:
            sheet.path(_corners(middles[grid.prize], side * 0.94), 1.6, INK, closed=True)
        _draw_starts(sheet, grid, middles, side)
        if grid.note:
            sheet.text(x, under + NOTE_ROOM * 0.8, grid.note, MAP, colour=FAINT)
        sheet.rule(x, under + NOTE_ROOM, x + wide, CLOSE_RULE, grey(45))
    return under + NOTE_ROOM


def _middles(grid: HexGrid) -> dict[str, Spot]:
    return {label: grid.middle(number) for number, label in enumerate(grid.labels)}


def _within(words: str, side: float) -> float:
    """How far from the middle of a hex, upwards or downwards, a word still stands between its sides."""
    return side * max(0.5, 1 - (width(words, Cut.REGULAR, MAP) + 1.6) / (side * 2 * sqrt(3)))


def _tag(sheet: Sheet, words: str, x: float, y: float, colours: tuple[Colour, Colour]) -> None:
    """A word in a hex, on its own ground, so that no road runs through it."""
    wide = width(words, Cut.REGULAR, MAP) + 1.6
    sheet.box(x - wide / 2, y - MAP * 0.85, wide, MAP * 1.1, fill=colours[1])
    sheet.text(x, y, words, MAP, colour=colours[0], side=Side.MIDDLE)


def _draw_side(sheet: Sheet, point: Spot, other_point: Spot, side: float, word: str) -> None:
    """Water along the side between two hexes; a bridge is two strokes over it."""
    middle = ((point[0] + other_point[0]) / 2, (point[1] + other_point[1]) / 2)
    across, down = other_point[0] - point[0], other_point[1] - point[1]
    far = hypot(across, down)
    over, along = (across / far, down / far), (-down / far, across / far)
    ends = [(middle[0] + along[0] * side / 2 * sign, middle[1] + along[1] * side / 2 * sign) for sign in (1, -1)]
    sheet.path(ends, WATER, grey(50))
    if word in ("bridge", "ford"):
        gap = [(middle[0] + along[0] * 3.2 * sign, middle[1] + along[1] * 3.2 * sign) for sign in (1, -1)]
        sheet.path(gap, WATER + 0.6, WHITE)
        for sign in (1, -1):
            x, y = middle[0] + along[0] * 2.6 * sign, middle[1] + along[1] * 2.6 * sign
            sheet.line(x - over[0] * 4.4, y - over[1] * 4.4, x + over[0] * 4.4, y + over[1] * 4.4, 1.0)


def _draw_starts(sheet: Sheet, grid: HexGrid, middles: Mapping[str, Spot], side: float) -> None:
    """The numbers of the lines in their hexes: framed, the other side's doubly; those who come on there after a sign of
    their own."""
    together: dict[str, dict[tuple[str, bool], list[HexStart]]] = {}
    for start in grid.starts:
        together.setdefault(start.label, {}).setdefault((start.accent, start.is_own), []).append(start)
    for label, groups in together.items():
        x, y = middles[label]
        for step, ((colour, is_own), starts) in enumerate(groups.items()):
            down = (step - (len(groups) - 1) / 2) * 9.4
            _draw_start(
                sheet,
                (x, y - side * 0.03 + down),
                _words_of(starts),
                accent(colour),
                (side, len(groups) > 1 or side < 16),
                is_own=is_own,
            )


def _words_of(starts: list[HexStart]) -> str:
    """``1 2``, of more how many; then, after the sign, who comes on."""
    names_here, coming = ([start.text for start in starts if start.comes_on is which] for which in (False, True))
    lines = [
        " ".join(texts) if len(texts) <= MOST_NAMED else f"\N{MULTIPLICATION SIGN}{len(texts)}"
        for texts in (names_here, coming)
    ]
    return " ".join(filter(None, (lines[0], lines[1] and f"\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}{lines[1]}")))


def _draw_start(sheet: Sheet, at: Spot, words: str, colour: Colour, room: tuple[float, bool], *, is_own: bool) -> None:
    side, tight = room
    size = next(
        (size for size in (() if tight else (8.5, 7.5)) if width(words, Cut.BOLD, size) <= side * sqrt(3) - 5), 6.5
    )
    wide = width(words, Cut.BOLD, size) + 4
    x, y = at[0] - wide / 2, at[1] - size * 0.62
    if not is_own:
        sheet.box(x - 1.3, y - 1.3, wide + 2.6, size * 1.2 + 2.6, 0.5, colour, WHITE)
    sheet.box(x, y, wide, size * 1.2, 0.8, colour, WHITE)
    sheet.text(at[0], y + size * 0.95, words, size, Cut.BOLD, colour, Side.MIDDLE)
