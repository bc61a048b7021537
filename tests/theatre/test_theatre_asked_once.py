"""What a large front asks again and again is worked out once: counted, not timed."""

from __future__ import annotations

import cProfile
import pstats
from collections import Counter
from collections.abc import Callable

from theatre_maps import BLUE, DAY, rates, spot, theatre, way

from campaign.terms.position import AtPlace
from campaign.theatre.legs import BY_LENGTH
from campaign.theatre.retreats import retreats
from campaign.theatre.road_graph import Reach
from campaign.theatre.zones import Zones

PLACES = 60


def calls(work: Callable[[], object]) -> Counter[str]:
    """Count the calls of functions by name while the work is done."""
    with cProfile.Profile() as watched:
        work()
    counted = Counter[str]()
    for (_, _, name), (number, *_) in pstats.Stats(watched).stats.items():  # type: ignore[attr-defined]
        counted[name] += number
    return counted


def test_the_seconds_to_every_place_are_made_once_a_search() -> None:
    spots = [spot(n, 1000.0 * n, 0.0) for n in range(1, PLACES + 1)]
    reach = Reach(theatre(spots, [way(n, spots[n - 1], spots[n]) for n in range(1, PLACES)]), (AtPlace(1),), BY_LENGTH)
    asked = calls(lambda: [reach.seconds[place] for place in range(1, PLACES + 1)])
    assert asked["seconds"] == PLACES + 1, "one table, and the cost of each place in it once"
    assert asked["_dijkstra_multisource"] == 1
    assert calls(lambda: [reach.to(AtPlace(place)) for place in (2, 30, 60)])["_dijkstra_multisource"] == 0


def test_a_length_is_that_of_the_route_and_a_place_that_was_not_reached_has_none() -> None:
    spots = [spot(n, 1000.0 * n, 0.0) for n in range(1, PLACES + 1)]
    on = theatre(spots, [way(n, spots[n - 1], spots[n]) for n in range(1, PLACES)])
    reach = Reach(on, (AtPlace(1),), BY_LENGTH, limit_seconds=BY_LENGTH.seconds(5000, on.way(1).surface))
    for place in range(1, PLACES + 1):
        route = reach.to(AtPlace(place))
        assert reach.length_to(AtPlace(place)) == (None if route is None else route.length_m)


def test_a_retreat_has_the_route_to_the_nearest_home_edge_made_and_to_no_other() -> None:
    spots = [spot(n, 1000.0 * n, 0.0, home_of=BLUE if n > 10 else None) for n in range(1, PLACES + 1)]
    on = theatre(spots, [way(n, spots[n - 1], spots[n]) for n in range(1, PLACES)])
    asked = calls(lambda: retreats(on, AtPlace(1), BLUE, rates(1000), Zones(on, (), DAY)))
    assert asked["first_part"] == 1, "one road leads out, and its first goal is taken"
    assert asked["nearest_ahead"] == 1 and asked["to"] == 0
