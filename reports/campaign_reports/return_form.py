"""The return of a side after a battle: a row to cross for each line of its sheet, then nine numbered blocks in the order they are typed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.terms.state import State
from campaign.views.packet import CellKind, ReturnColumn, ReturnCommand, ReturnForm, ReturnLine
from campaign_reports.blocks import Block, column_height, draw_block, draw_block_head, flow
from campaign_reports.page import Paper, Part, Sheet, Side, compose
from campaign_reports.pen import check_box, labelled_box, number_boxes, write_line
from campaign_reports.return_blocks import (
    COLUMN,
    change_block,
    clock_block,
    commander_blocks,
    field_block,
    objective_blocks,
    order_blocks,
    prisoner_block,
    side_blocks,
    task_block,
)
from campaign_reports.style import (
    BLOCK_RULE,
    BOX_FIGURE,
    CLOSE_RULE,
    INK,
    MM,
    NOTE,
    ROW_LINE,
    ROW_RULE,
    SECOND,
    STRIP,
    TAG,
    THIRD,
    tint,
)  # fmt: skip
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, Setting, fit, squeeze, width

ROW: float = 10.9 * MM
BOX: float = 6.0 * MM
NARROW_PLACE: float = 33 * MM
END: float = 50 * MM
"""Diary, signatures and the umpire's strip."""
NAME_WIDE: float = 34 * MM
ASKED_AT: float = 68.3 * MM
"""Where the columns begin that are filled in, from the left edge."""
NOTHING_THERE = "of 0"
"""A count of which the battalion has nothing: it is not asked."""
SMALL = 4
"""A number as low as this is crossed in boxes, a higher one written into one."""
_WIDE = {CellKind.TICK: 11.3, CellKind.NUMBER: 15.0, CellKind.TEXT: 22.0, CellKind.PLACE: 35.0, CellKind.COMMAND: 13.6}
"""Millimetres of a column."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A column of the form where it stands on the page: its left edge and width, from the left margin."""

    column: ReturnColumn
    x: float
    wide: float

    @property
    def middle(self) -> float:
        """Its middle."""
        return self.x + self.wide / 2

    @property
    def in_boxes(self) -> bool:
        """Is its number crossed in a row of boxes?"""
        return self.column.kind is CellKind.NUMBER and self.column.most is not None and self.column.most <= SMALL


def _wanted(column: ReturnColumn) -> float:
    if column.kind is CellKind.NUMBER and column.most is not None and column.most <= SMALL:
        return 4.15 * column.most + 1.8
    return _WIDE[column.kind]


def asked_of(view: ReturnForm, room: float) -> tuple[Asked, ...]:
    """The printed columns laid out over the page; closer where there are many, the written numbers wider where there are few."""
    shown = [one for one in view.columns if one.printed]
    most = (room - ASKED_AT) / MM
    wides = [_wanted(one) for one in shown]
    over = sum(wides) - most
    if over > 0:
        places = [n for n, one in enumerate(shown) if one.kind is CellKind.PLACE]
        for n in places:
            wides[n] -= min(over, 11.0)
        scale = min(1.0, most / sum(wides))
        wides = [wide * scale for wide in wides]
    elif over < 0:
        wide_ones = [n for n, one in enumerate(shown) if one.kind in (CellKind.PLACE, CellKind.TEXT)]
        for n in wide_ones:
            wides[n] += min(12.0, -over / len(wide_ones))
    found, x = [], ASKED_AT
    for one, wide in zip(shown, wides, strict=True):
        found.append(Asked(one, x, wide * MM))
        x += wide * MM
    return tuple(found)


def render_return_form(view: ReturnForm, paper: Paper = Paper.A4) -> bytes:
    """The return of one side."""
    return compose([return_part(view)], paper, [view])


def return_part(view: ReturnForm) -> Part:
    """The return as a part of a packet."""
    name = f"Return {view.masthead.code}" if view.masthead.code else "Return"
    return Part(view.masthead, lambda sheet: _paint(sheet, view), name=name, qr=view.qr)


def _x(sheet: Sheet, mm: float) -> float:
    return sheet.left + (mm - 10) * MM


def _paint(sheet: Sheet, view: ReturnForm) -> None:
    y = sheet.begin()
    _draw_how(sheet, y, view)
    y = _draw_lines(sheet, y + 13.9 * MM, view, _row(sheet, y + 13.9 * MM, view))
    y = _draw_place_note(sheet, y, view)
    _draw_foot(sheet, y + 5 * MM, view)


def _row(sheet: Sheet, y: float, view: ReturnForm) -> float:
    """Height of a row: a little closer than 10.9 mm if that brings the whole form on one page."""
    foot = max(column_height(blocks) for blocks in _foot_columns(view)) + END + 5 * MM
    for row in (ROW, 10.4 * MM, 9.9 * MM, 9.4 * MM):
        lines = sum(_strip_height(command) + sum(_row_height(line, row) for line in command.lines) for command in view.commands)
        if y + _head_height(_head_words(view, sheet.room)) + lines + foot <= sheet.foot:
            return row
    return ROW


def _draw_how(sheet: Sheet, y: float, view: ReturnForm) -> None:
    """How to fill it in, and the box that stands for all lines left blank."""
    room = 118 * MM
    sheet.fitted(
        sheet.left,
        y + 4.9 * MM,
        view.how,
        room,
        8,
    )
    used = sheet.fitted(
        sheet.left,
        y + 9.0 * MM,
        "To send in: photograph the page, or type its code and the lines that changed:",
        room - 22 * MM,
        8,
        Cut.REGULAR,
        SECOND,
    )
    if view.example:
        sheet.fitted(sheet.left + used + 1.6 * MM, y + 9.0 * MM, view.example, room - used, 8, Cut.SEMIBOLD)
    x, wide = _x(sheet, 134), 38 * MM
    sheet.box(x, y + 2.2 * MM, wide, 9.2 * MM, fill=tint(sheet.accent))
    check_box(sheet, x + 1.2 * MM, y + 3.4 * MM, 6.8 * MM, 1.1)
    sheet.text(x + 10 * MM, y + 6.2 * MM, "All other lines", 8.5, Cut.SEMIBOLD)
    sheet.text(x + 10 * MM, y + 9.7 * MM, "unharmed", 8.5, Cut.SEMIBOLD)


# Lines


def _blank_lines(blank: str) -> tuple[str, ...]:
    """What an empty field means, in the column under its name."""
    return fit(blank, 34.5 * MM, 6, Cut.REGULAR, 2).lines if blank else ()


def _head_height(blank: str) -> float:
    return (8.0 + 2.2 * len(_blank_lines(blank))) * MM


def _draw_head(sheet: Sheet, y: float, view: ReturnForm) -> float:
    sheet.rule(sheet.left, y, sheet.right, BLOCK_RULE)
    top, low = y + 3.2 * MM, y + 6.4 * MM
    for at, word, under in ((10, "Line", ""), (32.4, "Unit", "command"), (68, "At the", "start")):
        sheet.text(_x(sheet, at), top, word, NOTE, Cut.SEMIBOLD)
        sheet.text(_x(sheet, at), low, under, 6, Cut.REGULAR, THIRD)
    for one in asked_of(view, sheet.room):
        label = f"{one.column.label[:1]}{one.column.label[1:]}"
        if one.column.kind in (CellKind.PLACE, CellKind.COMMAND, CellKind.TEXT):
            sheet.fitted(sheet.left + one.x + 1.9 * MM, top, label, one.wide - 2 * MM, NOTE, Cut.SEMIBOLD)
            if one.column.kind is not CellKind.PLACE or not _is_narrow(one):
                sheet.fitted(sheet.left + one.x + 1.9 * MM, low, one.column.under, one.wide - 2 * MM, 6, Cut.REGULAR, THIRD)
        else:
            heads = _label_lines(label, one.wide - 0.4 * MM)
            for step, word in enumerate(heads):
                base = top - (len(heads) - 1 - step) * 2.2 * MM + (1.5 * MM if len(heads) > 1 else 0)
                sheet.fitted(sheet.left + one.middle, base, word, one.wide - 0.4 * MM, NOTE, Cut.SEMIBOLD, INK, Side.MIDDLE)
            sheet.fitted(sheet.left + one.middle, low, one.column.under, one.wide, 6, Cut.REGULAR, THIRD, Side.MIDDLE)
    place = _place_column(view, sheet.room)
    if place is not None and not _is_narrow(place):
        for step, words in enumerate(_blank_lines(view.blank_place), 1):
            sheet.fitted(sheet.left + place.x + 1.9 * MM, low + step * 2.2 * MM, words, place.wide - 1 * MM, 6, Cut.REGULAR, THIRD)
    return y + _head_height(_head_words(view, sheet.room))


def _place_column(view: ReturnForm, room: float) -> Asked | None:
    return next((one for one in asked_of(view, room) if one.column.kind is CellKind.PLACE), None)


def _is_narrow(place: Asked) -> bool:
    """Has the system so many columns that the words on where a unit ends stand under the table?"""
    return place.wide < NARROW_PLACE


def _head_words(view: ReturnForm, room: float) -> str:
    """What stands in the head on a place that is left blank."""
    place = _place_column(view, room)
    return view.blank_place if place is not None and not _is_narrow(place) else ""


def _draw_place_note(sheet: Sheet, y: float, view: ReturnForm) -> float:
    """Under the table, where the head has no room for it: what is written under *ended at*, and what a blank means."""
    place = _place_column(view, sheet.room)
    if place is None or not _is_narrow(place) or not view.commands:
        return y
    words = "; ".join(filter(None, (place.column.under, view.blank_place)))
    label = place.column.label
    sheet.fitted(sheet.left, y + 3.4 * MM, f"{label[:1].upper()}{label[1:]}: {words}.", sheet.room, NOTE, Cut.ITALIC, SECOND)
    return y + 3.4 * MM


_BROKEN = {
    "unchanged": ("un-", "changed"),
    "surrounded": ("sur-", "rounded"),
    "surrendered": ("surren-", "dered"),
    "destroyed": ("de-", "stroyed"),
}
"""Where a word is broken that heads a narrow column."""


def _label_lines(label: str, room: float) -> tuple[str, ...]:
    """The head of a column on one line, or on two where it is too narrow for it."""
    if width(label, Cut.SEMIBOLD, NOTE) <= room:
        return (label,)
    words = label.split()
    if len(words) == 1:
        return _BROKEN.get(label, (label,))
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(cuts, key=lambda pair: max(width(one, Cut.SEMIBOLD, NOTE) for one in pair))


def _draw_lines(sheet: Sheet, y: float, view: ReturnForm, row: float) -> float:
    """All lines, over as many pages as they take; returns the y under them."""
    commands, asked = view.commands, asked_of(view, sheet.room)
    if not commands:
        return y
    y = _draw_head(sheet, y, view)
    low = sheet.foot - 2 * MM
    for command in commands:
        strip = _strip_height(command)
        if y + strip + _row_height(command.lines[0], row) > low if command.lines else y + strip > low:
            y = _draw_head(sheet, sheet.turn() + 13.9 * MM, view)
        y = _draw_strip(sheet, y, strip, command, continued=False)
        for step, line in enumerate(command.lines):
            high = _row_height(line, row)
            if y + high > low:
                y = _draw_head(sheet, sheet.turn() + 13.9 * MM, view)
                y = _draw_strip(sheet, y, strip, command, continued=True)
            _draw_line(sheet, y, high, line, command.short or command.name, asked)
            last = step == len(command.lines) - 1
            sheet.rule(sheet.left, y + high, sheet.right, CLOSE_RULE if last else ROW_RULE, INK if last else ROW_LINE)
            y += high
    return y


def _command_name(command: ReturnCommand, *, continued: bool) -> Setting:
    return fit(command.name + (", continued" if continued else ""), 150 * MM, 8, Cut.BOLD, 2)


def _strip_height(command: ReturnCommand) -> float:
    return max(4.6 * MM, _command_name(command, continued=True).height + 4.6)


def _draw_strip(sheet: Sheet, y: float, high: float, command: ReturnCommand, *, continued: bool) -> float:
    sheet.box(sheet.left, y, sheet.room, high, fill=tint(sheet.accent))
    sheet.box(sheet.left, y, 1.6 * MM, high, fill=sheet.accent)
    sheet.lines(_x(sheet, 13.4), y + 3.3 * MM, _command_name(command, continued=continued))
    return y + high


def _name(line: ReturnLine) -> Setting:
    return fit(line.name, NAME_WIDE, 9, Cut.SEMIBOLD, 2)


def _row_height(line: ReturnLine, row: float) -> float:
    return max(row, _name(line).height + 5.6 * MM)


def _draw_line(sheet: Sheet, y: float, high: float, line: ReturnLine, command: str, asked: Sequence[Asked]) -> None:
    middle = y + high / 2
    sheet.fitted(_x(sheet, 13.3), middle + 4.8, str(line.line), 7.5 * MM, 14, Cut.BOLD, INK, Side.MIDDLE)
    draw_in_row(sheet, line.symbol, _x(sheet, 20.3), y, high, 5.6 * MM)
    name = _name(line)
    low = sheet.lines(_x(sheet, 32.4), middle - (name.height + 9) / 2 + name.size * 0.86, name)
    sheet.fitted(_x(sheet, 32.4), low + 9, command, NAME_WIDE, NOTE, Cut.REGULAR, SECOND)
    _draw_start(sheet, middle, line)
    notes = dict(line.notes)
    for step, one in enumerate(asked):
        if step == 0 or asked[step - 1].column.answers != one.column.answers:
            sheet.line(sheet.left + one.x, y, sheet.left + one.x, y + high, ROW_RULE, ROW_LINE)
        _draw_asked(sheet, middle, line, one, notes.get(one.column.key, ""))


def _draw_asked(sheet: Sheet, middle: float, line: ReturnLine, one: Asked, note: str) -> None:
    """What is filled in: a box to cross, boxes to count, a box for a number, a line to write on."""
    x, top = sheet.left + one.middle - BOX / 2, middle - BOX / 2
    if one.column.kind in (CellKind.PLACE, CellKind.COMMAND, CellKind.TEXT):
        write_line(sheet, sheet.left + one.x + 1.9 * MM, sheet.left + one.x + one.wide - 0.8 * MM, middle + 3 * MM)
    elif one.in_boxes:
        most = one.column.most or 0
        wide = min(4.15 * MM, (one.wide - 1.2 * MM) / max(1, most))
        held = min(most, line.dug_in_turns) if one.column.key == "dug_in" else 0
        start = sheet.left + one.x + one.wide - most * wide
        number_boxes(sheet, start, top, wide, BOX, tuple(range(1, most + 1)), 0.8, held=held)
    elif one.column.key in line.held:
        _draw_is(sheet, x, top)
    elif one.column.kind is CellKind.TICK:
        check_box(sheet, x, top, BOX, 0.8)
    elif note == NOTHING_THERE:
        sheet.text(sheet.left + one.middle, middle + 2.4, "\N{EN DASH}", 8, Cut.REGULAR, SECOND, Side.MIDDLE)
    else:
        wide = min(12 * MM, one.wide - 2.2 * MM)
        high = BOX if not note else BOX - 0.6 * MM
        sheet.box(sheet.left + one.middle - wide / 2, top - (0.8 * MM if note else 0), wide, high, 0.8)
        sheet.fitted(sheet.left + one.middle, top + BOX + 1.5 * MM, note, one.wide, 6, Cut.REGULAR, SECOND, Side.MIDDLE)


def _draw_is(sheet: Sheet, x: float, y: float) -> None:
    """A state that holds already: nothing to cross."""
    sheet.box(x, y, BOX, BOX, 0.5, BOX_FIGURE, TAG)
    sheet.text(x + BOX / 2, y + BOX / 2 + 2.3, "is", NOTE, Cut.REGULAR, SECOND, Side.MIDDLE)


def _draw_start(sheet: Sheet, middle: float, line: ReturnLine) -> None:
    fresh = line.state is State.FRESH
    word = line.state.value if fresh else line.state.value.upper()
    down = -1.0 if line.due else 2.9
    sheet.fitted(_x(sheet, 68), middle + down, word, 10 * MM, 7.5, Cut.REGULAR if fresh else Cut.BOLD)
    sheet.fitted(_x(sheet, 68), middle + 8, line.due, 10 * MM, NOTE, Cut.REGULAR, SECOND)


# Foot


def _foot_columns(view: ReturnForm) -> tuple[list[Block], list[Block], list[Block]]:
    """Blocks 1 to 8 in their three columns."""
    return (
        [clock_block(), field_block(view.sides), *objective_blocks(view)],
        [*order_blocks(view), *commander_blocks(view.commanders), prisoner_block(), task_block(view.task_rows)],
        [change_block(view.changes), *side_blocks(view.side_columns)],
    )


def _draw_foot(sheet: Sheet, y: float, view: ReturnForm) -> None:
    """The nine blocks, the signatures and the umpire's strip: on this page if there is room, else on pages of their own."""
    columns = _foot_columns(view)
    deepest = max(column_height(blocks) for blocks in columns)
    end = END
    if y + deepest + end > sheet.foot:
        y = sheet.turn() + 13.9 * MM
    if y + deepest + end <= sheet.foot:
        for at, blocks in zip((10, 75, 139), columns, strict=True):
            low = y
            for step, block in enumerate(blocks):
                low = draw_block(sheet, _x(sheet, at), low + (block.gap if step else 0), COLUMN, block)
        y += deepest
    else:
        y = flow(sheet, y, sheet.foot - 3 * MM, [block for blocks in columns for block in blocks], 3, 3.5 * MM, 13.9 * MM)
        if y + end > sheet.foot:
            y = sheet.turn() + 10 * MM
    _draw_end(sheet, y + 4.4 * MM, view)


def _draw_end(sheet: Sheet, y: float, view: ReturnForm) -> None:
    """Diary, signatures, the umpire's strip at the foot of the page."""
    draw_block_head(sheet, sheet.left, y, sheet.room, "9\N{NO-BREAK SPACE} One line for the diary")
    write_line(sheet, sheet.left, sheet.right, y + 12 * MM)
    signed = min(sheet.foot - 21 * MM, y + 26 * MM)
    half = (sheet.room - 6 * MM) / 2
    mine, theirs = (squeeze(side, half * 0.5, 7).lines[0] for side in (*view.sides, "other side")[:2])
    for x, who in ((sheet.left, f"{mine} player, signed"), (sheet.left + half + 6 * MM, f"{theirs} player or umpire, signed")):
        sheet.rule(x, signed, x + half, CLOSE_RULE)
        sheet.fitted(x, signed + 3 * MM, who, half * 0.75, NOTE, Cut.REGULAR, SECOND)
        sheet.text(x + half, signed + 3 * MM, "date, time", NOTE, Cut.REGULAR, SECOND, Side.RIGHT)
    top = signed + 7 * MM
    sheet.box(sheet.left, top, sheet.room, 9.4 * MM, fill=STRIP)
    sheet.text(sheet.left + 2 * MM, top + 5.7 * MM, "UMPIRE", 7, Cut.BOLD)
    for at, label, room in (
        (22, "received", 28),
        (52, "agrees with the other side\u2019s return", 58),
        (114, "ruled, see note", 36),
        (152, "entered", 28),
    ):
        labelled_box(sheet, sheet.left + at * MM, top + 2.1 * MM, 5.2 * MM, label, room * MM)
