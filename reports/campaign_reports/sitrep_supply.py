"""The strip of a supply line: to scale from rear to front, with its stops, its cuts and the threatened stretches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from campaign.views.contacts.sitrep import SupplyStrip
from campaign_reports.blocks import Item, text_items
from campaign_reports.page import Mark, Sheet, Side
from campaign_reports.style import FAINT, INK, MAP, NOTE, SECOND, TABLE, WHITE
from campaign_reports.type import Cut, fit, width

HIGH, LINE, LEVELS = 44.0, 24.0, (14.0, 6.5)
"""In points: height of the strip, distance of the line from its top, and the distances of the two levels of names above
the line."""
INSET = 4.0
LONGEST_NAME = 74.0


def strip_items(strip: SupplyStrip, room: float) -> list[Item]:
    """Return the drawing, and what threatens the line."""
    words = [f"Enemy near the line: {text}." for text in strip.threats]
    return [
        Item(HIGH if strip.threatened or strip.cut else HIGH - 9, lambda sheet, x, y: _draw(sheet, x, y, room, strip)),
        *(entry for text in words for entry in text_items(f"\N{EN DASH} {text}", room, TABLE, after=1.0)),
    ]


def _draw(sheet: Sheet, x: float, y: float, room: float, strip: SupplyStrip) -> None:
    wide, base = room - 2 * INSET, y + LINE

    def at(metres: float) -> float:
        return x + INSET + wide * metres / max(1, strip.length_m)

    with sheet.marked(Mark.MAP):
        sheet.line(at(0), base, at(strip.length_m), base, 2.4, sheet.accent, (7, 2.6))
        for stretch in strip.cut:
            sheet.line(at(stretch.from_m), base, at(stretch.to_m), base, 3.4, WHITE)
            sheet.line(at(stretch.from_m), base, at(stretch.to_m), base, 1.4, FAINT, (1, 2))
        labels = list(_labels(strip.stops, at, x, room))
        for spot, _, _, _ in labels:
            sheet.disc(spot, base, 2.0, 0.8, INK, WHITE)
        for stretch in strip.cut:
            _draw_cross(sheet, (at(stretch.from_m) + at(stretch.to_m)) / 2, base)
        for stretch in strip.threatened:
            left_x, right_x = at(stretch.from_m), max(at(stretch.to_m), at(stretch.from_m) + 3)
            sheet.line(left_x, base + 5, right_x, base + 5, 2.2, INK)
        for _, centre, level, name in labels:
            sheet.text(centre, y + level, name, MAP, side=Side.MIDDLE)
        words = ["black bar = enemy within 5 km"] * bool(strip.threatened) + ["X = route cut"] * bool(strip.cut)
        if words:
            sheet.text(x, base + 15, "; ".join(words), NOTE, colour=SECOND)
        sheet.text(x + room, base + 15, f"{strip.length_m / 1000:.0f} km", NOTE, colour=SECOND, side=Side.RIGHT)


def _draw_cross(sheet: Sheet, x: float, y: float) -> None:
    for way in (1, -1):
        sheet.line(x - 3.2, y - 3.2 * way, x + 3.2, y + 3.2 * way, 1.6, INK)


def _labels(
    stops: Sequence[tuple[int, str]], at: Callable[[float], float], x: float, room: float
) -> Iterator[tuple[float, float, float, str]]:
    """Yield stops with room for their names on two levels, the ends first: the x of the stop, the middle of its name
    and its level, and the name.
    """
    taken: dict[float, list[tuple[float, float]]] = {level: [] for level in LEVELS}
    order = [*stops[:1], *stops[-1:], *stops[1:-1]] if len(stops) > 1 else list(stops)
    for metres, name in order:
        text = fit(name, LONGEST_NAME, MAP).lines[0]
        half = width(text, Cut.REGULAR, MAP) / 2
        centre = min(max(at(metres), x + half), x + room - half)
        for level in LEVELS:
            if all(centre + half + 4 < left_x or centre - half - 4 > right_x for left_x, right_x in taken[level]):
                taken[level].append((centre - half, centre + half))
                yield at(metres), centre, level, text
                break
