"""A position read back from its words: the inverse of ``Theatre.describe``, to the hundred metres that the words keep.

A sighting says where an enemy was in words only; a map needs the point.

    Gazetteer   reads the words
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from re import fullmatch

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.values import Theatre, Way


@dataclass(frozen=True)
class Gazetteer:
    """The names of a map. Of two places or roads described in the same words the one with the lower id is meant."""

    theatre: Theatre

    @cached_property
    def _places(self) -> dict[str, int]:
        return {spot.name: spot.place for spot in sorted(self.theatre.spots, key=lambda s: -s.place)}

    @cached_property
    def _ways(self) -> dict[str, tuple[Way, bool]]:
        """What stands after the distance: the road, and whether it is measured from its second end."""
        ways = sorted(self.theatre.ways, key=lambda w: -w.road)
        return {words: (way, backwards) for way in ways for words, backwards in self._ends(way)}

    def _ends(self, way: Way) -> Iterator[tuple[str, bool]]:
        if way.length_m < 2:
            return
        for metres, backwards in ((1, False), (way.length_m - 1, True)):
            yield self.theatre.describe(OnRoad(way.road, metres)).partition(" from ")[2], backwards

    def position(self, words: str) -> Position | None:
        """``Fort Capuzzo`` or ``3.2 km from Bir Wair on the track to Musaid``; None for words that name nothing on this
        map."""
        if words in self._places:
            return AtPlace(self._places[words])
        distance, _, beyond = words.partition(" from ")
        number = fullmatch(r"(\d+\.\d) km|(\d+) m", distance)
        if number is None or beyond not in self._ways:
            return None
        way, backwards = self._ways[beyond]
        metres = round(float(number[1]) * 1000) if number[1] else int(number[2])
        return self.theatre.standing(way.road, way.length_m - metres if backwards else metres)
