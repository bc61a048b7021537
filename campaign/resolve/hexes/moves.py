"""Moving over the map (HEX-MOVE, HEX-TERR): allowed moves, reasons against a move, and events on the way.

allowance(piece) -> hexes                        HEX-TAB-MOVE
fault(field, piece, path) -> str                 why a move along these hexes is not allowed; empty if it is
reachable(field, piece) -> {hex: path}           where it may end its move, and a shortest way
march(field, pieces, path) -> Marched            moves it, stopping and revealing on the way
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.resolve.hexes.field import Field, Piece
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.grid import Hex, label
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class _Way:
    """A move so far: its hex, hexes used, whether it touched rough ground, and whether it must stop here."""

    cell: Hex
    steps: int = 0
    rough: bool = False
    stops: str = ""


@dataclass(frozen=True, slots=True)
class Marched:
    """The result of a move: the hexes entered, the reason it stopped short, and the hidden enemies that it revealed."""

    path: tuple[Hex, ...]
    stopped: str = ""
    revealed: tuple[Piece, ...] = ()


def allowance(piece: Piece) -> int:
    """Return the hexes that a unit may move: motorised infantry as foot from its first hit of this battle
    (HEX-MOVE-02..06, HEX-AMB-46).
    """
    if piece.off_table:
        return 0
    return tables.MOVE[UnitType.FOOT if piece.is_foot_now else piece.type]


def _step(field: Field, piece: Piece, way: _Way, cell: Hex, limit: int) -> _Way | str:
    """Return the next hex of a move, or why it may not be entered."""
    if way.cell.distance(cell) != 1:
        return f"{label(cell)} is not next to {label(way.cell)}"
    if way.stops:
        return way.stops
    if way.steps >= limit:
        return f"{piece.type.value} {'without its trucks ' if piece.is_foot_now else ''}moves {limit} (HEX-MOVE-02)"
    if barred := _barred(field, piece, way, cell):
        return barred
    rough = field.ground.rough_step(way.cell, cell)
    if rough and way.steps:
        return (
            f"rough ground between {label(way.cell)} and {label(cell)}: a move that touches it is one hex in all"
            " (HEX-TERR-10)"
        )
    stops = (
        "it has entered a hex next to an enemy and stops (HEX-MOVE-08)" if field.next_to_enemy(cell, piece.side) else ""
    )
    if rough:
        stops = stops or "it has touched rough ground and stops after one hex (HEX-TERR-10)"
    return _Way(cell, way.steps + 1, way.rough or rough, stops)


def _barred(field: Field, piece: Piece, way: _Way, cell: Hex) -> str:
    """Return why ground or enemy keep a unit out of a hex; empty if they do not."""
    if not field.ground.on_map(cell):
        return f"{label(way.cell)} is at the edge of the map (HEX-AMB-58)"
    if not field.ground.crossable(way.cell, cell):
        terrain = field.terrain_at(cell)
        between = "a river" if tables.GROUND[terrain].passable else terrain.value
        return f"{between} keeps it out of {label(cell)} (HEX-TERR-04, -05, -06)"
    if field.enemies_at(cell, piece.side):
        return f"an enemy holds {label(cell)} (HEX-AMB-55)"
    if not way.steps and field.next_to_enemy(way.cell, piece.side) and field.next_to_enemy(cell, piece.side):
        return f"it stands next to an enemy and {label(cell)} is next to one too (HEX-MOVE-09)"
    return ""


def _walk(field: Field, piece: Piece, path: Sequence[Hex], limit: int) -> _Way | str:
    if piece.where is None:
        return f"{piece.name} is not on the map"
    way: _Way | str = _Way(piece.where)
    for cell in path:
        if isinstance(way, str):
            break
        way = _step(field, piece, way, cell, limit)
    return way


def fault(field: Field, piece: Piece, path: Sequence[Hex], *, limit: int | None = None) -> str:
    """Return why a move along these hexes (without its own) is not allowed; empty if it is. ``limit``: a pair moves as
    its slower unit.
    """
    way = _walk(field, piece, path, allowance(piece) if limit is None else limit)
    if isinstance(way, str):
        return way
    return "" if field.room(way.cell, piece) else f"{label(way.cell)} holds no more units (HEX-TERR-08, HEX-TERR-09)"


def reachable(field: Field, piece: Piece, *, limit: int | None = None) -> Mapping[Hex, tuple[Hex, ...]]:
    """Return every hex in which a unit may end its move, with a shortest way there; its own hex is not among them."""
    most = allowance(piece) if limit is None else limit
    cells: dict[Hex, tuple[Hex, ...]] = {}
    if piece.where is None:
        return cells
    ways: list[tuple[_Way, tuple[Hex, ...]]] = [(_Way(piece.where), ())]
    seen = {(piece.where, False)}
    for way, path in ways:
        if way.stops or way.steps >= most:
            continue
        for neighbour in way.cell.neighbours:
            further = _step(field, piece, way, neighbour, most)
            if isinstance(further, _Way) and (neighbour, further.rough) not in seen:
                seen.add((neighbour, further.rough))
                ways.append((further, (*path, neighbour)))
                cells.setdefault(neighbour, (*path, neighbour))
    cells.pop(piece.where, None)
    return {cell: path for cell, path in cells.items() if field.room(cell, piece)}


def march(field: Field, pieces: Sequence[Piece], path: Sequence[Hex]) -> Marched:
    """Move one unit, or two together, along an allowed path, and return the move made. A hidden enemy is revealed and
    stops it (HEX-HID-04, HEX-AMB-48).
    """
    lead = pieces[0]
    for piece in pieces:
        piece.hidden = False
    entered: list[Hex] = []
    for cell in path:
        if lurking := _hidden(field.at(cell), lead.side):
            _reveal(lurking)
            return _ended(field, pieces, entered, "a hidden enemy holds the next hex", lurking)
        for piece in pieces:
            field.put(piece, cell)
        entered.append(cell)
        met = _hidden((piece for near in field.ground.adjacent(cell) for piece in field.at(near)), lead.side)
        if met:
            _reveal(met)
            return _ended(field, pieces, entered, "a hidden enemy is next to it" if cell != path[-1] else "", met)
    return Marched(tuple(entered))


def _hidden(pieces: Iterable[Piece], side: int) -> list[Piece]:
    return [piece for piece in pieces if piece.hidden and piece.side != side]


def _reveal(pieces: Iterable[Piece]) -> None:
    for piece in pieces:
        piece.hidden = False


def _ended(field: Field, pieces: Sequence[Piece], entered: list[Hex], why: str, met: list[Piece]) -> Marched:
    """Return a move stopped on the way, back at the last hex with room if there is none here."""
    while len(entered) > 1 and not _all_fit(field, pieces):
        entered.pop()
        for piece in pieces:
            field.put(piece, entered[-1])
    return Marched(tuple(entered), why, tuple(met))


def _all_fit(field: Field, pieces: Sequence[Piece]) -> bool:
    position = pieces[0].where
    return position is not None and len(field.at(position)) <= field.ground.holds(position)


def fault_together(field: Field, pair: tuple[Piece, Piece], path: Sequence[Hex]) -> str:
    """Return why two units may not move so together: at the pace of the slower, into a hex that holds both
    (HEX-JOINT-02, HEX-AMB-41); empty if they may.
    """
    first, second = pair
    if first.where is None or first.where != second.where:
        return "they do not stand in one hex (HEX-JOINT-01)"
    limit = min(map(allowance, pair))
    for piece in pair:
        way = _walk(field, piece, path, limit)
        if isinstance(way, str):
            return way
    cell = path[-1] if path else first.where
    occupants = [piece for piece in field.at(cell) if piece not in pair]
    if len(occupants) + 2 > field.ground.holds(cell):
        return f"{label(cell)} does not hold both (HEX-TERR-08, HEX-TERR-09)"
    return ""
