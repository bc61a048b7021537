"""Engineering tasks as rows: who is at work on what, what the words mean that order one, and what is found at the spot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.desk import Desk
from campaign.model import Battalion, Crossing, EngineeringTask, Obstacle, Place, Road
from campaign.rules.brevity import engineering as rules
from campaign.rules.brevity.tables import METRES_AN_INCH, MINEFIELD_LENGTH
from campaign.rules.nqm import tasks as nqm_tasks
from campaign.rules.rulebook import Rulebook
from campaign.situation.names import among
from campaign.situation.passages import is_at
from campaign.terms.ground import CrossingState, LoadClass, TaskKind
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import TaskState
from campaign.terms.words import did_you_mean, listing
from campaign.theatre.values import Theatre

TASK_WORDS = {
    "block": TaskKind.BLOCK_ROAD, "blow span": TaskKind.DEMOLISH_SPAN, "prepare": TaskKind.PREPARE_DEMOLITION, "blow": TaskKind.BLOW_BRIDGE,
    "gap": TaskKind.GAP_OBSTACLE, "boats": TaskKind.BOATS, "mines": TaskKind.MINEFIELD, "mine": TaskKind.MINEFIELD,
    **{kind.value: kind for kind in TaskKind if kind is not TaskKind.DIG_IN},
}  # fmt: skip
"""Words for tasks, as they can be typed. Digging in is no task to order: whoever holds digs in."""
TASKS = ("block road", "blow span", "prepare demolition", "blow bridge", "gap", "bridge", "ferry", "boats", "swim", "minefield")
"""Those words that messages and help name."""
LOAD_WORDS = {
    "foot": LoadClass.FOOT_WHEELED, "wheeled": LoadClass.FOOT_WHEELED, "medium": LoadClass.MEDIUM_TANK, "heavy": LoadClass.HEAVY_TANK,
    **{load.value: load for load in LoadClass},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Target:
    """Where a task is done, and to what: a crossing, an obstacle, or the road itself."""

    name: str
    road: Road
    at_m: int
    crossing: Crossing | None = None
    obstacle: Obstacle | None = None


def tasks_in_hand(desk: Desk, battalion: int | None = None) -> list[EngineeringTask]:
    """Tasks that were ordered and are neither done nor abandoned: a battalion's, or everybody's."""
    whose = () if battalion is None else (EngineeringTask.battalion_id == battalion,)
    return desk.rows(EngineeringTask, EngineeringTask.state == TaskState.WORKING, *whose)


def task_word(word: str) -> TaskKind:
    """The task that was typed. Raises BadInput with those there are."""
    plain = " ".join(word.replace("-", " ").lower().split())
    if plain in ("dig in", "dig"):
        raise BadInput("digging in is no task to order: a battalion that holds where it stands digs in by itself (OB-PREP-01..03)")
    if plain not in TASK_WORDS:
        raise BadInput(f"{word!r} is no engineering task; say {', '.join(TASKS)}{did_you_mean(plain, TASK_WORDS)}")
    return TASK_WORDS[plain]


def load_word(word: str, kind: TaskKind) -> LoadClass | None:
    """The class of a bridge or ferry. Raises BadInput where one is missing, unknown, or means nothing."""
    plain = word.strip().lower()
    if kind not in rules.TAKES_A_CLASS:
        if plain:
            raise BadInput(f"{kind} has no class, but {word!r} was given; a bridge and a ferry have one")
        return None
    if plain not in LOAD_WORDS:
        said = f"{word!r} is no class of a {kind}" if plain else f"a {kind} for what?"
        raise BadInput(f"{said}; say --class foot (foot and wheeled, light armour), medium or heavy (OB-BRG-02..04)")
    return LOAD_WORDS[plain]


def spoken(kind: TaskKind, load: LoadClass | None, name: str) -> str:
    """``bridge for medium tanks at the Halfaya bridge``."""
    return f"{kind}{f' for {load}' if load else ''} at {name}"


def belt_inches(desk: Desk, task: EngineeringTask, book: Rulebook) -> int:
    """Length on the table of the belt that a task has laid so far: 4 inches a turn, or by its engineers' hours (OB-MINE-01, NQM-TASK-06)."""
    if not book.switch("nqm.tasks"):
        return task.turns_done * MINEFIELD_LENGTH
    engineers = desk.one(Battalion, task.battalion_id).engineers
    return nqm_tasks.mined_m(task.turns_done, nqm_tasks.workers_of(engineers, book)) // METRES_AN_INCH


# what is meant


def target_of(desk: Desk, theatre: Theatre, here: Position | None, kind: TaskKind, word: str) -> Target:
    """What the task is done to: the thing of that name, or without a name the one at which the battalion stands."""
    if kind in rules.ON_CROSSINGS:
        return _crossing(desk, theatre, here, word)
    return _gap(desk, theatre, here, word) if kind is TaskKind.GAP_OBSTACLE else _road(desk, theatre, here, word)


def _named(word: str, kind: str, rows: Iterable[Any]) -> Any:
    return among(word, kind, list(rows))


def _crossing(desk: Desk, theatre: Theatre, here: Position | None, word: str) -> Target:
    crossings = desk.rows(Crossing)
    if not crossings:
        raise Refused("this map has no bridge, ford or ferry on its roads: there is no crossing to work at")
    found = _named(word, "crossing", crossings) if word else _standing_at(theatre, here, crossings, "crossing")
    return Target(found.name, desk.one(Road, found.road_id), found.at_m, crossing=found)


def _standing_at(theatre: Theatre, here: Position | None, rows: Sequence[Any], what: str) -> Any:
    """The one of these at which it stands. Raises BadInput if it stands at none, or at several."""
    near = [row for row in rows if is_at(theatre, here, row.road_id, row.at_m)]
    if len(near) == 1:
        return near[0]
    names = listing(f"{row.name}" for row in near or rows)
    where = f"at {len(near)} of them" if near else f"at no {what}"
    raise BadInput(f"it stands {where}; name one with --at: {names}")


def _gap(desk: Desk, theatre: Theatre, here: Position | None, word: str) -> Target:
    obstacles, crossings = desk.rows(Obstacle, Obstacle.gapped.is_(False)), desk.rows(Crossing)
    blown = [c for c in crossings if c.state is CrossingState.SPAN_BLOWN]
    cut = desk.rows(Road, Road.cut.is_(True))
    if not word:
        if not (obstacles or blown):
            raise Refused("there is nothing to gap: no obstacle bars a road and no span is blown")
        found = _standing_at(theatre, here, [*obstacles, *blown], "obstacle or blown span")
    else:
        found = _named(word, "obstacle, blown span or cut road", [*obstacles, *crossings, *cut])
    if isinstance(found, Road):
        return Target(found.name or found.key, found, found.length_m // 2)
    road = desk.one(Road, found.road_id)
    if isinstance(found, Crossing):
        return Target(found.name, road, found.at_m, crossing=found)
    return Target(found.name, road, found.at_m, obstacle=found)


def _road(desk: Desk, theatre: Theatre, here: Position | None, word: str) -> Target:
    """A road to block or mine, at the point where the battalion stands: by its name, or by the place to which it leads."""
    roads = desk.by_id(Road)
    if here is None:
        raise Refused("it stands nowhere on the map")
    if not isinstance(here, AtPlace):
        road = roads[here.road]
        if word and not _is_called(desk, theatre, road, word, roads):
            raise Refused(f"it stands {theatre.describe(here)}, and {word!r} is another road: march there first")
        return Target(theatre.describe(here), road, here.metres)
    leaving = [roads[way.road] for way in theatre.leaving(here.place)]
    if not word and len(leaving) != 1:
        names = listing(theatre.spot(theatre.way(r.id).other_end(here.place)).name for r in leaving)
        raise BadInput(f"{theatre.spot(here.place).name} has {len(leaving)} roads; say with --at to which place the road leads: {names}")
    meant = [road for road in leaving if not word or _is_called(desk, theatre, road, word, roads)]
    if len(meant) != 1:
        start = theatre.spot(here.place).name
        several = f"{len(meant)} roads that leave" if meant else "no road that leaves"
        raise Refused(f"{word!r} names {several} {start}")
    road = meant[0]
    to = theatre.spot(theatre.way(road.id).other_end(here.place)).name
    return Target(f"{theatre.spot(here.place).name}, the road to {to}", road, 0 if road.a_id == here.place else road.length_m)


def _is_called(desk: Desk, theatre: Theatre, road: Road, word: str, roads: dict[int, Road]) -> bool:
    """Is this the road of that name, or one that ends at the place of that name?"""
    try:
        found = _named(word, "road or place", [*desk.rows(Place), *roads.values()])
    except NotFound:
        raise NotFound(f"no road or place is called {word!r}; say to which place the road leads") from None
    return found is road or (isinstance(found, Place) and found.id in (road.a_id, road.b_id))


# what is found there


def site_of(desk: Desk, crossing: Crossing) -> rules.Site:
    """A crossing as the engineers find it, with what was done to it before."""
    tasks = desk.rows(EngineeringTask, EngineeringTask.crossing_id == crossing.id)
    tasks.sort(key=lambda t: (t.begun_day, t.begun_turn, t.id))
    blown = [n for n, t in enumerate(tasks) if t.state is TaskState.DONE and t.kind in (TaskKind.BLOW_BRIDGE, TaskKind.DEMOLISH_SPAN)]
    since = tasks[blown[-1] + 1 :] if blown else tasks
    left = max((_worked(t) for t in since if t.state is TaskState.ABANDONED and t.kind is TaskKind.BRIDGE), default=0)
    charges = [t.battalion_id for t in since if t.state is TaskState.DONE and t.kind is TaskKind.PREPARE_DEMOLITION]
    for_good = any(t.kind is TaskKind.BLOW_BRIDGE and t.state is TaskState.DONE for t in tasks)
    return rules.Site(
        crossing.name, crossing.state, crossing.load_class, crossing.spans, crossing.major,
        for_good=for_good and crossing.state is CrossingState.DESTROYED, left=left, prepared_by=charges[-1] if charges else None,
    )  # fmt: skip


def _worked(task: EngineeringTask) -> int:
    """Turns that stand in an unfinished bridge, those of an earlier one that it built upon included."""
    return rules.turns_needed(task.kind, task.load_class) - task.turns_needed + task.turns_done
