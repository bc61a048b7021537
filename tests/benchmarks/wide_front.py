"""A wide front for measuring: a synthetic theatre with two armies on it, as long as one likes and always equally dense.

Places lie about a kilometre apart in ``DEPTH`` rows; three roads meet at a place on average. Ten places a battalion,
the blue army in the southern half, the red one in the northern half, thick at the front and thin behind it; 12
commands, 3 divisions and six tenths of a corps a hundred battalions. Twice the battalions is twice the front, so that
growth says something.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from random import Random

from campaign.terms.forces import Level
from campaign.terms.ground import Cover, Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.chain import Echelon
from campaign.theatre.marchers import Conduct, Marcher
from campaign.theatre.road_graph import fastest
from campaign.theatre.values import Point, Rates, Spot, Theatre, Way
from campaign.theatre.zones import Sight, Watcher

BLUE, RED = 1, 2
DEPTH = 100
"""Rows of places from the southern to the northern edge."""
PLACES_A_BATTALION = 10
DAY = Sight(open_m=1000, hill_m=1500, terrain_m=500)
FOOT, TRACKED, TRUCKS = Rates(7500, 6000, 3000), Rates(18_000, 12_000, 3000), Rates(33_375, 18_000, 3000)


@dataclass(frozen=True)
class Front:
    """The map and all that stands on it."""

    theatre: Theatre
    units: tuple[Marcher, ...]
    """Every unit where it stands, without a route."""
    goals: dict[int, int]
    """Where those who march are to go, by unit."""
    echelons: tuple[Echelon, ...]
    watchers: tuple[Watcher, ...]

    def ordered(self) -> list[Marcher]:
        """The units with their routes laid out."""
        return [self._with_route(unit) for unit in self.units]

    def _with_route(self, unit: Marcher) -> Marcher:
        if unit.unit not in self.goals:
            return unit
        goal = AtPlace(self.goals[unit.unit])
        route = fastest(self.theatre, unit.position, goal, unit.rates)
        legs = route.legs if route is not None else ()
        return Marcher(unit.unit, unit.name, unit.side, unit.position, unit.rates, legs, unit.conduct)


def wide_front(battalions: int, *, bends: int = 0, seed: int = 1941, marching: float = 2 / 3) -> Front:
    """A front for so many battalions of both sides together; ``bends`` drawn points on every road between its ends."""
    dice = Random(seed)
    columns = max(2, battalions * PLACES_A_BATTALION // DEPTH)
    theatre = wide_theatre(dice, columns, bends)
    units, goals = _armies(dice, theatre, columns, battalions, marching)
    echelons = tuple(_echelons(theatre, units))
    watchers = tuple(Watcher.at(theatre, unit.unit, unit.name, unit.side, unit.position) for unit in units)
    return Front(theatre, tuple(units), goals, echelons, watchers)


def wide_theatre(dice: Random, columns: int, bends: int = 0, depth: int = DEPTH) -> Theatre:
    """Places in rows and columns, each a little out of line; three quarters of the roads between neighbours."""
    spots = [_place(dice, n, n % columns, n // columns, columns, depth) for n in range(columns * depth)]
    points = [spot.point for spot in spots]
    ways: list[Way] = []
    for n, spot in enumerate(spots):
        for other in ((n + 1) if (n + 1) % columns else None, n + columns if n + columns < len(spots) else None):
            if other is not None and dice.random() < 0.76:
                ways.append(_road(dice, len(ways) + 1, (spot, spots[other]), (points[n], points[other]), bends))
    return Theatre(tuple(spots), tuple(ways))


def _place(dice: Random, n: int, column: int, row: int, columns: int, depth: int) -> Spot:
    x, y = 1000 * column + dice.randrange(-300, 300), 1000 * row + dice.randrange(-300, 300)
    home = (BLUE if row == 0 else RED if row == depth - 1 else None) if column % 10 == 5 or columns < 10 else None
    cover = Cover.TERRAIN if dice.random() < 0.15 else Cover.OPEN
    return Spot(n + 1, f"p{n}", f"P{n}", x, y, cover, dice.random() < 0.1, home)


def _road(dice: Random, number: int, places: tuple[Spot, Spot], ends: tuple[Point, Point], bends: int) -> Way:
    """From the one place to the other, with so many bends between; its ends are the places' own points, as when a map
    is loaded."""
    (a, b), (here, there) = places, ends
    points = [here]
    for i in range(1, bends + 1):
        share = i / (bends + 1)
        points.append(
            (
                a.x_m + (b.x_m - a.x_m) * share + dice.randrange(-80, 80),
                a.y_m + (b.y_m - a.y_m) * share + dice.randrange(-80, 80),
            )
        )
    points.append(there)
    drawn_m = sum(dist(one, other) for one, other in pairwise(points))
    surface = dice.choices((Surface.ROAD, Surface.CROSS_COUNTRY, Surface.TERRAIN), (80, 17, 3))[0]
    cover = Cover.TERRAIN if dice.random() < 0.15 else Cover.OPEN
    length_m = max(1, round(drawn_m * dice.uniform(1.0, 1.1)))
    return Way(number, f"r{number}", "", a.place, b.place, length_m, tuple(points), surface, cover)


def _armies(
    dice: Random, theatre: Theatre, columns: int, battalions: int, marching: float
) -> tuple[list[Marcher], dict[int, int]]:
    units: list[Marcher] = []
    goals: dict[int, int] = {}
    for number in range(1, battalions + 1):
        side = BLUE if number % 2 else RED
        deep = min(DEPTH // 2 - 1, int(dice.expovariate(1 / 8)))
        row = DEPTH // 2 - 1 - deep if side == BLUE else DEPTH // 2 + deep
        column = number * columns // (battalions + 1)
        place = theatre.spots[row * columns + column].place
        rates, conduct = dice.choice((FOOT, FOOT, TRACKED, TRUCKS)), dice.choice(list(Conduct))
        units.append(Marcher(number, f"U{number}", side, _stand(dice, theatre, place), rates, (), conduct))
        if dice.random() < marching:
            forward = dice.randrange(-3, 10) * (1 if side == BLUE else -1)
            to_row = min(DEPTH - 1, max(0, row + forward))
            to_column = min(columns - 1, max(0, column + dice.randrange(-8, 9)))
            goals[number] = theatre.spots[to_row * columns + to_column].place
    return units, goals


def _stand(dice: Random, theatre: Theatre, place: int) -> Position:
    ways = theatre.leaving(place)
    if not ways or dice.random() < 0.7:
        return AtPlace(place)
    way = dice.choice(ways)
    return theatre.standing(way.road, dice.randrange(way.length_m)) if way.length_m > 1 else OnRoad(way.road, 0)


def _echelons(theatre: Theatre, units: list[Marcher]) -> Iterator[Echelon]:
    """Commands of four battalions, divisions of four commands and a headquarters, corps of five divisions and
    theirs."""
    formation = 0
    for side in (BLUE, RED):
        own = [unit for unit in units if unit.side == side]
        corps = division = 0
        for start in range(0, len(own), 4):
            if start % 80 == 0:
                corps = formation = formation + 1
                staff = own[start]
                yield Echelon(corps, f"Corps {corps}", Level.CORPS, side, None, staff.unit, staff.position, TRUCKS)
            if start % 16 == 0:
                division = formation = formation + 1
                staff = own[start]
                yield Echelon(
                    division, f"Division {division}", Level.DIVISION, side, corps, staff.unit, staff.position, TRUCKS
                )
            formation += 1
            battalions = tuple((unit.unit, unit.position) for unit in own[start : start + 4])
            yield Echelon(formation, f"Brigade {formation}", Level.COMMAND, side, division, battalions=battalions)
