"""Retreat: half a turn's march along the shortest road to headquarters or home edge, outside enemy location range
(umpire 1.8).

A beaten unit is usually in the zones of the units that beat it, or comes into them as it leaves its cover. It may leave
these zones, as long as no step brings it nearer to one of those units; it may not enter any other zone, or go back into
one of these. It never crosses a blown bridge, nor a place that the enemy owns, and its halt may not be farther by road
from its goal than its position before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from math import hypot, inf
from typing import ClassVar

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import BY_LENGTH, Closed, Leg, Route, closing
from campaign.theatre.road_graph import Reach, fastest, nearest_ahead
from campaign.theatre.routes import end_of, first_part
from campaign.theatre.values import TURN_SECONDS, Point, Rates, Theatre, Way
from campaign.theatre.zones import Watcher, Zones
from campaign.values import dataclass, field, replace

HALF_A_TURN = 0.5  # umpire 1.8.
"""The turns of march that a beaten unit goes back."""
# For speed alone: a second and a third goal are found by a search that ends there, too, and not by a tree of the whole
# map.
ONE_BY_ONE = 4
"""The number of goals, the nearest, that each have a search of their own."""


@dataclass(frozen=True, slots=True)
class Retreat:
    """A retreat: the unit marches ``legs`` and halts at ``end``, heading for ``towards``; ``length_m`` is the length of
    the whole road there.
    """

    legs: tuple[Leg, ...]
    end: Position
    towards: str
    length_m: float
    route: Route


@dataclass(frozen=True)
class _Outward(Closed):
    """The closed zones for a retreat, except that the zones of ``holders``, which the unit is in or enters as it leaves
    cover, may be left by going away from them. ``start`` and ``shut``: roads, with the directions on them, by which it
    may not set out.
    """

    one_way: ClassVar[bool] = True
    holders: tuple[Watcher, ...] = ()
    holder_zones: Zones | None = None
    start: Position | None = None
    shut: frozenset[tuple[int, bool]] = field(default_factory=frozenset)

    @cached_property
    def directed_roads(self) -> Collection[int]:
        """The roads in the zones of the holders, and those by which the unit may not set out."""
        held = () if self.holder_zones is None else self.holder_zones.stretches
        return frozenset(held).union(road for road, _ in self.shut)

    def lets(self, way: Way, from_m: float, to_m: float) -> bool:
        """Return whether this part of the road is open, and leads away from each holder wherever it is in the holder's
        zone.
        """
        rising = to_m >= from_m
        if self._sets_out(way, from_m) and (way.road, rising) in self.shut:
            return False
        if not Closed.lets(self, way, from_m, to_m) or self.holder_zones is None:
            return False
        for stretch in closing(way, from_m, to_m, Closed(stretches=self.holder_zones.stretches)):
            low, high = max(stretch.from_m, min(from_m, to_m)), min(stretch.to_m, max(from_m, to_m))
            if high > low and not _leads_away(
                way, low, high, rising, [w for w in self.holders if w.unit in stretch.units]
            ):
                return False
        return True

    def _sets_out(self, way: Way, from_m: float) -> bool:
        if isinstance(self.start, OnRoad):
            return self.start.road == way.road and self.start.metres == from_m
        return isinstance(self.start, AtPlace) and (way.a if from_m <= 0 else way.b) == self.start.place


def _leads_away(way: Way, low: float, high: float, rising: bool, holders: Sequence[Watcher]) -> bool:
    """Return whether no step on this part of the road brings the unit nearer to any holder."""
    for low_point, high_point in _drawn(way, low, high):
        p, q = (low_point, high_point) if rising else (high_point, low_point)
        dx, dy = q[0] - p[0], q[1] - p[1]
        for holder in holders:
            x, y = p[0] - holder.point[0], p[1] - holder.point[1]
            if x * dx + y * dy < -1e-9 * hypot(dx, dy) * max(1.0, hypot(x, y)):
                return False
    return True


def _drawn(way: Way, low: float, high: float) -> Iterator[tuple[Point, Point]]:
    for from_m, to_m, _, _ in way.pieces():
        if max(from_m, low) < min(to_m, high):
            yield way.at(max(from_m, low)), way.at(min(to_m, high))


def _leaving(
    theatre: Theatre,
    start: Position,
    zones: Zones,
    hostile: AbstractSet[int] = frozenset(),
    barred: frozenset[str] = frozenset(),
) -> _Outward:
    """Return the closed ground for a unit that may leave the zones it is in, and its place, even if the enemy owns
    that.
    """
    at_start = {start.place} if isinstance(start, AtPlace) else set()
    holder_zones = Zones(theatre, tuple(zones.by_unit[unit] for unit in zones.at_the_first_step(start)), zones.sight)
    return _Outward(
        places=zones.places_without(holder_zones) | (hostile - at_start),
        stretches=zones.stretches_without(holder_zones),
        barred=barred,
        holders=holder_zones.watchers,
        holder_zones=holder_zones,
        start=start,
    )


def _ways_out(theatre: Theatre, start: Position) -> list[tuple[int, bool]]:
    """Return the roads and directions by which a unit can set out."""
    if isinstance(start, OnRoad):
        return [(start.road, False), (start.road, True)]
    ways = theatre.leaving(start.place)
    return [(w.road, True) for w in ways if w.a == start.place] + [(w.road, False) for w in ways if w.b == start.place]


def retreats(
    theatre: Theatre,
    start: Position,
    side: int,
    rates: Rates,
    zones: Zones,
    headquarters: Sequence[tuple[str, Position]] = (),
    turns: float = HALF_A_TURN,
    *,
    hostile: AbstractSet[int] = frozenset(),
    barred: frozenset[str] = frozenset(),
    one_is_enough: bool = False,
) -> tuple[Retreat, ...]:
    """Return all roads of retreat, one for each way to set out, the shortest first; empty if the unit is cut off.

    ``rates`` are those of a whole turn; ``zones`` those of its enemies; ``headquarters`` the names and positions of its
    own; ``hostile`` the places that an enemy owns; ``barred`` the keys of bridges and other blocks that this unit
    cannot use; ``one_is_enough``: stop the search at the first. The end lies outside every enemy's range.
    """
    homes = [(spot.name, AtPlace(spot.place)) for spot in theatre.homes(side)]
    goals = {goal: name for name, goal in reversed([*headquarters, *homes]) if goal != start and not zones.over(goal)}
    closed, exits = _leaving(theatre, start, zones, hostile, barred), _ways_out(theatre, start)
    retreats: dict[Position, Retreat] = {}
    for way_out in exits:
        if one_is_enough and retreats:
            break
        only = replace(closed, shut=frozenset(exits) - {way_out})
        for route, name in _nearest_first(theatre, start, goals, only):
            legs = first_part(route, rates, turns * TURN_SECONDS)
            end = end_of(theatre, start, legs)
            if not legs or zones.over(end) or not _nearer(theatre, route.goal, start, end):
                continue
            if end not in retreats or retreats[end].length_m > route.length_m:
                retreats[end] = Retreat(legs, end, name, route.length_m, route)
            break
    return tuple(sorted(retreats.values(), key=lambda r: (r.length_m, r.legs[0].road, r.towards)))


def _nearest_first(
    theatre: Theatre, start: Position, goals: Mapping[Position, str], closed: Closed
) -> Iterator[tuple[Route, str]]:
    """Yield the routes to these goals with the goals' names, the shortest first, then by name. The first is nearly
    always taken, and a long front has many home edges: so a search ends at the nearest of them, the next at the nearest
    of the others, and all are looked for only after several were refused.
    """
    remaining = sorted(goals, key=lambda goal: goals[goal])
    for _ in range(ONE_BY_ONE):
        nearest = nearest_ahead(theatre, start, remaining, BY_LENGTH, closed) if remaining else None
        if nearest is None:
            return
        way, number = nearest
        goal = remaining.pop(number)
        if way.legs:
            yield way, goals[goal]
    reached = Reach(theatre, (start,), BY_LENGTH, closed)
    lengths = {goal: far for goal in remaining if (far := reached.length_to(goal)) is not None}
    for goal in sorted(lengths, key=lambda goal: (lengths[goal], goals[goal])):
        if (onward := reached.to(goal)) is not None and onward.legs:
            yield onward, goals[goal]


def _nearer(theatre: Theatre, goal: Position, start: Position, end: Position) -> bool:
    """Return whether the start is at least as far from the goal by road, ignoring the enemy, as the end is. A way round
    that ends farther off leads into the enemy's rear.
    """
    before, after = fastest(theatre, goal, start, BY_LENGTH), fastest(theatre, goal, end, BY_LENGTH)
    return (inf if after is None else after.length_m) <= (inf if before is None else before.length_m)


def surrounded(theatre: Theatre, position: Position, zones: Zones) -> bool:
    """Return whether the unit is surrounded (proposal for OB-CAS-09, umpire 1.9): it is in enemy location range, or
    between zones, and no road leads from it to a place outside all of them. A unit away from any road, with no enemy
    near, is not surrounded.
    """
    if isinstance(position, AtPlace) and not theatre.leaving(position.place):
        return bool(zones.over(position))
    reached = Reach(theatre, (position,), BY_LENGTH, _leaving(theatre, position, zones)).seconds
    at_start = position.place if isinstance(position, AtPlace) else None
    if any(place != at_start and place not in zones.seen_places for place in reached):
        return False
    around = {way.road for place in reached for way in theatre.leaving(place)}
    around |= {position.road} if isinstance(position, OnRoad) else set()
    return bool(zones.over(position)) or any(zones.cuts.get(road) for road in around)
