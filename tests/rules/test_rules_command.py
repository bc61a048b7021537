"""Initiative, readiness, moves a turn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import command
from campaign.terms.forces import Nationality
from campaign.terms.time import Moment

F = Fraction
N = Nationality
IN_ORDER = (N.BRITISH, N.COMMONWEALTH, N.FRENCH, N.GERMAN, N.ITALIAN, N.JAPANESE, N.SOVIET, N.US)


@pytest.mark.rule("OB-INIT-02", "OB-INIT-05")
@pytest.mark.parametrize(
    ("difference", "chance"),
    [
        (-4, F(1, 36)),
        (-3, F(1, 12)),
        (-2, F(1, 6)),
        (-1, F(5, 18)),
        (0, F(5, 12)),
        (1, F(7, 12)),
        (2, F(13, 18)),
        (3, F(5, 6)),
        (4, F(11, 12)),
    ],
)
def test_initiative_by_difference(difference: int, chance: F) -> None:
    assert command.initiative(difference, 0) == chance


@pytest.mark.rule("OB-WC-010", "OB-WC-011", "OB-WC-013", "OB-WC-015", "OB-INIT-04")
def test_initiative_worked_cases() -> None:
    assert command.initiative(command.bonus(N.BRITISH), command.bonus(N.GERMAN)) == F(1, 6)
    assert command.initiative(command.bonus(N.US), command.bonus(N.SOVIET)) == F(5, 12)
    assert command.initiative(command.bonus(N.GERMAN, corps_commander=True), command.bonus(N.ITALIAN)) == F(11, 12)
    assert command.initiative(command.bonus(N.JAPANESE), command.bonus(N.US)) == F(5, 18)


@pytest.mark.rule("OB-WC-016", "OB-READY-03")
def test_readiness_by_day() -> None:
    assert [command.readiness(one).chance for one in IN_ORDER] == [
        F(1, 3),
        F(1, 2),
        F(1, 3),
        F(2, 3),
        F(1, 3),
        F(2, 3),
        F(1, 6),
        F(1, 2),
    ]
    assert command.readiness(N.INDIAN).chance == F(1, 3)


@pytest.mark.rule("OB-READY-08")
def test_good_poor_and_extremely_poor_readiness() -> None:
    good, poor, extremely_poor = F(2, 3), F(1, 3), F(1, 6)
    assert {one for one in N if command.readiness(one).chance == good} == {N.GERMAN, N.JAPANESE}
    assert {one for one in N if command.readiness(one).chance == poor} == {N.BRITISH, N.INDIAN, N.FRENCH, N.ITALIAN}
    assert {one for one in N if command.readiness(one).chance == extremely_poor} == {N.SOVIET}


@pytest.mark.rule("OB-WC-018", "OB-READY-06", "OB-READY-07")
def test_readiness_by_night_with_the_corps_commander() -> None:
    chances = [command.readiness(one, night=True, corps_commander=True).chance for one in IN_ORDER]
    assert chances == [F(1, 6), F(1, 3), F(1, 6), F(1, 2), F(1, 6), F(1, 2), 0, F(1, 3)]


@pytest.mark.rule("OB-WC-020", "OB-READY-07")
def test_readiness_by_day_with_the_corps_commander() -> None:
    chances = [command.readiness(one, corps_commander=True).chance for one in IN_ORDER]
    assert chances == [F(1, 2), F(2, 3), F(1, 2), F(5, 6), F(1, 2), F(5, 6), F(1, 3), F(2, 3)]


@pytest.mark.rule("OB-WC-021", "OB-READY-04", "OB-READY-05")
def test_readiness_with_everything_at_once() -> None:
    target = command.readiness(N.GERMAN, night=True, inexperienced=True, flame_throwers=True, corps_commander=True)
    assert target.chance == F(1, 6)
    assert (
        target.explained()
        == "6 (German readiness 3-6, -1 inexperienced, -1 attacked by flame-throwers, -2 night turn, +1 corps commander)"
    )


@pytest.mark.rule("OB-AMB-085")
@pytest.mark.parametrize(
    ("rule", "flags", "green"),
    [
        ("half", [True, False], True),
        ("half", [True, False, False], False),
        ("any", [True, False, False], True),
        ("all", [True, False], False),
        ("all", [True, True], True),
        ("half", [], False),
        ("all", [], False),
    ],
)
def test_inexperienced_command(rule: str, flags: list[bool], green: bool) -> None:
    assert command.is_inexperienced(flags, DEFAULTS.with_setting("ready.inexperienced_rule", rule)) is green


@pytest.mark.rule("OB-AMB-013")
def test_moves_to_be_expected_by_day() -> None:
    assert [command.moves(one, night=False) for one in IN_ORDER] == [F(3, 2), 2, F(3, 2), 3, F(3, 2), 3, F(6, 5), 2]


@pytest.mark.rule("OB-READY-06")
def test_moves_to_be_expected_by_night() -> None:
    """Umpire 1.1: British, French, Italian 1; Commonwealth and US 1.2; German and Japanese 1.5; Soviet 1."""
    assert [command.moves(one, night=True) for one in IN_ORDER] == [1, F(6, 5), 1, F(3, 2), 1, F(3, 2), 1, F(6, 5)]


@pytest.mark.rule("OB-SEQ-18", "OB-READY-02")
def test_moves_rolled_out() -> None:
    tape = Tape(Scripted([3, 6, 2]), Moment(1, 2))
    assert command.roll_moves(N.GERMAN, night=False, dice=tape, subject="15th Panzer") == 3
    assert [roll.value for roll in tape.rolls] == [3, 6, 2]


@pytest.mark.rule("OB-READY-06")
def test_a_british_command_at_night_rolls_no_die_in_vain() -> None:
    tape = Tape(Scripted([]), Moment(1, 1))
    assert command.roll_moves(N.BRITISH, night=True, dice=tape, subject="22nd Guards") == 1
