"""The printed lists of the hex variant, cell by cell against the text; unit types, ground, range."""

from __future__ import annotations

from itertools import pairwise

import pytest

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.combat import Shot, cover, hit_as, net, score
from campaign.rules.tabletop.hexes.grid import Hex, label, routes
from campaign.rules.tabletop.hexes.ground import Ground
from campaign.rules.tabletop.hexes.tables import HitAs, ShootsAs, Side, Terrain, UnitType
from tests.rules.hexing import hex_of, sides_of

INFANTRY = (UnitType.FOOT, UnitType.MOTORISED, UnitType.MECHANISED)
GUNS = (UnitType.ANTI_TANK, UnitType.MORTARS, UnitType.ARTILLERY)


@pytest.mark.rule("HEX-GEN-03", "HEX-GEN-04")
def test_the_d3_is_a_die_of_one_one_two_two_three_three() -> None:
    assert [score(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("HEX-GEN-05")
def test_distances_are_counts_of_hexes() -> None:
    assert Hex(0, 0).distance(Hex(2, -1)) == 2
    assert Hex(-1, 3).distance(Hex(-1, 3)) == 0
    assert all(Hex(4, 4).distance(one) == 1 for one in Hex(4, 4).neighbours)
    assert len(set(Hex(4, 4).neighbours)) == 6


@pytest.mark.rule("HEX-GEN-01")
def test_what_the_page_leaves_open_is_a_setting_with_its_ambiguity_or_rule() -> None:
    own = [rule for key, rule in RULES.items() if key.startswith("hexes.")]
    assert len(own) > 15
    assert all(rule.source.startswith("HEX-") and rule.meaning for rule in own)


@pytest.mark.rule("HEX-GEN-06", "HEX-UNIT-01", "HEX-UNIT-02", "HEX-UNIT-03", "HEX-UNIT-04", "HEX-UNIT-05")
def test_the_troops_of_1944_are_all_there() -> None:
    assert [one for one in UnitType if one.is_infantry] == list(INFANTRY)
    assert tables.MOVE[UnitType.ANTI_TANK] == 1, "towed guns"
    assert {UnitType.TANKS, UnitType.SPG, UnitType.ARMOURED_CARS} == {
        one for one in UnitType if tables.HIT_AS[one] is HitAs.ARMOURED
    }


@pytest.mark.rule("HEX-MOVE-03", "HEX-MOVE-04", "HEX-MOVE-05", "HEX-MOVE-02")
def test_movement_by_type() -> None:
    assert {one.value: tables.MOVE[one] for one in UnitType} == {
        "foot infantry": 1,
        "mortars": 1,
        "artillery": 1,
        "anti-tank guns": 1,
        "mechanised infantry": 2,
        "motorised infantry": 2,
        "tanks": 2,
        "self-propelled guns": 2,
        "armoured cars": 3,
        "jeeps": 3,
    }


@pytest.mark.rule("HEX-RANGE-02", "HEX-RANGE-03", "HEX-RANGE-05", "HEX-RANGE-06", "HEX-UNIT-08")
def test_ranges() -> None:
    direct = [one for one in UnitType if one not in (UnitType.MORTARS, UnitType.ARTILLERY)]
    assert {(tables.RANGE[one].nearest, tables.RANGE[one].farthest) for one in direct} == {(1, 2)}
    assert (tables.RANGE[UnitType.ARTILLERY].nearest, tables.RANGE[UnitType.ARTILLERY].farthest) == (1, None)
    assert (tables.RANGE[UnitType.MORTARS].nearest, tables.RANGE[UnitType.MORTARS].farthest) == (2, None)


@pytest.mark.rule("HEX-SHOOT-03", "HEX-SHOOT-04", "HEX-SHOOT-05", "HEX-SHOOT-06", "HEX-UNIT-07")
def test_the_matrix_of_type_modifiers() -> None:
    printed = {
        ShootsAs.INFANTRY: (0, 0, -1),
        ShootsAs.ANTI_TANK: (-1, 0, 1),
        ShootsAs.TANKS: (0, 0, 1),
        ShootsAs.INDIRECT: (1, 0, 0),
    }
    for shooter, row in printed.items():
        assert (
            tuple(tables.type_modifier(shooter, target) for target in (HitAs.INFANTRY, HitAs.GUNS, HitAs.ARMOURED))
            == row
        )


@pytest.mark.rule("HEX-UNIT-06", "HEX-UNIT-10")
def test_self_propelled_guns_and_armoured_cars_are_one_thing_to_shoot_and_another_to_be_hit() -> None:
    assert tables.SHOOTS_AS[UnitType.SPG] is ShootsAs.ANTI_TANK
    assert tables.SHOOTS_AS[UnitType.ARMOURED_CARS] is ShootsAs.INFANTRY
    assert hit_as(UnitType.SPG) is HitAs.ARMOURED
    assert hit_as(UnitType.ARMOURED_CARS) is HitAs.ARMOURED
    assert net(Shot(UnitType.SPG, UnitType.FOOT), DEFAULTS) == -1
    assert net(Shot(UnitType.FOOT, UnitType.SPG), DEFAULTS) == -1


@pytest.mark.rule("HEX-AMB-16", "HEX-AMB-18")
def test_jeeps_are_hit_as_infantry_and_guns_as_guns() -> None:
    assert hit_as(UnitType.JEEPS) is HitAs.INFANTRY
    assert net(Shot(UnitType.ARTILLERY, UnitType.ANTI_TANK, 4), DEFAULTS) == 0


# Ground --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HEX-TERR-08", "HEX-TERR-09")
def test_the_open_holds_two_and_any_terrain_one() -> None:
    on = Ground.drawn([".wbkhf="])
    assert [on.holds(here) for here in on.hexes] == [2, 1, 1, 1, 1, 1, 1]


@pytest.mark.rule("HEX-TERR-04", "HEX-TERR-05", "HEX-TERR-06")
def test_rivers_marshes_and_lakes_keep_everybody_out() -> None:
    on = Ground.drawn([". r m l = f ."], sides_of([("A1-B1", Side.BRIDGE)]))
    assert [on.crossable(hex_of("A1"), hex_of(there)) for there in ("B1", "C1", "D1")] == [False, False, False]
    sided = Ground(4, 1, {}, sides_of([("A1-B1", Side.RIVER), ("B1-C1", Side.BRIDGE), ("C1-D1", Side.FORD)]))
    assert not sided.crossable(hex_of("A1"), hex_of("B1"))
    assert sided.crossable(hex_of("B1"), hex_of("C1"))
    assert sided.crossable(hex_of("C1"), hex_of("D1"))
    assert on.crossable(hex_of("D1"), hex_of("E1"))
    assert on.crossable(hex_of("E1"), hex_of("F1"))


def covered(target: UnitType, terrain: Terrain, book: Rulebook = DEFAULTS, **given: bool) -> bool:
    """Is this target in cover there, from infantry two hexes off?"""
    return bool(cover(Shot(UnitType.FOOT, target, 2, terrain, **given)))


@pytest.mark.rule(
    "HEX-COVER-01",
    "HEX-COVER-02",
    "HEX-COVER-03",
    "HEX-TERR-01",
    "HEX-TERR-02",
    "HEX-TERR-03",
    "HEX-TERR-07",
    "HEX-SMOKE-03",
)
@pytest.mark.parametrize(
    ("target", "row"),
    [
        *((one, "open no, smoke yes, woods yes, buildings yes, broken yes, behind yes, hill no") for one in INFANTRY),
        *((one, "open no, smoke yes, woods no, buildings no, broken no, behind yes, hill no") for one in GUNS),
        (UnitType.TANKS, "open no, smoke yes, woods no, buildings no, broken no, behind yes, hill yes"),
        (UnitType.SPG, "open no, smoke yes, woods no, buildings no, broken no, behind yes, hill no"),
        (UnitType.ARMOURED_CARS, "open no, smoke yes, woods no, buildings no, broken no, behind yes, hill no"),
    ],
)
def test_the_grid_of_cover(target: UnitType, row: str) -> None:
    found = {
        "open": covered(target, Terrain.OPEN),
        "smoke": covered(target, Terrain.OPEN, smoke=True),
        "woods": covered(target, Terrain.WOODS),
        "buildings": covered(target, Terrain.BUILDINGS),
        "broken": covered(target, Terrain.BROKEN),
        "behind": covered(target, Terrain.OPEN, between=True),
        "hill": covered(target, Terrain.HILL),
    }
    assert ", ".join(f"{where} {'yes' if yes else 'no'}" for where, yes in found.items()) == row


@pytest.mark.rule("HEX-AMB-19", "HEX-AMB-20", "HEX-AMB-22", "HEX-AMB-24")
def test_cover_of_guns_behind_broken_ground_and_against_indirect_fire() -> None:
    assert not covered(UnitType.ANTI_TANK, Terrain.WOODS)
    assert covered(UnitType.TANKS, Terrain.OPEN, between=True)
    assert covered(UnitType.FOOT, Terrain.OPEN, between=True)
    assert cover(Shot(UnitType.ARTILLERY, UnitType.TANKS, 5, Terrain.HILL))
    assert cover(Shot(UnitType.MORTARS, UnitType.FOOT, 5, Terrain.WOODS))
    assert not cover(Shot(UnitType.MORTARS, UnitType.TANKS, 5, between=True)), "nothing is between for indirect fire"


def test_labels_are_read_as_they_are_written() -> None:
    for here in Ground(30, 12).hexes:
        assert hex_of(label(here)) == here
    assert label(hex_of("c4")) == "C4"
    with pytest.raises(BadInput, match="'4C' is no hex"):
        hex_of("4C")
    with pytest.raises(BadInput, match="are not neighbouring hexes"):
        sides_of([("A1-C1", Side.RIVER)])
    with pytest.raises(BadInput, match="'x' in row 1"):
        Ground.drawn([".x."])
    with pytest.raises(BadInput, match="row 2 of the map has 1"):
        Ground.drawn(["..", "."])


def test_a_line_off_the_axes_runs_between_two_hexes() -> None:
    assert len(routes(Hex(0, 0), Hex(2, 0))) == 1
    assert {route[1] for route in routes(Hex(0, 0), Hex(1, 1))} == {Hex(1, 0), Hex(0, 1)}
    for there in {two for one in Hex(0, 0).neighbours for two in one.neighbours}:
        assert all(a.distance(b) == 1 for route in routes(Hex(0, 0), there) for a, b in pairwise(route))
