"""The battalions whose march halted before its goal, by what their side's diary says of it (umpire 1.13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaign.journal.board import Board
from campaign.model import DiaryLine
from campaign.terms.state import News
from campaign.terms.time import Moment


def halted_since(board: Board, battalions: Iterable[int], *criteria: Any) -> dict[int, Moment]:
    """Return those of the battalions, by id, of which the diary notes a halt and no march since, with the turn of the
    halt. ``criteria``: the only lines of the diary that are read.
    """
    asked = set(battalions)
    if not asked:
        return {}
    lines = board.rows(
        DiaryLine, DiaryLine.battalion_id.in_(asked), DiaryLine.news.in_((News.MARCH, News.HALT)), *criteria
    )
    latest = {line.battalion_id: line for line in sorted(lines, key=lambda line: (line.day, line.turn, line.id))}
    return {
        battalion: Moment(line.day, line.turn)
        for battalion, line in latest.items()
        if battalion is not None and line.news is News.HALT
    }
