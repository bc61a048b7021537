"""A blank map of numbered hexes, to draw the ground on and to say where a unit stands.

HexGrid(columns, rows, labels, note)     row by row from the top; every second row lies half a hex to the right
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes standing on a corner. ``labels`` names them row by row from the upper left; ``note`` stands under the map."""

    columns: int
    rows: int
    labels: tuple[str, ...]
    note: str = ""
