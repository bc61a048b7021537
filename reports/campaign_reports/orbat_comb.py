"""The comb chart, landscape: a panel for each formation under the fork, a column for each command, units in rows.

The bracket of a command runs on the right of its stack: the own number needs the left, the caption the space below.
Bus lines meet the top of the size mark, never the box.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.views.orbat.orbat import OrbatNode
from campaign.words.papers import FactTable
from campaign_reports.blocks import Block, draw_block, flow
from campaign_reports.branches import BREADTH
from campaign_reports.comb_plan import (
    HEAD_DEEP,
    PANEL_GAP,
    WIDEST,
    Grid,
    Panel,
    box_x,
    caption_texts,
    caption_top,
    grid_for,
    layout,
    numbered,
    widened,
)
from campaign_reports.fact_table import fact_blocks
from campaign_reports.hanging_plan import fork_of
from campaign_reports.page import Sheet, Side
from campaign_reports.signs import draw_signs, signs_height
from campaign_reports.strengths import strength_figures, strength_line
from campaign_reports.style import BLOCK_RULE, INK, MM, NOTE, SECOND, TEXT, ZEBRA
from campaign_reports.symbols import draw, footroom, headroom
from campaign_reports.type import Cut, fit, squeeze

HEAD_NARROW = 18.0
"""Size in points of the frame of a formation with only one column."""
CORNER_DEEP = 70.0
"""Height in points beside the headquarters. Longer notes push the chart down; if that costs a page, they get a page of
their own."""
DEEPEST_CORNER = 150.0


def draw_comb(sheet: Sheet, root: OrbatNode, totals: FactTable | None, notes: Sequence[str]) -> None:
    """Draw the chart over as many pages as it takes; every page shows the headquarters and the bus."""
    chain, fork = fork_of(root)
    low = sheet.foot - signs_height(sheet, [root], 8) - 4 * MM
    y = sheet.begin()
    grid, pages = layout(sheet, fork, y + CORNER_DEEP + 18, low)
    corners = _corners(sheet, root, totals, notes)
    deep = max([CORNER_DEEP, *(block.height for blocks in corners for block in blocks)])
    if deep > CORNER_DEEP:
        pushed = layout(sheet, fork, y + deep + 18, low) if deep < DEEPEST_CORNER else None
        if pushed is not None and len(pushed[1]) == len(pages):
            grid, pages = pushed
        else:
            deep = CORNER_DEEP
    for step, page in enumerate(pages):
        if step:
            y = sheet.turn()
        trunk = _draw_top(
            sheet,
            y,
            (chain, fork),
            corners if step == 0 else ([], corners[1] if root.force else []),
            (step + 1, len(pages)),
            deep,
        )
        _draw_panels(sheet, y + deep + 10, page, widened(grid, page, sheet.room), trunk)
        draw_signs(sheet, [root], 8)
    left_high, right = (any(block.height > deep for block in blocks) for blocks in corners)
    if left_high or right:
        wide = fact_blocks(totals if right else None, notes if left_high else (), sheet.room)
        flow(sheet, sheet.turn() + 5 * MM, wide)


def has_room(root: OrbatNode) -> bool:
    """Return whether the names are short enough for columns. If fewer than three rows would fit, the hanging chart is
    better.
    """
    return grid_for(fork_of(root)[1], WIDEST, 250.0).rows >= 3


def _corners(
    sheet: Sheet, root: OrbatNode, totals: FactTable | None, notes: Sequence[str]
) -> tuple[list[Block], list[Block]]:
    """Return notes for the left corner; for the right one the strength in figures, or a table if it is not known for
    every formation.
    """
    room = sheet.room * 0.28
    return fact_blocks(None, notes, room), strength_figures(root.force, room) or fact_blocks(totals, (), room)


# Drawing


def _draw_top(
    sheet: Sheet,
    y: float,
    heads: tuple[Sequence[OrbatNode], OrbatNode],
    corners: tuple[Sequence[Block], Sequence[Block]],
    of: tuple[int, int],
    deep: float,
) -> float:
    """Draw the headquarters in the middle, notes and strength in the free corners, to that depth; returns the x of the
    trunk.
    """
    h = 26.0
    chain, fork = heads
    centre = sheet.left_x + sheet.room / 2
    x, top = centre - h * BREADTH / 2, y + 26
    corner = sheet.room * 0.28
    for edge, blocks in zip((sheet.left_x, sheet.right_x - corner), corners, strict=True):
        for block in blocks:
            if block.height <= deep:
                draw_block(sheet, edge, y + 9, corner, block)
    draw(sheet, fork.symbol, x, top, h, sheet.accent)
    if fork.symbol.number:
        sheet.fitted(x - 4, top + h / 2 + 4.2, fork.symbol.number, 60, 12, Cut.BOLD, side=Side.RIGHT)
    at, room = x + h * BREADTH + 8, sheet.right_x - corner - 8 - x - h * BREADTH - 8
    name = fit(fork.name, room, 12, Cut.BOLD, 2)
    low = sheet.lines(at, top + 5, name)
    if of[1] > 1:
        low += 9
        sheet.fitted(at, low, f"sheet {of[0]} of {of[1]}", room, TEXT, colour=SECOND)
    above = f"under {', '.join(node.name for node in reversed(chain))}" if chain else ""
    for text in (fork.leader, fork.strength, above):
        if text and low + 9.5 <= y + deep + 8:
            low += 9.5
            sheet.fitted(at, low, text, room, 8 if text == fork.leader else TEXT, colour=SECOND)
    sheet.line(centre, top + h, centre, y + deep + 10, BLOCK_RULE, sheet.accent)
    return centre


def _draw_panels(sheet: Sheet, bus: float, page: Sequence[Panel], grid: Grid, trunk: float) -> None:
    x, low = sheet.left_x, bus + HEAD_DEEP + grid.rows * grid.pitch + 2
    drops = []
    total = sum(len(panel.columns) for panel in page) * grid.wide + PANEL_GAP * (len(page) - 1)
    x += max(0.0, (sheet.room - total) / 2)
    for panel in page:
        wide = len(panel.columns) * grid.wide
        sheet.box(x, bus + 8, wide, low - bus - 8, fill=ZEBRA)
        drops.append(_draw_panel(sheet, x, bus, panel, grid))
        x += wide + PANEL_GAP
    sheet.rule(min(*drops, trunk), bus, max(*drops, trunk), BLOCK_RULE, sheet.accent)


def _draw_panel(sheet: Sheet, x: float, bus: float, panel: Panel, grid: Grid) -> float:
    """Draw one formation; returns where the bus feeds it."""
    top = bus + 8
    wide = len(panel.columns) * grid.wide
    under = top + HEAD_DEEP - 8
    centre = box_x(x, grid) + grid.h * BREADTH / 2
    if panel.node is None or panel.continued:
        title = fit(panel.title + (", continued" if panel.continued else ""), wide - 8, 8.5, Cut.BOLD, 3)
        sheet.line(centre, bus, centre, top + 10, BLOCK_RULE, sheet.accent)
        sheet.lines(x + 4, top + 18, title)
        start = top + 20 + title.height
    else:
        start = _draw_panel_head(sheet, x, bus, wide, centre, panel.node, grid)
    _draw_columns(sheet, x, start, under, panel, grid, centre)
    return centre


def _draw_panel_head(
    sheet: Sheet, x: float, bus: float, wide: float, centre: float, node: OrbatNode, grid: Grid
) -> float:
    """Draw the symbol over the first column, with name, commander and totals on its right; returns the y under the
    box.
    """
    h = 21.0 if wide > 120 else HEAD_NARROW
    left_x, top = centre - h * BREADTH / 2, bus + 8 + max(12.0, headroom(node.symbol, h) + 4)
    sheet.line(centre, bus, centre, top - headroom(node.symbol, h), BLOCK_RULE, sheet.accent)
    draw(sheet, node.symbol, left_x, top, h, sheet.accent)
    prefix = _draw_number(sheet, left_x - 2.5, top + h / 2, node.symbol.number, left_x - x - 3, 9)
    title = numbered(node.name, prefix) if prefix else node.name
    room = x + wide - (left_x + h * BREADTH) - 10
    if room > 60:
        low = sheet.lines(left_x + h * BREADTH + 6, top + 5, fit(title, room, 9.4, Cut.BOLD, 2))
        for text, size in ((node.leader, 7.6), (strength_line(node.force), 6.6), (node.strength, 6.6)):
            block = squeeze(text, room, size, smallest=NOTE)
            if block.is_cut:
                block = squeeze(text, room, NOTE, lines=2)
            if text and low + 8.5 + block.height - block.size < bus + HEAD_DEEP - 1:
                low = sheet.lines(left_x + h * BREADTH + 6, low + 8.5, block, SECOND)
    elif wide > grid.wide:  # the bus of several columns falls from the box: the name stands beside it
        name = fit(node.short or node.name, room, 8, Cut.SEMIBOLD, 3)
        sheet.lines(left_x + h * BREADTH + 6, top + h / 2 + 2.6 - (len(name.lines) - 1) * name.pitch / 2, name)
    else:
        name = fit(node.short or node.name, wide - 6, TEXT, Cut.SEMIBOLD, 3)
        y = top + h + 6.4 + max(1.6, footroom(node.symbol, h))
        sheet.lines(min(centre, x + wide - 4 - name.width / 2), y, name, side=Side.MIDDLE)
    return top + h


def _draw_columns(sheet: Sheet, x: float, start: float, under: float, panel: Panel, grid: Grid, centre: float) -> None:
    """Draw the bus of the panel, and every column under it."""
    feeds = []
    for step, column in enumerate(panel.columns):
        left_x = x + step * grid.wide
        bracket = left_x + grid.wide - 4
        feeds.append(box_x(left_x, grid) + grid.h * BREADTH / 2 if column.head is not None else bracket)
        entries = [column.head, *column.entries] if column.head is not None else list(column.entries)
        _draw_stack(sheet, left_x, under, entries, column.head is not None, grid)
    is_own = panel.node is not None and not panel.continued
    if not is_own or len(panel.columns) > 1 or not panel.columns[0].entries:
        sheet.line(centre, start, centre, under, BLOCK_RULE, sheet.accent)
        sheet.rule(min(*feeds, centre), under, max(*feeds, centre), BLOCK_RULE, sheet.accent)
    else:
        side = x + grid.wide - 4
        edge = centre + HEAD_NARROW * BREADTH / 2
        sheet.path(
            [(edge, start - HEAD_NARROW / 2), (side, start - HEAD_NARROW / 2), (side, under)], BLOCK_RULE, sheet.accent
        )


def _draw_stack(
    sheet: Sheet, left_x: float, under: float, entries: Sequence[OrbatNode], headed: bool, grid: Grid
) -> None:
    """Draw a column: boxes with number and caption, and the bracket that ties them together."""
    bracket = left_x + grid.wide - 4
    x = box_x(left_x, grid)
    edge = x + grid.h * BREADTH
    last = 0.0
    for step, node in enumerate(entries):
        top = under + step * grid.pitch + max(headroom(node.symbol, grid.h) + 5, 12)
        middle = top + grid.h / 2
        if headed and step == 0:
            sheet.line(
                x + grid.h * BREADTH / 2,
                under,
                x + grid.h * BREADTH / 2,
                top - headroom(node.symbol, grid.h),
                BLOCK_RULE,
                sheet.accent,
            )
            first = middle
        elif step == 0:
            first = under
        sheet.line(edge, middle, bracket, middle, BLOCK_RULE, sheet.accent)
        draw(sheet, node.symbol, x, top, grid.h, sheet.accent)
        _draw_number(sheet, x - 2, middle, node.symbol.number, x - left_x - 3)
        _draw_caption(sheet, left_x, top + grid.h, x + grid.h * BREADTH / 2, bracket, node, grid)
        last = middle
    if entries and (not headed or len(entries) > 1):
        sheet.line(bracket, first, bracket, last, BLOCK_RULE, sheet.accent)


def _draw_number(sheet: Sheet, x: float, middle: float, number: str, room: float, size: float = 7.2) -> str:
    """Draw the number left of the box; return it if it found no room there, to be put before the name."""
    if not number:
        return ""
    text = fit(number, room, size, Cut.BOLD)
    if len(text.lines) > 1:
        return number
    sheet.lines(x, middle + text.size * 0.36, text, side=Side.RIGHT)
    return ""


def _draw_caption(
    sheet: Sheet, left_x: float, y: float, centre: float, bracket: float, node: OrbatNode, grid: Grid
) -> None:
    """Draw the caption centred on the box, but pushed left until its right end is clear of the bracket."""
    name, under = caption_texts(node, grid)
    y += caption_top(node, grid)
    for text, colour in ((name, INK), (under, SECOND)):
        if text is None:
            continue
        middle = max(left_x + 1 + text.width / 2, min(centre, bracket - 2 - text.width / 2))
        y = sheet.lines(middle, y, text, colour, Side.MIDDLE) + text.pitch + 0.6
