"""The ground of a resolved battle: turning the campaign's table to the battle, and ways over it.

A battle has the first force's edge near and the second's far; the campaign's table has north up. It is turned by
quarters: 0 leaves the second force north, 1 east, 2 south, 3 west of the first.

turned(point, quarters, table_in) -> Point      a point of the campaign's table in inches of the battle
unturned(point, quarters, table_in) -> Point    and back
corners(box, turn)                              left, near, right, far of a rectangle
middle_of(points)                               None without points
ahead(gap, homes, axis, level)                  the direction of the second force on an axis
steps_from(starts, neighbours)                  every node that can be reached, with its number of steps
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from campaign.rules.common.terrain import Box, Point

Homes = tuple[Point | None, Point | None]
"""The direction of each force's home, in inches of the campaign's table and mostly far off it; None: nowhere."""
Node = TypeVar("Node", bound=Hashable)
Number = TypeVar("Number", int, float)


def turned(point: Point, quarters: int, table_in: tuple[int, int]) -> Point:
    """Return a point of the campaign's table, which has this width and depth, in the battle's inches."""
    x, y = point
    wide, deep = table_in
    return ((x, y), (deep - y, x), (wide - x, deep - y), (y, wide - x))[quarters]


def unturned(point: tuple[float, float], quarters: int, table_in: tuple[int, int]) -> tuple[float, float]:
    """Return a point of the battle as a point of the campaign's table, which has this width and depth."""
    x, y = point
    wide, deep = table_in
    return ((x, y), (y, deep - x), (wide - x, deep - y), (wide - y, x))[quarters]


def corners(box: Box, turn: Callable[[Point], tuple[Number, Number]]) -> tuple[Number, Number, Number, Number]:
    """Return the left, near, right and far sides of a rectangle of the campaign's table."""
    (x0, y0), (x1, y1) = turn((box.west, box.south)), turn((box.east, box.north))
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def middle_of(points: Sequence[Point]) -> tuple[float, float] | None:
    if not points:
        return None
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def ahead(gap: float, homes: Homes, axis: int, level: int) -> float:
    """Return the direction of the second force on an axis: by positions or, if they are level, by homes."""
    first, second = homes
    if abs(gap) > level or first is None or second is None or first[axis] == second[axis]:
        return gap
    return second[axis] - first[axis]


def steps_from(starts: Iterable[Node], neighbours: Callable[[Node], Iterable[Node]]) -> dict[Node, int]:
    """Return every node that can be reached from these, with its steps from the nearest of them."""
    steps = dict.fromkeys(starts, 0)
    edge = list(steps)
    for node in edge:
        for neighbour in neighbours(node):
            if neighbour not in steps:
                steps[neighbour] = steps[node] + 1
                edge.append(neighbour)
    return steps
