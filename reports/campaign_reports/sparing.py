"""A canvas that writes the operators of a page itself: short numbers, and colour, width, dash and face only where they
change.

The marks are those that the library would make, to a thousandth of a point; files are smaller and written in a fraction
of the time.
"""

# ruff: noqa: N802, N803  the names of the methods are those of ReportLab's canvas

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import groupby
from math import sqrt
from operator import itemgetter
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import getFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

PAINTED = {(False, False): "n", (True, False): "S", (False, True): "f*", (True, True): "B*"}
"""PDF operator for a path, by (stroke, fill)."""
QUARTER = 4 / 3 * (sqrt(2) - 1)
"""Distance of a control point from the end of a quarter circle, as a share of the radius."""


@lru_cache(maxsize=65_536)
def number(value: float) -> str:
    """Return a coordinate as PDF reads it: at most three decimals, never an exponent."""
    words = repr(round(value, 3))
    return words[:-2] if words.endswith(".0") else words


@lru_cache(maxsize=4_096)
def _colour(red: float, green: float, blue: float) -> str:
    return f"{number(red)} {number(green)} {number(blue)}"


class Trace(PDFPathObject):
    """A path in short numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.operators: list[str] = []

    def moveTo(self, x: float, y: float) -> None:
        self.operators.append(f"{number(x)} {number(y)} m")

    def lineTo(self, x: float, y: float) -> None:
        self.operators.append(f"{number(x)} {number(y)} l")

    def curveTo(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        self.operators.append(f"{number(x1)} {number(y1)} {number(x2)} {number(y2)} {number(x3)} {number(y3)} c")

    def close(self) -> None:
        self.operators.append("h")

    def getCode(self) -> str:
        return " ".join(self.operators)


class Letters(dict[str, str]):
    """The letters of one font as they stand in a string of its first face; a letter of another face is not included."""

    def __init__(self, canvas: SparingCanvas, font: str) -> None:
        super().__init__()
        self._canvas, self._font = canvas, getFont(font)
        self.face = ""

    def shown(self, letter: str) -> tuple[str, str]:
        """Return the face that has a letter, and the letter as it stands in a string of that face."""
        return self._canvas.letter_of(self._font, letter)

    def __missing__(self, letter: str) -> str:
        face, code = self.shown(letter)
        self.face = self.face or face
        if face != self.face:
            raise KeyError(letter)
        self[letter] = code
        return code


class SparingCanvas(Canvas):
    """A canvas that remembers its last settings; a page begins afresh, and a saved state comes back with its
    settings.
    """

    _doc: Any
    _escape: Any

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._last: dict[str, Any] = {}
        self._kept: list[dict[str, Any]] = []
        self._letters: dict[str, Letters] = {}
        self._stamps: dict[Hashable, str] = {}
        self.letters: set[str] = set()
        """Every letter written so far."""
        self._later: list[tuple[int, str, Callable[[], None]]] = []
        super().__init__(*arguments, **more)

    def letter_of(self, font: Any, letter: str) -> tuple[str, str]:
        """Return the face of a font that has a letter, and the letter as it stands in a string of that face."""
        self.letters.add(letter)
        ((subset, code),) = font.splitString(letter, self._doc)
        return font.getSubsetInternalName(subset, self._doc), self._escape(code)

    # What is set

    def setFillColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:
        if self._last.get("fill") != (value := (r, g, b, alpha)):
            self._last["fill"] = value
            if alpha is None:
                self.addLiteral(f"{_colour(r, g, b)} rg")
            else:
                super().setFillColorRGB(r, g, b, alpha)

    def setStrokeColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:
        if self._last.get("stroke") != (value := (r, g, b, alpha)):
            self._last["stroke"] = value
            if alpha is None:
                self.addLiteral(f"{_colour(r, g, b)} RG")
            else:
                super().setStrokeColorRGB(r, g, b, alpha)

    def setLineWidth(self, width: float) -> None:
        if self._last.get("width") != width:
            self._last["width"] = width
            self.addLiteral(f"{number(width)} w")

    def setDash(self, array: Any = (), phase: float = 0) -> None:
        if self._last.get("dash") != (value := (tuple(array) if isinstance(array, (list, tuple)) else array, phase)):
            self._last["dash"] = value
            super().setDash(array, phase)

    def setLineCap(self, mode: int) -> None:
        if self._last.get("cap") != mode:
            self._last["cap"] = mode
            super().setLineCap(mode)

    def setLineJoin(self, mode: int) -> None:
        if self._last.get("join") != mode:
            self._last["join"] = mode
            super().setLineJoin(mode)

    def saveState(self) -> None:
        self._kept.append(dict(self._last))
        super().saveState()

    def restoreState(self) -> None:
        super().restoreState()
        self._last = self._kept.pop()

    def setFont(self, psfontname: str, size: float, leading: float | None = None) -> None:
        if self._last.get("font") != (psfontname, size):
            self._last["font"] = psfontname, size
            super().setFont(psfontname, size, leading)

    # Marks

    def drawString(
        self,
        x: float,
        y: float,
        text: str,
        mode: int | None = None,
        charSpace: float = 0,
        direction: Any = None,
        wordSpace: float | None = None,
        shaping: bool = False,
    ) -> None:
        """Write one line of type in the current font. T* ends it, so that a reader of the file as text finds every
        entry by itself.
        """
        font, size = self._last["font"]
        letters = self._letters.get(font)
        if letters is None:
            letters = self._letters[font] = Letters(self, font)
        try:
            code = "".join([letters[letter] for letter in text])
            strings = [(letters.face, code)]
        except KeyError:
            runs = groupby(map(letters.shown, text), key=itemgetter(0))
            strings = [(face, "".join(code for _, code in run)) for face, run in runs]
        if text:
            shown = "".join(f"{self._face(face, size, charSpace)} ({code}) Tj" for face, code in strings)
            self.addLiteral(f"BT 1 0 0 1 {number(x)} {number(y)} Tm{shown} T* ET")

    def _face(self, name: str, size: float, track: float) -> str:
        """Return the operators for face, size and tracking, with a space before them; empty if they are set already."""
        last, words = self._last, ""
        if last.get("face") != (value := (name, size)):
            last["face"] = value
            words = f" {name} {number(size)} Tf {number(1.2 * size)} TL"
        if last.get("track", 0) != track:
            last["track"] = track
            words += f" {number(track)} Tc"
        return words

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.addLiteral(f"{number(x1)} {number(y1)} m {number(x2)} {number(y2)} l S")

    def rect(self, x: float, y: float, width: float, height: float, stroke: float = 1, fill: float = 0) -> None:
        self.addLiteral(
            f"{number(x)} {number(y)} {number(width)} {number(height)} re {PAINTED[bool(stroke), bool(fill)]}"
        )

    def roundRect(
        self, x: float, y: float, width: float, height: float, radius: float, stroke: float = 1, fill: float = 0
    ) -> None:
        trace = Trace()
        trace.roundRect(x, y, width, height, radius)
        self.drawPath(trace, stroke=int(stroke), fill=int(fill))

    def circle(self, x_cen: float, y_cen: float, r: float, stroke: float = 1, fill: float = 0) -> None:
        trace, far = Trace(), QUARTER * r
        left, right, low, high = x_cen - r, x_cen + r, y_cen - r, y_cen + r
        trace.moveTo(right, y_cen)
        trace.curveTo(right, y_cen + far, x_cen + far, high, x_cen, high)
        trace.curveTo(x_cen - far, high, left, y_cen + far, left, y_cen)
        trace.curveTo(left, y_cen - far, x_cen - far, low, x_cen, low)
        trace.curveTo(x_cen + far, low, right, y_cen - far, right, y_cen)
        trace.close()
        self.drawPath(trace, stroke=int(stroke), fill=int(fill))

    def beginPath(self) -> Trace:
        return Trace()

    def drawPath(self, aPath: PDFPathObject, stroke: int = 1, fill: int = 0, fillMode: int | None = None) -> None:
        self.addLiteral(f"{aPath.getCode()} {PAINTED[bool(stroke), bool(fill)]}")

    def arc(self, x1: float, y1: float, x2: float, y2: float, startAng: float = 0, extent: float = 90) -> None:
        trace: Any = Trace()
        trace.arc(x1, y1, x2, y2, startAng, extent)
        self.drawPath(trace)

    def stamp(self, key: Hashable, x: float, y: float, reach: int, draw: Callable[[], None]) -> None:
        """Draw the drawing of ``draw`` around the origin, at most ``reach`` from it, once in the file under this key,
        and lay it at (x, y).
        """
        name = self._stamps.get(key)
        if name is None:
            name = self._stamps[key] = f"stamp{len(self._stamps)}"
            before, self._last = self._last, {}
            self.beginForm(name, -reach, -reach, reach, reach)
            draw()
            self.endForm()
            self._last = before
        self.addLiteral(f"q 1 0 0 1 {number(x)} {number(y)} cm")
        self.doForm(name)
        self.addLiteral("Q")

    # Pages

    def showPage(self) -> None:
        """End the page; the next begins with the library's own settings."""
        super().showPage()
        self._last, self._kept = {}, []

    def draw_later(self, draw: Callable[[], None]) -> None:
        """Reserve this place for the drawing of ``draw``, which is called when the file is written."""
        place = f"% {len(self._later)}"
        self._later.append((self.getPageNumber(), place, draw))
        self.addLiteral(place)

    def draw_the_rest(self) -> None:
        """Draw everything that was reserved for later."""
        self._later, later = [], self._later
        for number, place, draw in later:
            self._code: list[str] = []
            self._last = {}
            draw()
            self.put_later(number, place, "\n".join(("q", *self._code, "Q")))
        self._code = []

    def put_later(self, number: int, place: str, code: str) -> None:
        """Put the code into its place on a page."""
        page = self._doc.Pages.pages[number - 1]
        page.stream = page.stream.replace(f"{place}\n", f"{code}\n", 1)

    def save(self) -> None:
        """Write the file, its streams as bytes: as letters they would be a quarter longer."""
        before = rl_config.useA85
        rl_config.useA85 = 0
        self.draw_the_rest()
        try:
            super().save()
        finally:
            rl_config.useA85 = before
