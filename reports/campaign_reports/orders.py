"""The order form of one commander: what stands for each formation and unit, printed, and cells to write the new order
in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from campaign.views.orders import AirRow, OrderForm, OrderRow
from campaign.views.papers import Fact
from campaign_reports.blocks import Block, fact_items, flow
from campaign_reports.branches import BREADTH
from campaign_reports.document import Document, compose, rendered
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.pen import write_line
from campaign_reports.style import BLOCK_RULE, CAPTION, CLOSE_RULE, FAINT, INK, MM, ROW_RULE, SECOND, TABLE, tint
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, Setting, fit, paragraph

ROW = 26.5
CLOSE_ROW, WIDE_ROW = 21.0, 38.0
"""Rows are as high as the page allows."""
UNIT, STANDS, TASK, TO, START, WITH, RESERVE, END = 0.0, 124.0, 222.0, 306.0, 400.0, 436.0, 487.0, 538.6
HEADS = (
    (UNIT, "unit"),
    (STANDS, "stands until changed"),
    (TASK, "task: move, attack, hold, rest"),
    (TO, "to / by way of"),
    (START, "start"),
    (WITH, "with, under"),
    (RESERVE, "if ... then"),
)
AIR_HEADS = (
    (UNIT, "air group"),
    (STANDS, "written"),
    (TASK, "task"),
    (TO, "target: place, enemy in sight, command, division"),
    (RESERVE, "turn"),
)
AIR_ROW, AIR_HEAD = 21.0, 20.0
FOOT_HIGH = 70.0
LONGEST = 12
"""Lines of a text in a cell; a longer one is broken off there and stands in full after the form."""


@rendered
def render_orders(view: OrderForm, _: Paper) -> Document:
    """One commander's order form on pages of its own."""
    return Document((orders_part(view),), (view,))


def orders_part(view: OrderForm) -> Part:
    """The form as a part of a file."""
    return Part(
        view.masthead,
        lambda sheet: _paint(sheet, view),
        name=f"Orders of {view.commander}" if view.commander else "Orders",
        grows=True,
    )


def render_all_orders(views: Sequence[OrderForm], paper: Paper = Paper.A4) -> bytes:
    """The forms of several commanders in one file, each on its own pages."""
    return compose([render_orders.document(view, paper) for view in views], paper)


def _paint(sheet: Sheet, view: OrderForm) -> None:
    draw_form(sheet, sheet.begin() + 5 * MM, view)


def form_height(form: OrderForm, row: float = CLOSE_ROW) -> float:
    """Height of the whole form with rows as close as they may be."""
    air = AIR_HEAD * bool(form.air) + sum(max(AIR_ROW, _air_height(group)) for group in form.air)
    return 27 + sum(_row_height(order, row) for order in form.rows) + form.blank_rows * row + air + FOOT_HIGH


def draw_form(sheet: Sheet, y: float, form: OrderForm) -> float:
    """Draws the form from y down, over as many pages as it takes."""
    y = _draw_title(sheet, y, form)
    low = sheet.low
    air = AIR_HEAD * bool(form.air) + sum(max(AIR_ROW, _air_height(group)) for group in form.air)
    room = low - FOOT_HIGH - air - y - 12
    row = next(
        (
            high
            for high in (76.0, 66.0, 56.0, 48.0, WIDE_ROW, 32.0, ROW, 23.5)
            if sum(_row_height(order, high) for order in form.rows) + form.blank_rows * high <= room
        ),
        CLOSE_ROW,
    )
    y = top = _draw_heads(sheet, y)
    for order in (*form.rows, *([None] * form.blank_rows)):
        high = _row_height(order, row) if order is not None else row
        if y + high > low:
            _close(sheet, top, y)
            y = top = _draw_heads(sheet, _draw_title(sheet, sheet.turn() + 5 * MM, form, continued=True))
        _draw_row(sheet, y, high, order)
        y += high
    _close(sheet, top, y)
    for group in form.air:
        high = max(AIR_ROW, _air_height(group))
        first = group is form.air[0]
        if y + high + (AIR_HEAD if first else 0) > low:
            y, first = sheet.turn() + 5 * MM, True
        if first:
            y = _draw_heads(sheet, y + 3 * MM, AIR_HEADS)
        y = _draw_air_row(sheet, y, high, group)
    if y + FOOT_HIGH > low:
        y = sheet.next_page()
    return _draw_in_full(sheet, _draw_foot(sheet, y), form)


def _draw_in_full(sheet: Sheet, y: float, form: OrderForm) -> float:
    """What was broken off in a cell, over the width of the page."""
    facts = [
        Fact(label.capitalize(), f"{order.name}. {text}")
        for order in form.rows
        for label, text in _written(order)
        if len(paragraph(f"{label}: {text}", TASK - STANDS - 6, CAPTION).lines) > LONGEST
    ]
    if not facts:
        return y
    if y + 22 * MM > sheet.foot:
        y = sheet.turn()
    return flow(sheet, y + 4 * MM, [Block("In full", fact_items(facts, sheet.room, 18 * MM))])


def _draw_title(sheet: Sheet, y: float, form: OrderForm, *, continued: bool = False) -> float:
    x = (
        sheet.left_x
        + sheet.text(sheet.left_x, y + 9, "ORDERS" + (", CONTINUED" if continued else ""), 12, Cut.BOLD)
        + 8
    )
    due = f"hand in by {form.due}" if form.due else ""
    used = sheet.fitted(sheet.right_x, y + 9, due, 130, 9, Cut.BOLD, side=Side.RIGHT)
    words = " \N{MIDDLE DOT} ".join(word for word in (form.commander, form.force, form.period) if word)
    sheet.fitted(x, y + 9, words, sheet.right_x - used - 8 - x, 8, colour=SECOND)
    return y + 15


def _draw_heads(sheet: Sheet, y: float, heads: Sequence[tuple[float, str]] = HEADS) -> float:
    sheet.box(sheet.left_x, y, sheet.room, 11, fill=tint(sheet.accent))
    edges = [at for at, _ in heads[1:]] + [END]
    for (at, word), edge in zip(heads, edges, strict=True):
        sheet.fitted(sheet.left_x + at + 3, y + 8, word, edge - at - 5, CAPTION, Cut.SEMIBOLD)
    sheet.across(y, 1.1)
    return y + 11


def _close(sheet: Sheet, top: float, y: float) -> None:
    """The outline of the table and its columns."""
    for at, _ in HEADS[1:]:
        sheet.line(sheet.left_x + at, top - 11, sheet.left_x + at, y, ROW_RULE if at == STANDS else CLOSE_RULE, FAINT)
    sheet.box(sheet.left_x, top - 11, sheet.room, y - top + 11, BLOCK_RULE)


def _stands(order: OrderRow) -> list[Setting]:
    """The standing order, and aim, objective and limit if they are written."""
    room = TASK - STANDS - 6
    settings = [paragraph(order.standing, room, TABLE, Cut.SEMIBOLD)] if order.standing else []
    settings += [_cut_short(paragraph(f"{label}: {text}", room, CAPTION)) for label, text in _written(order)]
    return settings + [paragraph(text, room, CAPTION) for text in order.coming]


def _written(order: OrderRow) -> list[tuple[str, str]]:
    return [
        (label, text)
        for label, text in (("aim", order.aim), ("objective", order.objective), ("limit", order.limit))
        if text
    ]


def _cut_short(text: Setting) -> Setting:
    if len(text.lines) <= LONGEST:
        return text
    return replace(text, lines=(*text.lines[: LONGEST - 1], "... (in full after the form)"))


def _name(order: OrderRow) -> tuple[float, Setting, Setting | None]:
    """Left edge of the symbol, name, position."""
    indent = 4 + 8 * min(order.depth, 4)
    room = STANDS - indent - 26
    return (
        indent,
        fit(order.name, room, 7.8, Cut.SEMIBOLD, 2),
        fit(order.position, room, CAPTION, lines=2) if order.position else None,
    )


def _row_height(order: OrderRow, row: float) -> float:
    _, name, position = _name(order)
    left_x = name.depth + (position.depth if position else 0)
    right = sum(text.size * 1.22 * len(text.lines) for text in _stands(order))
    return max(row, left_x + 6, right + 6)


def _draw_row(sheet: Sheet, y: float, high: float, order: OrderRow | None) -> None:
    sheet.across(y + high, CLOSE_RULE, FAINT)
    if order is None:
        return
    middle = y + high / 2
    indent, name, position = _name(order)
    h = 10.0
    draw_in_row(sheet, order.symbol, sheet.left_x + indent, y, high, h, sheet.accent)
    x = sheet.left_x + indent + BREADTH * h + 6
    block = name.depth + (position.depth if position else 0)
    low = sheet.lines(x, middle - block / 2 + name.size * 0.92, name)
    if position:
        sheet.lines(x, low + position.pitch, position, SECOND)
    texts = _stands(order)
    down = middle - sum(text.size * 1.22 * len(text.lines) for text in texts) / 2
    for text in texts:
        for line in text.lines:
            sheet.text(
                sheet.left_x + STANDS + 3,
                down + text.size * 0.95,
                line,
                text.size,
                text.cut,
                INK if text.cut is Cut.SEMIBOLD else SECOND,
            )
            down += text.size * 1.22


# Air groups, on the form of whoever tasks them


def _air_texts(group: AirRow) -> tuple[Setting, Setting]:
    """The group, and what is written for it."""
    return fit(group.name, STANDS - 8, 7.8, Cut.SEMIBOLD, 2), paragraph(group.standing, TASK - STANDS - 6, TABLE)


def _air_height(group: AirRow) -> float:
    return max(text.depth for text in _air_texts(group)) + 6


def _draw_air_row(sheet: Sheet, y: float, high: float, group: AirRow) -> float:
    """The group and what is written for it; cells for a task, its target, its turn."""
    for x, text in zip((UNIT + 4, STANDS + 3), _air_texts(group), strict=True):
        block = text.depth
        sheet.lines(sheet.left_x + x, y + high / 2 - block / 2 + text.size * 0.92, text)
    for at, _ in AIR_HEADS[1:]:
        sheet.line(sheet.left_x + at, y, sheet.left_x + at, y + high, ROW_RULE if at == STANDS else CLOSE_RULE, FAINT)
    sheet.box(sheet.left_x, y, sheet.room, high, CLOSE_RULE)
    return y + high


def _draw_foot(sheet: Sheet, y: float) -> float:
    """Aim, objective, limit, what is asked for, signature and time."""
    left_x, right = sheet.left_x, sheet.right_x
    for step, fields in enumerate(
        (
            (("Aim", 0.0, 1.0),),
            (("Objective", 0.0, 0.62), ("Limit", 0.64, 1.0)),
            (("Asked for", 0.0, 0.62), ("Signed", 0.64, 0.87), ("Time", 0.88, 1.0)),
        )
    ):
        base = y + 20 + 22 * step
        for label, start, end in fields:
            x = left_x + start * sheet.room
            used = sheet.text(x, base - 1.5, label, 7.5, Cut.SEMIBOLD)
            write_line(
                sheet, max(x + used + 6, x + (38 if start == 0 else 0)), min(right, left_x + end * sheet.room), base
            )
    return y + FOOT_HIGH
