"""Vector unit symbols. All measures are multiples of h, the height of the frame; the frame is 1.5 h wide.

``draw`` puts the upper left corner of the frame at (x, y). Above it the size mark needs 0.4 h (0.51 h for an enemy),
below it wheels 0.26 h, a staff 0.48 h, battlements up to 0.5 h. Even letters (R, ?) are drawn, so that small symbols
hold no type under 6 pt.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.words.symbol import Complement, Frame, UnitSymbol
from campaign_reports.branches import BRANCHES, BREADTH, Stamp, draw_question, draw_slash
from campaign_reports.drawing import Drawing
from campaign_reports.page import Side
from campaign_reports.style import FLOOR, INK, WHITE, Colour, grey, tint
from campaign_reports.type import Cut

HEADROOM: Final = 0.42
"""Room for the size mark above an own frame, in units of h, the height of the frame."""
DISCS: Final[dict[Arm, tuple[float, float]]] = {
    Arm.FIELD_ARTILLERY: (0, 0.17),
    Arm.MEDIUM_ARTILLERY: (0, 0.17),
    Arm.SELF_PROPELLED_ARTILLERY: (0, 0.115),
    Arm.ROCKET: (0.2, 0.13),
}
"""Branches shown by a disc: distance below the middle and radius, in units of h."""
WHEELED: Final = frozenset({Arm.LORRIED_INFANTRY, Arm.MOTOR_INFANTRY, Arm.ARMOURED_CAR, Arm.MOTORCYCLE, Arm.CYCLIST})


def draw(sheet: Drawing, symbol: UnitSymbol, x: float, y: float, h: float, ink: Colour = INK) -> None:
    """Draw the symbol without designations."""
    is_out = symbol.state in (State.DESTROYED, State.CAPTURED, State.DISBANDED)
    pen = Stamp(sheet, x, y, h, grey(50) if is_out else ink)
    _draw_frame(pen, symbol)
    if symbol.arm is None:
        draw_question(pen)
    else:
        BRANCHES[symbol.arm](pen)
    if symbol.reconnaissance:
        draw_slash(pen)
    if symbol.headquarters or symbol.arm is Arm.HEADQUARTERS:
        pen.stroke((-0.75, 0.5), (-0.75, 0.98), weight=1.8)
    _draw_mark(pen, symbol)
    _draw_state(Stamp(sheet, x, y, h, ink), symbol)


def draw_with_names(sheet: Drawing, symbol: UnitSymbol, x: float, y: float, h: float, ink: Colour = INK) -> None:
    """Draw the symbol with its own designation on the left and its superior's on the right, on the lower edge of the
    frame.
    """
    draw(sheet, symbol, x, y, h, ink)
    size = max(FLOOR, 0.44 * h)
    out = 0.12 * h + (0.11 * h if symbol.frame is Frame.ENEMY else 0)
    sheet.text(x - out, y + h, symbol.number, size, Cut.SEMIBOLD, side=Side.RIGHT)
    sheet.text(x + BREADTH * h + out, y + h, symbol.superior, size, Cut.SEMIBOLD, INK)


def draw_in_row(
    sheet: Drawing, symbol: UnitSymbol, x: float, y: float, high: float, h: float, ink: Colour = INK
) -> None:
    """Draw the symbol in a table row from y down: in the middle, moved or made smaller until mark, wheels and
    battlements stay in the row.
    """
    air = 2.4
    h = min(h, (high - air) / (headroom(symbol, 1) + 1 + footroom(symbol, 1)))
    up, down = headroom(symbol, h), footroom(symbol, h)
    top = y + high / 2 - h / 2 + 0.13 * h
    top = max(y + air / 2 + up, min(top, y + high - air / 2 - down - h))
    draw(sheet, symbol, x, top, h, ink)


def headroom(symbol: UnitSymbol, h: float) -> float:
    """Return the room that the symbol needs above its frame."""
    extra = 0.11 if symbol.frame is Frame.ENEMY else 0.0
    if symbol.ad_hoc:
        extra += 0.12
    if not has_mark(symbol):
        bare = {State.SPENT: 0.28, State.DESTROYED: 0.28, State.CAPTURED: 0.34}.get(symbol.state, 0.06)
        return (bare + extra) * h
    return (HEADROOM + extra + (0.16 if symbol.state is State.CAPTURED else 0)) * h


def has_mark(symbol: UnitSymbol) -> bool:
    """Return whether anything stands above the frame."""
    return symbol.mark is not None or symbol.ad_hoc or symbol.complement is not Complement.WHOLE


def footroom(symbol: UnitSymbol, h: float) -> float:
    """Return the room that the symbol needs below its frame."""
    deep = 0.28 if symbol.arm in WHEELED else 0.0
    if symbol.dug_in:
        deep = max(deep, (0.34 if symbol.arm in WHEELED else 0.14) + 0.2)
    if symbol.headquarters or symbol.arm is Arm.HEADQUARTERS:
        deep = max(deep, 0.48)
    if symbol.state is State.SPENT or symbol.state is State.DESTROYED:
        deep = max(deep, 0.3)
    if symbol.state is State.CAPTURED:
        deep = max(deep, 0.4)
    return (deep + (0.11 if symbol.frame is Frame.ENEMY else 0)) * h


def sideroom(symbol: UnitSymbol, h: float) -> float:
    """Return the room that the symbol needs left and right of its frame."""
    out = 0.11 if symbol.frame is Frame.ENEMY else 0.0
    if symbol.state is State.CAPTURED:
        out = max(out, 0.24)
    if symbol.resting:
        out = max(out, 0.26)
    return max(out, 0.12 if symbol.dug_in else 0.0) * h


def _draw_frame(pen: Stamp, symbol: UnitSymbol) -> None:
    sheet, body = pen.sheet, WHITE
    if symbol.frame is Frame.ENEMY:
        out = 0.11 * pen.h
        sheet.box(pen.x - out, pen.y - out, pen.w + 2 * out, pen.h + 2 * out, pen.line, pen.ink, WHITE)
        body = tint(pen.ink, 0.12) if pen.ink != INK else WHITE
    if symbol.state is State.DISBANDED:
        corners = [(pen.x, pen.y), (pen.x + pen.w, pen.y), (pen.x + pen.w, pen.y + pen.h), (pen.x, pen.y + pen.h)]
        sheet.path(corners, pen.line, pen.ink, WHITE, closed=True, dash=(2 * pen.line, 2 * pen.line))
        return
    sheet.box(pen.x, pen.y, pen.w, pen.h, pen.line, pen.ink, body)


# Size marks

STROKES: Final = {SizeMark.COMPANY: 1, SizeMark.BATTALION: 2, SizeMark.REGIMENT: 3}
CROSSES: Final = {
    SizeMark.BRIGADE: 1,
    SizeMark.DIVISION: 2,
    SizeMark.CORPS: 3,
    SizeMark.ARMY: 4,
    SizeMark.ARMY_GROUP: 5,
}
DOTS: Final = {SizeMark.SECTION: 1, SizeMark.PLATOON: 3}


def mark_width(mark: SizeMark | None) -> float:
    """Return the width of a size mark in h."""
    if mark is None:
        return 0.0
    if mark in STROKES:
        return 0.13 * (STROKES[mark] - 1) + 0.05
    if mark in CROSSES:
        return 0.25 * (CROSSES[mark] - 1) + 0.20
    return 0.20 * (DOTS.get(mark, 1) - 1) + 0.124


def draw_mark(pen: Stamp, mark: SizeMark, across: float, down: float) -> None:
    """Draw a size mark centred at a distance in h from the centre of the frame."""
    if mark in STROKES:
        for x in _pitched(STROKES[mark], 0.13):
            pen.stroke((across + x, down - 0.13), (across + x, down + 0.13), weight=1.1)
    elif mark in CROSSES:
        for x in _pitched(CROSSES[mark], 0.25):
            pen.stroke((across + x - 0.1, down - 0.13), (across + x + 0.1, down + 0.13), weight=1.1)
            pen.stroke((across + x - 0.1, down + 0.13), (across + x + 0.1, down - 0.13), weight=1.1)
    elif mark in DOTS:
        for x in _pitched(DOTS[mark], 0.20):
            pen.ring(across + x, down, 0.062, filled=True)
    else:
        pen.ring(across, down, 0.09)
        pen.stroke((across - 0.11, down + 0.15), (across + 0.11, down - 0.15), weight=0.8)


def _pitched(count: int, pitch: float) -> list[float]:
    return [(step - (count - 1) / 2) * pitch for step in range(count)]


def _draw_mark(pen: Stamp, symbol: UnitSymbol) -> None:
    down = -0.5 - 0.23 - (0.11 if symbol.frame is Frame.ENEMY else 0)
    beside = symbol.complement is not Complement.WHOLE
    wide = mark_width(symbol.mark)
    centre = -(0.3 + 0.08) / 2 if beside and symbol.ad_hoc else 0.0
    if symbol.mark is not None:
        draw_mark(pen, symbol.mark, centre, down)
    if beside:
        _draw_complement(pen, symbol.complement, centre + wide / 2 + (0.15 if wide else -0.15), down)
    if symbol.ad_hoc:
        half = max(0.34, wide / 2 + (0.3 if beside else 0) + 0.1)
        foot = -0.5 - (0.11 if symbol.frame is Frame.ENEMY else 0)
        pen.stroke((-half, foot), (-half, down - 0.21), (half, down - 0.21), (half, foot), weight=0.8)


def _draw_complement(pen: Stamp, complement: Complement, across: float, down: float) -> None:
    """Draw (–) or (+), 0.3 h wide."""
    for way, edge in ((-1, across), (1, across + 0.3)):
        bow = [(edge - way * 0.07 * (1 - cos(pi * step / 12)), down + 0.17 * cos(pi * step / 6)) for step in range(7)]
        pen.stroke(
            *[(edge - way * 0.08 + way * 0.08 * sin(pi * step / 6), y) for step, (_, y) in enumerate(bow)], weight=0.9
        )
    pen.stroke((across + 0.08, down), (across + 0.22, down), weight=1.1)
    if complement is Complement.REINFORCED:
        pen.stroke((across + 0.15, down - 0.07), (across + 0.15, down + 0.07), weight=1.1)


# States


def _draw_state(pen: Stamp, symbol: UnitSymbol) -> None:
    if symbol.dug_in:
        _draw_battlements(pen, wheeled=symbol.arm in WHEELED)
    if symbol.state is State.SPENT:
        _draw_strokes(pen, 1)
        _draw_dot_again(pen, symbol.arm)
    elif symbol.state in (State.DESTROYED, State.CAPTURED):
        _draw_strokes(pen, 2)
    if symbol.state is State.CAPTURED:
        top = -1.06 if has_mark(symbol) else -0.8
        x, y = pen.at(-0.95, top)
        pen.sheet.box(x, y, 1.9 * pen.h, (0.8 - top) * pen.h, 1.3 * pen.line, pen.ink, None, 0.12 * pen.h)
    if symbol.resting:
        _draw_rest(pen)


def _draw_strokes(pen: Stamp, count: int) -> None:
    """Draw strokes steeper than the diagonal of the frame and past its edges, on a white casing."""
    ways = (1, -1)[:count]
    for weight, colour in ((5.2, WHITE), (2.9, pen.ink)):
        for way in ways:
            pen.sheet.path([pen.at(-0.74, -0.74 * way), pen.at(0.74, 0.74 * way)], weight * pen.line, colour)


def _draw_dot_again(pen: Stamp, arm: Arm | None) -> None:
    """Draw a gun's dot again on top of a stroke that covers it, with a white rim, so that it still means artillery."""
    if arm in DISCS:
        down, radius = DISCS[arm]
        x, y = pen.at(0, down)
        pen.sheet.disc(x, y, radius * pen.h + 1.6 * pen.line, fill=WHITE)
        pen.ring(0, down, radius, filled=True)


def _draw_battlements(pen: Stamp, *, wheeled: bool) -> None:
    """Draw battlements 0.16 h deep below the frame."""
    top = 0.5 + (0.34 if wheeled else 0.14)
    low = top + 0.16
    points: list[tuple[float, float]] = (
        [(-0.85, top - 0.16), (-0.85, low)] if not wheeled else [(-0.85, top), (-0.85, low)]
    )
    pitch = 1.7 / 9
    for step in range(9):
        level, after = (low, top) if step % 2 == 0 else (top, low)
        right = -0.85 + (step + 1) * pitch
        points += [(right, level)] if step == 8 else [(right, level), (right, after)]
    points.append((0.85, top - 0.16 if not wheeled else top))
    pen.stroke(*points, weight=1.5)


def _draw_rest(pen: Stamp) -> None:
    """Draw a white R in a black disc on the lower right corner."""
    x, y = pen.at(0.75, 0.5)
    r = 0.23 * pen.h
    pen.sheet.disc(x, y, r + 0.6 * pen.line, fill=WHITE)
    pen.sheet.disc(x, y, r, fill=pen.ink)
    weight = max(0.5, 0.2 * r)
    left_x, right, top, low = x - 0.32 * r, x + 0.3 * r, y - 0.55 * r, y + 0.55 * r
    pen.sheet.path([(left_x, low), (left_x, top)], weight, WHITE)
    bowl = [
        (left_x, top),
        (x + 0.08 * r, top),
        (right, y - 0.42 * r),
        (right, y - 0.12 * r),
        (x + 0.08 * r, y + 0.03 * r),
        (left_x, y + 0.03 * r),
    ]
    pen.sheet.path(bowl, weight, WHITE)
    pen.sheet.path([(x + 0.02 * r, y + 0.03 * r), (right + 0.05 * r, low)], weight, WHITE)
