"""The steps of the day in which units arrive on the map and march (umpire 1.1, 1.4, 1.13)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from campaign.actions.air_landing import BY_SEA, come_ashore, set_down
from campaign.actions.crossing import brought_over
from campaign.actions.day_context import DayContext
from campaign.actions.diary import deed, note, note_deed
from campaign.actions.engineering import abandon_overtaken, gap_what_bars
from campaign.actions.lapsing import lapse
from campaign.actions.learning import look_about
from campaign.actions.places import Changes
from campaign.actions.sightings import sightings_of_turn, write_sighting
from campaign.model import Battalion, Battle, Contact, OldNews, Order, Place, Sighting
from campaign.rules.common.automatic import effective_stands
from campaign.rules.day.contact import is_masked
from campaign.rules.day.possession import owner_after
from campaign.rules.tabletop.brevity.command import roll_moves
from campaign.situation.army import position_of, put
from campaign.situation.condition import Conditions, attack_barred, conditions_of
from campaign.situation.dumps import stranded
from campaign.situation.engaged import engaged_battalions
from campaign.situation.force import unit_of
from campaign.situation.halted import halted_since
from campaign.situation.itinerary import by_way_of
from campaign.situation.marching import Plan, plans, tick_off
from campaign.situation.old_news import Track
from campaign.situation.passages import Country, countries_of, load_passages
from campaign.situation.reactions import delays_of, held_back, is_late
from campaign.situation.sight import locates
from campaign.situation.standing import standing_orders
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.position import AtPlace, Position
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import ContactState, News, OrderKind, Posture
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.theatre.legs import Route
from campaign.theatre.march import march
from campaign.theatre.marchers import Glimpse, Halt, Marched, Seen, Touch, Turn
from campaign.theatre.routes import describe_block, drawn, end_of
from campaign.theatre.values import kilometres
from campaign.values import replace


def arrivals(today: DayContext) -> None:
    """Put reinforcements that are due on the map where they arrive. Those due at a place where an enemy stands wait
    outside until he has gone, or until the umpire puts them elsewhere.
    """
    standing, waiting = sides_at_places(today), dict[tuple[int, int, Moment], list[Battalion]]()
    for battalion in sorted(today.army.battalions.values(), key=lambda b: b.id):
        if (
            battalion.arrives_day is None
            or battalion.arrives_turn is None
            or battalion.arrives_at_id is None
            or battalion.on_map
        ):
            continue
        if battalion.carried_by in BY_SEA:
            continue
        due = Moment(battalion.arrives_day, battalion.arrives_turn)
        if not battalion.state.is_in_play or due > today.now:
            continue
        if standing.get(battalion.arrives_at_id, set()) - {battalion.side_id}:
            key = battalion.side_id, battalion.arrives_at_id, due
            waiting.setdefault(key, []).append(battalion)
        else:
            put(battalion, AtPlace(battalion.arrives_at_id))
            standing.setdefault(battalion.arrives_at_id, set()).add(battalion.side_id)
            done = deed("{arrives} at {place}", place=today.theatre.spot(battalion.arrives_at_id).name)
            today.say(note_deed(today.board, battalion, done, seconds=0))
    for (side, place, due), battalions in waiting.items():
        _tell_waiting(today, side, place, due, battalions)


def _tell_waiting(today: DayContext, side: int, place: int, due: Moment, battalions: list[Battalion]) -> None:
    """Tell that reinforcements wait outside a place; their commanders read it when they are due and each morning."""
    outside = f"outside {today.theatre.spot(place).name}, where an enemy stands"

    def words(those: Sequence[Battalion]) -> str:
        return f"{listing(b.short for b in those)} {'waits' if len(those) == 1 else 'wait'} {outside}"

    today.say(f"{words(battalions)}. To bring them on elsewhere: campaign adjust UNIT --at PLACE", "umpire 1.4")
    if due != today.now and today.now.turn != 1:
        return
    for command in dict.fromkeys(battalion.present_id for battalion in battalions):
        own_troops = [battalion for battalion in battalions if battalion.present_id == command]
        note(today.board, f"{words(own_troops)}.", side=side, formation=command, seconds=0, news=News.ORDER)


def movement(today: DayContext) -> None:
    """March all units of the turn at once and continuously; write down contacts, sightings and places passed."""
    landed = come_ashore(today) | set_down(today)
    orders = standing_orders(today.army, today.board.rows(Order), today.now, tasks_in_hand(today.board))
    abandon_overtaken(today, orders)
    passages = load_passages(today.board, today.army, today.theatre, orders)
    held = engaged_battalions(today.board)
    countries, rolled = countries_of(today.board, today.army, today.theatre, orders), _rolled_moves(today)
    planned = plans(
        today.army,
        today.theatre,
        orders,
        today.conditions,
        today.book,
        held=held,
        rolled=rolled,
        passages=passages,
        countries=countries,
    )
    planned = _as_orders_arrive(today, planned, held, countries)
    still, conditions = stranded(today.board, today.army, today.book, today.now.day), conditions_of(today.board)
    planned = [
        _has_landed(p) if p.battalion.id in landed else _standing_still(p, today, conditions, p.battalion.id in still)
        for p in planned
    ]
    turn = march(
        today.theatre,
        [p.marcher for p in planned],
        today.conditions.sight,
        in_contact=_old_contacts(today),
        masked=_masked(today, planned),
    )
    by_unit = {p.battalion.id: p for p in planned}
    for plan in planned:
        if plan.trouble:
            today.say(f"{plan.battalion.name} cannot march: {plan.trouble}")
    before = {p.battalion.id: p.marcher.position for p in planned}
    _tell_waiting_for_the_fighting_troops(today, planned)
    _tell_detours(today, planned)
    _set_down(today, by_unit, turn, passages.gappable)
    gap_what_bars(today, list(_halted_before(by_unit, turn)))
    brought_over(today, before)
    if today.board.rows(OldNews):
        look_about(today.board, today.army, today.theatre, today.conditions.sight, _tracks(today, by_unit, turn))
    _write_contacts(today, by_unit, turn.touches)
    _write_sightings(today, turn.glimpses, landed)
    _take_places(today, turn)


def _tell_waiting_for_the_fighting_troops(today: DayContext, planned: Iterable[Plan]) -> None:
    """Tell the umpire who does not set out in this turn because the fighting troops of his command are to go ahead, in
    a line for each of these.
    """
    waiting = defaultdict[int, list[Battalion]](list)
    for plan in planned:
        if plan.waits_for is not None:
            waiting[plan.waits_for.id].append(plan.battalion)
    for leader, those in waiting.items():
        names, wait = listing(b.short for b in those), "waits" if len(those) == 1 else "wait"
        first = today.army.battalions[leader].short
        today.say(f"{names} {wait} for {first}, which marches ahead (march.guns_behind)", "umpire 1.1")


def _has_landed(plan: Plan) -> Plan:
    """Return a plan without a march: the landing was the unit's movement of the turn (OB-LAND-01, OB-AMPH-06)."""
    return replace(plan, marcher=replace(plan.marcher, legs=(), follows=()), trouble="")


def _standing_still(plan: Plan, today: DayContext, conditions: Conditions, no_fuel: bool) -> Plan:
    """Return a plan without a march for motor troops without fuel (NQM-LOG-11, NQM-AMB-87) and for disorganised units,
    which do not advance to attack (NQM-AMB-55).
    """
    if not (plan.marcher.legs or plan.marcher.follows):
        return plan
    why = "it has no fuel (NQM-POL-04)" if no_fuel else ""
    if not why and plan.standing.kind is OrderKind.ATTACK:
        why = attack_barred(conditions, plan.battalion, today.book)
    return replace(plan, marcher=replace(plan.marcher, legs=(), follows=()), trouble=why) if why else plan


def _as_orders_arrive(
    today: DayContext, planned: list[Plan], held: Mapping[int, Battle], countries: Mapping[int, Country]
) -> list[Plan]:
    """Return the plans with the old order until a new one arrives in mid-turn (NQM-CRT-01)."""
    delays = delays_of(today.board) if today.book.switch("nqm.reaction") else {}
    late = [p for p in planned if is_late(p, delays, today.now)]
    if not late:
        return planned
    earlier = [o for o in today.board.rows(Order) if Moment(o.day, o.turn) < today.now]
    old = standing_orders(today.army, earlier, today.now, tasks_in_hand(today.board))
    before = plans(
        today.army,
        today.theatre,
        old,
        today.conditions,
        today.book,
        held=held,
        rolled=_rolled_moves(today),
        countries=countries,
    )
    return held_back(today.theatre, planned, {p.battalion.id: p for p in before}, delays, today.now)


def _rolled_moves(today: DayContext) -> dict[int, int]:
    """Return the moves of this turn by command, where the rulebook has them rolled."""
    if not today.book.is_word("march.moves_per_turn") or today.book.word("march.moves_per_turn") != "rolled":
        return {}
    return {
        f.id: roll_moves(today.army.nationality(f), night=today.conditions.night, dice=today.dice, subject=f.key)
        for f in today.army.commands()
    }


def _old_contacts(today: DayContext) -> list[tuple[int, int]]:
    standing = (ContactState.OPEN, ContactState.STANDOFF, ContactState.BATTLE)
    return sorted({(c.first_id, c.second_id) for c in today.board.rows(Contact, Contact.state.in_(standing))})


def _masked(today: DayContext, planned: Sequence[Plan]) -> dict[tuple[int, int], frozenset[int]]:
    """Return the stationary enemies that are masked by units holding in contact with them since the last turn, by
    (enemy id, side that marches past) (house rule ``march.past_masked``).
    """
    if not today.book.number("march.past_masked") or today.now.index == 0:
        return {}
    by_unit = {plan.battalion.id: plan for plan in planned}
    holding = _holding(today, by_unit)
    faced = defaultdict[int, set[int]](set)
    for (enemy, _), units in holding.items():
        for unit in units:
            faced[unit].add(enemy)
    masked = {}
    for (enemy, side), units in sorted(holding.items()):
        theirs, ours = (
            effective_stands(unit_of(today.army, by_unit[ident].battalion) for ident in idents)
            for idents in ({other for unit in units for other in faced[unit]}, units)
        )
        if not by_unit[enemy].marcher.legs and is_masked(theirs, ours, today.book):
            masked[enemy, side] = frozenset(units)
            names = listing(by_unit[unit].battalion.name for unit in sorted(units))
            story = f"{by_unit[enemy].battalion.name} is held by {names}; other units march past it"
            today.say(f"{story} (house rule march.past_masked)", "OB-LOC-05")
    return masked


def _holding(today: DayContext, by_unit: Mapping[int, Plan]) -> dict[tuple[int, int], set[int]]:
    """Return, by (enemy, side), the battalions that take ground, have orders to hold and were in contact with that
    enemy in the turn before.
    """
    before = Moment.at(today.now.index - 1)
    holding = defaultdict[tuple[int, int], set[int]](set)
    for contact in today.board.rows(Contact, Contact.day == before.day, Contact.turn == before.turn):
        for unit, enemy in ((contact.first_id, contact.second_id), (contact.second_id, contact.first_id)):
            if unit not in by_unit or enemy not in by_unit:
                continue
            plan = by_unit[unit]
            if plan.standing.kind is OrderKind.HOLD and plan.battalion.arm.takes_ground:
                holding[enemy, plan.battalion.side_id].add(unit)
    return holding


def _tell_detours(today: DayContext, planned: Iterable[Plan]) -> None:
    """Tell the umpire and the side, once for each order, that a march does not take the way which the order names, or
    the fastest, and what bars that as far as the side knows: as the march begins, or when the way closes before it.
    """
    going: dict[tuple[int, tuple[str, ...]], list[Plan]] = {}
    for plan in planned:
        order, blocks = plan.standing.order, plan.around or plan.shut
        if blocks and order is not None and plan.marcher.legs:
            keys = (block.key or today.theatre.way(road).key for road, block in blocks)  # a cut road's block has none
            detour = ("around" if plan.around else "shut", *keys)
            going.setdefault((order.id, detour), []).append(plan)
    for (_, detour), plans_together in going.items():
        first = plans_together[0]
        order = first.standing.order
        if order is None or list(detour) in order.detours_told:
            continue
        order.detours_told = [*order.detours_told, list(detour)]
        names = listing(plan.battalion.short for plan in plans_together)
        bars = listing(describe_block(today.theatre, road, block) for road, block in first.around or first.shut)
        other = "ordered, which is barred" if first.around else "the fastest, which is closed"
        way = f"{'goes' if len(plans_together) == 1 else 'go'} another way than {other} by {bars}"
        words = f"{names} {way}; {_new_way(today, plans_together)}"
        today.say(f"{today.army.formations[first.battalion.present_id].short}: {words}", "OB-OBS-04")
        note(
            today.board,
            f"{words}.",
            side=first.battalion.side_id,
            battalion=order.battalion_id,
            formation=order.formation_id,
            seconds=0,
            news=News.ORDER,
        )


def _new_way(today: DayContext, plans_together: Sequence[Plan]) -> str:
    """Return the way that a march takes, with its length: that of the battalion with the longest."""
    marcher = max((p.marcher for p in plans_together), key=lambda m: sum(leg.length_m for leg in m.legs))
    end, length = end_of(today.theatre, marcher.position, marcher.legs), sum(leg.length_m for leg in marcher.legs)
    way = Route(marcher.position, end, marcher.legs, length, 0.0)
    return f"the new way is {kilometres(length)}{by_way_of(today.theatre, way)}"


def _halted_before(by_unit: Mapping[int, Plan], turn: Turn) -> Iterator[tuple[Battalion, str]]:
    """Yield the battalions on the march that halted on the spot before a block, with its key: the first, and those that
    have closed up to it.
    """
    for unit, marched in sorted(turn.units.items()):
        head = _head(turn, marched)
        plan = by_unit[unit]
        if head.halt is Halt.BLOCKED and head.barrier and head.end == marched.end and plan.standing.task is None:
            yield plan.battalion, head.barrier


def _head(turn: Turn, marched: Marched) -> Marched:
    """Return the march of the first unit in the queue behind which this one halted; its own if it queues behind
    none.
    """
    while marched.halt is Halt.BEHIND and marched.because and min(marched.because) in turn.units:
        marched = turn.units[min(marched.because)]
    return marched


def _set_down(today: DayContext, by_unit: dict[int, Plan], turn: Turn, gappable: frozenset[str]) -> None:
    short = {unit for unit, marched in turn.units.items() if not marched.has_moved and marched.halt in _SHORT}
    halted, unseen = halted_since(today.board, short), _unseen(today, by_unit, turn)
    stories: list[tuple[Battalion, Marched]] = []
    stopped: dict[str, list[Battalion]] = {}
    waiting: dict[str, list[Battalion]] = {}
    for unit, marched in sorted(turn.units.items()):
        plan = by_unit[unit]
        battalion = plan.battalion
        if not marched.has_moved:
            if unit in short and unit not in halted:
                _note_halt(today, plan, marched, unseen)
            if marched.halt is Halt.BLOCKED and not _is_new(today, plan):
                why = _why(today, marched, plan) + _why_closed(today, marched.barrier in gappable)
                waiting.setdefault(_since(why, halted.get(unit)), []).append(battalion)
            elif marched.halt in (Halt.HELD, Halt.BLOCKED, Halt.NO_GOING):
                where = f"at {today.theatre.describe(marched.end)}, {_why(today, marched, plan)}"
                where = by_rule(where, _RULES[marched.halt])
                stopped.setdefault(where, []).append(battalion)
            continue
        begun_at = [battalion.place_id] if battalion.place_id is not None else []
        tick_off(battalion, plan.standing, [*begun_at, *(p.place for p in marched.passed)])
        put(battalion, marched.end)
        battalion.moved, battalion.resting, battalion.dug_in_turns, battalion.hidden = True, False, 0, False
        if battalion.posture is not Posture.MARCH:
            battalion.deployed, battalion.posture = battalion.posture, Posture.MARCH
        stories.append((battalion, marched))
        _note_march(today, plan, marched, turn, by_unit, unseen)
    for where, those in stopped.items():
        today.say(
            f"{those[0].name} stays {where}" if len(those) == 1 else f"{listing(b.short for b in those)} stay {where}"
        )
    _tell_marches(today, by_unit, stories)
    _tell_held_up(today, by_unit, turn)
    for why, those in waiting.items():
        today.say(f"{why[:1].upper()}{why[1:]}: {listing(b.short for b in those)}", _RULES[Halt.BLOCKED])


A_COLUMN = 3
"""Number of battalions stopped by the same enemy from which they share one line."""


def _tell_held_up(today: DayContext, by_unit: Mapping[int, Plan], turn: Turn) -> None:
    """Tell the umpire where one enemy halts a column that the book stops there, and which house rule lets it pass."""
    if today.book.number("march.past_masked"):
        return
    stopped = Counter[int]()
    for marched in turn.units.values():
        head = _head(turn, marched)
        if head.halt is Halt.JUST_OUTSIDE and len(head.because) == 1:
            stopped[head.because[0]] += 1
    for enemy, count in sorted(stopped.items()):
        if count >= A_COLUMN:
            why = (
                "by the book no unit marches past an enemy. With campaign rules march.past_masked 2 the others may"
                " pass while some battalions hold that enemy"
            )
            today.say(f"{by_unit[enemy].battalion.name} alone halts {count} battalions: {why}", "OB-LOC-05")


def _tracks(today: DayContext, by_unit: Mapping[int, Plan], turn: Turn) -> dict[int, Track]:
    """Return the tracks that units marched in this turn; a follower, which finds its own, goes from place to place."""
    points = {}
    for unit, marched in turn.units.items():
        marcher = by_unit[unit].marcher
        if not marched.has_moved:
            continue
        if marcher.legs:
            points[unit] = drawn(today.theatre, marcher.legs, marched.metres)
        else:
            places = (AtPlace(passage.place) for passage in marched.passed)
            points[unit] = tuple(today.theatre.point_of(at) for at in (marcher.position, *places, marched.end))
    return points


def _is_new(today: DayContext, plan: Plan) -> bool:
    """Return whether a march was ordered for this turn."""
    order = plan.standing.order
    return order is not None and Moment(order.day, order.turn) == today.now


def _tell_marches(today: DayContext, by_unit: Mapping[int, Plan], marched: list[tuple[Battalion, Marched]]) -> None:
    """Write one line for the battalions of a command that end up together, in the order of the order of battle."""
    together: dict[tuple[int, Position], list[tuple[Battalion, Marched]]] = {}
    for battalion, how in sorted(marched, key=lambda m: (m[0].present_id, m[0].position, m[0].id)):
        together.setdefault((battalion.present_id, how.end), []).append((battalion, how))
    for (command, end), group in together.items():
        leader = min((how for _, how in group), key=lambda how: (_TELLING.index(how.halt), how.unit))
        names = ", ".join(battalion.short for battalion, _ in group)
        distances = {round(how.metres, -2) for _, how in group}
        why = _why(today, leader, by_unit[leader.unit])
        if distances == {0}:
            if why:
                today.say(
                    f"{today.army.formations[command].short}: {names} stay at {today.theatre.describe(end)}, {why}",
                    _RULES[leader.halt],
                )
            continue
        far = f" march {distances.pop() / 1000:.1f} km" if len(distances) == 1 else " march"
        today.say(
            f"{today.army.formations[command].short}: {names}{far} to {today.theatre.describe(end)}"
            + (f", {why}" if why else ""),
            _RULES.get(leader.halt, ""),
        )


_TELLING = (
    Halt.CONTACT,
    Halt.JUST_OUTSIDE,
    Halt.HELD,
    Halt.BLOCKED,
    Halt.NO_GOING,
    Halt.WAITING,
    Halt.ARRIVED,
    Halt.OUT_OF_TIME,
    Halt.BEHIND,
    Halt.STAYED,
)
"""Reasons for a halt in the order in which they speak for a group: the reason of its first battalion comes before that
of the battalions waiting behind it."""
_RULES = {
    Halt.CONTACT: "umpire 1.4",
    Halt.JUST_OUTSIDE: "OB-LOC-05",
    Halt.HELD: "umpire 1.4",
    Halt.BLOCKED: "OB-OBS-01",
    Halt.NO_GOING: "OB-MOV-07",
    Halt.WAITING: "umpire 1.18",
    Halt.BEHIND: "OB-MOV-08",
}
"""Rule behind each kind of halt; arrival and the end of the turn have none."""


def _why(today: DayContext, marched: Marched, plan: Plan) -> str:
    """Return why a unit halted, without repeating where."""
    friends = listing(today.army.battalions[u].short for u in marched.because if u in today.army.battalions)
    match marched.halt:
        case Halt.CONTACT:
            return f"in contact with {friends}"
        case Halt.HELD if plan.standing.kind is OrderKind.ATTACK:
            return f"in contact with {friends} since the turn began, ordered to attack"
        case Halt.HELD:
            return f"because the route leads closer to {friends}, already in contact: order an attack or another route"
        case Halt.JUST_OUTSIDE:
            return f"just outside the location range of {friends}"
        case Halt.BEHIND | Halt.WAITING:
            return f"behind {friends}" if marched.halt is Halt.BEHIND else f"waiting for {friends} to clear the way"
        case Halt.BLOCKED:
            return f"halted by {marched.obstacle}{_how_many_pass(plan, marched)}"
        case Halt.NO_GOING:
            return marched.obstacle
        case _:
            return ""


def _how_many_pass(plan: Plan, marched: Marched) -> str:
    """Return how many units pass a gap that is full for this turn; a ferry has its own words for it (OB-OBS-06)."""
    most = plan.full.get(marched.barrier, 0)
    return (
        f", through which {most} battalion{' of a command passes' if most == 1 else 's of a command pass'} in a turn"
        if most
        else ""
    )


_SHORT = frozenset({Halt.CONTACT, Halt.JUST_OUTSIDE, Halt.HELD, Halt.BLOCKED, Halt.NO_GOING})
"""Reasons for which a march ends short of its goal, whatever time there is."""


def _since(why: str, since: Moment | None) -> str:
    """Return why a unit stays, and since when if it has been told before."""
    return why if since is None else f"{why} since turn {since}"


def _why_closed(today: DayContext, can_be_gapped: bool) -> str:
    """Return the setting by which engineers on the march do not open what halts them; empty if they do."""
    off = next((key for key in ("use.engineering", "march.gaps") if not today.book.switch(key)), "")
    return f", which no engineers open on the march ({off} is off)" if can_be_gapped and off else ""


def _unseen(today: DayContext, by_unit: Mapping[int, Plan], turn: Turn) -> set[tuple[int, int]]:
    """Return (side, enemy) of the enemies that halt a side's units and that it has not seen in this turn or the one
    before (umpire 1.13).
    """
    halting = {
        (by_unit[unit].battalion.side_id, enemy)
        for unit, marched in turn.units.items()
        if marched.halt in (Halt.CONTACT, Halt.JUST_OUTSIDE)
        for enemy in marched.because
    }
    seen = {(by_unit[glimpse.observer].battalion.side_id, glimpse.seen) for glimpse in turn.glimpses}
    if halting <= seen:
        return set()
    lately = {(moment.day, moment.turn) for moment in (today.now, Moment.at(max(0, today.now.index - 1)))}
    rows = today.board.rows(Sighting, Sighting.battalion_id.in_({enemy for _, enemy in halting - seen}))
    return halting - seen - {(row.side_id, row.battalion_id) for row in rows if (row.day, row.turn) in lately}


def _as_known(today: DayContext, plan: Plan, marched: Marched, unseen: Collection[tuple[int, int]]) -> str:
    """Return what halted a march, in the words of its own side, which names no enemy."""
    match marched.halt:
        case Halt.CONTACT | Halt.JUST_OUTSIDE | Halt.HELD:
            side = plan.battalion.side_id
            is_seen = marched.halt is Halt.HELD or any((side, enemy) not in unseen for enemy in marched.because)
            return ": enemy ahead" if is_seen else ": an enemy ahead who is not seen"
        case Halt.BLOCKED:
            return f", {_why(today, marched, plan)}"
        case _:
            return f": {_why(today, marched, plan)}"


def _note_march(
    today: DayContext,
    plan: Plan,
    marched: Marched,
    turn: Turn,
    by_unit: Mapping[int, Plan],
    unseen: Collection[tuple[int, int]],
) -> None:
    """Write a march in the diary of the unit's own side. Those that close up to a halted unit are halted with it."""
    verb = {Halt.ARRIVED: "{reaches}", Halt.OUT_OF_TIME: "{marches} to"}.get(marched.halt, "{halts} at")
    head = _head(turn, marched)
    is_short = head.halt in _SHORT and head.end == marched.end
    after = _as_known(today, by_unit[head.unit], head, unseen) if is_short else ""
    done = deed(f"{verb} {{where}}{{after}}", where=today.theatre.describe(marched.end), after=after)
    note_deed(
        today.board,
        plan.battalion,
        done,
        seconds=marched.seconds,
        bold=marched.halt is Halt.CONTACT,
        news=News.HALT if is_short else News.MARCH,
    )


def _note_halt(today: DayContext, plan: Plan, marched: Marched, unseen: Collection[tuple[int, int]]) -> None:
    """Write in the diary of a unit's own side, once, that it cannot set out."""
    where = today.theatre.describe(marched.end)
    done = deed("{stays} at {where}{after}", where=where, after=_as_known(today, plan, marched, unseen))
    note_deed(today.board, plan.battalion, done, seconds=0, news=News.HALT)


def _write_contacts(today: DayContext, by_unit: dict[int, Plan], touches: tuple[Touch, ...]) -> None:
    """Write down new contacts, and old ones that still hold and in which one of the two units now has orders to attack
    (umpire 1.4).

    Two units that part and meet again in one turn have one contact, where they met last.
    """
    written = {
        (touch.first, touch.second): touch for touch in touches if not touch.old or _is_pressed(today, by_unit, touch)
    }
    for touch in written.values():
        nearest = today.theatre.nearest_spot(touch.point)
        today.board.make(
            Contact,
            day=today.now.day,
            turn=today.now.turn,
            seconds=touch.seconds,
            first_id=touch.first,
            second_id=touch.second,
            first_locates=touch.first_locates,
            second_locates=touch.second_locates,
            x_m=round(touch.point[0]),
            y_m=round(touch.point[1]),
            place_id=nearest.place,
            state=ContactState.OPEN,
        )


def _is_pressed(today: DayContext, by_unit: dict[int, Plan], touch: Touch) -> bool:
    """Return whether two units that were in range as the turn began still are, and one of them has orders to attack."""
    first, second = today.army.battalions[touch.first], today.army.battalions[touch.second]
    if not any(by_unit[b.id].standing.kind is OrderKind.ATTACK for b in (first, second)):
        return False
    position, goal = position_of(first), position_of(second)
    if position is None or goal is None:
        return False
    sight = today.conditions.sight
    return locates(today.theatre, sight, position, goal) or locates(today.theatre, sight, goal, position)


def _write_sightings(today: DayContext, glimpses: tuple[Glimpse, ...], landed: Collection[int]) -> None:
    """Write down what each side saw: arm and rough size, no names (umpire 1.13). The first glimpse of a unit in the
    turn counts; a unit that sees one that ``landed`` in it has seen it land.
    """
    flown_over = sightings_of_turn(today.board)
    seen: set[tuple[int, int]] = set()
    for glimpse in glimpses:
        observer, unit = today.army.battalions[glimpse.observer], today.army.battalions[glimpse.seen]
        if (observer.side_id, unit.id) in seen or unit.hidden:
            continue
        seen.add((observer.side_id, unit.id))
        if (old := flown_over.get((observer.side_id, unit.id))) is not None:
            today.board.erase(old)
        write_sighting(
            today.board,
            today.theatre,
            observer.side_id,
            unit,
            glimpse.where,
            seconds=glimpse.seconds,
            seen_by=observer.name,
            how=(Seen.LANDING if unit.id in landed else glimpse.how).value,
        )


def _take_places(today: DayContext, turn: Turn) -> None:
    """Give places to the side that marched through them unopposed (umpire 1.10)."""
    places, changes = today.board.by_id(Place), Changes(today)
    standing = sides_at_places(today)
    passages = sorted((p.seconds, p.place, unit) for unit, marched in turn.units.items() for p in marched.passed)
    for seconds, place_id, unit in passages:
        side = today.army.battalions[unit].side_id
        place = places[place_id]
        opposed = standing.get(place_id, set()) - {side}
        if not opposed and owner_after(place.owner_id, (), (side,)).changed:
            changes.take(place, side, seconds)
    changes.tell()
    lapse(today, changes)


def sides_at_places(today: DayContext) -> dict[int, set[int]]:
    """Return the sides that have a unit standing at a place, by the place's id."""
    standing: dict[int, set[int]] = {}
    for battalion in today.army.battalions.values():
        if battalion.place_id is not None:
            standing.setdefault(battalion.place_id, set()).add(battalion.side_id)
    return standing
