"""The steps of the day in which units come onto the map and march (umpire 1.1, 1.4, 1.13)."""

from __future__ import annotations

from campaign.actions.diary import note
from campaign.actions.today import Today
from campaign.model import Battalion, Contact, Order, Place, Sighting
from campaign.rules.brevity.command import roll_moves
from campaign.situation.army import position_of, put
from campaign.situation.engaged import engaged_battalions
from campaign.situation.marching import Plan, plans, tick_off
from campaign.situation.standing import standing_orders
from campaign.terms.position import AtPlace
from campaign.terms.state import ContactState, OrderKind, Posture, State
from campaign.terms.time import Moment
from campaign.theatre.march import march
from campaign.theatre.marchers import Glimpse, Halt, Marched, Touch, Turn

TOLD = (Halt.CONTACT, Halt.JUST_OUTSIDE, Halt.HELD, Halt.BLOCKED, Halt.BEHIND, Halt.WAITING, Halt.NO_GOING, Halt.ARRIVED)
"""Halts that a commander wants to hear of."""


def arrivals(today: Today) -> None:
    """Reinforcements that are due are set down where they enter."""
    for battalion in sorted(today.army.battalions.values(), key=lambda b: b.id):
        if battalion.arrives_day is None or battalion.arrives_turn is None or battalion.arrives_at_id is None or battalion.on_map:
            continue
        if battalion.state in (State.FRESH, State.SPENT) and Moment(battalion.arrives_day, battalion.arrives_turn) <= today.now:
            put(battalion, AtPlace(battalion.arrives_at_id))
            words = f"{battalion.name} arrives at {today.theatre.spot(battalion.arrives_at_id).name}"
            today.say(words)
            note(today.desk, f"{words}.", side=battalion.side_id, battalion=battalion.id)


def movement(today: Today) -> None:
    """Every march of the turn at once and continuously; contacts, sightings and places passed are written down."""
    orders = standing_orders(today.army, today.desk.rows(Order), today.now)
    held = engaged_battalions(today.desk)
    planned = plans(today.army, today.theatre, orders, today.conditions, today.book, held=held, rolled=_rolled_moves(today))
    turn = march(
        today.theatre,
        [p.marcher for p in planned],
        today.conditions.sight,
        in_contact=_old_contacts(today),
        engaged=tuple(held),
    )
    by_unit = {p.battalion.id: p for p in planned}
    for plan in planned:
        if plan.trouble:
            today.say(f"{plan.battalion.name} cannot march: {plan.trouble}")
    _set_down(today, by_unit, turn)
    _write_contacts(today, by_unit, turn.touches)
    _write_sightings(today, turn.glimpses)
    _take_places(today, turn)


def _rolled_moves(today: Today) -> dict[int, int]:
    """Moves of this turn by command, where the rulebook has them rolled."""
    if not today.book.is_word("march.moves_per_turn") or today.book.word("march.moves_per_turn") != "rolled":
        return {}
    return {
        f.id: roll_moves(today.army.nationality(f), night=today.conditions.night, dice=today.dice, subject=f.key)
        for f in today.army.commands()
    }


def _old_contacts(today: Today) -> list[tuple[int, int]]:
    standing = (ContactState.OPEN, ContactState.STANDOFF, ContactState.BATTLE)
    return sorted({(c.first_id, c.second_id) for c in today.desk.rows(Contact, Contact.state.in_(standing))})


def _set_down(today: Today, by_unit: dict[int, Plan], turn: Turn) -> None:
    for unit, marched in sorted(turn.units.items()):
        plan = by_unit[unit]
        battalion = plan.battalion
        if not marched.has_moved:
            if marched.halt in (Halt.HELD, Halt.BLOCKED, Halt.NO_GOING):
                today.say(f"{battalion.name} stays at {today.theatre.describe(marched.end)}: {marched.why}")
            continue
        tick_off(battalion, plan.standing, [p.place for p in marched.passed])
        put(battalion, marched.end)
        battalion.moved, battalion.resting, battalion.dug_in_turns, battalion.hidden = True, False, 0, False
        battalion.posture = Posture.MARCH
        _tell_march(today, battalion, marched)


def _tell_march(today: Today, battalion: Battalion, marched: Marched) -> None:
    where = today.theatre.describe(marched.end)
    words = (
        f"{battalion.name} marches {marched.metres / 1000:.1f} km to {where}"
        if marched.halt is not Halt.ARRIVED
        else f"{battalion.name} reaches {where}"
    )
    if marched.halt in TOLD and marched.halt is not Halt.ARRIVED and marched.why:
        words += f": {marched.why}"
    today.say(words)
    own = f"{battalion.name} {'reaches' if marched.halt is Halt.ARRIVED else 'halts at' if marched.halt in TOLD else 'marches to'} {where}"
    if marched.halt in (Halt.CONTACT, Halt.JUST_OUTSIDE):
        own += ": enemy ahead"
    elif marched.halt in (Halt.BLOCKED, Halt.NO_GOING):
        own += f": {marched.why}"
    note(today.desk, f"{own}.", side=battalion.side_id, battalion=battalion.id, seconds=marched.seconds, bold=marched.halt is Halt.CONTACT)


def _write_contacts(today: Today, by_unit: dict[int, Plan], touches: tuple[Touch, ...]) -> None:
    """New contacts, and old ones where one of the two is now told to attack (umpire 1.4)."""
    for touch in touches:
        attacked = any(by_unit[u].standing.kind is OrderKind.ATTACK for u in (touch.first, touch.second))
        if touch.old and not attacked:
            continue
        nearest = today.theatre.nearest_spot(touch.point)
        today.desk.make(
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


def _write_sightings(today: Today, glimpses: tuple[Glimpse, ...]) -> None:
    """What each side saw: arm and rough size, no names (umpire 1.13). The first glimpse of a unit in the turn counts."""
    seen: set[tuple[int, int]] = set()
    for glimpse in glimpses:
        observer, unit = today.army.battalions[glimpse.observer], today.army.battalions[glimpse.seen]
        if (observer.side_id, unit.id) in seen or unit.hidden:
            continue
        seen.add((observer.side_id, unit.id))
        where = glimpse.where
        today.desk.make(
            Sighting,
            day=today.now.day,
            turn=today.now.turn,
            seconds=glimpse.seconds,
            side_id=observer.side_id,
            battalion_id=unit.id,
            place_id=where.place if isinstance(where, AtPlace) else today.theatre.nearest_spot(today.theatre.point_of(where)).place,
            where=today.theatre.describe(where),
            arm=unit.arm,
            mark=unit.mark,
            seen_by=observer.name,
            how=glimpse.how.value,
            named=False,
        )


def _take_places(today: Today, turn: Turn) -> None:
    """A place belongs to the side that marched through it unopposed (umpire 1.10)."""
    places = today.desk.by_id(Place)
    standing: dict[int, set[int]] = {}
    for battalion in today.army.battalions.values():
        position = position_of(battalion)
        if isinstance(position, AtPlace):
            standing.setdefault(position.place, set()).add(battalion.side_id)
    passages = sorted((p.seconds, p.place, unit) for unit, marched in turn.units.items() for p in marched.passed)
    for _, place_id, unit in passages:
        side = today.army.battalions[unit].side_id
        place = places[place_id]
        if place.owner_id != side and not (standing.get(place_id, set()) - {side}):
            take_place(today, place, side)


def take_place(today: Today, place: Place, side: int) -> None:
    """The place changes hands; the side that gains it hears of it, and so does the one that held it."""
    before, place.owner_id = place.owner_id, side
    today.say(f"{place.name} is now held by {today.army.sides[side].name}")
    note(today.desk, f"{place.name} is in our hands.", side=side, bold=True)
    if before is not None:
        note(today.desk, f"{place.name} is lost.", side=before, bold=True)
