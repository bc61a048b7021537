"""The tables of a forecast, as its page shows them.

tables_of(view) -> tuple[ForecastTable, ...]
comparisons_of(comparison) -> tuple[ShownComparison, ...]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.terms.words import counted
from campaign.values import dataclass
from campaign.views.forecast import forecast_words as words
from campaign.views.forecast.campaign_forecast import (
    Average,
    CampaignForecast,
    Fan,
    ForecastComparison,
    StrengthForecast,
)

MOST_FORMATIONS: Final = 12
MOST_CUT_OFF: Final = 10


@dataclass(frozen=True, slots=True)
class ForecastTable:
    """A table: the first cell of a row names what it is about, the others are figures. ``note``: a sentence below."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    none: str = ""
    """Words in place of a table without rows."""


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """The clear differences of another course of events, in sentences; ``note``: a sentence below them, or in their
    place.
    """

    name: str
    differences: tuple[str, ...]
    note: str


def tables_of(view: CampaignForecast) -> tuple[ForecastTable, ...]:
    """Return the tables, in the order of the page."""
    return (*_holders(view), _scores(view), _events(view), *_tested(view), _strengths(view), _losses(view),
            _cut_off(view), _games(view))  # fmt: skip


def comparisons_of(comparison: ForecastComparison) -> tuple[ShownComparison, ...]:
    """Return what is clear of the differences between the courses of events."""
    view = comparison.first
    return tuple(
        ShownComparison(course.name, words.clear_differences(course), words.below_differences(view, course))
        for course in comparison.others
    )


def _mean(average: Average) -> str:
    return f"{words.decimal(average.mean)} ({words.interval_of(average)})"


def _fan(fan: Fan | None) -> str:
    return "" if fan is None else f"{fan.p5} to {fan.p95}"


def _holders(view: CampaignForecast) -> Iterator[ForecastTable]:
    note = "The brackets show the 95 % interval: with so few runs, the true figure may be anywhere in it."
    for holding in words.holdings(view):
        rows = tuple((p.objective, p.held_now, *map(words.of_100_runs, p.chances)) for p in holding.places)
        yield ForecastTable(holding.heading, ("Place", "Now", *words.dates_of(view)), rows, note)


def _scores(view: CampaignForecast) -> ForecastTable:
    rows = tuple(
        (row.name, "" if row.now is None else str(row.now), _mean(row.average), _fan(row.fan))
        for row in words.score_rows(view)
    )
    note = ""
    if (lead := view.lead) is not None:
        ahead, level = words.of_100_runs(lead.ahead), words.of_100_runs(lead.level)
        humps = words.humps_sentence(lead, with_places=False)
        note = f"{lead.side} end ahead in {ahead} of 100 runs, and level in {level}. {humps}".rstrip()
    return ForecastTable(
        "Score at the end", ("Side", "Now", "Mean (95 % interval)", "Range in 90 of 100 runs"), rows, note
    )


def _events(view: CampaignForecast) -> ForecastTable:
    rows = tuple(
        (f"If {event.what}", words.of_100_runs(event.chance), _mean(event.difference))
        for event in view.decisive
    )  # fmt: skip
    return ForecastTable(
        words.EVENTS,
        ("Event", "In 100 runs", f"Changes the {view.measure} by (99.9 % interval)"),
        rows,
        words.NO_CAUSE if rows else "",
        words.NO_EVENTS,
    )


def _tested(view: CampaignForecast) -> Iterator[ForecastTable]:
    if view.decided:
        rows = tuple(
            (_capital(words.trial_of(battle)), str(battle.runs), _mean(battle.difference)) for battle in view.decided
        )
        heads = ("Battle", "Runs", f"Changes the {view.measure} by (95 % interval)")
        yield ForecastTable("The same battles, tested with the same dice", heads, rows)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _strengths(view: CampaignForecast) -> ForecastTable:
    rows = tuple(map(_strength_row, words.highest_of_several(view, MOST_FORMATIONS)))
    return ForecastTable(
        "Strength in per cent of establishment",
        ("Formation", "Now", *words.dates_of(view)),
        rows,
        "Mean of the runs for each evening, with its 95 % interval in brackets.",
        words.NO_ESTABLISHMENTS,
    )


def _strength_row(strength: StrengthForecast) -> tuple[str, ...]:
    evenings = (words.known_whole(evening.average) for evening in strength.evenings)
    return (strength.formation, str(strength.now), *evenings)


def _losses(view: CampaignForecast) -> ForecastTable:
    rows = tuple(
        (loss.side, str(loss.now), *(words.known(evening.average) for evening in loss.evenings))
        for loss in view.losses
    )  # fmt: skip
    return ForecastTable("Battalions lost by the evening, on average", ("Side", "Now", *words.dates_of(view)), rows)


def _cut_off(view: CampaignForecast) -> ForecastTable:
    ordered = words.most_cut_off(view)
    rows = tuple(
        (cut.formation, *(words.of_100_runs(day.chance) for day in cut.days)) for cut in ordered[:MOST_CUT_OFF]
    )
    return ForecastTable(
        words.CUT_OFF,
        ("Formation", *words.dates_of(view)),
        rows,
        f"And {counted(len(ordered) - MOST_CUT_OFF, 'formation')} are out of supply less often."
        if len(ordered) > MOST_CUT_OFF
        else "",
        words.NEVER_CUT_OFF,
    )


def _games(view: CampaignForecast) -> ForecastTable:
    games = view.games
    rows = (
        ("Games", _mean(games.games), _fan(games.games_fan)),
        ("Evenings at a table", _mean(games.evenings), _fan(games.evenings_fan)),
    )
    return ForecastTable(words.GAMES, ("", "Mean (95 % interval)", "Range in 90 of 100 runs"), rows)
