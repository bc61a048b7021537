"""The hex map of a battle of the campaign: the ground of its table as hexes, and the hexes in which units start
(HEX-TERR, HEX-AMB-21, -37).

The book has woods, buildings, broken terrain, rivers, marshes, lakes and hills; the campaign names other kinds of
terrain. A hex takes the terrain of its middle, or of a feature that passes through it (an escarpment, a place of half a
kilometre); of several, the first in PRECEDENCE. Waters run along the sides of hexes: those whose middles lie on
different banks. All of this is a house rule.

    Chart.of(terrain, table_in, book)        the map over a table; north up
        .ground                              ``ground.Ground``: the form that the rules read
        .hex_of(point), .nearest(point)      the hex of a point of the table; the hexes by their distance, those of its
                                             bank first
    bare_grid(columns, rows)                 names and places of the hexes alone
    Counter(unit, key, point)                a unit of the table, and its battalion's position
    set_out(chart, counters, taken=)         the hex in which each starts, within the limit of a hex (HEX-TERR-08, -09)
    gates(chart, point)                      hexes of the edge where a unit comes on, the nearest first
    goal_of(chart, point)                    the hex that is fought for
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.terrain import Area, Line, Point
from campaign.rules.common.terrain import Terrain as TableGround
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.grid import Hex, at, label
from campaign.rules.tabletop.hexes.ground import Ground
from campaign.rules.tabletop.hexes.tables import Side, Terrain
from campaign.terms.ground import Cover, Nature
from campaign.values import dataclass
from campaign.words.hex_grid import HexGrid

TABLE_M: Final = 6_000
"""Metres of ground on the table (umpire 1.4)."""
PRECEDENCE: Final = (
    Terrain.LAKE,
    Terrain.MARSH,
    Terrain.BRIDGE,
    Terrain.BUILDINGS,
    Terrain.WOODS,
    Terrain.HILL,
    Terrain.BROKEN,
)
"""The order in which kinds of ground in one hex count: the first of them decides."""
READ_AS: Final[Mapping[Nature, Terrain]] = {
    Nature.ROUGH: Terrain.BROKEN,
    Nature.BUILT_UP: Terrain.BUILDINGS,
    Nature.WOOD: Terrain.WOODS,
    Nature.MARSH: Terrain.MARSH,
}
"""The terrain on hexes for each kind of the campaign's terrain."""
_NUDGE = 1e-4  # Inches: far above the rounding of floats, far below a hex.
"""The shift by which a line exactly through the middle of a hex is moved beside it."""

Spot = tuple[float, float]


def count_of(book: Rulebook) -> int:
    """Return the columns and rows of the map: a square of that number of hexes (umpire 1.4, HEX-MAP-01)."""
    return max(1, TABLE_M // book.integer("hexes.metres"))


@dataclass(frozen=True)
class Chart:
    """The map over a table of this size in inches, west to east and south to north. Its hexes are made once."""

    columns: int
    rows: int
    table_in: tuple[int, int]
    terrain: TableGround

    @staticmethod
    def of(terrain: TableGround, table_in: tuple[int, int], book: Rulebook) -> Chart:
        """Return the map of this battle's table, laid out once for all its papers."""
        return _laid_out(terrain, table_in, count_of(book))

    @cached_property
    def grid(self) -> HexGrid:
        """The grid that gives the hexes their names and places."""
        return bare_grid(self.columns, self.rows)

    @cached_property
    def every(self) -> tuple[Hex, ...]:
        """All hexes, row by row from the north."""
        return tuple(at(column, row) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def middles(self) -> Mapping[Hex, Spot]:
        """The middle of each hex in inches from the west and the south edge."""
        wide, deep = self.table_in
        drawn = ((position, self.grid.middle(number)) for number, position in enumerate(self.every))
        return {
            position: (x / self.grid.across * wide + _NUDGE, (1 - y / self.grid.down) * deep + 2 * _NUDGE)
            for position, (x, y) in drawn
        }

    def hex_of(self, point: Spot) -> Hex:
        """Return the hex in which a point of the table lies."""
        return self.every[min(range(len(self.every)), key=self._gaps(point).__getitem__)]

    def _gaps(self, point: Spot) -> list[float]:
        """Return the distance of each hex from a point, as it is drawn (``HexGrid.gap``)."""
        across, up = point[0] / self.table_in[0], point[1] / self.table_in[1]
        return [self.grid.gap(number, across, up) for number in range(len(self.every))]

    def nearest(self, point: Spot) -> list[Hex]:
        """Return all hexes by their distance from a point; first those whose middle is not separated from it by
        water.
        """
        if point not in self._nearest:
            gaps = self._gaps(point)
            ranked = sorted(
                range(len(gaps)), key=lambda n: (self._parted(point, self.middles[self.every[n]]), gaps[n], n)
            )
            self._nearest[point] = [self.every[number] for number in ranked]
        return self._nearest[point]

    @cached_property
    def _nearest(self) -> dict[Spot, list[Hex]]:
        """The answers for points asked before, as many units stand at the same point."""
        return {}

    def is_edge(self, position: Hex) -> bool:
        """Return whether a hex lies at the edge of the map."""
        return any(neighbour not in self.middles for neighbour in position.neighbours)

    def _parted(self, point: Spot, end: Spot) -> bool:
        return _crossings(point, end, self.waters) % 2 == 1

    @cached_property
    def waters(self) -> tuple[Line, ...]:
        """The rivers, canals and coasts as they are drawn."""
        return (*(line for bar in self.terrain.bars if bar.river for line in bar.lines), *self.terrain.shores)

    @cached_property
    def ground(self) -> Ground:
        """The terrain of each hex, and the features along the sides."""
        return Ground(self.columns, self.rows, self._terrain(), self._sides())

    # What a hex is ---------------------------------------------------------------------------------------------------
    def _terrain(self) -> dict[Hex, Terrain]:
        terrains: dict[Hex, set[Terrain]] = {}
        for area in self.terrain.areas:
            kind = read_as(area)
            for position in self._under(area) if kind is not None else ():
                terrains.setdefault(position, set()).add(kind)  # type: ignore[arg-type]
        for position in self.every:
            if any(_inside(self.middles[position], outline) for outline in self.terrain.seas):
                terrains.setdefault(position, set()).add(Terrain.LAKE)
        for position in self._dry & set(terrains):
            terrains[position] = {
                Terrain.BRIDGE if terrain in (Terrain.MARSH, Terrain.LAKE) else terrain
                for terrain in terrains[position]
            }
        return {
            position: next(terrain for terrain in PRECEDENCE if terrain in kinds)
            for position, kinds in terrains.items()
        }

    def _under(self, area: Area) -> set[Hex]:
        """Return the hexes whose middle lies in an area, and the hex in which the area's own middle lies."""
        box, (wide, deep) = area.box, self.table_in
        middle = ((box.west + box.east) / 2, (box.south + box.north) / 2)
        cells = {self.hex_of(middle)} if 0 <= middle[0] <= wide and 0 <= middle[1] <= deep else set[Hex]()
        return cells | {
            position
            for position, (x, y) in self.middles.items()
            if box.west <= x <= box.east and box.south <= y <= box.north
        }

    @cached_property
    def _dry(self) -> frozenset[Hex]:
        """The hexes with a road: it leads through marshes on a causeway, and along a coast on land."""
        roads = (area.box for area in self.terrain.areas if area.road)
        return frozenset(self.hex_of(((box.west + box.east) / 2, (box.south + box.north) / 2)) for box in roads)

    # What runs along the sides ---------------------------------------------------------------------------------------
    def _sides(self) -> dict[frozenset[Hex], Side]:
        rivers = [bar for bar in self.terrain.bars if bar.river and bar.lines]
        sides: dict[frozenset[Hex], Side] = {}
        for pair in self._pairs():
            point, end = (self.middles[position] for position in pair)
            if _crossings(point, end, [line for bar in rivers for line in bar.lines]) % 2 or (
                _crossings(point, end, self.terrain.shores) % 2 and not set(pair) <= self._dry
            ):
                sides[frozenset(pair)] = Side.RIVER
        for bar in rivers:
            for bridge in bar.bridges:
                over = [side for side in sides if _crossings(*self._ends(side), bar.lines) % 2]
                if over:
                    sides[min(over, key=lambda side: (self._off(bridge, side), sorted(side)))] = Side.BRIDGE
        return sides

    def _pairs(self) -> Iterable[tuple[Hex, Hex]]:
        return (
            (position, neighbour)
            for position in self.every
            for neighbour in position.neighbours
            if position < neighbour and neighbour in self.middles
        )

    def _ends(self, side: frozenset[Hex]) -> tuple[Spot, Spot]:
        cell, neighbour = sorted(side)
        return self.middles[cell], self.middles[neighbour]

    def _off(self, point: Point, side: frozenset[Hex]) -> float:
        """Return the square of a bridge's distance from the middle of a side."""
        (x, y), (u, v) = self._ends(side)
        return ((x + u) / 2 - point[0]) ** 2 + ((y + v) / 2 - point[1]) ** 2


@lru_cache(maxsize=16)
def bare_grid(columns: int, rows: int) -> HexGrid:
    """Return the grid of hexes with their names and places, the same on the map of every battle of that size."""
    return HexGrid(columns, rows, tuple(label(at(column, row)) for row in range(rows) for column in range(columns)))


@lru_cache(maxsize=16)
def _laid_out(terrain: TableGround, table_in: tuple[int, int], count: int) -> Chart:
    return Chart(count, count, table_in, terrain)


def read_as(area: Area) -> Terrain | None:
    """Return the terrain of an area on hexes; None for a road, open ground and craters (HEX-AMB-09, -37)."""
    if area.cover is Cover.TERRAIN and not area.craters:
        kind = READ_AS[area.nature]
        return Terrain.HILL if area.hill and kind is Terrain.BROKEN else kind
    return Terrain.HILL if area.hill else None


def _crossings(point: Spot, end: Spot, lines: Iterable[Line]) -> int:
    """Return how often the straight line between two points crosses these lines."""
    return sum(_cross(point, end, a, b) for line in lines for a, b in pairwise(line))


def _cross(point: Spot, end: Spot, a: Spot, b: Spot) -> bool:
    return _left(point, end, a) != _left(point, end, b) and _left(a, b, point) != _left(a, b, end)


def _left(other_point: Spot, end: Spot, point: Spot) -> bool:
    return (end[0] - other_point[0]) * (point[1] - other_point[1]) - (end[1] - other_point[1]) * (
        point[0] - other_point[0]
    ) > 0


def _inside(point: Spot, outline: Line) -> bool:
    x, y = point
    cuts = (
        x0 + (y - y0) / (y1 - y0) * (x1 - x0)
        for (x0, y0), (x1, y1) in pairwise((*outline, *outline[:1]))
        if (y0 > y) != (y1 > y)
    )
    return sum(cut > x for cut in cuts) % 2 == 1


# Who starts where ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Counter:
    """A unit of the table to be set out: its battalion, its name, and the battalion's position."""

    unit: int
    key: str
    point: Point


def set_out(chart: Chart, counters: Iterable[Counter], taken: Collection[Hex] = ()) -> dict[str, Hex]:
    """Return the hex of each unit, in their order: its own, or the nearest that has room and is not in ``taken``.

    A hex of terrain holds one unit, an open hex two (HEX-TERR-08, -09); a marsh or lake none.
    """
    occupants: Count[Hex] = Count()
    cells: dict[str, Hex] = {}
    for counter in counters:
        free = (
            position
            for position in chart.nearest(counter.point)
            if position not in taken
            and tables.GROUND[chart.ground.terrain_at(position)].passable
            and occupants[position] < chart.ground.holds(position)
        )
        position = next(free, None)
        if position is not None:
            cells[counter.key] = position
            occupants[position] += 1
    return cells


def gates(chart: Chart, point: Point | None) -> tuple[Hex, ...]:
    """Return the hexes of the edge that can hold units, those nearest to the point of entry first."""
    able = {
        position
        for position in chart.every
        if chart.is_edge(position) and tables.GROUND[chart.ground.terrain_at(position)].passable
    }
    return tuple(
        position
        for position in chart.nearest(point if point is not None else (chart.table_in[0] // 2, 0))
        if position in able
    )


def goal_of(chart: Chart, point: Point) -> Hex:
    """Return the hex that is fought for: that of its place, or the nearest that can hold a unit."""
    return next(
        (position for position in chart.nearest(point) if tables.GROUND[chart.ground.terrain_at(position)].passable),
        chart.hex_of(point),
    )
