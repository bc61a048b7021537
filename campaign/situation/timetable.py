"""The times at which engineers reach their spot and finish their work, if nothing intervenes; as far as their side
knows.

timetable(board, army, battalion, task) -> Timetable    the march that is still to come, and the last turn
"""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Battalion, EngineeringTask
from campaign.situation.army import Army, position_of
from campaign.situation.clock import calendar_of, last_moment, next_movement
from campaign.situation.ground import load_theatre
from campaign.situation.itinerary import journey_to, when_words
from campaign.situation.passages import is_at
from campaign.terms.state import OrderKind
from campaign.terms.time import Moment, Phase
from campaign.terms.words import way_words
from campaign.theatre.legs import Route
from campaign.theatre.routes import NoWay, places_on
from campaign.theatre.values import kilometres
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Timetable:
    """The times of a task. ``way``: the route to it, if the engineers are not there. ``arrival``: the turn and the
    second of it; ``done``: the turn with which the work is finished. Both None where the campaign ends before.
    """

    way: Route | NoWay | None = None
    arrival: tuple[Moment, int] | None = None
    done: Moment | None = None


def timetable(board: Board, army: Army, battalion: Battalion, task: EngineeringTask) -> Timetable:
    """Return the times of a task; a turn of marching does not count for the work (OB-ENG-02)."""
    theatre, position, last = load_theatre(board, battalion.side_id), position_of(battalion), last_moment(board)
    since, to_do = max(next_movement(board), Moment(task.begun_day, task.begun_turn)), task.turns_needed
    if position is None or task.road_id is None or task.at_m is None:
        return Timetable()
    if is_at(theatre, position, task.road_id, task.at_m):
        first = board.moment if _counts_still(board, battalion, task) else since
        done = first.plus(to_do - task.turns_done - 1)
        return Timetable(done=done if done <= last else None)
    spot = theatre.standing(task.road_id, task.at_m)
    ways = journey_to(board, army, [(battalion, (spot,))], since, kind=OrderKind.HOLD, by_itself=True)
    (march,) = ways.marches
    when = None if isinstance(march.way, NoWay) else ways.arrival(march, march.way)
    if when is None:
        return Timetable(march.way)
    done = when[0].plus(to_do)
    return Timetable(march.way, when, done if done <= last else None)


def _counts_still(board: Board, battalion: Battalion, task: EngineeringTask) -> bool:
    """Return whether this turn has marched, but its work has not been counted yet and can count."""
    has_begun = Moment(task.begun_day, task.begun_turn) <= board.moment
    marched = board.clock.phase in (Phase.CONTACTS, Phase.BATTLES, Phase.ENGINEERING)
    return has_begun and marched and not battalion.moved


def timetable_words(board: Board, battalion: Battalion, times: Timetable) -> str:
    """Return a timetable in words: ``it marches there first, 12.3 km by Bir Wair, and arrives in turn 1.1 about
    01:10; the work is done at the end of turn 1.2``; or why the unit cannot get there.
    """
    done = "is not done before the campaign ends" if times.done is None else f"is done at the end of turn {times.done}"
    if times.way is None:
        return f"the work {done}"
    if isinstance(times.way, NoWay):
        return f"it cannot get there: {times.way.why}"
    theatre = load_theatre(board, battalion.side_id)
    names = [theatre.spot(place).name for place in places_on(theatre, times.way)]
    by = f" by {way_words(names)}" if names else ""
    late = "does not arrive before the campaign ends"
    arrival = f"arrives {when_words(calendar_of(board), *times.arrival)}" if times.arrival else late
    return f"it marches there first, {kilometres(times.way.length_m)}{by}, and {arrival}; the work {done}"
