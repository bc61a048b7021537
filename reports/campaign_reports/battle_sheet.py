"""The battle sheet of one side under Operation Brevity: everything of its own, and of the other side only what it has seen.

Page 1 holds the situation, the unit table as far as it goes, and the quick reference. Further commands move on whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from campaign.views.packet import BattleSheet, CommandBlock
from campaign.views.papers import Fact
from campaign_reports.battle_head import (
    air_block,
    arrival_block,
    draw_strip,
    draw_track,
    enemy_block,
    gun_block,
    house_rule_block,
    order_block,
    shorten,
    table_blocks,
)  # fmt: skip
from campaign_reports.battle_units import HEAD_HIGH, Row, draw_row, draw_unit_head, rows_of, strip_again
from campaign_reports.blocks import Block, column_height, fact_items, fill_column, flow, text_items
from campaign_reports.page import Paper, Part, Sheet, compose
from campaign_reports.quick import arrange, columns_height, draw_columns, log_blocks
from campaign_reports.style import FAINT, LEADING, MM, NOTE, TEXT
from campaign_reports.type import Cut, paragraph

LEFT, MIDDLE, RIGHT, GUTTER = 64 * MM, 61 * MM, 57 * MM, 4 * MM
LONGEST_FACT = 7
"""Lines of a fact on page 1; a longer one stands in full under the notes."""


def render_battle_sheet(view: BattleSheet, paper: Paper = Paper.A4) -> bytes:
    """The battle sheet of one side."""
    return compose([sheet_part(view)], paper, [view])


def sheet_part(view: BattleSheet) -> Part:
    """The battle sheet as a part of a packet."""
    name = f"Battle sheet {view.masthead.code}" if view.masthead.code else "Battle sheet"
    return Part(view.masthead, lambda sheet: _paint(sheet, view), name=name)


def _paint(sheet: Sheet, view: BattleSheet) -> None:
    y = draw_strip(sheet, sheet.begin() + 2.6 * MM, view.strip) + 2.6 * MM
    facts, long_facts = shorten(view.orders, MIDDLE, 15 * MM, LONGEST_FACT)
    y, rest = _draw_head(sheet, y, replace(view, orders=tuple(facts)))
    y = draw_track(sheet, y + 2.4 * MM, view.track)
    y = _draw_units(sheet, y + 3.4 * MM, view)
    if rest:
        y = _draw_rest(sheet, y, rest)
    if view.notes or long_facts:
        _draw_notes(sheet, y, view.notes, long_facts)


def _columns(view: BattleSheet) -> list[tuple[float, list[Block]]]:
    """Table on the left, orders in the middle, arrivals, guns and air on the right; the enemy below the orders and house rules at the right
    unless another column leaves the head clearly shallower."""
    widths = (LEFT, MIDDLE, RIGHT)
    fixed = (
        table_blocks(view.table, LEFT),
        [order_block(view, MIDDLE)],
        [arrival_block(view.arrivals, RIGHT), gun_block(view.guns, RIGHT), air_block(view.air, RIGHT)],
    )
    best: tuple[float, list[list[Block]]] | None = None
    for enemy, house in ((1, 2), (1, 0), (2, 2), (0, 2), (2, 0), (0, 0), (2, 1), (0, 1)):
        columns = [list(blocks) for blocks in fixed]
        columns[enemy].append(enemy_block(view.enemy, widths[enemy]))
        columns[house] += house_rule_block(view.house_rules, widths[house])
        depth = max(column_height(blocks) for blocks in columns) + 4 * MM * ((enemy != 1) + (house != 2))
        if best is None or depth < best[0]:
            best = (depth, columns)
    return list(zip(widths, best[1] if best else [], strict=True))


def _draw_head(sheet: Sheet, y: float, view: BattleSheet) -> tuple[float, list[Block]]:
    """Three columns; what finds no room in the upper half of the page is returned."""
    low = y + 0.36 * sheet.height
    columns = _columns(view)
    x, deepest, rest = sheet.left, y, list[Block]()
    for wide, blocks in columns:
        reached, left = fill_column(sheet, x, y, wide, low, blocks)
        deepest = max(deepest, reached)
        rest += left
        x += wide + GUTTER
    return deepest, rest


def _draw_units(sheet: Sheet, y: float, view: BattleSheet) -> float:
    """The unit table over as many pages as it takes; the quick reference stands at the foot of page 1."""
    columns = arrange(sheet, view.tables, log_blocks(view.point_targets, view.task_rows))
    legend = paragraph(view.legend, sheet.room, NOTE, Cut.ITALIC) if view.legend else None
    legend_high = (len(legend.lines) * NOTE * LEADING + 1.4 * MM) if legend else 0.0
    tables_high = columns_height(columns) + 3.4 * MM if columns else 0.0
    low = sheet.foot - 2 * MM - tables_high - legend_high
    commands = _closest(view.commands, low - y - HEAD_HIGH)
    if low - y < HEAD_HIGH + 24 * MM:
        low = sheet.foot - 2 * MM - legend_high
        y = _place(sheet, y, low, commands, first=True)
        y = _draw_legend(sheet, y, view.legend)
        if columns:
            if y + tables_high > sheet.foot - 2 * MM:
                y = sheet.turn() + 4 * MM
            y = draw_columns(sheet, y + 3.4 * MM, columns)
        return y
    fits = HEAD_HIGH + sum(row.height for command in commands for row in command) <= low - y
    if fits:
        y = _place(sheet, y, low, commands, first=True)
        y = _draw_legend(sheet, y, view.legend)
        return draw_columns(sheet, y + 3.2 * MM, columns)
    return _place_with_tables(sheet, y, low, commands, view, columns)


def _closest(commands: Sequence[CommandBlock], room: float) -> list[list[Row]]:
    """Rows of 9.2 mm; a little closer if that brings everything on one page."""
    for high in (9.2 * MM, 8.9 * MM, 8.6 * MM):
        rows = [rows_of(command, high) for command in commands]
        if sum(row.height for command in rows for row in command) <= room:
            return rows
    return [rows_of(command) for command in commands]


def _place_with_tables(
    sheet: Sheet, y: float, low: float, commands: list[list[Row]], view: BattleSheet, columns: Sequence[tuple[float, list[Block]]]
) -> float:
    """As many commands as page 1 takes, its tables, then the others."""
    here, after = _divide(commands, low - y - HEAD_HIGH, sheet.foot - 40 * MM)
    y = _place(sheet, y, low, here, first=True)
    y = _draw_legend(sheet, y, view.legend)
    draw_columns(sheet, max(y + 3.2 * MM, sheet.foot - 2 * MM - columns_height(columns)), columns)
    y = sheet.turn() + 4 * MM
    return _place(sheet, y, sheet.foot - 3 * MM, after, first=False)


def _divide(commands: list[list[Row]], room: float, page: float) -> tuple[list[list[Row]], list[list[Row]]]:
    """Whole commands that fit; a first command that does not is broken, so that page 1 is not left empty."""
    here: list[list[Row]] = []
    for step, rows in enumerate(commands):
        high = sum(row.height for row in rows)
        if high <= room:
            here.append(rows)
            room -= high
            continue
        if here and high <= page:
            return here, commands[step:]
        count, used = 0, 0.0
        while count < len(rows) and used + rows[count].height <= room:
            used += rows[count].height
            count += 1
        if count < 2 or (here and count < 4):
            return here, commands[step:]
        return [*here, rows[:count]], [[strip_again(rows[0]), *rows[count:]], *commands[step + 1 :]]
    return here, []


def _place(sheet: Sheet, y: float, low: float, commands: list[list[Row]], *, first: bool) -> float:
    """Rows of the unit table downwards, turning pages; a command is broken only if it is longer than a page."""
    if not commands:
        return y
    y = draw_unit_head(sheet, y)
    page = sheet.height - 50 * MM
    for rows in commands:
        high = sum(row.height for row in rows)
        if y + high > low and (high <= page or y + sum(row.height for row in rows[:3]) > low):
            y = draw_unit_head(sheet, sheet.turn() + 4 * MM)
            low = sheet.foot - 3 * MM
        for step, row in enumerate(rows):
            if y + row.height > low:
                y = draw_unit_head(sheet, sheet.turn() + 4 * MM)
                low = sheet.foot - 3 * MM
                y = draw_row(sheet, y, strip_again(rows[0]), last=False)
            y = draw_row(sheet, y, row, last=step == len(rows) - 1)
    return y


def _draw_legend(sheet: Sheet, y: float, legend: str) -> float:
    if not legend:
        return y
    y += 1.2 * MM
    for line in paragraph(legend, sheet.room, NOTE, Cut.ITALIC).lines:
        y += NOTE * LEADING
        sheet.text(sheet.left, y - 1.5, line, NOTE, Cut.ITALIC, FAINT)
    return y


def _draw_rest(sheet: Sheet, y: float, rest: list[Block]) -> float:
    """Blocks of the head that found no room, three columns wide."""
    if y + 30 * MM > sheet.foot:
        y = sheet.turn()
    return flow(sheet, y + 5 * MM, sheet.foot - 3 * MM, rest, 3)


def _draw_notes(sheet: Sheet, y: float, notes: str, facts: Sequence[Fact]) -> float:
    """Notes and long orders, over the width of the page."""
    items = fact_items(facts, sheet.room, 15 * MM)
    items += text_items(notes, sheet.room, TEXT) if notes else []
    if y + 22 * MM > sheet.foot:
        y = sheet.turn()
    return flow(sheet, y + 5 * MM, sheet.foot - 3 * MM, [Block("Notes", tuple(items))])
