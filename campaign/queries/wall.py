"""The screen on the wall: only what every side's own view says in the same words.

    wall(board) -> Wall

Each fact is asked of every side as that side may know it, and left out where the answers differ. So no secret of a side
can change what all can see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from campaign.journal.board import JournalBoard
from campaign.queries.battles import battle_list
from campaign.queries.clock import clock_track
from campaign.queries.objectives import objectives
from campaign.queries.outlook import look
from campaign.queries.status import status
from campaign.situation.deadline import deadline_of
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.views.clock import ClockTrack, TrackDay, TurnCell
from campaign.views.wall import Wall, WallBattle

Fact = TypeVar("Fact")


def wall(board: JournalBoard) -> Wall:
    """Return what all sides know."""
    viewers = [Viewer(side) for side in look(board, UMPIRE).army.sides]
    tracks = [clock_track(board, viewer) for viewer in viewers]
    standings = [status(board, viewer) for viewer in viewers]
    deadline = deadline_of(board)
    weather = _same([f"{now.light}, {now.sky}" if now.weather_settled else f"{now.light}" for now in standings])
    return Wall(
        title=board.campaign.title,
        clock=_same([now.clock for now in standings]) or "",
        weather=weather or "",
        track=_track(tracks),
        battles=_in_all([_battles(board, viewer) for viewer in viewers]),
        scores=_in_all([objectives(board, viewer).scores for viewer in viewers]),
        deadline="" if deadline is None else deadline.text,
        deadline_at="" if deadline is None else deadline.at.isoformat(),
        is_over=all(track.over for track in tracks),
    )


def _same(facts: Sequence[Fact]) -> Fact | None:
    """Return the fact if all sides have the same one; otherwise None."""
    return facts[0] if all(fact == facts[0] for fact in facts) else None


def _in_all(lists: Sequence[Sequence[Fact]]) -> tuple[Fact, ...]:
    """Return the entries that every side's list has."""
    return tuple(entry for entry in lists[0] if all(entry in other for other in lists[1:]))


def _battles(board: JournalBoard, viewer: Viewer) -> tuple[WallBattle, ...]:
    return tuple(
        WallBattle(row.number, row.name, row.place, row.state, row.when) for row in battle_list(board, viewer).battles
    )


def _track(tracks: Sequence[ClockTrack]) -> ClockTrack:
    """Return the track with only those reasons in its cells, and those steps, that all sides read."""
    first = tracks[0]
    days = tuple(_day(day, [track.days[number] for track in tracks]) for number, day in enumerate(first.days))
    steps = _same([tuple((step.phase, step.passed) for step in track.phases) for track in tracks])
    phases = () if steps is None else tuple(replace(step, waiting="", count=0) for step in first.phases)
    return replace(first, days=days, phases=phases)


def _day(day: TrackDay, same_day: Sequence[TrackDay]) -> TrackDay:
    cells = (_cell(cell, [other.turns[number] for other in same_day]) for number, cell in enumerate(day.turns))
    return replace(day, turns=tuple(cells))


def _cell(cell: TurnCell, same_cell: Sequence[TurnCell]) -> TurnCell:
    reason = _same([each.reason for each in same_cell])
    if reason is None:
        reason = "night" if cell.night else "day"
    return replace(cell, reason=reason, battles=())
