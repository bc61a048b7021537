"""The papers of a battle on hexes, out of a campaign: the map's words, everything in hexes, and of the other side
nothing."""

from __future__ import annotations

import io

from pypdf import PdfReader

from campaign.actions.controllers import Controllers
from campaign.actions.raising import Staff, running
from campaign.actions.resolution import _fight, _forces
from campaign.journal import reading
from campaign.model import Feature, Place
from campaign.queries.battle.packet import battle_packet
from campaign.resolve.hexes import engagement
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.hexes.grid import label
from campaign.situation.terrain import nature_of
from campaign.store import Store
from campaign.terms.ground import Cover, FeatureKind, Nature
from campaign.terms.viewer import UMPIRE
from campaign.verbs.systems import FightUnder
from campaign.words.hex_grid import HexStart
from campaign.words.packet import BattlePacket
from campaign_reports.packet import packet as printed
from tests.clash import do, meet
from tests.tiny import by_hand, named


def packet(store: Store) -> BattlePacket:
    with reading(store) as board:
        return battle_packet(board, UMPIRE, "1", "hexes")


def test_each_side_has_its_own_starts_on_the_map_and_the_umpire_both(tiny: Store) -> None:
    meet(tiny)
    found = packet(tiny)
    ours, theirs = (side.sheet.body.grid for side in found.sides)
    assert ours is not None and theirs is not None and found.umpire.grid is not None
    assert ours.ground == theirs.ground and ours.labels == theirs.labels, "one map for both"
    assert {start.unit for start in ours.starts}.isdisjoint({start.unit for start in theirs.starts})
    both = found.umpire.grid.starts
    assert len(both) == len(ours.starts) + len(theirs.starts) and {start.is_own for start in both} == {True, False}


def test_what_the_campaign_calls_terrain_is_said_in_hexes(tiny: Store) -> None:
    """A town by the word in its role; what is only rough is broken terrain; no inch stands on the papers."""
    with by_hand(tiny) as board:
        place = named(board, Place, "Birch Cross")
        place.cover, place.role = Cover.TERRAIN, "small town on the heath"
        board.make(
            Feature,
            key="scarp",
            name="the scarp",
            kind=FeatureKind.ESCARPMENT,
            shape=[[place.x_m - 900, place.y_m - 900], [place.x_m - 900, place.y_m + 900]],
        )
    meet(tiny)
    side = packet(tiny).sides[0]
    grid = side.sheet.body.grid
    assert grid is not None and {one.word for one in grid.ground} == {"town", "broken"}
    assert all(entry.hex in grid.labels for entry in side.sheet.table.entries)
    assert side.sheet.table.size == "12 \N{MULTIPLICATION SIGN} 12 hexes"
    ended = next(column for column in side.form.columns if column.key == "ended_at")
    assert "inch" not in ended.note
    words = " ".join(
        " ".join(page.extract_text() for page in PdfReader(io.BytesIO(printed(packet(tiny))["alba"])).pages).split()
    )
    assert " in. " not in words and "inches" not in words and "Secret deployment".upper() not in words
    assert "24 minutes" in words and "B broken, T town." in words


def test_a_role_says_what_terrain_is_made_of_by_its_first_word() -> None:
    said = {
        "city N of the Lower Rhine": Nature.BUILT_UP,
        "village, wooded": Nature.BUILT_UP,
        "road in pine woods": Nature.WOOD,
        "foot of the escarpment": Nature.ROUGH,
        "": Nature.ROUGH,
        "Italian frontier fort": Nature.BUILT_UP,
        "comfort": Nature.ROUGH,
    }
    assert {role: nature_of(role) for role in said} == said


def test_who_fights_is_set_out_by_the_same_map_when_the_program_resolves_it(tiny: Store) -> None:
    meet(tiny)
    do(tiny, FightUnder("1", "hexes"))
    paper = {(start.unit, start.label) for start in _starts(packet(tiny))}
    with reading(tiny) as board:
        staff, battle = Staff.of(board), running(board, "1")
        forces = _forces(staff, battle, staff.session_lines(battle))
        on, goal, _ = engagement.deploy(_fight(staff, battle, forces, 1, Controllers.of(staff, forces, 1)), DEFAULTS)
    fought = {(one.unit, label(one.where or one.gates[0])) for side in on.pieces for one in side if not one.off_table}
    assert fought == paper and label(goal) == packet(tiny).sides[0].sheet.body.grid.prize  # type: ignore[union-attr]


def _starts(found: BattlePacket) -> list[HexStart]:
    return [start for side in found.sides for start in (side.sheet.body.grid.starts if side.sheet.body.grid else ())]


def test_a_coast_runs_along_the_sides_and_the_open_sea_is_a_lake(tiny: Store) -> None:
    with by_hand(tiny) as board:
        place = named(board, Place, "Birch Cross")
        x, y = place.x_m, place.y_m
        board.make(
            Feature,
            key="shore",
            name="the shore",
            kind=FeatureKind.COAST,
            shape=[[x - 6000, y + 1000], [x + 6000, y + 1000]],
        )
        sea = [[x - 6000, y + 2000], [x + 6000, y + 2000], [x + 6000, y + 9000], [x - 6000, y + 9000]]
        board.make(Feature, key="sea", name="the sea", kind=FeatureKind.SEA, shape=sea)
    meet(tiny)
    grid = packet(tiny).sides[0].sheet.body.grid
    assert grid is not None
    lakes = next(one.labels for one in grid.ground if one.word == "lake")
    assert {label[1:] for label in lakes} >= {"1"} and "12" not in {label[1:] for label in lakes}
    assert {one.word for one in grid.sides} == {"river"}
    assert any("Heavy grey hex sides are water" in line and "bridge" not in line for line in grid.key)
