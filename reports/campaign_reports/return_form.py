"""The return of a side after a battle: a row to cross for each line of its sheet, then nine numbered blocks in the
order in which they are typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from campaign.terms.return_box import FieldKind
from campaign.terms.state import State
from campaign.words.form_boxes import NOTHING_THERE, boxes_of, count_box, held_turns, line_box
from campaign.words.packet import ReturnCommand, ReturnForm, ReturnLine
from campaign.words.return_foot import BOXES
from campaign.words.texts import papers
from campaign_reports.blocks import Block, column_height, draw_block, draw_block_head, flow
from campaign_reports.document import Document, rendered
from campaign_reports.form_fields import Fillable
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.pen import check_box, labelled_box, number_boxes, write_line
from campaign_reports.return_blocks import (
    COLUMN,
    change_block,
    clock_block,
    commander_block,
    field_block,
    objective_blocks,
    order_blocks,
    prisoner_block,
    side_blocks,
    task_block,
)
from campaign_reports.return_columns import (
    Asked,
    across,
    asked_of,
    draw_head,
    draw_place_note,
    head_height,
    place_note_height,
)
from campaign_reports.style import (
    BOX_FIGURE,
    CAPTION,
    CLOSE_RULE,
    INK,
    MM,
    ROW_LINE,
    ROW_RULE,
    SECOND,
    STRIP,
    TAG,
    TEXT,
    tint,
)
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, Setting, fit, squeeze

ROW: float = 10.9 * MM
BOX: float = 6.0 * MM
END: float = 50 * MM
"""Height of the diary, the signatures and the umpire's strip."""
CLEARLY_LOWER: float = 12 * MM
"""Height that the foot must save before its blocks are moved from their usual places."""
NAME_WIDE: float = 34 * MM


@rendered
def render_return_form(view: ReturnForm, _: Paper) -> Document:
    return Document((return_part(view),), (view,))


def return_part(view: ReturnForm) -> Part:
    name = f"Return {view.masthead.code}" if view.masthead.code else "Return"
    return Part(view.masthead, lambda sheet: _paint(sheet, view), name=name, qr=view.qr, fillable=True, grows=True)


def _paint(sheet: Sheet, view: ReturnForm) -> None:
    y, fill = sheet.begin(), Fillable(boxes_of(view))
    fill.identify(sheet)
    _draw_how(sheet, y, view, fill)
    y = _draw_lines(sheet, y + 13.9 * MM, view, _row(sheet, y + 13.9 * MM, view, fill), fill)
    y = draw_place_note(sheet, y, view)
    _draw_foot(sheet, y + 5 * MM, view, fill)


ROWS = (ROW, 10.4 * MM, 9.9 * MM, 9.4 * MM, 9.0 * MM)


def _row(sheet: Sheet, y: float, view: ReturnForm, fill: Fillable) -> float:
    """Return the height of a row: a little less than 10.9 mm if that saves a page."""
    foot = max(column_height(blocks) for blocks in foot_columns(view, fill)) + END + 5 * MM
    foot += place_note_height(view, sheet.room)
    return min(ROWS, key=lambda row: (_pages(sheet, y, view, row, foot), -row))


def _pages(sheet: Sheet, top: float, view: ReturnForm, row: float, foot: float) -> int:
    """Return how many pages the form takes with rows of height ``row`` and a foot of height ``foot``, below the top of
    a page.
    """
    top += head_height(view, sheet.room)
    y, pages, low = top, 1, sheet.foot - 2 * MM
    for command in view.commands:
        strip, heights = _strip_height(command), [_row_height(line, row) for line in command.lines]
        if y + strip + sum(heights[:1]) > low:
            y, pages = top, pages + 1
        y += strip
        for high in heights:
            if y + high > low:
                y, pages = top + strip, pages + 1
            y += high
    return pages + (y + foot > sheet.foot)


def _draw_how(sheet: Sheet, y: float, view: ReturnForm, fill: Fillable) -> None:
    """Draw the instructions, and the box that stands for all lines left blank."""
    room = 118 * MM
    how = squeeze(view.how, room, 8, lines=2)
    low = sheet.lines(sheet.left_x, y + (4.9 if len(how.lines) == 1 else 3.8) * MM, how) + 4.1 * MM
    used = sheet.fitted(
        sheet.left_x,
        low,
        papers().text("fill_in_on_screen") if sheet.fillable else papers().text("fill_in"),
        room - 22 * MM,
        8,
        colour=SECOND,
    )
    if view.example:
        sheet.fitted(sheet.left_x + used + 1.6 * MM, low, view.example, room - used, 8, Cut.SEMIBOLD)
    x, wide = across(sheet, 134), 38 * MM
    sheet.box(x, y + 2.2 * MM, wide, 9.2 * MM, fill=tint(sheet.accent))
    check_box(sheet, x + 1.2 * MM, y + 3.4 * MM, 6.8 * MM, 1.1)
    fill.tick(sheet, BOXES["all_other_lines_unharmed"].box, x + 1.2 * MM, y + 3.4 * MM, 6.8 * MM, 6.8 * MM)
    sheet.text(x + 10 * MM, y + 6.2 * MM, "All other lines", 8.5, Cut.SEMIBOLD)
    sheet.text(x + 10 * MM, y + 9.7 * MM, "unchanged", 8.5, Cut.SEMIBOLD)


# Lines


def _draw_lines(sheet: Sheet, y: float, view: ReturnForm, row: float, fill: Fillable) -> float:
    """Draw all lines, over as many pages as they take; returns the y under them."""
    commands, questions = view.commands, asked_of(view, sheet.room)
    if not commands:
        return y
    y = draw_head(sheet, y, view)
    low = sheet.foot - 2 * MM
    for command in commands:
        strip = _strip_height(command)
        if y + strip + _row_height(command.lines[0], row) > low if command.lines else y + strip > low:
            y = draw_head(sheet, sheet.turn() + 13.9 * MM, view)
        y = _draw_strip(sheet, y, strip, command, continued=False)
        for step, line in enumerate(command.lines):
            high = _row_height(line, row)
            if y + high > low:
                y = draw_head(sheet, sheet.turn() + 13.9 * MM, view)
                y = _draw_strip(sheet, y, strip, command, continued=True)
            _draw_line(sheet, y, high, line, command.short or command.name, questions, fill)
            last = step == len(command.lines) - 1
            sheet.across(y + high, CLOSE_RULE if last else ROW_RULE, INK if last else ROW_LINE)
            y += high
    return y


def _command_name(command: ReturnCommand, *, continued: bool) -> Setting:
    return fit(command.name + (", continued" if continued else ""), 150 * MM, 8, Cut.BOLD, 2)


def _strip_height(command: ReturnCommand) -> float:
    return max(4.6 * MM, _command_name(command, continued=True).height + 4.6)


def _draw_strip(sheet: Sheet, y: float, high: float, command: ReturnCommand, *, continued: bool) -> float:
    sheet.band(y, high, sheet.accent)
    sheet.lines(across(sheet, 13.4), y + 3.3 * MM, _command_name(command, continued=continued))
    return y + high


def _name(line: ReturnLine) -> Setting:
    return fit(line.name, NAME_WIDE, 9, Cut.SEMIBOLD, 2)


def _row_height(line: ReturnLine, row: float) -> float:
    return max(row, _name(line).height + 5.6 * MM)


def _draw_line(
    sheet: Sheet, y: float, high: float, line: ReturnLine, command: str, questions: Sequence[Asked], fill: Fillable
) -> None:
    middle = y + high / 2
    sheet.fitted(across(sheet, 13.3), middle + 4.8, str(line.line), 7.5 * MM, 14, Cut.BOLD, side=Side.MIDDLE)
    draw_in_row(sheet, line.symbol, across(sheet, 20.3), y, high, 5.6 * MM)
    name = _name(line)
    low = sheet.lines(across(sheet, 32.4), middle - (name.height + 9) / 2 + name.size * 0.86, name)
    sheet.fitted(across(sheet, 32.4), low + 9, command, NAME_WIDE, CAPTION, colour=SECOND)
    _draw_start(sheet, middle, line)
    notes = dict(line.notes)
    for step, question in enumerate(questions):
        if step == 0 or questions[step - 1].column.answers != question.column.answers:
            sheet.line(sheet.left_x + question.x, y, sheet.left_x + question.x, y + high, ROW_RULE, ROW_LINE)
        _draw_asked(sheet, middle, line, question, notes.get(question.column.key, ""), fill)


def _draw_asked(sheet: Sheet, middle: float, line: ReturnLine, question: Asked, note: str, fill: Fillable) -> None:
    """Draw the answer's place: a box to cross, boxes to count, a box for a number, a line to write on."""
    x, top = sheet.left_x + question.middle - BOX / 2, middle - BOX / 2
    name = line_box(line.line, question.column.key)
    if question.is_written:
        start, end = sheet.left_x + question.x + 1.9 * MM, sheet.left_x + question.x + question.wide - 0.8 * MM
        write_line(sheet, start, end, middle + 3 * MM)
        if question.column.key not in line.held:
            fill.write_on_line(sheet, name, start, end, middle + 3 * MM)
    elif question.in_boxes:
        most = question.column.most or 0
        wide = min(4.15 * MM, (question.wide - 1.2 * MM) / max(1, most))
        held = held_turns(question.column, line)
        start = sheet.left_x + question.x + question.wide - most * wide
        number_boxes(sheet, start, top, wide, BOX, tuple(range(1, most + 1)), 0.8, held=held)
        for number in range(held + 1, most + 1):
            fill.tick(
                sheet, count_box(line.line, question.column.key, number), start + (number - 1) * wide, top, wide, BOX
            )
    elif question.column.key in line.held:
        _draw_is(sheet, x, top)
    elif note == NOTHING_THERE:
        sheet.text(sheet.left_x + question.middle, middle + 2.4, "\N{EN DASH}", 8, colour=SECOND, side=Side.MIDDLE)
    elif question.column.kind is FieldKind.TICK:
        check_box(sheet, x, top, BOX, 0.8)
        fill.tick(sheet, name, x, top, BOX, BOX)
    else:
        wide = min(12 * MM, question.wide - 2.2 * MM)
        high = BOX if not note else BOX - 0.6 * MM
        down = top - (0.8 * MM if note else 0)
        sheet.box(sheet.left_x + question.middle - wide / 2, down, wide, high, 0.8)
        fill.write(sheet, name, sheet.left_x + question.middle - wide / 2, down, wide, high)
        sheet.fitted(
            sheet.left_x + question.middle,
            top + BOX + 1.5 * MM,
            note,
            question.wide,
            CAPTION,
            colour=SECOND,
            side=Side.MIDDLE,
        )


def _draw_is(sheet: Sheet, x: float, y: float) -> None:
    """Draw a state that holds already, so that it need not be crossed."""
    sheet.box(x, y, BOX, BOX, 0.5, BOX_FIGURE, TAG)
    sheet.text(x + BOX / 2, y + BOX / 2 + 2.3, "is", CAPTION, colour=SECOND, side=Side.MIDDLE)


def _draw_start(sheet: Sheet, middle: float, line: ReturnLine) -> None:
    fresh = line.state is State.FRESH
    word = line.state.value if fresh else line.state.value.upper()
    down = -1.0 if line.due else 2.9
    sheet.fitted(across(sheet, 68), middle + down, word, 10 * MM, 7.5, Cut.REGULAR if fresh else Cut.BOLD)
    sheet.fitted(across(sheet, 68), middle + 8, line.due, 10 * MM, CAPTION, colour=SECOND)


# Foot


def foot_columns(view: ReturnForm, fill: Fillable) -> tuple[Sequence[Block], ...]:
    """Return blocks 1 to 8 in their three columns, and in their order: dealt out so that the deepest is short, as
    designed where that is equally short.
    """
    designed = (
        [clock_block(view, fill), field_block(view, fill), *objective_blocks(view, fill)],
        [*order_blocks(view, fill), commander_block(view, fill), prisoner_block(view, fill), task_block(view, fill)],
        [change_block(view, fill), *side_blocks(view.side_columns, fill)],
    )
    blocks = [block for column in designed for block in column]
    cuts = combinations(range(1, len(blocks)), len(designed) - 1)
    dealt = min(((blocks[:start], blocks[start:two], blocks[two:]) for start, two in cuts), key=_deepest)
    return dealt if _deepest(dealt) < _deepest(designed) - CLEARLY_LOWER else designed


def _deepest(columns: Sequence[Sequence[Block]]) -> float:
    return max(column_height(list(blocks)) for blocks in columns)


def _draw_foot(sheet: Sheet, y: float, view: ReturnForm, fill: Fillable) -> None:
    """Draw the nine blocks, the signatures and the umpire's strip: on this page if there is room, else on pages of
    their own.
    """
    columns = foot_columns(view, fill)
    deepest = max(column_height(blocks) for blocks in columns)
    end = END
    if y + deepest + end > sheet.foot:
        y = sheet.turn() + 13.9 * MM
    if y + deepest + end <= sheet.foot:
        for at, blocks in zip((10, 75, 139), columns, strict=True):
            low = y
            for step, block in enumerate(blocks):
                low = draw_block(sheet, across(sheet, at), low + (block.gap if step else 0), COLUMN, block)
        y += deepest
    else:
        y = flow(sheet, y, [block for blocks in columns for block in blocks], 3, 3.5 * MM, 13.9 * MM)
        if y + end > sheet.foot:
            y = sheet.turn() + 10 * MM
    _draw_end(sheet, y + 4.4 * MM, view, fill)


def _draw_end(sheet: Sheet, y: float, view: ReturnForm, fill: Fillable) -> None:
    """Draw diary, signatures, the umpire's strip at the foot of the page."""
    draw_block_head(sheet, sheet.left_x, y, sheet.room, "9\N{NO-BREAK SPACE} One line for the diary")
    write_line(sheet, sheet.left_x, sheet.right_x, y + 12 * MM)
    fill.write(sheet, "diary", sheet.left_x, y + 4.6 * MM, sheet.room, 13 * MM, several=True)
    signed = min(sheet.foot - 21 * MM, y + 26 * MM)
    half = (sheet.room - 6 * MM) / 2
    mine, theirs = (squeeze(side, half * 0.5, TEXT).lines[0] for side in (*view.sides, "other side")[:2])
    for x, name in (
        (sheet.left_x, papers().text("signed_by_player", side=mine)),
        (sheet.left_x + half + 6 * MM, papers().text("signed_by_other", side=theirs)),
    ):
        sheet.rule(x, signed, x + half, CLOSE_RULE)
        sheet.fitted(x, signed + 3 * MM, name, half * 0.75, CAPTION, colour=SECOND)
        sheet.text(x + half, signed + 3 * MM, "date, time", CAPTION, colour=SECOND, side=Side.RIGHT)
    top = signed + 7 * MM
    sheet.box(sheet.left_x, top, sheet.room, 9.4 * MM, fill=STRIP)
    sheet.text(sheet.left_x + 2 * MM, top + 5.7 * MM, "UMPIRE", TEXT, Cut.BOLD)
    for at, label, room in (
        (22, "received", 28),
        (52, papers().text("umpire_agrees"), 58),
        (114, "ruled, see note", 36),
        (152, "recorded", 28),
    ):
        labelled_box(sheet, sheet.left_x + at * MM, top + 2.1 * MM, 5.2 * MM, label, room * MM)
