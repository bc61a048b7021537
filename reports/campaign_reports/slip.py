"""The slip for a player, on a page of a quarter of the usual size: name, QR code, link, and what to do."""

from __future__ import annotations

from typing import Final

from campaign.views.players.slip import Slip
from campaign_reports.document import Document, rendered
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.qr import qr_rows
from campaign_reports.style import CAPTION, HEAD_RULE, INK, MM, SECOND, TITLE, WHITE
from campaign_reports.type import Cut, break_anywhere, paragraph

WIDE: Final = 105 * MM
HIGH: Final = 148 * MM
MARGIN: Final = 9 * MM
CODE: Final = 52 * MM
"""Width of the QR code."""
BODY: Final = 10.5
"""Size of the words, in points: they are read in a dim hall."""


@rendered
def render_slip(view: Slip, _: Paper) -> Document:
    """Return the slip as a document of one page."""
    part = Part(view.masthead, lambda sheet: _paint(sheet, view), name="Slip", bare=True)
    return Document((part,), (view,))


def _paint(sheet: Sheet, view: Slip) -> None:
    sheet.width, sheet.height = WIDE, HIGH
    sheet.room, sheet.left_x, sheet.right_x = WIDE - 2 * MARGIN, MARGIN, WIDE - MARGIN
    sheet.foot = HIGH - MARGIN
    sheet.begin()
    y = _head(sheet, view)
    y = _code(sheet, view.link, y + 4 * MM)
    for line in break_anywhere(view.link, sheet.room, BODY, Cut.SEMIBOLD):
        y += BODY * 1.25
        sheet.text(WIDE / 2, y, line, BODY, Cut.SEMIBOLD, side=Side.MIDDLE)
    y += 3 * MM
    for words in view.words:
        block = paragraph(words, sheet.room, BODY)
        y = sheet.lines(sheet.left_x, y + block.pitch, block)


def _head(sheet: Sheet, view: Slip) -> float:
    """Draw the side's tab, the campaign, and whose slip it is; return the y under them."""
    x, y, tab, deep = sheet.left_x, MARGIN, 22 * MM, 12 * MM
    sheet.box(x, y, tab, deep, fill=sheet.accent)
    sheet.fitted(x + tab / 2, y + 7.5 * MM, view.masthead.side, tab - 4, 11, Cut.BOLD, WHITE, Side.MIDDLE)
    start = x + tab + 3 * MM
    sheet.fitted(start, y + 5 * MM, view.masthead.operation, sheet.right_x - start, CAPTION + 2, colour=SECOND)
    sheet.fitted(start, y + 10.5 * MM, view.player or view.name, sheet.right_x - start, 12, Cut.BOLD)
    sheet.rule(x, y + deep, sheet.right_x, HEAD_RULE)
    y += deep + 7 * MM
    sheet.fitted(x, y, view.name, sheet.room, TITLE, Cut.BOLD)
    if view.force:
        y += 4.6 * MM
        sheet.fitted(x, y, view.force, sheet.room, BODY, colour=SECOND)
    return y


def _code(sheet: Sheet, link: str, y: float) -> float:
    """Draw the QR code in the middle; return the y under it."""
    rows = qr_rows(link)
    module, x = CODE / len(rows), (WIDE - CODE) / 2
    for step, row in enumerate(rows):
        for start, length in row:
            sheet.box(x + start * module, y + step * module, length * module, module * 1.02, fill=INK)
    return y + CODE
