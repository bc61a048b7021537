"""Two units in uniform motion: the moments at which they come within range, part, or begin to close in.

Between two events every unit on the map moves in a straight line at one speed, so each of these moments is the root of
a quadratic.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from campaign.terms.ground import Cover
from campaign.theatre.values import CLOSED_M, Point
from campaign.theatre.zones import Sight
from campaign.values import dataclass, replace

NEAR_M = 1e-3  # Far above the rounding of floats on a map of some 1,000 km, far below a metre.
"""The difference, a millimetre, below which two distances of one instant are the same."""


Box = tuple[float, float, float, float]


@dataclass(slots=True, eq=False)
class Motion:
    """A straight movement from ``begin`` to ``end`` seconds into the turn, from the point ``x, y`` at ``east, north``
    metres a second. ``metres`` and ``pace`` are the stated distance along ``road`` from its first end and its change a
    second; a unit halted at a place has ``place`` instead of a road.
    """

    begin: float
    end: float
    x: float
    y: float
    east: float
    north: float
    cover: Cover
    on_hill: bool = False
    road: int | None = None
    metres: float = 0.0
    pace: float = 0.0
    place: int | None = None

    def until(self, end: float) -> Motion:
        """Return the movement cut off at this moment."""
        if end == self.end:
            return self
        return replace(self, end=end)

    def at(self, seconds: float) -> Point:
        """Return the unit's point at a moment."""
        t = seconds - self.begin
        return (self.x + self.east * t, self.y + self.north * t)

    def metres_at(self, seconds: float) -> float:
        """Return the unit's distance along its road at a moment."""
        return self.metres + self.pace * (seconds - self.begin)


class Plan:
    """A unit's movement piece by piece, each beginning where and when the one before ends: made already, or planned
    until the end of the turn. ``stage`` is the piece that it has come to; earlier ones are not needed.

    ``top_speed``: metres a second on the drawn map; it is never faster. ``from_hill``: it is on a hill at some time.
    """

    __slots__ = ("_box", "from_hill", "pieces", "stage", "top_speed")

    def __init__(self, pieces: Sequence[Motion]) -> None:
        self.pieces, self.stage = pieces, 0
        self.top_speed = sqrt(
            max([piece.east * piece.east + piece.north * piece.north for piece in pieces], default=0.0)
        )
        self.from_hill = any(piece.on_hill for piece in pieces)
        self._box: Box | None = None

    @property
    def box(self) -> Box:
        """The bounds of the ground that it covers: west, east, south, north."""
        if self._box is None:
            last_x, last_y = self.pieces[-1].at(self.pieces[-1].end)
            xs, ys = [last_x, *(piece.x for piece in self.pieces)], [last_y, *(piece.y for piece in self.pieces)]
            self._box = min(xs), max(xs), min(ys), max(ys)
        return self._box

    def keeps_off(self, enemy: Plan, reach_m: float) -> bool:
        """Return whether the ground that the two cover lies farther apart than this in any case."""
        west, east, south, north = self.box
        its_west, its_east, its_south, its_north = enemy.box
        return (
            west - its_east > reach_m
            or its_west - east > reach_m
            or south - its_north > reach_m
            or its_south - north > reach_m
        )


def sees_m(observer: Motion, target: Motion, sight: Sight) -> float:
    """Return the location range in metres of one unit upon the other."""
    return sight.range_m(from_hill=observer.on_hill, cover=target.cover, on_hill=target.on_hill)


def contact_m(a: Motion, b: Motion, sight: Sight) -> float:
    """Return the distance at which contact is made, when either unit locates the other (umpire 1.4)."""
    return max(sees_m(a, b, sight), sees_m(b, a, sight))


def farthest_m(first: Plan, second: Plan, sight: Sight) -> float:
    """Return the distance beyond which neither of the two can locate the other; only from a hill does a unit see as far
    as ``longest_m``.
    """
    return sight.longest_m if first.from_hill or second.from_hill else max(sight.open_m, sight.terrain_m)


def apart(a: Motion, b: Motion, seconds: float) -> float:
    """Return the distance between two units at a moment."""
    (ax, ay), (bx, by) = a.at(seconds), b.at(seconds)
    return hypot(ax - bx, ay - by)


def _relative(a: Motion, b: Motion, seconds: float) -> tuple[float, float, float, float]:
    """Return squared distance, half its rate of change, squared relative speed, and distance."""
    (ax, ay), (bx, by) = a.at(seconds), b.at(seconds)
    dx, dy = ax - bx, ay - by
    wx, wy = a.east - b.east, a.north - b.north
    return dx * dx + dy * dy, dx * wx + dy * wy, wx * wx + wy * wy, hypot(dx, dy)


def first_within(a: Motion, b: Motion, range_m: float, begin: float, end: float) -> float | None:
    """Return the first moment at which the two are within range; None if never. A unit just at the edge that moves away
    is not within range.
    """
    square, closing, speed, distance = _relative(a, b, begin)
    reach = range_m + CLOSED_M
    if distance <= reach:
        return None if distance > range_m - NEAR_M and closing > 0 else begin
    excess = square - reach * reach
    under_root = closing * closing - speed * excess
    if closing >= 0 or under_root < 0:
        return None
    moment = begin + excess / (sqrt(under_root) - closing)
    return moment if moment <= end else None


def parting(a: Motion, b: Motion, range_m: float, begin: float) -> float | None:
    """Return the moment from which two units within range are outside it; None if their present movement never takes
    them out.
    """
    square, closing, speed, distance = _relative(a, b, begin)
    reach = range_m + 2 * CLOSED_M
    if distance > reach:
        return begin
    if speed == 0:
        return None
    under_root = closing * closing + speed * (reach * reach - square)
    return begin + (sqrt(under_root) - closing) / speed


def closes_in(mover: Motion, enemy: Motion, begin: float) -> float | None:
    """Return the first moment from which the mover's own march takes it nearer to the other; None if this movement
    never does.
    """
    (mx, my), (ox, oy) = mover.at(begin), enemy.at(begin)
    vx, vy = mover.east, mover.north
    now = (mx - ox) * vx + (my - oy) * vy
    change = (vx - enemy.east) * vx + (vy - enemy.north) * vy
    slack = 1e-9 * hypot(vx, vy) * max(1.0, hypot(mx - ox, my - oy))
    if now < -slack:
        return begin
    if change >= 0:
        return None
    return begin + max(now, 0.0) / -change


def last_outside(a: Motion, b: Motion, range_m: float, begin: float, end: float) -> float | None:
    """Return the last moment of an interval at which the two are at least this far apart; None if they are nearer
    throughout.
    """
    if apart(a, b, end) >= range_m:
        return end
    square, closing, speed, distance = _relative(a, b, begin)
    if distance < range_m:
        return None
    excess = square - range_m * range_m
    under_root = max(0.0, closing * closing - speed * excess)
    return min(end, begin + excess / (sqrt(under_root) - closing)) if closing < 0 else begin
