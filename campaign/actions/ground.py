"""The steps of the day that settle the ground: works, places, objectives, and the returns of the evening."""

from __future__ import annotations

from campaign.actions.diary import note
from campaign.actions.movement import take_place
from campaign.actions.today import Today
from campaign.model import Contact, EngineeringTask, Objective, Order, Place, Score, StrengthReturn
from campaign.situation.army import Army, position_of
from campaign.situation.engaged import engaged_battalions
from campaign.situation.standing import standing_orders
from campaign.terms.position import AtPlace
from campaign.terms.state import ContactState, OrderKind, Posture, TaskState

MOST_DUG_IN = 4


def engineering(today: Today) -> None:
    """Whoever held where it stood the whole turn digs on (OB-PREP-01..03); tasks of engineers are not worked on by this version."""
    orders = standing_orders(today.army, today.desk.rows(Order), today.now)
    engaged = engaged_battalions(today.desk)
    for battalion in today.army.battalions.values():
        digs = battalion.on_map and not battalion.moved and not battalion.resting and battalion.id not in engaged
        if digs and orders.of(battalion).kind is OrderKind.HOLD and battalion.dug_in_turns < MOST_DUG_IN:
            battalion.dug_in_turns += 1
    for task in today.desk.rows(EngineeringTask, EngineeringTask.state == TaskState.WORKING):
        today.say(f"Engineering task {task.kind} is not worked on by this version of the program; use campaign adjust when it is done")


def places_change_hands(today: Today) -> None:
    """A place belongs to the last side that stood there alone at a turn's end (umpire 1.10)."""
    standing: dict[int, set[int]] = {}
    for battalion in today.army.battalions.values():
        position = position_of(battalion)
        if isinstance(position, AtPlace):
            standing.setdefault(position.place, set()).add(battalion.side_id)
    places = today.desk.by_id(Place)
    for place_id, sides in sorted(standing.items()):
        (side, *others) = sides
        if not others and places[place_id].owner_id != side:
            take_place(today, places[place_id], side)


def end_of_turn(today: Today) -> None:
    """Marks of the turn are taken off: who moved may rest again, columns deploy, contacts that no longer hold are closed."""
    positions = {b.id: p for b in today.army.battalions.values() if (p := position_of(b)) is not None}
    for battalion in today.army.battalions.values():
        if battalion.moved:
            battalion.moved = False
        if battalion.posture is Posture.MARCH:
            battalion.posture = today.army.formations[battalion.present_id].posture
    longest = today.conditions.sight.longest_m
    for contact in today.desk.rows(Contact, Contact.state.in_((ContactState.OPEN, ContactState.STANDOFF))):
        first, second = positions.get(contact.first_id), positions.get(contact.second_id)
        if first is None or second is None or today.theatre.straight_m(first, second) > longest:
            contact.state = ContactState.CLOSED


def score_objectives(today: Today) -> None:
    """At the end of the day each objective scores for its side if that side holds the place (umpire 1.10)."""
    places = today.desk.by_id(Place)
    for objective in today.desk.rows(Objective):
        if objective.day not in (None, today.now.day) or places[objective.place_id].owner_id != objective.side_id:
            continue
        today.desk.make(Score, day=today.now.day, objective_id=objective.id, side_id=objective.side_id, points=objective.points)
        today.say(f"{today.army.sides[objective.side_id].name}: {objective.points} for {objective.name}")
    totals = score_totals(today)
    today.say("Score so far: " + ", ".join(f"{side.name} {totals.get(side.id, 0)}" for side in today.army.sides.values()))
    for side in today.army.sides.values():
        note(today.desk, f"Score after day {today.now.day}: {totals.get(side.id, 0)}.", side=side.id)


def score_totals(today: Today) -> dict[int, int]:
    """Points so far, by side id."""
    totals: dict[int, int] = {}
    for score in today.desk.rows(Score):
        totals[score.side_id] = totals.get(score.side_id, 0) + score.points
    return totals


def strength_returns(today: Today) -> None:
    """The evening's strength return: every battalion's state and strength, as sitreps compare them (umpire 1.20)."""
    today.desk.make(StrengthReturn, day=today.now.day, content=strength_by_key(today.army))


def strength_by_key(army: Army) -> dict[str, list[object]]:
    """``{battalion key: [state, men, vehicles, guns]}``."""
    return {b.key: [b.state.value, b.men, b.vehicles, b.guns] for b in sorted(army.battalions.values(), key=lambda b: b.id)}
