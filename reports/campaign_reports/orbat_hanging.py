"""The hanging chart, upright, for forces up to about 24 units: the chain of headquarters in the middle, a column for each immediate command.

The spine of a column falls from the foot of its headquarters' staff; a tick leads to each number; the text stands right of the box.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from campaign.views.orbat import OrbatNode
from campaign.views.papers import FactTable
from campaign_reports.blocks import draw_block, flow
from campaign_reports.fact_table import fact_blocks, height_of
from campaign_reports.page import Sheet, Side
from campaign_reports.signs import draw_signs, every, signs_height
from campaign_reports.style import BLOCK_RULE, FAINT, INK, MM, SECOND, Colour
from campaign_reports.symbols import BREADTH, draw, footroom, headroom, sideroom
from campaign_reports.type import Cut, Setting, fit, width

ROOT_H, HEAD_H, UNIT_H = 30.0, 26.0, 24.0
INDENT, DEEPER = 30.0, 24.0
NUMBER_ROOM = 21.0
GUTTER = 15.0
FACTS_WIDE = 58 * MM


@dataclass(frozen=True, slots=True)
class Entry:
    """A node in a column, with how deep it hangs below the column's head (depth 0)."""

    node: OrbatNode
    depth: int
    continued: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """A column, or the part of it that stands on one page."""

    entries: tuple[Entry, ...]


def fork_of(root: OrbatNode) -> tuple[list[OrbatNode], OrbatNode]:
    """The chain of headquarters with one subordinate formation and nothing else, and the one at which the tree forks."""
    chain: list[OrbatNode] = []
    node = root
    while len(node.subordinates) == 1 and any(below.level is not None for below in node.subordinates[0].subordinates):
        chain.append(node)
        node = node.subordinates[0]
    return chain, node


def columns_of(fork: OrbatNode) -> list[tuple[Entry, ...]]:
    """A column for each subordinate formation; units directly under the fork share one without a head."""
    columns: list[tuple[Entry, ...]] = []
    loose = tuple(Entry(node, 1) for node in fork.subordinates if node.level is None)
    if loose:
        columns.append(loose)
    columns += [tuple(_hanging(node, 0)) for node in fork.subordinates if node.level is not None]
    return columns


def _hanging(node: OrbatNode, depth: int) -> list[Entry]:
    entries = [Entry(node, depth)]
    for below in node.subordinates:
        entries += _hanging(below, depth + 1)
    return entries


def draw_hanging(sheet: Sheet, y: float, root: OrbatNode, totals: FactTable | None, notes: Sequence[str]) -> None:
    """Draws the chart of one root from y down, over as many pages as it takes."""
    columns = columns_of(fork_of(root)[1])
    deepest = max((entry.depth for column in columns for entry in column), default=0)
    slots = 3 if deepest <= 1 else 2
    wide = (sheet.room - GUTTER * (slots - 1)) / slots
    low = sheet.foot - signs_height(sheet, [root], 5) - 5 * MM
    y, trunk = _draw_chain(sheet, y, root, totals, notes)
    plan = _plan(columns, slots, wide, y + 26, low, sheet.foot - 4 * MM)
    for step, page in enumerate(plan):
        if step:
            y = sheet.turn() + 8 * MM
            words = fit(f"{fork_of(root)[1].name}, continued", sheet.room, 8, Cut.SEMIBOLD)
            sheet.lines(sheet.left, y, words, SECOND)
            trunk = sheet.left + sheet.room / 2
            y += 6
            low = sheet.foot - 4 * MM
        _draw_page(sheet, y, page, wide, trunk, low)
        if step == 0:
            draw_signs(sheet, [root], 5)
    if not _facts_fit(sheet, totals, notes):
        flow(sheet, sheet.turn() + 5 * MM, sheet.foot - 3 * MM, fact_blocks(totals, notes, sheet.room))


def _facts_fit(sheet: Sheet, totals: FactTable | None, notes: Sequence[str]) -> bool:
    """Do the facts leave most of page 1 to the chart?"""
    return height_of(fact_blocks(totals, notes, FACTS_WIDE)) < 0.3 * sheet.height


# The chain of headquarters


def _draw_chain(sheet: Sheet, y: float, root: OrbatNode, totals: FactTable | None, notes: Sequence[str]) -> tuple[float, float]:
    """Facts on the left, headquarters in the middle; returns the y below them and the x of the trunk."""
    facts = fact_blocks(totals, notes, FACTS_WIDE) if _facts_fit(sheet, totals, notes) else []
    deepest = y + 5 * MM
    for block in facts:
        deepest = draw_block(sheet, sheet.left, y + 4 * MM, FACTS_WIDE, block)
    chain, fork = fork_of(root)
    centre = sheet.left + sheet.room / 2
    down = y + 4 * MM
    for node in [*chain, fork]:
        up = headroom(node.symbol, ROOT_H)
        text = _texts(node, sheet.right - centre - ROOT_H * BREADTH / 2 - 12, (11, 8, 7.2))
        high = max(up + ROOT_H + footroom(node.symbol, ROOT_H) * 0.6, _height(text) + 4)
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


# Texts beside a symbol


def _texts(node: OrbatNode, room: float, sizes: tuple[float, float, float]) -> list[tuple[Setting, Colour]]:
    """Name, commander, strength, position, note: what there is."""
    found = [(fit(node.name, room, sizes[0], Cut.SEMIBOLD, 3), INK)]
    for words, size, cut, colour in (
        (node.led_by, sizes[1], Cut.REGULAR, INK), (node.strength, sizes[2], Cut.REGULAR, SECOND), (node.position, sizes[2], Cut.ITALIC, FAINT),
        (node.note, sizes[2], Cut.REGULAR, FAINT),
    ):  # fmt: skip
        if words:
            found.append((fit(words, room, size, cut, 2), colour))
    return found


def _height(texts: Sequence[tuple[Setting, Colour]]) -> float:
    return sum(text.pitch * len(text.lines) for text, _ in texts)


def _draw_texts(sheet: Sheet, x: float, middle: float, texts: Sequence[tuple[Setting, Colour]]) -> None:
    y = middle - _height(texts) / 2
    for text, colour in texts:
        sheet.lines(x, y + text.size * 0.95, text, colour)
        y += text.pitch * len(text.lines)


def _draw_number(sheet: Sheet, x: float, middle: float, number: str, room: float, size: float) -> float:
    """Own number, right-aligned at x; returns its width."""
    if not number:
        return 0.0
    text = fit(number, room, size, Cut.BOLD)
    sheet.lines(x, middle + text.size * 0.36 - (len(text.lines) - 1) * text.pitch / 2, text, INK, Side.RIGHT)
    return text.width


# Columns


def _entry_x(entry: Entry) -> float:
    """Left edge of the frame within the column."""
    return NUMBER_ROOM + (0 if entry.depth == 0 else INDENT + DEEPER * (entry.depth - 1))


def _h(entry: Entry) -> float:
    if entry.node.level is None:
        return UNIT_H if entry.depth <= 1 else UNIT_H - 2
    return HEAD_H if entry.depth == 0 else UNIT_H


def _number_room(entry: Entry) -> float:
    """Width for the own number: up to the column's edge, or to the spine."""
    return NUMBER_ROOM - 4 if entry.depth == 0 else (INDENT if entry.depth == 1 else DEEPER) - 6


def _entry_texts(entry: Entry, wide: float) -> list[tuple[Setting, Colour]]:
    if entry.continued:
        return [(fit(f"{entry.node.name}, continued", wide - _entry_x(entry), 7.2, Cut.SEMIBOLD, 2), SECOND)]
    room = wide - _entry_x(entry) - _h(entry) * BREADTH - 6 - sideroom(entry.node.symbol, _h(entry))
    return _texts(entry.node, room, (9.2, 7.6, 7.2) if entry.depth == 0 else (8.3, 7.2, 7.0))


def _entry_height(entry: Entry, wide: float) -> float:
    """Height with the least air."""
    if entry.continued:
        return _height(_entry_texts(entry, wide)) + 4
    up, down = _reach(entry, wide)
    return up + down + 5


def _reach(entry: Entry, wide: float) -> tuple[float, float]:
    """Room above and below the middle of the box."""
    if entry.continued:
        return 0.0, 0.0
    h, half = _h(entry), _height(_entry_texts(entry, wide)) / 2
    return max(headroom(entry.node.symbol, h) + h / 2, half), max(footroom(entry.node.symbol, h) + h / 2, half)


def _plan(columns: list[tuple[Entry, ...]], slots: int, wide: float, top: float, low: float, last: float) -> list[list[list[Chunk]]]:
    """Pages of slots of chunks. On page 1 there is room from ``top`` to ``low``; further pages are taller."""
    first, further = low - top, last - 34 * MM
    heights = [sum(_entry_height(entry, wide) for entry in column) + 8 for column in columns]
    if not columns:
        return [[[]]]
    if len(columns) <= slots and max(heights) <= first:
        return [[[Chunk(column)] for column in columns]]
    stacked = _partition(heights, slots)
    if max(sum(heights[i] for i in group) for group in stacked) <= first:
        return [[[Chunk(columns[i]) for i in group] for group in stacked if group]]
    return _spread(columns, slots, wide, first, further)


def _partition(heights: Sequence[float], slots: int) -> list[list[int]]:
    """Neighbouring columns put into slots so that the deepest slot is as shallow as can be."""
    low, high = max(heights), sum(heights)
    for _ in range(40):
        middle = (low + high) / 2
        if len(_greedy(heights, middle)) <= slots:
            high = middle
        else:
            low = middle
    return _greedy(heights, high + 0.01)


def _greedy(heights: Sequence[float], most: float) -> list[list[int]]:
    groups: list[list[int]] = [[]]
    used = 0.0
    for step, height in enumerate(heights):
        if groups[-1] and used + height > most:
            groups.append([])
            used = 0.0
        groups[-1].append(step)
        used += height
    return groups


def _spread(columns: list[tuple[Entry, ...]], slots: int, wide: float, first: float, further: float) -> list[list[list[Chunk]]]:
    """Columns filled one after the other, broken where a slot ends, with their head named again."""
    pages: list[list[list[Chunk]]] = [[[]]]
    left = first

    def advance() -> float:
        if len(pages[-1]) == slots:
            pages.append([[]])
        else:
            pages[-1].append([])
        return first if len(pages) == 1 else further

    for column in columns:
        entries = list(column)
        need = sum(_entry_height(entry, wide) for entry in entries[:2])
        if pages[-1][-1] and need > left:
            left = advance()
        while entries:
            count, used = 0, 0.0
            while count < len(entries) and used + _entry_height(entries[count], wide) <= left - 8:
                used += _entry_height(entries[count], wide)
                count += 1
            full = first if len(pages) == 1 else further
            if count == 0 and left == full and len(pages) > 1:
                count, used = 1, _entry_height(entries[0], wide)
            if count:
                pages[-1][-1].append(Chunk(tuple(entries[:count])))
                left -= used + 8
                entries = entries[count:]
            if entries:
                left = advance()
                superior = _superior(column, entries[0])
                if count and superior is not None:
                    entries.insert(0, replace(superior, continued=True))
    return [page for page in pages if any(page)]


def _superior(column: Sequence[Entry], entry: Entry) -> Entry | None:
    """The entry of the column under which this one hangs."""
    before = column[: next(step for step, other in enumerate(column) if other.node is entry.node)]
    return next((other for other in reversed(before) if other.depth == entry.depth - 1), None)


def _draw_page(sheet: Sheet, y: float, page: list[list[Chunk]], wide: float, trunk: float, low: float) -> None:
    """The bus, and under it the slots; rows get more air if there is room."""
    bus = y + 4
    even = _even(page, wide, low - bus - 18)
    natural = [sum(_row_height(e, wide, even) for chunk in slot for e in chunk.entries) + 8 * len(slot) for slot in page]
    rows = [sum(len(chunk.entries) for chunk in slot) for slot in page]
    room = low - bus - 18
    air = min((max(0.0, room - high) / max(1, count) for high, count in zip(natural, rows, strict=True)), default=0.0)
    air = min(air, 30.0)
    drops: list[float] = []
    offset = (sheet.room - len(page) * wide - (len(page) - 1) * GUTTER) / 2
    for step, slot in enumerate(page):
        x = sheet.left + offset + step * (wide + GUTTER)
        drops += _draw_slot(sheet, x, bus, slot, wide, air, even)
    if drops:
        sheet.line(trunk, y, trunk, bus, BLOCK_RULE, sheet.accent)
        sheet.rule(min(*drops, trunk), bus, max(*drops, trunk), BLOCK_RULE, sheet.accent)


Reach = Callable[[Entry], tuple[float, float]]
"""Least room above and below the middle of an entry's box."""


def _row_height(entry: Entry, wide: float, even: Reach) -> float:
    if entry.continued:
        return _entry_height(entry, wide)
    return sum(max(own, least) for own, least in zip(_reach(entry, wide), even(entry), strict=True)) + 5


def _even(page: list[list[Chunk]], wide: float, room: float) -> Reach:
    """One height for all heads and one for all rows of a page, if there is room for it: then rows stand level across the columns."""
    entries = [entry for slot in page for chunk in slot for entry in chunk.entries if not entry.continued]
    heads = [_reach(entry, wide) for entry in entries if entry.depth == 0] or [(0.0, 0.0)]
    units = [_reach(entry, wide) for entry in entries if entry.depth > 0] or [(0.0, 0.0)]
    head = (max(up for up, _ in heads), max(down for _, down in heads))
    unit = (max(up for up, _ in units), max(down for _, down in units))

    def even(entry: Entry) -> tuple[float, float]:
        return head if entry.depth == 0 else unit

    deepest = max(sum(_row_height(e, wide, even) for chunk in slot for e in chunk.entries) + 8 * len(slot) for slot in page)
    return even if deepest <= room else lambda entry: (0.0, 0.0)


def _draw_slot(sheet: Sheet, x: float, bus: float, slot: list[Chunk], wide: float, air: float, even: Reach) -> list[float]:
    """The chunks of a slot one under the other; returns where the bus feeds them (nowhere, if there are only continuations)."""
    y = bus + 14
    drops: list[float] = []
    for step, chunk in enumerate(slot):
        head = chunk.entries[0]
        if not head.continued:
            above = x + _entry_x(head) + _h(head) * BREADTH / 2 if step == 0 else x - 4
            drops.append(above if head.depth == 0 else x + NUMBER_ROOM)
        y = _draw_chunk(sheet, x, y, bus, chunk, wide, air, even, first=step == 0) + 8
    return drops


def _draw_chunk(sheet: Sheet, x: float, y: float, bus: float, chunk: Chunk, wide: float, air: float, even: Reach, *, first: bool) -> float:
    spines: dict[int, tuple[float, float]] = {}
    head = chunk.entries[0]
    if head.depth > 0:
        spines[0] = (x + NUMBER_ROOM, bus if first else y)
    for step, entry in enumerate(chunk.entries):
        high = _row_height(entry, wide, even) + air
        if entry.continued:
            left = x + _entry_x(entry)
            _draw_texts(sheet, left - 4, y + high / 2 - air / 2, _entry_texts(entry, wide))
            spines = {entry.depth: (left, y + high - air)}
            y += high - air
            continue
        h = _h(entry)
        texts = _entry_texts(entry, wide)
        middle = y + max(_reach(entry, wide)[0], even(entry)[0])
        left = x + _entry_x(entry)
        if entry.depth == 0 and step == 0:
            _feed(sheet, x, left, h, middle, bus, entry, first=first)
        elif entry.depth and entry.depth - 1 in spines:
            _tick(sheet, spines, entry, left, middle)
        draw(sheet, entry.node.symbol, left, middle - h / 2, h, sheet.accent)
        beside = sideroom(entry.node.symbol, h)
        _draw_number(sheet, left - 3.5 - beside, middle, entry.node.symbol.number, _number_room(entry) - beside, 9)
        _draw_texts(sheet, left + h * BREADTH + 6 + beside, middle, texts)
        if entry.node.level is not None:
            spines[entry.depth] = (left, middle + h / 2)
        y += high
    return y


def _feed(sheet: Sheet, x: float, left: float, h: float, middle: float, bus: float, entry: Entry, *, first: bool) -> None:
    """From the bus to the top of the head's size mark; a head lower in the slot is fed from its left."""
    if first:
        across = left + h * BREADTH / 2
        sheet.line(across, bus, across, middle - h / 2 - headroom(entry.node.symbol, h), BLOCK_RULE, sheet.accent)
        return
    sheet.line(x - 4, bus, x - 4, middle, BLOCK_RULE, sheet.accent)
    edge = left - 5 - width(entry.node.symbol.number, Cut.BOLD, 9)
    sheet.line(x - 4, middle, max(x - 4, edge), middle, BLOCK_RULE, sheet.accent)


def _tick(sheet: Sheet, spines: dict[int, tuple[float, float]], entry: Entry, left: float, middle: float) -> None:
    """The spine down to this row, and the tick to the unit's number."""
    spine, start = spines[entry.depth - 1]
    sheet.line(spine, start, spine, middle, BLOCK_RULE, sheet.accent)
    spines[entry.depth - 1] = (spine, middle)
    beside = sideroom(entry.node.symbol, _h(entry))
    number = fit(entry.node.symbol.number, _number_room(entry) - beside, 9, Cut.BOLD).width if entry.node.symbol.number else 0.0
    edge = left - beside - (number + 5.5 if number else 0.0)
    if edge > spine:
        sheet.line(spine, middle, edge, middle, BLOCK_RULE, sheet.accent)


def units_in(root: OrbatNode) -> int:
    """How many units the tree has."""
    return sum(node.level is None for node in every([root]))
