"""The steps of the day for the ground: works, places, objectives, and the strength returns of the evening."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.actions.engineering import work_on_tasks
from campaign.actions.lapsing import lapse
from campaign.actions.movement import sides_at_places
from campaign.actions.places import Changes
from campaign.actions.raising import fought_twice
from campaign.model import Battalion, Battle, Contact, Objective, Order, Place, Score, StrengthReturn
from campaign.rules.day import nqm_tasks as nqm_tasks
from campaign.rules.day.engineering import dig_in_turns, dug
from campaign.rules.day.possession import Prize, owner_after, score
from campaign.situation.army import Army, position_of
from campaign.situation.engaged import engaged_battalions, met_the_enemy
from campaign.situation.score import score_so_far
from campaign.situation.standing import Standing, standing_orders
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.forces import Engineers
from campaign.terms.position import Position
from campaign.terms.state import ContactState, OrderKind, Posture


def engineering(today: DayContext) -> None:
    """Continue work for battalions that held their position the whole turn: they dig in until their positions are
    prepared (OB-PREP-01..03), or work at their task.
    """
    orders = standing_orders(today.army, today.board.rows(Order), today.now, tasks_in_hand(today.board))
    engaged = engaged_battalions(today.board)
    sappers: dict[int, set[Position]] = defaultdict(set)
    for battalion in today.army.battalions.values():
        if (
            battalion.engineers is Engineers.SPECIALIST
            and battalion.id not in orders.tasks
            and (at := position_of(battalion)) is not None
        ):
            sappers[battalion.side_id].add(at)
    for battalion in today.army.battalions.values():
        fights = battalion.id in engaged
        digs = (
            battalion.on_map
            and not battalion.moved
            and not battalion.resting
            and not fights
            and _holds(battalion, orders.of(battalion))
        )
        turns_needed = dig_in_turns(battalion.arm, battalion.armour)
        needed = nqm_tasks.dig_in_turns(
            turns_needed, today.book, engineers_help=position_of(battalion) in sappers[battalion.side_id]
        )
        after = dug(battalion.dug_in_turns, needed, works=digs, broken_off=fights, book=today.book)
        if after != battalion.dug_in_turns:
            battalion.dug_in_turns = after
    work_on_tasks(today)


def _holds(battalion: Battalion, standing: Standing) -> bool:
    """Return whether a battalion holds: it was told to, or has reached its goal (a fulfilled order means hold and dig
    in, umpire 1.14).

    A unit at an engineering task does not dig in.
    """
    if standing.task is not None:
        return False
    return standing.kind is OrderKind.HOLD or (standing.to is not None and battalion.place_id == standing.to)


def places_change_hands(today: DayContext) -> None:
    """Give each place to the side that stands there alone at a turn's end (umpire 1.10)."""
    places, changes = today.board.by_id(Place), Changes(today, by_presence=True)
    for place_id, sides in sorted(sides_at_places(today).items()):
        change = owner_after(places[place_id].owner_id, sides, ())
        if change.changed and change.owner is not None:
            changes.take(places[place_id], change.owner)
    changes.tell()
    lapse(today, changes)


def end_of_turn(today: DayContext) -> None:
    """Deploy columns, close contacts that no longer hold, and mark the commanders who will be asked for new orders."""
    positions = {b.id: p for b in today.army.battalions.values() if (p := position_of(b)) is not None}
    for battalion in today.army.battalions.values():
        if battalion.posture is Posture.MARCH:
            battalion.posture = battalion.deployed or today.army.formations[battalion.present_id].posture
            battalion.deployed = None
    _mark_who_is_asked_again(today)
    of_turn = today.board.rows(Battle, Battle.day == today.now.day, Battle.turn == today.now.turn)
    for line in fought_twice(today.board, today.army, of_turn) if len(of_turn) > 1 else ():
        today.say(line)
    longest = today.conditions.sight.longest_m

    @cache  # two that face each other for weeks have a contact of each turn
    def are_apart(first_id: int, second_id: int) -> bool:
        first, second = positions.get(first_id), positions.get(second_id)
        return first is None or second is None or today.theatre.straight_m(first, second) > longest

    for contact in today.board.rows(Contact, Contact.state.in_((ContactState.OPEN, ContactState.STANDOFF))):
        if are_apart(contact.first_id, contact.second_id):
            contact.state = ContactState.CLOSED


def _mark_who_is_asked_again(today: DayContext) -> None:
    """Mark the commanders whose battalions met the enemy or fought in this turn, to be asked for new orders (umpire
    1.14).
    """
    for ident in met_the_enemy(today.board, today.army, today.now):
        today.army.commanders[ident].to_ask = True


def score_objectives(today: DayContext) -> None:
    """Score, at the end of the day, each objective for its side if that side holds the place (umpire 1.10)."""
    owners = {p.id: p.owner_id for p in today.board.rows(Place)}
    objectives = today.board.by_id(Objective)
    prizes = (Prize(o.id, o.place_id, o.side_id, o.points, o.day) for o in objectives.values())
    for award in score(prizes, owners, today.now.day):
        today.board.make(
            Score, day=today.now.day, objective_id=award.objective, side_id=award.side, points=award.points
        )
        today.say(f"{today.army.sides[award.side].name}: {award.points} for {objectives[award.objective].name}")
    totals = score_so_far(today.board)
    today.say(
        "Score so far: " + ", ".join(f"{side.name} {totals.get(side.id, 0)}" for side in today.army.sides.values())
    )
    for side in today.army.sides.values():
        note(today.board, f"Score after day {today.now.day}: {totals.get(side.id, 0)}.", side=side.id)


def strength_returns(today: DayContext) -> None:
    """Write the evening's strength return: every battalion's state and strength, which sitreps compare (umpire
    1.20).
    """
    today.board.make(StrengthReturn, day=today.now.day, content=strength_by_key(today.army))


def strength_by_key(army: Army) -> dict[str, list[object]]:
    """Return the strength of every battalion: ``{battalion key: [state, men, vehicles, guns]}``."""
    return {
        b.key: [b.state.value, b.men, b.vehicles, b.guns] for b in sorted(army.battalions.values(), key=lambda b: b.id)
    }
