"""Unit signs as small pictures for rows, heads and forms.

chip          one sign, complete in itself
ChipSheet     the signs of a page with many rows, each kind drawn once
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from campaign.values import replace
from campaign.web.svg_sheet import SvgSheet, attributes, side_colour, tokens_of
from campaign.words.symbol import Frame, UnitSymbol, symbol_words
from campaign_reports import type as setting
from campaign_reports.branches import BREADTH
from campaign_reports.drawing import Drawing
from campaign_reports.symbols import draw

UNIT: Final = 20.0
"""Height of a frame in the sign's own units."""
ABOVE: Final = 0.6
"""Room above the frame of every sign, in heights of the frame, for size mark and bracket."""
BELOW: Final = 0.62
"""Room below it, for wheels, battlements and staff."""
BESIDE: Final = 0.27
"""Room left and right of it."""
BOLDNESS: Final = {Frame.OWN: 1.6, Frame.ENEMY: 1.2}
"""Factor of the weight of a sign's lines: printed ones would be thinner than a pixel. A double frame needs air."""
_BOX: Final = f"0 0 {UNIT * (BREADTH + 2 * BESIDE):g} {UNIT * (ABOVE + 1 + BELOW):g}"


def chip(symbol: UnitSymbol, side: int, high: float, label: str = "") -> str:
    """Return a sign whose frame is ``high`` pixels high. ``side``: the number of its side on the page; ``label``: what
    is read out, if not the sign in words. All signs of one height are equally large, with or without marks.
    """
    return _picture(_drawn(symbol, side), symbol, high, label)


class ChipSheet:
    """The signs of one page: ``defs`` stands on it once, before the first of them."""

    def __init__(self, signs: Iterable[tuple[UnitSymbol, int]], prefix: str = "u") -> None:
        self._names: dict[tuple[UnitSymbol, int], str] = {}
        bodies = []
        for symbol, side in signs:
            kind = kind_of(symbol), side
            if kind not in self._names:
                self._names[kind] = f"{prefix}{len(self._names)}"
                bodies.append(f'<g id="{self._names[kind]}">{_drawn(*kind)}</g>')
        head = attributes(class_="chips", width="0", height="0", fill="none", aria_hidden="true")
        self.defs = f"<svg{head}><defs>{''.join(bodies)}</defs></svg>"

    def chip(self, symbol: UnitSymbol, side: int, high: float, label: str = "") -> str:
        """Return a sign as ``chip`` does. Raises KeyError for a sign that the sheet was not made for."""
        return _picture(f'<use href="#{self._names[kind_of(symbol), side]}"/>', symbol, high, label)


def chip_symbols(signs: Iterable[tuple[UnitSymbol, int]], prefix: str = "u") -> ChipSheet:
    """Return the sheet of signs for a page with many rows; ``prefix`` begins the ids."""
    return ChipSheet(signs, prefix)


def on_umpires_desk(symbol: UnitSymbol, side: int) -> UnitSymbol:
    """Return the symbol as the umpire's pages draw it: that of the second side in a double frame, as on his map."""
    return replace(symbol, frame=Frame.ENEMY) if side else symbol


def kind_of(symbol: UnitSymbol) -> UnitSymbol:
    """Return the symbol without the designations that stand beside it: what is drawn once for all alike."""
    return replace(symbol, number="", superior="")


def draw_sign(sheet: SvgSheet, symbol: UnitSymbol, side: int, x: float, y: float, h: float) -> None:
    """Draw a symbol on a picture, its frame's upper left corner at (x, y), each kind once."""
    kind = kind_of(symbol)

    def paint(once: Drawing, x: float, y: float) -> None:
        draw(once, kind, x, y, h, side_colour(side))

    sheet.sign((kind, side, h), x, y, paint)


def _drawn(symbol: UnitSymbol, side: int) -> str:
    setting.load()
    sheet = SvgSheet(tokens_of((side,)), decimals=2, boldness=BOLDNESS[symbol.frame])
    draw(sheet, symbol, UNIT * BESIDE, UNIT * ABOVE, UNIT, side_colour(side))
    return sheet.taken()


def _picture(body: str, symbol: UnitSymbol, high: float, label: str) -> str:
    double = "chip enemy" if symbol.frame is Frame.ENEMY else "chip"
    head = attributes(
        class_=double,
        width=f"{high * (BREADTH + 2 * BESIDE):g}",
        height=f"{high * (ABOVE + 1 + BELOW):g}",
        viewBox=_BOX,
        fill="none",
        role="img",
        aria_label=label or symbol_words(symbol),
    )
    return f"<svg{head}>{body}</svg>"
