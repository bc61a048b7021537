"""The muster of a battle: the stands on the table under a system, and the figures and models they need (from the club's
cupboard).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.errors import NotAllowed
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, BattleUnit
from campaign.queries.battle.battles import battle_known, game_warnings
from campaign.queries.battle.session import Session, laid_under
from campaign.queries.common.outlook import Outlook, look
from campaign.rules.common.muster import Model, Muster, added, missing
from campaign.rules.tabletop.interface import Tabletop, tabletop
from campaign.situation.force import carried_into, force_of
from campaign.situation.names import unit_named
from campaign.terms.state import Role
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.terms.words import plain
from campaign.values import replace
from campaign.views.battle.muster import BattleMuster, ModelRow, MusterRow, MusterSide, MusterStand


def battle_muster(
    board: JournalBoard,
    viewer: Viewer,
    word: str,
    system: str = "",
    only: Sequence[str] = (),
    owned: Mapping[str, int] | None = None,
) -> BattleMuster:
    """Return the stands, figures and models that a battle needs under its own or another system. ``only``: names of
    units to count, where a formation's name means all its units; ``owned``: the club's models by kind.

    Without ``only`` all units are counted but those beside the system's table without orders onto it. A side sees its
    own force only. Raises NotFound, Refused for a system that cannot be played, NotAllowed for a side without a part in
    the battle.
    """
    outlook = look(board, viewer)
    battle = battle_known(outlook, word)
    door = tabletop(system or battle.tabletop)
    rows = sorted(board.rows(BattleUnit, BattleUnit.battle_id == battle.id), key=lambda u: (u.side_id, u.line))
    lines = [
        u for u in rows if (battle.state.is_over or u.end_state is None) and u.side_id in outlook.knowledge.sides()
    ]
    if not lines:
        raise NotAllowed(f"{outlook.knowledge.who} has no unit in battle {battle.number}")
    away: frozenset[int] = frozenset()
    if only:
        wanted_battalions = {ident for name in only for ident in _battalions(outlook, name)}
        lines = [u for u in lines if u.battalion_id in wanted_battalions]
    else:
        umpire = look(board, UMPIRE)
        away = Session(umpire, laid_under(umpire, battle, system) if system else battle, other_table=bool(system)).away
    carried = carried_into(board, battle, door.system.key)
    made = {
        side: door.muster(
            force_of(outlook.army, side, _without(lines, away), over=battle.state.is_over, carried=carried),
            outlook.rulebook,
        )
        for side in dict.fromkeys(u.side_id for u in lines)
    }
    sides = tuple(_side(outlook, side, muster, lines, owned, away) for side, muster in made.items())
    return BattleMuster(
        battle=battle.number,
        name=battle.name,
        tabletop=door.system.key,
        system=door.system.name,
        sides=sides,
        models=_models((model for muster in made.values() for model in muster.models()), owned),
        warnings=_warnings(
            outlook,
            door,
            _without(lines, away),
            battle.turn,
            (battle.table["width_in"], battle.table["depth_in"]),
            made,
        ),
    )


def _without(lines: Iterable[BattleUnit], away: frozenset[int]) -> list[BattleUnit]:
    return [u for u in lines if u.battalion_id not in away]


def _battalions(outlook: Outlook, name: str) -> set[int]:
    """Return the ids of a battalion, or of all that are with a formation now."""
    unit = unit_named(outlook.army, name)
    if isinstance(unit, Battalion):
        return {unit.id}
    return {b.id for b in outlook.army.battalions_under(unit.id)}


def _warnings(
    outlook: Outlook,
    door: Tabletop,
    lines: Iterable[BattleUnit],
    turn: int,
    table_in: tuple[int, int],
    made: Mapping[int, Muster],
) -> tuple[str, ...]:
    own_warnings = [warning for muster in made.values() for warning in muster.warnings]
    fighting = [u for u in lines if u.role is Role.ENGAGED and outlook.army.battalions[u.battalion_id].state.is_in_play]
    return tuple(
        dict.fromkeys(
            (*(game_warnings(outlook, door, fighting, turn, table_in) if len(made) > 1 else ()), *own_warnings)
        )
    )


def _side(
    outlook: Outlook,
    side: int,
    muster: Muster,
    lines: Iterable[BattleUnit],
    owned: Mapping[str, int] | None,
    away: frozenset[int],
) -> MusterSide:
    absent = tuple(
        f"{outlook.army.battalions[u.battalion_id].name} is not on this table and needs no figures"
        for u in lines
        if u.side_id == side and u.battalion_id in away
    )
    commands = {u.line: outlook.army.formations[u.command_id].name for u in lines if u.side_id == side}
    rows = tuple(
        MusterRow(
            line.number,
            line.name,
            commands.get(line.number, ""),
            line.size,
            tuple(MusterStand(stand.key, stand.label, stand.kind.value, stand.count) for stand in line.stands),
            line.note,
        )
        for line in muster.lines
    )
    return MusterSide(
        outlook.army.sides[side].name, rows, muster.stands, _models(muster.models(), owned), (*muster.notes, *absent)
    )


def _models(models: Iterable[Model], owned: Mapping[str, int] | None) -> tuple[ModelRow, ...]:
    wanted_models = added(models)
    rows = tuple(ModelRow(model.key, model.label, model.count) for model in wanted_models)
    if owned is None:
        return rows
    short = {shortage.model.key: shortage for shortage in missing(wanted_models, owned)}
    have = {plain(name): count for name, count in owned.items()}
    return tuple(
        (
            replace(row, owned=short[row.key].owned, short=short[row.key].short)
            if row.key in short
            else replace(row, owned=have.get(plain(row.key), have.get(plain(row.label), 0)))
        )
        for row in rows
    )
