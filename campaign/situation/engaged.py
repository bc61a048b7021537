"""The battalions held in a battle (umpire 1.5, 1.6)."""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Battle, BattleUnit
from campaign.rules.day.contact import is_engaged
from campaign.terms.state import Role
from campaign.terms.time import Moment, moment_of


def holds(battle: Battle, now: Moment) -> bool:
    """Return whether a battle's units are engaged in this turn. The rule is ``rules.day.contact.is_engaged``."""
    reached = moment_of(battle.reached_day, battle.reached_turn) if battle.reached_day and battle.reached_turn else None
    return is_engaged(moment_of(battle.day, battle.turn), reached, battle.state, now)


def engaged_battalions(board: Board, at: Moment | None = None) -> dict[int, Battle]:
    """Return the battle of every battalion engaged in a turn (by default the running one), by the battalion's id.

    Guns in range and units on their way are not engaged.
    """
    now = at or board.moment
    battles = {b.id: b for b in board.rows(Battle) if holds(b, now)}
    if not battles:
        return {}
    units = board.rows(BattleUnit, BattleUnit.battle_id.in_(battles))
    return {u.battalion_id: battles[u.battle_id] for u in units if u.role is Role.ENGAGED}


def took_part(board: Board, battle: Battle) -> list[BattleUnit]:
    """Return the lines of the units that were engaged in a battle, side by side, line by line."""
    rows = board.rows(BattleUnit, BattleUnit.battle_id == battle.id)
    return sorted((row for row in rows if row.role is Role.ENGAGED), key=lambda row: (row.side_id, row.line))


def open_battles(board: Board) -> list[Battle]:
    """Return the battles that have not ended, by number."""
    return sorted((b for b in board.rows(Battle) if not b.state.is_over), key=lambda b: b.number)
