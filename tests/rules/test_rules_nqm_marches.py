"""Marches on the campaign map by Not Quite Mechanised."""

from __future__ import annotations

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day.nqm_marches import clearing_seconds, mover_of, rates
from campaign.rules.tabletop.nqm.tables import Mover
from campaign.terms.forces import Arm, MarchClass

KM = 1000
TURNS = 4


@pytest.mark.rule("NQM-MOV-01", "NQM-MOV-02", "NQM-MOV-04", "NQM-TBL-MOVDAY")
@pytest.mark.parametrize(
    ("mover", "by_road", "to_contact"),
    [
        (Mover.LIGHT_RECCE, 120, 60),
        (Mover.ARMOURED, 72, 36),
        (Mover.FOOT, 24, 12),
        (Mover.MOTORISED, 108, 36),
        (Mover.CAVALRY, 36, 24),
    ],
)
def test_a_day_is_twelve_hours_of_marching(mover: Mover, by_road: int, to_contact: int) -> None:
    turn = rates(mover, tactical=False, book=DEFAULTS)
    assert turn.road * TURNS == by_road * KM
    assert turn.cross_country * TURNS == turn.terrain * TURNS == to_contact * KM


@pytest.mark.rule("NQM-MOV-05")
def test_who_goes_to_meet_the_enemy_moves_to_contact_on_the_road_too() -> None:
    assert rates(Mover.MOTORISED, tactical=True, book=DEFAULTS).road * TURNS == 36 * KM


@pytest.mark.rule("NQM-MOV-08")
def test_horse_drawn_transport_keeps_to_the_roads() -> None:
    for tactical in (False, True):
        turn = rates(Mover.HORSE_DRAWN, tactical=tactical, book=DEFAULTS)
        assert (turn.road * TURNS, turn.cross_country, turn.terrain) == (24 * KM, 0, 0)


@pytest.mark.rule("NQM-AMB-25")
def test_a_club_may_march_six_hours_a_day() -> None:
    half = DEFAULTS.with_setting("march.hours_a_day", 6)
    assert rates(Mover.FOOT, tactical=False, book=half).road * TURNS == 12 * KM


@pytest.mark.rule("NQM-MOV-01", "NQM-TBL-MOV")
@pytest.mark.parametrize("march_class", [MarchClass.CAVALRY, MarchClass.TRACKED, MarchClass.HALF_TRACK])
def test_tanks_march_as_armour_whatever_row_of_another_book_they_have(march_class: MarchClass) -> None:
    """Slow tanks share a row with cavalry there and fast ones a row with half-tracks: here all make 72 km a day by
    road.
    """
    for arm in (Arm.ARMOUR, Arm.HEAVY_ARMOUR):
        mover = mover_of(march_class, arm)
        assert mover is Mover.ARMOURED
        assert rates(mover, tactical=False, book=DEFAULTS).road * TURNS == 72 * KM
    assert mover_of(MarchClass.CAVALRY, Arm.SELF_PROPELLED_ARTILLERY) is Mover.ARMOURED
    assert mover_of(MarchClass.HALF_TRACK, Arm.SELF_PROPELLED_ANTI_TANK) is Mover.MOTORISED
    assert mover_of(MarchClass.CAVALRY, Arm.CAVALRY) is mover_of(MarchClass.FOOT, Arm.CYCLIST) is Mover.CAVALRY


def test_reconnaissance_and_armoured_cars_are_light_recce_however_they_are_carried() -> None:
    assert (
        mover_of(MarchClass.TRUCK, Arm.ARMOURED_CAR)
        is mover_of(MarchClass.TRACKED, Arm.RECONNAISSANCE)
        is Mover.LIGHT_RECCE
    )
    assert (
        mover_of(MarchClass.TRUCK, Arm.LORRIED_INFANTRY) is Mover.MOTORISED
        and mover_of(MarchClass.FOOT, Arm.INFANTRY) is Mover.FOOT
    )


@pytest.mark.rule("NQM-FRONT-01")
def test_a_battalion_on_foot_takes_an_hour_past_a_crossroads_and_lorries_thirteen_minutes() -> None:
    """Two kilometres of column at 2 and at 9 kilometres an hour (umpire 1.18)."""
    assert clearing_seconds(Mover.FOOT, company=False) == 3600
    assert clearing_seconds(Mover.MOTORISED, company=False) == 800
    assert clearing_seconds(Mover.FOOT, company=True) == 540
