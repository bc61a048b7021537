"""The names of the campaign book: those that a text contains, and the index of their pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby

from campaign.terms.words import plain
from campaign.values import dataclass, field, replace
from campaign.views.book.campaign_book import Book
from campaign_reports.binding import BookSheet, Notes
from campaign_reports.blocks import Block, Drawing, Item, flow, void
from campaign_reports.page import Part, Sheet
from campaign_reports.style import MM, NOTE, TEXT, THIRD
from campaign_reports.type import Cut, fit, width

INDEX_COLUMNS = 3


@dataclass
class Finder:
    """A search for names in a text: the longest that begins at a word and ends at its end."""

    names: Iterable[str]
    _by_word: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for name in self.names:
            if first := re.match(r"\w+", name):
                self._by_word[first.group()].append(name)
        for entry in self._by_word.values():
            entry.sort(key=len, reverse=True)

    def within(self, text: str) -> tuple[str, ...]:
        """Return the names in the text, each once."""
        result: dict[str, None] = {}
        end = 0
        for word in re.finditer(r"\w+", text):
            if word.start() < end:
                continue
            for name in self._by_word.get(word.group(), ()):
                after = word.start() + len(name)
                if text.startswith(name, word.start()) and not text[after : after + 1].isalnum():
                    result[name] = None
                    end = after
                    break
        return tuple(result)


def finder_of(view: Book) -> Finder:
    """Return a finder of everything that the index may list."""
    units = {unit.name for formation in view.formations for unit in formation.units} | {
        formation.name for formation in view.formations
    }
    return Finder(sorted(units | set(view.names)))


def index_part(view: Book, notes: Notes) -> Part:
    """Return the index, from the names that the pages noted."""
    return Part(replace(view.masthead, title="Index"), lambda sheet: _paint_index(sheet, notes), name="Index")


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
    sheet.text(
        sheet.left_x,
        y + 4,
        "Bold numbers are pages of the main account. All numbers are links.",
        NOTE,
        Cut.ITALIC,
        THIRD,
    )
    flow(sheet, y + 4 * MM, blocks, columns=INDEX_COLUMNS, gutter=gutter, even=True)


def _letter(name: str) -> str:
    """Return the letter under which a name stands; names that begin with a figure stand under the first letter after
    it.
    """
    letters = [sign for sign in plain(name) if sign.isalpha()]
    return letters[0].upper() if letters else "0-9"


def _index_entry(name: str, pages: dict[int, bool], room: float) -> list[Item]:
    """Return the name and its pages on as many lines as they take, each number a link."""
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
