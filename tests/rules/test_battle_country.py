"""The ground of a battle in squares: where squares hang over the edge, and which way forces lie that stand level."""

from __future__ import annotations

import pytest

from campaign.resolve.country import Country
from campaign.rules.common.terrain import Bar, Point, Terrain
from campaign.values import replace
from tests.rules.test_brigade_ground import forces, ground


@pytest.mark.parametrize(("deep", "last"), [(48, 47.0), (49, 48.5)])
def test_the_middle_of_a_square_that_hangs_over_the_edge_is_on_the_table(deep: int, last: float) -> None:
    """Squares are two inches: of a table 49 inches deep the last row has one inch on it."""
    across, along = Country(72, deep, 0, Terrain()), Country(deep, 72, 0, Terrain())
    assert max(y for _, y in across.middles) == last
    assert max(x for x, _ in along.middles) == last
    assert all(across.holds(*spot) for spot in across.middles) and across.rows == along.columns == (deep + 1) // 2


@pytest.mark.parametrize(
    ("gap", "homes", "quarters"),
    [
        (4, ((900, 0), (-900, 0)), 3),
        (4, ((-900, 0), (900, 0)), 1),
        (-4, ((-900, 0), (900, 0)), 1),
        (5, ((900, 0), (-900, 0)), 1),
        (-5, ((-900, 0), (900, 0)), 3),
        (4, ((0, 900), (0, -900)), 1),
    ],
)
def test_forces_within_four_inches_beside_each_other_lie_as_their_homes_do_on_that_axis(
    gap: int, homes: tuple[Point, Point], quarters: int
) -> None:
    """The second force is so many inches to the right of the first; its home, on the same axis, decides up to four."""
    fight = ground(forces(), spots=((36, 25), (36 + gap, 25)))
    assert Country.of(replace(fight, homes=homes)).quarters == quarters


def test_a_river_beside_the_table_shuts_nothing_though_a_bridge_of_it_was_listed() -> None:
    river = Bar("the Lower Rhine", (), river=True, bridges=((30, 70),), lines=(((0, 80), (72, 80)),))
    country = Country(72, 48, 0, Terrain(bars=(river,)))
    assert country.shut == frozenset()
