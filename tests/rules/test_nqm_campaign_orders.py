"""Not Quite Mechanised in the campaign: command reaction, who may call on whom, the ground units take up. Numbers from
the text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day.reaction import Deed, Nearness, climb, order_time, reacts_in
from campaign.rules.tabletop.nqm import fire_support
from campaign.terms.forces import Level, SizeMark
from campaign.terms.state import Support

DIVISION, CORPS, ARMY, GROUP = Level.DIVISION, Level.CORPS, Level.ARMY, Level.ARMY_GROUP


def book(**settings: object) -> Rulebook:
    return DEFAULTS.with_settings({f"nqm.reaction.{key}": value for key, value in settings.items()})


# the chain of command ------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CRT-01", "NQM-CRT-02", "NQM-CRT-03", "NQM-CRT-04")
@pytest.mark.parametrize(
    ("levels", "up"), [((DIVISION, CORPS), 1), ((DIVISION, CORPS, ARMY), 3), ((DIVISION, CORPS, ARMY, GROUP), 5)]
)
def test_news_climbs_an_hour_then_two_then_two(levels: tuple[Level, ...], up: int) -> None:
    assert sum(link.hours for link in climb(levels, DEFAULTS)) == up


@pytest.mark.rule("NQM-CRT-05", "NQM-TBL-CRTCUM")
@pytest.mark.parametrize(
    ("levels", "hours"), [((DIVISION, CORPS), 2), ((DIVISION, CORPS, ARMY), 6), ((DIVISION, CORPS, ARMY, GROUP), 10)]
)
def test_orders_come_down_as_long_as_the_news_went_up(levels: tuple[Level, ...], hours: int) -> None:
    assert order_time(levels, DEFAULTS).hours == hours


@pytest.mark.rule("NQM-CRT-06", "NQM-AMB-24")
@pytest.mark.parametrize(
    ("levels", "hours"), [((DIVISION, CORPS), 1), ((DIVISION, CORPS, ARMY), 3), ((DIVISION, CORPS, ARMY, GROUP), 5)]
)
def test_veteran_mobile_troops_need_half(levels: tuple[Level, ...], hours: int) -> None:
    assert order_time(levels, DEFAULTS, halved=True).hours == hours


@pytest.mark.rule("NQM-AMB-17")
def test_halving_may_be_of_the_next_link_only_or_of_none() -> None:
    levels = (DIVISION, CORPS, ARMY)
    assert order_time(levels, book(veterans="next link"), halved=True).hours == 2 * (Fraction(1, 2) + 2)
    assert order_time(levels, book(veterans="no"), halved=True).hours == 6
    assert order_time((DIVISION,), DEFAULTS, halved=True).hours == Fraction(1, 2)


@pytest.mark.rule("NQM-CRT-07", "NQM-AMB-18")
def test_a_general_at_the_spot_makes_good_his_own_level_and_below() -> None:
    levels = (DIVISION, CORPS, ARMY)
    assert order_time(levels, DEFAULTS, general_at=CORPS).hours == 4  # corps to army 2 up and 2 down remain
    assert order_time(levels, DEFAULTS, general_at=ARMY).hours == 0
    assert order_time((DIVISION,), DEFAULTS, general_at=DIVISION).hours == 0
    assert order_time(levels, book(general="off"), general_at=ARMY).hours == 6


@pytest.mark.rule("NQM-ORDERS-06", "NQM-ORDERS-08", "NQM-AMB-16")
def test_a_change_of_plan_costs_an_hour_inside_a_division_as_well() -> None:
    assert order_time((DIVISION,), DEFAULTS).hours == 1
    assert order_time((DIVISION,), book(within_division=0)).hours == 0


# reactions to an enemy attack ----------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CRT-08", "NQM-CRT-09")
def test_the_other_battalions_and_their_mortars_fire_in_the_first_hour() -> None:
    assert reacts_in(Deed.FIRE, Nearness.SAME_DIVISION).hour == 1


@pytest.mark.rule("NQM-CRT-10")
def test_so_do_guns_in_direct_support_whose_observers_are_there_and_no_others() -> None:
    assert reacts_in(Deed.FIRE, Nearness.SAME_DIVISION, guns=True, support=Support.DIRECT_SUPPORT).hour == 1
    assert (
        reacts_in(Deed.FIRE, Nearness.SAME_DIVISION, guns=True, support=Support.DIRECT_SUPPORT, observers=False).hour
        == 2
    )
    assert reacts_in(Deed.FIRE, Nearness.SAME_DIVISION, guns=True, support=Support.IN_SUPPORT).hour == 2


@pytest.mark.rule("NQM-CRT-11")
def test_the_division_counter_attacks_in_the_second_hour() -> None:
    assert reacts_in(Deed.COUNTER_ATTACK, Nearness.SAME_DIVISION).hour == 2


@pytest.mark.rule("NQM-CRT-12", "NQM-CRT-13")
def test_the_division_asks_in_the_first_hour_and_corps_troops_fire_in_the_second() -> None:
    assert reacts_in(Deed.CALL, Nearness.CORPS_TROOPS).hour == 1
    for support in (Support.IN_SUPPORT, Support.UNDER_COMMAND):
        assert reacts_in(Deed.FIRE, Nearness.CORPS_TROOPS, guns=True, support=support).hour == 2
    assert (
        reacts_in(Deed.FIRE, Nearness.CORPS_TROOPS, guns=True, support=Support.IN_SUPPORT, allotted=False).hour is None
    )


@pytest.mark.rule("NQM-CRT-14", "NQM-CRT-15", "NQM-AMB-19", "NQM-TBL-CRTHOUR")
def test_another_division_moves_off_in_the_third_hour_with_orders_for_it_and_in_the_fourth_without() -> None:
    assert reacts_in(Deed.COUNTER_ATTACK, Nearness.OTHER_DIVISION, had_orders=True).hour == 3
    assert reacts_in(Deed.COUNTER_ATTACK, Nearness.OTHER_DIVISION).hour == 4


# under command, in direct support, in support ------------------------------------------------------------------------
@pytest.mark.rule("NQM-ORG-06", "NQM-ORG-07", "NQM-ORG-08", "NQM-AMB-11", "NQM-TBL-SUPPORT")
def test_under_command_it_is_commanded_and_supplied_by_the_unit_it_is_attached_to_and_nobody_else_has_a_claim() -> None:
    call = fire_support.call_of(Support.UNDER_COMMAND, ("2nd Rifles",), "1st Brigade", "1st Division")
    assert (call.callers, call.turned_by, call.ammunition) == ("only 2nd Rifles", "2nd Rifles", "2nd Rifles")
    own = fire_support.call_of(Support.UNDER_COMMAND, (), "1st Brigade", "1st Division")
    assert (own.callers, own.turned_by, own.ammunition) == ("only 1st Brigade", "1st Brigade", "1st Brigade")


@pytest.mark.rule("NQM-ORG-10", "NQM-ORG-11", "NQM-ORG-12", "NQM-ORG-13", "NQM-ORG-14", "NQM-TBL-SUPPORT")
def test_in_direct_support_of_one_unit_the_fire_comes_at_once_and_its_superior_alone_turns_it_elsewhere() -> None:
    call = fire_support.call_of(Support.DIRECT_SUPPORT, ("2nd Rifles",), "Artillery", "1st Division")
    assert call.callers == "only 2nd Rifles"
    assert "in the hour it is asked for" in call.comes and "registered targets at once" in call.comes
    assert "superior" in call.turned_by and "1st Division" in call.turned_by
    assert call.ammunition == "its own chain"
    sappers = str(fire_support.call_of(Support.IN_SUPPORT, ("2nd Rifles",), "Troops", "1st Division", fires=False))
    assert "works for them in the hour after it is asked for" in sappers
    assert "fire" not in sappers and "ammunition" not in sappers


@pytest.mark.rule("NQM-ORG-15", "NQM-ORG-16", "NQM-ORG-17", "NQM-ORG-18", "NQM-TBL-SUPPORT")
def test_in_support_of_several_each_has_an_equal_claim_and_the_fire_comes_an_hour_later() -> None:
    call = fire_support.call_of(Support.IN_SUPPORT, ("2nd Rifles", "3rd Rifles"), "Artillery", "1st Division")
    assert call.callers == "each alike: 2nd Rifles and 3rd Rifles"
    assert "hour after" in call.comes
    assert call.ammunition == "its own chain"


# the ground ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-FRONT-01", "NQM-FRONT-02", "NQM-AMB-30")
@pytest.mark.parametrize(
    ("mark", "defends", "close", "wide", "column"),
    [
        (SizeMark.COMPANY, False, 300, 300, 300),
        (SizeMark.COMPANY, True, 300, 500, 300),
        (SizeMark.BATTALION, False, 1000, 2000, 2000),
        (SizeMark.BATTALION, True, 1000, 2000, 1000),
        (SizeMark.BRIGADE, False, 4000, 7000, 8000),
        (SizeMark.BRIGADE, True, 4000, 7000, 8000),
        (SizeMark.DIVISION, False, 10000, 15000, 24000),
        (SizeMark.DIVISION, True, 10000, 15000, 24000),
    ],
)
def test_frontages_and_columns(mark: SizeMark, defends: bool, close: int, wide: int, column: int) -> None:
    assert fire_support.frontage(mark, defends=defends, close_country=True) == close
    assert fire_support.frontage(mark, defends=defends, close_country=False) == wide
    assert fire_support.column_depth(mark, defends=defends) == column


def test_the_ground_in_words() -> None:
    division = "a front of 10 km in close country, 15 km in the open; a column of 24 km"
    assert fire_support.ground_words(SizeMark.DIVISION) == division
    assert fire_support.ground_words(SizeMark.COMPANY) == "a front of 300 m; a column of 300 m"
    assert fire_support.ground_words(Level.ARMY) == ""
