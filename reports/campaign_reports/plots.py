"""Small plots in one black ink: a curve over days against its establishment, and columns of battalions by state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from campaign.views.orbat.strength import DayCount
from campaign_reports.page import Sheet, Side
from campaign_reports.style import CLOSE_RULE, FAINT, GRID, HAIR, INK, NOTE, ROW_LINE, ROW_RULE, TEXT, WHITE, Colour
from campaign_reports.type import Cut, width

LABEL = 5.0
"""Points between a plot's last value and its figure."""
BOTTOM = 8.5
"""Height in points for the days under a plot."""


class Frame(NamedTuple):
    """The frame of a plot, and the days that its width stands for."""

    x: float
    y: float
    wide: float
    high: float
    days: float

    @property
    def right(self) -> float:
        return self.x + self.wide

    @property
    def low(self) -> float:
        return self.y + self.high

    def at(self, day: float) -> float:
        return self.x + self.wide * min(1.0, day / self.days)


def draw_axis(sheet: Sheet, frame: Frame, first: str, last: str) -> None:
    """Draw the ground line with a tick for each day, the first and the last day in words."""
    low = frame.low
    sheet.rule(frame.x, low, frame.right, ROW_RULE, INK)
    step = max(1, round(frame.days / 14))
    for day in range(0, int(frame.days) + 1, step):
        sheet.line(frame.at(day), low, frame.at(day), low + 1.8, ROW_RULE, INK)
    sheet.text(frame.x, low + 7.6, first, NOTE, Cut.NARROW, FAINT)
    if width(first, Cut.NARROW, NOTE) + width(last, Cut.NARROW, NOTE) + 4 <= frame.wide:
        sheet.text(frame.right, low + 7.6, last, NOTE, Cut.NARROW, FAINT, Side.RIGHT)


def draw_curve(
    sheet: Sheet,
    frame: Frame,
    counts: Sequence[DayCount],
    value: Callable[[DayCount], int],
    establishment: int,
    colour: Colour,
) -> None:
    """Draw a line with a dot for each day; the establishment as a dashed line; the last figure in bold beside its
    dot.
    """
    top = max([establishment, *(value(count) for count in counts)])
    if not top:
        sheet.text(
            frame.x + frame.wide / 2, frame.y + frame.high / 2 + 2.2, "none", NOTE, colour=FAINT, side=Side.MIDDLE
        )
        return
    reach = frame.high - 2.0

    def y_of(number: float) -> float:
        return frame.low - reach * number / top

    sheet.rule(frame.x, y_of(top / 2), frame.right, HAIR, GRID)
    if establishment:
        sheet.rule(frame.x, y_of(establishment), frame.right, ROW_RULE, INK, (2.4, 1.8))
    points = [(frame.at(count.at), y_of(value(count))) for count in counts]
    if len(points) > 1:
        sheet.path(points, 1.1, colour, round_ends=True)
    for x, y in points:
        sheet.disc(x, y, 1.3, fill=colour)
    now = f"{value(counts[-1]):,}"
    # The figure stands right of the plot, where no curve can run into it, at the height of its dot.
    base = min(max(points[-1][1] + 2.4, frame.y + 5.6), frame.low)
    sheet.text(frame.right + LABEL, base, now, TEXT, Cut.BOLD)
    share = f"{round(100 * value(counts[-1]) / establishment)} %" if establishment else ""
    under = base + 7.4 if base + 7.4 <= frame.low + BOTTOM - 1 else base - 7.6
    sheet.text(frame.right + LABEL, under, share, NOTE, colour=FAINT)


def draw_columns(sheet: Sheet, frame: Frame, counts: Sequence[DayCount]) -> None:
    """Draw a column for each hour: fresh white below, spent hatched, lost black; those to come dotted on top."""
    top = max((count.fit + count.spent + count.lost + count.to_come for count in counts), default=0)
    if not top:
        return
    pitch = frame.wide / (frame.days + 1)
    closest = min((later.at - earlier.at for earlier, later in pairwise(counts) if later.at > earlier.at), default=1.0)
    wide = max(1.2, min(9.0, pitch * min(1.0, closest) * 0.72))
    unit = (frame.high - 2.0) / top
    for count in counts:
        x = frame.x + pitch * min(count.at, frame.days) + (pitch - wide) / 2
        low = frame.low
        for number, kind in (
            (count.fit, "fresh"),
            (count.spent, "spent"),
            (count.lost, "lost"),
            (count.to_come, "to come"),
        ):
            if number:
                low -= number * unit
                draw_swatch(sheet, x, low, wide, number * unit, kind)


def draw_swatch(sheet: Sheet, x: float, y: float, wide: float, high: float, kind: str) -> None:
    """Draw a piece of a column: ``fit`` white, ``spent`` hatched, ``lost`` black, ``to come`` only a dotted outline."""
    if kind == "to come":
        sheet.path(((x, y + high), (x, y), (x + wide, y), (x + wide, y + high)), HAIR, ROW_LINE, dash=(0.8, 1.0))
        return
    sheet.box(x, y, wide, high, ROW_RULE, INK, INK if kind == "lost" else WHITE)
    if kind == "spent":
        down = y
        while down < y + high + wide:
            # A rising stroke from the left edge, cut off at the edges of the box.
            left_point, right = (x, down), (x + wide, down - wide)
            if right[1] < y:
                right = (x + (down - y), y)
            if left_point[1] > y + high:
                left_point = (x + (down - y - high), y + high)
            if right[0] > left_point[0]:
                sheet.line(*left_point, *right, CLOSE_RULE)
            down += 2.2
