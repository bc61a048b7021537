"""Supply verdicts, and rest that depends on them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.force import Strength
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import light, rest, supply
from campaign.rules.day.rest import Resting
from campaign.rules.day.supply import Reach, Route, Staff, Verdict
from campaign.terms.state import Light, Sky, State
from campaign.terms.time import Moment
from campaign.values import replace

OPEN = Route(True, "38 km by Buq Buq")
CUT = Route(False, "II/8th Bersaglieri at Sollum")
STAFF = Staff("the HQ", in_play=True, spent=False)
SPENT = replace(STAFF, spent=True)
GONE = replace(STAFF, in_play=False)
DUE = replace(GONE, due=Moment(2, 3))


@pytest.mark.rule("OB-SUP-01")
@pytest.mark.parametrize(
    ("staff", "road", "fed", "words"),
    [
        (STAFF, OPEN, True, "38 km by Buq Buq"),
        (SPENT, OPEN, False, "the HQ is spent"),
        (STAFF, CUT, False, "II/8th Bersaglieri at Sollum"),
        (GONE, OPEN, False, "the HQ is not in play"),
        (DUE, OPEN, False, "the HQ has not arrived (due in turn 2.3)"),
        (None, OPEN, False, "has no headquarters"),
    ],
)
def test_a_corps(staff: Staff | None, road: Route, fed: bool, words: str) -> None:
    verdict = supply.corps("XIII Corps", staff, road)
    assert (verdict.in_supply, verdict.rule) == (fed, "OB-SUP-01")
    assert words in verdict.why
    assert verdict.by_staff is (staff is not STAFF)


@pytest.mark.rule("OB-SUP-02", "OB-SUP-03")
@pytest.mark.parametrize(
    ("staff", "road", "fed", "rule"),
    [
        (STAFF, OPEN, True, "OB-SUP-03"),
        (SPENT, OPEN, False, "OB-SUP-02"),
        (GONE, CUT, False, "OB-SUP-02"),
        (STAFF, CUT, False, "OB-SUP-03"),
    ],
)
def test_a_division(staff: Staff, road: Route, fed: bool, rule: str) -> None:
    verdict = supply.division("7th Armoured", staff, road)
    assert (verdict.in_supply, verdict.rule) == (fed, rule)
    assert verdict.by_staff is (rule == "OB-SUP-02")


@pytest.mark.rule("umpire 1.2", "OB-SUP-05")
def test_a_command_that_is_still_to_come_says_when() -> None:
    coming, lost = (supply.command_absent("KG Cramer", due, "umpire 1.2") for due in (Moment(1, 4), None))
    assert str(coming) == "out of supply: KG Cramer has not arrived (due in turn 1.4) (umpire 1.2)"
    assert str(lost) == "out of supply: KG Cramer has no battalion on the map (umpire 1.2)"


@pytest.mark.rule("OB-SUP-05")
@pytest.mark.parametrize(
    ("reach", "fed"),
    [
        (Reach("2nd Scots Guards", Fraction(1), "the track"), True),
        (Reach("2nd Scots Guards", Fraction(101, 100), "the track"), False),
        (Reach("2nd Scots Guards", None, "cut"), False),
        (None, False),
    ],
)
def test_a_command(reach: Reach | None, fed: bool) -> None:
    verdict = supply.command("22nd Guards", reach)
    assert (verdict.in_supply, verdict.rule) == (fed, "OB-SUP-05")


def test_a_command_directly_under_a_corps_traces_by_road_at_any_length() -> None:
    """Umpire 1.2."""
    assert supply.command_under_corps("22nd Guards", OPEN).in_supply
    assert not supply.command_under_corps("22nd Guards", CUT).in_supply


YES, NO = Verdict(True, "x", "yes"), Verdict(False, "OB-SUP-03", "no")


@pytest.mark.rule("OB-SUP-06")
def test_all_three_levels() -> None:
    for command, division, corps in product((YES, NO), repeat=3):
        whole = supply.together(command, division, corps, DEFAULTS)
        assert whole.in_supply == (command.in_supply and division.in_supply and corps.in_supply)
    assert supply.together(YES, None, YES, DEFAULTS).in_supply, "a command directly under its corps has two levels"
    assert not supply.together(YES, None, NO, DEFAULTS).in_supply


@pytest.mark.rule("OB-SUP-04", "OB-WC-088", "OB-AMB-117")
def test_one_die_for_each_mission_of_transports() -> None:
    for missions, chance in ((1, Fraction(2, 3)), (2, Fraction(8, 9)), (3, Fraction(26, 27))):
        keys = [f"dakota {n}" for n in range(missions)]
        hits = sum(
            supply.air_supply("6th Airborne", keys, Tape(Scripted(faces), Moment(1, 2))).delivered
            for faces in product(range(1, 7), repeat=missions)
        )
        assert Fraction(hits, 6**missions) == chance
    assert not supply.air_supply("6th Airborne", [], Tape(Scripted([]), Moment(1, 2))).delivered


@pytest.mark.rule("OB-SUP-04", "OB-AMB-116")
def test_air_supply_excuses_road_and_marker_but_not_the_corps() -> None:
    flown = supply.AirSupply("6th Airborne", (3,), True)
    division = supply.division("6th Airborne", SPENT, CUT, flown)
    assert (division.in_supply, division.rule, division.by_air) == (True, "OB-SUP-04", True)
    assert not supply.together(YES, division, NO, DEFAULTS).in_supply
    assert supply.together(YES, division, NO, DEFAULTS.with_setting("sup.air_ignores_corps", "on")).in_supply
    failed = supply.AirSupply("6th Airborne", (2,), False)
    assert not supply.division("6th Airborne", STAFF, CUT, failed).in_supply


@pytest.mark.rule("OB-AMB-112")
def test_a_headquarters_own_marker_is_ignored_when_it_would_shed_it() -> None:
    assert supply.corps("XIII Corps", SPENT, OPEN, self_recovery=True).in_supply
    assert not supply.corps("XIII Corps", SPENT, CUT, self_recovery=True).in_supply, "its road must still be open"
    assert supply.division("7th Armoured", SPENT, OPEN, self_recovery=True).in_supply
    assert not supply.division("7th Armoured", GONE, OPEN, self_recovery=True).in_supply


@pytest.mark.rule("OB-WC-091", "OB-SUP-01")
def test_a_road_ten_inches_from_a_hill() -> None:
    ten = 10 * 125
    assert ten <= light.location_range(Light.DAY, Sky.CLEAR, from_hill=True).metres
    assert ten > light.location_range(Light.MOONLIGHT, Sky.CLEAR, from_hill=True).metres


@pytest.mark.rule("OB-AMB-114")
def test_who_cuts() -> None:
    assert supply.cuts(in_play=True, hidden=False, revealed=False, book=DEFAULTS)
    assert not supply.cuts(in_play=True, hidden=True, revealed=False, book=DEFAULTS)
    assert supply.cuts(in_play=True, hidden=True, revealed=True, book=DEFAULTS)
    assert supply.cuts(in_play=True, hidden=True, revealed=False, book=DEFAULTS.with_setting("sup.hidden_cuts", "on"))
    assert not supply.cuts(in_play=False, hidden=False, revealed=False, book=DEFAULTS)


RESTING = Resting("2nd Scots Guards", State.SPENT, resting=True, moved=False, fought=False)


@pytest.mark.rule("OB-REST-01", "OB-REST-02", "OB-SUP-06")
@pytest.mark.parametrize(
    ("changes", "fed", "sheds", "rule"),
    [
        ({}, True, True, "OB-REST-01"),
        ({}, False, False, "OB-SUP-03"),
        ({"resting": False}, True, False, "OB-REST-01"),
        ({"state": State.FRESH}, True, False, "OB-REST-01"),
        ({"moved": True}, True, False, "umpire 1.11"),
        ({"fought": True}, True, False, "umpire 1.11"),
        ({"near_enemy": "III/15th Panzer"}, True, False, "umpire 1.11"),
    ],
)
def test_who_sheds_a_figure(changes: dict[str, object], fed: bool, sheds: bool, rule: str) -> None:
    verdict = rest.may_shed(replace(RESTING, **changes), YES if fed else NO, DEFAULTS)  # type: ignore[arg-type]
    assert (verdict.sheds, verdict.rule) == (sheds, rule)


@pytest.mark.rule("OB-AMB-026")
def test_rest_under_the_enemys_eyes_if_the_house_allows() -> None:
    near = replace(RESTING, near_enemy="III/15th Panzer")
    assert rest.may_shed(near, YES, DEFAULTS.with_setting("rest.min_distance_from_enemy", "none")).sheds


def test_a_shed_figure_leaves_just_under_fifteen_per_cent_lost() -> None:
    """Umpire 1.20."""
    assert rest.shed(Strength(780, 40, 3), Strength(1000, 50, 4), DEFAULTS) == Strength(851, 43, 4)


def test_who_can_be_declared_resting() -> None:
    assert rest.bars_rest(in_play=True, engaged=False) == ""
    assert "engaged" in rest.bars_rest(in_play=True, engaged=True)
    assert "not in play" in rest.bars_rest(in_play=False, engaged=False)
