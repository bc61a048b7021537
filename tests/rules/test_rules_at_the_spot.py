"""How near to the work an engineer, or who would cross, must stand (OB-AMB-126)."""

from __future__ import annotations

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import engineering
from campaign.rules.day.engineering import AT_THE_SPOT_M, Site
from campaign.situation.passages import is_at
from campaign.terms.forces import Engineers
from campaign.terms.ground import CrossingState, LoadClass, TaskKind
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


@pytest.mark.rule("OB-BRG-01", "OB-DEM-01", "OB-DEM-04")
def test_a_crossing_of_which_nothing_more_is_said_is_one_span_over_a_small_river() -> None:
    """Engineers in support bridge it; a blown span is all there is, and nothing of it is for good."""
    brook = Site("the brook", CrossingState.DESTROYED, LoadClass.HEAVY_TANK)
    assert not engineering.bars(TaskKind.BRIDGE, Engineers.SUPPORT, major=brook.major)
    assert not engineering.site_bars(TaskKind.BRIDGE, brook, LoadClass.FOOT_WHEELED, DEFAULTS)
    assert not brook.is_of_several_spans
    assert engineering.earlier_turns(TaskKind.BRIDGE, brook, LoadClass.HEAVY_TANK, DEFAULTS) == 0
