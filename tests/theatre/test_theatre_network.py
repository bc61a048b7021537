"""The searches over the numbers of the network give what the plain search over dictionaries gives; a trace from either
is the same."""

from __future__ import annotations

from random import Random

import plain_searches
from hypothesis import given, settings
from hypothesis import strategies as st
from test_theatre_laws import supply_case
from test_theatre_searches import closed_by_enemies
from theatre_maps import BLUE, DAY, random_position, random_theatre

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace
from campaign.theatre.reachable import Reaching
from campaign.theatre.searches import Search, nearest, pockets, search
from campaign.theatre.supply import _Tracing, trace
from campaign.theatre.values import TURN_SECONDS, Rates

SEEDS = st.integers(0, 1_000_000)


def some_rates(dice: Random) -> Rates:
    return Rates(dice.randrange(3000, 20_000), dice.choice((0, 5000, 9000)), dice.choice((0, 2000, 4000)))


@settings(max_examples=200, deadline=None)
@given(SEEDS)
def test_a_search_finds_the_routes_of_the_plain_search(seed: int) -> None:
    dice = Random(seed)
    on, rates = random_theatre(seed, places=14), some_rates(dice)
    closed, start, limit = (
        closed_by_enemies(dice, on),
        random_position(dice, on),
        dice.choice((float("inf"), float(TURN_SECONDS))),
    )
    plain, ours = plain_searches.search(on, start, rates, closed, limit), search(on, start, rates, closed, limit)
    assert ours.seconds == {place: step.seconds for place, step in plain.steps.items()}
    for goal in (*(AtPlace(spot.place) for spot in on.spots), *(random_position(dice, on) for _ in range(8))):
        assert ours.to(goal) == plain.to(goal)
        assert search(on, start, rates, closed, limit, until=goal).to(goal) == plain.to(goal)
    assert dict(pockets(on, closed)) == plain_searches.pockets(on, closed)


@settings(max_examples=200, deadline=None)
@given(SEEDS)
def test_the_nearest_of_several_goals_is_that_of_the_plain_search_whatever_was_asked_before(seed: int) -> None:
    dice = Random(seed)
    on, rates = random_theatre(seed, places=14), some_rates(dice)
    closed, limit = closed_by_enemies(dice, on), dice.choice((float("inf"), float(TURN_SECONDS)))
    starts = list(dict.fromkeys(random_position(dice, on) for _ in range(dice.randrange(1, 4))))
    shared, reaching = Search(on, starts, rates, closed, limit), Reaching(on, starts, rates, closed, limit)
    for _ in range(5):
        goals = [random_position(dice, on) for _ in range(dice.randrange(1, 4))]
        plain = plain_searches.nearest(on, starts, goals, rates, closed, limit)
        assert shared.reaches(goals) is reaching.reaches(goals) is (plain is not None)
        assert shared.nearest(goals) == nearest(on, starts, goals, rates, closed, limit) == plain


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_a_trace_holds_where_the_plain_search_finds_a_way_and_takes_that_way(seed: int) -> None:
    on, enemies, echelons = supply_case(seed)
    tracing = _Tracing(on, echelons, enemies, DAY, BLUE)
    traced = trace(on, echelons, enemies, DAY, BLUE)
    for echelon in echelons:
        source = tracing.chain.source(echelon)
        goals = [p for _, p in echelon.battalions] if echelon.level is Level.COMMAND else [echelon.position]
        plain = plain_searches.nearest(on, source.starts, goals, source.rates, tracing.clear, source.limit_seconds)
        assert traced[echelon.formation].linked is (plain is not None), (seed, echelon.name)
        if plain is not None:
            assert traced[echelon.formation].route == plain[0]
