"""Scales, sizes of units and bases of WW2 Rules for Brigade Level Games (BDE-TAB-SCALE, BDE-ORG, BDE-BASE,
BDE-TYPE)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

MEN_A_FIGURE: Final = 15  # BDE-SCALE-03.
REAL_A_MODEL: Final = (4, 6)  # BDE-SCALE-04.
MINUTES_A_PERIOD: Final = 2  # BDE-SCALE-05.
MOVES_A_PERIOD: Final = 2  # BDE-SCALE-05.
YARDS_AN_INCH: Final = 20  # BDE-SCALE-06.
FIGURE_HEIGHTS_MM: Final = (15, 20)  # BDE-SCALE-01.
BATTALIONS_A_SIDE: Final = (2, 3)  # BDE-SCALE-02.
HOURS_OF_PLAY: Final = (2, 3)  # BDE-SCALE-02.
COMPANY_FIGURES: Final = (3, 12)  # BDE-ORG-04.
GUN_CREW: Final = 3  # BDE-ORG-02.
SUPPORT_CREW: Final = (2, 3)  # BDE-ORG-03.
BASE_MM: Final = 20  # BDE-BASE-02.
"""Three quarters of an inch, for a figure on foot; a mounted one as wide, and as deep as its horse."""
SPACING_IN: Final = 1  # BDE-UNITY-01.
HORSE_HOLDERS_WITHIN_IN: Final = 6  # BDE-MOUNT-03.
FIGURES_A_HORSE_HOLDER: Final = 4  # BDE-MOUNT-02.


class TroopType(StrEnum):
    """The types of troops, BDE-TYPE-01 to -04."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    FIGHTING_VEHICLE = "fighting vehicle"
    TRANSPORT = "transport"
