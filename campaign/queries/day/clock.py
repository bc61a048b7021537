"""The clock of the campaign for a viewer: the track of its turns, and the steps of the running one.

    clock_track(board, viewer) -> ClockTrack

What waits is counted from the viewer's own status, so that a player's track depends on nothing of the other side.
"""

from __future__ import annotations

from collections import defaultdict

from campaign.journal.board import JournalBoard
from campaign.model import Battle, BattleUnit
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.day.status import status
from campaign.rules.day.light import is_night, season_of
from campaign.terms.state import BattleState
from campaign.terms.time import EVENING, MORNING, TURN, TURNS_A_DAY, Moment, Phase
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted
from campaign.views.day.clock import ClockTrack, Passed, PhaseStep, TrackDay, TurnCell
from campaign.views.day.status import Status
from campaign.views.day.waiting import without_orders


def clock_track(board: JournalBoard, viewer: Viewer) -> ClockTrack:
    """Return the track of turns with a reason in each cell, and the steps of the running turn."""
    now, outlook = status(board, viewer), look(board, viewer)
    battles = _battles_by_turn(outlook)
    days = tuple(_day(outlook, now, day, battles) for day in range(1, max(now.days, now.moment.day) + 1))
    return ClockTrack(now.moment, now.clock, now.phase is Phase.OVER, days, _phases(now))


def _battles_by_turn(outlook: Outlook) -> dict[Moment, tuple[int, ...]]:
    """Return the numbers of the known battles by the turn in which they began."""
    rows = sorted(outlook.board.rows(Battle), key=lambda battle: battle.number)
    numbers: dict[Moment, tuple[int, ...]] = defaultdict(tuple)
    if rows:
        for battle in outlook.knowledge.battles(rows, outlook.board.rows(BattleUnit)):
            if battle.state is not BattleState.CANCELLED:
                numbers[Moment(battle.day, battle.turn)] += (battle.number,)
    return numbers


def _day(outlook: Outlook, now: Status, day: int, battles: dict[Moment, tuple[int, ...]]) -> TrackDay:
    on = outlook.calendar.date_of(day)
    cells = []
    for turn in range(1, TURNS_A_DAY + 1):
        moment = Moment(day, turn)
        night = is_night(turn, season_of(on, outlook.rulebook), outlook.rulebook)
        passed, numbers = _passed(now, moment), battles.get(moment, ())
        reason = _reason(now, passed, night, len(numbers))
        cells.append(TurnCell(moment, outlook.calendar.clock(moment), night, passed, reason, numbers))
    return TrackDay(day, on, f"{on.day} {on:%B}", tuple(cells))


def _passed(now: Status, moment: Moment) -> Passed:
    if moment < now.moment or now.phase is Phase.OVER:
        return Passed.DONE
    return Passed.NOW if moment == now.moment else Passed.TO_COME


def _reason(now: Status, passed: Passed, night: bool, battles: int) -> str:
    """Return the words in a turn's cell."""
    match passed:
        case Passed.DONE:
            return f"played, {counted(battles, 'battle')}" if battles else "played"
        case Passed.NOW:
            return _waits_for(now)[0] or now.phase.text
        case Passed.TO_COME:
            return "night" if night else "day"


def _waits_for(now: Status) -> tuple[str, str, int]:
    """Return what the clock waits for: in full for the cell, short for the step, and its number."""
    decisions = sum(awaited.decision is not None for awaited in now.waiting)
    if decisions:
        return counted(decisions, "decision"), counted(decisions, "decision"), decisions
    if missing := len(without_orders(now)):
        return f"{missing} to order", f"{missing} to order", missing
    battles = sum(awaited.battle is not None for awaited in now.waiting) if now.phase is Phase.BATTLES else 0
    suspended = sum(battle.state is BattleState.SUSPENDED for battle in now.battles)
    if battles := max(battles - suspended, 0):
        return f"{counted(battles, 'battle')} to fight", f"{battles} to fight", battles
    return "", "", 0


def _phases(now: Status) -> tuple[PhaseStep, ...]:
    """Return the steps of the running turn, those of the morning before the first and of the evening after the last."""
    if now.phase is Phase.OVER:
        return ()
    first, last = now.moment.turn == 1, now.moment.turn == TURNS_A_DAY
    steps = (*(MORNING if first else ()), *TURN, *(EVENING if last else ()))
    running = steps.index(now.phase) if now.phase in steps else 0
    _, waiting, count = _waits_for(now)
    return tuple(
        PhaseStep(
            phase,
            phase.text.capitalize(),
            Passed.DONE if number < running else Passed.NOW if number == running else Passed.TO_COME,
            waiting if number == running else "",
            count if number == running else 0,
        )
        for number, phase in enumerate(steps)
    )
