"""Plots of a forecast in one black ink: fans over the evenings, histograms, and bars of chances."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from operator import attrgetter

from campaign.views.forecast import forecast_words as words
from campaign.views.forecast.campaign_forecast import Bar, Chance, LossEvening, StrengthEvening
from campaign_reports.areas import Area, Spot
from campaign_reports.page import Sheet, Side
from campaign_reports.plots import BOTTOM, Frame
from campaign_reports.style import CLOSE_RULE, FAINT, GRID, HAIR, INK, NOTE, ROW_RULE, TABLE, TEXT, WHITE, grey
from campaign_reports.type import Cut, width

MINUS = "\N{MINUS SIGN}"
NINE_OF_TEN, HALF = grey(86), grey(66)
"""Greys of the band that holds nine of ten runs, and of the band that holds half of them."""

Evenings = Sequence[StrengthEvening] | Sequence[LossEvening]


def plain(number: float) -> str:
    """Return a whole number with a true minus sign."""
    return words.whole(number, MINUS)


def decimal(number: float) -> str:
    """Return a number with a decimal and a true minus sign; never minus nought."""
    return words.decimal(number, MINUS)


def draw_fan(
    sheet: Sheet, frame: Frame, now: int, evenings: Evenings, dates: Sequence[str], top: int, *, stepped: bool
) -> None:
    """Draw the bands of the runs and the middle run; without quantiles the mean as a dashed line. ``now`` is at the
    left edge. ``stepped``: for whole numbers, which change in steps half-way between two evenings.
    """

    def line(values: Sequence[float]) -> list[Spot]:
        return _line(frame, top, values, stepped=stepped)

    for share in (0.5, 1.0):
        level = frame.low - frame.high * share
        sheet.rule(frame.x, level, frame.right, HAIR, GRID)
        sheet.text(frame.x - 3, level + 2.3, plain(top * share), NOTE, colour=FAINT, side=Side.RIGHT)
    sheet.text(frame.x - 3, frame.low + 2.3, "0", NOTE, colour=FAINT, side=Side.RIGHT)
    fans = [evening.fan for evening in evenings]
    known = [fan for fan in fans if fan is not None]
    if len(known) == len(fans):
        for low, high, tone in (("p5", "p95", NINE_OF_TEN), ("p25", "p75", HALF)):
            under, over = (line([now, *map(attrgetter(edge), known)]) for edge in (low, high))
            sheet.path([*over, *reversed(under)], fill=tone, closed=True)
        sheet.path(line([now, *(fan.p50 for fan in known)]), 1.1, INK)
    else:
        sheet.path(line([now, *(evening.average.mean for evening in evenings)]), 1.1, INK, dash=(3.0, 1.8))
    _draw_days(sheet, frame, dates)
    last = evenings[-1]
    middle = last.average.mean if last.fan is None else last.fan.p50
    base = min(max(frame.low - frame.high * middle / top + 2.4, frame.y + 6), frame.low - 6)
    sheet.text(frame.right + 4, base, decimal(middle) if last.fan is None else plain(middle), TEXT, Cut.BOLD)
    fan = last.fan
    span = words.interval_of(last.average, MINUS) if fan is None else f"{fan.p5}\N{EN DASH}{fan.p95}"
    sheet.text(frame.right + 4, base + 7.4, span, NOTE, Cut.NARROW, FAINT)


def _line(frame: Frame, top: int, values: Sequence[float], *, stepped: bool) -> list[Spot]:
    """Return a line through values from now to the last evening; in steps half-way between."""
    spots = [(frame.at(day), frame.low - frame.high * value / top) for day, value in enumerate(values)]
    if not stepped:
        return spots
    result = spots[:1]
    for before, after in pairwise(spots):
        result += [((before[0] + after[0]) / 2, before[1]), ((before[0] + after[0]) / 2, after[1]), after]
    return result


def _draw_days(sheet: Sheet, frame: Frame, dates: Sequence[str]) -> None:
    """Draw the ground line with a tick for every evening, and as many dates as have room."""
    sheet.rule(frame.x, frame.low, frame.right, ROW_RULE)
    sheet.text(frame.x, frame.low + 7.6, "now", NOTE, Cut.NARROW, FAINT)
    pitch = frame.wide / len(dates)
    step = max(1, ceil((max(width(word, Cut.NARROW, NOTE) for word in dates) + 3) / pitch))
    for number, word in enumerate(dates, 1):
        x = frame.at(number)
        sheet.line(x, frame.low, x, frame.low + 1.8, ROW_RULE)
        is_clear = x - width(word, Cut.NARROW, NOTE) >= frame.x + 14
        if (len(dates) - number) % step == 0 and is_clear:
            sheet.text(x, frame.low + 7.6, word, NOTE, Cut.NARROW, FAINT, Side.RIGHT)


def draw_histogram(sheet: Sheet, area: Area, bars: Sequence[Bar], mean: float) -> None:
    """Draw a bar for each step of the values, with the runs above it, and a white pointer at the mean."""
    most = max(bar.runs for bar in bars)
    low, reach = area.low - BOTTOM, area.high - BOTTOM - 9
    pitch = min(area.wide / len(bars), 30.0)
    figures = max(width(f"{bar.runs:,}", Cut.NARROW, NOTE) for bar in bars) + 1 <= pitch
    names = [words.bar_name(bar, MINUS) for bar in bars]
    step = max(1, ceil((max(width(name, Cut.NARROW, NOTE) for name in names) + 3) / pitch))
    for number, (bar, name) in enumerate(zip(bars, names, strict=True)):
        x, high = area.x + number * pitch, reach * bar.runs / most
        if bar.runs:
            sheet.box(x + pitch * 0.08, low - high, pitch * 0.84, high, ROW_RULE, INK, HALF)
            if figures or bar.runs == most:
                sheet.text(x + pitch / 2, low - high - 2, f"{bar.runs:,}", NOTE, Cut.NARROW, INK, Side.MIDDLE)
        if number % step == 0:
            middle = max(x + pitch / 2, area.x + width(name, Cut.NARROW, NOTE) / 2)
            sheet.text(middle, low + 7.6, name, NOTE, Cut.NARROW, FAINT, Side.MIDDLE)
    sheet.rule(area.x, low, area.x + pitch * len(bars), ROW_RULE)
    unit = bars[0].high - bars[0].low + 1
    at = area.x + pitch * (mean - bars[0].low + 0.5) / unit
    sheet.path([(at - 2.4, low + 1), (at + 2.4, low + 1), (at, low - 4)], CLOSE_RULE, INK, WHITE, closed=True)


def draw_chance(sheet: Sheet, x: float, y: float, wide: float, high: float, chance: Chance) -> None:
    """Draw a chance as the filled part of a bar, and its interval as a line across the bar's foot."""
    sheet.box(x, y, wide, high, ROW_RULE, INK, WHITE)
    if chance.share:
        sheet.box(x, y, wide * chance.share, high, fill=grey(45))
    sheet.box(x, y, wide, high, ROW_RULE, INK)
    sheet.rule(x + wide * chance.low, y + high + 1.6, x + wide * chance.high, CLOSE_RULE)


def points(chance: Chance) -> str:
    """Return a chance in runs of 100; never 0 or 100 for what happens in some runs only."""
    percent = round(100 * chance.share)
    if chance.share > 0 and percent == 0:
        return "<1"
    return ">99" if chance.share < 1 and percent == 100 else str(percent)


def interval(chance: Chance) -> str:
    """Return the interval of a chance in runs of 100."""
    return f"{round(100 * chance.low)}\N{EN DASH}{round(100 * chance.high)}"


def draw_row_text(sheet: Sheet, x: float, y: float, words: str, room: float, *, bold: bool = False) -> None:
    sheet.fitted(x, y, words, room, TABLE, Cut.SEMIBOLD if bold else Cut.REGULAR)
