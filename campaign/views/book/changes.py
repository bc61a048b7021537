"""The changes that an entry would make, or that follow from an amendment, as rows of "was" and "becomes"."""

from __future__ import annotations

from enum import StrEnum

from campaign.values import dataclass
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class CountChange:
    """A strength that changes: men, vehicles or guns."""

    what: str
    was: int
    becomes: int

    @property
    def lost(self) -> int:
        """Number lost; negative for a gain."""
        return self.was - self.becomes


@dataclass(frozen=True, slots=True)
class UnitChange:
    """A battalion that changes: its state, its losses and its position."""

    key: str
    """Key of the battalion; empty for one that is not on the board yet."""
    name: str
    short: str
    side: str
    symbol: UnitSymbol | None
    """Symbol as the battalion is now; None for one that is new."""
    symbol_after: UnitSymbol | None
    was: str
    """State now: ``fresh``, ``spent``."""
    becomes: str
    """State afterwards; the same where only something else changes."""
    counts: tuple[CountChange, ...]
    was_at: str
    """Position now, in words."""
    goes_to: str
    """Position afterwards; the same for a battalion that stays, ``off the map`` for one that is taken off it."""
    others: tuple[str, ...] = ()
    """Posture and rest: ``posture line -> march``, ``rests``."""

    @property
    def is_moved(self) -> bool:
        """True if the battalion stands elsewhere afterwards."""
        return self.was_at != self.goes_to


class Thing(StrEnum):
    """The kinds of other changes, a row each."""

    BATTLE = "battle"
    PLACE = "place"
    CROSSING = "crossing"
    OBSTACLE = "obstacle"


@dataclass(frozen=True, slots=True)
class ThingChange:
    """A battle, a place, a crossing or an obstacle that changes."""

    kind: Thing
    name: str
    text: str
    """``planned -> settled, field held by Axis``; ``held by Axis -> Allied``."""


@dataclass(frozen=True, slots=True)
class ChangeList:
    """All changes: units and things a row each, what only repeats them counted."""

    units: tuple[UnitChange, ...]
    things: tuple[ThingChange, ...]
    also: str
    """Other changed rows by their number: ``2 returns, 3 orders``; empty without any."""

    @property
    def is_empty(self) -> bool:
        """True if only reports and diaries would read differently."""
        return not (self.units or self.things or self.also)


NOTHING_BUT_WORDS = "Only reports and diaries read differently."
"""Sentence for a list without rows."""
