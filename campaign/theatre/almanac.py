"""The real sun and moon at a place on a date, printed beside the rules' own light (umpire 1.12).

Times are those of the clock the campaign keeps, given as minutes ahead of Greenwich. First and last light are the
limits of civil twilight, when the sun is six degrees below the horizon. Times are right to a few minutes, which is
enough at the table.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import lru_cache
from math import cos, radians
from typing import TYPE_CHECKING

from campaign.errors import BadInput
from campaign.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from astral import Observer

MOON_UP_DEGREES = 0.125  # 57 minutes of arc less 34 and 15.5.
"""The altitude of the moon's centre, seen from the middle of the earth, when its rim appears: parallax less refraction
and radius.
"""

PHASE_LEAD_DEGREES = 5.93  # 6.43 less the half degree that is cut off on average.
"""Astral's moon phase is the elongation cut to whole degrees plus 6.43, so on average it runs this far ahead."""

MOON_DEGREES_A_DAY = 360 / 29.530588  # The days from one new moon to the next.


# So each new moon from 1939 to 1945 is called so on two or three nights.
NEW = 0.02
"""The lit part below which the moon is called new."""


@dataclass(frozen=True, slots=True)
class SunAndMoon:
    """Times of sun and moon on one date; None for an event that does not happen on it. ``moon`` is the lit part of the
    disc in the night that ends on this date, 0 to 1; ``days_from_full`` counts from the nearest full moon, negative
    before it.
    """

    on: date
    first_light: time | None
    sunrise: time | None
    sunset: time | None
    last_light: time | None
    moonrise: time | None
    moonset: time | None
    moon: float
    days_from_full: int

    @property
    def moon_in_words(self) -> str:
        """The moon in words: ``4 days after full, 80 % lit``; ``new, 1 % lit``."""
        days = abs(self.days_from_full)
        count = f"{days} day{'' if days == 1 else 's'}"
        when = (
            "full"
            if days == 0
            else "new"
            if self.moon < NEW
            else f"{count} {'after' if self.days_from_full > 0 else 'before'} full"
        )
        return f"{when}, {round(self.moon * 100)} % lit"


@lru_cache(maxsize=64)
def sun_and_moon(on: date, latitude: float, longitude: float, utc_offset_minutes: int) -> SunAndMoon:
    """Return sun and moon of a date at a place, in degrees. Raises BadInput for a place that is not on the globe."""
    from astral import sun

    observer, zone = _observer(latitude, longitude), timezone(timedelta(minutes=utc_offset_minutes))

    def clock(event: Callable[..., datetime]) -> time | None:
        try:
            return event(observer, date=on, tzinfo=zone).time().replace(second=0, microsecond=0)
        except ValueError:  # does not happen this far north or south
            return None

    rise, set_ = _moon_times(observer, on, zone)
    return SunAndMoon(
        on,
        clock(sun.dawn),
        clock(sun.sunrise),
        clock(sun.sunset),
        clock(sun.dusk),
        rise,
        set_,
        moon_lit(on),
        round((_elongation(on) - 180) / MOON_DEGREES_A_DAY),
    )


def moon_lit(on: date) -> float:
    """Return the lit part of the moon's disc in the night that ends on this date, 0 to 1; it is the same everywhere."""
    return round((1 - cos(radians(_elongation(on)))) / 2, 3)


def _observer(latitude: float, longitude: float) -> Observer:
    from astral import Observer

    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):  # Degrees.
        raise BadInput(
            f"latitude {latitude}, longitude {longitude} is not on the globe. The latitude must be -90 to 90, "
            "the longitude -180 to 180"
        )
    return Observer(latitude, longitude)


def _elongation(on: date) -> float:
    """Return the degrees by which the moon is ahead of the sun when this date begins at Greenwich: 180 at full moon."""
    from astral import moon

    return (moon.phase(on) / 28 * 360 - PHASE_LEAD_DEGREES) % 360  # Astral's phases of a month.


def _altitude(observer: Observer, at: datetime) -> float:
    from astral import moon

    return float(moon.elevation(observer, at.astimezone(UTC)))


def _moon_times(observer: Observer, on: date, zone: timezone) -> tuple[time | None, time | None]:
    """Return the rising and setting of the moon on a date, found from its altitude: Astral's own search misses some
    risings.
    """
    result: dict[bool, time] = {}
    begin = datetime.combine(on, time(), zone)
    hours = [begin + timedelta(hours=h) for h in range(25)]  # Both ends of every hour of a day.
    up = [_altitude(observer, hour) > MOON_UP_DEGREES for hour in hours]
    for i, rises in enumerate(up[1:], start=1):
        if up[i - 1] == rises or rises in result:
            continue
        low, high = hours[i - 1], hours[i]
        while high - low > timedelta(seconds=30):  # Times are told in minutes.
            middle = low + (high - low) / 2
            low, high = (low, middle) if (_altitude(observer, middle) > MOON_UP_DEGREES) == rises else (middle, high)
        if high.date() == on:
            result[rises] = high.time().replace(second=0, microsecond=0)
    return result.get(True), result.get(False)
