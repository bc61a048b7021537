"""What hides whom over a battle's own ground, where a book speaks of sight and does not say what cuts it (BDE-DET-10,
NQM-SCALE-04).

All of this is our reading. Woods and houses hide what
lies beyond them; one looks into them and out of them as far as a square, 2 inches. A hill hides what is beyond it from
those who do not stand on it. Other terrain hides nobody but as cover does.

    Sightlines(country).joins(start, end) -> bool        two squares
"""

from __future__ import annotations

from functools import cache
from typing import Final

from campaign.resolve.country import Country, Square
from campaign.terms.ground import Nature

EDGE_SQUARES: Final = 1
HIDES: Final = frozenset({Nature.WOOD, Nature.BUILT_UP})


class Sightlines:
    """The lines of sight of one fight, each looked at once."""

    def __init__(self, country: Country) -> None:
        self.country = country
        self.is_clear = not country.hills and HIDES.isdisjoint(country.natures)
        self.joins = cache(self._joins)

    def _joins(self, start: Square, end: Square) -> bool:
        """Does a line of sight join two squares?"""
        country = self.country
        line = country.crossed(start, end)
        if start not in country.hills and end not in country.hills and not country.hills.isdisjoint(line):
            return False
        near = self._edge(start, line)
        between = line[near : max(near, len(line) - self._edge(end, line[::-1]))]
        return all(country.natures[square] not in HIDES for square in between)

    def _edge(self, square: Square, line: tuple[Square, ...]) -> int:
        """Squares of the line that belong to the wood or the houses in which somebody stands, as far as he looks."""
        nature, count = self.country.natures[square], 0
        while nature in HIDES and count < min(EDGE_SQUARES, len(line)) and self.country.natures[line[count]] is nature:
            count += 1
        return count
