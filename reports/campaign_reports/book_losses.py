"""Losses in the campaign book: each side's total at the end of each day, then every formation day by day; and
encounters.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from campaign.terms.words import listing
from campaign.values import replace
from campaign.views.book.campaign_book import Book, Encounter, LossCurve, Losses
from campaign_reports.areas import Area
from campaign_reports.blocks import Block, Item, flow, text_items
from campaign_reports.columns import Column, table, word_heads
from campaign_reports.page import Part, Sheet, Side
from campaign_reports.style import CLOSE_RULE, FAINT, GRID, HAIR, INK, MM, NOTE, ROW_RULE, TABLE, TEXT, WHITE
from campaign_reports.type import Cut, squeeze

NAME_WIDE, BARS, BARS_WIDE = 170.0, 176.0, 180.0
"""In points: width of the name in a row, then left edge and width of the bars of its days."""
FIGURES = ((402.0, "men"), (452.0, "vehicles"), (484.0, "guns"))
"""Right edges, in points, of the total losses."""
RETURNED = 538.0
ROW = 21.0
CURVE = 62 * MM
DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 2.0), (1.0, 1.6), (6.0, 1.6, 1.0, 1.6))
"""Dash pattern of each side's line, so that the sides can be told apart in grey print."""


def losses_part(view: Book) -> Part:
    """Return the part with curves of the sides and columns of the formations."""
    return Part(replace(view.masthead, title="Losses"), lambda sheet: _paint(sheet, view), name="Losses")


def _paint(sheet: Sheet, view: Book) -> None:
    sides = [curve for curve in view.losses if curve.depth == 0]
    blocks = [
        Block(
            "Men lost since the start",
            (Item(CURVE, lambda page, x, y: _draw_curves(page, x, y, sides)),),
            "men who came back do not count",
        )
    ]
    for side in sides:
        below = [curve for curve in view.losses if curve.depth and curve.side == side.side]
        blocks.append(_formations(side, below, sheet.room))
    flow(sheet, sheet.begin() + 5 * MM, blocks)


# the sides -----------------------------------------------------------------------------------------------------------
def _draw_curves(sheet: Sheet, x: float, y: float, sides: Sequence[LossCurve]) -> None:
    """Draw a line for each side, with its name and figure at the right end."""
    sums = [[0, *accumulate(day.lost.men - day.returned.men for day in side.days)] for side in sides]
    top = max([1, *(number for line in sums for number in line)])
    frame = Area(x + 30, y + 6, sheet.room - 150, CURVE - 24)
    days = max(1, *(len(side.days) for side in sides)) if sides else 1
    for share in (0.0, 0.5, 1.0):
        level = frame.low - share * frame.high
        sheet.rule(frame.x, level, frame.right, ROW_RULE if share == 0 else HAIR, INK if share == 0 else GRID)
        sheet.text(frame.x - 4, level + 2.4, f"{round(top * share):,}", NOTE, colour=FAINT, side=Side.RIGHT)
    step = max(1, round(days / 20))
    for day in range(0, days + 1, step):
        at = frame.x + frame.wide * day / days
        sheet.line(at, frame.low, at, frame.low + 2, ROW_RULE)
        sheet.text(at, frame.low + 9, f"day {day}" if day else "start", NOTE, colour=FAINT, side=Side.MIDDLE)
    levels: list[float] = []
    for step, (side, line) in enumerate(zip(sides, sums, strict=True)):
        points = [
            (frame.x + frame.wide * day / days, frame.low - frame.high * number / top)
            for day, number in enumerate(line)
        ]
        sheet.path(points, 1.4, INK, dash=DASHES[step % len(DASHES)])
        for spot in points:
            sheet.disc(*spot, 2.0, 0.8, INK, INK if step % 2 == 0 else WHITE)
        base = points[-1][1] + 2.6
        base = next((level for level in (base, base - 9, base + 9) if all(abs(level - o) >= 9 for o in levels)), base)
        levels.append(base)
        sheet.fitted(frame.right + 7, base, f"{side.name} {line[-1]:,}", 110, TEXT, Cut.SEMIBOLD)


# the formations ------------------------------------------------------------------------------------------------------
def _formations(side: LossCurve, curves: Sequence[LossCurve], room: float) -> Block:
    most = max((max(day.lost.men, day.returned.men) for curve in curves for day in curve.days), default=0)
    hurt = [curve for curve in curves if any(day.lost or day.returned for day in curve.days)]
    named = [(0.0, "formation"), (BARS, f"men, day 1 to {len(side.days)}"), *FIGURES, (RETURNED, "men back")]
    heads = word_heads(named, room, [word for _, word in named[2:]])
    items: list[Item] = [heads, *(_row(curve, most) for curve in (side, *hurt))]
    spared = [curve.name for curve in curves if curve not in hurt]
    if spared:
        items += text_items(f"No losses: {listing(spared, len(spared))}.", room, TABLE, after=2.0)
    return Block(f"Losses: {side.name}", items, "black = lost, white = came back; all rows have one scale", heads=1)


def _row(curve: LossCurve, most: int) -> Item:
    """Return a formation's name, a column for each day, up for losses and down for recoveries, and the figures."""
    lost = sum((day.lost for day in curve.days), Losses())
    back = sum(day.returned.men for day in curve.days)
    is_side = curve.depth == 0
    name = squeeze(curve.name, NAME_WIDE, TABLE, Cut.BOLD if is_side else Cut.REGULAR, 2)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.lines(x, y + 10 - (len(name.lines) - 1) * 4, name)
        if not is_side:
            _draw_columns(sheet, Area(x + BARS, y + 2, BARS_WIDE, ROW - 4), curve, most)
        for (at, _), number in zip((*FIGURES, (RETURNED, "")), (lost.men, lost.vehicles, lost.guns, back), strict=True):
            words = f"{number:,}" if number else "\N{EN DASH}"
            sheet.text(x + at, y + 10, words, TABLE, Cut.BOLD if is_side else Cut.REGULAR, side=Side.RIGHT)
        sheet.rule(x, y + ROW - 0.5, x + RETURNED, HAIR, GRID)

    return Item(ROW, paint)


def _draw_columns(sheet: Sheet, frame: Area, curve: LossCurve, most: int) -> None:
    pitch = frame.wide / len(curve.days)
    wide = min(9.0, pitch * 0.7)
    ground = frame.y + frame.high * 0.72
    sheet.rule(frame.x, ground, frame.right, HAIR)
    for step, day in enumerate(curve.days):
        x = frame.x + pitch * (step + 0.5) - wide / 2
        if day.lost.men:
            high = max(1.0, frame.high * 0.72 * day.lost.men / most)
            sheet.box(x, ground - high, wide, high, fill=INK)
        if day.returned.men:
            sheet.box(x, ground, wide, max(1.0, frame.high * 0.28 * day.returned.men / most), CLOSE_RULE, INK, WHITE)


# who fought whom -----------------------------------------------------------------------------------------------------
MET = (Column("formation", 0, 150, Cut.SEMIBOLD), Column("fought", 156, 382, lines=0))


def encounters_part(view: Book) -> Part:
    """Return a table for the first side, since the other's would repeat it."""
    return Part(
        replace(view.masthead, title="Who met whom"),
        lambda sheet: _paint_encounters(sheet, view.encounters),
        name="Who met whom",
    )


def _paint_encounters(sheet: Sheet, encounters: Sequence[Encounter]) -> None:
    side = encounters[0].side
    rows = [(met.formation, _against(met)) for met in encounters if met.side == side]
    blocks = [table(side, MET, rows, sheet.room, "the numbers of the battles in brackets")]
    flow(sheet, sheet.begin() + 5 * MM, blocks)


def _against(met: Encounter) -> str:
    return "; ".join(f"{name} ({', '.join(map(str, numbers))})" for name, numbers in met.against)
