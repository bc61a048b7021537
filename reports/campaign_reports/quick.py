"""Quick-reference tables at the foot of a battle sheet, set side by side, and the logs to write in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.views.packet import QuickRow, QuickTable, RowTone
from campaign_reports.blocks import HEAD, Block, Item, column_height, draw_block, text_items
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import number_boxes, write_line
from campaign_reports.style import FAINT, HAIR, INK, MM, NOTE, ROW_LINE, SHADE, TABLE, TEXT
from campaign_reports.type import Cut, figure, fit, width

ROW: float = 3.62 * MM
GAP: float = 4 * MM
LOG_WIDE: float = 29 * MM


def natural_width(table: QuickTable) -> float:
    """Width at which nothing of the table need be set smaller."""
    rows = [row for row in table.rows if row.tone is not RowTone.GROUP]
    columns = max((len(row.cells) for row in rows), default=1)
    cells = sum(
        max((width(row.cells[i], Cut.SEMIBOLD, TEXT) for row in rows if i < len(row.cells)), default=0) + 3.0 * MM for i in range(columns)
    )
    title = width(table.title.upper(), Cut.BOLD, TABLE, 0.25) + 2
    note = min(width(table.note, Cut.ITALIC, NOTE) + 2, cells * 1.3)
    return min(62 * MM, max(22 * MM, cells, title, note))


def table_block(table: QuickTable, room: float) -> Block:
    """The table as a block of this width."""
    rows = [row for row in table.rows if row.tone is not RowTone.GROUP]
    count = max((len(row.cells) for row in rows), default=1)
    words = min(table.words, count)
    results = [
        max((width(row.cells[i], Cut.BOLD, TEXT) for row in rows if i < len(row.cells)), default=8) + 2.6 * MM for i in range(words, count)
    ]
    results = [
        max(wide, width(table.heads[i], Cut.SEMIBOLD, NOTE) + 1.6 * MM if i < len(table.heads) else 0) for i, wide in enumerate(results)
    ]
    if sum(results) > room * 0.7:
        results = [wide * room * 0.7 / sum(results) for wide in results]
    leading = [max(width(row.cells[i], Cut.SEMIBOLD, TABLE) for row in rows if i < len(row.cells)) + 2.4 * MM for i in range(words - 1)]
    if sum(leading) > (room - sum(results)) * 0.5:
        leading = [wide * (room - sum(results)) * 0.5 / sum(leading) for wide in leading]
    items = [_row_item(row, room, leading, results) for row in table.rows]
    if table.note:
        items += [Item(3, lambda sheet, x, y: None), *text_items(table.note, room, NOTE, Cut.ITALIC, FAINT)]
    title_only = "" if len(table.heads) != 1 else table.heads[0]
    if len(table.heads) > 1:
        return Block(table.title, (Item(0, _heads(table.heads, room, results)), *items), "", GAP)
    return Block(table.title, tuple(items), title_only, GAP)


def _heads(heads: Sequence[str], room: float, results: Sequence[float]) -> Callable[[Sheet, float, float], None]:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        edge = x + room
        for head, wide in zip(reversed(heads), reversed(results), strict=False):
            sheet.fitted(edge - wide / 2, y - HEAD + 3.1 * MM, head, wide, NOTE, Cut.SEMIBOLD, INK, Side.MIDDLE)
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
        left = x
        for word, wide in zip(words, wides, strict=False):
            sheet.lines(left + 1 * MM, y + 2.6 * MM, word)
            left += wide
        edge = x + room
        for cell, wide in zip(reversed(row.cells[count:]), reversed(results), strict=False):
            side, at = (Side.RIGHT, edge - 1 * MM) if len(results) == 1 else (Side.MIDDLE, edge - wide / 2)
            sheet.fitted(at, y + 2.6 * MM, figure(cell), wide - 1, TEXT, Cut.BOLD, INK, side)
            edge -= wide

    return Item(high, paint)


def log_blocks(point_targets: int, task_rows: int) -> list[Block]:
    """Blank logs: suspected points to fire at, engineering tasks with their turns."""
    blocks: list[Block] = []
    if point_targets:
        blocks.append(Block("Point targets", (Item(3.4 * MM, _point_head), *(_line_item(LOG_WIDE) for _ in range(point_targets))), "", GAP))
    if task_rows:
        blocks.append(Block("Engineer tasks", tuple(_task_item(LOG_WIDE) for _ in range(task_rows)), "turns", GAP))
    return blocks


def _point_head(sheet: Sheet, x: float, y: float) -> None:
    for at, side, word in ((x, Side.LEFT, "Line"), (x + 7 * MM, Side.LEFT, "Point"), (x + LOG_WIDE, Side.RIGHT, "Turn")):
        sheet.text(at, y + 4, word, 6, Cut.REGULAR, FAINT, side)


def _line_item(room: float) -> Item:
    return Item(5 * MM, lambda sheet, x, y: write_line(sheet, x, x + room, y + 4 * MM))


def _task_item(room: float) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        write_line(sheet, x, x + room - 4 * 3.85 * MM - 1.4 * MM, y + 3.4 * MM)
        number_boxes(sheet, x + room - 4 * 3.85 * MM, y, 3.85 * MM, 3.85 * MM, (1, 2, 3, 4))

    return Item(5.1 * MM, paint)


def arrange(sheet: Sheet, tables: Sequence[QuickTable], logs: Sequence[Block]) -> list[tuple[float, list[Block]]]:
    """The tables in columns of their natural width: neighbours are stacked until the columns fit side by side."""
    room = sheet.room - (LOG_WIDE + GAP if logs else 0)
    columns = [[table] for table in tables]

    def total(stacks: list[list[QuickTable]]) -> float:
        return sum(max(natural_width(table) for table in stack) for stack in stacks) + GAP * max(0, len(stacks) - 1)

    def height(stack: list[QuickTable]) -> float:
        wide = max(natural_width(table) for table in stack)
        return column_height([table_block(table, wide) for table in stack])

    while len(columns) > 1 and total(columns) > room:
        joined = [[*columns[:i], columns[i] + columns[i + 1], *columns[i + 2 :]] for i in range(len(columns) - 1)]
        columns = min(joined, key=lambda stacks: (max(height(stack) for stack in stacks), total(stacks)))
    wants = [max(natural_width(table) for table in stack) for stack in columns]
    share = 1 + max(0.0, room - total(columns)) / sum(wants) if wants else 1.0
    placed = [(min(room, want * share), stack) for want, stack in zip(wants, columns, strict=True)]
    blocks = [(wide, [table_block(table, wide) for table in stack]) for wide, stack in placed]
    return [*blocks, (LOG_WIDE, list(logs))] if logs else blocks


def columns_height(columns: Sequence[tuple[float, list[Block]]]) -> float:
    """Height of the deepest column."""
    return max((column_height(blocks) for _, blocks in columns), default=0.0)


def draw_columns(sheet: Sheet, y: float, columns: Sequence[tuple[float, list[Block]]]) -> float:
    """Draws the columns side by side; returns the y under the deepest."""
    x, deepest = sheet.left, y
    for wide, blocks in columns:
        low = y
        for step, block in enumerate(blocks):
            low = draw_block(sheet, x, low + (block.gap if step else 0), wide, block)
        deepest = max(deepest, low)
        x += wide + GAP
    return deepest
