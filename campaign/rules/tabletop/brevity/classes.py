"""Classes of vehicles and guns from their figures (OB-RANGE-03, OB-PEN-06, OB-AMB-035, -070).

The book names the classes and, except for the length of a barrel, no figure: the limits below are this program's,
documented in the manual of the files; an order of battle may state another class.

    effective_mm(front_mm, slope) -> int                                   the effective thickness of a sloped plate
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

# These limits are those of our sources for guns and vehicles, against which tests hold the shipped equipment lists
# (OB-AMB-070): LIGHT_TO_MM, HEAVY_FROM_MM, HEAVY_ALL_ROUND_FROM_MM, ANTI_TANK_FROM_MM, FAST_FROM_KMH, SLOW_BELOW_KMH.
LIGHT_TO_MM: Final = 30
"""The front armour up to which a vehicle is light; an open-topped one is light below it, at any slope."""
HEAVY_FROM_MM: Final = 100
"""The effective front armour from which a vehicle is heavy."""
HEAVY_ALL_ROUND_FROM_MM: Final = 70
"""The armour, in front and on the sides, from which a vehicle is also heavy."""
ANTI_TANK_FROM_MM: Final = (
    (150, AntiTank.HEAVY),
    (100, AntiTank.MEDIUM_HEAVY),
    (70, AntiTank.MEDIUM),
    (50, AntiTank.LIGHT_MEDIUM),
)
"""The millimetres pierced at 500 metres or yards and 30 degrees; below the last, light."""
FAST_FROM_KMH: Final = 45
SLOW_BELOW_KMH: Final = 30
"""The road speed of fast and of slow tanks (OB-AMB-035)."""


def effective_mm(front_mm: int, slope: int = 0) -> int:
    """Return the thickness that a shot meets on a plate laid back by these degrees from the upright, in whole
    millimetres.
    """
    return int(front_mm / cos(radians(slope)))


def armour_class(front_mm: int, *, slope: int = 0, sides_mm: int | None = None, open_topped: bool = False) -> Armour:
    """Return the class of armour (OB-AMB-070). Sides known to be as thin as light armour keep a vehicle from being
    heavy.
    """
    if open_topped and front_mm <= LIGHT_TO_MM:
        return Armour.LIGHT
    effective = effective_mm(front_mm, slope)
    if effective <= LIGHT_TO_MM:
        return Armour.LIGHT
    thin = sides_mm is not None and sides_mm <= LIGHT_TO_MM
    all_round = sides_mm is not None and min(effective, sides_mm) >= HEAVY_ALL_ROUND_FROM_MM
    return Armour.HEAVY if (effective >= HEAVY_FROM_MM and not thin) or all_round else Armour.MEDIUM


def anti_tank_class(pierces_mm: int) -> AntiTank:
    """Return the anti-tank class of a gun (OB-PEN-06) from its penetration at 500 m and 30 degrees."""
    return next((anti_tank for least, anti_tank in ANTI_TANK_FROM_MM if pierces_mm >= least), AntiTank.LIGHT)


def tank_march(km_an_hour: int) -> MarchClass:
    """Return the row of the march chart for a tank of that road speed: fast tanks march as half-tracks, slow ones as
    cavalry (OB-T-02).
    """
    if km_an_hour >= FAST_FROM_KMH:
        return MarchClass.HALF_TRACK
    return MarchClass.CAVALRY if km_an_hour < SLOW_BELOW_KMH else MarchClass.TRACKED


def tank_combat(km_an_hour: int) -> CombatClass:
    """Return the row of the combat-ready chart for a tank of that road speed (OB-T-03)."""
    if km_an_hour >= FAST_FROM_KMH:
        return CombatClass.FAST_TANK
    return CombatClass.FOOT if km_an_hour < SLOW_BELOW_KMH else CombatClass.TRACKED


def tank_hit(km_an_hour: int) -> HitRow:
    """Return the row of the to-hit chart for a tank of that road speed (OB-HIT-11)."""
    return HitRow.FAST_TANK if km_an_hour >= FAST_FROM_KMH else HitRow.VEHICLE


def direct_inches(barrel_mm: int) -> int:
    """Return the direct range of a gun in inches: 4 for short barrels, 8 for longer ones (OB-RANGE-03)."""
    return tables.DIRECT_LONG_BARREL if barrel_mm > tables.LONG_BARREL_OVER_MM else tables.DIRECT_SHORT_BARREL
