"""A table whose ground is drawn, so that a test can ask where the water lies."""

from __future__ import annotations

from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from campaign.words.packet import TableMap
from campaign.words.papers import Masthead
from campaign_reports.areas import Area
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.table_ground import Ground, draw_areas


def ground_of(table: TableMap) -> Ground:
    """The ground of a table, drawn 480 points wide."""
    sheet = Sheet(Canvas(BytesIO()), Part(Masthead("", "#000000", "", ""), lambda _: None), Paper.A4)
    ground = Ground(sheet, table, Area(40, 40, 480, 200))
    draw_areas(ground)
    return ground
