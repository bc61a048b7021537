"""The hex map: every hex has its name, inside the room it was given, and the ground of the table lies under it."""

from __future__ import annotations

import io

import pytest
import specimens
from pypdf import PdfReader
from test_reports_pages import characters

from campaign.rules.common.force import Force
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.hexes.paper_map import hex_grid
from campaign.rules.tabletop.hexes.system import TABLETOP
from campaign.terms.forces import Arm
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.hex_grid import HexGrid, HexGround, HexSide, HexStart
from campaign.words.packet import EnemyGroup, KnownEnemy
from campaign.words.papers import Masthead
from campaign_reports.battle_sheet import HEX_TABLE, LEAST_WIDE, render_battle_sheet
from campaign_reports.blocks import void
from campaign_reports.document import Document, compose
from campaign_reports.hex_map import draw_hex_map, draw_hexes, hex_letters, hex_name, hexes_height, is_large_enough
from campaign_reports.page import Paper, Part, Sheet
from tests.eyes import collisions
from tests.rules.fighting import battalion, force


def bare(book: Rulebook = DEFAULTS) -> HexGrid:
    """The map of open ground with nobody on it."""
    return hex_grid(Scene(Force(1, "allied", "Allied", (), ()), (), Moment(1, 2), (), table_in=(48, 48)), book, {})


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("metres", [500, 1000, 400])
def test_every_hex_of_the_table_is_named(paper: Paper, metres: int) -> None:
    grid = bare(DEFAULTS.with_setting("hexes.metres", metres))
    ends: list[tuple[float, float]] = []

    def paint(sheet: Sheet) -> None:
        top = sheet.begin()
        bottom = draw_hexes(sheet, grid, sheet.left_x, top + 6, sheet.room)
        ends.append((bottom, sheet.foot))
        assert bottom == pytest.approx(top + 6 + hexes_height(grid, sheet.room))
        sheet.end()

    made = compose([Document((Part(Masthead("Umpire", "#000000", "Brevity", "Map"), paint),), ())], paper)
    words = PdfReader(io.BytesIO(made)).pages[0].extract_text().split()
    assert set(grid.labels) <= set(words)
    assert len(grid.labels) == (6000 // metres) ** 2
    assert all(bottom <= foot for bottom, foot in ends)


def test_a_point_of_the_table_has_the_hex_that_is_drawn_over_it() -> None:
    """48 by 48 in., 12 by 12 hexes; every second row lies half a hex to the right, so the first ends half a hex before
    the edge."""
    grid, table = bare(), replace(specimens.brevity_table(), width_in=48, depth_in=48)
    corners = {(0, 48): "A1", (45, 48): "L1", (0, 0): "A12", (48, 0): "L12"}
    assert {point: hex_name(grid, table, point) for point in corners} == corners
    assert hex_name(grid, table, (2, 41)) == "A2", "a hex and a half below the upper edge, one and a half from the left"


def test_the_page_says_in_which_hex_a_place_lies() -> None:
    grid, table = bare(), specimens.brevity_table()
    masthead = Masthead("Umpire", "#000000", "Brevity", "Map")
    page = Part(masthead, lambda sheet: void(draw_hex_map(sheet, sheet.begin(), grid, table)), name="Map")
    made = compose([Document((page,), ())], Paper.A4)
    words = " ".join(PdfReader(io.BytesIO(made)).pages[0].extract_text().split())
    for place in table.places:
        assert f"{place.name} {hex_name(grid, table, place.at)}" in words


def crowded(*, both: bool) -> HexGrid:
    """Every hex with its word, its water and its units; more than its hex can name come on in L12; on the umpire's map
    the enemy in F6."""
    grid = bare()
    starts = [HexStart(label, str(n), own) for n, label in enumerate(grid.labels, 10) for own in (1,)]
    starts += [HexStart("L12", str(n), comes_on=True) for n in range(20, 29)]
    starts += [HexStart("F6", "7", 2, accent="#8f301c", is_own=False)] if both else []
    words = ("broken", "town", "woods", "bridge", "hill", "marsh", "lake")
    ground = tuple(HexGround(word, grid.labels[step :: len(words)]) for step, word in enumerate(words))
    sides = (HexSide("C3", "D3", "river"), HexSide("D3", "E3", "bridge"))
    return replace(
        grid, ground=ground, sides=sides, starts=tuple(starts), key=("What the ground is (house).",) * 3, prize="D3"
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("used", [0.1, 0.9])
def test_a_crowded_map_is_readable_over_its_key_here_or_on_a_page_of_its_own(used: float, both: bool) -> None:
    """Nothing under six points, no word on another."""
    table = replace(specimens.brevity_table(), width_in=48, depth_in=48)

    def paint(sheet: Sheet) -> None:
        draw_hex_map(sheet, sheet.begin() + used * sheet.height, crowded(both=both), table)

    made = compose([Document((Part(Masthead("Umpire", "#000000", "Brevity", "Map"), paint),), ())], Paper.A4)
    pages = PdfReader(io.BytesIO(made)).pages
    assert len(pages) == (2 if used == 0.9 else 1)
    text = " ".join(pages[-1].extract_text().split())
    assert {"broken", "town", "woods", "hill"} <= set(text.split())
    assert "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{MULTIPLICATION SIGN}9" in text, (
        "nine come on; the key names them"
    )
    for page in characters(made):
        assert not collisions(page)
        assert all(sign.size >= 5.99 for sign in page)


def test_the_map_of_page_1_is_readable_with_letters_signs_of_the_enemy_and_the_edges_where_roads_come_in() -> None:
    """92 mm wide: each hex has its name and the letter of its ground, the enemy where he was seen and nowhere else."""
    table = replace(specimens.brevity_table(), width_in=48, depth_in=48)
    grid = replace(crowded(both=False), starts=(HexStart("B9", "1"), HexStart("B9", "2"), HexStart("L12", "3")))
    seen = KnownEnemy(specimens.enemy(Arm.ARMOUR), "Tanks", "now")
    enemies = (EnemyGroup("hex K4", (seen, seen), "K4"), EnemyGroup("west of the table", (seen,)))

    def paint(sheet: Sheet) -> None:
        top = sheet.begin()
        assert is_large_enough(grid, HEX_TABLE) and not is_large_enough(grid, LEAST_WIDE)
        draw_hexes(sheet, grid, sheet.left_x, top, HEX_TABLE, table, enemies)

    made = compose([Document((Part(Masthead("Allied", "#000000", "Brevity", "Map"), paint),), ())], Paper.A4)
    words = PdfReader(io.BytesIO(made)).pages[0].extract_text().split()
    together = " ".join(words)
    assert all(label in together for label in grid.labels)
    assert hex_letters(grid) == "Br bridge, B broken, H hill, L lake, M marsh, T town, W woods."
    assert words.count("\N{MULTIPLICATION SIGN}2") == 1 and "1 2" in together and "N" in words
    assert {entry.letter for entry in table.entries} <= set(words)
    for page in characters(made):
        assert not collisions(page)
        assert all(sign.size >= 6.49 for sign in page)


def test_ten_lines_stand_on_page_1_under_the_hex_map() -> None:
    units = [battalion(1, command, f"{n}th Battalion") for n, command in enumerate((1, 1, 1, 1, 1, 2, 2, 2, 2, 2), 1)]
    scene = Scene(force(1, *units), (), Moment(1, 2), (), table_in=(48, 48))
    head = replace(specimens.brevity_sheet(), arrivals=(), guns=(), air=(), house_rules=())
    sheet = replace(head, body=TABLETOP.sheet(scene, DEFAULTS), fills_turn=True)
    first = PdfReader(io.BytesIO(render_battle_sheet(sheet))).pages[0].extract_text()
    assert all(f"{n}th Battalion" in first for n in range(1, 11))
    assert "TABLE: HEX MAP" in first and "L12" in first
