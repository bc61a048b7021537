"""Delays of orders by Not Quite Mechanised, and disorganised units that cannot attack (NQM-CRT, NQM-ORDERS-06 to -08,
NQM-REORG-01).

write_delay(board, order, effective)   beside the order
refuse_disorganised(...)              raises Refused for a unit that must reorganise first

When an order takes effect is worked out in ``situation.order_effect``.
"""

from __future__ import annotations

from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.model import Battalion, Formation, Order, OrderDelay
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import Army
from campaign.situation.condition import attack_barred, conditions_of
from campaign.situation.order_effect import Effective
from campaign.terms.state import OrderKind
from campaign.terms.words import listing


def write_delay(board: Board, order: Order, effective: Effective) -> None:
    """Keep beside the order the second of its first turn at which it arrives; an order that replaces a late order may
    arrive on time.
    """
    row = next(iter(board.rows(OrderDelay, OrderDelay.order_id == order.id)), None)
    if not effective.seconds:
        if row is not None:
            board.erase(row)
        return
    hours, why = str(effective.reaction.hours), effective.reaction.why
    if row is None:
        board.make(OrderDelay, order_id=order.id, seconds=effective.seconds, hours=hours, why=why)
    else:
        row.seconds, row.hours, row.why = effective.seconds, hours, why


def refuse_disorganised(board: Board, army: Army, book: Rulebook, unit: Formation | Battalion, kind: OrderKind) -> None:
    """Raise Refused if a disorganised battalion is ordered to attack, or a formation of which all battalions are
    disorganised.
    """
    if kind is not OrderKind.ATTACK or not book.switch("nqm.disorganisation"):
        return
    conditions = conditions_of(board)
    if isinstance(unit, Battalion):
        if why := attack_barred(conditions, unit, book):
            raise Refused(f"{unit.name} cannot attack: {why}")
        return
    under = [b for b in army.battalions_under(unit.id) if b.on_map]
    barred = [b for b in under if attack_barred(conditions, b, book)]
    if barred and len(barred) == len(under):
        raise Refused(
            f"{unit.name} cannot attack: all its battalions are disorganised, {listing(b.name for b in barred)}"
            " (NQM-REORG-01)"
        )
