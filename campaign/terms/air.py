"""The tasks of aircraft, and the states of a sortie."""

from __future__ import annotations

from enum import StrEnum


class AirTask(StrEnum):
    """The purpose of a sortie (OB-AIR, OB-SUP-04, OB-LAND; umpire 1.13)."""

    STRIKE = "strike"
    """Attack on a target named before the turn or the day (OB-AIR-06, -07)."""
    SUPPORT = "support"
    """Support of a command in its battle, with a forward air controller (OB-AIR-05)."""
    SUPPLY = "supply"
    RECONNAISSANCE = "reconnaissance"
    LANDING = "landing"


class MissionState(StrEnum):
    """The state of a sortie."""

    TASKED = "tasked"
    FLOWN = "flown"
    GROUNDED = "grounded"
    CANCELLED = "cancelled"
