"""Recovery and amalgamation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.force import Strength
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import recovery
from campaign.rules.day.recovery import Headquarters, Lost, NoRoll, Pairing, Roller
from campaign.terms.forces import Level, Size
from campaign.terms.position import AtPlace
from campaign.terms.state import Posture, State, SupplyGrade
from campaign.terms.time import Moment
from campaign.values import replace

DIVISION, CORPS = 100, 900
HQ = Headquarters(
    id=1,
    key="div_hq",
    name="7th Armoured Division HQ",
    level=Level.DIVISION,
    formation=DIVISION,
    formation_name="7th Armoured Division",
    command=101,
    grade=SupplyGrade.WELL,
    in_play=True,
    in_supply=True,
    supply="",
    at=AtPlace(7),
)
CORPS_HQ = replace(
    HQ,
    id=2,
    key="corps_hq",
    name="Corps HQ",
    level=Level.CORPS,
    formation=CORPS,
    formation_name="XIII Corps",
    command=901,
)


def lost(ident: int, **changes: object) -> Lost:
    base = Lost(
        ident,
        f"b{ident}",
        f"Battalion {ident}",
        DIVISION,
        State.DESTROYED,
        Strength(1000, 100, 0),
        Strength(600, 60, 0),
        position=ident,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


@pytest.mark.rule("OB-RCV-02", "OB-WC-083")
def test_target_by_supply_grade() -> None:
    assert recovery.target(SupplyGrade.WELL).chance == Fraction(1, 3)
    assert recovery.target(SupplyGrade.POORLY).chance == Fraction(1, 6)


@pytest.mark.rule("OB-WC-085")
def test_at_least_one_return_in_five_days() -> None:
    assert 1 - (1 - recovery.target(SupplyGrade.WELL).chance) ** 5 == Fraction(211, 243)
    assert 1 - (1 - recovery.target(SupplyGrade.POORLY).chance) ** 5 == Fraction(4651, 7776)


@pytest.mark.rule("OB-RCV-02")
def test_one_die_a_headquarters_and_day() -> None:
    (roller,) = recovery.rollers([HQ], [lost(11), lost(12), lost(13)], DEFAULTS)
    assert isinstance(roller, Roller)
    assert [one.id for one in roller.candidates] == [11, 12, 13]
    for face, back in ((4, False), (5, True), (6, True)):
        tape = Tape(Scripted([face]), Moment(2, 1))
        assert roller.target.passes(recovery.roll(roller, tape)) is back
        assert str(tape.rolls[0].name) == "2.1 recovery of div_hq"


def test_nobody_rolls_who_has_nobody_to_bring_back() -> None:
    assert recovery.rollers([HQ, CORPS_HQ], [], DEFAULTS) == ()
    assert recovery.rollers([HQ], [lost(11, formation=CORPS)], DEFAULTS) == ()


@pytest.mark.rule("OB-RCV-04", "OB-WC-063")
def test_captured_disbanded_and_split_companies_never_roll() -> None:
    gone = [
        lost(11, state=State.CAPTURED),
        lost(12, state=State.DISBANDED),
        lost(13, parent=5),
        lost(14, state=State.SPENT),
    ]
    assert recovery.rollers([HQ], gone, DEFAULTS) == ()
    assert recovery.pairs([HQ], gone, {}, DEFAULTS) == ()


@pytest.mark.rule("OB-RCV-08", "OB-AMB-111")
def test_out_of_supply_no_die() -> None:
    (bar,) = recovery.rollers(
        [replace(HQ, in_supply=False, supply="XIII Corps has no open road")], [lost(11)], DEFAULTS
    )
    assert bar == NoRoll(DIVISION, "7th Armoured Division", "OB-RCV-08", "XIII Corps has no open road")


@pytest.mark.rule("OB-RCV-07", "OB-AMB-110")
def test_a_destroyed_headquarters_rolls_for_nobody_and_comes_back_by_the_corps() -> None:
    fallen = replace(HQ, in_play=False)
    (bar,) = recovery.rollers([fallen], [lost(11)], DEFAULTS)
    assert isinstance(bar, NoRoll)
    assert bar.rule == "OB-RCV-07"
    staff = lost(1, formation=CORPS, headquarters_of=Level.DIVISION)
    bar, roller = recovery.rollers([fallen, CORPS_HQ], [lost(11), staff], DEFAULTS)
    assert isinstance(roller, Roller)
    assert [one.id for one in roller.candidates] == [1]
    assert recovery.rollers([CORPS_HQ], [replace(staff, state=State.CAPTURED)], DEFAULTS) == ()


@pytest.mark.rule("OB-AMB-110")
def test_a_destroyed_corps_headquarters_stays_out() -> None:
    assert (
        recovery.rollers(
            [replace(CORPS_HQ, in_play=False)], [lost(2, formation=CORPS, headquarters_of=Level.CORPS)], DEFAULTS
        )
        == ()
    )


def test_commands_directly_under_a_corps_come_back_on_its_die() -> None:
    """Umpire 1.2: on the one die of the corps headquarters, beside destroyed divisional headquarters."""
    (roller,) = recovery.rollers(
        [CORPS_HQ], [lost(31, formation=CORPS), lost(1, formation=CORPS, headquarters_of=Level.DIVISION)], DEFAULTS
    )
    assert isinstance(roller, Roller)
    assert [one.id for one in roller.candidates] == [1, 31]
    assert recovery.preferred(roller).id == 1


def test_the_documented_default_choice() -> None:
    weak, old, new = lost(11, size=Size.WEAK), lost(12, gone_since=3), lost(13, gone_since=5)
    (roller,) = recovery.rollers([HQ], [weak, new, old], DEFAULTS)
    assert isinstance(roller, Roller)
    assert recovery.preferred(roller) == old


@pytest.mark.rule("OB-RCV-03", "OB-AMB-108")
def test_how_a_battalion_returns() -> None:
    (back,) = recovery.returned(HQ, lost(11), [], DEFAULTS, rule="OB-RCV-02")
    assert (back.state, back.posture, back.present, back.at) == (State.FRESH, Posture.LINE, 101, AtPlace(7))
    assert back.strength == Strength(851, 86, 0), "just under 15 % lost: 149 of 1000 men, 14 of 100 vehicles"
    (spent,) = recovery.returned(HQ, lost(11), [], DEFAULTS.with_setting("rcv.return_spent", "on"), rule="OB-RCV-02")
    assert (spent.state, spent.strength) == (State.SPENT, Strength(701, 71, 0))


def test_a_company_comes_back_with_its_parent() -> None:
    """Umpire 1.3."""
    companies = [lost(21, parent=11), lost(22, parent=11, state=State.CAPTURED), lost(23, parent=12)]
    assert [one.id for one in recovery.returned(HQ, lost(11), companies, DEFAULTS, rule="OB-RCV-02")] == [11, 21]


@pytest.mark.rule("OB-RCV-05", "OB-AMB-109")
def test_one_pair_a_division_and_day() -> None:
    gone = [lost(11), lost(12), lost(13)]
    (pairing,) = recovery.pairs([HQ], gone, {}, DEFAULTS)
    assert isinstance(pairing, Pairing)
    assert [one.id for one in pairing.candidates] == [11, 12, 13]
    assert recovery.pairs([HQ], gone, {DIVISION: 1}, DEFAULTS) == ()
    (second,) = recovery.pairs([HQ], gone, {DIVISION: 1}, DEFAULTS.with_setting("rcv.amalgamations_per_day", 2))
    assert isinstance(second, Pairing)
    assert recovery.pairs([HQ], gone[:1], {}, DEFAULTS) == ()


@pytest.mark.rule("OB-AMB-109", "OB-RCV-08")
def test_no_amalgamation_out_of_supply() -> None:
    (bar,) = recovery.pairs([replace(HQ, in_supply=False, supply="cut")], [lost(11), lost(12)], {}, DEFAULTS)
    assert isinstance(bar, NoRoll)


@pytest.mark.rule("OB-RCV-04", "OB-RCV-05", "OB-RCV-07", "OB-AMB-109")
def test_which_two_may_be_amalgamated() -> None:
    assert recovery.check_pair(lost(11), lost(12)) == ()
    assert "itself" in recovery.check_pair(lost(11), lost(11))[0]
    assert "captured" in recovery.check_pair(lost(11), lost(12, state=State.CAPTURED))[0]
    assert "company" in recovery.check_pair(lost(11), lost(12, parent=3))[0]
    assert "division headquarters" in recovery.check_pair(lost(11), lost(12, headquarters_of=Level.DIVISION))[0]
    assert "not of one division" in recovery.check_pair(lost(11), lost(12, formation=200))[0]
