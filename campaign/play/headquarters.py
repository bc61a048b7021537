"""The habits of a division's headquarters: in reach of its commands, behind its foremost fighting troops, and out
of the enemy's way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import dist, inf
from typing import Final

from campaign.play.back import CLEAR_M, back_from, from_home, is_manned
from campaign.play.view import NEAR_M, Group, Instruction, Order, Staff, View, percent, seen
from campaign.play.ways import along
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind

# Our choice: 0.75 changes 9 of 64 sets of orders, 1 changes 4.
IN_REACH: Final = 0.9
"""The part of its supply reach by road within which a headquarters keeps its commands; some of a route may be off the
roads.
"""


def move_headquarters(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for a headquarters that has lost reach of a command, or that an enemy is likely to overrun, to go to
    the quiet place of its own side, behind its fighting troops, from which it reaches most of its commands.
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
        quiet = (place for place in near if not view.enemies_near(place, CLEAR_M))
        ranked = sorted((_beyond_reach(reached, place), place) for place in quiet)
        choice = next((each for each in ranked if _is_covered(view, staff, each[1])), None)
        best, place = choice if choice is not None else (now, None)
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
                why += (
                    f" and {len(staff.below) - best[0]} from there{', behind its fighting troops' * bool(staff.front)}"
                )
            yield Order((staff.troop.id,), staff.tells, staff.troop.name, does, why, 0, OrderKind.MARCH, place)


def stay_behind(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders to hold for a headquarters that follows its commands, but may run into an enemy in this turn: one
    seen lately at a place on the road to a command, where no fresh fighting troops of its side are.
    """
    for staff in view.staffs:
        troop = staff.troop
        follows = troop.mission is None or troop.mission.kind is OrderKind.FOLLOW
        if not (follows and troop.free) or troop.engaged or troop.id in view.ordered:
            continue
        met = next((place for place in sorted(_on_the_way(view, staff)) if _is_the_enemys(view, place)), None)
        if met is not None:
            where = f"at {view.theatre.spot(met).name}, on the road to one of its commands"
            enemies = seen(view.enemies_near(met, NEAR_M / 2, 1), where)
            why = f"{enemies}, and no fresh fighting troops of its side are there"
            does = "holds and does not follow its commands"
            yield Order((troop.id,), staff.tells, troop.name, does, why, 0, OrderKind.HOLD, None)


def _on_the_way(view: View, staff: Staff) -> set[int]:
    """Return the places that a headquarters can reach in a turn on the roads to its commands."""
    troop = staff.troop
    near = view.ways.reached(troop.at, troop.pace, troop.barred)
    ways = (view.ways.places(troop.at, along(view.theatre, at)[0], troop.barred) for at in staff.below)
    return {place for way in ways for place in way if place in near and troop.at != AtPlace(place)}


def _is_the_enemys(view: View, place: int) -> bool:
    return bool(view.enemies_near(place, NEAR_M / 2, 1)) and not is_manned(view, place)


def _beyond_reach(reached: Sequence[Mapping[int, float]], place: int) -> tuple[int, float]:
    """Return how many commands a headquarters at this place does not reach, and the distance of the farthest of the
    others.
    """
    near = [at[place] for at in reached if place in at]
    return len(reached) - len(near), max(near, default=inf)


def _is_covered(view: View, staff: Staff, place: int) -> bool:
    """Return whether a headquarters at a place would be behind fighting troops of its own: some of them are farther
    forward, or more than half of them are at that place.
    """
    here = view.point(place)
    beside = [at for at in staff.front if dist(here, view.point(at)) <= NEAR_M / 2]
    if not staff.front or 2 * len(beside) > len(staff.front):
        return True
    depth = _depth(view, place)
    return any(_depth(view, at) < depth for at in staff.front if at not in beside)


def _depth(view: View, where: int | Position) -> float:
    """Return how far back a point is: the metres from the nearest enemy seen in the last two days; where none was seen,
    the less the farther from home.
    """
    centre = view.point(where)
    if view.enemies:
        return min(dist(centre, view.point(enemy.at)) for enemy in view.enemies)
    return -from_home(view, AtPlace(where) if isinstance(where, int) else where)
