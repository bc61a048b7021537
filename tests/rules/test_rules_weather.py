"""Weather and who may fly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import weather
from campaign.terms.forces import AirType
from campaign.terms.state import Light, Season, Sky
from campaign.terms.time import Moment

SUMMER, WINTER = Season.SUMMER, Season.WINTER


def tape(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 1))


def day(face: int, season: Season, book: Rulebook = DEFAULTS) -> Sky:
    return weather.first_turn(2, season, tape(face), book).sky


@pytest.mark.rule("OB-WX-01", "OB-WX-02", "OB-WX-03", "OB-WX-04", "OB-WC-073")
def test_a_summer_day() -> None:
    assert [day(face, SUMMER) for face in range(1, 7)] == [
        Sky.BAD,
        Sky.CLOUD,
        Sky.CLEAR,
        Sky.CLEAR,
        Sky.CLEAR,
        Sky.CLEAR,
    ]


@pytest.mark.rule("OB-WX-06", "OB-AMB-096")
def test_a_winter_day() -> None:
    assert [day(face, WINTER) for face in range(1, 7)] == [Sky.BAD, Sky.BAD, Sky.CLOUD, Sky.CLEAR, Sky.CLEAR, Sky.CLEAR]


@pytest.mark.rule("OB-WX-05", "OB-WX-06", "OB-WC-075")
def test_clearing() -> None:
    assert weather.clearing_target(SUMMER, DEFAULTS).chance == Fraction(1, 2)
    assert weather.clearing_target(WINTER, DEFAULTS).chance == Fraction(1, 3)
    mild = DEFAULTS.with_setting("wx.winter_all_rolls", False)
    assert weather.clearing_target(WINTER, mild).chance == Fraction(1, 2)
    assert day(2, WINTER, mild) is Sky.BAD, "the day's own die always takes the -1"


def still_bad_in_turn_four(season: Season) -> Fraction:
    """Count all 6^4 rows of dice."""
    bad = 0
    for faces in product(range(1, 7), repeat=4):
        dice = tape(*faces)
        sky = weather.first_turn(2, season, dice, DEFAULTS).sky
        for turn in (2, 3, 4):
            sky = weather.later_turn(weather.BATTLEFIELD, sky, turn, season, dice, DEFAULTS).sky
        bad += sky is Sky.BAD
    return Fraction(bad, 6**4)


@pytest.mark.rule("OB-WC-076", "OB-WX-05", "OB-AMB-095")
def test_a_day_that_stays_bad() -> None:
    assert still_bad_in_turn_four(SUMMER) == Fraction(1, 48)
    assert still_bad_in_turn_four(WINTER) == Fraction(8, 81)


@pytest.mark.rule("OB-AMB-095")
def test_cloud_lasts_the_day_without_a_die() -> None:
    report = weather.later_turn(weather.BATTLEFIELD, Sky.CLOUD, 3, SUMMER, tape(), DEFAULTS)
    assert (report.sky, report.roll) == (Sky.CLOUD, None)
    assert weather.later_turn(weather.BATTLEFIELD, Sky.CLEAR, 3, SUMMER, tape(), DEFAULTS).sky is Sky.CLEAR


@pytest.mark.rule("OB-AMB-095")
def test_clears_to_no_restriction_and_says_why() -> None:
    dice = tape(4)
    report = weather.later_turn(weather.BATTLEFIELD, Sky.BAD, 2, SUMMER, dice, DEFAULTS)
    assert (report.sky, report.roll) == (Sky.CLEAR, 4)
    assert report.basis == "rolled 4: cleared, needed 4-6 (OB-WX-05)"
    assert str(dice.rolls[0].name) == "1.1 clearing of battlefield"


@pytest.mark.rule("OB-AMB-095")
def test_house_rules_for_the_first_turn_and_the_night_between_two_days() -> None:
    early = DEFAULTS.with_setting("wx.reroll_first_turn", "on")
    assert weather.first_turn(2, SUMMER, tape(1, 5), early).sky is Sky.CLEAR
    carried = DEFAULTS.with_setting("wx.carry_over", "on")
    assert weather.first_turn(2, SUMMER, tape(3), carried, yesterday=Sky.BAD).sky is Sky.BAD, (
        "a clearing roll, no die of the day"
    )
    assert weather.first_turn(2, SUMMER, tape(3), DEFAULTS, yesterday=Sky.BAD).sky is Sky.CLEAR


@pytest.mark.rule("OB-WX-07", "OB-AMB-097")
def test_a_basing_area_is_grounded_on_a_one() -> None:
    skies = [weather.basing_area("capuzzo strip", 2, SUMMER, tape(face), DEFAULTS).sky for face in range(1, 7)]
    assert skies == [Sky.BAD, *[Sky.CLEAR] * 5]
    skies = [weather.basing_area("ardennes", 2, WINTER, tape(face), DEFAULTS).sky for face in range(1, 7)]
    assert skies == [Sky.BAD, Sky.BAD, *[Sky.CLEAR] * 4]


@pytest.mark.rule("OB-WX-08", "OB-AMB-098")
def test_an_operation_that_waited_for_fit_weather() -> None:
    airborne = DEFAULTS.with_setting("wx.air_opening", "on")
    assert weather.first_turn(1, WINTER, tape(), airborne).sky is Sky.CLEAR
    assert weather.basing_area("england", 1, WINTER, tape(), airborne).sky is Sky.CLEAR
    assert weather.first_turn(2, WINTER, tape(1), airborne).sky is Sky.BAD


def test_historical_weather_needs_no_die() -> None:
    report = weather.first_turn(1, SUMMER, tape(), DEFAULTS, historical=Sky.CLOUD)
    assert (report.sky, report.roll) == (Sky.CLOUD, None)


@pytest.mark.rule("OB-WX-01", "OB-OPT-01", "OB-AMB-095", "OB-WX-08", "OB-WX-05")
def test_the_words_in_old_files_are_written_to_this_day_and_their_rule_is_told() -> None:
    """A campaign of the first release replays without a difference only while its words stay as they are."""
    unused = DEFAULTS.with_setting("use.weather", "off")
    waited = DEFAULTS.with_setting("wx.air_opening", "on")
    expected = {
        weather.as_it_was(Sky.CLEAR).basis: ("as it was historically", "OB-WX-01"),
        weather.first_turn(2, SUMMER, tape(), unused).basis: (
            "the weather rules are switched off (house rule use.weather)",
            "OB-OPT-01",
        ),
        weather.first_turn(1, SUMMER, tape(), waited).basis: (
            "the operation began in weather fit to fly: no die on its first day (OB-WX-08)",
            "OB-WX-08",
        ),
        weather.later_turn("", Sky.CLOUD, 3, SUMMER, tape(), DEFAULTS).basis: (
            "as before turn 3; cloud lasts the day",
            "OB-AMB-095",
        ),
        weather.later_turn("", Sky.BAD, 3, SUMMER, tape(1), DEFAULTS).basis: (
            "rolled 1: still bad, needed 4-6 (OB-WX-05)",
            "OB-WX-05",
        ),
    }
    assert all((basis, weather.rules_of(basis)) == (words, (rule,)) for basis, (words, rule) in expected.items())


@pytest.mark.rule("OB-WX-02", "OB-WX-03", "OB-WX-07", "OB-AIR-10", "OB-AMB-104", "OB-AMB-117")
@pytest.mark.parametrize(
    ("field", "base", "now", "flying"),
    [
        (Sky.CLEAR, Sky.CLEAR, Light.DAY, set(AirType)),
        (Sky.CLOUD, Sky.CLEAR, Light.DAY, {AirType.GROUND_ATTACK}),
        (Sky.BAD, Sky.CLEAR, Light.DAY, set()),
        (Sky.CLEAR, Sky.BAD, Light.DAY, set()),
        (Sky.CLEAR, Sky.CLEAR, Light.MOONLIGHT, set(AirType) - {AirType.GROUND_ATTACK}),
        (Sky.CLOUD, Sky.CLEAR, Light.DARKNESS, set()),
    ],
)
def test_who_may_fly(field: Sky, base: Sky, now: Light, flying: set[AirType]) -> None:
    assert {kind for kind in AirType if not weather.grounded(kind, field=field, base=base, light=now)} == flying


def test_every_reason_is_given() -> None:
    reasons = weather.grounded(AirType.GROUND_ATTACK, field=Sky.BAD, base=Sky.BAD, light=Light.DARKNESS)
    assert len(reasons) == 3
