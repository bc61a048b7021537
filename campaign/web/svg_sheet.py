"""A picture for the screen on which the papers' drawing code draws: SVG whose colours are the page's tokens.

SvgSheet    the picture: marks, groups, links, and signs that stand in it once
tokens_of   the token of every colour that maps and signs are drawn with
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import Final

from campaign_reports import type as setting
from campaign_reports.areas import Spot
from campaign_reports.drawing import Drawing
from campaign_reports.page import Side
from campaign_reports.style import BANK, FAINT, GRID, INK, SEA, SECOND, STREAM, THIRD, WHITE, Colour, accent, grey, tint
from campaign_reports.type import Cut, Setting, width

Paint = Callable[[Drawing, float, float], None]
"""Something drawn from its upper left corner."""

AMBER: Final[Colour] = (1.0, 0.82, 0.34)
"""The colour of what is selected. No paper has it."""
ON_AMBER: Final[Colour] = (0.071, 0.071, 0.072)
"""The colour of what stands on amber, by light and by dark. No paper has it."""
PILL: Final[Colour] = (0.81, 0.80, 0.78)
"""The edge of a pill on the map. No paper has it."""
_GROUND: Final[Mapping[Colour, str]] = {
    WHITE: "land",
    INK: "ink",
    SECOND: "ink2",
    grey(25): "ink2",
    THIRD: "ink3",
    FAINT: "ink3",
    grey(45): "ink3",
    grey(50): "ink3",
    grey(55): "ink3",
    grey(78): "rough",
    grey(91): "grid",
    tint(grey(50), 0.12): "grid",
    GRID: "grid",
    SEA: "sea",
    STREAM: "sea",
    BANK: "shore",
    AMBER: "amber",
    ON_AMBER: "dark",
    PILL: "hair",
}
_CLASSES: Final[Mapping[Cut, str]] = {
    Cut.ITALIC: "i",
    Cut.SEMIBOLD: "s",
    Cut.BOLD: "b",
    Cut.NARROW: "n",
    Cut.NARROW_SEMIBOLD: "n s",
}
_ANCHORS: Final[Mapping[Side, str]] = {Side.MIDDLE: "middle", Side.RIGHT: "end"}


def side_colour(side: int) -> Colour:
    """Return the colour that stands for the ink of a side, by its number on the page, until it becomes a token."""
    return accent(side_accent(side))


def side_accent(side: int) -> str:
    """Return the accent of a side, by its number on the page, that ``tokens_of`` knows."""
    return f"#01{side:02x}02"


def tokens_of(sides: Sequence[int]) -> dict[Colour, str]:
    """Return the token of every colour; ``sides``: the numbers of the sides on the page."""
    tokens = dict(_GROUND)
    for side in sides:
        ink = side_colour(side)
        tokens[ink] = f"side{side}"
        for share in (0.1, 0.12):
            tokens[tint(ink, share)] = f"tint{side}"
    return tokens


def attributes(**values: object) -> str:
    """Return attributes for a tag; empty ones are left out. ``_`` in a name is a hyphen, at its end nothing."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in values.items()
        if value not in ("", None)
    )


class SvgSheet:
    """A picture in points, written in pixels; y runs down. The root element has to say ``fill="none"``.

    Marks of one look in a row become one path. Signs are kept apart, each kind once, for the head of the picture.
    """

    def __init__(
        self,
        tokens: Mapping[Colour, str],
        scale: float = 1.0,
        prefix: str = "m",
        decimals: int = 1,
        boldness: float = 1.0,
    ) -> None:
        self.boldness = boldness
        """Factor of every line's weight: small signs need heavier lines on a screen than in print."""
        self.tokens, self.scale, self.prefix, self.decimals = tokens, scale, prefix, decimals
        self._unit = float(10**decimals)
        self._marks: list[str] = []
        self._look, self._run = "", ""
        self._at = (0, 0)
        """Where the path drawn so far ends, in the smallest steps that are written."""
        self._clips = 0
        self._signs: dict[Hashable, tuple[str, str]] = {}

    # what is written

    def taken(self) -> str:
        """Return what was drawn since the last time, and begin anew."""
        self._flush()
        drawn = "".join(self._marks)
        self._marks = []
        return drawn

    def defined(self) -> str:
        """Return the signs used so far, in order of appearance."""
        return "".join(f'<g id="{name}">{body}</g>' for name, body in self._signs.values())

    def put(self, written: str) -> None:
        """Put something that is written already."""
        self._flush()
        self._marks.append(written)

    @contextmanager
    def group(self, tag: str = "g", /, **values: object) -> Iterator[None]:
        """Put what is drawn within the block into an element; nothing if nothing is drawn."""
        self._flush()
        outer, self._marks = self._marks, []
        yield
        self._flush()
        if self._marks:
            outer += [f"<{tag}{attributes(**values)}>", *self._marks, f"</{tag}>"]
        self._marks = outer

    def sign(self, key: Hashable, x: float, y: float, paint: Paint) -> None:
        """Draw a sign that occurs often; ``key`` says which it is. Its drawing stands in the picture once."""
        if key not in self._signs:
            name = f"{self.prefix}s{len(self._signs)}"
            once = SvgSheet(self.tokens, self.scale, f"{name}-", max(2, self.decimals))
            paint(once, 0.0, 0.0)
            self._signs[key] = name, once.taken()
        name = self._signs[key][0]
        self.put(f'<use href="#{name}"{attributes(x=self.number(x), y=self.number(y))}/>')

    def pressable(self, x: float, y: float, wide: float, high: float) -> None:
        """Put an area that can be pressed, in pixels, though nothing is seen of it."""
        at = attributes(x=round(x), y=round(y), width=round(wide), height=round(high))
        self.put(f'<rect{at} pointer-events="all"/>')

    def number(self, value: float) -> str:
        """Return a length in pixels."""
        digits = f"{value * self.scale:.{self.decimals}f}"
        digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
        return "0" if digits == "-0" else digits

    # marks

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        cut: Cut = Cut.REGULAR,
        colour: Colour = INK,
        side: Side = Side.LEFT,
        track: float = 0.0,
    ) -> float:
        """Write one line with its baseline at y; returns its width."""
        shown = setting.printable(words)
        if not shown:
            return 0.0
        look = attributes(
            x=self.number(x),
            y=self.number(y),
            font_size=_short(size * self.scale),
            class_=_CLASSES.get(cut, ""),
            fill=self._colour(colour),
            text_anchor=_ANCHORS.get(side, ""),
            letter_spacing=_short(track * self.scale) if track else "",
        )
        self.put(f"<text{look}>{escape(shown, quote=False)}</text>")
        return width(words, cut, size, track)

    def lines(self, x: float, y: float, block: Setting, colour: Colour = INK, side: Side = Side.LEFT) -> float:
        """Write a setting, its first baseline at y; returns the last baseline."""
        for line in block.lines:
            self.text(x, y, line, block.size, block.cut, colour, side)
            y += block.pitch
        return y - block.pitch

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        weight: float,
        colour: Colour = INK,
        dash: Sequence[float] = (),
    ) -> None:
        """Draw a straight line."""
        self.path([(x1, y1), (x2, y2)], weight, colour, dash=dash)

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        weight: float = 0.0,
        colour: Colour = INK,
        fill: Colour | None = None,
        round_by: float = 0.0,
    ) -> None:
        """Draw a rectangle from its upper left corner; weight 0 draws no outline."""
        shape = attributes(
            x=self.number(x),
            y=self.number(y),
            width=self.number(wide),
            height=self.number(high),
            rx=self.number(round_by) if round_by else "",
        )
        self.put(f"<rect{shape}{self._inks(weight, colour, fill)}/>")

    def disc(
        self, x: float, y: float, radius: float, weight: float = 0.0, colour: Colour = INK, fill: Colour | None = None
    ) -> None:
        """Draw a circle around (x, y)."""
        shape = attributes(cx=self.number(x), cy=self.number(y), r=_short(radius * self.scale))
        self.put(f"<circle{shape}{self._inks(weight, colour, fill)}/>")

    def path(
        self,
        points: Sequence[Spot],
        weight: float = 0.0,
        colour: Colour = INK,
        fill: Colour | None = None,
        *,
        closed: bool = False,
        dash: Sequence[float] = (),
        round_ends: bool = False,
    ) -> None:
        """Draw a polyline or polygon."""
        look = self._inks(weight, colour, fill, dash)
        if round_ends:
            look += ' stroke-linecap="round" stroke-linejoin="round"'
        if fill is not None or look != self._look:
            self._flush()
        self._look = look
        self._run += self._trace(points, closed=closed)
        if fill is not None:
            self._flush()

    @contextmanager
    def within(self, outline: Sequence[Spot]) -> Iterator[None]:
        """Draw nothing outside this outline within the block."""
        name = f"{self.prefix}c{self._clips}"
        self._clips += 1
        self._flush()
        self.put(f'<clipPath id="{name}"><path d="{self._trace(outline, closed=True)}"/></clipPath>')
        with self.group(clip_path=f"url(#{name})"):
            yield

    def _flush(self) -> None:
        """Write the path that has been drawn so far."""
        if self._run:
            self._marks.append(f'<path d="{self._run}"{self._look}/>')
        self._look = self._run = ""

    def _trace(self, points: Sequence[Spot], *, closed: bool) -> str:
        """Return a line in steps from point to point, which are alike in hachures and ticks and so pack well."""
        out = []
        start = last = self._at
        for number, (x, y) in enumerate(points):
            at = self._steps(x), self._steps(y)
            step = at[0] - last[0], at[1] - last[1]
            if number == 0:
                out.append(f"m{self._pair(step)}" if self._run else f"M{self._pair(at)}")
                start = at
            elif number == 1:
                out.append(f"l{self._pair(step)}")
            else:
                out.append(f" {self._pair(step)}")
            last = at
        self._at = start if closed else last
        return "".join(out) + ("z" if closed else "")

    def _steps(self, value: float) -> int:
        return round(value * self.scale * self._unit)

    def _pair(self, steps: tuple[int, int]) -> str:
        x, y = (_short(part / self._unit) for part in steps)
        return x + y if y.startswith("-") else f"{x} {y}"

    def _inks(self, weight: float, colour: Colour, fill: Colour | None, dash: Sequence[float] = ()) -> str:
        return attributes(
            fill=self._colour(fill) if fill is not None else "",
            stroke=self._colour(colour) if weight else "",
            stroke_width=_short(weight * self.boldness * self.scale) if weight else "",
            stroke_dasharray=" ".join(_short(part * self.scale) for part in dash) if weight else "",
        )

    def _colour(self, colour: Colour) -> str:
        return f"var(--{self.tokens[colour]})"


def _short(value: float) -> str:
    """Return a length with at most two decimals."""
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits in ("", "-0") else digits
