"""A forecast of the campaign at the terminal: tables that fit the line, and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from campaign.cli import show
from campaign.cli.progress import bar
from campaign.views.forecast import forecast_words as words
from campaign.views.forecast.campaign_forecast import (
    Average,
    CampaignForecast,
    Chance,
    Fan,
    ForecastComparison,
    LeadForecast,
    StrengthForecast,
)
from campaign.views.forecast.forecast_words import HeldPlace

FEW_EVENINGS = 4
"""Evenings for which there is room for an interval beside each chance."""
BAR_WIDTH = 30
MOST_FORMATIONS = 12
MOST_CUT_OFF = 10


def print_forecast(view: CampaignForecast, usual_runs: int, *, is_brief: bool = False) -> None:
    """Print the whole forecast, or in brief who holds each place and who ends ahead. ``usual_runs``: the
    number of runs without --runs.
    """
    show.heading(f"{view.title}, played on from turn {view.moment} to the evening of {_date(view)}")
    if view.enemy is not None:
        how = "" if is_brief else " (see the end)"
        drawn = f"From what {view.enemy.side} know: each run draws the enemy again{how}."
        show.lines([view.enemy.caution or drawn])
    show.lines([f"{words.runs_played(view)}; {words.dice_and_state(view)}"])
    _places(view)
    if is_brief:
        _tendency(view)
        _decided(view)
        return
    _scores(view)
    _losses(view)
    _strengths(view)
    _cut_off(view)
    _games(view)
    _decisive(view)
    _decided(view)
    show.line()
    show.lines([words.reckoning(view, usual_runs).reckoned, *view.assumptions])
    show.lines(_ways(view))


def _ways(view: CampaignForecast) -> Iterator[str]:
    """Yield the program's commands and options that go with the assumptions."""
    yield "The doctrine is printed by campaign rules --doctrine, and played by campaign next --auto."
    if view.enemy is not None and not view.enemy.unseen:
        yield '--unseen adds an estimate of enemies that the side has not seen: --unseen "infantry 6-10".'


def print_comparison(view: ForecastComparison, usual_runs: int, *, is_brief: bool = False) -> None:
    """Print the forecast, whole or in brief, and how other courses of events differ from it."""
    print_forecast(view.first, usual_runs, is_brief=is_brief)
    for course in view.others:
        show.line()
        show.heading(f"With {course.name}")
        show.lines(words.clear_differences(course), indent=2)
        show.lines([words.below_differences(view.first, course)], indent=2)


def _date(view: CampaignForecast) -> str:
    return f"{view.last.on.day} {view.last.on:%B %Y}"


def _cell(chance: Chance, *, is_full: bool) -> str:
    return words.of_100_runs(chance) if is_full else str(round(100 * chance.share))


def _places(view: CampaignForecast) -> None:
    is_full = len(view.days) <= FEW_EVENINGS
    headers = ("Place", "Now", *_dates(view))
    for holding in words.holdings(view):
        show.line()
        show.heading(holding.heading)
        show.table(headers, [_place(place, is_full=is_full) for place in holding.places], right=headers[2:])
    _widest(holder.chance for place in view.places for evening in place.evenings for holder in evening.holders)


def _dates(view: CampaignForecast) -> tuple[str, ...]:
    """Return the headings of the evenings: with the month where there is room for it."""
    return words.dates_of(view) if len(view.days) <= FEW_EVENINGS else tuple(str(day.on.day) for day in view.days)


def _widest(chances: Iterable[Chance]) -> None:
    """Print how closely the least known of these chances is known."""
    _known_to(max((50 * (chance.high - chance.low) for chance in chances), default=None), "point")


def _known_to(half: float | None, unit: str) -> None:
    if half is not None and half < inf:
        number = words.decimal(half) if half < 1 else words.whole(half)
        show.lines(
            [f"Each figure is within about {number} {unit if number == '1' else unit + 's'} of its true value (95 %)."]
        )


def _half(average: Average) -> float:
    """Return half the interval of a mean; infinite if it is not known."""
    return inf if average.low is None or average.high is None else (average.high - average.low) / 2


def _average(average: Average, *, is_full: bool) -> str:
    return words.known(average) if is_full else words.decimal(average.mean)


def _place(place: HeldPlace, *, is_full: bool) -> tuple[str, ...]:
    return (place.objective, place.held_now, *(_cell(chance, is_full=is_full) for chance in place.chances))


def _scores(view: CampaignForecast) -> None:
    show.line()
    show.heading("Score")
    headers = ("Now", "Mean", "95 %", *_fan_headers(view))
    show.table(
        ("Side", *headers),
        [
            (
                score.side,
                score.now,
                words.decimal(score.average.mean),
                words.interval_of(score.average),
                *_fan(score.fan),
            )
            for score in view.scores
        ],
        right=headers,
    )
    if view.lead is not None:
        _lead(view.lead)


def _tendency(view: CampaignForecast) -> None:
    """Print who ends ahead; of a side's own forecast, which has no lead, its score."""
    lines = [f"Score of {score.side}: mean {words.known(score.average)}." for score in view.scores]
    show.line()
    show.lines([_ahead(view.lead)] if view.lead is not None else lines)


def _ahead(lead: LeadForecast) -> str:
    behind = 1 - lead.ahead.share - lead.level.share
    return (
        f"{lead.side} end ahead in {words.known_percent(lead.ahead)} of the runs, level in"
        f" {words.known_percent(lead.level)}, behind in the other {words.percent(max(behind, 0.0))}. Lead of"
        f" {lead.side}: mean {words.decimal(lead.average.mean)} ({words.interval_of(lead.average)})."
    )


def _lead(lead: LeadForecast) -> None:
    show.line()
    show.lines([_ahead(lead)])
    if humps := words.humps_sentence(lead):
        show.lines([humps])
    most = max(column.runs for column in lead.bars)
    names = [words.bar_name(column) for column in lead.bars]
    room = max(map(len, names))
    for name, column in zip(names, lead.bars, strict=True):
        show.unbroken(f"  {name.rjust(room)}  {bar(column.runs, most, BAR_WIDTH).rstrip()} {column.runs}")


def _fan(fan: Fan | None) -> tuple[object, ...]:
    return () if fan is None else (fan.p5, fan.p25, fan.p50, fan.p75, fan.p95)


def _fan_headers(view: CampaignForecast) -> tuple[str, ...]:
    """Return the headings of quantiles, if there are any: the values that 5, 25 and more of 100 runs do not exceed."""
    return ("of 100 runs: 5", "25", "50", "75", "95") if any(score.fan for score in view.scores) else ()


def _losses(view: CampaignForecast) -> None:
    show.line()
    show.heading("Battalions destroyed, captured or disbanded by the evening, on average")
    is_full = len(view.days) <= FEW_EVENINGS
    headers = ("Side", "Now", *_dates(view))
    show.table(
        headers,
        [
            (loss.side, loss.now, *(_average(evening.average, is_full=is_full) for evening in loss.evenings))
            for loss in view.losses
        ],
        right=headers[1:],
    )
    if not is_full:
        _known_to(max(_half(evening.average) for loss in view.losses for evening in loss.evenings), "battalion")


def _strengths(view: CampaignForecast) -> None:
    show.line()
    show.heading(f"Strength of the higher formations in the evening of {_date(view)}, in percent of establishment")
    headers = ("Now", "Mean (95 %)", *_fan_headers(view))
    show.table(
        ("Formation", *headers),
        [_strength(strength) for strength in words.highest_of_several(view, MOST_FORMATIONS)],
        right=headers,
        empty=words.NO_ESTABLISHMENTS,
    )
    show.lines([f"All {len(view.strengths)} formations, evening by evening: --json"])


def _strength(strength: StrengthForecast) -> tuple[object, ...]:
    last = strength.evenings[-1]
    return ("  " * strength.depth + strength.formation, strength.now, words.known_whole(last.average), *_fan(last.fan))


def _cut_off(view: CampaignForecast) -> None:
    show.line()
    show.heading(words.CUT_OFF)
    ordered = words.most_cut_off(view)
    is_full = len(view.days) <= FEW_EVENINGS
    headers = ("Formation", *_dates(view))
    show.table(
        headers,
        [(cut.formation, *(_cell(day.chance, is_full=is_full) for day in cut.days)) for cut in ordered[:MOST_CUT_OFF]],
        right=headers[1:],
        empty=words.NEVER_CUT_OFF,
    )
    if ordered and not is_full:
        _widest(day.chance for cut in ordered for day in cut.days)
    if len(ordered) > MOST_CUT_OFF:
        show.lines([f"and {len(ordered) - MOST_CUT_OFF} more, less often: --json"])


def _games(view: CampaignForecast) -> None:
    games = view.games
    show.line()
    show.heading(words.GAMES)
    spread = ""
    if games.games_fan is not None and games.evenings_fan is not None:
        spread = (
            f"; in 90 of 100 runs {games.games_fan.p5} to {games.games_fan.p95} games and {games.evenings_fan.p5} to"
            f" {games.evenings_fan.p95} evenings"
        )
    means = f"{words.known(games.games)} games on average, {words.known(games.evenings)} evenings at a table"
    show.lines([f"{means}{spread}."])


def _decisive(view: CampaignForecast) -> None:
    show.line()
    show.heading(words.EVENTS)
    if not view.decisive:
        show.lines([words.NO_EVENTS])
        return
    for event in view.decisive:
        show.lines([words.event_sentence(view, event)], indent=2)
    show.lines([words.NO_CAUSE])


def _decided(view: CampaignForecast) -> None:
    for battle in view.decided:
        show.lines([words.trial_sentence(view, battle)])
