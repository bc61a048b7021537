"""Season, night, light, and the distances at which troops see (OB-TIME-03, -04; OB-T-04; umpire 1.12, 1.13).

season_of(day, book) -> Season               night_turns(season, book) -> int        is_night(turn, season, book) ->
                                             bool
day_start_hour(season, book) -> int
light_of(night=, sky=, moon_percent=, book=) -> Light
location_range(light, sky, cover=, from_hill=, target_on_hill=) -> LocationRange     inches and metres, with the reason
ranges_this_turn(light, sky) -> LocationRanges        the three numbers that hold now, in metres
sighting_distance(arm, light, sky, book) -> int | None    metres for reconnaissance units and armoured cars
"""

from __future__ import annotations

from datetime import date
from typing import assert_never

from campaign.rules.common.rulebook import Rulebook, parse_month_day
from campaign.rules.day.weather import effect_of
from campaign.rules.tabletop.brevity import tables
from campaign.terms.forces import Arm
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Season, Sky
from campaign.values import dataclass

HALF_MOON_PERCENT = 50  # OB-AMB-050.
SEES_FAR = frozenset({Arm.RECONNAISSANCE, Arm.ARMOURED_CAR})
_START_HOUR = {Season.SUMMER: 22, Season.WINTER: 18}  # OB-AMB-010.
_NIGHT_TURNS = {Season.SUMMER: 1, Season.WINTER: 2}


def season_of(day: date, book: Rulebook) -> Season:
    """Return summer or winter, by the calendar (OB-AMB-011)."""
    period = book.word("time.season_by_date")
    if period in ("never", "always"):
        return Season.WINTER if period == "always" else Season.SUMMER
    begin, _, end = period.partition(" to ")
    first, last, today = parse_month_day(begin) or (1, 1), parse_month_day(end) or (12, 31), (day.month, day.day)
    within = first <= today <= last if first <= last else today >= first or today <= last
    return Season.WINTER if within else Season.SUMMER


def day_start_hour(season: Season, book: Rulebook) -> int:
    """Return the hour of the evening at which the first turn of a day begins (OB-AMB-010)."""
    return _START_HOUR[season] if book.is_word("time.day_start_hour") else book.integer("time.day_start_hour")


def night_turns(season: Season, book: Rulebook) -> int:
    """Return the number of turns at the start of a day that are night (OB-TIME-03, -04)."""
    return _NIGHT_TURNS[season] if book.is_word("time.night_turns") else book.integer("time.night_turns")


def is_night(turn: int, season: Season, book: Rulebook) -> bool:
    """Return whether this turn of the day (1 to 4) is a night turn."""
    return turn <= night_turns(season, book)


def light_of(*, night: bool, sky: Sky, moon_percent: int, book: Rulebook) -> Light:
    """Return the light: day, moonlight or darkness. ``moon_percent`` is the lit part of the moon (OB-AMB-050)."""
    if not night:
        return Light.DAY
    fixed = book.word("night.light")
    if fixed != "phase":
        return Light(fixed)
    shines = moon_percent >= HALF_MOON_PERCENT and not effect_of(sky).dims
    return Light.MOONLIGHT if shines else Light.DARKNESS


@dataclass(frozen=True, slots=True)
class LocationRange:
    """The distance in inches within which a target is located, with the rule and the reason. A target exactly at this
    distance is located.
    """

    inches: int
    rule: str
    why: str

    @property
    def metres(self) -> int:
        return self.inches * tables.METRES_AN_INCH


@dataclass(frozen=True, slots=True)
class LocationRanges:
    """The location ranges of one turn, in metres: from a hill, from level ground, and at a target in terrain."""

    from_hill: int
    level: int
    terrain: int

    def at(self, cover: Cover, *, from_hill: bool) -> int:
        """Return the metres within which a target in this cover is located."""
        if cover is Cover.TERRAIN:
            return self.terrain
        return self.from_hill if from_hill else self.level


def poor_sight(light: Light, sky: Sky) -> str:
    """Return why targets are located only within the shortest range, in any cover (OB-LOC-04); empty if sight is
    good.
    """
    match light:
        case Light.MOONLIGHT | Light.DARKNESS:
            return "at night"
        case Light.DAY:
            pass
        case _:
            assert_never(light)
    return f"in {effect_of(sky).called}" if effect_of(sky).is_thick else ""


def location_range(
    light: Light, sky: Sky, *, cover: Cover = Cover.OPEN, from_hill: bool = False, target_on_hill: bool = False
) -> LocationRange:
    """Return the range at which a unit locates a target. If several conditions apply, the smallest range holds
    (OB-LOC-02..04, OB-AMB-047, -049).
    """
    if why := poor_sight(light, sky):
        return LocationRange(tables.LOCATION_POOR, "OB-LOC-04", why)
    if cover is Cover.TERRAIN:
        return LocationRange(tables.LOCATION_POOR, "OB-LOC-04", "target in or at the edge of terrain")
    if from_hill and not target_on_hill:
        return LocationRange(tables.LOCATION_FROM_HILL, "OB-LOC-02", "target in the open, from a hill")
    return LocationRange(tables.LOCATION_LEVEL, "OB-LOC-03", "target in the open, from the same or a lower level")


def ranges_this_turn(light: Light, sky: Sky) -> LocationRanges:
    """Return the three location ranges that hold in this light and weather, in metres."""
    poor = tables.LOCATION_POOR * tables.METRES_AN_INCH
    if poor_sight(light, sky):
        return LocationRanges(poor, poor, poor)
    return LocationRanges(
        tables.LOCATION_FROM_HILL * tables.METRES_AN_INCH, tables.LOCATION_LEVEL * tables.METRES_AN_INCH, poor
    )


def reconnaissance_setting(light: Light, sky: Sky) -> str:
    """Return the key of the setting that holds the metres within which reconnaissance sees everything (umpire 1.13)."""
    is_good = light is Light.DAY and not effect_of(sky).dims
    return "sight.reconnaissance_m" if is_good else "sight.reconnaissance_poor_m"


def sighting_distance(arm: Arm, light: Light, sky: Sky, book: Rulebook) -> int | None:
    """Return the metres within which a reconnaissance unit or armoured cars see everything (umpire 1.13); None for
    other arms.
    """
    if arm not in SEES_FAR:
        return None
    return book.integer(reconnaissance_setting(light, sky))
