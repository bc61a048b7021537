"""A map of numbered hexes: the ground of each, the features along their sides, and the starting units.

HexGrid(columns, rows, labels, ...)      row by row from the top; every second row lies half a hex to the right
HexGround(word, labels)                  the hexes that are one kind of ground: ``hill``
HexSide(one, other, word)                the feature between two hexes: ``river``, ``bridge``
HexStart(label, text, unit=, comes_on=, accent=, is_own=)   a unit that starts in a hex

The map lies over the battle's table: as wide, and as deep. Its rows are a little lower than its columns are wide, so
that the table is drawn to fit exactly under it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import dist, sqrt

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class HexGround:
    """The hexes that are one kind of ground. ``word`` is short enough to stand in a hex."""

    word: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HexSide:
    """The feature along the side between two hexes."""

    one: str
    other: str
    word: str


@dataclass(frozen=True, slots=True)
class HexStart:
    """A unit that starts in a hex: ``text`` is its line, ``2`` or ``2a``; ``comes_on``: there, at the edge, and not
    before.

    ``unit``: its battalion; ``accent`` and ``is_own`` tell two sides apart on the umpire's map.
    """

    label: str
    text: str
    unit: int = 0
    comes_on: bool = False
    accent: str = "#000000"
    is_own: bool = True


@dataclass(frozen=True)
class HexGrid:
    """A map of hexes standing on a corner. ``labels`` names them row by row from the upper left; ``note`` stands under
    the map.

    ``key`` says, in a line each, what the ground counts as, by the book or by house rule.
    """

    columns: int
    rows: int
    labels: tuple[str, ...]
    note: str = ""
    ground: tuple[HexGround, ...] = ()
    sides: tuple[HexSide, ...] = ()
    starts: tuple[HexStart, ...] = ()
    key: tuple[str, ...] = ()
    prize: str = ""
    """The hex that is at stake in the battle."""

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Words written in hexes, by the hex's name; open ones have none."""
        return {label: hex_ground.word for hex_ground in self.ground for label in hex_ground.labels}

    @property
    def central(self) -> str:
        """Hex in the middle of the map: for examples."""
        return self.labels[self.rows // 2 * self.columns + self.columns // 2]

    @property
    def across(self) -> float:
        """Width in sides of a hex: the columns, and the half hex of every second row."""
        return (self.columns + (0.5 if self.rows > 1 else 0)) * sqrt(3)

    @property
    def down(self) -> float:
        """Height in sides of a hex."""
        return 1.5 * self.rows + 0.5

    def middle(self, number: int) -> tuple[float, float]:
        """Return the middle of a hex from the upper left corner of the map, in sides of a hex."""
        return self._middles[number]

    @cached_property
    def _middles(self) -> tuple[tuple[float, float], ...]:
        places = (divmod(number, self.columns) for number in range(self.columns * self.rows))
        return tuple((sqrt(3) / 2 * (2 * column + 1 + (row & 1)), 1 + 1.5 * row) for row, column in places)

    def hex_at(self, across: float, up: float) -> str:
        """Return the hex whose middle is nearest to a point of the table: parts of its width from the west, of its
        depth from the south.
        """
        return self.labels[min(range(len(self.labels)), key=lambda number: self.gap(number, across, up))]

    def gap(self, number: int, across: float, up: float) -> float:
        """Return the distance from the middle of a hex to such a point, in sides of a hex; rounded so that of equal
        ones the first counts everywhere.
        """
        return round(dist((across * self.across, (1 - up) * self.down), self.middle(number)), 6)
