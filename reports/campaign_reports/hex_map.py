"""The map of numbered hexes over the table's ground: the ground of each hex, water along the sides, starting units.

hexes_height(grid, wide) -> height       of the drawing with its note; hexes_wide the other way round
draw_hex_map(sheet, y, grid, table)      a large map with its key under it; on a new page where there is no room
hexes_item, hex_letters, hex_key         the map and its key in a column of a sheet's page 1
draw_hexes(sheet, grid, x, y, wide)      every hex with its name and ground, by a letter in a small one; returns the
                                         y under the note

Nothing depends on grey alone: the ground of a hex is written in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from types import MappingProxyType
from typing import Final

from campaign.words.hex_grid import HexGrid, HexStart
from campaign.words.packet import EnemyGroup, Point, TableMap
from campaign.words.texts import papers
from campaign_reports.areas import Area, Spot
from campaign_reports.blocks import HEAD, Block, Item, draw_block_head, flow, text_items, void
from campaign_reports.page import Mark, Sheet, Side
from campaign_reports.style import CLOSE_RULE, FAINT, INK, MAP, MM, ROW_RULE, TABLE, WHITE, Colour, accent, grey
from campaign_reports.symbols import draw
from campaign_reports.table_ground import MARGIN, Ground, draw_ground, entry_point
from campaign_reports.table_map import draw_entries
from campaign_reports.type import Cut, width

NOTE_ROOM = 5 * MM
MOST_PLACES = 60
LEAST_WIDE: float = 130 * MM
"""Least width of a map that stands alone."""
LEAST_SIDE: float = 10.5
"""Least side of a hex, in points, that has room for its name."""
WORDS_FROM: float = 15.0
"""Least side of a hex, in points, that has room for its ground as a word; a smaller hex has a letter."""
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
"""Most line numbers in one hex. A hex with more shows their count, and the key lists them."""


class StretchedGround(Ground):
    """The table under the hexes: as wide and as deep as they are."""

    def at(self, point: Point) -> Spot:
        """Return a point of the table on the page."""
        across, up = point[0] / self.table.width_in, point[1] / self.table.depth_in
        return (self.frame.x + across * self.frame.wide, self.frame.y + (1 - up) * self.frame.high)


def draw_hex_map(sheet: Sheet, y: float, grid: HexGrid, table: TableMap) -> float:
    """Draw the map under the page's contents where it has room, or else on the next page, its key in two columns under
    it; returns the y under it.
    """
    room = (sheet.room - 4 * MM) / 2
    key = Block(
        "Words on the map", [line for text in hex_key(grid, table) for line in text_items(text, room, TABLE, after=1.6)]
    )
    wide = _wide_at(sheet, y + 5 * MM, grid, key)
    if wide < LEAST_WIDE:
        y = sheet.next_page() - 5 * MM
        wide = _wide_at(sheet, y + 5 * MM, grid, key)
    y += 5 * MM
    draw_block_head(
        sheet, sheet.left_x, y, sheet.room, "Hex map", f"{grid.columns} \N{MULTIPLICATION SIGN} {grid.rows} hexes"
    )
    y = draw_hexes(sheet, grid, sheet.left_x + (sheet.room - wide) / 2, y + HEAD, wide, table)
    return flow(sheet, y + 4 * MM, [key], 2, even=True)


def _wide_at(sheet: Sheet, y: float, grid: HexGrid, key: Block) -> float:
    """Return the width of the map that begins here, so that its key still fits under it."""
    return hexes_wide(grid, sheet.low - y - HEAD - 4 * MM - (key.height / 2 + 6 * MM), sheet.room)


def is_large_enough(grid: HexGrid, wide: float) -> bool:
    """Return whether the hexes of a map of this width have room for their names."""
    return _side(grid, wide) >= LEAST_SIDE


def hexes_item(grid: HexGrid, table: TableMap, enemies: Sequence[EnemyGroup], wide: float) -> Item:
    """Return the map as a part of a block."""
    return Item(hexes_height(grid, wide), lambda sheet, x, y: void(draw_hexes(sheet, grid, x, y, wide, table, enemies)))


def hex_key(grid: HexGrid, table: TableMap, enemies: Sequence[EnemyGroup] = ()) -> list[str]:
    """Return the words of the map, the starting units without room for their numbers, the places, and the entries of
    roads.
    """
    starts: dict[str, list[str]] = {}
    for start in grid.starts:
        if start.is_own:
            starts.setdefault(f"{start.label}{' (comes on)' if start.comes_on else ''}", []).append(start.text)
    crowded = {where: lines for where, lines in starts.items() if len(lines) > MOST_NAMED}
    texts = [*grid.key]
    if crowded and all(start.is_own for start in grid.starts):
        texts.append("Lines: " + "; ".join(f"{' '.join(lines)} in {where}" for where, lines in crowded.items()) + ".")
    if any(group.hex for group in enemies):
        texts.append(papers().text("enemy_hexes"))
    first = sorted(table.places, key=lambda place: not place.is_objective)
    places = [f"{place.name} {hex_name(grid, table, place.at)}" for place in first[:MOST_PLACES]]
    if first[MOST_PLACES:]:
        places.append(f"{len(first) - MOST_PLACES} more")
    if places:
        texts.append(f"Places: {'; '.join(places)}.")
    roads = [
        f"{entry.letter} {hex_name(grid, table, entry_point(table, entry))} {entry.leads_to}" for entry in table.entries
    ]
    if roads:
        texts.append(f"Roads come in: {'; '.join(roads)}.")
    return texts


def hex_name(grid: HexGrid, table: TableMap, point: Point) -> str:
    """Return the hex whose middle is nearest to a point of the table, as drawn under the hexes."""
    return grid.hex_at(point[0] / table.width_in, point[1] / table.depth_in)


def _draw_ground(ground: Ground) -> None:
    """Draw the contents of the table map without names, which stand beside the map with their hexes."""
    sheet, frame = ground.sheet, ground.frame
    if sheet.counting:
        return
    with sheet.clipped(frame.x, frame.y, frame.wide, frame.high):
        draw_ground(ground)
        for place in ground.table.places:
            x, y = ground.at(place.at)
            sheet.box(x - 2.4, y - 2.4, 4.8, 4.8, fill=INK)
    draw_entries(ground)


def _side(grid: HexGrid, wide: float) -> float:
    """Return the length of a hex's side: the columns and the half hex of the odd rows fill the width between the
    margins.
    """
    return (wide - 2 * MARGIN) / grid.across


def hexes_wide(grid: HexGrid, high: float, wide: float) -> float:
    """Return the width of the drawing whose height with its note, and whose width, stay within these limits."""
    return min(wide, (high - NOTE_ROOM - 2 * MARGIN) / grid.down * grid.across + 2 * MARGIN)


def hexes_height(grid: HexGrid, wide: float) -> float:
    """Return the height of the drawing with its margins and its note."""
    return _side(grid, wide) * grid.down + 2 * MARGIN + NOTE_ROOM


def _corners(at: tuple[float, float], side: float) -> list[Spot]:
    half = side * sqrt(3) / 2
    around = [(0.0, -side), (half, -side / 2), (half, side / 2), (0.0, side), (-half, side / 2), (-half, -side / 2)]
    return [(at[0] + right, at[1] + low) for right, low in around]


def draw_hexes(
    sheet: Sheet,
    grid: HexGrid,
    x: float,
    y: float,
    wide: float,
    table: TableMap | None = None,
    enemies: Sequence[EnemyGroup] = (),
) -> float:
    """Draw the map with its upper left corner here, at that width; returns the y under its note."""
    side, under = _side(grid, wide), y + hexes_height(grid, wide) - NOTE_ROOM
    frame = Area(x + MARGIN, y + MARGIN, wide - 2 * MARGIN, under - y - 2 * MARGIN)
    middles = {
        label: (frame.x + side * across, frame.y + side * down) for label, (across, down) in _middles(grid).items()
    }
    with sheet.marked(Mark.MAP):
        for label, word in grid.words.items():
            sheet.path(_corners(middles[label], side), fill=TINTS.get(word, grey(92)), closed=True)
        if table is not None:
            _draw_ground(StretchedGround(sheet, table, frame))
        draw_names = _draw_letters if side < WORDS_FROM else _draw_words
        for label, at in middles.items():
            sheet.path(_corners(at, side), ROW_RULE, grey(45), closed=True)
            draw_names(sheet, at, side, label, grid.words.get(label, ""))
        for hex_side in grid.sides:
            _draw_side(sheet, middles[hex_side.one], middles[hex_side.other], side, hex_side.word)
        if grid.prize in middles:
            sheet.path(_corners(middles[grid.prize], side * 0.94), 1.6, INK, closed=True)
        _draw_starts(sheet, grid, middles, side)
        for group in enemies:
            if group.hex in middles:
                _draw_enemies(sheet, middles[group.hex], side, group)
        _draw_note(sheet, grid, (x, x + wide), under + NOTE_ROOM * 0.8)
        sheet.rule(x, under + NOTE_ROOM, x + wide, CLOSE_RULE, grey(45))
    return under + NOTE_ROOM


def _draw_note(sheet: Sheet, grid: HexGrid, between: tuple[float, float], base: float) -> None:
    """Draw the size of a hex in words, and at the right end an arrow to the north."""
    left_x, right_x = between
    sheet.fitted(left_x, base, grid.note, right_x - left_x - 6 * MM, MAP, colour=FAINT)
    x, top, low = right_x - 1.6 * MM, base - 3.0 * MM, base + 0.4 * MM
    sheet.path([(x, top), (x + 2.6, low), (x, low - 2), (x - 2.6, low)], fill=INK, closed=True)
    sheet.text(x - 3.4, base, "N", MAP, Cut.BOLD, side=Side.RIGHT)


def _draw_words(sheet: Sheet, at: Spot, side: float, label: str, word: str) -> None:
    """Draw in a large hex its name at the upper side and its ground at the lower."""
    fill = TINTS.get(word, WHITE)
    _tag(sheet, label, at[0], at[1] - min(side * 0.52, _within(label, side) - MAP * 0.86), (grey(25), fill))
    if word:
        _tag(sheet, word, at[0], at[1] + min(side * 0.58, _within(word, side) - 0.8), (INK, fill))


def _draw_letters(sheet: Sheet, at: Spot, side: float, label: str, word: str) -> None:
    """Draw in a small hex its name and a letter for its ground in one line, over the units."""
    letter = f" {_letter(word)}" if word else ""
    x = at[0] - (width(label, Cut.REGULAR, MAP) + width(letter, Cut.BOLD, MAP)) / 2
    base = at[1] - min(side * 0.52, _within(label + letter, side) - MAP * 0.86)
    wide = width(label, Cut.REGULAR, MAP)
    if not letter:
        _tag(sheet, label, at[0], base, (grey(25), WHITE))
        return
    sheet.box(
        x - 0.8, base - MAP * 0.85, wide + width(letter, Cut.BOLD, MAP) + 1.6, MAP * 1.1, fill=TINTS.get(word, WHITE)
    )
    sheet.text(x, base, label, MAP, colour=grey(25))
    sheet.text(x + wide, base, letter, MAP, Cut.BOLD)


def hex_letters(grid: HexGrid) -> str:
    """Return the key to the letters of a small map: ``B broken, H hill.``"""
    words = sorted(set(grid.words.values()))
    return f"{', '.join(f'{_letter(word)} {word}' for word in words)}." if words else ""


def _letter(word: str) -> str:
    """Return the letter of a word: ``H`` for a hill, but ``Br`` for a bridge, since broken terrain is ``B``."""
    return "Br" if word == "bridge" else word[:1].upper()


def _draw_enemies(sheet: Sheet, at: Spot, side: float, group: EnemyGroup) -> None:
    """Draw the sign of the enemies seen in a hex, and the number of their kinds."""
    h = min(4 * MM, side * 0.5)
    count = f"\N{MULTIPLICATION SIGN}{len(group.enemies)}" if group.enemies[1:] else ""
    wide = 1.5 * h + (width(count, Cut.BOLD, MAP) + 2.0 if count else 0.0)
    x, top = at[0] - wide / 2, at[1] + _lower(side) - h / 2 - 0.6
    sheet.box(x - 1.4, top - 1.2, wide + 2.8, h + 2.4, fill=WHITE)
    draw(sheet, group.enemies[0].symbol, x, top, h)
    sheet.text(x + wide, top + h / 2 + MAP * 0.36, count, MAP, Cut.BOLD, side=Side.RIGHT)


def _lower(side: float) -> float:
    """Return how far under the middle of a hex its units stand: in a small one under its name."""
    return side * 0.42 if side < WORDS_FROM else -side * 0.03


def _middles(grid: HexGrid) -> dict[str, Spot]:
    return {label: grid.middle(number) for number, label in enumerate(grid.labels)}


def _within(words: str, side: float) -> float:
    """Return how far from the middle of a hex, upwards or downwards, a word still fits between its sides."""
    return side * max(0.5, 1 - (width(words, Cut.REGULAR, MAP) + 1.6) / (side * 2 * sqrt(3)))


def _tag(sheet: Sheet, words: str, x: float, y: float, colours: tuple[Colour, Colour]) -> None:
    """Draw a word in a hex, on its own ground, so that no road runs through it."""
    wide = width(words, Cut.REGULAR, MAP) + 1.6
    sheet.box(x - wide / 2, y - MAP * 0.85, wide, MAP * 1.1, fill=colours[1])
    sheet.text(x, y, words, MAP, colour=colours[0], side=Side.MIDDLE)


def _draw_side(sheet: Sheet, point: Spot, other_point: Spot, side: float, word: str) -> None:
    """Draw water along the side between two hexes; a bridge is two strokes over it."""
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
    """Draw the numbers of the lines in their hexes: framed, the other side's doubly; those that come on there after a
    sign of their own.
    """
    together: dict[str, dict[tuple[str, bool], list[HexStart]]] = {}
    for start in grid.starts:
        together.setdefault(start.label, {}).setdefault((start.accent, start.is_own), []).append(start)
    for label, groups in together.items():
        x, y = middles[label]
        for step, ((colour, is_own), starts) in enumerate(groups.items()):
            down = (step - (len(groups) - 1) / 2) * 9.4
            _draw_start(
                sheet,
                (x, y + _lower(side) + down),
                _words_of(starts),
                accent(colour),
                (side, len(groups) > 1 or side < 16),
                is_own=is_own,
            )


def _words_of(starts: list[HexStart]) -> str:
    """Return the starting units in words: ``1 2``, or their number; then, after the sign, those that come on."""
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
