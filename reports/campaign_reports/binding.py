"""Binding: parts become one book, with running page numbers, contents, an index, links and an outline of two levels.

    bind(chapters, front, back, masthead, paper, views) -> bytes

Every part is painted twice: first to count pages and to note on which page each name stands, then for good. ``front``
and ``back`` draw the title with the contents and the index from these notes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from reportlab.pdfgen.canvas import Canvas

from campaign.values import dataclass, field
from campaign.words.papers import Masthead
from campaign_reports import type as setting
from campaign_reports.blocks import Item
from campaign_reports.document import new_canvas
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.properties import describe
from campaign_reports.type import printable


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title in the contents and the outline, and its parts. ``named``: its parts are entries of their
    own under it."""

    title: str
    parts: tuple[Part, ...]
    named: bool = False


@dataclass(slots=True)
class Notes:
    """The notes of the first painting, in pages of the book: the beginnings of chapters and parts, and the pages of
    names (True: at length).
    """

    chapters: list[int] = field(default_factory=list)
    parts: list[list[int]] = field(default_factory=list)
    names: dict[str, dict[int, bool]] = field(default_factory=dict)
    entries: list[tuple[int, str, int]] = field(default_factory=list)
    """Further entries of the contents: number of the chapter, words, page."""
    targets: dict[str, int] = field(default_factory=dict)
    """Pages to which links lead, by key."""
    index: int = 0
    """Page of the index; 0 until it is known."""

    def move(self, by: int) -> Notes:
        """Return the same notes with ``by`` pages before them."""
        return Notes(
            [page + by for page in self.chapters],
            [[page + by for page in pages] for pages in self.parts],
            {name: {page + by: main for page, main in pages.items()} for name, pages in self.names.items()},
            [(chapter, words, page + by) for chapter, words, page in self.entries],
            {key: page + by for key, page in self.targets.items()},
        )


class BookSheet(Sheet):
    """A sheet of a book: ``before`` pages come before its part, ``total`` is the number of pages of the book."""

    def __init__(
        self,
        canvas: Canvas,
        part: Part,
        paper: Paper,
        *,
        before: int,
        total: int,
        notes: Notes,
        chapter: int,
        entry: str,
    ) -> None:
        super().__init__(canvas, part, paper, pages=total, before=before)
        self.notes, self.chapter, self.entry = notes, chapter, entry

    @property
    def page(self) -> int:
        """Number of this page in the book."""
        return self.before + self.number

    def _enter(self) -> None:
        if self.counting:
            return
        self.canvas.bookmarkPage(f"page-{self.page}")
        if self.number == 1 and self.entry:
            self.canvas.addOutlineEntry(
                printable(self.entry), f"page-{self.page}", 1 if self.chapter >= 0 else 0, closed=True
            )

    def heading(self, y: float, words: str) -> None:
        """Do nothing: a book's outline has only chapters and parts."""

    def mark(self, name: str, *, main: bool = False) -> None:
        """Note that the name stands on this page."""
        pages = self.notes.names.setdefault(name, {})
        pages[self.page] = pages.get(self.page, False) or main

    def target(self, key: str, y: float, words: str = "") -> None:
        """Make this the target of links to ``key``; with ``words`` it is an entry of the contents and the outline."""
        if self.counting:
            self.notes.targets[key] = self.page
            if words:
                self.notes.entries.append((self.chapter, words, self.page))
            return
        self.canvas.bookmarkHorizontalAbsolute(key, self.height - y + 12)
        if words:
            self.canvas.addOutlineEntry(printable(words), key, 1, closed=True)

    def link(self, key: str, x: float, y: float, wide: float, high: float) -> None:
        """Make the box a link to a page (``page-12``) or to a noted key."""
        if self.counting or (key not in self.notes.targets and not key.startswith("page-")):
            return
        bottom = self.height - y - high
        self.canvas.linkAbsolute("", key, (x, bottom, x + wide, bottom + high))


def marked(inner: Item, names: Sequence[str], *, main: bool = False, key: str = "", entry: str = "") -> Item:
    """Return an item that, when drawn in a book, notes names and may be the target of links; elsewhere it is only
    drawn.
    """

    def draw(sheet: Sheet, x: float, y: float) -> None:
        if isinstance(sheet, BookSheet):
            for name in names:
                sheet.mark(name, main=main)
            if key:
                sheet.target(key, y, entry)
        inner.draw(sheet, x, y)

    return Item(inner.height, draw)


Front = Callable[[Notes], Part]
"""Function that makes the cover and contents, or the index, from the notes."""


def bind(
    chapters: Sequence[Chapter], front: Front, back: Front, masthead: Masthead, paper: Paper, views: Sequence[object]
) -> bytes:
    """Return the file of all chapters between front and back."""
    setting.load()
    notes, inside = _first_pass(chapters, paper)
    ahead = _count(front(notes), paper)
    placed = notes.move(ahead)
    placed.index = ahead + inside + 1
    index = back(placed)
    total = ahead + inside + _count(index, paper)
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, paper)
    _paint(canvas, front(placed), paper, 0, total, placed, -1, "Cover and contents")
    at = ahead
    for number, chapter in enumerate(chapters):
        canvas.bookmarkPage(f"chapter-{number}")  # a key of its own: an outline has one title a key
        canvas.addOutlineEntry(printable(chapter.title), f"chapter-{number}", 0, closed=True)
        for part in chapter.parts:
            at += _paint(canvas, part, paper, at, total, placed, number, part.name if chapter.named else "")
    _paint(canvas, index, paper, at, total, placed, -1, "Index")
    describe(canvas, masthead, views)
    canvas.showOutline()
    canvas.save()
    return buffer.getvalue()


def _first_pass(chapters: Sequence[Chapter], paper: Paper) -> tuple[Notes, int]:
    notes, at = Notes(), 0
    blank = Canvas(io.BytesIO(), invariant=1)
    for number, chapter in enumerate(chapters):
        notes.chapters.append(at + 1)
        starts: list[int] = []
        for part in chapter.parts:
            starts.append(at + 1)
            at += _paint(blank, part, paper, at, 0, notes, number, "")
        notes.parts.append(starts)
    return notes, at


def _count(part: Part, paper: Paper) -> int:
    return _paint(Canvas(io.BytesIO(), invariant=1), part, paper, 0, 0, Notes(), -1, "")


def _paint(
    canvas: Canvas, part: Part, paper: Paper, before: int, total: int, notes: Notes, chapter: int, entry: str
) -> int:
    """Paint a part and return how many pages it took."""
    sheet = BookSheet(canvas, part, paper, before=before, total=total, notes=notes, chapter=chapter, entry=entry)
    part.paint(sheet)
    sheet.end()
    return sheet.number
