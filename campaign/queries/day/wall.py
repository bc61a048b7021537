"""The screen on the wall: only what every side's own view says in the same words.

    wall(board) -> Wall

Each fact is asked of every side as that side may know it, and left out where the answers differ. What a side's view
counts for itself (orders that are missing, decisions, returns that are in) is never shown, not even where the counts
happen to be equal: then the wall would tell each side the other's. So no secret of a side can change what all can see.
The score alone is shown by the umpire's leave: he says that all may know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from campaign.journal.board import JournalBoard
from campaign.queries.battle.battles import battle_list
from campaign.queries.common.outlook import look
from campaign.queries.day.clock import clock_track
from campaign.queries.day.status import status
from campaign.queries.map.objectives import objectives
from campaign.situation.deadline import deadline_of
from campaign.terms.state import BattleState
from campaign.terms.time import Moment
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.terms.words import counted
from campaign.values import replace
from campaign.views.battle.battles import BattleRow
from campaign.views.day.clock import ClockTrack, Passed, TurnCell
from campaign.views.day.wall import Wall, WallBattle

Fact = TypeVar("Fact")


def wall(board: JournalBoard, *, with_score: bool = False) -> Wall:
    """Return what all sides know. ``with_score``: the umpire shows all of them the score of each."""
    viewers = [Viewer(side) for side in look(board, UMPIRE).army.sides]
    track = clock_track(board, viewers[0])
    battles = _in_all([_battles(board, viewer) for viewer in viewers])
    numbers = {turn.moment: turn.battles for day in track.days for turn in day.turns}
    standings = [status(board, viewer) for viewer in viewers]
    deadline = deadline_of(board)
    weather = _same([f"{now.light}, {now.sky}" if now.weather_settled else f"{now.light}" for now in standings])
    return Wall(
        title=board.campaign.title,
        clock=_same([now.clock for now in standings]) or "",
        weather=weather or "",
        track=_track(track, battles, numbers),
        battles=battles,
        scores=_in_all([objectives(board, viewer).scores for viewer in ([UMPIRE] if with_score else viewers)]),
        deadline="" if deadline is None else deadline.text,
        deadline_at="" if deadline is None else deadline.at.isoformat(),
        is_over=track.over,
    )


def _same(facts: Sequence[Fact]) -> Fact | None:
    """Return the fact if all sides have the same one; otherwise None."""
    return facts[0] if all(fact == facts[0] for fact in facts) else None


def _in_all(lists: Sequence[Sequence[Fact]]) -> tuple[Fact, ...]:
    """Return the entries that every side's list has."""
    return tuple(entry for entry in lists[0] if all(entry in other for other in lists[1:]))


def _battles(board: JournalBoard, viewer: Viewer) -> tuple[WallBattle, ...]:
    return tuple(
        WallBattle(row.number, row.name, row.place, _text(row), not row.state.is_over, row.when)
        for row in battle_list(board, viewer).battles
    )


def _text(row: BattleRow) -> str:
    """Return the state of a battle without saying whether a return is in."""
    if row.state.is_over or row.state is BattleState.SUSPENDED:
        return row.state.value
    return "goes on" if row.reached is not None else "waiting to be fought"


def _track(track: ClockTrack, battles: Sequence[WallBattle], numbers: Mapping[Moment, Sequence[int]]) -> ClockTrack:
    """Return a track whose cells speak of the battles on the wall alone, and whose steps say nothing of what waits."""
    open_battles = sum(battle.is_open for battle in battles)
    shown = {battle.number for battle in battles}

    def cell(turn: TurnCell) -> TurnCell:
        known = tuple(number for number in numbers.get(turn.moment, ()) if number in shown)
        match turn.passed:
            case Passed.DONE:
                reason = f"played, {counted(len(known), 'battle')}" if known else "played"
            case Passed.NOW:
                reason = f"{counted(open_battles, 'battle')} open" if open_battles else _step(track)
            case Passed.TO_COME:
                reason = turn.reason
        return replace(turn, reason=reason, battles=known)

    days = tuple(replace(day, turns=tuple(map(cell, day.turns))) for day in track.days)
    return replace(track, days=days, phases=tuple(replace(step, waiting="", count=0) for step in track.phases))


def _step(track: ClockTrack) -> str:
    """Return the name of the running step; that the campaign is over, if there is none."""
    return next((step.name.lower() for step in track.phases if step.passed is Passed.NOW), "over")
