"""The diary: events day by day, as one reader may know them."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.papers import Masthead


@dataclass(frozen=True, slots=True)
class DiaryEntry:
    """A line of the diary. ``battle`` is the number of its battle, 0 for none."""

    when: str
    """Clock time: ``06:30``; in a unit's history with the date: ``15 May 06:30``."""
    text: str
    is_blow: bool
    battle: int = 0


@dataclass(frozen=True, slots=True)
class DiaryDay:
    """One day with its events."""

    day: int
    date: str
    """Weekday and date: ``Thursday 15 May 1941``."""
    lines: tuple[DiaryEntry, ...]


@dataclass(frozen=True, slots=True)
class Diary:
    """The diary of a side, a formation or a battalion."""

    masthead: Masthead
    days: tuple[DiaryDay, ...]
