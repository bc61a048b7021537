"""Location zones: the ground an enemy sees, and the stretches of road that lie in it.

A battalion sees in a circle around itself. How far depends on who looks and on what is looked at: farther from a hill at something
in the open, less far into terrain, at night and in bad weather (OB-LOC-02..04). So every road and every place has its own circle
around the same enemy. A circle is closed: exactly at its edge is inside (OB-WC-091). Stretches are exact, measured on the drawn
line and given in stated metres.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import dist, sqrt
from typing import TYPE_CHECKING

from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, Position
from campaign.theatre.values import CLOSED_M, Point, Spot, Theatre, Way

if TYPE_CHECKING:
    from shapely import STRtree

POINTS_A_BLOCK = 256
"""Enemies asked of the tree at a time, so that a dense map does not list all its pairs at once."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Location ranges of this turn, in metres, with night and bad weather already taken off (OB-LOC-02..04, OB-AMB-049).

    ``hill_m`` from a hill at an enemy in the open who is lower, ``open_m`` at any other enemy in the open, ``terrain_m`` into terrain.
    """

    open_m: float
    hill_m: float
    terrain_m: float

    def range_m(self, *, from_hill: bool, cover: Cover, on_hill: bool = False) -> float:
        """How far a unit is located. A target that is itself on a hill is not lower (OB-AMB-047)."""
        if cover is Cover.TERRAIN:
            return self.terrain_m
        return self.hill_m if from_hill and not on_hill else self.open_m

    @property
    def longest_m(self) -> float:
        """No unit is located beyond this."""
        return max(self.open_m, self.hill_m, self.terrain_m)


@dataclass(frozen=True, slots=True)
class Watcher:
    """A unit that stands somewhere and sees. ``on_hill`` when it stands on a hill place."""

    unit: int
    name: str
    side: int
    point: Point
    on_hill: bool = False

    @classmethod
    def at(cls, theatre: Theatre, unit: int, name: str, side: int, position: Position) -> Watcher:
        """A unit standing at this position."""
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
    """A stretch of a road inside one zone or several that run into each other, and whose they are."""

    road: int
    from_m: float
    to_m: float
    units: tuple[int, ...]


def inside(way: Way, centre: Point, range_m: float) -> list[tuple[float, float]]:
    """The stretches of a road within ``range_m`` of a point, in stated metres; a single point of contact is a stretch of length 0."""
    reach = range_m + CLOSED_M
    found: list[tuple[float, float]] = []
    for from_m, to_m, here, there in way.pieces():
        span = _inside_piece(here, there, centre, reach)
        if span is None:
            continue
        length = to_m - from_m
        start, end = from_m + span[0] * length, from_m + span[1] * length
        if _only_touches(here, there, centre, range_m):
            start = end = (start + end) / 2
        if found and start - found[-1][1] <= CLOSED_M:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def _inside_piece(here: Point, there: Point, centre: Point, reach: float) -> tuple[float, float] | None:
    """The part of a straight piece inside a circle, as shares of its length."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    wx, wy = centre[0] - here[0], centre[1] - here[1]
    length = sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return (0.0, 1.0) if dist(here, centre) <= reach else None
    along = (wx * dx + wy * dy) / length
    aside = (wx * dy - wy * dx) / length
    half_chord = reach * reach - aside * aside
    if half_chord < 0.0:
        return None
    half = sqrt(half_chord)
    start, end = max(0.0, (along - half) / length), min(1.0, (along + half) / length)
    return (start, end) if start <= end else None


def _only_touches(here: Point, there: Point, centre: Point, range_m: float) -> bool:
    """The straight piece comes exactly to the edge of the circle and no nearer."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    length = sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return False
    aside = abs((centre[0] - here[0]) * dy - (centre[1] - here[1]) * dx) / length
    return aside >= range_m


def in_zone(watcher: Watcher, spot: Spot, sight: Sight) -> bool:
    """Would a unit standing at this place be located by the watcher?"""
    return dist(watcher.point, spot.point) <= sight.range_m(from_hill=watcher.on_hill, cover=spot.cover, on_hill=spot.hill) + CLOSED_M


@dataclass(frozen=True)
class Zones:
    """All location zones of one side's enemies on the map this turn: what they cut, and who does."""

    theatre: Theatre
    watchers: tuple[Watcher, ...]
    sight: Sight

    @cached_property
    def by_unit(self) -> dict[int, Watcher]:
        """Watchers by unit id."""
        return {watcher.unit: watcher for watcher in self.watchers}

    @cached_property
    def cuts(self) -> dict[int, tuple[Cut, ...]]:
        """Every stretch of every road in somebody's zone, one a zone, by road."""
        ways = sorted(self.theatre.ways, key=lambda w: w.road)
        found: dict[int, list[Cut]] = {}
        for i, watcher in _near(_line_tree(ways), self.watchers, self.sight.longest_m):
            way = ways[i]
            range_m = self.sight.range_m(from_hill=watcher.on_hill, cover=way.cover)
            found.setdefault(way.road, []).extend(Cut(way.road, a, b, watcher.unit) for a, b in inside(way, watcher.point, range_m))
        return {road: tuple(sorted(cuts, key=lambda c: (c.from_m, c.to_m, c.unit))) for road, cuts in sorted(found.items()) if cuts}

    @cached_property
    def stretches(self) -> dict[int, tuple[Stretch, ...]]:
        """The union of the zones on each road."""
        return {road: union(cuts) for road, cuts in self.cuts.items()}

    @cached_property
    def seen_places(self) -> dict[int, tuple[int, ...]]:
        """Places in a zone, with the units whose zone it is."""
        spots = sorted(self.theatre.spots, key=lambda s: s.place)
        found: dict[int, list[int]] = {}
        for i, watcher in _near(_point_tree(spots), self.watchers, self.sight.longest_m):
            if in_zone(watcher, spots[i], self.sight):
                found.setdefault(spots[i].place, []).append(watcher.unit)
        return {place: tuple(sorted(units)) for place, units in sorted(found.items())}

    def over(self, position: Position) -> tuple[int, ...]:
        """The units in whose zone somebody standing here is."""
        if isinstance(position, AtPlace):
            return self.seen_places.get(position.place, ())
        here = position.metres
        cuts = self.cuts.get(position.road, ())
        return tuple(sorted({c.unit for c in cuts if c.from_m - CLOSED_M <= here <= c.to_m + CLOSED_M}))


def union(cuts: Iterable[Cut]) -> tuple[Stretch, ...]:
    """Cuts of one road run together where they meet."""
    merged: list[Stretch] = []
    for cut in sorted(cuts, key=lambda c: (c.from_m, c.to_m, c.unit)):
        if merged and cut.from_m <= merged[-1].to_m + CLOSED_M:
            last = merged[-1]
            merged[-1] = Stretch(last.road, last.from_m, max(last.to_m, cut.to_m), tuple(sorted({*last.units, cut.unit})))
        else:
            merged.append(Stretch(cut.road, cut.from_m, cut.to_m, (cut.unit,)))
    return tuple(merged)


def _line_tree(ways: Sequence[Way]) -> STRtree:
    from shapely import LineString, STRtree

    return STRtree([LineString(way.points) for way in ways])


def _point_tree(spots: Sequence[Spot]) -> STRtree:
    from shapely import STRtree, points

    return STRtree(points([spot.point for spot in spots]) if spots else [])


def _near(tree: STRtree, watchers: Sequence[Watcher], reach_m: float) -> Iterable[tuple[int, Watcher]]:
    """Pairs of an index in the tree and a watcher nearer than the longest range."""
    from shapely import points

    for start in range(0, len(watchers), POINTS_A_BLOCK):
        block = watchers[start : start + POINTS_A_BLOCK]
        hits = tree.query(points([w.point for w in block]), predicate="dwithin", distance=reach_m + 2 * CLOSED_M)
        for watcher, target in zip(hits[0].tolist(), hits[1].tolist(), strict=True):
            yield target, block[watcher]
