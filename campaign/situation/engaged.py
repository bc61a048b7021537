"""The battalions held in a battle (umpire 1.5, 1.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.journal.board import Board
from campaign.model import Battle, BattleUnit, Contact
from campaign.rules.day.contact import holds_clock, is_engaged
from campaign.terms.state import ContactState, Role
from campaign.terms.time import TURNS_A_DAY, Moment, moment_of

if TYPE_CHECKING:
    from campaign.situation.army import Army


def holds(battle: Battle, now: Moment) -> bool:
    """Return whether a battle's units are engaged in this turn. The rule is ``rules.day.contact.is_engaged``."""
    return is_engaged(moment_of(battle.day, battle.turn), _reached(battle), battle.state, now)


def _reached(battle: Battle) -> Moment | None:
    return moment_of(battle.reached_day, battle.reached_turn) if battle.reached_day and battle.reached_turn else None


def holds_clock_of(board: Board, battle: Battle) -> bool:
    """Return whether the clock of a campaign waits for a battle. The rule is ``rules.day.contact.holds_clock``."""
    began = moment_of(battle.day, battle.turn)
    return holds_clock(began, _reached(battle), battle.state, board.moment, board.clock.phase)


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


LONGEST = TURNS_A_DAY
"""The most turns in contact that are counted."""


def turns_in_contact(board: Board, now: Moment) -> dict[int, int]:
    """Return, by battalion, the turns for which it has stood before an enemy that it locates without a battle, with
    the last one, at most ``LONGEST``.
    """
    since = Moment.at(max(0, now.index - LONGEST))
    rows = board.rows(Contact, Contact.day >= since.day, Contact.state == ContactState.STANDOFF)
    met: dict[int, set[int]] = {}
    for row in rows:
        back = now.index - moment_of(row.day, row.turn).index
        located = (row.first_id if row.first_locates else None, row.second_id if row.second_locates else None)
        met.setdefault(back, set()).update(ident for ident in located if ident is not None)
    turns: dict[int, int] = {}
    for back in range(1, LONGEST + 1):
        turns |= {ident: back for ident in met.get(back, ()) if turns.get(ident, 0) == back - 1}
    return turns


def took_part(board: Board, battle: Battle) -> list[BattleUnit]:
    """Return the lines of the units that were engaged in a battle, side by side, line by line."""
    rows = board.rows(BattleUnit, BattleUnit.battle_id == battle.id)
    return sorted((row for row in rows if row.role is Role.ENGAGED), key=lambda row: (row.side_id, row.line))


def met_the_enemy(board: Board, army: Army, at: Moment) -> frozenset[int]:
    """Return the ids of the commanders whose battalions met the enemy or fought in a turn (umpire 1.14)."""
    contacts = board.rows(Contact, Contact.day == at.day, Contact.turn == at.turn)
    touched = {b for c in contacts for b in (c.first_id, c.second_id)} | set(engaged_battalions(board, at))
    present = {army.battalions[i].present_id for i in touched}
    return frozenset(c.id for c in army.commanders.values() if not present.isdisjoint(army.tree_ids(c.formation_id)))


def open_battles(board: Board) -> list[Battle]:
    """Return the battles that have not ended, by number."""
    return sorted((b for b in board.rows(Battle) if not b.state.is_over), key=lambda b: b.number)
