"""The roads of a map as numbers: what searches and pockets run on.

A theatre is laid out for them once: of every place its arms (the roads that leave it, as tuples of numbers), and of all roads the rows of
their two ends. Which roads are open differs from side to side and turn to turn and is told by sets and masks over these, so that the
network itself never changes.

    Network.of(theatre)       laid out once a map (``theatre.network``)
    network.arms[place]       ((other place, road, metres, surface, rising), ...) by road
    network.joined(open)      the lowest place that open roads join each place to
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaign.terms.ground import Cover, Surface

if TYPE_CHECKING:
    from numpy import bool_, int64
    from numpy.typing import NDArray

    from campaign.theatre.values import Spot, Way

Arm = tuple[int, int, int, int, bool]
"""A road as it is taken from one of its places: where it leads, its id, its stated metres, the number of its surface, and whether it is
taken from its first end."""

SURFACES = tuple(Surface)
"""Surfaces by number."""


@dataclass(frozen=True)
class Network:
    """Places and roads numbered in rows: places by id, roads in the map's order."""

    places: NDArray[int64]
    roads: NDArray[int64]
    row_of: dict[int, int]
    """The row of a road."""
    first: NDArray[int64]
    second: NDArray[int64]
    """The rows of the places at both ends of each road."""
    in_terrain: NDArray[bool_]
    """Roads on which units are seen as in terrain."""
    arms: dict[int, tuple[Arm, ...]]
    with_blocks: tuple[Way, ...]
    """The few roads across which anything lies."""
    _shut: dict[frozenset[str], frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, spots: Sequence[Spot], ways: Sequence[Way]) -> Network:
        """Laid out from the places and roads of a map."""
        import numpy as np

        places = np.array(sorted(spot.place for spot in spots), dtype=np.int64)
        return cls(
            places=places,
            roads=np.array([way.road for way in ways], dtype=np.int64),
            row_of={way.road: row for row, way in enumerate(ways)},
            first=np.searchsorted(places, np.array([way.a for way in ways], dtype=np.int64)),
            second=np.searchsorted(places, np.array([way.b for way in ways], dtype=np.int64)),
            in_terrain=np.array([way.cover is Cover.TERRAIN for way in ways], dtype=np.bool_),
            arms=_arms(spots, ways),
            with_blocks=tuple(way for way in ways if way.blocks),
        )

    def joined(self, is_open: NDArray[bool_] | None = None) -> dict[int, int]:
        """For every place the lowest place that these roads (all of them if None) join it to."""
        import numpy as np

        a, b = (self.first, self.second) if is_open is None else (self.first[is_open], self.second[is_open])
        lowest = np.arange(len(self.places))
        while len(a):
            here, there = lowest[a], lowest[b]
            apart = here != there
            a, b, here, there = a[apart], b[apart], here[apart], there[apart]
            np.minimum.at(lowest, np.maximum(here, there), np.minimum(here, there))
            while (shorter := lowest[lowest] != lowest).any():
                lowest[shorter] = lowest[lowest[shorter]]
        return dict(zip(self.places.tolist(), self.places[lowest].tolist(), strict=True))

    def shut_by(self, barred: Set[str]) -> frozenset[int]:
        """The roads that are no through roads for what lies across them, to everybody or to whom these blocks are closed."""
        keys = frozenset(barred)
        if keys not in self._shut:
            self._shut[keys] = frozenset(way.road for way in self.with_blocks if way.closed_to(keys))
        return self._shut[keys]


def _arms(spots: Sequence[Spot], ways: Sequence[Way]) -> dict[int, tuple[Arm, ...]]:
    number = {surface: n for n, surface in enumerate(SURFACES)}
    found: dict[int, list[Arm]] = {spot.place: [] for spot in spots}
    for way in sorted(ways, key=lambda w: w.road):
        surface = number[way.surface]
        found[way.a].append((way.b, way.road, way.length_m, surface, True))
        found[way.b].append((way.a, way.road, way.length_m, surface, False))
    return {place: tuple(arms) for place, arms in found.items()}
