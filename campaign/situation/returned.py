"""The state of a battle as a viewer may know it: a player does not learn whether the other side's return is in."""

from __future__ import annotations

from typing import Final

from campaign.journal.board import Board
from campaign.model import Battle, Return
from campaign.terms.state import BattleState
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer

_GOING_ON: Final = (BattleState.FIGHTING, BattleState.SUSPENDED, BattleState.RETURNED)


def state_shown(board: Board, viewer: Viewer, battle: Battle) -> BattleState:
    """Return the state of a battle for this viewer. While only the other side's return is in, a player reads what stood
    there before: that the battle is still to be fought, is suspended, or goes on.

    A battle that was played in part is suspended for players until the clock has passed the turn that it reached, also
    when the umpire has resumed it: nothing else is the same with and without the other side's return.
    """
    if viewer.is_umpire or battle.state not in _GOING_ON:
        return battle.state
    own_returns = board.rows(
        Return, Return.battle_id == battle.id, Return.side_id == viewer.side, Return.settled.is_(False)
    )
    if own_returns:
        return battle.state
    if battle.reached_day is None or battle.reached_turn is None:
        return BattleState.PROPOSED if battle.state is BattleState.RETURNED else battle.state
    is_passed = board.moment > Moment(battle.reached_day, battle.reached_turn)
    return BattleState.FIGHTING if is_passed else BattleState.SUSPENDED
