"""An index of the positions on the table of a battle, so that a step can find the units near a place without asking
each of them.

Crowd(cell_in)     .put(body, x, y)  .lift(body)  .near(x, y, within)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Generic, TypeVar

Body = TypeVar("Body")


class Crowd(Generic[Body]):
    """An index of bodies by squares of this many inches."""

    def __init__(self, cell_in: int) -> None:
        self._cell_in = cell_in
        self._at: dict[tuple[int, int], list[Body]] = {}
        self._cell: dict[int, tuple[int, int]] = {}

    def put(self, body: Body, x: float, y: float) -> None:
        """Set a body down at a place, or move it there."""
        self.lift(body)
        cell = self._cell[id(body)] = int(x // self._cell_in), int(y // self._cell_in)
        self._at.setdefault(cell, []).append(body)

    def lift(self, body: Body) -> None:
        """Take a body off the table, if it is on it."""
        if (cell := self._cell.pop(id(body), None)) is not None:
            self._at[cell].remove(body)

    def near(self, x: float, y: float, within_in: float | None = None) -> Iterator[Body]:
        """Yield every body within this number of inches, a cell's length by default, and some that are farther."""
        cell, reach = self._cell_in, self._cell_in if within_in is None else within_in
        columns = range(int((x - reach) // cell), int((x + reach) // cell) + 1)
        rows = range(int((y - reach) // cell), int((y + reach) // cell) + 1)
        return chain.from_iterable(self._at.get((column, row), ()) for row in rows for column in columns)
