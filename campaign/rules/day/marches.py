"""Marches on the campaign map: OB-T-02 turned into metres a turn (umpire 1.1).

A move is the table's march move; a nation makes a number of moves a turn out of contact; the two multiplied give metres
a turn. Each stretch is marched at its own surface's rate, and speeds are constant within a turn of six hours: the march
itself is ``theatre.march``.

    inches(march_class, surface) -> int                         one march move on the table
    march_move(march_class) -> Rates                            metres of one march move by surface
    rates(march_class, nation, night=, book=, rolled=) -> Rates       metres a turn by surface
    moves_a_turn(nation, night=, book=, rolled=) -> Fraction
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import command, tables
from campaign.terms.forces import MarchClass, Nationality
from campaign.terms.ground import Surface
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Rates:
    """The metres that a unit marches on each surface, in a turn or in one move."""

    road: int
    cross_country: int
    terrain: int

    def on(self, surface: Surface) -> int:
        """Return the metres that a unit marches on this surface."""
        match surface:
            case Surface.ROAD:
                return self.road
            case Surface.CROSS_COUNTRY:
                return self.cross_country
            case Surface.TERRAIN:
                return self.terrain


def moves_a_turn(nation: Nationality, *, night: bool, book: Rulebook, rolled: int | None = None) -> Fraction:
    """Return the march moves a turn out of contact. ``rolled`` counts only if the rulebook has moves rolled; a forecast
    leaves it out.
    """
    if not book.is_word("march.moves_per_turn"):
        return book.number("march.moves_per_turn")
    match book.word("march.moves_per_turn"):
        case "one":
            return Fraction(1)
        case "rolled" if rolled is not None:
            return Fraction(rolled)
        case _:
            return command.moves(nation, night=night)


def inches(march_class: MarchClass, surface: Surface) -> int:
    """Return the inches of one march move on the table (OB-T-02); lorries march their 178 inches on a road
    (OB-AMB-031).
    """
    return tables.MARCH[march_class][surface]


def march_move(march_class: MarchClass) -> Rates:
    """Return the metres of one march move (OB-T-02), which no setting changes."""
    return _rates(march_class, Fraction(1))


def rates(
    march_class: MarchClass, nation: Nationality, *, night: bool, book: Rulebook, rolled: int | None = None
) -> Rates:
    """Return the metres a turn of a unit of this march class and nation (OB-MOV-07, umpire 1.1)."""
    return _rates(march_class, moves_a_turn(nation, night=night, book=book, rolled=rolled))


@lru_cache(maxsize=256)
def _rates(march_class: MarchClass, moves: Fraction) -> Rates:
    return Rates(*(int(inches(march_class, surface) * tables.METRES_AN_INCH * moves) for surface in Surface))
