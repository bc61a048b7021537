"""The umpire's sheet of a battle: the table with both sides on it, then each side's orders, commands and lines,
knowledge, arrivals, guns and air.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations_with_replacement

from campaign.terms.state import State
from campaign.terms.words import counted
from campaign.words.packet import Arrival, TableMap, UmpireCommand, UmpireLine, UmpireSheet, UmpireSide
from campaign.words.papers import Masthead
from campaign.words.texts import papers
from campaign_reports.battle_head import (
    air_block,
    arrival_block,
    draw_strip,
    draw_track,
    enemy_block,
    gun_block,
    house_rule_block,
    order_items,
)
from campaign_reports.blocks import (
    Block,
    Item,
    column_height,
    draw_block,
    draw_block_head,
    draw_items,
    fact_items,
    flow,
    text_items,
    together,
)
from campaign_reports.document import Document, rendered
from campaign_reports.hex_map import draw_hex_map
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.style import (
    BLOCK_RULE,
    CAPTION,
    CLOSE_RULE,
    FAINT,
    MM,
    NOTE,
    ROW_LINE,
    ROW_RULE,
    SECOND,
    TABLE,
    TEXT,
    THIRD,
    WHITE,
    Colour,
    accent,
)
from campaign_reports.symbols import draw_in_row
from campaign_reports.table_map import draw_scale, draw_table, edge_text, table_height
from campaign_reports.table_trays import draw_insets
from campaign_reports.type import Cut, Setting, fit

ROW: float = 7.4 * MM
SHORT: float = 26 * MM
"""Greatest height of house rules and notes that are printed before the sides; after them they would often need a page
of their own."""
HEADS: float = 4.6 * MM
"""Height of the line of column heads above the commands."""
COLUMNS = (
    (28, 37, "Unit"),
    (66, 11, "Size"),
    (78, 46, "Position"),
    (126, 29, "Order"),
    (157, 20, "State"),
    (179, 21, "Strength"),
)
"""Left edge and width in millimetres on A4, and head."""


@rendered
def render_umpire_sheet(view: UmpireSheet, _: Paper) -> Document:
    """Return the umpire's sheet as a document."""
    return Document((umpire_part(view),), (view,))


def umpire_part(view: UmpireSheet) -> Part:
    """Return the umpire's sheet as a part of a packet."""
    return Part(view.masthead, lambda sheet: _paint(sheet, view), name="Umpire's sheet", grows=True)


def _paint(sheet: Sheet, view: UmpireSheet) -> None:
    y = draw_strip(sheet, sheet.begin() + 2.6 * MM, view.strip) + 2.6 * MM
    y = _draw_map(sheet, y, view.table, _frames(view.sides), drawn=view.grid is None)
    y = draw_track(sheet, y + 3 * MM, view.track) + 3.4 * MM
    warnings = Block(
        papers().text("before_calling"),
        [i for w in view.warnings for i in text_items(w, sheet.room, TEXT, Cut.SEMIBOLD)],
    )
    if warnings.items:
        y = flow(sheet, y, [warnings]) + 4 * MM
    rules = house_rule_block(view.house_rules, sheet.room)
    notes = [Block("Notes", text_items(view.notes, sheet.room, TEXT))] if view.notes else []
    early = (
        [*rules, *notes] if column_height([*rules, *notes]) <= SHORT else notes if column_height(notes) <= SHORT else []
    )
    if early:
        y = flow(sheet, _room_for(sheet, y, column_height(early)), early) + 4 * MM
    for side in view.sides:
        y = _draw_side(sheet, y, side)
    half = (sheet.room - 4 * MM) / 2
    late = [] if len(early) == len(rules) + len(notes) else house_rule_block(view.house_rules, half)
    if notes and not early:
        late.append(Block("Notes", text_items(view.notes, half, TEXT)))
    if late:
        y = flow(sheet, _room_for(sheet, y, 20 * MM), late, 2)
    if view.grid is not None:
        draw_hex_map(sheet, y, view.grid, view.table)


def _room_for(sheet: Sheet, y: float, high: float) -> float:
    """Return this y, or the top of a new page if that height does not fit below it."""
    return y if y + high <= sheet.low else sheet.next_page()


def _frames(sides: Sequence[UmpireSide]) -> str:
    """Return how the two sides are told apart on the map: never by colour alone."""
    if not sides:
        return ""
    other_names = ", ".join(side.name for side in sides[1:])
    if not other_names:
        return papers().text("one_frame", first=sides[0].name)
    return papers().text("two_frames", first=sides[0].name, second=other_names)


def _draw_map(sheet: Sheet, y: float, table: TableMap, frames: str = "", *, drawn: bool = True) -> float:
    """Draw the table with both sides on it; where a map of hexes is the table (``drawn`` false) only the courses of its
    roads. Returns the y under it.
    """
    most = 0.4 * sheet.height
    high = table_height(table, sheet.room, most)
    draw_block_head(sheet, sheet.left_x, y, sheet.room, "Table", table.measures)
    y += 4.6 * MM
    listed: list[str] = []
    if drawn:
        ground = draw_table(sheet, table, sheet.left_x, y, sheet.room, most, names=8)
        y, listed = draw_insets(sheet, ground, sheet.left_x, y + high, sheet.room), ground.listed
    y += 2 * MM
    if not table.size and drawn:
        draw_scale(sheet, table, sheet.left_x + 4 * MM, y, sheet.room, most)
    if table.units and frames and drawn:
        sheet.fitted(sheet.right_x, y + 8.5, frames, sheet.room * 0.6, NOTE, Cut.ITALIC, FAINT, Side.RIGHT)
    y += 5 * MM if drawn else 0.0
    words = (
        [f"{entry.letter}\N{NO-BREAK SPACE} {edge_text(table, entry)}: {entry.leads_to}" for entry in table.entries]
        + listed
        + list(table.ground)
    )
    items = [together(text_items(word, sheet.room / 3 - 4 * MM, TABLE)) for word in words]
    return _three_columns(sheet, y, items) if items else y


def _three_columns(sheet: Sheet, y: float, items: Sequence[Item]) -> float:
    """Draw items in their order, dealt out so that the deepest of three columns is short; return the y under them."""
    high = [0.0, *accumulate(entry.height for entry in items)]
    ends = combinations_with_replacement(range(len(high)), 2)
    _, first_cut, two = min(
        (max(high[first_end], high[two] - high[first_end], high[-1] - high[two]), first_end, two)
        for first_end, two in ends
    )
    deepest = y
    for column, (first, last) in enumerate(((0, first_cut), (first_cut, two), (two, len(items)))):
        deepest = max(deepest, draw_items(sheet, sheet.left_x + column * sheet.room / 3, y, items[first:last]))
    return deepest


def _draw_side(sheet: Sheet, y: float, side: UmpireSide) -> float:
    colour = accent(side.accent)
    y = _room_for(sheet, y, 40 * MM)
    sheet.box(sheet.left_x, y, sheet.room, 6 * MM, fill=colour)
    used = sheet.fitted(sheet.left_x + 2 * MM, y + 4.3 * MM, side.name, sheet.room * 0.6, 10, Cut.BOLD, WHITE)
    sheet.fitted(
        sheet.left_x + 2 * MM + used + 3 * MM, y + 4.3 * MM, side.role, sheet.room - used - 10 * MM, 8, colour=WHITE
    )
    y += 8 * MM
    orders = [entry for order in side.orders for entry in order_items(order, sheet.room - 2 * MM)]
    for entry in (*orders, *fact_items(side.situation, sheet.room - 2 * MM, 18 * MM, after=0.8)):
        if y + entry.height > sheet.low:
            y = sheet.next_page()
        entry.draw(sheet, sheet.left_x, y)
        y += entry.height
    y = _draw_commands(sheet, y + 1.4 * MM, side, colour)
    third = (sheet.room - 8 * MM) / 3
    blocks = [
        block
        for block in (
            enemy_block(side.knows, third, f"{side.name}: enemy units known") if side.knows else None,
            arrival_block(side.arrivals, third) if side.arrivals else None,
            gun_block(side.guns, third) if side.guns else None,
            air_block(side.air, third) if side.air else None,
        )
        if block is not None
    ]
    if not blocks:
        return y + 3 * MM
    y = _room_for(sheet, y, 4 * MM + max(min(block.height, 30 * MM) for block in blocks))
    return _balanced(sheet, y + 3 * MM, blocks) + 5 * MM


def _balanced(sheet: Sheet, y: float, blocks: Sequence[Block]) -> float:
    """Draw three columns of about the same depth if they all fit here, else flowing over the pages; return the y under
    them.
    """
    columns: list[list[Block]] = [[], [], []]
    for block in blocks:
        min(columns, key=lambda column: sum(b.height for b in column)).append(block)
    if all(y + sum(b.height + b.gap for b in column) <= sheet.low for column in columns):
        wide = (sheet.room - 8 * MM) / 3
        return max(
            flow_column(sheet, sheet.left_x + i * (wide + 4 * MM), y, wide, column) for i, column in enumerate(columns)
        )
    return flow(sheet, y, blocks, 3)


def flow_column(sheet: Sheet, x: float, y: float, wide: float, blocks: Sequence[Block]) -> float:
    """Draw blocks that are known to fit, one under the other."""
    for step, block in enumerate(blocks):
        y = draw_block(sheet, x, y + (block.gap if step else 0), wide, block)
    return y


# Commands and lines


def _x(sheet: Sheet, mm: float) -> float:
    return sheet.left_x + (mm - 10) * MM


def _draw_heads(sheet: Sheet, y: float) -> float:
    sheet.across(y, BLOCK_RULE)
    sheet.text(sheet.left_x, y + 3.2 * MM, "Line", CAPTION, Cut.SEMIBOLD)
    for at, _, word in COLUMNS:
        sheet.text(_x(sheet, at), y + 3.2 * MM, word, CAPTION, Cut.SEMIBOLD)
    return y + HEADS


def _draw_commands(sheet: Sheet, y: float, side: UmpireSide, colour: Colour) -> float:
    if not side.commands:
        return void_side(sheet, y)
    low = sheet.low
    for step, command in enumerate(side.commands):
        strip, name = _strip(command)
        total = strip + sum(_cells(line)[1] for line in command.lines)
        three = strip + sum(_cells(line)[1] for line in command.lines[:3])
        heads = 0.0 if step else HEADS
        # A command moves whole; one that is longer than a page begins with three lines at least. The heads go with the
        # first.
        if y + heads + total > low and (total <= sheet.height - 50 * MM or y + heads + three > low):
            y = _draw_heads(sheet, sheet.next_page())
        elif not step:
            y = _draw_heads(sheet, y)
        _draw_strip(sheet, y, strip, name, command, colour)
        y += strip
        for line in command.lines:
            cells, high = _cells(line)
            if y + high > low:
                y = _draw_heads(sheet, sheet.next_page())
                strip, name = _strip(command, continued=True)
                _draw_strip(sheet, y, strip, name, command, colour)
                y += strip
            _draw_line(sheet, y, high, line, cells, colour)
            y += high
    sheet.across(y, CLOSE_RULE)
    return y


def void_side(sheet: Sheet, y: float) -> float:
    """Draw the note on a side without any command on this table; return the y under it."""
    sheet.text(sheet.left_x, y + 3 * MM, papers().text("no_command"), TABLE, Cut.ITALIC, FAINT)
    return y + 6 * MM


def _strip(command: UmpireCommand, *, continued: bool = False) -> tuple[float, Setting]:
    name = fit(f"{command.name}{', continued' if continued else ''}", 70 * MM, 8.5, Cut.BOLD, 2)
    return max(8.4 * MM, name.height + 6.4 * MM), name


def _draw_strip(sheet: Sheet, y: float, high: float, name: Setting, command: UmpireCommand, colour: Colour) -> None:
    sheet.band(y, high, colour)
    low = sheet.lines(_x(sheet, 13), y + 3.6 * MM, name)
    sheet.fitted(_x(sheet, 13), low + 3.4 * MM, command.led_by, 70 * MM, CAPTION, colour=SECOND)
    for at, wide, label, text in (
        (86, 22, "Ready", command.ready),
        (110, 52, "Order", command.order),
        (164, 35, "Supply", command.supply),
    ):
        if text:
            sheet.text(_x(sheet, at), y + 3.0 * MM, label, CAPTION, colour=SECOND)
            sheet.fitted(_x(sheet, at), y + 6.6 * MM, text, wide * MM, 7.5, Cut.SEMIBOLD)


def _state(line: UmpireLine) -> str:
    words = [
        line.state.value if line.state is not State.FRESH else "",
        "resting" if line.resting else "",
        "hidden" if line.hidden else "",
    ]
    words.append(f"dug in {counted(line.dug_in_turns, 'turn')}" if line.dug_in_turns else "")
    return ", ".join(word for word in words if word) or "fresh"


def _cells(line: UmpireLine) -> tuple[list[Setting], float]:
    """Return the cells of a row and its height."""
    texts = (
        line.name,
        line.size,
        f"{line.position} ({line.arrives})" if line.arrives else line.position,
        line.order,
        _state(line),
        line.strength,
    )
    cells = [
        fit(text, wide * MM - 3, 7.5, Cut.SEMIBOLD if step == 0 else Cut.REGULAR, 2)
        for step, (text, (_, wide, _)) in enumerate(zip(texts, COLUMNS, strict=True))
    ]
    note = _note(line)
    under = 0.0 if note is None else len(note.lines) * 7.4
    return cells, max(ROW, max(cells[0].height + under, *(cell.height for cell in cells[1:])) + 2.6 * MM)


def _note(line: UmpireLine) -> Setting | None:
    """Return the words under a unit's name, no wider than its column, since its size stands beside them."""
    return fit(line.note, COLUMNS[0][1] * MM - 3, CAPTION) if line.note else None


def _draw_line(sheet: Sheet, y: float, high: float, line: UmpireLine, cells: Sequence[Setting], colour: Colour) -> None:
    middle = y + high / 2
    sheet.fitted(_x(sheet, 13), middle + 3.4, str(line.line), 6 * MM, 9, Cut.BOLD, side=Side.MIDDLE)
    draw_in_row(sheet, line.symbol, _x(sheet, 18.4), y, high, 4.0 * MM, colour)
    note = _note(line)
    for step, ((at, _, _), cell) in enumerate(zip(COLUMNS, cells, strict=True)):
        under = note.depth if note and step == 0 else 0.0
        low = sheet.lines(_x(sheet, at), middle - (cell.height + under) / 2 + cell.size * 0.84, cell)
        if note and step == 0:
            sheet.lines(_x(sheet, at), low + 7.4, note, THIRD)
    sheet.across(y + high, ROW_RULE, ROW_LINE)


# The blank map for secret deployment


def deployment_part(
    masthead: Masthead, table: TableMap, arrivals: Sequence[Arrival] = (), hidden: Sequence[str] = ()
) -> Part:
    """Return the table with the side's own units only, large, for it to write its hidden deployment on."""
    return Part(
        masthead,
        lambda sheet: _paint_deployment(sheet, table, arrivals, hidden),
        landscape=table.width_in > 1.2 * table.depth_in,
        name="Deployment map",
        grows=True,
        stays_upright=True,
    )


def _paint_deployment(sheet: Sheet, table: TableMap, arrivals: Sequence[Arrival], hidden: Sequence[str]) -> None:
    y = sheet.begin() + 4 * MM
    notes = [
        entry for words in (*hidden, " ".join(table.ground)) if words for entry in text_items(words, sheet.room, TEXT)
    ]
    entries = [
        f"{entry.letter}\N{NO-BREAK SPACE} {edge_text(table, entry)}: {entry.leads_to}" for entry in table.entries
    ]
    entries += [f"{a.lines} {a.when}, {a.where}" for a in arrivals]
    below = 8 * MM + (-(-(len(entries) + 6) // 3)) * 3.6 * MM + sum(entry.height for entry in notes)
    most = sheet.foot - y - below - 14 * MM
    draw_block_head(
        sheet,
        sheet.left_x,
        y,
        sheet.room,
        "Secret deployment",
        f"{table.width_in} \N{MULTIPLICATION SIGN} {table.depth_in} in. \N{MIDDLE DOT} {table.scale}",
    )
    y += 4.6 * MM
    high = table_height(table, sheet.room, most)
    ground = draw_table(sheet, table, sheet.left_x, y, sheet.room, most, names=8)
    y, listed = draw_insets(sheet, ground, sheet.left_x, y + high, sheet.room) + 2 * MM, ground.listed
    draw_scale(sheet, table, sheet.left_x + 4 * MM, y, sheet.room, most)
    y += 6 * MM
    y = draw_items(sheet, sheet.left_x, y, notes)
    y += 1.4 * MM if notes else 0.0
    items = [entry for word in (*entries, *listed) for entry in text_items(word, sheet.room / 3 - 4 * MM, TABLE)]
    room = int((sheet.low - y) / (TABLE * 1.22)) * 3
    y = _three_columns(sheet, y, items[:room])
    if items[room:]:
        flow(sheet, sheet.next_page(), [Block("Places and entries, continued", items[room:])], 3)
