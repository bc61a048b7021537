"""A battle for its page: who takes part line by line, and for the umpire what it may be changed to.

battle_page(board, viewer, word) -> BattlePage      raises NotFound for a battle that the viewer does not know
battle_choices(board, viewer) -> BattleChoices      for a battle that is to be set up by hand
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from campaign.errors import CampaignError
from campaign.journal.board import JournalBoard
from campaign.journal.desk_notes import may_type_returns
from campaign.model import Battle, BattleUnit
from campaign.queries.battle.battles import attackers, battle, battle_known
from campaign.queries.battle.muster import battle_muster
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, strength_words
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.situation.engaged import open_battles
from campaign.situation.forms import last_turn
from campaign.terms.state import BattleState, Role
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.values import replace
from campaign.views.battle.battle_page import BattleChoices, BattlePage, PageLine, PageSide
from campaign.views.battle.battles import BattleLine, BattleSide
from campaign.views.battle.muster import BattleMuster, ModelRow, MusterSide


def battle_page(board: JournalBoard, viewer: Viewer, word: str) -> BattlePage:
    outlook = look(board, viewer)
    row, view = battle_known(outlook, word), battle(board, viewer, word)
    lines = sorted(board.rows(BattleUnit, BattleUnit.battle_id == row.id), key=lambda unit: (unit.side_id, unit.line))
    muster = _muster(board, viewer, row)
    ids = list(dict.fromkeys(unit.side_id for unit in lines))
    return BattlePage(
        view=view,
        system=row.tabletop,
        sides=tuple(_side(outlook, row, side, own, lines, muster) for side, own in zip(ids, view.sides, strict=True)),
        needs=listing(map(_model, muster.models)) if muster else "",
        choices=_choices(outlook, row, lines) if viewer.is_umpire else BattleChoices(),
        may_type=not row.state.is_over and _may_type(outlook, lines),
    )


def battle_choices(board: JournalBoard, viewer: Viewer) -> BattleChoices:
    """Return units and places for a battle that the umpire sets up by hand."""
    outlook = look(board, viewer)
    names = [unit.name for unit in outlook.knowledge.units()]
    places = tuple(sorted(place.name for place in outlook.places.values()))
    others = tuple((battle.number, battle.name) for battle in open_battles(board))
    return BattleChoices(_systems(), tuple(names), (), places, others)


def _may_type(outlook: Outlook, lines: Iterable[BattleUnit]) -> bool:
    """Return whether the viewer may hand in a return: the umpire, and players with units of their own in the battle."""
    if outlook.viewer.is_umpire:
        return True
    if not may_type_returns(outlook.board):
        return False
    own = (outlook.army.battalions[line.battalion_id] for line in lines)
    return any(unit.id in outlook.knowledge.battalions and outlook.knowledge.commands(unit) for unit in own)


def _muster(board: JournalBoard, viewer: Viewer, row: Battle) -> BattleMuster | None:
    """Return what the table needs; None for a system without stands, and for who has no units in the battle."""
    if row.state is BattleState.CANCELLED:
        return None
    try:
        return battle_muster(board, viewer, str(row.number))
    except CampaignError:
        return None


def _side(
    outlook: Outlook,
    row: Battle,
    side_id: int,
    view: BattleSide,
    lines: Iterable[BattleUnit],
    muster: BattleMuster | None,
) -> PageSide:
    side, own_lines = outlook.army.sides[side_id], [line for line in lines if line.side_id == side_id]
    is_known = side_id in outlook.knowledge.sides()
    mustered = next((s for s in muster.sides if s.side == side.name), None) if muster else None
    attacking = attackers(outlook, row, list(lines))
    return PageSide(
        side=list(outlook.army.sides).index(side_id),
        key=side.key if is_known else "",
        name=side.name,
        part="" if not attacking else "attacks" if side_id in attacking else "holds",
        code=view.code,
        lines=tuple(_line(outlook, line, shown, mustered) for line, shown in zip(own_lines, view.lines, strict=True))
        if is_known
        else (),
        stands=mustered.stands if mustered else None,
        notes=mustered.notes if mustered else (),
        seen=view.seen,
        returns=view.returns,
        return_in=view.return_in,
        leaders=_leaders(outlook, own_lines) if is_known else (),
    )


def _line(outlook: Outlook, line: BattleUnit, shown: BattleLine, mustered: MusterSide | None) -> PageLine:
    unit = outlook.army.battalions[line.battalion_id]
    command = outlook.army.formations[line.command_id]
    row = next((row for row in mustered.lines if row.line == line.line), None) if mustered else None
    if line.role is Role.ARRIVES and line.arrives_day is not None:
        where = f"arrives turn {line.arrives_day}.{line.arrives_turn}, {line.edge} in."
    elif line.role is Role.GUNS_IN_RANGE:
        where = "guns in range"
    else:
        where = shown.position
    return PageLine(
        line=line.line,
        key=unit.key,
        name=unit.name,
        text=" \N{MIDDLE DOT} ".join(filter(None, (command.short or command.name, strength_words(unit)))),
        symbol=replace(battalion_symbol(outlook, unit), superior=""),
        where=where,
        stands=_stands(row.stands, row.note) if row else "",
        state=shown.now,
    )


def _stands(stands: Iterable[object], note: str) -> str:
    labels = [str(getattr(stand, "label", "")) for stand in stands]
    counted = (
        f"{labels.count(label)} \N{MULTIPLICATION SIGN} {label}" if labels.count(label) > 1 else label
        for label in dict.fromkeys(labels)
    )
    return ", ".join(counted) or note


def _leaders(outlook: Outlook, lines: Iterable[BattleUnit]) -> tuple[str, ...]:
    """Return the commanders over these units, the nearest one over each."""
    by_formation = {leader.formation_id: leader.name for leader in outlook.army.commanders.values()}
    battalions = (outlook.army.battalions[line.battalion_id] for line in lines)
    names = (outlook.army.nearest(by_formation, battalion.present_id) for battalion in battalions)
    return tuple(name for name in dict.fromkeys(names) if name)


def _choices(outlook: Outlook, row: Battle, lines: Iterable[BattleUnit]) -> BattleChoices:
    army = outlook.army
    present = {line.battalion_id for line in lines if line.end_state is None}
    own_formations = {formation.id for ident in present for formation in army.chain(army.battalions[ident].present_id)}
    units = [b.name for b in army.battalions.values() if b.state.is_in_play]
    return BattleChoices(
        systems=_systems(),
        units=tuple(
            name
            for name in (*units, *(f.name for f in army.formations.values()))
            if name not in {army.battalions[ident].name for ident in present}
        ),
        own_units=(
            *(army.battalions[line.battalion_id].name for line in lines if line.battalion_id in present),
            *(f.name for f in army.formations.values() if f.id in own_formations),
        ),
        places=tuple(sorted(place.name for place in outlook.places.values())),
        others=tuple((b.number, b.name) for b in open_battles(outlook.board) if b.id != row.id),
        last_turn=str(last := last_turn(outlook.board, row)),
        last_turn_why="it is played now" if last == outlook.board.moment else "the table has played so far",
    )


def _systems() -> tuple[tuple[str, str], ...]:
    return tuple((system.key, system.name) for system in SYSTEMS.values() if system.is_playable)


def _model(model: ModelRow) -> str:
    """Return a number of models in words: ``1 vehicle stand``."""
    label = re.sub(r"\bstands\b", "stand", model.label) if model.count == 1 else model.label
    return f"{model.count} {label}"
