"""Engineering tasks, those in hand first; a viewer reads of those whose battalions he knows."""

from __future__ import annotations

from campaign.journal.desk import Desk
from campaign.model import Crossing, EngineeringTask, Obstacle
from campaign.queries.outlook import Outlook, look
from campaign.rules.brevity.engineering import rule_of
from campaign.terms.state import TaskState
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.views.tasks import TaskLine, TaskList


def tasks(desk: Desk, viewer: Viewer) -> TaskList:
    """Everything that was ordered, by state and in the order in which it was to begin."""
    outlook = look(desk, viewer)
    rows = [row for row in desk.rows(EngineeringTask) if outlook.knowledge.knows(outlook.army.battalions[row.battalion_id])]
    rows.sort(key=lambda t: (t.state is not TaskState.WORKING, t.begun_day, t.begun_turn, t.id))
    names = _names(desk)
    return TaskList(outlook.knowledge.who, tuple(_line(outlook, row, names) for row in rows))


def task_in_hand(outlook: Outlook, battalion: int) -> str:
    """What a battalion is at work on, in one line; nothing if on nothing, or if he does not command it."""
    task = outlook.orders.tasks.get(battalion)
    if task is None or not outlook.knowledge.commands(outlook.army.battalions[battalion]):
        return ""
    return _line(outlook, task, _names(outlook.desk)).words


def _names(desk: Desk) -> dict[tuple[str, int], str]:
    crossings = {("crossing", row.id): row.name for row in desk.rows(Crossing)}
    return crossings | {("obstacle", row.id): row.name for row in desk.rows(Obstacle)}


def _line(outlook: Outlook, task: EngineeringTask, names: dict[tuple[str, int], str]) -> TaskLine:
    battalion = outlook.army.battalions[task.battalion_id]
    return TaskLine(
        battalion=battalion.name, side=outlook.army.sides[battalion.side_id].name, kind=task.kind, load_class=task.load_class,
        target=_target(outlook, task, names), state=task.state, turns_done=task.turns_done, turns_needed=task.turns_needed,
        begun=str(Moment(task.begun_day, task.begun_turn)), rule=rule_of(task.kind, task.load_class),
    )  # fmt: skip


def _target(outlook: Outlook, task: EngineeringTask, names: dict[tuple[str, int], str]) -> str:
    if task.crossing_id is not None:
        return names["crossing", task.crossing_id]
    if task.obstacle_id is not None:
        return names["obstacle", task.obstacle_id]
    return outlook.theatre.describe(outlook.theatre.standing(task.road_id or 0, task.at_m or 0))
