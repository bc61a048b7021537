"""Other routes than the fastest: by another road, not by a small detour on the same one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.terms.position import Position
from campaign.theatre.legs import OPEN, Closed, Route
from campaign.theatre.road_graph import fastest
from campaign.theatre.values import Rates, Theatre
from campaign.values import replace

NEW_ROAD = 0.3  # Our choice: 0.15 changes the ways offered for 72 of 180 pairs of places, 0.6 for 118.
"""The part of its length on roads that no earlier route takes from which a route counts as another."""
MOST_SECONDS = 3.0  # Our choice: 1.5 changes the ways offered for 45 of 180 pairs of places, 6 for 8.
"""The multiple of the fastest route's time beyond which a route is not offered."""


def detours(
    theatre: Theatre, way: Route, goals: Sequence[Position], rates: Rates, closed: Closed = OPEN, most: int = 2
) -> tuple[Route, ...]:
    """Return at most this many other routes through the same goals, the fastest first. Each is the fastest without some
    road of the way itself.
    """
    tried = dict.fromkeys(leg.road for leg in way.legs)
    routes = [route for road in tried for route in _without(theatre, way.start, goals, rates, closed, road)]
    kept: list[Route] = []
    for route in sorted(routes, key=lambda r: (r.seconds, r.length_m, [leg.road for leg in r.legs])):
        if len(kept) < most and route.seconds <= MOST_SECONDS * way.seconds and _is_new(route, (way, *kept)):
            kept.append(route)
    return tuple(kept)


def _without(
    theatre: Theatre, start: Position, goals: Sequence[Position], rates: Rates, closed: Closed, road: int
) -> Iterator[Route]:
    """Yield the fastest route that leaves a road out, if there is one."""
    without = replace(closed, roads=closed.roads | {road})
    parts: list[Route] = []
    for goal in goals:
        part = fastest(theatre, parts[-1].goal if parts else start, goal, rates, without)
        if part is None:
            return
        parts.append(part)
    legs = tuple(leg for part in parts for leg in part.legs)
    yield Route(start, goals[-1], legs, sum(p.length_m for p in parts), sum(p.seconds for p in parts))


def _is_new(route: Route, routes: Sequence[Route]) -> bool:
    """Return whether a route has enough road of its own beside each of the others."""
    return all(
        sum(leg.length_m for leg in route.legs if leg.road not in roads) >= NEW_ROAD * route.length_m
        for roads in ({leg.road for leg in way.legs} for way in routes)
    )
