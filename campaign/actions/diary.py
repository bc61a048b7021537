"""Lines for the diary: what happened, when, to whom, and who knows it."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import DiaryLine
from campaign.terms.time import Moment


def note(
    board: Board,
    text: str,
    *,
    side: int | None = None,
    battalion: int | None = None,
    formation: int | None = None,
    battle: int | None = None,
    seconds: int | None = None,
    bold: bool = False,
    moment: Moment | None = None,
) -> DiaryLine:
    """Write a line down. ``side`` None keeps it to the umpire; for both sides write two, each in its own words.

    ``seconds`` into the turn: 0 is its beginning, None its end.
    """
    now = moment or board.moment
    return board.make(
        DiaryLine,
        day=now.day,
        turn=now.turn,
        place_in_turn=_next_place(board, now),
        seconds=seconds,
        side_id=side,
        battalion_id=battalion,
        formation_id=formation,
        battle_id=battle,
        bold=bold,
        text=text,
    )


def _next_place(board: Board, now: Moment) -> int:
    """The first free place among this turn's lines, the unwritten ones included."""
    key = ("diary", now)
    if key not in board.info:
        board.info[key] = max(
            (
                line.place_in_turn
                for line in board.rows(DiaryLine, DiaryLine.day == now.day, DiaryLine.turn == now.turn)
            ),
            default=0,
        )
    board.info[key] += 1
    place: int = board.info[key]
    return place
