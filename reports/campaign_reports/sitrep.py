"""The situation report: one sentence of judgement, what happened, what one has, what one has seen, what one owes,
supply, weather, neighbours, order form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from campaign.views.papers import Fact
from campaign.views.sitrep import Event, OwedDecision, OwnLine, Sitrep, SupplyLine
from campaign_reports.blocks import (
    Block,
    Drawing,
    Item,
    column_height,
    fill_column,
    flow,
    gap,
    left_over,
    striped,
    text_items,
    void,
)
from campaign_reports.columns import word_heads
from campaign_reports.document import listed
from campaign_reports.orders import draw_form, form_height
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import check_box
from campaign_reports.roster import draw_bar
from campaign_reports.sitrep_contacts import contacts_block
from campaign_reports.style import (
    CAPTION,
    CLOSE_RULE,
    FAINT,
    INK,
    MM,
    NOTE,
    PEN_RULE,
    SECOND,
    TABLE,
    TEXT,
    THIRD,
    WHITE,
)
from campaign_reports.symbols import draw_in_row, footroom, headroom
from campaign_reports.type import Cut, Setting, fit, paragraph, signed

LEFT, GUTTER = 322.0, 20.0
CHANGES = ("yesterday", "today", "change")
"""Columns of one's own units that stand by their right edges."""
OWN_HEADS = ((46, "unit"), *zip((176, 206, 236), CHANGES, strict=True), (284, "state"))
MOST_AIR = 14.0
"""Added to the height of a row, at most, where a page would stay half empty."""


@listed(grows=True)
def render_sitrep(sheet: Sheet, view: Sitrep) -> None:
    """The situation report of a side or commander."""
    y = sheet.begin() + 5 * MM
    for line in paragraph(view.judgement, sheet.room, 10.6, Cut.BOLD).lines if view.judgement else ():
        sheet.text(sheet.left_x, y + 8, line, 10.6, Cut.BOLD)
        y += 13.2
    y = _draw_columns(sheet, y + 4 * MM, view)
    if view.notes:
        if y + 20 * MM > sheet.foot:
            y = sheet.turn()
        y = flow(sheet, y + 5 * MM, [Block("Notes", text_items(view.notes, sheet.room))])
    if view.order_form is not None:
        _draw_order_form(sheet, y, view)


def _draw_columns(sheet: Sheet, y: float, view: Sitrep) -> float:
    """Two columns; each goes on by itself over the pages. Where the order form needs a page of its own, rows take the
    air that is left."""
    right_wide = sheet.room - LEFT - GUTTER
    low = sheet.low
    if _contacts_go_right(view, right_wide, low - y):
        beside, view = view, replace(view, contacts=())
    else:
        beside = replace(view, contacts=())
    remaining_blocks, right = _left(view), _right(beside, right_wide)
    if view.order_form is not None and not view.notes:
        deep = max(column_height(remaining_blocks), column_height(right))
        if y + deep <= low < y + deep + 15 + form_height(view.order_form):
            room = low - y - 1
            remaining_blocks = _left(
                view,
                _air(
                    room - column_height(remaining_blocks),
                    len(view.events) + len(view.own) + len(view.own_totals) + len(view.contacts),
                ),
            )
            right = _right(
                beside,
                right_wide,
                _air(
                    room - column_height(right),
                    sum(map(len, (view.decisions, view.supply, view.weather, view.neighbours, beside.contacts))),
                ),
            )
    reached, rest = fill_column(sheet, sheet.left_x, y, LEFT, low, remaining_blocks)
    across, more = fill_column(sheet, sheet.left_x + LEFT + GUTTER, y, right_wide, low, right)
    if not rest and not more:
        return max(reached, across)
    return _draw_further(sheet, [*_tail(_left(view, room=(sheet.room - GUTTER) / 2), rest), *more])


def _contacts_go_right(view: Sitrep, right_wide: float, room: float) -> bool:
    """Have the contacts no room on the left, but all of them on the right?"""
    remaining_blocks, shorter = _left(view), _left(replace(view, contacts=()))
    if not view.contacts or not left_over(remaining_blocks, [room]) or left_over(shorter, [room]):
        return False
    return not left_over(_right(view, right_wide), [room])


def _tail(blocks: Sequence[Block], rest: Sequence[Block]) -> list[Block]:
    """Of these blocks what is left of them in ``rest``, which are the same ones in another measure."""
    found_blocks = []
    for whole_block, remaining_block in zip(blocks[len(blocks) - len(rest) :], rest, strict=True):
        if remaining_block.title == whole_block.title:
            found_blocks.append(whole_block)
        else:
            rows = len(remaining_block.items) - remaining_block.heads
            found_blocks.append(
                replace(
                    whole_block,
                    title=remaining_block.title,
                    items=(
                        *whole_block.items[: whole_block.heads],
                        *whole_block.items[len(whole_block.items) - rows :],
                    ),
                )
            )
    return found_blocks


def _draw_further(sheet: Sheet, blocks: Sequence[Block]) -> float:
    """What page 1 has no room for, in two columns alike, of the same depth on the last page."""
    y = sheet.next_page()
    low = sheet.low
    wide = (sheet.room - GUTTER) / 2
    rest = list(blocks)
    while True:
        level = y + sum(block.height for block in rest) / 2
        while level < low and left_over(rest, [level - y] * 2):
            level += 4
        deepest = y
        for x in (sheet.left_x, sheet.left_x + wide + GUTTER):
            reached, rest = fill_column(sheet, x, y, wide, min(level, low), rest)
            deepest = max(deepest, reached)
        if not rest:
            return deepest
        y = sheet.next_page()


def _air(spare: float, rows: int) -> float:
    """What each row may have of the height that is left over."""
    return max(0.0, min(MOST_AIR, spare / max(1, rows)))


def _left(view: Sitrep, air: float = 0.0, room: float = LEFT) -> list[Block]:
    result = (
        _events(view.events, room, air),
        _own_block(view.own, view.own_totals, room, air),
        contacts_block(view.contacts, view.contacts_left_out, room, air),
    )
    return [block for block in result if block is not None]


def _right(view: Sitrep, room: float, air: float = 0.0) -> list[Block]:
    result = (
        _decisions(view.decisions, view.order_form.due if view.order_form else "", room, air),
        _supply(view, room, air),
        _weather(view.weather, view.light, room, air),
        _neighbours(view.neighbours, room, air),
        contacts_block(view.contacts, view.contacts_left_out, room, air),
    )
    return [block for block in result if block is not None]


def _draw_order_form(sheet: Sheet, y: float, view: Sitrep) -> None:
    """Under a cut line if it fits below, or takes several pages anyway and much of this one is free; else on a page of
    its own."""
    form = view.order_form
    if form is None:
        return
    longer_than_a_page = form_height(form) > sheet.foot - 34 * MM
    if y + 15 + form_height(form) > sheet.low and not (longer_than_a_page and y < 0.6 * sheet.height):
        draw_form(sheet, sheet.turn() + 5 * MM, form)
        return
    y = max(y + 10, min(y + 34, sheet.low - form_height(form, 26.5) - 12))
    sheet.across(y, PEN_RULE, INK, (3, 2.4))
    sheet.text((sheet.left_x + sheet.right_x) / 2, y - 2.4, "cut here", CAPTION, colour=FAINT, side=Side.MIDDLE)
    draw_form(sheet, y + 4, form)


# Left column


def _spread(room: float) -> Callable[[float], float]:
    """Where in a column of this width stands what stands at x in the wide one; signs and numbers keep their place."""
    share = (room - 46) / (LEFT - 46)
    return lambda x: x if x <= 46 else 46 + (x - 46) * share


def _events(events: Sequence[Event], room: float, air: float) -> Block | None:
    if not events:
        return None
    return Block(
        "Last 24 hours",
        [entry for event in events for entry in _event(event, room, air / 2)],
        "times are local; blows in bold",
    )


def _event(event: Event, room: float, air: float) -> list[Item]:
    cut = Cut.BOLD if event.is_blow else Cut.REGULAR
    lines = paragraph(event.text, room - 30, TEXT, cut).lines
    return [
        Item(
            TEXT * 1.22 + (3.2 + air if step == len(lines) - 1 else 0),
            _two_words(event.clock if step == 0 else "", line, 30, cut),
        )
        for step, line in enumerate(lines)
    ]


def _two_words(first: str, second: str, indent: float, cut: Cut) -> Drawing:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.fitted(x, y + TEXT * 0.95, first, indent - 3, TEXT, cut)
        sheet.text(x + indent, y + TEXT * 0.95, second, TEXT, cut)

    return paint


def _own_block(lines: Sequence[OwnLine], totals: Sequence[OwnLine], room: float, air: float) -> Block | None:
    if not lines and not totals:
        return None
    heads = word_heads([(_spread(room)(at), word) for at, word in OWN_HEADS], room, CHANGES, 10)
    items = [heads, *striped((_own_row(line, room, air) for line in lines), room)]
    if totals:
        items.append(Item(2.4, lambda sheet, x, y: sheet.rule(x, y + 0.6, x + room, CLOSE_RULE)))
        items += [_own_row(line, room, air, bold=True) for line in totals]
    aside = "bar: today; white end: lost since yesterday" + (
        "; in brackets: out of play" if any(line.is_lost for line in lines) else ""
    )
    return Block("Your order of battle", items, aside, heads=1)


def _own_row(line: OwnLine, room: float, air: float, *, bold: bool = False) -> Item:
    h = 10.4
    spread = _spread(room)
    wide = spread(142) - 46
    name = fit(line.name, wide, TEXT, Cut.BOLD if bold else Cut.SEMIBOLD, 2)
    place = fit(line.position, wide, NOTE, Cut.ITALIC) if line.position else None
    state = fit(
        line.state,
        room - spread(284 if line.establishment else 240),
        TABLE,
        Cut.BOLD if line.needs_notice else Cut.REGULAR,
        2,
    )
    up = headroom(line.symbol, h) if line.symbol else 0.0
    deep = name.depth + (place.depth if place else 0)
    high = (
        max(12.0 if line.symbol is None else up + h + footroom(line.symbol, h) + 1.6, deep + 4, state.depth + 3) + air
    )

    def paint(sheet: Sheet, x: float, y: float) -> None:
        middle = y + high / 2
        if line.symbol is not None:
            draw_in_row(sheet, line.symbol, x + 8, y, high, h, sheet.accent)
        sheet.fitted(x + 43, middle + 2.7, line.number, 17, TEXT, Cut.BOLD, side=Side.RIGHT)
        low = sheet.lines(x + 46, middle - deep / 2 + name.size * 0.92, name)
        if place:
            sheet.lines(x + 46, low + place.pitch, place, THIRD)
        cut = Cut.BOLD if bold else Cut.REGULAR
        today = 0 if line.is_lost else line.today
        if line.yesterday is not None:
            sheet.text(x + spread(176), middle + 2.7, f"{line.yesterday:,}", TEXT, cut, SECOND, Side.RIGHT)
            sheet.text(
                x + spread(236),
                middle + 2.7,
                signed(today - line.yesterday),
                TEXT,
                Cut.BOLD if line.needs_notice or bold else Cut.REGULAR,
                side=Side.RIGHT,
            )
        shown, how = (f"({line.today:,})", Cut.REGULAR) if line.is_lost else (f"{line.today:,}", Cut.BOLD)
        sheet.text(x + spread(206), middle + 2.7, shown, TEXT, how, side=Side.RIGHT)
        draw_bar(sheet, x + spread(243), middle, spread(279) - spread(243), today, line.yesterday, line.establishment)
        sheet.lines(
            x + spread(284 if line.establishment else 240),
            middle + 2.7 - state.pitch * (len(state.lines) - 1) / 2,
            state,
        )

    return Item(high, paint)


# Right column


def _decisions(decisions: Sequence[OwedDecision], due: str, room: float, air: float) -> Block | None:
    if not decisions:
        return None
    return Block(
        "Decisions owed", [_decision(decision, room, air) for decision in decisions], f"before {due}" if due else ""
    )


def _decision(decision: OwedDecision, room: float, air: float) -> Item:
    text = paragraph(decision.text, room - 14, TEXT, Cut.BOLD)
    command = fit(decision.command, room - 14, CAPTION, lines=2) if decision.command else None
    high = text.size * 1.2 * len(text.lines) + (command.depth + 1 if command else 0) + 5 + air

    def paint(sheet: Sheet, x: float, y: float) -> None:
        check_box(sheet, x, y + 0.6, 8, 0.7)
        down = y + 7
        for line in text.lines:
            sheet.text(x + 14, down, line, TEXT, Cut.BOLD)
            down += TEXT * 1.2
        if command:
            sheet.lines(x + 14, down, command, THIRD)

    return Item(high, paint)


def _supply(view: Sitrep, room: float, air: float) -> Block | None:
    if not view.supply:
        return None
    return Block(
        "Supply", [entry for line in view.supply for entry in _supply_line(line, room, air)], view.supply_grade
    )


def _supply_line(line: SupplyLine, room: float, air: float) -> list[Item]:
    """Level and name, in supply or cut; the route; what threatens it."""
    verdict = "in supply" if line.in_supply else "cut off"
    name = fit(line.name, room - 92, TEXT, Cut.SEMIBOLD, 2)

    def head(sheet: Sheet, x: float, y: float) -> None:
        _draw_link(sheet, x, y + 4.6, is_unbroken=line.in_supply)
        sheet.fitted(x + 14, y + 7.2, line.level, 34, TABLE, colour=SECOND)
        sheet.lines(x + 50, y + 7.2, name)
        sheet.text(x + room, y + 7.2, verdict, TEXT, Cut.REGULAR if line.in_supply else Cut.BOLD, side=Side.RIGHT)

    items = [Item(max(10.4, name.depth + 2), head)]
    if line.route:
        items += _indented(line.route, room, Cut.REGULAR)
    if line.threat:
        items += _indented(
            ("threat: " if line.in_supply else "") + line.threat, room, Cut.BOLD if not line.in_supply else Cut.REGULAR
        )
    return [*items, gap(3.4 + air)]


def _indented(text: str, room: float, cut: Cut) -> list[Item]:
    lines = paragraph(text, room - 14, TABLE, cut).lines
    return [Item(TABLE * 1.22, _at_indent(line, cut)) for line in lines]


def _at_indent(line: str, cut: Cut) -> Drawing:
    return lambda sheet, x, y: void(
        sheet.text(x + 14, y + TABLE * 0.95, line, TABLE, cut, SECOND if cut is Cut.REGULAR else INK)
    )


def _draw_link(sheet: Sheet, x: float, y: float, *, is_unbroken: bool) -> None:
    """Two ends of a supply line: joined by a dash, or cut by a cross."""
    sheet.line(x + 1.6, y, x + 9.4, y, 1.6, INK if is_unbroken else FAINT, () if is_unbroken else (1, 1.2))
    for at in (1.8, 9.2):
        sheet.disc(x + at, y, 1.6, 0.7, INK, WHITE)
    if not is_unbroken:
        for way in (1, -1):
            sheet.line(x + 3.4, y - 2.4 * way, x + 7.6, y + 2.4 * way, 1.2)


def _weather(facts: Sequence[Fact], light: str, room: float, air: float) -> Block | None:
    if not facts and not light:
        return None
    items = [entry for fact in facts for entry in _labelled(fact, 48, room, air)]
    items += text_items(light, room, TABLE, colour=SECOND) if light else []
    return Block("Weather and light", items)


def _neighbours(facts: Sequence[Fact], room: float, air: float) -> Block | None:
    return (
        Block("Neighbours and promises", [entry for fact in facts for entry in _labelled(fact, 62, room, air)])
        if facts
        else None
    )


def _labelled(fact: Fact, indent: float, room: float, air: float) -> list[Item]:
    label: Setting = fit(fact.label, indent - 4, TABLE, Cut.SEMIBOLD, 2)
    text = paragraph(fact.text, room - indent, TABLE)
    high = max(label.depth, TABLE * 1.22 * len(text.lines)) + 2.6 + air

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.lines(x, y + TABLE * 0.95, label)
        down = y + TABLE * 0.95
        for line in text.lines:
            sheet.text(x + indent, down, line, TABLE)
            down += TABLE * 1.22

    return (
        [Item(high, paint)]
        if high < 300
        else [*text_items(fact.label, room, TABLE, Cut.SEMIBOLD), *text_items(fact.text, room, TABLE)]
    )
