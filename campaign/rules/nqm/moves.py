"""How fast a unit moves in an hour (NQM-MOV), on the table and on the map.

rate(mover, gait, against, book) -> Fraction | None     kilometres an hour; None: it may not
rout(mover) -> Fraction
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from campaign.rules.nqm.tables import RATES, Mover
from campaign.rules.rulebook import Rulebook


class Gait(StrEnum):
    """How a unit moves: the columns of the movement table."""

    CONTACT = "move to contact"
    ADVANCE = "advance in contact"
    ROAD = "road march"


def rate(mover: Mover, gait: Gait, book: Rulebook, *, against: Mover | None = None) -> Fraction | None:
    """Kilometres an hour. Light recce advances in contact at its own rate against light recce only (NQM-MOV-06, NQM-AMB-26).

    ``against``: whom it is in contact with; None: mixed or unknown troops.
    """
    rates = RATES[mover]
    if gait is Gait.ROAD:
        return rates.road
    if gait is Gait.CONTACT:
        return rates.contact
    if mover is not Mover.LIGHT_RECCE or against is Mover.LIGHT_RECCE:
        return rates.advance
    by_opponent = book.word("nqm.move.recce_advance") == "opponent"
    like = Mover.ARMOURED if not by_opponent or against is Mover.ARMOURED else Mover.FOOT
    return RATES[like].advance


def rout(mover: Mover) -> Fraction:
    """Kilometres an hour of routing troops (NQM-MOV-10)."""
    return RATES[mover].road
