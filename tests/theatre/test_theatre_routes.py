"""Routes, the map as values, geography."""

from __future__ import annotations

import subprocess
import sys
from math import dist

import pytest
from theatre_maps import at, leg, rates, spot, theatre, way

from campaign.errors import BadInput, NotFound
from campaign.terms.ground import RoadKind, Surface
from campaign.terms.position import AtPlace, OnRoad
from campaign.theatre.course import course
from campaign.theatre.geography import Projection, great_circle_m
from campaign.theatre.legs import Closed, Route
from campaign.theatre.marchers import Marcher
from campaign.theatre.routes import NoWay, end_of, first_part, places_on, route
from campaign.theatre.values import WAYS, Block, Rates, Way
from campaign.theatre.zones import Stretch

A, B, C, D = spot(1, 0, 0), spot(2, 10_000, 0), spot(3, 10_000, 10_000), spot(4, 0, 10_000)
TRUCKS = Rates(22_250, 12_000, 2000)


def square(**first):
    return theatre([A, B, C, D], [way(1, A, B, **first), way(2, B, C), way(3, C, D), way(4, D, A)])


def test_the_fastest_way_is_not_the_shortest() -> None:
    on = theatre([A, B], [way(1, A, B, surface=Surface.TERRAIN), way(2, A, B, length=15_000)])
    found = route(on, at(A), [at(B)], TRUCKS)
    assert isinstance(found, Route)
    assert found.length_m == 15_000 and found.seconds == pytest.approx(15_000 * 21_600 / 22_250)


def test_ties_go_by_length_and_then_by_the_lower_road() -> None:
    on = theatre([A, B], [way(7, A, B), way(3, A, B), way(5, A, B)])
    found = route(on, at(A), [at(B)], TRUCKS)
    assert isinstance(found, Route) and [part.road for part in found.legs] == [3]


def test_a_route_through_places_in_order_and_from_the_middle_of_a_road() -> None:
    found = route(square(), OnRoad(1, 4000), [at(D), at(C), OnRoad(2, 9000)], TRUCKS)
    assert isinstance(found, Route)
    assert places_on(square(), found) == (1, 4, 3)
    assert found.length_m == 4000 + 10_000 + 10_000 + 1000


def test_blocks_and_forbidden_ground_are_gone_round_or_named() -> None:
    blown = square(blocks=[Block(2000, "the blown bridge")])
    round_about = route(blown, at(A), [at(B)], TRUCKS)
    assert isinstance(round_about, Route) and round_about.length_m == 30_000
    none = route(blown, at(A), [at(B)], TRUCKS, Closed(places=frozenset({3})))
    assert isinstance(none, NoWay)
    assert none.blocks == ((1, Block(2000, "the blown bridge")),)
    assert "the blown bridge, 2.0 km from P1 on the metalled road to P2" in none.why
    assert "from P1 to P2" in none.why and "10.0 km" in none.why
    shut = route(
        square(), at(A), [at(B)], TRUCKS, Closed(roads=frozenset({1}), stretches={3: (Stretch(3, 100, 200, (5,)),)})
    )
    assert isinstance(shut, NoWay) and "forbidden road P1 - P2" in shut.why


def test_a_surface_that_a_unit_cannot_move_on_is_said_to_be_the_reason() -> None:
    on = theatre([A, B], [way(1, A, B, surface=Surface.TERRAIN)])
    found = route(on, at(A), [at(B)], Rates(1000, 1000, 0))
    assert isinstance(found, NoWay) and found.why.endswith("every route has a stretch closed to it")
    assert isinstance(route(theatre([A, B], []), at(A), [at(B)], TRUCKS), NoWay)


def test_the_first_part_of_a_route() -> None:
    found = route(square(), at(A), [at(C)], rates(1000))
    assert isinstance(found, Route)
    legs = first_part(found, rates(1000), 13 * 3600)
    assert end_of(square(), at(A), legs) == OnRoad(2, 3000)


def test_stated_shorter_than_drawn_is_not_pruned() -> None:
    on = theatre([A, B, C], [way(1, A, B, length=2000), way(2, B, C, length=2000)])
    found = route(on, at(A), [at(C)], TRUCKS)
    assert isinstance(found, Route) and found.length_m == 4000


def test_a_march_whose_legs_do_not_join_is_refused() -> None:
    on = square()
    broken = Marcher(1, "2nd Foot", 1, at(A), TRUCKS, (leg(on.way(1), 0, 10_000), leg(on.way(3), 0, 10_000)))
    with pytest.raises(BadInput, match="2nd Foot breaks off before the road P3 - P4"):
        course(on, broken, TRUCKS, 21_600)
    with pytest.raises(BadInput, match="on a road of 10000 m"):
        course(on, Marcher(1, "2nd Foot", 1, at(A), TRUCKS, (leg(on.way(1), 0, 10_001),)), TRUCKS, 21_600)


def test_descriptions() -> None:
    track = Way(1, "t", "", 1, 2, 10_000, (A.point, B.point), kind=RoadKind.TRACK)
    sand = Way(2, "d", "", 2, 3, 10_000, (B.point, C.point), kind=RoadKind.DESERT)
    ice = Way(3, "i", "the ice of Hirvasjarvi", 1, 3, 10_000, (A.point, C.point), kind=RoadKind.DESERT)
    on = theatre([A, B, C], [track, sand, ice])
    assert on.describe(AtPlace(1)) == "P1"
    assert on.describe(OnRoad(1, 3210)) == "3.2 km from P1 on the track to P2"
    assert on.describe(OnRoad(1, 6800)) == "3.2 km from P2 on the track to P1"
    assert on.describe(OnRoad(2, 100)) == "0.1 km from P2 across country to P3"
    assert on.describe(OnRoad(3, 100)) == "0.1 km from P1 over the ice of Hirvasjarvi to P3", "no desert in Finland"
    assert on.describe(None) == "off the map"
    assert on.straight_m(AtPlace(1), OnRoad(2, 5000)) == pytest.approx(11_180.34, abs=0.01)


def test_the_map_refuses_roads_to_nowhere_and_unknown_numbers() -> None:
    with pytest.raises(BadInput, match="'r1' leads to place number 2, which is not on the map"):
        theatre([A], [way(1, A, B)])
    with pytest.raises(NotFound, match="no place number 9"):
        square().spot(9)
    with pytest.raises(NotFound, match="no road number 9"):
        square().point_of(OnRoad(9, 1))


def test_the_graph_keeps_parallel_roads_and_loops() -> None:
    on = theatre([A, B], [way(1, A, B), way(2, A, B), way(3, A, A, (500, 500))])
    assert sorted(w.road for *_, ways in on.graph.edges(data=WAYS) for w in ways) == [1, 2, 3]
    assert on.neighbours(1) == (1, 2)
    assert [w.road for w in on.leaving(1)] == [1, 2, 3]


def test_distances_as_the_crow_flies_agree_with_the_gazetteer() -> None:
    matruh, barrani = (31.352, 27.237), (31.611, 25.926)
    assert great_circle_m(matruh, barrani) == pytest.approx(127_600, abs=50)
    plane = Projection(31.4815, 26.5815)
    assert dist(plane.metres(*matruh), plane.metres(*barrani)) == pytest.approx(127_600, rel=0.001)


def test_importing_the_values_loads_no_heavy_library() -> None:
    code = "import campaign.theatre.march, campaign.theatre.supply, campaign.theatre.tables, campaign.theatre.almanac, sys;"
    code += "print([m for m in ('networkx', 'shapely', 'numpy', 'astral') if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_supply_as_reported_and_status_are_read_without_the_road_graph() -> None:
    code = "import campaign.queries.supply.supply, campaign.queries.day.status, campaign.queries.orbat.orbat, campaign.cli.supply, sys;"
    code += "print('networkx' in sys.modules)"
    imported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert imported.stdout.strip() == "False"


def test_the_map_keeps_the_routes_that_only_blocks_can_bar() -> None:
    """Who asks again for the same way gets the same; where zones close the ground it is looked for each time."""
    on = theatre([A, B], [way(1, A, B)])
    first = route(on, at(A), [at(B)], TRUCKS)
    assert route(on, at(A), (at(B),), TRUCKS) is first
    assert route(on, at(A), [at(B)], TRUCKS, Closed(barred=frozenset({"bridge"}))) is not first
    zoned = Closed(stretches={1: (Stretch(1, 0, 3000, (7,)),)})
    assert isinstance(route(on, at(A), [at(B)], TRUCKS, zoned), NoWay)
    assert route(on, at(A), [at(B)], TRUCKS) is first
    assert len(on.asked) == 2
