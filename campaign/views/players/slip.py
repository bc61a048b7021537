"""The slip for a player: the link to his seat, and what to do with it."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.papers import Masthead


@dataclass(frozen=True, slots=True)
class Slip:
    """A small page with a link. The link opens the seat."""

    masthead: Masthead
    name: str
    """Seat in words: ``Brig I. D. Erskine``, ``the Allied staff``."""
    force: str
    """Formation of the commander; empty for other seats."""
    player: str
    """Name of the player; empty if none is entered."""
    link: str
    words: tuple[str, ...]
    """What to do with it, a sentence each."""
