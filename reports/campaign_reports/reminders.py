"""The rules in short at the end of a battle sheet and our readings with them: labelled sentences, as large as their page has room for."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.views.papers import Fact
from campaign.views.sheet import Reminders
from campaign_reports.blocks import Block, fact_items, flow, left_over, text_items
from campaign_reports.logs import READINGS, as_text
from campaign_reports.page import Sheet
from campaign_reports.quick import draw_columns
from campaign_reports.style import FLOOR, MM, NOTE, TABLE, TEXT

LARGE_PRINT = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""Rules in short are set as large as their page has room for, and in ``NOTE`` where it has none to spare."""
BESIDE_TEXT = (TEXT, TABLE, NOTE, FLOOR)
"""The same where our readings are running text, as they are if all would not stand on their page otherwise."""


def draw_reminders(sheet: Sheet, y: float, reminders: Sequence[Reminders], readings: Sequence[Fact] = (), after: float = 0.0) -> float:
    """Rules in short and then our readings, side by side or running on over two columns; on the next page if this one has no room even for
    those not to spare, which the readings never are. Before that these are set as running text, if no page is left with little on it: what
    comes ``after`` them, so high, stands under them if it can."""
    reminders = [*reminders, *([Reminders(READINGS, tuple(readings))] if readings else ())]
    low, needed = sheet.foot - 3 * MM, [one for one in reminders if not one.spare]
    here = low - y - 5 * MM
    running = False
    if not _reminders_fit(sheet, reminders, NOTE, here):
        running = not _reminders_fit(sheet, needed, NOTE, here)
        if not running or any(_reminders_fit(sheet, needed, size, here - after, running=True) for size in BESIDE_TEXT):
            reminders = needed
        else:
            y, running = sheet.turn(), False
    if not reminders:
        return y
    y += 4 * MM
    sizes = BESIDE_TEXT if running else (*LARGE_PRINT, NOTE)
    leaving = (low - after - y, low - y)
    size = next((one for room in leaving for one in sizes if _reminders_fit(sheet, reminders, one, room, running=running)), NOTE)
    blocks, half = _reminder_blocks(sheet, reminders, size, running=running), (sheet.room - 4 * MM) / 2
    if len(blocks) == 2:
        return draw_columns(sheet, y, [(half, [block]) for block in blocks])
    return flow(sheet, y, low, blocks, 2, even=True)


def _reminders_fit(sheet: Sheet, reminders: Sequence[Reminders], size: float, room: float, *, running: bool = False) -> bool:
    """Do they stand in this height, set so large? Two stand side by side unbroken."""
    blocks = _reminder_blocks(sheet, reminders, size, running=running)
    if not blocks:
        return True
    return max(block.height for block in blocks) <= room if len(blocks) == 2 else not left_over(blocks, [room] * 2)


def _reminder_blocks(sheet: Sheet, reminders: Sequence[Reminders], size: float, *, running: bool) -> list[Block]:
    room, label = (sheet.room - 4 * MM) / 2, 19 * MM * max(1.0, size / TEXT)
    return [
        Block(one.title, tuple(text_items(as_text(one.facts), room, size) if running and one.title == READINGS else fact_items(one.facts, room, label, size)))
        for one in reminders
    ]  # fmt: skip
