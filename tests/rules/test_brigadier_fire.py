"""Fire of Brigadier General Commands: dice, kills and wounds, steps down, cover, Bug Out, the sequence."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadInput, Refused
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier import sequence
from campaign.rules.tabletop.brigadier.cover import Incoming, shelter
from campaign.rules.tabletop.brigadier.fire import Firer, fire_dice, pooled, read_faces, volley
from campaign.rules.tabletop.brigadier.hits import CombinedFire, Count, Harm, combined, harm, suffer, together
from campaign.rules.tabletop.brigadier.house import PREVIEW
from campaign.rules.tabletop.brigadier.house_values import Missing, NotCovered, covered
from campaign.rules.tabletop.brigadier.sequence import (
    bug_out,
    bugged_out,
    declare,
    earliest_step,
    is_ambush,
    kind_of,
    may_bug_out,
    may_save,
    order_after_bug_out,
    put_off,
    still_fires,
)
from campaign.rules.tabletop.brigadier.steps import Ladder, LadderForm, Threshold, stepped_down, steps
from campaign.rules.tabletop.brigadier.tables import (
    FIRE_DICE,
    ORDERS,
    Basis,
    Feature,
    FireDice,
    FireKind,
    FireSource,
    Grade,
    Order,
    Shelter,
)
from campaign.terms.time import Moment

AIMED, AREA = FireKind.AIMED, FireKind.AREA
OPEN, SOFT, HARD = Shelter.OPEN, Shelter.SOFT, Shelter.HARD
WOUNDED = DEFAULTS.with_setting("brigadier.excess_kills", "wounded")
RIFLES, BOLT, BAZOOKA = (FIRE_DICE[name] for name in ("semi-automatic squads", "bolt-action only", "bazooka"))
EXAMPLE = [6, 6, 6, 5, 5, 5, 1, 1, 2, 2, 3, 3, 4, 4, 4]
"""Fifteen dice of the example of play: three sixes, three fives."""
BOXES = Ladder(
    form=LadderForm.BOXES,
    boxes={
        Grade.REGULAR: tuple(
            map(Order, ("Double", "Move", "Move", "Aim", "Defend", "Shaken", "Shaken", "Hold", "Back", "Rout"))
        )
    },
)


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


# Dice ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-FIRE-10", "BGC-FIRE-11", "BGC-FIRE-12", "BGC-FIRE-15", "BGC-TAB-08", "BGC-WC-01")
def test_dice_fall_with_the_count() -> None:
    assert [
        pooled([Firer(Count(dead, hurt).remaining, RIFLES)], DEFAULTS)
        for dead, hurt in ((0, 0), (1, 0), (1, 1), (0, 3), (2, 2))
    ] == [4, 3, 2, 1, 0]


@pytest.mark.rule("BGC-FIRE-14", "BGC-FIRE-16")
def test_half_dice_are_rounded_up() -> None:
    assert [pooled([Firer(count, BOLT)], DEFAULTS) for count in (4, 3, 2, 1, 0)] == [2, 2, 1, 1, 0]
    assert pooled([Firer(Count(2, 1).remaining, BOLT)], DEFAULTS) == 1


@pytest.mark.rule("BGC-FIRE-16", "BGC-FIRE-19", "BGC-AMB-20")
def test_half_dice_platoon_by_platoon_or_on_the_sum() -> None:
    three = [Firer(3, BOLT)] * 3
    assert pooled(three, DEFAULTS) == 6
    assert pooled(three, DEFAULTS.with_setting("brigadier.half_dice", "pool")) == 5


@pytest.mark.rule("BGC-FIRE-18", "BGC-FIRE-19", "BGC-SCEN-05")
def test_three_bazookas_roll_fifteen_dice_together() -> None:
    assert pooled([Firer(4, BAZOOKA)] * 3, DEFAULTS) == 15
    assert fire_dice(Firer(1, BAZOOKA)) == 5 and fire_dice(Firer(0, BAZOOKA)) == 0
    assert fire_dice(Firer(2, FireDice(F(5), Basis.PLATOON, reduced_by_casualties=True))) == F(5, 2)


@pytest.mark.rule("BGC-FIRE-17", "BGC-M-10")
def test_a_weapon_nobody_has_told_of_is_named_and_not_guessed() -> None:
    gap = PREVIEW.weapon("heavy mortar")
    assert isinstance(gap, NotCovered) and "11.5.2" in str(gap) and 'fire_dice."heavy mortar"' in str(gap)
    with pytest.raises(Missing, match="not covered"):
        covered(gap)


@pytest.mark.rule("BGC-FIRE-20")
def test_one_roll_and_no_second() -> None:
    tape = dice(6, 5, 4, 3)
    shot = volley(4, AIMED, OPEN, tape, "somebody")
    assert len(tape.rolls) == 4 and shot.harm == Harm(0, 1) and shot.steps == 2


# Kills and wounds ----------------------------------------------------------------------------------------------------
TABLE_11 = {
    1: "0+1 0+1 0+1 0+1 0+1 0+1",
    2: "2 1 0+1 0+1 0+1 0+1",
    3: "2+1 1+1 1 0+1 0+1 0+1",
    4: "4 2 1+1 1 0+1 0+1",
    5: "4+1 2+1 1+1 1+1 0+1 0+1",
    6: "6 3 2 1+1 1 0+1",
    7: "6+1 3+1 2+1 1+1 1+1 0+1",
    8: "8 4 2+1 2 1+1 1",
    9: "8+1 4+1 3 2+1 1+1 1+1",
    10: "10 5 3+1 2+1 1+1 1+1",
    12: "12 6 4 3 2 1+1",
    16: "16 8 5+1 4 2+1 2",
    0: "0 0 0 0 0 0",
}


@pytest.mark.rule("BGC-HITS-01", "BGC-HITS-02", "BGC-HITS-03", "BGC-HITS-04", "BGC-COVER-08", "BGC-TAB-11")
@pytest.mark.parametrize("sixes", TABLE_11)
def test_sixes_to_kills_and_wounds(sixes: int) -> None:
    assert " ".join(str(harm(sixes, kind, cover)) for kind in FireKind for cover in Shelter) == TABLE_11[sixes]


@pytest.mark.rule("BGC-HITS-01", "BGC-HITS-02", "BGC-WC-03")
def test_five_sixes_aimed_at_soft_cover() -> None:
    assert harm(5, AIMED, SOFT) == Harm(2, 1) and harm(4, AIMED, SOFT) == Harm(2, 0)


@pytest.mark.rule("BGC-HITS-03", "BGC-WC-05")
def test_three_sixes_aimed_at_the_open_kill_two_and_wound_one() -> None:
    shot = volley(4, AIMED, OPEN, dice(6, 2, 6, 6), "somebody")
    assert shot.harm == Harm(2, 1) and suffer(Count(), shot.harm, DEFAULTS) == Count(2, 1)


@pytest.mark.rule("BGC-HITS-04", "BGC-WC-06")
def test_two_sixes_aimed_at_the_open_kill_two_and_wound_nobody() -> None:
    shot = volley(4, AIMED, OPEN, dice(6, 4, 1, 6), "somebody")
    assert shot.harm == Harm(2, 0) and suffer(Count(), shot.harm, DEFAULTS) == Count(2, 0)


@pytest.mark.rule("BGC-HITS-05", "BGC-HITS-06", "BGC-HITS-07", "BGC-WC-08")
def test_the_unhurt_are_hit_first_as_in_the_example() -> None:
    after = suffer(Count(0, 1), Harm(1, 1), DEFAULTS)
    assert (after.kills, after.wounds) == (1, 2)
    assert str(suffer(after, Harm(2, 1), DEFAULTS)) == "2/2"
    assert str(suffer(after, Harm(2, 1), WOUNDED)) == "3/1"


@pytest.mark.rule("BGC-HITS-08", "BGC-HITS-09")
def test_wounds_on_the_wounded_do_nothing() -> None:
    assert suffer(Count(1, 3), Harm(0, 1), DEFAULTS) == Count(1, 3)
    assert suffer(Count(0, 3), Harm(0, 5), DEFAULTS) == Count(0, 4)


@pytest.mark.rule("BGC-HITS-10", "BGC-AMB-03")
def test_four_dead_are_removed_and_four_casualties_are_not() -> None:
    assert suffer(Count(2, 0), Harm(2, 0), DEFAULTS).removed
    hurt = suffer(Count(3, 0), Harm(0, 1), DEFAULTS)
    assert not hurt.removed and hurt.remaining == 0
    assert suffer(hurt, Harm(1, 0), DEFAULTS).removed


@pytest.mark.rule("BGC-HITS-11", "BGC-SCEN-05")
def test_an_assault_gun_platoon_takes_kills_like_any_other() -> None:
    shot = read_faces(EXAMPLE, AIMED, OPEN)
    assert shot.harm == Harm(2, 1) and shot.sixes == 3 and suffer(Count(), shot.harm, DEFAULTS) == Count(2, 1)


@pytest.mark.rule("BGC-AMB-02", "BGC-AMB-59")
def test_kills_come_before_wounds() -> None:
    assert suffer(Count(2, 1), Harm(2, 1), DEFAULTS) == Count(3, 1)
    assert suffer(Count(0, 0), Harm(9, 1), DEFAULTS) == Count(4, 0)


def test_more_casualties_than_men_are_refused() -> None:
    with pytest.raises(BadInput, match="cannot have 3 men killed and 2 wounded"):
        Count(3, 2)


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 30), st.integers(0, 5), st.booleans())
def test_never_more_than_four_and_the_dead_stay_dead(
    kills: int, wounds: int, dead: int, hurt: int, on_wounded: bool
) -> None:
    if kills + wounds > 4:
        return
    book = WOUNDED if on_wounded else DEFAULTS
    before = Count(kills, wounds)
    after = suffer(before, Harm(dead, hurt), book)
    assert after.kills + after.wounds <= 4 and after.kills >= before.kills
    assert after.kills + after.wounds >= before.kills + before.wounds


@given(st.integers(0, 60))
def test_kills_never_rise_with_cover_nor_from_aimed_to_area(sixes: int) -> None:
    for kind in FireKind:
        kills = [harm(sixes, kind, cover).kills for cover in Shelter]
        assert kills == sorted(kills, reverse=True)
    for cover in Shelter:
        assert harm(sixes, AIMED, cover).kills >= harm(sixes, AREA, cover).kills
        assert harm(sixes, AREA, cover).wounds in (0, 1)
    aimed = harm(sixes, AIMED, OPEN)
    assert aimed.kills % 2 == 0 and aimed.kills + aimed.wounds == sixes
    assert harm(2 * sixes, AIMED, SOFT).wounds == 0


@pytest.mark.rule("BGC-AMB-58")
def test_covers_that_differ_are_rolled_apart_and_added() -> None:
    assert together([harm(3, AIMED, OPEN), harm(1, AIMED, SOFT)]) == Harm(2, 2)


@pytest.mark.rule("BGC-M-17")
def test_aimed_and_area_fire_together_by_the_house_files_word() -> None:
    assert combined(2, 2, SOFT, CombinedFire.SEPARATE) == Harm(1, 1)
    assert combined(2, 2, SOFT, CombinedFire.SUM_FRACTIONS) == Harm(1, 1)
    assert combined(1, 3, SOFT, CombinedFire.SUM_FRACTIONS) == Harm(1, 0)
    assert combined(1, 3, SOFT, CombinedFire.SUM_SIXES) == Harm(2, 0)


# Steps down ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-STEP-01", "BGC-STEP-02", "BGC-STEP-03", "BGC-STEP-04", "BGC-WC-10")
def test_fives_and_sixes_of_aimed_fire_are_steps_whatever_the_cover() -> None:
    for cover in Shelter:
        assert read_faces(EXAMPLE, AIMED, cover).steps == 6
    assert read_faces([1, 2, 3, 4], AIMED, OPEN).steps == 0


@pytest.mark.rule("BGC-STEP-05", "BGC-EXP-08", "BGC-WC-10")
def test_six_steps_lead_a_regular_platoon_on_move_to_hold_by_a_house_file_only() -> None:
    assert stepped_down(Order.MOVE, Grade.REGULAR, 6, BOXES) is Order.HOLD
    gap = stepped_down(Order.MOVE, Grade.REGULAR, 6, None)
    assert isinstance(gap, NotCovered) and gap.rule == "BGC-M-16" and gap.section == "11.5.10"
    assert isinstance(stepped_down(Order.MOVE, Grade.GREEN, 6, BOXES), NotCovered), (
        "the file has no column for green troops"
    )
    assert stepped_down(Order.MOVE, Grade.REGULAR, 0, None) is Order.MOVE


@pytest.mark.rule("BGC-M-16")
def test_steps_of_area_fire_are_the_house_files() -> None:
    assert isinstance(steps([6, 6], AREA), NotCovered)
    assert steps([6, 6, 5], AREA, Ladder(area_faces=frozenset({6}))) == 2
    assert steps([6, 6, 6], AREA, Ladder(area_faces=frozenset({6}), area_per_step=2)) == 1
    matters = Ladder(area_faces=frozenset({6}), cover_matters_area=True)
    assert [steps([6, 6, 6], AREA, matters, shelter=cover) for cover in Shelter] == [3, 3, 1]


@pytest.mark.rule("BGC-AMB-04", "BGC-AMB-05")
def test_three_forms_of_the_ladder() -> None:
    matrix = Ladder(form=LadderForm.MATRIX, matrix={Grade.REGULAR: {Order.MOVE: (Order.MOVE, Order.AIM, Order.HOLD)}})
    assert [stepped_down(Order.MOVE, Grade.REGULAR, count, matrix) for count in (1, 2, 9)] == [
        Order.AIM,
        Order.HOLD,
        Order.HOLD,
    ]
    rows = (Threshold(Grade.REGULAR, 2, Order.SHAKEN, 5), Threshold(Grade.REGULAR, 6, Order.HOLD))
    threshold = Ladder(form=LadderForm.THRESHOLD, thresholds=rows)
    assert [stepped_down(Order.MOVE, Grade.REGULAR, count, threshold) for count in (1, 3, 6)] == [
        Order.MOVE,
        Order.SHAKEN,
        Order.HOLD,
    ]
    assert stepped_down(Order.ROUT, Grade.REGULAR, 6, threshold) is Order.ROUT, "never a better order"
    assert stepped_down(Order.FOLLOW, Grade.REGULAR, 1, BOXES) is Order.SHAKEN, "Follow has no box of its own"


@pytest.mark.rule("BGC-ORD-18", "BGC-AMB-06", "BGC-CA-03", "BGC-WC-11")
def test_every_die_counts_twice_against_double() -> None:
    shot = read_faces([1, 2, 2, 3, 4, 4, 5, 5, 5, 6], AIMED, OPEN, doubled=True)
    assert shot.sixes == 2 and shot.harm == Harm(2, 0) and shot.steps == 8
    assert ORDERS[Order.DOUBLE].doubled and not ORDERS[Order.MOVE].doubled


# Cover ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-COVER-07", "BGC-AMB-16")
def test_the_best_cover_counts_and_nothing_is_the_open() -> None:
    assert shelter([], Incoming.DIRECT, DEFAULTS) is OPEN
    assert shelter([Feature.WOOD, Feature.DUG_IN], Incoming.DIRECT, DEFAULTS) is HARD
    assert shelter([Feature.WOOD], Incoming.DIRECT, DEFAULTS) is SOFT


@pytest.mark.rule("BGC-COVER-09", "BGC-COVER-10", "BGC-COVER-11", "BGC-AMB-17")
def test_shells_burst_in_the_trees() -> None:
    assert shelter([Feature.WOOD], Incoming.ARTILLERY, DEFAULTS) is OPEN
    assert shelter([Feature.WOOD], Incoming.MORTAR, DEFAULTS) is OPEN
    assert shelter([Feature.WOOD], Incoming.AIR, DEFAULTS) is SOFT
    assert shelter([Feature.WOOD, Feature.DUG_IN], Incoming.ARTILLERY, DEFAULTS) is HARD
    assert shelter([Feature.WOOD], Incoming.ARTILLERY, DEFAULTS, enclosed=True) is SOFT
    guns_only = DEFAULTS.with_setting("brigadier.airburst_from", "guns")
    assert shelter([Feature.WOOD], Incoming.MORTAR, guns_only) is SOFT
    every = DEFAULTS.with_setting("brigadier.airburst_from", "all high explosive")
    assert (
        shelter([Feature.WOOD], Incoming.DIRECT_SHELL, every) is OPEN
        and shelter([Feature.WOOD], Incoming.DIRECT, every) is SOFT
    )


@pytest.mark.rule("BGC-COVER-02", "BGC-COVER-05", "BGC-AMB-18")
def test_hedges_and_banks_shelter_from_one_side() -> None:
    assert shelter([Feature.HEDGE], Incoming.DIRECT, DEFAULTS) is SOFT
    assert shelter([Feature.HEDGE], Incoming.DIRECT, DEFAULTS, between=False) is OPEN
    assert shelter([Feature.RIVER_BANK], Incoming.ARTILLERY, DEFAULTS, between=False) is HARD


# The sequence --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("BGC-FIRE-01", "BGC-FIRE-04", "BGC-ORD-26", "BGC-INDIR-08", "BGC-AIR-12", "BGC-AIR-14", "BGC-TAB-06")
def test_earliest_steps() -> None:
    for source, aimed, ours, theirs in (
        (FireSource.ANTI_AIRCRAFT, False, 1, 1),
        (FireSource.DISTANT, False, 2, 3),
        (FireSource.DIRECT, True, 5, 4),
        (FireSource.DIRECT, False, 5, 6),
    ):
        assert earliest_step(source, initiative=True, aimed=aimed) == ours
        assert earliest_step(source, initiative=False, aimed=aimed) == theirs
    assert kind_of(FireSource.DISTANT, ORDERS[Order.AIM]) is AREA
    assert (
        kind_of(FireSource.DIRECT, ORDERS[Order.AIM]) is AIMED
        and kind_of(FireSource.DIRECT, ORDERS[Order.MOVE]) is AREA
    )
    assert kind_of(FireSource.DIRECT, ORDERS[Order.DOUBLE]) is None


@pytest.mark.rule("BGC-FIRE-05", "BGC-FIRE-06", "BGC-FIRE-07", "BGC-FIRE-08", "BGC-AMB-07", "BGC-AMB-52", "BGC-WC-45")
def test_fire_put_off() -> None:
    guns = declare(FireSource.DISTANT, "platoon 1", initiative=True, aimed=False, off_board=True)
    later = put_off(guns, 5)
    assert (later.declared_at, later.resolve_at, later.target) == (2, 5, "platoon 1")
    with pytest.raises(Refused, match="step 4"):
        put_off(guns, 4)
    with pytest.raises(Refused):
        put_off(later, 5)
    assert still_fires(later, ORDERS[Order.HOLD], AREA, 0)
    direct = declare(FireSource.DIRECT, "platoon 1", initiative=True, aimed=True)
    assert still_fires(direct, ORDERS[Order.AIM], AIMED, 4)
    assert not still_fires(direct, ORDERS[Order.DOUBLE], AIMED, 4) and not still_fires(
        direct, ORDERS[Order.MOVE], AIMED, 4
    )
    assert not still_fires(direct, ORDERS[Order.AIM], AIMED, 0)


@pytest.mark.rule("BGC-FIRE-02", "BGC-FIRE-03", "BGC-ORD-27", "BGC-INT-01")
def test_who_may_save_his_fire() -> None:
    assert [order for order in Order if may_save(order)] == [Order.AIM, Order.DEFEND]


@pytest.mark.rule("BGC-INT-03", "BGC-INT-04", "BGC-AMB-47")
def test_saved_fire_of_somebody_unseen_is_ambush() -> None:
    assert is_ambush(sighted=False, in_movement=True)
    assert not is_ambush(sighted=True, in_movement=True) and not is_ambush(sighted=False, in_movement=False)
    assert "ambush" in may_bug_out(ambush=is_ambush(sighted=False, in_movement=True))


# Bug Out -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "BGC-BUG-01",
    "BGC-BUG-03",
    "BGC-BUG-06",
    "BGC-BUG-07",
    "BGC-AIR-13",
    "BGC-INT-04",
    "BGC-AMB-11",
    "BGC-AMB-53",
    "BGC-WC-31",
)
def test_who_may_bug_out() -> None:
    assert may_bug_out() == ""
    assert "BGC-BUG-06" in may_bug_out(ambush=True) and "BGC-BUG-07" in may_bug_out(air=True)
    assert "BGC-BUG-03" in may_bug_out(has_moved_out=True) and may_bug_out(immobile=True)


@pytest.mark.rule("BGC-BUG-05", "BGC-AMB-51", "BGC-TAB-15", "BGC-WC-30")
def test_what_bugging_out_costs() -> None:
    for before, after in (((3, 0), "4/0"), ((3, 1), "4/0"), ((2, 1), "3/1"), ((2, 2), "3/1"), ((0, 4), "1/3")):
        assert str(bugged_out(Count(*before), 1, DEFAULTS)) == after
        assert all(bugged_out(Count(*before), face, DEFAULTS) == Count(*before) for face in range(2, 7))


@pytest.mark.rule("BGC-BUG-04", "BGC-ORD-29", "BGC-AMB-10")
def test_back_at_once_and_rout_stays_rout() -> None:
    hurt, _ = bug_out(Count(), Order.MOVE, dice(1), "platoon", DEFAULTS)
    assert (hurt.kills, hurt.wounds) == (1, 1)
    count, order = bug_out(Count(), Order.MOVE, dice(4), "platoon", DEFAULTS)
    assert count == Count() and order is Order.BACK
    assert order_after_bug_out(Order.ROUT) is Order.ROUT


@pytest.mark.rule("BGC-AMB-08")
def test_when_the_target_of_fire_put_off_decides() -> None:
    fire = put_off(declare(FireSource.DISTANT, "x", initiative=True, aimed=False), 5)
    assert (fire.declared_at, fire.resolve_at) == (2, 5)


def test_the_last_step_is_the_sixth() -> None:
    assert sequence.LAST_STEP == 6
