"""Victory levels: what a scenario calls the score that a campaign has come to.

    levels_of(board) -> levels                    those of the scenario, best first for each side; empty if it gives
                                                  none
    reached(levels, totals) -> Level | None      the level that a score is called; totals by key of the side

A level of a side is reached when that side leads every other by at least so many points; of several the one with the
greatest lead. The level without a side is what all scores between are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaign.journal.board import Board
from campaign.model import Setting
from campaign.situation.conditions import SCENARIO_PREFIX

VICTORY = f"{SCENARIO_PREFIX}victory"
"""Setting that holds the levels: ``[["Allied victory", "allied", 40], ["Stalemate", null, 0]]``; absent where there are
none."""


@dataclass(frozen=True, slots=True)
class Level:
    """``side`` is at least ``lead`` points ahead of every other side; None for what is called neither side's
    victory."""

    name: str
    side: str | None
    lead: int


def levels_of(board: Board) -> tuple[Level, ...]:
    """The levels of the scenario this campaign was founded from."""
    rows = board.rows(Setting, Setting.key == VICTORY)
    return tuple(Level(name, side, lead) for name, side, lead in rows[0].value) if rows else ()


def reached(levels: Iterable[Level], totals: Mapping[str, int]) -> Level | None:
    """The level of this score; None if the scenario has no name for it."""

    def lead(side: str) -> int:
        return totals.get(side, 0) - max((points for rival, points in totals.items() if rival != side), default=0)

    ordered = tuple(levels)
    won = [level for level in ordered if level.side is not None and lead(level.side) >= level.lead]
    return max(
        won, key=lambda level: level.lead, default=next((level for level in ordered if level.side is None), None)
    )
