"""Things at points of the map, sorted from west to east, so that those in a rectangle are looked up.

    near = SortedPoints((theatre.point_of(at), battalion) for battalion, at in army.standing())
    near.within(west_m, south_m, east_m, north_m)         in the order in which they were given

The answers are right only as long as nothing moves: make the object anew for every step.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from campaign.theatre.values import CLOSED_M, Point

Thing = TypeVar("Thing")


class SortedPoints(Generic[Thing]):
    """Things with their points, in the order of their points from west to east."""

    def __init__(self, things: Iterable[tuple[Point, Thing]]) -> None:
        given = list(things)
        rows = sorted((x, number, y) for number, ((x, y), _) in enumerate(given))
        self._xs = [x for x, _, _ in rows]
        self._rows = [(number, y) for _, number, y in rows]
        self._things = [thing for _, thing in given]

    def __iter__(self) -> Iterator[Thing]:
        return iter(self._things)

    def within(self, west_m: float, south_m: float, east_m: float, north_m: float) -> list[Thing]:
        """Return the things in an upright rectangle, its edges included, and perhaps some on a hair's breadth beside
        it, in the order in which they were given.
        """
        begin, end = bisect_left(self._xs, west_m - CLOSED_M), bisect_right(self._xs, east_m + CLOSED_M)
        low, high = south_m - CLOSED_M, north_m + CLOSED_M
        return [self._things[number] for number in sorted(n for n, y in self._rows[begin:end] if low <= y <= high)]

    def around(self, point: Point, metres: float) -> list[Thing]:
        """Return the things in the square that reaches this far from a point to each side."""
        x, y = point
        return self.within(x - metres, y - metres, x + metres, y + metres)
