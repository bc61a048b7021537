"""The histories of the campaign book: every formation and battalion with its strength, its battles, its losses and its
diary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from campaign.terms.state import State
from campaign.values import replace
from campaign.views.book.campaign_book import Book, FormationHistory, UnitHistory
from campaign.views.book.diary import DiaryEntry
from campaign_reports.binding import BookSheet, marked
from campaign_reports.blocks import Block, Drawing, Item, flow, gap, text_items
from campaign_reports.book_days import COLUMN, GUTTER
from campaign_reports.book_index import Finder
from campaign_reports.page import Part, Sheet
from campaign_reports.pen import draw_state
from campaign_reports.style import MM, NOTE, TEXT, THIRD
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, fit, paragraph

Draw = Drawing


def histories_part(view: Book, finder: Finder) -> Part:
    """Return every formation and battalion with its lines of the diary."""
    masthead = replace(view.masthead, title="Unit histories")
    return Part(masthead, lambda sheet: _paint_histories(sheet, view, finder), name="Unit histories")


def _paint_histories(sheet: Sheet, view: Book, finder: Finder) -> None:
    blocks = [_formation(formation, finder) for formation in view.formations]
    flow(sheet, sheet.begin() + 5 * MM, blocks, columns=2, gutter=GUTTER, even=True)


def _formation(formation: FormationHistory, finder: Finder) -> Block:
    """Return a formation's own diary, then its battalions. High formations are entries of the contents."""
    key = f"formation-{formation.name}".encode("ascii", "backslashreplace").decode().replace(" ", "_")
    items = [
        marked(gap(0.5), (formation.name,), main=True, key=key if formation.depth < 2 else "", entry=formation.name)
    ]
    items += _diary(formation.lines, finder)
    for unit in formation.units:
        items += _unit(unit, finder)
    return Block(formation.name, items, formation.led_by, gap=6 * MM)


def _unit(unit: UnitHistory, finder: Finder) -> Iterator[Item]:
    name = fit(unit.name, COLUMN - 30, 8.0, Cut.SEMIBOLD, 3)
    under = [
        words
        for words in (unit.led_by, f"{unit.began} at the start" if unit.began else "", unit.ended, unit.position)
        if words
    ]
    setting = paragraph("; ".join(under), COLUMN - 26, NOTE)
    deep = name.depth + setting.depth
    high = max(20.0, deep + 4) + 4

    def paint(sheet: Sheet, x: float, y: float) -> None:
        draw_in_row(sheet, unit.symbol, x + 2, y + 3, 19, 10.0, sheet.accent)
        low = sheet.lines(x + 24, y + 4 + name.size * 0.95, name)
        sheet.lines(x + 24, low + setting.pitch, setting, THIRD)

    yield marked(Item(high, paint), (unit.name,), main=True)
    if unit.days or unit.battles:
        yield Item(11.0, _strip(unit.days, unit.battles))
    if unit.losses:
        yield from text_items(f"{'; '.join(loss.text for loss in unit.losses)}.", COLUMN, TEXT, Cut.SEMIBOLD, after=1.0)
    yield from _diary(unit.lines, finder)
    yield gap(5)


def _diary(lines: Sequence[DiaryEntry], finder: Finder) -> Iterator[Item]:
    """Yield the diary as running text, a paragraph for each day."""
    for date, of_day in groupby(lines, key=lambda line: line.when.rpartition(" ")[0]):
        text = " ".join(f"{line.when.rpartition(' ')[2]} {_sentence(line.text)}" for line in of_day)
        first, *rest = text_items(f"{date}: {text}", COLUMN, TEXT, after=1.0)
        yield marked(first, finder.within(text))
        yield from rest


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _strip(days: Sequence[State | None], battles: Sequence[int]) -> Draw:
    """Return a sign for each day, and the battles, each a link."""

    def paint(sheet: Sheet, x: float, y: float) -> None:
        pitch = min(9.0, (COLUMN * 0.55) / max(1, len(days)))
        for step, state in enumerate(days):
            if state is not None:
                draw_state(sheet, x + 28 + pitch * step, y + 4, state)
        at = x + 30 + pitch * len(days) + 4
        for step, battle in enumerate(battles):
            words = f"{'battle ' if step == 0 else ''}{battle}{',' if step < len(battles) - 1 else ''}"
            wide = sheet.fitted(at, y + 6.4, words, max(1.0, x + COLUMN - at), NOTE, Cut.SEMIBOLD)
            if isinstance(sheet, BookSheet):
                sheet.link(f"battle-{battle}", at, y, wide, 8)
            at += wide + 3
            if at > x + COLUMN - 14:
                break

    return paint
