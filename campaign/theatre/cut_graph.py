"""The links of a supply chain as graphs whose steps cost colours: each enemy whose zone is met, and each broken
crossing, is a bit.

A link of unlimited length goes over the map with each clear piece drawn together into one node; a measured link (a
command to its division) goes over places, no farther than its limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import BY_LENGTH, IDEAL, SAME_SECONDS, Closed, barring
from campaign.theatre.road_graph import Reach, pockets
from campaign.theatre.values import CLOSED_M, Block, Rates, Theatre, Way
from campaign.theatre.zones import Faced, Zones
from campaign.values import dataclass, replace

Colours = int
"""A set of enemies and broken crossings, a bit each."""
Node = int | Position
"""A clear piece of the map by number (links of any length), or a place or a position (links that are measured)."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the supply chain: it leads from any of its starts to any of its goals within the limit at these
    rates. ``faced``: the enemies that count only as far as the nearest end of the link.
    """

    formation: int
    starts: tuple[Position, ...]
    goals: tuple[Position, ...]
    rates: Rates = BY_LENGTH
    limit_seconds: float = inf
    faced: Faced = ()


# Colours -------------------------------------------------------------------------------------------------------------


class Paint:
    """The enemies and blocks that close each place and each part of a road, as bits."""

    def __init__(self, theatre: Theatre, zones: Zones, ground: Closed) -> None:
        self.theatre, self.zones, self.ground = theatre, zones, ground
        self.bits: dict[int | tuple[int, Block], Colours] = {}
        self.names: list[int | tuple[int, Block]] = []
        self.roads: dict[int, Colours] = {}

    def beyond(self, faced: Faced) -> Paint:
        """Return the paint of a link that faces these enemies; all paints of a chain share their bits."""
        if not faced:
            return self
        paint = Paint(self.theatre, self.zones.beyond(faced), self.ground)
        paint.bits, paint.names = self.bits, self.names
        return paint

    def bit(self, member: int | tuple[int, Block]) -> Colours:
        """Return the bit of an enemy (by unit id) or of a block on a road; enemies get their bits in order of their
        ids.
        """
        if member not in self.bits:
            self.bits[member] = 1 << len(self.names)
            self.names.append(member)
        return self.bits[member]

    def at(self, position: Position) -> Colours:
        """Return the enemies whose zones cover a position, as bits."""
        return self._all(self.zones.over(position))

    def along(self, way: Way, from_m: float, to_m: float) -> Colours:
        """Return everything that closes this part of a road, as bits."""
        low, high = min(from_m, to_m) - CLOSED_M, max(from_m, to_m) + CLOSED_M
        met = self._all(cut.unit for cut in self.zones.cuts.get(way.road, ()) if cut.from_m <= high and cut.to_m >= low)
        for block in barring(way, from_m, to_m, self.ground.barred) if self.ground.heeds_blocks else ():
            met |= self.bit((way.road, block))
        return met

    def over(self, way: Way) -> Colours:
        """Return everything that closes the whole road, as bits."""
        if way.road not in self.roads:
            self.roads[way.road] = self.along(way, 0, way.length_m)
        return self.roads[way.road]

    def _all(self, units: Iterator[int] | Sequence[int]) -> Colours:
        met = 0
        for unit in units:
            met |= self.bit(unit)
        return met

    def members(self, colours: Colours) -> Iterator[int | tuple[int, Block]]:
        """Yield the enemies and blocks in a set."""
        while colours:
            low = colours & -colours
            yield self.names[low.bit_length() - 1]
            colours ^= low


# The two kinds of links ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """The step from a node to the next, with its cost in colours and in seconds of march."""

    to: Node
    colours: Colours
    seconds: float = 0.0


class Pieces:
    """The map with each clear piece drawn together into one node, for links whose length does not matter."""

    def __init__(self, paint: Paint) -> None:
        self.paint, theatre = paint, paint.theatre
        ground = paint.ground
        clear = pockets(
            theatre, replace(Closed.by(paint.zones), barred=ground.barred, heeds_blocks=ground.heeds_blocks)
        )
        self.piece: dict[int, int] = {spot.place: clear.get(spot.place, spot.place) for spot in theatre.spots}
        """The lowest place of the clear piece that each place lies in; a place in a zone is a piece of its own."""
        self.steps: dict[int, set[tuple[int, Colours]]] = {}
        for way in theatre.ways:
            a, b = self.piece[way.a], self.piece[way.b]
            if a != b:
                over = paint.over(way)
                self.steps.setdefault(a, set()).add((b, over | paint.at(AtPlace(way.b))))
                self.steps.setdefault(b, set()).add((a, over | paint.at(AtPlace(way.a))))

    def nodes(self, position: Position) -> Iterator[tuple[Node, Colours]]:
        """Yield the nodes of a position, with the colours paid for being there and for reaching the ends of its
        road.
        """
        if isinstance(position, AtPlace):
            yield self.piece[position.place], self.paint.at(position)
            return
        way = self.paint.theatre.way(position.road)
        for place, end_m in ((way.a, 0), (way.b, way.length_m)):
            yield self.piece[place], self.paint.along(way, position.metres, end_m) | self.paint.at(AtPlace(place))


class PaintedLink:
    """A link as a graph of steps: its beginnings, the onward steps, and the cost of its end."""

    def __init__(self, paint: Paint, clear: Callable[[], Pieces], link: Link) -> None:
        self.paint, self.link, self.theatre = paint, link, paint.theatre
        self.measured = link.limit_seconds < inf
        self.clear = None if self.measured else clear()
        self.remaining = self._remaining() if self.measured else {}
        self.ends: dict[Node, list[tuple[Colours, float]]] = {}
        for goal in link.goals:
            for node, colours, seconds in self._at(goal, entering=True):
                self.ends.setdefault(node, []).append((colours, seconds))

    def begins(self) -> Iterator[Step]:
        """Yield the first nodes, with the cost of being there."""
        for start in self.link.starts:
            for node, colours, seconds in self._at(start, entering=False):
                yield Step(node, colours, seconds)

    def direct(self) -> Iterator[tuple[Colours, float]]:
        """Yield the ways from a start to a goal that do not leave their road, or their spot."""
        for start in self.link.starts:
            for goal in self.link.goals:
                if start == goal:
                    yield self.paint.at(start), 0.0
                elif isinstance(start, OnRoad) and isinstance(goal, OnRoad) and start.road == goal.road:
                    way = self.theatre.way(start.road)
                    seconds = self.link.rates.seconds(abs(start.metres - goal.metres), way.surface)
                    if seconds <= self.link.limit_seconds + SAME_SECONDS:
                        yield self.paint.along(way, start.metres, goal.metres), seconds

    def steps(self, node: Node) -> Iterator[Step]:
        """Yield the steps that lead on from a node."""
        if self.clear is not None:
            assert isinstance(node, int)
            yield from (Step(piece, price) for piece, price in sorted(self.clear.steps.get(node, ())))
            return
        assert isinstance(node, AtPlace)
        for way in self.theatre.leaving(node.place):
            seconds = self.link.rates.seconds(way.length_m, way.surface)
            position = AtPlace(way.other_end(node.place))
            if seconds < inf and position.place in self.remaining:
                yield Step(position, self.paint.over(way) | self.paint.at(position), seconds)

    def reaches(self, node: Node, seconds: float) -> bool:
        """Return whether a goal can still be reached in time from a node."""
        if not self.measured:
            return True
        return (
            isinstance(node, AtPlace)
            and seconds + self.remaining.get(node.place, inf) <= self.link.limit_seconds + SAME_SECONDS
        )

    def _at(self, position: Position, *, entering: bool) -> Iterator[tuple[Node, Colours, float]]:
        if self.clear is not None:
            for node, colours in self.clear.nodes(position):
                yield node, colours, 0.0
        elif isinstance(position, AtPlace):
            yield position, 0 if entering else self.paint.at(position), 0.0
        else:
            way = self.theatre.way(position.road)
            for place, end_m in ((way.a, 0), (way.b, way.length_m)):
                seconds = self.link.rates.seconds(abs(position.metres - end_m), way.surface)
                colours = self.paint.along(way, position.metres, end_m) | self.paint.at(AtPlace(place))
                yield AtPlace(place), colours, seconds

    def _remaining(self) -> dict[int, float]:
        """Return the seconds from every place to the nearest goal on clear ground: places beyond the limit are not
        searched.
        """
        return Reach(self.theatre, self.link.goals, self.link.rates, IDEAL, self.link.limit_seconds).seconds
