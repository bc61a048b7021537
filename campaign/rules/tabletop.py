"""The tabletop systems: what the campaign must know of each, and the one door through which all of them are played.

A system is a folder ``campaign/rules/KEY/`` whose ``system`` module has a ``TABLETOP``, and an entry in SYSTEMS. Nobody outside
that folder knows which system it is: what differs is said in the neutral values of ``rules.muster``, ``rules.return_form``,
``rules.scene`` and ``views.sheet``.

SYSTEMS                       all of them, by key: name, table, clock, whether units stay where the table left them
system(key) -> System         raises NotFound with the near words
tabletop(key) -> Tabletop     raises Refused for a system whose fights cannot be mustered yet
playable() -> keys
DEFAULT                       the system of a campaign that names none
Tabletop                      the door: muster, sheet, fields, line_faults, outcome, resolve
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final, Protocol, cast

from campaign.errors import NotFound, Refused
from campaign.rules.dice import Dice
from campaign.rules.force import Force
from campaign.rules.muster import Muster
from campaign.rules.returns import Fault, Judge
from campaign.rules.rulebook import Rulebook
from campaign.rules.scene import Fight, NotCovered, Resolution, Scene
from campaign.terms.words import did_you_mean, listing, plain
from campaign.views.sheet import SheetBody

__all__ = ["DEFAULT", "SYSTEMS", "Fault", "System", "TableClock", "TableSize", "Tabletop", "playable", "system", "tabletop"]


class TableClock(StrEnum):
    """How table time becomes campaign time (umpire 1.5)."""

    TURNS = "turn for turn"
    HOURS = "hour for hour"
    REST_OF_TURN = "the rest of the turn"
    ASKED = "asked on the return"


@dataclass(frozen=True, slots=True)
class TableSize:
    """The ground that one table shows, in metres: the longer and the shorter side; and its scale, in whole inches on the table."""

    length_m: int
    depth_m: int
    inches_a_km: int

    def holds(self, width_m: int, height_m: int) -> bool:
        """Do points spread so wide and so high fit, the table turned either way?"""
        return max(width_m, height_m) <= self.length_m and min(width_m, height_m) <= self.depth_m


@dataclass(frozen=True, slots=True)
class System:
    """A tabletop system. ``keeps_places``: units stand afterwards where the table left them (umpire 1.8).

    ``table_basis``: whose figure the size of its table is. ``scale``: its ground scale in its own words, if not inches a kilometre.
    ``letters``: for the numbers of its papers (OB 3). ``evening``: stands a side that a club plays through in an
    evening (umpire 1.4, 2; of NQM and Brigade ours).
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

    def evenings(self, stands: int) -> int:
        """Evenings for a game in which the larger side has so many stands."""
        return max(1, -(-stands // self.evening))

    @property
    def module(self) -> str:
        """Where its ``TABLETOP`` is."""
        return f"campaign.rules.{self.key}.system"

    @property
    def is_playable(self) -> bool:
        """Is its door there?"""
        return find_spec(self.module) is not None


SYSTEMS: Final = MappingProxyType({
    one.key: one
    for one in (
        System("brevity", "Operation Brevity", TableSize(12_000, 5_000, 8), TableClock.TURNS, True, "umpire 1.4", letters="OB"),
        System("nqm", "Not Quite Mechanised", TableSize(9_000, 6_000, 8), TableClock.HOURS, True, "umpire 1.4, at 1:5,000", "1:5,000", 96, "NQM"),
        System("hexes", "One-Hour WW2 on hexes", TableSize(6_000, 6_000, 8), TableClock.REST_OF_TURN, False, "umpire 1.4",
               "a hex of 500 m", 8, "HEX"),
        System("brigade", "WW2 Rules for Brigade Level Games", TableSize(1_300, 900, 55), TableClock.REST_OF_TURN, False, "umpire 1.4",
               "1 in. = 20 yards", 24, "BDE"),
        System("brigadier", "Brigadier General Commands", TableSize(3_000, 2_000, 24), TableClock.ASKED, False,
               "ours: its text gives no ground scale (BGC-M-04)", "", 52, "BGC"),
    )
})  # fmt: skip
"""The systems by key. Those whose folder has its door can be played."""


DEFAULT: Final = "brevity"
"""The system of a campaign that is founded without naming one."""


class Tabletop(Judge, Protocol):
    """What a system must do to be fought: muster a force, fill the sheet, read the return, fight. Values in, values out.

    A return is checked and carried out by ``rules.returns.check`` and ``effects``, which ask the system by ``fields``,
    ``line_faults`` and ``outcome`` (``Judge``).
    """

    @property
    def system(self) -> System:
        """Its entry in SYSTEMS."""
        ...

    def muster(self, force: Force, book: Rulebook) -> Muster:
        """The campaign's battalions as this system's stands, a line for each unit, numbered ``unit.line`` or else from 1.

        Every unit of a command of the force has a line, also one that cannot fight, so that sheet and return count alike.
        """
        ...

    def advice(self, larger: Muster, turns: int, table_in: tuple[int, int]) -> tuple[str, ...]:
        """What the book says against a game with so much on its larger side, for so many turns of the campaign; nothing if content."""
        ...

    def sheet(self, scene: Scene, book: Rulebook) -> SheetBody:
        """What the player of this force needs on paper, its lines numbered as by ``muster``."""
        ...

    def resolve(self, fight: Fight, dice: Dice, book: Rulebook) -> Resolution | NotCovered:
        """The whole fight by its own procedures under a plain doctrine; or what of its rules is missing to do so.

        Raises DiceWanted as dice do, BadInput for a force without anybody who can fight.
        """
        ...


def system(key: str) -> System:
    """One of them, by its key or its name. Raises NotFound with the near words."""
    wanted = plain(key)
    for one in SYSTEMS.values():
        if wanted in (plain(one.key), plain(one.name)):
            return one
    near = did_you_mean(key, [*SYSTEMS, *(one.name for one in SYSTEMS.values())])
    raise NotFound(f"{key!r} is no tabletop system known here{near or f': they are {listing(SYSTEMS)}'}")


def playable() -> tuple[str, ...]:
    """Keys of the systems whose fights can be mustered, printed and recorded."""
    return tuple(one.key for one in SYSTEMS.values() if one.is_playable)


def tabletop(key: str) -> Tabletop:
    """A system to play. Raises NotFound, or Refused for a system that cannot be mustered yet."""
    wanted = system(key)
    if not wanted.is_playable:
        raise Refused(
            f"{wanted.name} ({wanted.key}) is known, but its fights cannot be mustered, printed or recorded by this version: "
            f"play this battle under {listing(playable())}, or settle it with 'campaign battle rule'"
        )
    return cast(Tabletop, import_module(wanted.module).TABLETOP)
