"""How a battle that is too large for one evening could be cut into two tables: across its longer side, between the
places where its commands stand, so that both tables are as even as can be (umpire 1.4, OB-ORG-11).

    Group(side, lines, at, stands)        a command as it stands on the table, in inches from its west and south edges
    cut(groups, size_in) -> Cut | None    none where all of them stand at one spot
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

WEST_TO_EAST, SOUTH_TO_NORTH = 0, 1


@dataclass(frozen=True, slots=True)
class Group:
    """Units that stay together: a command's, with the numbers of their lines, the middle of where they stand, and how
    many stands they are."""

    side: int
    lines: tuple[int, ...]
    at: tuple[float, float]
    stands: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A line across the table, so many inches from its west or south edge, and the groups on either side of it: those
    nearer to that edge first."""

    axis: int
    inch: int
    parts: tuple[tuple[Group, ...], tuple[Group, ...]]


def cut(groups: Iterable[Group], size_in: tuple[int, int]) -> Cut | None:
    """The best way to cut a table of so many inches from west to east and from south to north.

    Its longer side is cut, the shorter only where all stand level on that. Best is a cut that leaves enemies on both
    tables, then one whose larger side is the smallest.
    """
    listed = tuple(groups)
    longer, shorter = sorted((WEST_TO_EAST, SOUTH_TO_NORTH), key=lambda axis: -size_in[axis])
    cuts = [*_ways(listed, longer)] or [*_ways(listed, shorter)]
    return min(cuts, key=lambda way: (_without_enemies(way), max(map(_larger, way.parts))), default=None)


def _ways(groups: Sequence[Group], axis: int) -> Iterable[Cut]:
    """Between each two neighbours along this side of the table."""
    for lower, upper in pairwise(sorted({group.at[axis] for group in groups})):
        near = tuple(group for group in groups if group.at[axis] <= lower)
        far = tuple(group for group in groups if group.at[axis] >= upper)
        yield Cut(axis, round((lower + upper) / 2), (near, far))


def _without_enemies(way: Cut) -> int:
    """On how many of the two tables only one side stands."""
    return sum(len({group.side for group in part}) < 2 for part in way.parts)


def _larger(part: Sequence[Group]) -> int:
    """Stands of the larger side of a table."""
    stands: Counter[int] = Counter()
    for group in part:
        stands[group.side] += group.stands
    return max(stands.values())
