"""The results of playing the campaign on many times: chances, scores, strengths, games, and what goes with the
score.

Chances lie between 0 and 1 and have 95 % intervals (Wilson); means have 95 % intervals by Student's t.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from campaign.terms.time import Moment
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Chance:
    """In how many runs something happened, as a chance with its interval."""

    runs: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Average:
    """A mean with its interval, which is not known (None) from a single run."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Fan:
    """Observed values that 5, 25, 50, 75 and 95 of 100 runs do not exceed; only from 100 runs on."""

    p5: int
    p25: int
    p50: int
    p75: int
    p95: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram: the runs with a value from ``low`` to ``high``."""

    low: int
    high: int
    runs: int


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of the forecast: the number of the day and its date."""

    day: int
    on: date


@dataclass(frozen=True, slots=True)
class HolderChance:
    """The chance that a side holds a place; ``side`` is empty for no side. In a side's own forecast ``not ours`` stands
    for the enemy and for no side.
    """

    side: str
    chance: Chance


@dataclass(frozen=True, slots=True)
class PlaceEvening:
    """The holder of a place in the evening of a day."""

    day: int
    holders: tuple[HolderChance, ...]


@dataclass(frozen=True, slots=True)
class PlaceForecast:
    """A place that scores, from evening to evening. ``objective``: its name as an objective."""

    key: str
    place: str
    objective: str
    held_now: str
    evenings: tuple[PlaceEvening, ...]


@dataclass(frozen=True, slots=True)
class ScoreForecast:
    """The score of a side as the forecast ends. ``now``: its score so far."""

    side: str
    now: int
    average: Average
    fan: Fan | None
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class LeadForecast:
    """The lead of a side: its score less the best of the others'. ``humps``: the middles of the histogram's tops, of
    which there may be two or more.
    """

    side: str
    average: Average
    bars: tuple[Bar, ...]
    humps: tuple[Bar, ...]
    ahead: Chance
    level: Chance


@dataclass(frozen=True, slots=True)
class StrengthEvening:
    """A formation's strength in the evening of a day, in percent of its establishment of men."""

    day: int
    average: Average
    fan: Fan | None


@dataclass(frozen=True, slots=True)
class StrengthForecast:
    """A formation's strength from evening to evening. ``depth``: formations above it."""

    key: str
    formation: str
    side: str
    depth: int
    battalions: int
    now: int
    evenings: tuple[StrengthEvening, ...]


@dataclass(frozen=True, slots=True)
class LossEvening:
    """A side's battalions destroyed, captured or disbanded by the evening of a day."""

    day: int
    average: Average
    fan: Fan | None


@dataclass(frozen=True, slots=True)
class LossForecast:
    """A side's lost battalions from evening to evening; ``now``: lost so far."""

    side: str
    now: int
    evenings: tuple[LossEvening, ...]


@dataclass(frozen=True, slots=True)
class CutOffDay:
    """The chance that a formation is out of supply in at least one turn of a day."""

    day: int
    chance: Chance


@dataclass(frozen=True, slots=True)
class CutOffForecast:
    """The days on which a formation is out of supply; only formations that are so in at least one run."""

    key: str
    formation: str
    side: str
    days: tuple[CutOffDay, ...]


@dataclass(frozen=True, slots=True)
class GamesForecast:
    """The games still to be played, and the evenings at a table that they take. Battles in which no unit moves or
    fires are not counted.
    """

    games: Average
    games_fan: Fan | None
    evenings: Average
    evenings_fan: Fan | None


@dataclass(frozen=True, slots=True)
class Decisive:
    """Something that happens in 5 to 95 of 100 runs, and how the lead of the first side goes with it: the mean with it
    less the mean without it, with a 99.9 % interval. It need not be the cause.

    ``kind``: ``battle``, ``battle won`` or ``crossing``; ``winner``: the side that holds the field.
    """

    kind: str
    what: str
    key: str
    day: int
    winner: str
    chance: Chance
    with_it: float
    without_it: float
    difference: Average


@dataclass(frozen=True, slots=True)
class Decided:
    """A true test of a battle: the first at a place on a day, ruled for one side and then for the other under the same
    dice, in the ``runs`` in which it comes about. ``difference``: the mean lead of the forecast's first side if the
    side ``first`` holds the field, less that if ``second`` does.
    """

    place: str
    key: str
    day: int
    runs: int
    first: str
    second: str
    difference: Average


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """Enemy units that were seen together, as each run of a side's forecast draws them. ``units``: arm and rough size,
    or the name where a battle told it; ``stays``: the chance that a run leaves them where they were seen; ``places``:
    to how many others it may move them.
    """

    units: tuple[str, ...]
    where: str
    age_hours: int
    stays: float
    places: int


@dataclass(frozen=True, slots=True)
class UnseenEstimate:
    """The side's own estimate of an arm: from ``least`` to ``most`` unseen units of the size ``mark``; ``places``: the
    number of places where they may be.
    """

    arm: str
    mark: str
    least: int
    most: int
    places: int

    @property
    def text(self) -> str:
        """The estimate in words: ``6 to 10 unseen infantry battalions``."""
        number = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        unit = self.mark if self.most == 1 else f"{self.mark.removesuffix('y')}{'ies' if self.mark[-1] == 'y' else 's'}"
        return f"{number} unseen {self.arm} {unit}"


@dataclass(frozen=True, slots=True)
class DrawnEnemy:
    """The enemy of a side's own forecast: it is not the true one, but drawn anew for each run."""

    side: str
    enemy: str
    groups: tuple[DrawnGroup, ...]
    unseen: tuple[UnseenEstimate, ...]

    @property
    def caution(self) -> str:
        """Warning before figures that mean little: no enemy at all is drawn; else empty."""
        if self.groups or self.unseen:
            return ""
        return (
            f"These runs have no enemy, so nothing resists: {self.side} have not seen any unit of {self.enemy}. Add"
            " your own estimate of the enemy."
        )


@dataclass(frozen=True, slots=True)
class CampaignForecast:
    """A forecast of the campaign. ``runs``: how many count, of ``asked``; ``ended``: why there are no more;
    ``digest``: of the state from which every run begins; ``viewer``: by whose knowledge; ``enemy``: how a side's
    forecast draws it, null in the umpire's; ``assumptions`` and ``definitions``: what the figures rest on, and what
    each means.
    """

    campaign: str
    title: str
    moment: Moment
    last: Evening
    runs: int
    asked: int
    ended: str
    seed: str
    digest: str
    engine: str
    viewer: str
    enemy: DrawnEnemy | None
    assumptions: tuple[str, ...]
    places: tuple[PlaceForecast, ...]
    scores: tuple[ScoreForecast, ...]
    lead: LeadForecast | None
    strengths: tuple[StrengthForecast, ...]
    losses: tuple[LossForecast, ...]
    cut_off: tuple[CutOffForecast, ...]
    games: GamesForecast
    decisive: tuple[Decisive, ...]
    decided: tuple[Decided, ...]
    days: tuple[Evening, ...]
    definitions: Mapping[str, str]

    @property
    def measure(self) -> str:
        """The figure with which events go, in words: a lead, or in a side's own forecast its score."""
        return f"score of {self.scores[0].side}" if self.lead is None else f"lead of {self.lead.side}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure of another course of events held against the first, under the same dice run by run. ``kind``: ``place``,
    ``score``, ``lead``, ``losses``, ``strength``, ``games`` or ``evenings``; ``first`` and ``other``: the means, or
    chances, of both; ``difference``: of the pairs; ``is_clear``: its interval leaves out 0.
    """

    kind: str
    key: str
    side: str
    day: int
    first: float
    other: float
    difference: Average
    is_clear: bool
    text: str
    """The difference in words; empty unless it is clear."""


@dataclass(frozen=True, slots=True)
class Course:
    """Another course of events, with its own forecast and its differences from the first. ``least``: the pairs of runs
    from which differences are told; ``varying``: how many figures differ in any pair; ``by_chance``: how many of them
    chance alone would tell.
    """

    name: str
    forecast: CampaignForecast
    differences: tuple[Difference, ...]
    least: int
    varying: int
    by_chance: int


@dataclass(frozen=True, slots=True)
class ForecastComparison:
    """The forecast of the campaign beside those of other courses of events."""

    first: CampaignForecast
    others: tuple[Course, ...]
