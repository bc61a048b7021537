"""Marches of battalions on the theatre's map, each at its own rate: rates by nation and light, routes by standing
orders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from campaign.model import Battalion, EngineeringTask
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import engineering, marches
from campaign.rules.day import nqm_marches as nqm_marches
from campaign.rules.day.light import sighting_distance
from campaign.rules.day.supply import cuts
from campaign.situation.army import Army, position_of
from campaign.situation.conditions import Conditions
from campaign.situation.order_of_march import Going, OrderOfMarch, kept_behind
from campaign.situation.passages import OPEN, Country, Passages, is_at
from campaign.situation.standing import Standing, StandingOrders
from campaign.terms.forces import Engineers, Level, Size
from campaign.terms.position import AtPlace, Position
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import OrderKind
from campaign.terms.words import March
from campaign.theatre.course import STAND_OFF_M
from campaign.theatre.legs import IDEAL, Closed, Leg, Route, bars
from campaign.theatre.marchers import Conduct, Marcher
from campaign.theatre.routes import NoWay, end_of, obstructions, route
from campaign.theatre.values import TURN_SECONDS, Block, Rates, Theatre
from campaign.theatre.zones import Watcher
from campaign.values import dataclass, field, replace

BEHIND_TURNS: Final = 0.5
"""The turns of its own march that a headquarters stays behind at most."""
_KNOWN: Final[Mapping[int, Country]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of one battalion for this turn: its march, or why it cannot set out. ``own_rates``: its rates if it need
    not keep behind others. ``full``: the ferries and gaps
    before which it waits, because as many as pass in a turn come there sooner, with that number. ``around``: the
    blocks, each with its road, that bar the way which its order names, and round which it marches; ``shut``: those
    that close the fastest way, where its order names none. ``waits_for``: the battalion that is to march ahead of it
    and has not come up.
    """

    battalion: Battalion
    standing: Standing
    marcher: Marcher
    own_rates: Rates
    trouble: str = ""
    full: Mapping[str, int] = field(default_factory=dict)
    around: tuple[tuple[int, Block], ...] = ()
    shut: tuple[tuple[int, Block], ...] = ()
    waits_for: Battalion | None = None


def rates_of(
    army: Army, battalion: Battalion, night: bool, book: Rulebook, rolled: int | None = None, *, tactical: bool = False
) -> Rates:
    """Return a battalion's rates in metres a turn by the rulebook's system (umpire 1.1). ``tactical``: it marches to
    meet the enemy (NQM-MOV-05).
    """
    if book.word("march.system") == "nqm":
        hourly = nqm_marches.rates(
            nqm_marches.mover_of(battalion.march_class, battalion.arm), tactical=tactical, book=book
        )
        return Rates(hourly.road, hourly.cross_country, hourly.terrain)
    pace = marches.rates(battalion.march_class, army.nationality(battalion), night=night, book=book, rolled=rolled)
    return Rates(pace.road, pace.cross_country, pace.terrain)


def supply_reach(army: Army, headquarters: Battalion, night: bool, book: Rulebook) -> Rates:
    """Return the metres by surface that a division's headquarters reaches with command supply: one march move of its
    own transport, by day and night alike (OB-SUP-05, OB-AMB-115); by house rule one turn's march.
    """
    if March(book.word("sup.reach")) is March.TURN:
        return rates_of(army, headquarters, night, book)
    reach = marches.march_move(headquarters.march_class)
    return Rates(reach.road, reach.cross_country, reach.terrain)


def watchers(theatre: Theatre, battalions: Iterable[Battalion], book: Rulebook) -> list[Watcher]:
    """Return the battalions on the map as observers; hidden ones only if the rulebook says that they cut supply
    (OB-AMB-114).
    """
    return [
        Watcher.at(theatre, battalion.id, battalion.name, battalion.side_id, position)
        for battalion in battalions
        if (position := position_of(battalion)) is not None
        and cuts(in_play=battalion.state.is_in_play, hidden=battalion.hidden, revealed=False, book=book)
    ]


def plans(
    army: Army,
    theatre: Theatre,
    orders: StandingOrders,
    now: Conditions,
    book: Rulebook,
    *,
    held: Mapping[int, object],
    rolled: Mapping[int, int] | None = None,
    passages: Passages = OPEN,
    countries: Mapping[int, Country] = _KNOWN,
) -> list[Plan]:
    """Return the plan of every battalion on the map, by id. ``held``: engaged battalions, which march only to
    withdraw.

    The route is planned over the country that the side knows (``countries``, by side; a side that is missing knows the
    true one), and marched over the true country.

    ``passages`` say which units may use which bridge, and where only a limited number passes in a turn: those that come
    later wait before it.
    """
    plans, actual, behind = [], Country(theatre, passages), OrderOfMarch(army, orders, book)

    @cache
    def sapped() -> frozenset[int]:
        return _with_engineers(army, orders, held) if book.switch("march.gaps") else frozenset()

    blocked = {side: _has_blocks(each.theatre) for side, each in countries.items()}
    is_blocked = _has_blocks(theatre)
    for battalion, position in army.standing():
        rolled_moves = (rolled or {}).get(battalion.present_id)
        country = countries.get(battalion.side_id, actual)
        plan = _plan(army, country, orders, now, book, battalion, position, battalion.id in held, rolled_moves, behind)
        plan = _as_ordered(plan, country, sapped)
        if blocked.get(battalion.side_id, is_blocked) or country.passages.barred(battalion):
            plan = _going_round(plan, country)
        barred = passages.barred(battalion)
        plans.append(replace(plan, marcher=replace(plan.marcher, barred=barred)) if barred else plan)
    plans = _in_order_of_march(plans, behind, held, lambda b: countries.get(b.side_id, actual))
    plans = [_halting_at_craters(_over_the_water(plan, theatre, passages), theatre, passages) for plan in plans]
    return _queued(
        plans, theatre, passages, lambda b: _through(army, b, now.night, book, (rolled or {}).get(b.present_id))
    )


def _in_order_of_march(
    plans: list[Plan], behind: OrderOfMarch, held: Collection[int], country: Callable[[Battalion], Country]
) -> list[Plan]:
    """Return the plans with guns, engineers, trains and headquarters behind the fighting troops that they follow, but
    for engineers with an obstacle or a crossing to open ahead of them.
    """
    by_unit = {plan.battalion.id: plan for plan in plans}
    going: dict[int, Going | None] = {}

    def on_its_way(battalion: Battalion) -> Going | None:
        if battalion.id not in going:
            going[battalion.id] = _going(by_unit[battalion.id], battalion.id in held, country(battalion).theatre)
        return going[battalion.id]

    def kept(plan: Plan) -> Plan:
        commands = behind.leaders_of(plan.battalion, plan.standing) if plan.marcher.legs else ()
        if not commands:
            return plan
        if plan.battalion.engineers is not Engineers.NONE:
            known = country(plan.battalion)
            keys = frozenset().union(*(known.passages.barred(each) for command in commands for each in command))
            if _has_work_ahead(known.theatre, plan.marcher, keys):
                return plan
        leaders = [[each for b in command if (each := on_its_way(b)) is not None] for command in commands]
        march = kept_behind(plan.marcher, leaders, plan.own_rates)
        return replace(plan, marcher=march.marcher, waits_for=march.waits_for)

    return [kept(plan) for plan in plans]


def _going(plan: Plan, is_held: bool, theatre: Theatre) -> Going | None:
    """Return a fighting battalion on its way; None if it does not go on."""
    marcher, to = plan.marcher, plan.standing.to
    if is_held and to is not None:
        way = route(theatre, marcher.position, [AtPlace(to)], marcher.rates, IDEAL)
        return None if isinstance(way, NoWay) else Going(plan.battalion, marcher, way.length_m, is_held=True)
    if not marcher.legs:
        return None
    return Going(plan.battalion, marcher, sum(leg.length_m for leg in marcher.legs))


def _has_work_ahead(theatre: Theatre, marcher: Marcher, weak: frozenset[str]) -> bool:
    """Return whether something closes the road of a march, or a crossing on it is too weak for the troops behind."""
    return any(
        (not block.passable or block.key in weak) and bars(block, way, leg.from_m, leg.to_m)
        for leg in marcher.legs
        for way in (theatre.way(leg.road),)
        for block in way.blocks
    )


def _with_engineers(army: Army, orders: StandingOrders, held: Collection[int]) -> frozenset[int]:
    """Return the orders, by id, under which a battalion marches that opens gaps (OB-OBS-05)."""
    standing = ((b, orders.of(b)) for b, _ in army.standing() if b.engineers is not Engineers.NONE)
    return frozenset(
        order.order.id
        for battalion, order in standing
        if order.order is not None and not battalion.resting and battalion.id not in held
    )


def _as_ordered(plan: Plan, country: Country, sapped: Callable[[], Collection[int]]) -> Plan:
    """Return the plan of a march by the places that its order names. If blocks bar that way, it goes up to them where
    engineers march under the same order and can open all of them; otherwise it goes round them, and the plan says so.
    """
    standing, marcher, order = plan.standing, plan.marcher, plan.standing.order
    via = still_ahead(plan.battalion, standing)
    if not marcher.legs or not via or standing.to is None or order is None or standing.kind is OrderKind.WITHDRAW:
        return plan
    goals = [AtPlace(place) for place in (*via, standing.to)]
    closed = Closed(barred=country.passages.barred(plan.battalion))
    named = way_as_named(country.theatre, marcher.position, goals, marcher.rates, closed, marcher.legs)
    if named is None:
        return plan
    way, blocks = named
    if order.id in sapped() and all(block.key in country.passages.gappable for _, block in blocks):
        return replace(plan, marcher=replace(marcher, legs=way.legs))
    return replace(plan, around=blocks)


def _has_blocks(theatre: Theatre) -> bool:
    return any(not block.passable for way in theatre.ways for block in way.blocks)


def _going_round(plan: Plan, country: Country) -> Plan:
    """Return the plan of a march that names no way with what closes a faster one, as far as its side knows."""
    battalion, standing, marcher, theatre = plan.battalion, plan.standing, plan.marcher, country.theatre
    via = still_ahead(battalion, standing)
    is_free = not via or standing.kind is OrderKind.WITHDRAW
    if not (marcher.legs and is_free) or plan.trouble or standing.order is None or standing.task is not None:
        return plan
    goals = [end_of(theatre, marcher.position, marcher.legs)]
    ideal = route(theatre, marcher.position, goals, marcher.rates, IDEAL)
    seconds = sum(marcher.rates.seconds(leg.length_m, leg.surface) for leg in marcher.legs)
    if isinstance(ideal, NoWay) or ideal.legs == marcher.legs or ideal.seconds >= seconds:
        return plan
    return replace(plan, shut=obstructions(theatre, ideal, Closed(barred=country.passages.barred(battalion)))[0])


def way_as_named(
    theatre: Theatre, start: Position, goals: Sequence[Position], rates: Rates, closed: Closed, legs: tuple[Leg, ...]
) -> tuple[Route, tuple[tuple[int, Block], ...]] | None:
    """Return the way by these places if nothing barred it, and the blocks on it; None if the legs lead along it."""
    named = route(theatre, start, goals, rates, IDEAL)
    if isinstance(named, NoWay) or named.legs[: len(legs)] == legs:
        return None
    blocks, _, _ = obstructions(theatre, named, closed)
    return (named, blocks) if blocks else None


def _halting_at_craters(plan: Plan, theatre: Theatre, passages: Passages) -> Plan:
    """Return a plan that halts before craters, whose bad terrain takes the rest of the turn, unless the turn begins
    before them (OB-AIR-11).

    A road has one surface from end to end, so the rate of terrain for the inches that are cratered is told in turns
    instead.
    """
    ahead = {
        key for key, (road, at_m) in passages.craters.items() if not is_at(theatre, plan.marcher.position, road, at_m)
    }
    if not ahead:
        return plan
    return replace(plan, marcher=replace(plan.marcher, barred=plan.marcher.barred | ahead))


def _over_the_water(plan: Plan, theatre: Theatre, passages: Passages) -> Plan:
    """Return a plan at an unbridged water: a unit at the boats crosses as its move, one that is not there yet halts at
    the bank, one that crossed by boat stays (OB-AMPH-04, -05).
    """
    marcher = plan.marcher
    if (bank := passages.stays_at(plan.battalion)) is not None and is_at(
        theatre, marcher.position, bank.road, bank.at_m
    ):
        why = f"it came over in boats and stays at {bank.name} until a bridge or a ferry is there (OB-AMPH-05)"
        return replace(plan, marcher=replace(marcher, legs=(), follows=()), trouble=why if marcher.legs else "")
    for key, water in passages.crosses(plan.battalion).items():
        if not is_at(theatre, marcher.position, water.road, water.at_m):
            marcher = replace(marcher, barred=marcher.barred | {key})
        else:
            marcher = replace(marcher, legs=_to_the_far_bank(marcher.legs, water.road, water.at_m))
    return plan if marcher is plan.marcher else replace(plan, marcher=marcher)


def _to_the_far_bank(legs: tuple[Leg, ...], road: int, at_m: int) -> tuple[Leg, ...]:
    """Return a route cut off just beyond this point of a road; all of it if it does not lead over the point."""
    for number, leg in enumerate(legs):
        if leg.road == road and min(leg.from_m, leg.to_m) < at_m < max(leg.from_m, leg.to_m):
            beyond = min(leg.to_m, at_m + STAND_OFF_M) if leg.to_m > leg.from_m else max(leg.to_m, at_m - STAND_OFF_M)
            return (*legs[:number], replace(leg, to_m=beyond))
    return legs


def _through(army: Army, battalion: Battalion, night: bool, book: Rulebook, rolled: int | None) -> int:
    """Return how many battalions of a command pass a gap in this turn (OB-OBS-06)."""
    return engineering.through_a_gap(
        marches.moves_a_turn(army.nationality(battalion), night=night, book=book, rolled=rolled)
    )


def _queued(
    planned: list[Plan], theatre: Theatre, passages: Passages, through: Callable[[Battalion], int]
) -> list[Plan]:
    """Return the plans with the queue before each ferry and gap: a ferry takes one battalion in all, a gap a number of
    each command. The first to arrive passes first; later ones wait.
    """
    if not passages.narrow:
        return planned
    coming: dict[tuple[str, int], list[tuple[float, int, Battalion]]] = defaultdict(list)
    for plan in planned:
        for key, seconds in _meets(theatre, plan.marcher, passages.narrow):
            command = plan.battalion.present_id if key in passages.gaps else 0
            coming[key, command].append((seconds, plan.battalion.id, plan.battalion))
    waits: dict[int, dict[str, int]] = defaultdict(dict)
    full: dict[str, int] = {}
    for (key, _), those in coming.items():
        most = through(those[0][2]) if key in passages.gaps else engineering.FERRY_A_TURN
        if key in passages.ferries:
            full[key] = most
        for _, unit, _ in sorted(those, key=lambda c: c[:2])[most:]:
            waits[unit][key] = most
    for plan in planned:
        if plan.marcher.follows:
            waits[plan.battalion.id] |= full
    return [_waiting(plan, waits) for plan in planned]


def _waiting(plan: Plan, waits: Mapping[int, Mapping[str, int]]) -> Plan:
    if not (full := waits.get(plan.battalion.id)):
        return plan
    return replace(plan, marcher=replace(plan.marcher, barred=plan.marcher.barred | full.keys()), full=full)


def _meets(theatre: Theatre, marcher: Marcher, narrow: frozenset[str]) -> Iterator[tuple[str, float]]:
    """Yield the ferries and gaps on this turn's march with the seconds after which the unit gets there if nothing
    delays it. The march ends at one that is closed to the unit.
    """
    spent = 0.0
    for leg in marcher.legs:
        if spent > TURN_SECONDS:
            return
        way = theatre.way(leg.road)
        on_the_way = (block for block in way.blocks if bars(block, way, leg.from_m, leg.to_m))
        for block in sorted(on_the_way, key=lambda b: abs(b.at_m - leg.from_m)):
            if not block.passable or block.key in marcher.barred:
                return
            if block.key in narrow:
                seconds = spent + marcher.rates.seconds(abs(block.at_m - leg.from_m), leg.surface)
                if seconds < TURN_SECONDS:
                    yield block.key, seconds
        spent += marcher.rates.seconds(leg.length_m, leg.surface)


def _plan(
    army: Army,
    country: Country,
    orders: StandingOrders,
    now: Conditions,
    book: Rulebook,
    battalion: Battalion,
    position: Position,
    held: bool,
    rolled: int | None,
    behind: OrderOfMarch,
) -> Plan:
    standing = orders.of(battalion)
    tactical = standing.kind is OrderKind.ATTACK
    own = rates = rates_of(army, battalion, now.night, book, rolled, tactical=tactical)
    leaders = [b for command in behind.leaders_of(battalion, standing) for b in command]
    if leaders and not held:  # it takes the road that they take
        rates = Rates.slowest([rates, *(rates_of(army, b, now.night, book, tactical=tactical) for b in leaders)])
    ground = Closed(barred=country.passages.barred(battalion))
    legs: Route | NoWay | None = None
    if not battalion.resting and not (held and standing.kind is not OrderKind.WITHDRAW):
        stages = book.switch("retreat.by_stages")
        legs = _way(army, country.theatre, battalion, position, standing, rates, ground, by_stages=stages)
        if leaders and isinstance(legs, NoWay):
            rates = own
            legs = _way(army, country.theatre, battalion, position, standing, rates, ground, by_stages=stages)
    if isinstance(legs, NoWay) and legs.towards is not None:
        legs = legs.towards  # it closes up to what bars the way, and halts there (OB-OBS-01, -04)
    follows: tuple[int, ...] = ()
    if standing.kind is OrderKind.FOLLOW and not held and not battalion.resting:
        follows = followed_by(army, battalion)
    marcher = Marcher(
        unit=battalion.id,
        name=battalion.name,
        side=battalion.side_id,
        position=position,
        rates=rates,
        legs=legs.legs if isinstance(legs, Route) else (),
        conduct=_conduct(battalion, standing, is_kept_back=behind.is_kept_back(battalion, standing)),
        column=column_of(army, battalion, standing.kind, by_itself=_is_own(battalion, standing), book=book),
        follows=follows,
        behind_turns=_behind(army, battalion, rates, now.night, book),
        scout_m=float(sighting_distance(battalion.arm, now.light, now.sky, book) or 0),
        clears_seconds=_clears(battalion) if book.switch("march.road_space") else 0,
    )
    trouble = by_rule(legs.why, "umpire 1.1") if isinstance(legs, NoWay) else ""
    return Plan(battalion, standing, marcher, own, trouble)


def _behind(army: Army, battalion: Battalion, rates: Rates, night: bool, book: Rulebook) -> float:
    """Return the turns of its march that a headquarters stays behind when it follows: half a turn's, but no more than
    half as far as its supply reaches (umpire 1.2, OB-SUP-05).
    """
    if battalion.headquarters_of_id is None or not rates.road:
        return BEHIND_TURNS
    return BEHIND_TURNS * min(1.0, supply_reach(army, battalion, night, book).road / rates.road)


def _is_own(battalion: Battalion, standing: Standing) -> bool:
    """Return whether the order was given to the battalion itself."""
    return standing.order is not None and standing.order.battalion_id == battalion.id


def column_of(army: Army, battalion: Battalion, kind: OrderKind, *, by_itself: bool, book: Rulebook) -> str | None:
    """Return the command in whose column a battalion marches at the pace of the slowest, by house rule; None: at its
    own pace. A battalion with an order of its own and one that withdraws or follows march by themselves.
    """
    if by_itself or kind not in (OrderKind.MARCH, OrderKind.ATTACK) or not book.switch("march.in_column"):
        return None
    return army.formations[battalion.present_id].key


def _clears(battalion: Battalion) -> int:
    """Return the time in which a battalion's column passes a point of the road (umpire 1.18)."""
    mover = nqm_marches.mover_of(battalion.march_class, battalion.arm)
    return nqm_marches.clearing_seconds(mover, company=battalion.size is Size.COMPANY)


def _way(
    army: Army,
    theatre: Theatre,
    battalion: Battalion,
    position: Position,
    standing: Standing,
    rates: Rates,
    ground: Closed,
    *,
    by_stages: bool,
) -> Route | NoWay | None:
    """Return the route of this turn. ``by_stages``: a withdrawal ends at the next place on its route (house rule)."""
    if standing.task is not None:
        return _way_to_work(theatre, position, standing.task, rates, ground)
    if standing.kind in (OrderKind.MARCH, OrderKind.ATTACK) and standing.to is not None:
        goals = [AtPlace(p) for p in (*still_ahead(battalion, standing), standing.to)]
        return None if goals == [position] else route(theatre, position, goals, rates, ground)
    if standing.kind is OrderKind.WITHDRAW:
        goal = AtPlace(standing.to) if standing.to is not None else withdrawal(army, battalion)
        stations = [at for place in still_ahead(battalion, standing) if (at := AtPlace(place)) != position]
        ends: list[Position] = [*stations, *([goal] if goal is not None else [])]
        if not ends:
            return nearest_home(theatre, battalion.side_id, position, rates, ground)
        if by_stages:
            ends = ends[:1]
        return None if ends == [position] else route(theatre, position, ends, rates, ground)
    return None


def _way_to_work(
    theatre: Theatre, position: Position, task: EngineeringTask, rates: Rates, ground: Closed
) -> Route | NoWay | None:
    """Return the route to an engineering task, to the nearer bank; None for a unit that is there."""
    if task.road_id is None or task.at_m is None or is_at(theatre, position, task.road_id, task.at_m):
        return None
    banks = {theatre.standing(task.road_id, task.at_m + beside) for beside in (-STAND_OFF_M, STAND_OFF_M)}
    return _fastest([route(theatre, position, [bank], rates, ground) for bank in sorted(banks, key=repr)])


def _fastest(ways: Sequence[Route | NoWay]) -> Route | NoWay | None:
    """Return the fastest route; without any the first reason why there is none."""
    open_ways = [way for way in ways if isinstance(way, Route)]
    return min(open_ways, key=lambda way: way.seconds) if open_ways else next(iter(ways), None)


def _conduct(battalion: Battalion, standing: Standing, *, is_kept_back: bool) -> Conduct:
    """Return the conduct of a march: an attack is pressed until contact; troops that leave it to others, and guns and
    headquarters that march with an attacking command, stay out of reach themselves.
    """
    if standing.kind is not OrderKind.ATTACK or is_kept_back:
        return Conduct.AVOID
    in_the_rear = battalion.piece is not None or battalion.headquarters_of_id is not None
    return Conduct.AVOID if in_the_rear and not _is_own(battalion, standing) else Conduct.ATTACK


def nearest_home(theatre: Theatre, side: int, position: Position, rates: Rates, ground: Closed) -> Route | NoWay | None:
    """Return the fastest route to a home edge; None if there is none on the map or the unit stands there already."""
    homes = (AtPlace(home.place) for home in theatre.homes(side))
    return _fastest([route(theatre, position, [home], rates, ground) for home in homes if home != position])


def still_ahead(battalion: Battalion, standing: Standing) -> tuple[int, ...]:
    """Return the places on the way that this battalion has not yet passed under this order: none if it is at the goal,
    unless it was there when it was itself ordered to come round to it.
    """
    order = standing.order
    has_begun = order is not None and battalion.marching_order == order.id
    is_there = standing.to is not None and battalion.place_id == standing.to
    if is_there and (has_begun or not _is_own(battalion, standing)):
        return ()
    return standing.via[battalion.via_passed :] if has_begun else standing.via


def tick_off(battalion: Battalion, standing: Standing, passed: Iterable[int]) -> None:
    """Write down the places on the way of its order that a battalion has now passed."""
    if standing.order is None:
        return
    ahead = list(still_ahead(battalion, standing))
    for place in passed:
        if ahead and ahead[0] == place:
            ahead.pop(0)
    battalion.marching_order, battalion.via_passed = standing.order.id, len(standing.via) - len(ahead)


def withdrawal(army: Army, battalion: Battalion) -> Position | None:
    """Return the goal of a withdrawal without a destination: the headquarters of the next formation above."""
    for formation in army.chain(battalion.present_id):
        headquarters = army.headquarters.get(formation.id)
        if (
            headquarters is not None
            and headquarters.id != battalion.id
            and headquarters.on_map
            and formation.level is not Level.COMMAND
        ):
            return position_of(headquarters)
    return None


def followed_by(army: Army, headquarters: Battalion) -> tuple[int, ...]:
    """Return the battalions behind which a following headquarters stays: those of the commands under its formation
    (umpire 1.2).
    """
    if headquarters.headquarters_of_id is None:
        return ()
    below = army.battalions_under(headquarters.headquarters_of_id)
    return tuple(b.id for b in below if b.id != headquarters.id and b.on_map)
