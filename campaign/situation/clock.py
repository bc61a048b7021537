"""The campaign's clock: the running turn and step, and the calendar."""

from __future__ import annotations

import re

from campaign.journal.board import Board
from campaign.terms.time import TURN, TURNS_A_DAY, Calendar, Moment, Phase, parse_moment

_HOUR = re.compile(
    r"(?:at\s+)?(?:(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)|(?P<hours>[01]\d|2[0-3])(?P<minutes>[0-5]\d))"
    r"\s*(?:h|hrs|hours)?",
    re.IGNORECASE | re.ASCII,
)
_CLOCK_BESIDE = re.compile(r"(?:\s+|\s*\(\s*)(?:at\s+)?\d{1,2}:\d{2}(?:\s*-\s*\d{1,2}:\d{2})?\s*\)?$", re.ASCII)
"""The hours that a form prints beside a turn."""
MOVES_AT = TURN.index(Phase.MOVEMENT)


def calendar_of(board: Board) -> Calendar:
    return Calendar(board.campaign.first_day, board.campaign.day_start_hour)


def last_moment(board: Board) -> Moment:
    """Return the last turn that will be played."""
    return Moment(board.campaign.days, 4)


def next_movement(board: Board) -> Moment:
    """Return the turn whose movement is still to come: this one, unless it has already marched."""
    clock = board.clock
    now = Moment(clock.day, clock.turn)
    if clock.phase in TURN and TURN.index(clock.phase) > MOVES_AT:
        return now.plus(1)
    if clock.phase in (Phase.OBJECTIVES, Phase.STRENGTH_RETURNS):
        return Moment(clock.day + 1, 1)
    return now


def turn_written(text: str, calendar: Calendar, earliest: Moment) -> Moment:
    """Return the turn that a text names: ``1.3``, ``turn 1.3``, ``1.3 (10:00)`` as forms print it, or an hour,
    ``04:00``, ``0400`` or ``0400 hrs``: the next turn from the earliest on that contains this hour. Raises BadInput.
    """
    word = re.sub(r"^turn\s+(?=\d)", "", text.strip(), flags=re.IGNORECASE)
    match = _HOUR.fullmatch(word)
    if match is None:
        return parse_moment(_CLOCK_BESIDE.sub("", word))
    minutes = 60 * int(match["hour"] or match["hours"]) + int(match["minute"] or match["minutes"])
    day = 24 * 60

    def begins(moment: Moment) -> int:
        at = calendar.begins(moment)
        return 60 * at.hour + at.minute

    coming = (earliest.plus(turns) for turns in range(TURNS_A_DAY))
    return next(at for at in coming if (minutes - begins(at)) % day < day // TURNS_A_DAY)
