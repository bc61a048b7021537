"""The hourly moves of a unit (NQM-MOV), on the table and on the map.

rate(mover, gait, against=) -> Fraction | None    kilometres an hour; None: it may not
day_km(mover, gait, book, ...) -> Fraction | None       kilometres in a day of the campaign
rout(mover) -> Fraction
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.tables import RATES, TRANSPORTER_ROAD, Mover


class Gait(StrEnum):
    """The ways in which a unit moves: the columns of the movement chart."""

    CONTACT = "move to contact"
    ADVANCE = "advance in contact"
    ROAD = "road march"


def rate(mover: Mover, gait: Gait, *, against: Mover | None = None, on_transporters: bool = False) -> Fraction | None:
    """Return the kilometres an hour; None: it may not. Light recce advances in contact at its own rate against light
    recce only (NQM-MOV-06, NQM-AMB-26).

    ``against``: the troops it is in contact with; None: mixed or unknown troops. ``on_transporters``: armour that is
    carried by road goes at the road rate of light recce (NQM-MOV-07, NQM-AMB-27).
    """
    if on_transporters and mover is not Mover.ARMOURED:
        raise BadInput(f"{mover.value} cannot use tank transporters. Only armour can (NQM-MOV-07)")
    rates = RATES[mover]
    if gait is Gait.ROAD:
        return TRANSPORTER_ROAD if on_transporters else rates.road
    if gait is Gait.CONTACT:
        return rates.contact
    if mover is not Mover.LIGHT_RECCE or against is Mover.LIGHT_RECCE:
        return rates.advance
    return RATES[Mover.ARMOURED if against is Mover.ARMOURED else Mover.FOOT].advance


def day_km(
    mover: Mover, gait: Gait, book: Rulebook, *, against: Mover | None = None, on_transporters: bool = False
) -> Fraction | None:
    """Return the kilometres in a day of the campaign: the hourly rate for the hours of marching, halts counted
    (NQM-MOV-02); None: it may not.
    """
    hourly = rate(mover, gait, against=against, on_transporters=on_transporters)
    return None if hourly is None else hourly * book.number("march.hours_a_day")


def rout(mover: Mover) -> Fraction:
    """Return the kilometres an hour of routing troops (NQM-MOV-10)."""
    return RATES[mover].road
