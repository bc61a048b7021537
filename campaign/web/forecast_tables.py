"""The tables of a forecast, as its page shows them.

tables_of(forecast) -> tuple[ForecastTable, ...]
comparisons_of(comparison) -> tuple[ShownComparison, ...]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from campaign.terms.words import counted
from campaign.views.campaign_forecast import (
    Average,
    CampaignForecast,
    Chance,
    Fan,
    ForecastComparison,
    PlaceForecast,
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
    """The clear differences of another course of events, in sentences."""

    name: str
    differences: tuple[str, ...]


def tables_of(view: CampaignForecast) -> tuple[ForecastTable, ...]:
    """Return the tables, in the order of the page."""
    return (*_holders(view), _scores(view), _events(view), *_tested(view), _strengths(view), _losses(view),
            _cut_off(view), _games(view))  # fmt: skip


def comparisons_of(comparison: ForecastComparison) -> tuple[ShownComparison, ...]:
    """Return what is clear of the differences between the courses of events."""
    return tuple(
        ShownComparison(
            course.name, tuple(d.text.removeprefix(f"{course.name}: ") for d in course.differences if d.is_clear)
        )
        for course in comparison.others
    )


def _percent(chance: Chance) -> str:
    return f"{round(100 * chance.share)} ({round(100 * chance.low)}-{round(100 * chance.high)})"


def _number(value: float) -> str:
    return f"{value:.1f}".replace("-0.0", "0.0")


def _mean(average: Average) -> str:
    return f"{_number(average.mean)} ({_number(average.low)} to {_number(average.high)})"


def _fan(fan: Fan | None) -> str:
    return "" if fan is None else f"{fan.p5} to {fan.p95}"


def _days(view: CampaignForecast) -> tuple[str, ...]:
    return tuple(f"{day.on.day} {day.on:%b}" for day in view.days)


def _holders(view: CampaignForecast) -> Iterator[ForecastTable]:
    """Yield who holds what. Of two sides that between them always hold all, the first is enough."""
    sides = [score.side for score in view.scores]
    is_split = len(sides) == 2 and all(
        holder.side for place in view.places for evening in place.evenings for holder in evening.holders
    )
    note = "In brackets the interval: with so few runs the true figure may be anywhere in it (95 %)."
    for side in sides[:1] if is_split else sides:
        rows = tuple(_holder_row(place, side) for place in view.places)
        yield ForecastTable(
            f"In how many of 100 runs {side} hold it in the evening", ("Place", "Now", *_days(view)), rows, note
        )


def _holder_row(place: PlaceForecast, side: str) -> tuple[str, ...]:
    chances = (next(holder.chance for holder in evening.holders if holder.side == side) for evening in place.evenings)
    return (place.objective, place.held_now, *map(_percent, chances))


def _scores(view: CampaignForecast) -> ForecastTable:
    rows = [(s.side, str(s.now), _mean(s.average), _fan(s.fan)) for s in view.scores]
    note = ""
    if (lead := view.lead) is not None:
        rows.append((f"Lead of {lead.side}", "", _mean(lead.average), ""))
        note = f"{lead.side} end ahead in {_percent(lead.ahead)} of 100 runs, level in {_percent(lead.level)}."
        if len(lead.humps) > 1:
            note += f" The leads have {len(lead.humps)} humps: the mean itself is seldom what happens."
    return ForecastTable("Score at the end", ("Side", "Now", "Mean (95 %)", "In 90 of 100 runs"), tuple(rows), note)


def _events(view: CampaignForecast) -> ForecastTable:
    rows = tuple(
        (f"If {event.what}", _percent(event.chance), _mean(event.difference))
        for event in view.decisive
    )  # fmt: skip
    return ForecastTable(
        "Events that go with the score",
        ("Event", "Of 100 runs", f"Changes the {view.measure} by (99.9 %)"),
        rows,
        "An event that goes with the score need not be its cause." if rows else "",
        "Nothing goes with the score that this number of runs would show.",
    )


def _tested(view: CampaignForecast) -> Iterator[ForecastTable]:
    if view.decided:
        rows = tuple(
            (
                (
                    f"The first battle at {battle.place} on day {battle.day}, ruled for {battle.first} instead of"
                    f" {battle.second}"
                ),
                str(battle.runs),
                _mean(battle.difference),
            )
            for battle in view.decided
        )
        heads = ("Battle", "Runs", f"Changes the {view.measure} by (95 %)")
        yield ForecastTable("The same battles tested under the same dice", heads, rows)


def _strengths(view: CampaignForecast) -> ForecastTable:
    higher = [strength for strength in view.strengths if strength.battalions > 1]
    depth = max(
        (d for d in {s.depth for s in higher} if sum(s.depth <= d for s in higher) <= MOST_FORMATIONS),
        default=min((s.depth for s in higher), default=0),
    )
    rows = tuple(_strength_row(strength) for strength in higher if strength.depth <= depth)
    return ForecastTable(
        "Strength in percent of establishment",
        ("Formation", "Now", *_days(view)),
        rows,
        "The mean of the runs, evening by evening.",
        "The formations have no establishments.",
    )


def _strength_row(strength: StrengthForecast) -> tuple[str, ...]:
    evenings = (str(round(evening.average.mean)) for evening in strength.evenings)
    return (strength.formation, str(strength.now), *evenings)


def _losses(view: CampaignForecast) -> ForecastTable:
    rows = tuple(
        (loss.side, str(loss.now), *(_number(evening.average.mean) for evening in loss.evenings))
        for loss in view.losses
    )  # fmt: skip
    return ForecastTable("Battalions lost by the evening, on average", ("Side", "Now", *_days(view)), rows)


def _cut_off(view: CampaignForecast) -> ForecastTable:
    ordered = sorted(view.cut_off, key=lambda cut: -max(day.chance.share for day in cut.days))
    rows = tuple(
        (cut.formation, *(str(round(100 * day.chance.share)) for day in cut.days)) for cut in ordered[:MOST_CUT_OFF]
    )
    return ForecastTable(
        "Out of supply in a turn of the day, in how many of 100 runs",
        ("Formation", *_days(view)),
        rows,
        f"And {counted(len(ordered) - MOST_CUT_OFF, 'formation')} less often." if len(ordered) > MOST_CUT_OFF else "",
        "No formation in any run.",
    )


def _games(view: CampaignForecast) -> ForecastTable:
    games = view.games
    rows = (
        ("Games", _mean(games.games), _fan(games.games_fan)),
        ("Evenings at a table", _mean(games.evenings), _fan(games.evenings_fan)),
    )
    return ForecastTable("Games to come", ("", "Mean (95 %)", "In 90 of 100 runs"), rows)
