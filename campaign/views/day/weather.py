"""Weather turn by turn over the battlefield and the airfields, with the light by the rules and the real sky."""

from __future__ import annotations

from campaign.terms.state import Light, Season, Sky
from campaign.values import dataclass
from campaign.words.proposal import Proposal


@dataclass(frozen=True, slots=True)
class TurnWeather:
    """The weather of one turn. ``sky`` None: not settled yet."""

    turn: int
    clock: str
    light: Light | None
    sky: Sky | None
    roll: int | None
    """Natural die roll; None if the weather is historical or carried over."""
    basis: str
    rules: tuple[str, ...]
    """Ids of the rules that give this weather."""


@dataclass(frozen=True, slots=True)
class AreaWeather:
    """The battlefield (no name) or a basing area, turn by turn through a day."""

    area: str
    side: str
    turns: tuple[TurnWeather, ...]


@dataclass(frozen=True, slots=True)
class RealSky:
    """Sun and moon of a date at the campaign's place, local time ``HH:MM``; empty for a time that does not occur, or
    without a known place.
    """

    date: str
    first_light: str
    sunrise: str
    sunset: str
    last_light: str
    moonrise: str
    moonset: str
    moon_percent: int
    moon_words: str
    """Moon in words: ``4 days after full, 84 % lit``."""


@dataclass(frozen=True, slots=True)
class WeatherView:
    """The weather of one day."""

    viewer: str
    day: int
    date: str
    season: Season
    battlefield: AreaWeather
    basing_areas: tuple[AreaWeather, ...]
    tonight: RealSky | None
    today: RealSky | None
    source: Proposal
    """Where the weather comes from, why, and how to change that."""
    source_is_default: bool
    """True if nobody named it as the campaign was started, nor changed it since."""
    sees_open_m: int
    """Range in metres at which units are located over open ground this turn (OB-LOC-02)."""
    sees_hill_m: int
    sees_terrain_m: int

    @property
    def source_words(self) -> str:
        """The source of the weather in a sentence."""
        return self.source.by_default if self.source_is_default else self.source.stated
