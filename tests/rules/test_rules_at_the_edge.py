"""Numbers at which a rule changes: at them, one below and one above."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.resolve.brigade import doctrine
from campaign.resolve.brigade.field import deploy
from campaign.resolve.hexes import engagement
from campaign.resolve.resolvers import resolver
from campaign.rules.common import automatic
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.scene import AirSupport, Fight, Resolution, Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import morale
from campaign.rules.tabletop.brigadier.gaps import filled, gap
from campaign.rules.tabletop.interface import tabletop
from campaign.rules.tabletop.nqm import sheet as nqm_sheet
from campaign.terms.forces import Arm, MarchClass, Weapon
from campaign.terms.state import State
from campaign.values import replace
from tests.rules import nqm_bodies
from tests.rules.brigades import NOW, two_sides
from tests.rules.brigading import HOUSE
from tests.rules.forces import force, guns, infantry

NQM = tabletop("nqm")


@pytest.mark.rule("NQM-DESIGN-04")
@pytest.mark.parametrize(("points", "is_advised"), [(249, False), (250, False), (251, True)])
def test_a_side_of_more_than_a_division_is_advised_to_have_more_commanders(points: int, is_advised: bool) -> None:
    muster = NQM.muster(force(infantry("1st DLI")), DEFAULTS)
    larger = replace(muster, lines=(replace(muster.lines[0], noted={"points": points}),))
    assert bool(NQM.advice(larger, 1, (72, 48))) is is_advised


@pytest.mark.rule("BDE-PIN-09")
def test_the_one_figure_of_a_unit_is_all_four_quarters_of_it() -> None:
    assert [morale.quarters_dead(1, dead) for dead in (0, 1)] == [0, 4]


def test_why_it_is_attacked_or_not_is_told_in_percent() -> None:
    odds = [automatic.Odds(won, 0.0, 1 - won) for won in (0.49, 0.5, 0.51)]
    choices = [automatic.attacks(Fraction(2), Fraction(1), one, 0.5, DEFAULTS) for one in odds]
    assert [(choice.why, choice.yes) for choice in choices] == [
        (f"{automatic.odds_words(odds[0], 0.5)}: holds", False),
        (automatic.odds_words(odds[1], 0.5), True),
        (automatic.odds_words(odds[2], 0.5), True),
    ]
    assert choices[0].why.endswith("the chance is 49 %, 50 % needed: holds")


@pytest.mark.parametrize(("lost", "off"), [("19/10", False), ("2", True), ("21/10", True)])
def test_a_side_breaks_off_when_half_of_what_it_brought_is_lost(lost: str, off: bool) -> None:
    choice = automatic.breaks_off(Fraction(4), Fraction(lost), DEFAULTS)
    assert choice.yes is off
    assert "of its 4 effective stands" in choice.why and "50 %" in choice.why
    assert not automatic.breaks_off(Fraction(0), Fraction(0), DEFAULTS).yes


def test_what_a_battle_costs() -> None:
    """A fresh battalion that is spent, a spent one that is destroyed, a company that is lost, one that came spent and
    stays so."""
    stakes = [
        automatic.Stake(Fraction(1), State.FRESH, State.SPENT),
        automatic.Stake(Fraction(1), State.SPENT, State.DESTROYED),
        automatic.Stake(Fraction(0), State.FRESH, State.DESTROYED),
        automatic.Stake(Fraction(1), State.SPENT, State.SPENT),
    ]
    assert automatic.cost(stakes) == (Fraction(9, 4), Fraction(7, 4))


@pytest.mark.rule("BGC-M-13")
def test_penetration_is_known_when_both_armour_and_penetration_are_given() -> None:
    neither = replace(HOUSE, armour={}, penetration={})
    houses = [neither, replace(HOUSE, penetration={}), replace(HOUSE, armour={}), HOUSE]
    assert HOUSE.armour and HOUSE.penetration
    assert [gap("BGC-M-13") in filled(house) for house in houses] == [False, False, False, True]


@pytest.mark.rule("NQM-MORALE-11")
def test_companies_are_carried_in_armoured_carriers_as_armoured_infantry_or_on_half_tracks() -> None:
    walking = infantry("DLI", arm=Arm.INFANTRY)
    units = [
        walking,
        replace(walking, arm=Arm.ARMOURED_INFANTRY),
        replace(walking, march_class=MarchClass.HALF_TRACK),
        guns("RA", march_class=MarchClass.HALF_TRACK),
    ]
    assert [nqm_bodies.body(unit, 0, 0).carried for unit in units] == [False, True, True, False]


@pytest.mark.rule("BDE-AMB-93")
def test_a_defender_registers_points_a_foot_before_his_line_and_spreads_them_over_it() -> None:
    for attacker in (1, 2):
        on = deploy(Fight(two_sides(), attacker, NOW, (TurnSky(NOW),)), DEFAULTS)
        side = 2 - attacker
        line = on.sides[side].on_table
        ahead = 1 if side == 0 else -1
        points = doctrine.df_points(side, on)
        assert points and {round(ahead * (y - line[0].y)) for _, y in points} == {12}
        west, east = min(piece.x for piece in line), max(piece.x for piece in line)
        steps = {round((x - west) / (east - west) * 2 * len(points)) for x, _ in points}
        assert steps == set(range(1, 2 * len(points), 2)), "in the middle of equal parts"


@pytest.mark.rule("NQM-ORDERS-07")
@pytest.mark.parametrize(("hour", "text"), [(1, "06:00"), (19, "00:00"), (24, "05:00"), (25, "hour 25")])
def test_an_hour_of_the_track_on_the_clock(hour: int, text: str) -> None:
    scene = Scene(force(infantry("DLI")), (), NOW, (TurnSky(NOW),), start_hour=6)
    assert nqm_sheet._clock(scene, hour) == text


@pytest.mark.rule("HEX-AMB-50")
@pytest.mark.parametrize(("limit", "shells"), [("none", None), (3, 3)])
def test_only_batteries_off_the_table_count_their_shells(limit: str | int, shells: int | None) -> None:
    book = DEFAULTS.with_setting("hexes.offtable_shells", limit)
    pieces = engagement.pieces_of(force(infantry("DLI"), guns("25-pdrs")), 0, book)
    assert {piece.off_table: piece.shells for piece in pieces} == {False: None, True: shells}


@pytest.mark.rule("HEX-AMB-53")
def test_only_aircraft_that_have_shot_have_flown() -> None:
    """A battery that has fired its last shell is no aircraft."""
    book = DEFAULTS.with_settings({"hexes.offtable_shells": 1, "hexes.air_sortie": "on"})
    near, far = two_sides()
    flight = AirSupport("Typhoons", 0, Weapon.GROUND_ATTACK, near.commands[0].id, frozenset({1}))
    for seed in range(6):
        shown = Fight((near, far), 1, NOW, (TurnSky(NOW),), air=(flight,))
        result = resolver("hexes")(shown, Tape(Seeded(str(seed)), NOW), book)
        assert isinstance(result, Resolution) and result.flown <= {("Typhoons", 1)}
