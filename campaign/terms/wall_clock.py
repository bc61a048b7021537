"""Times on the players' own clocks, as people type them, kept in UTC with the zone in which they were typed.

    parse_appointment("Thursday 20:00", "Europe/Berlin", now) -> (instant in UTC, zone)
    appointment_text(instant, zone) -> "Thursday 26 November 2026, 20:00 Europe/Berlin (19:00 UTC)"
    hours_text((instant, instant), zone) -> ("at 21:58", "at 22:04")

A zone is the name of a place whose clocks are changed in spring and autumn (Europe/Berlin), or hours from Greenwich
(UTC+01:00). An hour that a change leaves out, or repeats, is refused with the way to say which is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from campaign.errors import BadInput
from campaign.terms.time import offset_minutes

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_HOUR = re.compile(r"(?:at )?\b([01]?\d|2[0-3])[:.]([0-5]\d)\b")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_WRITTEN = re.compile(r"(\d{1,2})\.? ([a-z]{3,})\.?(?: (\d{4}))?")
WAYS = (
    "Write a day and an hour: Thursday 20:00, 26 November 20:00 or 2026-11-26 20:00. If the time zone is not "
    "yours, add it: Europe/Berlin or UTC+01:00"
)


def parse_appointment(text: str, zone: str, now: datetime) -> tuple[datetime, str]:
    """Return the next such time after ``now``, in UTC, and its zone: the one typed after it, or else ``zone``. Raises
    BadInput.
    """
    written = " ".join(text.split())
    clock = _HOUR.search(written)
    if clock is None:
        raise BadInput(f"{text!r} does not give an hour. {WAYS}")
    zone = written[clock.end() :].strip(" ,()") or zone
    where = zone_named(zone)
    today = now.astimezone(where).date()
    hour = time(int(clock[1]), int(clock[2]))
    for on in _dates(written[: clock.start()].strip(" ,").casefold(), today, text):
        instant = _instant(datetime.combine(on, hour), where, zone)
        if instant > now:
            return instant, zone
    raise BadInput(f"{text!r} is in the past. {WAYS}")


def _dates(day: str, today: date, text: str) -> list[date]:
    """Return the dates that the text may mean, the next one first. Raises BadInput."""
    if day in ("", "today"):
        return [today] if day else [today, today + timedelta(days=1)]
    if day == "tomorrow":
        return [today + timedelta(days=1)]
    named = [number for number, name in enumerate(DAYS) if len(day) >= 3 and name.startswith(day)]
    if len(named) == 1:
        ahead = (named[0] - today.weekday()) % 7
        return [today + timedelta(days=ahead), today + timedelta(days=ahead + 7)]
    try:
        if iso := _ISO.fullmatch(day):
            return [date(*map(int, iso.groups()))]
        if (match := _WRITTEN.fullmatch(day)) and (month := _month(match[2])):
            years = [int(match[3])] if match[3] else [today.year, today.year + 1]
            return [date(year, month, int(match[1])) for year in years]
    except ValueError:
        raise BadInput(f"{day!r} is not a date that exists. {WAYS}") from None
    raise BadInput(f"{text!r} does not give a day. {WAYS}")


def _month(word: str) -> int:
    return next((number for number, name in enumerate(MONTHS, 1) if name.startswith(word)), 0)


def _instant(local: datetime, where: tzinfo, zone: str) -> datetime:
    """Return the local time in UTC. Raises BadInput for one that a change of the clocks leaves out or repeats."""
    first, second = (local.replace(tzinfo=where, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first == second:
        return first
    on = f"{local:%H:%M} on {_day(local)}"
    if first.astimezone(where).replace(tzinfo=None) != local:
        raise BadInput(
            f"{on} does not exist in {zone}, because the clocks are put forward then. Write a time one hour later"
        )
    offsets = " or ".join(_offset_text(instant.astimezone(where)) for instant in (first, second))
    raise BadInput(f"{on} occurs twice in {zone}, because the clocks are put back then. Write {offsets} after the hour")


def _offset_text(local: datetime) -> str:
    minutes = round((local.utcoffset() or timedelta()).total_seconds() / 60)
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def zone_named(zone: str) -> tzinfo:
    """Return the zone of the given name. Raises BadInput."""
    try:
        return timezone(timedelta(minutes=offset_minutes(zone)))
    except BadInput:
        pass
    try:
        return ZoneInfo(zone.strip())
    except (KeyError, ValueError, OSError):
        raise BadInput(
            f"{zone!r} is not a time zone. Write continent and city, like Europe/Berlin, or the hours from "
            "Greenwich, like UTC+01:00"
        ) from None


def appointment_text(instant: datetime, zone: str) -> str:
    """Return an appointment in words: ``Thursday 26 November 2026, 20:00 Europe/Berlin (19:00 UTC)``."""
    local, utc = instant.astimezone(zone_named(zone)), instant.astimezone(UTC)
    words = f"{_day(local)}, {local:%H:%M} {zone.strip()}"
    if local.utcoffset() == timedelta():
        return words
    on = "" if utc.date() == local.date() else f", {utc.day} {MONTHS[utc.month - 1].capitalize()}"
    return f"{words} ({utc:%H:%M} UTC{on})"


def hours_text(instants: Sequence[datetime], zone: str) -> tuple[str, ...]:
    """Return moments that belong together as hours of a zone: ``at 21:58``; with their days where these differ, and
    with their distances from UTC where the clocks were changed between them.
    """
    local = [instant.astimezone(zone_named(zone)) for instant in instants]
    has_days = len({moment.date() for moment in local}) > 1
    has_offsets = len({moment.utcoffset() for moment in local}) > 1
    return tuple(
        f"{f'on {_day(moment)} ' if has_days else ''}at {moment:%H:%M}"
        f"{f' {_offset_text(moment)}' if has_offsets else ''}"
        for moment in local
    )


def _day(local: datetime) -> str:
    return f"{DAYS[local.weekday()].capitalize()} {local.day} {MONTHS[local.month - 1].capitalize()} {local.year}"
