"""Disorganisation, and the reorganising that ends it (NQM-REORG, NQM-MORALE-05, NQM-GRADE-05).

disorganised_after(...) -> bool              a battalion after combat
formation_disorganised / division_disorganised
may_reorganise(...) -> str                   why not; empty if it may
organised_again(...)
ammunition, boxes                            dice a stand can fire (NQM-AMMO)
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.morale import stays_disorganised_without_orders
from campaign.rules.tabletop.nqm.tables import Grade

BOXES = 3
"""The boxes of ammunition on a battalion's truck (NQM-AMMO-06, NQM-AMB-81)."""


def disorganised_after(grade: Grade, book: Rulebook, *, assault: bool, casualties: int, defending: bool) -> bool:
    """Return whether a battalion is disorganised after a combat: it assaulted or was assaulted, or had casualties
    (NQM-REORG-01, NQM-AMB-101).
    """
    if grade is Grade.ELITE and defending:
        return False
    match book.word("nqm.disorganised.after_combat"):
        case "never":
            return False
        case "assault only":
            return assault
        case _:
            return assault or casualties > 0


def formation_disorganised(*, headquarters_engaged: bool, headquarters_casualties: int) -> bool:
    """Return whether a regiment or brigade is disorganised: only if its headquarters fought and had casualties
    (NQM-REORG-08).
    """
    return headquarters_engaged and headquarters_casualties > 0


def division_disorganised(*, main_casualties: int, rear_casualties: int) -> bool:
    """Return whether a division is disorganised: only if main and rear headquarters both were attacked and had
    casualties (NQM-REORG-09).
    """
    return main_casualties > 0 and rear_casualties > 0


def may_reorganise(*, command_unwounded: bool, tanks: bool, safe: bool) -> str:
    """Return why a unit cannot reorganise here; empty if it can (NQM-REORG-14, -16, -17, NQM-AMB-59)."""
    if not safe:
        return "not in a safe place"
    if not (command_unwounded or tanks):
        return "no unwounded command stand is with it"
    return ""


def organised_again(grade: Grade, *, red_pins: int, out_of_ammunition: bool, needs_orders: bool) -> bool:
    """Return whether a unit is no longer disorganised (NQM-REORG-02, -05, -06, NQM-AMB-74)."""
    return red_pins == 0 and not out_of_ammunition and not (needs_orders and stays_disorganised_without_orders(grade))


# Ammunition ----------------------------------------------------------------------------------------------------------
def ammunition(strength: int, book: Rulebook) -> Fraction:
    """Return the dice that a stand can fire before its ammunition is out, one an hour: its strength, or a die for each
    box (NQM-AMMO-02, -03, -06, NQM-AMB-81).
    """
    return Fraction(strength if book.word("nqm.ammo.model") == "per base" else BOXES)


def spent(remaining: Fraction, cost: Fraction) -> Fraction:
    """Return the ammunition left after firing. Raises ValueError if there was not enough (NQM-AMMO-08)."""
    if cost > remaining:
        raise ValueError(
            f"the unit cannot fire {cost} dice, because it has only {remaining} dice of ammunition left (NQM-AMMO-08)"
        )
    return remaining - cost
