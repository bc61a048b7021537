"""Sightings of the enemy by a side: arm, rough size and position, as precisely as the side is told (umpire 1.13)."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Battalion, Sighting
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.values import Theatre


def write_sighting(
    board: Board,
    theatre: Theatre,
    side: int,
    battalion: Battalion,
    position: Position,
    *,
    seconds: int,
    seen_by: str,
    how: str,
    named: bool = False,
) -> None:
    """Write down that a side has seen an enemy at this position in the running turn; by name only after a battle."""
    as_told = theatre.as_described(position)
    board.make(
        Sighting,
        day=board.moment.day,
        turn=board.moment.turn,
        seconds=seconds,
        side_id=side,
        battalion_id=battalion.id,
        place_id=(
            position.place if isinstance(position, AtPlace) else theatre.nearest_spot(theatre.point_of(position)).place
        ),
        road_id=as_told.road if isinstance(as_told, OnRoad) else None,
        road_m=as_told.metres if isinstance(as_told, OnRoad) else None,
        arm=battalion.arm,
        mark=battalion.mark,
        seen_by=seen_by,
        how=how,
        named=named,
    )


def sightings_of_turn(board: Board) -> dict[tuple[int, int], Sighting]:
    """Return the sightings of the running turn by side and battalion."""
    now = board.moment
    rows = board.rows(Sighting, Sighting.day == now.day, Sighting.turn == now.turn)
    return {(sighting.side_id, sighting.battalion_id): sighting for sighting in rows}
