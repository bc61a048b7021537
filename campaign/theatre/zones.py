"""Location zones: the ground an enemy sees, and the stretches of road that lie in it.

A battalion sees in a circle around itself. The distance depends on observer and target: farther from a hill at a target
in the open, less far into terrain, at night and in bad weather (OB-LOC-02..04). So every road and every place has its
own circle around the same enemy. A circle is closed: exactly at its edge is inside (OB-WC-091). Stretches are exact,
measured on the drawn line and given in stated metres.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from math import dist, inf, sqrt
from typing import TYPE_CHECKING, Generic, TypeVar

from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, Position
from campaign.theatre.values import CLOSED_M, Drawn, Point, Theatre, Way
from campaign.values import dataclass, replace

if TYPE_CHECKING:
    from numpy import float64, int64, intp
    from numpy.typing import NDArray

Part = TypeVar("Part")

Faced = tuple[tuple[int, float], ...]
"""Enemies (unit ids) in whose location range an end of a supply link is, each with the metres to the nearest end."""

POINTS_A_BLOCK = 256  # For speed alone.
"""The number of enemies passed to the tree at a time, so that a dense map does not list all its pairs at once."""

HAIR_M = 1e-3  # Far above the rounding of floats.
"""The distance to the edge of a zone within which a road is measured exactly."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Location ranges of this turn, in metres, with night and bad weather already taken off (OB-LOC-02..04,
    OB-AMB-049).

    ``hill_m`` from a hill at an enemy in the open that is lower, ``open_m`` at any other enemy in the open,
    ``terrain_m`` into terrain.
    """

    open_m: float
    hill_m: float
    terrain_m: float

    def range_m(self, *, from_hill: bool, cover: Cover, on_hill: bool = False) -> float:
        """Return the distance at which a unit is located. A target that is itself on a hill is not lower
        (OB-AMB-047).
        """
        if cover is Cover.TERRAIN:
            return self.terrain_m
        return self.hill_m if from_hill and not on_hill else self.open_m

    @property
    def longest_m(self) -> float:
        """The distance in metres beyond which no unit is located."""
        return max(self.open_m, self.hill_m, self.terrain_m)


@dataclass(frozen=True, slots=True)
class Watcher:
    """A unit at a position from which it sees. ``on_hill``: it is on a hill place. ``within_m``: only ground nearer
    than this counts.
    """

    unit: int
    name: str
    side: int
    point: Point
    on_hill: bool = False
    within_m: float = inf

    @classmethod
    def at(cls, theatre: Theatre, unit: int, name: str, side: int, position: Position) -> Watcher:
        return cls(unit, name, side, theatre.point_of(position), theatre.on_hill(position))


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of a road, in stated metres, inside the location range of one enemy."""

    road: int
    from_m: float
    to_m: float
    unit: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of road inside one or more overlapping zones, with the units whose zones they are."""

    road: int
    from_m: float
    to_m: float
    units: tuple[int, ...]


def inside(way: Way, centre: Point, range_m: float) -> list[tuple[float, float]]:
    """Return the stretches of a road within ``range_m`` of a point, in stated metres; a single point of contact is a
    stretch of length 0.
    """
    reach = range_m + CLOSED_M
    points: list[tuple[float, float]] = []
    for from_m, to_m, start, end in way.pieces():
        span = _inside_piece(start, end, centre, reach)
        if span is None:
            continue
        length = to_m - from_m
        enters_m, leaves_m = from_m + span[0] * length, from_m + span[1] * length
        if _only_touches(start, end, centre, range_m):
            enters_m = leaves_m = (enters_m + leaves_m) / 2
        if points and enters_m - points[-1][1] <= CLOSED_M:
            points[-1] = (points[-1][0], max(points[-1][1], leaves_m))
        else:
            points.append((enters_m, leaves_m))
    return points


def _inside_piece(start: Point, end: Point, centre: Point, reach: float) -> tuple[float, float] | None:
    """Return the part of a straight piece inside a circle, as shares of its length; None if none is."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    wx, wy = centre[0] - start[0], centre[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return (0.0, 1.0) if dist(start, centre) <= reach else None
    along = (wx * dx + wy * dy) / length
    aside = (wx * dy - wy * dx) / length
    half_chord = reach * reach - aside * aside
    if half_chord < 0.0:
        return None
    half = sqrt(half_chord)
    low, high = max(0.0, (along - half) / length), min(1.0, (along + half) / length)
    return (low, high) if low <= high else None


def _only_touches(start: Point, end: Point, centre: Point, range_m: float) -> bool:
    """Return whether the straight piece comes exactly to the edge of the circle and no nearer."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return False
    aside = abs((centre[0] - start[0]) * dy - (centre[1] - start[1]) * dx) / length
    return aside >= range_m


@dataclass(frozen=True)
class Zones:
    """All location zones of one side's enemies on the map this turn: the ground they cut, and the units that cut it."""

    theatre: Theatre
    watchers: tuple[Watcher, ...]
    sight: Sight

    @classmethod
    def against(cls, theatre: Theatre, enemies: Iterable[Watcher], side: int, sight: Sight) -> Zones:
        """Return the zones of all units of other sides."""
        return cls(theatre, tuple(sorted((e for e in enemies if e.side != side), key=lambda e: e.unit)), sight)

    def faced_from(self, ends: Iterable[Position]) -> Faced:
        """Return the enemies whose zones cover one of these positions or its first step, with their distances."""
        apart: dict[int, float] = {}
        for end in ends:
            point = self.theatre.point_of(end)
            for unit in self.at_the_first_step(end):
                apart[unit] = min(apart.get(unit, inf), dist(self.by_unit[unit].point, point))
        return tuple(sorted(apart.items()))

    def beyond(self, faced: Faced) -> Zones:
        """Return the zones in which enemies that a path faces from one of its ends count only as far as that end: the
        path begins in their location range and does not enter it, unless it comes nearer to them.
        """
        if not faced:
            return self
        metres = dict(faced)
        watchers = (
            replace(watcher, within_m=metres.get(watcher.unit, inf) - HAIR_M)
            for watcher in self.watchers
            if metres.get(watcher.unit, inf) > 2 * HAIR_M
        )
        return Zones(self.theatre, tuple(watchers), self.sight)

    @cached_property
    def by_unit(self) -> dict[int, Watcher]:
        """The watchers by unit id."""
        return {watcher.unit: watcher for watcher in self.watchers}

    @cached_property
    def cuts(self) -> Mapping[int, tuple[Cut, ...]]:
        """The stretches of each road in each enemy's zone, by road, measured on first use."""
        holders = self._holders
        return ByRoad(holders.slices, partial(_cuts_of, self.theatre, self.watchers, self.sight, holders))

    @cached_property
    def stretches(self) -> Mapping[int, tuple[Stretch, ...]]:
        """The closed stretches of each road: the zones on it, joined where they overlap."""
        cuts = self.cuts
        return ByRoad(self._holders.slices, lambda road: union(cuts[road]))

    @cached_property
    def _holders(self) -> _Seen:
        """The roads that a zone touches, with the watchers of those zones."""
        import numpy as np

        ways = self.theatre.ways
        rows, eyes, apart = _near(self.theatre.lines, self.watchers, self.sight.longest_m)
        reach = np.array(
            [
                [self.sight.range_m(from_hill=hill, cover=cover) for cover in (Cover.OPEN, Cover.TERRAIN)]
                for hill in (False, True)
            ]
        )
        range_m = np.minimum(reach[self._on_hill[eyes], self.theatre.in_terrain[rows]], self._within_m[eyes])
        touched = apart <= range_m - HAIR_M
        for pair in np.flatnonzero(np.abs(apart - range_m) <= HAIR_M).tolist():
            touched[pair] = bool(inside(ways[rows[pair]], self.watchers[eyes[pair]].point, float(range_m[pair])))
        roads = np.array([ways[row].road for row in rows[touched].tolist()], dtype=np.int64)
        return _Seen(roads, eyes[touched])

    @cached_property
    def seen_places(self) -> Mapping[int, tuple[int, ...]]:
        """The places in a zone, with the units whose zone it is."""
        import numpy as np

        spots, sight = self.theatre.spots, self.sight
        rows, eyes, apart = _near(self.theatre.dots, self.watchers, sight.longest_m)
        reach = np.array(
            [
                [
                    sight.range_m(from_hill=hill, cover=cover, on_hill=on_hill)
                    for cover in (Cover.OPEN, Cover.TERRAIN)
                    for on_hill in (False, True)
                ]
                for hill in (False, True)
            ]
        )
        range_m = np.minimum(reach[self._on_hill[eyes], self.theatre.looks[rows]], self._within_m[eyes])
        located = apart <= range_m + CLOSED_M
        places = np.array([spots[row].place for row in rows[located].tolist()], dtype=np.int64)
        seen, watchers = _Seen(places, eyes[located]), self.watchers
        return ByRoad(seen.slices, lambda place: tuple(sorted(watchers[eye].unit for eye in seen[place])))

    def places_without(self, some: Zones) -> frozenset[int]:
        """Return the places in the zones of watchers other than these."""
        units = some.by_unit.keys()
        return frozenset(self.seen_places) - {at for at in some.seen_places if units >= set(self.seen_places[at])}

    def stretches_without(self, some: Zones) -> Mapping[int, tuple[Stretch, ...]]:
        """Return the union of the zones of watchers other than these; few roads are touched by theirs."""
        cuts, units = self.cuts, some.by_unit.keys()
        others = {road: tuple(cut for cut in cuts[road] if cut.unit not in units) for road in some.cuts}
        roads = frozenset(cuts) - {road for road, remaining in others.items() if not remaining}
        return ByRoad(roads, lambda road: union(others.get(road) or cuts[road]))

    @cached_property
    def _on_hill(self) -> NDArray[intp]:
        """The flags of the watchers: 1 on a hill, otherwise 0."""
        import numpy as np

        return np.array([watcher.on_hill for watcher in self.watchers], dtype=np.intp)

    @cached_property
    def _within_m(self) -> NDArray[float64]:
        """The distances within which the ground counts, of each watcher."""
        import numpy as np

        return np.array([watcher.within_m for watcher in self.watchers], dtype=np.float64)

    def over(self, position: Position) -> tuple[int, ...]:
        """Return the units whose zones cover this position."""
        if isinstance(position, AtPlace):
            return self.seen_places.get(position.place, ())
        return self._holding(position.road, position.metres)

    def at_the_first_step(self, position: Position) -> tuple[int, ...]:
        """Return the units whose zones cover this position, or its first step: on leaving a wood or a town a unit comes
        onto a road that is seen from farther off.
        """
        if not isinstance(position, AtPlace):
            return self.over(position)
        ways = self.theatre.leaving(position.place)
        ends = ((way.road, 0 if way.a == position.place else way.length_m) for way in ways)
        outside = (unit for road, metres in ends for unit in self._holding(road, metres))
        return tuple(sorted({*self.over(position), *outside}))

    def _holding(self, road: int, metres: float) -> tuple[int, ...]:
        cuts = self.cuts.get(road, ())
        return tuple(sorted({c.unit for c in cuts if c.from_m - CLOSED_M <= metres <= c.to_m + CLOSED_M}))


def union(cuts: Iterable[Cut]) -> tuple[Stretch, ...]:
    """Return the cuts of one road, joined where they meet."""
    merged: list[Stretch] = []
    for cut in sorted(cuts, key=lambda c: (c.from_m, c.to_m, c.unit)):
        if merged and cut.from_m <= merged[-1].to_m + CLOSED_M:
            last = merged[-1]
            merged[-1] = Stretch(
                last.road, last.from_m, max(last.to_m, cut.to_m), tuple(sorted({*last.units, cut.unit}))
            )
        else:
            merged.append(Stretch(cut.road, cut.from_m, cut.to_m, (cut.unit,)))
    return tuple(merged)


class _Seen:
    """The watchers that see each road or place, by its id: pairs that are sorted once and read as slices."""

    def __init__(self, ids: NDArray[int64], eyes: NDArray[intp]) -> None:
        import numpy as np

        order = np.lexsort((eyes, ids))
        ids, begins = np.unique(ids[order], return_index=True)
        ends = [*begins[1:].tolist(), len(order)]
        self.eyes = eyes[order]
        self.slices: dict[int, tuple[int, int]] = (
            dict(zip(ids.tolist(), zip(begins.tolist(), ends, strict=True), strict=True)) if len(order) else {}
        )

    def __getitem__(self, ident: int) -> list[int]:
        begin, end = self.slices[ident]
        eyes: list[int] = self.eyes[begin:end].tolist()
        return eyes


def _cuts_of(theatre: Theatre, watchers: Sequence[Watcher], sight: Sight, holders: _Seen, road: int) -> tuple[Cut, ...]:
    """Return the stretches of one road in enemy zones. It keeps parts of the zones and not the zones: a circle of
    references would keep the whole map in memory until the garbage collector runs.
    """
    way = theatre.way(road)
    cuts = [
        Cut(road, a, b, watcher.unit)
        for watcher in map(watchers.__getitem__, holders[road])
        for a, b in inside(
            way, watcher.point, min(sight.range_m(from_hill=watcher.on_hill, cover=way.cover), watcher.within_m)
        )
    ]
    return tuple(sorted(cuts, key=lambda c: (c.from_m, c.to_m, c.unit)))


class ByRoad(Mapping[int, tuple[Part, ...]], Generic[Part]):
    """The parts of roads by road (or watchers at places, by place), worked out on first use. ``roads``: the roads that
    exist.
    """

    def __init__(self, roads: Collection[int], parts_of: Callable[[int], tuple[Part, ...]]) -> None:
        self.roads, self._parts_of = roads, parts_of
        self._known: dict[int, tuple[Part, ...]] = {}

    def __getitem__(self, road: int) -> tuple[Part, ...]:
        if road not in self._known:
            if road not in self.roads:
                raise KeyError(road)
            self._known[road] = self._parts_of(road)
        return self._known[road]

    def __contains__(self, road: object) -> bool:
        return road in self.roads

    def __iter__(self) -> Iterator[int]:
        return iter(self.roads)

    def __len__(self) -> int:
        return len(self.roads)


def _near(
    drawn: Drawn, watchers: Sequence[Watcher], reach_m: float
) -> tuple[NDArray[intp], NDArray[intp], NDArray[float64]]:
    """Return lines or points of the map nearer to a watcher than the longest range: the row of each, the row of the
    watcher, and the distance.
    """
    import numpy as np
    from shapely import distance, points

    shapes, tree = drawn
    eyes = np.empty(len(watchers), dtype=np.object_)
    if watchers:
        eyes[:] = points([watcher.point for watcher in watchers])
    result = []
    for start in range(0, len(eyes), POINTS_A_BLOCK):
        hits = tree.query(eyes[start : start + POINTS_A_BLOCK], predicate="dwithin", distance=reach_m + 2 * CLOSED_M)
        hits[0] += start
        result.append(hits)
    seers, rows = np.concatenate(result, axis=1) if result else np.empty((2, 0), dtype=np.intp)
    return rows, seers, np.asarray(distance(eyes[seers], shapes[rows]))
