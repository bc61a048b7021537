"""Marches on the campaign map by Not Quite Mechanised: hourly rates, twelve hours of marching in a day of four turns
(NQM-MOV-01..08).

On a road a unit makes its road march; across country, and when it goes to meet the enemy, it moves to contact. A unit
without a rate for moving to contact keeps to the roads. Moon and darkness make no difference: the book has no night
(NQM-AMB-94).

    mover_of(march_class, arm) -> Mover                 the row of the rates
    rates(mover, tactical=, book=) -> TurnRates         metres a turn by surface
    clearing_seconds(mover, company=) -> int            the time its column takes to pass a point
    column_m(company=) -> int                           the road that it takes up
"""

from __future__ import annotations

from typing import Final

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.moves import Gait, day_km
from campaign.rules.tabletop.nqm.tables import FRONTAGES, RATES, Mover
from campaign.terms.forces import Arm, MarchClass
from campaign.terms.position import METRES_A_KM
from campaign.values import dataclass

TURNS_A_DAY: Final = 4  # OB-TIME-01.
SECONDS_AN_HOUR: Final = 3600

_BY_MARCH: Final = {
    MarchClass.FOOT: Mover.FOOT,
    MarchClass.CAVALRY: Mover.CAVALRY,
    MarchClass.TRACKED: Mover.ARMOURED,
    MarchClass.HALF_TRACK: Mover.MOTORISED,
    MarchClass.TRUCK: Mover.MOTORISED,
}
_BY_ARM: Final = {
    Arm.ARMOUR: Mover.ARMOURED,
    Arm.HEAVY_ARMOUR: Mover.ARMOURED,
    Arm.RECONNAISSANCE: Mover.LIGHT_RECCE,
    Arm.ARMOURED_CAR: Mover.LIGHT_RECCE,
    Arm.CAVALRY: Mover.CAVALRY,
    Arm.CYCLIST: Mover.CAVALRY,
}
_SELF_PROPELLED: Final = frozenset({Arm.SELF_PROPELLED_ARTILLERY, Arm.SELF_PROPELLED_ANTI_TANK})


@dataclass(frozen=True, slots=True)
class TurnRates:
    """The metres in a turn of six hours on each surface; 0 if the unit cannot go there."""

    road: int
    cross_country: int
    terrain: int


def mover_of(march_class: MarchClass, arm: Arm) -> Mover:
    """Return the row of NQM-TBL-MOV that a battalion marches by, on the map and on the table: tanks, reconnaissance,
    armoured cars, cavalry and cyclists by their arm, others by their transport.
    """
    # The march chart of Operation Brevity has slow tanks in the row of cavalry, and fast ones in that of half-tracks.
    if arm in _SELF_PROPELLED and march_class is MarchClass.CAVALRY:
        return Mover.ARMOURED
    return _BY_ARM.get(arm, _BY_MARCH[march_class])


def rates(mover: Mover, *, tactical: bool, book: Rulebook) -> TurnRates:
    """Return the metres a turn (NQM-MOV-01, -02, -04, -05, -08). ``tactical``: the unit goes to meet the enemy, and
    moves to contact on the road too.
    """
    off_road = _metres(mover, Gait.CONTACT, book)
    by_road = off_road if tactical and off_road else _metres(mover, Gait.ROAD, book)
    return TurnRates(by_road, off_road, off_road)


def clearing_seconds(mover: Mover, *, company: bool) -> int:
    """Return the seconds that the column of a battalion, or of a company, takes to pass a point: its depth at the
    hourly road march (NQM-TBL-FRONT, umpire 1.18).
    """
    return int(column_m(company=company) * SECONDS_AN_HOUR / (RATES[mover].road * METRES_A_KM))


def column_m(*, company: bool) -> int:
    """Return the metres of road that a battalion or a company takes up: its depth (NQM-TBL-FRONT, umpire 1.18)."""
    return FRONTAGES["company" if company else "battalion"].depth_m


def _metres(mover: Mover, gait: Gait, book: Rulebook) -> int:
    """Return the metres of a turn, as a part of the day's march; 0 if the unit may not move so."""
    return int((day_km(mover, gait, book) or 0) * METRES_A_KM / TURNS_A_DAY)
