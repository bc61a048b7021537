"""Things to write on: boxes to cross, numbered boxes, lines, crosses already made."""

from __future__ import annotations

from collections.abc import Sequence

from campaign_reports.page import Sheet, Side
from campaign_reports.style import BOX_FIGURE, CLOSE_RULE, INK, MM, PEN_LINE, PEN_RULE, TAG, WHITE
from campaign_reports.type import Cut, fit, width


def cross(sheet: Sheet, x: float, y: float, wide: float, high: float) -> None:
    """An X as by pen."""
    inset = min(wide, high) * 0.14
    for y1, y2 in ((y + inset, y + high - inset), (y + high - inset, y + inset)):
        sheet.path([(x + inset, y1), (x + wide - inset, y2)], 1.5, INK, round_ends=True)


def check_box(
    sheet: Sheet, x: float, y: float, size: float, weight: float = CLOSE_RULE, *, crossed: bool = False
) -> None:
    """A square to cross, upper left corner at (x, y)."""
    sheet.box(x, y, size, size, weight, INK, WHITE)
    if crossed:
        cross(sheet, x, y, size, size)


def number_boxes(
    sheet: Sheet,
    x: float,
    y: float,
    wide: float,
    high: float,
    numbers: Sequence[int | str],
    weight: float = CLOSE_RULE,
    done: int = 0,
    held: int = 0,
) -> float:
    """Joined boxes with a grey figure in each, the first ``done`` crossed or the first ``held`` grey; returns the x
    behind them."""
    size = 7.0 if width("8", Cut.REGULAR, 7) < wide - 2 else 6.0
    for step, number in enumerate(numbers):
        left_x = x + step * wide
        sheet.box(left_x, y, wide, high, weight, INK, TAG if step < held else WHITE)
        sheet.text(
            left_x + wide / 2,
            y + high / 2 + size * 0.36,
            str(number),
            size,
            colour=INK if step < held else BOX_FIGURE,
            side=Side.MIDDLE,
        )
        if step < done:
            cross(sheet, left_x, y, wide, high)
    return x + len(numbers) * wide


def write_line(sheet: Sheet, x1: float, x2: float, y: float) -> None:
    """A line to write on."""
    sheet.rule(x1, y, x2, PEN_RULE, PEN_LINE)


def labelled_box(sheet: Sheet, x: float, y: float, size: float, label: str, room: float, weight: float = 0.8) -> None:
    """A box and its label right of it."""
    check_box(sheet, x, y, size, weight)
    text = fit(label, room - size - 1.6 * MM, 8, lines=2)
    sheet.lines(x + size + 1.6 * MM, y + size / 2 + 2.8 - text.pitch * (len(text.lines) - 1) / 2, text)
