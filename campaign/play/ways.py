"""Distances and routes by road for the doctrine, on the roads as a side takes them to be."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import inf

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import Closed, barring
from campaign.theatre.road_graph import pockets
from campaign.theatre.values import FEW, Theatre

Roads = Mapping[int, Sequence[tuple[int, int]]]
"""The places one road away from each place, with the metres."""
NOTHING: frozenset[str] = frozenset()
NOWHERE: frozenset[int] = frozenset()


class Outward:
    """The shortest routes to one place from those around it, searched outward as far as they are asked for, and later
    farther: ``metres`` are their lengths by place.

    On a large front hundreds of troops each ask for a place close by. NetworkX searches as far as a limit that is given
    beforehand, and again from the beginning if that was too near.
    """

    def __init__(self, roads: Roads, place: int, shunned: frozenset[int]) -> None:
        self.metres: dict[int, int] = {}
        self._roads, self._place, self._shunned = roads, place, shunned
        self._nearest = {place: 0}
        self._queue = [(0, place)]

    def go_within(self, metres: float) -> None:
        """Search until all places this near are known."""
        self._go(metres, None)

    def go_to(self, places: Collection[int], within_m: float = inf) -> None:
        """Search until all these places are known, or all that are this near."""
        for place in places:
            if place not in self.metres:
                self._go(within_m, place)

    def _go(self, within_m: float, goal: int | None) -> None:
        """Search until this place is known, or all that are this near: each time on from the nearest place that is not
        known yet.
        """
        queue, known, nearest = self._queue, self.metres, self._nearest
        roads, shunned, start = self._roads, self._shunned, self._place
        while queue and queue[0][0] <= within_m:
            far, place = heappop(queue)
            if place in known:
                continue
            known[place] = far
            if place not in shunned or place == start:
                for end, length in roads[place]:
                    metres = far + length
                    if end not in nearest or metres < nearest[end]:
                        nearest[end] = metres
                        heappush(queue, (metres, end))
            if place == goal:
                return

    def next_from(self, place: int) -> int:
        """Return the next place on the shortest route from a known one; of several the one with the lowest id."""
        far, known, shunned = self.metres[place], self.metres, self._shunned
        return min(
            end
            for end, length in self._roads[place]
            if end in known and known[end] + length == far and (end not in shunned or end == self._place)
        )


class Ways:
    """The open roads of a map, with each search made once and no farther than asked for. The caller names the bridges
    too weak (``barred``) and places (``shunned``) that the route must not lead through.

    Results without shunned places are kept with a small map for as long as the roads are the same; on a large map they
    would fill the memory, and shunned places change from turn to turn.
    """

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._found: dict[Hashable, Outward] = {}

    def metres(
        self,
        start: Position,
        place: int,
        barred: frozenset[str] = NOTHING,
        shunned: frozenset[int] = NOWHERE,
        within_m: float = inf,
    ) -> float:
        """Return the road metres between a position and a place; infinite if no road is open, and perhaps if it is
        farther than ``within_m``.
        """
        ends = self._ends(start, place, barred, shunned, within_m)
        return min((ahead + behind for _, ahead, behind in ends), default=inf)

    def reached(
        self, start: Position, within_m: float, barred: frozenset[str] = NOTHING, shunned: frozenset[int] = NOWHERE
    ) -> Mapping[int, float]:
        """Return all places to which roads are open from a position within this number of road metres, with their
        distances.
        """
        result: dict[int, float] = {}
        for end, ahead in self._beside(start, barred):
            if end not in shunned or isinstance(start, AtPlace):
                outward = self._outward(end, barred, shunned)
                outward.go_within(within_m - ahead)
                near = {place: far for place, metres in outward.metres.items() if (far := ahead + metres) <= within_m}
                result = (
                    near | {place: min(far, near.get(place, inf)) for place, far in result.items()} if result else near
                )
        return result

    def _beside(self, start: Position, barred: frozenset[str]) -> list[tuple[int, float]]:
        """Return the places beside a position to which its road is open, with their distances."""
        if isinstance(start, AtPlace):
            return [(start.place, 0.0)]
        way = self.theatre.way(start.road)
        return [
            (end, float(abs(metres - start.metres)))
            for end, metres in ((way.a, 0), (way.b, way.length_m))
            if not barring(way, start.metres, metres, barred)
        ]

    def places(
        self, start: Position, place: int, barred: frozenset[str] = NOTHING, shunned: frozenset[int] = NOWHERE
    ) -> tuple[int, ...]:
        """Return the places on the shortest open route, the goal last; empty if there is no route."""
        ends = [end for end in self._ends(start, place, barred, shunned) if end[1] + end[2] < inf]
        if not ends:
            return ()
        at = min(ends, key=lambda end: (end[1] + end[2], end[0]))[0]
        outward = self._outward(place, barred, shunned)
        way = [at]
        while way[-1] != place:
            way.append(outward.next_from(way[-1]))
        return tuple(way)

    def through(
        self,
        start: Position,
        stations: tuple[int, ...],
        barred: frozenset[str] = NOTHING,
        shunned: frozenset[int] = NOWHERE,
    ) -> tuple[int, ...]:
        """Return the places on the shortest open route by these stations, the last one last; empty if there is no
        route.
        """
        way: tuple[int, ...] = ()
        for station in stations:
            part = self.places(start, station, barred, shunned)
            if not part:
                return ()
            way, start = (*way, *part[bool(way) :]), AtPlace(station)
        return way

    def are_open(self, start: Position, stations: tuple[int, ...], barred: frozenset[str] = NOTHING) -> bool:
        """Return whether an open route leads by these stations, without a search for it."""
        joined = self._joined(barred)
        return (
            bool(stations)
            and any(joined[end] == joined[stations[0]] for end, _ in self._beside(start, barred))
            and all(joined[one] == joined[other] for one, other in pairwise(stations))
        )

    def still_ahead(self, start: Position, stations: tuple[int, ...], barred: frozenset[str]) -> tuple[int, ...]:
        """Return the stations of a march that still lie ahead of a unit at this position: from the nearest on, or from
        the next one if it has already left the nearest towards it.
        """
        far = [self.metres(start, station, barred) for station in stations]
        nearest = far.index(min(far)) if far else 0
        while nearest + 1 < len(stations):
            stage = self.metres(AtPlace(stations[nearest]), stations[nearest + 1], barred)
            if far[nearest + 1] > stage or far[nearest] + stage <= far[nearest + 1] + 1:
                break
            nearest += 1
        return stations[nearest:]

    def length(self, start: Position, way: tuple[int, ...]) -> float:
        """Return the road metres of a route from place to place, by the shortest road between each two."""
        steps = pairwise(way)
        return (self.metres(start, way[0]) if way else 0.0) + sum(self.metres(AtPlace(a), b) for a, b in steps)

    def _ends(
        self, start: Position, place: int, barred: frozenset[str], shunned: frozenset[int], within_m: float = inf
    ) -> list[tuple[int, float, float]]:
        """Return the places beside a position, the distance to each, and the distance of the goal from there."""
        beside, outward = self._beside(start, barred), self._outward(place, barred, shunned)
        goals = [end for end, _ in beside]
        if within_m == inf and not outward.metres.keys() >= set(goals):
            joined = self._joined(barred)
            goals = [end for end in goals if joined[end] == joined[place]]
        outward.go_to(goals, within_m)
        metres = outward.metres
        return [
            (end, ahead, metres[end])
            for end, ahead in beside
            if end in metres and (end not in shunned or end == place or isinstance(start, AtPlace))
        ]

    def _outward(self, place: int, barred: frozenset[str], shunned: frozenset[int]) -> Outward:
        """Return the search outward from a place, as far as it has gone."""
        key = (Ways, place, barred, shunned)
        kept = self._found if shunned or len(self.theatre.spots) > FEW else self.theatre.asked
        if key not in kept:
            kept[key] = Outward(self._roads(barred), place, shunned)
        return kept[key]

    def _roads(self, barred: frozenset[str]) -> Roads:
        """Return the roads that are open from end to end, the shortest of several between two places."""
        key = (Ways, barred)
        if key not in self.theatre.asked:
            self.theatre.asked[key] = self._open_roads(barred)
        roads: Roads = self.theatre.asked[key]
        return roads

    def _open_roads(self, barred: frozenset[str]) -> Roads:
        ends: dict[int, dict[int, int]] = {spot.place: {} for spot in self.theatre.spots}
        for way in self.theatre.ways:
            if not way.blocks or all(block.passable and block.key not in barred for block in way.blocks):
                shortest = min(way.length_m, ends[way.a].get(way.b, way.length_m))
                ends[way.a][way.b] = ends[way.b][way.a] = shortest
        return {place: tuple(others.items()) for place, others in ends.items()}

    def _joined(self, barred: frozenset[str]) -> Mapping[int, int]:
        """Return, by place, the lowest id among the places joined to it."""
        return pockets(self.theatre, Closed(barred=barred))


def along(theatre: Theatre, start: Position) -> tuple[int, ...]:
    """Return the place of a position, or the two places at the ends of its road."""
    if isinstance(start, OnRoad):
        way = theatre.way(start.road)
        return (way.a, way.b)
    return (start.place,)
