"""Orders, initiative, radio, calls for fire and aircraft of Brigadier General Commands."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from itertools import product

import pytest

from campaign.errors import BadInput, Refused
from campaign.resolve.brigadier.doctrine import passes_initiative
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.indirect import (
    Caller,
    Guns,
    fallen,
    may_call,
    may_observer_call,
    mission,
    mission_kind,
    mission_row,
    resolver_of,
)
from campaign.rules.tabletop.brigadier.orders import (
    Echelon,
    Place,
    first_order,
    is_subordinate,
    may_assault,
    may_fire,
    may_lower,
    may_raise,
    most_move,
    most_raises,
    suggested_order,
)
from campaign.rules.tabletop.brigadier.tables import ORDERS, AirResult, FireKind, MissionKind, MissionRow, Order
from campaign.rules.tabletop.brigadier.turns import Initiative, TableTime, due
from campaign.terms.state import Posture, State
from campaign.terms.time import Moment

BATTALION = Place(1, 0, Echelon.BATTALION_HQ)
HQ1, HQ2 = Place(1, 1, Echelon.COMPANY_HQ), Place(1, 2, Echelon.COMPANY_HQ)
LINE1, LINE2 = Place(1, 1, Echelon.LINE), Place(1, 2, Echelon.LINE)
MORTARS = Place(1, 0, Echelon.SUPPORT)
STRANGER = Place(2, 0, Echelon.BATTALION_HQ)
CALLED = Guns(on_table=False, listed=True, radio=True)


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


def raises(
    commander: Place,
    platoon: Place,
    order: Order = Order.HOLD,
    to: Order = Order.AIM,
    *,
    radio: bool = True,
    **given: object,
) -> str:
    return may_raise(commander, platoon, order, to, DEFAULTS, radio=radio, **given)  # type: ignore[arg-type]


# Orders --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-ORD-05", "BGC-ORD-07", "BGC-ORD-11", "BGC-ORD-12", "BGC-AMB-25", "BGC-WC-40")
def test_only_superiors_of_the_own_line_raise_and_only_one() -> None:
    assert (
        raises(HQ1, LINE1) == ""
        and raises(BATTALION, LINE2) == ""
        and raises(BATTALION, HQ1) == ""
        and raises(BATTALION, MORTARS) == ""
    )
    assert "line of command" in raises(HQ2, LINE1) and "line of command" in raises(STRANGER, LINE1)
    assert (
        "line of command" in raises(HQ1, HQ1)
        and "line of command" in raises(LINE1, LINE1)
        and "line of command" in raises(HQ1, MORTARS)
    )
    assert "one platoon" in raises(HQ1, LINE1, raised=[HQ1]) and raises(HQ1, LINE1, raised=[HQ2]) == ""
    assert not is_subordinate(BATTALION, BATTALION, DEFAULTS)


@pytest.mark.rule("BGC-AMB-25", "BGC-ORG-12")
def test_direct_subordinates_only_by_house_rule_and_attached_platoons_by_their_company() -> None:
    direct = DEFAULTS.with_setting("brigadier.battalion_raises", "direct")
    assert (
        not is_subordinate(BATTALION, LINE1, direct)
        and is_subordinate(BATTALION, HQ1, direct)
        and is_subordinate(BATTALION, MORTARS, direct)
    )
    attached = Place(1, 1, Echelon.SUPPORT)
    assert is_subordinate(HQ1, attached, DEFAULTS) and not is_subordinate(HQ2, attached, DEFAULTS)


@pytest.mark.rule("BGC-ORD-08")
def test_a_raise_goes_to_any_higher_rung() -> None:
    assert all(raises(HQ1, LINE1, Order.ROUT, to) == "" for to in Order if to is not Order.ROUT)
    assert "Aim is not a higher order than Aim" in raises(HQ1, LINE1, Order.AIM, Order.AIM)
    assert "Hold is not a higher order than Aim" in raises(HQ1, LINE1, Order.AIM, Order.HOLD)


@pytest.mark.rule("BGC-ORD-09", "BGC-COMM-03", "BGC-AMB-26", "BGC-AMB-27")
def test_by_radio_or_within_an_inch() -> None:
    assert raises(HQ1, LINE1, radio=False, distance_in=1) == ""
    assert "within 1 inch" in raises(HQ1, LINE1, radio=False, distance_in=F(5, 4)) and "within 1 inch" in raises(
        HQ1, LINE1, radio=False
    )


@pytest.mark.rule("BGC-ORD-10", "BGC-ORD-06", "BGC-AMB-45", "BGC-WC-40")
def test_anybody_lowers_himself_but_not_to_follow() -> None:
    assert may_lower(Order.MOVE, Order.AIM) == "" and may_lower(Order.DOUBLE, Order.ROUT) == ""
    assert "Follow" in may_lower(Order.MOVE, Order.FOLLOW)
    assert may_lower(Order.AIM, Order.MOVE) and may_lower(Order.AIM, Order.AIM)


@pytest.mark.rule("BGC-ORD-07", "BGC-WC-41")
def test_thirteen_platoons_make_four_raises() -> None:
    companies = [Place(1, company, Echelon.COMPANY_HQ) for company in (1, 2, 3)]
    line = [Place(1, company, Echelon.LINE) for company in (1, 2, 3) for _ in range(3)]
    assert most_raises([BATTALION, *companies, *line]) == 4


@pytest.mark.rule("BGC-ORD-16", "BGC-ORD-17", "BGC-ORD-22", "BGC-ORD-24")
def test_what_an_order_lets_a_platoon_do() -> None:
    assert may_fire(ORDERS[Order.DOUBLE], FireKind.AREA, Order.DOUBLE) is False
    assert (
        may_fire(ORDERS[Order.MOVE], FireKind.AREA, Order.MOVE) is True
        and may_fire(ORDERS[Order.MOVE], FireKind.AIMED, Order.MOVE) is False
    )
    assert may_assault(ORDERS[Order.DOUBLE], "infantry", Order.DOUBLE) is False
    for gap in (
        may_assault(ORDERS[Order.MOVE], "infantry", Order.MOVE),
        may_fire(ORDERS[Order.HOLD], FireKind.AREA, Order.HOLD),
    ):
        assert isinstance(gap, NotCovered) and gap.rule == "BGC-M-06"


@pytest.mark.rule(
    "BGC-ORD-14",
    "BGC-ORD-15",
    "BGC-ORD-19",
    "BGC-ORD-21",
    "BGC-ORD-28",
    "BGC-MOVE-01",
    "BGC-MOVE-02",
    "BGC-MED-03",
    "BGC-AMB-48",
)
def test_how_many_allowances_an_order_gives() -> None:
    double, move = ORDERS[Order.DOUBLE], ORDERS[Order.MOVE]
    assert most_move(double, Order.DOUBLE) == 2 and most_move(double, Order.DOUBLE, paved=True) == 3
    assert (
        most_move(double, Order.DOUBLE, wounded=True) == most_move(double, Order.DOUBLE, wounded=True, paved=True) == 1
    )
    assert (
        most_move(move, Order.MOVE)
        == most_move(move, Order.MOVE, road=True)
        == most_move(move, Order.MOVE, paved=True)
        == 1
    )
    assert most_move(ORDERS[Order.HOLD], Order.HOLD) == 0
    assert isinstance(most_move(ORDERS[Order.ROUT], Order.ROUT), NotCovered)


@pytest.mark.rule("BGC-SETUP-11", "BGC-SETUP-12", "BGC-MUS-04", "BGC-MUS-06")
def test_first_orders() -> None:
    assert first_order(State.FRESH, Posture.LINE) is Order.AIM
    assert first_order(State.FRESH, Posture.LINE, moving=True) is Order.MOVE
    assert first_order(State.FRESH, Posture.MARCH) is Order.DOUBLE
    assert first_order(State.FRESH, Posture.SUPPORT, gun=True, moving=True) is Order.AIM
    assert first_order(State.FRESH, Posture.RESERVE, moving=True) is Order.AIM
    assert first_order(State.SPENT, Posture.LINE, moving=True) is Order.DEFEND


@pytest.mark.rule("BGC-SOLO-01", "BGC-SOLO-02", "BGC-INIT-02")
def test_what_to_order_in_doubt() -> None:
    assert suggested_order(has_initiative=True) is Order.MOVE and suggested_order(has_initiative=False) is Order.AIM
    assert not passes_initiative(attacks=True) and passes_initiative(attacks=False)


# Initiative and clock ------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-INIT-01", "BGC-INIT-03", "BGC-INIT-04", "BGC-INIT-05", "BGC-INIT-06", "BGC-AMB-41", "BGC-WC-46")
def test_the_initiative_is_passed_once_a_turn() -> None:
    begin = Initiative(0)
    assert begin.contesting == 1
    with pytest.raises(Refused, match="BGC-INIT-03"):
        begin.pass_on(1)
    passed = begin.pass_on(0)
    assert (passed.holder, passed.contesting) == (1, 0)
    with pytest.raises(Refused, match="BGC-INIT-05"):
        passed.pass_on(1)
    assert passed.next_turn().pass_on(1).holder == 0


@pytest.mark.rule("BGC-INIT-07", "BGC-INIT-08", "BGC-TIME-04")
def test_it_may_change_in_the_time_phase_and_be_given_straight_back() -> None:
    gained = Initiative(0).gained(1)
    assert gained.holder == 1 and gained.next_turn().pass_on(1).holder == 0


@pytest.mark.rule("BGC-TIME-02", "BGC-TIME-03", "BGC-TIME-05")
def test_the_clock_is_not_the_count_of_turns() -> None:
    begin = TableTime(4 * 60 + 15)
    later = begin.advanced(20).advanced(45)
    assert (str(begin), str(later), later.turn) == ("04:15", "05:20", 3)
    assert str(TableTime(23 * 60 + 50).advanced(20)) == "00:10"
    with pytest.raises(BadInput, match="does not run backwards"):
        begin.advanced(-5)


@pytest.mark.rule("BGC-INDIR-09", "BGC-INDIR-10", "BGC-INDIR-11", "BGC-TIME-03")
def test_a_planned_barrage_is_on_time_or_late() -> None:
    five = 17 * 60
    assert not due(five, TableTime(five - 40), TableTime(five - 10))
    assert due(five, TableTime(five - 10), TableTime(five)) and due(five, TableTime(five - 10), TableTime(five + 20))
    assert not due(five, TableTime(five), TableTime(five + 20)), "it fell already"


# Calls for fire ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-INDIR-02", "BGC-ORD-25", "BGC-WC-43")
def test_only_troops_standing_in_good_order_call() -> None:
    heard = [order for order in Order if not may_call(Caller(order, radio=True), CALLED, "t", DEFAULTS)]
    assert heard == [Order.AIM, Order.DEFEND]


@pytest.mark.rule(
    "BGC-INDIR-03",
    "BGC-INDIR-04",
    "BGC-INDIR-05",
    "BGC-INDIR-06",
    "BGC-COMM-01",
    "BGC-COMM-04",
    "BGC-CA-05",
    "BGC-SETUP-15",
    "BGC-WC-43",
)
def test_radio_at_both_ends_and_guns_that_are_there() -> None:
    aim = Caller(Order.AIM, radio=True)
    assert (
        may_call(aim, CALLED, "t", DEFAULTS) == ""
        and may_call(aim, Guns(on_table=True, listed=False, radio=True), "t", DEFAULTS) == ""
    )
    assert "BGC-INDIR-03" in may_call(Caller(Order.AIM, radio=True, in_close_assault=True), CALLED, "t", DEFAULTS)
    assert "BGC-INDIR-04" in may_call(Caller(Order.DEFEND, radio=False), CALLED, "t", DEFAULTS)
    assert "BGC-INDIR-05" in may_call(aim, Guns(on_table=False, listed=False, radio=True), "t", DEFAULTS)
    assert "BGC-INDIR-06" in may_call(aim, Guns(on_table=False, listed=True, radio=False), "t", DEFAULTS)


@pytest.mark.rule("BGC-INDIR-01", "BGC-INDIR-07", "BGC-AMB-24", "BGC-AMB-43")
def test_any_platoon_calls_on_one_target_and_a_battery_answers_once() -> None:
    assert may_call(Caller(Order.AIM, radio=True, called=("t",)), CALLED, "t", DEFAULTS) == ""
    assert "BGC-INDIR-01" in may_call(Caller(Order.AIM, radio=True, called=("u",)), CALLED, "t", DEFAULTS)
    busy = Guns(on_table=False, listed=True, radio=True, answered=1)
    assert "BGC-AMB-43" in may_call(Caller(Order.AIM, radio=True), busy, "t", DEFAULTS)


@pytest.mark.rule(
    "BGC-INDIR-14", "BGC-INDIR-15", "BGC-INDIR-16", "BGC-AIR-08", "BGC-AIR-10", "BGC-AIR-11", "BGC-MOVE-05"
)
def test_specialist_observers_call_on_all_they_see_and_stand_still() -> None:
    observers = DEFAULTS.with_setting("brigadier.artillery_observers", "on")
    seen = Caller(Order.AIM, radio=True, observer=True, called=("u", "v"))
    assert may_call(seen, CALLED, "t", observers) == "" and "BGC-INDIR-01" in may_call(seen, CALLED, "t", DEFAULTS)
    moved = Caller(Order.AIM, radio=True, observer=True, moved=True)
    assert "BGC-INDIR-16" in may_call(moved, CALLED, "t", observers) and "BGC-AIR-11" in may_observer_call(moved)


# Aircraft ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-AIR-01", "BGC-AIR-02", "BGC-AIR-03", "BGC-AIR-05", "BGC-AIR-06")
def test_one_die_missions() -> None:
    sure = [fallen((face,), mission_row(MissionKind.DEFINITE)) for face in range(1, 7)]
    assert sure == [AirResult.FRIEND] * 2 + [AirResult.ENEMY] * 4
    told = [fallen((face,), mission_row(MissionKind.DOUBTFUL)) for face in range(1, 7)]
    assert told == [AirResult.OFF] * 3 + [AirResult.FRIEND] + [AirResult.ENEMY] * 2


@pytest.mark.rule("BGC-AIR-07", "BGC-AMB-12")
def test_two_dice_over_a_wide_front() -> None:
    counted = Counter(fallen(faces, mission_row(MissionKind.WIDE_FRONT)) for faces in product(range(1, 7), repeat=2))
    assert counted == {AirResult.OFF: 32, AirResult.FRIEND: 1, AirResult.ENEMY: 3}


@pytest.mark.rule("BGC-AIR-04", "BGC-AMB-15", "BGC-AMB-57")
def test_an_attack_on_friends_is_the_other_sides_to_resolve() -> None:
    assert [resolver_of(result, 0) for result in AirResult] == [None, 1, 0]


@pytest.mark.rule("BGC-AIR-09", "BGC-AMB-13", "BGC-WC-35")
def test_a_called_attack_needs_no_die() -> None:
    tape = dice()
    assert mission(MissionKind.CALLED, tape, "stukas") is AirResult.ENEMY and tape.rolls == []


@pytest.mark.rule("BGC-MUS-10", "BGC-AIR-08")
def test_sorties_of_the_campaign() -> None:
    observers = DEFAULTS.with_setting("brigadier.air_liaison_observers", "on")
    assert (
        mission_kind(observers, controller=True) is MissionKind.CALLED
        and mission_kind(DEFAULTS, controller=True) is MissionKind.DEFINITE
    )
    assert (
        mission_kind(DEFAULTS) is MissionKind.DEFINITE
        and mission_kind(DEFAULTS, aimed_at_battle=False) is MissionKind.DOUBTFUL
    )
    assert mission_kind(DEFAULTS, wide_front=True) is MissionKind.WIDE_FRONT


@pytest.mark.rule("BGC-AMB-14")
def test_another_split_of_the_doubtful_mission() -> None:
    own = MissionRow(1, frozenset({(3,)}), frozenset({(1,), (2,)}))
    assert mission(MissionKind.DOUBTFUL, dice(1), "stukas", own) is AirResult.ENEMY
    assert mission(MissionKind.DOUBTFUL, dice(6), "stukas", own) is AirResult.OFF
