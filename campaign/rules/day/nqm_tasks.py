"""The times of tasks by Not Quite Mechanised: air support, crossings, mines, demolitions, digging in (NQM-TASK,
NQM-TBL-TASK).

Hours of the clock, or engineer hours that those at work share (NQM-AMB-22). The campaign counts turns of six hours.

    row(name) -> Task                                 a line of the table
    Workers(platoons)                                 engineers at work; workers_of(engineers, book)
    minefield, demolition, bridgehead, bridge, dig_in, fortify -> Fraction    hours
    hours_for(kind, load, metres, workers, ...)       an engineering task of the campaign
    turns(hours) -> int
    air_lead_turns(book) -> int                       whole turns before a mission can be flown
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.tables import TASKS, Task
from campaign.terms.forces import Engineers
from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.time import HOURS_A_TURN
from campaign.values import dataclass

PLATOONS_A_COMPANY: Final = 3  # A company has three points, a platoon one (NQM-AMB-14).
MOST_SORTIES: Final = 3  # NQM-AIR-01.
_ROWS: Final = {task.name: task for task in TASKS}


def row(name: str) -> Task:
    """Return the line of NQM-TBL-TASK with this name. Raises KeyError."""
    return _ROWS[name]


@dataclass(frozen=True, slots=True)
class Workers:
    """Engineers at a task, in companies, or in platoons if only platoons are at work."""

    platoons: int

    @property
    def companies(self) -> Fraction:
        """The engineers counted in companies; three platoons are one."""
        return Fraction(self.platoons, PLATOONS_A_COMPANY)


def workers_of(engineers: Engineers, book: Rulebook) -> Workers:
    """Return the engineers of a battalion: specialists by companies, in other battalions those attached to it
    (NQM-AMB-22).
    """
    if engineers is Engineers.SPECIALIST:
        return Workers(PLATOONS_A_COMPANY * book.integer("nqm.tasks.companies"))
    return Workers(book.integer("nqm.tasks.support_platoons") if engineers is Engineers.SUPPORT else 0)


def _shared(effort: Fraction, workers: Fraction | int, deed: str) -> Fraction:
    if workers <= 0:
        raise BadInput(f"{deed} needs engineers. This battalion has no engineers (NQM-TBL-TASK)")
    return effort / workers


def minefield(metres: int, workers: Workers) -> Fraction:
    """Return the hours to mine this length in metres: 8 engineer company hours a kilometre (NQM-TASK-06)."""
    return _shared(Fraction(row("lay minefield").least * metres, 1000), workers.companies, "a minefield")


def mined_m(turns_worked: int, workers: Workers) -> int:
    """Return the metres of minefield laid in this number of turns, counted as whole turns of work (NQM-TASK-06)."""
    return int(turns_worked * HOURS_A_TURN * workers.companies * 1000 / row("lay minefield").least)


def demolition(workers: Workers, *, major: bool) -> Fraction:
    """Return the hours to demolish a bridge: 8 engineer platoon hours over a major river, 1 over a minor one
    (NQM-TASK-07, -08).
    """
    name = "major river bridge demolition" if major else "minor river bridge demolition"
    return _shared(Fraction(row(name).least), workers.platoons, "a demolition")


def planning() -> Fraction:
    """Return the hours to plan the crossing of a major river (NQM-TASK-03)."""
    return Fraction(row("plan major river crossing").least)


def bridgehead(book: Rulebook, dice: Dice, subject: str) -> Fraction:
    """Return the hours to make a bridgehead for infantry: half a die, rounded up, unless the umpire has ruled
    (NQM-TASK-04, -11, NQM-AMB-21).
    """
    if not book.is_word("nqm.tasks.bridgehead_hours"):
        return book.number("nqm.tasks.bridgehead_hours")
    return bridgehead_hours(dice.roll(6, "bridgehead", subject, "half of it in hours"))


def bridgehead_hours(face: int) -> Fraction:
    """Return the hours of a bridgehead for the face of a die: half of it, rounded up."""
    return Fraction(ceil(Fraction(face, 2)))


def bridge(book: Rulebook, dice: Dice, subject: str) -> Fraction:
    """Return the hours to build a bridge for vehicles: 2 to 12, twice a die, unless the umpire has ruled (NQM-TASK-05,
    -11, NQM-AMB-21).
    """
    if not book.is_word("nqm.tasks.bridge_hours"):
        return book.number("nqm.tasks.bridge_hours")
    return bridge_hours(dice.roll(6, "vehicle bridge", subject, "hours"))


def bridge_hours(face: int) -> Fraction:
    """Return the hours of a bridge for the face of a die: twice the face."""
    return Fraction(2 * face)


def dig_in() -> Fraction:
    """Return the hours in which infantry digs in, all companies of a battalion at once (NQM-TASK-09, NQM-AMB-22)."""
    return Fraction(row("dig in infantry company").least)


def fortify(book: Rulebook) -> Fraction:
    """Return the hours to fortify a dug-in position with defence stores and engineers (NQM-TASK-10, NQM-AMB-23)."""
    return book.number("nqm.tasks.fort_hours")


def turns(hours: Fraction) -> int:
    """Return the campaign turns that these hours of work take, at least one."""
    return max(1, ceil(hours / HOURS_A_TURN))


def hours_for(
    kind: TaskKind,
    load: LoadClass | None,
    metres: int,
    workers: Workers,
    book: Rulebook,
    dice: Dice,
    subject: str,
    *,
    major: bool,
) -> Fraction | None:
    """Return the hours of an engineering task of the campaign; None for a task that the table does not have, which
    keeps Brevity's time.

    The crossing of a major river is planned first (NQM-TASK-03); a crossing for foot and light vehicles counts as the
    infantry's bridgehead.
    """
    before = planning() if major else Fraction(0)
    match kind:
        case TaskKind.MINEFIELD:
            return minefield(metres, workers)
        case TaskKind.BRIDGE | TaskKind.FERRY:
            light = load is LoadClass.FOOT_WHEELED
            return before + (bridgehead(book, dice, subject) if light else bridge(book, dice, subject))
        case TaskKind.DEMOLISH_SPAN | TaskKind.PREPARE_DEMOLITION:
            return demolition(workers, major=major)
        case _:
            return None


def dug_in_turns(book: Rulebook, *, engineers_help: bool) -> int:
    """Return the turns of work in the works of a defender at the start: dug in and, with engineers, then fortified
    (NQM-TASK-09, -10, NQM-FORT-01).
    """
    return turns(dig_in()) + (turns(fortify(book)) if engineers_help else 0)


def is_fortified(turns_dug: int, book: Rulebook) -> bool:
    """Return whether works of this many turns are a fortified position (NQM-FORT-01)."""
    return turns_dug >= dug_in_turns(book, engineers_help=True)


def dig_in_turns(task_turns: int, book: Rulebook, *, engineers_help: bool) -> int:
    """Return the turns until a battalion's works are finished: ``task_turns`` by Brevity, or by the hours of this table
    if the setting is on.
    """
    return dug_in_turns(book, engineers_help=engineers_help) if book.switch("nqm.tasks") else task_turns


# air support ---------------------------------------------------------------------------------------------------------
def air_lead_hours(book: Rulebook) -> int:
    """Return the hours from the request of an air mission to bombs on the target (NQM-TASK-01, -02, NQM-AIR-02,
    NQM-AMB-20).
    """
    return book.integer(f"nqm.tasks.{book.word('nqm.tasks.air_belongs_to')}_air_hours")


def air_lead_turns(book: Rulebook) -> int:
    """Return the turns between the present turn and the first one in which a mission requested now can be flown."""
    return ceil(Fraction(air_lead_hours(book), HOURS_A_TURN))


def too_soon(requested: int, flown: int, book: Rulebook) -> str:
    """Return why a mission requested in one turn cannot be flown in another (turns counted from the campaign's first);
    empty if it can.
    """
    if not book.switch("nqm.tasks") or flown - requested >= air_lead_turns(book):
        return ""
    level = book.word("nqm.tasks.air_belongs_to")
    return (
        f"air support of the {level} arrives {air_lead_hours(book)} hours after it is requested"
        f" (NQM-TASK-0{1 if level == 'corps' else 2})"
    )


def sorties(stated: int, book: Rulebook) -> int:
    """Return the sorties a day of an air unit: as fixed before the campaign, and three at most by this book
    (NQM-AIR-01).
    """
    return min(stated, MOST_SORTIES) if book.switch("nqm.tasks") else stated
