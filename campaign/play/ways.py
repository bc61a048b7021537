"""Distances by road for the doctrine: how far it is, and by which places, on the roads as a side takes them to be."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from itertools import pairwise
from math import inf

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import barring
from campaign.theatre.values import Theatre

NOTHING: frozenset[str] = frozenset()
NOWHERE: frozenset[int] = frozenset()


class Ways:
    """The open roads of a map; every search is made once. ``barred``: bridges too weak; ``shunned``: places that the
    way must not lead through."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._searched: dict[tuple[int, frozenset[str], frozenset[int], float], Mapping[int, tuple[float, int]]] = {}

    def metres(self, start: Position, place: int, barred: frozenset[str] = NOTHING) -> float:
        """Road metres between a position and a place; infinite where no road is open."""
        return min((ahead + behind for _, ahead, behind in self._ends(start, place, barred, NOWHERE)), default=inf)

    def reached(
        self, start: Position, within_m: float, barred: frozenset[str] = NOTHING, shunned: frozenset[int] = NOWHERE
    ) -> Mapping[int, float]:
        """All places to which roads are open from a position, no farther than so many road metres, and how far."""
        result: dict[int, float] = {}
        for end, ahead in self._beside(start, barred):
            if end not in shunned or isinstance(start, AtPlace):
                for place, (metres, _) in self._tree(end, barred, shunned, within_m).items():
                    if ahead + metres <= within_m:
                        result[place] = min(result.get(place, inf), ahead + metres)
        return result

    def _beside(self, start: Position, barred: frozenset[str]) -> list[tuple[int, float]]:
        """The places beside a position to which its road is open, and how far each is."""
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
        """The places on the shortest open way, the goal last; none where there is none."""
        ends = [end for end in self._ends(start, place, barred, shunned) if end[1] + end[2] < inf]
        if not ends:
            return ()
        at = min(ends, key=lambda end: (end[1] + end[2], end[0]))[0]
        tree = self._tree(place, barred, shunned)
        way = [at]
        while way[-1] != place:
            way.append(tree[way[-1]][1])
        return tuple(way)

    def length(self, start: Position, way: tuple[int, ...]) -> float:
        """Road metres of a way from place to place, by the shortest road between any two."""
        steps = pairwise(way)
        return (self.metres(start, way[0]) if way else 0.0) + sum(self.metres(AtPlace(a), b) for a, b in steps)

    def _ends(
        self, start: Position, place: int, barred: frozenset[str], shunned: frozenset[int]
    ) -> list[tuple[int, float, float]]:
        """The places beside a position, how far each is, and how far the goal is from there."""
        tree = self._tree(place, barred, shunned)
        return [
            (end, ahead, tree[end][0])
            for end, ahead in self._beside(start, barred)
            if end in tree and (end not in shunned or isinstance(start, AtPlace))
        ]

    def _tree(
        self, place: int, barred: frozenset[str], shunned: frozenset[int], within_m: float = inf
    ) -> Mapping[int, tuple[float, int]]:
        """Of every place from which the goal is reached: how far it is, and the next place."""
        key = (place, barred, shunned, within_m)
        if key not in self._searched:
            self._searched[key] = self._search(*key)
        return self._searched[key]

    def _search(
        self, place: int, barred: frozenset[str], shunned: frozenset[int], within_m: float
    ) -> Mapping[int, tuple[float, int]]:
        result: dict[int, tuple[float, int]] = {}
        todo = [(0.0, place, place)]
        while todo:
            metres, at, towards = heappop(todo)
            if at in result or metres > within_m:
                continue
            result[at] = (metres, towards)
            if at in shunned and at != place:
                continue
            for way in self.theatre.leaving(at):
                end = way.other_end(at)
                if end not in result and not any(not b.passable or b.key in barred for b in way.blocks):
                    heappush(todo, (metres + way.length_m, end, at))
        return result


def along(theatre: Theatre, start: Position) -> tuple[int, ...]:
    """The place at which a position is, or the two at the ends of its road."""
    if isinstance(start, OnRoad):
        way = theatre.way(start.road)
        return (way.a, way.b)
    return (start.place,)
