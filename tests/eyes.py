"""Looking at a finished paper by program: what is printed where, in which size, and what of it lies where it should
not."""

from __future__ import annotations

import ctypes
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

MARGIN = 4.5 / 25.4 * 72
"""Points that a printer at home leaves free at every edge."""
LEAST = 6.0
"""Points: nothing is set smaller."""

LONG_WORD = 14


class Sign(NamedTuple):
    """One printed character, its size of type in points, its tight box."""

    character: str
    size: float
    left: float
    bottom: float
    right: float
    top: float


def signs_of(page: pypdfium2.PdfPage) -> list[Sign]:
    """Every character of a page that leaves ink, in the order of drawing."""
    text = page.get_textpage()
    found = []
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(text.count_chars()):
        code = pdfium.FPDFText_GetUnicode(text.raw, index)
        if code <= 32 or code == 0xA0:
            continue
        pdfium.FPDFText_GetCharBox(text.raw, index, left, right, bottom, top)
        size = pdfium.FPDFText_GetFontSize(text.raw, index)
        found.append(Sign(chr(code), size, left.value, bottom.value, right.value, top.value))
    text.close()
    return found


def texts_of(data: bytes) -> list[str]:
    """The words of every page in the order of drawing. PDFium reads a page in less than a tenth of the time of pypdf."""
    document = pypdfium2.PdfDocument(data)
    found = []
    for page in document:
        text = page.get_textpage()
        found.append(text.get_text_range().replace("\r\n", "\n").replace("\x02", "-").replace("\ufffe", "-"))
        text.close()
        page.close()
    document.close()
    return found


def runs_of(data: bytes) -> list[str]:
    """Every run of text as it was drawn, page after page: a name that is broken over lines is several runs, one after
    the other."""
    document = pypdfium2.PdfDocument(data)
    found = []
    for page in document:
        text = page.get_textpage()
        for number in range(pdfium.FPDFPage_CountObjects(page.raw)):
            item = pdfium.FPDFPage_GetObject(page.raw, number)
            if pdfium.FPDFPageObj_GetType(item) != pdfium.FPDF_PAGEOBJ_TEXT:
                continue
            size = pdfium.FPDFTextObj_GetText(item, text.raw, None, 0)
            buffer = (ctypes.c_ushort * size)()
            pdfium.FPDFTextObj_GetText(item, text.raw, buffer, size)
            found.append(bytes(buffer).decode("utf-16-le").rstrip("\0").replace("\x02", "-"))
        text.close()
        page.close()
    document.close()
    return found


def times(names: Iterable[str], runs: list[str]) -> Counter[str]:
    """How often each name stands in the runs by itself, on one line or broken over several; a name within a sentence or
    at the end of a longer name does not count."""
    said = "\n" + "\n".join(" ".join(run.split()) for run in runs) + "\n"
    wanted = {" ".join(name.split()): name for name in names}
    loose = "|".join(r"[ \n]".join(map(_word, name.split())) for name in sorted(wanted, key=len, reverse=True))
    plain = {"".join(name.split()): name for name in wanted.values()}
    counted: Counter[str] = Counter(dict.fromkeys(wanted.values(), 0))
    for found in re.findall(rf"(?<=\n)(?:{loose})(?=\n)", said) if wanted else ():
        counted[plain["".join(found.split())]] += 1
    return counted


def _word(word: str) -> str:
    """A word, which may be broken if it is a very long one."""
    return re.escape(word[:5]) + "".join(
        ("\n?" if len(word) > LONG_WORD else "") + re.escape(sign) for sign in word[5:]
    )


def faults_of(data: bytes) -> list[str]:
    """What a reader would complain of: a blank page, type under six points, text off the page, text on text."""
    document = pypdfium2.PdfDocument(data)
    found = []
    for number, page in enumerate(document, 1):
        signs, (wide, high) = signs_of(page), page.get_size()
        if len(signs) < 60:
            found.append(f"page {number} is blank but for {len(signs)} letters")
        for index, sign in enumerate(signs):
            if sign.size < LEAST - 0.01:
                found.append(f"page {number}, {_around(signs, index)!r}: {sign.size:.1f} points")
            if sign.left < MARGIN or sign.right > wide - MARGIN or sign.bottom < MARGIN or sign.top > high - MARGIN:
                found.append(
                    f"page {number}, {_around(signs, index)!r}: off the page at {sign.left:.0f}, {sign.bottom:.0f}"
                )
        found += [f"page {number}: {collision}" for collision in collisions(signs)]
        page.close()
    document.close()
    return found


def _around(signs: list[Sign], index: int) -> str:
    return "".join(sign.character for sign in signs[max(0, index - 12) : index + 6])


def collisions(signs: list[Sign]) -> list[str]:
    """Pairs of characters, with those around them, of which a third or more lies on the other; neighbours in one word
    may touch (italics)."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    found = []
    for index, (_, _, left, bottom, right, top) in enumerate(signs):
        under = {(x, y) for x in (int(left // 12), int(right // 12)) for y in (int(bottom // 12), int(top // 12))}
        near = {other for cell in under for other in cells[cell]} if len(under) > 1 else cells[next(iter(under))]
        for one in near:
            _, _, a, b, c, d = signs[one]
            if one < index - 2 and a < right and c > left and b < top and d > bottom:
                common = (min(right, c) - max(left, a)) * (min(top, d) - max(bottom, b))
                smaller = min((right - left) * (top - bottom), (c - a) * (d - b))
                if smaller > 0.3 and common > smaller / 3:
                    found.append(f"{_around(signs, index)!r} on {_around(signs, one)!r}")
        for cell in under:
            cells[cell].append(index)
    return found
