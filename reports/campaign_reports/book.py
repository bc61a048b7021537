"""The campaign book: title and contents, orders of battle, every day with its map, every battle, loss curves, unit
histories, index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from campaign.terms.words import plain
from campaign.views.campaign_book import Book
from campaign.views.orbat import OrbatChart
from campaign.views.papers import Masthead
from campaign_reports.binding import BookSheet, Chapter, Notes, bind
from campaign_reports.blocks import Block, Drawing, Item, fact_items, flow, gap, left_over, text_items, void
from campaign_reports.book_pages import battles_part, day_parts, histories_part
from campaign_reports.orbat import orbat_parts
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.strength import strength_part
from campaign_reports.style import MM, NOTE, SECOND, TEXT, THIRD
from campaign_reports.type import Cut, fit, squeeze, width

INDEX_COLUMNS = 3


def render_book(view: Book, paper: Paper = Paper.A4) -> bytes:
    """The book of one reader."""
    chapters = list(_chapters(view, paper))
    return bind(
        chapters,
        lambda notes: _front(view, chapters, notes),
        lambda notes: _index(view, notes),
        view.masthead,
        paper,
        [view],
    )


def _chapters(view: Book, paper: Paper) -> Iterator[Chapter]:
    if view.start:
        yield Chapter(view.start[0].masthead.title, _charts(view.start), named=True)
    if view.days:
        yield Chapter("Day by day", tuple(part for day in view.days for part in day_parts(view, day, paper)))
    if view.battles:
        yield Chapter("Battles", (battles_part(view),))
    if view.strength:
        counted = [paper_ for paper_ in view.strength if paper_.curves] or view.strength
        yield Chapter("Strength and losses", tuple(strength_part(paper_) for paper_ in counted), named=True)
    if view.formations:
        yield Chapter("Unit histories", (histories_part(view),))
    if view.end:
        yield Chapter(view.end[0].masthead.title, _charts(view.end), named=True)


def _charts(charts: Sequence[OrbatChart]) -> tuple[Part, ...]:
    """The charts of the sides that have anybody; no page says that a side has nobody."""
    return tuple(part for chart in [chart for chart in charts if chart.roots] or charts for part in orbat_parts(chart))


def titled(view: Book, title: str) -> Masthead:
    """The head of a chapter."""
    return replace(view.masthead, title=title)


# title and contents --------------------------------------------------------------------------------------------------
def _front(view: Book, chapters: list[Chapter], notes: Notes) -> Part:
    return Part(view.masthead, lambda sheet: _paint_front(sheet, view, chapters, notes), name="Title and contents")


def _paint_front(sheet: Sheet, view: Book, chapters: list[Chapter], notes: Notes) -> None:
    y = sheet.begin() + 26 * MM
    title = fit(view.masthead.operation or view.scenario, sheet.room, 34, Cut.BOLD, 3)
    y = sheet.lines(sheet.left_x, y, title) + 8 * MM
    sheet.fitted(sheet.left_x, y, view.span, sheet.room, 14, Cut.SEMIBOLD, SECOND)
    y += 6 * MM
    sheet.fitted(sheet.left_x, y, view.masthead.subtitle, sheet.room, 9, colour=THIRD)
    blocks = [Block("The campaign", (gap(2), *fact_items(view.facts, sheet.room, 90)))]
    if view.notes:
        blocks.append(Block("Notes", text_items(view.notes, sheet.room)))
    y = flow(sheet, y + 10 * MM, blocks)
    if y + 40 * MM > sheet.foot:
        y = sheet.turn()
    y, low = y + 8 * MM, sheet.low
    room = (sheet.room - 8 * MM) / 2
    tried = [[Block("Contents", list(_contents(chapters, notes, room, close)))] for close in (1.0, 0.92, 0.84)]
    contents = next((blocks for blocks in tried if not left_over(blocks, [low - y] * 2)), tried[0])
    flow(sheet, y, contents, columns=2, gutter=8 * MM, even=True, low=low)


def _contents(chapters: list[Chapter], notes: Notes, room: float, close: float) -> Iterator[Item]:
    """A line a chapter, and under it a line for each thing in it that has a name; set so close."""
    yield gap(1.5)
    for number, chapter in enumerate(chapters):
        yield _entry(chapter.title, notes.chapters[number], room, 0, close)
        parts = zip(chapter.parts, notes.parts[number], strict=True) if chapter.named and len(chapter.parts) > 1 else ()
        for part, page in parts:
            yield _entry(_part_name(part), page, room, 1, close)
        for chapter_of, words, page in notes.entries:
            if chapter_of == number:
                yield _entry(words, page, room, 1, close)
    yield _entry("Index", notes.index, room, 0, close)


def _part_name(part: Part) -> str:
    """Whose it is, and of what: of one formation where several have sheets of their own, else of all of them."""
    name, title = part.name or part.masthead.title, part.masthead.title
    own_name = name.removeprefix(f"{title}, ") if name.startswith(f"{title}, ") else ""
    if own_name == "overview":
        own_name = f"{part.masthead.subtitle}, overview"
    return f"{part.masthead.side}: {own_name or part.masthead.subtitle or name}"


def _entry(words: str, page: int, room: float, depth: int, close: float) -> Item:
    """Words, a dotted leader, the page; the whole line leads there. Page 0: not known yet."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        size, cut = (8.5, Cut.BOLD) if depth == 0 else (TEXT, Cut.REGULAR)
        base = y + size * 0.95 + (3 if depth == 0 else 0)
        shown = squeeze(words, room - 8 * depth - 26, size, cut)
        sheet.lines(x + 8 * depth, base, shown)
        if page == 0:
            return
        number = str(page)
        wide = width(number, cut, size)
        sheet.rule(x + 8 * depth + shown.width + 4, base, x + room - wide - 4, 0.5, THIRD, (0.6, 2.4))
        sheet.text(x + room, base, number, size, cut, side=Side.RIGHT)
        if isinstance(sheet, BookSheet):
            sheet.link(f"page-{page}", x, y, room, size * 1.2)

    return Item((13.5 if depth == 0 else 9.6) * close, paint)


# index ---------------------------------------------------------------------------------------------------------------
def _index(view: Book, notes: Notes) -> Part:
    return Part(titled(view, "Index"), lambda sheet: _paint_index(sheet, notes), name="Index")


def _paint_index(sheet: Sheet, notes: Notes) -> None:
    gutter = 5 * MM
    room = (sheet.room - gutter * (INDEX_COLUMNS - 1)) / INDEX_COLUMNS
    ordered = sorted(notes.names, key=lambda name: (_letter(name), plain(name), name))
    blocks = [
        Block(letter, [entry for name in names for entry in _index_entry(name, notes.names[name], room)], gap=3 * MM)
        for letter, names in groupby(ordered, key=_letter)
    ]
    y = sheet.begin() + 5 * MM
    if not blocks:
        sheet.text(sheet.left_x, y + 10, "No names.", TEXT)
        return
    sheet.text(sheet.left_x, y + 4, "Bold: where it is told at length. Numbers are links.", NOTE, Cut.ITALIC, THIRD)
    flow(sheet, y + 4 * MM, blocks, columns=INDEX_COLUMNS, gutter=gutter, even=True)


def _letter(name: str) -> str:
    """The letter it stands under; names that begin with a figure stand under the first letter after it."""
    letters = [sign for sign in plain(name) if sign.isalpha()]
    return letters[0].upper() if letters else "0-9"


def _index_entry(name: str, pages: dict[int, bool], room: float) -> list[Item]:
    """The name and its pages on as many lines as they take, each number a link."""
    size, pitch = TEXT, 9.0
    shown = fit(name, room - 4, size, lines=2)
    lines: list[list[tuple[float, str, Cut, int]]] = [[]]
    at = (shown.width if len(shown.lines) == 1 else width(shown.lines[-1], shown.cut, shown.size)) + 5
    for page, main in sorted(pages.items()):
        cut, words = (Cut.BOLD if main else Cut.REGULAR), str(page)
        wide = width(words, cut, size)
        if at + wide > room:
            lines.append([])
            at = 12.0
        lines[-1].append((at, words, cut, page))
        at += wide + 4
    items = [Item(pitch, _words(line, shown.size, shown.cut)) for line in shown.lines[:-1]]
    items.append(Item(pitch, _numbers(shown.lines[-1], shown.cut, shown.size, lines[0], pitch)))
    return items + [Item(pitch, _numbers("", Cut.REGULAR, size, line, pitch)) for line in lines[1:]]


def _words(line: str, size: float, cut: Cut) -> Drawing:
    return lambda sheet, x, y: void(sheet.text(x, y + size * 0.95, line, size, cut))


def _numbers(words: str, cut: Cut, size: float, numbers: list[tuple[float, str, Cut, int]], pitch: float) -> Drawing:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        base = y + 6.7
        if words:
            sheet.text(x, base, words, size, cut)
        for at, number, face, page in numbers:
            wide = sheet.text(x + at, base, number, TEXT, face)
            if isinstance(sheet, BookSheet):
                sheet.link(f"page-{page}", x + at - 1, y, wide + 2, pitch)

    return paint
