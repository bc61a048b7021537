"""What stands in a printed file, run by run: its words, size of type and baseline, and whether it is a note, a word of
a map, or the foot of the page."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from campaign_reports.page import Mark
from campaign_reports.style import MM


@dataclass(frozen=True)
class Run:
    """Letters shown together; size and baseline are those on the paper, in points."""

    page: int
    words: str
    size: float
    baseline: float
    face: str
    marks: frozenset[str]

    @property
    def may_be_small(self) -> bool:
        """Notes are set in italics; maps and feet are marked in the file."""
        return "Italic" in self.face or bool(self.marks & {Mark.MAP, Mark.FOOT})

    @property
    def is_too_low(self) -> bool:
        """Nearer to the paper's lower edge than a home printer reaches."""
        return self.baseline < 12 * MM - 0.01


def runs_by_size(data: bytes) -> list[Run]:
    """Every run of a file."""
    document = pypdfium2.PdfDocument(data)
    runs = [run for number, page in enumerate(document, 1) for run in _page_runs(page, number)]
    document.close()
    return runs


def _page_runs(page: pypdfium2.PdfPage, number: int) -> Iterator[Run]:
    text = page.get_textpage()
    for mark in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
        scale, size = mark.get_matrix(), ctypes.c_float()
        pdfium.FPDFTextObj_GetFontSize(mark.raw, size)
        words = _words(pdfium.FPDFTextObj_GetText, mark.raw, text.raw)
        face = _letters(pdfium.FPDFFont_GetBaseFontName, pdfium.FPDFTextObj_GetFont(mark.raw))
        yield Run(number, words, size.value * abs(scale.d), scale.f, face, frozenset(_marks(mark.raw)))
    text.close()
    page.close()


def _words(ask: Any, *of: Any) -> str:
    """The answer of a call that fills in UTF-16 and says how many bytes it takes."""
    size = ask(*of, None, 0)
    words = (ctypes.c_ushort * (size // 2 + 1))()
    ask(*of, words, size)
    return bytes(words).decode("utf-16-le").partition("\0")[0]


def _letters(ask: Any, of: Any) -> str:
    size = ask(of, None, 0)
    letters = ctypes.create_string_buffer(size)
    ask(of, letters, size)
    return letters.value.decode()


def _marks(shape: Any) -> Iterator[str]:
    for step in range(pdfium.FPDFPageObj_CountMarks(shape)):
        mark, size = pdfium.FPDFPageObj_GetMark(shape, step), ctypes.c_ulong()
        name = (ctypes.c_ushort * 40)()
        pdfium.FPDFPageObjMark_GetName(mark, name, 80, size)
        yield bytes(name).decode("utf-16-le").partition("\0")[0]
