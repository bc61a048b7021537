"""Points that the Brigade level rules leave open, as the program plays them."""

from __future__ import annotations

import pytest

from campaign.resolve.brigade import combat, doctrine, engagement, march
from campaign.resolve.brigade.battle import Battle
from campaign.resolve.brigade.engagement import aim, fire
from campaign.resolve.brigade.field import Field, Piece, deploy
from campaign.resolve.report import Report
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.force import Force
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import equipment, indirect
from campaign.rules.tabletop.brigade.indirect import Battery
from campaign.rules.tabletop.brigade.muster import battalion
from campaign.rules.tabletop.brigade.tables import Act, AtClass, Fall, Seen, SmallArm
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.terms.forces import Nationality
from campaign.words.battle_report import Attack, Move
from tests.rules.brigades import FIELD, NOW, men, side
from tests.rules.forces import guns, tanks


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), NOW)


def table(*forces: Force, book: Rulebook = DEFAULTS) -> Field:
    attacker, defender = forces or (side(1, Nationality.BRITISH, men(720)), side(2, Nationality.GERMAN, men(720)))
    return deploy(Fight((attacker, defender), 1, NOW, (TurnSky(NOW),)), book)


def piece(on: Field, number: int, key: str) -> Piece:
    return next(unit for unit in on.sides[number].pieces if unit.troop.key == key)


@pytest.mark.rule("BDE-AMB-07")
def test_pins_are_rolled_for_from_left_to_right() -> None:
    on, tape = table(), dice(6, 6, 6)
    pinned = [piece(on, 0, key) for key in ("c", "a", "b")]
    for unit, across in zip(pinned, (30.0, 10.0, 20.0), strict=True):
        unit.x, unit.pinned = across, True
    Battle(on, tape, DEFAULTS)._unpin(on.sides[0])
    assert [roll.name.subject for roll in tape.rolls] == [pinned[1].name, pinned[2].name, pinned[0].name]


@pytest.mark.rule("BDE-AMB-88", "BDE-AMB-89")
def test_a_pin_stays_until_it_is_rolled_off_and_there_is_but_one() -> None:
    """Trained troops lose a pin on 3+. Who is pinned already is not asked for another pin."""
    on = table()
    company, enemy = piece(on, 0, "a"), piece(on, 1, "a")
    company.pinned = True
    Battle(on, dice(2), DEFAULTS)._unpin(on.sides[0])
    assert company.pinned
    company.x = enemy.x = 0.0
    company.y, enemy.y = 0.0, 10.0
    asked: list[Piece] = []

    def takes_pin(target: Piece) -> bool:
        asked.append(target)
        return True

    fire(aim(enemy, company, on, Act.A, Seen.SPOTTED), on, dice(4, 1, 1, 1, 1, 6), Report(), takes_pin)
    assert company.pinned and asked == []
    Battle(on, dice(3), DEFAULTS)._unpin(on.sides[0])
    assert not company.pinned
    company.y, company.detected[enemy] = -20.0, Seen.UNSEEN
    assert doctrine.plan(company, on).inches > 0, "who is up again moves in the same move"


@pytest.mark.rule("BDE-AMB-35")
def test_a_miss_of_nothing_is_on_target() -> None:
    gun = Battery("25pdr", indirect.Piece.GUN, 88, indirect.army_of(Nationality.BRITISH))
    near = combat.deviation(gun, df_point=False, dice=dice(1, 1))
    assert (near.fall, near.miss_in) == (Fall.ON_TARGET, 0)
    far = combat.deviation(gun, df_point=False, dice=dice(1, 2))
    assert (far.fall, far.miss_in) == (Fall.SHORT, 1)


@pytest.mark.rule("BDE-AMB-58")
def test_light_weapons_of_a_company_are_in_its_figures() -> None:
    companies = [troop for troop in battalion(1, men(720), DEFAULTS).troops if troop.kind is Kind.COMPANY]
    assert {troop.weapon for troop in companies} == {SmallArm.RIFLE}
    assert sum(troop.specialist is not None for troop in companies) == 4, "one figure of each company, none of the HQ"


@pytest.mark.rule("BDE-AMB-67")
@pytest.mark.parametrize(("inches", "goes"), [(7, True), (5, False)])
def test_nobody_closes_with_the_enemy(inches: int, goes: bool) -> None:
    on = table()
    company, enemy = piece(on, 0, "a"), piece(on, 1, "a")
    on.sides[1].pieces[:] = [enemy]
    company.x = enemy.x = 0.0
    company.y, enemy.y = 0.0, float(inches)
    assert march.CLOSE_IN[Kind.COMPANY] == 5
    assert (doctrine.plan(company, on).inches > 0) is goes


@pytest.mark.rule("BDE-AMB-70")
def test_which_gun_is_in_which_class() -> None:
    classes = {
        AtClass.HIGH_VELOCITY: "17pdr, 75L70, 88L56, 88L71, 85mm AT",
        AtClass.LONG_GUN: "6pdr, long 50, 75L48, 76mm AT, 75 (Sherman)",
        AtClass.SMALL_LONG_GUN: "2pdr, 37mm",
        AtClass.LOW_VELOCITY: "short 50, short 75, 75mm IG, 25pdr",
        AtClass.BAZOOKA: "PIAT, Panzerschreck",
    }
    for at_class, names in classes.items():
        assert {equipment.gun(name).at_class for name in names.split(", ")} == {at_class}
    high = [gun for gun in equipment.GUNS.values() if gun.at_class is AtClass.HIGH_VELOCITY]
    assert min(gun.attack or 0 for gun in high) == 9


@pytest.mark.rule("BDE-AMB-92")
def test_guns_of_the_table_fire_directly_where_they_can_and_mortars_never() -> None:
    book = DEFAULTS.with_setting("brigade.artillery_stands", "on the table")
    attacker = side(1, Nationality.BRITISH, men(720), guns("RA", **FIELD))
    on = table(attacker, side(2, Nationality.GERMAN, men(720)), book=book)
    gun, mortar, headquarters = (piece(on, 0, key) for key in ("g1", "s3", "hq"))
    enemies = [piece(on, 1, key) for key in ("a", "b")]
    on.sides[0].pieces[:] = [gun, mortar, headquarters]
    assert engagement.he_points(gun) > 0 and engagement.he_points(mortar) == 0
    headquarters.detected.update(dict.fromkeys(enemies, Seen.SPOTTED))

    def asked() -> set[str]:
        return {firer.troop.key for request in doctrine.requests(0, on, set(), ()) for firer in request.guns}

    assert asked() == {"g1", "s3"}
    gun.detected[enemies[0]] = mortar.detected[enemies[0]] = Seen.SPOTTED
    assert asked() == {"s3"}, "the gun has somebody to fire at by itself"


@pytest.mark.rule("BDE-SEQ-09", "BDE-SEQ-10")
@pytest.mark.parametrize(("inches", "act", "goes"), [(20, Act.A, 6), (44, Act.B, 6), (52, Act.C, 12)])
def test_tanks_move_first_where_they_hope_for_more_from_nearer(inches: int, act: Act, goes: int) -> None:
    """From 44 inches to 38, into the gun's next band, though their fire counts as moving; near enough they fire
    halted."""
    on = table(side(1, Nationality.BRITISH, tanks("4 RTR")), side(2, Nationality.GERMAN, tanks("Pz")))
    ours, enemy = on.sides[0].pieces[1], on.sides[1].pieces[1]
    on.sides[0].pieces[:], on.sides[1].pieces[:] = [ours], [enemy]
    ours.x = enemy.x = ours.y = 0.0
    enemy.y, ours.detected[enemy] = float(inches), Seen.SPOTTED
    plan = doctrine.plan(ours, on)
    assert (plan.act, plan.inches) == (act, goes)
    if act is Act.B:
        battle = Battle(on, dice(*[1] * 8), DEFAULTS)
        battle._act(ours, plan)
        move, attack = (event for event in battle.report.events if isinstance(event, Move | Attack))
        assert isinstance(move, Move) and move.length == goes
        assert isinstance(attack, Attack) and attack.by[0].distance == inches - goes and "moving" in attack.by[0].how
