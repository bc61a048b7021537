"""Blocks and minefields that troops lay: named after their side and numbered."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Obstacle, Side
from campaign.terms.ground import ObstacleKind


def laid(board: Board, side: Side, kind: ObstacleKind, road: int, at_m: int) -> Obstacle:
    """Return a new obstacle of a side across a road, numbered so that its name is unique; the caller says who knows of
    it.
    """
    name, key = f"{side.name} {kind.value}", f"{side.key}_{kind.value}"
    taken = {o.key for o in board.rows(Obstacle)}
    number = next(n for n in range(1, len(taken) + 2) if f"{key}_{n}" not in taken)
    return board.make(
        Obstacle, key=f"{key}_{number}", name=f"{name} {number}", road_id=road, at_m=at_m, kind=kind, gapped=False
    )
