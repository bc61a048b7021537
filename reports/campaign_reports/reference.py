"""The reference of a system: all its charts, then its rules in short and its house rules, on two pages at the most."""

from __future__ import annotations

from campaign.words.reference import ReferencePaper
from campaign.words.sheet import Reminders
from campaign_reports.blocks import flow
from campaign_reports.document import Document, rendered
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.quick import arrange, columns_height, draw_columns, table_block
from campaign_reports.reminders import HOUSE_RULES, draw_reminders
from campaign_reports.style import MM

GUTTER: float = 4 * MM
COLUMNS = 3


@rendered
def render_reference(view: ReferencePaper, _: Paper) -> Document:
    return Document((reference_part(view),), (view,))


def reference_part(view: ReferencePaper) -> Part:
    return Part(view.masthead, lambda sheet: _paint(sheet, view), name="Reference", grows=True)


def _paint(sheet: Sheet, view: ReferencePaper) -> None:
    y = sheet.begin() + 4 * MM
    tables = view.reference.tables
    columns = arrange(sheet, tables, ())
    if y + columns_height(columns) <= sheet.low:
        y = draw_columns(sheet, y, columns)
    else:
        wide = (sheet.room - GUTTER * (COLUMNS - 1)) / COLUMNS
        y = flow(sheet, y, [table_block(table, wide) for table in tables], COLUMNS, GUTTER)
    draw_reminders(sheet, y, (*view.reference.reminders, Reminders(HOUSE_RULES, view.reference.house_rules)))
