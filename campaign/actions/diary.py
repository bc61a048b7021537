"""Lines for the diary: what happened, when, to whom, and who knows it."""

from __future__ import annotations

from campaign.journal.session import Desk
from campaign.model import DiaryLine
from campaign.terms.time import Moment


def note(
    desk: Desk,
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
    now = moment or desk.moment
    return desk.make(
        DiaryLine,
        day=now.day,
        turn=now.turn,
        place_in_turn=_next_place(desk, now),
        seconds=seconds,
        side_id=side,
        battalion_id=battalion,
        formation_id=formation,
        battle_id=battle,
        bold=bold,
        text=text,
    )


def _next_place(desk: Desk, now: Moment) -> int:
    """The first free place among this turn's lines, the unwritten ones included."""
    key = ("diary", now)
    if key not in desk.info:
        desk.info[key] = max(
            (line.place_in_turn for line in desk.rows(DiaryLine, DiaryLine.day == now.day, DiaryLine.turn == now.turn)),
            default=0,
        )
    desk.info[key] += 1
    place: int = desk.info[key]
    return place
