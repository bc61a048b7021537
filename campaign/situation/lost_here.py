"""The battles that a unit has lost, one after the other, for one and the same place.

lost_before(board, battle, battalion) -> list[Battle]      those just before this one, the latest first
fighting_on(board, army, book, battle, engaged) -> str     a warning that a side defends a place that it has lost
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.journal.board import Board
from campaign.model import Battalion, Battle, BattleUnit
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import Army
from campaign.terms.state import BattleState, Role
from campaign.terms.words import listed
from campaign.words.texts import papers

_OVER = (BattleState.SETTLED, BattleState.RULED)


def lost_before(board: Board, battle: Battle, battalion: Battalion) -> list[Battle]:
    """Return the consecutive battles for the same place that a unit has lost before this one; a unit with a retreat
    route went back and fought elsewhere or not at all.
    """
    rows = board.rows(BattleUnit, BattleUnit.battalion_id == battalion.id, BattleUnit.role == Role.ENGAGED)
    ids = {row.battle_id for row in rows if row.end_state is not None} - {battle.id}
    fought = [b for b in board.rows(Battle, Battle.id.in_(ids)) if b.state in _OVER] if ids else []
    lost: list[Battle] = []
    for earlier in sorted(fought, key=lambda b: -b.number):
        if earlier.place_id != battle.place_id or earlier.field_held_by_id in (None, battalion.side_id):
            break
        lost.append(earlier)
    return lost


def fighting_on(board: Board, army: Army, book: Rulebook, battle: Battle, engaged: Iterable[Battalion]) -> str:
    """Return a warning if every unit of the side that is attacked has lost the battle for this place just before, with
    what ends that; it would bring a battle every turn without a choice. Empty if a house rule is the choice.
    """
    units = [unit for unit in engaged if unit.side_id != battle.attacker_id]
    lost = [lost_before(board, battle, unit) for unit in units]
    if not units or battle.attacker_id is None or not all(lost) or book.word("retreat.cut_off") != "stays":
        return ""
    names = [unit.short or unit.name for unit in units]
    return papers().text(
        "fighting_on",
        names=listed(names),
        verb="fights" if len(names) == 1 else "fight",
        before=max(before[0].number for before in lost),
        number=battle.number,
        side=army.sides[battle.attacker_id].key,
        unit=names[0],
    )
