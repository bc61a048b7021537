"""The map as values: places, roads as they are drawn and as they are long, and the lines that units cannot cross off a
road.

Everything is in metres. A point is ``(east, north)`` on the drawn map. A distance along a road is *stated*: it runs
from 0 at the road's first end to its stated length, which may be longer than the drawn line (the map rounds off the
bends). Location zones and distances as the crow flies are measured on the drawn map. Importing this module loads
neither NetworkX nor Shapely.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise, product
from math import atan2, dist, hypot, remainder, tau
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from campaign.errors import BadInput, NotFound
from campaign.terms.ground import Cover, FeatureKind, RoadKind, Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.values import dataclass

if TYPE_CHECKING:
    import networkx as nx
    from numpy import intp, object_
    from numpy.typing import NDArray
    from shapely import STRtree

Point = tuple[float, float]
Drawn = tuple["NDArray[object_]", "STRtree"]
"""Lines or points of the map as geometries, in the map's order, and the tree that finds those near a point."""

CLOSED_M = 1e-6
"""The metres by which a point may be beyond a range and still count as exactly at it: a range is a closed disc
(OB-WC-091).
"""

TURN_SECONDS = 6 * 3600  # OB-TIME-01.

WAYS: Final = "ways"
"""The name under which an edge of the road graph holds its roads."""

DESCRIBED_TO_THE_METRE: Final = 50  # Nearer than this, hundreds of metres would be 0.
"""The distance to a place below which positions are given in metres, otherwise in hundreds of them."""

FEW: Final = 500  # For speed alone.
"""The number of places or roads up to which a plain search is used instead of a tree."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The metres that a unit marches in one turn on each surface; 0 if it cannot go there at all (OB-T-02, umpire
    1.1).
    """

    road: float
    cross_country: float
    terrain: float

    def on(self, surface: Surface) -> float:
        """Return the metres that a unit marches in a turn on this surface."""
        if surface is Surface.ROAD:
            return self.road
        return self.cross_country if surface is Surface.CROSS_COUNTRY else self.terrain

    def seconds(self, metres: float, surface: Surface) -> float:
        """Return the seconds to march these metres; infinite if the unit cannot go there."""
        rate = self.on(surface)
        return metres * TURN_SECONDS / rate if rate > 0 else float("inf")

    def times(self, turns: float) -> Rates:
        """Return the rates of this number of turns' marching, as for half a turn's march."""
        return Rates(self.road * turns, self.cross_country * turns, self.terrain * turns)

    @staticmethod
    def slowest(rates: list[Rates]) -> Rates:
        """Return the rates of a column: on each surface the slowest of its units."""
        return Rates(min(r.road for r in rates), min(r.cross_country for r in rates), min(r.terrain for r in rates))


@dataclass(frozen=True, slots=True)
class Spot:
    """A place. ``cover`` and ``hill`` decide how far a unit here is seen and sees; ``home_of`` is the side whose home
    edge it is.
    """

    place: int
    key: str
    name: str
    x_m: float
    y_m: float
    cover: Cover = Cover.OPEN
    hill: bool = False
    home_of: int | None = None

    @property
    def point(self) -> Point:
        """The place's metres east and north."""
        return (float(self.x_m), float(self.y_m))


@dataclass(frozen=True, slots=True)
class Block:
    """Something across a road, ``at_m`` stated metres from its first end: a bridge, an obstacle, a cut. ``name`` is its
    name for people.

    ``key`` tells it from others, so that it can be closed to a unit although others pass it.
    """

    at_m: int
    name: str
    passable: bool = False
    key: str = ""


@dataclass(frozen=True)
class Way:
    """A road, track or stretch of open going between the places with the ids ``a`` and ``b``; ``points`` is its drawn
    line from ``a`` to ``b``, both ends included.
    """

    road: int
    key: str
    name: str
    a: int
    b: int
    length_m: int
    points: tuple[Point, ...]
    surface: Surface = Surface.ROAD
    cover: Cover = Cover.OPEN
    defile: bool = False
    kind: RoadKind = RoadKind.METALLED
    blocks: tuple[Block, ...] = ()

    @cached_property
    def milestones(self) -> tuple[float, ...]:
        """The stated metres at each drawn point; a line without drawn length has all its length in its last stretch."""
        lengths = [0.0]
        for start, end in pairwise(self.points):
            lengths.append(lengths[-1] + dist(start, end))
        drawn = lengths[-1]
        if drawn == 0.0:
            return (*(0.0 for _ in self.points[1:]), float(self.length_m))
        return (*(length * self.length_m / drawn for length in lengths[:-1]), float(self.length_m))

    def at(self, metres: float) -> Point:
        """Return the drawn point at this number of stated metres from the first end."""
        marks = self.milestones
        if metres <= 0.0:
            return self.points[0]
        if metres >= self.length_m:
            return self.points[-1]
        i = min(bisect_right(marks, metres), len(marks) - 1)
        share = (metres - marks[i - 1]) / (marks[i] - marks[i - 1])
        (x0, y0), (x1, y1) = self.points[i - 1], self.points[i]
        return (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)

    def place_at(self, metres: float) -> int | None:
        """Return the place exactly at an end of the road, or beyond it; None between the two, to the whole metre."""
        rounded = round(metres)
        if rounded <= 0:
            return self.a
        return self.b if rounded >= self.length_m else None

    def pieces(self) -> Iterator[tuple[float, float, Point, Point]]:
        """Yield the straight pieces: stated metres of both ends and the two points, from the first end to the
        second.
        """
        marks = self.milestones
        for i in range(1, len(self.points)):
            if marks[i] > marks[i - 1]:
                yield marks[i - 1], marks[i], self.points[i - 1], self.points[i]

    def other_end(self, place: int) -> int:
        return self.b if place == self.a else self.a

    def direction(self, place: int) -> tuple[int, int]:
        """Return the stated metres of both ends, for a road taken from this place."""
        return (0, self.length_m) if place == self.a else (self.length_m, 0)

    @cached_property
    def impassable(self) -> tuple[Block, ...]:
        """The blocks that close this road now, in order from its first end."""
        return self.closed_to(frozenset())

    def closed_to(self, barred: frozenset[str]) -> tuple[Block, ...]:
        """Return the blocks that close this road to a unit to which the blocks with these keys are closed as well."""
        if not self.blocks:
            return ()
        return tuple(
            sorted(
                (b for b in self.blocks if not b.passable or (b.key and b.key in barred)),
                key=lambda b: (b.at_m, b.name),
            )
        )


@dataclass(frozen=True, slots=True)
class Barrier:
    """A line that cannot be crossed off the roads: escarpment, coast, river, canal (umpire 1.4)."""

    name: str
    points: tuple[Point, ...]
    kind: FeatureKind = FeatureKind.ESCARPMENT


SQUARE_M: Final = 4000.0  # For speed alone.
"""The side in metres of a square by which barriers are found, somewhat more than two units see of each other."""


def squares_of(points: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Yield the squares that the box around these points touches."""
    xs, ys = zip(*points, strict=True)
    columns = range(int(min(xs) // SQUARE_M), int(max(xs) // SQUARE_M) + 1)
    rows = range(int(min(ys) // SQUARE_M), int(max(ys) // SQUARE_M) + 1)
    return product(columns, rows)


@dataclass(frozen=True)
class Theatre:
    """The whole map. Raises BadInput if a road ends nowhere."""

    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]
    barriers: tuple[Barrier, ...] = ()

    def __post_init__(self) -> None:
        spots = self.by_place
        for way in self.ways:
            if way.a not in spots or way.b not in spots:
                place = way.b if way.a in spots else way.a
                raise BadInput(
                    f"road {way.key!r} leads to place number {place}, which is not on the map. A road needs "
                    "two places of the map"
                )
            if len(way.points) < 2 or way.length_m <= 0:
                text = f"a length of {way.length_m} m and {len(way.points)} points"
                raise BadInput(
                    f"road {way.key!r} has {text}. It needs a length above 0 and a drawn line of two points or more"
                )

    @cached_property
    def by_place(self) -> dict[int, Spot]:
        return {spot.place: spot for spot in self.spots}

    @cached_property
    def _ways(self) -> dict[int, Way]:
        return {way.road: way for way in self.ways}

    def spot(self, place: int) -> Spot:
        """Return the place with this id. Raises NotFound."""
        try:
            return self.by_place[place]
        except KeyError:
            raise NotFound(
                f"there is no place number {place} on this map. Use the place numbers of the scenario"
            ) from None

    def way(self, road: int) -> Way:
        """Return the road with this id. Raises NotFound."""
        try:
            return self._ways[road]
        except KeyError:
            raise NotFound(
                f"there is no road number {road} on this map. Use the road numbers of the scenario"
            ) from None

    @cached_property
    def graph(self) -> nx.Graph[int]:
        """The road graph: places as nodes; each edge holds the parallel roads between its two places as WAYS, by id.
        ``road_graph`` searches it for routes.
        """
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(sorted(self.by_place))
        parallel: dict[tuple[int, int], tuple[Way, ...]] = {}
        for way in sorted(self.ways, key=attrgetter("road")):
            ends = (way.a, way.b) if way.a < way.b else (way.b, way.a)
            parallel[ends] = (*parallel.get(ends, ()), way)
        graph.add_edges_from((a, b, {WAYS: ways}) for (a, b), ways in parallel.items())
        return graph

    def ground_named(self, ground: Hashable) -> str:
        """Return the name under which the edges of the road graph keep their costs on this ground."""
        return self._grounds.setdefault(ground, f"cost {len(self._grounds)}")

    @cached_property
    def _grounds(self) -> dict[Hashable, str]:
        return {}

    @cached_property
    def barrier_pieces(self) -> tuple[tuple[Point, Point], ...]:
        """The straight pieces of all barriers."""
        return tuple(piece for barrier in self.barriers for piece in pairwise(barrier.points))

    @cached_property
    def barrier_shapes(self) -> NDArray[object_]:
        """The straight pieces of all barriers as geometries."""
        from shapely import linestrings

        return linestrings(self.barrier_pieces)

    @cached_property
    def barrier_squares(self) -> dict[tuple[int, int], list[int]]:
        """The numbers of the barrier pieces whose box touches a square of the map, by square."""
        squares: dict[tuple[int, int], list[int]] = {}
        for number, piece in enumerate(self.barrier_pieces):
            for square in squares_of(piece):
                squares.setdefault(square, []).append(number)
        return squares

    @cached_property
    def asked(self) -> dict[Hashable, Any]:
        """The results of earlier searches, by their question (``routes.route``)."""
        return {}

    @cached_property
    def lines(self) -> Drawn:
        """The roads as drawn lines."""
        import numpy as np
        from shapely import STRtree, linestrings

        counts = [len(way.points) for way in self.ways]
        drawn = np.empty(len(counts), dtype=np.object_)
        if self.ways:
            every = chain.from_iterable(chain.from_iterable(way.points for way in self.ways))
            points = np.fromiter(every, dtype=np.float64, count=2 * sum(counts)).reshape(-1, 2)
            drawn[:] = linestrings(points, indices=np.repeat(np.arange(len(counts)), counts))
        return drawn, STRtree(drawn)

    @cached_property
    def dots(self) -> Drawn:
        """The places as drawn points."""
        import numpy as np
        from shapely import STRtree, points

        drawn = np.empty(len(self.spots), dtype=np.object_)
        if self.spots:
            every = chain.from_iterable((spot.x_m, spot.y_m) for spot in self.spots)
            drawn[:] = points(np.fromiter(every, dtype=np.float64, count=2 * len(self.spots)).reshape(-1, 2))
        return drawn, STRtree(drawn)

    @cached_property
    def looks(self) -> NDArray[intp]:
        """The visibility of a unit at each place, in the map's order: 0 in the open, 1 on a hill, 2 in terrain, 3 on a
        wooded hill.
        """
        import numpy as np

        return np.array([2 * (spot.cover is Cover.TERRAIN) + spot.hill for spot in self.spots], dtype=np.intp)

    @cached_property
    def in_terrain(self) -> NDArray[intp]:
        """The visibility of a unit on each road, in the map's order: 0 in the open, 1 in terrain."""
        import numpy as np

        return np.array([way.cover is Cover.TERRAIN for way in self.ways], dtype=np.intp)

    @cached_property
    def least_m(self) -> float:
        """The stated metres of the road that is shortest for the distance of its ends, for a metre of that distance,
        less a hair for what sums of floats lose.
        """
        spots = self.by_place
        ends = ((way.length_m, spots[way.a], spots[way.b]) for way in self.ways)
        apart = ((length, hypot(a.x_m - b.x_m, a.y_m - b.y_m)) for length, a, b in ends)
        return min((length / metres for length, metres in apart if metres), default=0.0) * (1 - CLOSED_M)

    @cached_property
    def _leaving(self) -> dict[int, tuple[Way, ...]]:
        ways: dict[int, tuple[Way, ...]] = dict.fromkeys(self.by_place, ())
        for way in sorted(self.ways, key=lambda w: w.road):
            ways[way.a] += (way,)
            if way.b != way.a:
                ways[way.b] += (way,)
        return ways

    def leaving(self, place: int) -> tuple[Way, ...]:
        """Return the roads that meet at a place, by id."""
        self.spot(place)
        return self._leaving[place]

    def way_towards(self, place: int, heading: float) -> Way | None:
        """Return the road from a place that leads most nearly in this direction (an angle from due east); None if there
        is no road.
        """
        start = self.spot(place)
        best: tuple[float, int] | None = None
        for way in self.leaving(place):
            x, y = self.spot(way.other_end(place)).point
            turn = abs(remainder(atan2(y - start.y_m, x - start.x_m) - heading, tau))
            if best is None or (turn, way.road) < best:
                best = (turn, way.road)
        return None if best is None else self.way(best[1])

    def neighbours(self, place: int) -> tuple[int, ...]:
        """Return the places one road away, by id."""
        return tuple(sorted({way.other_end(place) for way in self.leaving(place)}))

    @cached_property
    def _edges(self) -> tuple[Spot, ...]:
        return tuple(sorted((spot for spot in self.spots if spot.home_of is not None), key=lambda s: s.place))

    def homes(self, side: int) -> tuple[Spot, ...]:
        """Return the places where a road leaves the map to this side's rear."""
        return tuple(spot for spot in self._edges if spot.home_of == side)

    def standing(self, road: int, metres: float) -> Position:
        """Return the position at this number of metres along a road: one of its places at its very ends, and never
        beyond them.
        """
        place = self.way(road).place_at(metres)
        return OnRoad(road, round(metres)) if place is None else AtPlace(place)

    def point_of(self, position: Position) -> Point:
        """Return the point at which a position is drawn."""
        if isinstance(position, AtPlace):
            return self.spot(position.place).point
        return self.way(position.road).at(position.metres)

    def straight_m(self, start: Position, end: Position) -> float:
        """Return the distance in metres as the crow flies on the drawn map."""
        (x0, y0), (x1, y1) = self.point_of(start), self.point_of(end)
        return hypot(x1 - x0, y1 - y0)

    def cover_at(self, position: Position) -> Cover:
        return self.spot(position.place).cover if isinstance(position, AtPlace) else self.way(position.road).cover

    def on_hill(self, position: Position) -> bool:
        """Return whether a unit at this position sees from a hill: only at a place that is a hill."""
        return isinstance(position, AtPlace) and self.spot(position.place).hill

    def describe(self, position: Position | None) -> str:
        """Return a position in words: ``Fort Capuzzo``, ``3.2 km from Bir Wair on the track to Musaid`` or ``40 m from
        ...``; ``off the map`` for None.
        """
        if position is None:
            return "off the map"
        if isinstance(position, AtPlace):
            return self.spot(position.place).name
        return self._stretch(position.road).at(position.metres)

    def heading(self, position: OnRoad) -> str:
        """Return in words the road that a position is on, named by its farther end: ``on the track to Musaid``,
        ``across country to Bir Wair``, ``over the ice of Hirvasjarvi to ...``.
        """
        return self._stretch(position.road).heading(position.metres)

    def _stretch(self, road: int) -> Stretch:
        way = self.way(road)
        return Stretch(self.spot(way.a).name, self.spot(way.b).name, way.kind, way.name, way.length_m)

    def headings(self, road: int) -> tuple[str, str]:
        """Return a road in words, named by its one end and by the other."""
        return self._stretch(road).headings

    def as_described(self, position: Position) -> Position:
        """Return the position as closely as ``describe`` gives it: to a hundred metres from the nearer place, and to
        the metre close to it. It is described in the same words.
        """
        if isinstance(position, AtPlace):
            return position
        length = self.way(position.road).length_m
        is_near_b = position.metres > length - position.metres
        metres = length - position.metres if is_near_b else position.metres
        if metres >= DESCRIBED_TO_THE_METRE:
            metres = min(round(1000 * round(metres / 1000, 1)), (length - is_near_b) // 2)
        return self.standing(position.road, length - metres if is_near_b else metres)

    def near(self, position: Position) -> str:
        """Return the name of the place that is nearest by road."""
        if isinstance(position, AtPlace):
            return self.spot(position.place).name
        way = self.way(position.road)
        return self.spot(way.a if 2 * position.metres <= way.length_m else way.b).name

    def nearest_spot(self, point: Point) -> Spot:
        """Return the place nearest to a point as the crow flies; the lower id if two are equally near."""
        return min(self._spots_about(point), key=lambda s: (dist(s.point, point), s.place))

    def _spots_about(self, point: Point) -> Sequence[Spot]:
        """Return a few places, the nearest to the point among them."""
        if len(self.spots) <= FEW:
            return self.spots
        from shapely import Point as Dot

        nearest = self.spots[int(self.dots[1].nearest(Dot(point)))]
        reach = dist(nearest.point, point) + CLOSED_M
        return self.spots_in(point[0] - reach, point[1] - reach, point[0] + reach, point[1] + reach)

    def spots_in(self, west_m: float, south_m: float, east_m: float, north_m: float) -> Sequence[Spot]:
        """Return the places in an upright rectangle, possibly with some just outside it, in the map's order."""
        if len(self.spots) <= FEW:
            return self.spots
        from shapely import box

        return [self.spots[i] for i in sorted(self.dots[1].query(box(west_m, south_m, east_m, north_m)).tolist())]

    def ways_in(self, west_m: float, south_m: float, east_m: float, north_m: float) -> Sequence[Way]:
        """Return the roads that touch an upright rectangle, possibly with some that only pass it, in the map's
        order.
        """
        if len(self.ways) <= FEW:
            return self.ways
        from shapely import box

        return [self.ways[i] for i in sorted(self.lines[1].query(box(west_m, south_m, east_m, north_m)).tolist())]


def nearest_on(start: Point, end: Point, point: Point) -> tuple[float, float]:
    """Return the distance of a straight piece from a point, and the share of its length at which it is nearest."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return dist((start[0] + share * dx, start[1] + share * dy), point), share


@dataclass(frozen=True, slots=True)
class Stretch:
    """A road in words: the names of its ends, its kind, its name and its length in metres."""

    a: str
    b: str
    kind: RoadKind
    name: str
    length_m: int

    def at(self, metres: int) -> str:
        """Return a position on the road, measured from its first end, in words."""
        near, away = (self.b, self.length_m - metres) if self._is_near_b(metres) else (self.a, metres)
        if away <= 0:
            return near
        distance = kilometres(away) if away >= DESCRIBED_TO_THE_METRE else f"{away} m"
        return f"{distance} from {near} {self.heading(metres)}"

    def heading(self, metres: int) -> str:
        """Return the road by its farther end: ``on the track to Musaid``."""
        to_a, to_b = self.headings
        return to_a if self._is_near_b(metres) else to_b

    @property
    def headings(self) -> tuple[str, str]:
        """The road by its one end and by the other."""
        going = f"on the {self.kind.value} to"
        if self.kind is RoadKind.DESERT:
            going = f"over {self.name} to" if self.name.startswith("the ") else "across country to"
        return f"{going} {self.a}", f"{going} {self.b}"

    def _is_near_b(self, metres: int) -> bool:
        return metres > self.length_m - metres


def kilometres(metres: float) -> str:
    """Return metres in words, as in ``3.2 km``."""
    return f"{metres / 1000:.1f} km"
