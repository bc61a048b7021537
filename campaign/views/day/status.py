"""The present state of the campaign, with what it waits for."""

from __future__ import annotations

from datetime import date

from campaign.terms.state import BattleState, Light, Sky
from campaign.terms.time import Moment, Phase
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Awaited:
    """Something that waits, and the program command that answers it."""

    what: str
    command: str
    """Program command as typed; for a decision with its possible answers if they are few."""
    words: tuple[str, ...] = ()
    """Words of the program command after ``campaign``; empty if an answer must be chosen first."""
    decision: int | None = None
    """Number of the decision that waits; None otherwise."""
    battle: int | None = None
    """Number of the battle without an end; None otherwise."""


GIVEN, NOT_YET = "given", "not yet"
"""States of the orders of a commander for the day."""
MET_SINCE, FOR_THIS_TURN = "met the enemy since", "given for this turn"
"""States of the orders of a commander whose troops met the enemy in the turn before."""


@dataclass(frozen=True, slots=True)
class CommanderStanding:
    """A commander and whether orders for the day have been given."""

    name: str
    side: str
    force: str
    ordered: bool
    whereabouts: str = ""
    """The command that the commander is with; empty at his own headquarters."""
    played_by: str = ""
    """Player: ``Ruth``, ``the program``, ``Tom for Ruth until day 2``; empty if no player is entered."""
    orders: str = ""
    """State of the orders: ``given``, ``not yet``, ``the program's``; once the day has begun also ``earlier orders
    stand``. For the umpire, in the turn after a contact: ``met the enemy since`` where no order begins
    with this turn or later, ``given for this turn`` where one does."""
    character: str = ""
    """Character by which the program leads him: ``cautious``; empty without one."""
    character_source: str = ""
    """The deed that shows it, and the book or paper that tells it."""

    @property
    def is_overtaken(self) -> bool:
        """Return whether the commander's troops met the enemy after he gave his orders."""
        return self.orders == MET_SINCE

    @property
    def day_orders(self) -> str:
        """State of the orders in words that need no heading: ``no orders yet``, ``orders given``."""
        if self.orders == NOT_YET:
            return "no orders yet"
        return f"orders {self.orders}" if self.orders in (GIVEN, FOR_THIS_TURN) else self.orders

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
    """Date and hours of its first turn: ``15 May 1941, 04:00-10:00``."""


@dataclass(frozen=True, slots=True)
class SupplyTrouble:
    """A formation that is out of supply, the cause, and the rule that decided."""

    formation: str
    why: str
    rule: str
    advice: str = ""
    """Place to which a headquarters that is too far away would have to move."""


@dataclass(frozen=True, slots=True)
class SideStanding:
    """A side's battalions by state, and its score so far."""

    side: str
    fresh: int
    spent: int
    lost: int
    """Number of battalions destroyed, captured or disbanded."""
    to_arrive: int
    """Number of battalions to arrive by road or rail on a later day, or from the air (embarked and not landed yet)."""
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
    """Part of the day, date and hours: ``night 14/15 May 1941, 22:00-04:00``."""
    phase: Phase
    light: Light
    sky: Sky
    weather_settled: bool
    """True if the weather of this turn is settled, False before its roll."""
    waiting: tuple[Awaited, ...]
    commanders: tuple[CommanderStanding, ...]
    battles: tuple[OpenBattle, ...]
    sides: tuple[SideStanding, ...]
    deadline: str
    """Deadline of the next orders: ``Thursday 26 November 2026, 20:00 Europe/Berlin (19:00 UTC); then what stood goes
    on``; empty without a deadline."""
    supply: tuple[SupplyTrouble, ...]
    supply_traced: str
    """Time of the last supply trace: ``as traced 15 May, 04:00-10:00``; empty if no troops have moved since."""
    entries: int | None
    """Number of the last journal entry not undone; None for a player, who could infer from it how much others typed."""
    record: str
    """First twelve letters of the hash that a paper printed now would show (``campaign doctor --proof``)."""
