"""The key to the unit symbols: every sign, size mark and state on one page, for the club's wall."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from campaign.terms.forces import AirType, Arm, SizeMark
from campaign.terms.state import State
from campaign.words.papers import Masthead
from campaign.words.symbol import Complement, Frame, UnitSymbol
from campaign_reports.blocks import draw_block_head
from campaign_reports.branches import BREADTH, words_for
from campaign_reports.document import Document, rendered
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.style import FAINT, INK, MM, NOTE, ROW_LINE, ROW_RULE, TEXT, WHITE
from campaign_reports.symbols import draw, draw_with_names
from campaign_reports.type import Cut, Setting, fit

_BODY = ((0, -0.36), (0.05, -0.26), (0.06, -0.08), (0.045, 0.2), (0.035, 0.3))
_WINGS = ((0.06, -0.08), (0.42, 0.03), (0.42, 0.1), (0.06, 0.1))
_TAIL = ((0.035, 0.24), (0.15, 0.29), (0.15, 0.35), (0, 0.33))
ENGINES = {AirType.GROUND_ATTACK: 0, AirType.MEDIUM_BOMBER: 1, AirType.HEAVY_BOMBER: 2, AirType.TRANSPORT: 1}
"""Number of engines on each wing, by type of aircraft."""
STATES_HIGH: Final = 56 * MM
"""Height of the states and sides at the foot of the page."""
ROWS: Final = (
    (
        "Infantry",
        (
            Arm.INFANTRY,
            Arm.LORRIED_INFANTRY,
            Arm.MOTOR_INFANTRY,
            Arm.ARMOURED_INFANTRY,
            Arm.MOTORCYCLE,
            Arm.CYCLIST,
            Arm.PARACHUTE,
            Arm.GLIDER,
        ),
    ),
    (
        "Armour and cavalry",
        (Arm.ARMOUR, Arm.HEAVY_ARMOUR, Arm.RECONNAISSANCE, Arm.ARMOURED_CAR, Arm.CAVALRY, Arm.MIXED),
    ),
    ("Guns", (Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY, Arm.ROCKET, Arm.ANTI_AIRCRAFT)),
    ("Anti-tank, heavy weapons", (Arm.ANTI_TANK, Arm.SELF_PROPELLED_ANTI_TANK, Arm.MACHINE_GUN, Arm.MORTAR)),
    ("Command, services", (Arm.HEADQUARTERS, Arm.ENGINEER, Arm.BRIDGING, Arm.SIGNALS, Arm.SUPPLY, Arm.MEDICAL)),
)
MARKS: Final = (
    (SizeMark.TEAM, "team"),
    (SizeMark.SECTION, "section"),
    (SizeMark.PLATOON, "platoon, troop"),
    (SizeMark.COMPANY, "company, battery"),
    (SizeMark.BATTALION, "battalion"),
    (SizeMark.REGIMENT, "regiment"),
    (SizeMark.BRIGADE, "brigade"),
    (SizeMark.DIVISION, "division"),
    (SizeMark.CORPS, "corps"),
    (SizeMark.ARMY, "army"),
    (SizeMark.ARMY_GROUP, "army group"),
)


@rendered
def render_key(masthead: Masthead, _: Paper) -> Document:
    """Return the key to the unit symbols; the same for both sides."""
    return Document((Part(masthead, _paint),), (masthead,))


def _paint(sheet: Sheet) -> None:
    y = sheet.begin() + 5 * MM
    room = 88 * MM
    low = max(
        _draw_reading(sheet, sheet.left_x, y, room),
        _draw_marks(sheet, sheet.left_x + room + 6 * MM, y, sheet.room - room - 6 * MM),
    )
    row = (sheet.foot - low - STATES_HIGH - 15 * MM) / (len(ROWS) + 1)
    y = _draw_branches(sheet, low + 4 * MM, min(row, 24 * MM))
    _draw_states(sheet, y + 2 * MM)


def _draw_reading(sheet: Sheet, x: float, y: float, room: float) -> float:
    """Draw one symbol, large, with a name for each of its parts."""
    draw_block_head(sheet, x, y, room, "How to read a symbol")
    h, middle = 15 * MM, x + room / 2 - 3 * MM
    left_x, top = middle - BREADTH * h / 2, y + 14 * MM
    symbol = UnitSymbol(Arm.LORRIED_INFANTRY, SizeMark.BATTALION, "1", "22 Gds", complement=Complement.REDUCED)
    draw_with_names(sheet, symbol, left_x, top, h)
    right = left_x + BREADTH * h
    for word, under, spot, at, side in (
        ("Size", "here a battalion", (middle - 0.14 * h, top - 0.23 * h), (left_x - 6 * MM, y + 10 * MM), Side.RIGHT),
        ("Unit", "its own number", (left_x - 0.24 * h, top + 0.62 * h), (left_x - 10 * MM, y + 19.6 * MM), Side.RIGHT),
        ("Mobility", "wheels below", (middle - 0.64 * h, top + 1.16 * h), (left_x - 6 * MM, y + 34 * MM), Side.RIGHT),
        (
            "Strength",
            "(\N{EN DASH}) weak, (+) reinforced",
            (middle + 0.5 * h, top - 0.23 * h),
            (right + 2 * MM, y + 8 * MM),
            Side.LEFT,
        ),
        ("Branch", "inside the frame", (right - 0.3 * h, top + 0.3 * h), (right + 6 * MM, y + 17 * MM), Side.LEFT),
        ("Superior", "to the right", (right + 0.9 * h, top + 1.12 * h), (right + 17 * MM, y + 34 * MM), Side.LEFT),
    ):
        edge = at[0] + (0.8 * MM if side is Side.RIGHT else -0.8 * MM)
        sheet.line(edge, at[1] - 0.8 * MM, *spot, 0.4, FAINT)
        sheet.disc(*spot, 0.9, fill=INK)
        sheet.text(*at, word, 7.5, Cut.SEMIBOLD, INK, side)
        sheet.text(at[0], at[1] + 3.2 * MM, under, TEXT, colour=FAINT, side=side)
    return y + 40 * MM


def _draw_marks(sheet: Sheet, left_x: float, y: float, room: float) -> float:
    draw_block_head(sheet, left_x, y, room, "Size marks", "above the frame")
    across = 4
    pitch = room / across
    for step, (mark, word) in enumerate(MARKS):
        x, top = left_x + step % across * pitch + pitch / 2, y + (9 + 12.4 * (step // across)) * MM
        draw(sheet, UnitSymbol(Arm.INFANTRY, mark), x - 4.2 * MM, top, 5.6 * MM)
        sheet.fitted(x, top + 8.6 * MM, word, pitch - 4, TEXT, colour=INK, side=Side.MIDDLE)
    return y + 8 * MM + 12.4 * MM * -(-len(MARKS) // across)


def _draw_branches(sheet: Sheet, y: float, row: float) -> float:
    draw_block_head(sheet, sheet.left_x, y, sheet.room, "Branches", "inside the frame; wheels below it")
    y += 7 * MM
    h, label = 9 * MM, 22 * MM
    pitch = (sheet.room - label) / 8
    for step, (title, arms) in enumerate(ROWS):
        if step:
            sheet.across(y - 2.4 * MM, ROW_RULE, ROW_LINE)
        sheet.lines(sheet.left_x, y + 5 * MM, _two_lines(title, label - 6))
        for place, (symbol, words) in enumerate(sample for arm in arms for sample in _samples(arm)):
            x = sheet.left_x + label + place * pitch
            draw(sheet, symbol, x, y + 1 * MM, h)
            if symbol.arm is Arm.HEADQUARTERS:  # its staff reaches down to the words
                sheet.fitted(x + 5, y + 16.4 * MM, words, pitch - 8, TEXT)
            else:
                sheet.fitted(x + BREADTH * h / 2, y + 16.4 * MM, words, pitch - 3, TEXT, colour=INK, side=Side.MIDDLE)
        y += row
    sheet.across(y - 2.4 * MM, ROW_RULE, ROW_LINE)
    sheet.lines(sheet.left_x, y + 5 * MM, _two_lines("Air groups", label - 6))
    for place, kind in enumerate(ENGINES):
        x = sheet.left_x + label + place * pitch
        _draw_air(sheet, kind, x, y + 1 * MM, h)
        sheet.fitted(x + BREADTH * h / 2, y + 16.4 * MM, kind.value, pitch - 3, TEXT, colour=INK, side=Side.MIDDLE)
    return y + row


def _samples(arm: Arm) -> Iterator[tuple[UnitSymbol, str]]:
    """Yield the signs of an arm, each with its words."""
    yield UnitSymbol(arm, None), words_for(arm)
    if arm is Arm.ARMOUR:
        yield UnitSymbol(arm, None, reconnaissance=True), "reconnaissance tanks"


def _draw_states(sheet: Sheet, y: float) -> None:
    draw_block_head(
        sheet, sheet.left_x, y, sheet.room * 0.7, "States", "drawn on the symbol; in play, with the same pen strokes"
    )
    h, battalion = 8 * MM, partial(UnitSymbol, Arm.INFANTRY, SizeMark.BATTALION)
    samples = (
        ("spent", battalion(state=State.SPENT)),
        ("destroyed", battalion(state=State.DESTROYED)),
        ("captured", battalion(state=State.CAPTURED)),
        ("disbanded", battalion(state=State.DISBANDED)),
        ("resting", battalion(resting=True)),
        ("dug in", battalion(dug_in=True)),
        ("weak, or in part", battalion(complement=Complement.REDUCED)),
        ("reinforced", battalion(complement=Complement.REINFORCED)),
        ("made up for the operation", UnitSymbol(Arm.MIXED, SizeMark.BRIGADE, ad_hoc=True)),
        (
            "weak, spent",
            UnitSymbol(Arm.HEAVY_ARMOUR, SizeMark.BATTALION, complement=Complement.REDUCED, state=State.SPENT),
        ),
        ("spent, dug in", UnitSymbol(Arm.LORRIED_INFANTRY, SizeMark.BATTALION, state=State.SPENT, dug_in=True)),
        ("captured", UnitSymbol(Arm.MOTORCYCLE, SizeMark.COMPANY, state=State.CAPTURED)),
    )
    pitch = sheet.room * 0.7 / 6
    for step, (word, symbol) in enumerate(samples):
        x, top = sheet.left_x + step % 6 * pitch + pitch / 2, y + (11 + 22 * (step // 6)) * MM
        draw(sheet, symbol, x - BREADTH * h / 2, top, h)
        sheet.lines(x, top + 14.5 * MM, fit(word, pitch - 3, TEXT, lines=2), side=Side.MIDDLE)
    x = sheet.left_x + sheet.room * 0.74
    draw_block_head(sheet, x, y, sheet.right_x - x, "Sides", "as seen by the reader")
    middle = (x + sheet.right_x) / 2
    for top, symbol, word in (
        (y + 11 * MM, UnitSymbol(Arm.ARMOUR, SizeMark.BATTALION, "4 RTR", "22 Gds"), "own: single frame"),
        (
            y + 31 * MM,
            UnitSymbol(Arm.ARMOUR, SizeMark.BATTALION, "II/5", "Herff", frame=Frame.ENEMY),
            "enemy: double frame",
        ),
    ):
        draw_with_names(sheet, symbol, middle - BREADTH * h / 2, top, h)
        sheet.text(middle, top + 13 * MM, word, TEXT, colour=INK, side=Side.MIDDLE)
    draw(sheet, UnitSymbol(None, None, frame=Frame.ENEMY), middle - 16 * MM, y + 49 * MM, 5 * MM)
    sheet.text(middle - 5 * MM, y + 52.5 * MM, "sighted, arm and size not known", NOTE, colour=FAINT)


def _two_lines(title: str, room: float) -> Setting:
    return fit(title, room, 7.5, Cut.SEMIBOLD, 3)


def _draw_air(sheet: Sheet, kind: AirType, x: float, y: float, h: float) -> None:
    """Draw an air group's symbol with the upper left corner of its frame at (x, y)."""
    weight = max(0.55, 0.045 * h)
    sheet.box(x, y, 1.5 * h, h, weight, INK, WHITE)
    middle, centre = x + 0.75 * h, y + 0.5 * h
    outline = [*_BODY[:3], *_WINGS[1:], *_BODY[3:], *_TAIL[1:]]
    points = [*outline, *((-across, down) for across, down in reversed(outline))]
    hollow = kind is AirType.TRANSPORT
    sheet.path(
        [(middle + a * h, centre + d * h) for a, d in points], weight * 0.8, INK, WHITE if hollow else INK, closed=True
    )
    for number in range(ENGINES[kind]):
        for way in (1, -1):
            at = middle + way * (0.15 + 0.12 * number) * h
            sheet.box(at - 0.022 * h, centre - (0.15 - 0.04 * number) * h, 0.044 * h, 0.2 * h, fill=INK)
