"""The table of a resolved battle: positions in inches, terrain and hills, sight, and the moves of a battalion.

The plain table is a rectangle. ``x`` runs along the front from the left side edge, ``y`` in depth from the near edge
(the first force's) to the far edge (the second's). Rectangular patches of terrain, hill or road lie on it; everything
else is open country. Distances are whole inches, rounded up, so that "within 4 inches" holds exactly.

    Ground(width_in, depth_in, patches)      .cover_at(spot) .going_at(spot) .on_hill(spot)
    distance(spot, goal) -> int
    locates(ground, light, sky, observer, target) -> bool
    travel(ground, unit, posture, start, aim, mounted=) -> Spot    as far towards the aim as one move allows
    allowance(unit, posture, going, mounted=) -> int | None        inches a move; None: may not (OB-MOV-10)
    travel_by(ground, unit, posture, way, mounted=) -> path        as far along a way with corners
    nearest_open(ground, spot, is_free) -> Spot | None             the point where vehicles move again
    waypoints(path) -> tuple[Spot, ...]                        the points where a mover can be caught on its way
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from campaign.rules.common.force import Unit
from campaign.rules.day import marches
from campaign.rules.day.light import location_range
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.riding import pace
from campaign.rules.tabletop.brevity.tables import SIDE_EDGE
from campaign.terms.ground import Cover, Surface
from campaign.terms.state import Light, Posture, Sky
from campaign.values import plain_dataclass, plain_field

# Our choice: 2 changes 3 of 30 battles (the holder of 1), 8 changes 2.
STRIDE = 4
"""The inches between the points of a move at which the opponent may catch it."""
# Our choice: 3 changes 1 of 200 battles (and its holder), 12 changes none.
AROUND_IN = 6
"""The inches around a spot within which a stand that finds no room there is set down."""
OUT_OF_TERRAIN = 16
"""The inches that every vehicle marches in terrain in a move (OB-T-02)."""
# For speed alone: each square lists all patches that touch it.
SQUARE = 8
"""The inches of a square in which the ground is looked up."""


class Spot(NamedTuple):
    """A point of the table, in inches."""

    x: int
    y: int


class Patch(NamedTuple):
    """A rectangle of terrain or hill, or a disc of craters in it, edges included: a unit at the edge of terrain is in
    it (OB-LOC-04).

    ``craters`` are bad terrain for movement and give no concealment (OB-AIR-11); a ``road`` is marched at the road's
    rate, through terrain too, unless craters have broken it; a ``track`` likewise as open country.
    """

    left: int
    near: int
    right: int
    far: int
    cover: Cover = Cover.TERRAIN
    hill: bool = False
    craters: bool = False
    road: bool = False
    track: bool = False

    def holds(self, spot: Spot) -> bool:
        """Return whether the point lies in the patch. For craters it is the disc within the rectangle: all points
        within these inches of the target (OB-AIR-11).
        """
        inside = self.left <= spot.x <= self.right and self.near <= spot.y <= self.far
        return inside and (not self.craters or self._in_disc(spot))

    def _in_disc(self, spot: Spot) -> bool:
        """Return whether the point lies in the disc, calculated in half inches; the centre of a disc cut by the table's
        edge is nearer to that edge.
        """
        across = max(self.right - self.left, self.far - self.near)
        x = 2 * self.right - across if self.left == 0 else 2 * self.left + across
        y = 2 * self.far - across if self.near == 0 else 2 * self.near + across
        return (2 * spot.x - x) ** 2 + (2 * spot.y - y) ** 2 <= across**2


@plain_dataclass(frozen=True, slots=True)
class Ground:
    """A table and the patches on it."""

    width_in: int
    depth_in: int
    patches: tuple[Patch, ...] = ()
    _squares: dict[tuple[int, int], tuple[Patch, ...]] = plain_field(init=False, repr=False, compare=False)
    """The patches that touch each square of the table: a road is many patches, and every inch of a move needs its
    ground.
    """
    _at_points: dict[Spot, tuple[Patch, ...]] = plain_field(init=False, repr=False, compare=False, default_factory=dict)
    """The patches at each point that was asked for: each inch is asked for again and again."""
    _covers: dict[Spot, Cover] = plain_field(init=False, repr=False, compare=False, default_factory=dict)
    _goings: dict[Spot, Surface] = plain_field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        squares: dict[tuple[int, int], list[Patch]] = defaultdict(list)
        for patch in self.patches:
            for column in range(max(0, patch.left) // SQUARE, min(self.width_in, patch.right) // SQUARE + 1):
                for row in range(max(0, patch.near) // SQUARE, min(self.depth_in, patch.far) // SQUARE + 1):
                    squares[column, row].append(patch)
        object.__setattr__(self, "_squares", {square: tuple(patches) for square, patches in squares.items()})

    def at(self, spot: Spot) -> tuple[Patch, ...]:
        """Return the patches in which a point of the table lies."""
        patches = self._at_points.get(spot)
        if patches is None:
            of_square = self._squares.get((spot.x // SQUARE, spot.y // SQUARE), ())
            patches = self._at_points[spot] = tuple([patch for patch in of_square if patch.holds(spot)])
        return patches

    def cover_at(self, spot: Spot) -> Cover:
        """Return the cover of a point, open or terrain, for sight and fire."""
        cover = self._covers.get(spot)
        if cover is None:
            hides = any(patch.cover is Cover.TERRAIN and not patch.craters for patch in self.at(spot))
            cover = self._covers[spot] = Cover.TERRAIN if hides else Cover.OPEN
        return cover

    def going_at(self, spot: Spot) -> Surface:
        """Return the surface of a point, road, terrain or open country, for movement."""
        going = self._goings.get(spot)
        if going is None:
            going = self._goings[spot] = self._going(spot)
        return going

    def _going(self, spot: Spot) -> Surface:
        patches = self.at(spot)
        if not patches:
            return Surface.CROSS_COUNTRY
        if any(patch.road or patch.track for patch in patches) and not any(patch.craters for patch in patches):
            return Surface.ROAD if any(patch.road for patch in patches) else Surface.CROSS_COUNTRY
        return (
            Surface.TERRAIN
            if any(patch.cover is Cover.TERRAIN and not patch.road for patch in patches)
            else Surface.CROSS_COUNTRY
        )

    def on_hill(self, spot: Spot) -> bool:
        """Return whether the point lies on a hill."""
        patches = self.at(spot)
        return bool(patches) and any(patch.hill for patch in patches)

    def within(self, spot: Spot) -> Spot:
        """Return the nearest point that is on the table."""
        return Spot(min(max(spot.x, 0), self.width_in), min(max(spot.y, 0), self.depth_in))

    def side_strip(self, spot: Spot) -> int:
        """Return -1 in the strip along the left side edge, 1 along the right, 0 between (OB-MOV-06)."""
        if spot.x <= SIDE_EDGE:
            return -1
        return 1 if spot.x >= self.width_in - SIDE_EDGE else 0


def distance(spot: Spot, goal: Spot) -> int:
    """Return the whole inches between two points, rounded up."""
    square = (spot.x - goal.x) ** 2 + (spot.y - goal.y) ** 2
    return isqrt(square - 1) + 1 if square else 0


def sight(ground: Ground, light: Light, sky: Sky, observer: Spot, target: Spot) -> int:
    """Return the inches at which a battalion at one point locates an enemy at another (OB-LOC-02..04, OB-AMB-047)."""
    return _located_within(light, sky, ground.cover_at(target), ground.on_hill(observer), ground.on_hill(target))


@cache
def _located_within(light: Light, sky: Sky, cover: Cover, from_hill: bool, target_on_hill: bool) -> int:
    return location_range(light, sky, cover=cover, from_hill=from_hill, target_on_hill=target_on_hill).inches


def locates(ground: Ground, light: Light, sky: Sky, observer: Spot, target: Spot) -> bool:
    """Return whether a battalion at one point locates an enemy at another."""
    far = distance(observer, target)
    if far <= tables.LOCATION_POOR:  # the shortest range in any light, weather and cover
        return True
    return far <= tables.LOCATION_FROM_HILL and far <= sight(ground, light, sky, observer, target)


def allowance(unit: Unit, posture: Posture, going: Surface, *, mounted: bool) -> int | None:
    """Return the inches a move on this ground; None if the chart has a dash or the posture does not move (OB-MOV-07,
    -09, -10, OB-AMB-028).

    Combat-ready, a road is open country (OB-AMB-034). A dash bars terrain (OB-AMB-033).
    """
    if posture is Posture.RESERVE:
        return None
    if posture is Posture.MARCH:
        return marches.inches(unit.march_class, going)
    rates = pace(unit, mounted=mounted)
    return rates.terrain if going is Surface.TERRAIN else rates.open


def travel(ground: Ground, unit: Unit, posture: Posture, start: Spot, aim: Spot, *, mounted: bool = False) -> Spot:
    """Return the farthest point straight towards the aim that one move allows (OB-MOV-01, -02)."""
    return travel_by(ground, unit, posture, (start, aim), mounted=mounted)[-1]


def travel_by(ground: Ground, unit: Unit, posture: Posture, way: Sequence[Spot], *, mounted: bool) -> tuple[Spot, ...]:
    """Return the part of a way that one move allows: its start, the corners that are passed, and the end.

    The slowest ground touched sets the rate of the whole move (OB-AMB-032).
    """
    start, *corners = way
    path, inches = [start], 0
    rate = allowance(unit, posture, ground.going_at(start), mounted=mounted)
    for corner in corners:
        reached = path[-1]
        for spot in steps(reached, ground.within(corner)):
            going_rate = allowance(unit, posture, ground.going_at(spot), mounted=mounted)
            inches += 1
            if rate is None or going_rate is None or inches > (rate := min(rate, going_rate)):
                return tuple(path) if reached == path[-1] else (*path, reached)
            reached = spot
        if reached != path[-1]:
            path.append(reached)
    return tuple(path)


def rate(ground: Ground, unit: Unit, posture: Posture, path: Sequence[Spot], *, mounted: bool) -> int:
    """Return the allowance of a move along these points, set by the slowest ground touched (OB-AMB-032)."""
    spots = [path[0], *(spot for start, end in pairwise(path) for spot in steps(start, end))]
    goings = {ground.going_at(spot) for spot in spots}
    return min(allowance(unit, posture, going, mounted=mounted) or 0 for going in goings)


@cache
def _out_of_terrain() -> tuple[tuple[int, int, int], ...]:
    """Return the offsets in inches, across and in depth, of every point that vehicles reach out of terrain, the nearest
    first.
    """
    reach, start = range(-OUT_OF_TERRAIN, OUT_OF_TERRAIN + 1), Spot(0, 0)
    inches = ((distance(start, Spot(across, deep)), across, deep) for across in reach for deep in reach)
    return tuple(sorted(point for point in inches if point[0] <= OUT_OF_TERRAIN))


def nearest_open(ground: Ground, spot: Spot, is_free: Callable[[Spot], bool]) -> Spot | None:
    """Return the nearest free point on a road or in the open, as far as vehicles march out of terrain in one move
    (OB-AMB-033); None if there is none.
    """
    spots = (Spot(spot.x + across, spot.y + deep) for _, across, deep in _out_of_terrain())
    return next(
        (at for at in spots if ground.within(at) == at and ground.going_at(at) is not Surface.TERRAIN and is_free(at)),
        None,
    )


def along(start: Spot, end: Spot, inches: int, total: int) -> Spot:
    """Return the point at this number of inches along a straight line, never beyond its end."""
    if inches >= total:
        return end
    return Spot(start.x + int((end.x - start.x) * inches / total), start.y + int((end.y - start.y) * inches / total))


def steps(start: Spot, end: Spot, stride: int = 1) -> Iterator[Spot]:
    """Yield the points of a straight line a stride apart, from after its start to its end."""
    total = distance(start, end)
    for inches in range(stride, total + stride, stride):
        yield along(start, end, inches, total)


def around(ground: Ground, spot: Spot) -> Iterator[Spot]:
    """Yield a spot and the points of the table within ``AROUND_IN`` of it, the nearest first."""
    return (
        place
        for _, across, deep in _offsets(AROUND_IN)
        if (place := Spot(spot.x + across, spot.y + deep)) == ground.within(place)
    )


@cache
def _offsets(inches: int) -> tuple[tuple[int, int, int], ...]:
    """Return the offsets of the points within this distance, across and in depth, after their distance."""
    reach, start = range(-inches, inches + 1), Spot(0, 0)
    offsets = ((distance(start, Spot(across, deep)), across, deep) for across in reach for deep in reach)
    return tuple(sorted(offset for offset in offsets if offset[0] <= inches))


def waypoints(path: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the points of a move from its start to its end, a stride apart, its corners among them."""
    return (path[0], *(spot for start, end in pairwise(path) for spot in steps(start, end, STRIDE)))


def cut_off(ground: Ground, spot: Spot, home_y: int, blocked: list[tuple[Spot, int]], friends: list[Spot]) -> bool:
    """Return whether every way to its own edge or to a friend meets these circles (OB-AMB-082), searched on squares of
    4 inches.
    """
    start = (spot.x // STRIDE, spot.y // STRIDE)
    home, aims = home_y // STRIDE, {(friend.x // STRIDE, friend.y // STRIDE) for friend in friends}
    seen, edge = {start}, [start]
    while edge:
        column, row = edge.pop()
        if row == home or (column, row) in aims:
            return False
        for step in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
            centre = Spot(step[0] * STRIDE + STRIDE // 2, step[1] * STRIDE + STRIDE // 2)
            inside = 0 <= step[0] <= ground.width_in // STRIDE and 0 <= step[1] <= ground.depth_in // STRIDE
            if inside and step not in seen and all(distance(centre, at) > reach for at, reach in blocked):
                seen.add(step)
                edge.append(step)
    return True
