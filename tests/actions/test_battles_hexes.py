"""Where a unit ended, told by the hex of the battle's map: read, put on the campaign's map, refused off it (umpire 1.8,
HEX-MAP-01)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.actions.returns.take import RecordReturn, SettleBattle
from campaign.errors import BadFile, BadInput
from campaign.exchange.returns.template import is_as_printed, return_file
from campaign.exchange.returns.words import parse_line, require_place
from campaign.journal import digest, reading
from campaign.model import Battle, BattleUnit, Place, Side
from campaign.queries.battle.packet import battle_packet, side_papers
from campaign.rules.common.settings import DEFAULTS
from campaign.situation.army import load_army, position_of
from campaign.situation.filing import hex_middle, nearest_position, stands_at
from campaign.situation.forms import Form, form_of
from campaign.situation.ground import load_theatre
from campaign.store import Store
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.viewer import UMPIRE
from campaign.theatre.values import Theatre
from campaign.verbs.systems import FightUnder
from campaign.words.packet import ReturnForm
from tests.clash import do, meet
from tests.tiny import by_hand, named


@pytest.fixture
def fought(tiny: Store) -> Store:
    meet(tiny)
    do(tiny, FightUnder("1", "hexes"))
    return tiny


def filed(*lines: dict[str, Any]) -> dict[str, Any]:
    return {
        "side": "alba",
        "lines": list(lines),
        "foot": {"turn": 2, "ending": "finished", "field": "alba", "all_other_lines_unharmed": True},
    }


def form_and_theatre(store: Store) -> tuple[Form, Theatre, Position]:
    with reading(store) as board:
        army, theatre = load_army(board), load_theatre(board)
        (fight,) = board.rows(Battle)
        form = form_of(board, army, theatre, fight, named(board, Side, "Alba").id, board.rows(BattleUnit), DEFAULTS)
        was = position_of(army.battalions[form.lines[0].battalion_id])
    assert was is not None
    return form, theatre, was


def typed(store: Store, tabletop: str = "") -> ReturnForm:
    with reading(store) as board:
        return side_papers(board, UMPIRE, "1", tabletop=tabletop)[0].form


# where it is ---------------------------------------------------------------------------------------------------------
def test_a_hex_is_the_same_point_as_its_inches(fought: Store) -> None:
    """Twelve hexes of 500 m over a table of 48 by 48 inches: row 6 lies half a hex to the right, the rows 1.5 sides
    apart of 18.5."""
    form, theatre, _ = form_and_theatre(fought)
    grid, table = form.fields.hexes, form.table
    assert grid is not None and (form.battle.table["width_in"], form.battle.table["depth_in"]) == (48, 48)
    x, y = hex_middle("F6", grid, table)
    assert ((x - table.west_m) / 125, (y - table.south_m) / 125) == pytest.approx((12 / 25 * 48, (1 - 8.5 / 18.5) * 48))
    for text in ("F6", "f6", "hex F6", " F 6 "):
        assert stands_at(text, form, theatre, None) == nearest_position(theatre, (x, y)), text
    by_inches = stands_at("23, 26", form, theatre, None)
    assert by_inches is not None
    assert theatre.straight_m(stands_at("F6", form, theatre, None), by_inches) <= 125, (
        "half an inch of rounding and less"
    )  # type: ignore[arg-type]


def test_every_hex_of_the_map_is_taken_and_is_where_the_map_shows_it(fought: Store) -> None:
    form, theatre, _ = form_and_theatre(fought)
    grid, table = form.fields.hexes, form.table
    assert grid is not None and len(grid.labels) == 144
    for name in grid.labels:
        x, y = hex_middle(name, grid, table)
        assert table.holds((x, y))
        assert grid.hex_at((x - table.west_m) / table.width_m, (y - table.south_m) / table.depth_m) == name
        assert stands_at(name, form, theatre, None) is not None


def test_the_map_of_the_sheet_has_the_hexes_that_the_return_takes(fought: Store) -> None:
    with reading(fought) as board:
        papers = side_papers(board, UMPIRE, "1")
    for side in papers:
        assert side.sheet.body.grid is not None and side.form.hexes is not None
        assert side.form.hexes.labels == side.sheet.body.grid.labels


def test_who_ended_in_the_hex_in_which_he_was_is_where_he_was(fought: Store) -> None:
    form, theatre, was = form_and_theatre(fought)
    grid, table = form.fields.hexes, form.table
    x, y = theatre.point_of(was)
    assert grid is not None
    own = grid.hex_at((x - table.west_m) / table.width_m, (y - table.south_m) / table.depth_m)
    assert stands_at(own, form, theatre, was) == was
    other = next(name for name in grid.labels if name not in (own, *_beside(own)))
    assert stands_at(other, form, theatre, was) != was


def _beside(name: str) -> tuple[str, ...]:
    return tuple(
        f"{chr(ord(name[0]) + column)}{int(name[1:]) + row}" for column in range(-2, 3) for row in range(-2, 3)
    )


def test_a_settled_return_puts_the_unit_there(fought: Store) -> None:
    form, theatre, _ = form_and_theatre(fought)
    want = stands_at("F6", form, theatre, None)
    do(fought, RecordReturn("1", (filed({"line": 1, "hits": 3, "ended_at": "f6"}),)))
    do(fought, SettleBattle("1"))
    with reading(fought) as board:
        army = load_army(board)
        assert position_of(army.battalions[form.lines[0].battalion_id]) == want


# what is refused -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("given", ["Z9", "A13", "hex M1", "A0"])
def test_a_hex_off_the_map_is_refused_with_its_line(fought: Store, given: str) -> None:
    with reading(fought) as board:
        before = digest(board)
    with pytest.raises(BadFile) as refused:
        do(fought, RecordReturn("1", (filed({"line": 1, "hits": 3, "ended_at": given}),)))
    (fault,) = refused.value.faults
    assert (
        f"line 1: {given!r} is not on the map, whose hexes are A1 to L12. Write a hex, a place, or off by edge and its"
        " letter" in fault
    )
    with reading(fought) as board:
        assert digest(board) == before


def test_other_systems_know_no_hexes(tiny: Store) -> None:
    meet(tiny)
    with pytest.raises(BadFile) as refused:
        do(tiny, RecordReturn("1", (filed({"line": 1, "ended_at": "F6"}),)))
    assert any("'F6' is not a place on this form" in fault for fault in refused.value.faults)


def test_a_place_of_just_that_name_goes_before_the_hex(fought: Store) -> None:
    with by_hand(fought) as board:
        named(board, Place, "Birch Cross").name = "H3"
    form, theatre, _ = form_and_theatre(fought)
    grid = form.fields.hexes
    assert grid is not None
    assert stands_at("H3", form, theatre, None) == stands_at("birch_cross", form, theatre, None)
    assert stands_at("hex H3", form, theatre, None) == nearest_position(theatre, hex_middle("H3", grid, form.table))


# typed and printed ---------------------------------------------------------------------------------------------------
def test_it_is_typed_behind_the_hits(fought: Store) -> None:
    form = typed(fought)
    assert require_place(parse_line(1, "hits 3 at f6", form), form) == {
        "line": 1,
        "ticks": [],
        "hits": 3,
        "ended_at": "f6",
    }
    assert form.examples.endswith("| at G7")
    with pytest.raises(BadInput, match="'Z9' is not on the map, whose hexes are A1 to L12"):
        require_place(parse_line(1, "hits 3, at Z9", form), form)


def test_the_papers_say_so_on_hexes_alone(fought: Store) -> None:
    assert [one.note for one in typed(fought).columns if one.key == "ended_at"] == [
        "hex, place or \N{LEFT DOUBLE QUOTATION MARK}off by edge ...\N{RIGHT DOUBLE QUOTATION MARK}"
    ]
    with reading(fought) as board:
        hexes, nqm = (return_file(side_papers(board, UMPIRE, "1", tabletop=key)[0], 1) for key in ("", "nqm"))
    assert 'a place, a hex of the map ("G7"), or "off by edge A"' in hexes
    assert "hex" not in nqm and "inches from west and south" in nqm
    assert is_as_printed(hexes) and is_as_printed(nqm)
    assert not is_as_printed(nqm.replace("1: unchanged", "1: spent"))
    assert not is_as_printed(nqm.replace("  # field: ", "  field: ")) and not is_as_printed("shopping: milk")


def test_other_rules_need_other_papers(tiny: Store) -> None:
    meet(tiny)
    assert do(tiny, FightUnder("1", "hexes")).receipt.lines[0] == (
        "papers and return files of it that are printed already are for Operation Brevity: print them again"
    )


def test_the_umpire_reads_in_which_hex_each_unit_starts(fought: Store) -> None:
    """As on the sides' maps: two defenders of one place may start in different hexes."""
    with reading(fought) as board:
        packet = battle_packet(board, UMPIRE, "1")
    assert packet.umpire is not None and packet.umpire.grid is not None
    starts = {(start.is_own, start.text): start.label for start in packet.umpire.grid.starts}
    lines = [
        (is_own, line)
        for is_own, side in zip((True, False), packet.umpire.sides, strict=True)
        for command in side.commands
        for line in command.lines
    ]
    drawn = [
        (line.position, starts[is_own, str(line.line)]) for is_own, line in lines if (is_own, str(line.line)) in starts
    ]
    assert drawn and all(position.startswith(f"hex {label}") for position, label in drawn)


def test_a_return_file_says_the_turn_of_its_battle(fought: Store) -> None:
    with by_hand(fought) as board:
        board.rows(Battle)[0].turn = 4
    with reading(fought) as board:
        assert "  # turn: 4   " in return_file(side_papers(board, UMPIRE, "1")[0], 1)


def test_the_road_behind_inches_decides_where_roads_are_close(fought: Store) -> None:
    """Inches are rounded: of each road that the sheet may name, the nearest point of that road is taken."""
    form, theatre, _ = form_and_theatre(fought)
    for way in theatre.ways:
        for heading in theatre.headings(way.road):
            for text in (f"23, 26 {heading}", f"23 in. from W, 26 from S {heading}", f"hex F6 {heading}"):
                taken = stands_at(text, form, theatre, None)
                so_called = [w for w in theatre.ways if heading in theatre.headings(w.road)]
                ends = [AtPlace(place) for w in so_called for place in (w.a, w.b)]
                on_it = isinstance(taken, OnRoad) and taken.road in {w.road for w in so_called}
                assert on_it or taken in ends, text
    with pytest.raises(BadInput, match="there is no road called 'on the motorway to Ashford'"):
        stands_at("23, 26 on the motorway to Ashford", form, theatre, None)
