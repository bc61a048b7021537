"""Headquarters that follow: half a turn's march behind their rearmost command, on the road (umpire 1.2).

Where the commands will be is known only when they have marched, so the turn is run without the headquarters first; then it marches
towards where the rearmost command got to, together with everybody else. A headquarters that follows another waits for that one's
route. It never marches back to make the distance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from campaign.terms.position import Position
from campaign.theatre.marchers import Marcher, Turn
from campaign.theatre.routes import Closed, Leg, Route, first_part, search
from campaign.theatre.values import TURN_SECONDS, Theatre

BEHIND_TURNS = 0.5
"""Turns of its own march that a headquarters keeps behind."""


def with_followers(theatre: Theatre, marchers: Sequence[Marcher], run: Callable[[Sequence[Marcher]], Turn]) -> Turn:
    """Run the turn, once more for every level of headquarters that follows."""
    orders = {marcher.unit: marcher for marcher in marchers}
    pending = {unit for unit, marcher in orders.items() if marcher.follows and not marcher.legs}
    while pending:
        turn = run(list(orders.values()))
        ready = {unit for unit in pending if not pending.intersection(orders[unit].follows)} or set(pending)
        for unit in sorted(ready):
            leaders = [turn.units[leader].end for leader in orders[unit].follows if leader in turn.units]
            orders[unit] = replace(orders[unit], legs=behind(theatre, orders[unit], leaders))
        pending -= ready
    return run(list(orders.values()))


def behind(theatre: Theatre, headquarters: Marcher, leaders: Sequence[Position]) -> tuple[Leg, ...]:
    """The headquarters' route towards the nearest of its commands by road, ending half a turn's march short of it."""
    found = search(theatre, headquarters.position, headquarters.rates, Closed(barred=headquarters.barred))
    routes = [route for route in map(found.to, leaders) if route is not None]
    if not routes:
        return ()
    nearest: Route = min(routes, key=lambda r: (r.seconds, r.length_m))
    return first_part(nearest, headquarters.rates, nearest.seconds - BEHIND_TURNS * TURN_SECONDS)
