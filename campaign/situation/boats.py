"""Water crossed without a bridge on the campaign map: assault boats made ready, tanks made ready to swim, and who is
over (OB-AMPH).

A finished task of either kind brings certain battalions over, each once. Whoever stands at the near bank as the turn
begins crosses in it, which is his whole move. Over by boat he stays at the river until something leads over it
(OB-AMPH-05).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaign.model import Crossing, EngineeringTask
from campaign.rules.day.amphibious import Means, may_go_on
from campaign.rules.day.engineering import CARRIES_OVER
from campaign.terms.ground import TaskKind
from campaign.terms.state import TaskState

MEANS = {TaskKind.BOATS: Means.BOATS, TaskKind.SWIM: Means.DD}


@dataclass(frozen=True, slots=True)
class Waterside:
    """A water without a bridge: where its road meets it, who may be brought over, and who is over and must stay; keys
    of battalions."""

    name: str
    road: int
    at_m: int
    waiting: frozenset[str]
    staying: frozenset[str]


def watersides(crossings: Iterable[Crossing], tasks: Iterable[EngineeringTask]) -> Mapping[int, Waterside]:
    """By the id of the crossing; those only over which nothing leads, and where boats or tanks are ready or
    have been."""
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
