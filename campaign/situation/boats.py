"""Crossings of water without a bridge on the campaign map: assault boats, swimming tanks, and units that are across
(OB-AMPH).

A finished task of either kind brings certain battalions over, each once. A unit that stands at the near bank as the
turn begins crosses in it, which is its whole move. A unit that crossed by boat stays at the river until a bridge leads
over it (OB-AMPH-05).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from campaign.model import Crossing, EngineeringTask, Feature, Place
from campaign.rules.day.amphibious import Means, may_go_on
from campaign.rules.day.engineering import CARRIES_OVER
from campaign.terms.ground import FeatureKind, TaskKind
from campaign.terms.state import TaskState
from campaign.theatre.values import nearest_on
from campaign.values import dataclass

_WATER = (FeatureKind.COAST, FeatureKind.SEA, FeatureKind.RIVER, FeatureKind.CANAL)
MEANS = {TaskKind.BOATS: Means.BOATS, TaskKind.SWIM: Means.DD}


@dataclass(frozen=True, slots=True)
class Waterside:
    """A water without a bridge: the point where its road meets it, the units that may be brought over, and those that
    are across and must stay (keys of battalions).
    """

    name: str
    road: int
    at_m: int
    waiting: frozenset[str]
    staying: frozenset[str]


def waters_of(features: Iterable[Feature]) -> tuple[Feature, ...]:
    """Return the drawn coasts, seas, rivers and canals of a map."""
    return tuple(feature for feature in features if feature.kind in _WATER and len(feature.shape) > 1)


def metres_from(waters: Sequence[Feature], place: Place) -> float:
    """Return the distance of a place from the nearest of these waters, of which there is at least one."""
    at = float(place.x_m), float(place.y_m)
    sides = (pair for water in waters for pair in pairwise(water.shape))
    ends = (((float(ax), float(ay)), (float(bx), float(by))) for (ax, ay), (bx, by) in sides)
    return min(nearest_on(start, end, at)[0] for start, end in ends)


def watersides(crossings: Iterable[Crossing], tasks: Iterable[EngineeringTask]) -> Mapping[int, Waterside]:
    """Return the watersides by the id of the crossing; only those without a bridge where boats or tanks are ready or
    have been.
    """
    broken = {c.id: c for c in crossings if not c.state.is_passable}
    waiting: dict[int, set[str]] = defaultdict(set)
    staying: dict[int, set[str]] = defaultdict(set)
    for task in tasks:
        if task.kind not in CARRIES_OVER or task.state is not TaskState.DONE or task.crossing_id not in broken:
            continue
        for key, over in task.carries.items():
            if not over:
                waiting[task.crossing_id].add(key)
            elif not may_go_on(MEANS[task.kind], bridged=False):
                staying[task.crossing_id].add(key)
    return {
        ident: Waterside(
            broken[ident].name,
            broken[ident].road_id,
            broken[ident].at_m,
            frozenset(waiting[ident]),
            frozenset(staying[ident]),
        )
        for ident in sorted(waiting.keys() | staying.keys())
    }
