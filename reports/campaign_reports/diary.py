"""The diary: hours and events in two columns, day after day."""

from __future__ import annotations

from campaign.views.book.diary import Diary, DiaryEntry
from campaign_reports.blocks import UNBROKEN, Block, Drawing, Item, flow, text_items, together
from campaign_reports.document import listed
from campaign_reports.page import Sheet
from campaign_reports.style import CAPTION, MM, TEXT, THIRD
from campaign_reports.type import Cut, paragraph

GUTTER = 6 * MM
LEADING, AFTER = 1.22, 2.0
"""Line pitch of the diary as a multiple of the type size, and the points between two entries."""
CLOCK = 24.0
"""Indent in points of the text after the clock time."""


@listed()
def render_diary(sheet: Sheet, view: Diary) -> None:
    """Draw the diary of one reader."""
    room = (sheet.room - GUTTER) / 2
    blocks = [
        Block(f"Day {day.day}, {day.date}", [item for entry in day.lines for item in _entry(entry, room)], gap=4 * MM)
        for day in view.days
    ]
    nothing = Block("Diary", text_items("No events are known.", room))
    flow(sheet, sheet.begin() + 5 * MM, blocks or [nothing], 2, GUTTER, even=True)


def _entry(entry: DiaryEntry, room: float) -> list[Item]:
    """Return an entry on as many lines as it takes, with its hour before the first; a short one is not broken."""
    cut = Cut.BOLD if entry.is_blow else Cut.REGULAR
    lines = paragraph(entry.text, room - CLOCK, TEXT, cut).lines
    items = [
        Item(TEXT * LEADING + (AFTER if step == len(lines) - 1 else 0), _line("" if step else entry.when, words, cut))
        for step, words in enumerate(lines)
    ]
    return [together(items)] if len(items) <= UNBROKEN else items


def _line(when: str, words: str, cut: Cut) -> Drawing:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        if when:
            sheet.fitted(x, y + TEXT * 0.95, when, CLOCK - 3, CAPTION, colour=THIRD)
        sheet.text(x + CLOCK, y + TEXT * 0.95, words, TEXT, cut)

    return paint
