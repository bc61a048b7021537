"""Small maps and marches for the tests of the map room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import dist
from random import Random

from campaign.terms.ground import Cover, Surface
from campaign.terms.position import AtPlace, Position
from campaign.theatre.chain import Echelon
from campaign.theatre.clearing import Clearing
from campaign.theatre.legs import Leg, Route
from campaign.theatre.marchers import Conduct, Marcher
from campaign.theatre.routes import route
from campaign.theatre.supply import SupplyNet
from campaign.theatre.supply_link import Line
from campaign.theatre.values import Barrier, Block, Rates, Spot, Theatre, Way
from campaign.theatre.vulnerable import Vulnerability
from campaign.theatre.zones import Sight, Watcher

DAY = Sight(open_m=1000, hill_m=1500, terrain_m=500)
NIGHT = Sight(open_m=500, hill_m=500, terrain_m=500)
HOUR = 6
"""A rate of so many metres an hour is six times as many a turn."""

BLUE, RED = 1, 2


def rates(metres_an_hour: float) -> Rates:
    return Rates(metres_an_hour * HOUR, metres_an_hour * HOUR, metres_an_hour * HOUR)


def spot(place: int, x: float, y: float, **more: object) -> Spot:
    return Spot(place, f"p{place}", f"P{place}", x, y, **more)  # type: ignore[arg-type]


def way(
    road: int,
    a: Spot,
    b: Spot,
    *bends: tuple[float, float],
    length: int | None = None,
    surface: Surface = Surface.ROAD,
    cover: Cover = Cover.OPEN,
    blocks: Sequence[Block] = (),
    defile: bool = False,
) -> Way:
    points = (a.point, *bends, b.point)
    drawn = round(sum(dist(p, q) for p, q in pairwise(points)))
    stated = length or max(drawn, 1)
    return Way(road, f"r{road}", "", a.place, b.place, stated, points, surface, cover, defile, blocks=tuple(blocks))


def theatre(
    spots: Sequence[Spot], ways: Sequence[Way], barriers: Sequence[Sequence[tuple[float, float]]] = ()
) -> Theatre:
    return Theatre(tuple(spots), tuple(ways), tuple(Barrier("cliff", tuple(points)) for points in barriers))


def stays(unit: int, side: int, position: Position, **more: object) -> Marcher:
    return Marcher(unit, f"U{unit}", side, position, rates(1000), **more)  # type: ignore[arg-type]


def goes(
    on: Theatre,
    unit: int,
    side: int,
    position: Position,
    goal: Position,
    an_hour: float | Rates,
    conduct: Conduct = Conduct.ATTACK,
    **more: object,
) -> Marcher:
    rate = an_hour if isinstance(an_hour, Rates) else rates(an_hour)
    found = route(on, position, [goal], rate)
    assert isinstance(found, Route), found
    return Marcher(unit, f"U{unit}", side, position, rate, found.legs, conduct, **more)  # type: ignore[arg-type]


def leg(of: Way, from_m: float, to_m: float) -> Leg:
    return Leg(of.road, from_m, to_m, of.surface)


def at(spot_: Spot) -> AtPlace:
    return AtPlace(spot_.place)


def random_theatre(seed: int, places: int = 9, size_m: int = 9000) -> Theatre:
    """A small map with bent roads, parallel roads, a loop, woods, hills, blown bridges and stated lengths of
    their own."""
    dice = Random(seed)
    spots = [
        spot(
            i + 1,
            dice.randrange(size_m),
            dice.randrange(size_m),
            cover=dice.choice((Cover.OPEN, Cover.OPEN, Cover.TERRAIN)),
            hill=dice.random() < 0.3,
            home_of=BLUE if i < 2 else None,
        )
        for i in range(places)
    ]
    pairs = [(spots[i], dice.choice(spots[:i])) for i in range(1, places) if dice.random() < 0.95]
    pairs += [(dice.choice(spots), dice.choice(spots)) for _ in range(places // 2)]
    ways = []
    for number, (a, b) in enumerate(pairs, start=1):
        bends = [
            (dice.randrange(size_m), dice.randrange(size_m))
            for _ in range(dice.choice((0, 0, 1, 2)) if a is not b else 3)
        ]
        plain = way(number, a, b, *bends)
        length = max(2, round(plain.length_m * dice.uniform(0.9, 1.4)))
        blocks = [Block(dice.randrange(length), f"crater {number}")] if dice.random() < 0.15 else []
        cover, surface = dice.choice(list(Cover)), dice.choice(list(Surface))
        ways.append(
            way(
                number,
                a,
                b,
                *bends,
                length=length,
                surface=surface,
                cover=cover,
                blocks=blocks,
                defile=dice.random() < 0.1,
            )
        )
    return theatre(spots, ways)


def random_position(dice: Random, on: Theatre) -> Position:
    if dice.random() < 0.5:
        return AtPlace(dice.choice(on.spots).place)
    road = dice.choice(on.ways)
    return on.standing(road.road, dice.randrange(road.length_m))


def trace(
    on: Theatre,
    echelons: Sequence[Echelon],
    enemies: Sequence[Watcher],
    sight: Sight,
    side: int,
    *,
    facing_cuts: bool = False,
) -> dict[int, Line]:
    """The supply lines of a side."""
    return SupplyNet(on, echelons, enemies, sight, side, facing_cuts=facing_cuts).lines()


def explain(
    on: Theatre,
    echelons: Sequence[Echelon],
    enemies: Sequence[Watcher],
    sight: Sight,
    side: int,
    formation: int,
    seconds: float | None = 1.0,
) -> Clearing | str:
    """What would have to go for a formation to be in supply."""
    return SupplyNet(on, echelons, enemies, sight, side).clearing(formation, seconds)


def vulnerability(
    on: Theatre,
    echelons: Sequence[Echelon],
    enemies: Sequence[Watcher],
    sight: Sight,
    side: int,
    weights: Mapping[int, int],
) -> Vulnerability:
    """What the supply of a side hangs on."""
    return SupplyNet(on, echelons, enemies, sight, side).vulnerability(weights)
