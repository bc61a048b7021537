"""The stored supply reports, one for each trace."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.journal.snapshot import once_a_reading
from campaign.model import SupplyReport


@once_a_reading
def latest_report(board: Board) -> SupplyReport | None:
    """Return the last supply report; the others, whose number grows with the campaign, are not read."""
    moments = board.columns(SupplyReport, "day", "turn", "moment", "id")
    if not moments:
        return None
    *_, newest = max((day, turn, moment == "turn", ident) for day, turn, moment, ident in moments)
    return board.row(SupplyReport, newest)
