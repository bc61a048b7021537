"""The description of a tabletop system, which the ``about`` module of its folder gives without loading its rules.

System, TableSize, TableClock       its name, its table, how table time becomes campaign time, its house rules and
                                    markers
SPENT, RESTING, DUG_IN, HIDDEN      markers that several of them lay
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.util import find_spec
from typing import Final

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.state import State
from campaign.views.labels import Marker
from campaign.views.symbol import UnitSymbol

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

    ``table_basis``: the source of the table's size. ``scale``: its ground scale in its own words, if not inches a
    kilometre. ``letters``: for the numbers of its papers (OB 3). ``evening``: stands a side that a club plays through
    in an evening (umpire 1.4, 2; for NQM and Brigade a house value). ``place``: its position among the others.
    ``settings``: the modules of its folder whose ``TABLE`` holds its settings. ``markers``: the markers laid beside its
    bases. ``people``: officers and observers are set up on the table. ``side_edges``: its rules distinguish a side's
    own edge of the table from the side edges.
    """

    key: str
    name: str
    table: TableSize
    clock: TableClock
    keeps_places: bool
    table_basis: str
    scale: str = ""
    evening: int = 20
    letters: str = ""
    place: int = 99
    settings: tuple[str, ...] = ("settings",)
    markers: tuple[Marker, ...] = ()
    people: bool = False
    side_edges: bool = False
    step: str = "turn"
    """What a side calls its turn at the table."""
    column_in: int = 12
    """Inches that a column on the march makes in it: how long who comes on behind an enemy waits; ours."""
    house_file: str = ""
    """The module of its folder (a ``HouseAccount``) that reads what a club fills into the gaps of its text; none for a
    text without gaps."""
    margin_in: int = 0
    """How far from the edges the place lies that is fought for, where the table is laid anew; ours."""
    set_up_within_in: int = 0
    """How far from where its symbol stands a unit may be set up."""
    towns: bool = False
    """Its rules tell built-up places from other cover."""
    revealed_by: str = LOCATED
    """What else puts somebody hidden on the table, besides that he moves or fires."""
    troops_record: bool = False
    """Its battles begin with what the campaign's record of troops keeps (grades, pins, points, ammunition), and add to
    it."""

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
