"""The plan of a comb chart: panels of columns of units, their width and depth, and the panels of each page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from campaign.values import dataclass, replace
from campaign.views.orbat.orbat import OrbatNode
from campaign_reports.branches import BREADTH
from campaign_reports.page import Sheet
from campaign_reports.style import NOTE, TEXT
from campaign_reports.symbols import footroom, headroom
from campaign_reports.type import Cut, Setting, fit, squeeze

NARROWEST = 46.8
WIDEST = 84.0
PANEL_GAP = 7.0
HEAD_DEEP = 66.0
"""Distance in points from a panel's top to the line that joins its columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A command's stack; ``head`` None for units directly under the formation."""

    head: OrbatNode | None
    entries: tuple[OrbatNode, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A formation under the fork and its columns; ``node`` None for units directly under the fork."""

    node: OrbatNode | None
    title: str
    columns: tuple[Column, ...]
    continued: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """The measures of one chart: width of a column, height of a unit's frame, pitch of the rows, rows in a column."""

    wide: float
    h: float
    pitch: float
    rows: int


# Layout


def layout(sheet: Sheet, fork: OrbatNode, top: float, low: float) -> tuple[Grid, list[list[Panel]]]:
    """Return the plan with the fewest pages, then the widest columns; rows are as deep as the longest caption needs."""
    for wide in (WIDEST, 72.0, 62.0, 54.0, NARROWEST):
        grid = grid_for(fork, wide, low - top - HEAD_DEEP)
        pages = _pages(list(_panels(fork, grid.rows)), wide, sheet.room)
        if len(pages) == 1:
            return grid, pages
    grid = grid_for(fork, NARROWEST, low - top - HEAD_DEEP)
    pages = _pages(list(_panels(fork, grid.rows)), NARROWEST, sheet.room)
    for wide in (72.0, 66.0, 60.0, 54.0, 50.0):
        wider = grid_for(fork, wide, low - top - HEAD_DEEP)
        tried = _pages(list(_panels(fork, wider.rows)), wide, sheet.room)
        if len(tried) <= len(pages):
            return wider, tried
    return grid, pages


def grid_for(fork: OrbatNode, wide: float, room: float) -> Grid:
    """Return the measures for columns of this width, with rows as deep as the longest caption needs."""
    h = min(19.0, max(15.6, wide * 0.27))
    trial = Grid(wide, h, 0, 0)
    captions = max((_caption_height(node, trial) for node in _stacked(fork)), default=14.0)
    up = max((max(headroom(node.symbol, h) + 5, 12) for node in _stacked(fork)), default=12.0)
    pitch = max(50.0, up + h + captions)
    rows = max(1, int(room / pitch))
    return Grid(wide, h, min(room / rows, pitch * 1.3), rows)


def widened(grid: Grid, page: Sequence[Panel], room: float) -> Grid:
    """Return the grid with the columns of this page as wide as the page allows."""
    count = sum(len(panel.columns) for panel in page)
    return replace(grid, wide=min(WIDEST, max(grid.wide, (room - PANEL_GAP * (len(page) - 1)) / count)))


def _stacked(fork: OrbatNode) -> Iterator[OrbatNode]:
    """Yield everything that stands in a column, without the heads of panels."""
    for node in fork.subordinates:
        yield from [node] if node.level is None else _flat(node.subordinates)


def _flat(nodes: Sequence[OrbatNode]) -> Iterator[OrbatNode]:
    """Yield units, and formations further down, one after the other."""
    for node in nodes:
        yield node
        yield from _flat(node.subordinates)


def _stack(head: OrbatNode | None, entries: Sequence[OrbatNode], rows: int) -> list[Column]:
    """Return columns of ``rows`` rows; a head takes the first row."""
    room = rows - 1 if head is not None else rows
    columns = [Column(head, tuple(entries[:room]))]
    return columns + [Column(None, tuple(entries[start : start + rows])) for start in range(room, len(entries), rows)]


def _panels(fork: OrbatNode, rows: int) -> Iterator[Panel]:
    loose = [node for node in fork.subordinates if node.level is None]
    if loose:
        level = fork.level.value.capitalize() if fork.level is not None else "Own"
        yield Panel(None, f"{level} troops", tuple(_stack(None, loose, rows)))
    for node in fork.subordinates:
        if node.level is None:
            continue
        commands = [below for below in node.subordinates if below.level is not None]
        if not commands:
            yield Panel(node, node.name, tuple(_stack(None, node.subordinates, rows)))
            continue
        columns = [
            column for command in commands for column in _stack(command, list(_flat(command.subordinates)), rows)
        ]
        troops = [below for below in node.subordinates if below.level is None]
        if troops:
            columns += _stack(None, troops, rows)
        yield Panel(node, node.name, tuple(columns))


def _pages(panels: list[Panel], wide: float, room: float) -> list[list[Panel]]:
    """Return panels put on pages in order; one that is wider than a page is broken."""
    most = max(1, int(room / wide))
    pages: list[list[Panel]] = [[]]
    used = 0.0
    for panel in panels:
        while True:
            gap = PANEL_GAP if pages[-1] else 0.0
            fits = int((room - used - gap) / wide + 1e-6)
            if len(panel.columns) <= fits:
                pages[-1].append(panel)
                used += gap + len(panel.columns) * wide
                break
            if pages[-1] and len(panel.columns) <= most:
                pages.append([])
                used = 0.0
                continue
            if fits >= 2 or not pages[-1]:
                cut = max(1, fits)
                pages[-1].append(replace(panel, columns=panel.columns[:cut]))
                panel = replace(panel, columns=panel.columns[cut:], continued=True)
            pages.append([])
            used = 0.0
    return [page for page in pages if page]


def box_x(x: float, grid: Grid) -> float:
    """Return the left edge of the boxes in the column that begins at x."""
    spare = grid.wide - grid.h * BREADTH
    return x + max(spare * 0.5, spare - 14)


def caption_texts(node: OrbatNode, grid: Grid) -> tuple[Setting, Setting | None]:
    """Return the name, preceded by a number that is too long for its place, and strength or commander."""
    room, number = grid.wide - 8, node.symbol.number
    beside = box_x(0, grid) - 3
    words = node.short or node.name
    if number and len(fit(number, beside, TEXT, Cut.BOLD).lines) > 1:
        words = numbered(words, number)
    name = fit(words, room, NOTE, Cut.SEMIBOLD, 2)
    if node.level is None:
        return name, fit(node.strength, room, NOTE, lines=2) if node.strength else None
    leader = fit(node.leader, room, NOTE)
    if len(leader.lines) > 1:
        leader = squeeze(node.led_by.split()[-1], room, NOTE)
    return name, leader if node.led_by else None


def numbered(name: str, number: str) -> str:
    """Return a name that includes its own number: ``43rd (Wessex) Division`` unchanged, ``Division Erdmann`` as ``7
    Division Erdmann``.
    """
    own_number = "/".join(rf"{re.escape(part)}(?:st|nd|rd|th)?" for part in number.split("/"))
    return name if re.search(rf"(?<!\w){own_number}(?!\w)", name) else f"{number} {name}"


def caption_top(node: OrbatNode, grid: Grid) -> float:
    """Return the distance from the lower edge of the box to the first baseline, clear of wheels, battlements and the
    staff.
    """
    return 6.4 + max(1.2, footroom(node.symbol, grid.h))


def _caption_height(node: OrbatNode, grid: Grid) -> float:
    name, under = caption_texts(node, grid)
    lines = name.pitch * (len(name.lines) - 1) + (under.depth + 0.6 if under else 0.0)
    return caption_top(node, grid) + lines + 3
