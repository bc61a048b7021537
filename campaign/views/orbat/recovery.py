"""The recovery calendar: battalions spent or lost on each day, and the mornings on which a die may bring them back."""

from __future__ import annotations

from campaign.terms.state import State
from campaign.values import dataclass
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class RecoveryRow:
    """A battalion that was ever anything but fresh."""

    symbol: UnitSymbol
    name: str
    command: str
    now: str
    """Present state in words: ``Spent``, ``Resting, spent``, ``Destroyed``."""
    days: tuple[State | None, ...]
    """State at the end of each day since the start of the campaign; None for a day without a return on it."""
    may_return: bool
    """True for a battalion out of play for which a headquarters rolls."""


@dataclass(frozen=True, slots=True)
class RecoveryDie:
    """One die of a morning: its headquarters, the score, and the battalions; or why there is no roll for these."""

    by: str
    needs: str
    battalions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecoveryCalendar:
    """The calendar of a side or commander. ``dates`` are those of ``days``: from the eve of the start to the campaign's
    last day.
    """

    masthead: Masthead
    dates: tuple[str, ...]
    """Heads of the columns, one a day: ``14 May``."""
    today: int
    """Number of the present day, whose column is ringed."""
    out: int
    may_return: int
    spent: int
    resting: int
    dice: tuple[RecoveryDie, ...]
    rows: tuple[RecoveryRow, ...]
