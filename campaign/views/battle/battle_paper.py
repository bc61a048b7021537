"""The paper on a battle that the program resolved."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.hex_grid import HexGrid
from campaign.words.packet import TableMap
from campaign.words.papers import Masthead


@dataclass(frozen=True, slots=True)
class BattleMap:
    """The table with all units on it: where it is played on hexes, ``grid`` has them, and ``table`` is the ground."""

    table: TableMap
    grid: HexGrid | None = None


@dataclass(frozen=True, slots=True)
class BattlePaper:
    """A battle from its first move to its last: for the umpire, who may show it when the battle is over."""

    masthead: Masthead
    number: int
    summary: tuple[str, ...]
    before: BattleMap | None
    """The table at the start of the battle; None if the report does not describe the table."""
    after: BattleMap | None
    key: tuple[str, ...]
    """Meaning of the numbers on the maps, one line a side; empty without maps."""
    report: tuple[str, ...]
