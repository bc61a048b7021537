"""Engineering tasks as rows: the units at work and their targets, the words that order a task, and the target at the
spot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2
from typing import Any

from campaign.errors import Ambiguous, BadInput, NotFound, Refused
from campaign.journal.board import Board
from campaign.model import Battalion, Crossing, EngineeringTask, Obstacle, Place, Road
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import engineering as rules
from campaign.rules.day import nqm_tasks as nqm_tasks
from campaign.rules.tabletop.brevity.tables import METRES_AN_INCH, MINEFIELD_LENGTH
from campaign.situation.names import among
from campaign.situation.old_news import Works
from campaign.situation.passages import is_at
from campaign.situation.road_names import Sought, road_named, road_title, sought_road, titles
from campaign.terms.ground import CrossingState, LoadClass, TaskKind
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import TaskState
from campaign.terms.words import did_you_mean, find, listing
from campaign.theatre.values import Theatre, Way
from campaign.values import dataclass

TASK_WORDS = {
    "block": TaskKind.BLOCK_ROAD,
    "blow span": TaskKind.DEMOLISH_SPAN,
    "prepare": TaskKind.PREPARE_DEMOLITION,
    "blow": TaskKind.BLOW_BRIDGE,
    "gap": TaskKind.GAP_OBSTACLE,
    "boats": TaskKind.BOATS,
    "mines": TaskKind.MINEFIELD,
    "mine": TaskKind.MINEFIELD,
    **{kind.value: kind for kind in TaskKind if kind is not TaskKind.DIG_IN},
}
"""Words that may be typed for tasks. Digging in is not ordered as a task: a unit that holds digs in."""
TASKS = (
    "block road",
    "blow span",
    "prepare demolition",
    "blow bridge",
    "gap",
    "bridge",
    "ferry",
    "boats",
    "swim",
    "minefield",
)
"""Words for tasks in messages and help."""
LOAD_WORDS = {
    "foot": LoadClass.FOOT_WHEELED,
    "wheeled": LoadClass.FOOT_WHEELED,
    "medium": LoadClass.MEDIUM_TANK,
    "heavy": LoadClass.HEAVY_TANK,
    **{load.value: load for load in LoadClass},
}


@dataclass(frozen=True, slots=True)
class Target:
    """The place and target of a task: a crossing, an obstacle, or the road itself."""

    name: str
    road: Road
    at_m: int
    crossing: Crossing | None = None
    obstacle: Obstacle | None = None


def tasks_in_hand(board: Board, battalion: int | None = None) -> list[EngineeringTask]:
    """Return the tasks that were ordered and are neither done nor abandoned: a battalion's, or all."""
    whose = () if battalion is None else (EngineeringTask.battalion_id == battalion,)
    return board.rows(EngineeringTask, EngineeringTask.state == TaskState.WORKING, *whose)


def task_word(word: str) -> TaskKind:
    """Return the kind of task that was typed. Raises BadInput with all kinds."""
    plain = " ".join(word.replace("-", " ").lower().split())
    if plain in ("dig in", "dig"):
        raise BadInput(
            "digging in cannot be ordered as a task: a battalion that holds where it is digs in by itself"
            " (OB-PREP-01..03)"
        )
    if plain not in TASK_WORDS:
        raise BadInput(
            f"{word!r} is not an engineering task. Write {', '.join(TASKS)}{did_you_mean(plain, TASK_WORDS)}"
        )
    return TASK_WORDS[plain]


def load_word(word: str, kind: TaskKind) -> LoadClass | None:
    """Return the class of a bridge or ferry. Raises BadInput where one is missing, unknown, or meaningless."""
    plain = word.strip().lower()
    if kind not in rules.TAKES_A_CLASS:
        if plain:
            raise BadInput(
                f"the task {kind} has no load class, but {word!r} was given. Only bridges and ferries have a load class"
            )
        return None
    if plain not in LOAD_WORDS:
        text = f"{word!r} is not a load class of a {kind}" if plain else f"the {kind} needs a load class"
        raise BadInput(f"{text}. Write foot (foot and wheeled, light armour), medium or heavy (--class; OB-BRG-02..04)")
    return LOAD_WORDS[plain]


def spoken(kind: TaskKind, load: LoadClass | None, name: str) -> str:
    """Return a task in words: ``bridge for medium tanks at the Halfaya bridge``."""
    return f"{kind}{f' for {load}' if load else ''} at {name}"


def belt_inches(board: Board, task: EngineeringTask, book: Rulebook) -> int:
    """Return the length in inches of the belt that a task has laid so far: 4 inches a turn, or by its engineers' hours
    (OB-MINE-01, NQM-TASK-06).
    """
    if not book.switch("nqm.tasks"):
        return task.turns_done * MINEFIELD_LENGTH
    engineers = board.row(Battalion, task.battalion_id).engineers
    return nqm_tasks.mined_m(task.turns_done, nqm_tasks.workers_of(engineers, book)) // METRES_AN_INCH


# what is meant


def target_of(
    board: Board, theatre: Theatre, works: Works, position: Position | None, kind: TaskKind, word: str
) -> Target:
    """Return the target of a task: the thing of that name, or without a name the one at which the battalion stands;
    among those that its side knows (``works``).
    """
    if kind in rules.ON_CROSSINGS:
        return _crossing(board, theatre, works, position, word)
    return (
        _gap(board, theatre, works, position, word)
        if kind is TaskKind.GAP_OBSTACLE
        else _road(board, theatre, position, word)
    )


def _named(word: str, kind: str, rows: Iterable[Any]) -> Any:
    return among(word, kind, list(rows))


def _crossing(board: Board, theatre: Theatre, works: Works, position: Position | None, word: str) -> Target:
    crossings = works.crossings
    if not crossings:
        raise Refused(
            "engineers have no crossing to work at: this map has no bridge, ford or ferry on its roads (OB-ENG-01)"
        )
    crossing_row = (
        _crossing_named(board, theatre, crossings, word)
        if word
        else _standing_at(theatre, position, crossings, "crossing")
    )
    return Target(crossing_row.name, board.row(Road, crossing_row.road_id), crossing_row.at_m, crossing=crossing_row)


def _crossing_named(board: Board, theatre: Theatre, crossings: Sequence[Crossing], word: str) -> Crossing:
    """Return the crossing of the given name. Raises NotFound; for a place the error says that it has no water, and
    which crossings the roads there have.
    """
    try:
        crossing: Crossing = _named(word, "crossing", crossings)
        return crossing
    except NotFound:
        places = find(
            word, [(label, place.id) for place in board.rows(Place) for label in (place.name, place.key) if label]
        )
        if len(places) != 1:
            raise
        place = theatre.spot(places[0]).name
        roads = {way.road for way in theatre.leaving(places[0])}
        near = [crossing.name for crossing in crossings if crossing.road_id in roads]
        where = (
            f"on its roads are {listing(near)}"
            if near
            else f"none of its roads crosses water. The crossings are {listing(c.name for c in crossings)}"
        )
        raise NotFound(f"{place} is a place, not a crossing: {where}") from None


def _standing_at(theatre: Theatre, position: Position | None, rows: Sequence[Any], subject: str) -> Any:
    """Return the one of these rows at which the battalion stands. Raises BadInput for none or several."""
    near = [row for row in rows if is_at(theatre, position, row.road_id, row.at_m)]
    if len(near) == 1:
        return near[0]
    names = listing(f"{row.name}" for row in near or rows)
    where = f"at {len(near)} of them" if near else f"at no {subject}"
    raise BadInput(f"the battalion is {where}. Name the place of the task (--at): {names}")


def _gap(board: Board, theatre: Theatre, works: Works, position: Position | None, word: str) -> Target:
    obstacles, crossings = [o for o in works.obstacles if not o.gapped], works.crossings
    blown = [c for c in crossings if c.state is CrossingState.SPAN_BLOWN]
    cut = [
        road
        for road in (*board.rows(Road, Road.cut.is_(True)), *(board.row(Road, i) for i in works.cut))
        if works.is_cut(road)
    ]
    if not word:
        if not (obstacles or blown):
            raise Refused("there is nothing to open: no obstacle bars a road, and no span is blown (OB-OBS-05)")
        target = _standing_at(theatre, position, [*obstacles, *blown], "obstacle or blown span")
    else:
        target = _barring(theatre, word, [*obstacles, *crossings], [*obstacles, *blown, *cut])
    if isinstance(target, Road):
        return Target(road_title(theatre, target.id), target, target.length_m // 2)
    road = board.row(Road, target.road_id)
    if isinstance(target, Crossing):
        return Target(target.name, road, target.at_m, crossing=target)
    return Target(target.name, road, target.at_m, obstacle=target)


def _barring(
    theatre: Theatre, word: str, named: Sequence[Obstacle | Crossing], bars: Sequence[Obstacle | Crossing | Road]
) -> Any:
    """Return the target to be gapped: an obstacle, crossing or cut road by its name, or what bars the road of that
    name, by its two ends for instance. Raises NotFound, and Ambiguous where several things bar it.
    """
    cut = [row for row in bars if isinstance(row, Road)]
    try:
        return _named(word, "obstacle, blown span or cut road", [*named, *cut])
    except (NotFound, Ambiguous):
        roads = sought_road(theatre, word).roads
        there = [row for row in bars if (row.id if isinstance(row, Road) else row.road_id) in roads]
        if not there:
            raise
        if len(there) > 1:
            names = listing(road_title(theatre, row.id) if isinstance(row, Road) else row.name for row in there)
            raise Ambiguous(f"{len(there)} obstacles bar the road {word!r}. Write one of {names}") from None
        return there[0]


def _road(board: Board, theatre: Theatre, position: Position | None, word: str) -> Target:
    """Return a road to block or mine: at the battalion's position if it stands on it or at its end, otherwise at its
    nearer end, to which it marches first.

    It is named by both its ends, by its name or number, or by a place: one to which a road leads from where the
    battalion stands, or else the one at which to work, on the road that leads straight on.
    """
    if position is None:
        raise Refused("the battalion is not on the map")
    sought = sought_road(theatre, word) if word else None
    if isinstance(position, AtPlace):
        if sought is not None and not sought.roads and sought.places == {position.place}:
            sought = None
        leaving = theatre.leaving(position.place)
        ways = leaving if sought is None else sought.leaving(leaving, position.place)
        if len(ways) == 1:
            return _at_end(board, theatre, ways[0], position.place)
        if sought is None or ways:
            fits = f", and {word!r} fits {len(ways)} of them" if sought is not None else ""
            roads = titles(theatre, (way.road for way in ways))
            raise BadInput(
                f"{theatre.spot(position.place).name} has {len(leaving)} roads{fits}. Name one of these roads "
                f"(--at): {roads}"
            )
    elif sought is None or position.road in sought.roads or _ends(theatre, position.road) & sought.places:
        return Target(theatre.describe(position), board.row(Road, position.road), position.metres)
    assert sought is not None
    return _elsewhere(board, theatre, position, word, sought)


def _ends(theatre: Theatre, road: int) -> set[int]:
    way = theatre.way(road)
    return {way.a, way.b}


def _at_end(board: Board, theatre: Theatre, way: Way, place: int) -> Target:
    to = theatre.spot(way.other_end(place)).name
    at_m = 0 if way.a == place else way.length_m
    return Target(f"{theatre.spot(place).name}, the road to {to}", board.row(Road, way.road), at_m)


def _elsewhere(board: Board, theatre: Theatre, position: Position, word: str, sought: Sought) -> Target:
    """Return a road to which the battalion marches, at its nearer end; for a place the road that leads on in the
    direction of the march.
    """
    if sought.roads or len(sought.places) != 1:
        way = road_named(theatre, word)
        return _at_end(board, theatre, way, min((way.a, way.b), key=lambda end: _apart(theatre, position, end)))
    (place,) = sought.places
    start, spot = theatre.point_of(position), theatre.spot(place)
    straight_on = theatre.way_towards(place, atan2(spot.y_m - start[1], spot.x_m - start[0]))
    if straight_on is None:
        raise Refused(f"no road leaves {spot.name}")
    return _at_end(board, theatre, straight_on, place)


def _apart(theatre: Theatre, position: Position, place: int) -> float:
    return theatre.straight_m(position, AtPlace(place))


# what is found there


def site_of(board: Board, crossing: Crossing, *, of: int | None = None) -> rules.Site:
    """Return a crossing as the engineers find it, with the work done on it before; ``of``: by this side, as far as it
    knows.
    """
    tasks = board.rows(EngineeringTask, EngineeringTask.crossing_id == crossing.id)
    if of is not None:
        friends = {b.id for b in board.rows(Battalion, Battalion.side_id == of)}
        tasks = [task for task in tasks if task.battalion_id in friends or _shows(task, crossing)]
    tasks.sort(key=lambda t: (t.begun_day, t.begun_turn, t.id))
    blown = [
        n
        for n, t in enumerate(tasks)
        if t.state is TaskState.DONE and t.kind in (TaskKind.BLOW_BRIDGE, TaskKind.DEMOLISH_SPAN)
    ]
    since = tasks[blown[-1] + 1 :] if blown else tasks
    remaining = max(
        (_worked(t) for t in since if t.state is TaskState.ABANDONED and t.kind is TaskKind.BRIDGE), default=0
    )
    for_good = any(t.kind is TaskKind.BLOW_BRIDGE and t.state is TaskState.DONE for t in tasks)
    return rules.Site(
        crossing.name,
        crossing.state,
        crossing.load_class,
        crossing.spans,
        crossing.major,
        for_good=for_good and crossing.state is CrossingState.DESTROYED,
        turns_worked=remaining,
    )


def _shows(task: EngineeringTask, crossing: Crossing) -> bool:
    """Return whether a viewer that knows the crossing's condition can know of this finished work of others."""
    state = rules.state_after(task.kind)
    return task.state is TaskState.DONE and state is crossing.state


def _worked(task: EngineeringTask) -> int:
    """Return the turns of work in an unfinished bridge, including those of an earlier one that it built upon."""
    return rules.turns_needed(task.kind, task.load_class) - task.turns_needed + task.turns_done
