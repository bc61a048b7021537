"""The plain search that the road graph is held against: written without NetworkX, over dictionaries of roads and with
times as sums of floats, every goal looked at by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

import networkx as nx

from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import OPEN, SAME_SECONDS, Closed, Leg, Route
from campaign.theatre.values import Rates, Theatre, Way

MICRO = 1_000_000
"""Ranks count whole microseconds."""


class _Step(NamedTuple):
    """How a place was reached: after how long, over which road from where to where on it, from which place (None:
    straight from the start), and from which of the starts."""

    seconds: float
    length_m: float
    way: Way | None
    from_m: float
    to_m: float
    before: int | None
    start: int

    @property
    def leg(self) -> Leg | None:
        """What it takes of the road."""
        return Leg(self.way.road, self.from_m, self.to_m, self.way.surface) if self.way is not None else None


@dataclass(frozen=True, slots=True)
class Search:
    """All fastest routes from one position, or from the nearest of several, as far as the limit."""

    theatre: Theatre
    starts: tuple[Position, ...]
    rates: Rates
    closed: Closed
    limit_seconds: float
    steps: Mapping[int, _Step]

    def to(self, goal: Position) -> Route | None:
        """The fastest route to a position, or None within the limit."""
        best = self.arrival(goal)
        if best is None:
            return None
        legs = []
        step: _Step | None = best
        while step is not None:
            if step.leg and step.leg.length_m > 0:
                legs.append(step.leg)
            step = self.steps[step.before] if step.before is not None else None
        return Route(self.starts[best.start], goal, tuple(reversed(legs)), best.length_m, best.seconds)

    def arrival(self, goal: Position) -> _Step | None:
        """The last step to a goal."""
        arrivals = [
            step
            for step in self._arrivals(goal)
            if step.seconds <= self.limit_seconds + SAME_SECONDS and step.seconds < inf
        ]
        return min(arrivals, key=lambda a: (a.seconds, a.length_m, a.start, a.way.road if a.way else -1), default=None)

    def _arrivals(self, goal: Position) -> Iterator[_Step]:
        """Every way to end at the goal."""
        if isinstance(goal, AtPlace):
            if goal.place in self.steps:
                yield self.steps[goal.place]
            return
        way = self.theatre.way(goal.road)
        for i, start in enumerate(self.starts):
            if (
                isinstance(start, OnRoad)
                and start.road == goal.road
                and self.closed.lets(way, start.metres, goal.metres)
            ):
                length = abs(goal.metres - start.metres)
                yield _Step(
                    self.rates.seconds(length, way.surface) if length else 0.0,
                    length,
                    way,
                    start.metres,
                    goal.metres,
                    None,
                    i,
                )
        for place, end_m in ((way.a, 0), (way.b, way.length_m)):
            if place in self.steps and self.closed.lets(way, end_m, goal.metres):
                step, length = self.steps[place], abs(goal.metres - end_m)
                seconds = step.seconds + self.rates.seconds(length, way.surface)
                yield _Step(seconds, step.length_m + length, way, end_m, goal.metres, place, step.start)


def search(
    theatre: Theatre,
    start: Position,
    rates: Rates,
    closed: Closed = OPEN,
    limit_seconds: float = inf,
    until: Position | None = None,
) -> Search:
    """Search outward from a position, as far as the limit, and only until the fastest route to ``until`` is found if
    that is given. A start on closed ground leads nowhere."""
    return _spread(theatre, (start,), rates, closed, limit_seconds, None if until is None else (until,))


def nearest(
    theatre: Theatre,
    starts: Sequence[Position],
    goals: Sequence[Position],
    rates: Rates,
    closed: Closed = OPEN,
    limit_seconds: float = inf,
) -> tuple[Route, int] | None:
    """The fastest route from any of the starts to any of the goals, and the number of that goal; of equally fast ones
    the shorter, then the one from the earlier start, then to the earlier goal. None: there is none within the limit."""
    found = _spread(theatre, tuple(starts), rates, closed, limit_seconds, tuple(goals))
    routes = [(route, n) for n, goal in enumerate(goals) if (route := found.to(goal)) is not None]
    return min(routes, key=lambda r: (r[0].seconds, r[0].length_m, starts.index(r[0].start), r[1]), default=None)


def _spread(
    theatre: Theatre,
    starts: tuple[Position, ...],
    rates: Rates,
    closed: Closed,
    limit_seconds: float,
    goals: tuple[Position, ...] | None,
) -> Search:
    """Dijkstra's search, until nothing beyond can be faster."""
    steps: dict[int, _Step] = {}
    found = Search(theatre, starts, rates, closed, limit_seconds, steps)
    firsts = [first for i, start in enumerate(starts) for first in _first_steps(theatre, start, rates, closed, i)]
    wanted = None if goals is None else _Wanted(theatre, goals)
    links, is_open, shut = links_of(theatre), _whole_roads(closed), closed.places
    per_metre = {surface: rates.seconds(1.0, surface) for surface in Surface}
    queue: list[tuple[int, int, float, int, int]] = []
    offers: dict[int, tuple[tuple[int, float, int, int], _Step]] = {}
    limit, best = limit_seconds + SAME_SECONDS, inf
    nearer: Iterable[tuple[int, _Step]] = firsts
    while True:
        for place, step in nearer:
            known = offers.get(place)
            if place in shut or (known is not None and step.seconds > known[1].seconds + SAME_SECONDS):
                continue
            rank = (round(step.seconds * MICRO), round(step.length_m, 6), step.start, step.way.road if step.way else -1)
            if step.seconds <= limit and (known is None or rank < known[0]):
                offers[place] = (rank, step)
                heappush(queue, (rank[0], place, *rank[1:]))
        while queue and queue[0][1] in steps:
            heappop(queue)
        if not queue or queue[0][0] > best:
            return found
        here = heappop(queue)[1]
        step = steps[here] = offers[here][1]
        for goal in wanted.beside(here) if wanted is not None else ():
            arrival = found.arrival(goal)
            best = min(best, inf if arrival is None else arrival.seconds * MICRO + 1)
        nearer = [
            (
                other,
                _Step(
                    step.seconds + way.length_m * per_metre[way.surface],
                    step.length_m + way.length_m,
                    way,
                    from_m,
                    to_m,
                    here,
                    step.start,
                ),
            )
            for way, other, from_m, to_m in links[here]
            if other not in steps and per_metre[way.surface] < inf and is_open(way, from_m, to_m)
        ]


def _whole_roads(closed: Closed) -> Callable[[Way, float, float], bool]:
    """Tells whether a whole road is open; quickly for the many on which there is nothing at all."""
    if type(closed) is not Closed:
        return closed.lets
    stretches, roads, lets = closed.stretches, closed.roads, closed.lets

    def is_open(way: Way, from_m: float, to_m: float) -> bool:
        if way.road in stretches or way.road in roads:
            return False
        return not way.blocks or lets(way, from_m, to_m)

    return is_open


def pockets(theatre: Theatre, closed: Closed) -> dict[int, int]:
    """For every open place the lowest place that wholly open roads join it to."""
    is_open, shut = _whole_roads(closed), closed.places
    ways = [
        w
        for w in theatre.ways
        if w.a not in shut and w.b not in shut and (is_open(w, 0, w.length_m) or is_open(w, w.length_m, 0))
    ]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(spot.place for spot in theatre.spots if spot.place not in shut)
    graph.add_edges_from((way.a, way.b) for way in ways)
    return {place: min(group) for group in nx.connected_components(graph) for place in group}


def links_of(theatre: Theatre) -> dict[int, list[tuple[Way, int, int, int]]]:
    """The roads that meet at a place, each taken from there, by id; a road that leads back to it is taken
    either way."""
    found: dict[int, list[tuple[Way, int, int, int]]] = {spot.place: [] for spot in theatre.spots}
    for way in sorted(theatre.ways, key=lambda w: w.road):
        found[way.a].append((way, way.b, 0, way.length_m))
        found[way.b].append((way, way.a, way.length_m, 0))
    return found


class _Wanted:
    """Where a search is to lead."""

    def __init__(self, theatre: Theatre, goals: Sequence[Position]) -> None:
        self._beside: dict[int, list[Position]] = {}
        for goal in goals:
            ends = (goal.place,) if isinstance(goal, AtPlace) else (theatre.way(goal.road).a, theatre.way(goal.road).b)
            for place in ends:
                self._beside.setdefault(place, []).append(goal)

    def beside(self, place: int) -> Sequence[Position]:
        """The goals that are at this place or on a road from it."""
        return self._beside.get(place, ())


def _first_steps(
    theatre: Theatre, start: Position, rates: Rates, closed: Closed, number: int
) -> Iterator[tuple[int, _Step]]:
    if isinstance(start, AtPlace):
        theatre.spot(start.place)
        yield start.place, _Step(0.0, 0.0, None, 0.0, 0.0, None, number)
        return
    way = theatre.way(start.road)
    for place, end_m in ((way.a, 0), (way.b, way.length_m)):
        length = abs(end_m - start.metres)
        seconds = rates.seconds(length, way.surface) if length else 0.0
        if seconds < inf and closed.lets(way, start.metres, end_m):
            yield place, _Step(seconds, length, way, start.metres, end_m, None, number)
