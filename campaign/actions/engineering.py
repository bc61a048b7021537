"""Engineering: tasks are ordered and stopped, worked on at the end of each turn, and change the map when finished
(OB-ENG, OB-D-06).

A task is done in place of moving. A battalion that is not at the spot marches there first; turns count from the first
whole one that it stands there. An order for a later turn that makes it march takes it away from its task.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from campaign.actions.crossing import over_the_water
from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.actions.obstacles import laid
from campaign.actions.ordered import has_ordered
from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battalion, Crossing, EngineeringTask, Obstacle, Order, Place, Road
from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import engineering as rules
from campaign.rules.day import nqm_tasks as nqm_tasks
from campaign.rules.day.amphibious import Means, before_the_crossing, crossing_moves
from campaign.rules.day.reaction import hours_words
from campaign.rules.tabletop.brevity.tables import METRES_AN_INCH, MINEFIELD_LENGTH
from campaign.situation.army import Army, load_army, position_of
from campaign.situation.boats import MEANS
from campaign.situation.clock import next_movement
from campaign.situation.conditions import rulebook_of
from campaign.situation.engaged import engaged_battalions
from campaign.situation.ground import key_of, load_theatre
from campaign.situation.names import battalion_named
from campaign.situation.old_news import Thing, changing, sides_in_sight, spread, works_known
from campaign.situation.order_echo import words_of
from campaign.situation.passages import is_at
from campaign.situation.road_names import road_title
from campaign.situation.standing import GIVEN_AHEAD, StandingOrders, begins, standing_orders
from campaign.situation.tasks import belt_inches, load_word, site_of, spoken, target_of, task_word, tasks_in_hand
from campaign.situation.timetable import timetable, timetable_words
from campaign.terms.forces import Engineers
from campaign.terms.ground import CrossingState, LoadClass, ObstacleKind, TaskKind
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import News, OrderKind, Posture, TaskState
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.values import dataclass
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.words.proposal import Proposal
from campaign.words.receipt import Receipt

_OBSTACLES = {TaskKind.BLOCK_ROAD: ObstacleKind.ROADBLOCK, TaskKind.MINEFIELD: ObstacleKind.MINEFIELD}


@action("engineer", Engineer)
def engineer(board: Board, command: Engineer, dice: Dice) -> Receipt:
    """Order an engineering task; it begins with the next turn that has not marched yet."""
    army, book = load_army(board), rulebook_of(board)
    battalion, kind = battalion_named(army, command.unit), task_word(command.task)
    theatre, works = load_theatre(board, battalion.side_id), works_known(board, battalion.side_id)
    if not book.switch("use.engineering"):
        raise Refused(
            "engineers cannot work in this campaign: setting use.engineering is off. To allow it: campaign rules"
            " use.engineering on (OB-OPT-01)"
        )
    _may_be_ordered(board, battalion)
    target = target_of(board, theatre, works, position_of(battalion), kind, command.at)
    load = load_word(command.load, kind)
    if (
        target.obstacle is not None
        and target.obstacle.kind is ObstacleKind.CRATERS
        and book.word("air.crater_repair") == "nobody"
    ):
        raise Refused(
            f"{target.obstacle.name} cannot be filled: by the setting air.crater_repair no unit may fill "
            "craters (OB-AMB-105)"
        )
    site = site_of(board, target.crossing, of=battalion.side_id) if target.crossing is not None else None
    if refusal := rules.bars(
        kind, battalion.engineers, major=site is not None and site.major, mending=site is not None and site.is_mended
    ):
        raise Refused(f"{battalion.name}: {refusal}")
    if site is not None and (refusal := rules.site_bars(kind, site, load, book)):
        raise Refused(by_rule(refusal, rules.rule_of(kind, load)))
    carried = over_the_water(board, army, battalion, kind, command.carry, book)
    needed, rule = (
        (carried.turns, carried.rule)
        if carried is not None
        else _time_for(command, battalion, kind, load, site, book, dice)
    )
    if carried is None and (earlier := _at_it_already(board, battalion, kind, target.crossing, target.obstacle)):
        if not (book.switch("brg.halving") and kind in rules.TAKES_A_CLASS):
            raise Refused(
                f"{army.battalions[earlier.battalion_id].name} is already at this task, and a second "
                "battalion would not make the work shorter (OB-AMB-122)"
            )
        load, needed = earlier.load_class, earlier.turns_needed - earlier.turns_done
    begun = next_movement(board)
    for old in tasks_in_hand(board, battalion.id):
        _leave(board, old)
    task = _row(board, battalion, begun)
    task.kind, task.load_class, task.turns_needed, task.turns_done, task.state = (
        kind,
        load,
        needed,
        0,
        TaskState.WORKING,
    )
    task.carries = {} if carried is None else dict.fromkeys(carried.keys, False)
    task.road_id, task.at_m = target.road.id, target.at_m
    task.crossing_id = target.crossing.id if target.crossing else None
    task.obstacle_id = target.obstacle.id if target.obstacle else None
    has_ordered(board, army, battalion)
    lines = []
    if battalion.resting:
        battalion.resting, battalion.posture = False, Posture.LINE
        lines.append(f"{battalion.name} no longer rests")
    lines.append(timetable_words(board, battalion, timetable(board, army, battalion, task)))
    if carried is not None:
        lines += _over(MEANS[kind])
    if kind is TaskKind.MINEFIELD:
        metres = command.inches * METRES_AN_INCH
        belt = f"the belt is {command.inches} inches on the table, {metres} m"
        if command.inches == MINEFIELD_LENGTH:
            change = "order it again with another length (--inches N)"
            belt = Proposal(belt, "this is the length unless you give another", change).by_default
        lines.append(belt)
    lines += _other_orders(board, army, battalion, begun)
    whom = f" for {listing(carried.names)}" if carried is not None and kind is TaskKind.BOATS else ""
    return Receipt(
        f"{battalion.name}: {spoken(kind, load, target.name)}{whom}, {_turns(needed)} ({rule}), from turn {begun} on",
        tuple(lines),
    )


def _other_orders(board: Board, army: Army, battalion: Battalion, begun: Moment) -> Iterator[str]:
    """Yield the order that waits for the end of a task, and the one that calls the battalion away from it (OB-ENG-02,
    umpire 1.14).
    """
    orders, places = board.rows(Order), board.rows(Place)
    now = standing_orders(army, orders, begun).ordered(battalion).order
    if now is not None and now.kind is not OrderKind.HOLD:
        yield by_rule(f"its order, {words_of(places, now)}, waits until the task is done", "OB-ENG-02")
    above = {formation.id for formation in army.chain(battalion.present_id)}
    calls = (
        order
        for order in orders
        if (order.battalion_id == battalion.id or order.formation_id in above)
        and begins(order) > begun
        and order.given_by not in GIVEN_AHEAD
        and order.kind is not OrderKind.HOLD
    )
    if (call := min(calls, key=begins, default=None)) is not None:
        yield by_rule(
            f"in turn {begins(call)} it leaves the task, done or not, for its order: {words_of(places, call)}",
            "OB-ENG-02",
        )


def _over(means: Means) -> list[str]:
    """Return lines on the time that the crossing itself takes and on what the unit may not do before it (OB-AMPH-04,
    -08, -09).
    """
    moves = crossing_moves(means)
    took = (
        f"the crossing takes {'a move' if moves == 1 else f'{moves} moves'}"
        f" (OB-AMPH-{'08' if means is Means.DD else '04'})"
    )
    return [took, *([why] if (why := before_the_crossing(means)) else [])]


def _time_for(
    command: Engineer,
    battalion: Battalion,
    kind: TaskKind,
    load: LoadClass | None,
    site: rules.Site | None,
    book: Rulebook,
    dice: Dice,
) -> tuple[int, str]:
    """Return the turns of work and their rule: Brevity's, or, if they are in use, the hours of Not Quite Mechanised."""
    needed = rules.turns_needed(kind, load, command.inches, book)
    if book.switch("nqm.tasks"):
        workers, metres = nqm_tasks.workers_of(battalion.engineers, book), command.inches * METRES_AN_INCH
        major = site is not None and site.major
        hours = nqm_tasks.hours_for(kind, load, metres, workers, book, dice, battalion.key, major=major)
        if hours is not None:
            return nqm_tasks.turns(hours), f"{hours_words(hours)} of work, NQM-TBL-TASK"
    if site is not None:
        needed -= rules.earlier_turns(kind, site, load, book)
    return needed, rules.rule_of(kind, load)


def _turns(count: int) -> str:
    return f"{count} turn{'' if count == 1 else 's'}"


def _may_be_ordered(board: Board, battalion: Battalion) -> None:
    if not battalion.state.is_in_play:
        raise Refused(f"{battalion.name} cannot be given an engineering task: it is {battalion.state} (OB-ENG-01)")
    if not battalion.on_map:
        raise Refused(f"{battalion.name} cannot be given an engineering task yet: it is not on the map (OB-ENG-01)")
    if battle := engaged_battalions(board).get(battalion.id):
        raise Refused(
            f"{battalion.name} is engaged in battle {battle.number} ({battle.name}) and can only be ordered to"
            " withdraw (umpire 1.5)"
        )


def _at_it_already(
    board: Board, battalion: Battalion, kind: TaskKind, crossing: Crossing | None, obstacle: Obstacle | None
) -> EngineeringTask | None:
    """Return the task of the same kind on the same target that another battalion of the side already has."""
    if crossing is None and obstacle is None:
        return None
    target = (crossing.id if crossing else None, obstacle.id if obstacle else None)
    friendly_ids = {b.id for b in board.rows(Battalion, Battalion.side_id == battalion.side_id)} - {battalion.id}
    same = (t for t in tasks_in_hand(board) if t.battalion_id in friendly_ids and t.kind is kind)
    return next((t for t in same if (t.crossing_id, t.obstacle_id) == target), None)


def _row(board: Board, battalion: Battalion, begun: Moment) -> EngineeringTask:
    """Return the battalion's row for a task that begins in that turn; an earlier task for the same turn is
    overwritten.
    """
    tasks = board.rows(EngineeringTask, EngineeringTask.battalion_id == battalion.id)
    old = next((t for t in tasks if (t.begun_day, t.begun_turn) == (begun.day, begun.turn)), None)
    return old or board.make(
        EngineeringTask,
        battalion_id=battalion.id,
        kind=TaskKind.GAP_OBSTACLE,
        begun_day=begun.day,
        begun_turn=begun.turn,
        turns_needed=1,
    )


def _leave(board: Board, task: EngineeringTask) -> None:
    task.state = TaskState.ABANDONED


@action("engineer stop", StopEngineering)
def stop_engineering(board: Board, command: StopEngineering) -> Receipt:
    """Stop a battalion's engineering task. Finished work stays: an unfinished bridge can be continued (OB-AMB-122)."""
    army = load_army(board)
    battalion = battalion_named(army, command.unit)
    tasks = tasks_in_hand(board, battalion.id)
    if not tasks:
        raise Refused(f"{battalion.name} has no engineering task to stop. List the tasks: campaign engineer --list")
    for task in tasks:
        _leave(board, task)
    done, needed = tasks[0].turns_done, tasks[0].turns_needed
    left = f"{battalion.name} leaves its task ({tasks[0].kind}, {done} of {_turns(needed)} done)"
    now = standing_orders(army, board.rows(Order), next_movement(board)).ordered(battalion)
    order = "hold" if now.order is None else words_of(board.rows(Place), now.order)
    return Receipt(left, (by_rule(f"its order from turn {next_movement(board)} on: {order}", "umpire 1.14"),))


def gap_what_bars(today: DayContext, halted: Sequence[tuple[Battalion, str]]) -> None:
    """Set the engineers of halted columns to work: one battalion a side opens a gap in what bars its ordered road, and
    all march on when it is open (OB-OBS-05). ``halted``: battalions with the key of the block before which each stands.
    """
    if not (halted and today.book.switch("march.gaps") and today.book.switch("use.engineering")):
        return
    busy = {task.battalion_id for task in tasks_in_hand(today.board)} | set(engaged_battalions(today.board))
    works = works_known(today.board, None)
    blocks: dict[str, Crossing | Obstacle] = {key_of(crossing): crossing for crossing in works.crossings}
    blocks |= {key_of(obstacle): obstacle for obstacle in works.obstacles}
    able: dict[tuple[int, str], list[Battalion]] = defaultdict(list)
    for battalion, key in halted:
        if battalion.engineers is not Engineers.NONE and battalion.id not in busy and not battalion.resting:
            able[battalion.side_id, key].append(battalion)
    for (_, key), battalions in able.items():
        battalion = min(battalions, key=lambda b: (b.engineers is not Engineers.SPECIALIST, b.id))
        if (target := blocks.get(key)) is not None:
            _gap(today, battalion, target)


def _gap(today: DayContext, battalion: Battalion, target: Crossing | Obstacle) -> None:
    """Give a battalion the task to gap what it halted before, unless that cannot be gapped or its side is at it."""
    crossing, obstacle = (target, None) if isinstance(target, Crossing) else (None, target)
    site = site_of(today.board, crossing) if crossing is not None else None
    if obstacle is not None and (obstacle.gapped or obstacle.kind is ObstacleKind.CRATERS):
        return
    if site is not None and rules.site_bars(TaskKind.GAP_OBSTACLE, site, None, today.book):
        return
    if _at_it_already(today.board, battalion, TaskKind.GAP_OBSTACLE, crossing, obstacle):
        return
    begun = today.now.plus(1) if battalion.moved else today.now
    command = Engineer(str(battalion.id), TaskKind.GAP_OBSTACLE)
    needed, rule = _time_for(command, battalion, TaskKind.GAP_OBSTACLE, None, site, today.book, today.dice)
    task = _row(today.board, battalion, begun)
    task.kind, task.load_class, task.turns_needed, task.turns_done = TaskKind.GAP_OBSTACLE, None, needed, 0
    task.state, task.carries, task.road_id, task.at_m = TaskState.WORKING, {}, target.road_id, target.at_m
    task.crossing_id = crossing.id if crossing is not None else None
    task.obstacle_id = obstacle.id if obstacle is not None else None
    words = f"to open a gap in {target.name}, which bars the road: {_turns(needed)}, from turn {begun} on"
    today.say(f"{battalion.name} {words} (march.gaps)", rule)
    note(today.board, f"{battalion.name} {words}.", side=battalion.side_id, battalion=battalion.id, news=News.ORDER)


def called_away(board: Board, battalion: Battalion, since: Moment) -> tuple[str, ...]:
    """End a battalion's task now if an order makes it march in the task's first turn or before; return lines for the
    receipt.
    """
    tasks = [t for t in tasks_in_hand(board, battalion.id) if since <= Moment(t.begun_day, t.begun_turn)]
    for task in tasks:
        _leave(board, task)
    return tuple(f"{battalion.name} leaves its engineering task ({task.kind})" for task in tasks)


def abandon_overtaken(today: DayContext, orders: StandingOrders) -> None:
    """Abandon, before the march, the tasks from which a later order calls their battalions away."""
    for task in orders.tasks.values():
        battalion = today.army.battalions[task.battalion_id]
        if orders.ordered(battalion).overtakes(task):
            _abandon(today, task, "it is ordered to march", "OB-ENG-02")


def _abandon(today: DayContext, task: EngineeringTask, why: str, rule: str) -> None:
    battalion = today.army.battalions[task.battalion_id]
    task.state = TaskState.ABANDONED
    words = (
        f"{battalion.name} abandons its task ({task.kind}, {task.turns_done} of {_turns(task.turns_needed)} done):"
        f" {why}"
    )
    today.say(words, rule)
    note(today.board, f"{words}.", side=battalion.side_id, battalion=battalion.id)


# the step of the day


@dataclass(frozen=True, slots=True)
class _Map:
    """The map objects that tasks can change, by id."""

    crossings: dict[int, Crossing]
    obstacles: dict[int, Obstacle]
    roads: dict[int, Road]


def work_on_tasks(today: DayContext) -> None:
    """Count a turn of work for every battalion that stood at its task the whole turn; finished tasks change the map."""
    tasks = [t for t in tasks_in_hand(today.board) if Moment(t.begun_day, t.begun_turn) <= today.now]
    if not tasks:
        return
    ground = _Map(today.board.by_id(Crossing), today.board.by_id(Obstacle), today.board.by_id(Road))
    engaged = engaged_battalions(today.board)
    together: dict[tuple[object, ...], list[EngineeringTask]] = defaultdict(list)
    for task in tasks:
        if _works(today, task, ground, engaged):
            side = today.army.battalions[task.battalion_id].side_id
            together[side, task.kind, task.crossing_id, task.obstacle_id, task.road_id, task.at_m].append(task)
    for group in together.values():
        pace = len(group) if today.book.switch("brg.halving") and group[0].kind in rules.TAKES_A_CLASS else 1
        for task in group:
            task.turns_done = min(task.turns_needed, task.turns_done + pace)
            if task.kind is TaskKind.MINEFIELD:
                _lay_mines(today, task, ground)
        if finished := [t for t in group if t.turns_done == t.turns_needed]:
            _finish(today, finished, ground)


def blow_prepared(today: DayContext) -> None:
    """Blow prepared bridges after the march, before any battle, by units that stand there with orders to do so,
    including those that marched there in this turn (house rule ``dem.at_once``).
    """
    if not today.book.switch("dem.at_once"):
        return
    crossings = today.board.by_id(Crossing)
    ground = _Map(crossings, {}, {})
    for task in tasks_in_hand(today.board):
        if task.kind not in rules.BLOWS or Moment(task.begun_day, task.begun_turn) > today.now:
            continue
        crossing = crossings[task.crossing_id or 0]
        at = position_of(today.army.battalions[task.battalion_id])
        if crossing.state is CrossingState.PREPARED and is_at(today.theatre, at, crossing.road_id, crossing.at_m):
            task.turns_done = task.turns_needed
            _finish(today, [task], ground)
            today.board.flush()


def _works(today: DayContext, task: EngineeringTask, ground: _Map, engaged: Mapping[int, object]) -> bool:
    """Return whether this turn counts for the task. If not, tell the umpire why; abandon a task that has become
    impossible.
    """
    battalion = today.army.battalions[task.battalion_id]
    if not battalion.on_map:
        _abandon(today, task, f"it is {battalion.state}", "OB-ENG-02")
        return False
    at_site = task.road_id is not None and is_at(today.theatre, position_of(battalion), task.road_id, task.at_m or 0)
    if task.turns_done and not at_site:
        _abandon(today, task, "it has left the spot", "OB-AMB-126")
        return False
    crossing = ground.crossings[task.crossing_id] if task.crossing_id is not None else None
    if crossing is not None and at_site:
        site = site_of(today.board, crossing)
        if refusal := rules.site_bars(task.kind, site, task.load_class, today.book):
            _abandon(today, task, refusal, rules.rule_of(task.kind, task.load_class))
            return False
    spent = rules.TurnOfWork(at_site, battalion.moved, battalion.id in engaged, battalion.resting)
    counted = rules.counts(spent)
    if not counted.counts and at_site and not battalion.moved:
        today.say(f"{battalion.name}: this turn does not count for its task ({task.kind}): {counted.why}", counted.rule)
    return counted.counts


def _lay_mines(today: DayContext, task: EngineeringTask, ground: _Map) -> None:
    """Lay a turn's belt of mines, 4 inches long and 1 deep, or by hours; it counts from the first turn on and grows
    (OB-MINE-01, NQM-TASK-06).
    """
    if task.obstacle_id is None:
        task.obstacle_id = _new_obstacle(today, task).id
        ground.obstacles[task.obstacle_id] = today.board.row(Obstacle, task.obstacle_id)
    belt = ground.obstacles[task.obstacle_id]
    name = belt.name.split(",", 1)[0]
    with changing(today.board, belt, _witnesses(today, task, belt)):
        belt.name = f"{name}, {belt_inches(today.board, task, today.book)} inches"


def _new_obstacle(today: DayContext, task: EngineeringTask) -> Obstacle:
    """Return a block or minefield at the place of the task, numbered among those of its side so that its name is
    unique.
    """
    side = today.army.sides[today.army.battalions[task.battalion_id].side_id]
    assert task.road_id is not None
    assert task.at_m is not None
    made = laid(today.board, side, _OBSTACLES[task.kind], task.road_id, task.at_m)
    spread(today.board, made, {}, _witnesses(today, task, made))
    return made


def _finish(today: DayContext, tasks: Iterable[EngineeringTask], ground: _Map) -> None:
    """Complete a task: change the map and tell its side, and any enemy that is near enough to see it."""
    first, *helpers = tasks
    for task in (first, *helpers):
        task.state = TaskState.DONE
    battalion = today.army.battalions[first.battalion_id]
    change, witnesses = _changed(today, first, ground)
    today.say(f"{battalion.name} has finished: {change}", rules.rule_of(first.kind, first.load_class))
    note(
        today.board,
        f"{battalion.name} has finished its work: {change}.",
        side=battalion.side_id,
        battalion=battalion.id,
        bold=True,
    )
    for side in sorted(witnesses - {battalion.side_id}):
        note(today.board, f"The enemy has been at work: {change}.", side=side)
    if first.kind is TaskKind.FERRY:
        for task in (first, *helpers):
            _stays_with_the_ferry(today, today.army.battalions[task.battalion_id])


def _changed(today: DayContext, task: EngineeringTask, ground: _Map) -> tuple[str, frozenset[int]]:
    """Change the crossing, obstacle or road; return its new condition in words, and the sides that see it."""
    if task.crossing_id is not None:
        crossing = ground.crossings[task.crossing_id]
        witnesses = _witnesses(today, task, crossing)
        with changing(today.board, crossing, witnesses):
            return _crossing_changed(crossing, task), witnesses
    if task.kind is TaskKind.GAP_OBSTACLE:
        if task.obstacle_id is not None:
            obstacle = ground.obstacles[task.obstacle_id]
            witnesses = _witnesses(today, task, obstacle)
            with changing(today.board, obstacle, witnesses):
                obstacle.gapped = True
            return (
                f"{obstacle.name} is gapped: a battalion of a command passes in each of its moves (OB-OBS-06)",
                witnesses,
            )
        road = ground.roads[task.road_id or 0]
        witnesses = _witnesses(today, task, road)
        with changing(today.board, road, witnesses):
            road.cut = False
        return f"{road.name or road_title(today.theatre, road.id)} is open again", witnesses
    obstacle = ground.obstacles[task.obstacle_id] if task.obstacle_id is not None else _new_obstacle(today, task)
    where = today.theatre.describe(today.theatre.standing(obstacle.road_id, obstacle.at_m))
    return f"{obstacle.name} bars the road, {where}", _witnesses(today, task, obstacle)


def _witnesses(today: DayContext, task: EngineeringTask, row: Thing) -> frozenset[int]:
    """Return the side that works on the task, and every side that has troops within location range of it."""
    side_id = today.army.battalions[task.battalion_id].side_id
    return sides_in_sight(today.army, today.theatre, today.conditions.sight, row) | {side_id}


def _crossing_changed(crossing: Crossing, task: EngineeringTask) -> str:
    state = rules.state_after(task.kind)
    if state is not None:
        crossing.state = state
    if task.kind in rules.TAKES_A_CLASS and task.load_class is not None:
        crossing.load_class = task.load_class
    match task.kind:
        case TaskKind.BLOW_BRIDGE:
            return f"{crossing.name} is blown and impassable for good (OB-DEM-04)"
        case TaskKind.DEMOLISH_SPAN:
            return f"a span of {crossing.name} is blown"
        case TaskKind.PREPARE_DEMOLITION:
            return f"{crossing.name} is prepared for demolition; it can still be crossed (OB-AMB-126)"
        case TaskKind.FERRY:
            return (
                f"a ferry for {task.load_class} goes at {crossing.name}, one battalion a turn while engineers"
                " stay with it (OB-BRG-05, -06)"
            )
        case TaskKind.BRIDGE:
            return f"{crossing.name} is bridged for {task.load_class}"
        case TaskKind.BOATS | TaskKind.SWIM:
            ready = "the boats are ready" if task.kind is TaskKind.BOATS else "the tanks are ready to swim"
            return (
                f"{ready} at {crossing.name}; who stands there crosses by an order to march or attack beyond it,"
                " in a turn (OB-AMPH-04, -08)"
            )
        case _:
            return f"the blown span of {crossing.name} is gapped (OB-OBS-05)"


def _stays_with_the_ferry(today: DayContext, battalion: Battalion) -> None:
    """Order a ferry's crew to hold there until it is ordered elsewhere (OB-BRG-06)."""
    since, key = today.now.plus(1), f"battalion:{battalion.key}"
    if any((o.day, o.turn) == (since.day, since.turn) for o in today.board.rows(Order, Order.key == key)):
        return
    today.board.make(
        Order,
        key=key,
        day=since.day,
        turn=since.turn,
        kind=OrderKind.HOLD,
        battalion_id=battalion.id,
        via=[],
        aim="work the ferry",
    )
