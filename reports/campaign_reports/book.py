"""The campaign book: cover and contents, orders of battle, a chapter for each day, losses and strength, encounters,
unit histories, index.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.views.book.campaign_book import Book
from campaign.views.orbat.orbat import OrbatChart
from campaign_reports.areas import Area
from campaign_reports.binding import BookSheet, Chapter, Notes, bind
from campaign_reports.blocks import Block, Item, draw_items, fact_items, flow, gap, left_over, text_items
from campaign_reports.book_days import DayMap, day_part
from campaign_reports.book_index import finder_of, index_part
from campaign_reports.book_losses import encounters_part, losses_part
from campaign_reports.book_units import histories_part
from campaign_reports.orbat import orbat_parts
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.strength import strength_part
from campaign_reports.style import MM, SECOND, TEXT, THIRD
from campaign_reports.type import Cut, fit, squeeze, width


def render_book(view: Book, paper: Paper = Paper.A4) -> bytes:
    """Return the PDF of one reader's campaign book."""
    chapters = list(_chapters(view))
    cover = DayMap(view.days[-1].situation) if view.days else None
    return bind(
        chapters,
        lambda notes: _front(view, cover, chapters, notes),
        lambda notes: index_part(view, notes),
        view.masthead,
        paper,
        [view],
    )


def _chapters(view: Book) -> Iterator[Chapter]:
    finder = finder_of(view)
    if view.start:
        yield Chapter(view.start[0].masthead.title, _charts(view.start), named=True)
    for day in view.days:
        yield Chapter(f"Day {day.day}: {day.date}", (day_part(view, day, finder),))
    counted = [paper for paper in view.strength if paper.curves] or view.strength
    parts = [losses_part(view)] if any(day.lost or day.returned for curve in view.losses for day in curve.days) else []
    yield Chapter("Losses and strength", (*parts, *map(strength_part, counted)), named=True)
    if view.encounters:
        yield Chapter("Who met whom", (encounters_part(view),))
    if view.formations:
        yield Chapter("Unit histories", (histories_part(view, finder),))
    if view.end:
        yield Chapter(view.end[0].masthead.title, _charts(view.end), named=True)


def _charts(charts: Sequence[OrbatChart]) -> tuple[Part, ...]:
    """Return the charts of the sides that have units; a side without units gets no page."""
    return tuple(part for chart in [chart for chart in charts if chart.roots] or charts for part in orbat_parts(chart))


# cover and contents --------------------------------------------------------------------------------------------------
def _front(view: Book, cover: DayMap | None, chapters: list[Chapter], notes: Notes) -> Part:
    return Part(
        view.masthead, lambda sheet: _paint_front(sheet, view, cover, chapters, notes), name="Cover and contents"
    )


def _paint_front(sheet: Sheet, view: Book, cover: DayMap | None, chapters: list[Chapter], notes: Notes) -> None:
    """Draw the cover with the present map, then the result of the campaign, and the contents."""
    y = sheet.begin() + 22 * MM
    title = fit(view.masthead.operation or view.scenario, sheet.room, 34, Cut.BOLD, 3)
    y = sheet.lines(sheet.left_x, y, title) + 8 * MM
    sheet.fitted(sheet.left_x, y, view.span, sheet.room, 14, Cut.SEMIBOLD, SECOND)
    y += 6 * MM
    sheet.fitted(sheet.left_x, y, view.masthead.subtitle, sheet.room, 9, colour=THIRD)
    y = draw_items(sheet, sheet.left_x, y + 6 * MM, fact_items(view.sides, sheet.room, 90, 9)) + 4 * MM
    if cover is not None:
        cover.draw(sheet, Area(sheet.left_x, y, sheet.room, sheet.low - y))
    y = sheet.turn()
    blocks = [Block("The campaign", (gap(2), *fact_items(view.facts, sheet.room, 90)))]
    if view.notes:
        blocks.append(Block("Notes", text_items(view.notes, sheet.room)))
    y = flow(sheet, y + 6 * MM, blocks)
    if y + 40 * MM > sheet.foot:
        y = sheet.turn()
    y, low = y + 8 * MM, sheet.low
    room = (sheet.room - 8 * MM) / 2
    tried = [[Block("Contents", list(_contents(chapters, notes, room, close)))] for close in (1.0, 0.92, 0.84)]
    contents = next((blocks for blocks in tried if not left_over(blocks, [low - y] * 2)), tried[0])
    flow(sheet, y, contents, columns=2, gutter=8 * MM, even=True, low=low)


def _contents(chapters: list[Chapter], notes: Notes, room: float, close: float) -> Iterator[Item]:
    """Yield a line for each chapter, and under it a line for each named part; set at that pitch."""
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
    """Return a part's owner and subject: one formation where several have sheets of their own, else all of them."""
    name, title = part.name or part.masthead.title, part.masthead.title
    own_name = name.removeprefix(f"{title}, ") if name.startswith(f"{title}, ") else ""
    if own_name == "overview":
        own_name = f"{part.masthead.subtitle}, overview"
    return f"{part.masthead.side}: {own_name or part.masthead.subtitle or name}"


def _entry(words: str, page: int, room: float, depth: int, close: float) -> Item:
    """Return words, a dotted leader, and the page; the whole line is a link. Page 0: not known yet."""

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
