"""The five tabletop systems: what the campaign must know of each, and the protocol that a playable one fulfils.

SYSTEMS                       the five, by key: name, table, clock, whether units stay where the table left them
system(key) -> System         raises NotFound with the near words
tabletop(key) -> Tabletop     raises Refused for a system whose fights cannot be mustered yet
playable() -> keys
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, Protocol, cast

from campaign.errors import NotFound, Refused
from campaign.rules.force import Force
from campaign.rules.rulebook import Rulebook
from campaign.terms.forces import Nationality, Weapon
from campaign.terms.state import Light, Sky
from campaign.terms.words import did_you_mean, listing, plain


class TableClock(StrEnum):
    """How table time becomes campaign time (umpire 1.5)."""

    TURNS = "turn for turn"
    HOURS = "hour for hour"
    REST_OF_TURN = "the rest of the turn"
    ASKED = "asked on the return"


@dataclass(frozen=True, slots=True)
class TableSize:
    """The ground that one table shows, in metres: the longer and the shorter side; and the scale, where the rules give one."""

    length_m: int
    depth_m: int
    inches_a_km: int | None = None

    def holds(self, width_m: int, height_m: int) -> bool:
        """Do points spread so wide and so high fit, the table turned either way?"""
        return max(width_m, height_m) <= self.length_m and min(width_m, height_m) <= self.depth_m


@dataclass(frozen=True, slots=True)
class System:
    """A tabletop system. ``keeps_places``: units stand afterwards where the table left them (umpire 1.8)."""

    key: str
    name: str
    table: TableSize
    clock: TableClock
    keeps_places: bool
    table_basis: str
    module: str | None = None


SYSTEMS: Final = MappingProxyType({
    one.key: one
    for one in (
        System("brevity", "Operation Brevity", TableSize(12_000, 5_000, 8), TableClock.TURNS, True, "umpire 1.4",
               "campaign.rules.brevity.system"),
        System("nqm", "Not Quite Mechanised", TableSize(9_000, 6_000), TableClock.HOURS, True, "umpire 1.4, at 1:5,000"),
        System("hexes", "One-Hour WW2 on hexes", TableSize(6_000, 6_000), TableClock.REST_OF_TURN, False, "umpire 1.4"),
        System("brigade", "WW2 Rules for Brigade Level Games", TableSize(1_300, 900), TableClock.REST_OF_TURN, False, "umpire 1.4"),
        System("brigadier", "Brigadier General Commands", TableSize(3_000, 2_000), TableClock.ASKED, False,
               "ours: its text gives no ground scale (BGC-M-04)"),
    )
})  # fmt: skip
"""The five systems by key. Only those with a module can be played so far."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a return: the line it is in (None: the foot of the form) and what is wrong."""

    line: int | None
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line is not None else self.text


class Tabletop(Protocol):
    """What a system must do to be fought: muster a force, fill the sheet, read the return. Values in, values out."""

    @property
    def system(self) -> System:
        """Which of the five it is."""
        ...

    def muster(self, force: Force, book: Rulebook) -> Any:
        """The campaign's battalions as this system's stands."""
        ...

    def sheet(
        self,
        force: Force,
        enemies: Iterable[Nationality],
        book: Rulebook,
        *,
        night: bool,
        light: Light,
        sky: Sky,
        air: Iterable[Weapon] = (),
    ) -> Any:
        """What the player of this force needs on paper."""
        ...

    def check(self, filed: Any, printed: Any) -> tuple[Fault, ...]:
        """Every fault of a return, at once."""
        ...

    def effects(self, filed: Any, printed: Any, book: Rulebook) -> tuple[Any, ...]:
        """What a return does to the campaign's battalions."""
        ...


def system(key: str) -> System:
    """One of the five, by its key or its name. Raises NotFound with the near words."""
    wanted = plain(key)
    for one in SYSTEMS.values():
        if wanted in (plain(one.key), plain(one.name)):
            return one
    near = did_you_mean(key, [*SYSTEMS, *(one.name for one in SYSTEMS.values())])
    raise NotFound(f"{key!r} is no tabletop system known here{near or f': the five are {listing(SYSTEMS)}'}")


def playable() -> tuple[str, ...]:
    """Keys of the systems whose fights can be mustered, printed and recorded."""
    return tuple(one.key for one in SYSTEMS.values() if one.module is not None)


def tabletop(key: str) -> Tabletop:
    """A system to play. Raises NotFound, or Refused for a system that cannot be mustered yet."""
    wanted = system(key)
    if wanted.module is None:
        raise Refused(
            f"{wanted.name} ({wanted.key}) is known, but its fights cannot be mustered, printed or recorded by this version: "
            f"play this battle under {listing(playable())}, or settle it with 'campaign battle rule'"
        )
    return cast(Tabletop, import_module(wanted.module).TABLETOP)
