"""Location zones: exact stretches of road, closed at their edge."""

from __future__ import annotations

from math import sqrt

import pytest
from theatre_maps import BLUE, DAY, NIGHT, RED, at, spot, theatre, way

from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, OnRoad
from campaign.theatre.zones import Sight, Watcher, Zones


def watcher(unit: int, x: float, y: float, on_hill: bool = False) -> Watcher:
    return Watcher(unit, f"E{unit}", RED, (x, y), on_hill)


def zones(on, *watchers: Watcher, sight: Sight = DAY) -> Zones:
    return Zones(on, watchers, sight)


def straight(**more):
    a, b = spot(1, 0, 0), spot(2, 10_000, 0)
    return theatre([a, b], [way(1, a, b, **more)])


@pytest.mark.rule("OB-LOC-02", "OB-LOC-03", "OB-LOC-04")
def test_ranges_by_day_and_night() -> None:
    assert DAY.range_m(from_hill=True, cover=Cover.OPEN) == 1500
    assert DAY.range_m(from_hill=False, cover=Cover.OPEN) == 1000
    assert DAY.range_m(from_hill=True, cover=Cover.TERRAIN) == 500
    assert DAY.range_m(from_hill=True, cover=Cover.OPEN, on_hill=True) == 1000
    assert NIGHT.range_m(from_hill=True, cover=Cover.OPEN) == 500


def test_a_road_tangent_to_a_zone_is_cut_in_one_point() -> None:
    found = zones(straight(), watcher(1, 5000, 1000))
    (stretch,) = found.stretches[1]
    assert stretch.from_m == stretch.to_m == pytest.approx(5000)
    assert found.over(OnRoad(1, 5000)) == (1,)
    assert found.over(OnRoad(1, 4999)) == found.over(OnRoad(1, 5001)) == ()
    assert zones(straight(), watcher(1, 5000, 1000.5)).stretches == {}


def test_an_enemy_on_a_parallel_road_cuts_twice_436_metres() -> None:
    (stretch,) = zones(straight(), watcher(1, 5000, 900)).stretches[1]
    half = sqrt(1000**2 - 900**2)
    assert half == pytest.approx(436, abs=0.5)
    assert (stretch.from_m, stretch.to_m) == pytest.approx((5000 - half, 5000 + half), abs=1e-3)


def test_stretches_are_scaled_to_the_stated_length() -> None:
    (stretch,) = zones(straight(length=12_000), watcher(1, 5000, 0)).stretches[1]
    assert (stretch.from_m, stretch.to_m) == pytest.approx((4800, 7200), abs=1e-3)


def test_a_place_in_a_wood_at_the_end_of_an_open_road() -> None:
    a, b = spot(1, 0, 0), spot(2, 10_000, 0, cover=Cover.TERRAIN)
    found = zones(theatre([a, b], [way(1, a, b)]), watcher(1, 10_800, 0))
    assert found.stretches[1][0].to_m == 10_000
    assert found.seen_places == {}


@pytest.mark.rule("OB-LOC-02")
def test_a_hill_cuts_by_day_and_not_by_night() -> None:
    far = watcher(1, 5000, 1250, on_hill=True)
    assert 1 in zones(straight(), far).stretches
    assert zones(straight(), far, sight=NIGHT).stretches == {}


def test_the_union_of_a_hill_and_a_plain_needs_both() -> None:
    found = zones(straight(), watcher(1, 5000, 900), watcher(2, 5800, 1250, on_hill=True))
    (stretch,) = found.stretches[1]
    assert stretch.units == (1, 2)
    assert (stretch.from_m, stretch.to_m) == pytest.approx((5000 - 435.89, 5800 + 829.16), abs=0.01)


def test_one_enemy_over_two_roads_and_twice_over_a_hairpin() -> None:
    a, b, c = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 10_000, 600)
    hairpin = way(2, a, c, (12_000, -400), (12_000, 600))
    found = zones(theatre([a, b, c], [way(1, a, b), hairpin]), watcher(1, 10_000, 100))
    assert set(found.stretches) == {1, 2}
    assert len(found.stretches[2]) == 2
    assert {unit for cuts in found.stretches.values() for s in cuts for unit in s.units} == {1}


def test_a_road_nearer_at_its_bend_than_at_its_ends() -> None:
    a, b = spot(1, 0, 0), spot(2, 10_000, 0)
    bent = theatre([a, b], [way(1, a, b, (5000, 3000))])
    found = zones(bent, watcher(1, 5000, 3800))
    assert len(found.stretches[1]) == 1 and found.seen_places == {}


def test_a_loop_two_places_at_one_point_and_an_isolated_place() -> None:
    a, b, c = spot(1, 0, 0), spot(2, 0, 0), spot(3, 500, 500)
    on = theatre([a, b, c], [way(1, a, b, length=300), way(2, a, a, (3000, 0), (3000, 3000))])
    found = zones(on, watcher(1, 0, 0))
    assert (found.stretches[1][0].from_m, found.stretches[1][0].to_m) == (0, 300)
    assert len(found.stretches[2]) == 2
    assert found.seen_places == {1: (1,), 2: (1,), 3: (1,)}


def test_watchers_stand_where_their_position_is() -> None:
    a, b = spot(1, 0, 0, hill=True), spot(2, 10_000, 0)
    on = theatre([a, b], [way(1, a, b)])
    assert Watcher.at(on, 1, "E", RED, at(a)).on_hill
    assert Watcher.at(on, 1, "E", BLUE, OnRoad(1, 2500)) == Watcher(1, "E", BLUE, (2500.0, 0.0), False)
    assert zones(on, Watcher.at(on, 1, "E", RED, at(a))).over(AtPlace(1)) == (1,)
