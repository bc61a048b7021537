"""The canvas that writes its own operators: what is read back is what was drawn, and what comes again stands in the
file once."""

from __future__ import annotations

import io

import specimens
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab import rl_config

from campaign.words.papers import Masthead
from campaign_reports import type as setting
from campaign_reports.document import Document, compose
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.roster import render_roster
from campaign_reports.sparing import number
from campaign_reports.type import Cut, printable


def page_of(paint: object) -> str:
    made = compose([Document((Part(Masthead("Umpire", "#000000", "Brevity", "Trial"), paint),), ())], Paper.A4)  # type: ignore[arg-type]
    return PdfReader(io.BytesIO(made)).pages[0].extract_text()


@given(st.floats(-20_000, 20_000, allow_nan=False))
def test_a_number_is_short_never_has_an_exponent_and_is_right_to_a_thousandth_of_a_point(value: float) -> None:
    words = number(value)
    assert "e" not in words
    assert "." not in words or len(words.rpartition(".")[2]) <= 3
    assert abs(float(words) - value) <= 0.00051


def test_a_line_with_more_letters_than_one_subset_holds_is_read_back() -> None:
    """A subset has 256 letters: what comes after them is set in another face of the file, in the middle of a line."""
    setting.load()
    letters = [
        chr(code)
        for code in (*range(0x21, 0x7F), *range(0xC0, 0x250), *range(0x410, 0x450))
        if printable(chr(code)) == chr(code)
    ]
    assert len(letters) > 300
    rows = ["".join(letters[at : at + 60]) for at in range(0, len(letters), 60)]

    def paint(sheet: Sheet) -> None:
        y = sheet.begin()
        for step, row in enumerate([*rows, "Kradschützen (15) \\ Łódź Капуццо"]):
            sheet.text(sheet.left_x, y + 20 * (step + 1), row, 7)
        sheet.text(sheet.left_x, y + 300, "abgesetzt", 9, Cut.BOLD, track=0.4)
        sheet.text(sheet.left_x, y + 320, "wieder eng", 9, Cut.BOLD)

    found = page_of(paint).splitlines()
    for row in (*rows, "Kradschützen (15) \\ Łódź Капуццо", "abgesetzt", "wieder eng"):
        assert row in [line.strip() for line in found], row


def test_every_entry_is_a_line_of_its_own_when_the_file_is_read_as_text() -> None:
    lines = [
        line.strip()
        for line in PdfReader(io.BytesIO(render_roster(specimens.brevity_roster())))
        .pages[0]
        .extract_text()
        .splitlines()
    ]
    assert "2nd Royal Tank Regiment" in lines and "Bir el Khireigat" in lines


def test_a_symbol_stands_in_the_roster_once_for_every_shape_and_is_laid_at_every_row() -> None:
    reader = PdfReader(io.BytesIO(render_roster(specimens.big_roster())))
    stamps = {name for page in reader.pages for name in page["/Resources"].get("/XObject", {})}  # type: ignore[union-attr]
    laid = sum(page.get_contents().get_data().count(b" Do\n") for page in reader.pages)  # type: ignore[union-attr]
    assert laid > 4 * len(stamps) > 0


def test_the_library_s_own_setting_is_left_as_it_was() -> None:
    before = rl_config.useA85
    data = render_roster(specimens.brevity_roster())
    assert rl_config.useA85 == before
    assert b"ASCII85Decode" not in data, "a quarter of the size for nothing"
