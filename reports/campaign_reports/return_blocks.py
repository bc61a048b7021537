"""The numbered blocks at the foot of a return: each asks one question, in the order in which the return is typed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from campaign.terms.return_box import Field, FieldKind
from campaign.values import replace
from campaign.words.form_boxes import CLOCK_HOURS, CLOCK_MINUTES, side_box
from campaign.words.packet import ReturnForm
from campaign.words.return_foot import BOXES, FOOT, FootKind, Group
from campaign.words.texts import papers
from campaign_reports.blocks import Block, Item, text_items
from campaign_reports.form_fields import Fillable
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import check_box, labelled_box, number_boxes, write_line
from campaign_reports.style import CAPTION, FAINT, MM, NOTE
from campaign_reports.type import Cut, Setting, fit, width

FOOT_BOX: float = 5.0 * MM
COLUMN: float = 61 * MM
ITEM: float = 7.2 * MM
"""Row pitch in the numbered blocks."""


def _draw_text(sheet: Sheet, x: float, y: float, high: float, text: Setting) -> None:
    """Draw a text in the middle of a row's height."""
    sheet.lines(x, y + high / 2 - text.height / 2 + text.size * 0.88, text)


def _draw_tick(sheet: Sheet, fill: Fillable, name: str, x: float, y: float) -> None:
    """Draw a box to cross, by pen or on the screen."""
    check_box(sheet, x, y, FOOT_BOX, 0.8)
    fill.tick(sheet, name, x, y, FOOT_BOX, FOOT_BOX)


def _boxes(labels: Sequence[tuple[str, str]], fill: Fillable) -> list[Item]:
    """Return boxes, each with its name and label, as many beside one another as fit into the column."""
    lines: list[list[tuple[str, str, float, float]]] = [[]]
    x = 0.0
    for name, label in labels:
        wide = min(COLUMN, width(label, Cut.REGULAR, 8) + FOOT_BOX + 1.8 * MM)
        if lines[-1] and x + wide > COLUMN:
            lines.append([])
            x = 0.0
        lines[-1].append((name, label, x, wide))
        x += wide + 4 * MM
    return [_row_of(line, fill) for line in lines if line]


def _row_of(line: Sequence[tuple[str, str, float, float]], fill: Fillable) -> Item:
    deep = max(len(fit(label, wide - FOOT_BOX - 1.6 * MM, 8, lines=2).lines) for _, label, _, wide in line)
    high = max(ITEM, deep * 7.4 + 4)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for name, label, start, wide in line:
            labelled_box(sheet, x + start, y + (high - FOOT_BOX) / 2, FOOT_BOX, label, wide)
            fill.tick(sheet, name, x + start, y + (high - FOOT_BOX) / 2, FOOT_BOX, FOOT_BOX)

    return Item(high, paint)


def clock_block(view: ReturnForm, fill: Fillable) -> Block:
    """Return block 1: the time of the end, finished or suspended, hours left to pursue."""

    def when(sheet: Sheet, x: float, y: float) -> None:
        base = y + 4.2 * MM
        sheet.text(x, base, "Ended at", 8)
        for at in (16, 21.2, 29.0, 34.2):
            check_box(sheet, x + at * MM, y + 0.8 * MM, 5.2 * MM, 0.8)
        for name, at in ((CLOCK_HOURS, 16), (CLOCK_MINUTES, 29)):
            fill.comb(sheet, name, x + at * MM, y + 0.8 * MM, 10.4 * MM, 5.2 * MM)
        sheet.text(x + 27.7 * MM, base, ":", 11, Cut.BOLD, side=Side.MIDDLE)
        sheet.text(x + 42 * MM, base, "turn", 8)
        check_box(sheet, x + 48.5 * MM, y + 0.8 * MM, 5.2 * MM, 0.8)
        fill.comb(sheet, "turn", x + 48.5 * MM, y + 0.8 * MM, 5.2 * MM, 5.2 * MM)

    def pursue(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x, y + 4.2 * MM, "Hours left to pursue", 8)
        check_box(sheet, x + 30 * MM, y + 0.6 * MM, FOOT_BOX, 0.8)
        fill.comb(sheet, "hours_left", x + 30 * MM, y + 0.6 * MM, FOOT_BOX, FOOT_BOX)
        sheet.fitted(
            x + 36.5 * MM, y + 4.2 * MM, papers().text("pursue_note"), COLUMN - 36.5 * MM, NOTE, Cut.ITALIC, FAINT
        )

    ending = (_remark(papers().text("ending_note")), *_boxes(_group("ending", view).boxes, fill))
    items = (Item(7.6 * MM, when), *ending, Item(ITEM, pursue))
    return Block("1\N{NO-BREAK SPACE} The clock", (*items, *_more(1, fill)), papers().text("clock_note"))


def _group(key: str, view: ReturnForm) -> Group:
    return BOXES[key].groups(view)[0]


def field_block(view: ReturnForm, fill: Fillable) -> Block:
    """Return block 2: the holder of the field (umpire 1.7)."""
    boxes = _boxes(_group("field", view).boxes, fill)
    return Block(
        "2\N{NO-BREAK SPACE} Who holds the field", (_remark(papers().text("field_note")), *boxes, *_more(2, fill))
    )


def _remark(words: str) -> Item:
    """Return a line in small print under a head."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x, y + 1.6 * MM, words, NOTE, Cut.ITALIC, FAINT)

    return Item(3 * MM, paint)


def _grid(title: str, rows: Sequence[tuple[str, Group]], room: float, fill: Fillable) -> Block:
    """Return rows, each a label and its boxes: one under each word. Words too long for two lines are replaced by
    letters and explained below.
    """
    heads = [word for _, word in rows[0][1].boxes]
    pitch = 10.2 * MM
    text, set_heads = heads_of(heads, pitch - 3)

    def top(sheet: Sheet, x: float, y: float) -> None:
        for step, head in enumerate(set_heads):
            sheet.lines(x + room - (len(heads) - step - 0.5) * pitch, y - 1.4 * MM, head, FAINT, Side.MIDDLE)

    deeper = max(head.pitch * (len(head.lines) - 1) for head in set_heads)
    below = text_items(text, room, NOTE, Cut.ITALIC, FAINT) if text else []
    return Block(
        title,
        (Item(0.6 * MM + deeper, top), *below, *(_grid_row(label, group, pitch, room, fill) for label, group in rows)),
    )


def heads_of(heads: Sequence[str], room: float) -> tuple[str, list[Setting]]:
    """Return heads of narrow columns on at most two lines with unbroken words, after the key to those replaced by a
    letter.
    """
    settings, lines = [], []
    for letter, head in zip("ABCDEFGH", heads, strict=False):
        wrapped = fit(head, room, CAPTION, lines=2)
        if len(wrapped.lines) > 2 or " ".join(wrapped.lines) != head:
            lines.append(f"{letter}: {head}")
            wrapped = fit(letter, room, CAPTION)
        settings.append(wrapped)
    return "; ".join(lines), settings


def _grid_row(label: str, group: Group, pitch: float, room: float, fill: Fillable) -> Item:
    count = len(group.boxes)
    text = fit(label, room - count * pitch - 2 * MM, 7.5, Cut.SEMIBOLD, 2)
    high = max(ITEM, text.height + 5)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        _draw_text(sheet, x, y, high, text)
        for step, (name, _) in enumerate(group.boxes):
            left_x, top = x + room - (count - step - 0.5) * pitch - FOOT_BOX / 2, y + high / 2 - FOOT_BOX / 2
            _draw_tick(sheet, fill, name, left_x, top)

    return Item(high, paint)


def objective_blocks(view: ReturnForm, fill: Fillable) -> list[Block]:
    """Return block 3: the holder of each objective."""
    groups = BOXES["objectives"].groups(view)
    if not groups:
        return [_none("3\N{NO-BREAK SPACE} Objectives held")]
    grid = _grid("3\N{NO-BREAK SPACE} Objectives held", [(group.name, group) for group in groups], COLUMN, fill)
    return [replace(grid, items=(*grid.items, _remark(papers().text("objectives_note"))))]


def order_blocks(view: ReturnForm, fill: Fillable) -> list[Block]:
    """Return block 4: orders fulfilled, in part, or not, for each command."""
    rows = [
        (papers().text("off_this_table", command=group.name) if group.key in view.away else group.name, group)
        for group in BOXES["orders"].groups(view)
    ]
    title = "4\N{NO-BREAK SPACE} Orders fulfilled"
    return [_grid(title, rows, COLUMN, fill) if rows else _none(title)]


def _none(title: str) -> Block:
    return Block(title, (Item(5 * MM, lambda sheet, x, y: _write_none(sheet, x, y)),))


def _write_none(sheet: Sheet, x: float, y: float) -> None:
    sheet.text(x, y + 3 * MM, papers().text("none_here"), NOTE, Cut.ITALIC, FAINT)


def commander_block(view: ReturnForm, fill: Fillable) -> Block:
    """Return block 5: commanders and headquarters lost."""
    title, boxes = "5\N{NO-BREAK SPACE} Commanders and headquarters lost", _group("commanders_lost", view).boxes
    return Block(title, _boxes(boxes, fill)) if boxes else _none(title)


def prisoner_block(view: ReturnForm, fill: Fillable) -> Block:
    """Return block 6: prisoners taken and lost, and their unit of counting."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        for name, at, word, box in (("prisoners_taken", 0, "taken", 9.4), ("prisoners_lost", 29, "lost", 38.4)):
            sheet.text(x + at * MM, y + 4.2 * MM, word, 8)
            for step in range(3):
                check_box(sheet, x + (box + 5.4 * step) * MM, y + 0.8 * MM, 5.4 * MM, 0.8)
            fill.comb(sheet, name, x + box * MM, y + 0.8 * MM, 16.2 * MM, 5.4 * MM)

    return Block("6\N{NO-BREAK SPACE} Prisoners", (Item(7 * MM, paint), *_more(6, fill)), view.prisoners)


def task_block(view: ReturnForm, fill: Fillable) -> Block:
    """Return block 7: engineering tasks done, with their turns."""

    def paint(row: Group, sheet: Sheet, x: float, y: float) -> None:
        write_line(sheet, x, x + 36 * MM, y + 4.6 * MM)
        fill.write_on_line(sheet, row.key, x, x + 36 * MM, y + 4.6 * MM)
        sheet.text(x + 42.6 * MM, y + 4.2 * MM, "turns", CAPTION, colour=FAINT, side=Side.RIGHT)
        turns = tuple(range(1, len(row.boxes) + 1))
        number_boxes(sheet, x + COLUMN - 16.8 * MM, y + 0.6 * MM, 4.2 * MM, 5.0 * MM, turns, 0.8)
        for turn, (name, _) in enumerate(row.boxes, 1):
            fill.tick(sheet, name, x + COLUMN - (21 - 4.2 * turn) * MM, y + 0.6 * MM, 4.2 * MM, 5.0 * MM)

    rows = BOXES["tasks"].groups(view)
    items = tuple(Item(6.8 * MM, partial(paint, row)) for row in rows)
    return Block("7\N{NO-BREAK SPACE} Engineer tasks done", (*items, *_more(7, fill)))


def change_block(view: ReturnForm, fill: Fillable) -> Block:
    """Return a block of this table's crossings, roads, mines, craters and works, to cross."""

    def written(label: str, name: str, from_mm: float, sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x, y + 4.8 * MM, label, 7.5)
        write_line(sheet, x + from_mm * MM, x + COLUMN, y + 5.2 * MM)
        fill.write_on_line(sheet, name, x + from_mm * MM, x + COLUMN, y + 5.2 * MM)

    spots = [box for box in FOOT if box.block == 8 and box.kind is FootKind.SPOTS]
    return Block(
        "8\N{NO-BREAK SPACE} Crossings, roads and works changed",
        (
            _remark(papers().text("changes_note")),
            *(_change(change, name, fill) for name, change in _group("works", view).boxes),
            *(Item(7 * MM, partial(written, box.label, box.box, 23)) for box in spots),
            _remark(papers().text("spots_note") if view.hexes is None else papers().text("spots_note_hexes")),
            Item(7 * MM, partial(written, "other", "other_works", 9)),
            *_more(8, fill),
        ),
    )


def _change(label: str, name: str, fill: Fillable) -> Item:
    text = fit(label, COLUMN - FOOT_BOX - 2 * MM, 8, lines=2)
    high = max(ITEM, text.height + 5)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        _draw_tick(sheet, fill, name, x, y + high / 2 - FOOT_BOX / 2)
        _draw_text(sheet, x + FOOT_BOX + 1.6 * MM, y, high, text)

    return Item(high, paint)


def side_blocks(columns: Sequence[Field], fill: Fillable) -> list[Block]:
    """Return the system's questions on the side as a whole, if any."""
    shown = [column for column in columns if column.printed]
    return [Block("The side as a whole", [_side_item(return_column, fill) for return_column in shown])] if shown else []


def _side_item(column: Field, fill: Fillable) -> Item:
    text = f"{column.label}{f', {column.note}' if column.note else ''}"
    return _plain_item(text, side_box(column.key), fill, is_tick=column.kind is FieldKind.TICK)


_DRAWN = ("turn", "hours_left", "prisoners_taken", "prisoners_lost", "other_works", "diary", "all_other_lines_unharmed")
"""Boxes of the foot with a fixed place in a block; any other number, text or tick is at the end of its block."""


def _more(block: int, fill: Fillable) -> list[Item]:
    return [
        _plain_item(box.label, box.box, fill, is_tick=box.kind is FootKind.TICK)
        for box in FOOT
        if box.block == block and box.key not in _DRAWN and box.kind in (FootKind.NUMBER, FootKind.TEXT, FootKind.TICK)
    ]


def _plain_item(label: str, name: str, fill: Fillable, *, is_tick: bool) -> Item:
    """Return a question, with a box at the right to cross or to write in."""
    text = fit(label, COLUMN - 19 * MM, 8, lines=2)
    high = max(ITEM, text.height + 5)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        _draw_text(sheet, x, y, high, text)
        top = y + high / 2 - FOOT_BOX / 2
        if is_tick:
            _draw_tick(sheet, fill, name, x + COLUMN - FOOT_BOX, top)
        else:
            sheet.box(x + COLUMN - 15 * MM, top, 15 * MM, FOOT_BOX, 0.8)
            fill.write(sheet, name, x + COLUMN - 15 * MM, top, 15 * MM, FOOT_BOX)

    return Item(high, paint)
