"""Support of commands by battalions, and its beginning: a unit that the plan did not allot is released by the chain of
command (NQM-ORDERS-07, NQM-SEQ-05).

put_in_support(board, army, battalion, formation, how) -> words
end_support(board, battalion)                                        it supports no other command any more
share_support(board, parent, part)                                    a part that split off is released when its
battalion
                                                                     is
"""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Battalion, Formation, Release
from campaign.situation.army import Army
from campaign.situation.clock import next_movement
from campaign.situation.conditions import rulebook_of
from campaign.situation.force import releases_of
from campaign.situation.order_effect import Effective, takes_effect
from campaign.terms.state import Support


def put_in_support(
    board: Board, army: Army, battalion: Battalion, formation: Formation, how: Support
) -> tuple[str, ...]:
    """Put a battalion in support of that command; return notes on its release.

    A battalion that supports it already in that way costs nothing, and a unit under its command needs no release
    (NQM-SEQ-04).
    """
    if (battalion.supports_id, battalion.support) == (formation.id, how):
        stands = releases_of(board, rulebook_of(board)).get(battalion.id)
        pending = stands is not None and stands.after(board.moment) > 0
        return (
            (f"nothing changed: its release still stands, {stands.date_text}",)
            if stands is not None and pending
            else ()
        )
    is_organic = formation.id == battalion.present_id
    late = None if is_organic else takes_effect(board, army, rulebook_of(board), None, battalion, next_movement(board))
    late = late if late is not None and late.reaction.hours else None
    battalion.supports_id, battalion.support = formation.id, how
    _write(board, battalion, late)
    return (
        ()
        if late is None
        else tuple(f"its release {words}; before then it cannot fire for them" for words in late.words)
    )


def end_support(board: Board, battalion: Battalion) -> None:
    """Return a battalion to its own command alone."""
    battalion.supports_id, battalion.support = None, Support.UNDER_COMMAND
    _write(board, battalion, None)


def share_support(board: Board, parent: Battalion, part: Battalion) -> None:
    """Make a part of a battalion wait for its release as its battalion does."""
    row = _row(board, parent)
    if row is not None:
        values = {
            "since_day": row.since_day,
            "since_turn": row.since_turn,
            "seconds": row.seconds,
            "hours": row.hours,
            "why": row.why,
        }
        board.make(Release, battalion_id=part.id, **values)


def _write(board: Board, battalion: Battalion, late: Effective | None) -> None:
    row = _row(board, battalion)
    if late is None:
        if row is not None:
            board.erase(row)
        return
    values = {
        "since_day": late.since.day,
        "since_turn": late.since.turn,
        "seconds": late.seconds,
        "hours": str(late.reaction.hours),
        "why": late.reaction.why,
    }
    if row is None:
        board.make(Release, battalion_id=battalion.id, **values)
        return
    for column, value in values.items():
        setattr(row, column, value)


def _row(board: Board, battalion: Battalion) -> Release | None:
    return next(iter(board.rows(Release, Release.battalion_id == battalion.id)), None)
