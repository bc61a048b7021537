"""The blank hex map: every hex has its name, inside the room it was given."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from campaign.rules.hexes.quick_reference import hex_grid
from campaign.rules.settings import DEFAULTS
from campaign.views.papers import Masthead
from campaign_reports.hex_map import draw_hexes, hexes_height
from campaign_reports.page import Paper, Part, Sheet, compose


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("metres", [500, 1000, 400])
def test_every_hex_of_the_table_is_named(paper: Paper, metres: int) -> None:
    grid = hex_grid(DEFAULTS.with_setting("hexes.metres", metres))
    ends: list[tuple[float, float]] = []

    def paint(sheet: Sheet) -> None:
        top = sheet.begin()
        bottom = draw_hexes(sheet, grid, sheet.left, top + 6, sheet.room)
        ends.append((bottom, sheet.foot))
        assert bottom == pytest.approx(top + 6 + hexes_height(grid, sheet.room))
        sheet.end()

    made = compose([Part(Masthead("Umpire", "#000000", "Brevity", "Map"), paint)], paper)
    words = PdfReader(io.BytesIO(made)).pages[0].extract_text().split()
    assert set(grid.labels) <= set(words)
    assert len(grid.labels) == (6000 // metres) ** 2
    assert all(bottom <= foot for bottom, foot in ends)
