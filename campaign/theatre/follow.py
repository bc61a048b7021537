"""Headquarters that follow: half a turn's march behind their rearmost command, on the road (umpire 1.2).

Where the commands will be is known only when they have marched, so the turn is run without the headquarters first; then
it marches towards where the rearmost command got to, together with everybody else. A headquarters that follows another
waits for that one's route. It never marches back to make the distance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from campaign.terms.position import Position
from campaign.theatre.legs import Closed, Leg
from campaign.theatre.marchers import Marcher
from campaign.theatre.road_graph import nearest
from campaign.theatre.routes import first_part
from campaign.theatre.values import TURN_SECONDS, Theatre

BEHIND_TURNS = 0.5
"""Turns of its own march that a headquarters keeps behind."""


def with_followers(
    theatre: Theatre, marchers: Sequence[Marcher], ends_of: Callable[[Sequence[Marcher]], Mapping[int, Position]]
) -> list[Marcher]:
    """The same units, those that follow with their routes. ``ends_of`` says where a turn's marches take everybody; it
    is asked once for every level of headquarters that follows."""
    orders = {marcher.unit: marcher for marcher in marchers}
    pending = {unit for unit, marcher in orders.items() if marcher.follows and not marcher.legs}
    while pending:
        ends = ends_of(list(orders.values()))
        ready = {unit for unit in pending if not pending.intersection(orders[unit].follows)} or set(pending)
        for unit in sorted(ready):
            leaders = [ends[leader] for leader in orders[unit].follows if leader in ends]
            orders[unit] = replace(orders[unit], legs=behind(theatre, orders[unit], leaders))
        pending -= ready
    return list(orders.values())


def behind(theatre: Theatre, headquarters: Marcher, leaders: Sequence[Position]) -> tuple[Leg, ...]:
    """The headquarters' route towards the nearest of its commands by road, ending half a turn's march short of it."""
    result = (
        nearest(theatre, (headquarters.position,), leaders, headquarters.rates, Closed(barred=headquarters.barred))
        if leaders
        else None
    )
    if result is None:
        return ()
    way = result[0]
    return first_part(way, headquarters.rates, way.seconds - BEHIND_TURNS * TURN_SECONDS)
