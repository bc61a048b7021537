"""The inner pages of the campaign book: a day with its diary and its map, the battles, the histories of the units."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from campaign.terms.state import State
from campaign.views.campaign_book import (
    Book,
    BookBattle,
    BookDay,
    BookFighter,
    BookSide,
    DayOfSide,
    FormationHistory,
    UnitHistory,
)
from campaign.views.diary import DiaryEntry
from campaign.views.papers import Fact
from campaign_reports.binding import BookSheet, marked
from campaign_reports.blocks import Block, Drawing, Item, fact_items, flow, gap, striped, text_items
from campaign_reports.columns import Column, head, row
from campaign_reports.diary import CLOCK, GUTTER, WIDE, entry_items
from campaign_reports.map import parts_of
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.pen import draw_state
from campaign_reports.style import MM, NOTE, SECOND, TABLE, TEXT, THIRD
from campaign_reports.symbols import draw_in_row
from campaign_reports.type import Cut, fit, paragraph

Draw = Drawing

COLUMN = (190 * MM - GUTTER) / 2
DATED = 46.0
"""Indent of a diary's text behind date and hour."""
FIGHTERS = (
    Column("", 0, 10),
    Column("battalion", 14, 190, Cut.SEMIBOLD),
    Column("command", 208, 150, colour=SECOND),
    Column("part", 362, 70),
    Column("went in", 436, 48),
    Column("came out", 488, 50, Cut.BOLD),
)


@dataclass
class Finder:
    """Looks for names in a text: the longest that begins at a word and ends at its end."""

    names: Iterable[str]
    _by_word: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for name in self.names:
            if first := re.match(r"\w+", name):
                self._by_word[first.group()].append(name)
        for entry in self._by_word.values():
            entry.sort(key=len, reverse=True)

    def within(self, text: str) -> tuple[str, ...]:
        """Names in the text, each once."""
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
    """Of everything that the index may list."""
    units = {unit.name for formation in view.formations for unit in formation.units} | {
        formation.name for formation in view.formations
    }
    return Finder(sorted(units | set(view.names)))


# days ----------------------------------------------------------------------------------------------------------------
def day_parts(view: Book, day: BookDay, paper: Paper) -> list[Part]:
    """A day: its diary, then its map on as many sheets as it takes."""
    title = f"Day {day.day}"
    masthead = replace(
        view.masthead,
        title=title,
        subtitle=day.date,
        paper=title,
        when=day.situation.masthead.when,
        turn=day.situation.masthead.turn,
    )
    finder = finder_of(view)
    maps = parts_of(day.situation, paper)
    return [Part(masthead, lambda sheet: _paint_day(sheet, day, finder), name=f"{title}, {day.date}"), *maps]


def _paint_day(sheet: Sheet, day: BookDay, finder: Finder) -> None:
    top = sheet.begin()
    y = top + 5 * MM
    words = [*day.weather, Fact("Score of the day", day.score)] if day.score else list(day.weather)
    first = marked(gap(0.5), (), key=f"day-{day.day}", entry=f"Day {day.day}: {day.date}")
    y = flow(sheet, y, [Block("Weather and score", (first, *fact_items(words, sheet.room, 80)))])
    low = sheet.low
    told = [side_block(side, finder) for side in day.sides] or [NOTHING]
    flow(sheet, y + 5 * MM, told, columns=2, gutter=GUTTER, even=True, low=low)


NOTHING = Block("The day", text_items("Nothing happened that is known.", COLUMN))


def side_block(side: DayOfSide, finder: Finder) -> Block:
    """What a side knew of the day."""
    events = [DiaryEntry(event.clock, event.text, event.is_blow) for event in side.digest.events]
    lines = [item for line in events for item in _diary(line, COLUMN, CLOCK, finder)]
    return Block(side.side, lines, "hours are local; blows in bold")


def _diary(line: DiaryEntry, room: float, indent: float, finder: Finder, air: tuple[float, float] = WIDE) -> list[Item]:
    """A line of the diary, its names noted; it leads to its battle."""
    items = [_leading(item, room, line.battle) for item in entry_items(line, room, indent, air)]
    items[0] = marked(items[0], finder.within(line.text))
    return items


def _leading(inner: Item, room: float, battle: int) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        inner.draw(sheet, x, y)
        if battle and isinstance(sheet, BookSheet):
            sheet.link(f"battle-{battle}", x, y, room, TEXT * 1.2)

    return Item(inner.height, paint)


# battles -------------------------------------------------------------------------------------------------------------
def battles_part(view: Book) -> Part:
    """Every battle, one under the other."""
    masthead = replace(view.masthead, title="Battles")
    finder = finder_of(view)
    return Part(masthead, lambda sheet: _paint_battles(sheet, view, finder), name="Battles")


def _paint_battles(sheet: Sheet, view: Book, finder: Finder) -> None:
    blocks = [_battle(battle, sheet.room, finder) for battle in view.battles]
    flow(sheet, sheet.begin() + 5 * MM, blocks)


def _battle(battle: BookBattle, room: float, finder: Finder) -> Block:
    title = f"Battle {battle.number}: {battle.name}"
    names = [f"{battle.name}, battle {battle.number}", *finder.within(battle.place)]
    facts = [
        Fact("When and where", f"{battle.when}, {battle.place}"),
        Fact("Rules", battle.rules),
        Fact("Attacker", battle.attacker),
        Fact("Field held by", battle.held_by),
        Fact("How it went", " ".join((*battle.story, *battle.course))),
        *(Fact(f"{words.label}, in their own words", words.text) for words in battle.words),
    ]
    items: list[Item] = [marked(gap(1), names, main=True, key=f"battle-{battle.number}", entry=title)]
    items += fact_items([fact for fact in facts if fact.text], room, 80)
    for side in battle.sides:
        items += _side(side, room)
    return Block(title, items, str(battle.state), gap=7 * MM)


def _side(side: BookSide, room: float) -> list[Item]:
    items = [gap(4), *text_items(side.side, room, 8.0, Cut.BOLD)]
    if side.fighters:
        items.append(head(FIGHTERS, room))
        items += striped(map(_fighter, side.fighters), room)
    if side.seen:
        items += text_items(f"Seen of them: {'; '.join(side.seen)}.", room, TABLE)
    if not side.fighters and not side.seen:
        items += text_items("Nothing is known of them.", room, TABLE, Cut.ITALIC, THIRD)
    if side.prisoners:
        items += text_items(f"Prisoners: {side.prisoners}.", room, TABLE)
    if side.orders:
        items += text_items(
            f"Orders fulfilled: {', '.join(f'{command} {answer}' for command, answer in side.orders)}.", room, TABLE
        )
    return items


def _fighter(fighter: BookFighter) -> Item:
    after = fighter.after

    def state(sheet: Sheet, x: float, y: float, high: float) -> None:
        if after is not None:
            draw_state(sheet, x + 5, y + high / 2, after)

    cells = (
        state,
        fighter.name,
        fighter.command,
        fighter.role,
        fighter.before.value,
        after.value if after is not None else "",
    )
    return marked(row(FIGHTERS, cells, least=12.5), (fighter.name,))


# histories -----------------------------------------------------------------------------------------------------------
def histories_part(view: Book) -> Part:
    """Every formation and battalion with what the diary says of it."""
    masthead = replace(view.masthead, title="Unit histories")
    finder = finder_of(view)
    return Part(masthead, lambda sheet: _paint_histories(sheet, view, finder), name="Unit histories")


def _paint_histories(sheet: Sheet, view: Book, finder: Finder) -> None:
    blocks = [_formation(formation, finder) for formation in view.formations]
    flow(sheet, sheet.begin() + 5 * MM, blocks, columns=2, gutter=GUTTER, even=True)


def _formation(formation: FormationHistory, finder: Finder) -> Block:
    """Its own diary, then its battalions. Those high up are entries of the contents."""
    key = f"formation-{formation.name}".encode("ascii", "backslashreplace").decode().replace(" ", "_")
    items = [
        marked(gap(0.5), (formation.name,), main=True, key=key if formation.depth < 2 else "", entry=formation.name)
    ]
    items += [entry for line in formation.lines for entry in _diary(line, COLUMN, DATED, finder)]
    for unit in formation.units:
        items += _unit(unit, finder)
    return Block(formation.name, items, formation.led_by, gap=6 * MM)


def _unit(unit: UnitHistory, finder: Finder) -> Iterator[Item]:
    name = fit(unit.name, COLUMN - 30, 8.0, Cut.SEMIBOLD, 3)
    under = [
        words
        for words in (unit.led_by, f"{unit.began} at the founding" if unit.began else "", unit.ended, unit.position)
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
    for line in unit.lines:
        yield from _diary(line, COLUMN, DATED, finder)


def _strip(days: Sequence[State | None], battles: Sequence[int]) -> Draw:
    """A sign a day, and the battles, each a link."""

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
