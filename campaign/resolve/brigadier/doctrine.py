"""A plain doctrine for Brigadier General Commands: what each side would sensibly do (BGC-SOLO).

The attackers keep the initiative and close in on Move; the defenders stand on Aim and hold their fire until somebody is
in range. Everybody fires at the nearest threat. Who has one man left and no cover goes back under fire. A side breaks
off when this battle has spent or lost half of the effective stands it brought to the table (``auto.break_off``).

    wished_order(side_attacks, ...) -> Order
    to_raise(platoons) , nearest(...) , bugs_out(base) , passes_initiative(attacks)
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.resolve.brigadier.field import Base, Field
from campaign.rules.tabletop.brigadier.tables import SHELTER_OF, Order, Shelter

FAR_IN = 30
"""Beyond this from every enemy attackers hurry on Double."""
STRONG_COUNT = 3
"""Unhurt men from which a platoon goes in with the bayonet."""


def passes_initiative(*, attacks: bool) -> bool:
    """The attackers keep it; the defenders would rather contest (BGC-INIT-02)."""
    return not attacks


def nearest(field: Field, viewer: Base, targets: Iterable[Base]) -> Base | None:
    """The nearest threat (BGC-SOLO-03); of equals the first in line."""
    return min(targets, key=lambda target: (field.apart2(viewer, target), target.key), default=None)


def wished_order(field: Field, base: Base, seen: list[Base], *, attacks: bool) -> Order:
    """What its commander would have it do."""
    if not attacks or base.platoon.kind.is_gun or base.platoon.off_table:
        return Order.AIM
    target = nearest(field, base, seen)
    if target is None:
        return Order.MOVE
    if field.apart2(base, target) > FAR_IN**2:
        return Order.MOVE if base.count.wounds else Order.DOUBLE
    if base.platoon.echelon.commands or base.count.remaining < STRONG_COUNT:
        reach = _longest(field, base)
        return Order.AIM if field.apart2(base, target) <= reach * reach else Order.MOVE
    return Order.MOVE


def _longest(field: Field, base: Base) -> int:
    return max(
        (field.house.ranges[name].aimed for name in base.platoon.weapons if name in field.house.ranges), default=0
    )


def worth_raising(base: Base, wished: Order) -> int:
    """How urgent a raise is: rungs to go up; 0 for none."""
    return max(0, base.order.rung - wished.rung)


def bugs_out(base: Base) -> bool:
    """One man left, in the open, not yet running: it goes."""
    in_hard = any(SHELTER_OF[feature] is Shelter.HARD for feature in base.features)
    return base.count.remaining == 1 and not in_hard and not base.broken


def closes_in(base: Base) -> bool:
    """Strong enough to go in with the bayonet."""
    return base.order is Order.MOVE and base.count.remaining >= STRONG_COUNT
