"""Which enemies can meet at all in a turn, and where a column that avoids one halts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.theatre.columns import Mover
from campaign.theatre.course import reach_line
from campaign.theatre.joined import Ground
from campaign.theatre.motion import Motion, first_within, last_outside, parting, sees_m
from campaign.theatre.values import Point, Theatre
from campaign.theatre.zones import Sight

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


def candidates(theatre: Theatre, movers: Mapping[int, Mover], reach_m: float, seconds: float) -> dict[int, tuple[int, ...]]:
    """For every unit the enemies whose ground of this turn comes within ``reach_m`` of its own, by id."""
    lines: dict[int, Sequence[Point]] = {}
    for unit, mover in movers.items():
        line = reach_line(mover.course.hops, mover.rates, seconds)
        lines[unit] = [theatre.point_of(mover.order.position), *line]
    return near_enemies({unit: mover.order.side for unit, mover in movers.items()}, lines, dict.fromkeys(movers, reach_m))


def near_enemies(
    sides: Mapping[int, int], lines: Mapping[int, Sequence[Point]], reach_m: Mapping[int, float]
) -> dict[int, tuple[int, ...]]:
    """For every unit the enemies whose line comes within the unit's own reach."""
    from shapely import STRtree

    units = sorted(sides)
    drawn = {unit: _line(lines[unit]) for unit in units}
    found: dict[int, tuple[int, ...]] = dict.fromkeys(units, ())
    for side in sorted(set(sides.values())):
        own = [unit for unit in units if sides[unit] == side and reach_m[unit] > 0]
        others = [unit for unit in units if sides[unit] != side]
        if not own or not others:
            continue
        tree = STRtree([drawn[unit] for unit in others])
        hits = tree.query([drawn[unit] for unit in own], predicate="dwithin", distance=[reach_m[unit] for unit in own])
        near: dict[int, list[int]] = {}
        for i, j in zip(hits[0].tolist(), hits[1].tolist(), strict=True):
            near.setdefault(own[i], []).append(others[j])
        found |= {unit: tuple(sorted(enemies)) for unit, enemies in near.items()}
    return found


def _line(points: Sequence[Point]) -> BaseGeometry:
    from shapely import LineString
    from shapely import Point as Dot

    distinct = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    return LineString(distinct) if len(distinct) > 1 else Dot(distinct[0])


def side_by_side(first: Sequence[Motion], second: Sequence[Motion], begin: float) -> Iterator[tuple[Motion, Motion, float, float]]:
    """Two units' movements in step: both uniform from the one moment to the other."""
    i = j = 0
    while i < len(first) and j < len(second):
        a, b = first[i], second[j]
        low, high = max(a.begin, b.begin, begin), min(a.end, b.end)
        if low <= high:
            yield a, b, low, high
        if a.end <= b.end:
            i += 1
        if b.end <= a.end:
            j += 1


def foresee(
    mover: Mover, enemy: Mover, theatre: Theatre, ground: Ground, sight: Sight, now: float, end: float, margin_m: float
) -> float | None:
    """When a unit that avoids an enemy halts: the last moment, before its plan brings the enemy into its own location range, in which
    it is still that much farther away (OB-LOC-05, OB-AMB-048). At once if it already is nearer; None if it will not locate him."""
    pieces = list(side_by_side(mover.plan(theatre, end), enemy.plan(theatre, end), now))
    for n, (a, b, low, high) in enumerate(pieces):
        range_m = sees_m(a, b, sight)
        located = first_within(a, b, range_m, low, high)
        if located is None:
            continue
        leaves = parting(a, b, range_m, located)
        located = ground.first_joined(a, b, range_m, located, high if leaves is None else min(high, leaves))
        if located is None:
            continue
        outside = [last_outside(p, q, range_m + margin_m, lo, min(hi, located)) for p, q, lo, hi in pieces[: n + 1]]
        return max((moment for moment in outside if moment is not None), default=now)
    return None
