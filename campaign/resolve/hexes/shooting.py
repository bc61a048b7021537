"""Sighting and shooting on the map, in the order of the procedure: range, line of sight, effect (HEX-SHOOT-02). The two
lists of what blocks a line are taken together (HEX-AMB-10, -11).

blocks(field, position) -> str               the feature of a hex that blocks a line, in words; empty if none
line_blocked(field, start, end) -> str
sees_hex(field, observer, position) -> bool
spotters(field, side, target) -> list        the units that sight a target for indirect fire (HEX-SIGHT-02)
barred(field, shooter, target) -> str        why a shot cannot be made; empty if it can
smoke_barred(field, layer, cell) -> str      why smoke cannot be laid there
shot_of(field, shooter, target, evades=)     the values of the shot, for ``combat``
may_evade(field, target) -> bool             whether the target may evade
"""

from __future__ import annotations

from campaign.resolve.hexes.field import Field, Piece
from campaign.rules.tabletop.hexes import combat, tables
from campaign.rules.tabletop.hexes.combat import Shot
from campaign.rules.tabletop.hexes.grid import Hex, label, routes
from campaign.rules.tabletop.hexes.ground import broken_between


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


def barred(field: Field, shooter: Piece, target: Piece) -> str:
    """Return why a shot cannot be made, by the first step of the procedure that forbids it; empty if it can."""
    if target.where is None or not target.in_play:
        return f"{target.name} is not on the map"
    if target.side == shooter.side:
        return f"{target.name} is a friend (HEX-SIGHT-01)"
    if target.hidden:
        return f"{target.name} is hidden (HEX-HID-05)"
    if shooter.shells == 0:
        return f"{shooter.name} has no shells left (hexes.offtable_shells)"
    return (
        out_of_range(shooter, target.where)
        or _next_to_friends(field, shooter, target.where)
        or _unseen(field, shooter, target.where)
    )


def out_of_range(shooter: Piece, cell: Hex) -> str:
    """Return why a hex is out of range; empty if it is in range (HEX-RANGE). An off-table battery reaches everywhere
    (HEX-AMB-58).
    """
    if shooter.where is None:
        return "" if shooter.off_table else f"{shooter.name} is not on the map"
    row = tables.RANGE[shooter.type]
    far = shooter.where.distance(cell)
    if far < row.nearest:
        return f"{label(cell)} is {far} away: {shooter.type.value} shoot at {row.nearest} or more (HEX-RANGE-06)"
    if row.farthest is not None and far > row.farthest:
        return f"{label(cell)} is {far} away: {shooter.type.value} reach {row.farthest} (HEX-RANGE-02)"
    return ""


def _next_to_friends(field: Field, shooter: Piece, cell: Hex) -> str:
    """Return why artillery and mortars may not shoot at a unit next to their friends; empty if they may (HEX-RANGE-04,
    -07); the shooter itself does not count (HEX-AMB-25).
    """
    if not tables.RANGE[shooter.type].clear_of_friends:
        return ""
    for position in field.ground.adjacent(cell):
        for friend in field.at(position):
            if friend.side == shooter.side and friend is not shooter:
                return f"{friend.name} stands next to the target (HEX-RANGE-04, HEX-RANGE-07)"
    return ""


def _unseen(field: Field, shooter: Piece, cell: Hex) -> str:
    """Return why the target is not seen, by the shooter or, for indirect fire, by any unit of its side; empty if it is
    (HEX-SIGHT-01, -02, HEX-LOS-01).
    """
    if shooter.type.is_indirect:
        return "" if spotters(field, shooter.side, cell) else f"no unit sights {label(cell)} (HEX-SIGHT-02)"
    if shooter.where is None:
        return f"{shooter.name} is not on the map"
    if shooter.where.distance(cell) > field.sight:
        return f"{label(cell)} is farther than units see (HEX-SIGHT-03)"
    blocked = line_blocked(field, shooter.where, cell)
    return f"{blocked} blocks the line (HEX-SIGHT-04, HEX-LOS-02)" if blocked else ""


def smoke_barred(field: Field, layer: Piece, cell: Hex) -> str:
    """Return why smoke cannot be laid on a hex; empty if it can (HEX-SMOKE-01, -03, HEX-AMB-29)."""
    if not layer.type.is_indirect:
        return f"{layer.type.value} lay no smoke (HEX-SMOKE-01)"
    if not field.ground.on_map(cell) or not field.ground.is_open(cell):
        return f"{label(cell)} is not open (HEX-SMOKE-03)"
    if layer.aircraft:
        return f"{layer.name} lays no smoke: a sortie is one shot (hexes.air_sortie)"
    if layer.shells == 0:
        return f"{layer.name} has no shells left (hexes.offtable_shells)"
    return out_of_range(layer, cell)


def lay_smoke(field: Field, layer: Piece, cell: Hex) -> None:
    """Mark a hex with smoke (HEX-SMOKE-04)."""
    field.smoke.setdefault(cell, []).append(layer)
    if layer.shells is not None:
        layer.shells -= 1


def shot_of(field: Field, shooter: Piece, target: Piece, *, evades: bool = False) -> Shot:
    """Return the values of a shot that can be made."""
    cell = target.where
    assert cell is not None, "a target stands on the map: ask barred first"
    direct = shooter.where is not None and not shooter.type.is_indirect
    return Shot(
        shooter.type,
        target.type,
        shooter.where.distance(cell) if shooter.where is not None else 0,
        field.terrain_at(cell),
        smoke=cell in field.smoke,
        between=direct and shooter.where is not None and broken_between(field.ground, shooter.where, cell),
        evades=evades,
        activated=target.acted,
        worse=shooter.worse,
    )


def may_evade(field: Field, target: Piece) -> bool:
    """Return whether the target has the choice to evade a shot (HEX-CARD-09, HEX-EVADE-01..03)."""
    if target.where is None:
        return False
    return not combat.cannot_evade(field.terrain_at(target.where), activated=target.acted)
