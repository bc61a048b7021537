"""The roads of a map on a plane in metres, while the map is put together.

Plane(drawing, scale)        points of the file as metres, and back
RoadLine                     a road on the plane
shapes_of(lines)             the lines as shapes
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, radians
from typing import TYPE_CHECKING

from campaign.exchange.foreign.charts import METRES_A_DEGREE
from campaign.exchange.foreign.draft import Point
from campaign.exchange.foreign.roads import shapes
from campaign.exchange.foreign.scale import Drawing, Scale
from campaign.exchange.foreign.sorting import Road
from campaign.exchange.foreign.strokes import DEGREES, Dot
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from shapely.geometry import LineString

SAME_M = 2.0
"""Metres within which ends are one point: a program that rounds draws one junction twice."""
# Our choice: two directions rounded apart by 0.3 m made 305 roads of 56 before.
LARGEST_M = 5_000_000.0
"""Greatest distance in metres from the origin of a plane map."""


@dataclass(slots=True)
class RoadLine:
    """A road on the plane. ``points``: in metres; ``metres``: its length, as stated or, in ``drawn``, as drawn."""

    road: Road
    points: list[Point]
    metres: float
    drawn: float
    is_stated: bool
    also: list[str] = field(default_factory=list)
    """Names of other drawings of the road."""

    @property
    def is_own(self) -> bool:
        """True for a road that this program wrote, between two of its places."""
        return self.road.stroke.way is not None


class Plane:
    """Metres on a plane around the middle of the map, and the points of the file for them."""

    def __init__(self, drawing: Drawing, scale: Scale) -> None:
        low, high = drawing.xy.min(axis=0), drawing.xy.max(axis=0)
        self.in_degrees = scale.unit == DEGREES
        self.x0, self.y0 = float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2
        self.ky = METRES_A_DEGREE if self.in_degrees else scale.metres
        self.kx = self.ky * cos(radians(self.y0)) if self.in_degrees else self.ky
        self.scale = scale.metres
        self._raw: dict[Point, Point] = {}
        self._numbered: dict[int, Point] = {}
        self.number_at: dict[Point, int] = {}
        """The file's numbers of points."""
        self.key_at: dict[Point, str] = {}
        """Keys of the places that stay."""
        self.keyed: dict[str, Point] = {}
        far = max(map(abs, (*map(float, low), *map(float, high)))) * self.scale > LARGEST_M
        self.shift = (self.x0, self.y0) if far and not self.in_degrees else (0.0, 0.0)

    def flat(self, point: Point) -> Point:
        """Return a point of the file in metres."""
        result = (point[0] - self.x0) * self.kx, (point[1] - self.y0) * self.ky
        self._raw.setdefault(result, point)
        return result

    def add_place(self, dot: Dot) -> None:
        """Add a place that stays; two of them never are one point."""
        point = self._free(dot.point, self.key_at)
        self.key_at[point] = dot.key
        self.keyed[dot.key] = point

    def numbered(self, number: int, point: Point) -> Point:
        """Return a point with a number; two numbers never are one point, as of a road and the bridge above it."""
        if number not in self._numbered:
            self._numbered[number] = self._free(point, self.number_at)
            self.number_at[self._numbered[number]] = number
        return self._numbered[number]

    def _free(self, point: Point, taken: Mapping[Point, object]) -> Point:
        result = self.flat(point)
        while result in taken:
            result = result[0] + 0.001, result[1]
        self._raw.setdefault(result, point)
        return result

    def chart_point(self, point: Point) -> Point:
        """Return a point of the plane as the map has it: latitude and longitude, or metres east and north."""
        x, y = self._raw.get(point) or (point[0] / self.kx + self.x0, point[1] / self.ky + self.y0)
        return self.of_file((x, y))

    def of_file(self, point: Point) -> Point:
        """Return a point of the file as the map has it."""
        if self.in_degrees:
            return point[1], point[0]
        return (point[0] - self.shift[0]) * self.scale, (point[1] - self.shift[1]) * self.scale

    def where(self, point: Point) -> str:
        """Return a point in words."""
        first, second = self.chart_point(point)
        if self.in_degrees:
            return f"{first:.5g}, {second:.5g}"
        return f"{first / 1000:.1f} km east, {second / 1000:.1f} km north"


def without_repeats(points: Sequence[Point]) -> list[Point]:
    """Return a line without points that follow an equal one."""
    return [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]


def shapes_of(lines: Sequence[RoadLine]) -> list[LineString]:
    """Return the lines as shapes, made at once."""
    return shapes([line.points for line in lines])
