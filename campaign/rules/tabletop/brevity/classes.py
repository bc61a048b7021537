"""Classes of vehicles and guns from their figures (OB-RANGE-03, OB-PEN-06, OB-AMB-035, -070).

The book names the classes and, but for the length of a barrel, no figure: the limits below are this program's,
documented in the manual of the files, and an order of battle may say another class outright.

    effective_mm(front_mm, slope) -> int                                   what a sloped plate is worth
    armour_class(front_mm, slope=, sides_mm=, open_topped=) -> Armour
    anti_tank_class(pierces_mm) -> AntiTank
    tank_march(km_an_hour) -> MarchClass      tank_combat(...) -> CombatClass      tank_hit(...) -> HitRow
    direct_inches(barrel_mm) -> 4 or 8
"""

from __future__ import annotations

from math import cos, radians
from typing import Final

from campaign.rules.tabletop.brevity import tables
from campaign.terms.forces import AntiTank, Armour, CombatClass, HitRow, MarchClass

LIGHT_TO_MM: Final = 30
"""Front armour up to which a vehicle is light; an open-topped one is light below it, whatever its slope."""
HEAVY_FROM_MM: Final = 100
"""Effective front armour from which it is heavy ..."""
HEAVY_ALL_ROUND_FROM_MM: Final = 70
"""... or from this in front and on the sides."""
ANTI_TANK_FROM_MM: Final = (
    (150, AntiTank.HEAVY),
    (100, AntiTank.MEDIUM_HEAVY),
    (70, AntiTank.MEDIUM),
    (50, AntiTank.LIGHT_MEDIUM),
)
"""Millimetres pierced at 500 metres or yards and 30 degrees; below the last, light."""
FAST_FROM_KMH: Final = 45
SLOW_BELOW_KMH: Final = 30
"""Road speed of fast and of slow tanks; the catalogue of the book suggests about 50 and 25 (OB-AMB-035)."""


def effective_mm(front_mm: int, slope: int = 0) -> int:
    """Thickness that a shot meets on a plate laid back by so many degrees from the upright, whole millimetres."""
    return int(front_mm / cos(radians(slope)))


def armour_class(front_mm: int, *, slope: int = 0, sides_mm: int | None = None, open_topped: bool = False) -> Armour:
    """Class of armour (OB-AMB-070). Known sides as thin as light armour keep a vehicle from being heavy."""
    if open_topped and front_mm <= LIGHT_TO_MM:
        return Armour.LIGHT
    effective = effective_mm(front_mm, slope)
    if effective <= LIGHT_TO_MM:
        return Armour.LIGHT
    thin = sides_mm is not None and sides_mm <= LIGHT_TO_MM
    all_round = sides_mm is not None and min(effective, sides_mm) >= HEAVY_ALL_ROUND_FROM_MM
    return Armour.HEAVY if (effective >= HEAVY_FROM_MM and not thin) or all_round else Armour.MEDIUM


def anti_tank_class(pierces_mm: int) -> AntiTank:
    """Anti-tank class of a gun (OB-PEN-06) by what it pierces at 500 m and 30 degrees."""
    return next((anti_tank for least, anti_tank in ANTI_TANK_FROM_MM if pierces_mm >= least), AntiTank.LIGHT)


def tank_march(km_an_hour: int) -> MarchClass:
    """Row of the march table for a tank of that road speed: fast tanks march as half-tracks, slow ones as cavalry
    (OB-T-02)."""
    if km_an_hour >= FAST_FROM_KMH:
        return MarchClass.HALF_TRACK
    return MarchClass.CAVALRY if km_an_hour < SLOW_BELOW_KMH else MarchClass.TRACKED


def tank_combat(km_an_hour: int) -> CombatClass:
    """Row of the combat-ready table for a tank of that road speed (OB-T-03)."""
    if km_an_hour >= FAST_FROM_KMH:
        return CombatClass.FAST_TANK
    return CombatClass.FOOT if km_an_hour < SLOW_BELOW_KMH else CombatClass.TRACKED


def tank_hit(km_an_hour: int) -> HitRow:
    """Row of the to-hit table for a tank of that road speed (OB-HIT-11)."""
    return HitRow.FAST_TANK if km_an_hour >= FAST_FROM_KMH else HitRow.VEHICLE


def direct_inches(barrel_mm: int) -> int:
    """Direct range of a gun: short barrels 4 inches, longer ones 8 (OB-RANGE-03)."""
    return tables.DIRECT_LONG_BARREL if barrel_mm > tables.LONG_BARREL_OVER_MM else tables.DIRECT_SHORT_BARREL
