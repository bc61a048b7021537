"""A battle as a page of the desk shows it: both sides line by line with their signs, and what can be chosen for it."""

from __future__ import annotations

from campaign.terms.state import State
from campaign.values import dataclass
from campaign.views.battle.battles import BattleView
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class PageLine:
    """A battalion in a battle, as its line on the sheet."""

    line: int
    key: str
    name: str
    text: str
    """Formation and strength: ``22 Gds Bde, 780 men``."""
    symbol: UnitSymbol
    where: str
    stands: str
    """Stands on the table under the battle's system: ``N 1``; empty if it has none or the system has no stands."""
    state: State


@dataclass(frozen=True, slots=True)
class PageSide:
    """One side of a battle. Of the other side a player has no key, code and lines."""

    side: int
    """Number of the side on the page, in the campaign's order."""
    key: str
    name: str
    part: str
    """``attacks`` or ``holds``; empty if nobody says so."""
    code: str
    lines: tuple[PageLine, ...]
    stands: int | None
    """Stands of the whole side; None for a system without, or for the other side."""
    notes: tuple[str, ...]
    seen: tuple[str, ...]
    returns: tuple[str, ...]
    return_in: bool
    leaders: tuple[str, ...]
    """Commanders with troops in the battle, who may hand in the return."""


@dataclass(frozen=True, slots=True)
class BattleChoices:
    """The umpire's choices for changing a battle; empty for players."""

    systems: tuple[tuple[str, str], ...] = ()
    """Key and name of every tabletop system that can be played."""
    units: tuple[str, ...] = ()
    """Battalions and formations in play that are not in the battle."""
    own_units: tuple[str, ...] = ()
    """Battalions and formations in the battle."""
    places: tuple[str, ...] = ()
    others: tuple[tuple[int, str], ...] = ()
    """Number and name of the other battles that are not over."""
    last_turn: str = ""
    """The turn in which the battle ends if the umpire names none."""
    last_turn_why: str = ""


@dataclass(frozen=True, slots=True)
class BattlePage:
    """A battle with everything that its page shows."""

    view: BattleView
    system: str
    """Key of the tabletop system."""
    sides: tuple[PageSide, ...]
    needs: str
    """Figures and models for the table, in one line; empty if the system has none."""
    choices: BattleChoices
    may_type: bool
    """True if this viewer may hand in a return."""
