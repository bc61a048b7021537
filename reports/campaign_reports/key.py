"""The key: every sign, size mark and state on one page, for the club's wall."""

from __future__ import annotations

from typing import Final

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.views.papers import Masthead
from campaign.views.symbol import Complement, Frame, UnitSymbol
from campaign_reports.air_signs import ENGINES, draw_air
from campaign_reports.blocks import draw_block_head
from campaign_reports.branches import BREADTH, words_for
from campaign_reports.page import Paper, Part, Sheet, Side, compose
from campaign_reports.style import FAINT, INK, MM, NOTE, ROW_LINE, ROW_RULE
from campaign_reports.symbols import draw, draw_with_names
from campaign_reports.type import Cut, Setting, fit

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
    ("Armour and cavalry", (Arm.ARMOUR, Arm.HEAVY_ARMOUR, Arm.RECONNAISSANCE, Arm.ARMOURED_CAR, Arm.CAVALRY, Arm.MIXED)),
    ("Guns", (Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY, Arm.ROCKET, Arm.ANTI_AIRCRAFT)),
    ("Anti-tank, heavy weapons", (Arm.ANTI_TANK, Arm.SELF_PROPELLED_ANTI_TANK, Arm.MACHINE_GUN, Arm.MORTAR)),
    ("Command, services", (Arm.HEADQUARTERS, Arm.ENGINEER, Arm.BRIDGING, Arm.SIGNALS, Arm.SUPPLY, Arm.MEDICAL)),
)
MARKS: Final = (
    (SizeMark.TEAM, "team"), (SizeMark.SECTION, "section"), (SizeMark.PLATOON, "platoon, troop"), (SizeMark.COMPANY, "company, battery"),
    (SizeMark.BATTALION, "battalion"), (SizeMark.REGIMENT, "regiment"), (SizeMark.BRIGADE, "brigade"), (SizeMark.DIVISION, "division"),
    (SizeMark.CORPS, "corps"), (SizeMark.ARMY, "army"), (SizeMark.ARMY_GROUP, "army group"),
)  # fmt: skip


def render_key(masthead: Masthead, paper: Paper = Paper.A4) -> bytes:
    """The key to the unit symbols; the same for both sides."""
    return compose([Part(masthead, _paint)], paper, [masthead])


def _paint(sheet: Sheet) -> None:
    y = sheet.begin() + 6 * MM
    y = _draw_marks(sheet, y)
    y = _draw_branches(sheet, y + 5 * MM)
    _draw_states(sheet, y + 2 * MM)


def _draw_marks(sheet: Sheet, y: float) -> float:
    draw_block_head(sheet, sheet.left, y, sheet.room, "Size marks", "above the frame; own number on the left, superior on the right")
    pitch = sheet.room / len(MARKS)
    for step, (mark, word) in enumerate(MARKS):
        x = sheet.left + step * pitch + pitch / 2
        draw(sheet, UnitSymbol(Arm.INFANTRY, mark), x - 4.5 * MM, y + 10 * MM, 6 * MM)
        sheet.fitted(x, y + 20 * MM, word, pitch - 4, 7, Cut.REGULAR, INK, Side.MIDDLE)
    return y + 24 * MM


def _draw_branches(sheet: Sheet, y: float) -> float:
    draw_block_head(sheet, sheet.left, y, sheet.room, "Branches", "inside the frame; wheels below it")
    y += 8 * MM
    h, label = 9.5 * MM, 22 * MM
    pitch = (sheet.room - label) / 8
    for step, (title, arms) in enumerate(ROWS):
        if step:
            sheet.rule(sheet.left, y - 3 * MM, sheet.right, ROW_RULE, ROW_LINE)
        sheet.lines(sheet.left, y + 5 * MM, _two_lines(title, label - 6))
        for place, arm in enumerate(arms):
            x = sheet.left + label + place * pitch
            draw(sheet, UnitSymbol(arm, None), x, y + 1 * MM, h)
            sheet.fitted(x + BREADTH * h / 2, y + 17.6 * MM, words_for(arm), pitch - 3, 7, Cut.REGULAR, INK, Side.MIDDLE)
        y += 23 * MM
    sheet.rule(sheet.left, y - 3 * MM, sheet.right, ROW_RULE, ROW_LINE)
    sheet.lines(sheet.left, y + 5 * MM, _two_lines("Air groups", label - 6))
    for place, kind in enumerate(ENGINES):
        x = sheet.left + label + place * pitch
        draw_air(sheet, kind, x, y + 1 * MM, h)
        sheet.fitted(x + BREADTH * h / 2, y + 17.6 * MM, kind.value, pitch - 3, 7, Cut.REGULAR, INK, Side.MIDDLE)
    return y + 23 * MM


def _draw_states(sheet: Sheet, y: float) -> None:
    draw_block_head(sheet, sheet.left, y, sheet.room * 0.7, "States", "drawn on the symbol; in play, with the same pen strokes")
    h, inf = 8 * MM, Arm.INFANTRY
    samples = (
        ("spent", UnitSymbol(inf, SizeMark.BATTALION, state=State.SPENT)), ("destroyed", UnitSymbol(inf, SizeMark.BATTALION, state=State.DESTROYED)),
        ("captured", UnitSymbol(inf, SizeMark.BATTALION, state=State.CAPTURED)), ("disbanded", UnitSymbol(inf, SizeMark.BATTALION, state=State.DISBANDED)),
        ("resting", UnitSymbol(inf, SizeMark.BATTALION, resting=True)), ("dug in", UnitSymbol(inf, SizeMark.BATTALION, dug_in=True)),
        ("weak, or in part", UnitSymbol(inf, SizeMark.BATTALION, complement=Complement.REDUCED)),
        ("reinforced", UnitSymbol(inf, SizeMark.BATTALION, complement=Complement.REINFORCED)),
        ("made up for the operation", UnitSymbol(Arm.MIXED, SizeMark.BRIGADE, ad_hoc=True)),
        ("weak, spent", UnitSymbol(Arm.HEAVY_ARMOUR, SizeMark.BATTALION, complement=Complement.REDUCED, state=State.SPENT)),
        ("spent, dug in", UnitSymbol(Arm.LORRIED_INFANTRY, SizeMark.BATTALION, state=State.SPENT, dug_in=True)),
        ("captured", UnitSymbol(Arm.MOTORCYCLE, SizeMark.COMPANY, state=State.CAPTURED)),
    )  # fmt: skip
    pitch = sheet.room * 0.7 / 6
    for step, (word, symbol) in enumerate(samples):
        x, top = sheet.left + step % 6 * pitch + pitch / 2, y + (11 + 22 * (step // 6)) * MM
        draw(sheet, symbol, x - BREADTH * h / 2, top, h)
        sheet.fitted(x, top + 14.5 * MM, word, pitch - 3, 7, Cut.REGULAR, INK, Side.MIDDLE)
    x = sheet.left + sheet.room * 0.74
    draw_block_head(sheet, x, y, sheet.right - x, "Sides", "as seen by the reader")
    middle = (x + sheet.right) / 2
    for top, symbol, word in (
        (y + 11 * MM, UnitSymbol(Arm.ARMOUR, SizeMark.BATTALION, "4 RTR", "22 Gds"), "own: single frame"),
        (y + 31 * MM, UnitSymbol(Arm.ARMOUR, SizeMark.BATTALION, "II/5", "Herff", frame=Frame.ENEMY), "enemy: double frame"),
    ):
        draw_with_names(sheet, symbol, middle - BREADTH * h / 2, top, h)
        sheet.text(middle, top + 13 * MM, word, 7, Cut.REGULAR, INK, Side.MIDDLE)
    draw(sheet, UnitSymbol(None, None, frame=Frame.ENEMY), middle - 16 * MM, y + 49 * MM, 5 * MM)
    sheet.text(middle - 5 * MM, y + 52.5 * MM, "sighted, arm and size not known", NOTE, Cut.REGULAR, FAINT)


def _two_lines(title: str, room: float) -> Setting:
    return fit(title, room, 7.5, Cut.SEMIBOLD, 3)
