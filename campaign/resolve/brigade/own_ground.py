"""A battle of the campaign on its own table: all units at their positions or entry points, on the ground that the paper
draws (BDE-SETUP-03).

Companies of a battalion set out abreast around its place, headquarters, support weapons and guns behind them, each on
the nearest possible ground on its bank; the defender first, the attacker 6 inches clear of it. Units beside the table
and arrivals come on at their road in their move, guns limbered, in no trench.

    set_out(fight, book) -> Field        is_own(fight) -> bool
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from campaign.resolve.brigade import march
from campaign.resolve.brigade.field import APART_IN, SUPPORT_BEHIND_IN, Field, Piece, field_of, piece_of, side_of
from campaign.resolve.brigade.going import ways_over
from campaign.resolve.brigade.transport import ride_of
from campaign.resolve.country import Country, Spot, Square
from campaign.resolve.sightlines import Sightlines
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight
from campaign.rules.tabletop.brigade.muster import Battalion
from campaign.rules.tabletop.brigade.tables import Cover
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.terms.state import Role

# Our choice: 75 changes 8 of 12 battles, 300 changes 5.
AROUND = 150
"""The squares around a place that are searched first for the companies of a battalion: about 14 inches around."""


def is_own(fight: Fight) -> bool:
    """Return whether the campaign gives positions or entry points of units."""
    return bool(fight.spots or fight.beside)


def set_out(fight: Fight, book: Rulebook) -> Field:
    """Return the battle's own table with both forces on it or waiting beside it."""
    country = Country.of(fight)
    sides = [side_of(fight, n, book) for n in (0, 1)]
    on = field_of(sides, book, country.deep_in)
    on.ways, lines = ways_over(country), Sightlines(country)
    on.lines = None if lines.is_clear else lines
    on.goal = None if fight.prize is None else country.standing_at(fight.prize.at)
    ordered = [fight.attacker is not None and side.attacks for side in sides]
    for n in (1, 0):
        for battalion in sides[n].mustered.battalions:
            pieces = [
                piece_of(battalion, troop, n, 0.0, 0.0, attacks=ordered[n] or _comes(battalion, fight))
                for troop in battalion.troops
            ]
            for piece in pieces:
                piece.waiting = not piece.troop.off_table
            sides[n].pieces += pieces
            if battalion.off_table or _comes(battalion, fight):
                _wait(pieces, battalion, fight, country)
            else:
                _stand(
                    [piece for piece in pieces if not piece.troop.off_table],
                    country.turned(fight.spots[battalion.unit.id]),
                    on,
                )
    return on


def _comes(battalion: Battalion, fight: Fight) -> bool:
    return (
        battalion.unit.role is Role.ARRIVES or battalion.unit.id in fight.beside or battalion.unit.id not in fight.spots
    )


def _wait(pieces: Sequence[Piece], battalion: Battalion, fight: Fight, country: Country) -> None:
    at = fight.beside.get(battalion.unit.id) or fight.spots.get(battalion.unit.id)
    for piece in pieces:
        if not piece.troop.off_table:
            piece.gate = country.turned(at) if at else None
            piece.comes_in = 1 + fight.waits.get(battalion.unit.id, 0)
            piece.limbered = piece.troop.kind is Kind.GUN
            piece.rides = ride_of(piece.unit, piece.troop)


def _stand(pieces: Sequence[Piece], at: Spot, on: Field) -> None:
    """Set up a battalion's units around its place: fighting units abreast, support and headquarters behind."""
    # In the line a headquarters had been the unit nearest to the enemy, and the first that was lost.
    staffs = [piece for piece in pieces if march.is_staff(piece)]
    front = [piece for piece in pieces if not (piece.troop.crewed or piece in staffs)]
    rear = [piece for piece in pieces if piece.troop.crewed and piece not in staffs]
    middle = (len(rear) + 1) // 2
    rear[middle:middle] = staffs
    for rank, behind in ((front, 0), (rear, SUPPORT_BEHIND_IN)):
        for n, piece in enumerate(rank):
            along = at[1] - (behind if piece.side == 0 else -behind)
            spot = _room_at((at[0] + (n - (len(rank) - 1) / 2) * APART_IN, along), at, piece, on)
            if spot is not None:
                (piece.x, piece.y), piece.waiting = spot, False
                on.crowd.put(piece, piece.x, piece.y)
                piece.cover = march.cover_at(piece, on) if piece.cover is Cover.OPEN else piece.cover


def _room_at(wish: Spot, at: Spot, piece: Piece, on: Field) -> Spot | None:
    """Return the place nearest to the one wanted, among those near the battalion's, that is clear of other units and of
    the enemy.
    """
    country = on.ways.country if on.ways is not None else None
    if country is None:
        return wish
    squares, bank = country.nearest(at), country.bank_of(at)
    for some in (squares[:AROUND], squares[AROUND:]):
        for square in sorted(
            some, key=lambda square: (country.banks[square] != bank, _off(country, square, wish), square)
        ):
            x, y = country.middles[square]
            if all(
                hypot(neighbour.x - x, neighbour.y - y) >= _apart(piece, neighbour) for neighbour in on.crowd.near(x, y)
            ):
                return x, y
    return None


def _apart(piece: Piece, neighbour: Piece) -> int:
    return march.clear_of(piece, neighbour) if neighbour.side == piece.side else march.FROM_ENEMY_IN


def _off(country: Country, square: Square, spot: Spot) -> float:
    x, y = country.middles[square]
    return hypot(x - spot[0], y - spot[1])
