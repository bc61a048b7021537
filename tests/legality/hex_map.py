"""The hex map of a battle, read off its table once more: twelve hexes of 500 m by twelve over six kilometres by six,
north up, each odd row from 0 half a hex to the east.

    HexMap(terrain, table_in)      .ground: {(column, row): "woods"}      .sides: {{hex, hex}: "river"}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot, sqrt

from campaign.rules.common.terrain import Area, Terrain
from campaign.terms.ground import Cover, Nature
from tests.legality.referee import Spot, inside, meeting

Cell = tuple[int, int]
"""Column and row of the map, from 1, as the report has them."""

HEXES = 12
"""To a row, and rows (HEX-MAP-01)."""
FIRST = ("lake", "marsh", "bridge", "buildings", "woods", "hill", "broken terrain")
"""Of several kinds of ground in a hex, the one that comes first here is its terrain."""
READ_AS = {Nature.ROUGH: "broken terrain", Nature.BUILT_UP: "buildings", Nature.WOOD: "woods", Nature.MARSH: "marsh"}
ASIDE = 1e-4, 2e-4
"""Inches by which middles are moved to the north-east: no line goes through one."""
WIDE, DEEP = (HEXES + 0.5) * sqrt(3), 1.5 * HEXES + 0.5
"""The map in sides of a hex: every second row lies half a hex aside, and each row half a hex into the next."""


class HexMap:
    """The terrain of each hex, and waters along the sides: those between whose middles one lies."""

    def __init__(self, terrain: Terrain, table_in: tuple[int, int]) -> None:
        self.terrain, self.table_in = terrain, table_in
        self.drawn = {
            (column, row): (sqrt(3) * (column - 0.5 + (row % 2 == 0) / 2), 1.5 * row - 0.5)
            for row in range(1, HEXES + 1)
            for column in range(1, HEXES + 1)
        }
        wide, deep = table_in
        self.middles = {
            cell: (x / WIDE * wide + ASIDE[0], (1 - y / DEEP) * deep + ASIDE[1]) for cell, (x, y) in self.drawn.items()
        }
        self.roads = {self.cell_at(middle_of(area)) for area in terrain.areas if area.road}
        self.ground = {cell: self._ground(kinds) for cell, kinds in self._kinds().items()}
        self.sides = self._sides()

    def cell_at(self, spot: Spot) -> Cell:
        """The hex whose middle is nearest on the map, the first of equals."""
        x, y = spot[0] / self.table_in[0] * WIDE, (1 - spot[1] / self.table_in[1]) * DEEP
        return min(self.drawn, key=lambda cell: round(hypot(self.drawn[cell][0] - x, self.drawn[cell][1] - y), 6))

    def _kinds(self) -> dict[Cell, set[str]]:
        kinds: dict[Cell, set[str]] = {cell: set() for cell in self.drawn}
        wide, deep = self.table_in
        for area in self.terrain.areas:
            word = word_of(area)
            if not word:
                continue
            x, y = middle_of(area)
            if 0 <= x <= wide and 0 <= y <= deep:
                kinds[self.cell_at((x, y))].add(word)
            for cell, middle in self.middles.items():
                if inside(area.box, middle):
                    kinds[cell].add(word)
        for cell, middle in self.middles.items():
            if any(crossed(middle, (-999.0, middle[1]), [(*sea, sea[0])]) % 2 for sea in self.terrain.seas):
                kinds[cell].add("lake")
            if cell in self.roads and kinds[cell] & {"marsh", "lake"}:
                kinds[cell] = (kinds[cell] - {"marsh", "lake"}) | {"bridge"}
        return kinds

    @staticmethod
    def _ground(kinds: set[str]) -> str:
        return next((word for word in FIRST if word in kinds), "open")

    def _sides(self) -> dict[frozenset[Cell], str]:
        rivers = [bar for bar in self.terrain.bars if bar.river and bar.lines]
        lines = [line for bar in rivers for line in bar.lines]
        sides: dict[frozenset[Cell], str] = {}
        for cell in self.drawn:
            for other in around(cell):
                if other > cell and other in self.drawn:
                    ends = self.middles[cell], self.middles[other]
                    on_shore = crossed(*ends, self.terrain.shores) % 2 and not {cell, other} <= self.roads
                    if crossed(*ends, lines) % 2 or on_shore:
                        sides[frozenset((cell, other))] = "river"
        for bar in rivers:
            for bridge in bar.bridges:
                over = [side for side in sides if crossed(*(self.middles[cell] for cell in side), bar.lines) % 2]
                if over:
                    sides[min(over, key=lambda side: self._from_side(bridge, side))] = "bridge"
        return sides

    def _from_side(self, spot: Spot, side: frozenset[Cell]) -> float:
        (x, y), (u, v) = (self.middles[cell] for cell in side)
        return hypot((x + u) / 2 - spot[0], (y + v) / 2 - spot[1])


def word_of(area: Area) -> str:
    """What an area is on the map; nothing for roads, open ground and craters."""
    if area.cover is Cover.TERRAIN and not area.craters:
        return "hill" if area.hill and area.nature is Nature.ROUGH else READ_AS[area.nature]
    return "hill" if area.hill else ""


def middle_of(area: Area) -> Spot:
    """The middle of an area's box."""
    return (area.box.west + area.box.east) / 2, (area.box.south + area.box.north) / 2


def crossed(a: Spot, b: Spot, lines: Iterable[Sequence[Spot]]) -> int:
    """How often a straight way crosses lines."""
    return sum(meeting(a, b, c, d) is not None for line in lines for c, d in pairwise(line))


def around(cell: Cell) -> list[Cell]:
    """The six hexes about one; even rows, from 1, are half a hex to the right."""
    column, row = cell
    aside = 0 if row % 2 == 0 else -1
    return [
        (column - 1, row),
        (column + 1, row),
        (column + aside, row - 1),
        (column + aside + 1, row - 1),
        (column + aside, row + 1),
        (column + aside + 1, row + 1),
    ]
