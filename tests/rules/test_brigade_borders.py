"""Brigade level: the smallest company beside many support weapons, whom a side knows of together, old returns."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.resolve.brigade import doctrine, missions
from campaign.resolve.brigade.field import deploy
from campaign.resolve.report import Report
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns.filed import PrintedLine
from campaign.rules.tabletop.brigade import indirect, organisation
from campaign.rules.tabletop.brigade.equipment import VEHICLES, Body
from campaign.rules.tabletop.brigade.tables import Fall, Seen
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import Arm, Nationality
from campaign.terms.state import State
from campaign.values import replace
from tests.rules.brigades import FIELD, NOW, men, side, written
from tests.rules.forces import guns, tanks


@pytest.mark.rule("BDE-ORG-04", "BDE-MAP-02")
@pytest.mark.parametrize(("models", "companies"), [(9, (3,)), (8, (3, 3)), (7, (3, 3, 3)), (6, (4, 4, 4))])
def test_no_company_of_a_battalion_with_many_support_weapons_is_under_three(
    models: int, companies: tuple[int, ...]
) -> None:
    """Of 33 figures 3 are the headquarters and 3 serve each weapon; the rest are companies of 3 or more."""
    layout = organisation.full_layout(33, support_models=models)
    assert (layout.companies, layout.total) == (companies, 33)


@pytest.mark.rule("BDE-AMB-16", "BDE-AMB-17")
@pytest.mark.parametrize("shared", [True, False])
def test_what_a_friend_has_detected_is_a_target_by_house_rule_only(shared: bool) -> None:
    book = DEFAULTS.with_setting("brigade.shared_detection", shared)
    forces = side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, men(720))
    on = deploy(Fight(forces, 1, NOW, (TurnSky(NOW),)), book)
    firer, friend, *_ = on.sides[0].on_table
    near, far, unseen, *_ = sorted(on.sides[1].on_table, key=lambda enemy: (on.gap(firer, enemy), enemy.name))
    friend.detected[near] = Seen.SPOTTED
    firer.detected[far] = firer.detected[near] = Seen.UNSEEN
    firer.detected[far] = Seen.SPOTTED
    assert doctrine.targets(firer, on) == ([near, far] if shared else [far])
    assert unseen not in doctrine.targets(friend, on)


@pytest.mark.rule("BDE-MAP-07", "BDE-MAP-09")
@pytest.mark.parametrize(
    ("noted", "lost", "after"),
    [
        ({"full": 48}, 15, State.FRESH),
        ({"full": 48}, 16, State.SPENT),
        ({"full": 48, "missing": 1}, 15, State.SPENT),
        ({}, 3, State.FRESH),
    ],
)
def test_a_form_that_notes_nobody_missing_counts_the_losses_alone(
    noted: dict[str, int], lost: int, after: State
) -> None:
    """A third of 48 is 16. A form without figures leaves the state as it was."""
    line = PrintedLine(1, 1, "Scots", State.FRESH, "A", noted=noted)
    assert tabletop("brigade").outcome(written(1, figures_lost=lost), line, DEFAULTS).state is after


def test_soft_vehicles_have_no_armour_on_any_side() -> None:
    soft = [vehicle for vehicle in VEHICLES.values() if vehicle.body is Body.SOFT]
    assert {vehicle.name for vehicle in soft} == {"Jeep", "Truck"}
    assert {(vehicle.front, vehicle.side, vehicle.rear) for vehicle in soft} == {(0, 0, 0)}


@pytest.mark.rule("BDE-NOTE-03")
def test_a_soft_vehicle_in_a_zone_saves_once_against_each_battery() -> None:
    cars = tanks("Kolonne 3", equipment="12 Sdkfz 222", arm=Arm.ARMOURED_CAR)
    forces = side(1, Nationality.BRITISH, guns("RA", **FIELD), men(720)), side(2, Nationality.GERMAN, cars)
    on = deploy(Fight(forces, 1, NOW, (TurnSky(NOW),)), DEFAULTS)
    truck = next(piece for piece in on.sides[1].pieces if piece.troop.vehicle is not None)
    truck.troop = replace(truck.troop, vehicle=VEHICLES["Truck"])
    battery = next(found for piece in on.sides[0].pieces if (found := piece.battery()) is not None)
    for face, fate in ((6, ""), (1, "destroyed")):
        dice = Tape(Scripted((face,)), NOW)
        missions.strike(battery, truck, on, dice, Report())
        assert (truck.fate, truck.pinned, len(dice.rolls)) == (fate, True, 1)


@pytest.mark.parametrize(("figures", "fine"), [(0, False), (1, True), (60, True), (61, False)])
def test_figures_of_a_target_asked_for_are_one_to_sixty(figures: int, fine: bool) -> None:
    told = CliRunner().invoke(
        campaign, ["odds", "brigade", "fire", "--weapons", "10 rifles", "--range", "5", "--figures", str(figures)]
    )
    assert (told.exit_code == 0) is fine


@pytest.mark.rule("BDE-AMB-91", "BDE-DEV-08", "BDE-DEV-12")
def test_an_aircrafts_strike_misses_by_all_that_the_red_die_shows() -> None:
    """No army's deduction is taken off, and no registered point helps it by itself; a white 6 is on target."""
    strike = indirect.sortie("Stukas", DEFAULTS.with_setting("brigade.air_sortie", True))
    assert [indirect.miss_in(red, strike, df_point=False) for red in (1, 3, 6)] == [1, 3, 6]
    assert indirect.fall(6, strike) is Fall.ON_TARGET
    assert not strike.on_table
