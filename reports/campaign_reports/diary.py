"""The diary: the hour and what happened, in two columns, day after day.

render_diary(view, paper)
entry_items(entry, room, indent, air) -> items      a line of the diary on as many lines as it takes
"""

from __future__ import annotations

from campaign.views.diary import Diary, DiaryEntry
from campaign_reports.blocks import Block, Drawing, Item, flow, text_items
from campaign_reports.document import listed
from campaign_reports.page import Sheet
from campaign_reports.style import CAPTION, MM, TEXT, THIRD
from campaign_reports.type import Cut, paragraph

GUTTER = 6 * MM
CLOSE, WIDE = (1.15, 1.2), (1.22, 2.0)
"""Leading of the diary, and the points between two entries: close where that saves a page."""
CLOCK = 24.0
"""Indent of the text behind the hour."""


@listed()
def render_diary(sheet: Sheet, view: Diary) -> None:
    """The diary of one reader."""
    room = (sheet.room - GUTTER) / 2
    blocks = [
        Block(
            f"Day {day.day}, {day.date}",
            [item for entry in day.lines for item in entry_items(entry, room, CLOCK)],
            gap=4 * MM,
        )
        for day in view.days
    ]
    nothing = Block("Diary", text_items("Nothing happened that is known.", room))
    flow(sheet, sheet.begin() + 5 * MM, blocks or [nothing], 2, GUTTER, even=True)


def entry_items(entry: DiaryEntry, room: float, indent: float, air: tuple[float, float] = WIDE) -> list[Item]:
    """An entry on as many lines as it takes, its hour before the first."""
    cut = Cut.BOLD if entry.is_blow else Cut.REGULAR
    lines = paragraph(entry.text, room - indent, TEXT, cut).lines
    return [
        Item(
            TEXT * air[0] + (air[1] if step == len(lines) - 1 else 0),
            _line("" if step else entry.when, words, indent, cut),
        )
        for step, words in enumerate(lines)
    ]


def _line(when: str, words: str, indent: float, cut: Cut) -> Drawing:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        if when:
            sheet.fitted(x, y + TEXT * 0.95, when, indent - 3, CAPTION, colour=THIRD)
        sheet.text(x + indent, y + TEXT * 0.95, words, TEXT, cut)

    return paint
