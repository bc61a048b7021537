"""A map is let go with the last that asks it: nothing that works on it closes a circle of references.

The large maps that a circle holds are freed only by a collection of the oldest objects, which a command hardly ever
reaches: a turn of a wide front once kept all that it had read, five times over.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from random import Random

import pytest
from test_theatre_laws import followed
from theatre_maps import BLUE, DAY, RED, random_position, random_theatre, rates

from campaign.terms.forces import Level
from campaign.theatre.chain import Echelon
from campaign.theatre.march import march
from campaign.theatre.retreats import retreats, surrounded
from campaign.theatre.supply import SupplyNet
from campaign.theatre.values import Theatre
from campaign.theatre.zones import Watcher, Zones

FOOT = rates(1250)


def enemies(on: Theatre, dice: Random) -> list[Watcher]:
    return [Watcher.at(on, 100 + n, f"Enemy {n}", RED, random_position(dice, on)) for n in range(3)]


def ways_are_asked(on: Theatre, dice: Random) -> object:
    return on.graph, on.nearest_spot((500.0, 500.0)), on.homes(BLUE)


def a_turn_is_marched(on: Theatre, dice: Random) -> object:
    return march(on, followed(dice.randrange(1000), on), DAY)


def zones_are_asked(on: Theatre, dice: Random) -> object:
    zones = Zones.against(on, enemies(on, dice), BLUE, DAY)
    return zones, [zones.over(random_position(dice, on)) for _ in range(5)], list(zones.stretches.values())


def the_beaten_go_back(on: Theatre, dice: Random) -> object:
    foes = enemies(on, dice)
    return [
        (
            retreats(on, start, BLUE, FOOT, Zones.against(on, foes, BLUE, DAY)),
            surrounded(on, start, Zones.against(on, foes, BLUE, DAY)),
        )
        for start in (random_position(dice, on) for _ in range(4))
    ]


def supply_is_traced(on: Theatre, dice: Random) -> object:
    corps = Echelon(1, "Corps", Level.CORPS, BLUE, None, 1, random_position(dice, on), FOOT)
    division = Echelon(2, "Division", Level.DIVISION, BLUE, 1, 2, random_position(dice, on), FOOT)
    brigade = Echelon(3, "Brigade", Level.COMMAND, BLUE, 2, battalions=((5, random_position(dice, on)),))
    net = SupplyNet(on, [corps, division, brigade], enemies(on, dice), DAY, BLUE)
    lines = net.lines()
    return net, [(line.to, line.why) for line in lines.values()], net.clearing(3), net.vulnerability({3: 1})


@pytest.fixture
def nobody_collects() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("nobody_collects")
@pytest.mark.parametrize(
    "work", [ways_are_asked, a_turn_is_marched, zones_are_asked, the_beaten_go_back, supply_is_traced]
)
def test_the_map_is_freed_with_the_last_that_asks_it(work: Callable[[Theatre, Random], object]) -> None:
    for seed in range(6):
        on = random_theatre(seed, 14)
        alive = weakref.ref(on)
        answer = work(on, Random(seed))
        assert alive() is on and answer is not None
        del on, answer
        assert alive() is None, f"something in {work.__name__} holds itself"
