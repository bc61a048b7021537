"""Habits of those who march behind others: guns and trains without fighting troops, and troops that close up on others
who have gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.play.back import back_from, is_manned, way_back
from campaign.play.view import FORWARD, NEAR_M, Group, Instruction, Order, Troop, View, seen, verb
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.state import OrderKind

# Our choice, so that guns run into no other enemy: with half a day's march the guns of a division went round by the
# enemy's side of the front and met him in five turns.
CLOSE_M: Final = 2 * NEAR_M
"""The farthest that guns alone before the enemy go back to fighting troops of their side."""


def keep_back(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for guns, engineers and trains that are to attack, but without fighting troops ahead of them, to
    hold until there are some.
    """
    going: dict[int, list[Troop]] = {}
    for troop in view.to_order:
        mission = troop.mission
        is_to_attack = mission is not None and mission.kind is OrderKind.ATTACK and mission.to is not None
        if is_to_attack and troop.led and not troop.engaged and is_alone_in_front(view, troop):
            going.setdefault(troop.formation, []).append(troop)
    for troops in going.values():
        does = f"{verb(troops, 'holds', 'hold')} until fighting troops go ahead"
        why = "no fighting troops have orders for that place, and guns, engineers and trains do not attack alone"
        yield Order.to_troops(view, troops, OrderKind.HOLD, None, does, why)


def fall_back(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for guns, engineers and trains before an enemy, with no fresh fighting troops beside them, to go
    back to some of their side, or else to a quiet place behind them. On ground that scores, or that the scenario sent
    them to, they stay.
    """
    going: dict[tuple[int, int, tuple[int, ...]], list[Troop]] = {}
    staffs = {staff.troop.id for staff in view.staffs}
    for troop in view.to_order:
        if troop.takes_ground or troop.engaged or troop.id in staffs or not _may_go(view, troop):
            continue
        place = _manned_place(view, troop) or back_from(view, troop)
        if place is not None and troop.at != AtPlace(place):
            going.setdefault((troop.formation, place, way_back(view, troop, place)), []).append(troop)
    for (_, place, via), troops in going.items():
        does = f"{verb(troops, 'goes', 'go')} back to {view.theatre.spot(place).name}"
        does += " to fighting troops of its side" if is_manned(view, place) else ""
        why = (
            f"{seen(view.enemies_near(troops[0].at, NEAR_M, 1), f'within {NEAR_M / 1000:g} km')}, and no fresh fighting"
        )
        why += f" troops of its side are within {NEAR_M / 2000:g} km"
        yield Order.to_troops(view, troops, OrderKind.WITHDRAW, place, does, why, via)


def _may_go(view: View, troop: Troop) -> bool:
    """Return whether guns, engineers or trains are alone before an enemy and may leave."""
    mission = troop.mission
    if not troop.led or not (troop.free or is_alone_in_front(view, troop)):
        return False
    if mission is not None and mission.kind is OrderKind.WITHDRAW and troop.at != AtPlace(mission.to or 0):
        return False
    kept = {goal.place for goal in view.goals if goal.held and goal.points} | {troop.post}
    stays = isinstance(troop.at, AtPlace) and troop.at.place in kept
    if stays or not view.enemies_near(troop.at, NEAR_M, 1):
        return False
    return not any(t.takes_ground and not t.spent for t in view.troops_near(troop.at, NEAR_M / 2))


def _manned_place(view: View, troop: Troop) -> int | None:
    """Return the nearest place with fresh fighting troops of the side and no enemy seen near it, close by on roads free
    of the enemy; None if there is none.
    """
    reached = view.safe_ways.reached(troop.at, min(CLOSE_M, troop.pace), troop.barred, view.barred_places)
    for _, place in sorted((metres, place) for place, metres in reached.items()):
        if is_manned(view, place) and not view.enemies_near(place, NEAR_M, 1):
            return place
    return None


def let_pass(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for guns, engineers and trains that halted on an open road, with fighting troops on the march beside
    them, to draw off the road for a turn, so that these go ahead of them.
    """
    going: dict[int, list[Troop]] = {}
    for troop in view.to_order:
        mission = troop.mission
        if troop.takes_ground or not troop.halted or not troop.led or troop.engaged or mission is None:
            continue
        if mission.kind is not OrderKind.MARCH:
            continue
        beside = [t.mission for t in view.troops_near(troop.at) if _goes_on(t) and t.mission is not None]
        if not beside or any(ahead.to == mission.to for ahead in beside):
            continue  # by the order of march it is behind those who go to the same place
        if is_halted_on_an_open_road(view, troop):
            going.setdefault(troop.formation, []).append(troop)
    for troops in going.values():
        does = f"{verb(troops, 'draws', 'draw')} off the road, so that fighting troops go ahead"
        why = f"{verb(troops, 'its', 'their')} march has halted on an open road, and others beside"
        why += f" {verb(troops, 'it', 'them')} can attack"
        yield Order.to_troops(view, troops, OrderKind.HOLD, None, does, why)


def is_halted_on_an_open_road(view: View, troop: Troop) -> bool:
    """Return whether a battalion's march has halted before its goal, and not before anything that its side knows to
    close the road.
    """
    mission = troop.mission
    if not troop.halted or mission is None or mission.to is None or troop.at == AtPlace(mission.to):
        return False
    blocks = view.theatre.way(troop.at.road).blocks if isinstance(troop.at, OnRoad) else ()
    if any(not block.passable or block.key in troop.barred for block in blocks):
        return False
    return view.ways.are_open(troop.at, mission.stations_from(view.ways, troop), troop.barred)


def _goes_on(troop: Troop) -> bool:
    """Return whether fresh fighting troops have orders to go on."""
    mission = troop.mission
    if mission is None or mission.kind not in FORWARD or troop.at == AtPlace(mission.to or 0):
        return False
    return troop.takes_ground and not (troop.spent or troop.resting or troop.engaged)


def is_alone_in_front(view: View, troop: Troop) -> bool:
    """Return whether guns, engineers or trains have orders to attack a place, no fighting troops, be they spent, have
    orders to go there, and no fresh ones are there.
    """
    goal = troop.duty or troop.mission
    if troop.takes_ground or goal is None or goal.to is None or goal.kind is not OrderKind.ATTACK:
        return False
    return goal.to not in view.led_to and not is_manned(view, goal.to)


def turn_back(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for troops that close up on others who have left, to halt and be free again."""
    for group in idle:
        if closes_up_on_nobody(view, group) and group.mission is not None and group.mission.to is not None:
            does = "stops closing up"
            why = f"no fresh fighting troops are at {view.theatre.spot(group.mission.to).name} any more"
            yield Order.to_group(group, OrderKind.HOLD, None, does, why)


def closes_up_on_nobody(view: View, group: Group) -> bool:
    """Return whether a group marches by its commander's own order to a place that does not score, where no fresh
    fighting troops of its side are.
    """
    mission = group.mission
    if not group.is_free or mission is None or mission.kind is not OrderKind.MARCH or mission.to is None:
        return False
    if group.at == AtPlace(mission.to) or any(goal.place == mission.to for goal in view.goals):
        return False
    return not is_manned(view, mission.to)
