"""The day's weather turn by turn, the light by the rules, and the real sun and moon beside it (umpire 1.12)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, time, timedelta

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.journal.record import FOUNDING
from campaign.model import BasingArea, Entry, Setting, WeatherReport
from campaign.queries.common.outlook import Outlook, look
from campaign.rules.day.weather import rules_of
from campaign.situation.conditions import SCENARIO_PREFIX, conditions_at
from campaign.terms.rule_ids import by_rule
from campaign.terms.time import TURNS_A_DAY, Moment, offset_minutes
from campaign.terms.viewer import Viewer
from campaign.views.day.weather import AreaWeather, RealSky, TurnWeather, WeatherView
from campaign.words.proposal import Proposal


def weather(board: JournalBoard, viewer: Viewer, day: int | None = None) -> WeatherView:
    """Return one day's weather, today's if no day is named. All viewers see the weather of the battlefield, but only
    their own side's airfields. Raises BadInput for a day after the campaign's last.
    """
    outlook = look(board, viewer)
    day_shown = day or outlook.moment.day
    last = max(board.campaign.days, outlook.moment.day)
    if day_shown > last:
        raise BadInput(
            f"there is no day {day_shown}: the last day of the campaign is day {last}. Write --day 1 to {last}"
        )
    reports = board.rows(WeatherReport, WeatherReport.day == day_shown)
    on, now = outlook.calendar.date_of(day_shown), outlook.conditions
    areas = outlook.knowledge.of_side(board.rows(BasingArea))
    source, is_default = _source(outlook)
    return WeatherView(
        viewer=outlook.knowledge.who,
        day=day_shown,
        date=f"{on.day} {on:%B %Y}",
        season=conditions_at(board, Moment(day_shown), outlook.rulebook).season,
        battlefield=_area(outlook, day_shown, "", "", "", reports),
        basing_areas=tuple(
            _area(outlook, day_shown, a.key, a.name, outlook.army.sides[a.side_id].name, reports) for a in areas
        ),
        tonight=real_sky(outlook, on - timedelta(days=1)),
        today=real_sky(outlook, on),
        source=source,
        source_is_default=is_default,
        sees_open_m=round(now.sight.open_m),
        sees_hill_m=round(now.sight.hill_m),
        sees_terrain_m=round(now.sight.terrain_m),
    )


def _source(outlook: Outlook) -> tuple[Proposal, bool]:
    """Return where the campaign's weather comes from, and whether that is so because no other source was named as it
    was started or since.
    """
    board = outlook.board
    is_default = not _was_said(board)
    if board.rows(Setting, Setting.key == f"{SCENARIO_PREFIX}weather"):
        why = f"the scenario has it{'' if is_default else ', and the campaign was started with it'} (OB-WX-01)"
        return Proposal("the weather is historical", why, "start a campaign with --weather dice"), is_default
    started = f"{'the scenario gives no' if is_default else 'the campaign was started without'} historical weather"
    is_default = is_default and not board.rows(Setting, Setting.key == "use.weather")
    if outlook.rulebook.switch("use.weather"):
        why = f"{started}, and use.weather is on (OB-WX-01)"
        return Proposal(
            "the weather comes from dice", why, "turn the setting use.weather off, for clear weather"
        ), is_default
    why = f"{started}, and use.weather is off (OB-AMB-095)"
    return Proposal(
        "the weather is always clear", why, "turn the setting use.weather on, for weather by dice"
    ), is_default


def _was_said(board: JournalBoard) -> bool:
    """Return whether the source of weather was named as the campaign was started, as far as is known."""
    text = board.entries(Entry.arguments, criteria=(Entry.seq == FOUNDING,)).scalar()
    return bool(json.loads(text or "{}").get("weather_said", True))


def _area(outlook: Outlook, day: int, key: str, name: str, side: str, reports: Sequence[WeatherReport]) -> AreaWeather:
    by_turn = {report.turn: report for report in reports if report.area == key}
    return AreaWeather(
        name, side, tuple(_turn(outlook, Moment(day, turn), by_turn.get(turn)) for turn in range(1, TURNS_A_DAY + 1))
    )


def _turn(outlook: Outlook, moment: Moment, report: WeatherReport | None) -> TurnWeather:
    clock = outlook.calendar.clock(moment)
    if report is None:
        return TurnWeather(moment.turn, clock, None, None, None, "", ())
    light = conditions_at(outlook.board, moment, outlook.rulebook).light
    rules = rules_of(report.basis)
    return TurnWeather(moment.turn, clock, light, report.sky, report.roll, by_rule(report.basis, *rules), rules)


def real_sky(outlook: Outlook, on: date) -> RealSky | None:
    """Return sun and moon of a date at the campaign's place; None for a campaign without a position on the globe."""
    facts = outlook.board.campaign
    if facts.lat_e6 is None or facts.lon_e6 is None:
        return None
    from campaign.theatre.almanac import sun_and_moon

    seen = sun_and_moon(on, facts.lat_e6 / 1e6, facts.lon_e6 / 1e6, offset_minutes(facts.time_zone))
    return RealSky(
        date=f"{on.day} {on:%B}",
        first_light=_clock(seen.first_light),
        sunrise=_clock(seen.sunrise),
        sunset=_clock(seen.sunset),
        last_light=_clock(seen.last_light),
        moonrise=_clock(seen.moonrise),
        moonset=_clock(seen.moonset),
        moon_percent=round(seen.moon * 100),
        moon_words=seen.moon_in_words,
    )


def _clock(at: time | None) -> str:
    return "" if at is None else f"{at:%H:%M}"


def sky_words(sky: RealSky | None) -> str:
    """Return sun and moon in words: ``First light 05:10, sunset 19:35; moon 4 days after full, 84 % lit, rises
    23:40.``
    """
    if sky is None:
        return ""
    hours = (("first light", sky.first_light), ("sunrise", sky.sunrise), ("sunset", sky.sunset))
    sun = ", ".join(f"{word} {at}" for word, at in hours if at)
    moon = ", ".join(f"{word} {at}" for word, at in (("rises", sky.moonrise), ("sets", sky.moonset)) if at)
    words = f"{sun}; moon {sky.moon_words}{f', {moon}' if moon else ''}."
    return words[0].upper() + words[1:]
