"""Weapon ranges as this battle has them: the book's, cut or replaced by published data (NQM-RANGE-01, NQM-RANGE-04).

reach(name, book) -> Reach        a row of ``tables.RANGES`` as the settings leave it
TABLE                             the settings: a length for each row, and a cut for all
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from campaign.rules.common.entries import integer
from campaign.rules.common.rulebook import Rule, Rulebook
from campaign.rules.tabletop.nqm.tables import RANGES, Reach

PRINTED: Final = "printed"
_KEYS: Final = MappingProxyType(
    {
        "infantry small arms": "nqm.range.small_arms",
        "infantry anti-tank": "nqm.range.infantry_anti_tank",
        "light anti-tank guns": "nqm.range.light_anti_tank",
        "medium anti-tank guns": "nqm.range.medium_anti_tank",
        "88 mm anti-tank": "nqm.range.heavy_anti_tank",
        "tank guns up to 47 mm": "nqm.range.light_tank_guns",
        "tank guns 48 to 76.2 mm": "nqm.range.medium_tank_guns",
        "81 mm mortar": "nqm.range.mortar_81",
        "3-inch mortar": "nqm.range.mortar_3_inch",
        "120 mm mortar": "nqm.range.mortar_120",
        "105 mm artillery": "nqm.range.artillery_105",
        "150 mm artillery": "nqm.range.artillery_150",
        "200 mm artillery": "nqm.range.artillery_200",
    }
)
_LEAST_M, _MOST_M = 50, 40_000


def key(name: str) -> str:
    """Return the key of the setting for a row of the range chart."""
    return _KEYS[name]


TABLE: Final[tuple[Rule, ...]] = (
    integer("nqm.range.percent", 100, 10, 100, "NQM-RANGE-04"),
    *(integer(key(row.name), PRINTED, _LEAST_M, _MOST_M, "NQM-RANGE-04", (PRINTED,)) for row in RANGES.values()),
)
"""Every setting of the ranges."""


def reach(name: str, book: Rulebook) -> Reach:
    """Return a row of the range chart as this battle has it; harassing range keeps its proportion to effective
    range.
    """
    row = RANGES[name]
    effective = row.effective_m if book.is_word(key(name)) else book.integer(key(name))
    percent = book.integer("nqm.range.percent")
    if effective == row.effective_m and percent == 100:
        return row
    harassing = None if row.harassing_m is None else row.harassing_m * effective * percent // (row.effective_m * 100)
    return Reach(row.name, effective * percent // 100, harassing, row.indirect)
