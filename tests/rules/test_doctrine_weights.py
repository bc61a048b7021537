"""What outweighs what when a command chooses whom to attack, at the point where the choice turns."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from campaign.resolve.doctrine import Do, Enemy, Kind, Situation, Stance, Troops, tasks
from campaign.values import replace

FOOT = Troops("foot", 1, (0.0, 0.0), Kind.FOOT, F(1))
TANKS = Troops("tanks", 1, (0.0, 0.0), Kind.TANKS, F(1))
REACH, FIRE = 10.0, 4.0


def _near(far: float = 5.0, strength: float = 1, **more: Any) -> Enemy:
    return Enemy("X", (0.0, far), F(strength), **more)


def _other(far: float, strength: float = 1, **more: Any) -> Enemy:
    return Enemy("Y", (0.0, -far), F(strength), **more)


def _aim(*theirs: Enemy, ours: tuple[Troops, ...] = (FOOT,), **more: Any) -> Any:
    return tasks(replace(Situation(Stance.ATTACK, ours, theirs, REACH, FIRE), **more))[ours[0].key].target


@pytest.mark.parametrize(
    ("first", "second", "aim"),
    [
        (_near(5), _other(5.1), "X"),
        (_near(5), _other(4.9), "Y"),
        (_near(5, covered=True), _other(7.4), "Y"),
        (_near(5, covered=True), _other(7.6), "X"),
        (_near(5, shaken=True), _other(0.1), "X"),
        (_near(5, 1.5, shaken=True), _other(2.4), "Y"),
        (_near(5, 1.5, shaken=True), _other(2.6), "X"),
        (_near(5, shaken=True, spent=True), _other(9.9), "Y"),  # half as strong, and as if a reach farther
        (_near(5, shaken=True, spent=True), _other(10.1), "X"),
        (_near(1, armoured=True), _other(10.9, 1.9), "Y"),
        (_near(1, armoured=True), _other(10.9, 2.1), "X"),
        (_near(1, 3), _other(10.9), "Y"),
        (_near(1, 9), _other(11), "Y"),
        (_near(1, 9), _other(11.1), "X"),
    ],
)
def test_the_way_the_strength_and_the_cover_are_weighed(first: Enemy, second: Enemy, aim: str) -> None:
    assert _aim(first, second) == _aim(second, first) == aim


def test_tanks_are_no_hard_target_for_tanks() -> None:
    theirs = _near(1, armoured=True), _other(10.9, 1.9)
    assert (_aim(*theirs), _aim(*theirs, ours=(TANKS,)), _aim(*theirs, ours=(FOOT, TANKS))) == ("Y", "X", "X")


@pytest.mark.parametrize(("far", "aim"), [(9.9, "Y"), (10.1, "X")])
def test_whom_others_attack_already_is_worth_half_a_reach_more(far: float, aim: str) -> None:
    assert _aim(_near(5), _other(far), chosen=frozenset({"Y"})) == aim
    assert _aim(_near(5), _other(far)) == "X"


@pytest.mark.parametrize(("prize", "aim"), [(-17.9, "Y"), (-18.0, "Y"), (-18.1, "X")])
def test_who_stands_within_reach_of_the_prize_is_worth_as_much(prize: float, aim: str) -> None:
    assert _aim(_near(5), _other(8), prize=(0.0, prize)) == aim


@pytest.mark.parametrize(("apart", "aim"), [(3.9, "Y"), (4.0, "Y"), (4.1, "X")])
def test_friends_of_an_enemy_within_range_of_him_help_him(apart: float, aim: str) -> None:
    beside = Enemy("Z", (apart, 5.0), F(1))
    assert _aim(_near(5), _other(8), beside) == aim


@pytest.mark.parametrize(
    ("far", "strength", "does"),
    [
        (9.9, 2, Do.COUNTER_ATTACK),
        (10, 2, Do.COUNTER_ATTACK),
        (10.1, 2, Do.HOLD),
        (5, 1.9, Do.HOLD),
        (5, 2.1, Do.COUNTER_ATTACK),
    ],
)
def test_a_defender_goes_for_an_enemy_within_reach_with_two_to_one(far: float, strength: float, does: Do) -> None:
    ours = replace(FOOT, strength=F(strength))
    assert tasks(Situation(Stance.DEFEND, (ours,), (_near(far),), REACH, FIRE))["foot"].do is does


def test_guns_fire_at_what_they_just_reach() -> None:
    for reach, does in ((9.9, Do.HOLD), (10, Do.FIRE), (10.1, Do.FIRE)):
        guns = Troops("guns", 1, (0.0, -5.0), Kind.GUNS, F(1), reach=reach, supports=frozenset({1}))
        assert tasks(Situation(Stance.ATTACK, (FOOT, guns), (_near(5),), REACH, FIRE))["guns"].do is does


def test_who_goes_in_stops_at_the_range_of_his_fire() -> None:
    assert tasks(Situation(Stance.ATTACK, (FOOT,), (_near(5),), REACH, FIRE))["foot"].post == (0.0, 1.0)
    assert tasks(Situation(Stance.ATTACK, (FOOT,), (_near(3),), REACH, FIRE))["foot"].post == (0.0, 0.0)
