"""The unit table of a battle sheet: commands as tinted strips, battalions as rows with everything the rules ask of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaign.terms.state import Posture, State
from campaign.views.packet import CommandBlock, UnitLine
from campaign.views.papers import Fact
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import check_box, cross, number_boxes
from campaign_reports.style import BLOCK_RULE, CLOSE_RULE, INK, MM, NOTE, ROW_LINE, ROW_RULE, SECOND, TAG, THIRD, tint
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, Setting, figure, fit, squeeze, width

ROW: float = 9.2 * MM
HEAD_HIGH: float = 8.0 * MM
NAME_WIDE: float = 31.6 * MM


def _x(sheet: Sheet, mm: float) -> float:
    """A place of the design, measured on A4 with its left margin of 10 mm."""
    return sheet.left + (mm - 10) * MM


@dataclass(frozen=True, slots=True)
class Row:
    """A command's strip (``line`` None) or a battalion's row, with its height."""

    command: CommandBlock
    line: UnitLine | None
    height: float
    continued: bool = False


def rows_of(command: CommandBlock, row: float = ROW) -> list[Row]:
    """The strip of a command and its battalions; ``row`` is the height of a row without long names."""
    odds = _odds_lines(command.initiative)
    least = max(row, (4.6 + 3.2 * len(odds)) * MM)
    return [
        Row(command, None, max(least, _strip_height(command, continued=False))),
        *(Row(command, line, _row_height(line, row)) for line in command.lines),
    ]


def _strip_height(command: CommandBlock, *, continued: bool) -> float:
    return 3.2 * MM + _command_name(command, continued=continued).height + _leader(command).height


def _command_name(command: CommandBlock, *, continued: bool) -> Setting:
    return fit(command.name + (", continued" if continued else ""), 46 * MM, 9, Cut.BOLD, 2)


def _leader(command: CommandBlock) -> Setting:
    return fit(command.led_by, 46 * MM, NOTE, Cut.REGULAR, 2)


def strip_again(row: Row) -> Row:
    """The strip of a command that goes on over a page."""
    return replace(row, continued=True, height=max(row.height, _strip_height(row.command, continued=True)))


def _name(line: UnitLine) -> Setting:
    return fit(line.name, NAME_WIDE, 8.5, Cut.SEMIBOLD, 2)


def _note(line: UnitLine) -> tuple[Setting, bool]:
    """The second line of a row, and whether it stands beside the tag of arrival."""
    if line.arrives:
        beside = fit(line.note, NAME_WIDE - _tag_width(line) - 1.6 * MM, NOTE, Cut.REGULAR)
        if len(beside.lines) == 1:
            return beside, True
    return fit(line.note, NAME_WIDE, NOTE, Cut.REGULAR, 2), False


def _tag_width(line: UnitLine) -> float:
    return min(NAME_WIDE, width(line.arrives, Cut.SEMIBOLD, 6.2) + 3.2 * MM)


def _text_height(line: UnitLine) -> float:
    """Height of name, tag and note."""
    name, (note, beside) = _name(line), _note(line)
    high = name.height
    if line.arrives:
        high += 9.4
    if line.note and not beside:
        high += note.height + 3.2
    return high


def _row_height(line: UnitLine, row: float) -> float:
    return max(row, _text_height(line) + 2.2 * MM)


def draw_unit_head(sheet: Sheet, y: float) -> float:
    """Column heads; returns the y under them."""
    sheet.rule(sheet.left, y, sheet.right, BLOCK_RULE)
    top, low = y + 3.4 * MM, y + 6.6 * MM
    sheet.text(_x(sheet, 10), top, "Line", NOTE, Cut.SEMIBOLD)
    sheet.text(_x(sheet, 32), top, "Unit", NOTE, Cut.SEMIBOLD)
    sheet.text(_x(sheet, 32), low, "now \N{MIDDLE DOT} attachment", 6, Cut.REGULAR, THIRD)
    for centre, word in (
        (67, "Size"), (80.2, "March, in."), (94.8, "Combat"), (109.6, "To be hit"), (121, "Prot."), (129.4, "Anti-tank"),
        (137, "Cas."), (141.7, "Dir."), (146.6, "Arty"), (152.0, "E I"), (169.5, "State"), (192.2, "Dug in"),
    ):  # fmt: skip
        sheet.text(_x(sheet, centre), top, word, NOTE, Cut.SEMIBOLD, INK, Side.MIDDLE)
    for centre, word in (
        (67, "models"), (73.8, "road"), (80.6, "x-c"), (86.4, "terr."), (92, "open"), (97.6, "terr."), (103.8, "open"), (109.8, "terr."), (115.6, "dark"),
        (126.4, "best"), (131.8, "all"), (137, "row"), (141.7, "in."), (146.6, "in."), (158.3, "spent"), (163.8, "destr"), (169.3, "surr"), (174.8, "rest"),
        (180.3, "hid"), (192.2, "turns"),
    ):  # fmt: skip
        sheet.text(_x(sheet, centre), low, word, 6, Cut.REGULAR, THIRD, Side.MIDDLE)
    return y + HEAD_HIGH


def draw_row(sheet: Sheet, y: float, row: Row, *, last: bool) -> float:
    """Draws a strip or a battalion's row; returns the y under it."""
    if row.line is None:
        _draw_command(sheet, y, row)
    else:
        _draw_unit(sheet, y, row.height, row.line)
        sheet.rule(sheet.left, y + row.height, sheet.right, CLOSE_RULE if last else ROW_RULE, INK if last else ROW_LINE)
    return y + row.height


# A command


def _draw_command(sheet: Sheet, y: float, row: Row) -> None:
    command, high = row.command, row.height
    sheet.box(sheet.left, y, sheet.room, high, fill=tint(sheet.accent))
    sheet.box(sheet.left, y, 1.6 * MM, high, fill=sheet.accent)
    low = sheet.lines(_x(sheet, 13.4), y + 3.9 * MM, _command_name(command, continued=row.continued))
    sheet.lines(_x(sheet, 13.4), low + 3.4 * MM, _leader(command), SECOND)
    top, base = y + 3.1 * MM, y + 7.1 * MM
    for at, room, label, text in ((61.8, 9.5, "Bonus", command.bonus), (72, 18, "Ready today", command.ready)):
        sheet.text(_x(sheet, at), top, label, 6, Cut.REGULAR, SECOND)
        used = sheet.fitted(_x(sheet, at), base, figure(text), room * MM, 8.5, Cut.BOLD)
        if label == "Ready today" and command.ready_note:
            note = squeeze(command.ready_note, 18.5 * MM - used - 2.5 * MM, NOTE, Cut.REGULAR, 2)
            sheet.lines(_x(sheet, at) + used + 2 * MM, base - (len(note.lines) - 1) * note.pitch * 0.5, note, SECOND)
    _draw_odds(sheet, y, command.initiative)
    _draw_officer(sheet, y, command.officer_turns)
    _draw_posture(sheet, y, command.posture)


def _odds_lines(odds: Sequence[Fact]) -> list[list[tuple[Fact, float]]]:
    """Initiative odds broken into lines of 41 mm."""
    room, lines, line, used = 41 * MM, list[list[tuple[Fact, float]]](), list[tuple[Fact, float]](), 0.0
    for fact in odds:
        label, text = fit(fact.label, room * 0.5, NOTE), fit(fact.text, room * 0.5, 7, Cut.BOLD)
        wide = label.width + text.width + 1.6 * MM + 2.4 * MM
        if line and used + wide - 2.4 * MM > room:
            lines.append(line)
            line, used = [], 0.0
        line.append((fact, used))
        used += wide
    return [*lines, line] if line else lines


def _draw_odds(sheet: Sheet, y: float, odds: Sequence[Fact]) -> None:
    if not odds:
        return
    room = 41 * MM
    sheet.fitted(_x(sheet, 91), y + 3.1 * MM, "Initiative odds: we take theirs, they take ours", room, 6, Cut.REGULAR, SECOND)
    base = y + 7.1 * MM
    for line in _odds_lines(odds):
        for fact, start in line:
            x = _x(sheet, 91) + start
            used = sheet.fitted(x, base, fact.label, room * 0.5, NOTE)
            sheet.fitted(x + used + 1.6 * MM, base, fact.text, room * 0.5, 7, Cut.BOLD)
        base += 3.2 * MM


def _draw_officer(sheet: Sheet, y: float, turns: Sequence[int]) -> None:
    if not turns:
        return
    sheet.text(_x(sheet, 133), y + 3.1 * MM, "Officer lost, turn", 6, Cut.REGULAR, SECOND)
    shown = turns[:8]
    wide = min(4.2 * MM, 21.6 * MM / len(shown))
    number_boxes(sheet, _x(sheet, 133), y + 4.4 * MM, wide, 3.7 * MM, shown)


def _draw_posture(sheet: Sheet, y: float, posture: Posture) -> None:
    sheet.text(_x(sheet, 156.3), y + 3.1 * MM, "Posture", 6, Cut.REGULAR, SECOND)
    for at, room, one in (
        (156.3, 10.6, Posture.MARCH),
        (167.4, 9.2, Posture.LINE),
        (177.1, 11, Posture.SUPPORT),
        (188.5, 11.5, Posture.RESERVE),
    ):
        holds = posture is one
        check_box(sheet, _x(sheet, at), y + 4.6 * MM, 3.4 * MM, crossed=holds)
        sheet.fitted(
            _x(sheet, at) + 4 * MM, y + 7.2 * MM, one.value.capitalize(), (room - 4.2) * MM, NOTE, Cut.BOLD if holds else Cut.REGULAR
        )


# A battalion


def _draw_unit(sheet: Sheet, y: float, high: float, line: UnitLine) -> None:
    middle = y + high / 2
    base = middle + 2.9
    sheet.fitted(_x(sheet, 13.3), middle + 4.3, str(line.line), 7.5 * MM, 12, Cut.BOLD, INK, Side.MIDDLE)
    draw_in_row(sheet, line.symbol, _x(sheet, 20.6), y, high, 5.0 * MM)
    _draw_unit_name(sheet, y, high, line)
    sheet.fitted(_x(sheet, 67), base, line.size, 6.5 * MM, 7.5, Cut.SEMIBOLD, INK, Side.MIDDLE)
    for centre, room, text, cut in (
        (73.8, 6.6, line.march[0], Cut.REGULAR), (80.6, 6, line.march[1], Cut.REGULAR), (86.4, 5.4, line.march[2], Cut.REGULAR),
        (92, 5.4, line.combat[0], Cut.SEMIBOLD), (97.6, 5.2, line.combat[1], Cut.SEMIBOLD),
        (103.8, 6, line.to_be_hit[0], Cut.SEMIBOLD), (109.8, 5.8, line.to_be_hit[1], Cut.REGULAR), (115.6, 5.6, line.to_be_hit[2], Cut.REGULAR),
        (121, 4.4, line.protection, Cut.REGULAR), (126.4, 5.2, line.anti_tank[0], Cut.REGULAR), (131.8, 5.2, line.anti_tank[1], Cut.REGULAR),
        (137, 5.4, line.casualty_row, Cut.SEMIBOLD), (141.7, 4.2, line.direct, Cut.REGULAR), (146.6, 5.4, line.artillery, Cut.SEMIBOLD),
        (152.0, 5.2, line.abilities, Cut.REGULAR),
    ):  # fmt: skip
        sheet.fitted(_x(sheet, centre), base, figure(text), room * MM, 8, cut, INK, Side.MIDDLE)
    for edge in (71.2, 100.5, 118.6, 155.0):
        sheet.line(_x(sheet, edge), y, _x(sheet, edge), y + high, ROW_RULE, ROW_LINE)
    _draw_states(sheet, middle, line)


def _draw_unit_name(sheet: Sheet, y: float, high: float, line: UnitLine) -> None:
    name, (note, beside) = _name(line), _note(line)
    x = _x(sheet, 32)
    base = sheet.lines(x, y + (high - _text_height(line)) / 2 + name.size * 0.86, name)
    if line.arrives:
        base += 9.6
        wide = _tag_width(line)
        sheet.box(x, base - 6.4, wide, 8.4, fill=TAG)
        sheet.fitted(x + 1.6 * MM, base, line.arrives, wide - 3 * MM, 6.2, Cut.SEMIBOLD)
        if beside:
            sheet.lines(x + wide + 1.6 * MM, base, note, SECOND)
    if line.note and not beside:
        sheet.lines(x, base + note.size + 3.0, note, SECOND)


def _draw_states(sheet: Sheet, middle: float, line: UnitLine) -> None:
    size = 4.2 * MM
    marked = (
        line.state is State.SPENT, line.state in (State.DESTROYED, State.CAPTURED), line.surrounded or line.state is State.CAPTURED, line.resting, line.hidden,
    )  # fmt: skip
    for step, holds in enumerate(marked):
        x = _x(sheet, 156.2 + 5.5 * step)
        check_box(sheet, x, middle - size / 2, size)
        if holds:
            cross(sheet, x, middle - size / 2, size, size)
    number_boxes(sheet, _x(sheet, 184.6), middle - size / 2, 3.85 * MM, size, (1, 2, 3, 4), done=min(4, line.dug_in_turns))
