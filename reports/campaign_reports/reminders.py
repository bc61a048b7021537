"""Rules in short and house rules: labelled sentences in two columns, as large as their pages have room for.

draw_reminders(sheet, y, reminders)     on this page, else over this and the next: on the reference
fill_in(sheet, y, reminders)            as many of them as this page has room for: at the end of a battle sheet
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from campaign.words.sheet import Reminders
from campaign_reports.blocks import Block, fact_items, flow, left_over, together
from campaign_reports.page import Sheet
from campaign_reports.style import MM, TEXT

HOUSE_RULES: Final = "House rules: the book is silent"
"""Title of the house rules, the same in every system."""
SIZES: Final = (9.5, 9.0, 8.5, 8.0, TEXT)
GUTTER: Final = 4 * MM
TOP: Final = 24 * MM
"""Top of the text on a page, under its head."""


def draw_reminders(sheet: Sheet, y: float, reminders: Sequence[Reminders]) -> float:
    """Draw the reminders over this page and the next; returns the y under them."""
    room, page = sheet.low - y - GUTTER, sheet.low - TOP
    sizes = (
        size
        for rooms in ([room] * 2, [room, room, page, page])
        for size in SIZES
        if not left_over(_blocks(sheet, reminders, size), rooms)
    )
    blocks = _blocks(sheet, reminders, next(sizes, TEXT))
    return flow(sheet, y + GUTTER, blocks, 2, GUTTER, even=True) if blocks else y


def fill_in(sheet: Sheet, y: float, reminders: Sequence[Reminders]) -> float:
    """Draw as many reminders as fit completely on this page, the first of them first; returns the y under them. The
    others are left out.
    """
    room = sheet.low - y - GUTTER
    for count in range(len(reminders), 0, -1):
        for size in SIZES:
            blocks = _blocks(sheet, reminders[:count], size)
            if not left_over(blocks, [room] * 2):
                return flow(sheet, y + GUTTER, blocks, 2, GUTTER, even=True)
    return y


def _blocks(sheet: Sheet, reminders: Sequence[Reminders], size: float) -> list[Block]:
    room, label = (sheet.room - GUTTER) / 2, 19 * MM * size / TEXT
    return [
        Block(listed.title, [together(fact_items([fact], room, label, size)) for fact in listed.facts])
        for listed in reminders
        if listed.facts
    ]
