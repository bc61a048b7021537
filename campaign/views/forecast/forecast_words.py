"""The rows and sentences of a campaign forecast that terminal, page and paper share; they only lay them out.

holdings(view) -> tuple[Holding, ...]      which side holds the places that score, evening by evening
score_rows(view) -> tuple[ScoreRow, ...]   the scores, and the lead
highest(strengths, most)                   the formations of as many levels as there is room for
event_sentence(view, event)                an event that goes with the score
trial_sentence(view, battle)              a battle that was tested

``minus``: the sign before negative numbers, where the reader's type has a true one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from campaign.terms.words import counted, listed
from campaign.values import dataclass
from campaign.views.forecast.campaign_forecast import (
    Average,
    Bar,
    CampaignForecast,
    Chance,
    Course,
    CutOffForecast,
    Decided,
    Decisive,
    Fan,
    LeadForecast,
    StrengthForecast,
)
from campaign.words.proposal import Proposal

CUT_OFF: Final = "In how many of 100 runs the formation is out of supply in a turn of the day"
EVENTS: Final = "Events that go with the score"
GAMES: Final = "Games to come"
NO_ESTABLISHMENTS: Final = "The formations have no establishments."
NEVER_CUT_OFF: Final = "No formation in any run."
NO_EVENTS: Final = "In this number of runs no event is clearly linked to the score."
NO_CAUSE: Final = "An event linked to the score need not be the cause of it."


@dataclass(frozen=True, slots=True)
class HeldPlace:
    """A place that scores, with the chance of each evening that a side holds it."""

    objective: str
    held_now: str
    chances: tuple[Chance, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """The places that score, as a side holds them."""

    side: str
    places: tuple[HeldPlace, ...]

    @property
    def heading(self) -> str:
        return f"In how many of 100 runs {self.side} hold the place in the evening"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The score of a side as the forecast ends, or a lead, which has neither a score so far nor quantiles."""

    name: str
    now: int | None
    average: Average
    fan: Fan | None


# rows -----------------------------------------------------------------------------------------------------------------


def dates_of(view: CampaignForecast) -> tuple[str, ...]:
    """Return the dates of the evenings: ``15 May``."""
    return tuple(f"{evening.on.day} {evening.on:%b}" for evening in view.days)


def holdings(view: CampaignForecast) -> tuple[Holding, ...]:
    """Return what each side holds. Of two sides that between them always hold all, the first is enough."""
    sides = [score.side for score in view.scores]
    is_split = len(sides) == 2 and all(
        holder.side for place in view.places for evening in place.evenings for holder in evening.holders
    )
    return tuple(_holding(view, side) for side in (sides[:1] if is_split else sides))


def _holding(view: CampaignForecast, side: str) -> Holding:
    return Holding(
        side,
        tuple(
            HeldPlace(
                place.objective,
                place.held_now,
                tuple(
                    next(holder.chance for holder in evening.holders if holder.side == side)
                    for evening in place.evenings
                ),
            )
            for place in view.places
        ),
    )


def score_rows(view: CampaignForecast) -> tuple[ScoreRow, ...]:
    """Return the scores as the forecast ends, and below them the lead."""
    rows = [ScoreRow(score.side, score.now, score.average, score.fan) for score in view.scores]
    if view.lead is not None:
        rows.append(ScoreRow(f"Lead of {view.lead.side}", None, view.lead.average, None))
    return tuple(rows)


def highest(strengths: Sequence[StrengthForecast], most: int) -> list[StrengthForecast]:
    """Return the formations of as many levels from the top as there is room for; at least the highest level."""
    depths = {strength.depth for strength in strengths}
    fitting = (depth for depth in depths if sum(strength.depth <= depth for strength in strengths) <= most)
    deepest = max(fitting, default=min(depths, default=0))
    return [strength for strength in strengths if strength.depth <= deepest]


def highest_of_several(view: CampaignForecast, most: int) -> list[StrengthForecast]:
    """Return the highest formations of more than one battalion."""
    return highest([strength for strength in view.strengths if strength.battalions > 1], most)


def most_cut_off(view: CampaignForecast) -> list[CutOffForecast]:
    """Return the formations out of supply in any run: those first that are to be expected without supply on most days,
    then those with the worst day.
    """

    def by_days(cut: CutOffForecast) -> tuple[float, float]:
        shares = [day.chance.share for day in cut.days]
        return -sum(shares), -max(shares)

    return sorted(view.cut_off, key=by_days)


# figures --------------------------------------------------------------------------------------------------------------


def whole(number: float, minus: str = "-") -> str:
    """Return a whole number: ``1,200``."""
    return f"{round(number):,}".replace("-", minus)


def decimal(number: float, minus: str = "-") -> str:
    """Return a number with a decimal; never minus nought."""
    text = f"{number:.1f}"
    return "0.0" if text == "-0.0" else text.replace("-", minus)


def interval_of(average: Average, minus: str = "-") -> str:
    """Return the interval of a mean: ``-3.4 to 0.2``."""
    if average.low is None or average.high is None:
        return "unknown"
    return f"{decimal(average.low, minus)} to {decimal(average.high, minus)}"


def percent(share: float) -> str:
    """Return a chance in percent: ``61 %``; never 0 or 100 for what has happened in some runs only."""
    rounded = round(100 * share)
    if share > 0 and rounded == 0:
        return "under 1 %"
    return "over 99 %" if share < 1 and rounded == 100 else f"{rounded} %"


def known(average: Average, minus: str = "-") -> str:
    """Return a mean with its interval: ``1.2 (0.8 to 1.6)``."""
    return f"{decimal(average.mean, minus)} ({interval_of(average, minus)})"


def known_whole(average: Average) -> str:
    """Return a mean with its interval in whole numbers: ``85 (83-87)``."""
    if average.low is None or average.high is None:
        return f"{whole(average.mean)} (unknown)"
    between = "-" if average.low >= 0 else " to "  # no second minus beside the first
    return f"{whole(average.mean)} ({whole(average.low)}{between}{whole(average.high)})"


def known_percent(chance: Chance) -> str:
    """Return a chance in percent with its interval: ``61 % (56 to 66)``."""
    return f"{percent(chance.share)} ({round(100 * chance.low)} to {round(100 * chance.high)})"


def of_100_runs(chance: Chance) -> str:
    """Return a chance in runs of 100 with its interval: ``61 (56-66)``."""
    return f"{round(100 * chance.share)} ({round(100 * chance.low)}-{round(100 * chance.high)})"


def bar_name(bar: Bar, minus: str = "-") -> str:
    """Return the values of a histogram's bar: ``4``, ``-3 to 0``."""
    low, high = whole(bar.low, minus), whole(bar.high, minus)
    return low if bar.low == bar.high else f"{low} to {high}"


# sentences ------------------------------------------------------------------------------------------------------------


def runs_played(view: CampaignForecast) -> str:
    """Return how many runs count, and why there are no more: ``400 runs of 1,000: each holder was known to 3
    points``.
    """
    fewer = "" if view.runs == view.asked else f" of {view.asked:,}: {view.ended}"
    return f"{counted(view.runs, 'run')}{fewer}"


def reckoning(view: CampaignForecast, usual: int) -> Proposal:
    """Return what the figures are reckoned from: the number of runs, with its reason, and how to ask for others.
    ``usual``: the number of runs without another in the request.
    """
    is_usual = view.asked == usual
    why = "that is the usual number" if is_usual else "that number was asked for"
    if view.runs != view.asked:
        first = f"{view.asked:,} {'are usual' if is_usual else 'were asked for'}"
        why = f"{first}, and it ended before them ({view.ended})"
    return Proposal(counted(view.runs, "run"), why, "ask for another number of runs, another seed or another last day")


def dice_and_state(view: CampaignForecast) -> str:
    """Return by which dice the runs were played, and from which state."""
    return f"seed {view.seed}; state {view.digest[:12]}"


def humps_sentence(lead: LeadForecast, minus: str = "-", *, with_places: bool = True) -> str:
    """Return that the leads have several humps, and where; empty if they do not."""
    if len(lead.humps) < 2:
        return ""
    places = f", at {listed([bar_name(hump, minus) for hump in lead.humps])}" if with_places else ""
    return f"The leads have {len(lead.humps)} humps{places}: few runs end near the mean."


def event_sentence(view: CampaignForecast, event: Decisive, minus: str = "-") -> str:
    """Return how the score goes with an event."""
    apart = event.difference
    return (
        f"If {event.what} ({percent(event.chance.share)} of the runs), the {view.measure} is"
        f" {decimal(abs(apart.mean), minus)} points {'higher' if apart.mean > 0 else 'lower'} than if not"
        f" ({interval_of(apart, minus)})."
    )


def trial_of(battle: Decided) -> str:
    """Return what was tested of a battle, within a sentence."""
    return (
        f"the first battle at {battle.place} on day {battle.day}, ruled for {battle.first} instead of {battle.second}"
    )


def trial_sentence(view: CampaignForecast, battle: Decided, minus: str = "-") -> str:
    """Return what came of the test of a battle."""
    apart = battle.difference
    return (
        f"Tested under the same dice: {trial_of(battle)}, changes the {view.measure} by {decimal(apart.mean, minus)}"
        f" ({interval_of(apart, minus)}; {counted(battle.runs, 'run')})."
    )


def clear_differences(course: Course) -> tuple[str, ...]:
    """Return what is clear of the differences of a course of events, in sentences that do not name it."""
    texts = (d.text.removeprefix(f"{course.name}: ") for d in course.differences if d.is_clear)
    return tuple(f"{text[:1].upper()}{text[1:]}" for text in texts)


def below_differences(view: CampaignForecast, course: Course) -> str:
    """Return the sentence below the differences of a course of events: how far they are to be trusted, or that there
    are none.
    """
    if view.runs < course.least:
        return f"Differences are shown only from {course.least} runs; this forecast has {view.runs}."
    if not any(d.is_clear for d in course.differences):
        return f"No clear difference in {counted(view.runs, 'run')}."
    by_chance = f"list about {course.by_chance} of them here" if course.by_chance else "seldom list one here"
    return (
        f"Run by run the dice are the same. Of {counted(course.varying, 'figure')} that differ in some runs, chance"
        f" alone would {by_chance}."
    )
