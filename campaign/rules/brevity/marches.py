"""Marches on the campaign map: OB-T-02 turned into metres a turn (umpire 1.1).

A move is the table's march move; a nation makes so many moves a turn out of contact; metres a turn are the two
multiplied. Each stretch is marched at its own surface's rate. Speeds are constant within a turn of six hours.

    rates(march_class, nation, night=, book=, rolled=) -> Rates       metres a turn by surface
    Rates.on(surface) -> int    Rates.metres_in(seconds, surface) -> Fraction    Rates.seconds_for(metres, surface) -> Fraction
    slowest(rates...) -> Rates                    a column goes as its slowest part
    turns_to_march(stretches, rates) -> Fraction  stretches are (metres, surface)
    within_one_march(stretches, rates) -> bool    OB-SUP-05's "one march move" (umpire 1.2)
    part_of_a_march(share, rates, surface) -> int metres of half a turn's march and the like
    retreat_distance(rates, book) -> int          metres by road
    moves_a_turn(nation, night=, book=, rolled=) -> Fraction
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.brevity import command, tables
from campaign.rules.rulebook import Rulebook
from campaign.terms.forces import MarchClass, Nationality
from campaign.terms.ground import Surface
from campaign.terms.time import HOURS_A_TURN

SECONDS_A_TURN = HOURS_A_TURN * 3600
Stretch = tuple[int, Surface]
"""Metres, and what they are to march on."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Metres a turn on each surface."""

    road: int
    cross_country: int
    terrain: int

    def on(self, surface: Surface) -> int:
        """Metres a turn on this surface."""
        match surface:
            case Surface.ROAD:
                return self.road
            case Surface.CROSS_COUNTRY:
                return self.cross_country
            case Surface.TERRAIN:
                return self.terrain

    def metres_in(self, seconds: int, surface: Surface) -> Fraction:
        """How far it gets in this time."""
        return Fraction(self.on(surface) * seconds, SECONDS_A_TURN)

    def seconds_for(self, metres: int, surface: Surface) -> Fraction:
        """How long so many metres take."""
        return Fraction(metres * SECONDS_A_TURN, self.on(surface))


def moves_a_turn(nation: Nationality, *, night: bool, book: Rulebook, rolled: int | None = None) -> Fraction:
    """March moves a turn out of contact. ``rolled`` counts only where the rulebook has moves rolled; a forecast leaves it out."""
    if not book.is_word("march.moves_per_turn"):
        return book.number("march.moves_per_turn")
    match book.word("march.moves_per_turn"):
        case "one":
            return Fraction(1)
        case "rolled" if rolled is not None:
            return Fraction(rolled)
        case _:
            return command.moves(nation, night=night)


def rates(march_class: MarchClass, nation: Nationality, *, night: bool, book: Rulebook, rolled: int | None = None) -> Rates:
    """Metres a turn of a unit of this march class and nation (OB-MOV-07, umpire 1.1)."""
    moves = moves_a_turn(nation, night=night, book=book, rolled=rolled)
    return Rates(*(int(tables.MARCH[march_class][surface] * tables.METRES_AN_INCH * moves) for surface in Surface))


def slowest(parts: Iterable[Rates]) -> Rates:
    """A column goes at the pace of its slowest part, on each surface for itself. Raises BadInput for an empty column."""
    column = tuple(parts)
    if not column:
        raise BadInput("a column of no units has no pace: name at least one unit to march")
    return Rates(*(min(part.on(surface) for part in column) for surface in Surface))


def turns_to_march(stretches: Iterable[Stretch], pace: Rates) -> Fraction:
    """Turns that a way takes, each stretch at its own rate."""
    return sum((Fraction(metres, pace.on(surface)) for metres, surface in stretches), Fraction(0))


def within_one_march(stretches: Iterable[Stretch], pace: Rates) -> bool:
    """Is the way no longer than one turn's march (OB-SUP-05, umpire 1.2)?"""
    return turns_to_march(stretches, pace) <= 1


def part_of_a_march(share: Fraction, pace: Rates, surface: Surface = Surface.ROAD) -> int:
    """Metres of a part of a turn's march."""
    return int(pace.on(surface) * share)


def retreat_distance(pace: Rates, book: Rulebook) -> int:
    """Metres by road that a beaten unit goes back: half a turn's march (umpire 1.8)."""
    return part_of_a_march(book.number("retreat.distance"), pace)
