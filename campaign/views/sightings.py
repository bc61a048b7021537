"""What a side knows of the enemy, and how old the news is."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.time import Moment


@dataclass(frozen=True, slots=True)
class SightedUnit:
    """One enemy unit as last seen. ``name`` is empty unless a battle gave it away (umpire 1.13)."""

    seen_by_side: str
    arm: Arm
    mark: SizeMark
    name: str
    where: str
    moment: Moment
    clock: str
    """``15 May 06:30``."""
    age_hours: int
    seen_by: str
    how: str


@dataclass(frozen=True, slots=True)
class SightingList:
    """All of them, the youngest first."""

    viewer: str
    now: str
    sightings: tuple[SightedUnit, ...]
