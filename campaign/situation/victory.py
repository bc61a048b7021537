"""Victory levels: the scenario's names for the score of a campaign.

    levels_of(board) -> levels                    those of the scenario, best first for each side; empty if it gives
                                                  none
    reached(levels, totals) -> Level | None      the level of a score; totals by key of the side
    margin([("Allied", 16), ("Axis", 8)]) -> str "Allied win by 8 points: 16 to 8"
    result(board) -> str                         both together: the winner by the present score

A level of a side is reached when that side leads every other by at least its number of points; of several the one with
the greatest lead. The level without a side is the name of all scores between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.journal.board import Board
from campaign.model import Setting, Side
from campaign.situation.conditions import SCENARIO_PREFIX
from campaign.values import dataclass

VICTORY = f"{SCENARIO_PREFIX}victory"
"""Setting for the victory levels: ``[["Allied victory", "allied", 40], ["Stalemate", null, 0]]``; absent without
levels."""


@dataclass(frozen=True, slots=True)
class Level:
    """A victory level: ``side`` is at least ``lead`` points ahead of every other side; None for the level without a
    winner.
    """

    name: str
    side: str | None
    lead: int


def levels_of(board: Board) -> tuple[Level, ...]:
    """Return the victory levels of the scenario from which this campaign was started."""
    rows = board.rows(Setting, Setting.key == VICTORY)
    return tuple(Level(name, side, lead) for name, side, lead in rows[0].value) if rows else ()


def reached(levels: Iterable[Level], totals: Mapping[str, int]) -> Level | None:
    """Return the level of this score; None if the scenario has no name for it."""

    def lead(side: str) -> int:
        return totals.get(side, 0) - max((points for rival, points in totals.items() if rival != side), default=0)

    ordered = tuple(levels)
    won = [level for level in ordered if level.side is not None and lead(level.side) >= level.lead]
    return max(
        won, key=lambda level: level.lead, default=next((level for level in ordered if level.side is None), None)
    )


def margin(points: Sequence[tuple[str, int]]) -> str:
    """Return the winner and the lead in words, or a draw; for more than two sides with every score."""
    ranked = sorted(points, key=lambda score: -score[1])
    best = ranked[0][1]
    leaders = [name for name, total in ranked if total == best]
    scores = ", ".join(f"{name} {total}" for name, total in ranked) if len(ranked) > 2 else ""
    if len(leaders) > 1:
        between = "" if len(leaders) == len(ranked) else f" between {' and '.join(leaders)}"
        return f"a draw{between} at {_points(best)} each{f': {scores}' if between else ''}"
    rest = f": {scores or f'{best} to {ranked[1][1]}'}" if len(ranked) > 1 else ""
    return f"{leaders[0]} win by {_points(best - (ranked[1][1] if len(ranked) > 1 else 0))}{rest}"


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"


def result(board: Board) -> str:
    """Return the result in words: ``Allied win by 8 points: 16 to 8``, after the scenario's name for that score if it
    has one.
    """
    from campaign.situation.score import score_so_far  # only the end of a campaign asks for it

    points, sides = score_so_far(board), board.rows(Side)
    level = reached(levels_of(board), {side.key: points.get(side.id, 0) for side in sides})
    words = margin([(side.name, points.get(side.id, 0)) for side in sides])
    return f"{level.name}; {words}" if level is not None else words
