"""Going back in a resolved battle: from fire, from a lost assault, broken (BGC-BUG-02, BGC-ORD).

give_way(base, danger, whole_move, field) -> inches gone, inches of the whole move
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Final

from campaign.resolve.brigadier.field import Base, Field
from campaign.resolve.country import Country, Spot, Square

# As TOUCHES_IN of field.py: nearer, two bases would overlap.
APART_IN: Final = 1
"""The distance between the middles of two platoons: bases are an inch wide."""
# Platoons had run through woods as fast as in the open. 0.25 changes 2 of 6 battles, 1 changes 1.
STRETCH_IN: Final = 0.5
"""The inches of a way back for which the ground is looked at anew."""


def give_way(base: Base, danger: Spot, whole_move: Callable[[Square], float], field: Field) -> tuple[float, float]:
    """Move a platoon straight away from an enemy, to the edge of the table at most; if that is barred, to its own edge.
    ``whole_move``: the inches of a whole move on the ground of a square. Each stretch of the way uses up a part of the
    move that depends on its ground (BGC-MOVE-01, BGC-M-20). Returns the inches gone, and those of the whole move on the
    best ground of the way.
    """
    gap = hypot(base.x - danger[0], base.y - danger[1])
    back = (0.0, -float(field.forward(base.side)))
    away = ((base.x - danger[0]) / gap, (base.y - danger[1]) / gap) if gap > 0.05 else back
    start, most = (base.x, base.y), whole_move(field.square(base))
    for across, along in (away, back):
        (x, y), on_way = _as_far(base, across, along, whole_move, field)
        if hypot(x - start[0], y - start[1]) >= min(1.0, most):
            field.put(base, x, y)
            most = on_way
            break
    base.dug_in, base.moved = False, True
    return hypot(base.x - start[0], base.y - start[1]), most


def _as_far(
    base: Base, across: float, along: float, whole_move: Callable[[Square], float], field: Field
) -> tuple[Spot, float]:
    """Return the farthest place that way that the ground allows, half an inch at a time, clear of others at the end;
    and the inches of the whole move on the best ground up to there.
    """
    country = field.scenery.country
    reached, x, y, remaining, best, on_way = (base.x, base.y), base.x, base.y, 1.0, 0.0, 0.0
    while remaining > 1e-6:
        middle = x + across * STRETCH_IN / 2, y + along * STRETCH_IN / 2
        full_move = whole_move(country.square(*middle))
        if full_move <= 0:
            break
        stretch = remaining * full_move
        stretch = STRETCH_IN if stretch > STRETCH_IN - 1e-6 else stretch
        x, y, remaining = x + across * stretch, y + along * stretch, remaining - stretch / full_move
        if not country.holds(x, y) or not _may_stand(country.square(x, y), whole_move, country):
            break
        best = max(best, full_move)
        # Places are to a tenth of an inch, and none is farther off than he may go.
        at = base.x + int((x - base.x) * 10) / 10, base.y + int((y - base.y) * 10) / 10
        near = [
            neighbour
            for side in (0, 1)
            for neighbour in field.near(side, *at, APART_IN - 0.05)
            if neighbour is not base
        ]
        if not near:
            reached, on_way = at, best
    return reached, on_way


def _may_stand(square: Square, whole_move: Callable[[Square], float], country: Country) -> bool:
    return country.is_bare or (square not in country.shut and whole_move(square) > 0)
