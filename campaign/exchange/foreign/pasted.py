"""Page parts copied together with an order of battle: footnote marks, links to edit, sentences, references.

unmarked(text) -> str          a line without the marks of notes and links
contents(lines) -> set[int]    the numbers of the lines that are the page's list of contents
is_end(text), furniture(text)  lines after which no unit follows, and lines that are none
"""

from __future__ import annotations

import re

from campaign.terms.words import plain

_MARKS = re.compile(
    r"\[\s*(?:\d{1,3}|[a-z]|(?:nb|note|fn|n)\.?\s?\d{1,3}|edit(?: source)?(?:\s*\|[^\[\]]*)?|hide|show"
    r"|[^\[\]]{0,40}\bneeded)"
    r"\s*\]|(?<=\w|\))[†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]+|(?<=[A-Za-zÀ-ÿ.)])\*+(?=\s|$)",
    re.IGNORECASE,
)
"""Footnote marks of web pages: ``[12]``, ``[a]``, ``[nb 2]``, ``[edit]``, ``[citation needed]``, a dagger."""
_ENDS = re.compile(
    r"(notes and )?references( and notes)?|notes|see also|bibliograph(y|ia|ie)|external"
    r" links|footnotes|citations|sources"
    r"|further reading|einzelnachweise|literatur|weblinks|note|bibliografia|voci correlate"
)
_FURNITURE = re.compile(
    r"from wikipedia|jump to\b|main articles?\b|see also\b|further information\b|contents$|contents hide|coordinates\b"
    r"|this article\b|part of a series|retrieved\b|categor(y|ies)\b|order of battle of\b.*\bwikipedia"
)
_BOOKS = re.compile(r"(sources|references|bibliography|literatur|further reading):\s*\S", re.IGNORECASE)
_PROSE = re.compile(
    r"\b(is|was|are|were|had|has|have|consisted|comprised|fought|took|shows?|lists?|includes?|included|commanded)\b"
)
_SHORTEST_SENTENCE = 9
_CONTENTS = re.compile(r"contents( hide)?|inhaltsverzeichnis|indice|sommaire")
_ENTRY = re.compile(r"\d{1,2}(\.\d{1,2})*[\s.]+\S.*")
"""Numbered heading: ``1.2 Second Army``."""


def unmarked(text: str) -> str:
    """Return a line without the marks of notes and links: ``Guards Armoured Division[2][edit]`` -> ``Guards Armoured
    Division``.
    """
    return _MARKS.sub("", text)


def contents(lines: list[str]) -> set[int]:
    """Return the lines of a page's contents, counted from 1: after ``Contents`` all that are numbered, or else all that
    name a heading below.
    """
    headings = [plain(unmarked(line)) for line in lines]
    start = next((n for n, heading in enumerate(headings) if _CONTENTS.fullmatch(heading)), None)
    if start is None:
        return set()
    entries = {start + 1}
    below = [n for n in range(start + 1, len(lines)) if headings[n]]
    is_numbered = bool(below) and _ENTRY.fullmatch(lines[below[0]].strip()) is not None
    for n in below:
        if not (_ENTRY.fullmatch(lines[n].strip()) if is_numbered else headings[n] in headings[n + 1 :]):
            break
        entries.add(n + 1)
    return entries


def is_end(text: str) -> bool:
    """Return whether the heading stands before notes and references, behind the last unit."""
    return _ENDS.fullmatch(plain(text)) is not None and not text.rstrip().endswith(":")


def furniture(text: str) -> str:
    """Return why a line is not part of the order of battle (a link of the page, a sentence); "" where it may be."""
    if _FURNITURE.match(plain(text)):
        return "this is a link of the page"
    if _BOOKS.match(text):
        return "this is a source, not a unit"
    words = text.split()
    is_sentence = len(words) >= _SHORTEST_SENTENCE and text.rstrip(" )\"'").endswith(".")
    return "this is a sentence, not a unit" if is_sentence and _PROSE.search(text) else ""
