"""The unit table of a battle sheet, in any system: commands as tinted strips, battalions as rows with the columns of
the rules.

A row has its line number, symbol and name, its figures in columns, and at the right its boxes to tick. A system's
stands (companies, platoons, guns) are listed under the battalion in lines of their own (``stand_rows``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.values import dataclass, replace
from campaign.words.papers import Fact
from campaign.words.sheet import Box, BoxGroup, SheetBody, StripFact, UnitBlock, UnitRow
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import check_box, cross, number_boxes
from campaign_reports.shared_facts import with_shared
from campaign_reports.stand_rows import STAND_INDENT, Stands, stands_of
from campaign_reports.style import (
    BLOCK_RULE,
    CAPTION,
    CLOSE_RULE,
    INK,
    MM,
    ROW_LINE,
    ROW_RULE,
    SECOND,
    TAG,
    TEXT,
    THIRD,
)
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, Setting, figure, fit, squeeze, width

ROW: float = 9.2 * MM
HEAD_HIGH: float = 8.0 * MM
NAME_AT: float = 20.6 * MM
"""Start of the name, from the left edge."""
LEAST_NAME: float = 31.6 * MM
GAP: float = 1.4 * MM
BOX: float = 4.2 * MM
STRIP_NAME: float = 46 * MM
RUNNING: float = 3.3 * MM
"""Line pitch of running text over a strip."""
WORD_SPACE: float = 0.24 * TEXT
MOST_BOXES: float = 34 * MM
"""Width for a row of boxes on a strip; if there are more boxes, they are set closer."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The positions of a unit table's columns on a page of this width, in points from its left edge.

    ``shrink`` sets the figures closer where a system has more columns than the page has room.
    """

    body: SheetBody
    name: float
    columns: tuple[float, ...]
    ticks: tuple[float, ...]
    shrink: float

    @property
    def name_wide(self) -> float:
        """Room for a name."""
        return self.name - GAP


def plan_of(body: SheetBody, room: float) -> Plan:
    """Return the columns laid out from the right edge; the names get the rest."""
    needed = sum(column.wide for column in body.columns) + sum(group.count * group.pitch + 1.6 for group in body.ticks)
    most = room - NAME_AT - LEAST_NAME - GAP
    shrink = min(1.0, most / (needed * MM)) if needed else 1.0
    name = room - NAME_AT - needed * MM * shrink
    x = NAME_AT + name
    columns, ticks = [], []
    for column in body.columns:
        columns.append(x)
        x += column.wide * MM * shrink
    for group in body.ticks:
        x += 1.6 * MM * shrink
        ticks.append(x)
        x += group.count * group.pitch * MM * shrink
    return Plan(body, name, tuple(columns), tuple(ticks), shrink)


@dataclass(frozen=True, slots=True)
class Row:
    """A command's strip (``line`` None), a battalion's row, or a line of its stands, with its height."""

    block: UnitBlock
    line: UnitRow | None
    height: float
    plan: Plan
    continued: bool = False
    stands: Stands | None = None
    closes: bool = True
    """True for the last row of a battalion, which has a rule under it."""


def rows_of(block: UnitBlock, plan: Plan, room: float, row: float = ROW) -> list[Row]:
    """Return the strip of a command and its battalions with their stands; ``row`` is the height of a row without long
    names.
    """
    block = with_shared(block)
    strip = Row(block, None, max(row, _strip_height(block, room, continued=False)), plan)
    return [strip, *(unit_row for line in block.rows for unit_row in _unit_rows(block, line, plan, room, row))]


def _unit_rows(block: UnitBlock, line: UnitRow, plan: Plan, room: float, row: float) -> Iterator[Row]:
    stands = stands_of(line, room)
    yield Row(block, line, max(row, _text_height(line, plan) + 2.2 * MM), plan, closes=not stands)
    for step, stand in enumerate(stands):
        yield Row(block, line, stand.height, plan, stands=stand, closes=step == len(stands) - 1)


def strip_again(row: Row) -> Row:
    """Return the strip of a command that continues on another page."""
    return replace(
        row, continued=True, height=max(row.height, row.height + (2.4 * MM if len(row.block.name) > 30 else 0))
    )


def _command_name(block: UnitBlock, *, continued: bool) -> Setting:
    return fit(block.name + (", continued" if continued else ""), STRIP_NAME, 9, Cut.BOLD, 2)


def _leader(block: UnitBlock) -> Setting:
    return fit(block.led_by, STRIP_NAME, CAPTION, lines=2)


def _strip_height(block: UnitBlock, room: float, *, continued: bool) -> float:
    names = 3.2 * MM + _command_name(block, continued=continued).height + _leader(block).height
    if block.shared:
        return max(names, 3.0 * MM + len(_running_lines(block, room)) * RUNNING)
    return max(names, 1.2 * MM + sum(_line_pitch(line, room) for line in _strip_lines(block, room)))


def _running_lines(block: UnitBlock, room: float) -> list[list[tuple[float, str, Cut]]]:
    """Return the facts of a command and those shared by its battalions, one behind the other, over as many lines as
    they need: words with their beginning and their cut.
    """
    most = room - STRIP_NAME - 6.8 * MM
    lines: list[list[tuple[float, str, Cut]]] = [[]]
    x = 0.0
    facts = (*block.facts, *block.shared)
    for step, fact in enumerate(facts, 1):
        end = ";" if step < len(facts) else ""
        words = [(word, Cut.REGULAR) for word in f"{fact.label}{':' * bool(fact.label)}".split()]
        words += [(word, Cut.SEMIBOLD) for word in f"{figure(fact.text)}{end}".split()]
        for word, cut in words:
            wide = width(word, cut, TEXT)
            if x + wide > most:
                lines.append([])
                x = 0.0
            lines[-1].append((x, word, cut))
            x += wide + WORD_SPACE
        x += 2.4 * MM
    return lines


def _line_pitch(line: Sequence[_Placed], room: float) -> float:
    """Return the height of a line of facts on a strip: that of its fact with the most lines of parts."""
    deepest = max((len(_parts(placed.mark, room)) for placed in line if isinstance(placed.mark, StripFact)), default=0)
    return max(8.2, 4.6 + 3.2 * deepest) * MM


# Names and notes of a row


def _name(line: UnitRow, plan: Plan) -> Setting:
    return fit(line.name, plan.name_wide, 8.5, Cut.SEMIBOLD, 2)


def _note(line: UnitRow, plan: Plan) -> tuple[Setting, bool]:
    """Return the second line of a row, and whether it stands beside the tag of arrival."""
    if line.arrives:
        beside = fit(line.note, plan.name_wide - _tag_width(line, plan) - 1.6 * MM, CAPTION)
        if len(beside.lines) == 1:
            return beside, True
    return fit(line.note, plan.name_wide, CAPTION, lines=2), False


def _tag_width(line: UnitRow, plan: Plan) -> float:
    return min(plan.name_wide, width(line.arrives, Cut.SEMIBOLD, CAPTION) + 3.2 * MM)


def _text_height(line: UnitRow, plan: Plan) -> float:
    """Return the height of name, tag and note."""
    name, (note, beside) = _name(line, plan), _note(line, plan)
    high = name.height
    if line.arrives:
        high += 9.4
    if line.note and not beside:
        high += note.height + 3.2
    return high


# The head of the table


def draw_unit_head(sheet: Sheet, y: float, plan: Plan) -> float:
    """Draw column heads; returns the y under them."""
    sheet.across(y, BLOCK_RULE)
    top, low = y + 3.4 * MM, y + 6.6 * MM
    sheet.text(sheet.left_x, top, "Line", CAPTION, Cut.SEMIBOLD)
    sheet.text(sheet.left_x + NAME_AT, top, "Unit", CAPTION, Cut.SEMIBOLD)
    sheet.text(sheet.left_x + NAME_AT, low, "now \N{MIDDLE DOT} attachment", CAPTION, colour=THIRD)
    for start, end, head in _column_heads(plan):
        _draw_word(sheet, sheet.left_x + (start + end) / 2, top, head, end - start, Cut.SEMIBOLD)
    for x, column in zip(plan.columns, plan.body.columns, strict=True):
        wide = column.wide * MM * plan.shrink
        _draw_word(sheet, sheet.left_x + x + wide / 2, low, column.under, wide)
    for x, group in zip(plan.ticks, plan.body.ticks, strict=True):
        pitch = group.pitch * MM * plan.shrink
        middle = sheet.left_x + x + group.count * pitch / 2
        _draw_word(sheet, middle, top, group.head, group.count * pitch, Cut.SEMIBOLD)
        each = group.count * pitch / len(group.under[: group.count]) if group.under else 0.0
        for step, word in enumerate(group.under[: group.count]):
            _draw_word(sheet, sheet.left_x + x + (step + 0.5) * each, low, word, each)
    return y + HEAD_HIGH


def _draw_word(sheet: Sheet, middle: float, base: float, word: str, room: float, cut: Cut = Cut.REGULAR) -> None:
    """Draw a word over a column: narrow where it would touch its neighbour's, beyond the edges only if it must."""
    colour = INK if cut is Cut.SEMIBOLD else THIRD
    set_in = cut if width(word, cut, CAPTION) <= room - 1.2 * MM else cut.narrow
    sheet.fitted(middle, base, word, room + 0.8 * MM, CAPTION, set_in, colour, Side.MIDDLE)


def _column_heads(plan: Plan) -> Iterator[tuple[float, float, str]]:
    """Yield each head with its beginning and end; neighbours under the same head share it."""
    run: tuple[float, float, str] | None = None
    for x, column in zip(plan.columns, plan.body.columns, strict=True):
        end = x + column.wide * MM * plan.shrink
        if run is not None and run[2] == column.head:
            run = (run[0], end, run[2])
            continue
        if run is not None:
            yield run
        run = (x, end, column.head)
    if run is not None:
        yield run


def draw_row(sheet: Sheet, y: float, row: Row, *, last: bool) -> float:
    """Draw a strip, a battalion's row or a line of its stands; returns the y under it."""
    if row.line is None:
        _draw_strip(sheet, y, row)
        return y + row.height
    if row.stands is None:
        _draw_unit(sheet, y, row.height, row.line, row.plan)
    else:
        row.stands.draw(sheet, sheet.left_x + STAND_INDENT, y)
    if last or row.closes:
        sheet.across(y + row.height, CLOSE_RULE if last else ROW_RULE, INK if last else ROW_LINE)
    return y + row.height


# A command


@dataclass(frozen=True, slots=True)
class _Placed:
    """A fact or a group of boxes on a strip, with its beginning, from the end of the name."""

    x: float
    mark: Fact | BoxGroup


def _strip_lines(block: UnitBlock, room: float) -> list[list[_Placed]]:
    """Return facts and boxes behind the name, over as many lines as they need."""
    most = room - STRIP_NAME - 5.8 * MM
    lines: list[list[_Placed]] = [[]]
    x = 0.0
    items: tuple[Fact | BoxGroup, ...] = (*block.facts, *block.groups)
    for element in items:
        wide = _fact_width(element) if isinstance(element, Fact) else _group_width(element)
        if lines[-1] and x + wide > most + 1:
            lines.append([])
            x = 0.0
        lines[-1].append(_Placed(x, element))
        x += wide + 0.7 * MM
    return [line for line in lines if line]


def _fact_width(fact: Fact) -> float:
    if isinstance(fact, StripFact):
        return fact.wide * MM
    return max(width(fact.label, Cut.REGULAR, CAPTION), width(fact.text, Cut.BOLD, 8.5)) + 1.2 * MM


def _is_choice(group: BoxGroup) -> bool:
    return any(box.label for box in group.boxes)


def _group_width(group: BoxGroup) -> float:
    head = width(group.head, Cut.REGULAR, CAPTION)
    if _is_choice(group):
        return max(head, sum(_choice_width(box) for box in group.boxes))
    return max(head, min(len(group.boxes) * 4.2 * MM, MOST_BOXES)) + 0.6 * MM


def _choice_width(box: Box) -> float:
    return 3.9 * MM + width(box.label, Cut.BOLD if box.ticked else Cut.REGULAR, CAPTION) + 0.9 * MM


def _draw_strip(sheet: Sheet, y: float, row: Row) -> None:
    block, high = row.block, row.height
    sheet.band(y, high, sheet.accent)
    low = sheet.lines(sheet.left_x + 3.4 * MM, y + 3.9 * MM, _command_name(block, continued=row.continued))
    sheet.lines(sheet.left_x + 3.4 * MM, low + 3.4 * MM, _leader(block), SECOND)
    if block.shared:
        for step, words in enumerate(_running_lines(block, sheet.room), 1):
            for start, word, cut in words:
                sheet.text(sheet.left_x + STRIP_NAME + 5.8 * MM + start, y + 0.6 * MM + step * RUNNING, word, TEXT, cut)
        return
    for line in _strip_lines(block, sheet.room):
        for placed in line:
            x = sheet.left_x + STRIP_NAME + 5.8 * MM + placed.x
            if isinstance(placed.mark, Fact):
                _draw_fact(sheet, x, y, placed.mark)
            else:
                _draw_group(sheet, x, y, placed.mark)
        y += _line_pitch(line, sheet.room)


def _draw_fact(sheet: Sheet, x: float, y: float, fact: Fact) -> None:
    room, base = _fact_width(fact), y + 7.1 * MM
    sheet.fitted(x, y + 3.1 * MM, fact.label, room, CAPTION, colour=SECOND)
    if not isinstance(fact, StripFact):
        sheet.fitted(x, base, figure(fact.text), room, 8.5, Cut.BOLD)
        return
    used = sheet.fitted(x, base, figure(fact.text), room, 8.5, Cut.BOLD) if fact.text else 0.0
    if fact.note:
        note = squeeze(fact.note, room - used - 2 * MM, CAPTION, lines=2)
        sheet.lines(x + used + 2 * MM, base - (len(note.lines) - 1) * note.pitch * 0.5, note, SECOND)
    for line in _parts(fact, room):
        for part, start in line:
            wide = sheet.fitted(x + start, base, part.label, room * 0.5, CAPTION)
            sheet.fitted(x + start + wide + 1.6 * MM, base, part.text, room * 0.5, TEXT, Cut.BOLD)
        base += 3.2 * MM


def _parts(fact: StripFact, _room: float) -> list[list[tuple[Fact, float]]]:
    """Return the parts of a fact broken into lines of its width."""
    room, lines, line, used = fact.wide * MM, list[list[tuple[Fact, float]]](), list[tuple[Fact, float]](), 0.0
    for part in fact.parts:
        label, text = fit(part.label, room * 0.5, CAPTION), fit(part.text, room * 0.5, TEXT, Cut.BOLD)
        wide = label.width + text.width + 1.6 * MM + 2.4 * MM
        if line and used + wide - 2.4 * MM > room:
            lines.append(line)
            line, used = [], 0.0
        line.append((part, used))
        used += wide
    return [*lines, line] if line else lines


def _draw_group(sheet: Sheet, x: float, y: float, group: BoxGroup) -> None:
    sheet.text(x, y + 3.1 * MM, group.head, CAPTION, colour=SECOND)
    wide = min(4.2 * MM, MOST_BOXES / max(1, len(group.boxes)))
    for box in group.boxes:
        if _is_choice(group):
            check_box(sheet, x, y + 4.6 * MM, 3.4 * MM, crossed=box.ticked)
            cut = Cut.BOLD if box.ticked else Cut.REGULAR
            sheet.text(x + 3.9 * MM, y + 7.2 * MM, box.label, CAPTION, cut)
            x += _choice_width(box)
        else:
            number_boxes(sheet, x, y + 4.4 * MM, wide, 3.7 * MM, (box.text,), done=int(box.ticked))
            x += wide


# A battalion


def _draw_unit(sheet: Sheet, y: float, high: float, line: UnitRow, plan: Plan) -> None:
    middle = y + high / 2
    sheet.fitted(sheet.left_x + 3.3 * MM, middle + 4.3, str(line.line), 7.5 * MM, 12, Cut.BOLD, side=Side.MIDDLE)
    if line.symbol is not None:
        draw_in_row(sheet, line.symbol, sheet.left_x + 10.6 * MM, y, high, 5.0 * MM)
    _draw_unit_name(sheet, y, high, line, plan)
    _draw_cells(sheet, y, high, line.cells, plan)
    for x, group, made in zip(plan.ticks, plan.body.ticks, line.ticks, strict=False):
        draw_ticks(sheet, sheet.left_x + x, middle, group.pitch * MM * plan.shrink, made)


def _draw_cells(sheet: Sheet, y: float, high: float, cells: Sequence[str], plan: Plan) -> None:
    base = y + high / 2 + 2.9
    for x, column, text in zip(plan.columns, plan.body.columns, cells, strict=False):
        wide = column.wide * MM * plan.shrink
        cut = Cut.SEMIBOLD if column.strong else Cut.REGULAR
        sheet.fitted(
            sheet.left_x + x + wide / 2,
            base,
            figure(text),
            wide - 0.6,
            8 if wide > 5 * MM else 7.6,
            cut,
            side=Side.MIDDLE,
        )
        if column.rule:
            sheet.line(sheet.left_x + x, y, sheet.left_x + x, y + high, ROW_RULE, ROW_LINE)
    if plan.ticks:
        edge = sheet.left_x + plan.ticks[0] - 1.0 * MM * plan.shrink
        sheet.line(edge, y, edge, y + high, ROW_RULE, ROW_LINE)


def draw_ticks(sheet: Sheet, x: float, middle: float, pitch: float, made: Sequence[Box]) -> None:
    """Draw boxes in a column: with figures in them they are joined, empty ones stand apart."""
    joined = any(box.text for box in made) or any(box.heavy for box in made)
    size = min(BOX, pitch - (0 if joined else 0.5 * MM))
    for step, box in enumerate(made):
        left_x = x + step * pitch
        if joined:
            number_boxes(
                sheet,
                left_x,
                middle - BOX / 2,
                pitch,
                BOX,
                (box.text,),
                1.4 if box.heavy else CLOSE_RULE,
                done=int(box.ticked),
            )
            continue
        left_x += (pitch - size) / 2
        check_box(sheet, left_x, middle - size / 2, size)
        if box.ticked:
            cross(sheet, left_x, middle - size / 2, size, size)


def _draw_unit_name(sheet: Sheet, y: float, high: float, line: UnitRow, plan: Plan) -> None:
    name, (note, beside) = _name(line, plan), _note(line, plan)
    x = sheet.left_x + NAME_AT
    base = sheet.lines(x, y + (high - _text_height(line, plan)) / 2 + name.size * 0.86, name)
    if line.arrives:
        base += 9.6
        wide = _tag_width(line, plan)
        sheet.box(x, base - 6.4, wide, 8.4, fill=TAG)
        sheet.fitted(x + 1.6 * MM, base, line.arrives, wide - 3 * MM, CAPTION, Cut.SEMIBOLD)
        if beside:
            sheet.lines(x + wide + 1.6 * MM, base, note, SECOND)
    if line.note and not beside:
        sheet.lines(x, base + note.size + 3.0, note, SECOND)
