"""Unit symbols and tables for a web page: drawn as on paper, written as SVG with plain text.

signs = Signs()
signs.use(symbol, x, y, ink)     a sign in a drawing; each kind of sign is drawn once
signs.defined()                  all that were used, for the head of the page
table_svg(looks, battle_map, id) a table as printed
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape

from campaign.values import dataclass, field, replace
from campaign.views.battle.battle_paper import BattleMap
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol
from campaign_reports import type as setting
from campaign_reports.hex_map import draw_hexes, hexes_height, hexes_wide
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.style import accent
from campaign_reports.svg import SvgCanvas, number
from campaign_reports.symbols import draw
from campaign_reports.table_map import draw_table, table_height
from campaign_reports.table_trays import draw_insets, insets_height
from campaign_reports.type import Cut, width
from campaign_reports.web_tags import Html, tag

HIGH = 10.0
"""Height of a sign's frame as drawn; its width is one and a half times as much."""
WIDE = 1.5 * HIGH
SCALE = 1.4
"""Factor by which a sign is enlarged on the map."""
_ROOM = 12.0
"""Space round a frame, for marks and wheels."""
TABLE_WIDE, TABLE_HIGH = 420.0, 400.0


class Looks:
    """The looks of lines, areas and letters, each a class of the page's style: a drawing names it in a few letters."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, **said: str) -> str:
        """Return the attribute that gives a mark this look; empty values are left out."""
        look = ";".join(f"{key.replace('_', '-')}:{value}" for key, value in said.items() if value)
        return f' class="{self._names.setdefault(look, f"k{len(self._names)}")}"' if look else ""

    def style(self) -> str:
        """Return the rules for the page's style."""
        return "".join(f".{name}{{{look}}}" for look, name in self._names.items())


class PlainCanvas(SvgCanvas):
    """A canvas whose text is text, in the page's own typeface at the measured width, and whose marks name their
    looks.
    """

    def __init__(self, looks: Looks) -> None:
        super().__init__()
        self.looks = looks

    def _shape(self, tag: str, *, stroke: bool, fill: bool) -> None:
        round_end = "round" if stroke and self._round else ""
        look = self.looks.of(
            fill=self._fill if fill else "none",
            stroke=self._stroke if stroke else "",
            stroke_width=number(self._weight) if stroke else "",
            stroke_dasharray=self._dash if stroke else "",
            stroke_linecap=round_end,
            stroke_linejoin=round_end,
        )
        opening = '<path d="'
        is_path = tag.startswith(opening[1:])
        mark = _in_steps(tag) if is_path else _SECOND_DECIMALS.sub(r"\1", tag)
        end = f"{look}/>"
        if self._marks and not fill and is_path and self._marks[-1].endswith(f'"{end}'):
            before = self._marks[-1]
            if before.startswith(opening):  # the same pen goes on
                traced = before.removesuffix(end).removesuffix('"')
                self._marks[-1] = f"{traced}{mark.removeprefix(opening[1:])}{end}"
                return
        self._marks.append(f"<{mark}{end}")

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a straight line, as a path."""
        high = self._size[1]
        trace = f"M{number(x1)} {number(high - y1)}L{number(x2)} {number(high - y2)}"
        self._shape(f'path d="{trace}"', stroke=True, fill=False)

    def drawString(  # noqa: N802  the name of ReportLab's canvas
        self,
        x: float,
        y: float,
        text: str,
        mode: int | None = None,
        charSpace: float = 0,  # noqa: N803
        direction: Any = None,
        wordSpace: float | None = None,  # noqa: N803
        shaping: bool = False,
    ) -> None:
        """Write one line."""
        cut, size = self._font
        look = self.looks.of(
            font_size=f"{number(size)}px",
            fill="" if self._fill == "#000000" else self._fill,
            font_weight="600" if cut in (Cut.SEMIBOLD, Cut.BOLD, Cut.NARROW_SEMIBOLD) else "",
            font_style="italic" if cut is Cut.ITALIC else "",
        )
        wide = f'{width(text, cut, size, charSpace):.1f}" lengthAdjust="spacingAndGlyphs'
        length = f' textLength="{wide}"' if len(text) > 2 else ""
        self._marks.append(f'<text x="{x:.1f}" y="{self._size[1] - y:.1f}"{length}{look}>{escape(text)}</text>')

    @property
    def marks(self) -> Html:
        """Marks drawn so far, all of them."""
        return Html("".join(self._marks))


_SECOND_DECIMALS = re.compile(r"(\.\d)\d")
_STEP = re.compile(r"([MLz])(?:(-?[\d.]+) (-?[\d.]+))?")


def _in_steps(trace: str) -> str:
    """Return a path of straight lines in steps from point to point, to the tenth: half as many letters. One with other
    lines is unchanged.
    """
    head, _, rest = trace.partition('d="')
    drawn, _, tail = rest.partition('"')
    steps = _STEP.findall(drawn)
    if sum(len(f"{kind}{x}{' ' if x else ''}{y}") for kind, x, y in steps) != len(drawn):
        return trace
    words, at = [], (0, 0)
    for kind, x, y in steps:
        if kind == "z":
            words.append("z")
            continue
        point = round(10 * float(x)), round(10 * float(y))
        right, down = (_tenths(n if kind == "M" else n - before) for n, before in zip(point, at, strict=True))
        words.append(f"{kind if kind == 'M' else 'l'}{right}{'' if down.startswith('-') else ' '}{down}")
        at = point
    return f'{head}d="{"".join(words)}"{tail}'


def _tenths(value: int) -> str:
    """Return a number of tenths: ``-3`` is ``-.3``."""
    return f"{value / 10:g}".replace("0.", ".", 1) if -10 < value < 10 and value else f"{value / 10:g}"


def drawn(looks: Looks, paint: Callable[[Sheet], None], clips: str) -> Html:
    """Return the drawing of a pen on a page, from the upper left corner. ``clips``: the beginning of its clip names,
    unique on the page.
    """
    setting.load()
    canvas = PlainCanvas(looks)
    sheet = Sheet(canvas, Part(Masthead("", "#000000", "", ""), lambda _: None), Paper.A4, pages=1)
    canvas.setPageSize((sheet.width, sheet.height))
    paint(sheet)
    return Html(canvas.marks.replace('"clip', f'"{clips}').replace("url(#clip", f"url(#{clips}"))


@dataclass
class Signs:
    """The signs of a page, each kind drawn once."""

    looks: Looks = field(default_factory=Looks)
    _kinds: dict[tuple[UnitSymbol, str], str] = field(default_factory=dict)
    _drawings: list[Html] = field(default_factory=list)

    def use(self, symbol: UnitSymbol, x: float, y: float, ink: str = "#000000") -> Html:
        """Return a sign with its middle at a point."""
        return tag("use", href=f"#{self._kind(symbol, ink)}", x=number(x), y=number(y))

    def alone(self, symbol: UnitSymbol) -> Html:
        """Return a sign within a line of text."""
        left_x, top = SCALE * (-WIDE / 2 - 4), SCALE * (-HIGH / 2 - 6)
        box = " ".join(map(number, (left_x, top, -2 * left_x, SCALE * (HIGH + 11))))
        return tag("svg", self.use(symbol, 0, 0), viewBox=box, cls="sign", aria_hidden="true")

    def defined(self) -> Html:
        """Return the drawings of all signs used."""
        return tag("svg", tag("defs", self._drawings), width=0, height=0, cls="defs", aria_hidden="true")

    def _kind(self, symbol: UnitSymbol, ink: str) -> str:
        plain = replace(symbol, number="", superior="")
        key = plain, ink
        if key not in self._kinds:
            name = self._kinds[key] = f"s{len(self._kinds)}"
            marks = drawn(self.looks, lambda sheet: draw(sheet, plain, _ROOM, _ROOM, HIGH, accent(ink)), f"{name}c")
            move = f"translate({number(-_ROOM - WIDE / 2)} {number(-_ROOM - HIGH / 2)})"
            self._drawings.append(tag("g", tag("g", marks, transform=f"scale({SCALE}) {move}"), id=name))
        return self._kinds[key]


def table_svg(looks: Looks, shown: BattleMap, name: str) -> tuple[Html, tuple[str, ...]]:
    """Return the table, and the names that found no room on it. ``name`` belongs to this drawing alone."""
    table, grid = shown.table, shown.grid
    wide, listed, deep = TABLE_WIDE, [], 0.0

    def paint(sheet: Sheet) -> None:
        nonlocal wide, deep
        if grid is not None:
            wide = hexes_wide(grid, TABLE_HIGH, TABLE_WIDE)
            draw_hexes(sheet, grid, 0, 4, wide, table)
            deep = 4 + hexes_height(grid, wide)
            return
        ground = draw_table(sheet, table, 0, 0, wide, TABLE_HIGH, names=8)
        high = table_height(table, wide, TABLE_HIGH)
        draw_insets(sheet, ground, 0, high, wide)
        deep = high + insets_height(ground, wide)
        listed.extend(ground.listed)

    marks = drawn(looks, paint, f"{name}c")
    drawing = tag("svg", marks, viewBox=f"-4 0 {number(wide + 8)} {number(deep + 4)}", cls="table", role="img")
    return drawing, tuple(listed)
