"""What men carry against tanks: each nation in each month of the war, in each of the five systems."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from forces import infantry

from campaign.rules.common.hand_weapons import FIRST, LAST, Carriers, HandKind, HandWeapon, carried, table
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity.sheet_values import AT_LETTER
from campaign.rules.tabletop.brigade import equipment
from campaign.rules.tabletop.brigade.muster import specialist
from campaign.rules.tabletop.brigadier import tables as brigadier
from campaign.rules.tabletop.brigadier.platoons import Kind, weapons_of
from campaign.rules.tabletop.hexes.muster import unit_type
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.rules.tabletop.nqm.tables import Weight
from campaign.rules.tabletop.nqm.translation import battalion_of, by_hand_class
from campaign.terms.forces import AntiTank, Arm, MarchClass, Nationality

ARMS = (Arm.INFANTRY, Arm.ENGINEER, Arm.PARACHUTE)


def months() -> Iterator[date]:
    year, month = FIRST
    while (year, month) <= LAST:
        yield date(year, month, 1)
        year, month = (year + month // 12, month % 12 + 1)


def test_every_nation_of_the_books_carries_something_in_every_month() -> None:
    for nation in Nationality:
        for day in months():
            for arm in ARMS:
                assert carried((nation.value,), day, arm) is not None, (nation, day, arm)


def test_every_line_has_a_source_and_no_two_speak_of_one_month() -> None:
    seen = set()
    for line in table():
        assert line.source and FIRST <= line.begins <= line.ends <= LAST, line
        for day in months():
            if line.begins <= (day.year, day.month) <= line.ends:
                key = (line.nation, line.carriers, day)
                assert key not in seen, line
                seen.add(key)
    assert {line.nation for line in table()} >= {nation.value for nation in Nationality}


@pytest.mark.parametrize(
    ("nation", "day", "name"),
    [
        ("british", date(1941, 5, 15), "Boys rifle"),
        ("british", date(1943, 6, 30), "Boys rifle"),
        ("british", date(1943, 7, 10), "PIAT"),
        ("us", date(1942, 10, 1), "grenades"),
        ("us", date(1944, 9, 17), "Bazooka"),
        ("german", date(1941, 5, 15), "Panzerbuechse"),
        ("german", date(1943, 10, 1), "Panzerfaust"),
        ("soviet", date(1939, 12, 12), "grenades"),
        ("soviet", date(1944, 6, 22), "PTRD and PTRS rifles"),
    ],
)
def test_by_the_date(nation: str, day: date, name: str) -> None:
    weapon = carried((nation,), day, Arm.INFANTRY)
    assert weapon is not None and weapon.name == name


def test_nobody_but_the_soviets_has_rifles_late_in_1944() -> None:
    late = {line.nation for line in table() if line.ends >= (1944, 8) and line.weapon.kind is HandKind.RIFLE}
    assert late == {"soviet", "japanese"}
    assert all(
        line.carriers is Carriers.AIRBORNE
        for line in table()
        if line.nation == "japanese" and line.weapon.kind is HandKind.RIFLE
    )


def test_the_order_of_battle_and_the_own_nation_come_first() -> None:
    day = date(1944, 9, 17)
    assert carried(("british",), day, Arm.INFANTRY, "13 carriers, 22 Boys rifle") == HandWeapon(
        "Boys rifle", HandKind.RIFLE
    )
    assert carried(("polish", "french"), date(1939, 9, 1), Arm.CAVALRY) == HandWeapon("wz. 35 rifle", HandKind.RIFLE)
    assert carried(("polish", "british"), day, Arm.PARACHUTE) == HandWeapon("PIAT", HandKind.LAUNCHER)
    assert carried(("british",), day, Arm.ARMOUR) is None


@pytest.mark.rule("BDE-SPEC-01", "BDE-AT-07", "BDE-AT-08", "BDE-AT-09", "BGC-FIRE-18", "NQM-CLASS-02", "NQM-CLASS-10")
@pytest.mark.parametrize("weapon", sorted({line.weapon for line in table()}, key=str), ids=lambda w: w.name)
def test_every_system_answers(weapon: HandWeapon) -> None:
    """Brigade by its gun list, Brigadier by its fire dice, NQM by its classes; Brevity keeps the class of the order of
    battle, and a hex's die counts all that its infantry carries.
    """
    unit = infantry(by_hand=weapon, arm=Arm.INFANTRY, march_class=MarchClass.FOOT)
    gun = specialist(unit)
    assert (
        gun.at_class
        is {
            HandKind.RIFLE: equipment.AtClass.AT_RIFLE,
            HandKind.LAUNCHER: equipment.AtClass.BAZOOKA,
            HandKind.SINGLE_SHOT: equipment.AtClass.PANZERFAUST,
            HandKind.CLOSE: equipment.AtClass.GRENADES,
        }[weapon.kind]
    )
    assert weapon.name not in ("PIAT", "Panzerfaust", "Bazooka") or gun.name == weapon.name
    rows = {HandKind.RIFLE: {brigadier.LIGHT_ANTI_TANK}, HandKind.CLOSE: set()}
    for kind in (Kind.INFANTRY, Kind.ENGINEERS):
        assert set(weapons_of(unit, kind)[1:]) == rows.get(weapon.kind, {brigadier.BAZOOKA})
    weights = {HandKind.RIFLE: Weight.LIGHT, HandKind.CLOSE: None}
    assert by_hand_class(unit) is weights.get(weapon.kind, Weight.MEDIUM)
    platoon = next(e for e in battalion_of(unit, DEFAULTS).elements if e.key == "anti_tank")
    assert (platoon.equipment, platoon.anti_tank) == (weapon.name, by_hand_class(unit) or Weight.VERY_LIGHT)
    assert unit.anti_tank_all is AntiTank.LIGHT and AT_LETTER[unit.anti_tank_all] == "L"
    assert unit_type(unit) is UnitType.FOOT
