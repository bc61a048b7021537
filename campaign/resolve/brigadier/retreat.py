"""Going back in a resolved battle: from fire, from a lost assault, broken (BGC-BUG-02, BGC-ORD).

give_way(base, danger, inches, field) -> inches gone
"""

from __future__ import annotations

from math import hypot
from typing import Final

from campaign.resolve.brigadier.field import Base, Field
from campaign.resolve.country import Spot

APART_IN: Final = 1
"""The distance between the middles of two platoons: bases are an inch wide."""


def give_way(base: Base, danger: Spot, inches: float, field: Field) -> float:
    """Move a platoon straight away from an enemy, to the edge of the table at most; if that is barred, to its own edge.
    Returns the inches.
    """
    gap = hypot(base.x - danger[0], base.y - danger[1])
    back = (0.0, -float(field.forward(base.side)))
    away = ((base.x - danger[0]) / gap, (base.y - danger[1]) / gap) if gap > 0.05 else back
    start = base.x, base.y
    for across, along in (away, back):
        x, y = _as_far(base, across, along, inches, field)
        if hypot(x - start[0], y - start[1]) >= min(1.0, inches):
            field.put(base, x, y)
            break
    base.dug_in, base.moved = False, True
    return hypot(base.x - start[0], base.y - start[1])


def _as_far(base: Base, across: float, along: float, inches: float, field: Field) -> Spot:
    """Return the farthest place that way that the ground allows, half an inch at a time, clear of others at the end."""
    country, kind = field.scenery.country, base.platoon.kind.value
    reached, x, y, part = (base.x, base.y), base.x, base.y, 0.0
    while part < inches - 1e-6:
        stretch = min(0.5, inches - part)
        x, y, part = x + across * stretch, y + along * stretch, part + stretch
        if not country.holds(x, y):
            break
        if not country.is_bare:
            square = country.square(x, y)
            if square in country.shut or not field.scenery.part(kind, square):
                break
        # Places are to a tenth of an inch, and none is farther off than he may go.
        at = base.x + int((x - base.x) * 10) / 10, base.y + int((y - base.y) * 10) / 10
        near = [
            neighbour
            for side in (0, 1)
            for neighbour in field.near(side, *at, APART_IN - 0.05)
            if neighbour is not base
        ]
        reached = reached if near else at
    return reached
