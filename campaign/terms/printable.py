"""Which characters may stand in a text that people see."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_UNKEPT = re.compile("[\x00\ud800-\udfff]")
_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")
_BREAKS_LINE = re.compile("[\t\n\u2028\u2029]")


def unprintable(text: str) -> str:
    """The first character of a text that no name, aim or note may hold, as ``U+001B``; empty if there is none.

    Control characters steer a terminal, direction characters (U+202A to U+202E, U+2066 to U+2069) turn what stands
    after them round. Letters that are written from right to left are letters like any other; a tab and a new line are
    allowed.
    """
    return _code(_UNPRINTABLE.search(text))


def breaks_line(text: str) -> str:
    """The same for a name, which stands on one line: there a tab or a new line would forge a row of a list."""
    return unprintable(text) or _code(_BREAKS_LINE.search(text))


def unkept(text: str) -> str:
    """The first character that no database can keep: none at all, or half a letter. All that earlier versions
    refused."""
    return _code(_UNKEPT.search(text))


def for_the_screen(text: str) -> str:
    """The text with a sign in place of every such character, as campaigns of earlier versions may hold them; colours
    stay."""
    if not _UNPRINTABLE.search(text):
        return text
    return "".join(
        part if _COLOUR.fullmatch(part) else _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", part)
        for part in _COLOUR.split(text)
    )


def _code(match: re.Match[str] | None) -> str:
    return f"U+{ord(match[0]):04X}" if match else ""
