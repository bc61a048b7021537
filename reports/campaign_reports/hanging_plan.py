"""The plan of a hanging chart: the entries of each column, their heights, and the entries of each page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.values import dataclass, replace
from campaign.views.orbat.orbat import OrbatNode
from campaign_reports.branches import BREADTH
from campaign_reports.signs import every
from campaign_reports.style import FAINT, FLOOR, INK, MM, SECOND, TEXT, Colour
from campaign_reports.symbols import footroom, headroom, sideroom
from campaign_reports.type import Cut, Setting, fit

ROOT_H = 30.0
HEAD_H = 26.0
UNIT_H = 24.0
INDENT = 30.0
DEEPER = 24.0
NUMBER_ROOM = 21.0
GUTTER = 15.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A node in a column, with its depth below the column's head (depth 0)."""

    node: OrbatNode
    depth: int
    continued: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """A column, or the part of it that stands on one page."""

    entries: tuple[Entry, ...]


def fork_of(root: OrbatNode) -> tuple[list[OrbatNode], OrbatNode]:
    """Return the chain of headquarters with a single subordinate formation, and the one at which the tree forks."""
    chain: list[OrbatNode] = []
    node = root
    while len(node.subordinates) == 1 and any(below.level is not None for below in node.subordinates[0].subordinates):
        chain.append(node)
        node = node.subordinates[0]
    return chain, node


def columns_of(fork: OrbatNode) -> list[tuple[Entry, ...]]:
    """Return a column for each subordinate formation; units directly under the fork share one without a head."""
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


# Texts beside a symbol


def side_texts(node: OrbatNode, room: float, sizes: tuple[float, float, float]) -> list[tuple[Setting, Colour]]:
    """Return the existing ones of name, commander, strength, position and note."""
    result = [(fit(node.name, room, sizes[0], Cut.SEMIBOLD, 3, FLOOR), INK)]
    for words, size, cut, colour in (
        (node.leader, sizes[1], Cut.REGULAR, INK),
        (node.strength, sizes[2], Cut.REGULAR, SECOND),
        (node.position, sizes[2], Cut.ITALIC, FAINT),
        (node.note, sizes[2], Cut.REGULAR, FAINT),
    ):
        if words:
            result.append((fit(words, room, size, cut, 2, FLOOR), colour))
    return result


def text_height(texts: Sequence[tuple[Setting, Colour]]) -> float:
    """Return the height of texts set one under the other."""
    return sum(text.depth for text, _ in texts)


# Columns


def entry_x(entry: Entry) -> float:
    """Return the left edge of the frame within the column."""
    return NUMBER_ROOM + (0 if entry.depth == 0 else INDENT + DEEPER * (entry.depth - 1))


def frame_height(entry: Entry) -> float:
    if entry.node.level is None:
        return UNIT_H if entry.depth <= 1 else UNIT_H - 2
    return HEAD_H if entry.depth == 0 else UNIT_H


def number_room(entry: Entry) -> float:
    """Return the width for the number: up to the column's edge, or to the spine."""
    return NUMBER_ROOM - 4 if entry.depth == 0 else (INDENT if entry.depth == 1 else DEEPER) - 6


def entry_texts(entry: Entry, wide: float) -> list[tuple[Setting, Colour]]:
    """Return the texts beside the box; for a continued entry only its name."""
    if entry.continued:
        return [(fit(f"{entry.node.name}, continued", wide - entry_x(entry), TEXT, Cut.SEMIBOLD, 2), SECOND)]
    room = wide - entry_x(entry) - frame_height(entry) * BREADTH - 6 - sideroom(entry.node.symbol, frame_height(entry))
    return side_texts(entry.node, room, (9.2, TEXT, TEXT) if entry.depth == 0 else (8.3, TEXT, TEXT))


def _entry_height(entry: Entry, wide: float) -> float:
    """Return the height with the least space."""
    if entry.continued:
        return text_height(entry_texts(entry, wide)) + 8
    up, down = reach(entry, wide)
    return up + down + 5


def reach(entry: Entry, wide: float) -> tuple[float, float]:
    """Return the room above and below the middle of the box."""
    if entry.continued:
        return 0.0, 0.0
    h, half = frame_height(entry), text_height(entry_texts(entry, wide)) / 2
    return max(headroom(entry.node.symbol, h) + h / 2, half), max(footroom(entry.node.symbol, h) + h / 2, half)


def plan_pages(
    columns: list[tuple[Entry, ...]], slots: int, wide: float, top: float, low: float, last: float
) -> list[list[list[Chunk]]]:
    """Return pages of slots of chunks. On page 1 there is room from ``top`` to ``low``; further pages are taller."""
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
    """Return neighbouring columns put into slots so that the deepest slot is as shallow as possible."""
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


def _spread(
    columns: list[tuple[Entry, ...]], slots: int, wide: float, first: float, further: float
) -> list[list[list[Chunk]]]:
    """Return columns filled one after the other, broken where a slot ends, with their head named again."""
    pages: list[list[list[Chunk]]] = [[[]]]
    room = first

    def advance() -> float:
        if len(pages[-1]) == slots:
            pages.append([[]])
        else:
            pages[-1].append([])
        return first if len(pages) == 1 else further

    for column in columns:
        entries = list(column)
        need = sum(_entry_height(entry, wide) for entry in entries[:2])
        if pages[-1][-1] and need > room:
            room = advance()
        while entries:
            count, used = 0, 0.0
            while count < len(entries) and used + _entry_height(entries[count], wide) <= room - 8:
                used += _entry_height(entries[count], wide)
                count += 1
            full = first if len(pages) == 1 else further
            if count == 0 and room == full and len(pages) > 1:
                count, used = 1, _entry_height(entries[0], wide)
            if count:
                pages[-1][-1].append(Chunk(tuple(entries[:count])))
                room -= used + 8
                entries = entries[count:]
            if entries:
                room = advance()
                if count:
                    entries = [replace(superior, continued=True) for superior in _superiors(column, entries)] + entries
    return [page for page in pages if any(page)]


def _superiors(column: Sequence[Entry], rest: Sequence[Entry]) -> list[Entry]:
    """Return the superiors of the rest of a column, the highest first."""
    before = column[: next(step for step, other_entry in enumerate(column) if other_entry.node is rest[0].node)]
    entries = [
        next((other_entry for other_entry in reversed(before) if other_entry.depth == depth), None)
        for depth in range(rest[0].depth)
        if depth == rest[0].depth - 1 or any(entry.depth == depth + 1 for entry in rest)
    ]
    return [superior for superior in entries if superior is not None]


Reach = Callable[[Entry], tuple[float, float]]
"""Function that returns the least room above and below the middle of an entry's box."""


def row_height(entry: Entry, wide: float, even: Reach) -> float:
    """Return the height of an entry when all rows of its page reach equally far."""
    if entry.continued:
        return _entry_height(entry, wide)
    return sum(max(own_width, least) for own_width, least in zip(reach(entry, wide), even(entry), strict=True)) + 5


def even_reach(page: list[list[Chunk]], wide: float, room: float) -> Reach:
    """Return one height for all heads and one for all rows of a page, if there is room, so that rows are level across
    the columns.
    """
    entries = [entry for slot in page for chunk in slot for entry in chunk.entries if not entry.continued]
    heads = [reach(entry, wide) for entry in entries if entry.depth == 0] or [(0.0, 0.0)]
    units = [reach(entry, wide) for entry in entries if entry.depth > 0] or [(0.0, 0.0)]
    head = (max(up for up, _ in heads), max(down for _, down in heads))
    unit = (max(up for up, _ in units), max(down for _, down in units))

    def even(entry: Entry) -> tuple[float, float]:
        return head if entry.depth == 0 else unit

    deepest = max(
        sum(row_height(e, wide, even) for chunk in slot for e in chunk.entries) + 8 * len(slot) for slot in page
    )
    return even if deepest <= room else lambda entry: (0.0, 0.0)


def units_in(root: OrbatNode) -> int:
    return sum(node.level is None for node in every([root]))
