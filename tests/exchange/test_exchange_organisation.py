"""What an order of battle holds of a force's organisation, and what in it means nothing to the rules (OB-ORG,
OB-OPT-02, OB-ENG-01)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_scenario import check_text, spoilt

from campaign.exchange.arms import MAKES
from campaign.exchange.check import read_scenario, shipped
from campaign.exchange.values import Battalion, Scenario
from campaign.terms.forces import Arm, CasualtyColumn, Engineers, Level, MarchClass, Nationality, Size, SizeMark
from campaign.values import fields


def scenario(folder: Path, *changes: tuple[str, str]) -> Scenario:
    path = folder / "one.yaml"
    path.write_text(spoilt(*changes), encoding="utf-8")
    return read_scenario(path)


def battalion(found: Scenario, name: str) -> Battalion:
    return next(one for one in found.battalions if one.name == name)


@pytest.fixture(scope="module")
def brevity() -> Scenario:
    (folder,) = [one.folder for one in shipped() if one.folder.name == "operation-brevity"]
    return read_scenario(folder)


@pytest.mark.rule("OB-ORG-02")
def test_a_normal_battalion_is_about_500_riflemen_or_50_tanks_and_what_supports_them(brevity: Scenario) -> None:
    rifles = [
        b
        for b in brevity.battalions
        if b.arm in (Arm.INFANTRY, Arm.LORRIED_INFANTRY, Arm.MOTOR_INFANTRY) and b.size is Size.NORMAL
    ]
    tanks = [b for b in brevity.battalions if b.arm in (Arm.ARMOUR, Arm.HEAVY_ARMOUR) and b.size is Size.NORMAL]
    assert rifles and all(500 <= b.full.men <= 1000 for b in rifles)
    assert tanks and all(40 <= b.full.vehicles <= 100 for b in tanks)


@pytest.mark.rule("OB-ORG-07")
def test_a_divisional_headquarters_is_its_tail_in_lorries_or_wagons(tmp_path: Path) -> None:
    found = scenario(tmp_path, ("headquarters: {at: west_gate}", "headquarters: {at: west_gate, march: horse-drawn}"))
    heads = {
        found.headquarters[f.key]: f
        for f in found.formations
        if f.level is Level.DIVISION and f.key in found.headquarters
    }
    march = {b.headquarters_of: b.march_class for b in found.battalions if b.key in heads}
    assert march == {"blue_division": MarchClass.TRUCK, "red_division": MarchClass.FOOT}


@pytest.mark.rule("OB-ORG-08", "OB-ORG-10")
def test_every_side_of_the_shipped_scenario_is_a_corps_with_a_headquarters(brevity: Scenario) -> None:
    above = {f.key: f for f in brevity.formations}

    def corps_of(key: str | None) -> str | None:
        while key is not None and above[key].level is not Level.CORPS:
            key = above[key].superior
        return key

    for side in brevity.sides:
        divisions = [f for f in brevity.formations if f.side == side.key and f.level is Level.DIVISION]
        (corps,) = {corps_of(f.key) for f in divisions}
        assert corps is not None
        assert corps in brevity.headquarters


@pytest.mark.rule("OB-ORG-12")
def test_names_and_marks_are_what_the_army_called_them(tmp_path: Path) -> None:
    found = scenario(
        tmp_path,
        ("command: Red Regiment\n", "command: Raggruppamento «Montemurro» n. 2/bis\n          mark: regiment\n"),
        ("battalion: I Battalion, arm", 'battalion: "Btg. Bersaglieri ciclisti d\'assalto", arm'),
    )
    (group,) = [f for f in found.formations if f.name.startswith("Raggr")]
    assert (group.name, group.level, group.mark) == (
        "Raggruppamento «Montemurro» n. 2/bis",
        Level.COMMAND,
        SizeMark.REGIMENT,
    )
    assert battalion(found, "Btg. Bersaglieri ciclisti d'assalto").arm is Arm.INFANTRY


@pytest.mark.rule("OB-OPT-02")
def test_what_a_chart_says_beside_the_known_keys_means_nothing(tmp_path: Path) -> None:
    plain = scenario(tmp_path)
    noted = scenario(
        tmp_path,
        (
            "battalion: Third Battalion, arm: infantry",
            'battalion: Third Battalion, arm: infantry, notes: "FAC, flame-throwers, DD, mode B 3+", equipment: "2 flame-throwers"',
        ),
    )
    words = ("notes", "equipment")
    before, after = battalion(plain, "Third Battalion"), battalion(noted, "Third Battalion")

    def rules_see(one: Battalion) -> dict[str, Any]:
        return {name: getattr(one, name) for name in (field.name for field in fields(Battalion)) if name not in words}

    assert rules_see(before) == rules_see(after) and after.notes.startswith("FAC")
    report = check_text(
        tmp_path,
        spoilt(("battalion: Third Battalion, arm: infantry", "battalion: Third Battalion, arm: infantry, morale: 3")),
    )
    assert any("morale" in str(fault) for fault in report.errors)


@pytest.mark.rule("OB-ENG-01", "OB-ENG-03")
def test_most_combat_battalions_have_engineering_support(tmp_path: Path) -> None:
    have = {arm for arm, make in MAKES.items() if make.engineers is Engineers.SUPPORT}
    assert {Arm.INFANTRY, Arm.LORRIED_INFANTRY, Arm.MOTOR_INFANTRY, Arm.ARMOURED_INFANTRY, Arm.PARACHUTE} <= have
    assert {arm for arm, make in MAKES.items() if make.engineers is Engineers.SPECIALIST} == {
        Arm.ENGINEER,
        Arm.BRIDGING,
    }
    assert not {Arm.FIELD_ARTILLERY, Arm.HEADQUARTERS, Arm.SUPPLY, Arm.MEDICAL} & have
    found = scenario(
        tmp_path,
        ("battalion: Third Battalion, arm: infantry", "battalion: Third Battalion, arm: infantry, engineers: none"),
        ("battalion: I Tanks, arm: armour", "battalion: I Tanks, arm: armour, engineers: specialist"),
    )
    assert battalion(found, "Third Battalion").engineers is Engineers.NONE
    assert battalion(found, "First Battalion").engineers is Engineers.SUPPORT
    assert battalion(found, "I Tanks").engineers is Engineers.SPECIALIST


@pytest.mark.rule("OB-INIT-06", "OB-AMB-020")
@pytest.mark.parametrize(
    ("said", "counts_as"),
    [("{name: Free French}", Nationality.COMMONWEALTH), ("{name: Free French, counts as: us}", Nationality.US)],
)
def test_free_french_are_commonwealth_or_us(tmp_path: Path, said: str, counts_as: Nationality) -> None:
    changes = (
        ("establishments:\n", f"nations:\n  free_french: {said}\nestablishments:\n"),
        ("nation: british", "nation: free_french"),
    )
    found = scenario(tmp_path, *changes)
    assert {nation.key: nation.counts_as for nation in found.nations}["free_french"] is counts_as


@pytest.mark.rule("OB-INIT-06")
def test_free_french_never_count_as_french(tmp_path: Path) -> None:
    for key in ("free_french", "fighting_french"):
        text = spoilt(
            ("establishments:\n", f"nations:\n  {key}: {{counts as: french}}\nestablishments:\n"),
            ("nation: british", f"nation: {key}"),
        )
        (fault,) = check_text(tmp_path, text).errors
        assert "use commonwealth or us for Free and Fighting French (OB-INIT-06)" in str(fault)


@pytest.mark.rule("OB-AMB-002")
def test_limits_warn(tmp_path: Path) -> None:
    report = check_text(tmp_path, spoilt(("limits.command_max_battalions: 4", "limits.command_max_battalions: 1")))
    assert not report.errors and any("more than 1" in str(odd) for odd in report.warnings)


@pytest.mark.rule("OB-AMB-076")
def test_the_calibres_of_gun_classes_hold_for_orders_of_battle(tmp_path: Path) -> None:
    assert battalion(scenario(tmp_path), "Guns").weapon.value == "field gun"


@pytest.mark.rule("OB-AMB-079")
def test_who_fights_mounted_suffers_as_others_and_who_gets_off_to_fight_as_infantry() -> None:
    infantry = {arm for arm, make in MAKES.items() if make.casualty_column is CasualtyColumn.INFANTRY}
    assert {Arm.INFANTRY, Arm.LORRIED_INFANTRY, Arm.ENGINEER, Arm.CYCLIST, Arm.MOTORCYCLE} <= infantry
    assert not {Arm.CAVALRY, Arm.ARMOURED_INFANTRY, Arm.FIELD_ARTILLERY, Arm.HEADQUARTERS, Arm.ARMOUR} & infantry
