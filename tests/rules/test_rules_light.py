"""Season, night, light, location ranges, sightings."""

from __future__ import annotations

from datetime import date

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day import light
from campaign.rules.day.light import LocationRanges
from campaign.terms.forces import Arm
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Season, Sky


@pytest.mark.rule("OB-AMB-011")
@pytest.mark.parametrize(
    ("day", "season"),
    [
        (date(1941, 5, 15), Season.SUMMER),
        (date(1944, 9, 17), Season.SUMMER),
        (date(1944, 10, 31), Season.SUMMER),
        (date(1944, 11, 1), Season.WINTER),
        (date(1944, 12, 16), Season.WINTER),
        (date(1944, 2, 29), Season.WINTER),
        (date(1943, 2, 28), Season.WINTER),
        (date(1943, 3, 1), Season.SUMMER),
    ],
)
def test_season_by_the_calendar(day: date, season: Season) -> None:
    assert light.season_of(day, DEFAULTS) is season


@pytest.mark.rule("OB-AMB-011")
def test_a_desert_has_no_winter_and_the_south_has_it_in_july() -> None:
    assert light.season_of(date(1942, 1, 1), DEFAULTS.with_setting("time.season_by_date", "never")) is Season.SUMMER
    assert light.season_of(date(1942, 7, 1), DEFAULTS.with_setting("time.season_by_date", "always")) is Season.WINTER
    south = DEFAULTS.with_setting("time.season_by_date", "06-01 to 08-31")
    assert light.season_of(date(1942, 7, 1), south) is Season.WINTER
    assert light.season_of(date(1942, 1, 1), south) is Season.SUMMER


@pytest.mark.rule("OB-TIME-03", "OB-TIME-04")
def test_night_turns() -> None:
    assert [light.is_night(turn, Season.SUMMER, DEFAULTS) for turn in (1, 2, 3, 4)] == [True, False, False, False]
    assert [light.is_night(turn, Season.WINTER, DEFAULTS) for turn in (1, 2, 3, 4)] == [True, True, False, False]
    assert [light.is_night(turn, Season.WINTER, DEFAULTS.with_setting("time.night_turns", 0)) for turn in (1, 2)] == [
        False,
        False,
    ]


@pytest.mark.rule("OB-AMB-010")
def test_the_day_begins_in_the_evening() -> None:
    assert (light.day_start_hour(Season.SUMMER, DEFAULTS), light.day_start_hour(Season.WINTER, DEFAULTS)) == (22, 18)
    assert light.day_start_hour(Season.WINTER, DEFAULTS.with_setting("time.day_start_hour", 20)) == 20


@pytest.mark.rule("OB-AMB-050")
@pytest.mark.parametrize(
    ("night", "sky", "moon", "expected"),
    [
        (False, Sky.CLEAR, 0, Light.DAY),
        (False, Sky.BAD, 100, Light.DAY),
        (True, Sky.CLEAR, 84, Light.MOONLIGHT),
        (True, Sky.CLEAR, 50, Light.MOONLIGHT),
        (True, Sky.CLEAR, 49, Light.DARKNESS),
        (True, Sky.CLOUD, 100, Light.DARKNESS),
        (True, Sky.BAD, 100, Light.DARKNESS),
    ],
)
def test_moonlight_or_darkness(night: bool, sky: Sky, moon: int, expected: Light) -> None:
    assert light.light_of(night=night, sky=sky, moon_percent=moon, book=DEFAULTS) is expected


@pytest.mark.rule("OB-AMB-050")
def test_the_light_may_be_fixed() -> None:
    assert (
        light.light_of(night=True, sky=Sky.BAD, moon_percent=0, book=DEFAULTS.with_setting("night.light", "moonlight"))
        is Light.MOONLIGHT
    )
    assert (
        light.light_of(night=False, sky=Sky.BAD, moon_percent=0, book=DEFAULTS.with_setting("night.light", "darkness"))
        is Light.DAY
    )


@pytest.mark.rule("OB-WC-035", "OB-WX-02", "OB-LOC-02", "OB-LOC-03", "OB-LOC-04", "OB-AMB-049")
@pytest.mark.parametrize(
    ("now", "sky", "cover", "from_hill", "inches"),
    [
        (Light.DAY, Sky.CLEAR, Cover.OPEN, True, 12),
        (Light.DAY, Sky.CLEAR, Cover.TERRAIN, True, 4),
        (Light.MOONLIGHT, Sky.CLEAR, Cover.OPEN, True, 4),
        (Light.DARKNESS, Sky.CLEAR, Cover.TERRAIN, True, 4),
        (Light.DAY, Sky.CLEAR, Cover.OPEN, False, 8),
        (Light.DAY, Sky.CLOUD, Cover.OPEN, False, 8),
        (Light.DAY, Sky.BAD, Cover.OPEN, True, 4),
    ],
)
def test_location_range(now: Light, sky: Sky, cover: Cover, from_hill: bool, inches: int) -> None:
    found = light.location_range(now, sky, cover=cover, from_hill=from_hill)
    assert (found.inches, found.metres) == (inches, inches * 125)
    assert light.ranges_this_turn(now, sky).at(cover, from_hill=from_hill) == inches * 125


@pytest.mark.rule("OB-AMB-047")
def test_from_one_hill_to_another() -> None:
    hill_to_hill = light.location_range(Light.DAY, Sky.CLEAR, from_hill=True, target_on_hill=True)
    assert hill_to_hill.inches == 8


@pytest.mark.rule("OB-WX-02", "OB-LOC-04")
def test_weather_that_clears_changes_the_ranges() -> None:
    assert light.ranges_this_turn(Light.DAY, Sky.BAD) == LocationRanges(500, 500, 500)
    assert light.ranges_this_turn(Light.DAY, Sky.CLEAR) == LocationRanges(1500, 1000, 500)


@pytest.mark.parametrize(
    ("arm", "now", "sky", "metres"),
    [
        (Arm.RECONNAISSANCE, Light.DAY, Sky.CLEAR, 5000),
        (Arm.ARMOURED_CAR, Light.DAY, Sky.CLEAR, 5000),
        (Arm.ARMOURED_CAR, Light.DAY, Sky.CLOUD, 1000),
        (Arm.ARMOURED_CAR, Light.MOONLIGHT, Sky.CLEAR, 1000),
        (Arm.RECONNAISSANCE, Light.DAY, Sky.BAD, 1000),
        (Arm.INFANTRY, Light.DAY, Sky.CLEAR, None),
        (Arm.ARMOUR, Light.DAY, Sky.CLEAR, None),
    ],
)
def test_reconnaissance_sees_five_kilometres(arm: Arm, now: Light, sky: Sky, metres: int | None) -> None:
    """Umpire 1.13."""
    assert light.sighting_distance(arm, now, sky, DEFAULTS) == metres
