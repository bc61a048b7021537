"""Fire points, and the dice that they give (BDE-SA, BDE-HE, BDE-CONV).

The points of all figures in one unit that fire at one target are added up first, then an odd half is dropped
(BDE-AMB-57), then they are divided: by three, or by four if the firers move or are pinned. Each whole part is a group
with a die; the remainder may give one more die at a worse score.

    points(weapon, distance_in) -> Fraction         of one weapon; 0 out of its bands
    he_points(calibre_mm, tank_gun=) -> int
    total(arms, distance_in) -> Fraction             Arms(weapon, count) together
    convert(fire_points, hampered=, part_detected=) -> scores, one for each die
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.equipment import Gun
from campaign.rules.tabletop.brigade.tables import (
    DIVISOR_HALTED,
    DIVISOR_HAMPERED,
    GROUP_HITS,
    HE_POINTS,
    PART_DETECTED_HITS,
    REMAINDER_HITS,
    SMALL_ARMS,
    AtClass,
    Inches,
    SmallArm,
)
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Arms:
    """A kind of weapon with its number."""

    weapon: SmallArm
    count: int = 1


def points(weapon: SmallArm, distance_in: Inches) -> Fraction:
    """Return the fire points of one weapon at this distance: the first band that reaches, nothing beyond the last
    (BDE-SA-01, BDE-AMB-66).
    """
    if distance_in < 0:
        raise BadInput(f"{distance_in} inches is not a distance. Write 0 inches or more")
    return next((band.points for band in SMALL_ARMS[weapon] if distance_in <= band.to_in), Fraction(0))


def he_points(calibre_mm: int, *, tank_gun: bool) -> int:
    """Return the fire points of direct HE: as an artillery piece, or as a high-velocity tank gun (BDE-HE-01 to -05)."""
    row = next(row for row in HE_POINTS if row.to_mm is None or calibre_mm <= row.to_mm)
    return row.tank_gun if tank_gun else row.artillery


def he_of(gun: Gun, *, in_vehicle: bool) -> int:
    """Return the HE points of a gun: vehicle guns of high velocity, LG and small LG use the tank gun column, all others
    the first (BDE-AMB-61).
    """
    if gun.calibre_mm is None:
        return 0
    long = gun.at_class in (AtClass.HIGH_VELOCITY, AtClass.LONG_GUN, AtClass.SMALL_LONG_GUN)
    return he_points(gun.calibre_mm, tank_gun=in_vehicle and long)


def total(arms: Iterable[Arms], distance_in: Inches) -> Fraction:
    """Return the points of all weapons together, halves kept."""
    return sum((arm.count * points(arm.weapon, distance_in) for arm in arms), Fraction(0))


def divisor(*, hampered: bool) -> int:
    """Return the divisor of fire points: 3, or 4 for firers that move or are pinned, or both (BDE-CONV-01, -05,
    BDE-AMB-56).
    """
    return DIVISOR_HAMPERED if hampered else DIVISOR_HALTED


def convert(fire_points: Inches, *, hampered: bool = False, part_detected: bool = False) -> tuple[int, ...]:
    """Return the score that each die of some fire points needs (BDE-CONV-01 to -11): the groups first, then the die for
    the remainder.
    """
    total = Fraction(fire_points).numerator // Fraction(fire_points).denominator
    if total < 0:
        raise BadInput(f"{fire_points} fire points cannot be shared out. Give 0 points or more")
    by = divisor(hampered=hampered)
    groups, remaining = divmod(total, by)
    if part_detected:
        return (PART_DETECTED_HITS,) * groups
    further = REMAINDER_HITS[by].get(remaining)
    return (GROUP_HITS,) * groups + ((further,) if further else ())


def pooled(volleys: Iterable[Inches], book: Rulebook) -> tuple[Inches, ...]:
    """Return the points of several units at one target: each divided by itself, or all added up by the house rule
    (BDE-AMB-57).
    """
    each = tuple(volleys)
    return (sum(each, Fraction(0)),) if each and book.switch("brigade.pool_fire") else each
