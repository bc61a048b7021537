"""A plain table of words: columns with heads, rows as high as their tallest cell, with a drawing in a cell where
needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.values import dataclass
from campaign_reports.blocks import Block, Item, striped, text_items
from campaign_reports.page import Sheet, Side
from campaign_reports.style import CAPTION, CLOSE_RULE, INK, SECOND, TABLE, Colour
from campaign_reports.type import Cut, Setting, fit, paragraph

AIR = 5.0
"""Space above and below the tallest cell together, in points."""
TALL = 260.0
"""Height in points above which a cell is set in smaller type."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: where it begins, its width, and how its cells are printed. ``lines`` 0: running text on as many lines
    as it takes.
    """

    title: str
    at: float
    wide: float
    cut: Cut = Cut.REGULAR
    colour: Colour = INK
    lines: int = 3
    side: Side = Side.LEFT


Draw = Callable[[Sheet, float, float, float], None]
"""Function that draws into a row: sheet, left edge of the column, top and height of the row."""


def head(columns: Sequence[Column], room: float) -> Item:
    """Return the line of heads; where a block continues, it is repeated (``Block.heads``)."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for column in columns:
            end = column.at + (column.wide if column.side is Side.RIGHT else 0)
            sheet.fitted(x + end, y + 6, column.title, column.wide, CAPTION, Cut.SEMIBOLD, SECOND, column.side)
        sheet.rule(x, y + 9, x + room, CLOSE_RULE)

    return Item(10.5, paint)


def word_heads(words: Sequence[tuple[float, str]], room: float, right: Sequence[str] = (), high: float = 10.5) -> Item:
    """Return a line of heads, each at the beginning of its column; those on the ``right`` at its end."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for at, word in words:
            side = Side.RIGHT if word in right else Side.LEFT
            sheet.text(x + at, y + 6, word, CAPTION, Cut.SEMIBOLD, SECOND, side)
        sheet.rule(x, y + 9, x + room, CLOSE_RULE)

    return Item(high, paint)


def table(
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str | Draw]],
    room: float,
    note: str = "",
    *,
    least: float = 14.0,
    none: str = "",
) -> Block:
    """Return a block of rows under their heads; ``none`` is its text without rows."""
    if not rows:
        return Block(title, text_items(none, room))
    lines = striped((row(columns, cells, least=least) for cells in rows), room)
    return Block(title, (head(columns, room), *lines), note, heads=1)


def row(columns: Sequence[Column], cells: Sequence[str | Draw], *, least: float = 14.0, bold: bool = False) -> Item:
    """Return one row; a cell is a text, or a function that draws it."""
    set_cells = [
        None if callable(cell) else _set(column, cell, bold=bold) for column, cell in zip(columns, cells, strict=True)
    ]
    high = max([least, *(block.depth + AIR for block in set_cells if block is not None)])

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for column, cell, block in zip(columns, cells, set_cells, strict=True):
            if callable(cell):
                cell(sheet, x + column.at, y, high)
            elif block is not None and cell:
                top = y + (high - block.depth) / 2
                end = column.at + (column.wide if column.side is Side.RIGHT else 0)
                sheet.lines(x + end, top + block.size * 0.95, block, column.colour, column.side)

    return Item(high, paint)


def _set(column: Column, text: str, *, bold: bool) -> Setting:
    cut = Cut.BOLD if bold and column.cut in (Cut.REGULAR, Cut.SEMIBOLD) else column.cut
    if column.lines:
        return fit(text, column.wide, TABLE, cut, column.lines)
    running = paragraph(text, column.wide, TABLE, cut)
    return running if running.depth <= TALL else paragraph(text, column.wide, TABLE, cut.narrow)
