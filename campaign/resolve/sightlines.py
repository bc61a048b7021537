"""Lines of sight over a battle's own ground, for books that use sight without saying what blocks it (BDE-DET-10,
NQM-SCALE-04).

All of this is a house rule. Woods and houses hide what lies beyond them; units see into them and out of them as far as
a square, 2 inches. A hill hides what is beyond it from units that are not on it. Other terrain hides units only as
cover does.

    Sightlines(country).joins(start, end) -> bool        two squares
"""

from __future__ import annotations

from functools import cache
from typing import Final

from campaign.resolve.country import Country, Square
from campaign.terms.ground import Nature

# As Brigadier General Commands has it (BGC-VIS-08: 2 in., which is a square); BDE-DET-10 and NQM-SCALE-04 leave it
# open.
EDGE_SQUARES: Final = 1
HIDES: Final = frozenset({Nature.WOOD, Nature.BUILT_UP})


class Sightlines:
    """The lines of sight of one battle, each worked out once."""

    def __init__(self, country: Country) -> None:
        self.country = country
        self.is_clear = not country.hills and HIDES.isdisjoint(country.natures)
        self.joins = cache(self._joins)

    def _joins(self, start: Square, end: Square) -> bool:
        """Return whether a line of sight joins two squares."""
        country = self.country
        line = country.crossed(start, end)
        if start not in country.hills and end not in country.hills and not country.hills.isdisjoint(line):
            return False
        near = self._edge(start, line)
        between = line[near : max(near, len(line) - self._edge(end, line[::-1]))]
        return all(country.natures[square] not in HIDES for square in between)

    def _edge(self, square: Square, line: tuple[Square, ...]) -> int:
        """Return the number of squares of the line that belong to a unit's own wood or houses, as far as it sees
        out.
        """
        nature, count = self.country.natures[square], 0
        while nature in HIDES and count < min(EDGE_SQUARES, len(line)) and self.country.natures[line[count]] is nature:
            count += 1
        return count
