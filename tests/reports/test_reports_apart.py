"""A battle sheet whose battalions stand on a page of their own: tables find what room page 1 has, readings the page
where they are largest."""

from __future__ import annotations

import ctypes
from dataclasses import replace

import pypdfium2
import pytest
import specimens

from campaign.views.papers import Fact
from campaign.views.sheet import Box, BoxGroup, BoxRow, Reminders
from campaign_reports.battle_sheet import GUTTER, _fill_columns, render_battle_sheet
from campaign_reports.blocks import Block, gap
from campaign_reports.document import Document, compose
from campaign_reports.logs import READINGS
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.reminders import draw_reminders
from campaign_reports.style import MM, TEXT

COLUMN = 60 * MM


def table(title: str, high: float) -> Block:
    return Block(title, (gap(high),))


def filled(low: float, *columns: tuple[float, list[Block]]) -> tuple[float, list[str]]:
    """Where the columns end, from the top of them down, and which tables found no room."""
    found: list[tuple[float, list[Block]]] = []

    def paint(sheet: Sheet) -> None:
        y = sheet.begin()
        reached, rest = _fill_columns(sheet, y, y + low, list(columns))
        found.append((reached - y, rest))

    compose([Document((Part(specimens.brevity_head("Battle 1", "", "OB 1"), paint),), ())], Paper.A4)
    reached, rest = found[-1]
    return reached, [block.title for block in rest]


# Tables --------------------------------------------------------------------------------------------------------------
def test_a_table_without_room_in_its_column_stands_under_another() -> None:
    """Two tables of 100 and one of 40: the second goes under the small one, where only 30 points of room are left under
    the first."""
    first, second, small = table("Detection", 100), table("Saving throws", 100), table("Pins", 40)
    deep = small.height + second.gap + second.height
    assert first.height + 30 < deep + 1 < first.height + second.gap + second.height
    assert filled(deep + 1, (COLUMN, [first, second]), (COLUMN, [small])) == (pytest.approx(deep), [])


def test_a_table_is_not_broken_nor_set_in_a_narrower_column() -> None:
    first, second, small = table("Detection", 100), table("Saving throws", 100), table("Pins", 60)
    low = first.height + 40
    assert filled(low, (COLUMN, [first, second]), (COLUMN, [small])) == (pytest.approx(first.height), ["Saving throws"])
    deep = small.height + second.gap + second.height
    assert filled(deep + 1, (COLUMN, [first, second]), (COLUMN - GUTTER, [small]))[1] == ["Saving throws"]


# Readings ------------------------------------------------------------------------------------------------------------
def sheet_with(readings: int) -> bytes:
    """A force of one battalion stand by stand, too large for page 1, little else on that, and so many readings of a
    line or two."""
    view = specimens.brevity_sheet()
    (block, *_) = view.body.blocks
    companies = tuple(
        BoxRow(f"{n} Company", (BoxGroup("pins", (Box(), Box(), Box())),), (Fact("fires", "L 2.4/8" * 6),))
        for n in range(36)
    )
    row = replace(block.rows[0], rows=companies)
    said = tuple(
        Fact(
            f"Reading {n}", "Whoever has come on in this turn neither fires nor is hidden until he has moved once more."
        )
        for n in range(readings)
    )
    body = replace(view.body, blocks=(replace(block, rows=(row,)),), reminders=(), readings=said, logs=(), tracks=())
    return render_battle_sheet(replace(view, body=body))


def sizes_of_readings(data: bytes) -> dict[int, set[float]]:
    """The sizes in which the readings are printed, by the page."""
    found: dict[int, set[float]] = {}
    for number, page in enumerate(pypdfium2.PdfDocument(data), 1):
        text = page.get_textpage()
        words = text.get_text_range()
        if READINGS.upper() not in words:
            continue
        start = words.index("Whoever has come")
        found[number] = {round(pypdfium2.raw.FPDFText_GetFontSize(text.raw, ctypes.c_int(start)), 1)}
    return found


def test_readings_are_not_set_small_on_page_1_while_page_2_has_room() -> None:
    printed = [sizes_of_readings(sheet_with(count)) for count in range(4, 60, 4)]
    assert all(len(pages) == 1 for pages in printed), "all of them on one page"
    steps = list(dict.fromkeys((page, size) for pages in printed for page, sizes in pages.items() for size in sizes))
    assert steps[:2] == [(1, TEXT), (2, TEXT)], "a few on page 1, more on page 2, in the largest print both"
    assert all(size < TEXT for _, size in steps[2:]), "smaller only where neither page has room for it"


# Rules in short ------------------------------------------------------------------------------------------------------
def in_short(reminders: int, readings: int, room: float, after: float = 0.0) -> tuple[int, float]:
    """On which page so many sentences of each stand that begin so high over the foot of the first, and how high they
    end over the foot."""
    found: list[tuple[int, float]] = []
    text = "Whoever has come on in this turn neither fires nor is hidden until he has moved once more."
    given = (
        Reminders("The fight in short", tuple(Fact(f"Rule {n}", text) for n in range(reminders))),
        Reminders("After it in short", (Fact("Then", text),)),
    )
    ours = tuple(Fact(f"Ours {n}", text) for n in range(readings))

    def paint(sheet: Sheet) -> None:
        sheet.begin()
        y = draw_reminders(sheet, sheet.foot - room, given, ours, after)
        found.append((sheet.number, sheet.foot - y))

    compose([Document((Part(specimens.brevity_head("Battle 1", "", "OB 1"), paint),), ())], Paper.A4)
    return found[-1]


def test_readings_and_then_rules_in_short_run_on_before_they_take_another_page() -> None:
    """Labelled they need more than the page has, as running text they stand on it; and what comes after them does too,
    or all move on."""
    assert in_short(12, 12, 400)[0] == 1
    assert in_short(24, 0, 230)[0] == 1 and in_short(24, 0, 180)[0] == 2
    page, left = in_short(12, 12, 230)
    assert page == 1 and left > 8
    page, left = in_short(12, 12, 230, after=60)
    assert page == 1 and left > 60
    assert in_short(12, 12, 230, after=90)[0] == 2
    assert in_short(40, 40, 150)[0] > 1, "what finds no room at all goes on the next page"
