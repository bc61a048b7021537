"""The strength return: men, vehicles, guns and battalions of every formation, day by day."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class DayCount:
    """The units of a formation at one hour: at the start, at the end of a day, or now."""

    at: float
    """Days since the start of the campaign: 0 at the start, 1.0 at the end of the first day, 1.25 one turn later."""
    when: str
    """Label of the time: ``start``, ``15 May``, ``now``."""
    men: int
    vehicles: int
    """Number of vehicles, including the tanks."""
    guns: int
    fit: int
    spent: int
    lost: int
    """Number of battalions destroyed, captured or disbanded."""
    to_come: int = 0
    """Number of battalions still to arrive; the other counts leave them out."""
    tanks: int = 0
    armoured_cars: int = 0

    @property
    def other_vehicles(self) -> int:
        """Number of vehicles that are neither tanks nor armoured cars."""
        return self.vehicles - self.tanks - self.armoured_cars


@dataclass(frozen=True, slots=True)
class StrengthCurve:
    """One formation with all that belongs to it, also under other commands. ``depth`` 0 is the top of the paper."""

    symbol: UnitSymbol
    name: str
    led_by: str
    depth: int
    men_establishment: int
    vehicles_establishment: int
    guns_establishment: int
    counts: tuple[DayCount, ...]
    tanks_establishment: int = 0
    armoured_cars_establishment: int = 0

    @property
    def other_vehicles_establishment(self) -> int:
        """Number of vehicles by establishment that are neither tanks nor armoured cars."""
        return self.vehicles_establishment - self.tanks_establishment - self.armoured_cars_establishment


@dataclass(frozen=True, slots=True)
class StrengthPaper:
    """The strength return of a side, or of a commander's force. ``days`` is the length of the campaign."""

    masthead: Masthead
    days: int
    curves: tuple[StrengthCurve, ...]
