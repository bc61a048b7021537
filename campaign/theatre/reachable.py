"""Can it be reached within the time? The same question as ``Search`` answers, where nobody asks for the way.

It keeps of every place the seconds alone, which halves the work; a supply trace asks it of every command, and of few
only the way.

    Reaching(theatre, starts, rates, closed, limit_seconds)    .reaches(goals)
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from math import inf

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import OPEN, SAME_SECONDS, Closed
from campaign.theatre.network import SURFACES
from campaign.theatre.searches import BEYOND, through_roads
from campaign.theatre.values import Rates, Theatre


class Reaching:
    """The places within the limit of a position, or of the nearest of several. It goes only as far as it is asked to,
    and goes on from there when more is asked."""

    def __init__(
        self,
        theatre: Theatre,
        starts: Sequence[Position],
        rates: Rates,
        closed: Closed = OPEN,
        limit_seconds: float = inf,
    ) -> None:
        self.theatre, self.starts, self.rates, self.closed = theatre, tuple(starts), rates, closed
        self._limit = min(limit_seconds + SAME_SECONDS, BEYOND)
        self._per_metre = [min(rates.seconds(1.0, surface), 2 * BEYOND) for surface in SURFACES]
        self._seconds: dict[int, float] = {}
        self._offered: dict[int, float] = {}
        self._through = through_roads(theatre, closed)
        self._queue = [(seconds, place) for start in self.starts for place, seconds in self._ends(start)]
        heapify(self._queue)

    def reaches(self, goals: Sequence[Position]) -> bool:
        """Does a route lead to any of them within the limit?"""
        places = frozenset(goal.place for goal in goals if isinstance(goal, AtPlace))
        standing = [goal for goal in goals if isinstance(goal, OnRoad)]
        if not places.isdisjoint(self._seconds) or any(self._beside(goal) for goal in standing):
            return True
        ends = self._nearest_ends(standing)
        if any(
            self._seconds[place] + end_seconds <= self._limit
            for place, end_seconds in ends.items()
            if place in self._seconds
        ):
            return True
        return self._spread(places, ends)

    def _nearest_ends(self, standing: Sequence[OnRoad]) -> dict[int, float]:
        """The places next to any of these, with the seconds that the last part takes at least."""
        result: dict[int, float] = {}
        for goal in standing:
            for place, remaining in self._ends(goal):
                result[place] = min(remaining, result.get(place, inf))
        return result

    def _ends(self, position: Position) -> list[tuple[int, float]]:
        """The open places next to a position, with the seconds to them."""
        if isinstance(position, AtPlace):
            self.theatre.spot(position.place)
            return [(position.place, 0.0)] if position.place not in self.closed.places else []
        way, result = self.theatre.way(position.road), []
        for place, end_m in ((way.a, 0), (way.b, way.length_m)):
            length = abs(end_m - position.metres)
            seconds = self.rates.seconds(length, way.surface) if length else 0.0
            if (
                seconds <= self._limit
                and place not in self.closed.places
                and self.closed.lets(way, position.metres, end_m)
            ):
                result.append((place, seconds))
        return result

    def _beside(self, goal: OnRoad) -> bool:
        """It stands on the road of a start, nothing closes it between them, and it is near enough."""
        way = self.theatre.way(goal.road)
        for start in self.starts:
            if (
                isinstance(start, OnRoad)
                and start.road == goal.road
                and self.closed.lets(way, start.metres, goal.metres)
            ):
                length = abs(goal.metres - start.metres)
                if not length or self.rates.seconds(length, way.surface) <= self._limit:
                    return True
        return False

    def _spread(self, places: frozenset[int], ends: dict[int, float]) -> bool:
        """Dijkstra's search, a place at a time, until one of these places is reached, or a goal beyond one of these
        ends."""
        reached, queue, offered, limit = self._seconds, self._queue, self._offered, self._limit
        arms, shut, per_metre = self.theatre.network.arms, self.closed.places, self._per_metre
        through, also, asked = self._through
        while queue:
            seconds, here = heappop(queue)
            if here in reached:
                continue
            reached[here] = seconds
            for there, road, metres, surface, rising in arms[here]:
                if there in reached or road in through or road in also or there in shut:
                    continue
                then = seconds + metres * per_metre[surface]
                if (
                    then > limit
                    or then >= offered.get(there, BEYOND)
                    or (asked is not None and not asked(road, rising))
                ):
                    continue
                offered[there] = then
                heappush(queue, (then, there))
            if here in places or (here in ends and seconds + ends[here] <= limit):
                return True
        return False
