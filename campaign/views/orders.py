"""The order form: the order in force for each formation and unit of a commander, and room to write."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.views.papers import Masthead
from campaign.views.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A formation or unit and its standing order."""

    symbol: UnitSymbol
    name: str
    depth: int = 0
    """0 for the commander's topmost formation; each level below it is indented by one."""
    position: str = ""
    standing: str = ""
    """``march to Musaid by way of Bir Wair``, ``hold``; ``as above`` for one that does as what stands over it on the
    form, ``as 22 Gds Bde`` where the order of another unit stands between."""
    aim: str = ""
    objective: str = ""
    limit: str = ""
    coming: tuple[str, ...] = ()
    """Orders already given for later turns: ``from 1.2 (04:00): attack Halfaya Pass, top``."""
    key: str = ""
    """The unit's key, for the program that reads the form back; not printed."""
    is_command: bool = False
    """Is it a formation, and not a battalion?"""
    follows: bool = False
    """Has it no order of its own, so that it does as the formation over it?"""


@dataclass(frozen=True, slots=True)
class AirRow:
    """An air group on the form of the commander who tasks it."""

    key: str
    name: str
    standing: str
    """``turn 1.2: strike, Fort Capuzzo``, or ``no task``."""


@dataclass(frozen=True, slots=True)
class OrderForm:
    """One commander's form, on a page of its own or at the foot of the commander's sitrep."""

    masthead: Masthead
    commander: str
    force: str = ""
    """``22nd Guards Brigade Group``."""
    period: str = ""
    """``from 15 May 18:00 to 16 May 04:00``."""
    due: str = ""
    """``19:00``: when it must be handed in, on the clock of the campaign."""
    rows: tuple[OrderRow, ...] = ()
    blank_rows: int = 2
    air: tuple[AirRow, ...] = ()
    """Air groups; on the form of the highest commander of the side only."""
    unlisted: tuple[str, ...] = ()
    """Units without a row of their own, which may be written into a blank one."""
    identity: tuple[tuple[str, str], ...] = ()
    """Which campaign, commander and turn the form is for, by the names of its hidden boxes."""
    played_by: str = ""
    """``Ruth``, ``Tom for Ruth until day 2``; empty if nobody is written down."""
    deadline: str = ""
    """``Thursday 26 November 2026, 20:00 Europe/Berlin (19:00 UTC)``: the same on the players' own clocks, if it was
    agreed upon."""
    if_missing: str = ""
    """``what stood goes on``: what happens without it after a deadline."""

    @property
    def whose(self) -> str:
        """Commander with the player's name: ``Brig I. D. Erskine (Ruth)``."""
        return f"{self.commander} ({self.played_by})" if self.played_by else self.commander
