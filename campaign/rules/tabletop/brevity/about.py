"""Operation Brevity as it appears in the list of systems (``rules/common/system.py``)."""

from __future__ import annotations

from typing import Final

from campaign.rules.common.system import DUG_IN, HIDDEN, RESTING, SPENT, System, TableClock, TableSize
from campaign.words.labels import Marker

ABOUT: Final = System(
    "brevity",
    "Operation Brevity",
    TableSize(12_000, 5_000, 8),  # umpire 1.4
    TableClock.TURNS,
    True,
    letters="OB",
    place=1,
    settings=("settings", "air_settings"),
    piece="model",
    markers=(SPENT, RESTING, DUG_IN, Marker("PINNED", 8, "to step 9", "black"), *HIDDEN),
    people=True,
    side_edges=True,
)
