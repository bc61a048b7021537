"""One-Hour WW2 on hexes as it appears in the list of systems (``rules/common/system.py``)."""

from __future__ import annotations

from typing import Final

from campaign.rules.common.system import HIDDEN, System, TableClock, TableSize
from campaign.words.labels import Marker

ABOUT: Final = System(
    "hexes",
    "One-Hour WW2 on hexes",
    TableSize(6_000, 6_000, 8),  # umpire 1.4
    TableClock.REST_OF_TURN,
    False,
    "a hex of 500 m",
    8,
    "HEX",
    3,
    markers=(Marker("ACTED", 6, "this turn", "grey"), Marker("EVADED", 4), Marker("SMOKE", 4, tone="black"), *HIDDEN),
)
