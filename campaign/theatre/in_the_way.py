"""The escarpments, rivers and canals that lie between two points of the map, or that a march crosses.

A line that is met an even number of times leaves both ends on the same side of it, and does not count: a road drawn
along a river touches its line here and there.

    lying_between(theatre, first, second) -> names        barriers with the two points on different sides
    crossed(theatre, legs) -> names                       barriers with the march's ends on different sides
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from campaign.terms.ground import FeatureKind
from campaign.theatre.ground_link import crosses
from campaign.theatre.legs import Leg
from campaign.theatre.routes import drawn
from campaign.theatre.values import Point, Theatre

_CROSSED = frozenset({FeatureKind.ESCARPMENT, FeatureKind.RIVER, FeatureKind.CANAL})
"""Lines that a march may cross by a road; nobody marches across a coast."""


def lying_between(theatre: Theatre, first: Point, second: Point) -> tuple[str, ...]:
    """Return the names of the barriers that lie between two points as the crow flies."""
    return _other_side(theatre, (first, second))


def crossed(theatre: Theatre, legs: Sequence[Leg]) -> tuple[str, ...]:
    """Return the names of the barriers that a march crosses."""
    return _other_side(theatre, drawn(theatre, legs, inf))


def _other_side(theatre: Theatre, line: Sequence[Point]) -> tuple[str, ...]:
    steps = list(pairwise(line))
    return tuple(
        dict.fromkeys(
            barrier.name
            for barrier in theatre.barriers
            if barrier.kind in _CROSSED
            if sum(crosses(p, q, piece) for p, q in steps for piece in pairwise(barrier.points)) % 2
        )
    )
