"""Unit cards in the size of a sleeve: the contents of a line of the battle sheet, on a card of its own with boxes to
cross.

The sheet's own rows are set here into a narrow column; a battalion with more to cross than one card holds continues on
further cards. Nine stand on a page of A4. Three rows would reach within 8 mm of a Letter page's edges, nearer than home
printers print: there eight stand on a page laid sideways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from math import ceil

from campaign.values import dataclass, replace
from campaign.views.battle.unit_cards import UnitCards
from campaign.words.papers import Fact
from campaign.words.sheet import Box, BoxGroup, BoxRow, Mark, SheetBody, UnitBlock, UnitRow
from campaign_reports.branches import BREADTH
from campaign_reports.document import Document, rendered
from campaign_reports.labels import draw_cuts
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.stand_rows import SWATCH, draw_boxes
from campaign_reports.style import CLOSE_RULE, FAINT, FLOOR, INK, MM, NOTE, SECOND, TAG, TEXT, WHITE, Colour
from campaign_reports.symbols import draw_with_names, headroom
from campaign_reports.type import Cut, Setting, figure, fit, squeeze, width

WIDE: float = 63 * MM
HIGH: float = 88 * MM
TOP_OF_CARDS: float = 13 * MM
"""Distance from the paper's upper edge to the first row, so that nine cards end above the foot of the page."""
AIR: float = 3 * MM
"""Space inside the cut."""
ROOM: float = WIDE - 2 * AIR
FOOT: float = 3.4 * MM
TAB: float = 11 * MM
SMALL_TAB: float = 7 * MM
COUNT: float = 12 * MM
SYMBOL: float = 6.2 * MM
BOX_SIZES = (5.6 * MM, 4.3 * MM)
"""Sizes of boxes, largest first. The first that fits on one card is used, the smallest if several cards are needed."""
LEAST_BOX: float = 4.0 * MM
LINE: float = 3.6 * MM
BELOW_BOXES: float = 0.9 * MM
OVER: float = 2.4 * MM
UNDER: float = 2.8 * MM
"""Height for thresholds above boxes, and for the tests below them."""
BETWEEN: float = 2.2 * MM
BEFORE: float = 1.0 * MM
"""Space above numbers, boxes, rules and each stand."""
HEAD_OF_NUMBERS: float = 17 * MM
INDENT: float = 2 * MM
VALUE: float = 9.0
MEASURES = ("in.", "hexes", "km, in.", "stands", "turns")
"""Lines under a head that give its measure, and do not go on with its words."""
MARKED_AS_TEXT = 2
"""Most letters of a word printed in its box; a longer word is beside the box."""

Painter = Callable[[Sheet, float, float, float], None]
"""Function that draws something at x, the top of its line, and its baseline."""


@dataclass(frozen=True, slots=True)
class Token:
    """A part that is not broken between two lines: its width and how to draw it; its number of ``boxes``, and their
    size.
    """

    wide: float
    draw: Painter
    boxes: tuple[Box, ...] = ()
    size: float = 0.0
    after: float = BETWEEN


@dataclass(frozen=True, slots=True)
class Line:
    """Tokens side by side, at a distance from the left edge; ``before``: the space above."""

    tokens: tuple[Token, ...]
    indent: float = 0.0
    before: float = 0.0

    @property
    def top(self) -> float:
        """Distance from its upper edge to its boxes: room for the thresholds over them."""
        marked = any(box.mark is not Mark.NONE for token in self.tokens for box in token.boxes)
        return self.before + (OVER if marked else 0.0)

    @property
    def box(self) -> float:
        """Size of its boxes, 0 for a line of words."""
        return max(token.size for token in self.tokens)

    @property
    def height(self) -> float:
        if not self.box:
            return self.before + LINE
        noted = any(box.note for token in self.tokens for box in token.boxes)
        return self.top + self.box + BELOW_BOXES + (UNDER if noted else 0.0)

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw the line with its upper left corner here."""
        top = y + self.top
        base = top + (self.box / 2 + 2.4 if self.box else 2.7 * MM)
        x += self.indent
        for token in self.tokens:
            token.draw(sheet, x, top, base)
            x += token.wide + token.after


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its unit, the lines under its head, and its number among this battalion's cards."""

    block: UnitBlock
    row: UnitRow
    lines: tuple[Line, ...]
    number: int = 1
    count: int = 1


@rendered
def render_unit_cards(view: UnitCards, paper: Paper) -> Document:
    """Return the cards of one side."""
    sideways = paper.size[1] < TOP_OF_CARDS + 3 * HIGH + TOP_OF_CARDS
    part = Part(view.masthead, lambda sheet: _paint(sheet, view), landscape=sideways, name="Unit cards", bare=True)
    return Document((part,), (view,))


def _paint(sheet: Sheet, view: UnitCards) -> None:
    across, down = int(sheet.width // WIDE), int((sheet.height - TOP_OF_CARDS) // HIGH)
    left_x = (sheet.width - across * WIDE) / 2
    cards = [
        card
        for block in view.body.blocks
        for row in block.rows
        if row.cells
        for card in cards_of(block, row, view.body)
    ]
    for start in range(0, len(cards), across * down):
        sheet.begin() if start == 0 else sheet.turn()
        draw_cuts(sheet, left_x, TOP_OF_CARDS, (across, down), (WIDE, HIGH))
        for step, card in enumerate(cards[start : start + across * down]):
            x, y = left_x + step % across * WIDE + AIR, TOP_OF_CARDS + step // across * HIGH + AIR
            _draw_card(sheet, x, y, card, view)


def cards_of(block: UnitBlock, row: UnitRow, body: SheetBody) -> list[Card]:
    """Return the cards of a battalion: one if its boxes can be small enough, or as many as it takes; no stand is
    broken.
    """
    first, later = (HIGH - 2 * AIR - FOOT - _head_height(block, row, number) for number in (1, 2))
    tries = [_dealt(_parts(row, body, size), first, later) for size in BOX_SIZES]
    dealt = next((cards for cards in tries if len(cards) == 1), tries[-1])
    return [Card(block, row, tuple(lines), n, len(dealt)) for n, lines in enumerate(dealt, 1)]


def _dealt(parts: Iterable[list[Line]], first: float, later: float) -> list[list[Line]]:
    """Return the parts one under the other on as many cards as they need, with the given room on the first and on later
    ones; a part is broken only if it is longer than a card.
    """
    cards: list[list[Line]] = [[]]
    for part in parts:
        room = later if cards[1:] else first
        fits = sum(line.height for line in (*cards[-1], *part)) <= room
        for piece in [part] if fits or sum(line.height for line in part) <= room else [[line] for line in part]:
            if cards[-1] and sum(line.height for line in (*cards[-1], *piece)) > (later if cards[1:] else first):
                cards.append([])
            cards[-1] += piece
    return cards


# What stands on a card


def _parts(row: UnitRow, body: SheetBody, size: float) -> Iterator[list[Line]]:
    """Yield numbers, notes, boxes, rules and stands, downwards."""
    yield [*_numbers(row, body), *flowed(_words(row.note, Cut.REGULAR))]
    ticks = [
        _ticks(column.head, column.under, boxes) for column, boxes in zip(body.ticks, row.ticks, strict=False) if boxes
    ]
    yield list(flowed((token for group in (*ticks, *row.groups) for token in _group(group, size)), before=BEFORE))
    yield list(flowed((token for fact in row.facts for token in _fact(fact)), before=BEFORE))
    for stand in row.rows:
        yield list(_stand(stand, size))


def flowed(tokens: Iterable[Token], indent: float = 0.0, before: float = 0.0) -> Iterator[Line]:
    """Yield the tokens over as many lines as they take; lines after the first are indented."""
    line: list[Token] = []
    used, start = 0.0, 0.0
    for token in tokens:
        if line and start + used + token.wide > ROOM + 0.1:
            yield Line(tuple(line), start, before)
            line, used, start, before = [], 0.0, indent, 0.0
        line.append(token)
        used += token.wide + token.after
    if line:
        yield Line(tuple(line), start, before)


def _numbers(row: UnitRow, body: SheetBody) -> Iterator[Line]:
    """Yield the figures of the row: those under one head in a line of their own, the others two in a line."""
    pairs: list[Token] = []
    for head, columns in groupby(zip(body.columns, row.cells, strict=False), key=lambda pair: pair[0].head):
        cells = list(columns)
        if len(cells) == 1:
            column, cell = cells[0]
            pairs.append(_stretched(_pair(_headed(head, column.under), figure(cell), VALUE), ROOM / 2))
            continue
        yield from flowed(pairs)
        pairs = []
        each = (ROOM - HEAD_OF_NUMBERS) / max(3, len(cells))
        values = [_stretched(_pair(column.under, figure(cell), VALUE), each) for column, cell in cells]
        yield from flowed([_stretched(_text(head, Cut.REGULAR, SECOND), HEAD_OF_NUMBERS), *values], HEAD_OF_NUMBERS)
    yield from flowed(pairs)


def _headed(head: str, under: str) -> str:
    """Return the head of a column with the line under it, a measure behind a comma: ``Range, hexes``, ``Hit as``."""
    return f"{head}, {under}" if under in MEASURES else f"{head} {under}".strip()


def _stretched(token: Token, wide: float) -> Token:
    """Return a token as wide as its column, or as several of them."""
    return replace(token, wide=wide * ceil((token.wide + 0.8 * MM) / wide), after=0.0)


def _pair(label: str, value: str, size: float = TEXT) -> Token:
    """Return a label in grey and its value in bold."""
    beside = width(label, Cut.REGULAR, TEXT) + 0.9 * MM if label else 0.0
    text = fit(value, ROOM - beside, size, Cut.BOLD if size > TEXT else Cut.SEMIBOLD)

    def paint(sheet: Sheet, x: float, _: float, base: float) -> None:
        sheet.text(x, base, label, TEXT, colour=SECOND)
        sheet.lines(x + beside, base, text)

    return Token(beside + text.width, paint)


def _text(words: str, cut: Cut, colour: Colour = INK, after: float = BETWEEN) -> Token:
    def paint(sheet: Sheet, x: float, _: float, base: float) -> None:
        sheet.text(x, base, words, TEXT, cut, colour)

    return Token(width(words, cut, TEXT), paint, after=after)


def _words(words: str, cut: Cut) -> list[Token]:
    """Return a text that may be broken between words."""
    space = width("n n", cut, TEXT) - width("nn", cut, TEXT)
    tokens = [_text(word, cut, after=space) for word in words.split()]
    return [*tokens[:-1], replace(tokens[-1], after=BETWEEN)] if tokens else []


def _fact(fact: Fact) -> list[Token]:
    """Return a fact unbroken if it is short, else word by word behind its label."""
    pair = _pair(fact.label, fact.text)
    if pair.wide <= ROOM * 0.62:
        return [pair]
    label = [_text(word, Cut.REGULAR, SECOND, after=0.8 * MM) for word in (fact.label,) if word]
    return [*label, *_words(fact.text, Cut.SEMIBOLD)]


def _ticks(head: str, under: Sequence[str], boxes: tuple[Box, ...]) -> BoxGroup:
    """Return the boxes of a column of the table, each with the word that heads it there."""
    if len(under) != len(boxes):
        return BoxGroup(_headed(head, " ".join(under)), boxes)
    named = (
        replace(box, text=word) if len(word) <= MARKED_AS_TEXT else replace(box, label=word)
        for box, word in zip(boxes, under, strict=True)
    )
    return BoxGroup(head, tuple(named))


def _group(group: BoxGroup, size: float) -> Iterator[Token]:
    """Yield boxes under one head, a little narrower if that keeps them in one line, or in as few pieces as possible."""
    head = width(group.head, Cut.REGULAR, TEXT) + 1.2 * MM if group.head else 0.0
    labels = [width(box.label, Cut.REGULAR, TEXT) + 2 * MM if box.label else 0.0 for box in group.boxes]
    wide = max(LEAST_BOX, min(size, (ROOM - head - sum(labels)) / max(1, len(labels))))
    piece: list[Box] = []
    used = head
    for box, label in zip(group.boxes, labels, strict=True):
        if piece and used + wide + label > ROOM + 0.1:
            yield _boxes(replace(group, boxes=tuple(piece)), used, (wide, size))
            group, piece, used = replace(group, head=""), [], 0.0
        piece.append(box)
        used += wide + label
    yield _boxes(replace(group, boxes=tuple(piece)), used, (wide, size))


def _boxes(group: BoxGroup, wide: float, box: tuple[float, float]) -> Token:
    def paint(sheet: Sheet, x: float, top: float, _: float) -> None:
        draw_boxes(sheet, x, top, group, *box)

    return Token(wide, paint, group.boxes, box[1])


def _stand(stand: BoxRow, size: float) -> Iterator[Line]:
    """Yield a company, platoon, gun or vehicle: its name, its notes, and its boxes in a line; where one line cannot
    hold them, the fewest beside its name.
    """
    swatch = 3.4 * MM if stand.colour is not None else 0.0

    def paint(sheet: Sheet, x: float, _: float, base: float) -> None:
        if stand.colour is not None:
            sheet.box(x, base - 2.3 * MM, 2.6 * MM, 2.8 * MM, CLOSE_RULE, INK, SWATCH[stand.colour])
        sheet.text(x + swatch, base, stand.label, TEXT, Cut.SEMIBOLD)

    name = Token(swatch + width(stand.label, Cut.SEMIBOLD, TEXT), paint)
    words = [token for fact in stand.cells for token in _fact(fact)]
    boxes = [token for group in stand.groups for token in _group(group, size)]
    row = _joined(boxes)
    together = [row] if row.wide <= ROOM - INDENT else sorted(boxes, key=lambda token: token.wide)
    yield from flowed((name, *_words(stand.note, Cut.REGULAR), *words, *(together if boxes else ())), INDENT, BEFORE)


def _joined(tokens: Sequence[Token]) -> Token:
    """Return tokens joined to stay in one line."""
    starts = [0.0, *accumulate(token.wide + token.after for token in tokens)]

    def paint(sheet: Sheet, x: float, top: float, base: float) -> None:
        for token, start in zip(tokens, starts, strict=False):
            token.draw(sheet, x + start, top, base)

    boxes = tuple(box for token in tokens for box in token.boxes)
    return Token(starts[-1] - BETWEEN, paint, boxes, max((token.size for token in tokens), default=0.0))


# The card


def _head_height(block: UnitBlock, row: UnitRow, number: int) -> float:
    if number > 1:
        return SMALL_TAB + 1.8 * MM
    arrives = 4.2 * MM if row.arrives else 0.0
    return TAB + 1.4 * MM + _name(row).height + 2.0 * MM + LINE * len(_command(block).lines) + arrives + 1.8 * MM


def _name(row: UnitRow) -> Setting:
    return squeeze(row.name, ROOM, 10, Cut.SEMIBOLD, 2, TEXT)


def _command(block: UnitBlock) -> Setting:
    return squeeze(block.name, ROOM - COUNT, TEXT, lines=2, smallest=TEXT)


def _draw_head(sheet: Sheet, x: float, y: float, card: Card) -> None:
    """Draw number, symbol, name, command and, for a later arrival, the time."""
    row = card.row
    sheet.box(x, y, TAB, TAB, fill=sheet.accent)
    sheet.fitted(x + TAB / 2, y + TAB / 2 + 5.6, str(row.line), TAB - 2, 16, Cut.BOLD, WHITE, Side.MIDDLE)
    if row.symbol is not None:
        h = min(SYMBOL, TAB / (headroom(row.symbol, 1) + 1.25))
        superior = width(row.symbol.superior, Cut.SEMIBOLD, max(FLOOR, 0.44 * h))
        draw_with_names(sheet, row.symbol, x + ROOM - superior - (BREADTH + 0.6) * h, y + headroom(row.symbol, h), h)
    name, command = _name(row), _command(card.block)
    low = sheet.lines(x, y + TAB + 1.4 * MM + name.size * 0.9, name)
    sheet.lines(x, low + LINE, command, SECOND)
    _draw_count(sheet, x, low + LINE, card)
    low += LINE * len(command.lines)
    if row.arrives:
        text = squeeze(row.arrives, ROOM - 3 * MM, TEXT, Cut.SEMIBOLD, smallest=TEXT)
        sheet.box(x, low + 1.1 * MM, text.width + 3 * MM, 3.4 * MM, fill=TAG)
        sheet.lines(x + 1.5 * MM, low + 3.6 * MM, text)


def _draw_small_head(sheet: Sheet, x: float, y: float, card: Card) -> None:
    """Draw number and name, on a card that continues a battalion."""
    sheet.box(x, y, SMALL_TAB, SMALL_TAB, fill=sheet.accent)
    middle = y + SMALL_TAB / 2 + 4.2
    sheet.fitted(x + SMALL_TAB / 2, middle, str(card.row.line), SMALL_TAB - 1, 12, Cut.BOLD, WHITE, Side.MIDDLE)
    start = SMALL_TAB + 1.6 * MM
    name = squeeze(card.row.name, ROOM - COUNT - start, 9, Cut.SEMIBOLD, smallest=TEXT)
    sheet.lines(x + start, middle - 1, name)
    _draw_count(sheet, x, middle - 1, card)


def _draw_count(sheet: Sheet, x: float, base: float, card: Card) -> None:
    if card.count > 1:
        sheet.text(x + ROOM, base, f"{card.number} of {card.count}", TEXT, Cut.SEMIBOLD, side=Side.RIGHT)


def _draw_card(sheet: Sheet, x: float, y: float, card: Card, view: UnitCards) -> None:
    draw_head = _draw_head if card.number == 1 else _draw_small_head
    draw_head(sheet, x, y, card)
    top = y + _head_height(card.block, card.row, card.number)
    sheet.rule(x, top - 1.0 * MM, x + ROOM, CLOSE_RULE)
    for line in card.lines:
        line.draw(sheet, x, top)
        top += line.height
    words = f"{view.masthead.title} \N{MIDDLE DOT} {view.masthead.paper} \N{MIDDLE DOT} {view.masthead.code}"
    sheet.fitted(x, y + HIGH - 2 * AIR, words, ROOM, NOTE, Cut.ITALIC, FAINT)
