"""A commander's own troops: where each unit stands, what it does, and its state."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class OwnUnit:
    """A battalion with its position, its order and its state."""

    key: str
    name: str
    symbol: UnitSymbol
    where: str
    order: str
    """Order in words; for an engaged unit with its battle before it: ``battle 1, then attack Musaid``."""
    coming: str
    """Next order for a later turn that it will follow: ``from 1.2 (04:00): attack Musaid``; empty without one."""
    state: str
    """``Fresh``, ``Spent``, ``Engaged``, ``To arrive``."""
    needs_notice: bool
    is_lost: bool


@dataclass(frozen=True, slots=True)
class OwnCommand:
    """A formation with the battalions under it, as far as they have no command of their own."""

    key: str
    name: str
    supply: str
    """``in supply``, ``out of supply``; empty for troops that are not on the map."""
    units: tuple[OwnUnit, ...]


@dataclass(frozen=True, slots=True)
class OwnTroops:
    """All troops of the viewer, by their commands."""

    side: int
    """Number of the side, in the order of the campaign's sides."""
    commands: tuple[OwnCommand, ...]

    @property
    def count(self) -> int:
        """Number of units in play or lost."""
        return sum(len(command.units) for command in self.commands)
