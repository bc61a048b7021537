"""WW2 Rules for Brigade Level Games as it appears in the list of systems (``rules/common/system.py``)."""

from __future__ import annotations

from typing import Final

from campaign.rules.common.system import DUG_IN, HIDDEN, System, TableClock, TableSize
from campaign.words.labels import Marker

ABOUT: Final = System(
    "brigade",
    "WW2 Rules for Brigade Level Games",
    TableSize(1_300, 900, 55),  # umpire 1.4
    TableClock.REST_OF_TURN,
    False,
    "1 in. = 20 yards",
    24,
    "BDE",
    4,
    markers=(
        Marker("PINNED", 10, tone="black"),
        Marker("SPOTTED", 6, "in view"),
        Marker("PART", 4, "detected"),
        DUG_IN,
        *HIDDEN,
    ),
    step="move",
    column_in=24,
    margin_in=12,
    set_up_within_in=12,
)
