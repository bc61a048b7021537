"""Weapon ranges as this battle has them: the book's, cut or replaced by published data (NQM-RANGE-01, NQM-RANGE-04).

reach(name, book) -> Reach        a row of ``tables.RANGES`` as the settings leave it
TABLE                             the settings: a length for each row, and a cut for all
"""

from __future__ import annotations

from typing import Final

from campaign.rules.common.entries import integer
from campaign.rules.common.rulebook import Rule, Rulebook
from campaign.rules.tabletop.nqm.tables import RANGES, Reach
from campaign.values import replace

PRINTED: Final = "printed"
_LEAST_M, _MOST_M = 50, 40_000


def _setting(row: Reach) -> Rule:
    in_proportion = "" if row.harassing_m is None else "; their harassing range changes in proportion"
    setting = integer(f"nqm.range.{row.key}", PRINTED, _LEAST_M, _MOST_M, "NQM-RANGE-04", (PRINTED,))
    return replace(setting, row=(row.weapons, in_proportion, row.effective_m))


TABLE: Final[tuple[Rule, ...]] = (
    integer("nqm.range.percent", 100, 10, 100, "NQM-RANGE-04"),
    *map(_setting, RANGES.values()),
)
"""Every setting of the ranges."""


def reach(name: str, book: Rulebook) -> Reach:
    """Return a row of the range chart as this battle has it; harassing range keeps its proportion to effective
    range.
    """
    row = RANGES[name]
    key = f"nqm.range.{row.key}"
    effective = row.effective_m if book.is_word(key) else book.integer(key)
    percent = book.integer("nqm.range.percent")
    if effective == row.effective_m and percent == 100:
        return row
    harassing = None if row.harassing_m is None else row.harassing_m * effective * percent // (row.effective_m * 100)
    return replace(row, effective_m=effective * percent // 100, harassing_m=harassing)
