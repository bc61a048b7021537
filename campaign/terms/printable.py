"""The characters that may stand in a text that people see."""

from __future__ import annotations

import re

_STEERS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff"
_UNSEEN = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028\u2029\u2060-\u2065\u206a-\u206f"
    "\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e007f"
)
"""Characters without a sign of their own, among them other ends of a line. The two joiners U+200C and U+200D are not
among them: Persian and Indian words are spelled with them."""
_UNPRINTABLE = re.compile(f"[{_STEERS}]")
_UNTYPED = re.compile(f"[{_STEERS}{_UNSEEN}]")
_UNKEPT = re.compile("[\x00\ud800-\udfff]")
_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")
_BREAKS_LINE = re.compile("[\t\n]")


def unprintable(text: str) -> str:
    """Return the first character of a text that no name, aim or note may contain, as ``U+001B``; empty if all may
    stay.

    Control characters steer a terminal, direction characters (U+202A to U+202E, U+2066 to U+2069) reverse the text
    after them. Letters that are written from right to left are letters like any other; a tab and a new line are
    allowed.
    """
    return _code(_UNPRINTABLE.search(text))


def untyped(text: str) -> str:
    """Return the first character that no person means to type into a text: one of ``unprintable``, or one that
    no reader sees, by which two names look alike and are not. Earlier versions took the latter, so files may hold them.
    """
    return _code(_UNTYPED.search(text))


def breaks_line(text: str) -> str:
    """Return the first such character of a name, which stands on one line: there a tab or a new line would forge a row
    of a list.
    """
    return untyped(text) or _code(_BREAKS_LINE.search(text))


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
