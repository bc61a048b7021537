"""The strength return: a large plot and a table by days for each top, then a row of small plots for every formation
under it."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.views.strength import DayCount, StrengthCurve, StrengthPaper
from campaign_reports.blocks import Block, Item, flow, text_items
from campaign_reports.document import Document, rendered
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.plots import BOTTOM, Frame, draw_axis, draw_columns, draw_curve, draw_swatch
from campaign_reports.style import CLOSE_RULE, INK, MM, NOTE, ROW_LINE, ROW_RULE, SECOND, TABLE, THIRD, ZEBRA, Colour
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, fit, signed

NAME, MEN, TANKS, VEHICLES, GUNS, UNITS = 0.0, 140.0, 246.0, 326.0, 404.0, 474.0
"""Left edges of a row: formation, then its five plots."""
PLOTS = ((MEN, 74.0), (TANKS, 52.0), (VEHICLES, 50.0), (GUNS, 42.0))
"""Left edge and width of the plots of what is counted; the figure stands right of each."""
LARGE_PLOTS, LARGE_UNITS = ((0.0, 92.0), (130.0, 62.0), (226.0, 62.0), (322.0, 54.0)), 412.0
"""The same of the whole, and the left edge of its battalions."""
ROW = 50.0
LARGE = 118.0
DAY, D_MEN, D_TANKS, D_VEHICLES, D_GUNS, D_FIT, D_SPENT, D_LOST, D_COME = (
    4.0,
    110.0,
    180.0,
    250.0,
    320.0,
    390.0,
    434.0,
    478.0,
    524.0,
)
"""Columns of the table by days; all but the first are right edges."""


def _men(count: DayCount) -> int:
    return count.men


def _tanks(count: DayCount) -> int:
    return count.tanks


def _vehicles(count: DayCount) -> int:
    return count.other_vehicles


def _guns(count: DayCount) -> int:
    return count.guns


_FIGURES = ((D_MEN, _men), (D_TANKS, _tanks), (D_VEHICLES, _vehicles), (D_GUNS, _guns))
"""The four that are counted, each with its column in the table by days."""


@rendered
def render_strength(view: StrengthPaper, _: Paper) -> Document:
    """The strength return of a force."""
    return Document((strength_part(view),), (view,))


def strength_part(view: StrengthPaper) -> Part:
    """The same as a part of a larger file."""
    return Part(view.masthead, lambda sheet: _paint(sheet, view), listed=True)


def _paint(sheet: Sheet, view: StrengthPaper) -> None:
    blocks: list[Block] = []
    for curve in view.curves:
        if curve.depth == 0:
            blocks += _top_blocks(sheet, curve, view.days)
    below = [curve for curve in view.curves if curve.depth]
    if below:
        rows = tuple(_row(curve, view.days, sheet.accent) for curve in below)
        blocks.append(
            Block("By formation", (_row_heads(sheet.room), *rows), "the same, each to its own scale", heads=1)
        )
    if not blocks:
        blocks = [Block("Strength", tuple(text_items("No unit.", sheet.room)))]
    flow(sheet, sheet.begin() + 5 * MM, sheet.foot - 3 * MM, blocks)


# the whole -----------------------------------------------------------------------------------------------------------
def _top_blocks(sheet: Sheet, curve: StrengthCurve, days: int) -> list[Block]:
    accent = sheet.accent

    def plots(page: Sheet, x: float, y: float) -> None:
        _draw_plots(page, x, y, LARGE, curve, days, accent, NAME)

    table = tuple(_day(count, before, step) for step, (count, before) in enumerate(_pairs(curve.counts)))
    return [
        Block(curve.name, (Item(14, _draw_key), Item(LARGE, plots)), curve.led_by),
        Block(
            "Day by day",
            (_day_heads(sheet.room), *table),
            "of battalions in play; other vehicles: armoured cars, carriers, self-propelled guns; change since the line"
            " above",
            heads=1,
        ),
    ]


def _draw_key(sheet: Sheet, x: float, y: float) -> None:
    """What line, dashes and columns mean."""
    base = y + 7
    for (at, _), word in zip(
        (*LARGE_PLOTS, (LARGE_UNITS, 0.0)), ("men", "tanks", "other vehicles", "guns", "battalions:"), strict=True
    ):
        sheet.text(x + at, base, word, NOTE, Cut.SEMIBOLD, SECOND)
    sheet.rule(x + 24, base - 2.2, x + 40, ROW_RULE, INK, (2.4, 1.8))
    sheet.text(x + 43, base, "establishment", NOTE, Cut.REGULAR, THIRD)
    at = x + LARGE_UNITS + 36
    for kind in ("fit", "spent", "lost"):
        draw_swatch(sheet, at, base - 5, 6, 6, kind)
        at += 8 + sheet.text(at + 8, base, kind, NOTE, Cut.REGULAR, THIRD) + 5
    draw_swatch(sheet, at, base - 5, 6, 6, "to come")
    sheet.text(at + 8, base, "due", NOTE, Cut.REGULAR, THIRD)


def _draw_plots(
    sheet: Sheet, x: float, y: float, high: float, curve: StrengthCurve, days: int, accent: Colour, left_x: float
) -> None:
    """Men, tanks, other vehicles, guns and battalions, beside one another; ``left_x`` 0 uses the whole width."""
    large = left_x == NAME
    edges, units, end = (LARGE_PLOTS, LARGE_UNITS, 538.0) if large else (PLOTS, UNITS, 538.0)
    first, last = curve.counts[0].when, _last_word(curve.counts[-1], days)
    deep = high - BOTTOM - 4
    vehicles = curve.vehicles_establishment - curve.tanks_establishment
    wholes = (curve.men_establishment, curve.tanks_establishment, vehicles, curve.guns_establishment)
    for (at, wide), (_, value), total in zip(edges, _FIGURES, wholes, strict=True):
        frame = Frame(x + at, y + 2, wide, deep, float(days))
        if total or any(value(count) for count in curve.counts):
            draw_axis(sheet, frame, first if large else "", last if large else "")
        draw_curve(sheet, frame, curve.counts, value, total, accent)
    frame = Frame(x + units, y + 2, end - units, deep, float(days))
    draw_columns(sheet, frame, curve.counts)
    sheet.rule(frame.x, frame.y + frame.high, frame.x + frame.wide, ROW_RULE)
    _draw_battalions(sheet, frame, curve.counts[-1])


def _last_word(count: DayCount, days: int) -> str:
    return f"day {days}" if count.at < days else count.when


def _draw_battalions(sheet: Sheet, frame: Frame, count: DayCount) -> None:
    words = [
        f"{n} {word}"
        for n, word in ((count.fit, "fit"), (count.spent, "spent"), (count.lost, "lost"), (count.to_come, "due"))
        if n
    ]
    sheet.fitted(frame.x, frame.y + frame.high + 7.6, ", ".join(words) or "none", frame.wide, 6.4, Cut.SEMIBOLD)


# by days -------------------------------------------------------------------------------------------------------------
def _pairs(counts: Sequence[DayCount]) -> list[tuple[DayCount, DayCount | None]]:
    return list(zip(counts, [None, *counts[:-1]], strict=True))


def _day_heads(room: float) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x + DAY, y + 6, "end of", NOTE, Cut.SEMIBOLD, SECOND)
        for at, word in (
            (D_MEN, "men"),
            (D_TANKS, "tanks"),
            (D_VEHICLES, "other vehicles"),
            (D_GUNS, "guns"),
            (D_FIT, "fit"),
            (D_SPENT, "spent"),
            (D_LOST, "lost"),
            (D_COME, "due"),
        ):
            sheet.text(x + at, y + 6, word, NOTE, Cut.SEMIBOLD, SECOND, Side.RIGHT)
        sheet.rule(x, y + 9, x + room, CLOSE_RULE)

    return Item(10.5, paint)


def _day(count: DayCount, before: DayCount | None, step: int) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        if step % 2 == 0:
            sheet.box(x, y, sheet.room, 12.4, fill=ZEBRA)
        base = y + 9
        sheet.text(x + DAY, base, count.when, TABLE, Cut.SEMIBOLD)
        for at, value in _FIGURES:
            change = signed(value(count) - value(before)) if before is not None else ""
            sheet.text(x + at, base, f"{value(count):,}", TABLE, Cut.BOLD, INK, Side.RIGHT)
            sheet.text(x + at + 30, base, change, TABLE, Cut.REGULAR, SECOND, Side.RIGHT)
        for at, number in ((D_FIT, count.fit), (D_SPENT, count.spent), (D_LOST, count.lost), (D_COME, count.to_come)):
            sheet.text(x + at, base, f"{number:,}" if number else "\N{EN DASH}", TABLE, Cut.REGULAR, INK, Side.RIGHT)

    return Item(12.4, paint)


# by formation --------------------------------------------------------------------------------------------------------
def _row_heads(room: float) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        for at, word in (
            (MEN, "men"),
            (TANKS, "tanks"),
            (VEHICLES, "other vehicles"),
            (GUNS, "guns"),
            (UNITS, "battalions"),
        ):
            sheet.text(x + at, y + 6, word, NOTE, Cut.SEMIBOLD, SECOND)
        sheet.rule(x, y + 9, x + room, CLOSE_RULE)

    return Item(10.5, paint)


def _row(curve: StrengthCurve, days: int, accent: Colour) -> Item:
    indent = 6.0 * (min(curve.depth, 5) - 1)
    room = MEN - 8 - 30 - indent
    name = fit(curve.name, room, 8.0 if curve.depth == 1 else 7.5, Cut.BOLD if curve.depth == 1 else Cut.SEMIBOLD, 3)
    led_by = fit(curve.led_by, room, NOTE, Cut.REGULAR, 2) if curve.led_by else None
    deep = name.pitch * len(name.lines) + (led_by.pitch * len(led_by.lines) if led_by else 0)
    high = max(ROW, deep + 8)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.rule(
            x, y, x + sheet.room, CLOSE_RULE if curve.depth == 1 else ROW_RULE, INK if curve.depth == 1 else ROW_LINE
        )
        draw_in_row(sheet, curve.symbol, x + indent + 6, y, high, 12.0, sheet.accent)
        low = sheet.lines(x + indent + 30, y + high / 2 - deep / 2 + name.size * 0.92, name)
        if led_by:
            sheet.lines(x + indent + 30, low + led_by.pitch, led_by, THIRD)
        _draw_plots(sheet, x, y + 1, high - 2, curve, days, accent, MEN)

    return Item(high, paint)
