"""Brigadier General Commands: who fires, bugs out, stands off the table, goes nowhere, and is shot at from the ground."""

from __future__ import annotations

import pytest

from campaign.resolve.brigadier.air_strikes import Sky
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import lay_out
from campaign.resolve.brigadier.movement import Aim, advance
from campaign.resolve.brigadier.thrown import Thrown
from campaign.resolve.report import Report
from campaign.rules.common.scene import AirSupport
from campaign.rules.common.terrain import Bar, Box
from campaign.rules.tabletop.brigadier.hits import Harm, quick
from campaign.rules.tabletop.brigadier.indirect import resolver_of
from campaign.rules.tabletop.brigadier.orders import Echelon
from campaign.rules.tabletop.brigadier.platoons import Kind
from campaign.rules.tabletop.brigadier.tables import AirResult, Order
from campaign.terms.forces import Nationality, Size, Weapon
from campaign.terms.state import Posture, Role
from campaign.values import replace
from tests.rules.brigading import BOOK, HOUSE, Lines, attacking, base, battalion, fight, laid, scripted, side
from tests.rules.forces import guns
from tests.rules.test_brigadier_battle import engaged, facing
from tests.rules.test_brigadier_ground import own


@pytest.mark.rule("BGC-FIRE-07", "BGC-FIRE-20")
@pytest.mark.parametrize("why", ["", "no shot left", "surrendered"])
def test_who_has_no_shot_left_or_has_gone_before_his_step_does_not_fire(why: str) -> None:
    field, firer, target = facing(6, order=Order.AIM)
    target.dug_in, target.fired = False, True
    if why == "no shot left":
        firer.shots = 0
    firer.surrendered = why == "surrendered"
    engagement, told = engaged(field, *[1] * 40)
    engagement._fire([firer], target)
    assert any(line.startswith("Fire: ") for line in told) is (not why)


@pytest.mark.rule("BGC-BUG-08")
@pytest.mark.parametrize(("allowances", "immobile"), [({}, True), ({"infantry": 0}, True), ({"infantry": 1}, False)])
def test_who_has_no_allowance_of_moves_cannot_get_away(allowances: dict[str, int], immobile: bool) -> None:
    field, _, target = facing(6)
    field.house = replace(HOUSE, allowances=allowances)
    engagement, _ = engaged(field)
    assert target.platoon.kind is Kind.INFANTRY and engagement._immobile(target) is immobile


@pytest.mark.rule("BGC-AIR-14")
@pytest.mark.parametrize("of_side", [0, 1])
def test_the_guns_of_the_side_below_send_a_sortie_home(of_side: int) -> None:
    field, mover, target = facing(8)
    flying, below = (mover, target) if of_side == 0 else (target, mover)
    for platoon in (mover, target):
        platoon.dug_in, platoon.fired = False, True
    below.platoon = replace(below.platoon, kind=Kind.ANTI_AIRCRAFT_GUN, weapons=("anti-aircraft guns",))
    report, dice = Report(), Thrown(scripted(6, 6))
    sortie = AirSupport("Stukas", of_side, Weapon.GROUND_ATTACK, flying.battalion.unit.command, frozenset({1}))
    flight = Sky(field, Engagement(field, dice, report), dice, report, (sortie,))
    flight.met(1)
    assert any("is sent home" in line for line in Lines(report)) and not flight.through


@pytest.mark.rule("BGC-MUS-06", "BGC-SETUP-15")
def test_guns_in_range_stand_off_the_table_and_headquarters_of_guns_in_support_on_it() -> None:
    gunners = battalion(1, "25-pdrs", guns, size=Size.NORMAL, posture=Posture.SUPPORT)
    far = battalion(1, "mediums", guns, size=Size.NORMAL, role=Role.GUNS_IN_RANGE)
    foot = battalion(1, "mortars", role=Role.GUNS_IN_RANGE)
    shown = replace(fight(1, 1), forces=(side(1, Nationality.BRITISH, gunners, far, foot), fight(1, 1).forces[1]))
    off = {
        unit.name: {
            (one.platoon.kind.is_gun, one.platoon.off_table)
            for one in laid(shown).bases
            if one.battalion.unit.id == unit.id
        }
        for unit in (gunners, far, foot)
    }
    assert off == {
        "25-pdrs": {(True, True), (False, False)},
        "mediums": {(True, True), (False, True)},
        "mortars": {(False, True)},
    }


@pytest.mark.rule("BGC-MOVE-01")
def test_who_finds_no_way_stays_where_he_is() -> None:
    sea = Bar("sea", (Box(0, 20, 72, 30),), lines=(((0, 20), (72, 20)), ((0, 30), (72, 30))))
    field = lay_out(own(bars=(sea,)), HOUSE, BOOK, None)
    mover = base(field, 0, "1.1")
    field.bases, mover.order = [mover], Order.MOVE
    attacking(field)
    at = mover.x, mover.y
    engagement = Engagement(field, Thrown(scripted()), Report())
    advance(mover, Aim((36.0, 42.0)), engagement, lambda _: True)
    assert (mover.x, mover.y) == at and not mover.moved
    advance(mover, Aim((at[0], at[1] + 8)), engagement, lambda _: True)
    assert (mover.x, mover.y) != at, "on his own side of the water he goes"


@pytest.mark.rule("BGC-SETUP-03")
def test_headquarters_begin_behind_the_line() -> None:
    """Companies' headquarters two inches, the battalion's six; those of guns off the table are measured alike."""
    shown = fight(1, 1)
    first, second = shown.forces
    mediums = battalion(1, "mediums", guns, size=Size.NORMAL, role=Role.GUNS_IN_RANGE)
    field = laid(replace(shown, forces=(replace(first, units=(*first.units, mediums)), second)))
    behind = {Echelon.LINE: 0, Echelon.COMPANY_HQ: 2, Echelon.BATTALION_HQ: 6}
    for number, unit, line in ((0, first.units[0], 8), (1, second.units[0], 30), (0, mediums, 8)):
        bases = [one for one in field.bases if one.battalion.unit.id == unit.id]
        assert {(one.platoon.echelon, (line - one.y) * field.forward(number)) for one in bases} == {
            (one.platoon.echelon, behind[one.platoon.echelon]) for one in bases
        }
    assert {one.platoon.echelon for one in field.bases} == behind.keys()


@pytest.mark.rule("BGC-AIR-04", "BGC-AMB-15")
def test_who_resolves_an_air_attack_of_the_second_side() -> None:
    assert [resolver_of(result, 1) for result in AirResult] == [None, 0, 1]


@pytest.mark.rule("BGC-M-31")
@pytest.mark.parametrize(("worth", "harm"), [(True, Harm(3)), (False, Harm(1)), (None, Harm(1, 2))])
def test_under_the_quick_rules_a_wound_is_a_kill_or_nothing_as_the_house_file_says(
    worth: bool | None, harm: Harm
) -> None:
    on = BOOK.with_setting("brigadier.quick_play", True)
    assert quick(Harm(1, 2), on, worth) == harm
    assert quick(Harm(1, 2), BOOK, worth) == Harm(1, 2), "not without the optional rules"
