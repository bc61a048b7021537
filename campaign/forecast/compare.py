"""Courses of events held against each other, run by run under the same dice.

    require_comparable(first, other, label)             raises Refused for campaigns that are not of one start
    differences(first, other, label) -> tuple[Difference, ...]
    comparison_of(view, starts, labels, gathered, seed, asked) -> ForecastComparison

A difference is told in words only where its interval leaves out 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from campaign.errors import Refused
from campaign.forecast.figures import DIGITS, Runs, average, leads
from campaign.forecast.names import Names
from campaign.forecast.spread import Gathered
from campaign.forecast.start import Start, forecast_of, runs_of
from campaign.forecast.statistics import mean_of
from campaign.values import dataclass
from campaign.views.forecast.campaign_forecast import CampaignForecast, Course, Difference, ForecastComparison

LEAST_PAIRS: Final = 30
"""Pairs of runs from which a difference can be told; the interval of fewer is not to be trusted."""
BY_CHANCE: Final = 0.05
"""The part of figures without a true difference whose 95 % interval leaves out 0."""
Figure = tuple[str, str, str, int, str, Sequence[float], Sequence[float]]
"""Kind, key, side, day, what it is in words, and its value in each run of the first and of the other course."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The runs of one course of events, with their names."""

    names: Names
    runs: Runs


def require_comparable(first: Names, other: Names, label: str) -> None:
    """Raise Refused where two campaigns have not the same sides and scoring places."""
    if (first.subjects.sides, first.subjects.places) != (other.subjects.sides, other.subjects.places):
        raise Refused(
            f"{label} cannot be compared: its sides or objectives differ from the sides or objectives of "
            f"{first.campaign}. Compare only branches of the same campaign (list: campaign branches)"
        )


def differences(first: Counted, other: Counted, label: str) -> tuple[Difference, ...]:
    """Return every difference between two courses of events, in the order of the forecast; ``label`` names the other
    one.
    """
    figures = (*_figures(first.names, first.runs, other.runs), *_strengths(first, other))
    return tuple(_difference(figure, label) for figure in figures)


def comparison_of(
    view: CampaignForecast, starts: Sequence[Start], labels: Sequence[str], gathered: Gathered, seed: str, asked: int
) -> ForecastComparison:
    """Return a forecast beside those of the other courses, which begin at the starts after the first and bear these
    labels.
    """
    first = Counted(starts[0].names, runs_of(gathered))
    courses = []
    for number, (label, start) in enumerate(zip(labels, starts[1:], strict=True), 1):
        other = Counted(start.names, runs_of(gathered, number))
        forecast = forecast_of(start, gathered, seed, asked, number)
        different = differences(first, other, label)
        varying = sum(figure.difference.low != figure.difference.high for figure in different)
        courses.append(Course(label, forecast, different, LEAST_PAIRS, varying, round(BY_CHANCE * varying)))
    return ForecastComparison(view, tuple(courses))


def _difference(figure: Figure, label: str) -> Difference:
    kind, key, side, day, what, ours, theirs = figure
    apart = mean_of([new - old for old, new in zip(ours, theirs, strict=True)])
    old, new = mean_of(ours).mean, mean_of(theirs).mean
    is_clear = apart.leaves_out_zero and len(ours) >= LEAST_PAIRS
    if not is_clear or apart.low is None or apart.high is None:
        words = ""
    elif kind == "place":
        words = (
            f"{label}: {what} in {_percent(new)} instead of {_percent(old)} of the runs"
            f" ({100 * apart.mean:+.0f} points, {100 * apart.low:+.0f} to {100 * apart.high:+.0f})"
        )
    else:
        words = (
            f"{label}: {what} {new:.1f} instead of {old:.1f} ({apart.mean:+.1f}, {apart.low:+.1f} to {apart.high:+.1f})"
        )
    return Difference(kind, key, side, day, round(old, DIGITS), round(new, DIGITS), average(apart), is_clear, words)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _figures(names: Names, first: Runs, other: Runs) -> Iterator[Figure]:
    yield from _holders(names, first, other)
    sides = names.subjects.sides
    last = first[0].evenings[-1].day

    if len(sides) > 1:
        name = names.sides[sides[0]]
        yield "lead", "", name, last, f"the mean lead of {name} is", leads(first), leads(other)
    for index, side in enumerate(sides):
        name = names.sides[side]
        yield (
            "score", "", name, last, f"the mean score of {name} is",
            [run.evenings[-1].points[index] for run in first], [run.evenings[-1].points[index] for run in other],
        )  # fmt: skip
        yield (
            "losses", "", name, last, f"the battalions that {name} have lost at the end are on average",
            [run.evenings[-1].lost[index] for run in first], [run.evenings[-1].lost[index] for run in other],
        )  # fmt: skip
    yield (
        "games", "", "", last, "the games to come are on average",
        [len(run.games) for run in first], [len(run.games) for run in other],
    )  # fmt: skip
    yield (
        "evenings", "", "", last, "the evenings at a table are on average",
        [sum(game.evenings for game in run.games) for run in first],
        [sum(game.evenings for game in run.games) for run in other],
    )  # fmt: skip


def _holders(names: Names, first: Runs, other: Runs) -> Iterator[Figure]:
    """Yield who holds each place in each evening. Where two sides hold every place in every run, the second is left
    out: it holds what the first does not.
    """
    sides = names.subjects.sides
    is_split = len(sides) == 2 and all(
        owner for run in (*first, *other) for evening in run.evenings for owner in evening.owners
    )
    begins = first[0].evenings[0].day, other[0].evenings[0].day
    days = {evening.day for evening in other[0].evenings}
    for index, ident in enumerate(names.subjects.places):
        key, name = names.places[ident]
        for evening in first[0].evenings:
            if evening.day not in days:
                continue
            on = names.date_of(evening.day)
            for side in sides[:1] if is_split else sides:
                holder = names.sides[side]
                yield (
                    "place", key, holder, evening.day,
                    f"{holder} hold {name} in the evening of {on.day} {on:%B}",
                    [float(run.evenings[evening.day - begins[0]].owners[index] == side) for run in first],
                    [float(run.evenings[evening.day - begins[1]].owners[index] == side) for run in other],
                )  # fmt: skip


def _strengths(first: Counted, other: Counted) -> Iterator[Figure]:
    """Yield the strength of every formation that both have, by key: later ones may have each other's ids."""
    indices = {other.names.formations[ident].key: n for n, ident in enumerate(other.names.subjects.formations)}
    last = first.runs[0].evenings[-1].day
    for index, ident in enumerate(first.names.subjects.formations):
        formation = first.names.formations[ident]
        place = indices.get(formation.key)
        if formation.establishment and place is not None:
            one_percent = formation.establishment / 100
            yield (
                "strength", formation.key, first.names.sides[formation.side], last,
                f"the strength of {formation.name} at the end, in percent of its establishment, is on average",
                [run.evenings[-1].men[index] / one_percent for run in first.runs],
                [run.evenings[-1].men[place] / one_percent for run in other.runs],
            )  # fmt: skip
