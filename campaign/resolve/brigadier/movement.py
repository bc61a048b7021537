"""Movement in a resolved battle: the way to a goal within the allowance, saved fire on the way, into contact (BGC-MOVE,
BGC-INT).

    advance(base, aim, engagement, is_known)   towards a place, or into contact with an enemy
    trail_to(base, goal, halts, field)         the places on its way there
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import Final

from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import TOUCH_IN, TOUCHES_IN, Base, Field
from campaign.resolve.brigadier.retreat import APART_IN
from campaign.resolve.country import Spot, Square
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.orders import most_move
from campaign.values import dataclass

# Our choice: 1 changes 4 of 6 battles, 4 changes 4.
CLEAR_IN: Final = 2
"""The inches from the middle of an enemy at which units that do not go in stop."""
Halt = tuple[float, float, float]
"""The position of an enemy, and the inches from it at which a move ends."""


@dataclass(frozen=True, slots=True)
class Step:
    """A place on the way, the inches gone to it, and the whole move on its ground. ``corner``: the way may turn
    there.
    """

    x: float
    y: float
    inches: float
    most: float
    corner: bool = True


@dataclass(frozen=True, slots=True)
class Aim:
    """The goal of a platoon: a place, the distance it keeps from known enemies, and the enemy it assaults, if any."""

    goal: Spot
    keeps_in: float = CLEAR_IN
    victim: Base | None = None


def advance(base: Base, aim: Aim, engagement: Engagement, is_known: Callable[[Base], bool]) -> None:
    """Move a platoon towards its goal as far as its order allows; saved fire may stop it half way (BGC-MOVE-03,
    BGC-INT-02).
    """
    field = engagement.field
    if trail := list(trail_to(base, aim.goal, _halts(base, aim, field, is_known), field)):
        _go(base, trail, engagement)
    if aim.victim is not None and base.on_table and not base.broken:
        met = [enemy for enemy in field.within(base, TOUCH_IN) if enemy.on_table]
        if met:
            foe = aim.victim if aim.victim in met else met[0]
            base.in_assault = foe.in_assault = True


def _go(base: Base, trail: Sequence[Step], engagement: Engagement) -> None:
    """Move a platoon along the trail, in two halves between which saved fire may fall."""
    field = engagement.field
    # Half way, with room for the quarter inches of a move (BGC-MEAS-01).
    halfway = next(n for n, step in enumerate(trail) if 2 * step.inches >= trail[-1].inches - 0.2)
    start, ordered, most = (base.x, base.y), base.order, max(step.most for step in trail)
    begun = inches_gone = 0.0
    for end in dict.fromkeys((halfway, len(trail) - 1)):
        step = _last_clear(base, trail[: end + 1], field)
        if step is None or step.inches < inches_gone:
            continue
        order, inches_gone = base.order, step.inches
        field.put(base, step.x, step.y)
        base.dug_in, base.moved = False, True
        reached = base.x, base.y
        way = [start, *((step.x, step.y) for step in trail if step.corner and begun < step.inches < inches_gone)]
        engagement.under_fire = engagement.move(base, ordered, way, inches_gone - begun, most - begun)
        engagement.interrupt(base)
        if not base.on_table or (base.x, base.y) != reached or (base.order is not order and _halted(base, field)):
            break  # gone, bugged out (BGC-BUG-03) or pushed down
        if engagement.under_fire is None:
            start, begun = reached, inches_gone
    engagement.tell_move()


def trail_to(base: Base, goal: Spot, halts: Sequence[Halt], field: Field) -> Iterator[Step]:
    """Yield the steps of a base's way to a goal. Each uses up a part of the move that depends on its ground."""
    scenery, row = field.scenery, base.platoon.kind.value
    x, y, inches, remaining = base.x, base.y, 0.0, 1.0
    while remaining > 1e-6:
        point = goal if scenery.country.is_bare else scenery.ways.next_from(row, x, y, goal)
        if point is None:
            return
        # Only an enemy ahead stops it. Farther than any table is deep, where no enemy is in the way.
        room = min(
            (
                hypot(halt_x - x, halt_y - y) - stop
                for halt_x, halt_y, stop in halts
                if (halt_x - x) * (point[0] - x) + (halt_y - y) * (point[1] - y) > 0
            ),
            default=1e9,
        )
        if room < 0.05:
            return
        gap, full_move = hypot(point[0] - x, point[1] - y), move_on(base, field, scenery.country.square(*point))
        if gap < 0.05 or full_move <= 0:
            return
        step = min(gap, room, remaining * full_move)
        if step < 0.05:
            return
        across, along = (point[0] - x) * step / gap, (point[1] - y) * step / gap
        if step > CLEAR_IN:
            yield Step(x + across / 2, y + along / 2, inches + step / 2, full_move, corner=False)
        x, y, inches = x + across, y + along, inches + step
        remaining -= step / full_move
        yield Step(x, y, inches, full_move)


def move_on(base: Base, field: Field, square: Square) -> float:
    """Return the inches of a whole move on this ground under its order (BGC-MOVE-01, -02)."""
    rule = field.house.orders[base.order]
    paved = square in field.scenery.country.roads if not field.scenery.country.is_bare else False
    times = covered(most_move(rule, base.order, paved=paved, road=paved, wounded=base.count.wounds > 0))
    part = 1.0 if field.scenery.country.is_bare else field.scenery.part(base.platoon.kind.value, square)
    return float(times * covered(field.house.allowance(base.platoon.kind.value))) * part


def _halts(base: Base, aim: Aim, field: Field, is_known: Callable[[Base], bool]) -> list[Halt]:
    """Return the enemies that stop a platoon, with the distance: an assaulting platoon stops at the first it touches,
    others short of known enemies, and of unknown ones when they run into them. A platoon that is already nearer goes no
    nearer.
    """
    # Double on a paved road, the longest move of the book (BGC-ORD-15).
    reach = 3 * float(covered(field.house.allowance(base.platoon.kind.value))) + aim.keeps_in
    return [
        (
            enemy.x,
            enemy.y,
            max(TOUCHES_IN, min(aim.keeps_in, field.apart(base, enemy)))
            if aim.victim is None and is_known(enemy)
            else TOUCHES_IN,
        )
        for enemy in field.within(base, reach)
    ]


def _last_clear(base: Base, trail: Sequence[Step], field: Field) -> Step | None:
    """Return the last of these places that is clear of friends."""
    for step in reversed(trail):
        friends = field.near(base.side, step.x, step.y, APART_IN - 0.05)
        if all(friend is base for friend in friends):
            return step
    return None


def _halted(base: Base, field: Field) -> bool:
    """Return whether a platoon was pushed down to an order under which it goes no further (BGC-ORD-28)."""
    return base.broken or not covered(most_move(field.house.orders[base.order], base.order))
