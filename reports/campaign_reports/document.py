"""Documents: papers before they are drawn, and the composition of one or several into a file.

    @rendered                                    a function that returns the parts of a view's paper also draws it
    @listed()                                    the same for a function that paints a paper of one part
    compose(documents, paper, masthead)          the bytes of a file

``compose`` draws the feet last, when the pages are counted: *page n of m* of its part, or of the whole document where
the parts are sheets of one paper. The same views give the same bytes.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from reportlab.pdfgen.canvas import Canvas

from campaign.values import dataclass
from campaign.words.papers import Masthead
from campaign_reports import type as setting
from campaign_reports.booklet import BookletCanvas
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.properties import describe
from campaign_reports.sparing import SparingCanvas
from campaign_reports.type import Cut

View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class Document:
    """A paper before it is drawn: its parts, the views that they show, and whether they are sheets of one paper with
    continuous page numbers.
    """

    parts: tuple[Part, ...]
    views: tuple[object, ...]
    running: bool = False

    @property
    def masthead(self) -> Masthead:
        """Head of the first page."""
        return self.parts[0].masthead


@dataclass(frozen=True, slots=True)
class Renderer(Generic[View]):
    """A renderer that draws a view as a file of its own; ``document`` is the same paper for a file of several."""

    document: Callable[[View, Paper], Document]

    def __call__(self, view: View, paper: Paper = Paper.A4) -> bytes:
        """Return the bytes of the PDF."""
        return compose([self.document(view, paper)], paper)


def rendered(document: Callable[[View, Paper], Document]) -> Renderer[View]:
    """Decorate a function that returns a paper's parts, so that its name draws the paper."""
    return Renderer(document)


class _Headed(Protocol):
    """A view that includes the head of its paper."""

    @property
    def masthead(self) -> Masthead: ...


HeadedView = TypeVar("HeadedView", bound=_Headed)


def listed(*, grows: bool = False) -> Callable[[Callable[[Sheet, HeadedView], None]], Renderer[HeadedView]]:
    """Decorate a function that paints a paper of one part, whose headings are entries of the outline; ``grows``: larger
    where large print is asked for.
    """

    def decorate(paint: Callable[[Sheet, HeadedView], None]) -> Renderer[HeadedView]:
        def document(view: HeadedView, _: Paper) -> Document:
            part = Part(view.masthead, lambda sheet: paint(sheet, view), listed=True, grows=grows)
            return Document((part,), (view,))

        return Renderer(document)

    return decorate


def compose(
    documents: Sequence[Document], paper: Paper, masthead: Masthead | None = None, *, booklet: bool = False
) -> bytes:
    """Draw the documents into one file, whose properties are those of this head, or of the first page's. The pages of
    several documents are numbered continuously. A ``booklet`` has two of them on a page, in the order of folding.

    Forms have boxes to fill in on the screen if the file holds one form: boxes of one name in two forms would be one
    box. Characters of the views that the typeface lacks are reported by the logger ``campaign_reports`` and in the
    file's keywords.
    """
    setting.load()
    titles = Counter(part.title for document in documents for part in document.parts)
    fillable = sum(part.fillable for document in documents for part in document.parts) == 1 and not booklet
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, paper, BookletCanvas if booklet else SparingCanvas)
    number = 0
    in_file: list[Sheet] = []
    for document in documents:
        sheets = []
        for part in document.parts:
            number += 1
            entry = part.title if titles[part.title] == 1 else f"{part.masthead.title}: {part.title}"
            sheets.append(Sheet(canvas, part, paper, None, number=number, entry=entry, fillable=fillable))
            part.paint(sheets[-1])
            sheets[-1].end()
        _number(sheets, running=document.running)
        in_file += sheets
    if len(documents) > 1:
        _number(in_file, running=True)
    describe(canvas, masthead or documents[0].masthead, [view for document in documents for view in document.views])
    canvas.showOutline()
    canvas.save()
    return buffer.getvalue()


def new_canvas(buffer: io.BytesIO, paper: Paper, kind: type[SparingCanvas] = SparingCanvas) -> Canvas:
    """Return an empty document. Without a first font of its own the library would name Helvetica in every file, without
    embedding it.
    """
    return kind(
        buffer, pagesize=paper.size, invariant=1, pageCompression=1, lang="en-GB", initialFontName=str(Cut.REGULAR)
    )


def _number(sheets: Sequence[Sheet], *, running: bool) -> None:
    """Give every sheet the number of pages: in its part, or in all of them."""
    before = 0
    for sheet in sheets:
        sheet.pages = sum(other_sheet.number for other_sheet in sheets) if running else sheet.number
        sheet.before = before
        before += sheet.number if running else 0
