"""Distances and routes by road for the doctrine, on the roads as a side takes them to be."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from itertools import pairwise
from math import dist, inf
from typing import TYPE_CHECKING, Any

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import barring
from campaign.theatre.values import FEW, Theatre

if TYPE_CHECKING:
    import networkx as nx

Tree = tuple[Mapping[int, list[int]], Mapping[int, float]]
"""The next places on the shortest routes to a goal, by place, and the distances."""
NOTHING: frozenset[str] = frozenset()
NOWHERE: frozenset[int] = frozenset()


class Ways:
    """The open roads of a map, with each search made once and no farther than needed. ``barred``: bridges too weak;
    ``shunned``: places that the route must not lead through.

    Results without shunned places are kept with a small map for as long as the roads are the same; on a large map they
    would fill the memory, and shunned places change from turn to turn.
    """

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._found: dict[Hashable, Any] = {}

    def metres(
        self, start: Position, place: int, barred: frozenset[str] = NOTHING, shunned: frozenset[int] = NOWHERE
    ) -> float:
        """Return the road metres between a position and a place; infinite if no road is open."""
        return min((ahead + behind for _, ahead, behind in self._ends(start, place, barred, shunned)), default=inf)

    def reached(
        self, start: Position, within_m: float, barred: frozenset[str] = NOTHING, shunned: frozenset[int] = NOWHERE
    ) -> Mapping[int, float]:
        """Return all places to which roads are open from a position within this number of road metres, with their
        distances.
        """
        result: dict[int, float] = {}
        for end, ahead in self._beside(start, barred):
            if end not in shunned or isinstance(start, AtPlace):
                for place, metres in self._tree(end, barred, shunned, within_m=within_m)[1].items():
                    if ahead + metres <= within_m:
                        result[place] = min(result.get(place, inf), ahead + metres)
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
        onward, _ = self._tree(place, barred, shunned, (at,))
        way = [at]
        while way[-1] != place:
            way.append(min(onward[way[-1]]))
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
        self, start: Position, place: int, barred: frozenset[str], shunned: frozenset[int]
    ) -> list[tuple[int, float, float]]:
        """Return the places beside a position, the distance to each, and the distance of the goal from there."""
        beside = self._beside(start, barred)
        _, metres = self._tree(place, barred, shunned, [end for end, _ in beside])
        return [
            (end, ahead, metres[end])
            for end, ahead in beside
            if end in metres and (end not in shunned or isinstance(start, AtPlace))
        ]

    def _tree(
        self,
        place: int,
        barred: frozenset[str],
        shunned: frozenset[int],
        ends: Collection[int] = (),
        within_m: float = 0.0,
    ) -> Tree:
        """Return the routes to a place from everywhere within this number of metres, and from these ends at any
        distance. On a large map the search goes twice as far as they are apart, then eight times, then over the whole
        map.
        """
        is_large, key = len(self.theatre.spots) > FEW, (Ways, place, barred, shunned)
        kept = self._found if shunned or is_large else self.theatre.asked
        before: tuple[float, Tree] = kept.get(key, (-1.0, ({}, {})))
        searched_m, tree = before
        joined = self._roads(barred)[1]
        ends = {end for end in ends if joined[end] == joined[place]}
        if searched_m < within_m or (searched_m < inf and not tree[1].keys() >= ends):
            farther_m = [inf]
            if is_large:
                point = self.theatre.points[place]
                apart_m = max((dist(point, self.theatre.points[end]) for end in ends), default=0.0)
                farther_m = [max(within_m, 2 * apart_m), max(within_m, 8 * apart_m), inf]
            for limit_m in (metres for metres in farther_m if metres > searched_m):
                tree = self._search(place, barred, shunned, limit_m)
                kept[key] = limit_m, tree
                if tree[1].keys() >= ends:
                    break
        return tree

    def _search(self, place: int, barred: frozenset[str], shunned: frozenset[int], within_m: float) -> Tree:
        import networkx as nx

        def metres(start: int, end: int, road: Mapping[str, Any]) -> int | None:
            """Return the metres of a road for the search; None from a shunned place, unless that is the goal."""
            length: int | None = None if start in shunned and start != place else road["metres"]
            return length

        graph, _ = self._roads(barred)
        onward, far = nx.dijkstra_predecessor_and_distance(graph, place, within_m, metres)
        return onward, far

    def _roads(self, barred: frozenset[str]) -> tuple[nx.Graph[int], Mapping[int, int]]:
        """Return the roads that are open from end to end, the shortest of several between two places; and, by place,
        the lowest id among the places joined to it.
        """
        key = (Ways, barred)
        if key not in self.theatre.asked:
            self.theatre.asked[key] = self._open_roads(barred)
        roads: tuple[nx.Graph[int], Mapping[int, int]] = self.theatre.asked[key]
        return roads

    def _open_roads(self, barred: frozenset[str]) -> tuple[nx.Graph[int], Mapping[int, int]]:
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(spot.place for spot in self.theatre.spots)
        for way in sorted(self.theatre.ways, key=lambda way: -way.length_m):
            if all(block.passable and block.key not in barred for block in way.blocks):
                graph.add_edge(way.a, way.b, metres=way.length_m)
        parts = ((min(part), part) for part in nx.connected_components(graph))
        return graph, {place: lowest for lowest, part in parts for place in part}


def along(theatre: Theatre, start: Position) -> tuple[int, ...]:
    """Return the place of a position, or the two places at the ends of its road."""
    if isinstance(start, OnRoad):
        way = theatre.way(start.road)
        return (way.a, way.b)
    return (start.place,)
