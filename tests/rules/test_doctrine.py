"""The common doctrine of a battle: what everybody of a side is told to do, and when a side gives up the field."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from campaign.resolve.doctrine import Do, Enemy, Kind, Situation, Stance, Troops, breaks_off, tasks
from campaign.rules.common.settings import DEFAULTS
from campaign.values import replace

ONE = F(1)
A, B, C = (Troops(name, 1, (20.0 + 4 * n, 10.0), Kind.FOOT, ONE) for n, name in enumerate("ABC"))
TANKS = Troops("tanks", 1, (28.0, 8.0), Kind.TANKS, ONE)
GUNS = Troops("guns", 1, (24.0, 0.0), Kind.GUNS, ONE, reach=64, supports=frozenset({1}))
PAK = Troops("pak", 1, (22.0, 8.0), Kind.HOLDING, F(1, 2))
X, Y = Enemy("X", (24.0, 30.0), ONE), Enemy("Y", (60.0, 30.0), ONE)


def situation(
    *ours: Troops, theirs: tuple[Enemy, ...] = (X, Y), stance: Stance = Stance.ATTACK, **more: object
) -> Situation:
    return replace(Situation(stance, ours, theirs, 28, 8), **more)  # type: ignore[arg-type]


def test_tanks_and_infantry_of_a_command_go_for_one_enemy_and_its_guns_fire_at_him() -> None:
    told = tasks(situation(A, B, TANKS, GUNS))
    assert {told[key].target for key in ("A", "B", "tanks", "guns")} == {"X"}
    assert [told[key].do for key in ("A", "tanks", "guns")] == [Do.ATTACK, Do.ATTACK, Do.FIRE]
    assert told["A"].guns == ("guns",)


def test_of_enemies_as_near_those_who_can_still_fire_come_before_the_spent() -> None:
    spent, fit = Enemy("spent", (22.0, 30.0), ONE, spent=True), Enemy("fit", (26.0, 30.0), ONE)
    assert tasks(situation(A, B, theirs=(spent, fit)))["A"].target == "fit"
    assert tasks(situation(A, B, theirs=(spent, replace(fit, at=(60.0, 60.0)))))["A"].target == "spent"


def test_foot_that_can_do_tanks_no_harm_stays_out_of_their_fire_or_follows_who_can() -> None:
    """A and B have nothing that goes through the tanks X; foot stands eight inches beside them, within their fire."""
    tanks = replace(X, armoured=True, proof=frozenset({"A", "B"}))
    beside, apart = (Enemy("foot", (24.0 + far, 30.0), ONE) for far in (8, 9))
    for theirs in ((tanks,), (tanks, beside)):
        assert {task.do for task in tasks(situation(A, B, theirs=theirs)).values()} == {Do.HOLD}
    assert tasks(situation(A, B, theirs=(tanks, apart)))["A"].target == "foot"
    helped = tasks(situation(A, TANKS, theirs=(tanks,)))
    assert (helped["A"].do, helped["tanks"].do) == (Do.FOLLOW, Do.ATTACK)
    assert helped["A"].target == helped["tanks"].target == "X"
    spent = tasks(situation(A, replace(TANKS, fit=False), theirs=(tanks,)))
    assert spent["A"].do is Do.HOLD
    for do, guns_command in ((Do.FOLLOW, 1), (Do.HOLD, 2)):
        assert tasks(situation(A, replace(PAK, command=guns_command), theirs=(tanks,)))["A"].do is do


def test_the_tanks_of_another_command_choose_first_and_foot_follows_them() -> None:
    tanks = replace(X, armoured=True, proof=frozenset({"A"}))
    ours = replace(TANKS, command=2, at=(28.0, 0.0))
    told = tasks(situation(A, ours, theirs=(tanks,)))
    assert (told["A"].do, told["tanks"].do) == (Do.FOLLOW, Do.ATTACK)


def test_guns_fire_only_at_what_they_reach_and_for_whom_they_support() -> None:
    assert tasks(situation(A, replace(GUNS, reach=8)))["guns"].do is Do.HOLD
    assert tasks(situation(A, replace(GUNS, supports=frozenset({2}))))["guns"].do is Do.HOLD
    assert tasks(situation(A, replace(GUNS, supports=frozenset())))["guns"].target == "X"


def test_anti_tank_guns_do_not_charge() -> None:
    assert tasks(situation(A, PAK))["pak"].do is Do.CLOSE_UP
    assert tasks(situation(A, PAK, stance=Stance.DEFEND))["pak"].do is Do.HOLD


def test_who_is_spent_goes_back_or_lies_still_under_fire() -> None:
    told = tasks(situation(A, replace(B, fit=False), replace(C, fit=False, exposed=True)))
    assert (told["B"].do, told["C"].do) == (Do.GIVE_GROUND, Do.HOLD)


def test_a_strong_command_keeps_a_reserve_until_somebody_is_spent() -> None:
    last = replace(A, key="D", at=(32.0, 0.0))
    assert [told.do for told in tasks(situation(A, B, C, last)).values()].count(Do.RESERVE) == 1
    assert tasks(situation(A, B, C, last))["D"].do is Do.RESERVE  # of equals the farthest
    assert not any(t.do is Do.RESERVE for t in tasks(situation(A, B, C, last, replace(TANKS, fit=False))).values())


def test_the_only_foot_among_tanks_is_no_reserve() -> None:
    tanks = [replace(TANKS, key=key) for key in ("squadron", "other squadron", "third squadron")]
    assert not any(task.do is Do.RESERVE for task in tasks(situation(A, *tanks)).values())
    assert [task.do for task in tasks(situation(A, B, *tanks)).values()].count(Do.RESERVE) == 1


def test_an_enemy_under_cover_is_gone_round_on_the_side_where_fewer_can_fire() -> None:
    covered, beside = replace(X, covered=True), Enemy("Z", (17.0, 26.0), ONE, sheltered=True)
    task = tasks(situation(A, B, theirs=(covered, beside)))["A"]
    assert task.target == "X"
    assert task.way != "frontal" and task.post is not None and task.post[0] > 24  # away from Z in the west
    assert tasks(situation(A, B, theirs=(X, beside)))["A"].way == "frontal"


def test_commands_mass_and_go_for_what_is_at_stake() -> None:
    near, far = Enemy("near", (24.0, 30.0), ONE), Enemy("far", (30.0, 36.0), ONE)
    assert tasks(situation(A, theirs=(near, far)))["A"].target == "near"
    assert tasks(situation(A, theirs=(near, replace(far, at=(40.0, 36.0))), prize=(58.0, 54.0)))["A"].target == "far"
    second = replace(B, command=2, at=(44.0, 10.0))
    told = tasks(situation(A, second, theirs=(near, replace(far, at=(50.0, 30.0), covered=True))))
    assert told["A"].target == told["B"].target == "near"


def test_a_defender_counter_attacks_with_two_to_one_only() -> None:
    near = Enemy("near", (24.0, 20.0), ONE, shaken=True)
    told = tasks(situation(A, B, theirs=(near,), stance=Stance.DEFEND))
    assert {task.do for task in told.values()} == {Do.COUNTER_ATTACK}
    others = replace(near, key="more", shaken=False, strength=F(2))
    assert {task.do for task in tasks(situation(A, B, theirs=(near, others), stance=Stance.DEFEND)).values()} == {
        Do.HOLD
    }


def test_a_defender_leaves_his_ground_for_nobody_far_and_on_foot_for_no_tanks() -> None:
    near = Enemy("near", (24.0, 20.0), ONE, shaken=True)

    def does(*ours: Troops, enemy: Enemy = near, charge: float) -> Do:
        return tasks(situation(*ours, theirs=(enemy,), stance=Stance.DEFEND, charge=charge))["A"].do

    assert (does(A, B, charge=11), does(A, B, charge=10)) == (Do.COUNTER_ATTACK, Do.HOLD)
    armoured = replace(near, armoured=True)
    assert (does(A, B, enemy=armoured, charge=13), does(A, TANKS, enemy=armoured, charge=13)) == (
        Do.HOLD,
        Do.COUNTER_ATTACK,
    )


def test_only_those_near_an_enemy_leave_their_ground_for_him() -> None:
    """A garrison of two posts is not measured from the empty middle between them."""
    other_post = replace(B, key="far", at=(70.0, 10.0))
    near = Enemy("near", (20.0, 20.0), F(1, 2))
    told = tasks(situation(A, other_post, theirs=(near,), stance=Stance.DEFEND))
    assert (told["A"].do, told["far"].do) == (Do.COUNTER_ATTACK, Do.HOLD)
    between = replace(near, at=(45.0, 30.0))
    assert {task.do for task in tasks(situation(A, other_post, theirs=(between,), stance=Stance.DEFEND)).values()} == {
        Do.HOLD
    }


@pytest.mark.parametrize(
    ("costs", "remaining", "more", "goes"),
    [
        ((F(4), F(2)), (F(2), F(3)), {}, True),
        ((F(4), F(1)), (F(3), F(8)), {}, False),  # not yet half
        ((F(4), F(1)), (F(3), F(9)), {}, True),  # three to one, and hit
        ((F(4), F(1)), (F(3), F(9)), {"pressed": False}, False),
        ((F(4), F(1)), (F(3), F(20)), {"upon": F(8)}, False),  # three to one is there, but has not come on
        ((F(4), F(1)), (F(3), F(20)), {"upon": F(9)}, True),
        ((F(4), F(2)), (F(2), F(20)), {"upon": F(1)}, True),  # half, and weaker than all that it sees
        ((F(1), F(0)), (F(1), F(9)), {"in_works": True}, False),
        ((F(1), F(0)), (F(1), F(6)), {"in_works": False}, True),  # six to one, in the open
        ((F(1), F(0)), (F(1), F(5)), {"in_works": False}, False),
        ((F(1), F(0)), (F(0), F(1)), {}, True),  # nobody fit, and the enemy is there
        ((F(1), F(0)), (F(0), F(1)), {"pressed": False}, False),
        ((F(4), F(2)), (F(2), F(2)), {}, False),  # as strong as he
        ((F(4), F(3)), (F(1), F(1)), {}, True),  # at three quarters in any case
        ((F(4), F(0)), (F(4), F(9)), {}, False),  # nothing lost
        ((F(4), F(4)), (F(0), F(0)), {}, True),
        ((F(4), F(3)), (F(1), F(9)), {"played": 1}, False),
        ((F(4), F(3)), (F(1), F(9)), {"at_all_costs": True}, False),
        ((F(4), F(3)), (F(1), F(9)), {"pressed": False}, False),
        ((F(4), F(4)), (F(0), F(9)), {"pressed": False}, True),
    ],
)
def test_when_a_side_breaks_off(
    costs: tuple[F, F], remaining: tuple[F, F], more: dict[str, object], goes: bool
) -> None:
    why = breaks_off(costs, remaining, DEFAULTS, **{"played": 2, **more})  # type: ignore[arg-type]
    assert bool(why) is goes
