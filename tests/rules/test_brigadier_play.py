"""Rules and keys of a house file that a resolved fight of Brigadier General Commands plays: calls for fire, ambush, who
has fired, raises."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.resolve.brigadier.battle import Battle
from campaign.resolve.brigadier.engagement import Engagement
from campaign.resolve.brigadier.field import Base, Field
from campaign.resolve.brigadier.thrown import Thrown
from campaign.resolve.report import Report
from campaign.rules.tabletop.brigadier.tables import Order
from campaign.values import replace
from tests.rules.brigading import BOOK, HOUSE, base, fight, laid, scripted


def calling(**house: Any) -> tuple[Field, Base, Base, Base]:
    """A platoon on Aim nine inches from an enemy who has fired, and a gun of its own; values of the house file
    changed."""
    field = laid(fight(4, 1, mixed=True))
    field.house = replace(HOUSE, **house)
    gun = next(one for one in field.bases if one.side == 0 and one.platoon.kind.is_gun)
    caller, target = base(field, 0, "1.1"), base(field, 1, "1.1")
    field.bases = [caller, gun, target]
    caller.x = target.x = 10
    target.y, caller.order, target.dug_in, target.fired = caller.y + 9, Order.AIM, False, True
    field.radio = {one.battalion.unit.id for one in (caller, gun, target)}
    return field, caller, gun, target


def shelled(field: Field, phases: int = 1) -> list[int]:
    """Dice that fall on the enemy in each firing phase of the guns."""
    dice = scripted(*[1] * 400)
    engagement, counts = Engagement(field, Thrown(dice), Report()), []
    for _ in range(phases):
        before = len(dice.rolls)
        engagement.calls(0)
        engagement._shelling(0)
        counts.append(len(dice.rolls) - before)
    return counts


@pytest.mark.rule("BGC-INDIR-01", "BGC-INDIR-02", "BGC-INDIR-03", "BGC-INDIR-04", "BGC-INDIR-06", "BGC-COMM-04")
def test_guns_hear_only_who_may_call() -> None:
    field, caller, gun, _ = calling()
    full = shelled(field)[0]
    assert full > 0
    for barred in ("order", "close assault", "radio"):
        field, caller, gun, _ = calling()
        caller.order = Order.MOVE if barred == "order" else Order.AIM
        caller.in_assault = barred == "close assault"
        field.radio = set() if barred == "radio" else field.radio
        assert shelled(field) == [0], barred
    field, caller, gun, _ = calling()
    field.radio.discard(gun.battalion.unit.id)
    assert shelled(field) == [0]


@pytest.mark.rule("BGC-INDIR-02")
def test_a_house_file_says_on_which_orders_one_calls() -> None:
    on_move = {**HOUSE.orders, Order.MOVE: replace(HOUSE.orders[Order.MOVE], call_indirect=True)}
    field, caller, _, _ = calling(orders=on_move)
    caller.order = Order.MOVE
    assert shelled(field)[0] > 0


@pytest.mark.rule("BGC-M-08", "BGC-AMB-43")
def test_guns_answer_as_many_calls_as_a_house_file_says_and_shells_take_its_turns() -> None:
    field, _, _, _ = calling()
    (once,) = shelled(field)
    field, caller, _, _ = calling(fires_per_battery=2)
    field.bases.append(replace(caller, x=caller.x + 1))
    assert shelled(field) == [2 * once], "two platoons call"
    field, caller, _, _ = calling()
    field.bases.append(replace(caller, x=caller.x + 1))
    assert shelled(field) == [once]
    field, _, _, _ = calling(delay_turns=1)
    assert shelled(field, 3) == [0, once, once], "what is called in one turn falls in the next"


@pytest.mark.rule("BGC-INT-03", "BGC-AMB-47", "BGC-BUG-06")
@pytest.mark.parametrize("in_sight", [False, True])
def test_saved_fire_of_who_has_been_sighted_is_an_ambush_only_by_a_house_file(in_sight: bool) -> None:
    field = laid()
    field.house = replace(HOUSE, ambush_in_sight=in_sight)
    mover, target = base(field, 0, "1.1"), base(field, 1, "1.1")
    field.bases = [mover, target]
    mover.x, mover.y, target.x = 10, target.y - 5, 10
    target.order, target.sighted, target.dug_in = Order.AIM, True, False
    told = Report()
    Engagement(field, Thrown(scripted(*[6] * 40)), told).interrupt(mover)
    assert told.lines and ("Ambush" in told.lines[0]) is in_sight


@pytest.mark.rule("BGC-AMB-31", "BGC-MEAS-10", "BGC-MEAS-11")
def test_who_has_fired_is_seen_so_until_he_is_out_of_sight_and_silent() -> None:
    field = laid()
    shooter, enemy = base(field, 0, "1.1"), base(field, 1, "1.1")
    field.bases = [shooter, enemy]
    shooter.x = enemy.x = 10
    shooter.dug_in = False
    for apart, shots, before, after in (
        (20, 0, True, True),
        (20, 1, True, True),
        (21, 0, True, True),
        (21, 1, True, False),
    ):
        enemy.y, shooter.shots, shooter.fired = shooter.y + apart, shots, before
        field.forget_fire()
        assert shooter.fired is after, (apart, shots)
    shooter.fired = False
    enemy.y = shooter.y + 10
    assert not field.sees(enemy, shooter), "at the very limit only who has fired is in sight"
    enemy.y = shooter.y + 9
    assert field.sees(enemy, shooter)


@pytest.mark.rule("BGC-ORD-07")
@pytest.mark.parametrize("raises", [1, 2])
def test_a_commander_raises_as_many_as_a_house_file_says(raises: int) -> None:
    battle = Battle(fight(1, 1), replace(HOUSE, raises=raises), scripted(), BOOK)
    own = [one for one in battle.field.bases if one.side == 0]
    commander, line = base(battle.field, 0, "1hq"), [base(battle.field, 0, key) for key in ("1.1", "1.2", "1.3")]
    battle.field.bases[:] = [commander, *line, *(one for one in battle.field.bases if one.side == 1)]
    commander.order = Order.MOVE
    for one in line:
        one.order = Order.HOLD
    battle._orders(1)
    assert sum(one.order is not Order.HOLD for one in line) == raises
    assert own
