"""The map of the campaign turn by turn, as one reader may know it, for the web page of the campaign book."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.views.book.campaign_book import DayOfSide
from campaign.views.map.map import MapBattle, SituationMap


@dataclass(frozen=True, slots=True)
class MapFrame:
    """The situation at the end of one turn, the battles fought in it, and each side's knowledge of it. ``turn`` 0: as
    the campaign began.
    """

    day: int
    turn: int
    when: str
    """Date and hours of the turn: ``15 May 1941, 04:00-10:00``; ``the start`` for the first frame."""
    situation: SituationMap
    battles: tuple[MapBattle, ...]
    sides: tuple[DayOfSide, ...]

    @property
    def key(self) -> str:
        """Name of the frame in the page: ``2-3``."""
        return f"{self.day}-{self.turn}"


@dataclass(frozen=True, slots=True)
class BookMap:
    """Every turn that has begun, in order, after the start; empty for a reader who had no part yet."""

    frames: tuple[MapFrame, ...]
