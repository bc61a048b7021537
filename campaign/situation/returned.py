"""The state of a battle as a viewer may know it: a player does not learn whether the other side's return is in."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Battle, Return
from campaign.terms.state import BattleState
from campaign.terms.viewer import Viewer


def state_shown(board: Board, viewer: Viewer, battle: Battle) -> BattleState:
    """Return the state of a battle for this viewer. While only the other side's return is in, a player reads what stood
    there before: that the battle is still to be fought, or goes on.
    """
    if viewer.is_umpire or battle.state is not BattleState.RETURNED:
        return battle.state
    own = board.rows(Return, Return.battle_id == battle.id, Return.side_id == viewer.side, Return.settled.is_(False))
    if own:
        return BattleState.RETURNED
    return BattleState.FIGHTING if battle.reached_day else BattleState.PROPOSED
