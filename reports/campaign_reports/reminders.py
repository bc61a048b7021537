"""The rules in short at the end of a battle sheet: blocks of labelled sentences, as large as their page has room for."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.views.sheet import Reminders
from campaign_reports.blocks import Block, fact_items, flow, left_over
from campaign_reports.page import Sheet
from campaign_reports.quick import draw_columns
from campaign_reports.style import MM, NOTE, TEXT

LARGE_PRINT = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""Rules in short are set as large as their page has room for, and in ``NOTE`` where it has none to spare."""


def draw_reminders(sheet: Sheet, y: float, reminders: Sequence[Reminders], after: float = 0.0) -> float:
    """Rules in short, side by side or running on over two columns; on the next page if this one has no room even for those not to spare.
    If they can be, they are set so that what comes ``after`` them, so high, finds room under them."""
    low, needed = sheet.foot - 3 * MM, [one for one in reminders if not one.spare]
    if not _reminders_fit(sheet, reminders, NOTE, low - y - 5 * MM):
        reminders, y = (needed, y) if _reminders_fit(sheet, needed, NOTE, low - y - 5 * MM) else (reminders, sheet.turn())
    if not reminders:
        return y
    y += 4 * MM
    leaving = (low - after - y, low - y)
    size = next((one for room in leaving for one in (*LARGE_PRINT, NOTE) if _reminders_fit(sheet, reminders, one, room)), NOTE)
    blocks, half = _reminder_blocks(sheet, reminders, size), (sheet.room - 4 * MM) / 2
    if len(blocks) == 2:
        return draw_columns(sheet, y, [(half, [block]) for block in blocks])
    return flow(sheet, y, low, blocks, 2, even=True)


def _reminders_fit(sheet: Sheet, reminders: Sequence[Reminders], size: float, room: float) -> bool:
    """Do they stand in this height, set so large? Two stand side by side unbroken."""
    blocks = _reminder_blocks(sheet, reminders, size)
    return max(block.height for block in blocks) <= room if len(blocks) == 2 else not left_over(blocks, [room] * 2)


def _reminder_blocks(sheet: Sheet, reminders: Sequence[Reminders], size: float) -> list[Block]:
    room, label = (sheet.room - 4 * MM) / 2, 19 * MM * max(1.0, size / TEXT)
    return [Block(one.title, tuple(fact_items(one.facts, room, label, size))) for one in reminders]
