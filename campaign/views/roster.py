"""The roster: every unit a row, with strength against establishment and what happened since yesterday."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.forces import Level
from campaign.views.papers import Masthead
from campaign.views.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class Strength:
    """Men, vehicles and guns against establishment; ``men_yesterday`` is the figure a day ago (None: not known).

    ``vehicles`` are all vehicles, the tanks among them; ``other_vehicles`` are those that are no tanks.
    """

    men: int = 0
    men_establishment: int = 0
    men_yesterday: int | None = None
    vehicles: int = 0
    vehicles_establishment: int = 0
    guns: int = 0
    guns_establishment: int = 0
    tanks: int = 0
    tanks_establishment: int = 0

    @property
    def other_vehicles(self) -> int:
        """Armoured cars, carriers, half-tracks, self-propelled guns, lorries."""
        return self.vehicles - self.tanks

    @property
    def other_vehicles_establishment(self) -> int:
        """The same by establishment."""
        return self.vehicles_establishment - self.tanks_establishment


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One unit."""

    symbol: UnitSymbol
    name: str
    number: str = ""
    """Own number, in its own column; leave it out of ``name`` then."""
    led_by: str = ""
    strength: Strength = Strength()
    state: str = ""
    """``Fit``, ``Spent``, ``In action``."""
    needs_notice: bool = False
    """The state is printed bold."""
    position: str = ""
    attached: str = ""
    """Formation it fights under, if not its own."""
    since_yesterday: str = ""
    """The one most important change, else empty."""


@dataclass(frozen=True, slots=True)
class RosterGroup:
    """A formation: its own units, then its subordinate groups, then its total (if it has one)."""

    name: str
    level: Level
    led_by: str = ""
    rows: tuple[RosterRow, ...] = ()
    groups: tuple[RosterGroup, ...] = ()
    total: Strength | None = None
    total_note: str = ""
    """Net change: ``-24 men, -1 tank``."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The roster of a force."""

    masthead: Masthead
    groups: tuple[RosterGroup, ...]
    note: str = ""
    """One line over the foot of every page: how to read it."""
