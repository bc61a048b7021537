"""The upper half of a battle sheet: the strip that says when, the table, orders, what is known of the enemy, arrivals,
guns, air, and the turn track."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.terms.state import Light
from campaign.views.packet import (
    AirMission,
    Arrival,
    BattleSheet,
    KnownEnemy,
    OffTableGuns,
    TableMap,
    TurnCell,
    TurnMark,
)
from campaign.views.papers import Fact
from campaign_reports.blocks import Block, Item, draw_block_head, fact_items, gap, text_items, void
from campaign_reports.page import Sheet, Side
from campaign_reports.style import CLOSE_RULE, FAINT, INK, MM, NOTE, SECOND, STRIP, TABLE, TEXT, WHITE
from campaign_reports.symbols import draw, headroom
from campaign_reports.table_map import draw_table, edge_text, table_height, unplaced
from campaign_reports.type import Cut, Setting, figure, fit, paragraph, squeeze, width

MAP_HIGH: float = 50 * MM


def draw_strip(sheet: Sheet, y: float, facts: Sequence[Fact]) -> float:
    """The grey strip: date, turn, clock, light, sun, moon, weather. Returns the y under it."""
    if not facts:
        return y
    wants = [
        max(width(fact.label.upper(), Cut.REGULAR, 6), width(fact.text, Cut.SEMIBOLD, 8.5)) + 4.4 * MM for fact in facts
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
        sheet.fitted(x + 1.7 * MM, y + 3.1 * MM, fact.label.upper(), wide - 2.4 * MM, 6, colour=SECOND)
        sheet.lines(x + 1.7 * MM, y + 6.9 * MM, text)
        x += wide
    return y + high


# Blocks of the head


def table_blocks(table: TableMap, room: float, *, drawn: bool = True) -> list[Block]:
    """The table to scale, unless a map of hexes is the table, and where its roads come in."""
    high = table_height(table, room, MAP_HIGH)
    items = [Item(high, lambda sheet, x, y: void(draw_table(sheet, table, x, y, room, MAP_HIGH)))] if drawn else []
    items += [_entry_item(entry.letter, edge_text(table, entry), entry.leads_to, room) for entry in table.entries]
    for name in unplaced(table, room, MAP_HIGH) if drawn else ():
        items += text_items(name, room, TABLE)
    if table.entries and not table.size:
        how = (
            "Inches: along N and S from the west, along E and W from the south."
            if table.north_deg == 0
            else "Inches: from the left and from below."
        )
        items += text_items(how, room, NOTE, Cut.ITALIC, FAINT)
    if table.ground:
        items += [gap(1.5), *text_items(" ".join(table.ground), room, TABLE)]
    return [Block("Table", items, table.measures)]


def _entry_item(letter: str, where: str, leads_to: str, room: float) -> Item:
    indent = 22 * MM
    text = fit(leads_to, room - indent, TABLE, lines=2)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x, y + 7.4, letter, TEXT, Cut.BOLD)
        sheet.fitted(x + 4 * MM, y + 7.4, where, indent - 5 * MM, TABLE, Cut.SEMIBOLD)
        sheet.lines(x + indent, y + 7.4, text)

    return Item(max(3.6 * MM, text.height + 3), paint)


def order_block(sheet: BattleSheet, room: float) -> Block:
    """Who attacks, then aim, objective, limit and the rest."""
    tag = fit(sheet.role.upper(), room * 0.5, 7.5, Cut.BOLD, 2)
    note = fit(sheet.role_note, room - tag.width - 6.5 * MM, TEXT, lines=2)
    high = 4.4 * MM + tag.pitch * (len(tag.lines) - 1)

    def paint(page: Sheet, x: float, y: float) -> None:
        page.box(x, y, tag.width + 4 * MM, high, fill=page.accent)
        page.lines(x + 2 * MM, y + 3.2 * MM, tag, WHITE)
        page.lines(x + tag.width + 6 * MM, y + 3.2 * MM, note)

    items = [
        Item(max(high, 3.2 * MM + note.pitch * (len(note.lines) - 1) + 2) + 1.6 * MM, paint),
        *fact_items(sheet.orders, room, 15 * MM),
    ]
    return Block("Your orders", items)


def enemy_block(known_enemies: Sequence[KnownEnemy], room: float, title: str = "What is known of the enemy") -> Block:
    """What was seen, with the age of the news."""
    items = [_enemy_item(enemy, room) for enemy in known_enemies] or text_items("Nothing.", room)
    return Block(title, items, "age in hours" if known_enemies else "")


def _enemy_item(enemy: KnownEnemy, room: float) -> Item:
    h, indent = 2.9 * MM, 10 * MM
    age = fit(enemy.age, 14 * MM, TEXT, Cut.BOLD)
    text = fit(enemy.text, room - indent - age.width - 3 * MM, TEXT, lines=3)
    up = headroom(enemy.symbol, h)
    high = max(up + h + 1.6 * MM, text.height + 2 * MM)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        draw(sheet, enemy.symbol, x + 1.5 * MM, y + up, h)
        base = y + up + h / 2 + 2.6 - (len(text.lines) - 1) * text.pitch / 2
        sheet.lines(x + indent, max(base, y + text.size), text)
        sheet.lines(x + room, y + up + h / 2 + 2.6, age, side=Side.RIGHT)

    return Item(high, paint)


def arrival_block(arrivals: Sequence[Arrival], room: float) -> Block:
    """Which lines come on, when, where."""
    return Block("Arrivals", tuple(_arrival_item(a, room) for a in arrivals) or tuple(text_items("None.", room, TABLE)))


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
    """Guns in range that stand off the table."""
    items: list[Item] = []
    for gun in guns:
        items += text_items(gun.name, room, TABLE, Cut.SEMIBOLD)
        items += text_items(gun.text, room, TABLE, after=2.0) if gun.text else [gap(2)]
    return Block("Guns in range, off the table", tuple(items) or tuple(text_items("None.", room, TABLE)))


def air_block(air: Sequence[AirMission], room: float) -> Block:
    """Air missions: what, against what, when, and with whom the controller is."""
    if not air:
        return Block("Air missions", text_items("None.", room, TABLE))
    edges = (0.0, room * 0.37, room * 0.66, room * 0.77, room)

    def row(cells: tuple[str, str, str, str], cut: Cut) -> Item:
        size = TABLE if cut is not Cut.REGULAR else 6
        texts = [
            fit(figure(c), edges[i + 1] - edges[i] - 3, size, Cut.REGULAR if i else cut, 3) for i, c in enumerate(cells)
        ]

        def paint(sheet: Sheet, x: float, y: float) -> None:
            for edge, text in zip(edges, texts, strict=False):
                sheet.lines(x + edge, y + 6.6, text, SECOND if size == 6 else INK)

        return Item(max(text.height for text in texts) + 3, paint)

    rows = [row(("Type", "Target", "When", "FAC"), Cut.REGULAR)]
    rows += [row((mission.type, mission.target, mission.when, mission.fac), Cut.SEMIBOLD) for mission in air]
    return Block("Air missions", rows)


def house_rule_block(rules: Sequence[str], room: float) -> list[Block]:
    """House rules in force that differ from the printed text."""
    items: list[Item] = []
    for rule in rules:
        items += text_items(rule, room, TABLE, after=1.4)
    return [Block("House rules that differ from the print", items)] if items else []


def side_block(facts: Sequence[Fact], room: float) -> list[Block]:
    """What the system says of the side as a whole: points, reactions, how the game is lost."""
    return [Block("Your side", fact_items(facts, room, 19 * MM))] if facts else []


# Turn track


def draw_track(
    sheet: Sheet,
    y: float,
    track: Sequence[TurnCell],
    note: str = "cross off each turn as it ends; night turns are black",
) -> float:
    """The turn track, eight cells a row; returns the y under it."""
    if not track:
        return y
    draw_block_head(sheet, sheet.left_x, y, sheet.room, "Turn track", note)
    y += 4.4 * MM
    for start in range(0, len(track), 8):
        row = track[start : start + 8]
        days = [8 * MM if cell.day else 0.0 for cell in row]
        wide = min((sheet.room - sum(days)) / (8 if len(track) > 8 else len(row)), 36 * MM)
        notes = [
            squeeze(cell_words(cell), wide - 2 * MM, NOTE, Cut.SEMIBOLD if cell.note else Cut.ITALIC, 2) for cell in row
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
    """What stands at the foot of a cell: *played*, or what light its night has; and its note."""
    if cell.mark is TurnMark.PLAYED:
        return cell.note or "played"
    return "; ".join(filter(None, (f"night, {cell.light.value}" if cell.light is not Light.DAY else "", cell.note)))


def _draw_day(sheet: Sheet, x: float, y: float, wide: float, high: float, day: str) -> None:
    first, _, rest = day.partition(" ")
    top = squeeze(first, wide - 3, 8, Cut.BOLD)
    sheet.lines(x + wide / 2, y + high / 2, top, side=Side.MIDDLE)
    if rest:
        sheet.fitted(x + wide / 2, y + high / 2 + 7.4, rest, wide - 2, NOTE, colour=INK, side=Side.MIDDLE)


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
    sheet.fitted(x + wide - 1 * MM, y + 3.5 * MM, cell.hours, wide - used - 4 * MM, NOTE, colour=ink, side=Side.RIGHT)
    sheet.lines(x + wide - 1 * MM, y + high - 1.7 * MM - (len(note.lines) - 1) * note.pitch, note, ink, Side.RIGHT)


# Long facts


def shorten(facts: Sequence[Fact], room: float, label: float, most: int) -> tuple[list[Fact], list[Fact]]:
    """Facts of at most so many lines, and those that were cut, whole, for the notes."""
    short: list[Fact] = []
    long: list[Fact] = []
    for fact in facts:
        lines = paragraph(fact.text, room - label, TEXT).lines
        if len(lines) <= most:
            short.append(fact)
            continue
        short.append(
            Fact(
                fact.label,
                " ".join(lines[: most - 1]).rstrip(" ,.;") + " \N{HORIZONTAL ELLIPSIS} (in full under Notes)",
            )
        )
        long.append(fact)
    return short, long
