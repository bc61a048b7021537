"""The orders of a side's commanders without a player in this turn, collected from one habit after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from campaign.play.attack import clear_the_way, go_round, is_halted_by_the_unseen, mask, mass, race, sally
from campaign.play.bridges import blow_bridges, mend_bridges, wait_for_bridges, with_work
from campaign.play.headquarters import move_headquarters, stay_behind
from campaign.play.keep import back_to_duty, give_ground, pull_out, reinforce, relieve, rest, seek_supply
from campaign.play.operations import advance, break_contact, give_up
from campaign.play.rear import closes_up_on_nobody, fall_back, keep_back, let_pass, turn_back
from campaign.play.superiors import serve_the_aim
from campaign.play.view import NEAR_M, Group, Instruction, Order, Rest, View
from campaign.values import replace

Habit = Callable[[View, tuple[Group, ...]], Iterator[Instruction]]

HABITS: Final[tuple[Habit, ...]] = (
    blow_bridges,
    mend_bridges,
    move_headquarters,
    stay_behind,
    give_ground,
    relieve,
    pull_out,
    rest,
    seek_supply,
    wait_for_bridges,
    give_up,
    fall_back,
    keep_back,
    let_pass,
    mask,
    back_to_duty,
    clear_the_way,
    reinforce,
    race,
    mass,
    sally,
    serve_the_aim,
    advance,
    break_contact,
    turn_back,
)
"""The habits in the order in which they are asked; a unit ordered by one is left out of the next, so that it gets a
single order in a turn.
"""


def orders_for(view: View) -> tuple[Instruction, ...]:
    """Return all orders of the side's commanders without a player for the coming march, without those that stand
    already.
    """
    view, orders = replace(view, ordered=set()), list[Instruction]()
    idle = tuple(group for group in view.groups if group.is_free and not _goes_on(view, group))
    for habit in HABITS:
        ordered = list(habit(view, idle))
        orders += ordered
        view = with_work(view, ordered)
        view.ordered.update(unit for order in ordered if not isinstance(order, Rest) for unit in order.units)
        idle = tuple(_without(idle, view.ordered))
    asked = {troop.id for group in idle for troop in group.troops}
    moving = (group for group in view.groups if group.is_moving and asked.isdisjoint(t.id for t in group.troops))
    orders += go_round(view, tuple(_without(moving, view.ordered)))
    return tuple(order for order in orders if not _stands_already(view, order))


def _without(groups: Iterable[Group], busy: set[int]) -> Iterator[Group]:
    """Yield the groups without the battalions that already have an order of this turn."""
    for group in groups:
        free = tuple(troop for troop in group.troops if troop.id not in busy)
        if free:
            yield group if free == group.troops else group.part(free)


def _goes_on(view: View, group: Group) -> bool:
    """Return whether a group is on its way with no enemy in front of it, seen or not, and for something that is still
    there.
    """
    if not group.is_moving or view.enemies_near(group.at, NEAR_M, 1) or closes_up_on_nobody(view, group):
        return False
    return not any(is_halted_by_the_unseen(view, troop) for troop in group.troops)


def _stands_already(view: View, order: Instruction) -> bool:
    """Return whether all troops that get this order have it already."""
    if not isinstance(order, Order):
        return False
    missions = [view.by_id[unit].mission for unit in order.units if unit in view.by_id]
    return bool(missions) and all(
        m is not None and (m.kind, m.to, m.via) == (order.kind, order.to, order.via) for m in missions
    )
