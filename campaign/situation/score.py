"""The present score, from the evenings' scoring."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Score
from campaign.rules.day.possession import Award, standings


def score_so_far(board: Board) -> dict[int, int]:
    """Return points by side id, without sides that have none."""
    return standings(Award(row.objective_id, row.side_id, row.points) for row in board.rows(Score))
