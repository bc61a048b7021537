"""The properties of a file: title, subject, keywords, and the characters that the typeface lacks."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from campaign.values import fields, is_dataclass
from campaign.words.papers import Masthead
from campaign_reports.sparing import SparingCanvas
from campaign_reports.type import LOST, lost_characters

log = logging.getLogger("campaign_reports")


def describe(canvas: Canvas, first: Masthead, views: Sequence[object]) -> None:
    """Set the document's properties."""
    canvas.setTitle(f"{first.operation}: {first.title}" if first.operation else first.title)
    canvas.setViewerPreference(
        "DisplayDocTitle", "true"
    )  # the window shows the title, and screen readers say it, not the file's name
    canvas.setAuthor("campaign manager")
    canvas.setCreator("campaign manager")
    canvas.setSubject(" - ".join(word for word in (first.side, first.subtitle, first.when, first.turn) if word))
    # The sign for a character that the face lacks tells that there is one; all the views are looked through only then.
    is_whole = isinstance(canvas, SparingCanvas) and LOST not in canvas.letters
    names = [] if is_whole else [f"U+{ord(character):04X}" for character in lost_in(views)]
    keywords = [first.code] if first.code else []
    if names:
        keywords.append(f"characters not in the typeface: {' '.join(names)}")
    canvas.setKeywords(", ".join(keywords))
    if names:
        log.warning("%s: the typeface lacks %s, printed as %s", first.title, ", ".join(names), LOST)


def lost_in(view: object) -> tuple[str, ...]:
    """Return every character in the view's texts that the typeface lacks, each once."""
    lines: list[str] = []
    _gather(view, lines)
    return tuple(dict.fromkeys(character for text in dict.fromkeys(lines) for character in lost_characters(text)))


def _gather(view: object, views: list[str]) -> None:
    """Add the view's texts with letters beyond ASCII, in their order."""
    if isinstance(view, str):
        if not view.isascii():
            views.append(view)
    elif isinstance(view, (tuple, list)):
        for element in view:
            _gather(element, views)
    else:
        kind: Any = type(view)
        for name in _fields_of(kind):
            _gather(getattr(view, name), views)


@cache
def _fields_of(kind: Any) -> tuple[str, ...]:
    """Return the fields of a dataclass; none for anything else."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
