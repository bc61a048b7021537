"""March rates on the campaign map."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.resolve.brevity.ground import allowance
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import marches
from campaign.rules.tabletop.brevity import sheet_values
from campaign.terms.forces import MarchClass, Nationality
from campaign.terms.ground import Surface
from campaign.terms.state import Light, Posture
from tests.rules.forces import force, infantry

F = Fraction
N = Nationality
ONE = DEFAULTS.with_setting("march.moves_per_turn", "one")
KM_A_MOVE = {
    MarchClass.FOOT: (5, 4, 2),
    MarchClass.CAVALRY: (8, 6, 2),
    MarchClass.TRACKED: (12, 8, 2),
    MarchClass.HALF_TRACK: (16, 10, 2),
    MarchClass.TRUCK: (22.25, 12, 2),
}


@pytest.mark.rule("OB-MOV-07", "OB-T-02", "OB-SCL-01", "OB-AMB-031")
@pytest.mark.parametrize("march_class", list(MarchClass))
def test_one_move_in_kilometres(march_class: MarchClass) -> None:
    pace = marches.rates(march_class, N.BRITISH, night=False, book=ONE)
    assert (pace.road / 1000, pace.cross_country / 1000, pace.terrain / 1000) == KM_A_MOVE[march_class]


@pytest.mark.rule("OB-AMB-031", "OB-T-02")
def test_lorries_march_178_inches_on_a_road() -> None:
    assert marches.inches(MarchClass.TRUCK, Surface.ROAD) == 178
    assert [marches.inches(one, Surface.ROAD) for one in MarchClass if one is not MarchClass.TRUCK] == [40, 64, 96, 128]
    assert marches.inches(MarchClass.TRUCK, Surface.CROSS_COUNTRY) == 96
    assert (
        marches.rates(
            MarchClass.TRUCK, N.BRITISH, night=False, book=DEFAULTS.with_setting("march.moves_per_turn", "one")
        ).road
        == 22_250
    )
    lorried = infantry(march_class=MarchClass.TRUCK)
    assert allowance(lorried, Posture.MARCH, Surface.ROAD, mounted=False) == 178
    (strip, *_) = sheet_values.sheet(force(lorried), (), DEFAULTS, night=False, light=Light.DAY).commands
    assert strip.lines[0].march == (178, 96, 16)


@pytest.mark.rule("OB-AMB-013")
@pytest.mark.parametrize(
    ("nation", "night", "road"),
    [
        (N.BRITISH, False, 33_375),
        (N.BRITISH, True, 22_250),
        (N.COMMONWEALTH, False, 44_500),
        (N.COMMONWEALTH, True, 26_700),
        (N.GERMAN, False, 66_750),
        (N.GERMAN, True, 33_375),
        (N.ITALIAN, False, 33_375),
        (N.SOVIET, False, 26_700),
        (N.SOVIET, True, 22_250),
    ],
)
def test_trucks_by_the_nations_moves(nation: N, night: bool, road: int) -> None:
    """Umpire 1.1: moves a turn out of contact are the nation's expected moves."""
    assert marches.rates(MarchClass.TRUCK, nation, night=night, book=DEFAULTS).road == road


@pytest.mark.rule("OB-AMB-013")
def test_cramers_tanks_take_about_two_turns_for_a_hundred_kilometres() -> None:
    """Umpire 1.1: with one move a turn they would need about twelve turns cross-country; the nation's moves make it far
    fewer."""
    assert marches.rates(MarchClass.HALF_TRACK, N.GERMAN, night=False, book=DEFAULTS).road == 48_000
    assert F(100_000, marches.rates(MarchClass.TRACKED, N.GERMAN, night=False, book=ONE).cross_country) == F(25, 2)


@pytest.mark.rule("OB-AMB-013")
def test_moves_may_be_a_number_or_rolled() -> None:
    half = DEFAULTS.with_setting("march.moves_per_turn", "3/2")
    assert marches.rates(MarchClass.FOOT, N.GERMAN, night=True, book=half).road == 7_500
    rolled = DEFAULTS.with_setting("march.moves_per_turn", "rolled")
    assert marches.rates(MarchClass.FOOT, N.GERMAN, night=False, book=rolled, rolled=4).road == 20_000
    assert marches.rates(MarchClass.FOOT, N.GERMAN, night=False, book=rolled).road == 15_000, (
        "a forecast takes the average"
    )
    assert marches.rates(MarchClass.FOOT, N.GERMAN, night=False, book=DEFAULTS, rolled=4).road == 15_000, (
        "nobody rolls unless the book says so"
    )


@given(st.sampled_from(list(MarchClass)), st.sampled_from(list(N)), st.booleans())
def test_a_road_is_never_slower_than_open_ground_nor_that_than_terrain(
    march_class: MarchClass, nation: N, night: bool
) -> None:
    pace = marches.rates(march_class, nation, night=night, book=DEFAULTS)
    assert pace.on(Surface.ROAD) >= pace.on(Surface.CROSS_COUNTRY) >= pace.on(Surface.TERRAIN) > 0
