"""The description of a tabletop system, which the ``about`` module of its folder gives without loading its rules.

System, TableSize, TableClock       its name, its table, how table time becomes campaign time, its house rules and
                                    markers
SPENT, RESTING, DUG_IN, HIDDEN      markers that several of them lay
"""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from typing import Final

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.values import dataclass, replace
from campaign.words.labels import Marker
from campaign.words.symbol import UnitSymbol

_PLAIN = UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION)
SPENT: Final = Marker("SPENT", 4, tone="grey", symbol=replace(_PLAIN, state=State.SPENT))
DUG_IN: Final = Marker("DUG IN", 4, symbol=replace(_PLAIN, dug_in=True))
RESTING: Final = Marker("RESTING", 2, symbol=replace(_PLAIN, resting=True))
HIDDEN: Final = tuple(Marker("hidden", 1, letter, big="?") for letter in "abcdefgh")


LOCATED: Final = "is located"


class TableClock(StrEnum):
    """The conversion of table time into campaign time (umpire 1.5)."""

    TURNS = "turn for turn"
    HOURS = "hour for hour"
    REST_OF_TURN = "the rest of the turn"
    ASKED = "asked on the return"


@dataclass(frozen=True, slots=True)
class TableSize:
    """The ground that one table shows, in metres, longer side first, and its scale, in whole inches on the table."""

    length_m: int
    depth_m: int
    inches_a_km: int

    def holds(self, width_m: int, height_m: int) -> bool:
        """Return whether points spread over this width and height fit on the table, which may be turned."""
        return max(width_m, height_m) <= self.length_m and min(width_m, height_m) <= self.depth_m


@dataclass(frozen=True, slots=True)
class System:
    """A tabletop system. ``keeps_places``: units stay in the campaign where the table left them (umpire 1.8).

    ``scale``: its ground scale in its own words, if not inches a kilometre. ``letters``: for the numbers of its papers
    (OB 3). ``evening``: stands a side that a club plays through in an evening (umpire 1.4, 2; for NQM and Brigade a
    house value). ``place``: its position among the others.
    ``settings``: the modules of its folder whose ``TABLE`` holds its settings. ``markers``: the markers laid beside its
    bases. ``people``: officers and observers are set up on the table. ``side_edges``: its rules distinguish a side's
    own edge of the table from the side edges.
    """

    key: str
    name: str
    table: TableSize
    clock: TableClock
    keeps_places: bool
    scale: str = ""
    evening: int = 20  # A division in Brevity, 15-20 models (OB-ORG-11); other systems give their own.
    letters: str = ""
    place: int = 99  # After all systems of the program, which give their own.
    settings: tuple[str, ...] = ("settings",)
    markers: tuple[Marker, ...] = ()
    people: bool = False
    side_edges: bool = False
    step: str = "turn"
    """The name of a side's turn at the table."""
    column_in: int = 12
    """The inches that a column on the march makes in it, which decides how long units that come on behind an enemy
    wait; a house value.
    """
    piece: str = "unit"
    """The word of its book for what has a position on the table, in the singular."""
    house_file: str = ""
    """The module of its folder (a ``HouseAccount``) that reads the values a club gives for gaps of the book; none for a
    book without gaps.
    """
    margin_in: int = 0
    """The distance from the edges of the place that is fought for, if the table is laid anew; a house value."""
    set_up_within_in: int = 0
    """The distance from its symbol within which a unit may be set up."""
    towns: bool = False
    """True if its rules distinguish built-up places from other cover."""
    revealed_by: str = LOCATED
    """The events that put a hidden unit on the table, other than moving and firing."""
    troops_record: bool = False
    """True if its battles begin with the campaign's record of troops (grades, pins, points, ammunition), and add to
    it.
    """

    def evenings(self, stands: int) -> int:
        """Return the number of evenings for a game whose larger side has that number of stands."""
        return max(1, -(-stands // self.evening))

    @property
    def module(self) -> str:
        """The module that holds the system's ``TABLETOP``."""
        return f"campaign.rules.tabletop.{self.key}.system"

    @property
    def is_playable(self) -> bool:
        """True if the system's interface is installed."""
        return find_spec(self.module) is not None
