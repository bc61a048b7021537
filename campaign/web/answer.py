"""The two ends of a request: the answer of a page function, and a file that was handed in."""

from __future__ import annotations

from typing import Any

from campaign.values import dataclass

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a page function: a page, a file, or the address to go to next (``to``)."""

    content: bytes = b""
    status: int = 200
    kind: str = HTML
    to: str = ""
    file: str = ""
    """Name under which a browser saves the content; empty for a page."""
    view: Any = None
    """The view that the page shows, for who asks for it as JSON."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was handed in. ``name`` is the sender's word for it and is never used as a name on this machine."""

    name: str
    content: bytes
