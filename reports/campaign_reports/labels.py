"""Labels to cut out, in the size of the club's bases: a tab in the battalion's colour with its number, under it the
company's with its letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.values import replace
from campaign.words.labels import BaseLabel, LabelSheet, Marker, PersonLabel
from campaign.words.sheet import LabelColour
from campaign_reports.blocks import Drawing
from campaign_reports.document import Document, rendered
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.pen import write_line
from campaign_reports.stand_rows import SWATCH
from campaign_reports.style import CLOSE_RULE, FAINT, INK, MM, NOTE, SECOND, TAG, TEXT, WHITE, Colour
from campaign_reports.symbols import draw_in_row, draw_with_names
from campaign_reports.type import Cut, squeeze, width

TICK: float = 3 * MM
"""Length of a cut mark outside the labels."""
AIR: float = 1.6 * MM
"""Space inside the cut."""
CLEAR: float = 1.4 * MM
"""Space between a symbol and the code beside it; the mark above a symbol may be wider than its frame."""
HALF_WIDE: float = 36 * MM
"""Width of a base from which it has room for two markers."""
LIGHT = (LabelColour.WHITE, LabelColour.YELLOW, LabelColour.PINK, LabelColour.ORANGE)
"""Colours with black type on them."""
Draw = Drawing


@rendered
def render_labels(view: LabelSheet, _: Paper) -> Document:
    return Document((labels_part(view),), (view,))


def labels_part(view: LabelSheet) -> Part:
    return Part(view.masthead, lambda sheet: _paint(sheet, view), name="Labels")


def _paint(sheet: Sheet, view: LabelSheet) -> None:
    """Draw page after page, the last one filled up with spares; markers that would need a page for a single row are
    left out.
    """
    wide, deep = view.base[0] * MM, view.base[1] * MM
    top = sheet.begin() + TICK + 2 * MM
    across, down = max(1, int((sheet.room + 0.1) // wide)), max(1, int((sheet.foot - TICK - 1 * MM - top) // deep))
    left_x = (sheet.width - across * wide) / 2
    page = across * down
    cells = list(_cells(view, wide, deep))
    if 0 < len(cells) % page <= across:
        fewer = list(
            _cells(replace(view, markers=thinned(view.markers, len(cells) % page * _halves(wide))), wide, deep)
        )
        cells = fewer if len(fewer) % page == 0 else cells
    cells += [lambda sheet, x, y: _draw_spare(sheet, x, y, wide, deep)] * (-len(cells) % page)
    for start in range(0, max(len(cells), 1), page):
        if start:
            sheet.turn()
        for n, draw in enumerate(cells[start : start + page]):
            draw(sheet, left_x + n % across * wide, top + n // across * deep)
        draw_cuts(sheet, left_x, top, (across, down), (wide, deep))


def _halves(wide: float) -> int:
    """Return the number of markers to a base."""
    return 2 if wide >= HALF_WIDE else 1


def thinned(markers: Sequence[Marker], many: int) -> tuple[Marker, ...]:
    """Return the markers without ``many`` of them, where these would need a page for a single row: of the kinds with
    most copies, of each half at most.
    """
    remaining_counts = [marker.count for marker in markers]
    for _ in range(many):
        most = max(
            range(len(remaining_counts)),
            key=lambda n: (2 * (remaining_counts[n] - 1) >= markers[n].count, remaining_counts[n]),
            default=-1,
        )
        if most < 0 or 2 * (remaining_counts[most] - 1) < markers[most].count:
            break
        remaining_counts[most] -= 1
    return tuple(replace(marker, count=count) for marker, count in zip(markers, remaining_counts, strict=True))


def _cells(view: LabelSheet, wide: float, deep: float) -> Iterator[Draw]:
    """Yield the drawing of each place: labels, people, markers (two to a wide base)."""
    for label in view.labels:
        yield lambda sheet, x, y, label=label: _draw_label(sheet, x, y, wide, deep, label)  # type: ignore[misc]
    for person in view.people:
        yield lambda sheet, x, y, person=person: _draw_person(sheet, x, y, wide, deep, person)  # type: ignore[misc]
    every = [marker for marker in view.markers for _ in range(marker.count)]
    halves = _halves(wide)
    for start in range(0, len(every), halves):
        yield lambda sheet, x, y, pair=every[start : start + halves]: _draw_markers(
            sheet, x, y, wide / halves, deep, pair
        )  # type: ignore[misc]


def draw_cuts(sheet: Sheet, left_x: float, top: float, count: tuple[int, int], base: tuple[float, float]) -> None:
    """Draw ticks outside the block, grey crosses inside it, so that no line remains on a label when it is cut."""
    xs = [left_x + n * base[0] for n in range(count[0] + 1)]
    ys = [top + n * base[1] for n in range(count[1] + 1)]
    for x in xs:
        for y1, y2 in ((ys[0] - TICK, ys[0] - 0.6 * MM), (ys[-1] + 0.6 * MM, ys[-1] + TICK)):
            sheet.line(x, y1, x, y2, 0.5)
    for y in ys:
        for x1, x2 in ((xs[0] - TICK, xs[0] - 0.6 * MM), (xs[-1] + 0.6 * MM, xs[-1] + TICK)):
            sheet.rule(x1, y, x2, 0.5)
    for x in xs:
        for y in ys:
            sheet.rule(x - 0.9 * MM, y, x + 0.9 * MM, 0.3, FAINT)
            sheet.line(x, y - 0.9 * MM, x, y + 0.9 * MM, 0.3, FAINT)


# the labels ----------------------------------------------------------------------------------------------------------
def _tab(wide: float) -> float:
    return max(4.6 * MM, min(8.6 * MM, wide * 0.19))


def _beside_tab(x: float, wide: float) -> tuple[float, float]:
    """Return the left edge of the words of a label, and their room."""
    left_x = x + AIR + _tab(wide) + 1.2 * MM
    return left_x, x + wide - AIR - left_x


def _draw_label(sheet: Sheet, x: float, y: float, wide: float, deep: float, label: BaseLabel) -> None:
    tab, high = _tab(wide), deep - 2 * AIR
    _draw_tab(sheet, x + AIR, y + AIR, tab, high, label)
    left_x, room = _beside_tab(x, wide)
    sizes = _text_sizes(deep)
    name = squeeze(label.title, room, sizes[0], Cut.SEMIBOLD, 2 if deep >= 20 * MM else 1)
    text = squeeze(label.text, room, sizes[1], lines=1 if wide >= HALF_WIDE else 2)
    if text.is_cut and deep >= 24 * MM:
        text = squeeze(label.text, room, sizes[1], lines=2)
    under = text.height + 0.6 if label.text else 0.0
    foot = y + deep - AIR
    if label.text:
        sheet.lines(left_x + room / 2, foot - text.height + text.size * 0.95, text, SECOND, Side.MIDDLE)
    low = foot - under - name.height + name.size * 0.8
    sheet.lines(left_x + room / 2, low, name, side=Side.MIDDLE)
    _draw_symbol(sheet, label, left_x, y + AIR, room, low - name.size - y - AIR)


def _text_sizes(deep: float) -> tuple[float, float]:
    """Return the type sizes of the name and of the words under it."""
    return (8.5, NOTE) if deep >= 24 * MM else (TEXT, NOTE)


def _draw_symbol(sheet: Sheet, label: BaseLabel, x: float, y: float, room: float, high: float) -> None:
    """Draw the symbol in the room over the name, with its numbers where they fit; the system's code beside it."""
    if label.symbol is None or high < 4 * MM:
        return
    h = min(8.6 * MM, high / 2.0, room / (2.1 if not label.sign else 2.6))
    named = max(
        width(words, Cut.SEMIBOLD, max(NOTE, 0.44 * h)) for words in (label.symbol.number, label.symbol.superior, "")
    )
    if 1.5 * h + 2 * (named + 0.2 * h) <= room and not label.sign:
        draw_with_names(sheet, label.symbol, x + room / 2 - 0.75 * h, y + (high - 1.92 * h) / 2 + 0.44 * h, h)
        return
    if not label.sign:
        draw_in_row(sheet, label.symbol, x + room / 2 - 0.75 * h, y, high, h)
        return
    sign = squeeze(label.sign, room - 1.5 * h - CLEAR, 8, Cut.BOLD)
    sheet.lines(x + room, y + 4.2 * MM, sign, side=Side.RIGHT)
    draw_in_row(
        sheet, label.symbol, x + max(0.0, min(room * 0.3 - 0.75 * h, room - sign.width - CLEAR - 1.5 * h)), y, high, h
    )


def _draw_tab(sheet: Sheet, x: float, y: float, wide: float, high: float, label: BaseLabel) -> None:
    """Draw the battalion's colour with its number; its foot is the company's colour with its letter."""
    foot = min(high * 0.36, 8 * MM) if label.company else 0.0
    bars = label.bars or (LabelColour.WHITE,)
    for step, colour in enumerate(bars):
        sheet.box(x + step * wide / len(bars), y, wide / len(bars), high - foot, fill=SWATCH[colour])
    if len(bars) > 1:
        side = min(wide, 6 * MM)
        sheet.disc(x + wide / 2, y + (high - foot) / 2, side / 2, CLOSE_RULE, INK, WHITE)
        _write(sheet, label.number, x + wide / 2, y + (high - foot) / 2, side * 0.8, 10, INK)
    else:
        _write(
            sheet,
            label.number,
            x + wide / 2,
            y + (high - foot) / 2,
            wide - 1.2,
            19 if high >= 20 * MM else 12,
            _ink(bars[0]),
        )
    if foot:
        colour = label.company_colour or LabelColour.WHITE
        sheet.box(x, y + high - foot, wide, foot, fill=SWATCH[colour])
        _write(
            sheet,
            label.company,
            x + wide / 2,
            y + high - foot / 2,
            wide - 1.2,
            12 if foot > 5 * MM else 8,
            _ink(colour),
        )
        sheet.rule(x, y + high - foot, x + wide, CLOSE_RULE)
    sheet.box(x, y, wide, high, CLOSE_RULE)


def _write(sheet: Sheet, words: str, x: float, y: float, room: float, size: float, colour: Colour) -> None:
    """Draw a number or letter in the middle of a tab."""
    block = squeeze(words, room, size, Cut.BOLD)
    sheet.lines(x, y + block.size * 0.36, block, colour, Side.MIDDLE)


def _ink(colour: LabelColour) -> Colour:
    return INK if colour in LIGHT else WHITE


# people, markers, spares ---------------------------------------------------------------------------------------------
def _draw_person(sheet: Sheet, x: float, y: float, wide: float, deep: float, person: PersonLabel) -> None:
    tab, high = _tab(wide), deep - 2 * AIR
    sheet.box(x + AIR, y + AIR, tab, high, 1.1, sheet.accent if person.letter.isalpha() else INK)
    _write(
        sheet,
        person.letter,
        x + AIR + tab / 2,
        y + deep / 2,
        tab - 1.2,
        19,
        sheet.accent if person.letter.isalpha() else INK,
    )
    left_x, room = _beside_tab(x, wide)
    name = squeeze(person.name, room, _text_sizes(deep)[0], Cut.SEMIBOLD, 2)
    middle = y + deep / 2 - name.height / 2
    sheet.fitted(left_x + room / 2, middle - 1.2 * MM, person.title, room, 8, Cut.BOLD, side=Side.MIDDLE)
    low = sheet.lines(left_x + room / 2, middle + name.size * 0.95, name, side=Side.MIDDLE)
    text = squeeze(person.text, room, NOTE)
    if low + 3.4 * MM < y + deep - AIR and not text.is_cut:
        sheet.lines(left_x + room / 2, low + 2.8 * MM, text, SECOND, Side.MIDDLE)


_TONES = {"plain": (WHITE, INK), "grey": (TAG, INK), "black": (INK, WHITE)}


def _draw_markers(sheet: Sheet, x: float, y: float, wide: float, deep: float, markers: Sequence[Marker]) -> None:
    """Draw one marker, or two side by side with a dotted line between them."""
    for step, marker in enumerate(markers):
        left_x, air = x + step * wide + AIR, AIR * 0.9
        room, high = wide - 2 * AIR, deep - 2 * air
        fill, ink = _TONES[marker.tone]
        sheet.box(left_x, y + air, room, high, 0.8, INK, fill)
        words = squeeze(marker.word, room - 1.2 * MM, 8, Cut.BOLD)
        middle = y + deep / 2 + 2.6
        if marker.symbol is not None:
            h = min(5 * MM, high * 0.28, room / 2.2)
            draw_in_row(sheet, marker.symbol, left_x + room / 2 - 0.75 * h, y + air, high * 0.62, h)
            middle = y + air + high * 0.8
        if marker.big:
            _write(sheet, marker.big, left_x + room / 2, y + air + high * 0.4, room, min(22, high * 0.4), ink)
            sheet.fitted(
                left_x + room / 2,
                y + air + high * 0.84,
                f"{marker.word} {marker.text}",
                room - 3,
                NOTE,
                colour=ink,
                side=Side.MIDDLE,
            )
            continue
        sheet.lines(left_x + room / 2, middle, words, ink, Side.MIDDLE)
        if marker.text and marker.symbol is None:
            sheet.fitted(
                left_x + room / 2, middle + 3.2 * MM, marker.text, room - 3, NOTE, colour=ink, side=Side.MIDDLE
            )
    if len(markers) > 1:
        sheet.line(x + wide, y + AIR, x + wide, y + deep - AIR, 0.4, FAINT, (0.6, 1.6))


def _draw_spare(sheet: Sheet, x: float, y: float, wide: float, deep: float) -> None:
    """Draw an empty label for a pen."""
    tab = _tab(wide)
    sheet.box(x + AIR, y + AIR, tab, deep - 2 * AIR, CLOSE_RULE)
    left_x, room = _beside_tab(x, wide)
    h = min(8.6 * MM, deep * 0.32, room / 2.1)
    sheet.box(left_x + room / 2 - 0.75 * h, y + deep * 0.42 - h / 2, 1.5 * h, h, CLOSE_RULE)
    write_line(sheet, left_x + 1 * MM, left_x + room - 1 * MM, y + deep - AIR - 2.4 * MM)
