"""From program commands to the pages that do the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote, urlencode

_PAGES: Final = {
    ("next",): "/next",
    ("orders",): "/orders",
    ("mail",): "/papers?kind=mail",
    ("objectives",): "/objectives",
    ("print", "book"): "/papers?kind=book",
    ("battle", "packet"): "/papers?kind=packet",
    ("forecast", "battles"): "/forecast",
    ("forecast", "campaign"): "/campaign-forecast",
    ("decide",): "/decisions",
    ("supply",): "/supply",
    ("air", "task"): "/air",
}
"""Pages for commands without further words, and for those whose further words need no place of their own."""
_OF_BATTLES: Final = {
    "packet": "/papers?battle={}",
    "record": "/battles/{}#returns",
    "settle": "/battles/{}/settle",
    "resolve": "/battles/{}#resolve",
    "rule": "/battles/{}/rule",
    "suspend": "/battles/{}#suspend",
    "resume": "/battles/{}#resume",
    "cancel": "/battles/{}#cancel",
}


def page_of(words: Sequence[str]) -> str:
    """Return the address of the page that does what a program command does (its words after ``campaign``)."""
    words = tuple(words)
    if words[:1] == ("battle",) and len(words) == 3:
        return _OF_BATTLES.get(words[1], "/battles/{}").format(quote(words[2]))
    if words[:2] == ("orders", "--for") and len(words) == 3:
        return f"/orders/{quote(words[2])}"
    if words[:2] == ("supply", "--why") and len(words) == 3:
        return f"/supply?{urlencode({'why': words[2]})}"
    if words[:1] == ("decide",) and len(words) == 2:
        return f"/decisions#d{quote(words[1])}"
    if words[:1] == ("mail",) and len(words) == 2:
        return f"/papers?{urlencode({'kind': 'mail', 'for': words[1]})}"
    if words == ("next", "--auto"):
        return "/decisions"
    if words == ("next", "--preview"):
        return "/next"
    for length in (len(words), 2, 1):
        if words[:length] in _PAGES:
            return _PAGES[words[:length]]
    return "/desk"


_LISTS: Final = {
    "places": "Places",
    "orbat": "Order of battle",
    "battle list": "Battles",
    "supply": "Supply",
    "sightings": "Sightings",
    "orders": "Orders",
}
"""Pages that list what a program command lists."""
_LIST_THEM: Final = re.compile(rf"List them: campaign ({'|'.join(_LISTS)})\b")
_SPLIT: Final = re.compile(r"\bcampaign battle split \d+")
_NEXT: Final = re.compile(r"\bcampaign next plays turn\b")


def in_browser(text: str) -> str:
    """Return a text of the program with its ways out for who reads it on a page: pages instead of program commands."""
    listed = _LIST_THEM.sub(lambda match: f"The page {_LISTS[match[1]]} lists them", text)
    return _NEXT.sub("turn", _SPLIT.sub("Split on its page", listed))
