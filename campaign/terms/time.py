"""Campaign time: days of four turns of six hours (OB-TIME-01), and the clock on the wall."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache

from campaign.errors import BadInput
from campaign.terms.words import is_number
from campaign.values import dataclass

TURNS_A_DAY = 4
HOURS_A_TURN = 6


class Phase(StrEnum):
    """The steps of the clock, in order. Their actions are in ``actions/day.py``."""

    WEATHER = "weather"
    BASING_AREAS = "basing areas"
    ORDERS = "orders"
    DAY_SUPPLY = "supply of the day"
    RECOVERY = "recovery"
    AMALGAMATION = "amalgamation"
    CLEARING = "clearing"
    ARRIVALS = "arrivals"
    AIR_SUPPLY = "air supply"
    SUPPLY = "supply"
    REST = "rest"
    AIR_STRIKES = "air strikes"
    MOVEMENT = "movement"
    CONTACTS = "contacts"
    BATTLES = "battles"
    ENGINEERING = "engineering"
    PLACES = "places"
    END_OF_TURN = "end of turn"
    OBJECTIVES = "objectives"
    STRENGTH_RETURNS = "strength returns"
    OVER = "over"

    @property
    def text(self) -> str:
        """The name that readers see; the value is the one that files hold."""
        return "change of weather" if self is Phase.CLEARING else self.value


MORNING = (Phase.WEATHER, Phase.BASING_AREAS, Phase.ORDERS, Phase.DAY_SUPPLY, Phase.RECOVERY, Phase.AMALGAMATION)
BEFORE_THE_TURNS = MORNING[: MORNING.index(Phase.ORDERS) + 1]
"""Phases at the start of a day, before any of its orders is played."""
TURN = (
    Phase.CLEARING,
    Phase.ARRIVALS,
    Phase.AIR_SUPPLY,
    Phase.SUPPLY,
    Phase.REST,
    Phase.AIR_STRIKES,
    Phase.MOVEMENT,
    Phase.CONTACTS,
    Phase.BATTLES,
    Phase.ENGINEERING,
    Phase.PLACES,
    Phase.END_OF_TURN,
)
EVENING = (Phase.OBJECTIVES, Phase.STRENGTH_RETURNS)


@dataclass(frozen=True, order=True, slots=True)
class Moment:
    """A turn of the campaign: ``day`` from 1, ``turn`` 1 to 4. Text form ``2.3``."""

    day: int
    turn: int = 1

    def __post_init__(self) -> None:
        if self.day < 1 or not 1 <= self.turn <= TURNS_A_DAY:
            raise BadInput(
                f"{self.day}.{self.turn} is not a turn of a campaign: days count from 1, turns from 1 to"
                f" {TURNS_A_DAY}. Write it like 2.3"
            )

    @property
    def index(self) -> int:
        """Number of turns since the start of the campaign; 0 is day 1, turn 1."""
        return (self.day - 1) * TURNS_A_DAY + self.turn - 1

    @classmethod
    def at(cls, index: int) -> Moment:
        """Return the moment with this many turns before it."""
        return cls(index // TURNS_A_DAY + 1, index % TURNS_A_DAY + 1)

    def plus(self, turns: int) -> Moment:
        """Return the moment ``turns`` turns later."""
        return Moment.at(self.index + turns)

    def __str__(self) -> str:
        return f"{self.day}.{self.turn}"


moment_of = lru_cache(maxsize=1024)(Moment)
"""Moment from its numbers. Each moment is made only once, as the rows are asked for their turn again and again."""


def parse_moment(text: str) -> Moment:
    """Return the moment of ``2.3`` (day 2, turn 3) or ``2`` (day 2, turn 1). Raises BadInput."""
    day, _, turn = text.strip().partition(".")
    if not is_number(day) or (turn and not is_number(turn)):
        raise BadInput(f"{text!r} is not a turn of a campaign. Write day.turn, like 2.3")
    return Moment(int(day), int(turn or 1))


@dataclass(frozen=True, slots=True)
class Calendar:
    """The calendar that turns moments into dates. The first turn of a day begins on the evening before (OB-AMB-010)."""

    first_day: date
    day_start_hour: int = 22

    def begins(self, moment: Moment) -> datetime:
        """Return when the turn begins, local time."""
        evening = datetime.combine(self.first_day + timedelta(days=moment.day - 1), time()) - timedelta(
            hours=24 - self.day_start_hour
        )
        return evening + timedelta(hours=HOURS_A_TURN * (moment.turn - 1))

    def ends(self, moment: Moment) -> datetime:
        """Return when the turn ends, local time."""
        return self.begins(moment) + timedelta(hours=HOURS_A_TURN)

    def date_of(self, day: int) -> date:
        return self.first_day + timedelta(days=day - 1)

    def clock(self, moment: Moment, seconds: int = 0) -> str:
        """Return the hours of a turn, ``04:00-10:00``, or the time of day ``seconds`` into it."""
        begin = self.begins(moment)
        if seconds:
            return (begin + timedelta(seconds=seconds)).strftime("%H:%M")
        return f"{begin:%H:%M}-{self.ends(moment):%H:%M}"

    def describe(self, moment: Moment, *, night: bool) -> str:
        """Return a turn in words: ``night 14/15 May 1941, 22:00-04:00`` or ``15 May 1941, 04:00-10:00`` (umpire
        1.12).
        """
        begin, end = self.begins(moment), self.ends(moment)
        if begin.date() == end.date():
            day = f"{begin.day} {begin:%B %Y}"
        elif begin.month == end.month:
            day = f"{begin.day}/{end.day} {end:%B %Y}"
        else:
            day = f"{begin.day} {begin:%B}/{end.day} {end:%B %Y}"
        return f"{'night ' if night else ''}{day}, {self.clock(moment)}"


_OFFSET = re.compile(r"(?:UTC)?([+-])(\d{1,2})(?::?(\d{2}))?")


def offset_minutes(text: str) -> int:
    """Return the minutes east of Greenwich of ``UTC+02:00``, ``UTC+2`` or ``UTC``. Raises BadInput."""
    written = text.strip().upper()
    if written in ("", "UTC", "GMT"):
        return 0
    match = _OFFSET.fullmatch(written)
    if match is None or int(match[2]) > 14 or int(match[3] or 0) > 59:
        raise BadInput(f"{text!r} is not a time zone. Write the hours from Greenwich, like UTC+02:00")
    minutes = int(match[2]) * 60 + int(match[3] or 0)
    return minutes if match[1] == "+" else -minutes
