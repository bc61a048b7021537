"""The upper half of a battle sheet: the strip with the time, the table, orders, known enemies, arrivals, guns, air, and
the turn track.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from campaign.terms.state import Light
from campaign.words.packet import (
    AirMission,
    Arrival,
    BattleSheet,
    EnemyGroup,
    KnownEnemy,
    OffTableGuns,
    TableMap,
    TurnCell,
    TurnMark,
)
from campaign.words.papers import Fact
from campaign.words.texts import papers
from campaign_reports.blocks import Block, Drawing, Item, draw_block_head, fact_items, gap, text_items, together, void
from campaign_reports.hex_map import hex_key, hex_letters, hexes_item, is_large_enough
from campaign_reports.page import Sheet, Side
from campaign_reports.style import CAPTION, CLOSE_RULE, FAINT, INK, LEADING, MM, NOTE, SECOND, STRIP, TABLE, TEXT, WHITE
from campaign_reports.symbols import draw, headroom
from campaign_reports.table_map import draw_table, edge_text, table_height, tried
from campaign_reports.table_trays import draw_insets, insets_height
from campaign_reports.type import Cut, Setting, figure, fit, paragraph, squeeze, width

MAP_HIGH: float = 50 * MM
TALL_MAP: float = 68 * MM
TWO_COLUMNS: float = 84 * MM
"""Width from which the entries of the table stand in two columns."""
MOST_ORDER_LINES = 6
"""Most lines of orders on page 1; longer orders are printed in full under the notes."""
LEAD_GAP: float = 1.0 * MM


def draw_strip(sheet: Sheet, y: float, facts: Sequence[Fact]) -> float:
    """Draw the grey strip: date, turn, clock, light, sun, moon, weather. Returns the y under it."""
    if not facts:
        return y
    wants = [
        max(width(fact.label.upper(), Cut.REGULAR, CAPTION), width(fact.text, Cut.SEMIBOLD, 8.5)) + 4.4 * MM
        for fact in facts
    ]
    room = sheet.room
    total = sum(wants)
    least = [min(want, room / len(facts)) for want in wants]
    if total <= room:
        widths = [want + (room - total) / len(facts) for want in wants]
    else:
        spare = room - sum(least)
        widths = [
            low + spare * (want - low) / (total - sum(least)) if total > sum(least) else low
            for want, low in zip(wants, least, strict=True)
        ]
    texts = [fit(fact.text, wide - 3.6 * MM, 8.5, Cut.SEMIBOLD, 2) for fact, wide in zip(facts, widths, strict=True)]
    high = max(8.6 * MM, 5.4 * MM + max(text.height for text in texts))
    sheet.box(sheet.left_x, y, room, high, fill=STRIP)
    x = sheet.left_x
    for step, (fact, wide, text) in enumerate(zip(facts, widths, texts, strict=True)):
        if step:
            sheet.line(x, y + 1.3 * MM, x, y + high - 1.3 * MM, 0.4, FAINT)
        sheet.fitted(x + 1.7 * MM, y + 3.1 * MM, fact.label.upper(), wide - 2.4 * MM, CAPTION, colour=SECOND)
        sheet.lines(x + 1.7 * MM, y + 6.9 * MM, text)
        x += wide
    return y + high


# Blocks of the head


def table_block(sheet: BattleSheet, room: float) -> Block:
    """Return a block of the table to scale, or the map of hexes that is the table, with the entries of its roads."""
    table, grid = sheet.table, sheet.body.grid
    if grid is not None:
        if not is_large_enough(grid, room):
            return Block("Table", _entry_items(table, room), table.measures)
        words = " ".join((hex_letters(grid), *hex_key(grid, table, sheet.enemy))).strip()
        key = text_items(words, room, NOTE, Cut.ITALIC)
        return Block("Table: hex map", [hexes_item(grid, table, sheet.enemy, room), gap(2.0), *key], table.measures)
    items = [*_drawn_items(table, room), *_entry_items(table, room)]
    for name in tried(table, room, most_high(table)).listed:
        items += text_items(name, room, TABLE)
    if table.ground:
        items += [gap(1.5), *text_items(" ".join(table.ground), room, TABLE)]
    return Block("Table", items, table.measures)


def most_high(table: TableMap) -> float:
    """Return the greatest height of a table's map: one that is deeper than wide takes a little more."""
    return MAP_HIGH if table.width_in >= table.depth_in else TALL_MAP


def _drawn_items(table: TableMap, room: float) -> Iterator[Item]:
    """Yield the map, and under it the units that found no room on it."""
    most = most_high(table)
    high, ground = table_height(table, room, most), tried(table, room, most)
    yield Item(high, lambda sheet, x, y: void(draw_table(sheet, table, x, y, room, most)))
    if ground.insets:
        yield Item(insets_height(ground, room), lambda sheet, x, y: void(draw_insets(sheet, ground, x, y, room)))


def set_up_block(set_up: Sequence[str], room: float) -> list[Block]:
    """Return a block on where the units start and which of them may hide."""
    return [Block("Set-up", text_items(" ".join(set_up), room))] if set_up else []


def _entry_items(table: TableMap, room: float) -> list[Item]:
    """Return where the roads enter, in two columns if there is room, downwards."""
    columns = 2 if room >= TWO_COLUMNS else 1
    wide = (room - 3 * MM * (columns - 1)) / columns
    cells = [_entry_item(entry.letter, edge_text(table, entry), entry.leads_to, wide) for entry in table.entries]
    deep = -(-len(cells) // columns)
    return [_abreast(cells[row::deep], wide + 3 * MM) for row in range(deep)]


def _abreast(items: Sequence[Item], pitch: float) -> Item:
    """Return items side by side as one, with that distance from one to the next."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for step, item in enumerate(items):
            item.draw(sheet, x + step * pitch, y)

    return Item(max(item.height for item in items), paint)


def _entry_item(letter: str, where: str, leads_to: str, room: float) -> Item:
    indent = 5 * MM + max(12 * MM, width(where, Cut.SEMIBOLD, TABLE) + 3)
    text = fit(leads_to, room - indent, TABLE, lines=2)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x, y + 7.4, letter, TEXT, Cut.BOLD)
        sheet.fitted(x + 4 * MM, y + 7.4, where, room - 5 * MM, TABLE, Cut.SEMIBOLD)
        sheet.lines(x + indent, y + 7.4, text)

    return Item(max(3.6 * MM, text.height + 3), paint)


def order_block(sheet: BattleSheet, orders: Sequence[Fact], room: float) -> Block:
    """Return a block of the side's role, then the order of each command."""
    tag = fit(sheet.role.upper(), room * 0.5, 7.5, Cut.BOLD, 2)
    note = fit(sheet.role_note, room - tag.width - 6.5 * MM, TEXT, lines=2)
    high = 4.4 * MM + tag.pitch * (len(tag.lines) - 1)

    def paint(page: Sheet, x: float, y: float) -> None:
        page.box(x, y, tag.width + 4 * MM, high, fill=page.accent)
        page.lines(x + 2 * MM, y + 3.2 * MM, tag, WHITE)
        page.lines(x + tag.width + 6 * MM, y + 3.2 * MM, note)

    head = Item(max(high, 3.2 * MM + note.pitch * (len(note.lines) - 1) + 2) + 1.0 * MM, paint)
    return Block("Your orders", [head, *(item for order in orders for item in order_items(order, room))])


def order_items(order: Fact, room: float) -> list[Item]:
    """Return an order as items: the unit's name in bold, and the order running on behind it."""
    return [
        Item(TEXT * LEADING, _order_line(order.label if step == 0 else "", line))
        for step, line in enumerate(order_lines(order, room))
    ]


def _order_line(lead: str, line: str) -> Drawing:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        used = sheet.text(x, y + TEXT * 0.95, f"{lead}:", TEXT, Cut.SEMIBOLD) + LEAD_GAP if lead else 0.0
        sheet.text(x + used, y + TEXT * 0.95, line, TEXT)

    return paint


def order_lines(order: Fact, room: float) -> tuple[str, ...]:
    """Return the lines of an order; its lead stands before the first of them."""
    indent = width(f"{order.label}:", Cut.SEMIBOLD, TEXT) + LEAD_GAP if order.label else 0.0
    words, count = order.text.split(" "), 0
    while count < len(words) and width(" ".join(words[: count + 1]), Cut.REGULAR, TEXT) <= room - indent:
        count += 1
    rest = " ".join(words[count:])
    return (" ".join(words[:count]), *(paragraph(rest, room, TEXT).lines if rest else ()))


def shortened(orders: Sequence[Fact], room: float) -> tuple[Fact, ...]:
    """Return the orders cut to the lines that they may take on page 1: the longest are cut first, none below a line."""
    allowed = [len(order_lines(order, room)) for order in orders]
    while sum(allowed) > max(MOST_ORDER_LINES, len(orders)):
        allowed[allowed.index(max(allowed))] -= 1
    return tuple(_cut_to(order, count, room) for order, count in zip(orders, allowed, strict=True))


def _cut_to(order: Fact, count: int, room: float) -> Fact:
    if len(order_lines(order, room)) <= count:
        return order
    words = order.text.split(" ")

    def beginning(length: int) -> Fact:
        return Fact(order.label, " ".join(words[:length]).rstrip(" ,.;:") + "\N{HORIZONTAL ELLIPSIS}")

    fitting = bisect_left(
        range(1, len(words)), True, key=lambda length: len(order_lines(beginning(length), room)) > count
    )
    return beginning(max(fitting, 1))


def enemy_block(groups: Sequence[EnemyGroup], room: float, title: str = "Enemy units known so far") -> Block:
    """Return a block of sighted enemies place by place, with the age of the news."""
    items = [item for group in groups for item in _group_items(group, room)] or text_items("Nothing.", room)
    return Block(title, items, "hours since seen" if groups else "")


def _group_items(group: EnemyGroup, room: float) -> list[Item]:
    """Return a place with the age of the news from it, and under it the enemies there, several in a line."""
    ages = {enemy.age for enemy in group.enemies}
    age = fit(ages.pop() if len(ages) == 1 else "", 14 * MM, TEXT, Cut.BOLD)
    where = fit(group.where, room - age.width - 3 * MM, TEXT, Cut.SEMIBOLD, 2)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.lines(x, y + where.size * 0.95, where)
        sheet.lines(x + room, y + where.size * 0.95, age, side=Side.RIGHT)

    cells = [_enemy_cell(enemy, room, aged=not age.lines[0]) for enemy in group.enemies]
    rows: list[list[tuple[float, Item]]] = []
    for wide, cell in cells:
        if not rows or sum(used for used, _ in rows[-1]) + wide > room:
            rows.append([])
        rows[-1].append((wide, cell))
    return [Item(where.depth + 1, paint), *(_in_a_row(row) for row in rows), gap(1.2)]


def _in_a_row(cells: Sequence[tuple[float, Item]]) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        for wide, cell in cells:
            cell.draw(sheet, x, y)
            x += wide

    return Item(max(cell.height for _, cell in cells), paint)


def _enemy_cell(enemy: KnownEnemy, room: float, *, aged: bool) -> tuple[float, Item]:
    """Return an enemy's symbol and name and how wide they stand; ``aged``: with the age of its own news."""
    h, indent = 2.6 * MM, 6.2 * MM
    text = fit(f"{enemy.text}, {enemy.age}" if aged else enemy.text, room - indent - 2 * MM, TEXT, lines=2)
    up = headroom(enemy.symbol, h)
    high = max(up + h + 1.2 * MM, text.height + 1 * MM)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        draw(sheet, enemy.symbol, x + 0.8 * MM, y + up, h)
        base = y + up + h / 2 + 2.6 - (len(text.lines) - 1) * text.pitch / 2
        sheet.lines(x + indent, max(base, y + text.size), text)

    return indent + text.width + 3.4 * MM, Item(high, paint)


def nothing_facts(sheet: BattleSheet) -> list[Fact]:
    """Return one line that lists what this side has none of."""
    listed = (("arrivals", sheet.arrivals), ("guns in range off the table", sheet.guns), ("air missions", sheet.air))
    names = [name for name, entries in listed if not entries]
    return [Fact("Not here", f"No {', no '.join(names)}.")] if names else []


def arrival_block(arrivals: Sequence[Arrival], room: float) -> Block:
    """Return a block of the lines that come on, with time and place."""
    return Block("Arrivals", [_arrival_item(arrival, room) for arrival in arrivals])


def _arrival_item(arrival: Arrival, room: float) -> Item:
    first, second = room * 0.3, room * 0.57
    cells = (
        fit(arrival.lines, first - 4, TABLE, Cut.SEMIBOLD, 2),
        fit(arrival.when, second - first - 4, TABLE, lines=2),
        fit(arrival.where, room - second, TABLE, lines=2),
    )

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for start, cell in zip((0.0, first, second), cells, strict=True):
            sheet.lines(x + start, y + 7, cell)

    return Item(max(cell.height for cell in cells) + 4.2, paint)


def gun_block(guns: Sequence[OffTableGuns], room: float) -> Block:
    """Return a block of guns in range that stand off the table."""
    items: list[Item] = []
    for gun in guns:
        name = text_items(gun.name, room, TABLE, Cut.SEMIBOLD)
        items.append(together([*name, *(text_items(gun.text, room, TABLE, after=1.0) if gun.text else [gap(1)])]))
    return Block("Guns in range, off the table", items)


def air_block(air: Sequence[AirMission], room: float) -> Block:
    """Return a block of air missions: task, target, turn, and the command of the controller."""
    edges = (0.0, room * 0.37, room * 0.66, room * 0.77, room)

    def row(cells: tuple[str, str, str, str], cut: Cut) -> Item:
        colour = SECOND if cut is Cut.REGULAR else INK
        texts = [
            fit(figure(cell), end - start - 3, TABLE, Cut.REGULAR if start else cut, 3)
            for cell, (start, end) in zip(cells, pairwise(edges), strict=True)
        ]

        def paint(sheet: Sheet, x: float, y: float) -> None:
            for edge, text in zip(edges, texts, strict=False):
                sheet.lines(x + edge, y + 6.6, text, colour)

        return Item(max(text.height for text in texts) + 3, paint)

    rows = [row(("Type", "Target", "When", "FAC"), Cut.REGULAR)]
    rows += [row((mission.type, mission.target, mission.when, mission.fac), Cut.SEMIBOLD) for mission in air]
    return Block("Air missions", rows)


def house_rule_block(rules: Sequence[str], room: float) -> list[Block]:
    """Return a block of the house rules in force that differ from the book."""
    items: list[Item] = []
    for rule in rules:
        items += text_items(rule, room, TABLE, after=1.4)
    return [Block(papers().text("differences"), items)] if items else []


def side_block(facts: Sequence[Fact], room: float) -> list[Block]:
    """Return a block of the side's situation and the system's facts about it as a whole: points, reactions, how the
    game is lost.
    """
    return [Block("Your side", fact_items(facts, room, 18 * MM, after=0.8))] if facts else []


# Turn track


def draw_track(sheet: Sheet, y: float, track: Sequence[TurnCell]) -> float:
    """Draw the turn track, eight cells a row; returns the y under it."""
    if not track:
        return y
    draw_block_head(sheet, sheet.left_x, y, sheet.room, "Turn track", papers().text("track_note"))
    y += 4.4 * MM
    for start in range(0, len(track), 8):
        row = track[start : start + 8]
        days = [8 * MM if cell.day else 0.0 for cell in row]
        wide = min((sheet.room - sum(days)) / (8 if len(track) > 8 else len(row)), 36 * MM)
        notes = [
            squeeze(cell_words(cell), wide - 2 * MM, CAPTION, Cut.SEMIBOLD if cell.note else Cut.ITALIC, 2)
            for cell in row
        ]
        high = max(10 * MM, 5 * MM + max(n.height for n in notes) + 1.2 * MM)
        x = sheet.left_x
        for cell, day, text in zip(row, days, notes, strict=True):
            if day:
                _draw_day(sheet, x, y, day, high, cell.day)
            _draw_cell(sheet, x + day, y, wide, high, cell, text)
            x += day + wide
        x = sheet.left_x
        for cell, day in zip(row, days, strict=True):
            if cell.mark is TurnMark.CURRENT:
                sheet.box(x + day, y, wide, high, 1.8, sheet.accent)
            x += day + wide
        y += high + 1.2 * MM
    return y - 1.2 * MM


def cell_words(cell: TurnCell) -> str:
    """Return the text at the foot of a cell: *played*, or the light of its night; and its note."""
    if cell.mark is TurnMark.PLAYED:
        return cell.note or "played"
    return "; ".join(filter(None, (f"night, {cell.light.value}" if cell.light is not Light.DAY else "", cell.note)))


def _draw_day(sheet: Sheet, x: float, y: float, wide: float, high: float, day: str) -> None:
    first, _, rest = day.partition(" ")
    top = squeeze(first, wide - 3, 8, Cut.BOLD)
    sheet.lines(x + wide / 2, y + high / 2, top, side=Side.MIDDLE)
    if rest:
        sheet.fitted(x + wide / 2, y + high / 2 + 7.4, rest, wide - 2, CAPTION, colour=INK, side=Side.MIDDLE)


def _draw_cell(sheet: Sheet, x: float, y: float, wide: float, high: float, cell: TurnCell, note: Setting) -> None:
    night = cell.light is not Light.DAY
    ink = WHITE if night else INK
    sheet.box(x, y, wide, high, CLOSE_RULE, INK, INK if night else WHITE)
    if night:
        sheet.line(x + wide, y, x + wide, y + high, 0.4, WHITE)
    used = sheet.text(x + 1.2 * MM, y + 4.3 * MM, str(cell.turn), 11, Cut.BOLD, ink)
    if cell.mark is TurnMark.PLAYED:
        # Beside the figure, so that both can be read.
        sheet.line(x + used + 1.5 * MM, y + 5.6 * MM, x + used + 4.5 * MM, y + 0.9 * MM, 0.9, ink)
        used += 3.4 * MM
    sheet.fitted(
        x + wide - 1 * MM, y + 3.5 * MM, cell.hours, wide - used - 4 * MM, CAPTION, colour=ink, side=Side.RIGHT
    )
    sheet.lines(x + wide - 1 * MM, y + high - 1.7 * MM - (len(note.lines) - 1) * note.pitch, note, ink, Side.RIGHT)
