"""The paper on a battle that the program fought."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.views.packet import TableMap
from campaign.views.papers import Masthead


@dataclass(frozen=True, slots=True)
class BattlePaper:
    """A battle from its first move to its last: for the umpire, who may show it when all is over."""

    masthead: Masthead
    number: int
    summary: tuple[str, ...]
    before: TableMap | None
    """The table as the battle began; None where it is played on hexes."""
    after: TableMap | None
    key: tuple[str, ...]
    """Whom the numbers on the maps stand for, a line a side; none without maps."""
    report: tuple[str, ...]
