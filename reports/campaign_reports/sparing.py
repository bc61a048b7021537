"""A canvas that writes the operators of a page itself: short numbers, colour, width, dash and face only where they
change.

The marks are those that the library would make, to a thousandth of a point; files are smaller and written in a fraction
of the time.
"""

# ruff: noqa: N802, N803, D102  the names and the meaning of the methods are those of ReportLab's canvas

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

PAINTED = {(False, False): "n", (True, False): "S", (False, True): "f*", (True, True): "B*"}
"""The operator by (stroke, fill)."""


@lru_cache(maxsize=65_536)
def number(value: float) -> str:
    """A coordinate as PDF reads it: at most three decimals, never an exponent."""
    words = repr(round(value, 3))
    return words[:-2] if words.endswith(".0") else words


@lru_cache(maxsize=4_096)
def _colour(red: float, green: float, blue: float) -> str:
    return f"{number(red)} {number(green)} {number(blue)}"


class Trace(PDFPathObject):
    """A path in short numbers."""

    _code_append: Callable[[str], None]

    def moveTo(self, x: float, y: float) -> None:
        self._code_append(f"{number(x)} {number(y)} m")

    def lineTo(self, x: float, y: float) -> None:
        self._code_append(f"{number(x)} {number(y)} l")

    def curveTo(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        self._code_append(f"{number(x1)} {number(y1)} {number(x2)} {number(y2)} {number(x3)} {number(y3)} c")


class Signs(dict[str, str]):
    """The letters of one face as they stand in a string of its first subset; a letter of another subset is not
    in it."""

    def __init__(self, canvas: SparingCanvas, face: Any) -> None:
        super().__init__()
        self.document = canvas._doc  # noqa: SLF001  the library asks for it by this name
        self.face = face
        self.name = ""

    def __missing__(self, letter: str) -> str:
        [(subset, code)] = self.face.splitString(letter, self.document)
        if subset:
            raise KeyError(letter)
        self.name = self.name or self.face.getSubsetInternalName(0, self.document)
        sign = self[letter] = escaped(code)
        return sign


def escaped(code: bytes) -> str:
    """Bytes as they stand between the brackets of a string; of the control characters those that no reader takes for a
    line or a tab."""
    return "".join(chr(b) if _is_plain(b) else f"\\{b:03o}" for b in code)


def _is_plain(byte: int) -> bool:
    return 0 < byte < 127 and byte not in b"()\\" and not 7 < byte < 14


class SparingCanvas(Canvas):
    """Remembers what was set last; a page begins afresh, and a saved state comes back with what was set in it."""

    _code: list[str]
    _doc: Any
    _fontname: str
    _fontsize: float

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._last: dict[str, object] = {}
        self._kept: list[dict[str, object]] = []
        self._signs: dict[str, Signs] = {}
        self._stamps: dict[Hashable, str] = {}
        super().__init__(*arguments, **more)

    # What is set

    def setFillColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:
        if self._last.get("fill") != (value := (r, g, b, alpha)):
            self._last["fill"] = value
            if alpha is None:
                self._code.append(f"{_colour(r, g, b)} rg")
            else:
                super().setFillColorRGB(r, g, b, alpha)

    def setStrokeColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:
        if self._last.get("stroke") != (value := (r, g, b, alpha)):
            self._last["stroke"] = value
            if alpha is None:
                self._code.append(f"{_colour(r, g, b)} RG")
            else:
                super().setStrokeColorRGB(r, g, b, alpha)

    def setLineWidth(self, width: float) -> None:
        if self._last.get("width") != width:
            self._last["width"] = width
            self._code.append(f"{number(width)} w")

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
        if psfontname in self._signs:
            self._fontname, self._fontsize, self._leading = psfontname, size, leading or 1.2 * size
        else:
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
        """One line of type in one of the faces that are embedded. T* ends it: who reads the file as text finds every
        entry by itself."""
        name = self._fontname
        signs = self._signs.get(name)
        if signs is None:
            signs = self._signs[name] = Signs(self, pdfmetrics.getFont(name))
        try:
            shown = "".join([signs[letter] for letter in text])
        except KeyError:
            self._draw_mixed(x, y, text, signs, charSpace)
            return
        if text:
            self._code.append(
                f"BT{self._face(signs.name, charSpace)} 1 0 0 1 {number(x)} {number(y)} Tm ({shown}) Tj T* ET"
            )

    def _draw_mixed(self, x: float, y: float, text: str, signs: Signs, track: float) -> None:
        """A line with letters of several subsets: the face changes inside it."""
        words = [f"BT 1 0 0 1 {number(x)} {number(y)} Tm"]
        for subset, code in signs.face.splitString(text, signs.document):
            words.append(
                f"{self._face(signs.face.getSubsetInternalName(subset, signs.document), track)[1:]}"
                f" ({escaped(code)}) Tj".lstrip()
            )
        self._code.append(" ".join([*words, "T* ET"]))

    def _face(self, name: str, track: float) -> str:
        """What sets face, size and tracking, with a space before it; nothing if they are set."""
        last, words = self._last, ""
        if last.get("face") != (value := (name, self._fontsize)):
            last["face"] = value
            words = f" {name} {number(self._fontsize)} Tf {number(1.2 * self._fontsize)} TL"
        if last.get("track", 0) != track:
            last["track"] = track
            words += f" {number(track)} Tc"
        return words

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._code.append(f"{number(x1)} {number(y1)} m {number(x2)} {number(y2)} l S")

    def rect(self, x: float, y: float, width: float, height: float, stroke: float = 1, fill: float = 0) -> None:
        self._code.append(
            f"{number(x)} {number(y)} {number(width)} {number(height)} re {PAINTED[bool(stroke), bool(fill)]}"
        )

    def roundRect(
        self, x: float, y: float, width: float, height: float, radius: float, stroke: float = 1, fill: float = 0
    ) -> None:
        trace = Trace()
        trace.roundRect(x, y, width, height, radius)
        self.drawPath(trace, stroke=int(stroke), fill=int(fill))

    def circle(self, x_cen: float, y_cen: float, r: float, stroke: float = 1, fill: float = 0) -> None:
        trace = Trace()
        trace.circle(x_cen, y_cen, r)
        self.drawPath(trace, stroke=int(stroke), fill=int(fill))

    def beginPath(self) -> Trace:
        return Trace()

    def drawPath(self, aPath: PDFPathObject, stroke: int = 1, fill: int = 0, fillMode: int | None = None) -> None:
        self._code.append(f"{aPath.getCode()} {PAINTED[bool(stroke), bool(fill)]}")

    def arc(self, x1: float, y1: float, x2: float, y2: float, startAng: float = 0, extent: float = 90) -> None:
        trace: Any = Trace()
        trace.arc(x1, y1, x2, y2, startAng, extent)
        self.drawPath(trace)

    def stamp(self, key: Hashable, x: float, y: float, reach: int, draw: Callable[[], None]) -> None:
        """What ``draw`` draws round the origin, at most ``reach`` from it: drawn once in the file under this key and
        laid at (x, y)."""
        name = self._stamps.get(key)
        if name is None:
            name = self._stamps[key] = f"stamp{len(self._stamps)}"
            before, self._last = self._last, {}
            self.beginForm(name, -reach, -reach, reach, reach)
            draw()
            self.endForm()
            self._last = before
        self._code.append(f"q 1 0 0 1 {number(x)} {number(y)} cm")
        self.doForm(name)
        self._code.append("Q")

    # Pages

    def showPage(self) -> None:
        """Ends the page; the next begins with the library's own settings."""
        super().showPage()
        self._last, self._kept = {}, []

    def save(self) -> None:
        """Writes the file, its streams as bytes: written in letters they would be a quarter longer."""
        before = rl_config.useA85
        rl_config.useA85 = 0
        try:
            super().save()
        finally:
            rl_config.useA85 = before
