"""The recovery calendar: a column for each day, a row for each battalion that was ever spent or lost, and the dice of
the mornings to come.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.terms.state import State
from campaign.views.orbat.recovery import RecoveryCalendar, RecoveryDie, RecoveryRow
from campaign_reports.blocks import Block, Item, flow, striped, text_items
from campaign_reports.columns import Column, row, table
from campaign_reports.document import listed
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import draw_state
from campaign_reports.style import CLOSE_RULE, INK, MM, NOTE, SECOND, THIRD, WHITE
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut

UNIT, COMMAND, NOW, DAYS, END = 28.0, 140.0, 226.0, 280.0, 538.0
PITCH = 21.0
"""Distance in points between the columns of days."""
LARGE_STATE = (3.3, 1.3, 1.8, CLOSE_RULE, 2.2, 1.1)
"""Measures of a large state sign, as arguments of ``draw_state``."""
SHOWN = 12
"""Most days on the sheet; of a longer campaign, those around today."""
CALENDAR = (
    Column("", 0, UNIT),
    Column("battalion", UNIT, COMMAND - UNIT - 5, Cut.SEMIBOLD),
    Column("of", COMMAND, NOW - COMMAND - 5, colour=SECOND),
    Column("now", NOW, DAYS - NOW - 4, Cut.BOLD, lines=2),
    Column("", DAYS, END - DAYS),
)
DICE = (
    Column("headquarters that rolls", 0, 128, Cut.SEMIBOLD, lines=0),
    Column("needs", 132, 150, lines=0),
    Column("for one of these battalions", 286, 252, Cut.SEMIBOLD, lines=0),
)


@listed()
def render_recovery(sheet: Sheet, view: RecoveryCalendar) -> None:
    """Draw the recovery calendar of a side or commander."""
    y = sheet.begin() + 5 * MM
    sheet.fitted(sheet.left_x, y + 8, recovery_judgement(view), sheet.room, 10.6, Cut.BOLD)
    blocks = [dice_block(view.dice, sheet.room), _calendar(view, sheet.room)]
    flow(sheet, y + 6 * MM, blocks)


def recovery_judgement(view: RecoveryCalendar) -> str:
    """Return how many are out of play, and spent, in a sentence or two."""
    if not view.rows:
        return "Every battalion has been fit since the start."
    some = f", {view.resting} of them resting" if view.resting else ""
    resting = " and resting" if 0 < view.resting == view.spent else some
    spent = f"{view.spent or 'No'} battalion{' is' if view.spent < 2 else 's are'} spent{resting}"
    if not view.out:
        return f"No unit is out of play. {spent}."
    if view.out == view.may_return == 1:
        return f"1 battalion is out of play and may return. {spent}."
    if view.out == 1:
        return f"1 battalion is out of play for good. {spent}."
    if view.may_return == view.out:
        return f"{view.out} battalions are out of play and may return. {spent}."
    return f"{view.out} battalions are out of play, and {view.may_return or 'none'} of them may return. {spent}."


def dice_block(dice: Sequence[RecoveryDie], room: float) -> Block:
    """Return a block of the dice of the morning: the headquarters, the score, the battalions."""
    rows = [(die.by or "nobody", die.needs, ", ".join(die.battalions)) for die in dice]
    note = "each headquarters rolls one die, for one battalion"
    return table("Dice to roll next morning", DICE, rows, room, note, none="No unit is out of play.")


def _calendar(view: RecoveryCalendar, room: float) -> Block:
    if not view.rows:
        return Block("Day by day", text_items("No battalion has been spent or out of play.", room))
    first = _first(view)
    rows = striped((_row(line, view, first) for line in view.rows), room)
    return Block(
        "Day by day", (Item(13, _draw_key), _heads(view, first, room), *rows), "state at the end of the day", heads=2
    )


def _first(view: RecoveryCalendar) -> int:
    """Return the first day shown: day 1 if all fit, otherwise so that today stands two thirds along."""
    return max(0, min(len(view.dates) - SHOWN, view.today - 2 * SHOWN // 3))


def _draw_key(sheet: Sheet, x: float, y: float) -> None:
    at = x + DAYS - 36
    words: tuple[tuple[State | None, bool, str], ...] = (
        (State.FRESH, False, "fresh"),
        (State.SPENT, False, "spent"),
        (State.DESTROYED, False, "destroyed"),
        (State.CAPTURED, False, "captured"),
        (State.DISBANDED, False, "disbanded"),
        (None, True, "die to come"),
    )
    for state, die, word in words:
        at += 2.5 * (state is State.CAPTURED)
        _draw_state(sheet, at + 4, y + 5, state, die=die)
        at += 2.5 * (state is State.CAPTURED)
        at += 11 + sheet.text(at + 10.5, y + 7.2, word, NOTE, colour=THIRD) + 7


def _heads(view: RecoveryCalendar, first: int, room: float) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        for column in CALENDAR:
            sheet.text(x + column.at, y + 7, column.title, NOTE, Cut.SEMIBOLD, SECOND)
        for step, day in enumerate(range(first, min(len(view.dates), first + SHOWN))):
            cut = Cut.BOLD if day == view.today else Cut.REGULAR
            middle = x + DAYS + PITCH * (step + 0.5)
            sheet.fitted(
                middle, y + 7, view.dates[day], PITCH - 1, NOTE, cut, INK if day == view.today else SECOND, Side.MIDDLE
            )
        sheet.rule(x, y + 10, x + room, CLOSE_RULE)

    return Item(11.5, paint)


def _row(line: RecoveryRow, view: RecoveryCalendar, first: int) -> Item:
    def symbol(sheet: Sheet, x: float, y: float, high: float) -> None:
        draw_in_row(sheet, line.symbol, x + 4, y, high, 10.0, sheet.accent)

    def days(sheet: Sheet, x: float, y: float, high: float) -> None:
        for step, day in enumerate(range(first, min(len(view.dates), first + SHOWN))):
            state = line.days[day] if day < len(line.days) else None
            to_come = line.may_return and day > view.today and day >= len(line.days)
            _draw_state(sheet, x + PITCH * (step + 0.5), y + high / 2, state, die=to_come)

    return row(CALENDAR, (symbol, line.name, line.command, line.now, days), least=17.0)


def _draw_state(sheet: Sheet, x: float, y: float, state: State | None, *, die: bool = False) -> None:
    """Draw the sign of a state; a ring for a die."""
    if die:
        sheet.disc(x, y, 3.0, CLOSE_RULE, INK, WHITE)
    elif state is not None:
        draw_state(sheet, x, y, state, *LARGE_STATE)
