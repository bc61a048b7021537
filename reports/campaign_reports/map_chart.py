"""The conversion from the campaign's map to the page: a piece of it, the round scale at which it fits a frame, and the
positions of its points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin
from typing import Final

from campaign.values import dataclass
from campaign.views.map.map import Metres
from campaign_reports.areas import Area, Spot

POINTS_A_METRE: Final = 72 / 0.0254
"""Points for each metre at the scale 1:1."""
STEPS: Final = (10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 60, 65, 75, 85, 100)
RIM: Final = 44.0
"""Points kept free for trays between the troops and places shown and the frame."""
LEAST_SPAN: Final = 6_000
"""Least distance in metres that a full sheet shows, unless the map is smaller."""
ROUND_METRES: Final = (*(step * power for power in (100, 1_000, 10_000, 100_000) for step in (1, 2, 5)), 1_000_000)
"""Lengths in metres for a scale bar or the squares of a grid."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A rectangle of the map in metres."""

    west: float
    south: float
    east: float
    north: float

    @classmethod
    def about(cls, points: Sequence[Metres], least: float = LEAST_SPAN) -> Extent:
        """Return the extent of these points, at least ``least`` metres wide and high."""
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        more = [max(0.0, least - (max(of) - min(of))) / 2 for of in (xs, ys)]
        return cls(min(xs) - more[0], min(ys) - more[1], max(xs) + more[0], max(ys) + more[1])

    def joined(self, points: Iterable[Metres]) -> Extent:
        """Return the extent enlarged to contain these points too."""
        xs, ys = [self.west, self.east], [self.south, self.north]
        for x, y in points:
            xs.append(x)
            ys.append(y)
        return Extent(min(xs), min(ys), max(xs), max(ys))

    @property
    def wide(self) -> float:
        """Width from west to east."""
        return self.east - self.west

    @property
    def high(self) -> float:
        """Height from south to north."""
        return self.north - self.south

    def has(self, point: Metres) -> bool:
        return self.west <= point[0] <= self.east and self.south <= point[1] <= self.north


@dataclass(frozen=True, slots=True)
class Chart:
    """The position of a piece of the map on the page, north up. ``one_in``: 200000 for 1:200 000."""

    frame: Area
    centre: tuple[float, float]
    one_in: int

    @property
    def scale(self) -> float:
        """Scale in points to the metre."""
        return POINTS_A_METRE / self.one_in

    def at(self, point: Metres) -> Spot:
        """Return a point of the map on the page."""
        (x, y), (east, north), scale = self.frame.middle, self.centre, self.scale
        return x + (point[0] - east) * scale, y - (point[1] - north) * scale

    def holds(self, point: Metres, rim: float = 3.0) -> bool:
        """Return whether a point is on the sheet, at least this far from the edge."""
        return self.frame.grown(-rim).has(self.at(point))


def chart_for(extent: Extent, frame: Area, rim: float = RIM) -> Chart:
    """Return the chart at the largest round scale at which the extent fits."""
    room = max(frame.wide - 2 * rim, 20.0), max(frame.high - 2 * rim, 20.0)
    least = max(extent.wide / room[0], extent.high / room[1]) * POINTS_A_METRE
    return Chart(frame, ((extent.west + extent.east) / 2, (extent.south + extent.north) / 2), round_scale(least))


def round_scale(least: float) -> int:
    """Return the next round number from this one on: 20 000, 25 000, 30 000 ..."""
    power = 1
    while True:
        for step in STEPS:
            if step * power >= least:
                return step * power
        power *= 10


def offset(points: Sequence[Spot], by: float) -> list[Spot]:
    """Return a line beside another, to the right of its direction for a positive distance."""
    found_points: list[Spot] = []
    for i, (x, y) in enumerate(points):
        before, after = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1.0
        found_points.append((x - dy / length * by, y + dx / length * by))
    return found_points


def ring(spot: Spot, radius: float) -> list[Spot]:
    """Return a circle as a closed line."""
    return [(spot[0] + radius * cos(n * pi / 24), spot[1] + radius * sin(n * pi / 24)) for n in range(49)]


def corners_of(box: tuple[int, int, int, int]) -> list[Metres]:
    """Return the outline of a rectangle (west, south, east, north), closed."""
    west, south, east, north = box
    return [(west, south), (east, south), (east, north), (west, north), (west, south)]
