"""A resolved fight on the ground of the map: turned to the attacker's front, everybody where he stands, cover as the
tables have it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from campaign.resolve.brevity.barriers import AT_THE_BRIDGE, Barrier, Standing, by_the_bridge
from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.plain_doctrine import Plain
from campaign.resolve.brevity.table_layout import Front, Homes, Layout, front_of, lay_out
from campaign.resolve.resolvers import resolver
from campaign.rules.common.force import Force
from campaign.rules.common.scene import Fight, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import OPEN_COUNTRY, Area, Bar, Box, Point, Terrain
from campaign.terms.forces import MarchClass
from campaign.terms.ground import Cover, Surface
from campaign.terms.state import Posture, State
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, battery, fight, force, told

ATTACKER = battalion(NEAR, 1, "attacker")
DEFENDER = battalion(FAR, 9, "defender")
NOON = Moment(1, 2)


def given(
    spots: Mapping[int, Point],
    terrain: Terrain = OPEN_COUNTRY,
    *,
    table: tuple[int, int] = (96, 40),
    far: Force | None = None,
) -> Fight:
    return Fight(
        (force(NEAR, ATTACKER), far or force(FAR, DEFENDER)),
        NEAR,
        NOON,
        (TurnSky(NOON),),
        terrain=terrain,
        spots=spots,
        table_in=table,
    )


def laid(first: Point, second: Point, terrain: Terrain = OPEN_COUNTRY) -> Layout:
    return lay_out(given({ATTACKER.id: first, DEFENDER.id: second}, terrain))


@pytest.mark.parametrize(
    ("second", "size", "at", "hill"),
    [
        ((20, 30), (96, 40), (Spot(20, 10), Spot(20, 30)), Spot(60, 5)),
        ((20, 5), (96, 40), (Spot(76, 30), Spot(76, 35)), Spot(36, 35)),
        ((40, 10), (40, 96), (Spot(30, 20), Spot(30, 40)), Spot(35, 60)),
        ((5, 10), (40, 96), (Spot(10, 76), Spot(10, 91)), Spot(5, 36)),
    ],
)
def test_the_table_is_turned_so_that_the_enemy_lies_ahead(
    second: Point, size: tuple[int, int], at: tuple[Spot, Spot], hill: Spot
) -> None:
    """From (20, 10) of a table 96 by 40 inches to the north, south, east and west; a hill stands at (60, 5)."""
    table = laid((20, 10), second, Terrain((Area(Box(60, 5, 60, 5), hill=True),)))
    assert (table.ground.width_in, table.ground.depth_in) == size
    assert (table.spots[ATTACKER.id], table.spots[DEFENDER.id]) == at
    assert table.ground.on_hill(hill)
    assert at[1].y > at[0].y


@pytest.mark.rule("OB-MOV-06")
def test_the_side_edges_are_laid_where_they_hold_nobody_fast() -> None:
    """15 May 1941 at Halfaya: one British column 8 in. from the south edge, one level with the Axis. East against west
    would hold the first."""
    british, axis = (*[(30, 8)] * 2, *[(66, 32)] * 3), (*[(37, 18)] * 3, (58, 32))
    east_and_west: Homes = ((1500, -200), (-600, 500))
    assert front_of(british, axis, (96, 40), east_and_west) is Front.NORTH, (
        "they stand level: the Axis is at home in the north-west"
    )
    assert front_of(british, axis, (96, 40), (east_and_west[1], east_and_west[0])) is Front.SOUTH
    assert (
        Front.NORTH.near is Front.SOUTH
        and Front.NORTH.sides == (Front.EAST, Front.WEST)
        and Front.WEST.near is Front.EAST
    )
    inland = (*[(30, 10)] * 2, *[(66, 31)] * 3)
    axis = (*[(37, 18)] * 3, (58, 31))
    assert front_of(inland, axis, (96, 40), east_and_west) is Front.WEST, (
        "farther from the edge nobody is held: the wider gap decides"
    )


def test_forces_that_stand_apart_ask_nobody_where_they_are_at_home() -> None:
    assert front_of([(48, 9)], [(48, 31)], (96, 40), ((0, 900), (0, -900))) is Front.NORTH
    assert front_of([(48, 9)], [], (96, 40)) is Front.NORTH and front_of([], [], (40, 96)) is Front.EAST


def test_units_on_one_point_stand_around_it_and_on_the_table() -> None:
    far = force(
        FAR, *(battalion(FAR, 9, name, id=n) for n, name in enumerate("abcd", 51)), battery(FAR, 9, "guns", id=60)
    )
    table = lay_out(given({ATTACKER.id: (50, 5), **dict.fromkeys((51, 52, 53, 54, 60), (50, 39))}, far=far))
    assert [table.spots[n] for n in (51, 52, 53, 54, 60)] == [
        Spot(46, 32),
        Spot(50, 32),
        Spot(54, 32),
        Spot(50, 36),
        Spot(50, 40),
    ]


@pytest.mark.parametrize(
    ("states", "deep"), [((State.SPENT, State.FRESH), (40, 32, 36)), ((State.SPENT, State.SPENT), (36, 36, 40))]
)
def test_spent_battalions_stand_behind_the_guns_where_somebody_fit_holds_the_line(
    states: tuple[State, State], deep: tuple[int, int, int]
) -> None:
    line = [battalion(FAR, 9, f"{n}", id=n, state=state) for n, state in enumerate(states, 51)]
    far = force(FAR, *line, battery(FAR, 9, "guns", id=60))
    table = lay_out(given({ATTACKER.id: (50, 5), **dict.fromkeys((51, 52, 60), (50, 36))}, far=far))
    assert tuple(table.spots[n].y for n in (51, 52, 60)) == deep


class _FoursOnTheDefender(Faces):
    """Every die on the defender shows a 4, which hits in the open and not in a wood; every other a 1."""

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        face = super().roll(sides, purpose, subject, need)
        return 4 if subject == DEFENDER.key else face


def _resolved(terrain: Terrain, **defender: object) -> Resolution:
    """The attacker is 8 inches from the defender, who lies in the middle."""
    far = force(FAR, replace(DEFENDER, **defender)) if defender else None  # type: ignore[arg-type]
    fight = given({ATTACKER.id: (48, 12), DEFENDER.id: (48, 20)}, terrain, far=far)
    done = resolver("brevity")(fight, _FoursOnTheDefender(), DEFAULTS)
    assert isinstance(done, Resolution)
    return done


@pytest.mark.rule("OB-HIT-11", "OB-T-10")
def test_the_same_fight_in_the_open_and_into_a_wood_differ_as_the_to_hit_table_says() -> None:
    bare = _resolved(OPEN_COUNTRY)
    wood = _resolved(Terrain((Area(Box(44, 16, 52, 24), Cover.TERRAIN),)))
    assert told(bare.report, "on defender", "to hit 4-6", "in the open")
    assert not told(bare.report, "in terrain")
    assert told(wood.report, "on defender", "to hit 5-6", "in terrain", "no effect")
    before, after = (next(end.after.severity for end in one.ends if end.unit == DEFENDER.id) for one in (bare, wood))
    assert (before, after) == (2, 0)


@pytest.mark.rule("OB-HIT-11", "OB-T-10", "OB-T-12")
def test_who_is_caught_on_the_march_sits_in_his_lorries() -> None:
    """Row 2, troop-carrying vehicles: a 4 that hits men on foot in the open misses; who marches on foot is hit
    as ever."""
    marching = _resolved(OPEN_COUNTRY, posture=Posture.MARCH)
    assert told(marching.report, "Fire: attacker on defender", "to hit 5-6", "no effect"), (
        "before its own first move it has no other posture"
    )
    on_foot = _resolved(OPEN_COUNTRY, posture=Posture.MARCH, march_class=MarchClass.FOOT)
    assert told(on_foot.report, "Fire: attacker on defender", "to hit 4-6", "in the open") and not told(
        on_foot.report, "to hit 5-6"
    )


def test_a_wood_is_left_in_the_march_and_entered_at_the_rate_of_terrain() -> None:
    ground = Ground(
        96,
        40,
        (Patch(0, 10, 20, 20), Patch(0, 14, 20, 16, cover=Cover.OPEN, road=True), Patch(30, 0, 40, 9, craters=True)),
    )
    assert [ground.going_at(Spot(5, y)) for y in (9, 10, 14, 16, 20)] == [
        Surface.CROSS_COUNTRY,
        Surface.TERRAIN,
        Surface.ROAD,
        Surface.ROAD,
        Surface.TERRAIN,
    ]
    assert (ground.going_at(Spot(33, 4)), ground.cover_at(Spot(33, 4))) == (Surface.TERRAIN, Cover.OPEN)


@pytest.mark.rule("OB-AIR-11")
@pytest.mark.parametrize(
    ("spot", "cratered"),
    [
        ((48, 38), True),
        ((56, 30), True),
        ((53, 36), True),
        ((54, 36), False),
        ((54, 24), False),
        ((57, 30), False),
        ((40, 30), True),
    ],
)
def test_bombers_crater_all_within_eight_inches_and_no_corner(spot: tuple[int, int], cratered: bool) -> None:
    """A point 5 in. across and 6 in. along is 7.8 in. off; 6 and 6 are 8.5 in."""
    ground = Ground(96, 72, (Patch(40, 22, 56, 38, craters=True),))
    assert (ground.going_at(Spot(*spot)) is Surface.TERRAIN) is cratered


@pytest.mark.rule("OB-AIR-11")
def test_craters_cut_by_the_edge_of_the_table_keep_their_centre() -> None:
    """Round a target 3 in. from the near edge, and 3 in. from the far one."""
    ground = Ground(96, 72, (Patch(40, 0, 56, 11, craters=True), Patch(70, 61, 86, 72, craters=True)))
    near = [ground.going_at(Spot(x, y)) is Surface.TERRAIN for x, y in ((48, 11), (56, 3), (55, 7), (54, 8), (55, 0))]
    assert near == [True, True, False, True, True]
    assert [ground.going_at(Spot(x, y)) is Surface.TERRAIN for x, y in ((78, 61), (86, 69), (85, 65), (84, 64))] == [
        True,
        True,
        False,
        True,
    ]


def test_a_pass_is_marched_as_open_country_and_hides_who_marches_it() -> None:
    """umpire 1.1: what a road is to march on and what cover it gives are two things."""
    terrain = Terrain((Area(Box(40, 10, 44, 30), Cover.TERRAIN), Area(Box(41, 10, 43, 30), track=True)))
    ground = laid((20, 10), (20, 30), terrain).ground
    assert [ground.going_at(Spot(x, 20)) for x in (40, 42)] == [Surface.TERRAIN, Surface.CROSS_COUNTRY]
    assert ground.cover_at(Spot(42, 20)) is Cover.TERRAIN


RIVER = Bar("the brook", (Box(0, 20, 49, 21), Box(50, 20, 96, 21)), river=True, bridges=((50, 20),))
BROOK = lay_out(given({ATTACKER.id: (48, 12), DEFENDER.id: (48, 30)}, Terrain(bars=(RIVER,)))).barriers


def test_a_winding_river_is_one_barrier_with_its_bridges() -> None:
    (brook,) = BROOK
    assert brook.holds(Spot(10, 20)) and brook.holds(Spot(90, 21)) and not brook.holds(Spot(10, 22))
    assert not brook.holds(Spot(50 + AT_THE_BRIDGE, 20)) and brook.holds(Spot(51 + AT_THE_BRIDGE, 20))


def test_who_would_come_to_the_water_goes_for_the_bridge() -> None:
    standing = [Standing(barrier) for barrier in BROOK]
    assert by_the_bridge(standing, Spot(10, 10), Spot(10, 30)) == Spot(50, 20)
    assert by_the_bridge(standing, Spot(10, 10), Spot(80, 10)) == Spot(80, 10)
    assert by_the_bridge(standing, Spot(50, 20), Spot(10, 30)) == Spot(10, 30)
    unbridged = [Standing(Barrier("brook", 0, 20, 96, 21, river=True))]
    assert by_the_bridge(unbridged, Spot(10, 10), Spot(10, 30)) == Spot(10, 30)


@pytest.mark.parametrize(("bridges", "across"), [((Spot(40, 20),), True), ((), False)])
def test_over_a_bridge_a_battalion_crosses_without_halting(bridges: tuple[Spot, ...], across: bool) -> None:
    brook = Barrier("brook", 0, 20, 96, 21, river=True, bridges=bridges)
    orders = [{"inf": Spot(40, 60)}] * 3
    far = force(FAR, battalion(FAR, 9, "enemy"))
    inf = battalion(NEAR, 1, "inf")
    result = fight(
        force(NEAR, inf),
        far,
        {"inf": (40, 10), "enemy": (90, 70)},
        near_does=Told({1: orders}),
        dice=Faces({"readiness": [6] * 9}),
        ground=Ground(96, 72),
        barriers=(brook,),
    )
    end = next(one for one in result.units if one.name == "inf")
    assert (end.at.y > 21) is across
    assert bool(told(result.report, "inf is pinned at brook")) is not across


@pytest.mark.rule("OB-OBS-06")
def test_a_gap_that_was_there_before_the_fight_is_open_from_its_first_move() -> None:
    wire = Barrier("wire", 0, 20, 96, 21, gapped=True)
    far = force(FAR, battalion(FAR, 9, "enemy"))
    result = fight(
        force(NEAR, battalion(NEAR, 1, "inf")),
        far,
        {"inf": (48, 10), "enemy": (48, 70)},
        near_does=Told({1: [{"inf": (Spot(48, 30), Posture.MARCH)}]}),
        barriers=(wire,),
    )
    assert next(one.at.y for one in result.units if one.name == "inf") == 30


@pytest.mark.rule("OB-POST-09")
def test_an_attacker_goes_for_the_troops_before_the_guns_they_shelter() -> None:
    guns = battery(FAR, 9, "guns", posture=Posture.SUPPORT, supports=9)
    result = fight(
        force(NEAR, battalion(NEAR, 1, "inf")),
        force(FAR, battalion(FAR, 9, "line"), guns),
        {"inf": (48, 20), "guns": (48, 30), "line": (60, 34)},
        near_does=Plain(),
        dice=Faces(otherwise=1),
    )
    assert told(result.report, "Fire: inf on line")
