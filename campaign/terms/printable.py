"""The characters that may stand in a text that people see."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_UNKEPT = re.compile("[\x00\ud800-\udfff]")
_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")
_BREAKS_LINE = re.compile("[\t\n\u2028\u2029]")


def unprintable(text: str) -> str:
    """Return the first character of a text that no name, aim or note may contain, as ``U+001B``; empty if all may
    stay.

    Control characters steer a terminal, direction characters (U+202A to U+202E, U+2066 to U+2069) reverse the text
    after them. Letters that are written from right to left are letters like any other; a tab and a new line are
    allowed.
    """
    return _code(_UNPRINTABLE.search(text))


def breaks_line(text: str) -> str:
    """Return the first such character of a name, which stands on one line: there a tab or a new line would forge a row
    of a list.
    """
    return unprintable(text) or _code(_BREAKS_LINE.search(text))


def unkept(text: str) -> str:
    """Return the first character that no database can keep: NUL, or half of a surrogate pair. Earlier versions refused
    only these.
    """
    return _code(_UNKEPT.search(text))


def for_the_screen(text: str) -> str:
    """Return the text with a sign in place of every such character, since campaigns of earlier versions may contain
    them; colours stay.
    """
    if not _UNPRINTABLE.search(text):
        return text
    return "".join(
        part if _COLOUR.fullmatch(part) else _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", part)
        for part in _COLOUR.split(text)
    )


def _code(match: re.Match[str] | None) -> str:
    return f"U+{ord(match[0]):04X}" if match else ""
