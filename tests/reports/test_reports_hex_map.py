"""The hex map: every hex has its name, inside the room it was given, and the ground of the table lies under it."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
import specimens
from pypdf import PdfReader

from campaign.rules.hexes.quick_reference import hex_grid
from campaign.rules.settings import DEFAULTS
from campaign.views.papers import Masthead
from campaign_reports.hex_map import draw_hexes, hex_name, hex_part, hexes_height
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


def test_a_point_of_the_table_has_the_hex_that_is_drawn_over_it() -> None:
    """48 by 48 in., 12 by 12 hexes; every second row lies half a hex to the right, so the first ends half a hex before the edge."""
    grid, table = hex_grid(DEFAULTS), replace(specimens.brevity_table(), width_in=48, depth_in=48)
    corners = {(0, 48): "A1", (45, 48): "L1", (0, 0): "A12", (48, 0): "L12"}
    assert {point: hex_name(grid, table, point) for point in corners} == corners
    assert hex_name(grid, table, (2, 41)) == "A2", "a hex and a half below the upper edge, one and a half from the left"


def test_the_page_says_in_which_hex_a_place_lies() -> None:
    grid, table = hex_grid(DEFAULTS), specimens.brevity_table()
    made = compose([hex_part(Masthead("Umpire", "#000000", "Brevity", "Map"), grid, table)], Paper.A4)
    words = " ".join(PdfReader(io.BytesIO(made)).pages[0].extract_text().split())
    for place in table.places:
        assert f"{place.name}: {hex_name(grid, table, place.at)}" in words
