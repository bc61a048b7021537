"""Over the width of a battle sheet, under its tables: the wide logs to write in, and our readings of what the book
leaves open.

log_blocks(logs)                    the narrow logs, which stand beside the tables
wide_of(body, room) -> Wide         the others and the readings, unless these stand with a system's rules in short
wide_height(wide, room) -> height   the least that they take; full_height: in the largest print
draw_wide(sheet, y, wide, after)    on the next page where this has no room
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from campaign.views.papers import Fact
from campaign.views.sheet import Log, SheetBody
from campaign_reports.blocks import Block, BlockColumn, Item, draw_items, fact_items, flow, text_items
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import number_boxes, write_line
from campaign_reports.quick import GAP, LOG_WIDE, columns_height, draw_columns
from campaign_reports.style import CAPTION, FAINT, MM, NOTE, TABLE
from campaign_reports.type import Cut, width

READINGS: Final = "House rules: where the book is silent"
"""Title of our readings, the same on the sheet of every system."""
LABEL: Final = 17 * MM
NARROW: Final = 30.0
"""Millimetres: a log as narrow as this stands beside the tables, others under the units."""
LEAST_LINES: Final = 4
"""Blank lines that a log has at least."""
LINES: Final = (99, 5, LEAST_LINES)
Row = list[BlockColumn]
"""Columns side by side with their widths."""


@dataclass(frozen=True, slots=True)
class Wide:
    """Logs that are half a page wide, and readings."""

    logs: tuple[Block, ...] = ()
    readings: tuple[Fact, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.logs or self.readings)


def log_blocks(logs: Sequence[Log]) -> list[Block]:
    """The narrow blank logs: lines to write on, with boxes at their end."""
    return [_log_block(log, LOG_WIDE) for log in logs if log.wide <= NARROW and log.lines]


def wide_of(body: SheetBody, room: float) -> Wide:
    """The logs that do not stand beside the tables, and the readings unless the rules in short take them up."""
    logs = tuple(_log_block(log, (room - GAP) / 2) for log in body.logs if log.wide > NARROW and log.lines)
    return Wide(logs, () if body.reminders else body.readings)


def wide_height(wide: Wide, room: float) -> float:
    """The least height that they take with all their lines."""
    return (
        min(_height(way) for labelled in (True, False) for way in _ways(wide, room, labelled=labelled)) if wide else 0.0
    )


def full_height(wide: Wide, room: float) -> float:
    """The least height that they take with the readings labelled."""
    return min(_height(way) for way in _ways(wide, room, labelled=True)) if wide else 0.0


def draw_wide(sheet: Sheet, y: float, wide: Wide, after: float = 0.0) -> float:
    """Draws them; returns the y under them. They leave room for what comes ``after`` them, so high, if they can."""
    low = sheet.low
    way = fitting(wide, sheet.room, low - y - after) or fitting(wide, sheet.room, low - y)
    if way is None:
        y = sheet.next_page()
        way = fitting(wide, sheet.room, low - y - after) or fitting(wide, sheet.room, low - y)
    if way is None:  # more than a page
        items = _items(wide.readings, (sheet.room - GAP) / 2, labelled=True)
        return flow(sheet, y, [*wide.logs, *([Block(READINGS, items)] if items else ())], 2, low=low)
    for step, row in enumerate(way):
        y = draw_columns(sheet, y + (GAP if step else 0), row)
    return y


def fitting(wide: Wide, room: float, high: float) -> list[Row] | None:
    """The first way to set them that fits into this height: the readings labelled, then running; as many blank lines as
    can be. None if there is no way."""
    for labelled in (True, False):
        for lines in LINES:
            shorter = replace(wide, logs=tuple(replace(log, items=log.items[: log.heads + lines]) for log in wide.logs))
            for way in _ways(shorter, room, labelled=labelled):
                if _height(way) <= high:
                    return way
    return None


def _ways(wide: Wide, room: float, *, labelled: bool) -> Iterator[list[Row]]:
    """The readings beside the logs, or under them in two columns over the page."""
    half, middle = (room - GAP) / 2, -(-len(wide.logs) // 2)
    logs: list[Row] = (
        [[(half, list(part)) for part in (wide.logs[:middle], wide.logs[middle:]) if part]] if wide.logs else []
    )
    if not wide.readings:
        yield logs
        return
    items = _items(wide.readings, half, labelled=labelled)
    if logs:
        yield [[(half, list(wide.logs)), (half, [Block(READINGS, items)])]]
    yield [*logs, [(room, [_over_the_page(items, half)])]]


def _height(way: Sequence[Row]) -> float:
    return sum(columns_height(row) for row in way) + GAP * (len(way) - 1)


def _items(readings: Sequence[Fact], room: float, *, labelled: bool) -> list[Item]:
    if labelled:
        return fact_items(readings, room, LABEL)
    return text_items(as_text(readings), room)


def as_text(readings: Sequence[Fact]) -> str:
    """Readings as running text."""
    return " \N{MIDDLE DOT} ".join(f"{reading.label}: {reading.text}" for reading in readings)


def _over_the_page(items: Sequence[Item], half: float) -> Block:
    """One title, and under it two columns as even as they come."""
    cuts = [
        (max(sum(entry.height for entry in items[:n]), sum(entry.height for entry in items[n:])), n)
        for n in range(len(items) + 1)
    ]
    high, cut = min(cuts)

    def draw(sheet: Sheet, x: float, y: float) -> None:
        for left_x, column in ((x, items[:cut]), (x + half + GAP, items[cut:])):
            draw_items(sheet, left_x, y, column)

    return Block(READINGS, (Item(high, draw),))


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
    """Two things to be written in, side by side: what it is, and a line behind it."""
    half = (room - 3 * MM) / 2

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for step, word in enumerate(words):
            left_x = x + step * (half + 3 * MM)
            used = sheet.fitted(left_x, y + 3.4 * MM, word, half * 0.72, CAPTION)
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
