"""Losses and recoveries of every battalion, step by step through the journal; their sums are those of the strength
returns.

A battalion out of play counts as empty, as on the roster. A company split from it is still part of it. Losses in the
step in which a battle of its own was settled or suspended belong to that battle; recoveries in that step do not.

casualties(board) -> casualties      one walk through the journal, one query
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from campaign.journal.board import JournalBoard
from campaign.journal.snapshot import once_a_reading
from campaign.journal.state import flushes_of
from campaign.journal.undo import standing_of
from campaign.model import Battalion, Battle, BattleUnit
from campaign.rows.images import Flush, Values
from campaign.terms.state import BattleState, State
from campaign.terms.time import Moment
from campaign.values import dataclass
from campaign.views.book.campaign_book import Losses

_TAKEN_OVER = frozenset({BattleState.SUSPENDED.value, BattleState.SETTLED.value, BattleState.RULED.value})
"""States of a battle whose losses the campaign has taken over."""
_COUNTED = frozenset({"men", "vehicles", "guns", "state", "parent_id"})
"""Columns of a battalion that give its strength."""


@dataclass(frozen=True, slots=True)
class Casualty:
    """The losses of a battalion in one step, less its recoveries, with time and battle (0: none)."""

    moment: Moment
    battalion: int
    battle: int
    lost: Losses


@once_a_reading
def casualties(board: JournalBoard) -> tuple[Casualty, ...]:
    """Return all casualties, in their order."""
    fighting: dict[int, set[int]] = defaultdict(set)
    for line in board.rows(BattleUnit):
        fighting[line.battle_id].add(line.battalion_id)
    tally = _Tally({}, fighting, Moment(1), [])
    for _, flushes in flushes_of(board, standing_of(board).living):
        for flush in flushes:
            tally.take(flush)
    return tuple(tally.casualties)


@dataclass(slots=True)
class _Tally:
    """The walk through the journal: every battalion's row at that point, the units of battles, the turn, and the losses
    so far.
    """

    rows: dict[int, Values]
    fighting: Mapping[int, set[int]]
    moment: Moment
    casualties: list[Casualty]

    def take(self, flush: Flush) -> None:
        """Apply a step, and note its losses."""
        changed = [image for image in flush if image[0] == Battalion.__tablename__ and _counts(image[3])]
        before: dict[int, Losses] = {}
        for _, ident, _, after in changed:
            for battalion in {self._battalion_of(ident), (after or {}).get("parent_id")}:
                if battalion in self.rows and battalion not in before:
                    before[battalion] = self._strength(battalion)
        for _, ident, _, after in changed:
            if after is None:
                del self.rows[ident]
            else:
                kept = {column: value for column, value in after.items() if column in _COUNTED}
                self.rows[ident] = {**self.rows.get(ident, {}), **kept}
        battles = [ident for table, ident, _, after in flush if table == Battle.__tablename__ and _takes_over(after)]
        for battalion, had in before.items():
            has = self._strength(battalion)
            lost = Losses(had.men - has.men, had.vehicles - has.vehicles, had.guns - has.guns)
            battle = next((ident for ident in battles if battalion in map(self._battalion_of, self.fighting[ident])), 0)
            parts = ((battle, lost.positive), (0, -lost.returned)) if battle else ((0, lost),)
            self.casualties += [Casualty(self.moment, battalion, ident, part) for ident, part in parts if part]
        for table, _, _, after in flush:
            if table == "clock" and after is not None:
                self.moment = Moment(after.get("day", self.moment.day), after.get("turn", self.moment.turn))

    def _battalion_of(self, ident: int) -> int:
        """Return the battalion to which a company belongs."""
        return self.rows.get(ident, {}).get("parent_id") or ident

    def _strength(self, battalion: int) -> Losses:
        """Return the strength in play of a battalion and its companies."""
        parts = [row for ident, row in self.rows.items() if battalion in (ident, row["parent_id"])]
        in_play = [row for row in parts if State(row["state"]).is_in_play]
        return Losses(*(sum(row[count] for row in in_play) for count in ("men", "vehicles", "guns")))


def _counts(after: Values | None) -> bool:
    return after is None or not _COUNTED.isdisjoint(after)


def _takes_over(after: Values | None) -> bool:
    return after is not None and after.get("state") in _TAKEN_OVER
