"""Cutting a battle that is too large for one evening into two tables: across its longer side, between the places where
its commands stand, so that both tables are as even as possible (umpire 1.4, OB-ORG-11).

    Group(side, lines, at, stands)        a command as it stands on the table, in inches from its west and south edges
    cut(groups, size_in) -> Cut | None    none where all of them stand at one spot
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from campaign.values import dataclass

WEST_TO_EAST, SOUTH_TO_NORTH = 0, 1


@dataclass(frozen=True, slots=True)
class Group:
    """Units that stay together: those of a command, with their line numbers, the middle of their positions and their
    number of stands.
    """

    side: int
    lines: tuple[int, ...]
    at: tuple[float, float]
    stands: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A line across the table, measured in inches from its west or south edge, and the groups on either side of it,
    those nearer to that edge first.
    """

    axis: int
    inch: int
    parts: tuple[tuple[Group, ...], tuple[Group, ...]]


def cut(groups: Iterable[Group], size_in: tuple[int, int]) -> Cut | None:
    """Return the best cut of a table whose size is given in inches, west to east and south to north.

    The longer side is cut; the shorter only if all groups are level along the longer. The best cut leaves enemies on
    both tables; among those, its larger side is the smallest.
    """
    listed = tuple(groups)
    longer, shorter = sorted((WEST_TO_EAST, SOUTH_TO_NORTH), key=lambda axis: -size_in[axis])
    cuts = [*_ways(listed, longer)] or [*_ways(listed, shorter)]
    return min(cuts, key=lambda way: (_without_enemies(way), max(map(_larger, way.parts))), default=None)


def _ways(groups: Sequence[Group], axis: int) -> Iterable[Cut]:
    """Yield a cut between each two neighbouring groups along this side of the table."""
    for lower, upper in pairwise(sorted({group.at[axis] for group in groups})):
        near = tuple(group for group in groups if group.at[axis] <= lower)
        far = tuple(group for group in groups if group.at[axis] >= upper)
        yield Cut(axis, round((lower + upper) / 2), (near, far))


def _without_enemies(way: Cut) -> int:
    """Return on how many of the two tables there are units of only one side."""
    return sum(len({group.side for group in part}) < 2 for part in way.parts)


def _larger(part: Sequence[Group]) -> int:
    """Return the number of stands of the larger side on a table."""
    stands: Counter[int] = Counter()
    for group in part:
        stands[group.side] += group.stands
    return max(stands.values())
