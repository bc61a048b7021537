"""The view of a side's commanders without a player: the rows in the form of the doctrine of the day, limited to what
the side knows (umpire 1.13, 1.23).

    view_of(...) -> View                  before the march of a turn
    enemies_known(...) -> {id: Enemy}     the enemies seen lately, as the odds count them
    fighter_of(battalion) -> Fighter      one of its own
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from campaign.journal.board import Board
from campaign.model import (
    AirMission,
    Battalion,
    Battle,
    BattleUnit,
    DiaryLine,
    EngineeringTask,
    Formation,
    Objective,
    Obstacle,
    Order,
    Place,
    Sighting,
)
from campaign.play.laws import law_of
from campaign.play.odds import WEIGHT, Fighter, as_seen
from campaign.play.view import Bridge, Coming, Enemy, Goal, Group, Mission, Staff, Troop, View
from campaign.rules.common.automatic import bolder
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.engineering import load_of
from campaign.situation.army import Army, position_of
from campaign.situation.characters import characters_of
from campaign.situation.conditions import conditions_at
from campaign.situation.engaged import engaged_battalions, turns_in_contact
from campaign.situation.ground import key_of
from campaign.situation.halted import halted_since
from campaign.situation.knowledge import Knowledge, load_knowledge, seen_at, sighted_among
from campaign.situation.leading import Leading
from campaign.situation.marching import rates_of, still_ahead, supply_reach
from campaign.situation.old_news import works_known
from campaign.situation.passages import Country, country_of
from campaign.situation.standing import (
    BY_DOCTRINE,
    LAPSED,
    PROGRAM,
    Standing,
    StandingOrders,
    begins,
    is_in_person,
    standing_orders,
)
from campaign.situation.supply_told import latest_report
from campaign.situation.tasks import site_of, tasks_in_hand
from campaign.terms.air import AirTask, MissionState
from campaign.terms.forces import AntiTank, Experience, Level, Size
from campaign.terms.ground import CrossingState, LoadClass, TaskKind
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY, Moment, moment_of
from campaign.terms.viewer import Viewer
from campaign.theatre.marchers import Seen
from campaign.theatre.values import Theatre, Way
from campaign.values import dataclass, replace

REMEMBERED = 8
"""Turns after which a sighting is forgotten; also the turns for which troops wait for the scenario's next order."""

LONGEST_LULL = 3
"""The most days without a battle that are counted: after them troops ask for the least chance there is."""

_GOING = frozenset({OrderKind.MARCH, OrderKind.ATTACK})


def fighter_of(battalion: Battalion) -> Fighter:
    """Return a friendly battalion as the odds count it."""
    light = AntiTank.LIGHT if battalion.piece is None else AntiTank.ARTILLERY
    fit = battalion.state.counts_in_full and not battalion.resting
    return Fighter(
        battalion.weapon,
        battalion.hit_row,
        battalion.casualty_column,
        battalion.armour,
        battalion.anti_tank_all or light,
        battalion.experience is Experience.GREEN,
        WEIGHT[battalion.size if battalion.headquarters_of_id is None else Size.COMPANY] * fit,
    )


def enemies_known(board: Board, knowledge: Knowledge, now: Moment) -> dict[int, Enemy]:
    """Return the enemies that a side has seen in the last two days and not seen destroyed: as they were seen, and spent
    if a later battle of the side left them so.
    """
    side = knowledge.viewer.side or 0
    landed = _landed(board, side, now) if knowledge.seen else frozenset()
    return _enemies(board, side, knowledge.seen, knowledge.fallen, now, landed)


def enemies_known_among(board: Board, side: int, battalions: Collection[int], now: Moment) -> dict[int, Enemy]:
    """Return the same of these battalions alone, by what the whole side knows."""
    return _enemies(board, side, *sighted_among(board, side, battalions), now)


def _enemies(
    board: Board,
    side: int,
    seen: Mapping[int, Sighting],
    fallen: frozenset[int],
    now: Moment,
    landed: frozenset[int] = frozenset(),
) -> dict[int, Enemy]:
    spent = left_spent(board, side) if seen else set()
    enemies = {}
    for ident, sighting in sorted(seen.items()):
        age, at = now.index - moment_of(sighting.day, sighting.turn).index, seen_at(sighting)
        if at is not None and age <= REMEMBERED and ident not in fallen:
            fighter = as_seen(sighting.arm, sighting.mark, spent=ident in spent)
            enemies[ident] = Enemy(at, sighting.arm, fighter, age, ident in landed)
    return enemies


def _landed(board: Board, side: int, now: Moment) -> frozenset[int]:
    """Return the ids of the enemies that a side has seen land in the last two days."""
    rows = board.rows(Sighting, Sighting.side_id == side, Sighting.how == Seen.LANDING.value)
    lately = (row for row in rows if now.index - moment_of(row.day, row.turn).index <= REMEMBERED)
    return frozenset(row.battalion_id for row in lately)


def left_spent(board: Board, side: int) -> set[int]:
    """Return the ids of the enemies that the latest of this side's battles with them left spent."""
    lines = sorted((u for u in board.rows(BattleUnit) if u.end_state is not None), key=lambda u: u.battle_id)
    fought = {line.battle_id for line in lines if line.side_id == side}
    latest = {u.battalion_id: u for u in lines if u.battle_id in fought and u.side_id != side}
    return {ident for ident, u in latest.items() if u.end_state is not None and u.end_state.carries_figure}


@dataclass
class _Rows:
    """The rows of one side from which its view is made."""

    board: Board
    army: Army
    country: Country
    book: Rulebook
    side: int
    orders: StandingOrders
    duties: StandingOrders
    """Standing orders without those of the doctrine."""
    now: Moment
    leading: Leading

    @cached_property
    def engaged(self) -> set[int]:
        """Battalions held in a battle."""
        return set(engaged_battalions(self.board, self.now))

    @cached_property
    def facing(self) -> Mapping[int, int]:
        """The turns for which battalions have stood in contact without a battle, with the last one."""
        return turns_in_contact(self.board, self.now)

    @cached_property
    def halted(self) -> Mapping[int, int]:
        """The turns since the last march of battalions halted before its goal, where that was in the last two days."""
        own = (b.id for b, _ in self.army.standing() if b.side_id == self.side)
        halts = halted_since(self.board, own, DiaryLine.day >= self.now.day - REMEMBERED // TURNS_A_DAY)
        return {ident: self.now.index - since.index for ident, since in halts.items()}

    @cached_property
    def to_come(self) -> dict[str, list[Order]]:
        """Orders of the next two days, by subject, those of persons included."""
        coming: dict[str, list[Order]] = defaultdict(list)
        for order in self.board.rows(Order):
            if self.now < begins(order) <= self.now.plus(REMEMBERED):
                coming[order.key].append(order)
        return coming

    @cached_property
    def pending(self) -> set[str]:
        """Subjects for which the scenario still has an order to come."""
        return {key for key, orders in self.to_come.items() if any(not is_in_person(order) for order in orders)}

    def subjects(self, battalion: Battalion) -> tuple[str, ...]:
        """Return the subjects of orders that the battalion carries out: itself and the formations above it."""
        above = (f"formation:{f.key}" for f in self.army.chain(battalion.present_id))
        return (f"battalion:{battalion.key}", *above)

    @cached_property
    def led(self) -> dict[int, Formation]:
        """Formations that have a commander, by id."""
        return {c.formation_id: self.army.formations[c.formation_id] for c in self.army.commanders.values()}

    def tells(self, formation: int) -> str:
        """Return the name of the commander's formation under which its orders are told."""
        chain = self.army.chain(formation)
        return next((f for f in chain if f.id in self.led), chain[-1]).name

    def is_waiting(self, battalion: Battalion) -> bool:
        """Return whether the scenario still has an order to come for the battalion or a formation above it."""
        return bool(self.pending) and not self.pending.isdisjoint(self.subjects(battalion))

    def mission(self, battalion: Battalion, standing: Standing) -> Mission | None:
        """Return the order in force for a battalion; ``bound`` while it is the scenario's and not carried out, or that
        of a person who must be obeyed.
        """
        order = standing.order
        if order is None:
            return None
        there = standing.to is not None and battalion.place_id == standing.to
        over = order.given_by == LAPSED or (order.day < self.now.day if standing.to is None else there)
        is_bidden = is_in_person(order) and self.leading.sign(battalion.present_id) != PROGRAM
        bound = is_bidden or (order.given_by not in BY_DOCTRINE and not over)
        begun = battalion.marching_order == order.id
        return Mission(standing.kind, standing.to, still_ahead(battalion, standing), bound, begun)

    def aim(self, formation: int) -> int | None:
        """Return the place to which the nearest order to a formation above this one leads; None without one."""
        above = (self.duties.formations.get(f.id) for f in self.army.chain(formation)[1:])
        orders = (order for order in above if order is not None and order.given_by != LAPSED)
        return next((order.to_id for order in orders if order.kind in _GOING and order.to_id is not None), None)

    def limits(self, formation: int, troops: Iterable[Troop]) -> frozenset[int]:
        """Return the places that the orders to battalions of a formation, to it and to those above it do not let them
        pass.
        """
        above = (self.duties.formations.get(f.id) for f in self.army.chain(formation))
        orders = (*above, *(self.duties.battalions.get(troop.id) for troop in troops))
        return frozenset(o.not_beyond_id for o in orders if o is not None and o.not_beyond_id is not None)

    @cached_property
    def supplied(self) -> dict[int, bool]:
        """Supply of each formation at the last trace as far as its side was told (true: in supply)."""
        last = latest_report(self.board)
        records = {} if last is None else last.content
        in_supply = {key: record.get("known", record)["in_supply"] for key, record in records.items()}
        return {f.id: bool(in_supply.get(f.key, True)) for f in self.army.formations.values()}

    def troop(self, battalion: Battalion) -> Troop:
        """Return a battalion of the side in the doctrine's terms."""
        standing, duty = self.orders.of(battalion), self.duties.ordered(battalion)
        mission, ordered, at = self.mission(battalion, standing), self.mission(battalion, duty), position_of(battalion)
        assert at is not None
        sign = self.leading.sign(battalion.present_id)
        by_a_person = duty.order is not None and is_in_person(duty.order)
        led = bool(sign) and standing.task is None and (sign == PROGRAM or not by_a_person)
        bound = ordered is not None and ordered.bound and not _is_past(mission, ordered)
        marching = bound and ordered is not None and ordered.kind is not OrderKind.HOLD
        return Troop(
            battalion.id,
            battalion.name,
            battalion.present_id,
            at,
            fighter_of(battalion),
            spent=battalion.state.carries_figure,
            resting=battalion.resting,
            engaged=battalion.id in self.engaged,
            led=led,
            free=led and not bound and not self.is_waiting(battalion),
            works=led and not marching,
            engineers=battalion.engineers,
            takes_ground=battalion.arm.takes_ground and battalion.headquarters_of_id is None,
            pace=max(1.0, rates_of(self.army, battalion, False, self.book).road),
            barred=self.country.passages.barred(battalion),
            mission=mission if led else None,
            duty=ordered if led and bound else None,
            post=ordered.to if led and ordered is not None and not bound else None,
            held_back=ordered is not None and ordered.kind is OrderKind.HOLD and not by_a_person,
            heavy=load_of(battalion.armour) is not LoadClass.FOOT_WHEELED,
            supplied=self.supplied.get(battalion.present_id, True),
            facing=self.facing.get(battalion.id, 0),
            halted=self.halted.get(battalion.id, 0),
        )


def _is_past(mission: Mission | None, duty: Mission) -> bool:
    """Return whether the scenario's order was carried out before: the commander has sent the units elsewhere since."""
    sent = mission is not None and mission.kind in (OrderKind.MARCH, OrderKind.ATTACK)
    return sent and mission is not None and mission.to != duty.to


def view_of(
    board: Board, army: Army, theatre: Theatre, book: Rulebook, side: int, now: Moment, leading: Leading
) -> View:
    """Return the view of a side's commanders; the program leads those in ``leading``."""
    given, tasks = board.rows(Order), tasks_in_hand(board)
    orders = standing_orders(army, given, now, tasks)
    duties = standing_orders(army, (order for order in given if order.given_by not in BY_DOCTRINE), now, tasks)
    country = _with_gaps(board, country_of(board, army, theatre, side, orders), army, side, tasks)
    rows = _Rows(board, army, country, book, side, orders, duties, now, leading)
    knowledge = load_knowledge(board, army, Viewer(side))
    troops = {b.id: rows.troop(b) for b, _ in army.standing() if b.side_id == side}
    held = frozenset(place.id for place in board.rows(Place) if place.owner_id == side)
    goals = defaultdict[int, int](int)
    for objective in knowledge.of_side(board.rows(Objective)):
        if objective.day is None or objective.day >= now.day:
            goals[objective.place_id] = max(goals[objective.place_id], objective.points)
    bridges = tuple(_bridges(rows))
    coming = dict.fromkeys(_coming(rows, troops)) if any(bridge.prepared for bridge in bridges) else ()
    staff_ids = {b.id for b in army.battalions.values() if _is_staff(army, b)}
    return View(
        country.theatre,
        tuple(troops.values()),
        tuple(_groups(rows, {i: t for i, t in troops.items() if i not in staff_ids})),
        tuple(_staffs(rows, troops)),
        tuple(enemies_known(board, knowledge, now).values()),
        tuple(Goal(place, points, place in held) for place, points in sorted(goals.items())),
        held,
        bridges,
        frozenset(_landings(rows)),
        float(bolder(book)),
        float(book.number("auto.attack_chance")),
        float(book.number("auto.patience")),
        2 if book.switch("brg.halving") else 1,
        float(book.number("march.past_masked")),
        law_of(board.campaign.tabletop),
        conditions_at(board, now, book).night,
        {f.id: rows.tells(f.id) for f in army.formations.values() if f.side_id == side},
        homes=tuple(spot.place for spot in country.theatre.homes(side)),
        coming=tuple(coming),
        leaders=characters_of(board, army, book),
        lull=_lull(board, side, now),
        gappable=country.passages.gappable if book.switch("march.gaps") else frozenset(),
    )


def _lull(board: Board, side: int, now: Moment) -> int:
    """Return the days since a side's last battle, at most ``LONGEST_LULL``; 0 before its first."""
    battles = [battle for battle in board.rows(Battle) if battle.day <= now.day]
    lately = {b.id: b.day for b in battles if now.day - b.day <= LONGEST_LULL}
    lines = board.rows(BattleUnit, BattleUnit.battle_id.in_(lately)) if lately else []
    last = max((lately[line.battle_id] for line in lines if line.side_id == side), default=None)
    return now.day - last if last is not None else LONGEST_LULL * bool(battles)


def _coming(rows: _Rows, troops: Mapping[int, Troop]) -> Iterator[Coming]:
    """Yield the marches of the side that the program does not order now: by orders of the next two days, also of troops
    that arrive by then, and by those that a person has given.
    """
    for battalion in rows.army.battalions.values():
        if battalion.side_id != rows.side or not battalion.state.is_in_play:
            continue
        start = position_of(battalion) or _arrives(battalion, rows.now)
        if start is None:
            continue
        troop = troops.get(battalion.id)
        standing = rows.duties.ordered(battalion)
        if standing.to is not None and (troop is None or not troop.led) and start != AtPlace(standing.to):
            yield Coming(start, (*still_ahead(battalion, standing), standing.to))
        if standing.to is not None:
            start = AtPlace(standing.to)
        for order in (o for key in rows.subjects(battalion) for o in rows.to_come.get(key, ())):
            if order.to_id is not None:
                yield Coming(start, (*(order.via or ()), order.to_id))


def _arrives(battalion: Battalion, now: Moment) -> Position | None:
    """Return the place at which a battalion arrives within two days; None if it does not."""
    if battalion.arrives_day is None or battalion.arrives_turn is None or battalion.arrives_at_id is None:
        return None
    due = Moment(battalion.arrives_day, battalion.arrives_turn)
    return AtPlace(battalion.arrives_at_id) if due <= now.plus(REMEMBERED) else None


def _with_gaps(board: Board, country: Country, army: Army, side: int, tasks: Iterable[EngineeringTask]) -> Country:
    """Return the country with the obstacles open at which the side's engineers are at work: troops wait for the gap as
    they wait for a bridge, and are not led round.
    """
    at_work = {
        task.obstacle_id
        for task in tasks
        if task.kind is TaskKind.GAP_OBSTACLE and army.battalions[task.battalion_id].side_id == side
    } - {None}
    if not at_work:
        return country
    obstacles = board.rows(Obstacle, Obstacle.id.in_(at_work))
    roads, keys = {obstacle.road_id for obstacle in obstacles}, {key_of(obstacle) for obstacle in obstacles}

    def opened(way: Way) -> Way:
        blocks = tuple(replace(b, passable=True) if b.key in keys else b for b in way.blocks)
        return replace(way, blocks=blocks)

    ways = tuple(opened(way) if way.road in roads else way for way in country.theatre.ways)
    return Country(replace(country.theatre, ways=ways), country.passages)


def _is_staff(army: Army, battalion: Battalion) -> bool:
    """Return whether a battalion is the headquarters of a division or above, which follows its commands."""
    headed = army.formations.get(battalion.headquarters_of_id or 0)
    return headed is not None and headed.level is not Level.COMMAND


def _groups(rows: _Rows, troops: Mapping[int, Troop]) -> Iterator[Group]:
    """Yield the battalions of each command that have the same order or are free; engaged ones are in no group."""
    army = rows.army
    for formation in army.commands(rows.side):
        present = [troops[b.id] for b in army.present[formation.id] if b.id in troops]
        alike: dict[object, list[Troop]] = defaultdict(list)
        for troop in present:
            if troop.led and not troop.engaged and (troop.free or troop.duty is not None):
                alike[troop.free, troop.mission if troop.duty is not None else None].append(troop)
        division = army.at_level(formation.id, Level.DIVISION)
        for those in alike.values():
            is_whole = len(those) == len([b for b in army.present[formation.id] if b.state.is_in_play])
            yield Group(
                formation.id,
                formation.name if len(those) == len(present) or len(those) > 1 else those[0].name,
                rows.tells(formation.id),
                tuple(those),
                is_whole,
                division.id if division is not None else 0,
                rows.aim(formation.id),
                rows.limits(formation.id, those),
            )


def _staffs(rows: _Rows, troops: Mapping[int, Troop]) -> Iterator[Staff]:
    """Yield the headquarters of divisions on the map, with the positions of the commands that they must reach
    (OB-SUP-05).
    """
    army = rows.army
    for ident, battalion in sorted(army.headquarters.items()):
        headed = army.formations[ident]
        if battalion.id not in troops or headed.level is not Level.DIVISION:
            continue
        below, front = list[Position](), list[Position]()
        for formation in army.tree(ident):
            there = [troops[b.id] for b in army.present[formation.id] if b.id in troops and b.id != battalion.id]
            if there:
                positions = [troop.at for troop in there]
                below.append(max(positions, key=positions.count))
            front += [troop.at for troop in there if troop.takes_ground]
        if below:
            reach = supply_reach(army, battalion, True, rows.book)  # by house rule it is shorter by night
            yield Staff(troops[battalion.id], rows.tells(ident), tuple(below), reach.road, tuple(front))


def _bridges(rows: _Rows) -> Iterator[Bridge]:
    """Yield the crossings at which work is useful: prepared ones, those that are down, and new ones for foot only."""
    tasks = defaultdict[int | None, list[EngineeringTask]](list)
    for task in _own_tasks(rows):
        tasks[task.crossing_id].append(task)
    for crossing in works_known(rows.board, rows.side).crossings:
        prepared = crossing.state is CrossingState.PREPARED
        weak = crossing.state is CrossingState.BRIDGED and crossing.load_class is LoadClass.FOOT_WHEELED
        if not prepared and crossing.state.is_passable and not weak:
            continue
        lasting = not crossing.state.is_passable and (
            site_of(rows.board, crossing, of=rows.side).for_good and not rows.book.switch("dem.bridge_beside")
        )
        at = rows.country.theatre.standing(crossing.road_id, crossing.at_m)
        yield Bridge(
            crossing.id,
            crossing.name,
            at,
            crossing.state.is_passable,
            prepared,
            great=crossing.major,
            several_spans=crossing.spans > 1,
            lasting=lasting,
            hands=len(tasks[crossing.id]),
            turns=max((task.turns_needed - task.turns_done for task in tasks[crossing.id]), default=0),
        )


def _own_tasks(rows: _Rows) -> list[EngineeringTask]:
    return [t for t in tasks_in_hand(rows.board) if rows.army.battalions[t.battalion_id].side_id == rows.side]


def _landings(rows: _Rows) -> Iterator[int]:
    """Yield the places at which battalions of the side are still to land within a day."""
    for mission in rows.board.rows(
        AirMission, AirMission.task == AirTask.LANDING, AirMission.state == MissionState.TASKED
    ):
        due = Moment(mission.day, mission.turn)
        if mission.place_id is None or not rows.now <= due <= rows.now.plus(4):
            continue
        if mission.battalion_id is not None and rows.army.battalions[mission.battalion_id].side_id == rows.side:
            yield mission.place_id
