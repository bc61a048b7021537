"""The hanging chart, upright, for forces up to about 24 units: the chain of headquarters in the middle, a column for
each immediate command.

The spine of a column falls from the foot of its headquarters' staff; a tick leads to each number; the text stands right
of the box.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.views.orbat.orbat import OrbatNode
from campaign.words.papers import FactTable
from campaign_reports.blocks import draw_block, flow
from campaign_reports.branches import BREADTH
from campaign_reports.fact_table import fact_blocks, height_of
from campaign_reports.hanging_plan import (
    GUTTER,
    NUMBER_ROOM,
    ROOT_H,
    Chunk,
    Entry,
    Reach,
    columns_of,
    entry_texts,
    entry_x,
    even_reach,
    fork_of,
    frame_height,
    number_room,
    plan_pages,
    reach,
    row_height,
    side_texts,
    text_height,
)
from campaign_reports.page import Sheet, Side
from campaign_reports.signs import draw_signs, signs_height
from campaign_reports.style import BLOCK_RULE, MM, SECOND, Colour
from campaign_reports.symbols import draw, footroom, headroom, sideroom
from campaign_reports.type import Cut, Setting, fit, width

FACTS_WIDE = 58 * MM


def draw_hanging(sheet: Sheet, y: float, root: OrbatNode, totals: FactTable | None, notes: Sequence[str]) -> None:
    """Draw the chart of one root from y down, over as many pages as it takes."""
    columns = columns_of(fork_of(root)[1])
    deepest = max((entry.depth for column in columns for entry in column), default=0)
    slots = 3 if deepest <= 1 else 2
    wide = (sheet.room - GUTTER * (slots - 1)) / slots
    last = sheet.foot - 4 * MM
    low = sheet.foot - signs_height(sheet, [root], 5) - 5 * MM
    y, trunk = _draw_chain(sheet, y, root, totals, notes)
    plan = plan_pages(columns, slots, wide, y + 26, low, last)
    # The signs make room where the chart then needs a page less; campaign print symbols explains them too.
    without_signs = plan_pages(columns, slots, wide, y + 26, last, last) if len(plan) > 1 else plan
    has_signs = len(without_signs) == len(plan)
    if not has_signs:
        plan, low = without_signs, last
    for step, page in enumerate(plan):
        if step:
            y = sheet.turn() + 8 * MM
            words = fit(f"{fork_of(root)[1].name}, continued", sheet.room, 8, Cut.SEMIBOLD)
            sheet.lines(sheet.left_x, y, words, SECOND)
            trunk = sheet.left_x + sheet.room / 2
            y += 6
            low = last
        _draw_page(sheet, y, page, wide, trunk, low)
        if step == 0 and has_signs:
            draw_signs(sheet, [root], 5)
    if not _facts_fit(sheet, totals, notes):
        flow(sheet, sheet.turn() + 5 * MM, fact_blocks(totals, notes, sheet.room))


def _facts_fit(sheet: Sheet, totals: FactTable | None, notes: Sequence[str]) -> bool:
    """Return whether the facts leave most of page 1 to the chart."""
    return height_of(fact_blocks(totals, notes, FACTS_WIDE)) < 0.3 * sheet.height


# The chain of headquarters


def _draw_chain(
    sheet: Sheet, y: float, root: OrbatNode, totals: FactTable | None, notes: Sequence[str]
) -> tuple[float, float]:
    """Draw facts on the left, headquarters in the middle; returns the y below them and the x of the trunk."""
    facts = fact_blocks(totals, notes, FACTS_WIDE) if _facts_fit(sheet, totals, notes) else []
    deepest = y + 5 * MM
    for block in facts:
        deepest = draw_block(sheet, sheet.left_x, y + 4 * MM, FACTS_WIDE, block)
    chain, fork = fork_of(root)
    centre = sheet.left_x + sheet.room / 2
    down = y + 4 * MM
    for node in [*chain, fork]:
        up = headroom(node.symbol, ROOT_H)
        text = side_texts(node, sheet.right_x - centre - ROOT_H * BREADTH / 2 - 12, (11, 8, 7.2))
        high = max(up + ROOT_H + footroom(node.symbol, ROOT_H) * 0.6, text_height(text) + 4)
        top = down + max(up, high / 2 - ROOT_H / 2)
        if node is not root:
            sheet.line(centre, down - 14, centre, top - up, BLOCK_RULE, sheet.accent)
        draw(sheet, node.symbol, centre - ROOT_H * BREADTH / 2, top, ROOT_H, sheet.accent)
        _draw_number(sheet, centre - ROOT_H * BREADTH / 2 - 4, top + ROOT_H / 2, node.symbol.number, 44, 11)
        _draw_texts(sheet, centre + ROOT_H * BREADTH / 2 + 8, top + ROOT_H / 2, text)
        if node is not fork or fork.subordinates:
            sheet.line(centre, top + ROOT_H, centre, max(down + high, top + ROOT_H + 12) + 2, BLOCK_RULE, sheet.accent)
        down = max(down + high, top + ROOT_H + 12) + 16
    bottom = max(down - 14, deepest + 2 * MM)
    if fork.subordinates:
        sheet.line(centre, down - 14, centre, bottom, BLOCK_RULE, sheet.accent)
    return bottom, centre


def _draw_texts(sheet: Sheet, x: float, middle: float, texts: Sequence[tuple[Setting, Colour]]) -> None:
    y = middle - text_height(texts) / 2
    for text, colour in texts:
        sheet.lines(x, y + text.size * 0.95, text, colour)
        y += text.depth


def _draw_number(sheet: Sheet, x: float, middle: float, number: str, room: float, size: float) -> float:
    """Draw the number, right-aligned at x; returns its width."""
    if not number:
        return 0.0
    text = fit(number, room, size, Cut.BOLD)
    sheet.lines(x, middle + text.size * 0.36 - (len(text.lines) - 1) * text.pitch / 2, text, side=Side.RIGHT)
    return text.width


def _draw_page(sheet: Sheet, y: float, page: list[list[Chunk]], wide: float, trunk: float, low: float) -> None:
    """Draw the bus, and under it the slots; rows get more space if there is room."""
    bus = y + 4
    even = even_reach(page, wide, low - bus - 18)
    natural = [sum(row_height(e, wide, even) for chunk in slot for e in chunk.entries) + 8 * len(slot) for slot in page]
    rows = [sum(len(chunk.entries) for chunk in slot) for slot in page]
    room = low - bus - 18
    air = min((max(0.0, room - high) / max(1, count) for high, count in zip(natural, rows, strict=True)), default=0.0)
    air = min(air, 30.0)
    drops: list[float] = []
    offset = (sheet.room - len(page) * wide - (len(page) - 1) * GUTTER) / 2
    for step, slot in enumerate(page):
        x = sheet.left_x + offset + step * (wide + GUTTER)
        drops += _draw_slot(sheet, x, bus, slot, wide, air, even)
    if drops:
        sheet.line(trunk, y, trunk, bus, BLOCK_RULE, sheet.accent)
        sheet.rule(min(*drops, trunk), bus, max(*drops, trunk), BLOCK_RULE, sheet.accent)


def _draw_slot(
    sheet: Sheet, x: float, bus: float, slot: list[Chunk], wide: float, air: float, even: Reach
) -> list[float]:
    """Draw the chunks of a slot one under the other; return where the bus feeds them (nowhere, if there are only
    continuations).
    """
    y = bus + 14
    drops: list[float] = []
    for step, chunk in enumerate(slot):
        head = chunk.entries[0]
        if not head.continued:
            above = x + entry_x(head) + frame_height(head) * BREADTH / 2 if step == 0 else _beside(sheet, x)
            drops.append(above if head.depth == 0 else x + NUMBER_ROOM)
        y = _draw_chunk(sheet, x, y, bus, chunk, wide, air, even, first=step == 0) + 8
    return drops


def _draw_chunk(
    sheet: Sheet, x: float, y: float, bus: float, chunk: Chunk, wide: float, air: float, even: Reach, *, first: bool
) -> float:
    spines: dict[int, tuple[float, float]] = {}
    head = chunk.entries[0]
    if head.depth > 0 and not head.continued:
        spines[0] = (x + NUMBER_ROOM, bus if first else y)
    for step, entry in enumerate(chunk.entries):
        high = row_height(entry, wide, even) + air
        if entry.continued:
            left_x = x + entry_x(entry)
            _draw_texts(sheet, left_x - 4, y + high / 2 - air / 2, entry_texts(entry, wide))
            spines[entry.depth] = (left_x, y + high - air)
            y += high - air
            continue
        h = frame_height(entry)
        texts = entry_texts(entry, wide)
        middle = y + max(reach(entry, wide)[0], even(entry)[0])
        left_x = x + entry_x(entry)
        if entry.depth == 0 and step == 0:
            _feed(sheet, x, left_x, h, middle, bus, entry, first=first)
        elif entry.depth and entry.depth - 1 in spines:
            _tick(sheet, spines, entry, left_x, middle)
        draw(sheet, entry.node.symbol, left_x, middle - h / 2, h, sheet.accent)
        beside = sideroom(entry.node.symbol, h)
        _draw_number(sheet, left_x - 3.5 - beside, middle, entry.node.symbol.number, number_room(entry) - beside, 9)
        _draw_texts(sheet, left_x + h * BREADTH + 6 + beside, middle, texts)
        if entry.node.level is not None:
            spines[entry.depth] = (left_x, middle + h / 2)
        y += high
    return y


def _feed(
    sheet: Sheet, x: float, left_x: float, h: float, middle: float, bus: float, entry: Entry, *, first: bool
) -> None:
    """Draw the line from the bus to the top of the head's size mark; a head lower in the slot is fed from its left."""
    if first:
        across = left_x + h * BREADTH / 2
        sheet.line(across, bus, across, middle - h / 2 - headroom(entry.node.symbol, h), BLOCK_RULE, sheet.accent)
        return
    side = _beside(sheet, x)
    sheet.line(side, bus, side, middle, BLOCK_RULE, sheet.accent)
    edge = left_x - 5 - width(entry.node.symbol.number, Cut.BOLD, 9)
    sheet.line(side, middle, max(side, edge), middle, BLOCK_RULE, sheet.accent)


def _beside(sheet: Sheet, x: float) -> float:
    """Return the x left of a column, in the middle of the gutter: between two columns that is where the trunk comes
    down, so that they are one line.
    """
    return max(sheet.left_x - 4, x - GUTTER / 2)


def _tick(sheet: Sheet, spines: dict[int, tuple[float, float]], entry: Entry, left_x: float, middle: float) -> None:
    """Draw the spine down to this row, and the tick to the unit's number."""
    spine, start = spines[entry.depth - 1]
    sheet.line(spine, start, spine, middle, BLOCK_RULE, sheet.accent)
    spines[entry.depth - 1] = (spine, middle)
    beside = sideroom(entry.node.symbol, frame_height(entry))
    number = (
        fit(entry.node.symbol.number, number_room(entry) - beside, 9, Cut.BOLD).width
        if entry.node.symbol.number
        else 0.0
    )
    edge = left_x - beside - (number + 5.5 if number else 0.0)
    if edge > spine:
        sheet.line(spine, middle, edge, middle, BLOCK_RULE, sheet.accent)
