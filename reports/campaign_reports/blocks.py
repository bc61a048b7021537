"""Blocks: a title hanging from a rule, and items below it. Items know their height, so blocks can be put into columns
and broken between items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from campaign.values import dataclass, replace
from campaign.words.papers import Fact
from campaign_reports.page import Sheet, Side
from campaign_reports.style import (
    BLOCK_RULE,
    BLOCK_TITLE,
    CAPTION,
    FAINT,
    INK,
    LEADING,
    MM,
    SECOND,
    TEXT,
    ZEBRA,
    Colour,
)
from campaign_reports.type import Cut, paragraph, squeeze, width

HEAD: float = 4.6 * MM
"""Distance from a block's rule to the top of its first item."""


UNBROKEN = 3
"""Most lines of a fact that is not broken over two columns or pages."""
KEEP: float = 100 * MM
"""Greatest height of a block's beginning that is kept together; anything higher is broken at the end of the page."""


Drawing = Callable[[Sheet, float, float], None]
"""Function that draws something with its upper left corner at (x, y)."""


@dataclass(frozen=True, slots=True)
class Item:
    """An unbroken item: its height, and how to draw it with its upper left corner at (x, y)."""

    height: float
    draw: Drawing


@dataclass(frozen=True, slots=True)
class Block:
    """A title, a note at the right end of the title's line, and items."""

    title: str
    items: Sequence[Item]
    note: str = ""
    gap: float = 4.4 * MM
    """Space above the block, unless it is at the top."""
    heads: int = 0
    """Number of first items that are heads of columns. They stay together with at least two rows, and are repeated on
    the next page or column of the block."""

    @property
    def height(self) -> float:
        """Height of the whole block, without the gap."""
        return HEAD + sum(entry.height for entry in self.items)


BlockColumn = tuple[float, list[Block]]
"""Width of a column, and its blocks."""


def draw_block_head(sheet: Sheet, x: float, y: float, room: float, title: str, note: str = "") -> None:
    """Draw a rule, the title in tracked capitals, and the grey note on the right."""
    if not title.endswith(", continued"):
        sheet.heading(y, title)
    sheet.rule(x, y, x + room, BLOCK_RULE)
    shown = squeeze(title.upper(), room, BLOCK_TITLE, Cut.BOLD)
    tracked = width(shown.lines[0], shown.cut, shown.size, 0.25) <= room
    used = sheet.text(x, y + 3.1 * MM, shown.lines[0], shown.size, shown.cut, INK, track=0.25 if tracked else 0.0)
    if note and room - used > 12 * MM:
        sheet.fitted(x + room, y + 3.0 * MM, note, room - used - 2 * MM, CAPTION, colour=FAINT, side=Side.RIGHT)


def draw_block(sheet: Sheet, x: float, y: float, room: float, block: Block) -> float:
    draw_block_head(sheet, x, y, room, block.title, block.note)
    return draw_items(sheet, x, y + HEAD, block.items)


def draw_items(sheet: Sheet, x: float, y: float, items: Iterable[Item]) -> float:
    """Draw items one under the other; returns the y under the last."""
    for entry in items:
        entry.draw(sheet, x, y)
        y += entry.height
    return y


def together(items: Sequence[Item]) -> Item:
    """Return several items as one, which is not broken."""
    return Item(sum(entry.height for entry in items), lambda sheet, x, y: void(draw_items(sheet, x, y, items)))


def split(block: Block, room: float) -> tuple[Block | None, Block | None]:
    """Return the part of the block that fits into this height, and the rest under the same title, *continued*."""
    if block.height <= room:
        return block, None
    used, count = HEAD, 0
    while used + block.items[count].height <= room:
        used += block.items[count].height
        count += 1
    least = min(len(block.items), block.heads + 2)
    if _keeps_together(block, least):
        if count == len(block.items) - 1:
            count -= 1  # a last row does not stand alone on the next page
        if count < least:
            return None, block
    if count <= block.heads:
        return None, block
    title = block.title if block.title.endswith(", continued") else f"{block.title}, continued"
    rest = (*block.items[: block.heads], *block.items[count:])
    return replace(block, items=block.items[:count]), replace(block, title=title, items=rest)


def _keeps_together(block: Block, least: int) -> bool:
    """Return whether the first rows are low enough that keeping them together leaves no page empty."""
    return HEAD + sum(entry.height for entry in block.items[: least + 1]) <= KEEP


def fill_column(sheet: Sheet, x: float, y: float, room: float, low: float, blocks: Sequence[Block]) -> BlockColumn:
    """Draw blocks downwards until ``low``; returns the y reached and the blocks, or their rest, that found no room."""
    top = y
    for step, block in enumerate(blocks):
        start = y if y == top else y + block.gap
        fits, rest = split(block, low - start)
        if fits is not None:
            y = draw_block(sheet, x, start, room, fits)
        if rest is not None:
            return y, [rest, *blocks[step + 1 :]]
    return y, []


def column_height(blocks: Sequence[Block]) -> float:
    """Return the height of blocks set one under the other."""
    return sum(block.height for block in blocks) + sum(block.gap for block in blocks[1:])


def left_over(blocks: Sequence[Block], heights: Iterable[float]) -> list[Block]:
    """Return the parts of the blocks that find no room in columns of these heights."""
    rest = list(blocks)
    for high in heights:
        rest = _left_over(rest, high)
    return rest


def _left_over(blocks: Sequence[Block], room: float) -> list[Block]:
    y = 0.0
    for step, block in enumerate(blocks):
        start = y + block.gap if step else 0.0
        fits, rest = split(block, room - start)
        if rest is not None:
            return [rest, *blocks[step + 1 :]]
        if fits is not None:
            y = start + fits.height
    return []


def _even_room(blocks: Sequence[Block], room: float, columns: int) -> float:
    """Return the least height at which the columns hold these blocks, so that they end alike; all the room if they
    continue on another page.
    """
    if columns == 1 or left_over(blocks, [room] * columns):
        return room
    least, most = 0.0, room
    while most - least > 2:
        middle = (least + most) / 2
        least, most = (middle, most) if left_over(blocks, [middle] * columns) else (least, middle)
    return most


def flow(
    sheet: Sheet,
    y: float,
    blocks: Sequence[Block],
    columns: int = 1,
    gutter: float = 4 * MM,
    top_gap: float = 4 * MM,
    *,
    even: bool = False,
    low: float | None = None,
) -> float:
    """Set blocks into columns and over as many pages as they need; returns the y under the longest column of the last
    page.

    ``even``: the columns of the last page end alike. ``low``: where the first page ends, unless at its foot.
    """
    low = sheet.low if low is None else low
    wide = (sheet.room - gutter * (columns - 1)) / columns
    rest = list(blocks)
    while rest:
        deepest, before = y, rest
        if even:
            low = y + _even_room(rest, low - y, columns)
        for column in range(columns):
            if not rest:
                break
            reached, rest = fill_column(sheet, sheet.left_x + column * (wide + gutter), y, wide, low, rest)
            deepest = max(deepest, reached)
        if not rest:
            return deepest
        if rest == before and y <= sheet.height * 0.2:
            raise AssertionError(f"a part of {rest[0].title!r} does not fit on one page")
        y = sheet.turn() + top_gap
        low = sheet.low
    return y


# Items


def gap(height: float) -> Item:
    """Return an empty item of the given height."""
    return Item(height, lambda sheet, x, y: None)


def text_items(
    text: str, room: float, size: float = TEXT, cut: Cut = Cut.REGULAR, colour: Colour = INK, after: float = 0.0
) -> list[Item]:
    """Return running text, one item for each line, so that it can break anywhere."""
    block = paragraph(text, room, size, cut)
    pitch = size * LEADING
    items = [Item(pitch, _line(line, size, cut, colour)) for line in block.lines]
    if items and after:
        items[-1] = replace(items[-1], height=pitch + after)
    return items


def _line(line: str, size: float, cut: Cut, colour: Colour) -> Drawing:
    return lambda sheet, x, y: void(sheet.text(x, y + size * 0.95, line, size, cut, colour))


def fact_items(facts: Iterable[Fact], room: float, label: float, size: float = TEXT, after: float = 1.6) -> list[Item]:
    """Return facts with the label in grey, the text beside it on as many lines as it takes, and that space ``after``
    it; long texts break over pages, short ones do not.
    """
    items: list[Item] = []
    pitch = size * LEADING
    for fact in facts:
        block = paragraph(fact.text, room - label, size)
        if len(block.lines) <= UNBROKEN:
            items.append(Item(pitch * len(block.lines) + after, _whole_fact(fact.label, block.lines, label, size)))
            continue
        for step, line in enumerate(block.lines):
            last = step == len(block.lines) - 1
            items.append(
                Item(pitch + (after if last else 0), _fact_line(fact.label if step == 0 else "", line, label, size))
            )
    return items


def _whole_fact(label: str, lines: Sequence[str], indent: float, size: float) -> Drawing:
    def draw(sheet: Sheet, x: float, y: float) -> None:
        for step, line in enumerate(lines):
            _fact_line("" if step else label, line, indent, size)(sheet, x, y + step * size * LEADING)

    return draw


def _fact_line(label: str, line: str, indent: float, size: float) -> Drawing:
    def draw(sheet: Sheet, x: float, y: float) -> None:
        if label:
            sheet.fitted(x, y + size * 0.95, label, indent - 2, size, colour=SECOND)
        sheet.text(x + indent, y + size * 0.95, line, size)

    return draw


def striped(items: Iterable[Item], room: float) -> list[Item]:
    """Return rows of the given width, every second one on grey, beginning with the first."""
    return [_on_grey(entry, room) if step % 2 == 0 else entry for step, entry in enumerate(items)]


def _on_grey(entry: Item, room: float) -> Item:
    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.box(x, y, room, entry.height, fill=ZEBRA)
        entry.draw(sheet, x, y)

    return Item(entry.height, draw)


def void(_: object) -> None:
    """Drop a value, so that a drawing call can be a lambda of type None."""
