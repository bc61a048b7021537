"""Aircraft in resolved fights of Brigadier General Commands and on hexes: what they do where the texts and the house
file say it."""

from __future__ import annotations

import pytest

from campaign.resolve.brigadier.air_strikes import Sky
from campaign.resolve.brigadier.battle import resolve
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import Base
from campaign.resolve.brigadier.missing import missing_parts
from campaign.resolve.brigadier.thrown import Thrown
from campaign.resolve.hexes import engagement as hexes
from campaign.resolve.hexes import shooting
from campaign.resolve.report import Report
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import AirSupport, Fight, Resolution, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.tables import Order
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.terms.forces import Weapon
from campaign.terms.time import Moment
from campaign.values import replace
from tests.rules.brigading import BOOK, HOUSE, Lines, fight, scripted, seeded
from tests.rules.hexing import field_of, hex_of, house, piece
from tests.rules.test_brigadier_battle import facing
from tests.rules.test_hexes_muster import brigade

STUKAS = 16
"""Dice of a ground attack in the house file of our own."""


def sky(
    *faces: int, weapon: Weapon = Weapon.GROUND_ATTACK, book: Rulebook = BOOK, inches: int = 8
) -> tuple[Sky, Base, Base, Lines]:
    """A sortie of the attackers over a platoon of each side."""
    on, mover, target = facing(inches)
    on.book, target.dug_in, target.fired = book, False, True
    report = Report()
    dice = Thrown(scripted(*faces))
    mission = AirSupport("Stukas", 0, weapon, mover.battalion.unit.command, frozenset({1}))
    return Sky(on, Engagement(on, dice, report), dice, report, (mission,)), mover, target, Lines(report)


def flies(flight: Sky, turn: int = 1) -> None:
    """Anti-aircraft fire, then the attacks of the side that has sent them."""
    flight.met(turn)
    flight.strikes(0)


@pytest.mark.rule("BGC-AIR-01", "BGC-AIR-03", "BGC-AIR-12")
def test_a_sortie_on_the_enemy_is_read_with_area_factors() -> None:
    flight, _, target, told = sky(3, *[6] * 4, *[1] * (STUKAS - 4))
    flies(flight)
    assert told[0] == "Where Stukas attacks (3, 4, 5, 6 on the enemy, 1, 2 on friends): 3, on the enemy."
    assert told[1].startswith(f"Air attack: Stukas ({STUKAS} dice) on ")
    assert target.count != Count() and flight.flown == {("Stukas", 1)}


@pytest.mark.rule("BGC-AIR-02", "BGC-AIR-03", "BGC-AIR-04")
@pytest.mark.parametrize("face", [1, 2])
def test_on_a_one_or_a_two_it_falls_on_friends(face: int) -> None:
    flight, own, target, told = sky(face, *[6] * STUKAS)
    flies(flight)
    assert "its own side" in told[1]
    assert own.count != Count() and target.count == Count()


@pytest.mark.rule("BGC-AIR-08", "BGC-AIR-09")
def test_a_liaison_observer_throws_no_die_for_friends() -> None:
    flight, own, target, _ = sky(*[6] * STUKAS, book=BOOK.with_setting("brigadier.air_liaison_observers", True))
    flies(flight)
    assert own.count == Count() and target.count != Count()


@pytest.mark.rule("BGC-AIR-13")
def test_nobody_bugs_out_before_aircraft() -> None:
    flight, _, target, told = sky(6, *[6] * STUKAS)
    target.order = Order.HOLD
    flies(flight)
    assert not target.bugged_out and not any("bugs out" in line for line in told)


@pytest.mark.rule("BGC-AIR-14", "BGC-M-09")
@pytest.mark.parametrize(("faces", "home"), [((6, 1), True), ((5, 5), False)])
def test_anti_aircraft_fire_comes_first_and_a_six_sends_it_home(faces: tuple[int, int], home: bool) -> None:
    flight, _, target, told = sky(*faces, *([3] + [6] * STUKAS))
    target.platoon = replace(target.platoon, kind=Kind.ANTI_AIRCRAFT_GUN, weapons=("anti-aircraft guns",))
    flies(flight)
    assert ("sent home" in told[0]) is home
    assert (target.count == Count()) is home


def test_each_mission_flies_once_in_each_of_its_turns_and_only_at_an_enemy_in_sight() -> None:
    flight, _, _, told = sky(3, *[1] * STUKAS)
    flies(flight, 2)
    assert not flight.flown and not told, "not its turn"
    flies(flight)
    flies(flight)
    assert flight.flown == {("Stukas", 1)}
    far, _, _, quiet = sky(inches=200)
    flies(far)
    assert not far.flown and not quiet


@pytest.mark.rule("BGC-M-09")
def test_a_whole_fight_flies_them_and_says_what_is_missing() -> None:
    shown = fight()
    command = shown.forces[0].units[0].command
    flying = replace(shown, air=(AirSupport("Stukas", 0, Weapon.GROUND_ATTACK, command, frozenset({1})),))
    fought = resolve(flying, seeded("air"), BOOK)
    assert isinstance(fought, Resolution) and fought.flown == {("Stukas", 1)}
    assert any("Stukas" in line for line in fought.report)
    silent = replace(HOUSE, air_attack={})
    assert [part.rule for part in missing_parts(flying, silent, BOOK)] == ["BGC-M-09"]
    assert missing_parts(shown, silent, BOOK) == ()


# Hexes ---------------------------------------------------------------------------------------------------------------
def hex_fight(*, on: bool) -> Resolution:
    now = Moment(1, 2)
    air = (AirSupport("Stukas", 0, Weapon.GROUND_ATTACK, 1, frozenset({1})),)
    return hexes.resolve(
        Fight((brigade(1), brigade(2)), 1, now, (TurnSky(now),), air=air),
        seeded("hexes"),
        house(air_sortie=True) if on else DEFAULTS,
    )


@pytest.mark.rule("HEX-AMB-53")
def test_a_sortie_is_one_shot_of_a_battery_off_the_table_where_the_house_has_it() -> None:
    flown = hex_fight(on=True)
    assert flown.flown == {("Stukas", 1)}
    assert sum("Shot: Stukas" in line for line in flown.report) == 1
    without = hex_fight(on=False)
    assert not without.flown and not any("Stukas" in line for line in without.report)


@pytest.mark.rule("HEX-AMB-53")
def test_a_sortie_lays_no_smoke() -> None:
    aircraft = piece("Stukas", 0, UnitType.ARTILLERY, shells=1, aircraft=True)
    on = field_of(aircraft, piece("ours", 0, where="C3"))
    assert "lays no smoke" in shooting.smoke_barred(on, aircraft, hex_of("C3"))
    battery = piece("guns", 0, UnitType.ARTILLERY)
    assert shooting.smoke_barred(field_of(battery, piece("ours", 0, where="C3")), battery, hex_of("C3")) == ""
