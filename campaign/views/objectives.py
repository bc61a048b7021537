"""Objectives, their owners, and the score so far."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ObjectiveLine:
    """One objective. ``day`` None: it scores at the end of every day."""

    name: str
    place: str
    side: str
    points: int
    day: int | None
    held_by: str
    """``British``, ``nobody``; for a side ``ours`` or ``not ours``."""
    scored: int
    """Points taken for it so far."""


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
    """Points by which the side must be ahead of every other."""
    reached: bool
    """The score so far is called so; to a side it is not told, since it does not know what the others have scored."""


@dataclass(frozen=True, slots=True)
class ObjectivesReport:
    """The objectives a viewer knows of, with the present score."""

    viewer: str
    days: int
    scored_through: int
    """The last day that has been scored; 0 for none yet."""
    objectives: tuple[ObjectiveLine, ...]
    scores: tuple[SideScore, ...]
    victory: tuple[VictoryLine, ...] = ()
    """The victory levels of the scenario, if it has any."""
