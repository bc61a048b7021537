"""A small table of facts with a total, and sentences under it."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.words.papers import FactTable
from campaign_reports.blocks import Block, Item, text_items
from campaign_reports.page import Sheet, Side
from campaign_reports.style import CLOSE_RULE, INK, MM, NOTE, SECOND, TABLE, THIRD
from campaign_reports.type import Cut, figure, fit, width


def fact_blocks(table: FactTable | None, notes: Sequence[str], room: float) -> list[Block]:
    """Return the table and the notes as one block."""
    items: list[Item] = []
    if table is not None:
        edges = _edges(table, room)
        items.append(_row(table.heads, edges, room, NOTE, Cut.REGULAR, ruled=True))
        items += [_row(row, edges, room, TABLE, Cut.REGULAR) for row in table.rows]
        if table.total:
            items.append(_row(table.total, edges, room, TABLE, Cut.BOLD, over=True))
        if table.note:
            items += text_items(table.note, room, NOTE, Cut.ITALIC, THIRD)
    for note in notes:
        items += [Item(3, lambda sheet, x, y: None), *text_items(note, room, TABLE, colour=SECOND)]
    return [Block(table.title if table is not None else "Notes", items)] if items else []


def _edges(table: FactTable, room: float) -> list[float]:
    """Return the right edges of the figure columns; the words get the rest, at least a third."""
    rows = [table.heads, *table.rows, *([table.total] if table.total else [])]
    count = max(len(row) for row in rows)
    wants = [max(width(row[i], Cut.BOLD, TABLE) for row in rows if i < len(row)) + 3 * MM for i in range(1, count)]
    total = sum(wants)
    if total > room * 0.66:
        wants = [want * room * 0.66 / total for want in wants]
    edges, edge = [], room
    for want in reversed(wants):
        edges.append(edge)
        edge -= want
    return [edge, *reversed(edges)]


def _row(
    cells: Sequence[str],
    edges: Sequence[float],
    room: float,
    size: float,
    cut: Cut,
    *,
    ruled: bool = False,
    over: bool = False,
) -> Item:
    word = fit(cells[0] if cells else "", edges[0] - 2, size, cut, 2)
    figures = [fit(figure(cell), edges[i + 1] - edges[i] - 2, size, cut, 2) for i, cell in enumerate(cells[1:])]
    high = max(word.height, *(f.height for f in figures)) + 4.4 if figures else word.height + 4.4

    def paint(sheet: Sheet, x: float, y: float) -> None:
        if over:
            sheet.rule(x, y, x + room, CLOSE_RULE)
        colour = SECOND if ruled else INK
        sheet.lines(x, y + 8, word, colour)
        for edge, text in zip(edges[1:], figures, strict=False):
            sheet.lines(x + edge, y + 8, text, colour, Side.RIGHT)
        if ruled:
            sheet.rule(x, y + high, x + room, CLOSE_RULE)

    return Item(high, paint)


def height_of(blocks: Sequence[Block]) -> float:
    """Return the height of the block, or 0."""
    return sum(block.height for block in blocks)
