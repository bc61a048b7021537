"""Things to write on: boxes to cross, numbered boxes, lines, crosses already made."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.terms.state import State
from campaign_reports.page import Sheet, Side
from campaign_reports.style import BOX_FIGURE, CAPTION, CLOSE_RULE, FAINT, INK, MM, PEN_LINE, PEN_RULE, TAG, WHITE
from campaign_reports.type import fit


def cross(sheet: Sheet, x: float, y: float, wide: float, high: float) -> None:
    inset = min(wide, high) * 0.14
    for y1, y2 in ((y + inset, y + high - inset), (y + high - inset, y + inset)):
        sheet.path([(x + inset, y1), (x + wide - inset, y2)], 1.5, INK, round_ends=True)


def check_box(
    sheet: Sheet, x: float, y: float, size: float, weight: float = CLOSE_RULE, *, crossed: bool = False
) -> None:
    """Draw a square to cross, upper left corner at (x, y)."""
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
    """Draw joined boxes with a grey figure in each, the first ``done`` crossed or the first ``held`` grey; returns the
    x behind them.
    """
    for step, number in enumerate(numbers):
        left_x = x + step * wide
        sheet.box(left_x, y, wide, high, weight, INK, TAG if step < held else WHITE)
        sheet.fitted(
            left_x + wide / 2,
            y + high / 2 + CAPTION * 0.36,
            str(number),
            wide - 0.8,
            CAPTION,
            colour=INK if step < held else BOX_FIGURE,
            side=Side.MIDDLE,
        )
        if step < done:
            cross(sheet, left_x, y, wide, high)
    return x + len(numbers) * wide


def write_line(sheet: Sheet, x1: float, x2: float, y: float) -> None:
    """Draw a line to write on."""
    sheet.rule(x1, y, x2, PEN_RULE, PEN_LINE)


def labelled_box(sheet: Sheet, x: float, y: float, size: float, label: str, room: float, weight: float = 0.8) -> None:
    """Draw a box and its label right of it."""
    check_box(sheet, x, y, size, weight)
    text = fit(label, room - size - 1.6 * MM, 8, lines=2)
    sheet.lines(x + size + 1.6 * MM, y + size / 2 + 2.8 - text.pitch * (len(text.lines) - 1) / 2, text)


def draw_state(
    sheet: Sheet,
    x: float,
    y: float,
    state: State,
    half: float = 2.6,
    dot: float = 1.1,
    out: float = 1.3,
    ring: float = 0.5,
    bend: float = 1.6,
    stroke: float = 0.9,
) -> None:
    """Draw a state: a dot for fresh, a square with one stroke for spent, two for destroyed, ringed for captured, black
    for disbanded.

    ``half`` is half the square's side; ``out`` how far the ring stands off, ``ring`` and ``stroke`` are weights.
    """
    if state is State.FRESH:
        sheet.disc(x, y, dot, fill=FAINT)
        return
    left_x, top, side = x - half, y - half, 2 * half
    if state is State.CAPTURED:
        sheet.box(left_x - out, top - out, side + 2 * out, side + 2 * out, ring, INK, WHITE, round_by=bend)
    sheet.box(left_x, top, side, side, CLOSE_RULE, INK, INK if state is State.DISBANDED else WHITE)
    if state is State.SPENT:
        sheet.line(left_x, top, x + half, y + half, stroke)
    elif state in (State.DESTROYED, State.CAPTURED):
        cross(sheet, left_x, top, side, side)
