"""The score so far, as the evenings wrote it down."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Score
from campaign.rules.day.possession import Award, standings


def score_so_far(board: Board) -> dict[int, int]:
    """Points by side id; a side without any is not in it."""
    return standings(Award(row.objective_id, row.side_id, row.points) for row in board.rows(Score))
