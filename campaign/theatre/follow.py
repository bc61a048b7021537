"""Headquarters that follow some way behind their rearmost command, on the road (umpire 1.2).

The commands' positions are known only after their march, so the turn is first run without the headquarters; then it
marches towards the position that the rearmost command reached, together with all other units. A headquarters that
follows another waits for that one's route. It never marches back to make the distance. The turn is run again only if a
headquarters sets out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from campaign.terms.position import Position
from campaign.theatre.legs import Closed, Leg
from campaign.theatre.marchers import Marcher
from campaign.theatre.road_graph import nearest
from campaign.theatre.routes import first_part
from campaign.theatre.values import TURN_SECONDS, Theatre
from campaign.values import replace


class Run(Protocol):
    """The completed marches of a turn."""

    def ends(self) -> Mapping[int, Position]:
        """Return the final position of every unit."""


Marches = TypeVar("Marches", bound=Run)


def with_followers(
    theatre: Theatre, marchers: Sequence[Marcher], run: Callable[[Sequence[Marcher]], Marches]
) -> Marches:
    """Return the turn's marches, those of units that follow included. ``run`` runs a turn's marches."""
    orders = {marcher.unit: marcher for marcher in marchers}
    pending = {unit for unit, marcher in orders.items() if marcher.follows and not marcher.legs}
    marches = run(marchers)
    while pending:
        ends = marches.ends()
        ready = {unit for unit in pending if not pending.intersection(orders[unit].follows)} or set(pending)
        for unit in sorted(ready):
            leaders = list(dict.fromkeys(ends[leader] for leader in orders[unit].follows if leader in ends))
            orders[unit] = replace(orders[unit], legs=behind(theatre, orders[unit], leaders))
        if any(orders[unit].legs for unit in ready):
            marches = run(list(orders.values()))
        pending -= ready
    return marches


def behind(theatre: Theatre, headquarters: Marcher, leaders: Sequence[Position]) -> tuple[Leg, ...]:
    """Return the headquarters' route towards the nearest of its commands by road, ending as far short of it as the
    headquarters stays behind.
    """
    result = (
        nearest(theatre, (headquarters.position,), leaders, headquarters.rates, Closed(barred=headquarters.barred))
        if leaders
        else None
    )
    if result is None:
        return ()
    way = result[0]
    return first_part(way, headquarters.rates, way.seconds - headquarters.behind_turns * TURN_SECONDS)
