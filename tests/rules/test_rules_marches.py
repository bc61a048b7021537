"""March rates on the campaign map."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.rules.brevity import marches
from campaign.rules.brevity.marches import Rates
from campaign.rules.settings import DEFAULTS
from campaign.terms.forces import MarchClass, Nationality
from campaign.terms.ground import Surface

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
    """Umpire 1.1: with one move a turn they would need about twelve turns cross-country; the nation's moves make it far fewer."""
    expected = marches.rates(MarchClass.HALF_TRACK, N.GERMAN, night=False, book=DEFAULTS)
    assert marches.turns_to_march([(100_000, Surface.ROAD)], expected) == F(100, 48)
    slow = marches.rates(MarchClass.TRACKED, N.GERMAN, night=False, book=ONE)
    assert marches.turns_to_march([(100_000, Surface.CROSS_COUNTRY)], slow) == F(25, 2)


@pytest.mark.rule("OB-AMB-013")
def test_moves_may_be_a_number_or_rolled() -> None:
    half = DEFAULTS.with_setting("march.moves_per_turn", "3/2")
    assert marches.rates(MarchClass.FOOT, N.GERMAN, night=True, book=half).road == 7_500
    rolled = DEFAULTS.with_setting("march.moves_per_turn", "rolled")
    assert marches.rates(MarchClass.FOOT, N.GERMAN, night=False, book=rolled, rolled=4).road == 20_000
    assert marches.rates(MarchClass.FOOT, N.GERMAN, night=False, book=rolled).road == 15_000, "a forecast takes the average"
    assert marches.rates(MarchClass.FOOT, N.GERMAN, night=False, book=DEFAULTS, rolled=4).road == 15_000, (
        "nobody rolls unless the book says so"
    )


def test_a_column_is_as_slow_as_its_slowest_part() -> None:
    foot, truck, tracked = (
        marches.rates(one, N.BRITISH, night=False, book=ONE) for one in (MarchClass.FOOT, MarchClass.TRUCK, MarchClass.TRACKED)
    )
    assert marches.slowest([truck, tracked]) == Rates(12_000, 8_000, 2_000)
    assert marches.slowest([truck, tracked, foot]) == Rates(5_000, 4_000, 2_000)
    with pytest.raises(BadInput):
        marches.slowest([])


def test_each_stretch_goes_at_its_own_rate() -> None:
    """Umpire 1.1: the slowest rate of OB-MOV-02 is for one move on the table."""
    pace = Rates(20_000, 10_000, 2_000)
    way = [(10_000, Surface.ROAD), (2_500, Surface.CROSS_COUNTRY), (500, Surface.TERRAIN)]
    assert marches.turns_to_march(way, pace) == 1
    assert marches.within_one_march(way, pace)
    assert not marches.within_one_march([*way, (1, Surface.ROAD)], pace)


@pytest.mark.rule("OB-WC-090", "OB-SUP-05", "OB-AMB-115")
def test_a_command_150_inches_from_its_headquarters() -> None:
    way = [(150 * 125, Surface.ROAD)]
    assert marches.within_one_march(way, marches.rates(MarchClass.TRUCK, N.BRITISH, night=False, book=ONE))
    assert not marches.within_one_march(way, marches.rates(MarchClass.FOOT, N.BRITISH, night=False, book=ONE))


def test_beaten_units_go_back_half_a_turns_march() -> None:
    """Umpire 1.8."""
    pace = marches.rates(MarchClass.TRUCK, N.BRITISH, night=False, book=DEFAULTS)
    assert marches.retreat_distance(pace, DEFAULTS) == 16_687
    assert marches.retreat_distance(pace, DEFAULTS.with_setting("retreat.distance", "1/4")) == 8_343


def test_speed_is_constant_within_a_turn() -> None:
    pace = Rates(21_600, 10_800, 2_160)
    assert pace.metres_in(3600, Surface.ROAD) == 3600
    assert pace.seconds_for(1800, Surface.CROSS_COUNTRY) == 3600


@given(st.sampled_from(list(MarchClass)), st.sampled_from(list(N)), st.booleans(), st.integers(0, 200_000))
def test_time_and_distance_are_inverse(march_class: MarchClass, nation: N, night: bool, metres: int) -> None:
    pace = marches.rates(march_class, nation, night=night, book=DEFAULTS)
    for surface in Surface:
        seconds = pace.seconds_for(metres, surface)
        assert seconds * pace.on(surface) == metres * marches.SECONDS_A_TURN
        assert marches.turns_to_march([(metres, surface)], pace) == seconds / marches.SECONDS_A_TURN
    assert pace.road >= pace.cross_country >= pace.terrain
