"""Logistics of Not Quite Mechanised: Div Logs, trucks, ammunition, the chain of fuel. Numbers from the text and its
worked cases."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import logistics as rules
from campaign.rules.day.logistics import FuelLink, Goods, Stock
from campaign.terms.forces import Arm, MarchClass, Size
from tests.rules.forces import infantry

HALF = Fraction(1, 2)


def stock(logs: object = 2, trucks: int = 2, fuel: object = 0) -> Stock:
    return Stock("1st Division", Fraction(str(logs)), Fraction(str(fuel)), trucks)


def book(**settings: object) -> Rulebook:
    return DEFAULTS.with_settings({f"nqm.{key.replace('__', '.')}": value for key, value in settings.items()})


@pytest.mark.rule("NQM-LOG-02", "NQM-LOG-05")
@pytest.mark.parametrize("short", [1, 5, 12])
def test_one_div_log_refills_the_whole_division_however_many_are_short(short: int) -> None:
    spent = rules.overnight(stock(2), short)
    assert (spent.amount, spent.stock.logs, spent.why) == (1, 1, "")


def test_a_division_that_has_fired_nothing_spends_nothing_and_an_empty_dump_refills_nobody() -> None:
    assert rules.overnight(stock(2), 0).amount == 0
    broke = rules.overnight(stock(HALF), 3)
    assert (broke.amount, broke.stock.logs) == (0, HALF)
    assert "a full one is needed" in broke.why


@pytest.mark.rule("NQM-LOG-06")
def test_a_battalion_that_sends_its_truck_by_day_takes_its_share_of_a_div_log() -> None:
    spent = rules.fetched(stock(1), 9, DEFAULTS)
    assert (spent.amount, spent.stock.logs) == (Fraction(1, 9), Fraction(8, 9))
    assert rules.fetched(stock(1), 9, book(log__fraction="whole")).amount == 1


@given(st.integers(1, 30))
def test_as_many_trucks_as_battalions_empty_exactly_one_div_log(battalions: int) -> None:
    left = stock(1)
    for _ in range(battalions):
        left = rules.fetched(left, battalions, DEFAULTS).stock
    assert left.logs == 0


@pytest.mark.rule("NQM-LOG-04", "NQM-LOG-07", "NQM-LOG-08", "NQM-LOG-10", "NQM-AMB-83")
def test_a_vehicle_is_swapped_for_each_unit_of_supply() -> None:
    taker, giver = stock(0, trucks=1), stock(3, trucks=1)
    below, above = rules.loaded(taker, giver, Goods.LOG)
    assert above is not None
    assert (below.trucks, above.trucks, above.logs, below.logs) == (0, 0, 2, 0)
    below, above = rules.unloaded(below, above, Goods.LOG)
    assert above is not None
    assert (below.trucks, above.trucks, above.logs, below.logs) == (1, 1, 2, 1)


@pytest.mark.rule("NQM-LOG-07")
def test_without_a_vehicle_to_swap_there_is_no_div_log() -> None:
    with pytest.raises(BadInput, match="no empty truck"):
        rules.loaded(stock(0, trucks=0), stock(3), Goods.LOG)
    with pytest.raises(BadInput, match="full unit"):
        rules.loaded(stock(0), stock(HALF), Goods.LOG)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_trucks_and_units_of_supply_are_conserved(
    logs: int, trucks: int, above_logs: int, above_trucks: int, wanted: int
) -> None:
    taker, giver = stock(logs, trucks), stock(above_logs, above_trucks)
    count = rules.swaps(taker, giver, Goods.LOG, wanted)
    for _ in range(count):
        below, above = rules.loaded(taker, giver, Goods.LOG)
        taker, up = rules.unloaded(below, above, Goods.LOG)
        assert up is not None
        giver = up
    assert taker.logs + giver.logs == logs + above_logs
    assert (taker.trucks, giver.trucks) == (trucks, above_trucks)
    assert taker.logs == logs + count <= max(logs, wanted)


@pytest.mark.rule("NQM-LOG-09")
def test_as_many_trucks_are_pushed_forward_as_the_dump_wants_has_trucks_for_and_the_one_above_can_load() -> None:
    assert rules.swaps(stock(0, 5), stock(9, 9), Goods.LOG, 3) == 3
    assert rules.swaps(stock(0, 5), stock(9, 9), Goods.LOG, 3, coming=2) == 1
    assert rules.swaps(stock(0, 1), stock(9, 9), Goods.LOG, 3) == 1
    assert rules.swaps(stock(0, 5), stock(2, 9), Goods.LOG, 3) == 2
    assert rules.swaps(stock(0, 5), stock(9, 1), Goods.LOG, 3) == 1
    assert rules.swaps(stock(0, 5), None, Goods.LOG, 3) == 3, "railhead or depot has as much as is fetched"


@pytest.mark.rule("NQM-LOG-06")
@pytest.mark.parametrize(("km", "turns"), [(5, 1), (54, 1), (55, 2), (108, 2), (109, 3)])
def test_trucks_take_the_road_at_nine_kilometres_an_hour(km: int, turns: int) -> None:
    assert rules.under_way(km * 1000) == turns


@pytest.mark.rule("NQM-LOG-11", "NQM-AMB-88")
def test_who_has_lost_its_truck_or_its_way_to_the_dump_is_out_of_supply() -> None:
    assert "truck" in rules.out_of_supply(truck_lost=True, way_open=True, book=DEFAULTS)
    assert "no route to its dump" in rules.out_of_supply(truck_lost=False, way_open=False, book=DEFAULTS)
    assert rules.out_of_supply(truck_lost=False, way_open=True, book=DEFAULTS) == ""
    assert rules.out_of_supply(truck_lost=False, way_open=False, book=book(supply__trace="no")) == ""


@pytest.mark.rule("NQM-LOG-01", "NQM-LOG-03")
def test_what_a_truck_carries_is_one_unit_of_log_or_fuel_and_a_battalions_own_brings_ammunition() -> None:
    assert {goods.value for goods in Goods} == {"log", "fuel", "bowser", "ammunition"}
    below, _ = rules.unloaded(stock(0, trucks=0), None, Goods.FUEL)
    assert (below.fuel, below.logs, below.trucks) == (1, 0, 1)


@pytest.mark.rule("NQM-AMMO-02")
def test_a_normal_battalion_carries_a_die_for_each_point() -> None:
    assert rules.capacity(infantry("1st"), DEFAULTS) == 15  # 4 companies of 3 and 3 platoons
    assert rules.capacity(infantry("1st", size=Size.WEAK), DEFAULTS) == 7


def test_ammunition_after_a_battle_is_as_written_else_by_house_rule() -> None:
    assert rules.left_after(15, 6, DEFAULTS) == 6
    assert [rules.left_after(15, None, book(log__unwritten=word)) for word in ("all", "half", "nothing")] == [0, 7, 15]


# fuel ----------------------------------------------------------------------------------------------------------------
TANKS, LORRIES, FOOT = (
    (Arm.ARMOUR, MarchClass.TRACKED),
    (Arm.INFANTRY, MarchClass.TRUCK),
    (Arm.INFANTRY, MarchClass.FOOT),
)
GUNS = (Arm.FIELD_ARTILLERY, MarchClass.TRUCK)


@pytest.mark.rule("NQM-POL-05", "NQM-AMB-86")
def test_only_divisions_that_move_on_engines_need_fuel() -> None:
    assert rules.needs_fuel([TANKS, TANKS, FOOT])
    assert rules.needs_fuel([LORRIES, LORRIES, FOOT])
    assert not rules.needs_fuel([FOOT, FOOT, LORRIES, GUNS, GUNS, GUNS]), "guns are no teeth arms"
    assert not rules.needs_fuel([])


@pytest.mark.rule("NQM-POL-03", "NQM-POL-04", "NQM-AMB-85")
@pytest.mark.parametrize(
    ("km", "holds"), [((8, 9, 9, 9), True), ((8, 10, 9, 9), False), ((10, 9, 9, 9), False), ((8, 9, 9, 10), False)]
)
def test_no_link_is_longer_than_a_road_march_of_an_hour_on_the_tactical_reading(
    km: tuple[int, ...], holds: bool
) -> None:
    links = [
        FuelLink(name, "above", metres * 1000)
        for name, metres in zip(("division", "corps", "army", "railhead"), km, strict=True)
    ]
    assert rules.chain(links, book(fuel__link_km="hour")).unbroken is holds
    assert rules.chain(links, DEFAULTS).unbroken, "on the campaign reading it is a day's march, 108 km"
    assert rules.link_m(DEFAULTS) == 108_000


@pytest.mark.rule("NQM-POL-04")
def test_a_missing_vehicle_or_an_enemy_on_the_way_breaks_the_chain() -> None:
    whole = FuelLink("I Corps", "railhead", 5000)
    for broken, why in (
        (FuelLink("1st Division", "I Corps", 5000, bowser=False), "no fuel vehicle"),
        (FuelLink("1st Division", "I Corps", None), "no route free of the enemy from 1st Division to I Corps"),
        (FuelLink("1st Division", "I Corps", 108_001), "farther than a road march"),
    ):
        found = rules.chain([broken, whole], DEFAULTS)
        assert not found.unbroken and why in found.why
    assert rules.chain([FuelLink("1st Division", "I Corps", 108_000), whole], DEFAULTS) == rules.Chain(True)


@pytest.mark.rule("NQM-POL-03", "NQM-POL-04")
@pytest.mark.parametrize(
    ("division", "corps", "holds"),
    [
        (200, 0, True),
        (324, 0, True),
        (325, 0, False),
        (216, 108, True),
        (217, 108, False),
        (108, 216, True),
        (109, 216, False),
        (0, 217, False),
    ],
)
def test_vehicles_within_a_march_of_their_headquarters_and_of_each_other(
    division: int, corps: int, holds: bool
) -> None:
    """With 108 km to a link: corps vehicle within it of railhead and of corps, the division's within it of that and of
    the division."""
    links = [FuelLink("1st Division", "I Corps", division * 1000), FuelLink("I Corps", "railhead", corps * 1000)]
    assert rules.chain_of_headquarters(links, DEFAULTS).unbroken is holds


@pytest.mark.rule("NQM-POL-01", "NQM-POL-02", "NQM-AMB-84")
def test_a_tracked_division_burns_a_div_pol_a_day_only_where_fuel_is_kept_by_units() -> None:
    units = book(fuel__model="units")
    assert rules.burnt(stock(fuel=2), tracked=True, book=units).stock.fuel == 1
    assert rules.burnt(stock(fuel=2), tracked=False, book=units).amount == 0
    assert "has 0 Div POL: the day needs 1" in rules.burnt(stock(fuel=0), tracked=True, book=units).why
    assert rules.burnt(stock(fuel=0), tracked=True, book=DEFAULTS).why == "", "a vehicle that is there is enough"


@pytest.mark.rule("NQM-LOG-11", "NQM-AMB-87")
def test_motor_troops_stand_still_when_the_chain_is_broken_for_longer_than_a_day() -> None:
    assert [rules.stands_still(2, today, DEFAULTS) for today in (2, 3, 4)] == [False, True, True]
    assert not rules.stands_still(None, 9, DEFAULTS)
