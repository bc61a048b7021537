"""The campaign's clock: the running turn and step, and the calendar."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.terms.time import TURN, Calendar, Moment, Phase

MOVES_AT = TURN.index(Phase.MOVEMENT)


def calendar_of(board: Board) -> Calendar:
    """Return the calendar of the campaign."""
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
