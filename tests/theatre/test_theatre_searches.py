"""Searches: towards goals, from several starts, and pockets; against the plain search outward."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from theatre_maps import BLUE, DAY, RED, random_position, random_theatre

from campaign.terms.position import AtPlace
from campaign.theatre.legs import IDEAL, OPEN, Closed
from campaign.theatre.searches import nearest, pockets, search
from campaign.theatre.values import TURN_SECONDS, Rates
from campaign.theatre.zones import Watcher, Zones

SEEDS = st.integers(0, 1_000_000)


def closed_by_enemies(dice: Random, on) -> Closed:
    enemies = [Watcher.at(on, unit, f"E{unit}", RED, random_position(dice, on)) for unit in range(dice.randrange(3))]
    return dice.choice((OPEN, IDEAL, Closed.by(Zones(on, tuple(enemies), DAY))))


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_a_search_towards_a_goal_finds_what_a_search_outward_finds(seed: int) -> None:
    dice = Random(seed)
    on = random_theatre(seed, places=12)
    rates = Rates(dice.randrange(3000, 20_000), dice.randrange(0, 9000), dice.randrange(0, 4000))
    closed, start, goal = closed_by_enemies(dice, on), random_position(dice, on), random_position(dice, on)
    limit = dice.choice((float("inf"), float(TURN_SECONDS)))
    assert search(on, start, rates, closed, limit, until=goal).to(goal) == search(on, start, rates, closed, limit).to(
        goal
    )


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_the_nearest_of_several_is_the_best_of_single_searches(seed: int) -> None:
    dice = Random(seed)
    on = random_theatre(seed, places=12)
    rates = Rates(dice.randrange(3000, 20_000), dice.randrange(1000, 9000), dice.randrange(1000, 4000))
    closed = closed_by_enemies(dice, on)
    starts = list(dict.fromkeys(random_position(dice, on) for _ in range(3)))
    goals = [random_position(dice, on) for _ in range(3)]
    single = [
        (route.seconds, route.length_m)
        for start in starts
        for goal in goals
        if (route := search(on, start, rates, closed).to(goal)) is not None
    ]
    found = nearest(on, starts, goals, rates, closed)
    if found is None:
        assert not single
        return
    route, number = found
    assert (round(route.seconds, 5), round(route.length_m, 5)) == tuple(round(part, 5) for part in min(single))
    assert route.goal == goals[number] and route.start in starts


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_pockets_are_what_open_roads_join(seed: int) -> None:
    dice = Random(seed)
    on = random_theatre(seed, places=12)
    closed, anywhere = closed_by_enemies(dice, on), Rates(1000, 1000, 1000)
    pocket = pockets(on, closed)
    assert set(pocket) == {spot.place for spot in on.spots} - closed.places
    for place in pocket:
        reached = set(search(on, AtPlace(place), anywhere, closed).seconds)
        assert reached == {other for other in pocket if pocket[other] == pocket[place]}


def test_which_side_a_home_edge_belongs_to_is_kept() -> None:
    on = random_theatre(3)
    assert [spot.place for spot in on.homes(BLUE)] == [1, 2] and on.homes(RED) == ()
