"""Troops who come on in their vehicles under the brigade level rules."""

from __future__ import annotations

import pytest

from campaign.resolve.brigade import engagement, own_ground, transport
from campaign.resolve.brigade.battle import Battle
from campaign.resolve.brigade.engagement import aim
from campaign.resolve.brigade.field import Field, Piece
from campaign.resolve.report import Report
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade.tables import Act, MovesAs, Seen
from campaign.terms.forces import Arm
from tests.rules.brigades import NOW, men
from tests.rules.test_brigade_ground import OPEN, forces, ground


def coming(arm: Arm) -> tuple[Field, Piece, Piece]:
    """A battalion of 720 that comes on beside the table, its first company there already; and one of the enemy."""
    riders = men(720, arm=arm)
    fight = ground(forces(attackers=(riders,)), OPEN, ((36, 40),), (36, 48), beside={riders.id: (36, 0)})
    on = own_ground.set_out(fight, DEFAULTS)
    company = next(piece for piece in on.sides[0].pieces if piece.troop.key == "a")
    company.x, company.y, company.waiting = 36.0, 1.0, False
    enemy = next(piece for piece in on.sides[1].pieces if piece.troop.key == "a")
    enemy.x, enemy.y, enemy.waiting = 36.0, 40.0, False
    return on, company, enemy


@pytest.mark.rule("BDE-VEH-01", "BDE-AMB-29")
@pytest.mark.parametrize(
    ("arm", "row"),
    [
        (Arm.LORRIED_INFANTRY, MovesAs.WHEELED),
        (Arm.ARMOURED_INFANTRY, MovesAs.HALF_TRACK),
        (Arm.MOTORCYCLE, MovesAs.JEEP),
        (Arm.INFANTRY, MovesAs.INFANTRY),
    ],
)
def test_motorised_troops_come_on_in_their_vehicles(arm: Arm, row: MovesAs) -> None:
    _, company, _ = coming(arm)
    assert company.moves_as is row
    assert (company.rides is not None) is (arm is not Arm.INFANTRY)


@pytest.mark.rule("BDE-VEH-01", "BDE-VEH-03", "BDE-VEH-04")
def test_they_get_off_near_an_enemy_whom_they_see_and_have_half_a_move_left() -> None:
    on, company, enemy = coming(Arm.LORRIED_INFANTRY)
    on.goal = (36.0, 48.0)
    assert not transport.has_come_far_enough(company, on)
    company.detected[enemy] = Seen.PART
    assert not transport.has_come_far_enough(company, on), "39 inches off"
    company.y = 10.0
    assert transport.has_come_far_enough(company, on), "30 inches off"
    battle = Battle(on, Tape(Scripted(()), NOW), DEFAULTS)
    battle._fire_and_move(0)
    assert company.rides is None and company.y == pytest.approx(13.0, abs=0.01), "half of 6 inches on foot"
    assert f"  {company.name} leaves its trucks." in battle.report.lines


@pytest.mark.rule("BDE-VEH-01", "BDE-AMB-29")
def test_one_reason_is_enough_to_get_off() -> None:
    """Under fire, near an enemy, or within 16 inches of what is fought for; each by itself."""
    on, company, enemy = coming(Arm.LORRIED_INFANTRY)
    on.goal, company.y = (36.0, 48.0), 31.9
    assert not transport.has_come_far_enough(company, on), "the enemy 8 inches off is not detected"
    company.detected[enemy] = Seen.UNSEEN
    assert not transport.has_come_far_enough(company, on), "who was looked for and not detected is not known to be near"
    company.y = 32.0
    assert transport.has_come_far_enough(company, on), "16 inches from what is fought for"
    company.y, company.pinned = 1.0, True
    assert transport.has_come_far_enough(company, on), "under fire"
    company.pinned, on.goal = False, None
    assert transport.has_come_far_enough(company, on), "nothing to ride to"
    on.goal, company.y, company.detected[enemy] = (36.0, 48.0), 20.0, Seen.SPOTTED
    enemy.waiting = True
    assert not transport.has_come_far_enough(company, on), "who is not on the table is near to nobody"


@pytest.mark.rule("BDE-SAVE-10", "BDE-NOTE-02", "BDE-AMB-80", "BDE-KILL-02")
def test_who_is_in_a_truck_that_is_destroyed_gets_out_on_a_3_and_is_pinned() -> None:
    on, company, enemy = coming(Arm.LORRIED_INFANTRY)
    before = company.living
    # A hit by three rifles that is not saved; six are carried, two of whom do not get out.
    company.y = 20.0
    shot = aim(enemy, company, on, Act.A, Seen.SPOTTED)
    faces = (4, 1, 1, 1, *(1, 2, 3, 4, 5, 6))
    report = Report()
    engagement.fire(shot, on, Tape(Scripted(faces), NOW), report, lambda piece: False)
    assert company.rides is None and company.pinned and company.in_play
    assert company.living == before - 2
    assert "Escape of" in report.lines[-1] and "1 2 3 4 5 6, 2 lost" in report.lines[-1]
