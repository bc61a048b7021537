"""Battle tables: the piece of map that a battle is fought on (umpire 1.4); the choice of contacts is a rule in
``rules.day.contact``.

A table is a rectangle of the map with north up. Inches count from its west and its south edge, at the system's scale
(Brevity: 8 inches a kilometre).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import ceil, dist, inf

from campaign.terms.ground import RoadKind
from campaign.terms.position import Position
from campaign.theatre.legs import OPEN, Closed
from campaign.theatre.road_graph import Reach
from campaign.theatre.values import CLOSED_M, TURN_SECONDS, Point, Rates, Theatre, Way
from campaign.values import dataclass, replace


class Edge(StrEnum):
    """An edge of the table; north is up."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


@dataclass(frozen=True, slots=True)
class TableSize:
    """The size of a system's table, in metres of ground, and its inches a kilometre (Brevity: 5 x 12 km, 8)."""

    short_m: float
    long_m: float
    inches_a_km: float = 8.0  # OB-SCL-01; other systems give their own.


@dataclass(frozen=True, slots=True)
class Table:
    """A rectangle of the map. ``west_m, south_m`` are its lower left corner, ``width_m`` its size east to west,
    ``depth_m`` south to north.
    """

    west_m: float
    south_m: float
    width_m: float
    depth_m: float
    inches_a_km: float

    @property
    def east_m(self) -> float:
        """The east coordinate of the table's right edge, in metres."""
        return self.west_m + self.width_m

    @property
    def north_m(self) -> float:
        """The north coordinate of the table's upper edge, in metres."""
        return self.south_m + self.depth_m

    def holds(self, point: Point) -> bool:
        """Return whether this point of the map is on the table, edges included."""
        return self.west_m <= point[0] <= self.east_m and self.south_m <= point[1] <= self.north_m

    def inches(self, point: Point) -> tuple[float, float]:
        """Return the inches from its west and from its south edge, to a tenth."""
        scale = self.inches_a_km / 1000
        return round((point[0] - self.west_m) * scale, 1), round((point[1] - self.south_m) * scale, 1)


@dataclass(frozen=True, slots=True)
class Entry:
    """The point where a road crosses the edge: ``inch`` along the edge from its west or south corner, ``metres`` along
    the road from its first end; ``to`` names the place beyond the edge, ``name`` the road.
    """

    road: int
    edge: Edge
    inch: float
    metres: float
    to: str
    name: str


@dataclass(frozen=True, slots=True)
class OnTable:
    """A place on the table, in inches from its west and south edges."""

    place: int
    name: str
    x_in: float
    y_in: float


@dataclass(frozen=True, slots=True)
class RoadOnTable:
    """A road's line on the table, in inches from the west and south edges."""

    road: int
    name: str
    kind: RoadKind
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Gun:
    """A battery off the table, with its artillery range."""

    unit: int
    side: int
    point: Point
    range_m: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that might march to the battle."""

    unit: int
    side: int
    position: Position
    rates: Rates
    barred: frozenset[str] = frozenset()
    """The keys of bridges and other blocks that it cannot use though others can."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A unit that can come on: ``turn`` 1 is the first turn of the battle; ``edge`` and ``inch`` the point where its
    road crosses the edge.
    """

    unit: int
    turn: int
    hours: float
    edge: Edge
    inch: float
    road: int


def _spread(points: Sequence[Point]) -> tuple[float, float]:
    """Return the extent of these points east to west and north to south."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return max(xs) - min(xs), max(ys) - min(ys)


def _middle(points: Sequence[Point]) -> Point:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def lay(points: Sequence[Point], size: TableSize) -> Table:
    """Return the table around a battle: both have the same middle, and the long side lies east to west unless a turn by
    90 degrees leaves more room at the tightest edge.
    """
    wide, deep = _spread(points)
    along = min(size.long_m - wide, size.short_m - deep)
    across = min(size.short_m - wide, size.long_m - deep)
    width, depth = (size.long_m, size.short_m) if along >= across else (size.short_m, size.long_m)
    x, y = _middle(points)
    return Table(x - width / 2, y - depth / 2, width, depth, size.inches_a_km)


def entries(theatre: Theatre, table: Table) -> tuple[Entry, ...]:
    """Return the points where roads cross the edge, clockwise from the north-west corner."""
    entries: list[Entry] = []
    for way in _ways(theatre, table):
        for from_m, to_m in spans(way, table):
            if from_m > 0:
                entries.append(_entry(theatre, table, way, from_m, way.a))
            if to_m < way.length_m:
                entries.append(_entry(theatre, table, way, to_m, way.b))
    order = list(Edge)
    clockwise = {Edge.NORTH: 1, Edge.EAST: -1, Edge.SOUTH: -1, Edge.WEST: 1}
    return tuple(sorted(entries, key=lambda e: (order.index(e.edge), clockwise[e.edge] * e.inch, e.road)))


def _ways(theatre: Theatre, table: Table) -> list[Way]:
    """Return the roads that may lie on the table, by id."""
    return sorted(theatre.ways_in(table.west_m, table.south_m, table.east_m, table.north_m), key=lambda w: w.road)


def _entry(theatre: Theatre, table: Table, way: Way, metres: float, beyond: int) -> Entry:
    point = way.at(metres)
    x_in, y_in = table.inches(point)
    gaps = {
        Edge.NORTH: abs(table.north_m - point[1]),
        Edge.EAST: abs(table.east_m - point[0]),
        Edge.SOUTH: abs(table.south_m - point[1]),
        Edge.WEST: abs(table.west_m - point[0]),
    }
    edge = min(gaps, key=lambda e: (round(gaps[e], 3), list(Edge).index(e)))
    inch = x_in if edge in (Edge.NORTH, Edge.SOUTH) else y_in
    name = way.name or way.kind.words
    return Entry(way.road, edge, round(inch, 1), metres, theatre.spot(beyond).name, name)


def spans(way: Way, table: Table) -> list[tuple[float, float]]:
    """Return the parts of a road on the table, in stated metres from its first end."""
    points: list[tuple[float, float]] = []
    for from_m, to_m, low_point, high_point in way.pieces():
        clip = _clip(low_point, high_point, table)
        if clip is None:
            continue
        start, end = from_m + clip[0] * (to_m - from_m), from_m + clip[1] * (to_m - from_m)
        if points and start - points[-1][1] <= 1e-6:
            points[-1] = (points[-1][0], end)
        else:
            points.append((start, end))
    return [(start, end) for start, end in points if end - start > 1e-6]


def _clip(low_point: Point, high_point: Point, table: Table) -> tuple[float, float] | None:
    """Return the share of a straight piece inside the rectangle; None if none is."""
    low, high = 0.0, 1.0
    bounds = (
        (low_point[0], high_point[0], table.west_m, table.east_m),
        (low_point[1], high_point[1], table.south_m, table.north_m),
    )
    for start, end, least, most in bounds:
        if start == end:
            if not least <= start <= most:
                return None
            continue
        shares = sorted(((least - start) / (end - start), (most - start) / (end - start)))
        low, high = max(low, shares[0]), min(high, shares[1])
    return (low, high) if low <= high else None


def places_on_table(theatre: Theatre, table: Table) -> tuple[OnTable, ...]:
    near = theatre.spots_in(table.west_m, table.south_m, table.east_m, table.north_m)
    on = [spot for spot in sorted(near, key=lambda s: s.place) if table.holds(spot.point)]
    return tuple(OnTable(spot.place, spot.name, *table.inches(spot.point)) for spot in on)


def roads_on_table(theatre: Theatre, table: Table) -> tuple[RoadOnTable, ...]:
    """Return the drawn lines of all roads on the table, in inches, by id; a road that leaves it and comes back has two
    lines.
    """
    road_on_tables: list[RoadOnTable] = []
    for way in _ways(theatre, table):
        for from_m, to_m in spans(way, table):
            bends = [p for mark, p in zip(way.milestones, way.points, strict=True) if from_m < mark < to_m]
            line = [way.at(from_m), *bends, way.at(to_m)]
            road_on_tables.append(RoadOnTable(way.road, way.name, way.kind, tuple(table.inches(p) for p in line)))
    return tuple(road_on_tables)


def guns_in_range(guns: Sequence[Gun], table: Table, fight: Sequence[Point]) -> tuple[tuple[int, float], ...]:
    """Return the batteries off the table that reach the battle, with the distance to its nearest point in metres, the
    nearest first.
    """
    distances = ((gun, min((dist(gun.point, point) for point in fight), default=inf)) for gun in guns)
    reaching = [
        (distance, gun.unit)
        for gun, distance in distances
        if not table.holds(gun.point) and distance <= gun.range_m + CLOSED_M
    ]
    return tuple((unit, distance) for distance, unit in sorted(reaching))


def arrivals(
    theatre: Theatre, table: Table, candidates: Sequence[Candidate], turns: int, closed: Closed = OPEN
) -> tuple[Arrival, ...]:
    """Return the units off the table that can march to one of its edges within this many turns, with the turn and the
    edge, the earliest first.

    Each takes its fastest road; only what ``closed`` names can stop it here. A road takes as long both ways, so one
    search from the edges outward serves all units that march alike.
    """
    groups: dict[tuple[Rates, frozenset[str]], list[Candidate]] = {}
    for candidate in sorted(candidates, key=lambda c: c.unit):
        if not table.holds(theatre.point_of(candidate.position)):
            groups.setdefault((candidate.rates, candidate.barred), []).append(candidate)
    gates = entries(theatre, table) if groups else ()
    ends = [theatre.standing(gate.road, gate.metres) for gate in gates]
    arrivals: list[Arrival] = []
    for (rates, barred), alike in groups.items():
        ground = replace(closed, barred=closed.barred | barred)
        outward = Reach(theatre, ends, rates, ground, turns * TURN_SECONDS)
        ways = ((candidate, outward.arrival(candidate.position)) for candidate in alike)
        arrivals += [_arrival(candidate, gates[ends.index(way[0])], way[1]) for candidate, way in ways if way]
    return tuple(sorted(arrivals, key=lambda a: (a.hours, a.unit)))


def _arrival(candidate: Candidate, gate: Entry, seconds: float) -> Arrival:
    turn = max(1, ceil(seconds / TURN_SECONDS - 1e-9))
    return Arrival(candidate.unit, turn, seconds / 3600, gate.edge, gate.inch, gate.road)
