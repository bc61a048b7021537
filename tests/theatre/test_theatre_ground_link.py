"""Which barriers lie near the ground that two units move over: the squares and boxes against every piece looked at."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, MultiPoint
from theatre_maps import spot, theatre, way

from campaign.terms.ground import Cover
from campaign.theatre.ground_link import Ground
from campaign.theatre.motion import Motion
from campaign.theatre.values import SQUARE_M, Point

SEEDS = st.integers(0, 1_000_000)


def some_point(dice: Random) -> Point:
    """Often on the edge of a square, and west and south of the map's origin too."""
    return (
        dice.choice((SQUARE_M * dice.randrange(-2, 3), dice.uniform(-9000, 9000))),
        dice.choice((SQUARE_M * dice.randrange(-2, 3), dice.uniform(-9000, 9000))),
    )


def some_motion(dice: Random) -> Motion:
    x, y = some_point(dice)
    east, north = dice.choice(((0.0, 0.0), (dice.uniform(-2, 2), dice.uniform(-2, 2))))
    return Motion(0.0, 3600.0, x, y, east, north, Cover.OPEN)


@given(SEEDS)
def test_the_barriers_near_two_units_are_all_that_touch_the_ground_they_move_over(seed: int) -> None:
    dice = Random(seed)
    west, east = spot(1, 0, 0), spot(2, 1000, 0)
    lines = [[some_point(dice) for _ in range(dice.randrange(2, 5))] for _ in range(6)]
    on = theatre([west, east], [way(1, west, east)], lines)
    pieces = [piece for line in lines for piece in pairwise(line)]
    ground = Ground(on)
    for _ in range(10):
        a, b = some_motion(dice), some_motion(dice)
        begin, end = 600.0, dice.choice((600.0, 1800.0))
        hull = MultiPoint([a.at(begin), a.at(end), b.at(begin), b.at(end)]).convex_hull
        expected = [piece for piece in pieces if LineString(piece).intersects(hull)]
        assert ground._between(a, b, begin, end) == expected
