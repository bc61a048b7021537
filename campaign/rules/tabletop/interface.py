"""The tabletop systems: a description of each for the campaign, and the one interface by which all of them are played.

A system is a folder ``campaign/rules/tabletop/KEY/``: its ``about`` module has its ``ABOUT``, its ``system`` module its
``TABLETOP``; its odds, if it has any, are in its ``odds_tables``. No module outside depends on a particular system: the
differences are expressed in the neutral values of ``muster`` and ``scene`` (``rules.common``), of ``rules.returns`` and
of ``words.sheet``.

SYSTEMS                       all of them, by key: name, table, clock, whether units stay where the table left them
system(key) -> System         raises NotFound with similar names
tabletop(key) -> Tabletop     raises Refused for a system whose battles cannot be mustered yet
playable() -> keys
DEFAULT                       the system of a campaign that names none
Tabletop                      the interface: muster, advice, sheet, fields, line_faults, outcome
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from campaign.errors import NotFound, Refused
from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Force
from campaign.rules.common.muster import Muster
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.system import System, TableClock, TableSize
from campaign.rules.common.systems import FOLDERS, SYSTEMS
from campaign.rules.returns.check import Fault
from campaign.rules.returns.filed import Fields, FiledLine, Outcome, PrintedLine
from campaign.terms.words import did_you_mean, listing, plain
from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.words.sheet import Reference, SheetBody

__all__ = [
    "DEFAULT",
    "SYSTEMS",
    "Fault",
    "System",
    "TableClock",
    "TableSize",
    "Tabletop",
    "playable",
    "system",
    "tabletop",
]


DEFAULT: Final = "brevity"
"""The system of a campaign that is started without naming one."""


class OutcomeRule(Protocol):
    """The outcome of a recorded line for the battalion: see ``Judge.outcome``."""

    def __call__(self, line: FiledLine, was: PrintedLine, book: Rulebook, dice: Dice | None = None) -> Outcome:
        """Return the outcome of a line. Raises nothing but DiceWanted."""
        ...


@dataclass(frozen=True, slots=True)
class Tabletop:
    """The interface of a system: muster a force, fill the sheet, read the return. Values in, values out.

    A return is checked and carried out by ``check`` and ``effects`` of ``rules.returns.check``, which ask the system by
    ``fields``, ``line_faults`` and ``outcome`` (``Judge``).
    """

    system: System
    """The entry of the system in SYSTEMS."""
    muster: Callable[[Force, Rulebook], Muster]
    """Return the campaign's battalions as this system's stands, a line for each unit, numbered ``unit.line`` or
    otherwise from 1. Every unit of a command of the force has a line, even one that cannot fight, so that sheet and
    return count alike.
    """
    advice: Callable[[Muster, int, tuple[int, int]], tuple[str, ...]]
    """Return the book's advice against a game of this size on its larger side, for this number of campaign turns, on a
    table of this size in inches; empty if there is none.
    """
    fields: Callable[[Rulebook], Fields]
    """Return the columns of the system's return form."""
    line_faults: Callable[[FiledLine, PrintedLine, Rulebook], Iterable[str]]
    """Return the errors of a line by this system's rules, beyond what the columns check themselves. Also called for a
    line that already has errors.
    """
    outcome: OutcomeRule

    def sheet(self, scene: Scene, book: Rulebook) -> SheetBody:
        """Return the battle sheet of this force, its lines numbered as by ``muster``: made by the ``sheet`` module of
        the system, which a battle without papers does not load.
        """
        return cast("SheetBody", import_module(f"{FOLDERS}.{self.system.key}.sheet").sheet(scene, book))

    def reference(self, book: Rulebook) -> Reference:
        """Return all charts, rules in short and house rules of the system, which are the same in every battle: made by
        the ``reference`` module of the system.
        """
        return cast("Reference", import_module(f"{FOLDERS}.{self.system.key}.reference").reference(book))


def system(key: str) -> System:
    """Return a system by its key or its name. Raises NotFound with similar names."""
    name = plain(key)
    for system in SYSTEMS.values():
        if name in (plain(system.key), plain(system.name)):
            return system
    near = did_you_mean(key, [*SYSTEMS, *(system.name for system in SYSTEMS.values())])
    raise NotFound(f"{key!r} is not a set of tabletop rules{near or f'. The tabletop rules are {listing(SYSTEMS)}'}")


def playable() -> tuple[str, ...]:
    """Return the keys of the systems whose battles can be mustered, printed and recorded."""
    return tuple(system.key for system in SYSTEMS.values() if system.is_playable)


def tabletop(key: str) -> Tabletop:
    """Return a system to play. Raises NotFound, or Refused for a system that cannot be mustered yet."""
    about = system(key)
    if not about.is_playable:
        raise Refused(
            f"{about.name} ({about.key}) battles cannot be set up, printed or recorded in this version. Play "
            f"this battle under {listing(playable())}, or decide it yourself: campaign battle rule"
        )
    return cast(Tabletop, import_module(about.module).TABLETOP)
