"""What automatic play decides when nobody is asked (umpire 1.23).

effective_stands(units) -> Fraction                      normal 1, weak 1/2, company 0, large 2; spent and resting count nothing
attacks(order, ours, theirs, book) -> Choice             at two to one of effective stands, on orders to attack
breaks_off(stands, spent_or_lost, book) -> Choice        when half are spent
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from campaign.rules.force import Unit
from campaign.rules.rulebook import Rulebook
from campaign.terms.forces import Size
from campaign.terms.state import OrderKind, State

STANDS = {Size.NORMAL: Fraction(1), Size.WEAK: Fraction(1, 2), Size.LARGE: Fraction(2), Size.COMPANY: Fraction(0)}


@dataclass(frozen=True, slots=True)
class Choice:
    """What automatic play does, and why."""

    yes: bool
    why: str


def effective_stands(units: Iterable[Unit]) -> Fraction:
    """Strength of a group in normal battalions: fresh ones that do not rest (OB-HIT-03, OB-SIZE-02, -05, -06).

    Who comes up in march posture counts: it deploys before it attacks (OB-POST-06).
    """
    return sum((STANDS[unit.size] for unit in units if unit.state is State.FRESH and not unit.resting), Fraction(0))


def attacks(order: OrderKind, ours: Fraction, theirs: Fraction, book: Rulebook) -> Choice:
    """Attack at two to one of effective stands on orders to attack, else hold."""
    ratio = book.number("auto.attack_ratio")
    if order is not OrderKind.ATTACK:
        return Choice(False, f"no orders to attack: {order.value}")
    if ours <= 0:
        return Choice(False, "nobody fit to attack")
    if ours < ratio * theirs:
        return Choice(False, f"{float(ours):g} effective stands against {float(theirs):g}: less than {float(ratio):g} to one, holds")
    return Choice(True, f"{float(ours):g} effective stands against {float(theirs):g}: at least {float(ratio):g} to one")


def breaks_off(stands: Fraction, spent_or_lost: Fraction, book: Rulebook) -> Choice:
    """Break off when half of the stands that began are spent or lost."""
    share = spent_or_lost / stands if stands > 0 else Fraction(1)
    limit = book.number("auto.break_off")
    return Choice(
        share >= limit, f"{float(share * 100):.0f} % of its stands spent or lost, breaks off at {float(limit * 100):.0f} % (house)"
    )
