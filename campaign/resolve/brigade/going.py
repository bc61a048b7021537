"""The ground of a battle's own table by the columns of the movement chart (BDE-TAB-MOVE, BDE-AMB-62).

Terrain is rough ground, a wood is thick woods, as the paper says; a road is a road, and a track is open ground, through
cover too. All of this is a house rule: the book has no map.

    grounds(country) -> tuple[Ground, ...]      the column of each square
    ways_over(country) -> Ways                  the ways of every row
"""

from __future__ import annotations

from functools import cache
from typing import Final

from campaign.resolve.country import Country, Square
from campaign.resolve.ways import Going, Ways
from campaign.rules.tabletop.brigade.tables import MOVEMENT, Ground, MovesAs, Rate
from campaign.terms.ground import Nature

# Our choice: 2 changes 1 of 12 battles, 6 changes none.
MEAN_FACE: Final = 3
"""The face by which a rolled rate is weighed when the way is chosen; the higher half of a die is luck."""
# So that ground is not barred of which a unit crosses 0 inches at that face; 0.25 or 1 changes none of 12 battles.
LEAST_IN: Final = 0.5
"""The least inches of a move that count for ground that hardly any unit can cross."""
_COLUMN: Final = {ground: n for n, ground in enumerate(Ground)}


def ground_of(country: Country, square: Square) -> Ground:
    """Return the column of the movement chart for a square."""
    if square in country.roads:
        return Ground.ROAD
    nature = country.natures[square]
    if nature is None or square in country.tracks:
        return Ground.OPEN
    return Ground.THICK if nature is Nature.WOOD else Ground.ROUGH


def grounds(country: Country) -> tuple[Ground, ...]:
    """Return the columns of the movement chart by square."""
    return tuple(ground_of(country, square) for square in range(len(country.middles)))


def ways_over(country: Country) -> Ways[MovesAs]:
    """Return the ways of every row; rows with the same rates share theirs."""
    columns = [_COLUMN[ground] for ground in grounds(country)]

    @cache
    def going(rates: tuple[Rate | None, ...]) -> Going:
        inches, easy = [_in_a_move(rate) for rate in rates], [_is_easy(rate, rates) for rate in rates]
        return Going(tuple(inches[column] for column in columns), tuple(easy[column] for column in columns))

    return Ways(country, lambda row: going(MOVEMENT[row]))


def _in_a_move(rate: Rate | None) -> float:
    """Return the inches of a move at the mean of the die; 0 if the chart has a dash."""
    return 0.0 if rate is None else max(LEAST_IN, float(rate.at(MEAN_FACE)))


def _is_easy(rate: Rate | None, rates: tuple[Rate | None, ...]) -> bool:
    """Return whether movement there is as good as in the open."""
    in_open = rates[_COLUMN[Ground.OPEN]]
    return rate is not None and in_open is not None and not rate.rolled and rate.fixed >= in_open.fixed
