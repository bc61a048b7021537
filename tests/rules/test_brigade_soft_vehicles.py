"""Small arms at a vehicle without armour: what is hoped for is what comes of it."""

from __future__ import annotations

import pytest

from campaign.resolve.brigade import engagement
from campaign.resolve.brigade.field import Field, Piece, deploy
from campaign.resolve.report import Report
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade.equipment import vehicle
from campaign.rules.tabletop.brigade.tables import Act, Seen
from campaign.terms.forces import Arm, Nationality
from campaign.values import replace
from tests.rules.brigades import NOW, men, side
from tests.rules.forces import tanks

TRIES = 1200


def _at_a_truck(key: str) -> tuple[Field, Piece, Piece]:
    """A company or its support weapon six inches from a lorry."""
    cars = tanks("Kolonne 3", equipment="12 Sdkfz 222", arm=Arm.ARMOURED_CAR)
    forces = side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, cars)
    on = deploy(Fight(forces, 1, NOW, (TurnSky(NOW),)), DEFAULTS)
    firer = next(piece for piece in on.sides[0].pieces if piece.troop.key == key)
    truck = next(piece for piece in on.sides[1].pieces if piece.troop.vehicle is not None)
    truck.troop = replace(truck.troop, vehicle=vehicle("Truck"))
    (firer.x, firer.y), (truck.x, truck.y) = (0, 0), (0, 6)
    return on, firer, truck


@pytest.mark.sample(2)
@pytest.mark.rule("BDE-NOTE-03", "BDE-SAVE-05")
@pytest.mark.parametrize("key", ["hq", "a"])
def test_a_lorry_is_destroyed_as_often_as_is_hoped(key: str) -> None:
    on, firer, truck = _at_a_truck(key)
    shot = engagement.aim(firer, truck, on, Act.A, Seen.SPOTTED)
    hope = engagement.expected(shot, on)
    assert 0 < hope < 1
    gone = 0
    for seed in range(TRIES):
        truck.fate = ""
        engagement.fire(shot, on, Tape(Seeded(f"lorry {seed}"), NOW), Report(), lambda piece: False)
        gone += bool(truck.fate)
    assert gone / TRIES == pytest.approx(hope, abs=0.05)


@pytest.mark.rule("BDE-NOTE-03")
def test_no_weapon_fires_at_a_lorry_that_is_gone() -> None:
    on, firer, truck = _at_a_truck("a")
    shot = engagement.aim(firer, truck, on, Act.A, Seen.SPOTTED)
    truck.fate = "destroyed"
    report = Report()
    engagement.fire(shot, on, Tape(Seeded("x"), NOW), report, lambda piece: False)
    assert report.lines == []
