"""The news for a player's page: turn by turn what his own units did, and what they saw of the enemy."""

from __future__ import annotations

from campaign.terms.time import Moment
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class NewsLine:
    """An event with its hour."""

    clock: str
    text: str
    is_blow: bool = False
    """True for a line that is set in bold: a contact, a loss, ground taken."""
    battle: int = 0
    """Number of its battle; 0 for none."""
    side: str = ""
    """Side whose event it is; for the umpire alone, who reads all sides."""


@dataclass(frozen=True, slots=True)
class NewsTurn:
    """One turn: what happened, in order of time, and the enemies seen in it."""

    moment: Moment
    heading: str
    """``15 May, 04:00-10:00, turn 1.2``."""
    is_now: bool
    done: tuple[NewsLine, ...]
    seen: tuple[NewsLine, ...]


@dataclass(frozen=True, slots=True)
class NewsPage:
    """The news of all turns that have any, the latest first."""

    viewer: str
    moment: Moment
    turns: tuple[NewsTurn, ...]
