"""The ways back of beaten units, asked nearest goal first, against all of them worked out and sorted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from theatre_maps import BLUE, DAY, RED, random_position, random_theatre, rates, spot, theatre, way

from campaign.terms.position import AtPlace, Position
from campaign.theatre import retreats as room
from campaign.theatre import road_graph
from campaign.theatre.legs import BY_LENGTH, Closed, Route
from campaign.theatre.retreats import Retreat, retreats
from campaign.theatre.road_graph import Reach
from campaign.theatre.values import Theatre
from campaign.theatre.zones import Watcher, Zones
from campaign.values import replace

FOOT = rates(1250)


def all_sorted(
    on: Theatre, start: Position, goals: Mapping[Position, str], closed: Closed
) -> Iterator[tuple[Route, str]]:
    """The ways to all goals there are, the shortest first, then by name."""
    reached = Reach(on, (start,), BY_LENGTH, closed)
    ways = [(way, name) for goal, name in goals.items() if (way := reached.to(goal)) is not None and way.legs]
    return iter(sorted(ways, key=lambda way: (way[0].length_m, way[1])))


def chessboard(dice: Random) -> Theatre:
    """Places on a grid with roads of one length, some of them missing: many ways are equally long."""
    size = dice.randrange(3, 6)
    spots = [
        spot(1 + x + size * y, 2000.0 * x, 2000.0 * y, home_of=BLUE if dice.random() < 0.3 else None)
        for y in range(size)
        for x in range(size)
    ]
    pairs = [
        (a, b)
        for a in spots
        for b in spots
        if a.place < b.place and abs(a.x_m - b.x_m) + abs(a.y_m - b.y_m) == 2000 and dice.random() < 0.85
    ]
    return theatre(spots, [way(road, a, b) for road, (a, b) in enumerate(pairs, 1)])


def with_homes(dice: Random, on: Theatre) -> Theatre:
    """The same map with home edges at some of its places."""
    return replace(on, spots=tuple(replace(s, home_of=BLUE if dice.random() < 0.5 else None) for s in on.spots))


def answer(dice: Random, on: Theatre) -> tuple[Retreat, ...]:
    enemies = [
        Watcher.at(on, 100 + n, f"Enemy {n}", RED, random_position(dice, on)) for n in range(dice.randrange(0, 4))
    ]
    headquarters = [(f"{n} Division", random_position(dice, on)) for n in range(dice.randrange(0, 3))]
    hostile = frozenset(s.place for s in on.spots if dice.random() < 0.1)
    start = random_position(dice, on)
    return retreats(on, start, BLUE, FOOT, Zones.against(on, enemies, BLUE, DAY), headquarters, hostile=hostile)


@given(st.integers(0, 1_000_000), st.booleans())
def test_the_ways_back_are_those_of_all_goals_worked_out_and_sorted(seed: int, equal: bool) -> None:
    dice = Random(seed)
    on = chessboard(dice) if equal else with_homes(dice, random_theatre(seed, 14))
    quick = answer(Random(seed), on)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "_nearest_first", all_sorted)
        assert answer(Random(seed), on) == quick


def test_the_generated_ways_back_are_of_every_kind() -> None:
    """Ways of several goals, equally long ones among them, and goals beyond the first that are taken."""
    taken_later = equal = none = 0
    for seed in range(150):
        dice = Random(seed)
        on = chessboard(dice)
        ways = answer(Random(seed), on)
        none += not ways
        equal += len({r.length_m for r in ways}) < len(ways)
        for retreat in ways:
            goals = {AtPlace(s.place): s.name for s in on.homes(BLUE) if AtPlace(s.place) != retreat.route.start}
            first = next(all_sorted(on, retreat.route.start, goals, Closed()), None)
            taken_later += first is not None and first[0].length_m < retreat.length_m
    assert min(taken_later, equal, none) > 5


def test_the_search_goes_no_farther_than_the_nearest_goal_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A road of a hundred places, a home edge at each end: from near the one nobody looks at the other, and no route is
    made to an edge that was not reached.
    """
    spots = [spot(n, 2000.0 * n, 0.0, home_of=BLUE if n in (1, 100) else None) for n in range(1, 101)]
    on = theatre(spots, [way(n, spots[n - 1], spots[n]) for n in range(1, 100)])
    reached: list[set[int]] = []

    class Counting(road_graph.Going):
        @property
        def weight(self) -> road_graph.Weight:
            cost_of, places = super().weight, set[int]()
            if self.closed.one_way:  # a way back, not the way from its end that it is compared with
                reached.append(places)

            def weight(start: int, end: int, edge: road_graph.Edge) -> int | None:
                cost = cost_of(start, end, edge)
                if cost is not None and end > road_graph.START:
                    places.add(end)
                return cost

            return weight

    monkeypatch.setattr(road_graph, "Going", Counting)
    assert [r.towards for r in retreats(on, AtPlace(5), BLUE, FOOT, Zones.against(on, [], BLUE, DAY))] == ["P1", "P100"]
    west, east = sorted(reached, key=len)
    assert west == {1, 2, 3, 4, 5}, "westward only the places as far as the edge"
    assert min(east - west) == 6 and len(reached) == 2, "one search each way"


@given(st.integers(0, 1_000_000), st.booleans())
def test_zones_without_some_watchers_are_those_of_the_others(seed: int, equal: bool) -> None:
    dice = Random(seed)
    on = chessboard(dice) if equal else random_theatre(seed, 14)
    eyes = [Watcher.at(on, 100 + n, f"Enemy {n}", RED, random_position(dice, on)) for n in range(dice.randrange(0, 6))]
    some = [eye for eye in eyes if dice.random() < 0.5]
    zones, without = Zones.against(on, eyes, BLUE, DAY), Zones.against(on, some, BLUE, DAY)
    others = Zones.against(on, [eye for eye in eyes if eye not in some], BLUE, DAY)
    assert zones.places_without(without) == frozenset(others.seen_places)
    assert dict(zones.stretches_without(without)) == dict(others.stretches)
