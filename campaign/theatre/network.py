"""The roads of a map as numbers: what searches and pockets run on.

A theatre is laid out for them once: of every place its arms (the roads that leave it, as tuples of numbers), and of all
roads the rows of their two ends. Which roads are open differs from side to side and turn to turn and is told by sets
and masks over these, so that the network itself never changes.

    Network.of(theatre)       laid out once a map (``theatre.network``)
    network.arms[place]       ((other place, road, metres, surface, rising), ...) by road
    network.joined(...)       the lowest place that open roads join each place to
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from campaign.terms.ground import Cover, Surface

if TYPE_CHECKING:
    from numpy import bool_, int64, intp
    from numpy.typing import NDArray

    from campaign.theatre.values import Spot, Way

Arm = tuple[int, int, int, int, bool]
"""A road as it is taken from one of its places: where it leads, its id, its stated metres, the number of its surface,
and whether it is taken from its first end."""

NO_PLACE = -(2**62)
"""No place has this id."""

SURFACES = tuple(Surface)
"""Surfaces by number."""

NUMBER_OF = {surface: number for number, surface in enumerate(SURFACES)}


@dataclass(frozen=True)
class Network:
    """Places and roads numbered in rows: places by id, roads in the map's order."""

    places: NDArray[int64]
    place_rows: dict[int, int]
    """The row of a place."""
    roads: NDArray[int64]
    first: NDArray[int64]
    second: NDArray[int64]
    """The rows of the places at both ends of each road."""
    in_terrain: NDArray[bool_]
    """Roads on which units are seen as in terrain."""
    arms: Arms
    with_blocks: tuple[Way, ...]
    """The few roads across which anything lies."""
    _shut: dict[frozenset[str], frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, spots: Sequence[Spot], ways: Sequence[Way]) -> Network:
        """Laid out from the places and roads of a map."""
        import numpy as np

        place_rows = {place: row for row, place in enumerate(sorted(spot.place for spot in spots))}
        roads = np.array([way.road for way in ways], dtype=np.int64)
        first = np.array([place_rows[way.a] for way in ways], dtype=np.int64)
        second = np.array([place_rows[way.b] for way in ways], dtype=np.int64)
        return cls(
            places=np.array(list(place_rows), dtype=np.int64),
            place_rows=place_rows,
            roads=roads,
            first=first,
            second=second,
            in_terrain=np.array([way.cover is Cover.TERRAIN for way in ways], dtype=np.bool_),
            arms=Arms(place_rows, ways, roads, np.concatenate((first, second))),
            with_blocks=tuple(way for way in ways if way.blocks),
        )

    def joined(self, is_open: NDArray[bool_] | None = None, is_shut: NDArray[bool_] | None = None) -> Pockets:
        """For every place the lowest place that these roads (all of them if None) join it to; nothing for one that is
        shut."""
        a, b = (self.first, self.second) if is_open is None else (self.first[is_open], self.second[is_open])
        lowest = self.places[_lowest_joined(len(self.places), a, b)]
        if is_shut is not None:
            lowest[is_shut] = NO_PLACE
        return Pockets(self.place_rows, lowest)

    def are(self, roads: Collection[int]) -> NDArray[bool_]:
        """Which rows of roads these are."""
        return _are(self.roads, self._by_road, roads)

    def stand(self, places: Collection[int]) -> NDArray[bool_]:
        """Which rows of places these are."""
        return _are(self.places, None, places)

    @cached_property
    def _by_road(self) -> NDArray[intp]:
        """The rows of roads in the order of their ids."""
        return self.roads.argsort()

    def shut_by(self, barred: Set[str]) -> frozenset[int]:
        """The roads that are no through roads for what lies across them, to everybody or to whom these blocks are
        closed."""
        keys = frozenset(barred)
        if keys not in self._shut:
            self._shut[keys] = frozenset(way.road for way in self.with_blocks if way.closed_to(keys))
        return self._shut[keys]


class Pockets(Mapping[int, int]):
    """For every open place the lowest place that it is joined to."""

    def __init__(self, rows: Mapping[int, int], lowest: NDArray[int64]) -> None:
        self._rows, self._lowest = rows, lowest.data  # a view gives one number quickly, and is no second copy

    def __getitem__(self, place: int) -> int:
        lowest: int = self._lowest[self._rows[place]]
        if lowest == NO_PLACE:
            raise KeyError(place)
        return lowest

    def __contains__(self, place: object) -> bool:
        row = self._rows.get(place) if isinstance(place, int) else None
        return row is not None and self._lowest[row] != NO_PLACE

    def __iter__(self) -> Iterator[int]:
        return (place for place, row in self._rows.items() if self._lowest[row] != NO_PLACE)

    def __len__(self) -> int:
        return sum(lowest != NO_PLACE for lowest in self._lowest)


def _lowest_joined(count: int, a: NDArray[int64], b: NDArray[int64]) -> NDArray[int64]:
    """Of so many rows, for each the lowest that pairs of rows join it to. Everyone takes the lowest neighbour's for its
    own and follows it to the end; what has come together so far is then one row, and the fewer rows and pairs that are
    left are dealt with likewise.
    """
    import numpy as np

    lowest = np.arange(count)
    np.minimum.at(lowest, np.maximum(a, b), np.minimum(a, b))
    while not np.array_equal(further := lowest[lowest], lowest):
        lowest = further
    a, b = lowest[a], lowest[b]
    apart = a != b
    if not apart.any():
        return lowest
    left = np.flatnonzero(lowest == np.arange(count))
    number = np.empty(count, dtype=np.int64)
    number[left] = np.arange(len(left))
    joined: NDArray[int64] = left[_lowest_joined(len(left), number[a[apart]], number[b[apart]])][number[lowest]]
    return joined


def _are(ids: NDArray[int64], order: NDArray[intp] | None, some: Collection[int]) -> NDArray[bool_]:
    """Which rows of ids (sorted, or put in order by ``order``) are among some."""
    import numpy as np

    found = np.zeros(len(ids), dtype=np.bool_)
    if len(ids) and some:
        wanted = np.fromiter(some, dtype=np.int64, count=len(some))
        rows = np.searchsorted(ids, wanted, sorter=order).clip(max=len(ids) - 1)
        if order is not None:
            rows = order[rows]
        found[rows[ids[rows] == wanted]] = True
    return found


class Arms(dict[int, tuple[Arm, ...]]):
    """The arms of each place, in the order of their roads' ids; of a large map they are laid out where they are asked
    for."""

    def __init__(
        self, rows: Mapping[int, int], ways: Sequence[Way], roads: NDArray[int64], ends: NDArray[int64]
    ) -> None:
        """``ends``: the rows of the places at all first ends of roads, then at all second ends."""
        import numpy as np

        self._rows, self._ways = rows, ways
        self._ends = np.lexsort((np.arange(len(ends)), np.tile(roads, 2), ends))
        self._begins = np.searchsorted(ends[self._ends], np.arange(len(rows) + 1))

    def __missing__(self, place: int) -> tuple[Arm, ...]:
        row, count = self._rows[place], len(self._ways)
        ends: list[int] = self._ends[self._begins[row] : self._begins[row + 1]].tolist()
        arms = tuple(
            self._rising(self._ways[end]) if end < count else self._falling(self._ways[end - count]) for end in ends
        )
        self[place] = arms
        return arms

    def _rising(self, way: Way) -> Arm:
        return (way.b, way.road, way.length_m, NUMBER_OF[way.surface], True)

    def _falling(self, way: Way) -> Arm:
        return (way.a, way.road, way.length_m, NUMBER_OF[way.surface], False)
