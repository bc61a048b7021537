"""Hexes: their positions, their distances, and the hexes between them.

Hexes have a corner at the top and lie in rows; a hex has two axial coordinates, ``q`` along the row and ``r`` down the
rows. Every distance of this system is a count of them (HEX-GEN-05).

    Hex(q, r)    .neighbours    .distance(other)
    label(position) -> "C4"                 column letter and row number, as printed on the map
    side(first, second) -> frozenset        the side between two adjacent hexes
    routes(start, goal)                     the hexes a line passes: one route, or two where it runs along shared sides
                                            (HEX-AMB-12)
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from campaign.errors import BadInput

_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # The six neighbours, in these coordinates.
_NUDGE = 1e-6  # Of a hex: far above the rounding of floats, far below a side (HEX-AMB-12).


class Hex(NamedTuple):
    """A hex by its axial coordinates ``q`` (along the row) and ``r`` (down the rows)."""

    q: int
    r: int

    @property
    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes that share a side with it."""
        return _neighbours(self)

    def distance(self, goal: Hex) -> int:
        """Return the distance in hexes; 0 is the same hex, 1 an adjacent one."""
        across, down = self.q - goal.q, self.r - goal.r
        return max(abs(across), abs(down), abs(across + down))


@lru_cache(maxsize=4096)
def _neighbours(position: Hex) -> tuple[Hex, ...]:
    return tuple(Hex(position.q + across, position.r + down) for across, down in _STEPS)


def at(column: int, row: int) -> Hex:
    """Return the hex in this column and row of a map, both from 0; odd rows are half a hex to the right."""
    return Hex(column - (row - (row & 1)) // 2, row)


def column_of(position: Hex) -> int:
    """Return the column of a hex on the map, from 0."""
    return position.q + (position.r - (position.r & 1)) // 2


def label(position: Hex) -> str:
    """Return the hex's name on the map: ``C4`` is the column's letter and the row's number."""
    column = column_of(position)
    letters = chr(ord("A") + column % 26)  # Letters of the alphabet.
    return f"{chr(ord('A') + column // 26 - 1) if column >= 26 else ''}{letters}{position.r + 1}"


def side(first: Hex, second: Hex) -> frozenset[Hex]:
    """Return the side that two adjacent hexes share. Raises BadInput if they share none."""
    if first.distance(second) != 1:
        raise BadInput(f"{label(first)} and {label(second)} are not neighbouring hexes")
    return frozenset((first, second))


def routes(start: Hex, goal: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Return the hexes that a straight line from centre to centre passes, both ends included; two routes if it runs
    along shared sides.
    """
    return tuple(
        tuple(Hex(start.q + q, start.r + r) for q, r in route) for route in _routes(goal.q - start.q, goal.r - start.r)
    )


@lru_cache(maxsize=1024)
def _routes(across: int, down: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(dict.fromkeys(_route(across, down, nudge) for nudge in (_NUDGE, -_NUDGE)))


def _route(across: int, down: int, nudge: float) -> tuple[tuple[int, int], ...]:
    length = max(abs(across), abs(down), abs(across + down))
    ends = {0: (0, 0), length: (across, down)}
    return tuple(
        ends[n] if n in ends else _rounded(across * n / length + nudge, down * n / length + 2 * nudge)
        for n in range(length + 1)
    )


def _rounded(q: float, r: float) -> tuple[int, int]:
    """Return the axial coordinates of the hex in which a point lies."""
    s = -q - r
    nearest_q, nearest_r, nearest_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(nearest_q - q), abs(nearest_r - r), abs(nearest_s - s)
    if off_q > off_r and off_q > off_s:
        return -nearest_r - nearest_s, nearest_r
    if off_r > off_s:
        return nearest_q, -nearest_q - nearest_s
    return nearest_q, nearest_r
