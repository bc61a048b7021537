"""The results of one journal entry that let the clock run: facts from the rows that it changed, for the umpire.

day_report(board, seq) -> DayReport       ``seq``: the entry's place in the journal; the board stands right after it
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from campaign.journal.board import JournalBoard
from campaign.journal.state import upgraded_flushes
from campaign.model import (
    AirGroup,
    AirMission,
    BasingArea,
    Battalion,
    Battle,
    BattleUnit,
    Crossing,
    Decision,
    EngineeringTask,
    Entry,
    Formation,
    Journalled,
    Objective,
    Obstacle,
    Order,
    Place,
    Score,
    Setting,
    SupplyReport,
    WeatherReport,
)
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.unit_names import name_of, units_of
from campaign.queries.day.standing_news import Face, faces, halts, order_news
from campaign.rows.images import Values, fold
from campaign.situation.army import position_of
from campaign.situation.fights import fights
from campaign.situation.resting import RESTING
from campaign.situation.score import score_so_far
from campaign.situation.standing import BY_DOCTRINE, holds_for_want_of_orders
from campaign.terms.ground import TaskKind
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.state import BattleState, Role, Sky, State
from campaign.terms.time import MORNING, TURN, Moment
from campaign.terms.viewer import UMPIRE
from campaign.values import dataclass
from campaign.views.day.day_report import (
    DayReport,
    Group,
    HaltedUnits,
    ReportedBattle,
    ReportedContact,
    ReportedDecision,
    SideCount,
    SupplyChange,
)


@dataclass
class Events:
    """An entry with the net changes of its rows, and the campaign after it."""

    outlook: Outlook
    begun: Moment
    changes: Mapping[str, Mapping[int, tuple[Values | None, Values | None]]]

    @cached_property
    def last(self) -> Moment:
        """The last turn of which the entry played anything."""
        clock, now = self.outlook.board.clock, self.outlook.moment
        is_at_start = clock.phase in (MORNING[0], TURN[0]) and now.index > self.begun.index
        return Moment.at(now.index - 1) if is_at_start else now

    def of(self, table: type[Journalled]) -> Mapping[int, tuple[Values | None, Values | None]]:
        """Return the changed rows of a table by id: the changed columns before and after, None before for a new row."""
        return self.changes.get(table.__tablename__, {})

    def changed(self, table: type[Journalled], column: str) -> Iterator[tuple[int, Any, Any]]:
        """Yield the rows in which a column changed: id, value before and after."""
        for ident, (before, after) in self.of(table).items():
            if before is not None and after is not None and column in after:
                yield ident, before[column], after[column]

    def new(self, table: type[Journalled]) -> list[int]:
        """Return the ids of the new rows."""
        return [ident for ident, (before, _) in self.of(table).items() if before is None]

    def side(self, ident: int) -> str:
        """Return the name of a side."""
        return self.outlook.army.sides[ident].name


def day_report(board: JournalBoard, seq: int) -> DayReport:
    """Return the results of the journal entry with the number ``seq``. The board must be at the state just after that
    entry.
    """
    outlook = look(board, UMPIRE)
    events = _events(outlook, seq)
    landed = _landed(events)
    cut_off, cut_for_a_time, again = _supply(events)
    points, facing = score_so_far(board), faces(outlook)
    return DayReport(
        begun=events.begun,
        last=events.last,
        phase=board.clock.phase,
        when=_when(events),
        size=len(outlook.army.battalions),
        score=tuple((side.name, points.get(side.id, 0)) for side in outlook.army.sides.values()),
        battles=tuple(_battles(events)),
        contacts=tuple(_contacts(events, facing)),
        halted=tuple(_halted(events, facing)),
        orders=tuple((events.side(side), text) for side, text in order_news(outlook, events.begun)),
        by_program=tuple(_by_program(events)),
        cut_off=cut_off,
        cut_for_a_time=cut_for_a_time,
        in_supply_again=again,
        decided=tuple(_decided(events)),
        waiting=tuple(_decision(events, row) for row in board.rows(Decision, Decision.answer.is_(None))),
        landed=tuple(_landings(events, landed)),
        air=tuple(_air(events)),
        not_flown=tuple(_air(events, grounded=True)),
        lost=tuple(_lost(events, landed)),
        returned=tuple(_came_on(events, returned=True)),
        rested=tuple(_rested(events)),
        marches=tuple(_marches(events)),
        arrived=tuple(_came_on(events, returned=False)),
        ground=tuple(_ground(events)),
        works=tuple(_works(events)),
        scored=tuple(_scored(events)),
        weather=tuple(_weather(events)),
    )


def _by_program(events: Events) -> Iterator[tuple[str, int]]:
    """Yield the sides whose troops the program ordered, with the number of units: to march, attack or hold, to rest,
    or to an engineer task. Units that hold for want of orders, and columns that gap what bars their road, have none.
    """
    army = events.outlook.army
    given = {i for i, (was, now) in events.of(Order).items() if was is None or set(now or ()) - {"detours_told"}}
    orders = (o for o in events.outlook.board.rows(Order) if o.id in given and o.given_by in BY_DOCTRINE)
    counts = Counter(
        (
            army.formations[order.formation_id]
            if order.formation_id is not None
            else army.battalions[order.battalion_id or 0]
        ).side_id
        for order in orders
        if not holds_for_want_of_orders(order)
    )
    begun = set(events.new(EngineeringTask))
    tasks = (task for task in events.outlook.board.rows(EngineeringTask) if task.id in begun)
    counts.update(army.battalions[t.battalion_id].side_id for t in tasks if t.kind is not TaskKind.GAP_OBSTACLE)
    counts.update(battalion.side_id for battalion in army.battalions.values() if battalion.key in _put_to_rest(events))
    yield from ((side.name, counts[ident]) for ident, side in army.sides.items() if counts[ident])


def _put_to_rest(events: Events) -> set[str]:
    """Return the keys of the battalions that were ordered to rest: while the clock runs, only the program does that."""
    for row in events.outlook.board.rows(Setting, Setting.key == RESTING):
        before, after = events.of(Setting).get(row.id, (None, None))
        if after is not None:
            earlier = (before or {}).get("value") or {}
            return {key for key, since in (after.get("value") or {}).items() if earlier.get(key) != since}
    return set()


def _events(outlook: Outlook, seq: int) -> Events:
    board = outlook.board
    (entry,) = board.entries(Entry.day, Entry.turn, Entry.images, Entry.revision, criteria=(Entry.seq == seq,))
    changes: dict[str, dict[int, tuple[Values | None, Values | None]]] = defaultdict(dict)
    for table, ident, before, after in fold(upgraded_flushes(board, entry.images, entry.revision)):
        changes[table][ident] = before, after
    return Events(outlook, Moment(entry.day, entry.turn), changes)


def _when(events: Events) -> str:
    """Return the date, or the dates; for a single turn with its hours."""
    outlook = events.outlook
    if events.begun == events.last:
        return outlook.when(events.last)
    first, last = outlook.calendar.date_of(events.begun.day), outlook.calendar.date_of(events.last.day)
    if first == last:
        return f"{last.day} {last:%B %Y}"
    begin = f"{first.day}" if (first.year, first.month) == (last.year, last.month) else f"{first.day} {first:%B}"
    return f"{begin} to {last.day} {last:%B %Y}"


# battles and contacts ------------------------------------------------------------------------------------------------
def _battles(events: Events) -> Iterator[ReportedBattle]:
    """Yield the battles that the entry began, ended or continued, and those that wait."""
    board = events.outlook.board
    fought = events.of(Battle)
    rows = sorted(
        (row for row in board.rows(Battle) if row.id in fought or not row.state.is_over), key=lambda row: row.number
    )
    units: dict[int, list[BattleUnit]] = defaultdict(list)
    for unit in board.rows(BattleUnit, BattleUnit.battle_id.in_([row.id for row in rows])) if rows else ():
        units[unit.battle_id].append(unit)
    for row in rows:
        holder = row.field_held_by_id
        yield ReportedBattle(
            number=row.number,
            name=row.name,
            state=row.state,
            held_by=events.side(holder) if holder is not None else "",
            sides=tuple(_side_counts(events, units[row.id])),
            fights=_fights(events.outlook, row, units[row.id]),
        )


def _fights(outlook: Outlook, battle: Battle, units: Sequence[BattleUnit]) -> int:
    """Return at how many distant spots of its table enemies meet in a battle that is still to be fought."""
    if battle.state not in (BattleState.PROPOSED, BattleState.PLANNED):
        return 1
    engaged = (outlook.army.battalions[unit.battalion_id] for unit in units if unit.role is Role.ENGAGED)
    return max(1, len(fights(outlook.theatre, engaged, outlook.rulebook)))


def _side_counts(events: Events, units: Sequence[BattleUnit]) -> Iterator[SideCount]:
    for side in sorted({unit.side_id for unit in units}, key=lambda ident: events.outlook.army.sides[ident].position):
        of_side = [unit for unit in units if unit.side_id == side]
        ends = Counter(unit.end_state for unit in of_side if unit.end_state is not unit.start_state)
        yield SideCount(
            side=events.side(side),
            battalions=sum(unit.role is Role.ENGAGED for unit in of_side),
            lost=sum(count for state, count in ends.items() if state is not None and not state.is_in_play),
            spent=ends[State.SPENT],
        )


def _contacts(events: Events, facing: Sequence[Face]) -> Iterator[ReportedContact]:
    """Yield the places where enemies face each other, whether anything happened there or not."""
    outlook = events.outlook
    for face in facing:
        yield ReportedContact(
            place=outlook.places[face.place].name,
            sides=tuple(units_of(outlook.army, units).names for units in face.sides.values()),
            why=face.why,
            since=face.since,
        )


def _halted(events: Events, facing: Sequence[Face]) -> Iterator[HaltedUnits]:
    """Yield the units whose march is halted, by side and reason."""
    known = {battalion.id for face in facing for units in face.sides.values() for battalion in units}
    for halt in halts(events.outlook, known):
        yield HaltedUnits(events.side(halt.side), halt.names, halt.text, halt.since)


# supply --------------------------------------------------------------------------------------------------------------
def _supply(events: Events) -> tuple[tuple[SupplyChange, ...], tuple[SupplyChange, ...], tuple[SupplyChange, ...]]:
    """Return the commands that are cut off, the new ones marked; those cut off and in supply again; those in supply
    again: by the traces of these turns, against the trace before them.
    """
    army = events.outlook.army
    traces = _traces(events)
    cut, restored = dict[str, None](), dict[str, None]()
    for before, after in pairwise(traces):
        for key, record in after.items():
            was_supplied, is_supplied = before.get(key, {}).get("in_supply", True), record["in_supply"]
            if was_supplied != is_supplied:
                (restored if is_supplied else cut)[key] = None
    final = traces[-1]
    by_key = {formation.key: formation for formation in army.walk()}
    supplied = {key for key in (*cut, *restored) if final.get(key, {}).get("in_supply", True)}
    return (
        _changes(events, [by_key[key] for key in final if not final[key]["in_supply"]], new=cut),
        _changes(events, [by_key[key] for key in cut if key in supplied]),
        _changes(events, [by_key[key] for key in restored if key in supplied and key not in cut]),
    )


def _traces(events: Events) -> list[Mapping[str, Any]]:
    """Return the supply reports of these turns, after the one before them; an empty one if there was none before."""
    board, made = events.outlook.board, set(events.new(SupplyReport))
    columns = board.columns(SupplyReport, "day", "turn", "moment", "id")
    turns = sorted((day, turn, ident) for day, turn, moment, ident in columns if moment == "turn")
    earlier = [ident for _, _, ident in turns if ident not in made][-1:]
    rows = [board.row(SupplyReport, ident) for ident in (*earlier, *(i for _, _, i in turns if i in made))]
    traces = [row.content for row in rows if row is not None]
    return traces if earlier else [{}, *traces]


def _changes(events: Events, formations: Iterable[Formation], new: Collection[str] = ()) -> tuple[SupplyChange, ...]:
    """Return supply changes by side; formations below another one of them follow it. Formations without troops on the
    map are left out. ``new``: the keys of those that are marked as new, below a new one only where others are not.
    """
    army = events.outlook.army
    on_map = {f.id: f for f in formations if army.is_on_map(f.id)}
    by_side: dict[int, dict[int, list[Formation]]] = defaultdict(dict)
    for formation in (f for f in army.walk() if f.id in on_map):
        top = next((above for above in army.chain(formation.id)[:0:-1] if above.id in on_map), formation)
        below = by_side[formation.side_id].setdefault(top.id, [])
        if top is not formation:
            below.append(formation)

    def named(formation: Formation, is_marked: bool) -> str:
        return f"newly {name_of(formation)}" if is_marked and formation.key in new else name_of(formation)

    def together(ident: int, below: Sequence[Formation]) -> tuple[str, tuple[str, ...]]:
        top = army.formations[ident]
        is_alike = all((formation.key in new) == (top.key in new) for formation in below)
        return named(top, True), tuple(named(formation, not is_alike) for formation in below)

    return tuple(
        SupplyChange(events.side(side), tuple(together(*entry) for entry in tops.items()))
        for side, tops in sorted(by_side.items())
    )


# decisions -----------------------------------------------------------------------------------------------------------
def _decided(events: Events) -> Iterator[ReportedDecision]:
    changed = events.of(Decision)
    for row in events.outlook.board.rows(Decision):
        if row.id in changed and row.answer is not None:
            yield _decision(events, row)


def _decision(events: Events, row: Decision) -> ReportedDecision:
    answer = next((str(option["text"]) for option in row.options if option["key"] == row.answer), row.answer or "")
    return ReportedDecision(row.number, events.side(row.side_id), row.subject, row.kind.value, answer)


# from the air --------------------------------------------------------------------------------------------------------
def _missions(events: Events) -> list[AirMission]:
    """Return the air missions that the entry ended: flown, or kept on the ground."""
    changed = {ident for ident, _, state in events.changed(AirMission, "state") if state in ("flown", "grounded")}
    return [row for row in events.outlook.board.rows(AirMission, AirMission.state != "tasked") if row.id in changed]


def _landed(events: Events) -> list[Battalion]:
    """Return the battalions that landed from the air."""
    missions = (row for row in _missions(events) if row.task == "landing" and row.state == "flown")
    return [events.outlook.army.battalions[row.battalion_id] for row in missions if row.battalion_id is not None]


def _landings(events: Events, landed: Sequence[Battalion]) -> Iterator[Group]:
    """Yield the landed battalions by side and state: the fresh ones, and the others."""
    for side, of_side in _by_side(landed):
        for state, battalions in _by(of_side, lambda battalion: battalion.state.value):
            units = units_of(events.outlook.army, battalions, on_map=False)
            yield Group(
                events.side(side), units.names, "" if state == State.FRESH else f"now {state}", units.battalions
            )


def _air(events: Events, *, grounded: bool = False) -> Iterator[Group]:
    """Yield the results of the other missions, equal ones together; ``grounded``: of the missions that were not flown,
    with the reason, landings too.
    """
    outlook = events.outlook
    groups = outlook.board.by_id(AirGroup)
    results: dict[tuple[int, str], list[str]] = defaultdict(list)
    for row in _missions(events):
        if row.result and grounded is (row.state == "grounded") and (grounded or row.task != "landing"):
            group, target = groups[row.air_group_id], _target(outlook, row)
            words = f"{row.task}{target}{', not flown: ' if grounded else ', '}{row.result}"
            results[group.side_id, words].append(group.name)
    for (side, words), names in results.items():
        yield Group(events.side(side), tuple(dict.fromkeys(names)), words, 0)


def _target(outlook: Outlook, mission: AirMission) -> str:
    if mission.battalion_id is not None:
        return (
            f" {'of' if mission.task == 'landing' else 'on'} {name_of(outlook.army.battalions[mission.battalion_id])}"
        )
    if mission.formation_id is not None:
        return f" for {name_of(outlook.army.formations[mission.formation_id])}"
    return f" at {outlook.places[mission.place_id].name}" if mission.place_id is not None else ""


# battalions ----------------------------------------------------------------------------------------------------------
def _by_side(battalions: Iterable[Battalion]) -> list[tuple[int, list[Battalion]]]:
    return _by(battalions, lambda battalion: battalion.side_id)


def _by(battalions: Iterable[Battalion], key: Any) -> list[tuple[Any, list[Battalion]]]:
    groups: dict[Any, list[Battalion]] = defaultdict(list)
    for battalion in battalions:
        groups[key(battalion)].append(battalion)
    return sorted(groups.items())


def _in_battles(events: Events) -> set[tuple[int, State | None]]:
    """Return battalions with the states in which battles of this entry left them."""
    changed = events.of(BattleUnit)
    rows = events.outlook.board.rows(BattleUnit) if changed else ()
    return {(row.battalion_id, row.end_state) for row in rows if row.id in changed}


def _states(events: Events) -> Iterator[tuple[Battalion, State, State]]:
    """Yield the battalions whose state changed, with both states."""
    for ident, before, after in events.changed(Battalion, "state"):
        yield events.outlook.army.battalions[ident], State(before), State(after)


def _lost(events: Events, landed: Sequence[Battalion]) -> Iterator[Group]:
    """Yield the battalions that became spent or were lost outside battles and landings."""
    in_battles = _in_battles(events)
    worse = [
        battalion
        for battalion, before, after in _states(events)
        if after.severity > before.severity and (battalion.id, after) not in in_battles and battalion not in landed
    ]
    for side, of_side in _by_side(worse):
        for state, battalions in _by(of_side, lambda battalion: battalion.state.value):
            units = units_of(events.outlook.army, battalions, on_map=False)
            yield Group(events.side(side), units.names, state, units.battalions)


def _rested(events: Events) -> Iterator[Group]:
    """Yield the battalions that have shed their casualty figure."""
    fresh = [battalion for battalion, before, after in _states(events) if before.carries_figure and not after.severity]
    for side, battalions in _by_side(fresh):
        units = units_of(events.outlook.army, battalions)
        yield Group(events.side(side), units.names, "fresh again", units.battalions)


def _came_on(events: Events, *, returned: bool) -> Iterator[Group]:
    """Yield the battalions that arrived on the map by road or rail, or returned from those that were lost."""
    outlook = events.outlook
    landed = {battalion.id for battalion in _landed(events)}
    again = {battalion.id for battalion, before, _ in _states(events) if not before.is_in_play}
    arrived = [
        outlook.army.battalions[ident]
        for ident, _, is_on_map in events.changed(Battalion, "on_map")
        if is_on_map and ident not in landed and (ident in again) is returned
    ]
    yield from _at_places(events, arrived)


def _marches(events: Events) -> Iterator[Group]:
    """Yield the battalions that moved, by side and new position; the most battalions first."""
    where, marched = events.outlook.signposts.where, []
    for ident, (before, after) in events.of(Battalion).items():
        if before is None or after is None or not {"place_id", "road_id", "road_m"} & after.keys():
            continue
        battalion = events.outlook.army.battalions.get(ident)
        start, end = _position(battalion, before), position_of(battalion) if battalion is not None else None
        if battalion and start and end and where(start) != where(end):
            marched.append(battalion)
    groups = list(_at_places(events, marched))
    yield from sorted(groups, key=lambda group: -group.battalions)


def _position(battalion: Battalion | None, before: Values) -> Position | None:
    """Return a battalion's earlier position, from the old values of its changed columns."""
    if battalion is None:
        return None
    place, road, metres = (before.get(name, getattr(battalion, name)) for name in ("place_id", "road_id", "road_m"))
    return AtPlace(place) if place is not None else OnRoad(road, metres) if road is not None else None


def _at_places(events: Events, battalions: Iterable[Battalion]) -> Iterator[Group]:
    """Yield battalions by side and present position."""
    army = events.outlook.army
    for side, of_side in _by_side(battalions):
        places: dict[str, list[Battalion]] = defaultdict(list)
        for battalion in of_side:
            position = position_of(battalion)
            places["lost since" if position is None else events.outlook.signposts.where(position)].append(battalion)
        for words, group in places.items():
            units = units_of(army, group)
            yield Group(events.side(side), units.names, words, units.battalions)


# ground, score, weather ----------------------------------------------------------------------------------------------
def _ground(events: Events) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield places by the side that took them; those that score first, junctions without a name of their own last."""
    outlook = events.outlook
    scoring = {objective.place_id for objective in outlook.board.rows(Objective)}
    taken: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for ident, _, owner in events.changed(Place, "owner_id"):
        if owner is not None:
            taken[owner].append((ident, outlook.signposts.names[ident]))  # rows of a large map take long to read
    for side, places in sorted(taken.items()):
        ranked = sorted(places, key=lambda p: (p[0] not in scoring, any(c.isdigit() for c in p[1]), p[1]))
        yield events.side(side), tuple(name for _, name in ranked)


def _works(events: Events) -> Iterator[str]:
    """Yield changed bridges, and obstacles laid and opened."""
    board = events.outlook.board
    states: dict[str, list[str]] = defaultdict(list)
    crossings = board.by_id(Crossing)
    for ident, _, state in events.changed(Crossing, "state"):
        states[str(state)].append(crossings[ident].name)
    obstacles = board.by_id(Obstacle)
    for ident in events.new(Obstacle):
        states["laid"].append(obstacles[ident].name)
    for ident, _, gapped in events.changed(Obstacle, "gapped"):
        states["opened" if gapped else "closed"].append(obstacles[ident].name)
    for state, names in states.items():
        yield f"{', '.join(names)}: {state}"


def _scored(events: Events) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """Yield the points of these days by side; their sums for several days."""
    board = events.outlook.board
    made, objectives = set(events.new(Score)), board.by_id(Objective)
    points: dict[int, Counter[str]] = defaultdict(Counter)
    for row in board.rows(Score) if made else ():
        if row.id in made:
            points[row.side_id][objectives[row.objective_id].name] += row.points
    for side, awards in sorted(points.items()):
        yield events.side(side), tuple(awards.most_common())


def _weather(events: Events) -> Iterator[str]:
    """Yield the changes of weather over the battlefield, and the bases where it was not clear in the end."""
    board, made = events.outlook.board, set(events.new(WeatherReport))
    reports = sorted((row for row in board.rows(WeatherReport) if row.id in made), key=lambda row: (row.day, row.turn))
    field = [row for row in reports if not row.area]
    for number, row in enumerate(field):
        if not number or row.sky is not field[number - 1].sky:
            yield row.sky.value if not number else f"{row.sky.value} from turn {row.day}.{row.turn}"
    latest = {row.basing_area_id: row.sky for row in reports if row.area}
    areas = board.by_id(BasingArea)
    over: dict[Sky, list[str]] = defaultdict(list)
    for area, sky in latest.items():
        if sky is not Sky.CLEAR and area is not None:
            over[sky].append(areas[area].name)
    for sky, names in over.items():
        yield f"{sky} over {'all air bases' if len(names) == len(areas) else ', '.join(names)}"
