"""Who is held in a battle (umpire 1.5, 1.6)."""

from __future__ import annotations

from campaign.journal.desk import Desk
from campaign.model import Battle, BattleUnit
from campaign.terms.state import Role
from campaign.terms.time import Moment


def holds(battle: Battle, now: Moment) -> bool:
    """Are its units still engaged? Until it is over, and if it ended in a later turn, until that turn has passed."""
    reached = Moment(battle.reached_day, battle.reached_turn) if battle.reached_day and battle.reached_turn else None
    if battle.state.is_over:
        return reached is not None and reached > now
    return True


def engaged_battalions(desk: Desk) -> dict[int, Battle]:
    """The battle of every engaged battalion, by the battalion's id. Guns in range and units on their way are not engaged."""
    now = desk.moment
    battles = {b.id: b for b in desk.rows(Battle) if holds(b, now)}
    if not battles:
        return {}
    units = desk.rows(BattleUnit, BattleUnit.battle_id.in_(battles))
    return {u.battalion_id: battles[u.battle_id] for u in units if u.role is Role.ENGAGED}


def open_battles(desk: Desk) -> list[Battle]:
    """Battles that still await an end, by number."""
    return sorted((b for b in desk.rows(Battle) if not b.state.is_over), key=lambda b: b.number)
