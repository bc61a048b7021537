"""The rules in short at the end of a battle sheet and our readings with them: labelled sentences, as large as their
page has room for."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from campaign.views.papers import Fact
from campaign.views.sheet import Reminders
from campaign_reports.blocks import Block, fact_items, flow, left_over, text_items
from campaign_reports.logs import READINGS, as_text
from campaign_reports.page import Sheet
from campaign_reports.quick import draw_columns
from campaign_reports.style import MM, TEXT

LARGE_PRINT = (9.5, 9.0, 8.5, 8.0, TEXT)
"""Rules in short are set as large as their page has room for; running text, which they are before a page is begun that
they would leave nearly empty, in the last of these sizes."""


class Running(IntEnum):
    """What of them is running text instead of a label and its words."""

    NOTHING = 0
    READINGS = 1
    ALL = 2


def draw_reminders(
    sheet: Sheet, y: float, reminders: Sequence[Reminders], readings: Sequence[Fact] = (), after: float = 0.0
) -> float:
    """Rules in short and then our readings, side by side or running on over two columns, as large as this page has room
    for.

    Where it has none, our readings become running text, then all of it; then they begin a page. What comes ``after``
    them, so high, stands under them if it can.
    """
    all_reminders = [*reminders, *([Reminders(READINGS, tuple(readings))] if readings else ())]
    if not all_reminders:
        return y
    low, running = sheet.low, Running.NOTHING
    room_here = low - y - 5 * MM
    if not _fit(sheet, all_reminders, TEXT, room_here, running):
        fitting = (
            small_print
            for small_print in (Running.READINGS, Running.ALL)
            if _fit(sheet, all_reminders, TEXT, room_here - after, small_print)
        )
        running = next(fitting, Running.NOTHING)
        y = y if running else sheet.turn()
    y += 4 * MM
    sizes = (TEXT,) if running else LARGE_PRINT
    size = next(
        (siz for room in (low - after - y, low - y) for siz in sizes if _fit(sheet, all_reminders, siz, room, running)),
        TEXT,
    )
    blocks, half = _blocks(sheet, all_reminders, size, running), (sheet.room - 4 * MM) / 2
    if len(blocks) == 2:
        return draw_columns(sheet, y, [(half, [block]) for block in blocks])
    return flow(sheet, y, blocks, 2, even=True, low=low)


def _fit(sheet: Sheet, reminders: Sequence[Reminders], size: float, room: float, running: Running) -> bool:
    """Do they stand in this height, set so large? Two stand side by side unbroken."""
    blocks = _blocks(sheet, reminders, size, running)
    return max(block.height for block in blocks) <= room if len(blocks) == 2 else not left_over(blocks, [room] * 2)


def _blocks(sheet: Sheet, reminders: Sequence[Reminders], size: float, running: Running) -> list[Block]:
    room, label = (sheet.room - 4 * MM) / 2, 19 * MM * max(1.0, size / TEXT)
    return [
        Block(
            other_reminders.title,
            text_items(as_text(other_reminders.facts), room, size)
            if running is Running.ALL or (running is Running.READINGS and other_reminders.title == READINGS)
            else fact_items(other_reminders.facts, room, label, size),
        )
        for other_reminders in reminders
    ]
