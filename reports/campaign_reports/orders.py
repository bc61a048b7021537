"""The order form of one commander: the orders in force for each command, printed, and cells for the new order, to be
filled in with a pen or on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.values import replace
from campaign.words.order_boxes import AIR_LABELS, ASKED_FOR, INTENTION, LABELS, air_box, order_boxes, row_box
from campaign.words.orders import AirRow, OrderForm, OrderRow
from campaign.words.papers import Fact
from campaign.words.proposal import BY_DEFAULT
from campaign_reports.blocks import Block, fact_items, flow
from campaign_reports.branches import BREADTH
from campaign_reports.document import Document, compose, rendered
from campaign_reports.form_fields import Fillable
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.pen import write_line
from campaign_reports.style import (
    BLOCK_RULE,
    CAPTION,
    CLOSE_RULE,
    FAINT,
    INK,
    MM,
    NOTE,
    ROW_RULE,
    SECOND,
    TABLE,
    TEXT,
    tint,
)
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, Setting, fit, paragraph

ROW, CLOSE_ROW, WIDE_ROW = 24.0, 19.0, 34.0
"""Heights of a row in points: normal, close and wide, as far as the page has room."""
UNIT, STANDS, TASK, TO, START, AIM, END = 0.0, 108.0, 256.0, 298.0, 394.0, 428.0, 538.6
HEADS = (
    (UNIT, "unit"),
    (STANDS, "present order"),
    (TASK, "task"),
    (TO, "to ... via ..."),
    (START, "from turn"),
    (AIM, "aim; objective; limit"),
)
COLUMNS = dict(zip(LABELS, ((TASK, TO), (TO, START), (START, AIM), (AIM, END)), strict=True))
"""Left and right edges of the columns to write in, by the name of their boxes."""
AIR_HEADS = (
    (UNIT, "air group"),
    (STANDS, "written"),
    (TASK, "task"),
    (TO, "target: place, enemy, command"),
    (AIM, "turn"),
)
AIR_COLUMNS = dict(zip(AIR_LABELS, ((TASK, TO), (TO, AIM), (AIM, END)), strict=True))
AIR_HEAD, AIR_ROW = 17.0, 15.5
TITLE_HIGH, HEAD_HIGH, FOOT_HIGH = 15.0, 11.0, 44.0
LONGEST = 12
"""Most lines of a text in a cell; a longer text is cut off there and printed in full after the form."""


@rendered
def render_orders(view: OrderForm, _: Paper) -> Document:
    """Return one commander's order form on pages of its own."""
    return Document((orders_part(view),), (view,))


def orders_part(view: OrderForm) -> Part:
    return Part(
        view.masthead,
        lambda sheet: _paint(sheet, view),
        name=f"Orders of {view.commander}" if view.commander else "Orders",
        fillable=True,
        grows=True,
    )


def render_all_orders(views: Sequence[OrderForm], paper: Paper = Paper.A4) -> bytes:
    """Return the forms of several commanders in one file, each on its own pages."""
    return compose([render_orders.document(view, paper) for view in views], paper)


def _paint(sheet: Sheet, view: OrderForm) -> None:
    draw_form(sheet, sheet.begin() + 5 * MM, view)


def form_height(form: OrderForm, row: float = CLOSE_ROW) -> float:
    """Return the height of the whole form with rows as close as they may be."""
    return TITLE_HIGH + HEAD_HIGH + _rows_height(form, row) + _air_high(form) + FOOT_HIGH


def _rows_height(form: OrderForm, row: float) -> float:
    return sum(_row_height(order, row) for order in form.rows) + form.blank_rows * row


def _air_high(form: OrderForm) -> float:
    return AIR_HEAD * bool(form.air) + sum(_air_height(group) for group in form.air)


def draw_form(sheet: Sheet, y: float, form: OrderForm) -> float:
    """Draw the form from y down, over as many pages as it takes."""
    low = sheet.low
    form = _without_a_last_page_of_blanks(form, low - y)
    fill = Fillable(order_boxes(form))
    fill.identify(sheet)
    room = low - FOOT_HIGH - _air_high(form) - y - TITLE_HIGH - HEAD_HIGH
    heights = (WIDE_ROW, 30.0, 27.0, ROW, 22.0)
    row = next((high for high in heights if _rows_height(form, high) <= room), CLOSE_ROW)
    y = top = _draw_heads(sheet, _draw_title(sheet, y, form))
    rows = [*form.rows, *([None] * form.blank_rows)]
    highs = [row if order is None else _row_height(order, row) for order in rows]
    for number, (order, high) in enumerate(zip(rows, highs, strict=True), 1):
        goes_with_foot = number == len(rows) - 1 and not form.air and y > top
        if y + high > low or (goes_with_foot and y + sum(highs[number - 1 :]) + FOOT_HIGH > low):
            _close(sheet, top, y)
            y = top = _draw_heads(sheet, _draw_title(sheet, sheet.turn() + 5 * MM, form, continued=True))
        _draw_row(sheet, y, high, order)
        for column, (left_x, right_x) in COLUMNS.items():
            draw = fill.choose if column == "task" else fill.write
            draw(sheet, row_box(number, column), sheet.left_x + left_x, y, right_x - left_x, high)
        if order is None:
            fill.choose(sheet, row_box(number, "unit"), sheet.left_x + UNIT, y, STANDS - UNIT, high)
        y += high
    _close(sheet, top, y)
    y = _draw_air(sheet, y, form, fill)
    if y + FOOT_HIGH > low:
        y = sheet.next_page()
    return _draw_in_full(sheet, _draw_foot(sheet, y, fill), form)


LEAST_BLANK = 2


def _without_a_last_page_of_blanks(form: OrderForm, room: float) -> OrderForm:
    """Return the form with fewer blank rows, but two at least, if it fits on its page with them and not with all."""
    for blank in range(form.blank_rows, LEAST_BLANK - 1, -1):
        shorter = replace(form, blank_rows=blank)
        if form_height(shorter) <= room:
            return shorter
    return form


def _draw_title(sheet: Sheet, y: float, form: OrderForm, *, continued: bool = False) -> float:
    if not continued:
        sheet.heading(y, "Orders")
    word = "ORDERS" + (", CONTINUED" if continued else "")
    x = sheet.left_x + sheet.text(sheet.left_x, y + 9, word, 12, Cut.BOLD) + 8
    due = f"hand in by {form.deadline or form.due}" if form.deadline or form.due else ""
    used = sheet.fitted(sheet.right_x, y + 9, due, 250 if form.deadline else 130, 9, Cut.BOLD, side=Side.RIGHT)
    missing = f"without it {form.if_missing}" if form.if_missing else ""
    words = " \N{MIDDLE DOT} ".join(word for word in (form.whose, form.force, form.period, missing) if word)
    sheet.fitted(x, y + 9, words, sheet.right_x - used - 8 - x, 8, colour=SECOND)
    return y + TITLE_HIGH


def _draw_heads(sheet: Sheet, y: float, heads: Sequence[tuple[float, str]] = HEADS) -> float:
    sheet.box(sheet.left_x, y, sheet.room, HEAD_HIGH, fill=tint(sheet.accent))
    edges = [at for at, _ in heads[1:]] + [END]
    for (at, word), edge in zip(heads, edges, strict=True):
        sheet.fitted(sheet.left_x + at + 3, y + 8, word, edge - at - 5, CAPTION, Cut.SEMIBOLD)
    sheet.across(y, 1.1)
    return y + HEAD_HIGH


def _close(sheet: Sheet, top: float, y: float) -> None:
    """Draw the outline of the table and its columns."""
    for at, _ in HEADS[1:]:
        rule = ROW_RULE if at == STANDS else CLOSE_RULE
        sheet.line(sheet.left_x + at, top - HEAD_HIGH, sheet.left_x + at, y, rule, FAINT)
    sheet.box(sheet.left_x, top - HEAD_HIGH, sheet.room, y - top + HEAD_HIGH, BLOCK_RULE)


def _stands(order: OrderRow) -> list[Setting]:
    """Return the standing order, its aim, objective and limit, and orders for later turns."""
    room = TASK - STANDS - 6
    settings = [fit(order.standing, room, TABLE, Cut.REGULAR if order.follows else Cut.SEMIBOLD, 3)]
    settings += [_cut_short(paragraph(f"{label}: {text}", room, TABLE)) for label, text in _written(order)]
    if order.proposal is not None:
        settings.append(paragraph(f"{BY_DEFAULT}, because {order.proposal.why}.", room, NOTE, Cut.ITALIC))
    return [*settings, *(paragraph(text, room, NOTE, Cut.ITALIC) for text in order.coming)]


def _written(order: OrderRow) -> list[tuple[str, str]]:
    texts = (("aim", order.aim), ("objective", order.objective), ("limit", order.limit))
    return [(label, text) for label, text in texts if text]


def _cut_short(text: Setting) -> Setting:
    if len(text.lines) <= LONGEST:
        return text
    return replace(text, lines=(*text.lines[: LONGEST - 1], "... (in full after the form)"))


def _draw_in_full(sheet: Sheet, y: float, form: OrderForm) -> float:
    """Draw the texts that were cut in a cell, over the width of the page."""
    room = TASK - STANDS - 6
    facts = [
        Fact(label.capitalize(), f"{order.name}. {text}")
        for order in form.rows
        for label, text in _written(order)
        if len(paragraph(f"{label}: {text}", room, TABLE).lines) > LONGEST
    ]
    if not facts:
        return y
    if y + 22 * MM > sheet.foot:
        y = sheet.turn()
    return flow(sheet, y + 4 * MM, [Block("In full", fact_items(facts, sheet.room, 18 * MM))])


def _name(order: OrderRow) -> tuple[float, Setting, Setting | None]:
    """Return the left edge of the symbol, the name, and the position."""
    indent = 3 + 6 * min(order.depth, 3)
    room = STANDS - indent - 26
    position = fit(order.position, room, NOTE, Cut.ITALIC, 3) if order.position else None
    return indent, fit(order.name, room, TEXT, Cut.SEMIBOLD, 2), position


def _row_height(order: OrderRow, row: float) -> float:
    _, name, position = _name(order)
    words = name.depth + (position.depth if position else 0)
    return max(row, words + 5, sum(text.depth for text in _stands(order)) + 5)


def _draw_row(sheet: Sheet, y: float, high: float, order: OrderRow | None) -> None:
    sheet.across(y + high, CLOSE_RULE, FAINT)
    if order is None:
        return
    middle = y + high / 2
    indent, name, position = _name(order)
    h = 9.4
    draw_in_row(sheet, order.symbol, sheet.left_x + indent, y, high, h, sheet.accent)
    x = sheet.left_x + indent + BREADTH * h + 6
    block = name.depth + (position.depth if position else 0)
    low = sheet.lines(x, middle - block / 2 + name.size * 0.92, name)
    if position:
        sheet.lines(x, low + position.pitch, position, SECOND)
    texts = _stands(order)
    down = middle - sum(text.depth for text in texts) / 2
    for text in texts:
        colour = INK if text.cut is Cut.SEMIBOLD else SECOND
        sheet.lines(sheet.left_x + STANDS + 3, down + text.size * 0.92, text, colour)
        down += text.depth


# Air groups, on the form of whoever tasks them


def _draw_air(sheet: Sheet, y: float, form: OrderForm, fill: Fillable) -> float:
    """Draw the air groups, under heads of their own."""
    if form.air and y + _air_high(form) + FOOT_HIGH > sheet.low:
        y = sheet.turn()
    for number, group in enumerate(form.air, 1):
        high = _air_height(group)
        is_first = number == 1
        foot = FOOT_HIGH if number == len(form.air) and not is_first else 0  # a form's end is not a page of its own
        if y + high + foot + (AIR_HEAD if is_first else 0) > sheet.low:
            y, is_first = sheet.turn() + 5 * MM, True
        if is_first:
            y = _draw_heads(sheet, y + AIR_HEAD - HEAD_HIGH, AIR_HEADS)
        _draw_air_row(sheet, y, high, group)
        for column, (left_x, right_x) in AIR_COLUMNS.items():
            draw = fill.choose if column == "task" else fill.write
            draw(sheet, air_box(number, column), sheet.left_x + left_x, y, right_x - left_x, high)
        y += high
    return y


def _air_texts(group: AirRow) -> tuple[Setting, Setting]:
    """Return the group, and its written sorties, both in full: two rows of the same task must not look alike."""
    return (fit(group.name, STANDS - 8, TEXT, Cut.SEMIBOLD, 2), fit(group.standing, TASK - STANDS - 6, TABLE, lines=2))


def _air_height(group: AirRow) -> float:
    return max(AIR_ROW, max(text.depth for text in _air_texts(group)) + 5)


def _draw_air_row(sheet: Sheet, y: float, high: float, group: AirRow) -> None:
    """Draw the group with its written sorties, and cells for a task, its target, its turn."""
    for x, text in zip((UNIT + 4, STANDS + 3), _air_texts(group), strict=True):
        sheet.lines(sheet.left_x + x, y + high / 2 - text.depth / 2 + text.size * 0.92, text)
    for at, _ in AIR_HEADS[1:]:
        sheet.line(sheet.left_x + at, y, sheet.left_x + at, y + high, ROW_RULE if at == STANDS else CLOSE_RULE, FAINT)
    sheet.box(sheet.left_x, y, sheet.room, high, CLOSE_RULE)


def _draw_foot(sheet: Sheet, y: float, fill: Fillable) -> float:
    """Draw the intention, requests, signature and time; the signature is for the pen alone."""
    left_x, right_x = sheet.left_x, sheet.right_x
    rows: tuple[tuple[tuple[str, str, float, float], ...], ...] = (
        (("Intention", INTENTION, 0.0, 1.0),),
        (("Asked for", ASKED_FOR, 0.0, 0.62), ("Signed", "", 0.64, 0.87), ("Time", "", 0.88, 1.0)),
    )
    for step, fields in enumerate(rows):
        base = y + 18 + 20 * step
        for label, box, start, end in fields:
            x = left_x + start * sheet.room
            used = sheet.text(x, base - 1.5, label, TEXT, Cut.SEMIBOLD)
            first, last = max(x + used + 6, x + (42 if start == 0 else 0)), min(right_x, left_x + end * sheet.room)
            write_line(sheet, first, last, base)
            if box:
                fill.write_on_line(sheet, box, first, last, base)
    return y + FOOT_HIGH
