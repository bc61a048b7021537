"""A forecast: the next movement is carried out as ordered, to show its results; the caller rolls it back (umpire
1.4).
"""

from __future__ import annotations

from campaign.actions import movement
from campaign.actions.battles import contacts_step
from campaign.actions.day_context import DayContext
from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.rules.common.dice import Dice
from campaign.situation.clock import next_movement
from campaign.terms.time import Moment, Phase


def march_ahead(board: Board, dice: Dice) -> Moment:
    """Carry out arrivals, marches and contacts of the next movement in the present weather; return their turn.

    What else happens before it (air strikes, battles still to be fought, weather that clears) is not foreseen. Raises
    Refused for a campaign that is over.
    """
    moment, clock = next_movement(board), board.clock
    if clock.phase is Phase.OVER:
        raise Refused("there is no movement to forecast: the campaign is over. For a past turn: --as-of DAY.TURN")
    clock.day, clock.turn, clock.phase = moment.day, moment.turn, Phase.MOVEMENT
    dice.moment = moment
    movement.arrivals(DayContext(board, dice))
    movement.movement(DayContext(board, dice))
    today = DayContext(board, dice)
    contacts_step(board, today.army, today.theatre, today.weighs)
    clock.phase = Phase.BATTLES
    return moment
