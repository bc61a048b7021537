"""Battalions between battles as rows: their grade, order, pins and ammunition by Not Quite Mechanised.

conditions_of(board) -> Conditions                by battalion id; a battalion without a row is fit
ammunition_left(conditions, battalion)           dice left, None for all it can carry
troops(conditions, battalion, book) -> Troops
row_for(board, conditions, battalion) -> Condition   made if there is none
attack_barred(conditions, battalion, book)       why it takes no order to attack
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.journal.board import Board
from campaign.model import Battalion, Condition
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.troops_between import bars_attack
from campaign.rules.tabletop.nqm.morale import Troops
from campaign.rules.tabletop.nqm.quality import grade_of

Conditions = Mapping[int, Condition]


def conditions_of(board: Board) -> dict[int, Condition]:
    """Return the conditions by battalion id, in one query."""
    return {row.battalion_id: row for row in board.rows(Condition)}


def ammunition_left(conditions: Conditions, battalion: Battalion) -> int | None:
    """Return a battalion's ammunition in dice left; None for all it can carry."""
    row = conditions.get(battalion.id)
    return None if row is None else row.ammunition


def troops(conditions: Conditions, battalion: Battalion, book: Rulebook) -> Troops:
    """Return a battalion's grade, and whether it is green."""
    row = conditions.get(battalion.id)
    return grade_of("" if row is None else row.grade, battalion.experience, battalion.size, book)


def row_for(board: Board, conditions: dict[int, Condition], battalion: Battalion) -> Condition:
    """Return a battalion's condition row; a new one if it has none yet."""
    if battalion.id not in conditions:
        conditions[battalion.id] = board.make(Condition, battalion_id=battalion.id, battles=[])
    return conditions[battalion.id]


def attack_barred(conditions: Conditions, battalion: Battalion, book: Rulebook) -> str:
    """Return why a battalion takes no order to attack, if the campaign keeps disorganisation; otherwise empty."""
    row = conditions.get(battalion.id)
    if row is None or not book.switch("nqm.disorganisation"):
        return ""
    return bars_attack(disorganised=row.disorganised, dispersed=row.dispersed)
