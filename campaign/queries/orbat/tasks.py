"""Engineering tasks, those in hand first, of battalions that the viewer knows; also the engineers' paper."""

from __future__ import annotations

from collections import defaultdict

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Crossing, EngineeringTask, Obstacle
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, state_words
from campaign.queries.map.sites import Sites
from campaign.rules.day.engineering import rule_of
from campaign.situation.timetable import timetable
from campaign.terms.forces import Engineers
from campaign.terms.position import AtPlace
from campaign.terms.state import TaskState
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.theatre.routes import NoWay
from campaign.views.orbat.tasks import EngineerPaper, Sappers, Site, TaskLine, TaskList, Work
from campaign.words.papers import Fact


def tasks(board: JournalBoard, viewer: Viewer) -> TaskList:
    """Return all engineering tasks that were ordered, sorted by state and then by when they were to begin."""
    outlook = look(board, viewer)
    rows = [
        row for row in board.rows(EngineeringTask) if outlook.knowledge.knows(outlook.army.battalions[row.battalion_id])
    ]
    rows.sort(key=lambda t: (t.state is not TaskState.WORKING, t.begun_day, t.begun_turn, t.id))
    names = _names(board)
    return TaskList(outlook.knowledge.who, tuple(_line(outlook, row, names) for row in rows))


def task_in_hand(outlook: Outlook, battalion: int) -> str:
    """Return a battalion's present task in one line; empty if there is none, or if the viewer does not command it."""
    task = outlook.orders.tasks.get(battalion)
    if task is None or not outlook.knowledge.commands(outlook.army.battalions[battalion]):
        return ""
    return _line(outlook, task, _names(outlook.board)).words


def _names(board: JournalBoard) -> dict[tuple[str, int], str]:
    crossings = {("crossing", row.id): row.name for row in board.rows(Crossing)}
    return crossings | {("obstacle", row.id): row.name for row in board.rows(Obstacle)}


def _line(outlook: Outlook, task: EngineeringTask, names: dict[tuple[str, int], str]) -> TaskLine:
    battalion = outlook.army.battalions[task.battalion_id]
    return TaskLine(
        battalion=battalion.name,
        side=outlook.army.sides[battalion.side_id].name,
        kind=task.kind,
        load_class=task.load_class,
        target=_target(outlook, task, names),
        state=task.state,
        turns_done=task.turns_done,
        turns_needed=task.turns_needed,
        begun=str(Moment(task.begun_day, task.begun_turn)),
        rule=rule_of(task.kind, task.load_class),
        done=_done(outlook, task, battalion),
    )


def _done(outlook: Outlook, task: EngineeringTask, battalion: Battalion) -> str:
    """Return progress on a task in hand that the viewer commands: the position on the way there, and the end of the
    work.
    """
    if task.state is not TaskState.WORKING or not outlook.knowledge.commands(battalion):
        return ""
    times = timetable(outlook.board, outlook.army, battalion, task)
    if isinstance(times.way, NoWay):
        return f"no way there: {times.way.why}"
    arrival = "" if times.arrival is None else f"there {times.arrival[0]}, "
    return f"{arrival}done {times.done}" if times.done else f"{arrival}not before the campaign ends"


def _target(outlook: Outlook, task: EngineeringTask, names: dict[tuple[str, int], str]) -> str:
    if task.crossing_id is not None:
        return names["crossing", task.crossing_id]
    if task.obstacle_id is not None:
        return names["obstacle", task.obstacle_id]
    theatre = outlook.theatre
    spot = theatre.standing(task.road_id or 0, task.at_m or 0)
    if not isinstance(spot, AtPlace):
        return theatre.describe(spot)
    return f"{theatre.describe(spot)}, to {theatre.spot(theatre.way(task.road_id or 0).other_end(spot.place)).name}"


# the paper -----------------------------------------------------------------------------------------------------------


def engineer_papers(board: JournalBoard, viewer: Viewer, side: int | None = None) -> tuple[EngineerPaper, ...]:
    """Return the paper of the named side, or of every side the viewer may see. Raises NotAllowed."""
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    rows, names = board.rows(EngineeringTask), _names(board)
    return tuple(
        _paper(outlook, each, rows, names) for each in ([side] if side is not None else outlook.knowledge.sides())
    )


def _paper(
    outlook: Outlook, side: int, rows: list[EngineeringTask], names: dict[tuple[str, int], str]
) -> EngineerPaper:
    army, knowledge = outlook.army, outlook.knowledge
    own_battalions = [army.battalions[i] for i in sorted(knowledge.battalions) if army.battalions[i].side_id == side]
    mine = [b for b in own_battalions if knowledge.commands(b)]
    ids = {b.id for b in mine}
    tasks = sorted((t for t in rows if t.battalion_id in ids), key=lambda t: (t.begun_day, t.begun_turn, t.id))
    works = [(t, Work(_sappers(outlook, army.battalions[t.battalion_id]), _line(outlook, t, names))) for t in tasks]
    busy = {t.battalion_id for t in tasks if t.state is TaskState.WORKING}
    free = [
        b for b in mine if b.engineers is not Engineers.NONE and b.id not in busy and b.on_map and b.state.is_in_play
    ]
    at_work = _at_work([(t, w) for t, w in works if t.state is TaskState.WORKING])
    sites = Sites(
        outlook if outlook.viewer.side == side else look(outlook.board, Viewer(side))
    )  # the umpire prints what the side knows
    return EngineerPaper(
        masthead=masthead(
            outlook,
            "Engineer tasks",
            side=side,
            subtitle=", ".join(root.name for root in knowledge.roots(side)),
            use="A turn counts for a task if the battalion did not march, fight or rest in it.",
        ),
        in_hand=tuple(w for t, w in works if t.state is TaskState.WORKING),
        over=tuple(w for t, w in reversed(works) if t.state is not TaskState.WORKING),
        free=tuple(_sappers(outlook, b) for b in free if b.engineers is Engineers.SPECIALIST),
        supporting=_supporting(outlook, [b for b in free if b.engineers is Engineers.SUPPORT]),
        crossings=tuple(_crossing(outlook, sites, row, at_work) for row in sites.crossings),
        obstacles=tuple(_obstacle(outlook, row, at_work) for row in sites.obstacles),
    )


def _supporting(outlook: Outlook, battalions: list[Battalion]) -> tuple[Fact, ...]:
    result: dict[int, list[str]] = defaultdict(list)
    for battalion in battalions:
        result[battalion.present_id].append(battalion.short or battalion.name)
    return tuple(Fact(outlook.army.formations[ident].name, ", ".join(names)) for ident, names in result.items())


def _sappers(outlook: Outlook, battalion: Battalion) -> Sappers:
    ability = "" if battalion.engineers is Engineers.NONE else battalion.engineers.value
    return Sappers(
        battalion_symbol(outlook, battalion),
        battalion.name,
        outlook.army.formations[battalion.present_id].name,
        outlook.where(battalion),
        ability,
        state_words(outlook, battalion),
    )


def _at_work(works: list[tuple[EngineeringTask, Work]]) -> dict[tuple[str, int], str]:
    """Return the units at work on each crossing or obstacle."""
    result: dict[tuple[str, int], str] = {}
    for task, work in works:
        key = ("crossing", task.crossing_id) if task.crossing_id is not None else ("obstacle", task.obstacle_id or 0)
        words = f"{work.by.name}: {work.task.kind}, {work.task.progress}"
        result[key] = f"{result[key]}; {words}" if key in result else words
    return result


def _crossing(outlook: Outlook, sites: Sites, row: Crossing, at_work: dict[tuple[str, int], str]) -> Site:
    is_known = sites.knows(row.road_id, row.at_m) or not row.state.is_passable
    return Site(
        name=row.name,
        where=_road(outlook, row.road_id),
        water=row.waterway,
        state=row.state.value if is_known else "",
        blown=is_known and not row.state.is_passable,
        load=row.load_class.value if is_known and row.state.is_passable else "",
        work=at_work.get(("crossing", row.id), ""),
    )


def _obstacle(outlook: Outlook, row: Obstacle, at_work: dict[tuple[str, int], str]) -> Site:
    state = "gapped" if row.gapped else "closed"
    return Site(
        row.name,
        _road(outlook, row.road_id),
        row.kind.value,
        state,
        not row.gapped,
        "",
        at_work.get(("obstacle", row.id), ""),
    )


def _road(outlook: Outlook, road: int) -> str:
    way = outlook.theatre.way(road)
    return f"{outlook.places[way.a].name} \N{EN DASH} {outlook.places[way.b].name}"
