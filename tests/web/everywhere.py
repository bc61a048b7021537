"""Every page of the desk with the blanks of its address filled in, and everybody who may come: what the trials of the
desk walk over. A new page is taken up by itself; a blank that holds no number gets its line in ``Ground.values``.

    Ground.of(hall)                     what addresses may name, of the campaign that is open
    ground.addresses(page, seat)        the page's addresses, as somebody in a seat would ask for them
    everybody(hall)                     a browser for each seat
    may_see(page, seat)                 whether a page is for a seat
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from campaign.model import AirGroup, Battalion, Battle, Commander, Formation, Objective, Place, Side
from campaign.queries.orbat.own_troops import own_troops
from campaign.situation.army import load_army
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.web.page import Page
from campaign.web.table import PageTable
from tests.web.visitors import Hall, Visitor

NOWHERE = "/no-such-page"
"""An address that no page has."""
SIDE, ENEMY = "allied", "axis"
COMMANDERS = {"commander": ("erskine", SIDE), "other commander": ("russell", SIDE), "enemy commander": ("herff", ENEMY)}
PLAYERS = ("staff", *COMMANDERS)
SIDES = {"staff": SIDE, "table": SIDE, **{seat: side for seat, (_, side) in COMMANDERS.items()}}
"""Side of each seat that has one."""

NOT_THERE = {
    "/battles/{number}/photos/{photo}": "no return has brought a photograph",
    "/battles/{number}/amend": "the battle is not settled",
    "/battles/{number}/report": "the battle is not resolved by the program",
    "/players/slip": "a new link is shown once",
    "/log/{entry}/amend": "the entry is not an order",
    "/files/sent/{token}": "no file was sent",
    "/files/sent/{token}/catch-up": "no file was sent",
    "/files/sent/{token}/rescue": "no file was sent",
    "/new/own/scenario": "no order of battle was sent",
    "/campaign-forecast/drawing": "no forecast of the campaign has been played",
    "/campaign-forecast/paper": "no forecast of the campaign has been played",
}
"""Pages that show something which the campaign of the tests does not have."""

NUMBERED = frozenset({"photo", "token"})
"""Blanks of addresses that name nothing of the campaign. Another blank needs its line in ``Ground.values``, lest its
pages be tried with what nobody has."""
_BLANK = re.compile(r"\{(\w+)(?::\w+)?\}")


def every_page() -> tuple[Page, ...]:
    """Every page of the desk."""
    return PageTable.of_all().pages


@dataclass(frozen=True)
class Ground:
    """What addresses may name: the keys of each seat's own things first, then those of others."""

    units: dict[str, tuple[str, ...]]
    formations: dict[str, tuple[str, ...]]
    commanders: dict[str, tuple[str, ...]]
    places: tuple[str, ...]
    objectives: tuple[str, ...]
    groups: tuple[str, ...]
    battles: tuple[int, ...]

    @classmethod
    def of(cls, hall: Hall) -> Ground:
        """Return what the campaign of a desk holds."""
        with hall.desk.reading(UMPIRE) as board:
            army = load_army(board)
            sides = {side.id: side.key for side in board.rows(Side)}

            def by_side(table: type[Any]) -> dict[str, tuple[str, ...]]:
                rows = list(board.rows(table))
                return {key: tuple(row.key for row in rows if row.side_id == ident) for ident, key in sides.items()}

            units, commanders = by_side(Battalion), by_side(Commander)
            for seat, (key, _) in COMMANDERS.items():
                commander = next((one for one in army.commanders.values() if one.key == key), None)
                if commander is None:  # another campaign, with commanders of its own
                    continue
                viewer = Viewer(commander.side_id, (commander.id,))
                troops = own_troops(board, viewer)
                units[seat] = tuple(unit.key for command in troops.commands for unit in command.units)
                commanders[seat] = (key,)
            return cls(
                units,
                by_side(Formation),
                commanders,
                tuple(place.key for place in board.rows(Place)),
                tuple(objective.key for objective in board.rows(Objective)),
                tuple(group.key for group in board.rows(AirGroup)),
                tuple(sorted(battle.number for battle in board.rows(Battle))),
            )

    def values(self, path: str, blank: str, seat: str) -> tuple[str, ...]:
        """Return what a blank of an address may hold: what somebody in this seat has first, then what others do."""
        side = SIDES.get(seat, SIDE)
        other = ENEMY if side == SIDE else SIDE
        own = seat if seat in COMMANDERS else "commander"
        known = {
            "number": tuple(map(str, self.battles or (1,))),
            "side": (side, other),
            "commander": (self.commanders[own][0], self.commanders[other][0]),
            "unit": (self.units[own][0], self.units[other][-1]),
            "formation": (self.formations[side][0], self.formations[other][0]),
            "place": self.places[:1],
            "objective": self.objectives[:1],
            "group": self.groups[:1],
            "code": ("ABCD2345",),
            "rule": ("march.moves_per_turn",),
            "system": ("brevity",),
            "table": ("fire",),
            "what": ("export",),
            "scenario": ("operation-brevity",),
            "entry": ("2",),
        }
        if blank in ("key", "name"):  # of whatever the address is about: /units/{key}, /places/{name}
            blank = path.split("/")[1].removesuffix("s")
        return ("1",) if blank in NUMBERED else known[blank]

    def addresses(self, page: Page, seat: str) -> tuple[str, ...]:
        """Return the addresses of a page, the one that somebody in this seat would ask for first."""
        blanks = _BLANK.findall(page.path)
        filled = itertools.product(*(self.values(page.path, blank, seat) for blank in blanks))
        return tuple(_filled(page.path, dict(zip(blanks, words, strict=True))) for words in filled)


def _filled(path: str, words: dict[str, str]) -> str:
    return _BLANK.sub(lambda match: quote(words[match[1]], safe=""), path)


def everybody(hall: Hall) -> dict[str, Visitor]:
    """Return a browser for each seat, and one of a stranger."""
    return {
        "stranger": hall.visitor("stranger"),
        "umpire": hall.umpire(),
        "staff": hall.staff(SIDE),
        **{seat: hall.commander(key, side=side) for seat, (key, side) in COMMANDERS.items()},
        "table": hall.table(SIDE, 1),
        "wall": hall.wall(),
    }


def may_see(page: Page, seat: str) -> bool:
    """Return whether a page is for a seat."""
    return seat != "stranger" and role_of(seat) in page.roles


def may_change(page: Page, seat: str) -> bool:
    """Return whether a seat may post to a page."""
    return may_see(page, seat) and page.change is not None and role_of(seat) in page.changed_by


def role_of(seat: str) -> str:
    """Return the role of a seat."""
    return "commander" if seat.endswith("commander") else seat


def pages_of(seat: str) -> Iterator[Page]:
    """Yield the pages of a seat."""
    yield from (page for page in every_page() if may_see(page, seat))
