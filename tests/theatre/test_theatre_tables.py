"""Battle tables, retreats, and the sky over them."""

from __future__ import annotations

from datetime import date, time
from math import dist
from random import Random

import pytest
from theatre_maps import BLUE, DAY, RED, rates, spot, theatre, way

from campaign.errors import BadInput
from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, OnRoad
from campaign.theatre.almanac import sun_and_moon
from campaign.theatre.retreats import retreats, surrounded
from campaign.theatre.road_graph import fastest
from campaign.theatre.tables import (
    Candidate,
    Edge,
    Gun,
    TableSize,
    arrivals,
    entries,
    guns_in_range,
    lay,
    places_on_table,
    roads_on_table,
    spans,
)
from campaign.theatre.values import FEW, Block, Rates
from campaign.theatre.zones import Watcher, Zones
from tests.benchmarks.wide_front import wide_front

BREVITY = TableSize(5000, 12_000, 8)


def test_the_table_lies_around_the_fight_and_turns_when_that_leaves_more_room() -> None:
    wide = lay([(0, 0), (8000, 1000)], BREVITY)
    assert (wide.width_m, wide.depth_m, wide.west_m, wide.south_m) == (12_000, 5000, -2000, -2000)
    deep = lay([(0, 0), (1000, 8000)], BREVITY)
    assert (deep.width_m, deep.depth_m) == (5000, 12_000)
    assert lay([(0, 0)], BREVITY).width_m == 12_000


def crossroads():
    spots = [spot(1, 0, 0), spot(2, 20_000, 0), spot(3, -20_000, 0), spot(4, 1000, 9000)]
    roads = [
        way(1, spots[0], spots[1]),
        way(2, spots[2], spots[0]),
        way(3, spots[0], spots[3], (1000, 2000), length=11_000),
    ]
    return theatre(spots, roads)


def test_roads_enter_at_their_edge_and_inch() -> None:
    on, table = crossroads(), lay([(0, 0)], BREVITY)
    north, east, west = entries(on, table)
    assert (north.road, north.edge, north.to) == (3, Edge.NORTH, "P4")
    assert north.inch == pytest.approx((1000 + 6000) * 8 / 1000)
    assert (east.road, east.edge, east.inch, east.metres, east.to) == (1, Edge.EAST, 20.0, 6000, "P2")
    assert (west.road, west.edge, west.inch, west.metres, west.to) == (2, Edge.WEST, 20.0, 14_000, "P3")


def test_places_and_roads_on_the_table_in_inches() -> None:
    on, table = crossroads(), lay([(0, 0)], BREVITY)
    (place,) = places_on_table(on, table)
    assert (place.place, place.x_in, place.y_in) == (1, 48.0, 20.0)
    lines = {line.road: line.points for line in roads_on_table(on, table)}
    assert lines[1] == ((48.0, 20.0), (96.0, 20.0))
    assert lines[3] == ((48.0, 20.0), (56.0, 36.0), (56.0, 40.0))


def test_a_road_that_only_passes_over_a_corner_enters_twice() -> None:
    a, b = spot(1, -10_000, 2000), spot(2, 0, 12_000)
    on = theatre([a, b], [way(1, a, b)])
    table = lay([(-4500, 5000)], BREVITY)
    assert [(e.edge, e.to) for e in entries(on, table)] == [(Edge.NORTH, "P2"), (Edge.SOUTH, "P1")]


def test_guns_reach_the_fight_from_off_the_table() -> None:
    table = lay([(0, 0)], BREVITY)
    guns = [Gun(1, BLUE, (0, 9000), 9000), Gun(2, BLUE, (0, 9001), 9000), Gun(3, RED, (0, 1000), 9000)]
    assert guns_in_range(guns, table, [(0, 0)]) == ((1, 9000.0),)


def test_arrivals_have_a_turn_and_an_edge() -> None:
    on, table = crossroads(), lay([(0, 0)], BREVITY)
    units = [
        Candidate(1, BLUE, AtPlace(2), rates(1000)),
        Candidate(2, BLUE, OnRoad(1, 12_000), rates(1000)),
        Candidate(3, BLUE, OnRoad(1, 12_001), rates(1000)),
        Candidate(4, BLUE, AtPlace(1), rates(1000)),
        Candidate(5, RED, AtPlace(3), rates(1000)),
    ]
    came = {a.unit: a for a in arrivals(on, table, units, 3)}
    assert set(came) == {1, 2, 3, 5}
    assert (came[2].turn, came[2].edge, came[2].hours) == (1, Edge.EAST, 6.0)
    assert came[3].turn == 2 and came[1].turn == 3 and came[1].hours == 14.0
    assert came[5].edge is Edge.WEST
    assert 1 not in {a.unit for a in arrivals(on, table, units, 2)}


@pytest.mark.long
def test_on_a_large_map_the_tree_finds_what_going_through_it_finds() -> None:
    """2,000 places; the same questions to the map as it is and to one that may not make a tree."""
    front = wide_front(200, bends=2)
    on, dice = front.theatre, Random(7)
    assert len(on.spots) > FEW and len(on.ways) > FEW
    spots, ways = sorted(on.spots, key=lambda s: s.place), sorted(on.ways, key=lambda w: w.road)
    candidates = [Candidate(unit.unit, unit.side, unit.position, unit.rates) for unit in front.units]
    for _ in range(2):
        middle = dice.choice(spots).point
        assert on.nearest_spot((middle[0] + 333, middle[1] - 444)) == min(
            spots, key=lambda s: (dist(s.point, (middle[0] + 333, middle[1] - 444)), s.place)
        )
        table = lay([middle], BREVITY)
        assert [p.place for p in places_on_table(on, table)] == [s.place for s in spots if table.holds(s.point)]
        assert {r.road for r in roads_on_table(on, table)} == {way.road for way in ways if spans(way, table)}
        doors = [on.standing(door.road, door.metres) for door in entries(on, table)]
        found = arrivals(on, table, candidates, 1)
        assert found
        for came in found:
            one = next(c for c in candidates if c.unit == came.unit)
            times = [route.seconds for at in doors if (route := fastest(on, one.position, at, one.rates)) is not None]
            assert came.hours * 3600 == pytest.approx(min(times))


# -- retreats ---------------------------------------------------------------------------------------------------------


def enemy(x: float, y: float, unit: int = 9) -> Watcher:
    return Watcher(unit, f"E{unit}", RED, (x, y))


def cross():
    """A road west to the home edge, one north and round, one east towards the enemy."""
    home, here, north, east = spot(1, -30_000, 0, home_of=BLUE), spot(2, 0, 0), spot(3, 0, 10_000), spot(4, 30_000, 0)
    return theatre(
        [home, here, north, east], [way(1, home, here), way(2, here, north), way(3, north, home), way(4, here, east)]
    )


FOOT = Rates(7500, 6000, 3000)


def test_a_retreat_is_half_a_turns_march_on_the_shortest_road_home() -> None:
    (only,) = retreats(cross(), AtPlace(2), BLUE, FOOT, Zones.against(cross(), [enemy(800, 0)], BLUE, DAY))
    assert only.end == OnRoad(1, 30_000 - 3750) and only.towards == "P1"


def test_a_way_round_that_ends_farther_from_home_is_no_way_back() -> None:
    """Umpire 1.8. Home is 30 km off by road 1; half a turn up road 2 it would be 33.75 km, by whichever way."""
    assert [
        r.legs[0].road
        for r in retreats(cross(), AtPlace(2), BLUE, FOOT, Zones.against(cross(), [enemy(800, 0)], BLUE, DAY))
    ] == [1]
    assert (
        retreats(
            cross(), AtPlace(2), BLUE, FOOT, Zones.against(cross(), [enemy(800, 0), enemy(-20_000, 0, 8)], BLUE, DAY)
        )
        == ()
    ), "road 1 is shut by an enemy"


def test_no_way_back_leads_through_a_place_that_the_enemy_owns() -> None:
    """Umpire 1.8. Road 1 is cratered, so that home is 10 + 31.6 km off by the place in the north."""
    base = cross()
    on = theatre([*base.spots], [way(1, base.spot(1), base.spot(2), blocks=[Block(15_000, "crater")]), *base.ways[1:]])
    assert [
        r.legs[0].road
        for r in retreats(on, AtPlace(2), BLUE, FOOT, Zones.against(on, [enemy(800, 0)], BLUE, DAY), hostile={2})
    ] == [2]
    assert retreats(on, AtPlace(2), BLUE, FOOT, Zones.against(on, [enemy(800, 0)], BLUE, DAY), hostile={2, 3}) == ()


def test_a_retreat_goes_to_headquarters_when_that_is_nearer() -> None:
    first, second = retreats(
        cross(),
        AtPlace(2),
        BLUE,
        FOOT,
        Zones.against(cross(), [enemy(800, 0)], BLUE, DAY),
        [("4 Division", AtPlace(3))],
    )
    assert first.towards == "4 Division" and first.end == OnRoad(2, 3750)
    assert second.towards == "P1" and second.end == OnRoad(1, 30_000 - 3750), "its owner may choose the road home"


def test_a_retreat_does_not_enter_another_zone_nor_cross_a_blown_bridge() -> None:
    headquarters = [("4 Division", AtPlace(3))]
    (only,) = retreats(
        cross(),
        AtPlace(2),
        BLUE,
        FOOT,
        Zones.against(cross(), [enemy(800, 0), enemy(-20_000, 0, 8)], BLUE, DAY),
        headquarters,
    )
    assert only.legs[0].road == 2
    base = cross()
    blown = theatre(base.spots, [way(1, base.spot(1), base.spot(2), blocks=[Block(15_000, "crater")]), *base.ways[1:]])
    assert [
        r.legs[0].road
        for r in retreats(blown, AtPlace(2), BLUE, FOOT, Zones.against(blown, [enemy(800, 0)], BLUE, DAY))
    ] == [2]


@pytest.mark.rule("umpire 1.8")
def test_out_of_a_town_the_way_back_is_open_though_its_first_metres_are_seen() -> None:
    """Nobody is located in the town, but on the roads out of it for 100 m: away from that enemy he may go, past one who
    stands on the road back he may not."""
    town = spot(2, 0, 0, cover=Cover.TERRAIN)
    home, front = spot(1, -30_000, 0, home_of=BLUE), spot(3, 10_000, 0)
    on = theatre([home, town, front], [way(1, home, town), way(2, town, front)])
    zones = Zones.against(on, [enemy(900, 0)], BLUE, DAY)
    assert zones.over(AtPlace(2)) == ()
    assert [r.end for r in retreats(on, AtPlace(2), BLUE, FOOT, zones)] == [OnRoad(1, 26_250)]
    assert not surrounded(on, AtPlace(2), zones)
    assert retreats(on, AtPlace(2), BLUE, FOOT, Zones.against(on, [enemy(-900, 0)], BLUE, DAY)) == ()
    on_both_roads = Zones.against(on, [enemy(900, 0), enemy(-900, 0, 10)], BLUE, DAY)
    assert retreats(on, AtPlace(2), BLUE, FOOT, on_both_roads) == () and surrounded(on, AtPlace(2), on_both_roads)


def test_no_retreat_through_the_enemy() -> None:
    on = theatre([spot(1, -30_000, 0, home_of=BLUE), spot(2, 0, 0)], [way(1, spot(1, -30_000, 0), spot(2, 0, 0))])
    assert retreats(on, AtPlace(2), BLUE, FOOT, Zones.against(on, [enemy(-800, 0)], BLUE, DAY)) == ()
    assert retreats(on, OnRoad(1, 29_000), BLUE, FOOT, Zones.against(on, [enemy(-300, 0)], BLUE, DAY))[0].end == OnRoad(
        1, 29_000 - 3750
    )
    assert retreats(on, OnRoad(1, 29_000), BLUE, FOOT, Zones.against(on, [enemy(-1700, 0)], BLUE, DAY)) == ()


@pytest.mark.rule("OB-CAS-09")
def test_surrounded_when_no_road_leads_out_of_location_range() -> None:
    on = cross()
    around = [enemy(-700, 0, 1), enemy(0, 700, 2), enemy(700, 0, 3)]
    assert surrounded(on, AtPlace(2), Zones.against(on, around, BLUE, DAY))
    assert not surrounded(on, AtPlace(2), Zones.against(on, around[1:], BLUE, DAY))
    assert not surrounded(on, AtPlace(2), Zones.against(on, [], BLUE, DAY))
    assert surrounded(on, OnRoad(1, 15_000), Zones.against(on, [enemy(-18_000, 0), enemy(-12_000, 0, 8)], BLUE, DAY))


# -- the sky ----------------------------------------------------------------------------------------------------------


def minutes(of: time | None) -> int:
    assert of is not None
    return of.hour * 60 + of.minute


def test_sollum_on_15_may_1941_is_four_days_after_full_moon() -> None:
    """Full moon was on 11 May 1941 at 05:15 Greenwich; half was reached on 18 May."""
    sky = sun_and_moon(date(1941, 5, 15), 31.5, 25.0, 120)
    assert sky.days_from_full == 4 and 0.75 <= sky.moon <= 0.85
    assert sky.moon_in_words == "4 days after full, 80 % lit"
    assert sun_and_moon(date(1941, 5, 11), 31.5, 25.0, 120).moon > 0.995
    assert sun_and_moon(date(1941, 5, 18), 31.5, 25.0, 120).moon == pytest.approx(0.5, abs=0.05)
    assert sky.first_light and sky.sunrise and sky.sunset and sky.last_light
    assert sky.first_light < sky.sunrise < sky.sunset < sky.last_light
    # solar noon at 25 degrees east, two hours ahead of Greenwich, is at 12:20 less 3.7 minutes
    assert (minutes(sky.sunrise) + minutes(sky.sunset)) / 2 == pytest.approx(12 * 60 + 16.3, abs=2)
    assert minutes(sky.moonrise) > 23 * 60


def test_arnhem_on_17_september_1944_has_a_new_moon() -> None:
    """New moon was on 17 September 1944 at 12:37 Greenwich; four days later its sickle is seen."""
    assert sun_and_moon(date(1944, 9, 18), 51.98, 5.9, 120).moon_in_words.startswith("new, ")
    assert sun_and_moon(date(1944, 9, 21), 51.98, 5.9, 120).moon_in_words == "12 days before full, 10 % lit"


def test_some_dates_have_no_moonrise_and_some_no_sunrise() -> None:
    assert sun_and_moon(date(1941, 5, 16), 31.5, 25.0, 120).moonrise is None
    assert sun_and_moon(date(1941, 5, 19), 31.5, 25.0, 120).moonrise is not None
    assert sun_and_moon(date(1941, 12, 21), 70.0, 25.0, 60).sunrise is None
    assert sun_and_moon(date(1944, 9, 17), 51.5, 5.5, 120).moon < 0.02  # new moon
    with pytest.raises(BadInput, match="not on the globe"):
        sun_and_moon(date(1941, 5, 16), 131.5, 25.0, 120)


def test_sun_and_moon_are_worked_out_once_and_are_those_worked_out_anew() -> None:
    questions = [
        (date(1941, 5, day), latitude, 25.0, offset)
        for day in (1, 15, 31)
        for latitude in (-31.5, 31.5, 70.0)
        for offset in (0, 120)
    ]
    sun_and_moon.cache_clear()
    for question in (*questions, *questions):
        assert sun_and_moon(*question) == sun_and_moon.__wrapped__(*question)
    kept = sun_and_moon.cache_info()
    assert (kept.hits, kept.misses) == (len(questions), len(questions))
    assert kept.maxsize is not None
