"""What a tabletop system says of itself in the ``about`` module of its folder, before it is played.

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
    """How table time becomes campaign time (umpire 1.5)."""

    TURNS = "turn for turn"
    HOURS = "hour for hour"
    REST_OF_TURN = "the rest of the turn"
    ASKED = "asked on the return"


@dataclass(frozen=True, slots=True)
class TableSize:
    """The ground that one table shows, in metres: the longer and the shorter side; and its scale, in whole inches on
    the table."""

    length_m: int
    depth_m: int
    inches_a_km: int

    def holds(self, width_m: int, height_m: int) -> bool:
        """Do points spread so wide and so high fit, the table turned either way?"""
        return max(width_m, height_m) <= self.length_m and min(width_m, height_m) <= self.depth_m


@dataclass(frozen=True, slots=True)
class System:
    """A tabletop system. ``keeps_places``: units stand afterwards where the table left them (umpire 1.8).

    ``table_basis``: whose figure the size of its table is. ``scale``: its ground scale in its own words, if not inches
    a kilometre. ``letters``: for the numbers of its papers (OB 3). ``evening``: stands a side that a club plays through
    in an evening (umpire 1.4, 2; of NQM and Brigade ours). ``place``: where it stands among the others. ``settings``:
    the modules of its folder whose ``TABLE`` holds its house rules. ``markers``: what is laid at its bases.
    ``people``: officers and observers stand on the table. ``side_edges``: its rules tell a side's own edge of the
    table from the side edges.
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
        """Evenings for a game in which the larger side has so many stands."""
        return max(1, -(-stands // self.evening))

    @property
    def module(self) -> str:
        """Where its ``TABLETOP`` is."""
        return f"campaign.rules.tabletop.{self.key}.system"

    @property
    def is_playable(self) -> bool:
        """Is its door there?"""
        return find_spec(self.module) is not None
