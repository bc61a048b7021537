"""The search for the fastest way: from one position or the nearest of several, outward or towards goals.

Each stretch is marched at its own rate (umpire 1.1). Whole roads are never split: a road with a zone or a blown bridge
on it is no through road, and what is left of its two ends matters only to whoever starts or ends on it. A search that
is for certain goals looks first where the crow flies nearer to them; what it may save by that is reckoned with the
straightest road of the map, since a stated length may be shorter than the drawn one. It runs on the numbers of the
``Network``; a graph library costs more in calls than it saves.

    search(theatre, start, rates, closed, limit_seconds, until) -> Search      .to(goal) -> Route | None
    nearest(theatre, starts, goals, rates, closed, limit_seconds) -> (Route, number of the goal) | None
    Search(theatre, starts, rates, closed, limit_seconds)                      .nearest(goals): for one goal after
                                                                               another, no step twice
    pockets(theatre, closed) -> which places open roads join
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import inf, sqrt
from typing import NamedTuple

from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import OPEN, SAME_SECONDS, Closed, Leg, Route
from campaign.theatre.network import SURFACES
from campaign.theatre.values import TURN_SECONDS, Point, Rates, Theatre, Way
from campaign.theatre.zones import ByRoad

MICRO = 1_000_000
"""Ranks count whole microseconds."""

BEYOND = 1e300
"""Seconds that nobody marches: what cannot be gone at all takes more."""

_Step = tuple[int, float, int, int, int, float, int, bool]
"""How a place was reached: the rank in whole microseconds, metres, the number of the start, the road (-1: it is the
start), the place, seconds, the place before (-1: the road leads straight from the start), and whether the road was
taken towards its second end. The first five are the order in which places are settled: equal times go by length, then
by start, then by road."""


class _Arrival(NamedTuple):
    """A way to end at a goal: seconds and metres, from which start, and the last leg with the place it begins at."""

    seconds: float
    length_m: float
    start: int
    road: int
    last: Leg | None
    before: int | None


class Search:
    """The fastest routes from a position, or from the nearest of several, as far as the limit. It goes only as far as
    it is asked to and goes on from there when more is asked. A start on closed ground leads nowhere. ``towards``: the
    only goals it is for, if that is known.
    """

    def __init__(
        self,
        theatre: Theatre,
        starts: Sequence[Position],
        rates: Rates,
        closed: Closed = OPEN,
        limit_seconds: float = inf,
        towards: Sequence[Position] | None = None,
    ) -> None:
        self.theatre, self.starts, self.rates, self.closed = theatre, tuple(starts), rates, closed
        self._limit = min(limit_seconds + SAME_SECONDS, BEYOND)
        self._steps: dict[int, _Step] = {}
        self._queue: list[_Step] = []
        self._offered: dict[int, float] = {}
        self._box = None if towards is None else _Box.around(theatre, towards, rates)
        self._settling = self._spread()
        self._begin(None if towards is None else {place for goal in towards for place in _beside(theatre, goal)})

    @property
    def seconds(self) -> dict[int, float]:
        """The places that can be reached within the limit, with the seconds each needs."""
        self._settle(())
        return {place: step[5] for place, step in self._steps.items()}

    def to(self, goal: Position) -> Route | None:
        """The fastest route to a position, or None within the limit."""
        self._settle((goal,))
        best = self._known(goal)
        return self._route(goal, best) if best is not None else None

    def reaches(self, goals: Sequence[Position]) -> bool:
        """Does a route lead to any of them within the limit?"""
        self._settle(goals)
        return any(self._known(goal) is not None for goal in goals)

    def nearest(self, goals: Sequence[Position]) -> tuple[Route, int] | None:
        """The fastest route to any of the goals, and the number of that goal; of equally fast ones the shorter, then
        the one from the earlier start, then to the earlier goal."""
        self._settle(goals)
        arrivals = [(best, number) for number, goal in enumerate(goals) if (best := self._known(goal)) is not None]
        if not arrivals:
            return None
        best, number = min(arrivals, key=lambda a: (a[0].seconds, a[0].length_m, a[0].start, a[1]))
        return self._route(goals[number], best), number

    def _known(self, goal: Position) -> _Arrival | None:
        """The best end at a goal over the places that are settled."""
        arrivals = [a for a in self._arrivals(goal) if a.seconds <= self._limit]
        return min(arrivals, key=lambda a: a[:4], default=None)

    def _arrivals(self, goal: Position) -> Iterator[_Arrival]:
        """Every way to end at the goal."""
        if isinstance(goal, AtPlace):
            if (step := self._steps.get(goal.place)) is not None:
                yield _Arrival(step[5], step[1], step[2], step[3], None, goal.place)
            return
        way = self.theatre.way(goal.road)
        for number, start in enumerate(self.starts):
            if (
                isinstance(start, OnRoad)
                and start.road == goal.road
                and self.closed.lets(way, start.metres, goal.metres)
            ):
                length = abs(goal.metres - start.metres)
                seconds = self.rates.seconds(length, way.surface) if length else 0.0
                yield _Arrival(
                    seconds, length, number, way.road, Leg(way.road, start.metres, goal.metres, way.surface), None
                )
        for place, end_m in ((way.a, 0), (way.b, way.length_m)):
            step = self._steps.get(place)
            if step is not None and self.closed.lets(way, end_m, goal.metres):
                length = abs(goal.metres - end_m)
                seconds = step[5] + self.rates.seconds(length, way.surface)
                yield _Arrival(
                    seconds, step[1] + length, step[2], way.road, Leg(way.road, end_m, goal.metres, way.surface), place
                )

    def _route(self, goal: Position, end: _Arrival) -> Route:
        legs = [end.last] if end.last is not None and end.last.length_m > 0 else []
        before = end.before
        while before is not None and before >= 0 and (step := self._steps[before])[3] >= 0:
            way, rising, start = self.theatre.way(step[3]), step[7], self.starts[step[2]]
            from_m = start.metres if step[6] < 0 and isinstance(start, OnRoad) else 0 if rising else way.length_m
            if (leg := Leg(way.road, from_m, way.length_m if rising else 0, way.surface)).length_m > 0:
                legs.append(leg)
            before = step[6]
        return Route(self.starts[end.start], goal, tuple(reversed(legs)), end.length_m, end.seconds)

    def _begin(self, wanted: Collection[int] | None) -> None:
        """Put the first places in the queue; none if no road at all leads from them to what is wanted."""
        firsts = [first for number, start in enumerate(self.starts) for first in self._first_steps(start, number)]
        if wanted is not None:
            pieces = self.theatre.pieces
            if {pieces[place] for place in wanted}.isdisjoint(pieces[first[4]] for first in firsts):
                return
        for first in firsts:
            ahead = self._box.seconds_from(self.theatre.points[first[4]]) if self._box is not None else 0.0
            if first[4] not in self.closed.places and first[5] + ahead <= self._limit:
                heappush(self._queue, (first[0] + round(ahead * MICRO), *first[1:]))

    def _first_steps(self, start: Position, number: int) -> Iterator[_Step]:
        if isinstance(start, AtPlace):
            self.theatre.spot(start.place)
            yield (0, 0, number, -1, start.place, 0.0, -1, True)
            return
        way = self.theatre.way(start.road)
        for place, end_m in ((way.a, 0), (way.b, way.length_m)):
            length = abs(end_m - start.metres)
            seconds = self.rates.seconds(length, way.surface) if length else 0.0
            if seconds < inf and self.closed.lets(way, start.metres, end_m):
                yield (round(seconds * MICRO), length, number, way.road, place, seconds, -1, end_m > 0)

    def _settle(self, goals: Sequence[Position]) -> None:
        """Go on until nothing beyond can be faster to one of these; without goals to the limit."""
        wanted_positions: dict[int, list[Position]] = {}
        for goal in goals:
            for place in _beside(self.theatre, goal):
                wanted_positions.setdefault(place, []).append(goal)
        best = min((a.seconds * MICRO + 1 for goal in goals if (a := self._known(goal)) is not None), default=inf)
        queue, settling = self._queue, self._settling
        while queue and queue[0][0] <= best:
            here = next(settling, None)
            for goal in wanted_positions.get(here, ()) if here is not None else ():
                if (arrival := self._known(goal)) is not None:
                    best = min(best, arrival.seconds * MICRO + 1)

    def _spread(self) -> Iterator[int]:
        """Dijkstra's search, a place at a time, the places nearer to the goals first if there is a box."""
        steps, queue, offered, limit = self._steps, self._queue, self._offered, self._limit
        arms, points, shut = self.theatre.network.arms, self.theatre.points, self.closed.places
        through, also, asked = through_roads(self.theatre, self.closed)
        per_metre = [min(self.rates.seconds(1.0, surface), 2 * BEYOND) for surface in SURFACES]
        remaining, right, low, high, pace = self._box or _NOWHERE
        while queue:
            step = heappop(queue)
            _, length, start, _, here, seconds, _, _ = step
            if here in steps:
                continue
            steps[here] = step
            for there, road, metres, surface, rising in arms[here]:
                if there in steps or road in through or road in also or there in shut:
                    continue
                then = seconds + metres * per_metre[surface]
                if then > limit or then > offered.get(there, BEYOND) or (asked is not None and not asked(road, rising)):
                    continue
                offered[there] = then + SAME_SECONDS
                ahead = 0.0
                if pace:
                    x, y = points[there]
                    dx = remaining - x if x < remaining else x - right if x > right else 0.0
                    dy = low - y if y < low else y - high if y > high else 0.0
                    ahead = pace * sqrt(dx * dx + dy * dy)
                    if then + ahead > limit:
                        continue
                heappush(
                    queue,
                    (
                        round(then * MICRO) + round(ahead * MICRO),
                        length + metres,
                        start,
                        road,
                        there,
                        then,
                        here,
                        rising,
                    ),
                )
            yield here


def search(
    theatre: Theatre,
    start: Position,
    rates: Rates,
    closed: Closed = OPEN,
    limit_seconds: float = inf,
    until: Position | None = None,
) -> Search:
    """A search outward from a position, as far as the limit; with ``until`` one that is only for the way to
    that goal."""
    return Search(theatre, (start,), rates, closed, limit_seconds, None if until is None else (until,))


def nearest(
    theatre: Theatre,
    starts: Sequence[Position],
    goals: Sequence[Position],
    rates: Rates,
    closed: Closed = OPEN,
    limit_seconds: float = inf,
) -> tuple[Route, int] | None:
    """The fastest route from any of the starts to any of the goals, and the number of that goal. None: there is none
    within the limit."""
    return Search(theatre, starts, rates, closed, limit_seconds, goals).nearest(goals)


def _beside(theatre: Theatre, goal: Position) -> tuple[int, ...]:
    """The places from which one comes to a goal last."""
    return (goal.place,) if isinstance(goal, AtPlace) else (theatre.way(goal.road).a, theatre.way(goal.road).b)


def through_roads(
    theatre: Theatre, closed: Closed
) -> tuple[Collection[int], Collection[int], Callable[[int, bool], bool] | None]:
    """The roads that are no through roads: in two collections that are quick to ask, or to be asked for each direction
    where more than these decide."""
    if type(closed) is not Closed:
        return (), (), lambda road, rising: _lets_through(theatre.way(road), closed, rising)
    blocked = theatre.network.shut_by(closed.barred) if closed.heeds_blocks else frozenset[int]()
    stretches = closed.stretches.roads if isinstance(closed.stretches, ByRoad) else closed.stretches
    return stretches, blocked | closed.roads, None


def _lets_through(way: Way, closed: Closed, rising: bool) -> bool:
    return closed.lets(way, 0, way.length_m) if rising else closed.lets(way, way.length_m, 0)


def pockets(theatre: Theatre, closed: Closed) -> Mapping[int, int]:
    """For every open place the lowest place that wholly open roads join it to."""
    import numpy as np

    network, shut = theatre.network, closed.places
    through, also, asked = through_roads(theatre, closed)
    if asked is None and not (shut or through or also):
        return theatre.pieces
    if asked is not None:
        is_open = np.array([asked(road, True) or asked(road, False) for road in network.roads.tolist()], dtype=np.bool_)
    else:
        is_open = ~(network.are(through) | network.are(also))
    is_shut = network.stand(shut)
    is_open &= ~(is_shut[network.first] | is_shut[network.second])
    return network.joined(is_open, is_shut)


class _Box(NamedTuple):
    """The upright rectangle around all goals, and how many seconds a metre towards it costs at least: as the crow flies
    at the best rate over the straightest road of the map."""

    left: float
    right: float
    low: float
    high: float
    pace: float

    @classmethod
    def around(cls, theatre: Theatre, goals: Sequence[Position], rates: Rates) -> _Box | None:
        fastest = max(rates.on(surface) for surface in Surface)
        points = [theatre.points[place] for goal in goals for place in _beside(theatre, goal)]
        if fastest <= 0 or not points:
            return None
        x, y = [point[0] for point in points], [point[1] for point in points]
        return cls(min(x), max(x), min(y), max(y), 0.999 * theatre.least_winding * TURN_SECONDS / fastest)

    def seconds_from(self, point: Point) -> float:
        """At least so long from there."""
        dx, dy = (
            max(self.left - point[0], point[0] - self.right, 0.0),
            max(self.low - point[1], point[1] - self.high, 0.0),
        )
        return self.pace * sqrt(dx * dx + dy * dy)


_NOWHERE = _Box(0.0, 0.0, 0.0, 0.0, 0.0)
"""No goals: every way is as good."""
