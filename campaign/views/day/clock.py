"""The clock of the campaign: its turns on a track, and the steps of the running turn, as far as the viewer may know."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from campaign.terms.time import Moment, Phase
from campaign.values import dataclass


class Passed(StrEnum):
    """The state of a turn or a step: played, running, to come."""

    DONE = "done"
    NOW = "now"
    TO_COME = "to come"


@dataclass(frozen=True, slots=True)
class TurnCell:
    """A turn on the track."""

    moment: Moment
    clock: str
    """Its hours: ``22:00-04:00``."""
    night: bool
    passed: Passed
    reason: str
    """What stands in the cell: ``played``, ``1 battle to fight``, ``night``, ``day``."""
    battles: tuple[int, ...] = ()
    """Numbers of the battles that began in it and that the viewer knows of."""


@dataclass(frozen=True, slots=True)
class TrackDay:
    """A day on the track."""

    day: int
    date: date
    words: str
    """Day and month: ``16 May``."""
    turns: tuple[TurnCell, ...]


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """A step of the running turn, with those of the morning or evening that belong to it."""

    phase: Phase
    name: str
    passed: Passed
    waiting: str = ""
    """What the running step waits for: ``1 to fight``, ``2 to order``, ``1 decision``."""
    count: int = 0

    @property
    def text(self) -> str:
        """The step in words: ``Battles: 1 to fight``."""
        return f"{self.name}: {self.waiting}" if self.waiting else self.name


@dataclass(frozen=True, slots=True)
class ClockTrack:
    """The turns of all days, and the steps of the running turn."""

    moment: Moment
    clock: str
    """Running turn in words: ``15 May 1941, 04:00-10:00``."""
    over: bool
    days: tuple[TrackDay, ...]
    phases: tuple[PhaseStep, ...]
    """Empty once the campaign is over."""
