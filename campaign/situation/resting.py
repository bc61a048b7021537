"""The turns since which battalions rest (OB-AMB-026), kept as facts of the campaign beside its house rules.

rests_from(board, battalions, since)      they were declared resting, from this turn on; None: no longer
resting_since(board, battalion) -> Moment the first turn that it rested whole; that of the beginning if none is recorded
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.journal.board import Board
from campaign.model import Battalion, Setting
from campaign.situation.conditions import SCENARIO_PREFIX
from campaign.terms.time import Moment

RESTING = f"{SCENARIO_PREFIX}resting"
"""Setting for resting battalions: ``{battalion key: [day, turn]}``."""


def _row(board: Board) -> Setting | None:
    return next(iter(board.rows(Setting, Setting.key == RESTING)), None)


def rests_from(board: Board, battalions: Iterable[Battalion], since: Moment | None) -> None:
    """Write down, or delete, the turn from which battalions rest."""
    row = _row(board)
    battalions_by_key: dict[str, list[int]] = dict(row.value) if row is not None else {}
    for battalion in battalions:
        battalions_by_key.pop(battalion.key, None)
        if since is not None:
            battalions_by_key[battalion.key] = [since.day, since.turn]
    if row is None:
        board.make(Setting, key=RESTING, value=battalions_by_key)
    else:
        row.value = battalions_by_key


def resting_since(board: Board, battalion: Battalion) -> Moment:
    """Return the first whole turn of a battalion's rest. One query a call; few battalions rest."""
    row = _row(board)
    day, turn = (row.value if row is not None else {}).get(battalion.key, (1, 1))
    return Moment(day, turn)
