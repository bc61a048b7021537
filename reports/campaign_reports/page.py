"""A sheet of paper: drawing downwards from the top left in points, head and foot, page numbers, outline."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas

from campaign.values import dataclass
from campaign.words.papers import Masthead
from campaign_reports.qr import QR_SIZE, in_fours, qr_rows
from campaign_reports.sparing import SparingCanvas
from campaign_reports.style import (
    CAPTION,
    CLOSE_RULE,
    FORM_CODE,
    HEAD_RULE,
    INK,
    LARGE,
    MM,
    NOTE,
    PEN_RULE,
    REACHED,
    SECOND,
    TEXT_WIDTH,
    THIRD,
    TITLE,
    TOP,
    UNDER_RULE,
    WHITE,
    Colour,
    accent,
    tint,
)
from campaign_reports.type import Cut, Setting, printable, squeeze, width


class Paper(StrEnum):
    """A size of paper, with or without larger print."""

    A4 = "a4"
    LETTER = "letter"
    LARGE_A4 = "large-a4"
    LARGE_LETTER = "large-letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points, upright."""
        return A4 if self in (Paper.A4, Paper.LARGE_A4) else LETTER

    @property
    def is_large(self) -> bool:
        """True if papers read during a move are printed larger."""
        return self in (Paper.LARGE_A4, Paper.LARGE_LETTER)


class Mark(StrEnum):
    """The kind of a passage, as the PDF file marks it. The smallest type allowed in it depends on the kind."""

    MAP = "Map"
    FOOT = "Artifact"


class Side(StrEnum):
    """The end of a text that stands at the given x."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Part:
    """A document of its own inside a file, or a sheet of one: it gets an outline entry."""

    masthead: Masthead
    paint: Callable[[Sheet], None]
    landscape: bool = False
    name: str = ""
    """Name in the foot and the outline; if empty, the title is used."""
    qr: str = ""
    """Content of a QR code in the upper right corner of every page."""
    listed: bool = False
    """True if its headings are entries of the outline too."""
    fillable: bool = False
    """True for a form with boxes to fill in on the screen."""
    grows: bool = False
    """True for a part read during a move or filled in; it is set larger in large print."""
    bare: bool = False
    """True if the full page is to be cut up, so that it has no head."""
    stays_upright: bool = False
    """True if it adapts to a narrower page, so that large print need not turn the page to landscape."""

    @property
    def title(self) -> str:
        """Title in the foot and the outline."""
        return self.name or self.masthead.title


class Sheet:
    """The page being drawn. y runs down from the upper edge. ``turn`` ends the page and begins the next."""

    def __init__(
        self,
        canvas: Canvas,
        part: Part,
        paper: Paper,
        pages: int | None = 0,
        before: int = 0,
        *,
        number: int = 1,
        entry: str = "",
        fillable: bool = True,
    ) -> None:
        self.canvas = canvas
        self.part = part
        self.masthead = part.masthead
        self.accent = accent(part.masthead.accent)
        self.scale = LARGE if paper.is_large and part.grows else 1.0
        """Factor by which everything is enlarged in print."""
        across, down = (length / self.scale for length in paper.size)
        sideways = part.landscape or (self.scale > 1 and not part.stays_upright)
        self.width, self.height = (down, across) if sideways else (across, down)
        self.room = self.width - 20 * MM / self.scale
        if not part.landscape:
            self.room = min(TEXT_WIDTH, self.room)
        self.left_x = (self.width - self.room) / 2
        self.right_x = self.left_x + self.room
        self.foot = self.height - REACHED / self.scale - UNDER_RULE
        self.pages = pages
        """Number of pages of the part or of its paper; None if it is filled in just before the file is written."""
        self.counting = pages == 0
        """True in the first pass, which only counts pages: everything is measured and nothing is drawn."""
        self.number = 0
        self.before = before
        """Number of pages of the same paper before this part."""
        self.fillable = fillable
        """True if it may have boxes to fill in on the screen."""
        self._key, self._entry = f"part-{number}", entry or part.title
        self._headings = 0

    @property
    def low(self) -> float:
        """Lowest y to which the page may be filled: a little above the foot's rule."""
        return self.foot - 3 * MM

    def begin(self) -> float:
        """Start a page with head and foot. Returns the y under the head's rule."""
        self.number += 1
        self.canvas.setPageSize((self.width * self.scale, self.height * self.scale))
        if self.scale > 1:
            self.canvas.scale(self.scale, self.scale)
        self.canvas.setLineCap(0)
        self.canvas.setLineJoin(0)
        self._enter()
        number = self.number
        with self.marked(Mark.FOOT):
            if self.pages is None and isinstance(self.canvas, SparingCanvas):
                self.canvas.draw_later(lambda: self._draw_foot(number))
            else:
                self._draw_foot(number)
        return 0.0 if self.part.bare else self._draw_head()

    def _enter(self) -> None:
        """Add the first page of a part to the outline."""
        if self.number == 1:
            self.canvas.bookmarkPage(self._key)
            self.canvas.addOutlineEntry(printable(self._entry), self._key, 0, closed=False)

    def heading(self, y: float, words: str) -> None:
        """Add a heading at y to the outline under its part, if the part lists its headings."""
        if self.counting or not self.part.listed:
            return
        self._headings += 1
        key = f"{self._key}-{self._headings}"
        self.canvas.bookmarkHorizontalAbsolute(key, (self.height - y + 12) * self.scale)
        self.canvas.addOutlineEntry(printable(words), key, 1, closed=True)

    def folio(self, number: int) -> str:
        """Return the number of a page of this part, for its foot."""
        page = self.before + number
        return f"page {page} of {self.pages or page}"

    def end(self) -> None:
        self.canvas.showPage()

    def turn(self) -> float:
        """End the page and begin the next; returns the y as ``begin`` does."""
        self.end()
        return self.begin()

    def next_page(self) -> float:
        """End the page and begin the next; return the y at which blocks begin on it."""
        return self.turn() + 4 * MM

    # Marks

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
        shown = printable(words)
        if not shown:
            return 0.0
        wide = width(words, cut, size, track)
        start = x if side is Side.LEFT else x - wide if side is Side.RIGHT else x - wide / 2
        if self.counting:
            return wide
        self.canvas.setFont(str(cut), size)
        self.canvas.setFillColorRGB(*colour)
        self.canvas.drawString(start, self.height - y, shown, charSpace=track)
        return wide

    def lines(self, x: float, y: float, block: Setting, colour: Colour = INK, side: Side = Side.LEFT) -> float:
        """Write a setting, its first baseline at y; returns the last baseline."""
        for line in block.lines:
            self.text(x, y, line, block.size, block.cut, colour, side)
            y += block.pitch
        return y - block.pitch

    def fitted(
        self,
        x: float,
        y: float,
        words: str,
        room: float,
        size: float,
        cut: Cut = Cut.REGULAR,
        colour: Colour = INK,
        side: Side = Side.LEFT,
    ) -> float:
        """Write one line in a place that cannot grow; returns its width."""
        block = squeeze(words, room, size, cut)
        self.lines(x, y, block, colour, side)
        return block.width

    def rule(
        self, x1: float, y: float, x2: float, weight: float, colour: Colour = INK, dash: Sequence[float] = ()
    ) -> None:
        """Draw a horizontal line."""
        self.line(x1, y, x2, y, weight, colour, dash)

    def across(self, y: float, weight: float, colour: Colour = INK, dash: Sequence[float] = ()) -> None:
        """Draw a horizontal line from margin to margin."""
        self.line(self.left_x, y, self.right_x, y, weight, colour, dash)

    @contextmanager
    def clipped(self, x: float, y: float, wide: float, high: float) -> Iterator[None]:
        """Draw nothing outside this box within the block."""
        self.canvas.saveState()
        trace = self.canvas.beginPath()
        trace.rect(x, self.height - y - high, wide, high)
        self.canvas.clipPath(trace, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    @contextmanager
    def within(self, outline: Sequence[tuple[float, float]]) -> Iterator[None]:
        """Draw nothing outside this outline within the block."""
        if self.counting:
            yield
            return
        self.canvas.saveState()
        trace = self.canvas.beginPath()
        trace.moveTo(outline[0][0], self.height - outline[0][1])
        for x, y in outline[1:]:
            trace.lineTo(x, self.height - y)
        trace.close()
        self.canvas.clipPath(trace, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    @contextmanager
    def marked(self, mark: Mark) -> Iterator[None]:
        """Mark all that is drawn within the block as a map, or as the foot of the page."""
        self.canvas.addLiteral(f"/{mark} BMC")
        yield
        self.canvas.addLiteral("EMC")

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
        if self.counting:
            return
        self._pen(weight, colour, dash)
        self.canvas.line(x1, self.height - y1, x2, self.height - y2)

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
        if self.counting:
            return
        inked = self._inks(weight, colour, fill)
        if round_by:
            self.canvas.roundRect(x, self.height - y - high, wide, high, round_by, **inked)
        else:
            self.canvas.rect(x, self.height - y - high, wide, high, **inked)

    def band(self, y: float, high: float, colour: Colour) -> None:
        """Draw a pale band from margin to margin with a bar of the full colour at its left end."""
        self.box(self.left_x, y, self.room, high, fill=tint(colour))
        self.box(self.left_x, y, 1.6 * MM, high, fill=colour)

    def disc(
        self, x: float, y: float, radius: float, weight: float = 0.0, colour: Colour = INK, fill: Colour | None = None
    ) -> None:
        """Draw a circle around (x, y)."""
        if self.counting:
            return
        self.canvas.circle(x, self.height - y, radius, **self._inks(weight, colour, fill))

    def path(
        self,
        points: Sequence[tuple[float, float]],
        weight: float = 0.0,
        colour: Colour = INK,
        fill: Colour | None = None,
        *,
        closed: bool = False,
        dash: Sequence[float] = (),
        round_ends: bool = False,
    ) -> None:
        """Draw a polyline or polygon."""
        if self.counting:
            return
        inked = self._inks(weight, colour, fill, dash)
        if round_ends:
            self.canvas.setLineCap(1)
            self.canvas.setLineJoin(1)
        trace = self.canvas.beginPath()
        trace.moveTo(points[0][0], self.height - points[0][1])
        for x, y in points[1:]:
            trace.lineTo(x, self.height - y)
        if closed:
            trace.close()
        self.canvas.drawPath(trace, **inked)
        if round_ends:
            self.canvas.setLineCap(0)
            self.canvas.setLineJoin(0)

    def arc(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        start: float,
        extent: float,
        weight: float,
        colour: Colour = INK,
    ) -> None:
        """Draw part of the ellipse in this box; degrees counter-clockwise from the right."""
        if self.counting:
            return
        self._pen(weight, colour)
        self.canvas.arc(x1, self.height - y2, x2, self.height - y1, start, extent)

    def stamp(self, key: Hashable, x: float, y: float, reach: int, draw: Callable[[float, float], None]) -> None:
        """Draw a repeated drawing, all of it within ``reach`` of (x, y): it stands once in the file. It contains no
        text.
        """
        if self.counting:
            return
        if isinstance(self.canvas, SparingCanvas):
            self.canvas.stamp(key, x, self.height - y, reach, lambda: draw(0.0, self.height))
        else:
            draw(x, y)

    def _pen(self, weight: float, colour: Colour, dash: Sequence[float] = ()) -> None:
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setDash(list(dash), 0)

    def _inks(self, weight: float, colour: Colour, fill: Colour | None, dash: Sequence[float] = ()) -> dict[str, int]:
        """Set pen and fill for a shape; return the canvas's arguments for them."""
        if weight:
            self._pen(weight, colour, dash)
        if fill is not None:
            self.canvas.setFillColorRGB(*fill)
        return {"stroke": int(weight > 0), "fill": int(fill is not None)}

    # Head and foot

    def _draw_head(self) -> float:
        """Draw the head: tab with side and number of the paper, title, and on the right the code or addressee, date and
        turn.
        """
        mast, x, y = self.masthead, self.left_x, TOP / self.scale
        tab, deep = 25 * MM, 13.6 * MM
        self.box(x, y, tab, deep, fill=self.accent)
        label = squeeze(mast.side.upper(), tab - 5, CAPTION, Cut.SEMIBOLD, 1 if mast.paper else 2)
        if label.is_cut:
            label = squeeze(mast.side.upper().replace("-", "- "), tab - 5, CAPTION, Cut.SEMIBOLD, 2)
        down = y + (5.6 * MM if mast.paper else deep / 2 + 2.2) - (len(label.lines) - 1) * label.pitch / 2
        for line in label.lines:
            track = 0.4 if width(line, label.cut, label.size, 0.4) <= tab - 4 else 0.0
            self.text(x + tab / 2, down, line, label.size, label.cut, WHITE, Side.MIDDLE, track)
            down += label.pitch
        if mast.paper:
            self.fitted(x + tab / 2, y + 10.9 * MM, mast.paper, tab - 5, FORM_CODE, Cut.BOLD, WHITE, Side.MIDDLE)
        right = self._draw_head_right(y)
        start = x + tab + 3 * MM
        room = self.right_x - right - 5 * MM - start
        under = " \N{MIDDLE DOT} ".join(word for word in (mast.operation, mast.subtitle) if word)
        below = squeeze(under, room, 8)
        if below.is_cut:
            below = squeeze(under, room, CAPTION, lines=2)
        up = (len(below.lines) - 1) * below.pitch
        self.lines(start, y + 7.2 * MM - up / 3, squeeze(mast.title, room, TITLE, Cut.BOLD))
        self.lines(start, y + 12.2 * MM - up * 0.8, below, SECOND)
        self.rule(x, y + deep, self.right_x - (QR_SIZE + 3 * MM if self.part.qr else 0), HEAD_RULE)
        return y + deep

    def _draw_head_right(self, y: float) -> float:
        """Draw the right end of the head; returns how wide it is."""
        mast = self.masthead
        if self.part.qr:
            return self._draw_qr(y)
        if mast.code:
            wide = 42 * MM
            self.box(self.right_x - wide, y + 0.7 * MM, wide, 10.4 * MM, CLOSE_RULE, INK)
            self.text(
                self.right_x - wide + 2.2 * MM, y + 4.2 * MM, "SHEET CODE, FOR THE RETURN", CAPTION, colour=SECOND
            )
            self.fitted(self.right_x - wide + 2.2 * MM, y + 9.2 * MM, mast.code, wide - 4.4 * MM, 11, Cut.BOLD)
            return wide
        most = 62 * MM
        widest = 0.0
        for down, words, size, cut, colour in (
            (3.4 * MM, mast.addressee, CAPTION, Cut.REGULAR, SECOND),
            (7.6 * MM, mast.when, 9.2, Cut.BOLD, INK),
            (11.6 * MM, mast.turn, CAPTION, Cut.REGULAR, SECOND),
        ):
            if words:
                widest = max(widest, self.fitted(self.right_x, y + down, words, most, size, cut, colour, Side.RIGHT))
        return widest

    def _draw_qr(self, y: float) -> float:
        """Draw the QR code in the corner; beside it the sheet's code, and the signs of the QR code, to be typed on a
        phone whose camera does not read it.
        """
        x = self.right_x - QR_SIZE
        rows = qr_rows(self.part.qr)
        module = QR_SIZE / len(rows)
        for step, row in enumerate(rows):
            for start, length in row:
                self.box(x + start * module, y + step * module, length * module, module * 1.02, fill=INK)
        edge = x - 3 * MM
        self.text(edge, y + 3.4 * MM, "SHEET CODE", CAPTION, colour=SECOND, side=Side.RIGHT)
        code = self.fitted(edge, y + 7.9 * MM, self.masthead.code, 40 * MM, 11, Cut.BOLD, side=Side.RIGHT)
        signs = 0.0
        if self.part.qr != self.masthead.code:
            words = f"PHONE {in_fours(self.part.qr)}"
            signs = self.fitted(edge, y + 12.2 * MM, words, 40 * MM, 9, Cut.SEMIBOLD, side=Side.RIGHT)
        return QR_SIZE + 3 * MM + max(16 * MM, code, signs)

    def _draw_foot(self, number: int) -> None:
        mast = self.masthead
        self.rule(self.left_x, self.foot, self.right_x, PEN_RULE)
        name = self.part.title
        record = f"{f'entry {mast.entry}, ' * bool(mast.entry)}check code {mast.head}" if mast.head else ""
        words = [word for word in (mast.operation if mast.code == "" else "", mast.side, name, record) if word]
        count = self.folio(number)
        y = self.foot + UNDER_RULE
        self.text(self.right_x, y, count, NOTE, colour=THIRD, side=Side.RIGHT)
        edge = self.right_x - width(count, Cut.REGULAR, NOTE) - 1.6
        share = self.room * 0.48
        text = " \N{MIDDLE DOT} ".join(words) + " \N{MIDDLE DOT}"
        if squeeze(text, share, NOTE).is_cut and len(words) > 1:
            text = " \N{MIDDLE DOT} ".join(words[1:]) + " \N{MIDDLE DOT}"  # the head says the operation too
        used = self.fitted(edge, y, text, share, NOTE, colour=THIRD, side=Side.RIGHT)
        if mast.use:
            self.fitted(self.left_x, y, mast.use, edge - used - 4 * MM - self.left_x, NOTE, colour=THIRD)
