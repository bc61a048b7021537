"""Battles under another tabletop system than the campaign's (umpire 1.4): a club may change from battle to battle."""

from __future__ import annotations

from campaign.actions.raising import Staff, running
from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battle, Return
from campaign.rules.tabletop.interface import tabletop
from campaign.situation.army import position_of
from campaign.situation.battlefield import fit_on_table, points_of, table_of, under
from campaign.situation.forms import entering
from campaign.situation.table_entry import beside_words, staying_away
from campaign.terms.state import BattleState, Role
from campaign.verbs.systems import FightUnder
from campaign.words.receipt import Receipt


@action("battle under", FightUnder)
def fight_under(board: Board, command: FightUnder) -> Receipt:
    """Change a battle's system, before its first session only. Raises NotFound for an unknown system, Refused once
    something has been played or returned.
    """
    staff, battle = Staff.of(board), running(board, command.battle)
    system = tabletop(command.tabletop).system
    if battle.tabletop == system.key:
        raise Refused(f"battle {battle.number} ({battle.name}) is already played under {system.name}")
    _refuse_played(board, battle)
    before = tabletop(battle.tabletop).system
    fighters = points_of(staff.theatre, staff.engaged_in(battle))
    laid = under(battle, system, staff.theatre.spot(battle.place_id).point, fighters)
    battle.tabletop, battle.table = laid.tabletop, dict(laid.table)
    table = table_of(battle)
    lines = [f"papers and return files of it that are printed already are for {before.name}: print them again"]
    for line in staff.lines_of(battle):
        position = position_of(staff.army.battalions[line.battalion_id])
        if line.role is Role.ARRIVES and position is not None and line.edge:
            line.edge = entering(staff.theatre, table, position)
    if not fit_on_table(fighters, system):
        size = f"{battle.table['width_in']} by {battle.table['depth_in']} in."
        lines.append(
            f"its table is only {size}, too small for all units in the battle. Drop some, or add them as arriving later"
        )
        lines += filter(None, (_beside(staff, battle),))
    return Receipt(
        f"Battle {battle.number} ({battle.name}) is fought under {system.name}",
        tuple(lines),
        f"campaign battle packet {battle.number}",
    )


def _beside(staff: Staff, battle: Battle) -> str:
    lines, table = staff.lines_of(battle), table_of(battle)
    away = staying_away(staff.army, staff.theatre, table, lines, staff.orders)
    off = {
        line.battalion_id
        for line in lines
        if line.role is Role.ENGAGED
        and (position := position_of(staff.army.battalions[line.battalion_id])) is not None
        and not table.holds(staff.theatre.point_of(position))
    }
    return beside_words(staff.army, lines, away, off - away, most=len(lines))


def _refuse_played(board: Board, battle: Battle) -> None:
    if battle.state in (BattleState.SUSPENDED, BattleState.RETURNED) or board.rows(
        Return, Return.battle_id == battle.id
    ):
        raise Refused(
            f"battle {battle.number} ({battle.name}) cannot change its rules: part of it has been played. "
            "Undo its returns first: campaign undo (umpire 1.6)"
        )
