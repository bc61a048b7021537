"""The enemies that can meet at all in a turn, the moments at which two plans bring them together, and the halt of a
column that avoids an enemy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from campaign.theatre.columns import MICRO, Mover
from campaign.theatre.ground_link import Ground
from campaign.theatre.motion import (
    Motion,
    Plan,
    closes_in,
    contact_m,
    farthest_m,
    first_within,
    last_outside,
    parting,
    sees_m,
)
from campaign.theatre.zones import Sight

HALF_AN_INSTANT = 0.5 / MICRO  # Instants are microseconds apart.
"""The time before the end of a piece within which an event belongs to the instant in which the next piece begins."""


LOOKS = 37  # For speed alone.
"""The comparisons of two units' positions in a turn by the rough search: every ten minutes."""

PAIRS_A_BLOCK = 2000  # For speed alone.

Pair = tuple[int, int]


class Neighbourhood:
    """The ground that every unit covers in this turn if nothing interferes, searched for enemies whose ground comes
    near.
    """

    def __init__(self, movers: Mapping[int, Mover]) -> None:
        self._sides = {unit: mover.order.side for unit, mover in sorted(movers.items())}
        self._drawn = _drawn([movers[unit].plan for unit in self._sides])
        self._places = {unit: i for i, unit in enumerate(self._sides)}

    def all_enemies(self, reach_m: float) -> dict[int, tuple[int, ...]]:
        """Return, for each unit, the enemies whose ground comes within this reach, by id."""
        near: dict[int, list[int]] = {unit: [] for unit in self._sides}
        for side in sorted(set(self._sides.values()))[1:]:
            units = [unit for unit, whose in self._sides.items() if whose == side]
            before = [unit for unit, whose in self._sides.items() if whose < side]
            for unit, enemy in self._within(units, before, reach_m):
                near[unit].append(enemy)
                near[enemy].append(unit)
        return {unit: tuple(sorted(enemies)) for unit, enemies in near.items()}

    def enemies_of(self, reach_m: Mapping[int, float]) -> dict[int, tuple[int, ...]]:
        """Return the ids of the enemies near each unit, by the unit's id: those whose ground lies within that unit's
        reach. ``reach_m``: the reach of each unit in metres.
        """
        near: dict[int, list[int]] = {unit: [] for unit in reach_m}
        for side in sorted({self._sides[unit] for unit in reach_m}):
            units = [unit for unit in sorted(reach_m) if self._sides[unit] == side]
            enemy_units = [unit for unit, whose in self._sides.items() if whose != side]
            for unit, enemy in self._within(units, enemy_units, [reach_m[unit] for unit in units]):
                near[unit].append(enemy)
        return {unit: tuple(sorted(enemies)) for unit, enemies in near.items()}

    def _within(self, units: list[int], enemies: list[int], reach_m: float | list[float]) -> Iterator[Pair]:
        from shapely import STRtree

        tree = STRtree(self._drawn[[self._places[unit] for unit in enemies]])
        hits = tree.query(self._drawn[[self._places[unit] for unit in units]], predicate="dwithin", distance=reach_m)
        return ((units[i], enemies[j]) for i, j in zip(hits[0].tolist(), hits[1].tolist(), strict=True))


def _drawn(plans: list[Plan]):  # type: ignore[no-untyped-def]
    """Return the ground of each plan as a geometry: a line, or a point if the unit stays at its position."""
    import numpy as np
    from shapely import linestrings, points

    drawn = points([(plan.pieces[0].x, plan.pieces[0].y) for plan in plans]) if plans else np.empty(0, dtype=object)
    long = [i for i, plan in enumerate(plans) if plan.top_speed > 0.0]
    if long:
        _, xs, ys = _course_of([plans[i] for i in long])
        drawn[long] = linestrings(
            np.column_stack((xs, ys)), indices=np.repeat(np.arange(len(long)), [len(plans[i].pieces) + 1 for i in long])
        )
    return drawn


def _course_of(plans: Sequence[Plan]):  # type: ignore[no-untyped-def]
    """Return when and where every piece of each plan begins and its last one ends: moments, east and north, one plan
    after the other.
    """
    import numpy as np

    moments: list[float] = []
    xs: list[float] = []
    ys: list[float] = []
    for plan in plans:
        last = plan.pieces[-1]
        x, y = last.at(last.end)
        moments += [piece.begin for piece in plan.pieces]
        xs += [piece.x for piece in plan.pieces]
        ys += [piece.y for piece in plan.pieces]
        moments.append(last.end)
        xs.append(x)
        ys.append(y)
    return np.array(moments), np.array(xs), np.array(ys)


def side_by_side(
    first: Sequence[Motion], second: Sequence[Motion], begin: float
) -> Iterator[tuple[Motion, Motion, float, float]]:
    """Yield two units' movements in step: both uniform between two moments."""
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


def near_pieces(
    first: Plan, second: Plan, reach_m: float, begin: float = 0.0
) -> Iterator[tuple[Motion, Motion, float, float]]:
    """Yield two units' movements in step, but only pieces in which the two come within reach; while they are farther
    apart than their speeds can close, nothing is searched.
    """
    first_pieces, second_pieces = first.pieces, second.pieces
    count, counts = len(first_pieces), len(second_pieces)
    fastest, square_reach = first.top_speed + second.top_speed, reach_m * reach_m
    i, j, low = first.stage, second.stage, begin
    while i < count and j < counts:
        a, b = first_pieces[i], second_pieces[j]
        if a.end < low:
            i += 1
            continue
        if b.end < low:
            j += 1
            continue
        if a.begin > low:
            low = a.begin
        if b.begin > low:
            low = b.begin
        high = a.end if a.end < b.end else b.end
        ta, tb = low - a.begin, low - b.begin
        dx, dy = a.x + a.east * ta - b.x - b.east * tb, a.y + a.north * ta - b.y - b.north * tb
        excess = dx * dx + dy * dy - square_reach
        if excess <= 0.0:
            yield a, b, low, high
        elif fastest == 0.0:
            return
        else:
            later = low + (sqrt(excess + square_reach) - reach_m) / fastest
            if later > high:
                low = later
                continue
            wx, wy = a.east - b.east, a.north - b.north
            closing = dx * wx + dy * wy
            if closing < 0.0 and closing * closing >= (wx * wx + wy * wy) * excess:
                yield a, b, low, high
        if a.end <= high:
            i += 1
        if b.end <= high:
            j += 1


def coming_near(
    plans: Mapping[int, Plan], pairs: Sequence[Pair], reach_m: Mapping[int, float], seconds: float
) -> list[Pair]:
    """Return the pairs whose plans may bring them within the greater reach of the two. Positions are compared every ten
    minutes: near enough means that they could have come together in between at their speeds.
    """
    import numpy as np

    if not pairs:
        return []
    number = {unit: i for i, unit in enumerate(plans)}
    times, rows = np.linspace(0.0, seconds, LOOKS), np.arange(len(plans))
    moments, xs, ys = _course_of(list(plans.values()))
    apart_in_time = (seconds + 1.0) * rows  # one long day for all: every plan in a time of its own, read off at once
    moments += np.repeat(apart_in_time, [len(plan.pieces) + 1 for plan in plans.values()])
    looks = times + apart_in_time[:, None]
    x, y = np.interp(looks, moments, xs), np.interp(looks, moments, ys)
    reach = np.array([reach_m[unit] for unit in plans])
    speed = np.array([plan.top_speed for plan in plans.values()])
    both = np.array([(number[first], number[second]) for first, second in pairs])
    result: list[Pair] = []
    for start in range(0, len(pairs), PAIRS_A_BLOCK):
        a, b = both[start : start + PAIRS_A_BLOCK].T
        apart = np.hypot(x[a] - x[b], y[a] - y[b])
        least = (apart[:, 1:] + apart[:, :-1]).min(axis=1) - (speed[a] + speed[b]) * (times[1] - times[0])
        result += [pairs[start + i] for i in np.flatnonzero(least <= 2 * np.maximum(reach[a], reach[b])).tolist()]
    return result


def first_contact(first: Plan, second: Plan, sight: Sight, ground: Ground, begin: float, end: float) -> float | None:
    """Return the first moment at which either unit locates the other and ground or road joins them; None if their plans
    never bring it about.
    """
    for a, b, low, high in near_pieces(first, second, farthest_m(first, second, sight) + 1.0, begin):
        range_m = contact_m(a, b, sight)
        moment = first_within(a, b, range_m, low, high)
        if moment is None or (moment > high - HALF_AN_INSTANT and high < end):
            continue
        leaves = parting(a, b, range_m, moment)
        moment = ground.first_joined(a, b, range_m, moment, high if leaves is None else min(high, leaves))
        if moment is not None and not (moment > high - HALF_AN_INSTANT and high < end):
            return moment
    return None


def clear_of(first: Plan, second: Plan, sight: Sight, begin: float, slack_m: float) -> float | None:
    """Return the moment from which two units in contact are outside range. They may already be outside by ``slack_m``
    and still be in contact.
    """
    for a, b, low, high in side_by_side(first.pieces, second.pieces, begin):
        range_m = contact_m(a, b, sight)
        within = first_within(a, b, range_m, low, low) is not None
        clear = parting(a, b, range_m if within else range_m + slack_m, low)
        if clear is not None and clear <= high:
            return clear
    return None


def closing_in(mover: Plan, enemy: Plan, begin: float, end: float) -> float | None:
    """Return the first moment, before ``end``, from which a unit's own march takes it nearer to another."""
    for a, b, low, high in side_by_side(mover.pieces, enemy.pieces, begin):
        if low > end:
            return None
        if a.east == a.north == 0.0 or (low == high and high < end):
            continue
        nearer = closes_in(a, b, low)
        if nearer is not None and nearer <= min(high, end):
            return nearer
    return None


def foresee(mover: Mover, enemy: Mover, ground: Ground, sight: Sight, now: float, margin_m: float) -> float | None:
    """Return the moment at which a unit that avoids an enemy halts: the last one, before its plan brings the enemy into
    its own location range, at which it is still farther away by the margin (OB-LOC-05, OB-AMB-048). At once if it
    already is nearer; None if it will not locate the enemy.
    """
    pieces: list[tuple[Motion, Motion, float, float]] = []
    for a, b, low, high in near_pieces(
        mover.plan, enemy.plan, farthest_m(mover.plan, enemy.plan, sight) + margin_m + 1.0, now
    ):
        pieces.append((a, b, low, high))
        range_m = sees_m(a, b, sight)
        located = first_within(a, b, range_m, low, high)
        if located is None:
            continue
        leaves = parting(a, b, range_m, located)
        located = ground.first_joined(a, b, range_m, located, high if leaves is None else min(high, leaves))
        if located is not None:
            outside = (
                last_outside(p, q, range_m + margin_m, lo, min(hi, located)) for p, q, lo, hi in reversed(pieces)
            )
            return next((moment for moment in outside if moment is not None), now)
    return None
