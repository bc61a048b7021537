"""Orders in force that the program decided: the default of a unit without an order, and its own orders."""

from __future__ import annotations

from campaign.model import Order
from campaign.situation.standing import DOCTRINE, LAPSED, ORDER_IT, PROGRAM, STAFF, STAFF_BOLD, holds_for_want_of_orders
from campaign.terms.state import OrderKind
from campaign.words.proposal import Proposal

_WHY = {
    DOCTRINE: "its commander has no player, and the program leads it (umpire 1.23)",
    PROGRAM: "the program leads its commander (umpire 1.23)",
    STAFF: "its commander has no player, and his staff has weighed it (umpire 1.23)",
    STAFF_BOLD: "its commander has no player, and his staff has weighed it (umpire 1.23)",
    LAPSED: "the enemy has taken the goal of its order (umpire 1.14)",
}
"""Why a unit has an order of the program, by the order's giver."""
_NO_ORDERS = "no orders came from its commander (umpire 1.14)"
"""Why it holds where the setting ``orders.missing`` is hold."""


def proposed_order(order: Order | None, words: str, kind: OrderKind = OrderKind.HOLD) -> Proposal | None:
    """Return an order in force as a proposal of the program; None for the order of a person or of the scenario.
    ``kind``: of the default, if there is no order.
    """
    if order is not None:
        why = _NO_ORDERS if holds_for_want_of_orders(order) else _WHY.get(order.given_by)
        return None if why is None else Proposal(words, why, ORDER_IT)
    if kind is OrderKind.FOLLOW:
        return Proposal(words, "a headquarters without an order follows its commands (umpire 1.2)", ORDER_IT)
    return Proposal(words, "it has no order, and no formation above it has one (umpire 1.14)", ORDER_IT)
