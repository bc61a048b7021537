"""The strength return: a large plot and a table by days for each top, then a row of small plots for every formation
under it."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from campaign.views.orbat.strength import DayCount, StrengthCurve, StrengthPaper
from campaign_reports.blocks import Block, Item, flow, striped, text_items
from campaign_reports.columns import word_heads
from campaign_reports.document import Document, rendered
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.plots import BOTTOM, Frame, draw_axis, draw_columns, draw_curve, draw_swatch
from campaign_reports.style import CLOSE_RULE, INK, MM, NOTE, ROW_LINE, ROW_RULE, SECOND, TABLE, THIRD, Colour
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, fit, signed

NAME, MEN, TANKS, VEHICLES, GUNS, UNITS = 0.0, 140.0, 246.0, 326.0, 404.0, 474.0
"""Left edges of a row, in points: the formation, then its five plots."""
_PLOTTED = ((MEN, "men"), (TANKS, "tanks"), (VEHICLES, "other vehicles"), (GUNS, "guns"), (UNITS, "battalions"))
PLOTS = ((MEN, 74.0), (TANKS, 52.0), (VEHICLES, 50.0), (GUNS, 42.0))
"""Left edge and width, in points, of the plots of counts; the figure is to the right of each."""
LARGE_PLOTS, LARGE_UNITS = ((0.0, 92.0), (130.0, 62.0), (226.0, 62.0), (322.0, 54.0)), 412.0
"""The same for the full force, and the left edge of its battalions."""
ROW = 50.0
LARGE = 118.0
DAY, D_MEN, D_TANKS, D_CARS, D_VEHICLES, D_GUNS = 4.0, 104.0, 166.0, 230.0, 298.0, 356.0
D_FIT, D_SPENT, D_LOST, D_COME = 412.0, 450.0, 487.0, 524.0
"""Columns of the table by days, in points; all but the first are right edges."""


_FIGURES: tuple[tuple[float, str, Callable[[DayCount], int]], ...] = (
    (D_MEN, "men", attrgetter("men")),
    (D_TANKS, "tanks", attrgetter("tanks")),
    (D_VEHICLES, "other vehicles", attrgetter("other_vehicles")),
    (D_GUNS, "guns", attrgetter("guns")),
)
"""The four plotted counts, each with its column in the table by days."""
_CARS: tuple[float, str, Callable[[DayCount], int]] = (D_CARS, "armoured cars", attrgetter("armoured_cars"))
_COUNTED = (*_FIGURES[:2], _CARS, *_FIGURES[2:])
"""All counts of the table by days."""
_STATES: tuple[tuple[float, str, Callable[[DayCount], int]], ...] = (
    (D_FIT, "fresh", attrgetter("fit")),
    (D_SPENT, "spent", attrgetter("spent")),
    (D_LOST, "lost", attrgetter("lost")),
    (D_COME, "due", attrgetter("to_come")),
)
"""Counts of battalions by state, each with its column in the table by days."""


@rendered
def render_strength(view: StrengthPaper, _: Paper) -> Document:
    """Return the strength return of a force."""
    return Document((strength_part(view),), (view,))


def strength_part(view: StrengthPaper) -> Part:
    """Return the strength return as a part of a larger file."""
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
            Block("By formation", (word_heads(_PLOTTED, sheet.room), *rows), "each formation to its own scale", heads=1)
        )
    if not blocks:
        blocks = [Block("Strength", text_items("No unit.", sheet.room))]
    flow(sheet, sheet.begin() + 5 * MM, blocks)


# the whole -----------------------------------------------------------------------------------------------------------
def _top_blocks(sheet: Sheet, curve: StrengthCurve, days: int) -> list[Block]:
    accent = sheet.accent

    def plots(page: Sheet, x: float, y: float) -> None:
        _draw_plots(page, x, y, LARGE, curve, days, accent, NAME)

    return [Block(curve.name, (Item(14, _draw_key), Item(LARGE, plots)), curve.led_by), day_block(curve, sheet.room)]


def day_block(curve: StrengthCurve, room: float) -> Block:
    """Return a line for each day: the strength of the formation, and its change."""
    counted = [(at, word) for at, word, _ in (*_COUNTED, *_STATES)]
    rows = striped(map(_day, curve.counts, [None, *curve.counts[:-1]]), room)
    return Block(
        "Day by day",
        (word_heads([(DAY, "end of"), *counted], room, [word for _, word in counted]), *rows),
        "battalions in play; change since the line above; other vehicles = carriers, half-tracks, self-propelled guns",
        heads=1,
    )


def _draw_key(sheet: Sheet, x: float, y: float) -> None:
    """Draw the meaning of line, dashes and columns."""
    base = y + 7
    for (at, _), word in zip(
        (*LARGE_PLOTS, (LARGE_UNITS, 0.0)), ("men", "tanks", "other vehicles", "guns", "battalions:"), strict=True
    ):
        sheet.text(x + at, base, word, NOTE, Cut.SEMIBOLD, SECOND)
    sheet.rule(x + 24, base - 2.2, x + 40, ROW_RULE, INK, (2.4, 1.8))
    sheet.text(x + 43, base, "establishment", NOTE, colour=THIRD)
    at = x + LARGE_UNITS + 36
    for kind in ("fresh", "spent", "lost"):
        draw_swatch(sheet, at, base - 5, 6, 6, kind)
        at += 8 + sheet.text(at + 8, base, kind, NOTE, colour=THIRD) + 5
    draw_swatch(sheet, at, base - 5, 6, 6, "to come")
    sheet.text(at + 8, base, "due", NOTE, colour=THIRD)


def _draw_plots(
    sheet: Sheet, x: float, y: float, high: float, curve: StrengthCurve, days: int, accent: Colour, left_x: float
) -> None:
    """Draw men, tanks, other vehicles, guns and battalions, beside one another; ``left_x`` 0 uses the whole width."""
    large = left_x == NAME
    edges, units, end = (LARGE_PLOTS, LARGE_UNITS, 538.0) if large else (PLOTS, UNITS, 538.0)
    first, last = curve.counts[0].when, _last_word(curve.counts[-1], days)
    deep = high - BOTTOM - 4
    wholes = (
        curve.men_establishment,
        curve.tanks_establishment,
        curve.other_vehicles_establishment,
        curve.guns_establishment,
    )
    for (at, wide), (_, _, value), total in zip(edges, _FIGURES, wholes, strict=True):
        frame = Frame(x + at, y + 2, wide, deep, float(days))
        if total or any(value(count) for count in curve.counts):
            draw_axis(sheet, frame, first if large else "", last if large else "")
        draw_curve(sheet, frame, curve.counts, value, total, accent)
    frame = Frame(x + units, y + 2, end - units, deep, float(days))
    draw_columns(sheet, frame, curve.counts)
    sheet.rule(frame.x, frame.low, frame.right, ROW_RULE)
    _draw_battalions(sheet, frame, curve.counts[-1])


def _last_word(count: DayCount, days: int) -> str:
    return f"day {days}" if count.at < days else count.when


def _draw_battalions(sheet: Sheet, frame: Frame, count: DayCount) -> None:
    words = [f"{value(count)} {word}" for _, word, value in _STATES if value(count)]
    sheet.fitted(frame.x, frame.low + 7.6, ", ".join(words) or "none", frame.wide, NOTE, Cut.SEMIBOLD)


# by days -------------------------------------------------------------------------------------------------------------
def _day(count: DayCount, before: DayCount | None) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        base = y + 9
        sheet.text(x + DAY, base, count.when, TABLE, Cut.SEMIBOLD)
        for at, _, value in _COUNTED:
            change = signed(value(count) - value(before)) if before is not None else ""
            sheet.text(x + at, base, f"{value(count):,}", TABLE, Cut.BOLD, side=Side.RIGHT)
            sheet.text(x + at + 30, base, change, TABLE, colour=SECOND, side=Side.RIGHT)
        for at, _, value in _STATES:
            number = value(count)
            sheet.text(x + at, base, f"{number:,}" if number else "\N{EN DASH}", TABLE, side=Side.RIGHT)

    return Item(12.4, paint)


# by formation --------------------------------------------------------------------------------------------------------
def _row(curve: StrengthCurve, days: int, accent: Colour) -> Item:
    indent = 6.0 * (min(curve.depth, 5) - 1)
    room = MEN - 8 - 30 - indent
    name = fit(curve.name, room, 8.0 if curve.depth == 1 else 7.5, Cut.BOLD if curve.depth == 1 else Cut.SEMIBOLD, 3)
    led_by = fit(curve.led_by, room, NOTE, lines=2) if curve.led_by else None
    deep = name.depth + (led_by.depth if led_by else 0)
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
