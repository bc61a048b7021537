"""The battle sheet of one side, under any system: everything of its own, and of the other side only its sightings.

Page 1 holds the table, the orders, the known enemies, the turn track, and as many commands as find room under them;
further commands move on unbroken. Tracks, logs and charts stand under the last of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, pairwise

from campaign.values import dataclass, replace
from campaign.words.packet import BattleSheet
from campaign.words.papers import Fact
from campaign.words.sheet import QuickTable, Reminders, SheetBody, Track
from campaign_reports.battle_head import (
    air_block,
    arrival_block,
    draw_strip,
    draw_track,
    enemy_block,
    gun_block,
    house_rule_block,
    nothing_facts,
    order_block,
    order_items,
    set_up_block,
    shortened,
    side_block,
    table_block,
)
from campaign_reports.battle_units import HEAD_HIGH, Plan, Row, draw_row, draw_unit_head, plan_of, rows_of, strip_again
from campaign_reports.blocks import Block, BlockColumn, column_height, fill_column, flow, text_items
from campaign_reports.document import Document, rendered
from campaign_reports.hex_map import draw_hex_map, is_large_enough
from campaign_reports.logs import draw_wide, least, log_blocks, wide_logs
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.quick import arrange, columns_height, draw_columns
from campaign_reports.reminders import HOUSE_RULES, fill_in
from campaign_reports.style import FAINT, LEADING, MM, NOTE, TEXT
from campaign_reports.tracks import draw_tracks, tracks_height
from campaign_reports.type import Cut, paragraph

GUTTER: float = 4 * MM
LAYOUTS = ((64 * MM, 61 * MM, 57 * MM), (92 * MM, 94 * MM), (76 * MM, 110 * MM))
"""Widths of the columns of the head; the first column holds the table."""
LEAST_WIDE, HEX_TABLE = (end(widths[0] for widths in LAYOUTS) for end in (min, max))
FEW_LINES = 2
"""Lines of a narrow log if there is no room for all of them."""
TOP_OF_PAGE: float = 26 * MM
"""Lower edge of the head of a page, from the top of the paper."""


@rendered
def render_battle_sheet(view: BattleSheet, _: Paper) -> Document:
    return Document((sheet_part(view),), (view,))


def sheet_part(view: BattleSheet) -> Part:
    name = f"Battle sheet {view.masthead.code}" if view.masthead.code else "Battle sheet"
    return Part(view.masthead, lambda sheet: _paint(sheet, view), landscape=view.body.landscape, name=name, grows=True)


def _paint(sheet: Sheet, view: BattleSheet) -> None:
    y = draw_strip(sheet, sheet.begin() + 2.6 * MM, view.strip) + 2.6 * MM
    y, long_orders = _draw_head(sheet, y, view)
    full, short = _under(sheet, view.body), _under(sheet, view.body, FEW_LINES)
    needed = short.with_helpful(()).height(sheet)
    notes = _notes(sheet, view.notes, long_orders)
    y = _draw_units(sheet, y + 3.4 * MM, view.body, (full.height(sheet), needed), notes)
    y = _draw_under(
        sheet, y, full if full.with_helpful(()).height(sheet) <= sheet.low - y else short, _notes_high(notes)
    )
    if notes:
        y = _draw_notes(sheet, y, notes)
    if view.body.grid is not None and not is_large_enough(view.body.grid, HEX_TABLE):
        y = draw_hex_map(sheet, y, view.body.grid, view.table)
    fill_in(sheet, y, (Reminders(HOUSE_RULES, view.body.readings), *view.body.reminders))


# The head


def _draw_head(sheet: Sheet, y: float, view: BattleSheet) -> tuple[float, Sequence[Fact]]:
    """Draw table, orders and enemy in columns, over another page if they must, and the turn track; return the y under
    them, and the orders if some of them were cut.
    """
    least = HEX_TABLE if view.body.grid is not None else LEAST_WIDE
    columns, cut = min(
        (_columns(view, widths) for widths in LAYOUTS if widths[0] >= least),
        key=lambda made: (made[1], _depth(made[0])),
    )
    turns = () if view.fills_turn else view.track
    low = sheet.low - (TRACK_HIGH if turns else 0)
    x, deepest, rest = sheet.left_x, y, list[Block]()
    for wide, blocks in columns:
        reached, remaining = fill_column(sheet, x, y, wide, low, blocks)
        deepest = max(deepest, reached)
        rest += remaining
        x += wide + GUTTER
    y = draw_track(sheet, deepest + 2.4 * MM, turns)
    return (flow(sheet, sheet.next_page(), rest, len(columns)) if rest else y), view.orders if cut else ()


TRACK_HIGH: float = 20 * MM
"""Height kept free under the head for the turn track."""


def _columns(view: BattleSheet, widths: Sequence[float]) -> tuple[list[BlockColumn], bool]:
    """Return the blocks of the head in columns of these widths, as shallow as they can be, and whether orders were
    cut.

    The table stands in the first, the orders at the top of the second; the others follow in their order, the last of
    them under the table if that is shorter.
    """
    orders = shortened(view.orders, widths[1])
    makers: list[Callable[[float], list[Block]]] = [
        lambda wide: [order_block(view, orders, wide)],
        lambda wide: [enemy_block(view.enemy, wide)],
        lambda wide: side_block((*view.situation, *view.body.facts, *nothing_facts(view)), wide),
        lambda wide: [arrival_block(view.arrivals, wide)] if view.arrivals else [],
        lambda wide: [gun_block(view.guns, wide)] if view.guns else [],
        lambda wide: [air_block(view.air, wide)] if view.air else [],
        lambda wide: set_up_block(view.set_up, wide),
        lambda wide: house_rule_block(view.house_rules, wide),
    ]
    table = table_block(view, widths[0])
    made = [[maker(wide) for wide in widths] for maker in makers]
    dealt = (
        [*widths_of, len(makers)]
        for widths_of in combinations_with_replacement(range(1, len(makers) + 1), len(widths) - 1)
    )
    best: tuple[float, list[BlockColumn]] | None = None
    for ends in dealt:
        columns = [(wide, list[Block]()) for wide in widths]
        columns[0][1].append(table)
        for column, (start, end) in zip((*range(1, len(widths)), 0), pairwise((0, *ends)), strict=True):
            for blocks in made[start:end]:
                columns[column][1].extend(blocks[column])
        if best is None or _depth(columns) < best[0]:
            best = _depth(columns), columns
    return (best[1] if best else []), orders != view.orders


def _depth(columns: Sequence[BlockColumn]) -> float:
    return max(column_height(blocks) for _, blocks in columns)


# The units


def _draw_units(sheet: Sheet, y: float, body: SheetBody, under: Sequence[float], notes: list[Block]) -> float:
    """Draw the unit table and its legend, over as many pages as they take, close enough for the parts under them:
    ``under`` gives the heights of these at best and at least. Notes are drawn, and removed from the list, where a page
    ends with room for them.
    """
    plan = plan_of(body, sheet.room)
    legend = paragraph(" ".join(body.legend), sheet.room, NOTE, Cut.ITALIC).lines if body.legend else ()
    legend_high = len(legend) * NOTE * LEADING + 1.4 * MM
    room = sheet.low - y - HEAD_HIGH - legend_high
    y = _place(sheet, y, _closest(body, plan, sheet.room, [*(room - high for high in under), room]), plan, notes)
    if legend and y + legend_high > sheet.low:
        y = sheet.turn() + 2 * MM
    y += 1.2 * MM
    for line in legend:
        y += NOTE * LEADING
        sheet.text(sheet.left_x, y - 1.5, line, NOTE, Cut.ITALIC, FAINT)
    return y


def _closest(body: SheetBody, plan: Plan, wide: float, rooms: Sequence[float]) -> list[list[Row]]:
    """Return rows of 9.2 mm; a little closer if that brings them into the first of these heights, or else the next."""
    for room in rooms:
        for high in (9.2 * MM, 8.9 * MM, 8.6 * MM, 8.2 * MM):
            rows = [rows_of(block, plan, wide, high) for block in body.blocks]
            if sum(map(_high, rows)) <= room:
                return rows
    return [rows_of(block, plan, wide) for block in body.blocks]


def _battalions(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of a command grouped into unbroken parts: its strip with the first battalion, each other
    battalion with its stands.
    """
    result: list[list[Row]] = []
    for row in rows:
        if row.stands is None and (not result or result[-1][-1].line is not None):
            result.append([row])
        else:
            result[-1].append(row)
    return result


def _high(rows: Sequence[Row]) -> float:
    return sum(row.height for row in rows)


def _place(sheet: Sheet, y: float, commands: Sequence[list[Row]], plan: Plan, notes: list[Block]) -> float:
    """Draw rows of the unit table downwards, turning pages. A command is broken between battalions if it is longer than
    a page, or at the foot of page 1 if its battalions stand there stand by stand and it is the first, or the force ends
    on page 2; a battalion only if it is longer than a page.
    """
    page = sheet.low - (TOP_OF_PAGE + 4 * MM) - HEAD_HIGH
    by_stands = any(row.stands is not None for rows in commands for row in rows)
    is_small = by_stands and y + HEAD_HIGH + sum(map(_high, commands)) <= sheet.low + page
    begun = False
    for rows in commands:
        parts = _battalions(rows)
        top = y if begun else y + HEAD_HIGH
        may_break = _high(rows) > page or (sheet.number == 1 and by_stands and (is_small or not begun))
        least = _high(parts[0]) if may_break else _high(rows)
        if top + least > sheet.low and y > TOP_OF_PAGE + 6 * MM + HEAD_HIGH:
            if notes and y + _notes_high(notes) <= sheet.low:
                _draw_notes(sheet, y, notes)
                notes.clear()
            y, begun = sheet.next_page(), False
        if not begun:
            y, begun = draw_unit_head(sheet, y, plan), True
        y = _draw_command(sheet, y, rows[0], parts, plan, page)
    return y


def _draw_command(sheet: Sheet, y: float, strip: Row, parts: Sequence[list[Row]], plan: Plan, page: float) -> float:
    """Draw the battalions of a command; where one finds no room, the heads and the strip are repeated on the next
    page.
    """
    for step, part in enumerate(parts):
        if step and _high(part) <= page - strip.height and y + _high(part) > sheet.low:
            y = _turn_within(sheet, strip, plan)
        for row in part:
            if y + row.height > sheet.low:
                y = _turn_within(sheet, strip, plan)
            y = draw_row(sheet, y, row, last=step == len(parts) - 1 and row is part[-1])
    return y


def _turn_within(sheet: Sheet, strip: Row, plan: Plan) -> float:
    """Begin a new page in the middle of a command, with the heads and its strip repeated; return the y under them."""
    y = draw_unit_head(sheet, sheet.next_page(), plan)
    return draw_row(sheet, y, strip_again(strip), last=False)


# Under the units


@dataclass(frozen=True, slots=True)
class Under:
    """The parts under the units: charts and narrow logs side by side, then tracks, then wide logs.

    ``needed``: charts worked out for these units, on every sheet. ``helpful``: those that the reference has too, as
    many as there is room for.
    """

    needed: tuple[QuickTable, ...]
    helpful: tuple[QuickTable, ...]
    logs: list[Block]
    wide: list[BlockColumn]
    tracks: tuple[Track, ...]

    def columns(self, sheet: Sheet) -> list[BlockColumn]:
        """Return charts and narrow logs as columns side by side."""
        return arrange(sheet, (*self.helpful, *self.needed), self.logs)

    def height(self, sheet: Sheet) -> float:
        """Return the least height of all of it."""
        columns, wide = columns_height(self.columns(sheet)), columns_height(least(self.wide))
        return sum(high + GUTTER for high in (columns, wide, tracks_height(sheet, self.tracks)) if high)

    def with_helpful(self, tables: Sequence[QuickTable]) -> Under:
        """Return the same parts with these of the helpful charts."""
        return replace(self, helpful=tuple(tables))

    def fitting(self, sheet: Sheet, room: float) -> Under | None:
        """Return the same parts with as many of the helpful charts as fit into this height; None if the needed ones do
        not.
        """
        return next((under for under in self._choices() if under.height(sheet) <= room), None)

    def _choices(self) -> Iterator[Under]:
        """Yield the parts with all helpful charts, without one, the smallest first, and then without the last, the last
        two, and so on.
        """
        yield self
        for table in sorted(self.helpful, key=lambda table: len(table.rows)):
            yield self.with_helpful([other for other in self.helpful if other is not table])
        for count in range(len(self.helpful) - 2, -1, -1):
            yield self.with_helpful(self.helpful[:count])


def _under(sheet: Sheet, body: SheetBody, lines: int = 99) -> Under:
    """Return the parts under the units of this side, with ``lines`` lines at most in its narrow logs."""
    return Under(
        tuple(table for table in body.tables if table.of_this_battle),
        tuple(table for table in body.tables if not table.of_this_battle),
        log_blocks(body.logs, lines),
        wide_logs(body.logs, sheet.room),
        body.tracks,
    )


def _draw_under(sheet: Sheet, y: float, under: Under, notes: float) -> float:
    """Draw the parts on this page if the needed ones fit on it, else on the next; this one is then filled with helpful
    charts. Notes of that height go before helpful charts where both fit.
    """
    fitting = under.fitting(sheet, sheet.low - y - notes) or under.fitting(sheet, sheet.low - y)
    if fitting is None:
        filled = Under((), under.helpful, [], [], ()).fitting(sheet, sheet.low - y)
        drawn = filled.helpful if filled is not None else ()
        draw_columns(sheet, y + GUTTER, arrange(sheet, drawn, ()))
        under = under.with_helpful([table for table in under.helpful if table not in drawn])
        y = sheet.turn()
        fitting = under.fitting(sheet, sheet.low - y - notes) or under.with_helpful(())
    if columns := fitting.columns(sheet):
        y = draw_columns(sheet, y + GUTTER, columns)
    if fitting.tracks:
        y = draw_tracks(sheet, y + GUTTER, fitting.tracks)
    return draw_wide(sheet, y + GUTTER, fitting.wide)


NOTES_GAP: float = 5 * MM


def _notes(sheet: Sheet, notes: str, orders: Sequence[Fact]) -> list[Block]:
    """Return blocks of notes, and the orders in full, over the width of the page."""
    return [
        *([Block("Notes", text_items(notes, sheet.room, TEXT))] if notes else ()),
        *([Block("Your orders in full", [i for o in orders for i in order_items(o, sheet.room)])] if orders else ()),
    ]


def _notes_high(blocks: Sequence[Block]) -> float:
    return NOTES_GAP + column_height(blocks) if blocks else 0.0


def _draw_notes(sheet: Sheet, y: float, blocks: Sequence[Block]) -> float:
    if y + _notes_high(blocks) > sheet.low and y + 22 * MM > sheet.low:
        y = sheet.turn()
    return flow(sheet, y + NOTES_GAP, list(blocks))
