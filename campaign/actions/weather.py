"""The steps of the day for the weather (OB-WX)."""

from __future__ import annotations

from typing import Any

from campaign.actions.air_bases import move_out
from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.model import BasingArea, Setting, WeatherReport
from campaign.rules.day import weather
from campaign.rules.day.light import season_of
from campaign.situation.clock import calendar_of
from campaign.situation.conditions import SCENARIO_PREFIX
from campaign.terms.state import Season, Sky
from campaign.terms.time import Moment

HISTORICAL = f"{SCENARIO_PREFIX}weather"
"""Setting for historical weather: ``{"1.1": "clear", "1.1 area key": "bad", ...}``; absent if dice decide the weather.
"""


def weather_of_the_day(today: DayContext) -> None:
    """Roll for the battlefield's weather, or take the historical weather (OB-WX-01..04, -08)."""
    report = weather.first_turn(
        today.now.day,
        _season(today),
        today.dice,
        today.book,
        historical=_historical(today, ""),
        yesterday=_before(today, ""),
    )
    _write(today, "", None, report)
    today.say(f"Weather over the battlefield: {report.sky}, {report.basis}", *weather.rules_of(report.basis))


def weather_of_the_bases(today: DayContext) -> None:
    """Roll for every basing area (OB-WX-07); groups whose own area was lost yesterday have moved to another (umpire
    1.10).
    """
    move_out(today)
    for area in today.board.rows(BasingArea):
        sky = _historical(today, area.key)
        if sky is not None:
            report = weather.as_it_was(sky)
        else:
            report = weather.basing_area(
                area.key, today.now.day, _season(today), today.dice, today.book, yesterday=_before(today, area.key)
            )
        _write(today, area.key, area.id, report)
        if report.sky is Sky.BAD:
            today.say(
                f"{area.name}: aircraft based there are grounded, {report.basis}", *weather.rules_of(report.basis)
            )


def clearing(today: DayContext) -> None:
    """Roll from the second turn on whether bad weather clears; all else stays unchanged (OB-WX-05, -06)."""
    if today.now.turn == 1:
        return
    for key, ident, name in [
        ("", None, "the battlefield"),
        *((a.key, a.id, a.name) for a in today.board.rows(BasingArea)),
    ]:
        before, sky = _before(today, key), _historical(today, key)
        if before is None:
            continue
        if sky is not None:
            report = weather.as_it_was(sky)
        else:
            report = weather.later_turn(
                key or weather.BATTLEFIELD, before, today.now.turn, _season(today), today.dice, today.book
            )
        _write(today, key, ident, report)
        if report.sky is not before or report.roll is not None:
            today.say(f"Weather over {name}: {report.sky}, {report.basis}", *weather.rules_of(report.basis))


def _season(today: DayContext) -> Season:
    return season_of(calendar_of(today.board).date_of(today.now.day), today.book)


def _historical(today: DayContext, area: str) -> Sky | None:
    history: dict[str, Any] = next((s.value for s in today.board.rows(Setting, Setting.key == HISTORICAL)), {})
    for moment in (str(today.now), str(today.now.day)):
        word = history.get(f"{moment} {area}".strip())
        if word is not None:
            return Sky(word)
    return None


def _before(today: DayContext, area: str) -> Sky | None:
    """Return an area's weather in the turn before this one; None on the first turn of all."""
    if today.now.index == 0:
        return None
    last = Moment.at(today.now.index - 1)
    weather_reports = today.board.rows(
        WeatherReport, WeatherReport.day == last.day, WeatherReport.turn == last.turn, WeatherReport.area == area
    )
    return weather_reports[0].sky if weather_reports else None


def _write(today: DayContext, area: str, ident: int | None, report: weather.Report) -> None:
    today.board.make(
        WeatherReport,
        day=today.now.day,
        turn=today.now.turn,
        area=area,
        basing_area_id=ident,
        roll=report.roll,
        sky=report.sky,
        basis=report.basis,
    )
    if not area and (report.roll is not None or today.now.turn == 1):
        for side in today.army.sides:
            note(today.board, f"Weather: {report.sky}.", side=side, seconds=0)
