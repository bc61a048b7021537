"""The ground of a battle's own table in squares of two inches: its nature, its crossing, its cover.

The table is turned by quarters so that the second force lies farther from the near edge than the first. A square takes
the terrain under its middle; a road is as wide as a square, a water a line. Waters and coasts are crossed at a bridge
or on a road along them, obstacles at their gaps. Each system applies its own rules to it.

    Country.of(fight) -> Country       .natures  .roads  .tracks  .hills  .covered  .shut  .nearest(spot)
    Country.turned(point) -> Spot      a point of the campaign's table in inches of the battle
    Country.crossed(start, end)        the squares of a straight line
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, floor, hypot
from typing import Final

from campaign.resolve.ground import ahead, corners, middle_of, steps_from, turned, unturned
from campaign.rules.common.scene import Fight
from campaign.rules.common.terrain import OPEN_COUNTRY, Area, Bar, Box, Line, Point, Terrain
from campaign.terms.ground import Cover, Nature
from campaign.values import dataclass

# As far as one sees inside a wood (BGC-VIS-08).
SQUARE_IN: Final = 2
# Our choice, three squares (`test_a_bridge_opens_the_water_for_three_inches_to_either_side`): 2 or 6 changes none of 8
# battles.
BRIDGE_IN: Final = 3
"""The distance along a water, to either side, over which a bridge opens it."""
# Our choice. It decides where two forces stand mixed
# (`test_forces_within_four_inches_beside_each_other_lie_as_their_homes_do_on_that_axis`): in none of 8 battles.
LEVEL_IN: Final = 4
"""The distance up to which two forces count as level on an axis, so that their homes decide which is which."""
THICKEST_LAST: Final = (Nature.ROUGH, Nature.MARSH, Nature.BUILT_UP, Nature.WOOD)
"""The order of natures if several lie on a square: the last of them counts."""

Spot = tuple[float, float]
Square = int
"""The number of a square: row by row from the near edge, each from the left."""


@dataclass(frozen=True)
class Country:
    """A table of this size in inches; ``quarters``: how often it was turned, so that the south, west, north or east
    edge is near.
    """

    wide_in: int
    deep_in: int
    quarters: int
    terrain: Terrain
    """The terrain in the campaign's inches, not turned."""

    @staticmethod
    def of(fight: Fight) -> Country:
        """Return the ground of a battle, with its squares laid out once for battles on the same table."""
        return _laid_out(fight.terrain, fight.table_in, _quarters(fight))

    @cached_property
    def columns(self) -> int:
        """The number of squares from left to right."""
        return ceil(self.wide_in / SQUARE_IN)

    @cached_property
    def rows(self) -> int:
        """The number of squares from the near to the far edge."""
        return ceil(self.deep_in / SQUARE_IN)

    def turned(self, point: Point) -> Spot:
        """Return a point of the campaign's table in the battle's inches."""
        table = self.wide_in, self.deep_in
        x, y = turned(point, self.quarters, table if self.quarters % 2 == 0 else table[::-1])
        return float(x), float(y)

    def unturned(self, point: Spot) -> Spot:
        """Return a place of the battle as a point of the campaign's table."""
        table = self.wide_in, self.deep_in
        return unturned(point, self.quarters, table if self.quarters % 2 == 0 else table[::-1])

    # Squares ---------------------------------------------------------------------------------------------------------
    def square(self, x: float, y: float) -> Square:
        """Return the square of a place; beyond an edge, the square at the edge."""
        column = min(max(int(x / SQUARE_IN), 0), self.columns - 1)
        return min(max(int(y / SQUARE_IN), 0), self.rows - 1) * self.columns + column

    def middle(self, square: Square) -> Spot:
        """Return the middle of a square, on the table even if the last square of a row hangs over."""
        row, column = divmod(square, self.columns)
        # The middle of the square, or of what the table's edge leaves of it.
        return min((column + 0.5) * SQUARE_IN, self.wide_in - 0.5), min((row + 0.5) * SQUARE_IN, self.deep_in - 0.5)

    @cached_property
    def middles(self) -> tuple[Spot, ...]:
        """The middles of all squares, by number."""
        return tuple(self.middle(square) for square in range(self.columns * self.rows))

    def holds(self, x: float, y: float) -> bool:
        """Return whether a place is on the table."""
        return 0 <= x <= self.wide_in and 0 <= y <= self.deep_in

    def is_shut(self, x: float, y: float) -> bool:
        """Return whether a place cannot be entered or crossed."""
        return self.square(x, y) in self.shut

    def in_cover(self, x: float, y: float) -> bool:
        """Return whether a place lies in soft cover."""
        return self.square(x, y) in self.covered

    @cached_property
    def is_bare(self) -> bool:
        """True if the table is open country all over, with nothing that bars the way."""
        return self.terrain == OPEN_COUNTRY

    # What they are ---------------------------------------------------------------------------------------------------
    @cached_property
    def natures(self) -> tuple[Nature | None, ...]:
        """The nature of each square, the thickest that lies there; None for open country. A road runs through all
        natures.
        """
        natures: list[Nature | None] = [None] * (self.columns * self.rows)
        terrain = [area for area in self.terrain.areas if area.cover is Cover.TERRAIN and not area.road]
        for area in sorted(terrain, key=lambda area: THICKEST_LAST.index(area.nature)):
            for square in self._under(area.box):
                natures[square] = area.nature
        return tuple(natures)

    @cached_property
    def roads(self) -> frozenset[Square]:
        """The map squares through which a road runs."""
        return frozenset(self._run([area for area in self.terrain.areas if area.road]))

    @cached_property
    def tracks(self) -> frozenset[Square]:
        """The map squares through which a track runs."""
        return frozenset(self._run([area for area in self.terrain.areas if area.track]))

    @cached_property
    def hills(self) -> frozenset[Square]:
        """The map squares that lie on a hill."""
        return frozenset(square for area in self.terrain.areas if area.hill for square in self._under(area.box))

    @cached_property
    def covered(self) -> frozenset[Square]:
        """The map squares in terrain that gives cover."""
        return frozenset(
            square for area in self.terrain.areas if area.cover is Cover.TERRAIN for square in self._under(area.box)
        )

    @cached_property
    def covered_off_roads(self) -> frozenset[Square]:
        """The map squares in terrain that gives cover, through which neither a road nor a track runs."""
        return self.covered and self.covered - self.roads - self.tracks

    @cached_property
    def shut(self) -> frozenset[Square]:
        """The squares that cannot be entered or crossed."""
        result = {square for outline in self.terrain.seas for square in self._inside(outline)}
        result |= {square for line in self.terrain.shores for square in self._under_line(line)}
        if result:
            result -= self.roads | self.tracks
        result |= self._roadless_waters()
        for bar in self.terrain.bars:
            if not (bar.river and bar.lines) and not bar.gapped:
                result |= {square for box in bar.boxes for square in self._touched(box)} - self._bridged(
                    bar, list(bar.boxes)
                )
        return frozenset(result)

    def _roadless_waters(self) -> set[Square]:
        """Return the squares of rivers and canals except those at bridges. A drawn road crosses water only at a
        bridge.
        """
        result: set[Square] = set()
        for bar in self.terrain.bars:
            if bar.river and bar.lines:
                wet = {square for line in bar.lines for square in self._under_line(line)}
                for bridge in bar.bridges:
                    if not wet:  # all of it beside the table, or under bridges
                        break
                    x, y = self.turned(bridge)
                    at = min(wet, key=lambda square: (self._off(square, x, y), square))
                    wet_at = self.middle(at)
                    wet -= {square for square in wet if self._off(square, *wet_at) <= BRIDGE_IN}
                result |= wet
        return result

    def _bridged(self, bar: Bar, boxes: Sequence[Box]) -> set[Square]:
        """Return the squares of an obstacle drawn only as boxes that a bridge leads through."""
        spots = [self.turned(bridge) for bridge in bar.bridges]
        return {
            square
            for box in boxes
            for square in self._touched(box)
            if any(self._off(square, *spot) <= BRIDGE_IN for spot in spots)
        }

    def _off(self, square: Square, x: float, y: float) -> float:
        at = self.middles[square]
        return hypot(at[0] - x, at[1] - y)

    # Which squares lie where -----------------------------------------------------------------------------------------
    def _under(self, box: Box) -> Iterator[Square]:
        """Yield the squares whose middle lies in a box, and the square that holds the middle of the box."""
        near_x, near_y, far_x, far_y = corners(box, self.turned)
        for row in _middles_between(near_y, far_y, self.rows):
            for column in _middles_between(near_x, far_x, self.columns):
                yield row * self.columns + column
        if self.holds(x := (near_x + far_x) / 2, y := (near_y + far_y) / 2):
            yield self.square(x, y)

    def _touched(self, box: Box) -> Iterator[Square]:
        """Yield the squares that a box reaches into."""
        near_x, near_y, far_x, far_y = corners(box, self.turned)
        for row in range(max(0, floor(near_y / SQUARE_IN)), min(self.rows, floor(far_y / SQUARE_IN) + 1)):
            for column in range(max(0, floor(near_x / SQUARE_IN)), min(self.columns, floor(far_x / SQUARE_IN) + 1)):
                yield row * self.columns + column

    def _run(self, ways: Sequence[Area]) -> set[Square]:
        """Return the squares along roads or tracks: their strides one after the other, joined if they are
        neighbours.
        """
        result = self._squares_of(self.turned(_middle(area)) for area in ways)
        for stride, next_stride in pairwise(ways):
            a, b = self.turned(_middle(stride)), self.turned(_middle(next_stride))
            if hypot(a[0] - b[0], a[1] - b[1]) <= stride.box.east - stride.box.west:
                result |= self._squares_of(_between(a, b))
        return result

    def _under_line(self, line: Line) -> set[Square]:
        """Return the squares that a drawn line runs through, so that no step leads over it between two of them."""
        return {
            square for a, b in pairwise(line) for square in self._squares_of(_between(self.turned(a), self.turned(b)))
        }

    def _squares_of(self, spots: Iterable[Spot]) -> set[Square]:
        columns, rows, wide, deep = self.columns, self.rows, self.wide_in, self.deep_in
        return {
            min(int(y / SQUARE_IN), rows - 1) * columns + min(int(x / SQUARE_IN), columns - 1)
            for x, y in spots
            if 0 <= x <= wide and 0 <= y <= deep
        }

    def _inside(self, outline: Line) -> Iterator[Square]:
        corners = [self.turned(point) for point in outline]
        for square, (x, y) in enumerate(self.middles):
            cuts = (
                x0 + (y - y0) / (y1 - y0) * (x1 - x0)
                for (x0, y0), (x1, y1) in pairwise((*corners, *corners[:1]))
                if (y0 > y) != (y1 > y)
            )
            if sum(cut > x for cut in cuts) % 2:
                yield square

    # Where somebody can stand ----------------------------------------------------------------------------------------
    @cached_property
    def _waters(self) -> tuple[Line, ...]:
        """The rivers, canals and coasts as they are drawn."""
        return (*(line for bar in self.terrain.bars if bar.river for line in bar.lines), *self.terrain.shores)

    @cached_property
    def banks(self) -> tuple[int, ...]:
        """The bank on which each square lies, by number; 0 for squares of the water itself, bridged or not."""
        wet = {square for line in self._waters for square in self._under_line(line)}
        result = [0] * len(self.middles)
        for start in range(len(result)):
            if result[start] or start in wet:
                continue
            number = max(result) + 1
            for square in steps_from(
                [start], lambda square: (near for near in self._beside(square) if near not in wet)
            ):
                result[square] = number
        return tuple(result)

    def _beside(self, square: Square) -> Iterator[Square]:
        row, column = divmod(square, self.columns)
        if row:
            yield square - self.columns
        if row < self.rows - 1:
            yield square + self.columns
        if column:
            yield square - 1
        if column < self.columns - 1:
            yield square + 1

    def bank_of(self, spot: Spot) -> int:
        """Return the bank of a place, by the nearest square that is not separated from it by water."""
        if not self._waters:
            return 1
        if self.banks[self.square(*spot)]:
            return self.banks[self.square(*spot)]
        lines = [(self.turned(a), self.turned(b)) for line in self._waters for a, b in pairwise(line)]
        inked = (spot[0] + 1e-4, spot[1] + 2e-4)
        dry = sorted((self._off(square, *spot), square) for square, bank in enumerate(self.banks) if bank)
        near = (
            square for _, square in dry if sum(_cross(inked, self.middles[square], a, b) for a, b in lines) % 2 == 0
        )
        return self.banks[next(near, dry[0][1])] if dry else 0

    def nearest(self, spot: Spot) -> list[Square]:
        """Return the squares that units can enter by their distance from a place, those of its own bank first."""
        if spot not in self._near:
            free = (square for square in range(len(self.middles)) if square not in self.shut)
            bank = self.bank_of(spot)
            self._near[spot] = sorted(
                free, key=lambda square: (self.banks[square] != bank, self._off(square, *spot), square)
            )
        return self._near[spot]

    def standing_at(self, point: Point) -> Spot:
        """Return a point of the campaign's table, or the nearest place that a unit can enter."""
        at = self.turned(point)
        near = self.nearest(at) if self.is_shut(*at) else []
        return self.middles[near[0]] if near else at

    @cached_property
    def _near(self) -> dict[Spot, list[Square]]:
        """The answers for places asked before, as a battalion's companies are at one place."""
        return {}

    def edge_at(self, gate: Spot) -> list[Spot]:
        """Return the middles of the squares along the edge in which a gate lies, on its bank, by their distance from
        it.
        """
        if gate not in self._gates:
            bank = self.bank_of(gate)
            squares = [square for square in self.nearest(gate) if self.banks[square] == bank]
            self._gates[gate] = [
                self.middles[square] for square in squares if self._at_edge_of(gate, *self.middles[square])
            ]
        return self._gates[gate]

    @cached_property
    def _gates(self) -> dict[Spot, list[Spot]]:
        """The results for gates that were asked for before, kept so that each is worked out once."""
        return {}

    def _at_edge_of(self, gate: Spot, x: float, y: float) -> bool:
        """Return whether a place lies at the edge that is nearest to this gate."""
        edges = (
            (gate[0], x),
            (gate[1], y),
            (self.wide_in - gate[0], self.wide_in - x),
            (self.deep_in - gate[1], self.deep_in - y),
        )
        return min(edges)[1] <= SQUARE_IN

    def crossed(self, start: Square, end: Square) -> tuple[Square, ...]:
        """Return the squares between two on the straight line from middle to middle."""
        if start > end:
            return self.crossed(end, start)[::-1]
        if (start, end) not in self._crossed:
            (x0, y0), (x1, y1) = self.middles[start], self.middles[end]
            count = max(1, ceil(hypot(x1 - x0, y1 - y0)))
            line = (self.square(x0 + (x1 - x0) * n / count, y0 + (y1 - y0) * n / count) for n in range(1, count))
            self._crossed[start, end] = tuple(square for square in dict.fromkeys(line) if square not in (start, end))
        return self._crossed[start, end]

    @cached_property
    def _crossed(self) -> dict[tuple[Square, Square], tuple[Square, ...]]:
        """The lines asked for before, as the same table is used in many battles."""
        return {}

    @cached_property
    def steps(self) -> tuple[tuple[tuple[Square, float], ...], ...]:
        """The steps from each square: neighbouring squares and the inches to them; not past the corner of a shut
        square.
        """
        shut, steps = self.shut, list(_open_steps_over(self.wide_in, self.deep_in))
        beside = {near for square in shut for near, _ in self.around(square)}
        for square in beside:
            steps[square] = tuple(
                (near, inches)
                for near, inches, past in (self.step(square, near, way) for near, way in self.around(square))
                if near not in shut and shut.isdisjoint(past)
            )
        return tuple(steps)

    def around(self, square: Square) -> Iterator[tuple[Square, tuple[int, int]]]:
        """Yield the squares beside it and at its corners, each with the rows and columns to it."""
        row, column = divmod(square, self.columns)
        for up, right in ((1, 0), (0, -1), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1)):
            if 0 <= row + up < self.rows and 0 <= column + right < self.columns:
                yield square + up * self.columns + right, (up, right)

    def step(self, square: Square, near: Square, way: tuple[int, int]) -> tuple[Square, float, tuple[Square, ...]]:
        """Return a step to a neighbouring square: the square, the inches to it, and the squares whose corners it
        passes.
        """
        past = (square + way[0] * self.columns, square + way[1]) if all(way) else ()
        return near, self._off(near, *self.middles[square]), past


@lru_cache(maxsize=16)
def _open_steps_over(wide_in: int, deep_in: int) -> tuple[tuple[tuple[Square, float], ...], ...]:
    """Return, for each square, all steps from it over a table of that size without shut squares."""
    table = Country(wide_in, deep_in, 0, OPEN_COUNTRY)
    return tuple(
        tuple(table.step(square, near, way)[:2] for near, way in table.around(square))
        for square in range(len(table.middles))
    )


def _middle(area: Area) -> Point:
    box = area.box
    return (box.west + box.east) // 2, (box.south + box.north) // 2


def _middles_between(near: float, far: float, count: int) -> range:
    """Return the rows or columns, of this number, whose middles lie between two edges of a box."""
    # From the edge of a square to its middle is half a square.
    return range(max(0, ceil(near / SQUARE_IN - 0.5)), min(count, int(far / SQUARE_IN + 0.5)))


def _between(a: Spot, b: Spot) -> Iterator[Spot]:
    """Yield places along a line, so close together that no square is left out at a corner."""
    # Four places an inch, on squares of two.
    count = max(1, ceil(hypot(b[0] - a[0], b[1] - a[1]) * 4))
    before = a
    for n in range(count + 1):
        x, y = a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count
        yield x, before[1]
        yield x, y
        before = x, y


def _cross(start: Spot, end: Spot, a: Spot, b: Spot) -> bool:
    return _is_left(start, end, a) != _is_left(start, end, b) and _is_left(a, b, start) != _is_left(a, b, end)


def _is_left(start: Spot, end: Spot, point: Spot) -> bool:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0]) > 0


@lru_cache(maxsize=16)
def _laid_out(terrain: Terrain, table_in: tuple[int, int], quarters: int) -> Country:
    wide, deep = table_in if quarters % 2 == 0 else table_in[::-1]
    return Country(wide, deep, quarters, terrain)


def _quarters(fight: Fight) -> int:
    """Return the turns after which the second force lies ahead of the first: along the axis on which they are farther
    apart or, if they are level, by their homes (house).
    """
    first, second = (
        middle_of([at for u in force.units if (at := fight.spots.get(u.id) or fight.beside.get(u.id))])
        for force in fight.forces
    )
    if first is None or second is None:
        return 0 if fight.table_in[0] >= fight.table_in[1] else 1
    across, along = second[0] - first[0], second[1] - first[1]
    upright = abs(along) >= abs(across)
    gap, axis = (along, 1) if upright else (across, 0)
    gap = ahead(gap, fight.homes, axis, LEVEL_IN)
    # In quarter turns: north, east, south, west.
    return (0 if gap >= 0 else 2) if upright else (1 if gap >= 0 else 3)
