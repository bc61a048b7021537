"""The ground of a battle's own table by these rules: cover, sight, going (BGC-COVER, BGC-VIS, BGC-LOS).

A wood is a wood and a built-up place a town; the outermost squares of both are their edge. Other terrain is soft cover
that neither hides nor blocks sight. A hill is one level, its outermost squares are its slope and those next to them the
edge of its top. A platoon beside a water is behind its bank against fire from over it. All of this is a house rule.

Scenery(country, house)
    .places, .positions                               the feature of each square, and the position in it
    .look(from, at) -> Look                           the look between two squares
    .shelters(square, dug_in=) -> features            the features that shelter a platoon there
    .ways                                             the ways of each kind of platoon
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from campaign.resolve.country import Country, Square
from campaign.resolve.ways import Going, Ways
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_values import covered
from campaign.rules.tabletop.brigadier.sight import Slope, blocked_by, hill_hides, sees_out
from campaign.rules.tabletop.brigadier.tables import BLOCKS_SIGHT, Feature, Position
from campaign.terms.ground import Nature
from campaign.values import dataclass

# BGC-VIS-08: 2 in., which is a square.
EDGE_SQUARES: Final = 1
"""The squares of its own wood or town that a unit at its edge looks through, as far as it sees inside a wood."""
_PLACE: Final = {Nature.WOOD: Feature.WOOD, Nature.BUILT_UP: Feature.TOWN}
_TOPS: Final = (Slope.TOP, Slope.TOP_EDGE)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The view of one square from another."""

    clear: bool = True
    levels_down: int = 0
    both_in_wood: bool = False
    in_town: bool = False
    place: Feature | None = None
    position: Position = Position.OUTSIDE
    """The feature that the other is in, and its position there."""


OPEN: Final = Look()


class Scenery:
    """The ground of one battle."""

    def __init__(self, country: Country, house: House) -> None:
        self.country, self.house = country, house
        self.ways: Ways[str] = Ways(country, self._going)
        self._parts: dict[str, tuple[float, ...]] = {}
        self._looks: dict[tuple[Square, Square], Look] = {}

    # What a square is ------------------------------------------------------------------------------------------------
    @cached_property
    def places(self) -> tuple[Feature | None, ...]:
        """The feature of each square: a wood, a town, a river's bank, or None."""
        return tuple(
            _PLACE[nature]
            if nature in _PLACE
            else Feature.RIVER_BANK
            if square not in self._wet and any(near in self._wet for near, _ in self.country.around(square))
            else None
            for square, nature in enumerate(self.country.natures)
        )

    @cached_property
    def _wet(self) -> frozenset[Square]:
        return frozenset(square for square, bank in enumerate(self.country.banks) if not bank)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position of a unit in the wood or town of each square, by square: outside, at the edge or inside."""
        return tuple(
            Position.OUTSIDE
            if place is None
            else Position.EDGE
            if place is Feature.RIVER_BANK
            or any(self.places[near] is not place for near, _ in self.country.around(square))
            else Position.INSIDE
            for square, place in enumerate(self.places)
        )

    @cached_property
    def slopes(self) -> dict[Square, Slope]:
        """The position on a hill of each of its squares."""
        hills, around = self.country.hills, self.country.around
        slope = {square for square in hills if any(near not in hills for near, _ in around(square))}
        return {
            square: Slope.SLOPE
            if square in slope
            else Slope.TOP_EDGE
            if any(near in slope for near, _ in around(square))
            else Slope.TOP
            for square in hills
        }

    def shelters(self, square: Square, *, dug_in: bool) -> frozenset[Feature]:
        """Return the features that shelter a platoon there; terrain that is neither wood nor town counts as a hedge."""
        place = self.places[square]
        rough = Feature.HEDGE if place is None and square in self.country.covered else None
        digging = Feature.DUG_IN if dug_in else None
        return frozenset(feature for feature in (place, rough, digging) if feature is not None)

    def over_water(self, start: Square, end: Square) -> bool:
        """Return whether fire from one square to the other crosses a water, so that its bank shelters."""
        return any(square in self._wet for square in self.country.crossed(start, end))

    # What lies between -----------------------------------------------------------------------------------------------
    def look(self, start: Square, end: Square) -> Look:
        """Return the view of one square from another."""
        if (start, end) not in self._looks:
            self._looks[start, end] = self._look(start, end)
        return self._looks[start, end]

    def _look(self, start: Square, end: Square) -> Look:
        line = self.country.crossed(start, end)
        place, position = self.places[end], self.positions[end]
        inside = start == end or all(self.places[square] is place for square in (start, *line))
        level, level_there = self._level(start), self._level(end)
        clear = start == end or not self._hill_hides(start, end, line)
        if inside and place in BLOCKS_SIGHT:
            return Look(clear, 0, place is Feature.WOOD, place is Feature.TOWN, place, position)
        return Look(
            clear and sees_out(self.positions[start]) and not self._blocked(start, end, line),
            max(0, level - level_there),
            place=place,
            position=position,
        )

    def _level(self, square: Square) -> int:
        return int(self.slopes.get(square) in _TOPS)

    def _hill_hides(self, start: Square, end: Square, line: tuple[Square, ...]) -> bool:
        """Return whether a hill hides a unit there (BGC-LOS-03 to -08)."""
        if not self.slopes:
            return False
        over_top = any(self.slopes.get(square) in _TOPS for square in line)
        viewer, target = self.slopes.get(start, Slope.FOOT), self.slopes.get(end, Slope.FOOT)
        if target not in _TOPS and over_top:
            if viewer in _TOPS:
                viewer = Slope.TOP
            else:
                target = Slope.BEYOND
        return hill_hides(viewer, target)

    def _blocked(self, start: Square, end: Square, line: tuple[Square, ...]) -> bool:
        """Return whether a wood or town on the way blocks the view. A unit at its edge looks out of it, and is hidden
        in it.
        """
        near, far = self._own(start, line), self._own(end, line[::-1])
        middles, (x, y) = self.country.middles, self.country.middles[start]
        to_target = abs(middles[end][0] - x) + abs(middles[end][1] - y)
        for square in line[near : len(line) - far]:
            place = self.places[square]
            if place is None or place not in BLOCKS_SIGHT:
                continue
            at = abs(middles[square][0] - x) + abs(middles[square][1] - y)
            # In quarters of an inch, the exactness of the book (BGC-MEAS-01).
            if blocked_by(
                place,
                round(at * 4),
                round(to_target * 4),
                viewer_level=self._level(start),
                target_level=self._level(end),
            ):
                return True
        return False

    def _own(self, square: Square, line: tuple[Square, ...]) -> int:
        """Return the number of squares of the line next to it that belong to the same wood or town, at most the depth
        of its edge.
        """
        place, count = self.places[square], 0
        while place in BLOCKS_SIGHT and count < min(EDGE_SQUARES, len(line)) and self.places[line[count]] is place:
            count += 1
        return count

    # How one gets on -------------------------------------------------------------------------------------------------
    def part(self, kind: str, square: Square) -> float:
        """Return the part of its allowance that a kind of platoon moves on this ground; 0: it may not enter. On roads
        and tracks all of it.
        """
        if kind not in self._parts:
            roads = self.country.roads | self.country.tracks
            by_place = {place: self.house.going.get(place.value, {}).get(kind, 1) or 0 for place in Feature}
            self._parts[kind] = tuple(
                1.0 if place is None or n in roads else float(by_place[place]) for n, place in enumerate(self.places)
            )
        return self._parts[kind][square]

    def _going(self, kind: str) -> Going:
        allowance = float(covered(self.house.allowance(kind)))
        parts = [self.part(kind, square) for square in range(len(self.country.middles))]
        return Going(tuple(allowance * part for part in parts), tuple(part >= 1 for part in parts))
