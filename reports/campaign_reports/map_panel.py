"""The panel beside a situation map: scale and north, the key to its signs, the lists to which its numbers refer, and
notes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import inf

from campaign.views.map.map import MapCrossing, MapObstacle, MapUnit, Metres, SituationMap
from campaign.words.papers import Fact
from campaign_reports.areas import Area
from campaign_reports.blocks import Block, Item, text_items, together
from campaign_reports.map_chart import ROUND_METRES, Chart
from campaign_reports.map_draw import grid_step
from campaign_reports.map_key import WORDS, key_items, key_words
from campaign_reports.map_sheet import Layout, Numbered
from campaign_reports.map_signs import draw_badge, draw_north, draw_note_number
from campaign_reports.page import Sheet, Side
from campaign_reports.style import FAINT, INK, MAP, SECOND, WHITE
from campaign_reports.type import Cut, fit

MOST_NAMES = 60
"""Most names in the list of units without room on the map."""
WHOLE = 30
"""Most lines of a note that is not broken."""
INDENT = 11.0
"""Indent in points of a numbered note, for its number."""
AS_TRACED = "state now"
"""Words for the moment of the supply on the map, as in the supply state."""


def blocks_of(view: SituationMap, layout: Layout, room: float, first: Layout | None = None) -> list[Block]:
    """Return the blocks in the panel of this sheet alone, in their order. ``first``: the sheet of the whole, which
    explains signs and numbers for all.
    """
    blocks = [Block("Scale", (_scale_item(layout.chart, room),))]
    if first is None:
        blocks += _numbered_blocks(layout.numbered, room)
        blocks.append(Block("Signs", key_items(view, layout, room)))
    else:
        shown = {mark.number for mark in first.numbered}
        blocks += _numbered_blocks([mark for mark in layout.numbered if mark.number not in shown], room)
        if signs := key_items(view, layout, room, key_words(view, first)):
            blocks.append(Block("More signs", signs))
        words = "The overview explains the symbols and numbers."
        blocks.append(Block("Reading this sheet", text_items(words, room, WORDS)))
    if layout.contacts:
        facts = [Fact(contact.clock, contact.text) for contact, _, _ in layout.contacts]
        blocks.append(_notes("Contacts this turn", facts, room))
    if layout.homeless:
        nearest = _nearest_of(view)
        facts_here = [
            Fact(", ".join(c.unit.label for c in tray.cells if c.unit.label), nearest(tray.at))
            for tray in layout.homeless
        ]
        blocks.append(_notes("Troops without room on the map", facts_here, room))
    if layout.unnamed:
        blocks.append(Block("Places without room for a name", text_items(_few(layout.unnamed), room, WORDS, after=1.5)))
    if layout.crowd:
        words = (
            f"The map is crowded, so {layout.crowd} places where nothing is going on are not marked and all roads are"
            " drawn thin."
        )
        blocks.append(Block("A crowded sheet", text_items(words, room, WORDS, after=1.5)))
    return blocks


def notes_of(view: SituationMap, room: float) -> list[Block]:
    """Return notes on the whole map, which begin on the first sheet and continue beside the next ones."""
    blocks = [Block("Troops", text_items(view.nobody, room, WORDS))] if view.nobody else []
    blocks += (
        [_notes("Battles", [Fact(f"{b.number}  {b.name}", b.state) for b in view.battles], room)]
        if view.battles
        else []
    )
    blocks += [_supply_notes(view.supply_notes, room)] if view.supply_notes else []
    blocks += [_notes("Enemy, age of report", view.enemy_notes, room)] if view.enemy_notes else []
    blocks += [_notes("Marches ordered", _marches(view), room)] if view.marches else []
    return blocks


def units_elsewhere(view: SituationMap, units: Sequence[MapUnit], room: float) -> list[Block]:
    """Return the positions of units that sheets show only in the sign of their brigade or division; enemies have their
    own list.
    """
    together: dict[str, list[str]] = {}
    nearest = _nearest_of(view)
    for unit in units:
        if not unit.age:
            together.setdefault(nearest(unit.at), []).append(unit.label)
    facts = [Fact(where[:1].upper() + where[1:], ", ".join(names)) for where, names in together.items()]
    return [_notes("Units not on any sheet", facts, room)] if facts else []


def _few(names: list[str]) -> str:
    """Return the names; of very many only the first."""
    text = "; ".join(names[:MOST_NAMES])
    return text if len(names) <= MOST_NAMES else f"{text} and {len(names) - MOST_NAMES} more"


def _nearest_of(view: SituationMap) -> Callable[[Metres], str]:
    """Return a function from a point to the place that is nearest to it, in words. It looks along the places from west
    to east, no farther than the nearest one that it has met.
    """
    eastward = sorted((place.at[0], number) for number, place in enumerate(view.places))

    def words(at: Metres) -> str:
        begin, best = bisect_left(eastward, (at[0],)), (inf, -1)
        for way in (range(begin, len(eastward)), range(begin - 1, -1, -1)):
            for n in way:
                east, number = eastward[n]
                if (apart := (east - at[0]) ** 2) > best[0]:
                    break
                best = min(best, (float(apart + (view.places[number].at[1] - at[1]) ** 2), number))
        return f"at or near {view.places[best[1]].name}" if view.places else ""

    return words


def _marches(view: SituationMap) -> list[Fact]:
    """Return the ordered marches with their units; those that set out from one spot together."""
    who: dict[str, list[str]] = {}
    for march in view.marches:
        who.setdefault(march.to, []).append(", ".join(march.who))
    return [Fact(to, "; ".join(groups)) for to, groups in who.items()]


def _notes(title: str, facts: Sequence[Fact], room: float) -> Block:
    """Return a block of notes, the subject in bold, the text below it; no column ends within one, unless it is very
    long.
    """
    return Block(title, [note for fact in facts for note in _note(fact, room)])


def _note(fact: Fact, room: float) -> list[Item]:
    label = text_items(fact.label, room, WORDS, Cut.SEMIBOLD)
    lines = text_items(fact.text, room, WORDS, colour=SECOND, after=2.0)
    if len(lines) <= WHOLE:
        return [together([*label, *lines])]
    return [together([*label, *lines[:2]]), *lines[2:-2], together(lines[-2:])]


def _supply_notes(facts: Sequence[Fact], room: float) -> Block:
    """Return a block on why formations are out of supply, each note with its number on the map."""
    items: list[Item] = []
    for number, fact in enumerate(facts, 1):
        first, *rest = _note(fact, room - INDENT)
        items += [_indented(first, number), *(_indented(entry) for entry in rest)]
    return Block("Out of supply", items, AS_TRACED)


def _indented(entry: Item, number: int = 0) -> Item:
    def paint(sheet: Sheet, x: float, y: float) -> None:
        if number:
            draw_note_number(sheet, (x + 4.5, y + 4.8), number)
        entry.draw(sheet, x + INDENT, y)

    return Item(entry.height, paint)


# scale


def scale_length(chart: Chart, room: float) -> int:
    """Return the metres of the scale bar: the longest round length that fits into the room."""
    return max((metres for metres in ROUND_METRES if metres * chart.scale <= room), default=ROUND_METRES[0])


def metres_in_words(metres: int) -> str:
    """Return a distance in words: ``5 km``, ``200 m``."""
    return f"{metres // 1000} km" if metres >= 1000 else f"{metres} m"


def _scale_item(chart: Chart, room: float) -> Item:
    metres = scale_length(chart, room - 40)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        wide, x = metres * chart.scale, x + 4
        for n, fill in ((0, INK), (1, WHITE)):
            sheet.box(x + n * wide / 2, y + 9, wide / 2, 2.6, 0.6, INK, fill)
        half = f"{metres / 2000:g}" if metres >= 1000 else f"{metres // 2}"
        for at, word in ((0.0, "0"), (wide / 2, half), (wide, metres_in_words(metres))):
            sheet.text(x + at, y + 7, word, MAP, colour=INK, side=Side.LEFT if word.endswith("m") else Side.MIDDLE)
        words = f"1 : {chart.one_in:,}".replace(",", "\N{NO-BREAK SPACE}")
        sheet.text(x - 4, y + 20.5, f"{words}, grid {metres_in_words(grid_step(chart))}", MAP, colour=SECOND)
        draw_north(sheet, x - 4 + room - 8, y + 0.5, 21)

    return Item(26.0, paint)


# what the numbers on the map mean


def _numbered_blocks(numbered: Sequence[Numbered], room: float) -> Iterator[Block]:
    ordered = sorted(numbered, key=lambda mark: mark.number)
    crossings = [(mark.number, mark.obstruction) for mark in ordered if isinstance(mark.obstruction, MapCrossing)]
    if crossings:
        items: list[Item] = []
        for water, group in groupby(crossings, key=lambda pair: pair[1].waterway):
            items += text_items(water, room, WORDS, Cut.ITALIC, FAINT) if water else []
            for number, map_crossing in group:
                state = "not known" if map_crossing.state is None else str(map_crossing.state)
                items.append(
                    _row(
                        number,
                        map_crossing.name,
                        f"{state}, {map_crossing.load}" if map_crossing.carries else state,
                        room,
                    )
                )
        yield Block("Crossings, north to south", items)
    obstacles = [(mark.number, mark.obstruction) for mark in ordered if isinstance(mark.obstruction, MapObstacle)]
    if obstacles:
        rows = [
            _row(
                n,
                map_obstacle.name,
                f"{map_obstacle.kind}, gapped" if map_obstacle.is_gapped else str(map_obstacle.kind),
                room,
            )
            for n, map_obstacle in obstacles
        ]
        yield Block("Obstacles", rows)


def _row(number: int, name: str, state: str, room: float) -> Item:
    wide = 9.5 if number < 10 else 12.5
    setting = fit(state, room * 0.45, MAP, lines=2)
    label = fit(name, room - 17 - setting.width, WORDS, Cut.SEMIBOLD, 2)
    high = max(11.2, label.depth + 2.4, setting.depth + 2.4)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        draw_badge(sheet, Area(x, y + 0.4, wide, 9.5), number)
        sheet.lines(x + 15, y + 7.7, label)
        sheet.lines(x + room, y + 7.6, setting, SECOND, Side.RIGHT)

    return Item(high, paint)
