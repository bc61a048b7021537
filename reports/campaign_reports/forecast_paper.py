"""The forecast on paper and as SVG: scores, holders, losses, strengths, events, and the map of the likely holders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil

from campaign.terms.words import counted, tallied
from campaign.values import replace
from campaign.views.forecast import forecast_words as words
from campaign.views.forecast.campaign_forecast import CampaignForecast, Chance, LossForecast, StrengthForecast
from campaign.views.forecast.forecast_paper import ForecastPaper
from campaign.views.forecast.forecast_words import Holding, ScoreRow
from campaign_reports.areas import Area
from campaign_reports.blocks import Block, Item, flow, gap, text_items, void
from campaign_reports.columns import Column, Draw, table, word_heads
from campaign_reports.document import Document, rendered
from campaign_reports.forecast_map import map_part
from campaign_reports.forecast_plots import (
    MINUS,
    decimal,
    draw_chance,
    draw_fan,
    draw_histogram,
    draw_row_text,
    interval,
    plain,
    points,
)
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.plots import Frame
from campaign_reports.style import CAPTION, FAINT, MM, NOTE, SECOND, TABLE, TEXT
from campaign_reports.svg import compose_svg
from campaign_reports.type import Cut, width

MOST_EVENINGS = 6
"""Evenings in one table of holders; those after them stand in a table of their own."""
NAME_WIDE, NOW_WIDE = 142.0, 54.0
FAN_HIGH = 56.0
ACROSS = 3
"""Fans side by side."""
SCORE_HIGH = 82.0
MOST_FANS = 18
"""Formations of a side whose strength is drawn."""
MOST_CUT_OFF = 16
"""Formations in the table of those out of supply."""
BAND_KEY = "line = middle run, dark band = half of the runs, pale band = nine of ten; last evening at the right"
MEAN_KEY = "dashed = mean, with its 95 % interval at the right; bands need 100 runs or more"


@rendered
def render_forecast(view: ForecastPaper, paper: Paper) -> Document:
    return Document(tuple(parts_of(view, paper)), (view,), running=True)


def render_forecast_svg(view: ForecastPaper, paper: Paper = Paper.A4) -> str:
    """Return the pages of the forecast one below the other, as SVG."""
    return compose_svg(parts_of(view, paper), paper)


def parts_of(view: ForecastPaper, paper: Paper) -> list[Part]:
    """Return the pages of figures, and that of the map."""
    plots = Part(view.masthead, lambda sheet: _paint(sheet, view.forecast, view.usual_runs), listed=True)
    ground = map_part(view, paper)
    return [plots] if ground is None else [plots, ground]


def _paint(sheet: Sheet, view: CampaignForecast, usual_runs: int) -> None:
    room = sheet.room
    blocks = [
        *_caution(view, room),
        _scores(view, room),
        *_holders(view, room),
        _losses(view, room),
        *_strengths(view, room),
        _cut_off(view, room),
        _events(view, room),
        *_enemy(view, room),
        _made(view, room, usual_runs),
    ]
    flow(sheet, sheet.begin() + 5 * MM, blocks)


def _caution(view: CampaignForecast, room: float) -> Iterable[Block]:
    """Yield the warning of a side's forecast in which there is no enemy."""
    if view.enemy is not None and view.enemy.caution:
        yield Block("Read this first", _sentences([view.enemy.caution], room))


def _has_fans(view: CampaignForecast) -> bool:
    return all(score.fan is not None for score in view.scores)


# scores --------------------------------------------------------------------------------------------------------------
def _scores(view: CampaignForecast, room: float) -> Block:
    plotted = [(score.side, score.bars, score.average.mean) for score in view.scores]
    if view.lead is not None:
        plotted.append((f"Lead of {view.lead.side}", view.lead.bars, view.lead.average.mean))
    across = min(ACROSS, len(plotted))
    wide = (room - 14 * (across - 1)) / across

    def histograms(row: int) -> Callable[[Sheet, float, float], None]:
        def paint(sheet: Sheet, x: float, y: float) -> None:
            for step, (name, bars, mean) in enumerate(plotted[row : row + across]):
                at = x + step * (wide + 14)
                sheet.fitted(at, y + 8, name, wide, TABLE, Cut.SEMIBOLD)
                draw_histogram(sheet, Area(at, y + 12, wide, SCORE_HIGH - 16), bars, mean)

        return paint

    items = [Item(SCORE_HIGH, histograms(row)) for row in range(0, len(plotted), across)]
    items += [gap(5), *_score_rows(view, room)]
    items += [gap(2), *text_items(" ".join(_score_words(view)), room)]
    return Block("Score at the end", items, "runs by score; the white pointer is the mean", gap=0)


def _score_rows(view: CampaignForecast, room: float) -> Iterable[Item]:
    quantiles = ("5", "25", "50", "75", "95") if _has_fans(view) else ()
    heads = ("now", "mean", "95 % interval", *quantiles)
    edges = [160.0, 205.0, 285.0, *(325.0 + 36 * n for n in range(len(quantiles)))]
    if quantiles:
        yield Item(
            8,
            lambda sheet, x, y: void(
                sheet.text(
                    x + edges[-1], y + 6, "not exceeded in this number of 100 runs", NOTE, colour=FAINT, side=Side.RIGHT
                )
            ),
        )
    yield word_heads([(0.0, "side"), *zip(edges, heads, strict=True)], room, heads)
    for row in words.score_rows(view):
        yield Item(11, _figures(row.name, _score_cells(row), edges))


def _score_cells(row: ScoreRow) -> tuple[str, ...]:
    mean, fan = row.average, row.fan
    now = "" if row.now is None else plain(row.now)
    cells = (now, decimal(mean.mean), words.interval_of(mean, MINUS))
    return cells if fan is None else (*cells, *map(plain, (fan.p5, fan.p25, fan.p50, fan.p75, fan.p95)))


def _figures(name: str, cells: Sequence[str], edges: Sequence[float]) -> Callable[[Sheet, float, float], None]:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        draw_row_text(sheet, x, y + 8, name, 130, bold=True)
        for edge, cell in zip(edges, cells, strict=False):
            sheet.text(x + edge, y + 8, cell, TABLE, side=Side.RIGHT)

    return paint


def _score_words(view: CampaignForecast) -> Iterable[str]:
    lead = view.lead
    if lead is None:
        return
    yield (
        f"{lead.side} end ahead in {words.percent(lead.ahead.share)} of the runs (95 %: {interval(lead.ahead)}), level"
        f" in {words.percent(lead.level.share)}."
    )
    if humps := words.humps_sentence(lead, MINUS):
        yield humps


# holders -------------------------------------------------------------------------------------------------------------
def _holders(view: CampaignForecast, room: float) -> Iterable[Block]:
    tables = ceil(len(view.days) / MOST_EVENINGS)
    count = ceil(len(view.days) / tables)
    for holding in words.holdings(view):
        for start in range(0, len(view.days), count):
            yield _held_by(view, holding, start, count, room)


def _held_by(view: CampaignForecast, holding: Holding, start: int, count: int, room: float) -> Block:
    """Return the table of ``count`` evenings, or of those that are left, from the one with this index."""
    dates = words.dates_of(view)[start : start + count]
    wide = min((room - NAME_WIDE - NOW_WIDE) / count, 115.0)
    span = f" of {dates[0]} to {dates[-1]}" if len(dates) > 1 else f" of {dates[0]}"
    columns = [
        Column("place", 0, NAME_WIDE - 6, Cut.SEMIBOLD),
        Column("now", NAME_WIDE, NOW_WIDE - 6, colour=SECOND),
        *(Column(word, NAME_WIDE + NOW_WIDE + n * wide, wide - 6) for n, word in enumerate(dates)),
    ]
    rows: list[Sequence[str | Draw]] = [
        (
            place.objective,
            place.held_now or "no side",
            *(_cell(chance, wide) for chance in place.chances[start : start + count]),
        )
        for place in holding.places
    ]
    note = "of 100 runs, with the 95 % interval below; the line under the bar is the interval"
    return table(
        f"{holding.side} hold it in the evening{span}", columns, rows, room, note, least=18.0, none="No place scores."
    )


def _cell(chance: Chance, wide: float) -> Draw:
    def draw(sheet: Sheet, x: float, y: float, high: float) -> None:
        middle = y + high / 2
        sheet.text(x + 24, middle - 0.6, points(chance), TABLE, Cut.BOLD, side=Side.RIGHT)
        sheet.text(x + 24, middle + 6.4, interval(chance), NOTE, Cut.NARROW, FAINT, Side.RIGHT)
        draw_chance(sheet, x + 28, middle - 4.5, wide - 36, 7.5, chance)

    return draw


# fans ----------------------------------------------------------------------------------------------------------------
def _losses(view: CampaignForecast, room: float) -> Block:
    dates = words.dates_of(view)
    plots = [(loss.side, _loss_plot(dates, loss)) for loss in view.losses]
    note = BAND_KEY if _has_fans(view) else MEAN_KEY
    return Block("Battalions destroyed, captured or disbanded", _grid(plots, len(dates), room), note)


def _loss_plot(dates: Sequence[str], loss: LossForecast) -> Callable[[Sheet, Frame], None]:
    most = max(loss.now, *(e.average.mean if e.fan is None else e.fan.p95 for e in loss.evenings))
    top = max(2, 2 * ceil(most / 2))
    return lambda sheet, frame: draw_fan(sheet, frame, loss.now, loss.evenings, dates, top, stepped=True)


def _strengths(view: CampaignForecast, room: float) -> Iterable[Block]:
    if not view.strengths:
        yield Block("Strength", text_items(words.NO_ESTABLISHMENTS, room))
    for side in dict.fromkeys(strength.side for strength in view.strengths):
        every = [strength for strength in view.strengths if strength.side == side]
        highest = words.highest(every, MOST_FANS)
        items = _grid([_strength_plot(view, strength) for strength in highest], len(view.days), room)
        if below := len(every) - len(highest):
            items += text_items(f"{counted(below, 'formation')} below these are in the forecast's JSON (--json).", room)
        yield Block(f"Strength: {side}", items, "men in percent of establishment")


Plot = tuple[str, Callable[[Sheet, Frame], None]]


def _strength_plot(view: CampaignForecast, strength: StrengthForecast) -> Plot:
    def draw(sheet: Sheet, frame: Frame) -> None:
        most = max(strength.now, *(e.average.mean if e.fan is None else e.fan.p95 for e in strength.evenings))
        top = 100 if most <= 100 else 50 * ceil(most / 50)
        draw_fan(sheet, frame, strength.now, strength.evenings, words.dates_of(view), top, stepped=False)

    return strength.formation, draw


def _grid(plots: Sequence[Plot], days: int, room: float) -> list[Item]:
    """Return rows of plots side by side, each under its name."""
    wide = room / ACROSS

    def row(start: int) -> Callable[[Sheet, float, float], None]:
        def paint(sheet: Sheet, x: float, y: float) -> None:
            for step, (name, draw) in enumerate(plots[start : start + ACROSS]):
                at = x + step * wide
                sheet.fitted(at, y + 8, name, wide - 10, TABLE, Cut.SEMIBOLD)
                draw(sheet, Frame(at + 18, y + 14, wide - 64, FAN_HIGH - 24, float(days)))

        return paint

    return [Item(FAN_HIGH + 6, row(start)) for start in range(0, len(plots), ACROSS)]


# the rest ------------------------------------------------------------------------------------------------------------
def _cut_off(view: CampaignForecast, room: float) -> Block:
    wide = min(60.0, (room - 200) / len(view.days))
    dates = words.dates_of(view)
    if any(width(word, Cut.SEMIBOLD, CAPTION) > wide - 4 for word in dates):
        dates = tuple(str(day.on.day) for day in view.days)
    columns = [
        Column("formation", 0, 190, Cut.SEMIBOLD),
        *(Column(word, 200 + n * wide, wide - 4) for n, word in enumerate(dates)),
    ]
    ordered = words.most_cut_off(view)
    is_narrow = wide < 50
    rows = [
        (
            cut.formation,
            *(
                points(day.chance) if is_narrow else f"{points(day.chance)} ({interval(day.chance)})"
                for day in cut.days
            ),
        )
        for cut in ordered[:MOST_CUT_OFF]
    ]
    note = "in a turn of the day, of 100 runs" + ("" if is_narrow else "; in brackets the 95 % interval")
    block = table("Out of supply", columns, rows, room, note, least=11.0, none=words.NEVER_CUT_OFF)
    remaining = len(ordered) - MOST_CUT_OFF
    if remaining > 0:
        sentence = (
            f"{counted(remaining, 'formation')} more are out of supply less often: see the forecast's JSON (--json)."
        )
        block = replace(block, items=[*block.items, *text_items(sentence, room)])
    return block


def _events(view: CampaignForecast, room: float) -> Block:
    games = view.games
    sentences = [
        (
            f"{words.GAMES}: {decimal(games.games.mean)} on average ({words.interval_of(games.games, MINUS)}), and"
            f" {decimal(games.evenings.mean)} evenings at a table ({words.interval_of(games.evenings, MINUS)})."
        )
    ]
    if games.games_fan is not None and games.evenings_fan is not None:
        sentences.append(
            f"In 90 of 100 runs it is {games.games_fan.p5} to {games.games_fan.p95} games and"
            f" {games.evenings_fan.p5} to {games.evenings_fan.p95} evenings."
        )
    sentences += [words.event_sentence(view, event, MINUS) for event in view.decisive]
    sentences.append(words.NO_CAUSE if view.decisive else words.NO_EVENTS)
    sentences += [words.trial_sentence(view, battle, MINUS) for battle in view.decided]
    return Block("Games, and events that go with the score", _sentences(sentences, room))


def _enemy(view: CampaignForecast, room: float) -> Iterable[Block]:
    """Yield the enemy of a side's own forecast as the runs draw it."""
    if view.enemy is None:
        return
    columns = [
        Column("enemy", 0, 196, Cut.SEMIBOLD),
        Column("seen", 202, 140),
        Column("hours ago", 348, 42, side=Side.RIGHT),
        Column("stays", 402, 40, side=Side.RIGHT),
        Column("or at one of", 460, room - 460),
    ]
    rows: list[Sequence[str]] = [
        (
            ", ".join(tallied(group.units)),
            group.where,
            str(group.age_hours),
            f"{round(100 * group.stays)} %",
            counted(group.places, "place") if group.places else "no other place",
        )
        for group in view.enemy.groups
    ]
    rows += [
        (f"{estimate.text}, as reckoned", "", "", "", counted(estimate.places, "place"))
        for estimate in view.enemy.unseen
    ]
    note = f"from the sightings of {view.enemy.side}, not from the real {view.enemy.enemy}"
    yield table("The enemy, drawn again in each run", columns, rows, room, note, least=11.0, none="None.")


def _made(view: CampaignForecast, room: float, usual_runs: int) -> Block:
    sentences = [
        f"{words.runs_played(view)}, from turn {view.moment}; {words.dice_and_state(view)}.",
        "Chances have 95 % intervals by Wilson's formula; means have 95 % intervals by Student's t.",
        words.reckoning(view, usual_runs).reckoned,
        *view.assumptions,
    ]
    return Block("How the forecast was made, and what it assumes", _sentences(sentences, room))


def _sentences(sentences: Iterable[str], room: float) -> list[Item]:
    return [item for sentence in sentences for item in text_items(sentence, room, TEXT, after=2.0)]
