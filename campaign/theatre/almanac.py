"""The real sky: sun and moon at a place on a date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time


@dataclass(frozen=True, slots=True)
class Sky:
    """Local times of one date; None when it does not happen on that date. ``moon`` is the lit part of the disc at midnight, 0 to 1."""

    on: date
    first_light: time | None
    sunrise: time | None
    sunset: time | None
    last_light: time | None
    moonrise: time | None
    moonset: time | None
    moon: float
    days_from_full: int


def sky(on: date, latitude: float, longitude: float, utc_offset_minutes: int) -> Sky:
    """Sun and moon of a date at a place. First and last light are the limits of civil twilight."""
    raise NotImplementedError
