"""Orders: the raising of orders, the actions that an order allows, and a platoon's first order (BGC-ORD, BGC-SETUP-11,
-12).

may_raise(commander, platoon, to, ...) -> refusal or ""       one raise a commander and Orders Phase
may_lower(order, to) -> refusal or ""
most_raises(platoons, each=) -> int
most_move(rule, paved=, road=, wounded=) -> Fraction | NotCovered
first_order(...) -> Order
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.tables import NEXT_TO_IN, FireKind, Order, OrderRule
from campaign.terms.state import Posture, State
from campaign.values import dataclass


class Echelon(StrEnum):
    """The place of a platoon in the chain of command, by level."""

    BATTALION_HQ = "battalion headquarters"
    COMPANY_HQ = "company headquarters"
    LINE = "line"
    SUPPORT = "support"

    @property
    def commands(self) -> bool:
        """True if a platoon of this level is a headquarters."""
        return self in (Echelon.BATTALION_HQ, Echelon.COMPANY_HQ)


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a platoon in the line of command. ``company`` 0 is battalion level; an attached platoon bears the
    company it is with.
    """

    battalion: int
    company: int
    echelon: Echelon


def is_subordinate(commander: Place, platoon: Place, book: Rulebook) -> bool:
    """Return whether this headquarters may raise that platoon's order (BGC-ORD-11, -12, BGC-AMB-25). A headquarters
    cannot raise its own.
    """
    if commander.battalion != platoon.battalion or (commander == platoon and commander.echelon.commands):
        return False
    if commander.echelon is Echelon.BATTALION_HQ:
        direct = platoon.company == 0 or platoon.echelon is Echelon.COMPANY_HQ
        return direct or book.word("brigadier.battalion_raises") == "any"
    if commander.echelon is Echelon.COMPANY_HQ:
        return platoon.company == commander.company and platoon.echelon is not Echelon.COMPANY_HQ
    return False


def may_raise(
    commander: Place,
    platoon: Place,
    order: Order,
    to: Order,
    book: Rulebook,
    *,
    radio: bool,
    distance_in: Fraction | int | None = None,
    raised: Collection[Place] = (),
    raises: int = 1,
    reach_in: int = NEXT_TO_IN,
) -> str:
    """Return why this headquarters may not raise that platoon's order; empty if it may, to any higher rung
    (BGC-ORD-07..09).

    ``raised``: commanders that have raised an order in this phase already, once for each raise.
    """
    if not is_subordinate(commander, platoon, book):
        return "only a superior in its own line of command can raise a platoon's order (BGC-ORD-11, BGC-ORD-12)"
    if to.rung >= order.rung:
        return f"{to.value} is not a higher order than {order.value} (BGC-ORD-08)"
    if sum(place == commander for place in raised) >= raises:
        return (
            f"a commander raises {'one platoon' if raises == 1 else f'{raises} platoons'} in an Orders Phase"
            " (BGC-ORD-07)"
        )
    if not radio and (distance_in is None or distance_in > reach_in):
        return (
            f"without radio the commander must be within {reach_in} inch{'' if reach_in == 1 else 'es'} of the platoon"
            " (BGC-ORD-09)"
        )
    return ""


def may_lower(order: Order, to: Order) -> str:
    """Return why a platoon may not lower its order to that one; empty if it may, which it needs no headquarters for
    (BGC-ORD-10, BGC-AMB-45).
    """
    if to is Order.FOLLOW:
        return "Follow needs a commander at the head of the column (BGC-ORD-06, BGC-AMB-45)"
    return (
        ""
        if to.rung > order.rung
        else f"{to.value} is not a lower order than {order.value}. Only a superior raises an order (BGC-ORD-11)"
    )


def most_raises(platoons: Iterable[Place], each: int = 1) -> int:
    """Return the raises that these platoons can make in one Orders Phase: one for each headquarters alive, or by a
    house file (BGC-ORD-07).
    """
    return each * sum(platoon.echelon.commands for platoon in platoons)


def may_fire(rule: OrderRule, kind: FireKind, order: Order) -> bool | NotCovered:
    """Return whether the order allows this fire (BGC-ORD-16, -22, -26)."""
    if rule.fire is None:
        return NotCovered("BGC-M-06", "11.2", f"orders.{order.value}.fire")
    return kind in rule.fire


def may_assault(rule: OrderRule, kind: str, order: Order) -> bool | NotCovered:
    """Return whether a platoon of this kind may launch a close assault under the order (BGC-ORD-17, -24)."""
    if rule.assault is None:
        return NotCovered("BGC-M-06", "11.2", f"orders.{order.value}.assault")
    return rule.assault and kind not in rule.assault_exceptions


def most_move(
    rule: OrderRule, order: Order, *, paved: bool = False, road: bool = False, wounded: bool = False
) -> Fraction | NotCovered:
    """Return the multiple of its normal allowance that a platoon may move (BGC-MOVE-01, -02, BGC-AMB-48)."""
    if rule.move is None:
        return NotCovered("BGC-M-06", "11.2", f"orders.{order.value}.move")
    if wounded and rule.move_wounded is not None:
        return rule.move_wounded
    if paved and rule.move_paved is not None:
        return rule.move_paved
    return rule.move_road if road and rule.move_road is not None else rule.move


def first_order(state: State, posture: Posture, *, moving: bool = False, gun: bool = False) -> Order:
    """Return the order that a platoon begins with (BGC-SETUP-11, -12, BGC-MUS-04, -06)."""
    if state.carries_figure:
        return Order.DEFEND
    if gun and posture is Posture.SUPPORT:
        return Order.AIM
    if posture is Posture.MARCH:
        return Order.DOUBLE
    return Order.MOVE if moving and posture is Posture.LINE else Order.AIM


def suggested_order(*, has_initiative: bool) -> Order:
    """Return the order to choose in doubt: Move for the side with the initiative, Aim for the other (BGC-SOLO-02)."""
    return Order.MOVE if has_initiative else Order.AIM
