"""Assaults of the program under Brigadier General Commands: platoons go in together or not at all, and an attack ends
when nobody is left to go in."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F

import pytest

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.assault import PATIENCE_TURNS, TOGETHER
from campaign.resolve.brigadier.battle import REMEMBERED_TURNS, Battle
from campaign.resolve.brigadier.field import TOUCH_IN, Base
from campaign.rules.tabletop.brigadier.hits import Count
from campaign.rules.tabletop.brigadier.tables import Order
from campaign.terms.state import State
from campaign.values import replace
from tests.rules.brigading import BOOK, HOUSE, attacking, fight, scripted


def before(*behind: float) -> tuple[Battle, list[Base], Base]:
    """Platoons of the attackers side by side on Move, so many inches from a platoon of the enemy that they know of."""
    battle = Battle(fight(1, 1), HOUSE, scripted(*[1] * 200), BOOK)
    line = [base for base in battle.field.bases if not base.commands]
    movers, target = [base for base in line if base.side == 0][: len(behind)], next(base for base in line if base.side)
    battle.field.bases[:] = [*movers, target]
    battle.field.crowds = None
    target.x, target.y, target.order = 40, 30, Order.AIM
    for n, (mover, inches) in enumerate(zip(movers, behind, strict=True)):
        mover.x, mover.y, mover.order = 40 + 1.5 * (n - len(behind) // 2), 30 - inches, Order.MOVE
    battle.enemy_ids[0] = {base.battalion.unit.id: frozenset({id(target)}) for base in movers}
    attacking(battle.field)
    return battle, movers, target


def move(battle: Battle, movers: Sequence[Base]) -> list[Base]:
    """One movement of these platoons, without fire; who of them is in contact after it."""
    battle._plan_assaults(0)
    for mover in movers:
        battle._advance(mover)
    return [mover for mover in movers if battle.field.within(mover, TOUCH_IN)]


@pytest.mark.rule("BGC-CA-01", "BGC-ORD-24")
def test_who_reaches_an_enemy_first_waits_for_the_others_and_all_go_in_together() -> None:
    """The second is six inches off: one move brings it up, the next both of them in, each on its own side."""
    battle, movers, target = before(4, 8)
    assert move(battle, movers) == [] and not target.in_assault
    assert (movers[0].x, movers[0].y) == (38.5, 26), "it stands ready"
    assert move(battle, movers) == movers and all(mover.in_assault for mover in movers)
    assert battle.field.apart(*movers) >= 0.9


@pytest.mark.rule("BGC-CA-01")
@pytest.mark.parametrize("count", [2, 3, 5])
def test_two_or_three_platoons_go_in_at_one_enemy(count: int) -> None:
    battle, movers, _ = before(*[3.5] * count)
    assert len(move(battle, movers)) == min(count, TOGETHER)


@pytest.mark.rule("BGC-CA-01")
@pytest.mark.parametrize(("first", "count"), [(Count(), 2), (Count(1, 0), 0)])
def test_with_two_to_one_nobody_waits_for_the_others(first: Count, count: int) -> None:
    """A third comes up: with eight men against four two go in at once, with seven they wait."""
    battle, movers, _ = before(3.5, 3.5, 8)
    movers[0].count = first
    assert len(move(battle, movers)) == count


@pytest.mark.rule("BGC-CA-01")
def test_nobody_is_waited_for_longer_than_two_turns() -> None:
    """The other is on Move and never comes: wounds hold it where it is."""
    battle, movers, target = before(4, 11)
    waited = 0
    while not move(battle, movers[:1]):
        waited += 1
    assert waited == PATIENCE_TURNS and target.in_assault
    alone, (mover,), _ = before(4)
    assert move(alone, [mover]) == [mover], "with nobody to wait for it goes at once"


@pytest.mark.rule("BGC-CA-01")
def test_alone_nobody_goes_in_at_a_stronger_enemy() -> None:
    battle, (mover,), target = before(4)
    mover.count, target.count = Count(1, 0), Count()
    assert [move(battle, [mover]) for _ in range(PATIENCE_TURNS + 2)] == [[]] * (PATIENCE_TURNS + 2)
    target.order = Order.BACK
    assert move(battle, [mover]) == [mover], "of who goes back every second counts"


@pytest.mark.rule("BGC-CA-01", "BGC-CA-02")
def test_who_is_in_contact_already_fights_on() -> None:
    battle, movers, target = before(1, 1)
    movers[0].x, movers[1].x = 39.6, 40.6
    assert move(battle, movers) == movers and target.in_assault


@pytest.mark.rule("BGC-CA-01")
def test_who_has_no_way_in_beside_others_does_not_push_in() -> None:
    """Three stand around him; the fourth keeps off."""
    battle, movers, target = before(1, 1, 1, 4)
    for mover, spot in zip(movers, ((39, 30), (41, 30), (40, 29)), strict=False):
        battle.field.put(mover, *spot)
    assert move(battle, movers) == movers[:3]
    assert battle.field.apart(movers[3], target) > TOUCH_IN


def test_an_attack_ends_when_nobody_is_left_to_go_in() -> None:
    battle = Battle(fight(1, 1), HOUSE, scripted(), BOOK)
    line = [base for base in battle.field.bases if base.side == 0 and not base.commands]
    assert not battle._gone(0)
    for base in line:
        base.count = Count(2, 0)
    assert battle._gone(0) == " has no unit left to attack with", "headquarters do not carry an attack on"
    line[0].count, line[0].order = Count(), Order.ROUT
    assert battle._gone(0)
    line[0].order = Order.SHAKEN
    assert not battle._gone(0), "he can be raised"
    for base in battle.field.of(1):
        base.count = Count(2, 0)
    assert not battle._gone(1), "who defends needs nobody to go in"


def test_a_side_whose_battalions_on_the_table_are_all_destroyed_gives_up_the_field() -> None:
    """A battalion still to come does not keep the field for it."""
    battle = Battle(fight(1, 2), HOUSE, scripted(), BOOK)
    first, second = battle.fight.forces[1].units
    battle.states[first.id] = State.DESTROYED
    assert not battle._gone(1)
    for platoon in battle.field.bases:
        if platoon.battalion.unit.id == second.id:
            platoon.arrives = 360
    assert "destroyed" in battle._gone(1)
    battle.states[first.id] = State.SPENT
    assert not battle._gone(1)


def test_spent_battalions_do_not_count_as_fit_where_there_are_fresh_ones() -> None:
    battle = Battle(fight(2, 1), HOUSE, scripted(), BOOK)
    counted = doctrine.fit_counts(battle.field, 0)
    unit = next(base.battalion for base in battle.field.bases if base.side == 0)
    spent = replace(unit, unit=replace(unit.unit, state=type(unit.unit.state).SPENT))
    for base in battle.field.bases:
        base.battalion = spent if base.battalion is unit else base.battalion
    assert doctrine.fit_counts(battle.field, 0) == counted / 2
    battle.field.has_fresh = (False, True)
    assert doctrine.fit_counts(battle.field, 0) == counted


def test_an_enemy_out_of_sight_is_reckoned_with_for_three_turns() -> None:
    battle = Battle(fight(1, 1), HOUSE, scripted(), BOOK)
    first, second = list(battle.field.of(1))[:2]
    battle.enemies[0] = {1: [first, second], 2: [first]}
    assert battle._seen_lately(0, 4) == 2
    battle.enemies[0] = {1: [], 2: []}
    first.order = Order.ROUT
    assert battle._seen_lately(0, 3 + REMEMBERED_TURNS) == 2, "what it does unseen nobody knows"
    second.surrendered = True
    assert battle._seen_lately(0, 3 + REMEMBERED_TURNS) == F(1)
    assert battle._seen_lately(0, 4 + REMEMBERED_TURNS) == 0
