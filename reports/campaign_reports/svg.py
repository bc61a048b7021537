"""Papers as SVG: the same drawing calls as for a PDF, written as lines, shapes and searchable text.

The visible text consists of the outlines of its letters, each kept once in the file, so that every program shows the
same lettering and nothing runs into anything else, with or without the typeface. The text itself lies over them
invisibly, at the width it was measured with: it is what is searched, marked and read out. The same view gives the same
file, letter by letter.
"""

# ruff: noqa: N802, N803  the names of the methods are those of ReportLab's canvas

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from campaign_reports import type as setting
from campaign_reports.outlines import UNITS, outline
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.type import Cut, advance, width

FAMILY = "'Noto Sans Condensed','Noto Sans','Open Sans Condensed','Arial Narrow',Arial,sans-serif"
WEIGHTS = {Cut.SEMIBOLD: "600", Cut.NARROW_SEMIBOLD: "600", Cut.BOLD: "700"}
GAP = 24.0
"""Points between two sheets."""


def number(value: float) -> str:
    """Return a number with at most two decimals."""
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def colour(red: float, green: float, blue: float) -> str:
    """Return a colour as ``#rrggbb``."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue))


class SvgPath(PDFPathObject):
    """A path that remembers its outline for SVG; y runs up, as on a canvas."""

    def __init__(self, height: float) -> None:
        super().__init__()
        self.height = height
        self.steps: list[str] = []

    def moveTo(self, x: float, y: float) -> None:
        self.steps.append(f"M{number(x)} {number(self.height - y)}")

    def lineTo(self, x: float, y: float) -> None:
        self.steps.append(f"L{number(x)} {number(self.height - y)}")

    def rect(self, x: float, y: float, width: float, height: float) -> None:
        self.steps.append(
            f"M{number(x)} {number(self.height - y - height)}h{number(width)}v{number(height)}h{number(-width)}z"
        )

    def close(self) -> None:
        self.steps.append("z")


class SvgCanvas(Canvas):
    """A canvas that writes SVG. It draws what ``Sheet`` draws; it has no forms, links or outline."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), invariant=1, initialFontName=str(Cut.REGULAR))  # type: ignore[arg-type]
        self.pages: list[tuple[float, float, list[str]]] = []
        self._marks: list[str] = []
        self._open: list[int] = []
        self._clips = 0
        self.letters: dict[tuple[Cut, str], str] = {}
        """Every letter drawn so far, with its name in the file."""
        self._size = (0.0, 0.0)
        self._fill = self._stroke = "#000000"
        self._weight, self._dash, self._round = 1.0, "", False
        self._font: tuple[Cut, float] = (Cut.REGULAR, 10.0)

    # state

    def setPageSize(self, size: tuple[float, float]) -> None:
        super().setPageSize(size)
        self._size = size

    def setFont(self, psfontname: str, size: float, leading: float | None = None) -> None:
        self._font = (Cut(psfontname), size) if psfontname in set(Cut) else (Cut.REGULAR, size)

    def setFillColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:
        self._fill = colour(r, g, b)

    def setStrokeColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:
        self._stroke = colour(r, g, b)

    def setLineWidth(self, width: float) -> None:
        self._weight = width

    def setDash(self, array: Any = (), phase: float = 0) -> None:
        self._dash = " ".join(number(float(part)) for part in array)

    def setLineCap(self, mode: int) -> None:
        self._round = mode == 1

    def setLineJoin(self, mode: int) -> None:
        """Do nothing: the join goes with the cap."""

    def saveState(self) -> None:
        self._open.append(0)

    def clipPath(self, aPath: PDFPathObject, stroke: int = 1, fill: int = 0, fillMode: int | None = None) -> None:
        self._clips += 1
        name = f"clip{self._clips}"
        self._marks.append(
            f'<clipPath id="{name}"><path d="{_outline(aPath)}"/></clipPath><g clip-path="url(#{name})">'
        )
        if self._open:
            self._open[-1] += 1

    def restoreState(self) -> None:
        self._marks.append("</g>" * self._open.pop())

    # marks

    def _shape(self, tag: str, *, stroke: bool, fill: bool) -> None:
        look = f' fill="{self._fill}"' if fill else ' fill="none"'
        if stroke:
            look += f' stroke="{self._stroke}" stroke-width="{number(self._weight)}"'
            look += f' stroke-dasharray="{self._dash}"' if self._dash else ""
            look += ' stroke-linecap="round" stroke-linejoin="round"' if self._round else ""
        self._marks.append(f"<{tag}{look}/>")

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        high = self._size[1]
        tag = f'line x1="{number(x1)}" y1="{number(high - y1)}" x2="{number(x2)}" y2="{number(high - y2)}"'
        self._shape(tag, stroke=True, fill=False)

    def rect(self, x: float, y: float, width: float, height: float, stroke: float = 1, fill: float = 0) -> None:
        self.roundRect(x, y, width, height, 0, stroke, fill)

    def roundRect(
        self, x: float, y: float, width: float, height: float, radius: float, stroke: float = 1, fill: float = 0
    ) -> None:
        tag = (
            f'rect x="{number(x)}" y="{number(self._size[1] - y - height)}" width="{number(width)}"'
            f' height="{number(height)}"'
        )
        self._shape(tag + (f' rx="{number(radius)}"' if radius else ""), stroke=bool(stroke), fill=bool(fill))

    def circle(self, x_cen: float, y_cen: float, r: float, stroke: float = 1, fill: float = 0) -> None:
        tag = f'circle cx="{number(x_cen)}" cy="{number(self._size[1] - y_cen)}" r="{number(r)}"'
        self._shape(tag, stroke=bool(stroke), fill=bool(fill))

    def beginPath(self) -> SvgPath:
        return SvgPath(self._size[1])

    def drawPath(self, aPath: PDFPathObject, stroke: int = 1, fill: int = 0, fillMode: int | None = None) -> None:
        self._shape(f'path d="{_outline(aPath)}"', stroke=bool(stroke), fill=bool(fill))

    def arc(self, x1: float, y1: float, x2: float, y2: float, startAng: float = 0, extent: float = 90) -> None:
        across, down = abs(x2 - x1) / 2, abs(y2 - y1) / 2
        middle = (x1 + x2) / 2, self._size[1] - (y1 + y2) / 2
        ends = [
            (middle[0] + across * cos(radians(a)), middle[1] - down * sin(radians(a)))
            for a in (startAng, startAng + extent)
        ]
        (ax, ay), (bx, by) = ends
        flags = f"{int(abs(extent) > 180)} {int(extent < 0)}"
        self._shape(
            f'path d="M{number(ax)} {number(ay)}A{number(across)} {number(down)} 0 {flags} {number(bx)} {number(by)}"',
            stroke=True,
            fill=False,
        )

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
        cut, size = self._font
        shown, east, north = setting.printable(text), number(x), number(self._size[1] - y)
        if letters := "".join(self._letters_of(shown, cut, 1000 * charSpace / size)):
            at = f"translate({east} {north}) scale({size / UNITS:g} {-size / UNITS:g})"
            self._marks.append(f'<g fill="{self._fill}" transform="{at}">{letters}</g>')
        look = f'font-size="{number(size)}" fill-opacity="0"'
        look += f' font-weight="{WEIGHTS[cut]}"' if cut in WEIGHTS else ""
        look += ' font-style="italic"' if cut is Cut.ITALIC else ""
        length = (
            f' textLength="{number(width(text, cut, size, charSpace))}" lengthAdjust="spacingAndGlyphs"'
            if len(text) > 1
            else ""
        )
        self._marks.append(f'<text x="{east}" y="{north}" {look}{length}>{escape(text)}</text>')

    def _letters_of(self, text: str, cut: Cut, track: float) -> Iterator[str]:
        """Yield the letters of a text side by side, in thousandths of the type size; ``track`` is added after every
        one.
        """
        far = 0.0
        for letter in text:
            if outline(cut, letter):
                name = self.letters.setdefault((cut, letter), f"g{len(self.letters)}")
                yield f'<use xlink:href="#{name}" x="{number(far)}"/>' if far else f'<use xlink:href="#{name}"/>'
            far += advance(cut, letter) + track

    # pages

    def bookmarkPage(self, key: str, *args: Any, **kwargs: Any) -> Any:
        """Do nothing: an SVG has no outline."""

    def addOutlineEntry(self, title: str, key: str, level: int = 0, closed: Any = None) -> None:
        """Do nothing: an SVG has no outline."""

    def showPage(self) -> None:
        self.pages.append((*self._size, self._marks))
        self._marks = []


def _outline(path: PDFPathObject) -> str:
    return "".join(path.steps) if isinstance(path, SvgPath) else ""


def compose_svg(parts: Sequence[Part], paper: Paper) -> str:
    """Draw the parts, sheets of one paper, one below the other into one file, after a first pass that counts their
    pages.
    """
    setting.load()
    canvas = SvgCanvas()
    counts = []
    for part in parts:
        counting = Sheet(SvgCanvas(), part, paper)
        part.paint(counting)
        counts.append(counting.number)
    for step, part in enumerate(parts):
        sheet = Sheet(canvas, part, paper, sum(counts), sum(counts[:step]))
        part.paint(sheet)
        sheet.end()
    wide = max(page[0] for page in canvas.pages)
    high = sum(page[1] for page in canvas.pages) + GAP * (len(canvas.pages) - 1)
    first = parts[0].masthead
    title = f"{first.operation}: {first.title}" if first.operation else first.title
    words = " - ".join(word for word in (first.side, first.subtitle, first.when, first.turn) if word)
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"',
        f' width="{number(wide)}pt" height="{number(high)}pt" viewBox="0 0 {number(wide)} {number(high)}"',
        f' font-family={quoteattr(FAMILY)} font-stretch="condensed">\n',
        f"<title>{escape(setting.printable(title))}</title>\n",
        f"<desc>{escape(setting.printable(words))}</desc>\n",
    ]
    outlines = (f'<path id="{name}" d="{outline(cut, letter)}"/>\n' for (cut, letter), name in canvas.letters.items())
    out += ["<defs>\n", *outlines, "</defs>\n"]
    top = 0.0
    for across, down, marks in canvas.pages:
        out.append(f'<g transform="translate({number((wide - across) / 2)} {number(top)})">\n')
        out.append(f'<rect width="{number(across)}" height="{number(down)}" fill="#ffffff"/>\n')
        out += [mark + "\n" for mark in marks if mark]
        out.append("</g>\n")
        top += down + GAP
    out.append("</svg>\n")
    return "".join(out)
