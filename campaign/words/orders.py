"""The order form: the order in force for each formation and unit of a commander, and room to write."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.papers import Masthead
from campaign.words.proposal import Proposal
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A formation or unit and its standing order."""

    symbol: UnitSymbol
    name: str
    depth: int = 0
    """Level below the commander's highest formation, which is 0; each level is indented by one step."""
    position: str = ""
    standing: str = ""
    """Standing order: ``march to Musaid by way of Bir Wair``, ``hold``. ``as above`` if it follows the row above it on
    the form; ``as 22 Gds Bde`` if another unit's order stands between."""
    aim: str = ""
    objective: str = ""
    limit: str = ""
    coming: tuple[str, ...] = ()
    """Orders already given for later turns: ``from 1.2 (04:00): attack Halfaya Pass, top``."""
    key: str = ""
    """Key of the unit, for reading the form back; not printed."""
    is_command: bool = False
    """True for a formation, False for a battalion."""
    proposal: Proposal | None = None
    """The standing order with its reason, if the program decided it."""
    follows: bool = False
    """True for a unit without an order of its own, which follows the formation above it."""


@dataclass(frozen=True, slots=True)
class AirRow:
    """An air group on the form of the commander who tasks it."""

    key: str
    name: str
    standing: str
    """Present air task: ``turn 1.2: strike, Fort Capuzzo``, or ``no task``."""


@dataclass(frozen=True, slots=True)
class OrderForm:
    """One commander's form, on a page of its own or at the foot of the commander's sitrep."""

    masthead: Masthead
    commander: str
    force: str = ""
    """Name of the commander's force: ``22nd Guards Brigade Group``."""
    period: str = ""
    """Period of the orders: ``from 15 May 18:00 to 16 May 04:00``."""
    due: str = ""
    """Time at which the form must be handed in, on the clock of the campaign: ``19:00``."""
    rows: tuple[OrderRow, ...] = ()
    blank_rows: int = 2
    air: tuple[AirRow, ...] = ()
    """Air groups; only on the form of the side's highest commander."""
    unlisted: tuple[str, ...] = ()
    """Units without a row of their own, which may be written into a blank row."""
    identity: tuple[tuple[str, str], ...] = ()
    """Names and values of the hidden boxes that identify the campaign, the commander and the turn."""
    played_by: str = ""
    """Player of the commander: ``Ruth``, ``Tom for Ruth until day 2``; empty if no player is entered."""
    deadline: str = ""
    """The same time on the players' own clocks, if a deadline was agreed: ``Thursday 26 November 2026, 20:00
    Europe/Berlin (19:00 UTC)``."""
    if_missing: str = ""
    """Rule for a form that misses the deadline: ``what stood goes on``."""

    @property
    def whose(self) -> str:
        """Commander with the player's name: ``Brig I. D. Erskine (Ruth)``."""
        return f"{self.commander} ({self.played_by})" if self.played_by else self.commander
