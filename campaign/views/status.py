"""The present state of the campaign, with what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from campaign.terms.state import BattleState, Light, Sky
from campaign.terms.time import Moment, Phase


@dataclass(frozen=True, slots=True)
class Awaited:
    """Something that waits, and the program command that answers it."""

    what: str
    command: str
    """As it is typed; a decision's with its answers, if they are few."""
    words: tuple[str, ...] = ()
    """The command's words after ``campaign``; empty where an answer must be chosen first."""
    decision: int | None = None
    """The number of the decision that is owed."""
    battle: int | None = None
    """The number of the battle that is without an end."""


@dataclass(frozen=True, slots=True)
class CommanderStanding:
    """A commander and whether orders for the day have been given."""

    name: str
    side: str
    force: str
    ordered: bool
    whereabouts: str = ""
    """The command he is with, if he has left his headquarters."""
    played_by: str = ""
    """``Ruth``, ``the program``, ``Tom for Ruth until day 2``; empty if nobody is written down."""
    orders: str = ""
    """``given``; ``not yet``; ``the program's``; once the day is being played ``those before stand``."""

    @property
    def whose(self) -> str:
        """Commander with the player's name: ``Brig I. D. Erskine (Ruth)``."""
        return f"{self.name} ({self.played_by})" if self.played_by else self.name


@dataclass(frozen=True, slots=True)
class OpenBattle:
    """A battle without an end yet."""

    number: int
    name: str
    place: str
    state: BattleState
    begun: str
    """``15 May 1941, 04:00-10:00``."""


@dataclass(frozen=True, slots=True)
class SupplyTrouble:
    """A formation that is out of supply, the cause, and the rule that decided."""

    formation: str
    why: str
    rule: str
    advice: str = ""
    """Where a headquarters would have to go that is too far off."""


@dataclass(frozen=True, slots=True)
class SideStanding:
    """A side's battalions by state, and its score so far."""

    side: str
    fresh: int
    spent: int
    lost: int
    """Destroyed, captured or disbanded."""
    to_arrive: int
    """By road or rail on a day to come, or from the air: embarked and not yet set down."""
    score: int


@dataclass(frozen=True, slots=True)
class Status:
    """The present state of the whole campaign, as far as the viewer may know."""

    campaign: str
    title: str
    viewer: str
    moment: Moment
    days: int
    date: date
    clock: str
    """``night 14/15 May 1941, 22:00-04:00``."""
    phase: Phase
    light: Light
    sky: Sky
    weather_settled: bool
    """False while the weather of this turn is still to be rolled."""
    waiting: tuple[Awaited, ...]
    commanders: tuple[CommanderStanding, ...]
    battles: tuple[OpenBattle, ...]
    sides: tuple[SideStanding, ...]
    deadline: str
    """``Thursday 26 November 2026, 20:00 Europe/Berlin (19:00 UTC); then what stood goes on``: when the next orders are
    due; empty without one."""
    supply: tuple[SupplyTrouble, ...]
    supply_traced: str
    """``as traced 15 May, 04:00-10:00`` where troops have moved since then; empty where it is as it is now."""
    entries: int | None
    """Number of the journal's last living entry; None for a player, who would learn from it how much others typed."""
    record: str
    """First eight letters of the hash that a paper printed now would bear (``campaign doctor --proof``)."""
