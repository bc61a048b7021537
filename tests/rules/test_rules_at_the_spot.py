"""How near to the work an engineer, or who would cross, must stand (OB-AMB-126)."""

from __future__ import annotations

import pytest

from campaign.rules.day.engineering import AT_THE_SPOT_M
from campaign.situation.passages import is_at
from campaign.terms.position import AtPlace, OnRoad, Position
from tests.theatre.theatre_maps import spot, theatre, way

WEST, EAST = spot(1, 0, 0), spot(2, 5000, 0)
MAP = theatre([WEST, EAST], [way(7, WEST, EAST)])


@pytest.mark.rule("OB-AMB-126")
@pytest.mark.parametrize(
    ("position", "at_m", "there"),
    [
        (OnRoad(7, 2000), 2125, True),
        (OnRoad(7, 2000), 1875, True),
        (OnRoad(7, 2000), 2126, False),
        (OnRoad(7, 2000), 1874, False),
        (OnRoad(8, 2000), 2000, False),
        (AtPlace(1), 125, True),
        (AtPlace(1), 126, False),
        (AtPlace(2), 4875, True),
        (AtPlace(2), 4874, False),
        (AtPlace(2), 125, False),
        (AtPlace(3), 125, False),
        (None, 125, False),
    ],
)
def test_who_stands_within_an_inch_of_the_table_is_at_the_spot(
    position: Position | None, at_m: int, there: bool
) -> None:
    """AT_THE_SPOT_M: eight inches are a kilometre."""
    assert AT_THE_SPOT_M * 8 == 1000
    assert is_at(MAP, position, 7, at_m) is there
