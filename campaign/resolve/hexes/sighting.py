"""Lines of sight (HEX-SIGHT, HEX-LOS). The two lists of what blocks a line are taken together (HEX-AMB-10, -11).

blocks(field, position) -> str      the feature of a hex that blocks a line, in words;
                                    empty if none
line_blocked(field, start, end) -> str
sees_hex(field, observer, position) -> bool
spotters(field, side, target) -> list       the units that sight a target for indirect fire (HEX-SIGHT-02)
"""

from __future__ import annotations

from campaign.resolve.hexes.field import Field, Piece
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.grid import Hex, label, routes


def blocks(field: Field, position: Hex) -> str:
    """Return the feature of a hex that blocks a line, in words; empty if none (HEX-SIGHT-04, HEX-LOS-02)."""
    terrain = field.terrain_at(position)
    if tables.GROUND[terrain].blocks_sight:
        return f"{terrain.value} in {label(position)}"
    for piece in field.at(position):
        if not piece.hidden:
            return f"{piece.name} in {label(position)}"
    return ""


def line_blocked(field: Field, start: Hex, end: Hex) -> str:
    """Return the feature that blocks the line between two hexes; empty if it is clear. Only hexes strictly between can
    block (HEX-AMB-12, -13).
    """
    if start.distance(end) <= 1:
        return ""
    obstructions = [
        next(filter(None, (blocks(field, position) for position in route[1:-1])), "") for route in routes(start, end)
    ]
    return " and ".join(obstructions) if all(obstructions) else ""


def sees_hex(field: Field, observer: Piece, position: Hex) -> bool:
    """Return whether this unit can see a hex: within sight, from a hill as from elsewhere, the line clear
    (HEX-SIGHT-03; HEX-AMB-53, -56).
    """
    if observer.where is None:
        return False
    return observer.where.distance(position) <= field.sight and not line_blocked(field, observer.where, position)


def spotters(field: Field, side: int, target: Hex) -> list[Piece]:
    """Return the units on the map that sight a hex for the guns, in the order of their force (HEX-SIGHT-02,
    HEX-AMB-27).
    """
    return [piece for piece in field.on_map(side) if sees_hex(field, piece, target)]
