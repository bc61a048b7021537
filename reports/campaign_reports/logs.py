"""The blank logs of a battle sheet: narrow ones beside its tables, wide ones over the width of the page under them.

log_blocks(logs)                 the narrow logs, which stand beside the tables
wide_logs(logs, room)            the others, side by side in two columns
least(columns)                   the same with as few lines as a log may have
draw_wide(sheet, y, columns)     with as many lines as the page has room for
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from campaign.values import replace
from campaign.words.sheet import Log
from campaign_reports.blocks import Block, BlockColumn, Item, text_items
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import number_boxes, write_line
from campaign_reports.quick import GAP, LOG_WIDE, columns_height, draw_columns
from campaign_reports.style import CAPTION, FAINT, MM, NOTE, TABLE
from campaign_reports.type import Cut, width

NARROW: Final = 30.0
"""Width in millimetres up to which a log stands beside the charts; a wider log is under the units."""
LEAST_LINES: Final = 4
"""Least number of blank lines of a log."""


def log_blocks(logs: Sequence[Log], lines: int = 99) -> list[Block]:
    """Return the narrow blank logs: at most that many lines to write on, with boxes at their end."""
    narrow = [_log_block(log, LOG_WIDE) for log in logs if log.wide <= NARROW and log.lines]
    return [replace(log, items=log.items[: log.heads + lines]) for log in narrow]


def wide_logs(logs: Sequence[Log], room: float) -> list[BlockColumn]:
    """Return the logs that do not stand beside the tables, in two columns."""
    half = (room - GAP) / 2
    blocks = [_log_block(log, half) for log in logs if log.wide > NARROW and log.lines]
    middle = -(-len(blocks) // 2)
    return [(half, part) for part in (blocks[:middle], blocks[middle:]) if part]


def least(columns: Sequence[BlockColumn]) -> list[BlockColumn]:
    """Return the logs with as few blank lines as they may have."""
    return _cut(columns, LEAST_LINES)


def _cut(columns: Sequence[BlockColumn], lines: int) -> list[BlockColumn]:
    return [(wide, [replace(log, items=log.items[: log.heads + lines]) for log in blocks]) for wide, blocks in columns]


def draw_wide(sheet: Sheet, y: float, columns: Sequence[BlockColumn]) -> float:
    """Draw the logs with as many of their lines as fit on this page; on the next where it has no room for the least."""
    if not columns:
        return y
    if y + columns_height(least(columns)) > sheet.low:
        y = sheet.next_page()
    longest = max(len(log.items) - log.heads for _, blocks in columns for log in blocks)
    fitting = (
        made
        for lines in range(longest, LEAST_LINES, -1)
        if y + columns_height(made := _cut(columns, lines)) <= sheet.low
    )
    return draw_columns(sheet, y, next(fitting, least(columns)))


def _log_block(log: Log, room: float) -> Block:
    head = (Item(3.4 * MM, lambda sheet, x, y: _log_head(sheet, x, y, log, room)),) if log.heads else ()
    beside = width(log.title.upper(), Cut.BOLD, TABLE, 0.25) + width(log.note, Cut.REGULAR, CAPTION) + 4 * MM <= room
    note = [] if beside else [*text_items(log.note, room, NOTE, Cut.ITALIC, FAINT), Item(2, lambda sheet, x, y: None)]
    if log.asks:
        rows = [*note, *(_question_item(log.asks[n : n + 2], room) for n in range(0, len(log.asks), 2))]
        return Block(log.title, rows, log.note if beside else "", GAP, len(rows))
    lines = (_log_line(log, room) for _ in range(log.lines))
    return Block(log.title, (*note, *head, *lines), log.note if beside else "", GAP, len(note) + len(head))


def _log_head(sheet: Sheet, x: float, y: float, log: Log, room: float) -> None:
    starts = [0.0]
    shares = log.shares if len(log.shares) == len(log.heads) else (1 / len(log.heads),) * len(log.heads)
    for share in shares[:-1]:
        starts.append(starts[-1] + share)
    for step, (word, start) in enumerate(zip(log.heads, starts, strict=True)):
        last = step == len(log.heads) - 1 and step > 0
        at, side = (x + room, Side.RIGHT) if last else (x + start * room, Side.LEFT)
        sheet.text(at, y + 4, word, CAPTION, colour=FAINT, side=side)


def _question_item(words: Sequence[str], room: float) -> Item:
    """Return two questions side by side, each with a line to write on behind it."""
    half = (room - 3 * MM) / 2

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for step, word in enumerate(words):
            left_x = x + step * (half + 3 * MM)
            used = sheet.fitted(left_x, y + 3.4 * MM, word, half * 0.8, CAPTION)
            write_line(sheet, left_x + used + 1 * MM, left_x + half, y + 3.8 * MM)

    return Item(4.3 * MM, paint)


def _log_line(log: Log, room: float) -> Item:
    boxes = log.boxes

    def paint(sheet: Sheet, x: float, y: float) -> None:
        if not boxes:
            write_line(sheet, x, x + room, y + 4 * MM)
            return
        wide = len(boxes) * 3.85 * MM
        write_line(sheet, x, x + room - wide - 1.4 * MM, y + 3.4 * MM)
        number_boxes(sheet, x + room - wide, y, 3.85 * MM, 3.85 * MM, boxes)

    return Item(5.1 * MM if boxes else 5 * MM, paint)
