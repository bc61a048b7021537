"""The hex map of a battle: the terrain of each hex, and the features along the sides (HEX-TERR).

Ground(columns, rows, terrain, sides)         .hexes  .terrain_at  .holds  .is_open  .crossable  .adjacent  .rough_step
Ground.drawn(lines, sides)                    a map from a drawing, a letter for a hex: the letters are LETTERS
broken_between(ground, cell, neighbour)            whether broken terrain lies between (HEX-TERR-03)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from campaign.errors import BadInput
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.grid import Hex, at, column_of, routes, side
from campaign.rules.tabletop.hexes.tables import Side, Terrain
from campaign.terms.words import listing
from campaign.values import dataclass, field

LETTERS: Final = MappingProxyType(
    {
        ".": Terrain.OPEN,
        "w": Terrain.WOODS,
        "b": Terrain.BUILDINGS,
        "k": Terrain.BROKEN,
        "r": Terrain.RIVER,
        "=": Terrain.BRIDGE,
        "f": Terrain.FORD,
        "m": Terrain.MARSH,
        "l": Terrain.LAKE,
        "h": Terrain.HILL,
    }
)
"""The letters with which a hex is drawn."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A map of some columns and rows of hexes. A hex that is not named is open."""

    columns: int = 12  # HEX-MAP-01.
    rows: int = 12  # HEX-MAP-01.
    terrain: Mapping[Hex, Terrain] = field(default_factory=dict)
    sides: Mapping[frozenset[Hex], Side] = field(default_factory=dict)

    @classmethod
    def drawn(cls, lines: Sequence[str], sides: Mapping[frozenset[Hex], Side] | None = None) -> Ground:
        """Return a map from a drawing whose first line is row 1. Raises BadInput for an unknown letter, or a ragged
        row.
        """
        rows = [line.split() if " " in line.strip() else list(line.strip()) for line in lines]
        terrain: dict[Hex, Terrain] = {}
        for row, letters in enumerate(rows):
            if len(letters) != len(rows[0]):
                raise BadInput(
                    f"row {row + 1} of the map has {len(letters)} hexes, but the first row has {len(rows[0])}. "
                    "Make all rows equally long"
                )
            for column, letter in enumerate(letters):
                if letter not in LETTERS:
                    raise BadInput(
                        f"{letter!r} in row {row + 1} of the map does not stand for any terrain. Write one of "
                        f"these letters: {listing((f'{key} {sign}' for key, sign in LETTERS.items()))}"
                    )
                if LETTERS[letter] is not Terrain.OPEN:
                    terrain[at(column, row)] = LETTERS[letter]
        return cls(len(rows[0]) if rows else 0, len(rows), terrain, dict(sides or {}))

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes, row by row."""
        return tuple(at(column, row) for row in range(self.rows) for column in range(self.columns))

    def on_map(self, position: Hex) -> bool:
        return 0 <= position.r < self.rows and 0 <= column_of(position) < self.columns

    def terrain_at(self, position: Hex) -> Terrain:
        return self.terrain.get(position, Terrain.OPEN)

    def is_open(self, position: Hex) -> bool:
        """Return whether a hex is open terrain: without any feature; a hill only if the rulebook says so
        (HEX-AMB-09).
        """
        return is_open(self.terrain_at(position))

    def holds(self, position: Hex) -> int:
        """Return the friendly units that a hex can hold: two in the open, one in terrain (HEX-TERR-08, -09)."""
        return tables.STACK_OPEN if self.is_open(position) else tables.STACK_TERRAIN

    def crossable(self, position: Hex, cell: Hex) -> bool:
        """Return whether units may go from a hex to the next: not into marsh or lake, and over a river only at bridges
        and fords (HEX-TERR-04..06).
        """
        return self.on_map(cell) and tables.GROUND[self.terrain_at(cell)].passable and not self._river(position, cell)

    def _river(self, position: Hex, cell: Hex) -> bool:
        return bool(self.sides) and self.sides.get(side(position, cell)) is Side.RIVER

    def adjacent(self, position: Hex) -> tuple[Hex, ...]:
        """Return the hexes that count as adjacent: each with a shared side, with or without a feature along it
        (HEX-AMB-34).
        """
        return position.neighbours

    def rough_step(self, position: Hex, cell: Hex) -> bool:
        """Return whether a step goes into, through or out of woods, buildings or broken terrain (HEX-TERR-10)."""
        if tables.GROUND[self.terrain_at(position)].rough or tables.GROUND[self.terrain_at(cell)].rough:
            return True
        return bool(self.sides) and self.sides.get(side(position, cell)) is Side.BROKEN

    def broken_on(self, route: tuple[Hex, ...]) -> bool:
        """Return whether broken terrain lies along a route: a hex strictly between, or a side crossed (HEX-AMB-21)."""
        if any(tables.GROUND[self.terrain_at(position)].covers_between for position in route[1:-1]):
            return True
        return bool(self.sides) and any(self.sides.get(frozenset(pair)) is Side.BROKEN for pair in pairwise(route))


def is_open(terrain: Terrain) -> bool:
    """Return whether this terrain is open (HEX-AMB-09)."""
    return terrain is Terrain.OPEN


def broken_between(ground: Ground, cell: Hex, neighbour: Hex) -> bool:
    """Return whether broken terrain lies between two hexes. On a line along a shared side it must lie on both routes,
    as for sight (HEX-AMB-12, -21).
    """
    result = (ground.broken_on(route) for route in routes(cell, neighbour))
    return all(result)
