"""What aircraft can be sent to do, by when their target is named, and how often they fly (OB-AIR-02, -05..-07, -09)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.rules.day.air_tasking import Naming, cannot, closed, naming, sorties_a_day, too_often
from campaign.terms.air import AirTask
from campaign.terms.forces import AirType
from campaign.terms.time import Moment, Phase


@pytest.mark.rule("OB-AIR-05", "OB-AIR-06", "OB-AIR-07")
def test_when_a_target_is_named_goes_by_the_type() -> None:
    assert naming(AirType.GROUND_ATTACK, AirTask.STRIKE) is Naming.TURN
    assert naming(AirType.MEDIUM_BOMBER, AirTask.STRIKE) is Naming.TURN
    assert naming(AirType.HEAVY_BOMBER, AirTask.STRIKE) is Naming.DAY
    assert naming(AirType.GROUND_ATTACK, AirTask.SUPPORT) is Naming.IN_THE_FIGHT


@pytest.mark.rule("OB-AIR-07")
@pytest.mark.parametrize(
    ("day", "phase", "open_"),
    [
        (1, Phase.ORDERS, True),
        (1, Phase.CLEARING, False),
        (1, Phase.MOVEMENT, False),
        (2, Phase.MOVEMENT, True),
        (1, Phase.OBJECTIVES, False),
    ],
)
def test_heavy_bombers_are_told_before_the_first_turn_of_the_day(day: int, phase: Phase, open_: bool) -> None:
    said = closed(Naming.DAY, AirTask.STRIKE, Moment(day, 3), Moment(1, 1), phase, DEFAULTS)
    assert (said == "") is open_
    if said:
        assert "OB-AIR-07" in said


@pytest.mark.rule("OB-AIR-06", "OB-TIME-09")
@pytest.mark.parametrize(
    ("turn", "phase", "open_"),
    [
        (2, Phase.CLEARING, True),
        (2, Phase.AIR_STRIKES, True),
        (2, Phase.MOVEMENT, False),
        (3, Phase.MOVEMENT, True),
        (1, Phase.CLEARING, False),
    ],
)
def test_the_others_are_told_as_the_turn_begins(turn: int, phase: Phase, open_: bool) -> None:
    assert (closed(Naming.TURN, AirTask.STRIKE, Moment(1, turn), Moment(1, 2), phase, DEFAULTS) == "") is open_


@pytest.mark.rule("OB-TIME-09", "OB-SUP-04")
def test_supplies_are_written_before_the_die_for_them() -> None:
    assert closed(Naming.TURN, AirTask.SUPPLY, Moment(1, 2), Moment(1, 2), Phase.AIR_SUPPLY, DEFAULTS) == ""
    assert closed(Naming.TURN, AirTask.SUPPLY, Moment(1, 2), Moment(1, 2), Phase.SUPPLY, DEFAULTS) != ""


@pytest.mark.rule("OB-AIR-05", "OB-AIR-06")
def test_only_ground_attack_aircraft_with_a_controller_fly_in_a_fight() -> None:
    assert cannot(AirType.GROUND_ATTACK, AirTask.SUPPORT, has_fac=True) == ""
    assert "no forward air controller" in cannot(AirType.GROUND_ATTACK, AirTask.SUPPORT, has_fac=False)
    assert "OB-AIR-05" in cannot(AirType.MEDIUM_BOMBER, AirTask.SUPPORT, has_fac=True)
    assert cannot(AirType.TRANSPORT, AirTask.STRIKE, has_fac=False)
    assert cannot(AirType.HEAVY_BOMBER, AirTask.LANDING, has_fac=False)
    assert cannot(AirType.TRANSPORT, AirTask.LANDING, has_fac=False) == ""


@pytest.mark.rule("OB-AIR-09", "OB-AMB-103")
def test_others_than_ground_attack_fly_once_a_day_and_rest_a_turn_across_midnight() -> None:
    last = [Moment(1, 4)]
    assert "rest a turn" in too_often(AirType.MEDIUM_BOMBER, last, Moment(2, 1), 2)
    assert too_often(AirType.MEDIUM_BOMBER, last, Moment(2, 2), 2) == ""
    assert "once a day" in too_often(AirType.HEAVY_BOMBER, [Moment(1, 1)], Moment(1, 4), 2)
    # a sortie written for later bars an earlier one just as well
    assert "rest a turn" in too_often(AirType.MEDIUM_BOMBER, [Moment(2, 1)], Moment(1, 4), 2)
    assert too_often(AirType.GROUND_ATTACK, [Moment(1, 2)], Moment(1, 3), 4) == ""
    assert "one target a turn" in too_often(AirType.GROUND_ATTACK, [Moment(1, 2)], Moment(1, 2), 4)


@pytest.mark.rule("OB-AIR-02", "OB-AMB-099")
def test_flak_and_fighters_are_in_how_often_a_group_flies() -> None:
    said = too_often(AirType.GROUND_ATTACK, [Moment(1, 2)], Moment(1, 4), 1)
    assert "it flies 1 mission a day, and day 1 has 1 already (OB-AIR-09)" in said
    assert too_often(AirType.GROUND_ATTACK, [Moment(1, 2)], Moment(2, 2), 1) == ""
    assert too_often(AirType.GROUND_ATTACK, [], Moment(1, 2), 0)


@pytest.mark.rule("OB-AMB-106")
def test_transports_fly_as_many_missions_as_the_rulebook_says_all_in_one_turn() -> None:
    three = DEFAULTS.with_settings({"air.transport_missions": "3"})
    assert sorties_a_day(AirType.TRANSPORT, 1, DEFAULTS) == 1
    assert sorties_a_day(AirType.TRANSPORT, 1, three) == 3
    assert sorties_a_day(AirType.MEDIUM_BOMBER, 1, three) == 1
    assert too_often(AirType.TRANSPORT, [Moment(1, 2)], Moment(1, 2), 3) == ""
    assert too_often(AirType.TRANSPORT, [Moment(1, 2)], Moment(1, 4), 3)


def test_every_setting_of_the_air_and_of_landings_names_its_source() -> None:
    for key in (
        "air.target_follows",
        "air.mistarget_radius",
        "air.crater_repair",
        "air.transport_missions",
        "land.recoverable",
    ):
        assert RULES[key].source.startswith("OB-AMB-1")
    with pytest.raises(BadInput):
        DEFAULTS.with_settings({"air.transport_missions": "9"}).integer("air.transport_missions")


@pytest.mark.rule("OB-AMB-012")
def test_where_aircraft_come_first_their_targets_are_named_earlier() -> None:
    first = DEFAULTS.with_settings({"time.start_order": "air first"})
    assert closed(Naming.TURN, AirTask.STRIKE, Moment(1, 2), Moment(1, 2), Phase.AIR_STRIKES, first) != ""
    assert closed(Naming.TURN, AirTask.STRIKE, Moment(1, 2), Moment(1, 2), Phase.CLEARING, first) == ""
    assert closed(Naming.TURN, AirTask.STRIKE, Moment(1, 1), Moment(1, 1), Phase.RECOVERY, first) != ""


@pytest.mark.rule("OB-AIR-09")
@given(
    st.lists(st.integers(0, 19), max_size=20),
    st.sampled_from([AirType.GROUND_ATTACK, AirType.MEDIUM_BOMBER, AirType.HEAVY_BOMBER]),
    st.integers(1, 4),
)
def test_whatever_is_asked_for_nobody_flies_too_often(wanted: list[int], kind: AirType, a_day: int) -> None:
    flown: list[Moment] = []
    for index in wanted:
        if not too_often(kind, flown, Moment.at(index), a_day):
            flown.append(Moment.at(index))
    assert len(flown) == len(set(flown))
    assert all(sum(one.day == day for one in flown) <= a_day for day in range(1, 6))
    if kind is not AirType.GROUND_ATTACK:
        turns = sorted(one.index for one in flown)
        assert all(later - earlier >= 2 for earlier, later in pairwise(turns))
        assert len({one.day for one in flown}) == len(flown)
