"""Quick-reference charts at the foot of a battle sheet, set side by side, the narrow logs beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise

from campaign.words.sheet import QuickRow, QuickTable, RowTone
from campaign_reports.blocks import HEAD, Block, BlockColumn, Drawing, Item, column_height, draw_block, text_items
from campaign_reports.page import Sheet, Side
from campaign_reports.style import CAPTION, FAINT, HAIR, MM, NOTE, ROW_LINE, SHADE, TABLE, TEXT
from campaign_reports.type import Cut, figure, fit, width

ROW: float = 3.62 * MM
GAP: float = 4 * MM
LOG_WIDE: float = 29 * MM


@lru_cache(maxsize=256)
def _natural_width(table: QuickTable) -> float:
    """Return the width at which nothing of the chart need be set smaller."""
    rows = _unit_rows(table)
    columns = _count(rows)
    cells = sum(
        max((width(row.cells[i], Cut.SEMIBOLD, TEXT) for row in rows if i < len(row.cells)), default=0) + 3.0 * MM
        for i in range(columns)
    )
    title = width(table.title.upper(), Cut.BOLD, TABLE, 0.25) + 2
    note = min(width(table.note, Cut.ITALIC, NOTE) + 2, cells * 1.3)
    if len(table.heads) > 1 and title < 40 * MM:
        title += sum(_result_width(table, i) for i in range(min(table.words, columns), columns)) + 1 * MM
    most = 62 * MM if title < 62 * MM else 78 * MM
    return max(min(most, max(22 * MM, cells, title, note)), _figures_width(table))


def _figures_width(table: QuickTable) -> float:
    """Return the width that a chart with several columns of figures needs so that each is printed whole."""
    figures = _narrowest_figures(table)
    return sum(figures) + (_longest_word(table) if table.words == 1 else 22 * MM) if len(figures) > 1 else 0.0


def _narrowest_figures(table: QuickTable) -> list[float]:
    """Return the least width of each column of results: extra-condensed, with the room between two columns."""
    rows = _unit_rows(table)
    return [
        max((width(figure(row.cells[i]), Cut.BOLD.narrow, TEXT) for row in rows if i < len(row.cells)), default=8) + 3.2
        for i in range(min(table.words, _count(rows)), _count(rows))
    ]


def _longest_word(table: QuickTable) -> float:
    """Return the width of the longest word before the results."""
    last = min(table.words, _count(_unit_rows(table))) - 1
    cells = [row.cells[last] for row in _unit_rows(table) if len(row.cells) > last >= 0]
    return max(
        (width(word, Cut.REGULAR.narrow, TABLE) + 1 * MM for cell in cells for word in cell.split()), default=0.0
    )


def _unit_rows(table: QuickTable) -> list[QuickRow]:
    return [row for row in table.rows if row.tone is not RowTone.GROUP]


def _count(rows: Sequence[QuickRow]) -> int:
    return max((len(row.cells) for row in rows), default=1)


@lru_cache(maxsize=256)
def _height(table: QuickTable, room: float) -> float:
    """Return the height of the chart at this width."""
    return table_block(table, room).height


def _result_width(table: QuickTable, column: int) -> float:
    """Return the width of a column of results with its head."""
    cells = [row.cells[column] for row in table.rows if row.tone is not RowTone.GROUP and column < len(row.cells)]
    head = column - table.words
    most = width(table.heads[head], Cut.SEMIBOLD, CAPTION) + 1.6 * MM if 0 <= head < len(table.heads) else 0.0
    return max(most, max((width(cell, Cut.BOLD, TEXT) for cell in cells), default=8.0) + 2.6 * MM)


def table_block(table: QuickTable, room: float) -> Block:
    """Return the chart as a block of this width."""
    rows = _unit_rows(table)
    count = _count(rows)
    words = min(table.words, count)
    results = [
        max((width(row.cells[i], Cut.BOLD, TEXT) for row in rows if i < len(row.cells)), default=8) + 2.6 * MM
        for i in range(words, count)
    ]
    results = [
        max(wide, width(table.heads[i], Cut.SEMIBOLD, CAPTION) + 1.6 * MM if i < len(table.heads) else 0)
        for i, wide in enumerate(results)
    ]
    named = (
        max((width(row.cells[words - 1], Cut.REGULAR, TABLE) for row in rows if len(row.cells) >= words), default=0.0)
        + 2.4 * MM
    )
    most = max(min(room * 0.7, room - _longest_word(table)), room - named) if words == 1 else room * 0.7
    if sum(results) > most:
        least = _narrowest_figures(table)
        spare = max(0.0, most - sum(least)) / (sum(results) - sum(least))
        results = [low + (wide - low) * spare for low, wide in zip(least, results, strict=True)]
    leading = [
        max(width(row.cells[i], Cut.SEMIBOLD, TABLE) for row in rows if i < len(row.cells)) + 2.4 * MM
        for i in range(words - 1)
    ]
    if sum(leading) > (room - sum(results)) * 0.5:
        leading = [wide * (room - sum(results)) * 0.5 / sum(leading) for wide in leading]
    items = [_row_item(row, room, leading, results) for row in table.rows]
    if table.note:
        items += [Item(3, lambda sheet, x, y: None), *text_items(table.note, room, NOTE, Cut.ITALIC, FAINT)]
    title_only = "" if len(table.heads) != 1 else table.heads[0]
    if len(table.heads) > 1:
        beside = width(table.title.upper(), Cut.BOLD, TABLE, 0.25) + sum(results[: len(table.heads)]) + 1 * MM <= room
        heads = (
            Item(0, _heads(table.heads, room, results, -HEAD))
            if beside
            else Item(3.2 * MM, _heads(table.heads, room, results, -1 * MM))
        )
        return Block(table.title, (heads, *items), "", GAP)
    return Block(table.title, items, title_only, GAP)


def _heads(heads: Sequence[str], room: float, results: Sequence[float], up: float) -> Drawing:
    """Return the heads of the result columns: in the line of the title, or under it where that is too long."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        edge = x + room
        for head, wide in zip(reversed(heads), reversed(results), strict=False):
            sheet.fitted(edge - wide / 2, y + up + 3.1 * MM, head, wide - 0.6, CAPTION, Cut.SEMIBOLD, side=Side.MIDDLE)
            edge -= wide

    return paint


def _row_item(row: QuickRow, room: float, leading: Sequence[float], results: Sequence[float]) -> Item:
    if row.tone is RowTone.GROUP:
        label = fit(" ".join(row.cells), room - 3, TABLE, Cut.BOLD, 2)

        def paint_group(sheet: Sheet, x: float, y: float) -> None:
            sheet.box(x, y, room, high, fill=SHADE)
            sheet.lines(x + 1 * MM, y + 2.6 * MM, label)

        high = max(ROW, label.height + 3)
        return Item(high, paint_group)
    count = len(leading) + 1
    wides = [*leading, room - sum(leading) - sum(results)]
    words = [
        fit(cell, wide - 2, TABLE, Cut.SEMIBOLD if len(leading) and i == 0 else Cut.REGULAR, 2)
        for i, (cell, wide) in enumerate(zip(row.cells, wides, strict=False))
    ]
    high = max(ROW, max((word.height for word in words), default=0) + 3)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        if row.tone is RowTone.SHADED:
            sheet.box(x, y, room, high, fill=SHADE)
        sheet.rule(x, y + high, x + room, HAIR, ROW_LINE)
        left_x = x
        for word, wide in zip(words, wides, strict=False):
            sheet.lines(left_x + 1 * MM, y + 2.6 * MM, word)
            left_x += wide
        edge = x + room
        for cell, wide in zip(reversed(row.cells[count:]), reversed(results), strict=False):
            side, at = (Side.RIGHT, edge - 1 * MM) if len(results) == 1 else (Side.MIDDLE, edge - wide / 2)
            sheet.fitted(at, y + 2.6 * MM, figure(cell), wide - 3, TEXT, Cut.BOLD, side=side)
            edge -= wide

    return Item(high, paint)


def arrange(sheet: Sheet, tables: Sequence[QuickTable], logs: Sequence[Block] = ()) -> list[BlockColumn]:
    """Return the charts in columns side by side, so that the deepest is as short as possible; set a little closer where
    that helps much. The logs stand beside them, one under the other or each in a column of its own.
    """
    ways = [[list(logs)] if logs else []]
    if len(logs) > 1:
        ways.append([[log] for log in logs])
    return min((_beside(sheet, tables, columns) for columns in ways), key=columns_height)


def _beside(sheet: Sheet, tables: Sequence[QuickTable], logs: Sequence[list[Block]]) -> list[BlockColumn]:
    room = sheet.room - (LOG_WIDE + GAP) * len(logs)
    stacks = _best_stacks(tuple(tables), room)
    wants = [wide for wide, _ in stacks]
    share = (room - GAP * max(0, len(stacks) - 1)) / sum(wants) if wants else 1.0
    blocks = [(want * share, [table_block(table, want * share) for table in stack]) for want, stack in stacks]
    return [*blocks, *((LOG_WIDE, column) for column in logs)]


Stacks = tuple[tuple[float, tuple[QuickTable, ...]], ...]
"""Columns of charts with their widths, from left to right."""


@lru_cache(maxsize=512)
def _best_stacks(tables: tuple[QuickTable, ...], room: float) -> Stacks:
    """Return columns of charts with their widths, in the given order or by width: every way to cut the row of charts
    into columns is tried. A page asks for the same row again while it looks for what fits on it.
    """
    naturals = [_natural_width(table) for table in tables]

    def height(number: int, wide: float) -> float:
        return _height(tables[number], wide)

    best: tuple[float, list[tuple[float, list[int]]]] | None = None
    table_order = list(range(len(tables)))
    for order, dislike in ((table_order, 0.0), (sorted(table_order, key=lambda n: -naturals[n]), 5 * MM)):
        for tight, price in _TIGHT:
            cut = _best_cut(order, naturals, height, room, tight)
            if cut is not None and (best is None or cut[0] + dislike + price < best[0]):
                best = cut[0] + dislike + price, cut[1]
    if best is None:
        return ()
    columns = _levelled(best[1], naturals, height, room)
    return tuple((wide, tuple(tables[n] for n in stack)) for wide, stack in columns)


def _best_cut(
    order: Sequence[int], naturals: Sequence[float], height: Callable[[int, float], float], room: float, tight: float
) -> tuple[float, list[tuple[float, list[int]]]] | None:
    """Return the lowest way to cut a row of charts into columns of neighbours, each of this share of its natural width,
    and its depth; None if none is narrow enough.
    """

    @cache
    def column(start: int, end: int) -> tuple[float, float]:
        """Return width and depth of the column of these neighbours."""
        wide = tight * min(room, max(naturals[n] for n in order[start:end]))
        return wide, sum(height(n, wide) + GAP for n in order[start:end])

    best: tuple[float, Sequence[tuple[int, int]]] | None = None
    for cut in _cuts(len(order)):
        if len(cut) > 1 and sum(column(*part)[0] for part in cut) + GAP * (len(cut) - 1) > room:
            continue
        depth = max(column(*part)[1] for part in cut)
        if best is None or depth < best[0]:
            best = depth, cut
    if best is None:
        return None
    return best[0], [(column(start, end)[0], list(order[start:end])) for start, end in best[1]]


def _levelled(
    columns: list[tuple[float, list[int]]],
    naturals: Sequence[float],
    height: Callable[[int, float], float],
    room: float,
) -> list[tuple[float, list[int]]]:
    """Return the charts dealt anew into columns of these widths, the highest first, each where it ends highest; if that
    makes the whole clearly lower.

    None is set much closer than its natural width; in a column they keep their order.
    """
    share = (room - GAP * (len(columns) - 1)) / sum(wide for wide, _ in columns)
    widths = [wide * share for wide, _ in columns]

    def depth(stacks: Sequence[Sequence[int]]) -> float:
        return max(sum(height(n, wide) + GAP for n in stack) for stack, wide in zip(stacks, widths, strict=True))

    dealt: list[list[int]] = [[] for _ in columns]
    used = [0.0] * len(columns)
    for n in sorted(range(len(naturals)), key=lambda n: -min(height(n, wide) for wide in widths)):
        wide_columns = [c for c, wide in enumerate(widths) if wide >= LEAST_SHARE * naturals[n]] or [
            widths.index(max(widths))
        ]
        to = min(wide_columns, key=lambda c: used[c] + height(n, widths[c]))
        dealt[to].append(n)
        used[to] += height(n, widths[to]) + GAP
    if any(not stack for stack in dealt) or depth(dealt) > depth([stack for _, stack in columns]) - 4 * MM:
        return columns
    return [(wide, sorted(stack)) for (wide, _), stack in zip(columns, dealt, strict=True)]


LEAST_SHARE = 0.85
"""Least share of its natural width to which a chart is narrowed to stand in a narrower column."""
_TIGHT = ((1.0, 0.0), (0.9, 4 * MM), (0.8, 9 * MM))
"""Share of a chart's natural width, and the height that the page must save for it."""
MOST_COLUMNS = 5


def _cuts(length: int) -> Iterator[Sequence[tuple[int, int]]]:
    """Yield every way to cut a row of this length into at most five columns of neighbours, as beginnings and ends."""
    for count in range(min(MOST_COLUMNS, length)):
        for cuts in combinations(range(1, length), count):
            yield tuple(pairwise((0, *cuts, length)))


def columns_height(columns: Sequence[BlockColumn]) -> float:
    """Return the height of the deepest column."""
    return max((column_height(blocks) for _, blocks in columns), default=0.0)


def draw_columns(sheet: Sheet, y: float, columns: Sequence[BlockColumn]) -> float:
    """Draw the columns side by side; returns the y under the deepest."""
    x, deepest = sheet.left_x, y
    for wide, blocks in columns:
        low = y
        for step, block in enumerate(blocks):
            low = draw_block(sheet, x, low + (block.gap if step else 0), wide, block)
        deepest = max(deepest, low)
        x += wide + GAP
    return deepest
