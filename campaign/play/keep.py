"""Habits that keep a force together: headquarters in reach, ground given up in time, the spent relieved and rested,
reinforcements sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import dist, inf
from typing import Final

from campaign.play.bridges import waiting_at
from campaign.play.view import NEAR_M, Group, Instruction, Mission, Order, Rest, Troop, View, percent, seen, verb
from campaign.play.ways import along
from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import counted
from campaign.values import replace

# Our choice: 4000 changes 21 of 64 sets of orders, 16,000 changes 10.
CLEAR_M: Final = 8000.0
"""The distance from every enemy seen beyond which troops are out of the line."""
# Our choice. It decides who gives ground (`test_give_ground_in_the_open_and_before_being_cut_off`): in none of 64 sets
# of orders otherwise.
TOO_STRONG: Final = 0.75
"""The chance of being driven off from which a unit that need not stay goes."""
# Our choice: half of each changes 1 of 64 sets of orders, twice each changes 4.
OUT_OF_LINE_M: Final = (NEAR_M * 1.5, NEAR_M * 0.75)
"""The distance from the enemy to which a unit goes back if it can; otherwise a little less."""
# Our choice: 7500 changes 11 of 64 sets of orders, 30,000 changes 2.
BACK_M: Final = 15_000.0
"""The farthest that a unit goes back at one time."""
# Our choice: 0.75 changes 9 of 64 sets of orders, 1 changes 4.
IN_REACH: Final = 0.9
"""The part of its supply reach by road within which a headquarters keeps its commands; some of a route may be off the
roads.
"""


def move_headquarters(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for a headquarters that has lost reach of a command, or that an enemy is likely to overrun, to go to
    the quiet place of its own side from which it reaches most of its commands.
    """
    for staff in view.staffs:
        if not staff.troop.free or staff.troop.engaged:
            continue
        place_now = along(view.theatre, staff.troop.at)[0]
        reach_m = IN_REACH * staff.reach_m
        beyond = sum(view.ways.metres(at, place_now, within_m=reach_m) > reach_m for at in staff.below)
        danger = view.danger(staff.troop.at) if view.enemies_near(staff.troop.at, NEAR_M, 1) else 0.0
        threatened = danger >= 1 / 2
        if not (beyond or threatened):
            continue
        reached = [view.ways.reached(at, reach_m) for at in staff.below]
        now = _beyond_reach(reached, place_now)
        near = view.held.intersection(chain.from_iterable(reached))
        quiet = (place for place in sorted(near) if not view.enemies_near(place, CLEAR_M))
        best, place = min(((_beyond_reach(reached, place), place) for place in quiet), default=(now, None))
        if threatened and place is None:
            place = back_from(view, staff.troop)
        if place is not None and (threatened or best[0] < now[0]):
            does = f"goes to {view.theatre.spot(place).name}, "
            if threatened:
                does += "before the enemy"
                why = f"the enemy seen near it has a chance of {percent(danger)} to overrun it"
            else:
                does += "within reach of its commands"
                why = f"it reaches {len(staff.below) - now[0]} of {len(staff.below)} commands from where it is"
                why += f" and {len(staff.below) - best[0]} from there"
            yield Order((staff.troop.id,), staff.tells, staff.troop.name, does, why, 0, OrderKind.MARCH, place)


def _beyond_reach(reached: Sequence[Mapping[int, float]], place: int) -> tuple[int, float]:
    """Return how many commands a headquarters at this place does not reach, and the distance of the farthest of the
    others.
    """
    near = [at[place] for at in reached if place in at]
    return len(reached) - len(near), max(near, default=inf)


def give_ground(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for a unit that will be cut off by an enemy too strong for it, or is in the open before one, to go
    back to the nearest better ground of its own side while a road is open.
    """
    for group in idle:
        danger = view.danger(group.at)
        if danger < TOO_STRONG:
            continue
        place_now = along(view.theatre, group.at)[0]
        stays = _is_strong(view, place_now) or any(goal.place == place_now and goal.held for goal in view.goals)
        if stays and not _is_closing(view, place_now):
            continue
        place = back_from(view, group)
        if place is not None:
            name = view.theatre.spot(place).name
            does = f"goes back to {name} before an enemy too strong for it"
            why = f"{seen(view.enemies_near(group.at), 'near it')} with a chance of {percent(danger)} to drive it off"
            if stays:
                why += ", and all its roads but one are closed"
            yield Order.to_group(group, OrderKind.WITHDRAW, place, does, why)


def _is_strong(view: View, place: int) -> bool:
    """Return whether a place is a hill or gives cover."""
    spot = view.theatre.spot(place)
    return spot.hill or spot.cover is Cover.TERRAIN


def _is_closing(view: View, place: int) -> bool:
    """Return whether the enemy is on all roads that leave the place but one."""
    ends = view.theatre.neighbours(place)
    return len(ends) > 1 and sum(not view.enemies_near(end, age=1) for end in ends) <= 1


def back_from(view: View, unit: Troop | Group) -> int | None:
    """Return the place to which troops go back: as far from the enemy as they should be, or else a little nearer."""
    places = (_quiet_place(view, unit.at, unit.pace, unit.barred, clear_m) for clear_m in OUT_OF_LINE_M)
    return next((place for place in places if place is not None), None)


def _quiet_place(view: View, start: Position, pace: float, barred: frozenset[str], clear_m: float) -> int | None:
    """Return the best place close behind to go back to: owned by the side, this far from the enemy, by a road free of
    known enemies; a little farther for strong ground or ground that scores.
    """
    scoring = {goal.place for goal in view.goals}
    reached = view.ways.reached(start, BACK_M, barred, view.barred_places)
    choices = []
    for place in sorted(view.held & reached.keys()):
        metres = reached[place]
        if dist(view.point(place), view.point(start)) > BACK_M or view.enemies_near(place, clear_m):
            continue
        if NEAR_M / 2 < metres <= min(BACK_M, TURNS_A_DAY / 2 * pace):
            worth = _is_strong(view, place) + (place in scoring) - 2 * bool(view.enemies_near(place, CLEAR_M))
            choices.append((metres - NEAR_M * worth, place))
    return min(choices)[1] if choices else None


def spare(view: View, idle: tuple[Group, ...]) -> list[Group]:
    """Return the groups that may leave their position: not spent, not waiting for a landing, and not the last on ground
    that scores, or at the place the scenario sent them to, while the enemy is near.
    """
    return [g for g in idle if g.takes_ground and not g.is_spent and not _is_needed(view, g)]


def _is_needed(view: View, group: Group) -> bool:
    here = along(view.theatre, group.at)
    if any(place in view.landings for place in here):
        return True
    kept = {goal.place for goal in view.goals if goal.held} | {t.post for t in group.troops if t.post is not None}
    near = [place for place in kept if dist(view.point(place), view.point(group.at)) <= NEAR_M / 2]
    if not near or not view.enemies_near(group.at, 2 * CLEAR_M):
        return False
    return not any(t.formation != group.formation and not t.spent for t in view.troops_near(near[0], NEAR_M / 2))


def relieve(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for fresh troops of the same division, out of the line, to march up to spent ones that face the
    enemy; when they arrive, the spent ones go back.
    """
    fresh = {g.id: g for g in spare(view, idle) if not view.enemies_near(g.at, CLEAR_M)}
    for group in idle:
        if not group.is_spent or not view.enemies_near(group.at):
            continue
        place_now = along(view.theatre, group.at)[0]
        relieved = any(not t.spent and t.formation != group.formation for t in view.troops_near(group.at, NEAR_M / 2))
        if relieved and (place := back_from(view, group)) is not None:
            does = f"is spent and relieved, and goes back to {view.theatre.spot(place).name}"
            why = "at least half of it is spent before the enemy, and fresh troops are beside it"
            yield Order.to_group(group, OrderKind.WITHDRAW, place, does, why)
            continue
        ranked = sorted(
            (view.ways.metres(g.at, place_now, g.barred), g.id) for g in fresh.values() if g.division == group.division
        )
        if not relieved and ranked and ranked[0][0] <= TURNS_A_DAY / 2 * fresh[ranked[0][1]].pace:
            relief = fresh.pop(ranked[0][1])
            does = f"relieves {group.name} at {view.theatre.spot(place_now).name}"
            why = (
                f"at least half of {group.name} is spent before the enemy, and this is the division's nearest free"
                " command"
            )
            yield Order.to_group(relief, OrderKind.MARCH, place_now, does, why)


def pull_out(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for spent battalions that face the enemy to go back to the next quiet place of their side; a unit
    alone on ground that scores stays, and one without a way back stops attacking.
    """
    going: dict[tuple[int, int | None], list[Troop]] = {}
    for troop in view.to_order:
        if not troop.spent or not troop.led or troop.engaged or not view.enemies_near(troop.at, NEAR_M, 1):
            continue
        beside = [t for t in view.troops_near(troop.at, NEAR_M / 2) if not t.spent]
        if not beside and any(g.held and g.place in along(view.theatre, troop.at) for g in view.goals):
            continue
        place = back_from(view, troop)
        if not _is_withdrawing(troop) and (place is not None or _is_going(troop)):
            going.setdefault((troop.formation, place), []).append(troop)
    threat = f"the enemy was seen within {NEAR_M / 1000:g} km"
    for (_, place), troops in going.items():
        if place is None:
            does = verb(troops, "is spent, has no way back and digs in", "are spent, have no way back and dig in")
            why = f"{threat}, and no quiet place behind is within reach"
            yield Order.to_troops(view, troops, OrderKind.HOLD, None, does, why)
        else:
            goes = verb(troops, "is spent and goes", "are spent and go")
            does = f"{goes} out of the line, to {view.theatre.spot(place).name}"
            why = f"{threat}, and spent troops do not count in battle"
            yield Order.to_troops(view, troops, OrderKind.WITHDRAW, place, does, why)


def _is_going(troop: Troop) -> bool:
    """Return whether a troop has orders to go on."""
    return troop.mission is not None and troop.mission.kind in (OrderKind.MARCH, OrderKind.ATTACK)


def back_to_duty(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for recovered units, or units that were sent another way, to resume what the scenario has for
    them.
    """
    going: dict[tuple[int, Mission], list[Troop]] = {}
    waiting = waiting_at(view)
    for troop in view.to_order:
        if not troop.led or troop.duty is None or troop.mission is None or troop.engaged or troop.id in waiting:
            continue
        if troop.spent or troop.resting or _carries_out(troop.mission, troop.duty):
            continue
        if troop.mission.kind is OrderKind.HOLD and view.mask_ratio and view.ahead(troop, troop.duty):
            continue
        if not troop.takes_ground and any(e.fighter.weight for e in view.ahead(troop, troop.duty)):
            continue
        via = troop.duty.via if troop.duty.to is None else troop.duty.stations_from(view.ways, troop)[:-1]
        going.setdefault((troop.formation, replace(troop.duty, via=via)), []).append(troop)
    for (_, duty), troops in going.items():
        does = f"{verb(troops, 'goes back to its', 'go back to their')} orders: {duty.kind}{_to(view, duty.to)}"
        why = "that order of the scenario is still to be carried out"
        yield Order.to_troops(view, troops, duty.kind, duty.to, does, why, duty.via)


def _carries_out(mission: Mission, duty: Mission) -> bool:
    """Return whether a mission is the scenario's order for the troops, or the same march with attacks on the way."""
    return mission.to == duty.to and mission.kind in (duty.kind, OrderKind.ATTACK)


def _to(view: View, place: int | None) -> str:
    return "" if place is None else f" {view.theatre.spot(place).name}"


def rest(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for spent units to rest where no enemy is near and supply comes, and to end the rest of units that
    are fresh again or see the enemy come.
    """
    for troop in view.to_order:
        if not troop.led or troop.engaged:
            continue
        safe = not view.enemies_near(troop.at, NEAR_M, 1)
        if troop.spent and safe and troop.supplied and not troop.resting and not _is_withdrawing(troop):
            why = f"no enemy was seen within {NEAR_M / 1000:g} km of it, and it is in supply"
            yield Rest((troop.id,), view.tells(troop), troop.name, "is spent and rests in reserve", why)
        elif troop.resting and not (troop.spent and safe):
            does = f"rests no longer, for {'it is fresh again' if safe else 'the enemy is near'}"
            why = (
                "rest sheds casualty figures, and it has none"
                if safe
                else f"an enemy was seen within {NEAR_M / 1000:g} km of it"
            )
            yield Rest((troop.id,), view.tells(troop), troop.name, does, why, stop=True)


def _is_withdrawing(troop: Troop) -> bool:
    mission = troop.mission
    return mission is not None and mission.kind is OrderKind.WITHDRAW and troop.at != AtPlace(mission.to or 0)


def reinforce(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for units without an enemy near to go to ground of their side that scores and that the enemy is
    about to take, if they can be there within a day and then hold it.
    """
    free = {g.id: g for g in spare(view, idle) if not view.enemies_near(g.at, CLEAR_M)}
    held = sorted((goal for goal in view.goals if goal.held), key=lambda goal: (-goal.points, goal.place))
    for goal in held:
        danger = view.danger(goal.place)
        if danger < 1 / 2:
            continue
        for turns, ident in sorted((view.turns_to(g, goal.place), g.id) for g in free.values()):
            group = free[ident]
            if turns > group.reach:
                break
            if dist(view.point(group.at), view.point(goal.place)) <= NEAR_M / 2:
                continue
            del free[ident]
            does = f"goes to the help of {view.theatre.spot(goal.place).name}"
            why = f"it scores {counted(goal.points, 'point')}, and the enemy seen near it has a chance of"
            why += f" {percent(danger)} to take it"
            yield Order.to_group(group, OrderKind.MARCH, goal.place, does, why)
            break
