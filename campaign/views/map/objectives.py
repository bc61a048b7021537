"""Objectives, their owners, and the score so far."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class ObjectiveLine:
    """One objective. ``day`` None: it scores at the end of every day."""

    name: str
    place: str
    side: str
    points: int
    day: int | None
    held_by: str
    """Holder: ``British``, ``nobody``; for a side only ``ours`` or ``not ours``."""
    scored: int
    """Points scored for it so far."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """A side's points, day by day and in all."""

    side: str
    by_day: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class VictoryLine:
    """A victory level: the name of a score at the end. ``side`` empty: neither side's victory."""

    name: str
    side: str
    lead: int
    """Points that the side must have more than every other side."""
    reached: bool
    """True if the score so far reaches this level. Always False for a side, as it does not know the scores of the
    others."""


@dataclass(frozen=True, slots=True)
class ObjectivesReport:
    """The objectives a viewer knows of, with the present score."""

    viewer: str
    days: int
    scored_through: int
    """The last day that has been scored; 0 before the first."""
    objectives: tuple[ObjectiveLine, ...]
    scores: tuple[SideScore, ...]
    victory: tuple[VictoryLine, ...] = ()
    """Victory levels of the scenario, if it has any."""
