"""Not Quite Mechanised as it appears in the list of systems (``rules/common/system.py``)."""

from __future__ import annotations

from typing import Final

from campaign.rules.common.system import DUG_IN, HIDDEN, System, TableClock, TableSize
from campaign.words.labels import Marker

ABOUT: Final = System(
    "nqm",
    "Not Quite Mechanised",
    TableSize(9_000, 6_000, 8),  # umpire 1.4, at 1:5,000
    TableClock.HOURS,
    True,
    "1:5,000",
    96,
    "NQM",
    2,
    ("settings", "campaign_settings"),
    (
        Marker("BLACK PIN", 8, tone="black"),
        Marker("RED PIN", 8, tone="grey"),
        Marker("DISORGANISED", 4),
        DUG_IN,
        *HIDDEN,
    ),
    towns=True,
    step="hour",
    column_in=24,
    revealed_by="is seen by the red die of the recce sequence",
    troops_record=True,
    piece="battalion",
)
