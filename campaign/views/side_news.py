"""What a player who plays against the program learns from a run of the clock: no more than his side knows."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.views.sitrep import Event
from campaign.views.status import Awaited


@dataclass(frozen=True, slots=True)
class Position:
    """Troops, by their commands, and where they stand."""

    troops: str
    where: str


@dataclass(frozen=True, slots=True)
class SideNews:
    """What happened since the clock stood elsewhere, in the order in which it happened, and what waits."""

    viewer: str
    moment: str
    """``Turn 1.2, 15 May 1941, 04:00-10:00``: where the clock stands."""
    phase: str
    score: str
    """``Allied 3``: no more than the reader's own."""
    events: tuple[Event, ...]
    positions: tuple[Position, ...]
    """Where those of the reader's own stand who moved."""
    waiting: tuple[Awaited, ...]
    deadline: str = ""
