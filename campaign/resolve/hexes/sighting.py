"""Who sees whom (HEX-SIGHT, HEX-LOS). The two lists of what blocks a line are taken together (HEX-AMB-10, -11).

blocks(field, hex, viewer_side) -> str      what in a hex blocks a line, in words; empty: nothing
line_blocked(field, cell, other_cell, side) -> str
sees_hex(field, observer, hex) -> bool
spotters(field, side, target) -> list       who sights a target for indirect fire (HEX-SIGHT-02)
"""

from __future__ import annotations

from campaign.resolve.hexes.field import Field, Piece
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.grid import Hex, label, routes
from campaign.rules.tabletop.hexes.tables import Terrain


def blocks(field: Field, position: Hex, side: int) -> str:
    """What in a hex blocks a line of this side, in words; empty: nothing (HEX-SIGHT-04, HEX-LOS-02)."""
    terrain = field.terrain_at(position)
    if tables.GROUND[terrain].blocks_sight and (
        terrain is not Terrain.WOODS or field.book.switch("hexes.woods_block_los")
    ):
        return f"{terrain.value} in {label(position)}"
    friends_too = field.book.switch("hexes.friends_block_los")
    for piece in field.at(position):
        if not piece.hidden and (friends_too or piece.side != side):
            return f"{piece.name} in {label(position)}"
    if position in field.smoke and field.book.switch("hexes.smoke_blocks_los"):
        return f"smoke in {label(position)}"
    return ""


def line_blocked(field: Field, cell: Hex, other_cell: Hex, side: int) -> str:
    """What blocks the line between two hexes; empty: it is clear. Only hexes strictly between can (HEX-AMB-12, -13)."""
    if cell.distance(other_cell) <= 1:
        return ""
    found_blocks = [
        next(filter(None, (blocks(field, position, side) for position in route[1:-1])), "")
        for route in routes(cell, other_cell)
    ]
    if field.book.word("hexes.edge_los") == "both":
        return " and ".join(found_blocks) if all(found_blocks) else ""
    return next(filter(None, found_blocks), "")


def reach(field: Field, observer: Hex) -> int:
    """Hexes that a unit sees from here (HEX-SIGHT-03, HEX-AMB-53, -56)."""
    if field.sight >= tables.SIGHT and field.terrain_at(observer) is Terrain.HILL:
        return field.book.whole("hexes.hill_sight")
    return field.sight


def sees_hex(field: Field, observer: Piece, position: Hex) -> bool:
    """Can this unit see a hex, and whoever stands there: within sight, the line clear (HEX-SIGHT-03)?"""
    if observer.where is None:
        return False
    return observer.where.distance(position) <= reach(field, observer.where) and not line_blocked(
        field, observer.where, position, observer.side
    )


def spotters(field: Field, side: int, target: Hex) -> list[Piece]:
    """Units on the map that sight a hex for the guns, in the order of their force (HEX-SIGHT-02, HEX-AMB-27)."""
    costs = field.book.word("hexes.spotter_cost") == "action"
    return [piece for piece in field.on_map(side) if not (costs and piece.acted) and sees_hex(field, piece, target)]
