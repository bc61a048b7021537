"""The reader of files with indented text (see `indented`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from campaign.errors import BadFile
from campaign.exchange.foreign.decisions import load
from campaign.exchange.foreign.draft import Draft
from campaign.exchange.foreign.indented import Typist
from campaign.exchange.foreign.opening import decoded

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes


_NO_TEXT = (
    ("{\\rtf", "rich text (RTF)"),
    ("<!doctype html", "a web page"),
    ("<html", "a web page"),
    ("<?xml", "XML"),
    ("%pdf-", "a PDF"),
    ("pk\x03\x04", "a packed file"),
)
"""First letters of other kinds of file that may bear the name of a text file."""


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return an order of battle typed as text. Raises BadFile."""
    text = decoded(raw, path, wishes.encoding)
    if "\x00" in text:
        raise BadFile(
            f"{path} cannot be read as text. If it is saved as UTF-16 without its mark, write --encoding utf-16-le"
        )
    begins = text.lstrip()[:200].lower()
    for start, kind in _NO_TEXT:
        if begins.startswith(start):
            raise BadFile(
                f"{path} is {kind}, not plain text. Save it as plain text (.txt) with the program that made it"
            )
    return Typist(path.name, decisions=load(path)).read(text, wishes.side, wishes.nation_key)
