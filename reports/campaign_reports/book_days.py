"""The days of the campaign book: events, the map of the day's end, then every battle that began on the day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import zip_longest

from reportlab.lib.utils import ImageReader

from campaign.terms.ground import CrossingState
from campaign.values import replace
from campaign.views.battle.battle_paper import BattleMap
from campaign.views.book.campaign_book import Book, BookBattle, BookDay, BookFighter, BookSide, DayOfSide, Photo
from campaign.views.map.map import SituationMap
from campaign.words.papers import Fact
from campaign_reports.areas import Area
from campaign_reports.binding import marked
from campaign_reports.blocks import (
    Block,
    Item,
    draw_block_head,
    draw_items,
    fill_column,
    flow,
    gap,
    text_items,
    together,
    void,
)
from campaign_reports.book_index import Finder
from campaign_reports.hex_map import draw_hexes, hexes_height, hexes_wide
from campaign_reports.map import numbers_of, whole_layout
from campaign_reports.map_draw import draw_sheet
from campaign_reports.map_sheet import Layout
from campaign_reports.page import Part, Sheet, Side
from campaign_reports.pen import draw_state
from campaign_reports.style import CLOSE_RULE, INK, MAP, MM, NOTE, SECOND, TABLE, TEXT, TEXT_WIDTH, THIRD
from campaign_reports.table_ground import MARGIN
from campaign_reports.table_map import draw_table, table_height, table_size, tried
from campaign_reports.table_trays import draw_insets, insets_height, signs
from campaign_reports.type import Cut

GUTTER = 6 * MM
COLUMN = (TEXT_WIDTH - GUTTER) / 2
PROSE = 8.5
"""Type size in points of running text, larger than that of tables."""
LEAST_MAP = 105 * MM
"""Least height for a map of the day; with less room it has a page of its own."""
MOST_ROWS = 12
"""Most battalions of a side that each have a row. Of more, only those that changed have one; the others share a few
lines."""
STAYS = 175 * MM
"""Greatest height of a battle's title, story and tables that is kept together."""
MOST_BESIDE = 12
"""Most symbols on a table for which the maps of before and after are side by side; with more, one is under the other.
"""
TABLE_HIGH = 92 * MM
STRAYS = 10.0
"""Height in points under a map for the names of troops without room on it."""
PHOTO_HIGH = 65 * MM


def day_part(view: Book, day: BookDay, finder: Finder) -> Part:
    """Return the part for a day, on as many pages as it takes."""
    title = f"Day {day.day}"
    head = day.situation.masthead
    masthead = replace(view.masthead, title=title, subtitle=day.date, paper=title, when=head.when, turn=head.turn)
    drawn, battles = DayMap(day.situation), [battle_block(battle, finder) for battle in view.battles_of(day)]
    return Part(masthead, lambda sheet: _paint(sheet, day, finder, drawn, battles), name=f"{title}, {day.date}")


class DayMap:
    """A map of the whole, laid out once for each frame, since a book is painted twice. Notes on supply and unchanged
    crossings are left out; numbered things are named under the map.
    """

    def __init__(self, situation: SituationMap) -> None:
        self.situation = replace(
            situation,
            units=tuple(replace(unit, note=0) for unit in situation.units),
            formations=tuple(replace(unit, note=0) for unit in situation.formations),
            crossings=tuple(entry for entry in situation.crossings if entry.state is not CrossingState.INTACT),
        )
        self._layouts: dict[Area, Layout | None] = {}
        named = [f"{entry.name} ({entry.state or 'not known'})" for entry in self.situation.crossings]
        named += [entry.name for entry in self.situation.obstacles]
        numbers = sorted((number, named[n]) for n, number in numbers_of(self.situation).items())
        words = "; ".join(f"{number} {name}" for number, name in numbers)
        self._key = together(text_items(f"{words}." if words else "", TEXT_WIDTH, MAP))

    def draw(self, sheet: Sheet, most: Area) -> float:
        """Draw the map into an area, no higher than its contents; returns the y under it."""
        if most not in self._layouts:
            room = Area(most.x, most.y, most.wide, most.high - self._key.height - STRAYS)
            self._layouts[most] = whole_layout(self.situation, room)
        layout = self._layouts[most]
        if layout is None:
            return most.y
        if not sheet.counting:
            draw_sheet(sheet, self.situation, layout)
        low = layout.chart.frame.low + 1 * MM
        self._key.draw(sheet, most.x, low)
        strays = [cell.unit.label for tray in layout.homeless for cell in tray.cells if cell.unit.label]
        if strays:
            text = f"Without room on the map: {', '.join(strays)}."
            sheet.fitted(most.x, low + self._key.height + MAP, text, most.wide, MAP)
        return low + self._key.height + STRAYS * bool(strays)


def _paint(sheet: Sheet, day: BookDay, finder: Finder, drawn: DayMap, battles: Sequence[Block]) -> None:
    y = sheet.begin() + 5 * MM
    weather = "; ".join(f"{fact.label} {fact.text}" for fact in day.weather)
    if text := " ".join(f"{words}." for words in (weather, day.score and f"Score of the day: {day.score}") if words):
        y = draw_items(sheet, sheet.left_x, y - 1.5 * MM, text_items(text, sheet.room, TEXT, colour=SECOND))
        y += 3 * MM
    columns = [[_side_of_day(side, finder)] for side in day.sides] or [[_NOTHING]]
    y = max(
        fill_column(sheet, sheet.left_x + step * (COLUMN + GUTTER), y, COLUMN, sheet.low, column)[0]
        for step, column in enumerate(columns)
    )
    y += 4 * MM
    if sheet.low - y < LEAST_MAP:
        y = sheet.next_page()
    draw_block_head(sheet, sheet.left_x, y, sheet.room, f"At the end of day {day.day}", day.situation.masthead.when)
    y += 5.5 * MM
    y = drawn.draw(sheet, Area(sheet.left_x, y, sheet.room, sheet.low - y)) + 8 * MM
    flow(sheet, y, battles)


_NOTHING = Block("The day", text_items("No events are known.", COLUMN))


def _side_of_day(side: DayOfSide, finder: Finder) -> Block:
    items: list[Item] = []
    for event in side.digest.events:
        lines = _clocked(event.clock, event.text, Cut.BOLD if event.is_blow else Cut.REGULAR)
        items += [marked(lines[0], finder.within(event.text)), *lines[1:]]
    if side.digest.left_out:
        items += text_items(f"Lesser events left out: {side.digest.left_out}.", COLUMN, NOTE, Cut.ITALIC, THIRD)
    return Block(side.side, items, "as this side knew it; heavy losses in bold")


def _clocked(clock: str, text: str, cut: Cut) -> list[Item]:
    """Return the lines with the hour before the first."""
    indent = 24.0
    lines = text_items(text, COLUMN - indent, TEXT, cut, after=2.0)

    def moved(entry: Item, when: str) -> Item:
        def paint(sheet: Sheet, x: float, y: float) -> None:
            sheet.text(x, y + TEXT * 0.95, when, TEXT, colour=THIRD)
            entry.draw(sheet, x + indent, y)

        return Item(entry.height, paint)

    return [moved(entry, "" if step else clock) for step, entry in enumerate(lines)]


# battles -------------------------------------------------------------------------------------------------------------
def battle_block(battle: BookBattle, finder: Finder) -> Block:
    """Return a battle: a paragraph, the tables, the units with their losses, the players' words, the photos."""
    title = f"Battle {battle.number}: {battle.name}"
    names = [f"{battle.name}, battle {battle.number}", *finder.within(battle.place)]
    items: list[Item] = [marked(gap(1.5), names, main=True, key=f"battle-{battle.number}", entry=title)]
    items += text_items(" ".join(battle.story), TEXT_WIDTH, PROSE, after=2.5)
    items += text_items(" ".join(battle.course), TEXT_WIDTH, TEXT, colour=SECOND, after=2.5)
    words = [entry for words in battle.words for entry in _quoted(words)]
    maps = [(name, drawn) for name, drawn in (("Before", battle.before), ("After", battle.after)) if drawn is not None]
    if len(maps) == 1 and sum(entry.height for entry in words) <= TABLE_HIGH:
        items.append(beside([_table("The table", maps[0][1], COLUMN), together(words)]))
        words = []
    else:
        items += _tables(maps)
    if sum(entry.height for entry in items) <= STAYS:
        items = [together(items)]  # the title stays with its table
    items += [*_fighters(battle.sides), *words, *_photos(battle.photos)]
    if battle.report:
        items += [gap(5), *text_items("Every move and roll", TEXT_WIDTH, TEXT, Cut.BOLD)]
        items += [entry for line in battle.report for entry in text_items(line.strip(), TEXT_WIDTH, TABLE)]
    return Block(title, items, f"{battle.when}; {battle.rules}; {battle.state}", gap=8 * MM)


def _quoted(words: Fact) -> list[Item]:
    """Return a player's words, under the side's name, in a column."""
    quotation = f"\N{LEFT DOUBLE QUOTATION MARK}{words.text}\N{RIGHT DOUBLE QUOTATION MARK}"
    return [
        *text_items(words.label, COLUMN, TABLE, Cut.SEMIBOLD, SECOND, after=1.0),
        *text_items(quotation, COLUMN, PROSE, after=5.0),
    ]


# the table -----------------------------------------------------------------------------------------------------------
def _tables(maps: Sequence[tuple[str, BattleMap]]) -> Iterator[Item]:
    """Yield the tables before and after, beside one another where few units stand on them."""
    if len(maps) == 2 and all(_is_read_beside(drawn) for _, drawn in maps):
        yield beside([_table(name, drawn, COLUMN) for name, drawn in maps])
    else:
        yield from (_table(name if len(maps) > 1 else "The table", drawn, TEXT_WIDTH) for name, drawn in maps)


def _is_read_beside(drawn: BattleMap) -> bool:
    """Return whether a table can be read on half the width. A high table is equally large on half the width."""
    if drawn.grid is not None:
        return hexes_wide(drawn.grid, TABLE_HIGH, TEXT_WIDTH) <= COLUMN
    is_high = table_size(drawn.table, TEXT_WIDTH, TABLE_HIGH)[0] <= COLUMN - 2 * MARGIN
    return is_high or len(signs(drawn.table.units)) <= MOST_BESIDE


def beside(items: Sequence[Item]) -> Item:
    """Return items in columns beside one another."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for step, entry in enumerate(items):
            entry.draw(sheet, x + step * (COLUMN + GUTTER), y)

    return Item(max(entry.height for entry in items), paint)


def _table(name: str, drawn: BattleMap, room: float) -> Item:
    """Return a table with its name over it, as wide as the room."""
    caption = together(text_items(f"{name}: {drawn.table.measures}", room, TABLE, Cut.SEMIBOLD, after=2.0))
    return together([caption, _grid(drawn, room) if drawn.grid is not None else _ground(drawn, room), gap(5)])


def _grid(drawn: BattleMap, room: float) -> Item:
    grid = drawn.grid
    assert grid is not None
    wide = hexes_wide(grid, TABLE_HIGH, room)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        draw_hexes(sheet, grid, x + (room - wide) / 2, y, wide, drawn.table)

    return Item(hexes_height(grid, wide), _unless_counting(paint))


def _ground(drawn: BattleMap, room: float) -> Item:
    table = drawn.table
    high = table_height(table, room, TABLE_HIGH)
    ground = tried(table, room, TABLE_HIGH)
    names = together([entry for name in ground.listed for entry in text_items(name, room, TABLE)])
    insets = insets_height(ground, room)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        drawn_ground = draw_table(sheet, table, x, y, room, TABLE_HIGH)
        draw_insets(sheet, drawn_ground, x, y + high, room)
        names.draw(sheet, x, y + high + insets)

    return Item(high + insets + names.height, _unless_counting(paint))


def _unless_counting(paint: Callable[[Sheet, float, float], None]) -> Callable[[Sheet, float, float], None]:
    def draw(sheet: Sheet, x: float, y: float) -> None:
        if not sheet.counting:
            paint(sheet, x, y)

    return draw


# who fought ----------------------------------------------------------------------------------------------------------
def _fighters(sides: Sequence[BookSide]) -> list[Item]:
    """Return the sides beside one another: each battalion under its command, its state afterwards, its losses."""
    columns = [list(_side(side)) for side in sides]
    rows: list[Item] = []
    for first in range(0, len(columns), 2):
        pair = columns[first : first + 2]
        rows += [beside(line) for line in zip_longest(*pair, fillvalue=gap(0))]
    return [gap(4), *rows]


NAME, STATE = 22.0, 142.0
LOST = ((206.0, "men"), (238.0, "vehicles"), (COLUMN, "guns"))
"""Right edges, in points, of the columns of losses."""
ROW = 10.6


def _side(side: BookSide) -> Iterator[Item]:
    yield _head(side)
    is_large = len(side.fighters) > MOST_ROWS
    command = ""
    for fighter in [fighter for fighter in side.fighters if not (is_large and _is_unchanged(fighter))]:
        if fighter.command != command:
            command = fighter.command
            yield _words(command, Cut.ITALIC)
        yield _fighter(fighter)
    if is_large and (unchanged := [fighter for fighter in side.fighters if _is_unchanged(fighter)]):
        names = ", ".join(f"{fighter.line} {fighter.name}" for fighter in unchanged)
        first, *rest = text_items(f"Unchanged: {names}.", COLUMN, TABLE, colour=SECOND)
        yield marked(first, [fighter.name for fighter in unchanged])
        yield from rest
    for words in side.seen:
        yield _words(words)
    if not side.fighters and not side.seen:
        yield _words("No report of this battle is known.", Cut.ITALIC)
    if side.prisoners:
        yield _words(f"Prisoners: {side.prisoners}")
    for formation, answer in side.orders:
        yield _words(f"Orders of {formation} fulfilled: {answer}")


def _is_unchanged(fighter: BookFighter) -> bool:
    return not fighter.lost and fighter.after in (None, fighter.before)


def _head(side: BookSide) -> Item:
    """Return the side's name, and heads for losses if there were any."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        base = y + ROW - 3
        sheet.fitted(x, base, side.side, STATE - 4, TABLE, Cut.BOLD)
        if side.lost:
            sheet.text(x + STATE, base, "lost:", TABLE, Cut.SEMIBOLD, SECOND)
            for at, word in LOST:
                sheet.text(x + at, base, word, TABLE, Cut.SEMIBOLD, SECOND, Side.RIGHT)
        sheet.rule(x, y + ROW, x + COLUMN, CLOSE_RULE)

    return Item(ROW + 2, paint)


def _words(words: str, cut: Cut = Cut.REGULAR) -> Item:
    """Return a line over the whole column."""
    return Item(ROW, lambda sheet, x, y: void(sheet.fitted(x, y + ROW - 3, words, COLUMN, TABLE, cut)))


def _fighter(fighter: BookFighter) -> Item:
    """Return a battalion's number on the table's map, its name, its state afterwards, its losses."""
    after = fighter.after if fighter.after is not None else fighter.before
    changed = after is not fighter.before
    face, colour = (Cut.SEMIBOLD, INK) if changed else (Cut.REGULAR, THIRD)
    note = "" if fighter.role == "engaged" else f" ({fighter.role})"
    lost = (fighter.lost.men, fighter.lost.vehicles, fighter.lost.guns)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        base = y + ROW - 3
        draw_state(sheet, x + 4, y + ROW / 2, after)
        sheet.text(x + NAME - 4, base, str(fighter.line), TABLE, Cut.SEMIBOLD, side=Side.RIGHT)
        sheet.fitted(x + NAME, base, f"{fighter.name}{note}", STATE - NAME - 4, TABLE)
        sheet.fitted(x + STATE, base, after.value if changed else f"still {after.value}", 40, TABLE, face, colour)
        for (at, _), number in zip(LOST, lost, strict=True):
            if number:
                sheet.text(x + at, base, f"{number:,}", TABLE, side=Side.RIGHT)

    return marked(Item(ROW, paint), (fighter.name,))


# photos --------------------------------------------------------------------------------------------------------------
def _photos(photos: Sequence[Photo]) -> Iterator[Item]:
    """Yield two to a row, each with its caption."""
    for first in range(0, len(photos), 2):
        yield beside([_photo(photo) for photo in photos[first : first + 2]])


def _photo(photo: Photo) -> Item:
    image = ImageReader(BytesIO(photo.data))
    across, down = image.getSize()
    scale = min(COLUMN / across, PHOTO_HIGH / down)
    wide, high = across * scale, down * scale
    words = f"{photo.caption or photo.name}{f' (photo: {photo.taken_by})' if photo.taken_by else ''}"
    caption = together(text_items(words, COLUMN, TABLE, Cut.ITALIC, after=3.0))

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.canvas.drawImage(image, x, sheet.height - y - 4 - high, wide, high, mask="auto")
        caption.draw(sheet, x, y + high + 6)

    return Item(high + 6 + caption.height, _unless_counting(paint))
