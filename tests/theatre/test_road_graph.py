"""The road graph, asked with NetworkX: the same ways as the plain search finds, and what open roads join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist, inf
from random import Random

import plain_searches
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_theatre_laws import supply_case
from theatre_maps import BLUE, DAY, RED, at, random_position, random_theatre, rates, spot, theatre, trace, way

from campaign.errors import NotFound
from campaign.terms.forces import Level
from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import BY_LENGTH, IDEAL, OPEN, Closed, Route
from campaign.theatre.retreats import _leaving
from campaign.theatre.road_graph import Reach, SharedReach, fastest, nearest, pockets
from campaign.theatre.supply import SupplyNet
from campaign.theatre.values import TURN_SECONDS, WAYS, Block, Rates, Theatre
from campaign.theatre.zones import Watcher, Zones
from campaign.values import replace

SEEDS = st.integers(0, 1_000_000)


def some_rates(dice: Random) -> Rates:
    return Rates(dice.randrange(3000, 20_000), dice.choice((0, 5000, 9000)), dice.choice((0, 2000, 4000)))


def zones_of(dice: Random, on: Theatre, most: int = 2) -> Zones:
    count = dice.randrange(most + 1)
    enemies = [Watcher.at(on, unit, f"E{unit}", RED, random_position(dice, on)) for unit in range(count)]
    return Zones(on, tuple(enemies), DAY)


def closed_by_enemies(dice: Random, on: Theatre) -> Closed:
    return dice.choice((OPEN, IDEAL, Closed.by(zones_of(dice, on))))


def same(route: Route | None, plain: Route | None) -> bool:
    """The same way, in the same time but for what sums of floats lose."""
    if route is None or plain is None:
        return route is plain
    ways = [(r.start, r.goal, r.legs, r.length_m) for r in (route, plain)]
    return ways[0] == ways[1] and route.seconds == pytest.approx(plain.seconds, rel=1e-12)


@given(SEEDS)
def test_every_way_is_that_of_the_plain_search(seed: int) -> None:
    dice = Random(seed)
    on, pace = random_theatre(seed, places=14), some_rates(dice)
    start, limit = random_position(dice, on), dice.choice((inf, float(TURN_SECONDS)))
    closed = closed_by_enemies(dice, on)
    plain, reach = plain_searches.search(on, start, pace, closed, limit), Reach(on, (start,), pace, closed, limit)
    assert reach.seconds == pytest.approx({place: step.seconds for place, step in plain.steps.items()}, rel=1e-12)
    for goal in (*(AtPlace(s.place) for s in on.spots), *(random_position(dice, on) for _ in range(8))):
        assert same(reach.to(goal), plain.to(goal))
        assert fastest(on, start, goal, pace, closed, limit) == reach.to(goal)
    assert pockets(on, closed) == plain_searches.pockets(on, closed)


@given(SEEDS)
def test_a_road_that_is_open_one_way_only_is_taken_that_way_only(seed: int) -> None:
    """A beaten unit leaves the zones it stands in, and goes farther into none."""
    dice = Random(seed)
    on = random_theatre(seed, places=12)
    start = random_position(dice, on)
    closed = _leaving(on, start, zones_of(dice, on, 3))
    plain, reach = plain_searches.search(on, start, BY_LENGTH, closed), Reach(on, (start,), BY_LENGTH, closed)
    for goal in (*(AtPlace(s.place) for s in on.spots), *(random_position(dice, on) for _ in range(8))):
        assert same(reach.to(goal), plain.to(goal))
        assert same(fastest(on, start, goal, BY_LENGTH, closed), plain.to(goal))
    assert pockets(on, closed) == plain_searches.pockets(on, closed)


@given(SEEDS)
def test_the_nearest_of_several_goals_is_that_of_the_plain_search(seed: int) -> None:
    dice = Random(seed)
    on, pace = random_theatre(seed, places=14), some_rates(dice)
    closed, limit = closed_by_enemies(dice, on), dice.choice((inf, float(TURN_SECONDS)))
    starts = list(dict.fromkeys(random_position(dice, on) for _ in range(dice.randrange(1, 4))))
    reach, outward = Reach(on, starts, pace, closed, limit), SharedReach(starts, dice.choice((0.0, 500.0, 5000.0)))
    for _ in range(5):
        goals = [random_position(dice, on) for _ in range(dice.randrange(1, 4))]
        plain = plain_searches.nearest(on, starts, goals, pace, closed, limit)
        way = nearest(on, starts, goals, pace, closed, limit)
        assert reach.nearest(goals) == way
        assert limit < inf or outward.nearest(on, goals, pace, closed) == way, "searched a little way, then farther"
        assert same(way and way[0], plain and plain[0]) and (way and way[1]) == (plain and plain[1])


@given(SEEDS)
def test_a_trace_holds_where_the_plain_search_finds_a_way_and_takes_that_way(seed: int) -> None:
    on, enemies, echelons = supply_case(seed)
    for facing_cuts in (False, True):
        tracing = SupplyNet(on, echelons, enemies, DAY, BLUE, facing_cuts=facing_cuts)
        traced = trace(on, echelons, enemies, DAY, BLUE, facing_cuts=facing_cuts)
        for echelon in echelons:
            source = tracing.chain.source(echelon)
            goals = [p for _, p in echelon.battalions] if echelon.level is Level.COMMAND else [echelon.position]
            ends = [*goals, *(source.starts if source.superior is not None else ())]
            clear = tracing.clear if facing_cuts else Closed.by(Zones(on, tuple(_faced(on, enemies, ends)), DAY))
            plain = plain_searches.nearest(on, source.starts, goals, source.rates, clear, source.limit_seconds)
            assert traced[echelon.formation].linked is (plain is not None), (seed, echelon.name, facing_cuts)
            if plain is not None:
                assert same(traced[echelon.formation].route, plain[0])


def _faced(on: Theatre, enemies: Sequence[Watcher], ends: Sequence[Position]) -> Iterator[Watcher]:
    """The enemies; those that locate an end, or its first step, only up to that end."""
    for enemy in enemies:
        alone = Zones(on, (enemy,), DAY)
        near = [on.point_of(end) for end in ends if alone.at_the_first_step(end)]
        within_m = min((dist(enemy.point, point) for point in near), default=inf)
        if within_m > 0.002:
            yield replace(enemy, within_m=within_m - 0.001)


@given(SEEDS)
def test_pockets_are_what_open_roads_join(seed: int) -> None:
    dice = Random(seed)
    on = random_theatre(seed, places=12)
    closed, anywhere = closed_by_enemies(dice, on), Rates(1000, 1000, 1000)
    pocket = pockets(on, closed)
    assert set(pocket) == {s.place for s in on.spots} - closed.places
    for place in pocket:
        reached = set(Reach(on, (AtPlace(place),), anywhere, closed).seconds)
        assert reached == {other for other in pocket if pocket[other] == pocket[place]}


def test_what_lies_within_a_march_is_closed_at_its_limit() -> None:
    a, b, c, d = (spot(n, x * 6000, y * 6000) for n, x, y in ((1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 0, 1)))
    square = theatre([a, b, c, d], [way(1, a, b), way(2, b, c), way(3, c, d), way(4, d, a)])
    assert Reach(square, (at(a),), rates(1000), OPEN, 21_600).seconds == {1: 0.0, 2: 21_600.0, 4: 21_600.0}
    assert Reach(square, (at(a),), rates(1000), OPEN, 21_599).seconds == {1: 0.0}
    assert set(Reach(square, (OnRoad(1, 2000),), rates(1000), OPEN, 7300).seconds) == {1}


def test_a_way_round_far_longer_than_the_distance_is_found_as_well() -> None:
    """A search looks at ways of some times the distance first, and for longer ones from both ends."""
    a, b, c, d = spot(1, 0, 0), spot(2, 1000, 0), spot(3, 2000, 0), spot(4, 3000, 0)
    on = theatre([a, b, c, d], [way(1, a, b), way(2, b, c, length=90_000), way(3, c, d)])
    found = fastest(on, at(a), at(d), BY_LENGTH)
    assert found is not None and (found.length_m, [leg.road for leg in found.legs]) == (92_000, [1, 2, 3])
    assert fastest(on, at(a), at(d), BY_LENGTH, OPEN, 91_999) is None
    assert fastest(on, at(a), at(d), BY_LENGTH, OPEN, 92_000) == found
    assert fastest(on, at(a), at(d), BY_LENGTH, Closed(roads=frozenset({2}))) is None


def test_equally_fast_ways_go_by_length_and_then_by_the_lower_road_ids() -> None:
    a, b, c, d = spot(1, 0, 0), spot(2, 6000, 4000), spot(3, 6000, -4000), spot(4, 12_000, 0)
    on = theatre([a, b, c, d], [way(7, a, b), way(8, b, d), way(1, a, c), way(2, c, d)])
    for start, goal, roads in ((a, d, [1, 2]), (d, a, [2, 1])):
        for found in (fastest(on, at(start), at(goal), BY_LENGTH), Reach(on, (at(start),), BY_LENGTH).to(at(goal))):
            assert found is not None and [leg.road for leg in found.legs] == roads
    slow = theatre([a, d], [way(1, a, d, length=8000, surface=Surface.TERRAIN), way(2, a, d, length=16_000)])
    found = fastest(slow, at(a), at(d), Rates(8000, 8000, 4000))
    assert found is not None and found.length_m == 8000, "both take two turns"


def test_a_search_leaves_the_map_as_it_was() -> None:
    on = random_theatre(3)
    before = {tuple(sorted(ends)): ways for *ends, ways in on.graph.edges(data=WAYS)}
    assert sorted(w.road for ways in before.values() for w in ways) == sorted(w.road for w in on.ways)
    nearest(on, (OnRoad(1, 1),), (OnRoad(2, 1), AtPlace(3)), BY_LENGTH)
    with pytest.raises(NotFound):
        nearest(on, (AtPlace(1),), (AtPlace(99),), BY_LENGTH)
    assert {tuple(sorted(ends)): ways for *ends, ways in on.graph.edges(data=WAYS)} == before
    assert sorted(on.graph) == sorted(s.place for s in on.spots)


def test_a_unit_at_a_blown_bridge_leaves_it_on_either_side_and_nobody_crosses_it() -> None:
    a, b = spot(1, 0, 0), spot(2, 8000, 0)
    on = theatre([a, b], [way(1, a, b, blocks=[Block(3000, "blown bridge")])])
    assert all(fastest(on, OnRoad(1, 3000), goal, BY_LENGTH) is not None for goal in (at(a), at(b)))
    assert fastest(on, at(a), at(b), BY_LENGTH) is None
    assert nearest(on, (OnRoad(1, 3000), at(a)), (at(b),), BY_LENGTH, OPEN)[0].start == OnRoad(1, 3000)  # type: ignore[index]


def test_which_side_a_home_edge_belongs_to_is_kept() -> None:
    on = random_theatre(3)
    assert [home.place for home in on.homes(BLUE)] == [1, 2] and on.homes(RED) == ()
