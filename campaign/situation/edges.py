"""The home edges of a battle's table, by the positions of the sides and of their homes.

homes_of(board, table, sides) -> (Point | None, Point | None)      the middle of each side's home edges, in inches of
                                                                   the
                                                                  table
home_edges(board, army, theatre, table, battle, lines) -> Edges | None     None where not two sides stand against each
                                                                         other
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.journal.board import Board
from campaign.model import Battle, BattleUnit, Place
from campaign.resolve.brevity.table_layout import front_of
from campaign.resolve.ground import Homes
from campaign.rules.common.terrain import Point
from campaign.situation.army import Army
from campaign.situation.terrain import spots_of
from campaign.terms.state import Role
from campaign.theatre.tables import Edge, Table
from campaign.theatre.values import Theatre
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Edges:
    """The home edge of each side, by its id, and the two other edges (OB-MOV-06, OB-AMB-009)."""

    homes: tuple[tuple[int, Edge], tuple[int, Edge]]
    sides: tuple[Edge, Edge]


def homes_of(board: Board, table: Table, sides: tuple[int, int]) -> Homes:
    """Return the homes of two sides as seen from a table: the middle of the places at which their roads leave the map
    to the rear.
    """
    first, second = (_home(board, table, side) for side in sides)
    return first, second


def _home(board: Board, table: Table, side: int) -> Point | None:
    points = [table.inches((place.x_m, place.y_m)) for place in board.rows(Place, Place.home_edge_of_id == side)]
    if not points:
        return None
    return round(sum(x for x, _ in points) / len(points)), round(sum(y for _, y in points) / len(points))


def home_edges(
    board: Board, army: Army, theatre: Theatre, table: Table, battle: Battle, lines: Iterable[BattleUnit]
) -> Edges | None:
    """Return the edges that the program takes when it resolves the battle: the attacker's first, or else those of the
    side that comes first.
    """
    rows = [line for line in lines if line.role is Role.ENGAGED]
    sides = sorted({line.side_id for line in rows}, key=lambda s: (s != battle.attacker_id, army.sides[s].position))
    if len(sides) != 2:
        return None
    spots = spots_of(army, theatre, table, rows)
    first, second = (
        [spots[line.battalion_id] for line in rows if line.side_id == side and line.battalion_id in spots]
        for side in sides
    )
    size = round(table.width_m / 1000 * table.inches_a_km), round(table.depth_m / 1000 * table.inches_a_km)
    front = front_of(first, second, size, homes_of(board, table, (sides[0], sides[1])))
    return Edges(
        ((sides[0], Edge(front.near.value)), (sides[1], Edge(front.value))),
        (Edge(front.sides[0].value), Edge(front.sides[1].value)),
    )
