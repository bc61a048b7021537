"""Rectangles, segments and polygons on the page; no drawing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist, hypot
from typing import NamedTuple

Spot = tuple[float, float]
"""Point on the page: x and y."""
Segment = tuple[float, float, float, float]


class Area(NamedTuple):
    """A rectangle on the page. (A tuple, since the layout of a large map tries hundreds of thousands of them.)"""

    x: float
    y: float
    wide: float
    high: float

    def overlap(self, other_area: Area) -> float:
        """Return the common area in square points."""
        across = min(self.x + self.wide, other_area.right) - max(self.x, other_area.x)
        down = min(self.y + self.high, other_area.low) - max(self.y, other_area.y)
        return across * down if across > 0 and down > 0 else 0.0

    def holds(self, other_area: Area) -> bool:
        """Return whether the other area lies completely inside."""
        return (
            self.x <= other_area.x
            and self.y <= other_area.y
            and other_area.right <= self.x + self.wide
            and other_area.low <= self.y + self.high
        )

    @property
    def right(self) -> float:
        """Right edge of the area."""
        return self.x + self.wide

    @property
    def low(self) -> float:
        """Lower edge of the area."""
        return self.y + self.high

    @property
    def middle(self) -> Spot:
        """Centre of the area."""
        return self.x + self.wide / 2, self.y + self.high / 2

    def grown(self, by: float) -> Area:
        """Return the area enlarged by that much on every side."""
        return Area(self.x - by, self.y - by, self.wide + 2 * by, self.high + 2 * by)

    def has(self, spot: Spot) -> bool:
        """Return whether the point lies in the area, edges included."""
        return self.x <= spot[0] <= self.right and self.y <= spot[1] <= self.low

    def nearest(self, spot: Spot) -> Spot:
        """Return the point of the area that is nearest to another point."""
        return min(max(spot[0], self.x), self.right), min(max(spot[1], self.y), self.low)


def spots_round(spot: Spot, wide: float, high: float, near: float, corner: float) -> tuple[Area, ...]:
    """Return boxes beside a point at that distance: on the right, on the left, at the corners, above, below."""
    x, y = spot
    return tuple(
        Area(left_x, top, wide, high)
        for left_x, top in (
            (x + near, y - high / 2),
            (x - near - wide, y - high / 2),
            (x + corner, y - corner - high),
            (x + corner, y + corner),
            (x - corner - wide, y - corner - high),
            (x - corner - wide, y + corner),
            (x - wide / 2, y - near - high),
            (x - wide / 2, y + near),
        )
    )


def from_the_middle(line: Sequence[Spot], shares: Sequence[float]) -> list[Spot]:
    """Return points of a line at these shares of each of its pieces, from its middle outwards."""
    points = [
        (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(line) for share in shares
    ]
    return [points[n] for n in sorted(range(len(points)), key=lambda n: abs(n - len(points) / 2))]


def within(line: Segment, area: Area) -> tuple[float, float] | None:
    """Return the part of a line inside the area, as shares of its length; None if it stays outside. (Clipping by
    halves, Liang and Barsky.)
    """
    x1, y1, x2, y2 = line
    left_x, top, wide, high = area
    right, low = left_x + wide, top + high
    if (
        (x1 < left_x and x2 < left_x)
        or (y1 < top and y2 < top)
        or (x1 > right and x2 > right)
        or (y1 > low and y2 > low)
    ):
        return None
    dx, dy = x2 - x1, y2 - y1
    begin, end = 0.0, 1.0
    for way, room in ((-dx, x1 - left_x), (dx, right - x1), (-dy, y1 - top), (dy, low - y1)):
        if way == 0:
            if room < 0:
                return None
            continue
        share = room / way
        if way < 0:
            if share > begin:
                begin = share
        elif share < end:
            end = share
    return (begin, end) if begin < end else None


def crosses(line: Segment, area: Area) -> bool:
    """Return whether the line runs through the area."""
    return within(line, area) is not None


def clipped(points: Sequence[Spot], area: Area) -> list[list[Spot]]:
    """Return the pieces of a polyline that lie in the area."""
    pieces: list[list[Spot]] = []
    for (x1, y1), (x2, y2) in pairwise(points):
        part = within((x1, y1, x2, y2), area)
        if part is None:
            continue
        ends = [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for share in part]
        if pieces and part[0] == 0.0 and hypot(pieces[-1][-1][0] - x1, pieces[-1][-1][1] - y1) < 1e-6:
            pieces[-1].append(ends[1])
        else:
            pieces.append(ends)
    return pieces


def seaward(frame: Area, line: Sequence[Spot], dry: Sequence[Spot], near: float) -> list[Spot]:
    """Return the outline of the water off a coast that runs from edge to edge (to within ``near``): the part of the
    frame with fewest dry points.

    Empty where that does not decide.
    """
    if len(line) < 2 or not all(_on_rim(frame, point, near) for point in (line[0], line[-1])):
        return []
    start, end = (_along_rim(frame, point) for point in (line[-1], line[0]))
    rim = [(0.0, (frame.x, frame.y)), (frame.wide, (frame.right, frame.y))]
    rim += [(frame.wide + frame.high, (frame.right, frame.low)), (2 * frame.wide + frame.high, (frame.x, frame.low))]
    round_ = 2 * (frame.wide + frame.high)
    onward = sorted(((at - start) % round_, corner) for at, corner in rim)
    ahead = [corner for distance, corner in onward if distance < (end - start) % round_]
    back = [corner for distance, corner in reversed(onward) if distance > (end - start) % round_]
    sides = [[*line, *ahead], [*line, *back]]
    wet = [sum(is_inside(side, point) for point in dry) for side in sides]
    return [] if wet[0] == wet[1] else sides[wet.index(min(wet))]


def sea_off(frame: Area, coast: Sequence[Spot], dry: Sequence[Spot]) -> list[Spot]:
    """Return the outline of the water off a piece of coast. A coast that ends on the sheet continues straight to its
    edge, if that leaves everything dry.
    """
    coast = [spot for n, spot in enumerate(coast) if n == 0 or spot != coast[n - 1]]
    if len(coast) < 2:
        return []
    line = [*_to_rim(frame, coast[1], coast[0]), *coast, *_to_rim(frame, coast[-2], coast[-1])]
    water = seaward(frame, line, dry, 0.6)
    if water and len(line) > len(coast) and any(is_inside(water, spot) for spot in dry):
        return []
    return water


def guessed_coast(frame: Area, coast: Sequence[Spot]) -> list[list[Spot]]:
    """Return where ``sea_off`` continues a coast straight to the frame, because the map does not show its course
    there.
    """
    ends = ((coast[1], coast[0]), (coast[-2], coast[-1])) if len(coast) > 1 else ()
    return [[end, *rim] for before, end in ends if (rim := _to_rim(frame, before, end))]


def _to_rim(frame: Area, before: Spot, end: Spot) -> list[Spot]:
    """Return the point at which a line that ends here would meet the frame."""
    far = frame.wide + frame.high
    length = dist(end, before) or 1.0
    beyond = end[0] + (end[0] - before[0]) / length * far, end[1] + (end[1] - before[1]) / length * far
    pieces = clipped([end, beyond], frame)
    met = pieces[0][-1] if pieces else end
    return [met] if dist(met, end) > 0.6 else []


def _on_rim(frame: Area, point: Spot, near: float) -> bool:
    x, y = point
    return min(abs(x - frame.x), abs(x - frame.x - frame.wide), abs(y - frame.y), abs(y - frame.y - frame.high)) <= near


def _along_rim(frame: Area, point: Spot) -> float:
    """Return the distance along the frame, clockwise from its upper left corner."""
    x, y = point
    across, down = min(max(x - frame.x, 0), frame.wide), min(max(y - frame.y, 0), frame.high)
    gaps = (down, frame.wide - across, frame.high - down, across)
    runs = (across, frame.wide + down, 2 * frame.wide + frame.high - across, 2 * (frame.wide + frame.high) - down)
    return runs[gaps.index(min(gaps))]


def is_inside(outline: Sequence[Spot], point: Spot) -> bool:
    """Return whether the point lies in the polygon. (Crossings of a ray.)"""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def meet(segment: Segment, other_segment: Segment) -> bool:
    """Return whether two lines cross. Lines that only run along each other do not."""
    ax, ay, bx, by = segment
    cx, cy, dx, dy = other_segment
    x, y = bx - ax, by - ay
    if (x * (cy - ay) - y * (cx - ax)) * (x * (dy - ay) - y * (dx - ax)) >= 0:
        return False
    x, y = dx - cx, dy - cy
    return (x * (ay - cy) - y * (ax - cx)) * (x * (by - cy) - y * (bx - cx)) < 0
