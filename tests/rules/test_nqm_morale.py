"""Break tests, grades, tank terror, and the fate of the disorganised."""

from fractions import Fraction as F

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm import morale, odds
from campaign.rules.tabletop.nqm.assault import Draw, assault_hour, draw_winner
from campaign.rules.tabletop.nqm.morale import (
    Fate,
    Troops,
    assaulted_while_disorganised,
    break_test_due,
    green_test_due,
    key_level,
    may_press_home,
)
from campaign.rules.tabletop.nqm.tables import Grade, Mover

E, V, R, C, M = Grade


@pytest.mark.rule("NQM-MORALE-02", "NQM-GRADE-07", "NQM-GRADE-09", "NQM-GRADE-13", "NQM-GRADE-16", "NQM-GRADE-19")
@pytest.mark.parametrize(("grade", "chance"), [(E, F(1)), (V, F(2, 3)), (R, F(1, 2)), (C, F(1, 3)), (M, F(1, 3))])
def test_chance_to_hold_firm(grade: Grade, chance: F) -> None:
    assert odds.holds(grade, DEFAULTS) == chance


@pytest.mark.rule("NQM-GRADE-09", "NQM-AMB-52")
def test_literal_reading_of_the_veterans_score() -> None:
    book = DEFAULTS.with_setting("nqm.grade.veteran_hold", "3 or 6")
    faces = morale.holds(V, book)
    assert faces is not None
    assert [face for face in range(1, 7) if faces.passes(face)] == [3, 6]
    assert str(faces) == "3 or 6"
    assert odds.holds(V, book) == F(1, 3)


@pytest.mark.rule(
    "NQM-MORALE-01", "NQM-GRADE-09", "NQM-GRADE-13", "NQM-GRADE-16", "NQM-GRADE-19", "NQM-TBL-GRADE", "NQM-AMB-53"
)
@pytest.mark.parametrize(
    ("points", "grade", "level"),
    [(12, V, 4), (15, V, 5), (12, R, 6), (15, R, 8), (12, C, 4), (3, M, 1), (7, M, 3), (100, V, 34), (12, E, None)],
)
def test_casualties_at_which_a_unit_tests(points: int, grade: Grade, level: int | None) -> None:
    assert key_level(points, grade) == level


@pytest.mark.rule("NQM-MORALE-01", "NQM-MORALE-04", "NQM-AMB-54")
def test_one_test_for_a_unit_that_held() -> None:
    regular = Troops(R)
    assert break_test_due(regular, 12, 6, False, DEFAULTS, attacking=True)
    assert not break_test_due(regular, 12, 5, False, DEFAULTS, attacking=True)
    assert not break_test_due(regular, 12, 8, True, DEFAULTS, attacking=True)
    again = DEFAULTS.with_setting("nqm.morale.repeat", "every hour")
    assert break_test_due(regular, 12, 8, True, again, attacking=True)
    assert not break_test_due(regular, 12, 8, True, again, attacking=True, new=False)


@pytest.mark.rule("NQM-GRADE-16", "NQM-AMB-57")
def test_conscripts_in_defence_by_house_rule() -> None:
    assert break_test_due(Troops(C), 12, 4, False, DEFAULTS, attacking=False)
    book = DEFAULTS.with_setting("nqm.morale.drafted_defenders_test", "off")
    assert not break_test_due(Troops(C), 12, 4, False, book, attacking=False)
    assert break_test_due(Troops(C), 12, 4, False, book, attacking=True)


@pytest.mark.rule("NQM-GRADE-21", "NQM-GRADE-22", "NQM-AMB-58")
def test_green_troops_test_at_their_first_casualty_when_they_attack() -> None:
    green = Troops(R, green=True)
    assert green_test_due(green, 1, False, attacking=True)
    assert not green_test_due(green, 0, False, attacking=True)
    assert not green_test_due(green, 1, False, attacking=False)
    assert not green_test_due(Troops(R), 1, False, attacking=True)
    assert break_test_due(green, 12, 6, False, DEFAULTS, attacking=True)
    assert odds.holds(R, DEFAULTS) ** 2 == F(1, 4)


@pytest.mark.rule("NQM-GRADE-21")
@pytest.mark.parametrize("grade", [E, V])
def test_veterans_are_not_green(grade: Grade) -> None:
    with pytest.raises(ValueError, match="not green"):
        Troops(grade, green=True)


# The disorganised -----------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "NQM-MORALE-06",
    "NQM-MORALE-15",
    "NQM-GRADE-05",
    "NQM-GRADE-10",
    "NQM-GRADE-11",
    "NQM-GRADE-20",
    "NQM-GRADE-23",
    "NQM-REORG-03",
    "NQM-AMB-56",
)
@pytest.mark.parametrize(
    ("troops", "clear", "supported", "tight", "fate"),
    [
        (Troops(E), False, False, True, Fate.FIGHTS),
        (Troops(V), True, False, False, Fate.WITHDRAWS),
        (Troops(V), False, False, False, Fate.BREAKS_OUT),
        (Troops(M), True, True, False, Fate.SURRENDERS),
        (Troops(R, green=True), True, False, False, Fate.SURRENDERS),
        (Troops(R, green=True), True, True, False, Fate.DISPERSES),
        (Troops(R), True, False, False, Fate.DISPERSES),
        (Troops(R), False, False, False, Fate.SURRENDERS),
        (Troops(R), True, True, True, Fate.SURRENDERS),
        (Troops(C), True, False, False, Fate.DISPERSES),
    ],
)
def test_assaulted_while_disorganised(troops: Troops, clear: bool, supported: bool, tight: bool, fate: Fate) -> None:
    assert assaulted_while_disorganised(troops, clear_line=clear, supported=supported, sat_tight=tight) is fate


@pytest.mark.rule("NQM-GRADE-11")
def test_surrounded_veterans_break_out_stand_by_stand() -> None:
    shown = odds.breaking_out(3)
    assert [shown.of(n) for n in range(4)] == [F(1, 27), F(2, 9), F(4, 9), F(8, 27)]


@pytest.mark.rule("NQM-MORALE-12", "NQM-MORALE-13", "NQM-AMB-59")
def test_who_may_withdraw() -> None:
    assert morale.may_withdraw(clear_line=True, mover=Mover.MOTORISED, pursuers=(Mover.ARMOURED, Mover.FOOT))
    assert not morale.may_withdraw(clear_line=False, mover=Mover.MOTORISED, pursuers=())
    assert not morale.may_withdraw(clear_line=True, mover=Mover.FOOT, pursuers=(Mover.ARMOURED,))
    assert morale.may_withdraw(clear_line=True, mover=Mover.FOOT, pursuers=(Mover.FOOT,))


# Pressing home -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-MORALE-05", "NQM-MORALE-08", "NQM-MORALE-10", "NQM-MORALE-11", "NQM-SEQ-12")
def test_who_may_press_home() -> None:
    def press(
        won: bool = True,
        failed: bool = False,
        worse: bool = False,
        reserves: bool = False,
        armoured: bool = False,
        dis: bool = False,
    ) -> bool:
        return may_press_home(
            won_firefight=won,
            failed_test=failed,
            worse_round=worse,
            reserves=reserves,
            armoured=armoured,
            disorganised=dis,
        )

    assert press()
    assert not press(won=False)
    assert press(won=False, armoured=True)
    assert not press(failed=True)
    assert press(failed=True, reserves=True)
    assert not press(worse=True)
    assert press(worse=True, reserves=True)
    assert not press(dis=True)


@pytest.mark.rule("NQM-MORALE-08", "NQM-MORALE-09", "NQM-AMB-62")
def test_what_counts_as_reserves() -> None:
    assert morale.reinforced(1, 0)
    assert morale.reinforced(0, 1)
    assert not morale.reinforced(0, 0)


@pytest.mark.rule("NQM-SPECIAL-01", "NQM-SPECIAL-02", "NQM-SPECIAL-03", "NQM-AMB-102")
def test_the_hour_of_the_assault() -> None:
    assert [assault_hour(3, grade) for grade in Grade] == [3, 3, 4, 4, 4]
    assert assault_hour(1, V) == 1
    assert assault_hour(3, C, armour=True) == 3


# Tanks ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-SPECIAL-06", "NQM-SPECIAL-08")
@pytest.mark.parametrize(
    ("grade", "tanks", "infantry", "friends", "anti_tank", "before", "applies"),
    [
        (R, 3, 0, False, False, False, True),
        (M, 3, 2, False, False, False, True),
        (V, 3, 0, False, False, False, False),
        (E, 3, 0, False, False, False, False),
        (R, 3, 3, False, False, False, False),
        (R, 3, 0, True, False, False, False),
        (R, 3, 0, False, True, False, False),
        (R, 3, 0, False, False, True, False),
        (R, 0, 3, False, False, False, False),
    ],
)
def test_whom_tank_terror_strikes(
    grade: Grade, tanks: int, infantry: int, friends: bool, anti_tank: bool, before: bool, applies: bool
) -> None:
    found = morale.terror_applies(
        grade, tank_stands=tanks, infantry_stands=infantry, friendly_tanks=friends, anti_tank=anti_tank, before=before
    )
    assert found is applies


@pytest.mark.rule("NQM-SPECIAL-06", "NQM-FIRE-12")
def test_one_chance_in_two_and_then_the_break_test() -> None:
    assert odds.terror() == F(1, 2)
    assert [odds.stays_when_tanks_enter(grade, DEFAULTS) for grade in Grade] == [1, F(2, 3), F(1, 2), F(1, 3), F(1, 3)]
    assert odds.stays_when_tanks_enter(R, DEFAULTS, terrified=True) == F(1, 4)


@pytest.mark.rule("NQM-SPECIAL-07")
def test_prisoners_go_back_when_the_tanks_roll_on() -> None:
    assert morale.terror_prisoners_return(attackers_stay=False)
    assert not morale.terror_prisoners_return(attackers_stay=True)


@pytest.mark.rule("NQM-REORG-05", "NQM-REORG-06", "NQM-REORG-07")
def test_on_an_objective_without_orders() -> None:
    assert [morale.digs_in_on_objective(grade, ordered=False) for grade in Grade] == [True, True, True, False, False]
    assert [morale.stays_disorganised_without_orders(grade) for grade in Grade] == [False, False, False, True, True]
    assert morale.digs_in_on_objective(M, ordered=True)


@pytest.mark.rule("NQM-GRADE-24", "NQM-AMB-66")
def test_whose_drawn_dice_are() -> None:
    assert draw_winner(V, R) is Draw.ATTACKER
    assert draw_winner(R, V) is Draw.DEFENDER
    assert draw_winner(V, V) is draw_winner(R, M) is Draw.NOBODY
    assert draw_winner(E, V) is Draw.ATTACKER
