"""Supply lines: the geometric cases, with their numbers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from theatre_maps import BLUE, DAY, NIGHT, RED, at, spot, theatre, trace, way

from campaign.terms.forces import Level
from campaign.terms.ground import Cover, Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.chain import Echelon
from campaign.theatre.values import Block, Rates
from campaign.theatre.zones import Watcher

TRUCKS = Rates(22_250, 12_000, 2000)
WAGONS = Rates(5000, 4000, 2000)
CORPS, DIVISION, COMMAND = 1, 2, 3


def corps(position: Position | None, headquarters: int | None = 101) -> Echelon:
    return Echelon(CORPS, "X Corps", Level.CORPS, BLUE, None, headquarters, position, TRUCKS)


def division(position: Position | None, headquarters: int | None = 102, rates: Rates = TRUCKS) -> Echelon:
    return Echelon(DIVISION, "4 Division", Level.DIVISION, BLUE, CORPS, headquarters, position, rates)


def command(*positions: Position, superior: int = DIVISION) -> Echelon:
    return Echelon(
        COMMAND,
        "7 Brigade",
        Level.COMMAND,
        BLUE,
        superior,
        battalions=tuple((200 + i, p) for i, p in enumerate(positions)),
    )


def enemy(unit: int, x: float, y: float, on_hill: bool = False) -> Watcher:
    return Watcher(unit, f"E{unit}", RED, (x, y), on_hill)


def line(*xs: int, **more):
    """Home edge, then places along one road at these metres east, each road with these properties."""
    spots = [spot(1, 0, 0, home_of=BLUE), *(spot(i + 2, x, 0) for i, x in enumerate(xs))]
    return theatre(spots, [way(i + 1, a, b, **more) for i, (a, b) in enumerate(pairwise(spots))])


@pytest.mark.rule("OB-SUP-01")
def test_a_corps_on_an_open_road_is_linked() -> None:
    traced = trace(line(30_000), [corps(AtPlace(2))], [], DAY, BLUE)[CORPS]
    assert traced.linked and traced.route is not None and traced.route.length_m == 30_000
    assert traced.places == ("P1", "P2")
    assert "30.0 km" in traced.why


@pytest.mark.rule("OB-SUP-01", "OB-WC-091")
def test_a_hill_1250_m_from_the_road_cuts_it_by_day_and_not_by_night() -> None:
    hill = enemy(9, 15_000, 1250, on_hill=True)
    day = trace(line(30_000), [corps(AtPlace(2))], [hill], DAY, BLUE)[CORPS]
    assert not day.linked and [c.unit for c in day.cutters] == [9]
    assert "E9" in day.why and "15.0 km from P" in day.cutters[0].where
    assert trace(line(30_000), [corps(AtPlace(2))], [hill], NIGHT, BLUE)[CORPS].linked


@pytest.mark.rule("OB-SUP-03")
def test_a_division_traces_to_its_own_corps_not_to_another_pocket() -> None:
    home, far_home = spot(1, 0, 0, home_of=BLUE), spot(4, 40_000, 0, home_of=BLUE)
    here, there = spot(2, 10_000, 0), spot(3, 30_000, 0)
    on = theatre([home, here, there, far_home], [way(1, home, here), way(2, here, there), way(3, there, far_home)])
    between = enemy(9, 20_000, 0)
    traced = trace(on, [corps(at(here)), division(at(there))], [between], DAY, BLUE)
    assert traced[CORPS].linked
    assert not traced[DIVISION].linked and [c.unit for c in traced[DIVISION].cutters] == [9]


@pytest.mark.rule("OB-SUP-01")
def test_a_home_place_in_a_zone_is_no_source() -> None:
    traced = trace(line(30_000), [corps(AtPlace(2))], [enemy(9, -800, 0)], DAY, BLUE)[CORPS]
    assert not traced.linked and traced.cutters[0].where == "P1"


@pytest.mark.rule("OB-SUP-03")
def test_a_route_of_length_nought_inside_a_zone_is_cut() -> None:
    echelons, before_it = [corps(AtPlace(2)), division(AtPlace(2))], [enemy(9, 30_500, 0)]
    traced = trace(line(30_000), echelons, before_it, DAY, BLUE, facing_cuts=True)
    assert not traced[CORPS].linked and not traced[DIVISION].linked
    assert [c.unit for c in traced[DIVISION].cutters] == [9]
    assert trace(line(30_000), [corps(AtPlace(2)), division(AtPlace(2))], [], DAY, BLUE)[DIVISION].linked


@pytest.mark.rule("OB-SUP-03")
def test_two_headquarters_between_two_cuts_reach_each_other() -> None:
    enemies = [enemy(8, 5000, 0), enemy(9, 25_000, 0)]
    traced = trace(line(30_000), [corps(OnRoad(1, 10_000)), division(OnRoad(1, 20_000))], enemies, DAY, BLUE)
    assert not traced[CORPS].linked
    assert traced[DIVISION].linked and traced[DIVISION].route.length_m == 10_000


def test_near_side_far_side_and_on_the_stretch() -> None:
    cut = [enemy(9, 15_000, 900)]
    for metres, linked in ((14_000, True), (15_000, False), (14_565, False), (14_564, True), (16_000, False)):
        traced = trace(line(30_000), [corps(OnRoad(1, metres))], cut, DAY, BLUE, facing_cuts=True)
        assert traced[CORPS].linked is linked, metres


@pytest.mark.rule("OB-SUP-01", "OB-SUP-03", "OB-SUP-05")
@pytest.mark.parametrize(
    ("enemy_at", "linked"),
    [
        ((30_500, 0), {CORPS: True, DIVISION: True, COMMAND: True}),  # 500 m in front of all three: the road is behind
        ((29_500, 0), {CORPS: False, DIVISION: True, COMMAND: True}),  # 500 m behind them, on the road
        ((29_300, 500), {CORPS: False, DIVISION: True, COMMAND: True}),  # beside the road, 860 m off: it comes to 500 m
        ((15_000, 900), {CORPS: False, DIVISION: True, COMMAND: True}),  # farther back, and nobody stands before it
    ],
)
def test_an_enemy_in_front_cuts_no_road_behind(enemy_at: tuple[int, int], linked: dict[int, bool]) -> None:
    """A division, its corps and a command at one place, their home edge 30 km behind by an open road."""
    echelons = [corps(AtPlace(2)), division(AtPlace(2)), command(AtPlace(2))]
    enemies = [enemy(9, *enemy_at)]
    traced = trace(line(30_000), echelons, enemies, DAY, BLUE)
    assert {formation: traced[formation].linked for formation in linked} == linked
    faced = "the troops at its start face an enemy, and the route leads away from that enemy (house rule sup.facing_cuts off)"
    assert (faced in traced[CORPS].why) is traced[CORPS].linked
    strict = trace(line(30_000), echelons, enemies, DAY, BLUE, facing_cuts=True)
    assert not strict[CORPS].linked and "sup.facing_cuts" not in strict[CORPS].why


@pytest.mark.rule("OB-SUP-03", "OB-SUP-05")
def test_past_the_enemy_in_front_there_is_no_road() -> None:
    """The command and its division face the same enemy from both sides, 600 m and 800 m away on the road."""
    on = line(30_000, 40_000)
    echelons = [corps(OnRoad(1, 5000)), division(OnRoad(1, 29_400)), command(OnRoad(2, 800))]
    traced = trace(on, echelons, [enemy(9, 30_000, 0)], DAY, BLUE)
    assert traced[DIVISION].linked and not traced[COMMAND].linked
    assert [cutter.unit for cutter in traced[COMMAND].cutters] == [9]


@pytest.mark.rule("OB-SUP-01")
def test_out_of_a_town_an_enemy_is_met_at_the_first_step() -> None:
    """It sees 500 m into the town and 1000 m along the roads: 700 m off it meets a division at the first metre."""
    town = spot(2, 30_000, 0, cover=Cover.TERRAIN)
    on = theatre([spot(1, 0, 0, home_of=BLUE), town], [way(1, spot(1, 0, 0, home_of=BLUE), town)])
    assert trace(on, [corps(AtPlace(2))], [enemy(9, 30_700, 0)], DAY, BLUE)[CORPS].linked
    strict = trace(on, [corps(AtPlace(2))], [enemy(9, 30_700, 0)], DAY, BLUE, facing_cuts=True)[CORPS]
    assert not strict.linked


def test_a_tangent_zone_closes_the_through_road_and_leaves_both_sides_their_own_end() -> None:
    on = line(30_000)
    assert not trace(on, [corps(AtPlace(2))], [enemy(9, 15_000, 1000)], DAY, BLUE)[CORPS].linked
    assert trace(on, [corps(AtPlace(2))], [enemy(9, 15_000, 1000.5)], DAY, BLUE)[CORPS].linked
    assert trace(on, [corps(OnRoad(1, 14_999))], [enemy(9, 15_000, 1000)], DAY, BLUE)[CORPS].linked


@pytest.mark.rule("OB-SUP-05", "OB-WC-090")
def test_a_command_150_inches_away_is_in_reach_of_trucks_and_not_of_wagons() -> None:
    on, units = line(10_000, 28_750), [corps(AtPlace(2)), command(AtPlace(3))]
    motor = trace(on, [*units, division(AtPlace(2))], [], DAY, BLUE)[COMMAND]
    assert motor.linked and motor.route.length_m == 18_750 and motor.battalion == 200
    wagons = trace(on, [*units, division(AtPlace(2), rates=WAGONS)], [], DAY, BLUE)[COMMAND]
    assert not wagons.linked and wagons.cutters == ()
    assert wagons.why.startswith("even without the enemy the route is too long: 18.8 km") and "5.0 km" in wagons.why


@pytest.mark.rule("OB-SUP-05")
@pytest.mark.parametrize(("metres", "linked"), [(22_250, True), (22_251, False)])
def test_the_march_limit_is_exact(metres: int, linked: bool) -> None:
    traced = trace(
        line(1000, 41_000), [corps(AtPlace(2)), division(AtPlace(2)), command(OnRoad(2, metres))], [], DAY, BLUE
    )
    assert traced[COMMAND].linked is linked


@pytest.mark.rule("OB-SUP-05")
def test_each_stretch_counts_at_its_own_rate() -> None:
    """A short road with one stretch of terrain against a longer one all on roads."""
    home, hq, brigade = spot(1, 0, 0, home_of=BLUE), spot(2, 1000, 0), spot(3, 6000, 0)
    short = way(2, hq, brigade, surface=Surface.TERRAIN)
    long = way(3, hq, brigade, (3500, 8000), length=20_000)
    units = [corps(at(hq)), division(at(hq)), command(at(brigade))]
    both = trace(theatre([home, hq, brigade], [way(1, home, hq), short, long]), units, [], DAY, BLUE)[COMMAND]
    assert both.linked and both.route.length_m == 20_000
    only = trace(theatre([home, hq, brigade], [way(1, home, hq), short]), units, [], DAY, BLUE)[COMMAND]
    assert not only.linked and "too long" in only.why and "each stretch" not in only.why
    mixed = theatre(
        [home, hq, spot(4, 3500, 0), brigade],
        [way(1, home, hq), way(2, hq, spot(4, 3500, 0)), way(3, spot(4, 3500, 0), brigade, surface=Surface.TERRAIN)],
    )
    named = trace(mixed, units, [], DAY, BLUE)[COMMAND]
    assert not named.linked and "house rule: each stretch at its own rate" in named.why


@pytest.mark.rule("OB-SUP-05")
def test_the_nearest_battalion_of_a_command_counts() -> None:
    on = line(1000, 61_000)
    traced = trace(
        on, [corps(AtPlace(2)), division(AtPlace(2)), command(OnRoad(2, 50_000), OnRoad(2, 4000))], [], DAY, BLUE
    )[COMMAND]
    assert traced.linked and traced.battalion == 201


@pytest.mark.rule("OB-SUP-05")
def test_a_cut_command_names_who_cuts_it() -> None:
    traced = trace(
        line(1000, 21_000),
        [corps(AtPlace(2)), division(AtPlace(2)), command(AtPlace(3))],
        [enemy(9, 8000, 0)],
        DAY,
        BLUE,
    )[COMMAND]
    assert not traced.linked and [c.name for c in traced.cutters] == ["E9"]
    assert "E9" in traced.why


def test_a_command_directly_under_a_corps_may_be_at_any_distance() -> None:
    traced = trace(line(1000, 91_000), [corps(AtPlace(2)), command(AtPlace(3), superior=CORPS)], [], DAY, BLUE)[COMMAND]
    assert traced.linked and traced.route.length_m == 90_000


def test_a_missing_headquarters_is_stood_in_for_and_a_destroyed_one_is_not() -> None:
    on, far = line(1000, 91_000), command(AtPlace(3))
    missing = trace(on, [corps(AtPlace(2)), division(None, headquarters=None), far], [], DAY, BLUE)
    assert missing[DIVISION].linked and missing[DIVISION].why == "its commands trace their supply there"
    assert missing[COMMAND].linked and missing[COMMAND].superior == CORPS
    destroyed = trace(on, [corps(AtPlace(2)), division(None), far], [], DAY, BLUE)
    assert not destroyed[DIVISION].linked and not destroyed[COMMAND].linked
    assert "destroyed or off the map" in destroyed[COMMAND].why
    no_corps = trace(on, [corps(None, headquarters=None), division(AtPlace(3))], [], DAY, BLUE)
    assert no_corps[DIVISION].linked and no_corps[DIVISION].superior is None


def test_a_blown_bridge_ends_supply_at_the_crossing() -> None:
    on = line(30_000, blocks=[Block(12_000, "the blown bridge")])
    cut = trace(on, [corps(AtPlace(2))], [], DAY, BLUE)[CORPS]
    assert not cut.linked and cut.cutters == () and cut.blocks == ((1, Block(12_000, "the blown bridge")),)
    assert trace(on, [corps(OnRoad(1, 11_999))], [], DAY, BLUE)[CORPS].linked
    between = trace(on, [corps(OnRoad(1, 11_000))], [enemy(9, 5000, 0)], DAY, BLUE)[CORPS]
    assert not between.linked


def test_a_zone_reaches_across_a_road_over_which_there_is_no_way() -> None:
    """Roads that cross without a junction."""
    home, b, c, d = spot(1, 0, 0, home_of=BLUE), spot(2, 10_000, 0), spot(3, 5000, -5000), spot(4, 5000, 5000)
    on = theatre([home, b, c, d], [way(1, home, b), way(2, c, d)])
    assert not trace(on, [corps(at(c))], [], DAY, BLUE)[CORPS].linked
    assert not trace(on, [corps(at(b))], [enemy(9, 5000, 800)], DAY, BLUE)[CORPS].linked


def test_parallel_roads_between_two_places_stay_apart() -> None:
    home, hq = spot(1, 0, 0, home_of=BLUE), spot(2, 20_000, 0)
    on = theatre([home, hq], [way(1, home, hq), way(2, home, hq, (10_000, 6000))])
    traced = trace(on, [corps(at(hq))], [enemy(9, 10_000, 0)], DAY, BLUE)[CORPS]
    assert traced.linked and [leg.road for leg in traced.route.legs] == [2]


def test_an_isolated_place_and_a_side_without_home() -> None:
    home, alone = spot(1, 0, 0, home_of=BLUE), spot(2, 9000, 0)
    assert "no road or track" in trace(theatre([home, alone], []), [corps(at(alone))], [], DAY, BLUE)[CORPS].why
    assert "no home edge" in trace(theatre([alone], []), [corps(at(alone))], [], DAY, BLUE)[CORPS].why
    empty = trace(line(1000), [corps(AtPlace(2)), division(AtPlace(2)), command()], [], DAY, BLUE)[COMMAND]
    assert not empty.linked and "no battalion on the map" in empty.why


def test_cover_of_a_place_is_its_own() -> None:
    """An open road is cut up to the edge of the wood that the headquarters stands in; the wood itself is not in
    range."""
    home, hq, beyond = spot(1, 0, 0, home_of=BLUE), spot(2, 20_000, 0, cover=Cover.TERRAIN), spot(3, 20_000, 9000)
    by_wood = way(2, hq, beyond, cover=Cover.TERRAIN)
    on = theatre([home, hq, beyond], [way(1, home, hq), by_wood])
    units = [corps(at(beyond)), division(at(hq))]
    traced = trace(on, units, [enemy(9, 20_700, 0)], DAY, BLUE)
    assert not traced[CORPS].linked
    assert traced[DIVISION].linked


def test_many_enemies_at_one_place_are_told_together_and_all_of_them_listed() -> None:
    enemies = [*(enemy(n, 20_000 + 100 * n, 100) for n in range(5)), enemy(9, 40_000, 0), enemy(10, 40_000, 0)]
    traced = trace(line(20_100, 38_000, 60_000), [corps(AtPlace(4))], enemies, DAY, BLUE)[CORPS]
    assert [cutter.unit for cutter in traced.cutters] == [0, 1, 2, 3, 4, 9, 10]
    assert "the location range of E0, E1, E2 and 2 more near P2" in traced.why
    assert (
        "the location range of E9, E10, which meets the route at 2.0 km from P3 on the metalled road to P4"
        in traced.why
    )


def test_where_a_unit_stands_close_to_a_place_is_told_in_metres() -> None:
    on = line(30_000)
    assert on.describe(OnRoad(1, 49)) == "49 m from P1 on the metalled road to P2"
    assert on.describe(OnRoad(1, 50)) == "0.1 km from P1 on the metalled road to P2"
