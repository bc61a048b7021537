"""Blocks over page breaks: no head without rows, no row alone; water on the right side of its coast; the dot of a spent
gun."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
import specimens
from reportlab.pdfgen.canvas import Canvas
from specimens_map import ground_of

from campaign.terms.ground import FeatureKind, RoadKind
from campaign.values import replace
from campaign.words.form_boxes import boxes_of
from campaign.words.packet import TableFeature, TableMap, TablePlace, TableRoad
from campaign.words.papers import Fact, FactTable
from campaign_reports.areas import is_inside
from campaign_reports.battle_head import order_lines, shortened
from campaign_reports.battle_sheet import render_battle_sheet
from campaign_reports.blocks import HEAD, Block, Item, fact_items, flow, gap, left_over, split
from campaign_reports.document import Document, compose
from campaign_reports.form_fields import Fillable
from campaign_reports.logs import draw_wide
from campaign_reports.orbat import orbat_parts, render_orbat
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.return_blocks import heads_of
from campaign_reports.return_form import foot_columns
from campaign_reports.style import MM


def block(rows: int, heads: int = 1) -> Block:
    return Block("Contacts", tuple(gap(10) for _ in range(rows + heads)), heads=heads)


def test_a_head_stays_with_two_rows() -> None:
    assert split(block(6), HEAD + 10 + 15)[0] is None, "head and one row only: all of it moves"
    here, rest = split(block(6), HEAD + 10 + 25)
    assert here is not None and rest is not None
    assert (len(here.items), len(rest.items)) == (3, 5), "two rows here; four there under the head again"
    assert rest.title == "Contacts, continued"


def test_the_last_row_does_not_stand_alone() -> None:
    here, rest = split(block(6), HEAD + 10 + 55)
    assert here is not None and rest is not None
    assert (len(here.items), len(rest.items)) == (5, 3)


def test_the_sea_lies_where_no_road_runs() -> None:
    coast = TableFeature(FeatureKind.COAST, ((0, 30), (50, 28), (96, 32)), "the sea")
    table = TableMap(
        96,
        40,
        "8 in. = 1 km",
        places=(TablePlace("Inland", (40, 10)),),
        roads=(TableRoad(RoadKind.TRACK, ((0, 5), (96, 12))),),
        features=(coast,),
    )
    ground = ground_of(table)
    water = ground.seas["the sea"]
    assert is_inside(water, ground.at((50, 36)))
    assert not is_inside(water, ground.at((50, 20)))
    backwards = ground_of(
        TableMap(
            96,
            40,
            "",
            places=table.places,
            roads=table.roads,
            features=(TableFeature(coast.kind, coast.points[::-1], "the sea"),),
        )
    )
    assert is_inside(backwards.seas["the sea"], ground.at((50, 36)))


@pytest.mark.long
def test_a_command_with_odds_on_several_lines_keeps_its_boxes_clear_of_them() -> None:
    pages = [page.get_textpage() for page in pypdfium2.PdfDocument(render_battle_sheet(specimens.worst_sheet()))]
    page = next(page for page in pages if "Commonwealth" in page.get_text_range())

    def top_and_bottom(words: str) -> tuple[float, float]:
        start = page.search(words).get_next()
        assert start is not None, words
        _, bottom, _, top = page.get_charbox(start[0])
        return top, bottom

    _, lowest_odds = top_and_bottom("Commonwealth")
    boxes, _ = top_and_bottom("Reserve")
    assert boxes < lowest_odds


def test_orders_take_six_lines_and_stand_in_full_elsewhere_if_they_are_longer() -> None:
    """Fourteen orders take a line each, the longest cut; three take six lines together."""
    room = 61 * MM
    order = Fact(
        "22 Gds Bde",
        "Take the cross-roads and hold them until the tanks have come up from the rear. " * 2 + "Dig in there.",
    )
    short = Fact("Coast", "Hold.")
    assert shortened((short,), room) == (short,)
    assert len(order_lines(order, room)) == 4
    cut = shortened((order, short, order), room)
    assert sum(len(order_lines(fact, room)) for fact in cut) == 6 and cut[1] == short
    assert cut[0].text.endswith("\N{HORIZONTAL ELLIPSIS}") and order.text.startswith(cut[0].text[:-1])
    assert [len(order_lines(fact, room)) for fact in shortened((order,) * 14, room)] == [1] * 14

    text = "".join(
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(render_battle_sheet(replace(specimens.brevity_sheet(), orders=(order,) * 7)))
    )
    assert "YOUR ORDERS IN FULL" in text and text.count("Dig in there.") == 7


def test_a_short_fact_is_not_broken_and_a_long_one_is_line_by_line() -> None:
    short, long = Fact("Aim", "word " * 20), Fact("Aim", "word " * 200)
    assert len(fact_items([short], 61 * MM, 15 * MM)) == 1
    assert len(fact_items([long], 61 * MM, 15 * MM)) > 10


def test_the_foot_of_a_return_of_many_commands_is_dealt_out_evenly() -> None:
    """Twelve commands fill the middle column alone: what stood under them moves to the right, in the order of the
    blocks."""
    form = replace(
        specimens.brevity_return(),
        orders=tuple(Fact(letter, f"{letter} Brigade") for letter in "ABCDEFGHIJKL"),
        changes=("Road cut",),
        commanders=tuple(f"Brig {letter}" for letter in "ABCDEF"),
    )
    found = foot_columns(form, Fillable(boxes_of(form)))
    numbers = [block.title.split()[0][0] for column in found for block in column]
    assert numbers == sorted(numbers) and [block.title[0] for block in found[1]] == ["4"]
    usual = foot_columns(specimens.brevity_return(), Fillable(boxes_of(specimens.brevity_return())))
    assert [block.title[0] for block in usual[1]] == ["4", "5", "6", "7"]


def test_the_columns_of_the_last_page_end_alike() -> None:
    """Forty rows of 10 points in two columns: twenty each, and not as many on the left as the page holds."""
    drawn: list[tuple[float, float]] = []
    rows = tuple(Item(10, lambda sheet, x, y: drawn.append((x, y))) for _ in range(40))
    sheet = Sheet(Canvas(BytesIO()), orbat_parts(specimens.brevity_orbat())[0], Paper.A4)
    flow(sheet, 100, [Block("Index", rows)], columns=2, even=True, low=700)
    columns = [[y for x, y in drawn if x == edge] for edge in sorted({x for x, _ in drawn})]
    assert [len(column) for column in columns] == [20, 20]
    assert left_over([Block("Index", rows)], [600, 600]) == []


def test_a_log_gives_some_blank_lines_up_before_it_takes_a_page() -> None:
    def drawn(room: float) -> tuple[int, float]:
        """On which page it stands with so much room over the foot of the first, and how high it is."""
        ends: list[tuple[int, float]] = []

        def paint(sheet: Sheet) -> None:
            sheet.begin()
            top = sheet.low - room
            low = draw_wide(sheet, top, [(200, [block(6)])])
            ends.append((sheet.number, low - top if sheet.number == 1 else 0))

        compose([Document((Part(specimens.brevity_head("Battle 1", "", "OB 1"), paint),), ())], Paper.A4)
        return ends[-1]

    whole = block(6).height
    assert drawn(whole + 1) == (1, pytest.approx(whole)), "it fits"
    line = block(6).items[-1].height
    assert drawn(whole - 1) == (1, pytest.approx(whole - line))
    assert drawn(whole - 2 * line + 1)[0] == 1 and drawn(whole - 2 * line - 1)[0] == 2, "four lines at least"


def test_heads_of_narrow_columns_are_whole_words_or_letters_that_are_explained() -> None:
    told, heads = heads_of(
        ("British", "Red Army", "\N{LATIN CAPITAL LETTER O WITH DIAERESIS}sterreichisch-Ungarische", "neither"), 26
    )
    assert told == "C: \N{LATIN CAPITAL LETTER O WITH DIAERESIS}sterreichisch-Ungarische"
    assert [" ".join(head.lines) for head in heads] == ["British", "Red Army", "C", "neither"]


def test_a_table_of_strength_with_long_names_pushes_the_chart_down_and_takes_no_page() -> None:
    view = specimens.big_orbat(2)
    rows = tuple((f"{n} {specimens.CYRILLIC}", "12,345", "402", "99") for n in range(3))
    long = replace(view, totals=FactTable("Corps strength", ("", "men", "tanks", "guns"), rows))
    assert len(pypdfium2.PdfDocument(render_orbat(long))) == len(pypdfium2.PdfDocument(render_orbat(view)))
