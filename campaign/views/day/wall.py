"""The screen on the wall of the hall: what all sides know."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.views.day.clock import ClockTrack
from campaign.views.map.objectives import SideScore


@dataclass(frozen=True, slots=True)
class WallBattle:
    """A battle of which every side knows."""

    number: int
    name: str
    place: str
    text: str
    """State in words: ``waiting to be fought``, ``suspended``, ``settled``. Whether a return is in is not told."""
    is_open: bool
    when: str
    """Date and hours of its first turn."""


@dataclass(frozen=True, slots=True)
class Wall:
    """The facts that all sides know. A fact that one side does not know, or knows otherwise, is missing."""

    title: str
    clock: str
    """Running turn in words."""
    weather: str
    track: ClockTrack
    battles: tuple[WallBattle, ...]
    scores: tuple[SideScore, ...]
    """Scores that every side reads; usually none, since each reads its own."""
    deadline: str
    deadline_at: str
    is_over: bool
