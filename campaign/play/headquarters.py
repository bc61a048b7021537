"""The habit of a division's headquarters: in reach of its commands, behind its foremost fighting troops, and out of the
enemy's way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import dist, inf
from typing import Final

from campaign.play.back import CLEAR_M, back_from, from_home
from campaign.play.view import NEAR_M, Group, Instruction, Order, Staff, View, percent
from campaign.play.ways import along
from campaign.terms.position import AtPlace
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
        foremost_m = _foremost(view, staff)
        choice = next((each for each in ranked if _is_covered(view, staff, each[1], foremost_m)), None)
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
                why += f" and {len(staff.below) - best[0]} from there{', behind its fighting troops' * bool(staff.front)}"
            yield Order((staff.troop.id,), staff.tells, staff.troop.name, does, why, 0, OrderKind.MARCH, place)


def _beyond_reach(reached: Sequence[Mapping[int, float]], place: int) -> tuple[int, float]:
    """Return how many commands a headquarters at this place does not reach, and the distance of the farthest of the
    others.
    """
    near = [at[place] for at in reached if place in at]
    return len(reached) - len(near), max(near, default=inf)


def _foremost(view: View, staff: Staff) -> float:
    """Return how far from home the middle one of the fighting commands of a headquarters is; infinite if that cannot be
    known. Those beyond it may be on an open flank.
    """
    far = sorted(from_home(view, at) for at in staff.front)
    return far[(len(far) - 1) // 2] if far and view.homes else inf


def _is_covered(view: View, staff: Staff, place: int, foremost_m: float) -> bool:
    """Return whether fighting troops of a headquarters are between a place and the enemy: no farther from home than half
    of its commands, and of each enemy seen on the near map some of them are nearer to him.
    """
    if not staff.front:
        return True
    if from_home(view, AtPlace(place)) > foremost_m:
        return False
    here, front = view.point(place), [view.point(at) for at in staff.front]
    if any(dist(here, at) <= NEAR_M / 2 for at in front):
        return True
    enemies = (view.point(enemy.at) for enemy in view.enemies_near(place, 2 * CLEAR_M))
    return all(any(dist(at, enemy) < dist(here, enemy) for at in front) for enemy in enemies)
