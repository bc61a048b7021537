"""The summary sheets of an evening: a staff's page, and the umpire's brief."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.views.air.air import AirTasking
from campaign.views.day.status import OpenBattle, Status
from campaign.views.orbat.recovery import RecoveryCalendar
from campaign.views.orbat.strength import StrengthPaper
from campaign.views.orbat.tasks import EngineerPaper
from campaign.views.supply.supply import SupplyPaper
from campaign.words.papers import Fact, Masthead


@dataclass(frozen=True, slots=True)
class StaffSheet:
    """Strength, arrivals, supply, recovery, engineers and air of a side, or of a commander's force, on one page."""

    masthead: Masthead
    strength: StrengthPaper
    supply: SupplyPaper
    recovery: RecoveryCalendar
    engineers: EngineerPaper
    air: AirTasking | None
    """Air tasking of the side; None without aircraft."""
    arrivals: tuple[Fact, ...]
    """Arrivals of the next day: ``16 May, 04:00 at Sidi Barrani`` / ``3 CG``."""
    arrivals_later: int
    """Number of battalions due after the next day."""


@dataclass(frozen=True, slots=True)
class EnemiesMet:
    """A place where enemies have seen one another, the latest news of it, and how many each side saw."""

    where: str
    clock: str
    age_hours: int
    seen: str
    """Number of enemy units that each side saw: ``Allied saw 3, Axis saw 2``."""


@dataclass(frozen=True, slots=True)
class BattleForces:
    """A battle without an end yet, with its forces."""

    battle: OpenBattle
    forces: str
    """Commands with their number of battalions: ``Allied: 22 Gds Bde 2, Coast 3; Axis: KG Herff 4``."""


@dataclass(frozen=True, slots=True)
class UmpireBrief:
    """The umpire's overview as the next turn begins."""

    masthead: Masthead
    status: Status
    battles: tuple[BattleForces, ...]
    contacts: tuple[EnemiesMet, ...]
    """Places where enemies have met, the latest news first."""
    contacts_left_out: int
    arrivals: tuple[Fact, ...]
    """Arrivals of the next day: ``16 May, 04:00 at Sidi Barrani`` / ``Allied: 3rd Bn Coldstream Guards``."""
    arrivals_later: int
    """Number of battalions due after the next day."""
