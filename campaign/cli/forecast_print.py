"""A forecast of the campaign at the terminal: tables that fit the line, and sentences."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.cli import show
from campaign.cli.progress import bar
from campaign.terms.words import counted, listed
from campaign.views.campaign_forecast import (
    Average,
    Bar,
    CampaignForecast,
    Chance,
    Fan,
    ForecastComparison,
    LeadForecast,
    PlaceForecast,
    StrengthForecast,
)

FEW_EVENINGS = 4
"""Evenings for which there is room for an interval beside each chance."""
BAR_WIDTH = 30
MOST_FORMATIONS = 12
MOST_CUT_OFF = 10


def print_forecast(view: CampaignForecast) -> None:
    """Print the whole forecast."""
    show.heading(f"{view.title}, played on from turn {view.moment} to the evening of {_date(view)}")
    if view.enemy is not None:
        drawn = f"As {view.enemy.side} know it: the enemy is drawn anew in each run (see the end)."
        show.lines([view.enemy.caution or drawn])
    fewer = "" if view.runs == view.asked else f" of {view.asked:,}: {view.ended}"
    show.lines([f"{counted(view.runs, 'run')}{fewer}; seed {view.seed}; state {view.digest[:12]}"])
    _places(view)
    _scores(view)
    _losses(view)
    _strengths(view)
    _cut_off(view)
    _games(view)
    _decisive(view)
    _decided(view)
    show.line()
    show.lines(view.assumptions)
    show.lines(_ways(view))


def _ways(view: CampaignForecast) -> Iterator[str]:
    """Yield the program's commands and options that go with the assumptions."""
    yield "The doctrine is printed by campaign rules --doctrine, and played by campaign next --auto."
    if view.enemy is not None and not view.enemy.unseen:
        yield '--unseen adds an estimate of enemies that the side has not seen: --unseen "infantry 6-10".'


def print_comparison(view: ForecastComparison) -> None:
    """Print the forecast, and how other courses of events differ from it."""
    print_forecast(view.first)
    for course in view.others:
        show.line()
        show.heading(f"With {course.name}")
        told = (difference.text.removeprefix(f"{course.name}: ") for difference in course.differences)
        clear = [f"{text[0].upper()}{text[1:]}" for text in told if text]
        show.lines(clear or [f"No difference that {counted(view.first.runs, 'run')} would show."], indent=2)
    show.line()
    show.lines(["Run by run the dice are the same. Of twenty differences told, chance alone may make one."])


def _date(view: CampaignForecast) -> str:
    return f"{view.last.on.day} {view.last.on:%B %Y}"


def percent(share: float) -> str:
    """Return a chance in percent: ``61 %``; never 0 or 100 for what has happened in some runs only."""
    whole = round(100 * share)
    if share > 0 and whole == 0:
        return "under 1 %"
    return "over 99 %" if share < 1 and whole == 100 else f"{whole} %"


def _cell(chance: Chance, *, is_full: bool) -> str:
    interval = f" ({round(100 * chance.low)}-{round(100 * chance.high)})" if is_full else ""
    return f"{round(100 * chance.share)}{interval}"


def _places(view: CampaignForecast) -> None:
    sides = [score.side for score in view.scores]
    is_alone = len(sides) == 2 and all(
        holder.side for place in view.places for evening in place.evenings for holder in evening.holders
    )
    for side in sides[:1] if is_alone else sides:
        show.line()
        show.heading(f"In how many of 100 runs {side} hold it in the evening")
        is_full = len(view.days) <= FEW_EVENINGS
        headers = ("Place", "Now", *(f"{day.on.day} {day.on:%b}" if is_full else str(day.on.day) for day in view.days))
        show.table(headers, [_place(place, side, is_full=is_full) for place in view.places], right=headers[2:])
    widest = max(
        (holder.chance for place in view.places for evening in place.evenings for holder in evening.holders),
        key=lambda chance: chance.high - chance.low,
        default=None,
    )
    if widest is not None:
        points = round(50 * (widest.high - widest.low))
        show.lines([f"Each is known to about {counted(points, 'point')} either way at most (95 %)."])


def _place(place: PlaceForecast, side: str, *, is_full: bool) -> tuple[str, ...]:
    chances = (next(holder.chance for holder in evening.holders if holder.side == side) for evening in place.evenings)
    return (place.objective, place.held_now, *(_cell(chance, is_full=is_full) for chance in chances))


def _scores(view: CampaignForecast) -> None:
    show.line()
    show.heading("Score")
    headers = ("Now", "Mean", "95 %", *_fan_headers(view))
    show.table(
        ("Side", *headers),
        [
            (score.side, score.now, _number(score.average.mean), _range(score.average), *_fan(score.fan))
            for score in view.scores
        ],
        right=headers,
    )
    if view.lead is not None:
        _lead(view.lead)


def _lead(lead: LeadForecast) -> None:
    show.line()
    behind = 1 - lead.ahead.share - lead.level.share
    show.lines(
        [
            (
                f"{lead.side} end ahead in {percent(lead.ahead.share)} of the runs, level in"
                f" {percent(lead.level.share)}, behind in {percent(max(behind, 0.0))}. Lead of {lead.side}: mean"
                f" {_number(lead.average.mean)} ({_range(lead.average)})."
            )
        ]
    )
    if len(lead.humps) > 1:
        middles = listed([_bar_name(hump) for hump in lead.humps])
        show.lines([f"The leads have {len(lead.humps)} humps, at {middles}: the mean itself is seldom what happens."])
    most = max(column.runs for column in lead.bars)
    names = [_bar_name(column) for column in lead.bars]
    room = max(map(len, names))
    for name, column in zip(names, lead.bars, strict=True):
        show.line(f"  {name.rjust(room)}  {bar(column.runs, most, BAR_WIDTH).rstrip()} {column.runs}")


def _bar_name(bar: Bar) -> str:
    return str(bar.low) if bar.low == bar.high else f"{bar.low} to {bar.high}"


def _number(value: float) -> str:
    text = f"{value:.1f}"
    return "0.0" if text == "-0.0" else text


def _range(average: Average) -> str:
    return f"{_number(average.low)} to {_number(average.high)}"


def _fan(fan: Fan | None) -> tuple[object, ...]:
    return () if fan is None else (fan.p5, fan.p25, fan.p50, fan.p75, fan.p95)


def _fan_headers(view: CampaignForecast) -> tuple[str, ...]:
    """Return the headings of quantiles, if there are any: the values that 5, 25 and more of 100 runs do not exceed."""
    return ("of 100 runs: 5", "25", "50", "75", "95") if any(score.fan for score in view.scores) else ()


def _losses(view: CampaignForecast) -> None:
    show.line()
    show.heading("Battalions destroyed, captured or disbanded by the evening, on average")
    headers = ("Side", "Now", *(f"{day.on.day}" for day in view.days))
    show.table(
        headers,
        [(loss.side, loss.now, *(_number(evening.average.mean) for evening in loss.evenings)) for loss in view.losses],
        right=headers[1:],
    )


def _strengths(view: CampaignForecast) -> None:
    highest = [strength for strength in view.strengths if strength.battalions > 1]
    depth = max(
        (d for d in {s.depth for s in highest} if sum(s.depth <= d for s in highest) <= MOST_FORMATIONS),
        default=min((s.depth for s in highest), default=0),
    )
    shown = [strength for strength in highest if strength.depth <= depth]
    show.line()
    show.heading(f"Strength of the higher formations in the evening of {_date(view)}, in percent of establishment")
    headers = ("Now", "Mean", *_fan_headers(view))
    show.table(
        ("Formation", *headers),
        [_strength(strength) for strength in shown],
        right=headers,
        empty="The formations have no establishments.",
    )
    show.lines([f"All {len(view.strengths)} formations, evening by evening: --json"])


def _strength(strength: StrengthForecast) -> tuple[object, ...]:
    last = strength.evenings[-1]
    return ("  " * strength.depth + strength.formation, strength.now, round(last.average.mean), *_fan(last.fan))


def _cut_off(view: CampaignForecast) -> None:
    show.line()
    show.heading("Out of supply in a turn of the day, in how many of 100 runs")
    ordered = sorted(view.cut_off, key=lambda cut: -max(day.chance.share for day in cut.days))
    headers = ("Formation", *(str(day.on.day) for day in view.days))
    show.table(
        headers,
        [(cut.formation, *(round(100 * day.chance.share) for day in cut.days)) for cut in ordered[:MOST_CUT_OFF]],
        right=headers[1:],
        empty="No formation in any run.",
    )
    if len(ordered) > MOST_CUT_OFF:
        show.lines([f"and {len(ordered) - MOST_CUT_OFF} more, less often: --json"])


def _games(view: CampaignForecast) -> None:
    games = view.games
    show.line()
    show.heading("Games to come")
    spread = ""
    if games.games_fan is not None and games.evenings_fan is not None:
        spread = (
            f"; in 90 of 100 runs {games.games_fan.p5} to {games.games_fan.p95} games and {games.evenings_fan.p5} to"
            f" {games.evenings_fan.p95} evenings"
        )
    show.lines(
        [f"{_number(games.games.mean)} games on average, {_number(games.evenings.mean)} evenings at a table{spread}."]
    )


def _decisive(view: CampaignForecast) -> None:
    show.line()
    show.heading("Events that go with the score")
    if not view.decisive:
        show.lines(["Nothing that this number of runs would show."])
        return
    for event in view.decisive:
        apart = event.difference
        show.lines(
            [
                (
                    f"If {event.what} ({percent(event.chance.share)} of the runs), the {view.measure} is"
                    f" {_number(abs(apart.mean))} points {'higher' if apart.mean > 0 else 'lower'} than if not"
                    f" ({_number(apart.low)} to {_number(apart.high)})."
                )
            ],
            indent=2,
        )
    show.lines(["It goes with the score, and need not be its cause."])


def _decided(view: CampaignForecast) -> None:
    for battle in view.decided:
        apart = battle.difference
        show.lines(
            [
                (
                    f"Tested: the first battle at {battle.place} on day {battle.day}, ruled for {battle.first} instead"
                    f" of {battle.second} under the same dice, changes the {view.measure} by {_number(apart.mean)}"
                    f" ({_number(apart.low)} to {_number(apart.high)}; {counted(battle.runs, 'run')})."
                )
            ]
        )
