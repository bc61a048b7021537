"""What is cut out: labels for the bases of a force, colour-coded where the system does so."""

from __future__ import annotations

from campaign.views.papers import Masthead
from campaign.views.sheet import SheetBody, UnitLabel
from campaign_reports.page import Part, Sheet, Side
from campaign_reports.stand_rows import SWATCH, draw_boxes
from campaign_reports.style import CAPTION, CLOSE_RULE, INK, MM, PEN_LINE, SECOND
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, squeeze

LABEL_WIDE: float = 46 * MM
LABEL_HIGH: float = 17 * MM
LEAST_HIGH: float = 16.4 * MM
"""A label with a row of boxes needs no less."""
BAR: float = 3.0 * MM


def label_part(head: Masthead, body: SheetBody) -> Part:
    """The labels of a side, page after page."""
    return Part(head, lambda sheet: _paint_labels(sheet, body.labels), name="Labels")


def _paint_labels(sheet: Sheet, labels: tuple[UnitLabel, ...]) -> None:
    y = sheet.begin() + 4 * MM
    across = max(1, int(sheet.room // LABEL_WIDE))
    high = label_height(sheet.foot - y, -(-len(labels) // across))
    for start in range(0, len(labels), across):
        if y + high > sheet.foot:
            y = sheet.next_page()
        for step, label in enumerate(labels[start : start + across]):
            _draw_label(sheet, sheet.left_x + step * LABEL_WIDE, y, label, high)
        y += high


def label_height(room: float, rows: int) -> float:
    """Labels are set as close as they may be where that saves them a page of their own; so much room has a page for so
    many rows."""
    usual, closest = int(room // LABEL_HIGH), int(room // LEAST_HIGH)
    return LEAST_HIGH if -(-rows // max(1, closest)) < -(-rows // max(1, usual)) else LABEL_HIGH


def _draw_label(sheet: Sheet, x: float, y: float, label: UnitLabel, high: float) -> None:
    sheet.box(x, y, LABEL_WIDE, high, 0.3, PEN_LINE)
    for step, colour in enumerate(label.bars):
        sheet.box(x + 0.8 * MM + step * BAR, y + 0.8 * MM, BAR, high - 1.6 * MM, CLOSE_RULE, INK, SWATCH[colour])
    left_x = x + 1.8 * MM + len(label.bars) * BAR
    room = x + LABEL_WIDE - left_x - 1.2 * MM
    sheet.fitted(left_x, y + 4.6 * MM, str(label.line), 6 * MM, 11, Cut.BOLD)
    if label.symbol is not None:
        draw_in_row(sheet, label.symbol, left_x + 6.4 * MM, y + 0.4 * MM, 6 * MM, 3.6 * MM)
    if label.sign:
        sheet.fitted(x + LABEL_WIDE - 1.2 * MM, y + 4.4 * MM, label.sign, 14 * MM, 8, Cut.BOLD, side=Side.RIGHT)
    sheet.lines(left_x, y + 9.2 * MM, squeeze(label.title, room, 7.5, Cut.SEMIBOLD))
    sheet.fitted(left_x, y + 12.0 * MM, label.text, room, CAPTION, colour=SECOND)
    at = left_x
    for group in label.groups:
        at = draw_boxes(sheet, at, y + 12.8 * MM, group, 3.2 * MM, 3.2 * MM)
