"""The clock of the day as the pages draw it: eight cells, today's and tomorrow's turns, and the steps of the turn."""

from __future__ import annotations

from typing import Final

from campaign.terms.time import Phase
from campaign.values import dataclass
from campaign.views.day.clock import ClockTrack, Passed, PhaseStep, TurnCell

NAMES: Final = {Phase.MOVEMENT: "Movement"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A turn in the clock of the day. ``date``: day and month over the first turn of another day."""

    number: int
    hours: str
    note: str
    date: str = ""
    is_night: bool = False
    is_played: bool = False
    is_current: bool = False
    is_later: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the running turn."""

    name: str
    is_done: bool
    is_current: bool


def cells_of(track: ClockTrack) -> tuple[Cell, ...]:
    """Return the turns of the running day, and of the next one in short."""
    days = [day for day in track.days if day.day in (track.moment.day, track.moment.day + 1)]
    return tuple(
        _cell(turn, day.words if number and not at else "", is_later=bool(number))
        for number, day in enumerate(days)
        for at, turn in enumerate(day.turns)
    )


def _cell(turn: TurnCell, date: str, *, is_later: bool) -> Cell:
    hours = turn.clock.split("-")[0] if is_later else turn.clock
    return Cell(
        turn.moment.turn,
        hours,
        turn.reason,
        date,
        turn.night,
        turn.passed is Passed.DONE,
        turn.passed is Passed.NOW,
        is_later,
    )


def steps_of(track: ClockTrack) -> tuple[Step, ...]:
    """Return the steps of the running turn."""
    return tuple(_step(step) for step in track.phases)


def _step(step: PhaseStep) -> Step:
    return Step(step.text, step.passed is Passed.DONE, step.passed is Passed.NOW)
