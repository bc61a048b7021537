"""All keys in words."""

from __future__ import annotations

from typing import Final

from campaign.terms.seats import Role
from campaign.web.answer import Answer
from campaign.web.frame import CONTENTS
from campaign.web.page import page
from campaign.web.people import EVERYBODY
from campaign.web.visit import Visit

GO: Final = {
    "/desk": "D",
    "/situation": "S",
    "/map": "M",
    "/orders": "O",
    "/battles": "B",
    "/log": "L",
    "/news": "N",
    "/players": "P",
    "/papers": "A",
    "/rules": "R",
}
"""Letters after G, by the page to which they go."""
EVERYWHERE: Final = (
    ("Enter", "press the filled button"),
    ("Esc", "leave the box; again, leave the page"),
    ("Tab", "go to the next link, button or box; the first link skips to the main part"),
    ("Ctrl K  or  /", "find a unit, place, commander, page or command, or type an order"),
    ("?", "show these keys"),
)
LISTS: Final = (
    ("J, K", "next and previous row"),
    ("X", "tick the box of the row"),
    ("1 to 4", "tick a box in the line of a return"),
)
UMPIRE_KEYS: Final = (("Z", "undo"), ("Y", "redo"), ("N", "play the next turn"), ("V", "preview the next turn"))
PLAYER_KEYS: Final = (("Z", "undo your last command"),)
MAP: Final = (
    ("+, -", "zoom in, zoom out"),
    ("0", "show the whole map"),
    ("arrows", "move the map"),
    ("L", "choose what the map shows"),
    ("[, ]", "one turn back, one turn forward"),
    ("O", "order the chosen unit"),
    ("W", "order the chosen unit to withdraw"),
)


@page("/keys", EVERYBODY)
def show_keys(visit: Visit) -> Answer:
    """Show every key that works for this person."""
    role = visit.person.role
    pages = (entry for entry in CONTENTS if _goes(entry.href, entry.roles, role))
    going = tuple((f"G, then {GO[entry.href]}", entry.name) for entry in pages)
    groups = (
        ("Everywhere", EVERYWHERE),
        ("Go to a page", going),
        ("Lists and forms", (*LISTS, *(UMPIRE_KEYS if visit.person.is_umpire else PLAYER_KEYS))),
        ("Map", MAP),
    )
    return visit.page("keys.html", groups=[(name, keys) for name, keys in groups if keys])


def _goes(href: str, roles: frozenset[Role], role: Role) -> bool:
    return href in GO and role in roles
