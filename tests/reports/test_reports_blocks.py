"""Blocks over page breaks: no head without rows, no row alone; water on the right side of its coast; the dot of a spent gun."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2
import specimens
from specimens_map import ground_of

from campaign.terms.ground import FeatureKind, RoadKind
from campaign.views.packet import TableFeature, TableMap, TablePlace, TableRoad
from campaign.views.papers import Fact
from campaign_reports.areas import is_inside
from campaign_reports.battle_sheet import render_battle_sheet
from campaign_reports.blocks import HEAD, Block, fact_items, gap, split
from campaign_reports.form_fields import Fillable
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
        96, 40, "8 in. = 1 km", places=(TablePlace("Inland", (40, 10)),), roads=(TableRoad(RoadKind.TRACK, ((0, 5), (96, 12))),), features=(coast,)
    )  # fmt: skip
    ground = ground_of(table)
    water = ground.seas["the sea"]
    assert is_inside(water, ground.at((50, 36)))
    assert not is_inside(water, ground.at((50, 20)))
    backwards = ground_of(
        TableMap(96, 40, "", places=table.places, roads=table.roads, features=(TableFeature(coast.kind, coast.points[::-1], "the sea"),))
    )
    assert is_inside(backwards.seas["the sea"], ground.at((50, 36)))


def test_a_command_with_odds_on_several_lines_keeps_its_boxes_clear_of_them() -> None:
    page = pypdfium2.PdfDocument(render_battle_sheet(specimens.worst_sheet()))[0].get_textpage()

    def top_and_bottom(words: str) -> tuple[float, float]:
        start = page.search(words).get_next()
        assert start is not None, words
        _, bottom, _, top = page.get_charbox(start[0])
        return top, bottom

    _, lowest_odds = top_and_bottom("Commonwealth")
    posture, _ = top_and_bottom("Posture")
    assert posture < lowest_odds


def test_a_short_fact_is_not_broken_and_a_long_one_is_line_by_line() -> None:
    short, long = Fact("Aim", "word " * 20), Fact("Aim", "word " * 200)
    assert len(fact_items([short], 61 * MM, 15 * MM)) == 1
    assert len(fact_items([long], 61 * MM, 15 * MM)) > 10


def test_the_foot_of_a_return_of_many_commands_is_dealt_out_evenly() -> None:
    """Nine commands fill the middle column alone: what stood under them moves to the right, in the order of the blocks."""
    form = replace(
        specimens.brevity_return(), orders=tuple(Fact(letter, f"{letter} Brigade") for letter in "ABCDEFGHI"), changes=("Road cut",),
        commanders=tuple(f"Brig {letter}" for letter in "ABCDEF"),
    )  # fmt: skip
    found = foot_columns(form, Fillable(form))
    numbers = [block.title.split()[0][0] for column in found for block in column]
    assert numbers == sorted(numbers) and [block.title[0] for block in found[1]] == ["4"]
    usual = foot_columns(specimens.brevity_return(), Fillable(specimens.brevity_return()))
    assert [block.title[0] for block in usual[1]] == ["4", "5", "6", "7"]
