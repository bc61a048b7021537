"""HTML in small pieces: text is escaped, markup made here is not.

    tag(name, *contents)                      <p class="note">Fish &amp; chips</p>

All text of a campaign is plain text and cannot become markup, even ``<script>``.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = frozenset({"img", "input", "meta", "br", "circle", "rect", "use", "path", "polyline", "line"})
"""Tags without contents."""


class Html(str):
    """A text that is HTML already."""

    __slots__ = ()


def tag(name: str, *contents: str | Iterable[Html], **attributes: object) -> Html:
    """Return one element with its contents. The attribute class is given as ``cls``, ``_`` in a name is a hyphen; None
    and False leave an attribute out, True writes its name alone.
    """
    said = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID and not contents:
        return Html(f"<{name}{said}/>")
    return Html(f"<{name}{said}>{joined(*contents)}</{name}>")


def joined(*contents: str | Iterable[Html]) -> Html:
    """Return contents one after the other."""
    return Html("".join(_text(part) for part in contents))


def _text(part: str | Iterable[Html]) -> str:
    if isinstance(part, Html):
        return part
    if isinstance(part, str):
        return escape(part)
    return "".join(part)


def _attribute(key: str, value: object) -> str:
    name = "class" if key == "cls" else key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
