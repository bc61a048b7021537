"""The battle sheet of one side, under any system: everything of its own, and of the other side only what it has seen.

Page 1 holds the situation, the unit table as far as it goes, and the quick reference. Further commands move on whole.
Where a system keeps its battalions stand by stand and they do not fit there, page 1 holds the quick reference, tracks
and logs, and the whole force stands on page 2: what is used together lies together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

from campaign.views.packet import BattleSheet
from campaign.views.papers import Fact
from campaign.views.sheet import SheetBody, Track
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
    side_block,
    table_blocks,
)
from campaign_reports.battle_units import HEAD_HIGH, Plan, Row, draw_row, draw_unit_head, plan_of, rows_of, strip_again
from campaign_reports.blocks import (
    Block,
    BlockColumn,
    column_height,
    draw_block,
    fact_items,
    fill_column,
    flow,
    flow_height,
    split,
    text_items,
)
from campaign_reports.document import Document, rendered
from campaign_reports.hex_map import LEAST_WIDE, draw_hex_map, hexes_height
from campaign_reports.logs import Wide, draw_wide, full_height, log_blocks, wide_height, wide_of
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.quick import arrange, columns_height, draw_columns
from campaign_reports.reminders import draw_reminders
from campaign_reports.style import FAINT, LEADING, MM, NOTE, TEXT
from campaign_reports.tracks import draw_tracks, tracks_height
from campaign_reports.type import Cut, paragraph

LEFT, MIDDLE, RIGHT, GUTTER = 64 * MM, 61 * MM, 57 * MM, 4 * MM
THIRD_WIDE: float = 60.6 * MM
"""A column where the head goes on over three equal ones: what may have to move there is set no wider."""
UPPER, DEEPER = 0.36, (0.5, 0.46, 0.42, 0.39)
"""Of the page's height, how far the head goes down; and how far where as much of the force still stands under it."""
TRACK_ROW: float = 14 * MM
LEAST_NOTES: float = 22 * MM
"""So much room notes take at least."""
TOP_OF_PAGE: float = 26 * MM
"""Where the head of a page ends."""
LONGEST_FACT = 7
"""Lines of a fact on page 1; a longer one stands in full under the notes."""


@rendered
def render_battle_sheet(view: BattleSheet, _: Paper) -> Document:
    """The battle sheet of one side."""
    return Document((sheet_part(view),), (view,))


def sheet_part(view: BattleSheet) -> Part:
    """The battle sheet as a part of a packet."""
    name = f"Battle sheet {view.masthead.code}" if view.masthead.code else "Battle sheet"
    return Part(view.masthead, lambda sheet: _paint(sheet, view), landscape=view.body.landscape, name=name)


def _paint(sheet: Sheet, view: BattleSheet) -> None:
    y = draw_strip(sheet, sheet.begin() + 2.6 * MM, view.strip) + 2.6 * MM
    facts, long_facts = shorten(view.orders, MIDDLE, 15 * MM, LONGEST_FACT)
    y, rest = _draw_head(sheet, y, replace(view, orders=tuple(facts)))
    y = draw_track(sheet, y + 2.4 * MM, view.track)
    y, rest = _draw_body(sheet, y + 3.4 * MM, view, rest)
    if rest:
        y = _draw_rest(sheet, y, rest)
    if view.notes or long_facts:
        y = _draw_notes(sheet, y, view.notes, long_facts)
    if view.body.grid is not None:
        draw_hex_map(sheet, y, view.body.grid, view.table)


def _columns(view: BattleSheet) -> list[BlockColumn]:
    """Table on the left, orders in the middle, arrivals, guns and air on the right; the enemy below the orders, the
    side's own numbers and house rules at the right unless another column leaves the head clearly shallower."""
    widths = (LEFT, MIDDLE, RIGHT)
    fixed = (
        table_blocks(view.table, LEFT, drawn=view.body.grid is None),
        [order_block(view, MIDDLE)],
        [arrival_block(view.arrivals, RIGHT), gun_block(view.guns, RIGHT), air_block(view.air, RIGHT)],
    )
    loose: tuple[tuple[int, Callable[[float], list[Block]]], ...] = (
        (1, lambda wide: [enemy_block(view.enemy, wide)]),
        (2, lambda wide: side_block(view.body.facts, wide)),
        (2, lambda wide: house_rule_block(view.house_rules, wide)),
    )
    best: tuple[float, list[list[Block]]] | None = None
    for places in product(range(len(widths)), repeat=len(loose)):
        columns = [list(blocks) for blocks in fixed]
        for place, (_, made) in zip(places, loose, strict=True):
            columns[place] += made(min(widths[place], THIRD_WIDE))
        moved = sum(place != usual for place, (usual, _) in zip(places, loose, strict=True))
        depth = max(column_height(blocks) for blocks in columns) + 4 * MM * moved
        if best is None or depth < best[0]:
            best = (depth, columns)
    return list(zip(widths, best[1] if best else [], strict=True))


def _draw_head(sheet: Sheet, y: float, view: BattleSheet) -> BlockColumn:
    """Three columns; what finds no room in the upper half of the page is returned. Where it takes no room of others, it
    goes deeper."""
    columns = _columns(view)
    low = _lowest(sheet, y, max(column_height(blocks) for _, blocks in columns) + 1, view)
    x, deepest, rest = sheet.left_x, y, list[Block]()
    for wide, blocks in columns:
        reached, remaining_blocks = fill_column(sheet, x, y, wide, low, blocks)
        deepest = max(deepest, reached)
        rest += remaining_blocks
        x += wide + GUTTER
    return deepest, rest


def _lowest(sheet: Sheet, y: float, total: float, view: BattleSheet) -> float:
    """Where a head that needs so much height ends: below its share of the page only if as many rows of the unit table
    stand under it."""
    share = UPPER * sheet.height
    if total <= share:
        return y + share
    columns = arrange(sheet, view.body.tables, log_blocks(view.body.logs))
    usual = _rows_here(sheet, y + share, view, columns)
    deeper = (min(total, part * sheet.height) for part in DEEPER if usual)
    return y + next((high for high in deeper if _rows_here(sheet, y + high, view, columns) >= usual), share)


def _rows_here(sheet: Sheet, y: float, view: BattleSheet, columns: Sequence[BlockColumn]) -> int:
    """How many rows of the unit table stand on page 1, over the quick reference and under a head that ends here; of
    stands all or none."""
    body, plan = view.body, plan_of(view.body, sheet.room)
    under = y + 10 * MM + TRACK_ROW * -(-len(view.track) // 8)
    if _fits_here(sheet, under, body, plan, columns):
        return sum(len(block.rows) + 1 for block in body.blocks)
    if any(row.rows or row.groups for block in body.blocks for row in block.rows):
        return 0
    room = sheet.foot - 5.4 * MM - columns_height(columns) - _legend_height(sheet, body) - under - HEAD_HIGH
    divided, _ = _divide(_closest(body, plan, sheet.room, room), room, sheet.foot - 40 * MM)
    return sum(map(len, divided))


def _draw_body(sheet: Sheet, y: float, view: BattleSheet, rest: list[Block]) -> BlockColumn:
    """Units, tables, tracks and logs, on as few pages as they take; returns also what of the head has found no room
    yet."""
    body = view.body
    plan = plan_of(body, sheet.room)
    columns = arrange(sheet, body.tables, log_blocks(body.logs))
    by_stands = any(row.rows or row.groups for block in body.blocks for row in block.rows)
    fits = _fits_here(sheet, y, body, plan, columns)
    if by_stands and not fits:
        y, rest = _draw_apart(sheet, y, view, (plan, rest), columns)
    else:
        y = _draw_units(sheet, y, body, plan, columns, _more_height(sheet, body) if fits else 0.0)
        y = _draw_more(sheet, y, body.tracks, wide_of(body, sheet.room), _after(view, rest))
    return draw_reminders(sheet, y, body.reminders, body.readings, _after(view, rest)) if body.reminders else y, rest


def _after(view: BattleSheet, rest: Sequence[Block]) -> float:
    """Height of what comes after the body: blocks of the head, notes, the map of hexes as small as it may be."""
    grid = view.body.grid
    under = hexes_height(grid, LEAST_WIDE) + 10 * MM if grid is not None else 0.0
    return (8 * MM + flow_height(rest, 3) if rest else 0.0) + (LEAST_NOTES if view.notes else 0.0) + under


def _fits_here(sheet: Sheet, y: float, body: SheetBody, plan: Plan, columns: Sequence[BlockColumn]) -> bool:
    """Does everything of this side stand on page 1?"""
    units = HEAD_HIGH + sum(row.height for block in body.blocks for row in rows_of(block, plan, sheet.room, 8.6 * MM))
    more = columns_height(columns) + _more_height(sheet, body)
    return y + units + _legend_height(sheet, body) + 3.4 * MM + more <= sheet.foot - 2 * MM


def _more_height(sheet: Sheet, body: SheetBody) -> float:
    """Height of tracks and logs with the room over them."""
    wide = wide_of(body, sheet.room)
    return tracks_height(sheet, body.tracks) + (wide_height(wide, sheet.room) + 4 * MM if wide else 0.0)


def _draw_apart(
    sheet: Sheet, y: float, view: BattleSheet, head: tuple[Plan, list[Block]], columns: Sequence[BlockColumn]
) -> BlockColumn:
    """The tables on page 1 with tracks, logs and the rest of the head as far as they go; the units together on the
    next; then what is left."""
    (plan, rest), body = head, view.body
    low = sheet.low
    tables: list[Block] = []
    if y + columns_height(columns) <= low:
        y = draw_columns(sheet, y, columns)
    else:
        y, tables = _fill_columns(sheet, y, low, columns)
    tracks, wide = body.tracks, wide_of(body, sheet.room)
    if tracks and y + 4 * MM + tracks_height(sheet, tracks) - 4 * MM <= low:
        y, tracks = draw_tracks(sheet, y + 4 * MM, tracks), ()
    commands = _closest(body, plan, sheet.room, low - (TOP_OF_PAGE + 4 * MM) - HEAD_HIGH - _legend_height(sheet, body))
    under = TOP_OF_PAGE + 8 * MM + HEAD_HIGH + sum(map(_high, commands)) + _legend_height(sheet, body)
    roomier = not tables and y + 4 * MM + full_height(wide, sheet.room) > low >= under + full_height(wide, sheet.room)
    if wide and not roomier and y + 4 * MM + wide_height(wide, sheet.room) <= low:
        y, wide = draw_wide(sheet, y + 4 * MM, wide, 5 * MM + flow_height(rest, 3) if rest else 0.0), Wide()
    if rest and y + 5 * MM + flow_height(rest, 3) <= low:
        y, rest = _side_by_side(sheet, y + 5 * MM, low, rest, 3), []
    y = _place(sheet, sheet.next_page(), low, commands, plan)
    y = _draw_legend(sheet, y, " ".join(body.legend))
    if tables:
        y = _side_by_side(sheet, y + 4 * MM, low, tables, 3 if max(wide for wide, _ in columns) < 64 * MM else 2)
    return _draw_more(sheet, y, tracks, wide, _after(view, rest)), rest


def _fill_columns(sheet: Sheet, y: float, low: float, columns: Sequence[BlockColumn]) -> BlockColumn:
    """The columns of tables down to ``low``, none broken; one without room stands under another column that has it, the
    others are returned."""
    x, unplaced, rest, ends = (
        sheet.left_x,
        list[tuple[float, Block]](),
        list[Block](),
        list[tuple[float, float, float]](),
    )
    for wide, blocks in columns:
        lowest = y
        for block in blocks:
            start = lowest if lowest == y else lowest + block.gap
            if start + block.height <= low:
                lowest = draw_block(sheet, x, start, wide, block)
            else:
                unplaced.append((wide, block))
        ends.append((x, lowest, wide))
        x += wide + GUTTER
    for wide, block in unplaced:
        room = (
            n
            for n, (_, lowest, breadth) in enumerate(ends)
            if breadth >= wide - 0.1 and lowest + block.gap + block.height <= low
        )
        if (column := next(room, None)) is None:
            rest.append(block)
        else:
            x, bottom, breadth = ends[column]
            ends[column] = x, draw_block(sheet, x, bottom + block.gap, wide, block), breadth
    return max(bottom for _, bottom, _ in ends), rest


def _legend_height(sheet: Sheet, body: SheetBody) -> float:
    text = " ".join(body.legend)
    return (len(paragraph(text, sheet.room, NOTE, Cut.ITALIC).lines) * NOTE * LEADING + 1.4 * MM) if text else 0.0


def _draw_units(
    sheet: Sheet, y: float, body: SheetBody, plan: Plan, columns: Sequence[BlockColumn], more: float = 0.0
) -> float:
    """The unit table over as many pages as it takes; the quick reference stands at the foot of page 1, over so much
    room for tracks and logs."""
    text, legend_high = " ".join(body.legend), _legend_height(sheet, body)
    tables_high = columns_height(columns) + 3.4 * MM if columns else 0.0
    low = sheet.foot - 2 * MM - tables_high - legend_high - more
    commands = _closest(body, plan, sheet.room, low - y - HEAD_HIGH)
    if low - y < HEAD_HIGH + 24 * MM:
        low = sheet.foot - 2 * MM - legend_high
        y = _place(sheet, y, low, commands, plan)
        y = _draw_legend(sheet, y, text)
        if columns:
            if y + tables_high > sheet.foot - 2 * MM:
                y = sheet.next_page()
            y = draw_columns(sheet, y + 3.4 * MM, columns)
        return y
    fits = HEAD_HIGH + sum(row.height for command in commands for row in command) <= low - y
    if fits:
        y = _place(sheet, y, low, commands, plan)
        y = _draw_legend(sheet, y, text)
        return draw_columns(sheet, y + 3.2 * MM, columns)
    return _place_with_tables(sheet, y, low, commands, (plan, text), columns)


def _closest(body: SheetBody, plan: Plan, wide: float, room: float) -> list[list[Row]]:
    """Rows of 9.2 mm; a little closer if that brings everything on one page."""
    for high in (9.2 * MM, 8.9 * MM, 8.6 * MM):
        rows = [rows_of(block, plan, wide, high) for block in body.blocks]
        if sum(row.height for command in rows for row in command) <= room:
            return rows
    return [rows_of(block, plan, wide) for block in body.blocks]


def _place_with_tables(
    sheet: Sheet,
    y: float,
    low: float,
    commands: list[list[Row]],
    head: tuple[Plan, str],
    columns: Sequence[BlockColumn],
) -> float:
    """As many commands as page 1 takes, its tables, then the others."""
    on_page, after = _divide(commands, low - y - HEAD_HIGH, sheet.foot - 40 * MM)
    plan, legend = head
    y = _place(sheet, y, low, on_page, plan)
    y = _draw_legend(sheet, y, legend)
    draw_columns(sheet, max(y + 3.2 * MM, sheet.foot - 2 * MM - columns_height(columns)), columns)
    y = sheet.next_page()
    return _place(sheet, y, sheet.low, after, plan)


def _battalions(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of a command, its strip with the first battalion, each other battalion with its stands: what is not
    broken."""
    result: list[list[Row]] = []
    for row in rows:
        if row.stands is None and (not result or result[-1][-1].line is not None):
            result.append([row])
        else:
            result[-1].append(row)
    return result


def _high(rows: Sequence[Row]) -> float:
    return sum(row.height for row in rows)


def _divide(commands: list[list[Row]], room: float, page: float) -> tuple[list[list[Row]], list[list[Row]]]:
    """Whole commands that fit; a first command that does not is broken between battalions, so that page 1 is not left
    empty."""
    commands_here: list[list[Row]] = []
    for step, rows in enumerate(commands):
        if _high(rows) <= room:
            commands_here.append(rows)
            room -= _high(rows)
            continue
        if commands_here and _high(rows) <= page:
            return commands_here, commands[step:]
        parts, count = _battalions(rows), 0
        while count < len(parts) and _high(parts[count]) <= room:
            room -= _high(parts[count])
            count += 1
        if count < 1 or (commands_here and count < 3):
            return commands_here, commands[step:]
        first = [row for part in parts[:count] for row in part]
        rest = [row for part in parts[count:] for row in part]
        return [*commands_here, first], [[strip_again(rows[0]), *rest], *commands[step + 1 :]]
    return commands_here, []


def _place(sheet: Sheet, y: float, low: float, commands: list[list[Row]], plan: Plan) -> float:
    """Rows of the unit table downwards, turning pages; a command is broken only if it is longer than a page, a
    battalion only if it is."""
    if not commands:
        return y
    y = draw_unit_head(sheet, y, plan)
    page = sheet.low - (TOP_OF_PAGE + 4 * MM) - HEAD_HIGH
    for rows in commands:
        parts = _battalions(rows)
        if (
            y + _high(rows) > low
            and (_high(rows) <= page or y + _high(parts[0]) > low)
            and y > TOP_OF_PAGE + 6 * MM + HEAD_HIGH
        ):
            y, low = draw_unit_head(sheet, sheet.next_page(), plan), sheet.low
        remaining = len(rows)
        for step, part in enumerate(parts):
            is_complete = _high(part) <= page - rows[0].height
            if step and is_complete and y + _high(part) > low:
                y, low = _turn_within(sheet, rows[0], plan), sheet.low
            for row in part:
                if y + row.height > low:
                    y, low = _turn_within(sheet, rows[0], plan), sheet.low
                remaining -= 1
                y = draw_row(sheet, y, row, last=remaining == 0)
    return y


def _turn_within(sheet: Sheet, strip: Row, plan: Plan) -> float:
    """A new page in the middle of a command: the heads and its strip again."""
    y = draw_unit_head(sheet, sheet.next_page(), plan)
    return draw_row(sheet, y, strip_again(strip), last=False)


def _draw_legend(sheet: Sheet, y: float, legend: str) -> float:
    if not legend:
        return y
    lines = paragraph(legend, sheet.room, NOTE, Cut.ITALIC).lines
    y = (y if y + len(lines) * NOTE * LEADING <= sheet.foot - 2 * MM else sheet.turn() + 2 * MM) + 1.2 * MM
    for line in lines:
        y += NOTE * LEADING
        sheet.text(sheet.left_x, y - 1.5, line, NOTE, Cut.ITALIC, FAINT)
    return y


def _draw_more(sheet: Sheet, y: float, tracks: Sequence[Track], wide: Wide, after: float) -> float:
    """Tracks to cross off, logs and our readings over the width of the page."""
    if tracks:
        if y + tracks_height(sheet, tracks[:1]) + 4 * MM > sheet.foot:
            y = sheet.turn()
        y = draw_tracks(sheet, y + 4 * MM, tracks)
    return draw_wide(sheet, y + 4 * MM, wide, after) if wide else y


def _draw_rest(sheet: Sheet, y: float, rest: list[Block]) -> float:
    """Blocks of the head that found no room, three columns wide."""
    if y + min(30 * MM, 8 * MM + flow_height(rest, 3)) > sheet.foot:
        y = sheet.turn()
    return _side_by_side(sheet, y + 5 * MM, sheet.low, rest, 3)


def _side_by_side(sheet: Sheet, y: float, low: float, blocks: list[Block], columns: int) -> float:
    """Whole blocks in columns no deeper than they must be; broken only if the page has no room for them whole."""
    deep = flow_height(blocks, columns) + 1
    if split(blocks[0], low - y)[0] is None:
        y, low = sheet.next_page(), sheet.low
    return flow(sheet, y, blocks, columns, low=y + deep if y + deep <= low else low)


def _draw_notes(sheet: Sheet, y: float, notes: str, facts: Sequence[Fact]) -> float:
    """Notes and long orders, over the width of the page."""
    items = fact_items(facts, sheet.room, 15 * MM)
    items += text_items(notes, sheet.room, TEXT) if notes else []
    if y + 22 * MM > sheet.foot:
        y = sheet.turn()
    return flow(sheet, y + 5 * MM, [Block("Notes", items)])
