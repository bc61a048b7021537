"""Classes of vehicles and guns from their figures: the limits of the manual, their edges, and what must hold whatever
the figure."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.rule_lines import rule_lines
from campaign.rules.tabletop.brevity.classes import (
    FAST_FROM_KMH,
    SLOW_BELOW_KMH,
    anti_tank_class,
    armour_class,
    direct_inches,
    effective_mm,
    tank_combat,
    tank_hit,
    tank_march,
)
from campaign.terms.forces import AntiTank, Armour, CombatClass, HitRow, MarchClass


@pytest.mark.rule("OB-AMB-070")
@pytest.mark.parametrize(
    ("front", "slope", "sides", "open_topped", "armour"),
    [
        (30, 0, None, False, Armour.LIGHT),
        (31, 0, None, False, Armour.MEDIUM),
        (99, 0, None, False, Armour.MEDIUM),
        (100, 0, None, False, Armour.HEAVY),
        (80, 55, 45, False, Armour.HEAVY),
        (80, 55, 30, False, Armour.MEDIUM),
        (78, 0, 70, False, Armour.HEAVY),
        (78, 0, 69, False, Armour.MEDIUM),
        (69, 0, 80, False, Armour.MEDIUM),
        (30, 60, None, True, Armour.LIGHT),
        (38, 55, 22, True, Armour.MEDIUM),
        (29, 45, None, False, Armour.MEDIUM),
    ],
)
def test_armour(front: int, slope: int, sides: int | None, open_topped: bool, armour: Armour) -> None:
    assert armour_class(front, slope=slope, sides_mm=sides, open_topped=open_topped) is armour


@pytest.mark.parametrize(
    ("front", "slope", "effective"), [(45, 60, 90), (80, 55, 139), (51, 56, 91), (100, 0, 100), (64, 47, 93)]
)
def test_a_sloped_plate_is_as_thick_as_a_shot_meets_it(front: int, slope: int, effective: int) -> None:
    assert abs(effective_mm(front, slope) - effective) <= 1


@pytest.mark.rule("OB-PEN-06")
def test_anti_tank_classes_begin_where_the_manual_says() -> None:
    edges = {
        49: AntiTank.LIGHT,
        50: AntiTank.LIGHT_MEDIUM,
        69: AntiTank.LIGHT_MEDIUM,
        70: AntiTank.MEDIUM,
        99: AntiTank.MEDIUM,
        100: AntiTank.MEDIUM_HEAVY,
        149: AntiTank.MEDIUM_HEAVY,
        150: AntiTank.HEAVY,
    }
    assert {mm: anti_tank_class(mm) for mm in edges} == edges


@pytest.mark.rule("OB-AMB-035", "OB-HIT-11")
def test_tanks_by_road_speed() -> None:
    rows = {kmh: (tank_march(kmh), tank_combat(kmh), tank_hit(kmh)) for kmh in (29, 30, 44, 45)}
    assert rows == {
        29: (MarchClass.CAVALRY, CombatClass.FOOT, HitRow.VEHICLE),
        30: (MarchClass.TRACKED, CombatClass.TRACKED, HitRow.VEHICLE),
        44: (MarchClass.TRACKED, CombatClass.TRACKED, HitRow.VEHICLE),
        45: (MarchClass.HALF_TRACK, CombatClass.FAST_TANK, HitRow.FAST_TANK),
    }


@pytest.mark.rule("OB-AMB-035")
def test_the_line_of_the_rule_says_the_speeds_that_hold() -> None:
    said = [int(figure) for figure in re.findall(r"\d+", rule_lines()["OB-AMB-035"].text)]
    assert said == [SLOW_BELOW_KMH, FAST_FROM_KMH]


@pytest.mark.rule("OB-RANGE-03")
def test_a_barrel_of_two_and_a_half_metres_is_still_short() -> None:
    assert (direct_inches(2500), direct_inches(2501)) == (4, 8)


@given(st.integers(1, 300), st.integers(0, 300), st.integers(0, 70), st.none() | st.integers(1, 200), st.booleans())
def test_thicker_is_never_a_lower_class(
    front: int, more: int, slope: int, sides: int | None, open_topped: bool
) -> None:
    order = list(Armour)
    thin = armour_class(front, slope=slope, sides_mm=sides, open_topped=open_topped)
    assert order.index(armour_class(front + more, slope=slope, sides_mm=sides, open_topped=open_topped)) >= order.index(
        thin
    )
    assert list(AntiTank).index(anti_tank_class(front + more)) >= list(AntiTank).index(anti_tank_class(front))
