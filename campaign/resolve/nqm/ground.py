"""The ground of a battle in metres: ways round impassable ground, lines of sight, and close country for tanks.

The book says that a roof just hides a tank (NQM-SCALE-04), that towns protect, and that tanks in close country are
light targets (NQM-FIRE-15); the rule for what cuts a line of sight is a house rule (``resolve.sightlines``).

Ground(country, inches_a_km)    .way(start, goal, metres)  .has_way  .is_straight  .sees  .is_close
cut(way, metres)                         this length of a way
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import dist

from campaign.resolve.country import Country, Square
from campaign.resolve.sightlines import Sightlines
from campaign.resolve.ways import Going, Ways
from campaign.terms.ground import Nature
from campaign.values import dataclass

Place = tuple[int, int]
"""A position in metres along the front, and in depth from the first side's edge."""
# NQM-SCALE-04, NQM-FIRE-09.
SEEN_M = 300
"""The metres within which ground never hides units: the range at which firefights are fought."""
CLOSE = frozenset({Nature.WOOD, Nature.BUILT_UP})


@dataclass(eq=False)
class Ground:
    """The battle's own map, or a bare table if ``country`` is None."""

    country: Country | None
    inches_a_km: int

    def spot(self, at: Place) -> tuple[float, float]:
        """Return a place in inches of the battle."""
        return at[0] * self.inches_a_km / 1000, at[1] * self.inches_a_km / 1000

    def metres(self, spot: tuple[float, float]) -> Place:
        """Return a spot of the battle in metres."""
        return round(spot[0] * 1000 / self.inches_a_km), round(spot[1] * 1000 / self.inches_a_km)

    @cached_property
    def _ways(self) -> Ways[None] | None:
        """The ways; None if there are no obstacles to go round."""
        if self.country is None or not self.country.shut:
            return None
        going = _everywhere(self.country)
        return Ways(self.country, lambda _: going)

    @property
    def _country(self) -> Country:
        assert self.country is not None
        return self.country

    def _square(self, at: Place) -> Square:
        return self._country.square(*self.spot(at))

    def is_open(self, at: Place) -> bool:
        """Return whether a unit can be there."""
        if self.country is None:
            return True
        spot = self.spot(at)
        return self.country.holds(*spot) and not self.country.is_shut(*spot)

    def is_straight(self, start: Place, goal: Place) -> bool:
        """Return whether the straight way is free of impassable ground."""
        return self._ways is None or self._ways.straight(None, *self.spot(start), self.spot(goal))

    def has_way(self, start: Place, goal: Place) -> bool:
        return self._ways is None or self._ways.has_way(None, *self.spot(start), self.spot(goal))

    def way(self, start: Place, goal: Place, metres: float) -> list[Place]:
        """Return the way of this length towards a goal, round impassable ground, from the start on."""
        if self.is_straight(start, goal):
            return cut([start, goal], metres)
        assert self._ways is not None
        way = [start]
        far = 0.0
        while far < metres and way[-1] != goal:
            spot = self._ways.next_from(None, *self.spot(way[-1]), self.spot(goal))
            if spot is None or dist(onward := self.metres(spot), way[-1]) < 1:
                break
            far += dist(onward, way[-1])
            way.append(onward)
        return cut(way, metres)

    # What is seen ----------------------------------------------------------------------------------------------------
    @cached_property
    def _lines(self) -> Sightlines | None:
        """The lines of sight; None if no ground hides units."""
        lines = None if self.country is None or self.country.is_bare else _sightlines(self.country)
        return None if lines is None or lines.is_clear else lines

    def sees(self, viewer: Place, viewed: Place) -> bool:
        """Return whether a unit at one place sees a unit at another. Both ways alike."""
        if self._lines is None or dist(viewer, viewed) <= SEEN_M:
            return True
        return self._lines.joins(*sorted((self._square(viewer), self._square(viewed))))

    def is_close(self, at: Place) -> bool:
        """Return whether a place lies in close country (NQM-FIRE-15)."""
        return self.country is not None and self.country.natures[self._square(at)] in CLOSE

    def is_town(self, at: Place) -> bool:
        """Return whether houses protect a unit there (NQM-CLASS-05)."""
        return self.country is not None and self.country.natures[self._square(at)] is Nature.BUILT_UP


@lru_cache(maxsize=16)
def _sightlines(country: Country) -> Sightlines:
    return Sightlines(country)


def _everywhere(country: Country) -> Going:
    """Return a going in which all units cross all ground that is not shut."""
    inches = tuple(0.0 if square in country.shut else 1.0 for square in range(len(country.middles)))
    return Going(inches, tuple(bool(inch) for inch in inches))


def cut(way: Sequence[Place], metres: float) -> list[Place]:
    """Return this number of metres of a way from its start; a place within it is taken to the next whole metre."""
    kept = [way[0]]
    for start, end in pairwise(way):
        gap = dist(start, end)
        if gap > metres:
            if metres >= 1:
                rest = (gap - metres) / gap
                kept.append((end[0] + int((start[0] - end[0]) * rest), end[1] + int((start[1] - end[1]) * rest)))
            break
        metres -= gap
        if gap:
            kept.append(end)
    return kept
