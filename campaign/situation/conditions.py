"""Light, weather and sighting ranges of one turn (umpire 1.12), for movement, contact, supply and papers."""

from __future__ import annotations

from datetime import date

from campaign.journal.board import Board
from campaign.journal.snapshot import once_a_reading
from campaign.model import Setting, WeatherReport
from campaign.rules.common.gone_settings import GONE
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.day.light import is_night, light_of, ranges_this_turn, season_of
from campaign.situation.clock import calendar_of
from campaign.situation.keeping import keep
from campaign.terms.state import Light, Season, Sky
from campaign.terms.time import Moment
from campaign.theatre.zones import Sight
from campaign.values import dataclass

SCENARIO_PREFIX = "scenario."
"""Start of the keys of settings for facts of the scenario (historical weather, opening air tasks), which are not house
rules."""


EVENING_PREFIX = "evening."
"""Start of the keys of settings for the club's evenings: deputies, the deadline of orders."""

HOUSE_PREFIX = "house."
"""Start of the keys of settings for a system's house file, in plain values: ``house.brigadier``."""


@once_a_reading
def rulebook_of(board: Board) -> Rulebook:
    """Return the rulebook: the defaults overridden by the campaign's own settings, with its house files. A setting that
    no longer exists has no effect.
    """
    settings = [(row.key, row.value) for row in board.rows(Setting)]

    def book() -> Rulebook:
        foreign = (SCENARIO_PREFIX, EVENING_PREFIX, HOUSE_PREFIX)
        given = ((key, value) for key, value in settings if not key.startswith(foreign))
        book = DEFAULTS.with_settings({key: value for key, value in given if key not in GONE})
        for key, value in settings:
            if key.startswith(HOUSE_PREFIX):
                book = book.with_house_file(key.removeprefix(HOUSE_PREFIX), value)
        return book

    return keep(board, rulebook_of, settings, book)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Light and weather of one turn. ``sight`` holds the resulting location ranges, in metres."""

    moment: Moment
    on: date
    season: Season
    night: bool
    sky: Sky
    light: Light
    moon_percent: int
    sight: Sight
    reported: bool
    """True once the weather of this turn is settled. Until then ``sky`` is the last known weather, or clear."""


def conditions_at(board: Board, moment: Moment, book: Rulebook) -> Conditions:
    """Return the conditions of a turn, past, present or (as far as known) to come."""
    on = calendar_of(board).date_of(moment.day)
    season = season_of(on, book)
    night = is_night(moment.turn, season, book)
    reports = board.rows(WeatherReport, WeatherReport.area == "", WeatherReport.day == moment.day)
    latest = max((r for r in reports if r.turn <= moment.turn), key=lambda r: r.turn, default=None)
    sky = latest.sky if latest is not None else Sky.CLEAR
    moon = moon_percent(on)
    light = light_of(night=night, sky=sky, moon_percent=moon, book=book)
    ranges = ranges_this_turn(light, sky)
    sight = Sight(open_m=float(ranges.level), hill_m=float(ranges.from_hill), terrain_m=float(ranges.terrain))
    return Conditions(
        moment, on, season, night, sky, light, moon, sight, latest is not None and latest.turn == moment.turn
    )


def moon_percent(on: date) -> int:
    """Return the lit part of the moon, in per cent."""
    from campaign.theatre.almanac import moon_lit

    return round(moon_lit(on) * 100)
