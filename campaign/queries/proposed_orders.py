"""Orders in force that the program decided: the default of a unit without an order, and its own orders."""

from __future__ import annotations

from campaign.model import Order
from campaign.situation.standing import DOCTRINE, LAPSED, ORDER_IT, PROGRAM
from campaign.terms.state import OrderKind
from campaign.views.proposal import Proposal

_WHY = {
    DOCTRINE: "its commander has no player, and the program leads it (umpire 1.23)",
    PROGRAM: "the program leads its commander (umpire 1.23)",
    LAPSED: "the enemy has taken the goal of its order (umpire 1.14)",
}
"""Why a unit has an order of the program, by the order's giver."""


def proposed_order(order: Order | None, words: str, kind: OrderKind = OrderKind.HOLD) -> Proposal | None:
    """Return an order in force as a proposal of the program; None for the order of a person or of the scenario.
    ``kind``: of the default, if there is no order.
    """
    if order is not None:
        return Proposal(words, _WHY[order.given_by], ORDER_IT) if order.given_by in _WHY else None
    if kind is OrderKind.FOLLOW:
        return Proposal(words, "a headquarters without an order follows its commands (umpire 1.2)", ORDER_IT)
    return Proposal(words, "it has no order, and no formation above it has one (umpire 1.14)", ORDER_IT)
