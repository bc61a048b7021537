"""Troops between battles by Not Quite Mechanised: the last half of the pins, order and disorder, grades. Numbers from
the text."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from campaign.errors import BadInput, Refused
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import troops_between as rules
from campaign.rules.day.troops_between import After
from campaign.rules.tabletop.nqm.morale import Troops
from campaign.rules.tabletop.nqm.quality import grade_of
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.terms.forces import Experience, Size
from campaign.terms.state import State
from campaign.terms.time import Moment


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(2, 1))


def book(**settings: object) -> Rulebook:
    return DEFAULTS.with_settings({f"nqm.{key.replace('__', '.')}": value for key, value in settings.items()})


# pins ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CAS-11")
@pytest.mark.parametrize(("pins", "faces", "off"), [(2, (), 1), (4, (), 2), (3, (4,), 2), (3, (3,), 1), (0, (), 0)])
def test_half_of_the_black_pins_come_off_and_the_odd_one_on_a_four(pins: int, faces: tuple[int, ...], off: int) -> None:
    night = rules.last_half(After("x", 15, 0, pins), State.SPENT, dice(*faces), DEFAULTS)
    assert (night.came_off, night.lost) == (off, pins - off)


@pytest.mark.rule("NQM-CAS-11")
def test_the_odd_pin_is_thrown_for_with_one_ordinary_die() -> None:
    tape = dice(4)
    rules.last_half(After("x", 15, 0, 3), State.SPENT, tape, DEFAULTS)
    assert [roll.name.sides for roll in tape.rolls] == [6]


@pytest.mark.rule("NQM-CAS-12")
def test_five_casualties_leave_one_or_two_lost_for_good_a_quarter_on_average() -> None:
    """Five red pins: two come off, the odd one on 4-6; of the two or three black ones half again."""
    found: Counter[int] = Counter()
    for first, second in product(range(1, 7), repeat=2):
        black = 2 if first >= 4 else 3
        faces = (second,) if black % 2 else ()
        found[rules.last_half(After("x", 15, 0, black), State.SPENT, dice(*faces), DEFAULTS).lost] += 1
    assert {lost: Fraction(count, 36) for lost, count in found.items()} == {1: Fraction(3, 4), 2: Fraction(1, 4)}


@pytest.mark.rule("NQM-CAS-13", "NQM-AMB-97")
def test_the_pins_that_come_off_come_back_as_men_and_never_more_than_there_should_be() -> None:
    full = Strength(750, 10, 6)
    assert rules.restored_strength(Strength(600, 10, 5), full, 15, 2) == Strength(700, 10, 6)
    assert rules.restored_strength(Strength(740, 10, 6), full, 15, 2) == full
    assert rules.restored_strength(Strength(740, 10, 6), full, 15, 0) == Strength(740, 10, 6)


def test_the_night_may_make_a_spent_battalion_fit_again_and_never_makes_it_worse() -> None:
    assert rules.last_half(After("x", 15, 0, 4), State.SPENT, dice(), DEFAULTS).state is State.FRESH  # 2 of 15 are 13 %
    assert rules.last_half(After("x", 15, 1, 4), State.SPENT, dice(), DEFAULTS).state is State.SPENT  # 3 of 15 are 20 %
    assert rules.last_half(After("x", 15, 6, 4), State.SPENT, dice(), DEFAULTS).state is State.SPENT


# order and disorder --------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-REORG-02", "NQM-REORG-05", "NQM-REORG-06")
def test_regulars_reorganise_by_themselves_and_conscripts_wait_for_orders() -> None:
    calm = {"command_lost": False, "tanks": False, "safe": True, "out_of_ammunition": False}
    assert rules.reforms(Grade.REGULAR, **calm, has_orders=False) == ""
    assert "orders" in rules.reforms(Grade.CONSCRIPT, **calm, has_orders=False)
    assert rules.reforms(Grade.CONSCRIPT, **calm, has_orders=True) == ""
    assert "ammunition" in rules.reforms(Grade.REGULAR, **{**calm, "out_of_ammunition": True}, has_orders=True)


@pytest.mark.rule("NQM-REORG-14", "NQM-REORG-16", "NQM-REORG-17")
def test_a_command_stand_and_a_safe_place_are_needed_but_tanks_bring_their_own() -> None:
    calm = {"out_of_ammunition": False, "has_orders": True}
    assert "command" in rules.reforms(Grade.REGULAR, command_lost=True, tanks=False, safe=True, **calm)
    assert rules.reforms(Grade.REGULAR, command_lost=True, tanks=True, safe=True, **calm) == ""
    assert "safe" in rules.reforms(Grade.REGULAR, command_lost=False, tanks=True, safe=False, **calm)


@pytest.mark.rule("NQM-REORG-01")
def test_the_disorganised_and_the_dispersed_do_not_attack() -> None:
    assert rules.bars_attack(disorganised=False, dispersed=False) == ""
    assert "reorganise" in rules.bars_attack(disorganised=True, dispersed=False)
    assert "re-forms" in rules.bars_attack(disorganised=False, dispersed=True)


# grades --------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-GRADE-12", "NQM-GRADE-14", "NQM-GRADE-17", "NQM-GRADE-21")
def test_regulars_conscripts_and_militia_can_be_green_and_their_betters_cannot() -> None:
    assert grade_of("", Experience.REGULAR, Size.NORMAL, DEFAULTS) == Troops(Grade.REGULAR)
    for grade in (Grade.REGULAR, Grade.CONSCRIPT, Grade.MILITIA):
        assert grade_of(grade.value, Experience.GREEN, Size.NORMAL, DEFAULTS) == Troops(grade, green=True)
        assert grade_of("", Experience.GREEN, Size.NORMAL, book(grade__green_is=grade.value)).grade is grade
    assert not grade_of("veteran", Experience.GREEN, Size.NORMAL, DEFAULTS).green


@pytest.mark.rule("NQM-GRADE-15", "NQM-GRADE-18", "NQM-AMB-61")
def test_conscripts_and_militia_well_handled_become_regulars_and_then_veterans() -> None:
    on = book(grade__promotion="battles", grade__battles=3)
    assert rules.promoted(Grade.CONSCRIPT, 3, on) is Grade.REGULAR
    assert rules.promoted(Grade.MILITIA, 3, on) is Grade.REGULAR
    assert rules.promoted(Grade.REGULAR, 3, on) is Grade.VETERAN
    assert rules.promoted(Grade.VETERAN, 30, on) is None
    assert rules.promoted(Grade.CONSCRIPT, 2, on) is None
    assert rules.promoted(Grade.CONSCRIPT, 30, DEFAULTS) is None, "as shipped by the umpire's ruling"
    assert rules.by_word(Grade.MILITIA, "veteran") is Grade.VETERAN


@pytest.mark.rule("NQM-GRADE-01")
def test_nobody_is_promoted_to_elite() -> None:
    with pytest.raises(Refused, match="specialist"):
        rules.by_word(Grade.VETERAN, "elite")
    with pytest.raises(BadInput, match=r"'crack' is not a grade. Write elite, veteran"):
        rules.by_word(Grade.VETERAN, "crack")
    with pytest.raises(Refused, match="already"):
        rules.by_word(Grade.VETERAN, "veteran")


def test_a_battle_is_well_fought_by_who_comes_back_fit_or_spent_in_good_order() -> None:
    assert rules.well_fought(State.FRESH, disorganised=True, dispersed=False)
    assert rules.well_fought(State.SPENT, disorganised=False, dispersed=False)
    assert not rules.well_fought(State.SPENT, disorganised=True, dispersed=False)
    assert not rules.well_fought(State.DESTROYED, disorganised=False, dispersed=False)
