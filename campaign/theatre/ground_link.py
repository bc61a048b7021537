"""The ground or road that joins two units: without it they do not halt for each other (umpire 1.4).

Straight ground joins them unless a barrier line (escarpment, coast, river, canal) lies between. A road joins them if
both are on it, or on two roads that meet at a place within range of both, with no blown bridge between. Units that are
not joined still cut supply and see each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, sqrt

from campaign.theatre.legs import barring
from campaign.theatre.motion import Motion
from campaign.theatre.values import Point, Theatre, squares_of

Segment = tuple[Point, Point]


def _boxes_meet(first: Sequence[Point], second: Sequence[Point]) -> bool:
    """Return whether the boxes around these points have a point in common."""
    return all(
        min(marks) <= max(others) and min(others) <= max(marks)
        for marks, others in zip(zip(*first, strict=True), zip(*second, strict=True), strict=True)
    )


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return a positive number if c lies left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(p: Point, q: Point, barrier: Segment) -> bool:
    """Return whether the straight line between two units crosses this piece of a barrier. A unit on the barrier is not
    cut off.
    """
    u, v = barrier
    of_p, of_q = _turn(u, v, p), _turn(u, v, q)
    if of_p == 0 or of_q == 0 or (of_p > 0) == (of_q > 0):
        return False
    return (_turn(p, q, u) > 0) != (_turn(p, q, v) > 0)


class Ground:
    """The barriers of a map, with tests for pairs of units."""

    def __init__(self, theatre: Theatre) -> None:
        self._theatre = theatre

    def first_joined(self, a: Motion, b: Motion, range_m: float, begin: float, end: float) -> float | None:
        """Return the first moment of the interval at which ground or road joins the two; None if nothing does."""
        near = self._between(a, b, begin, end)
        if not near:
            return begin
        moments = sorted({begin, *(t for t in self._turning_points(a, b, near, range_m) if begin < t < end), end})
        if begin >= end:
            return begin if self._is_joined(a, b, near, range_m, begin) else None
        for low, high in pairwise(moments):
            if self._is_joined(a, b, near, range_m, (low + high) / 2):
                return low
        return None

    def _between(self, a: Motion, b: Motion, begin: float, end: float) -> list[Segment]:
        """Return the pieces of barriers near the ground that the two units move over."""
        points = (a.at(begin), a.at(end), b.at(begin), b.at(end))
        pieces, by_square = self._theatre.barrier_pieces, self._theatre.barrier_squares
        near = {
            number
            for square in squares_of(points)
            for number in by_square.get(square, ())
            if _boxes_meet(points, pieces[number])
        }
        if not near:
            return []
        from shapely import MultiPoint, intersects

        numbers = sorted(near)
        touched = intersects(MultiPoint(points).convex_hull, self._theatre.barrier_shapes[numbers]).tolist()
        return [pieces[number] for number, is_touched in zip(numbers, touched, strict=True) if is_touched]

    def _is_joined(self, a: Motion, b: Motion, near: list[Segment], range_m: float, seconds: float) -> bool:
        p, q = a.at(seconds), b.at(seconds)
        return not any(crosses(p, q, piece) for piece in near) or self._by_road(a, b, range_m, seconds)

    def _by_road(self, a: Motion, b: Motion, range_m: float, seconds: float) -> bool:
        a_stands, b_stands = list(self._stands(a, seconds)), list(self._stands(b, seconds))
        for road, from_m in a_stands:
            way = self._theatre.way(road)
            if any(road == b_road and not barring(way, from_m, to_m) for b_road, to_m in b_stands):
                return True
        points = (a.at(seconds), b.at(seconds))
        ends = {place for road, metres in a_stands for place in self._open_ends(road, metres)}
        meeting = ends & {place for road, metres in b_stands for place in self._open_ends(road, metres)}
        return any(all(dist(self._theatre.spot(place).point, p) <= range_m for p in points) for place in meeting)

    def _stands(self, motion: Motion, seconds: float) -> Iterator[tuple[int, float]]:
        """Yield the roads that a unit is on, with its distance along each."""
        if motion.road is not None:
            yield motion.road, motion.metres_at(seconds)
        elif motion.place is not None:
            for way in self._theatre.leaving(motion.place):
                if way.a == motion.place:
                    yield way.road, 0.0
                if way.b == motion.place:
                    yield way.road, float(way.length_m)

    def _open_ends(self, road: int, metres: float) -> Iterator[int]:
        way = self._theatre.way(road)
        if not barring(way, metres, 0):
            yield way.a
        if not barring(way, metres, way.length_m):
            yield way.b

    def _turning_points(self, a: Motion, b: Motion, near: list[Segment], range_m: float) -> Iterator[float]:
        """Yield the moments at which the answer can change."""
        for u, v in near:
            for corner in (u, v):
                yield from _aligned(a, b, corner)
            for unit in (a, b):
                yield from _crossing(unit, u, v)
        places = {p for m in (a, b) for road, _ in self._stands(m, m.begin) for p in self._ends(road)}
        for place in sorted(places):
            for unit in (a, b):
                yield from _at_distance(unit, self._theatre.spot(place).point, range_m)

    def _ends(self, road: int) -> tuple[int, int]:
        way = self._theatre.way(road)
        return (way.a, way.b)


def _roots(square: float, linear: float, constant: float) -> Iterator[float]:
    """Yield the real roots of square t^2 + linear t + constant."""
    if square == 0:
        if linear != 0:
            yield -constant / linear
        return
    under_root = linear * linear - 4 * square * constant  # Of a quadratic equation.
    if under_root >= 0:
        root = sqrt(under_root)
        yield (-linear - root) / (2 * square)
        yield (-linear + root) / (2 * square)


def _aligned(a: Motion, b: Motion, corner: Point) -> Iterator[float]:
    """Yield the moments at which a, b and a corner lie on one line."""
    (ax, ay), (bx, by) = a.at(0), b.at(0)
    px, py, qx, qy = ax - corner[0], ay - corner[1], bx - corner[0], by - corner[1]
    vx, vy, wx, wy = a.east, a.north, b.east, b.north
    yield from _roots(vx * wy - vy * wx, px * wy + vx * qy - py * wx - vy * qx, px * qy - py * qx)


def _crossing(unit: Motion, u: Point, v: Point) -> Iterator[float]:
    """Yield the moments at which a unit is on the line of a barrier piece."""
    x, y = unit.at(0)
    dx, dy = v[0] - u[0], v[1] - u[1]
    yield from _roots(0, dx * unit.north - dy * unit.east, dx * (y - u[1]) - dy * (x - u[0]))


def _at_distance(unit: Motion, centre: Point, range_m: float) -> Iterator[float]:
    """Yield the moments at which a unit is exactly this distance from a point."""
    x, y = unit.at(0)
    dx, dy, vx, vy = x - centre[0], y - centre[1], unit.east, unit.north
    yield from _roots(vx * vx + vy * vy, 2 * (dx * vx + dy * vy), dx * dx + dy * dy - range_m * range_m)
