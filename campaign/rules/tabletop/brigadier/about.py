"""Brigadier General Commands as it appears in the list of systems (``rules/common/system.py``)."""

from __future__ import annotations

from typing import Final

from campaign.rules.common.system import DUG_IN, HIDDEN, System, TableClock, TableSize
from campaign.words.labels import Marker

ABOUT: Final = System(
    "brigadier",
    "Brigadier General Commands",
    TableSize(3_000, 2_000, 24),  # a house rule: the text gives no ground scale (BGC-M-04)
    TableClock.ASKED,
    False,
    "",
    52,
    "BGC",
    5,
    piece="platoon",
    markers=(
        Marker("WOUNDED", 8, tone="grey"),
        Marker("NO RADIO", 4, tone="black"),
        Marker("FIRE", 4, "held back"),
        DUG_IN,
        *HIDDEN,
    ),
    house_file="house_account",
    margin_in=20,
    set_up_within_in=12,
)
