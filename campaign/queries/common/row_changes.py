"""Row changes by the entries in force since a turn began: the facts behind a digest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from campaign.journal.board import JournalBoard
from campaign.journal.snapshot import once_a_reading
from campaign.journal.state import upgraded_flushes
from campaign.journal.undo import standing_of
from campaign.model import Battalion, Entry, Place
from campaign.rows.images import Flush, Image, Values
from campaign.terms.time import Moment
from campaign.values import dataclass

TABLES = (Place.__tablename__, Battalion.__tablename__)
"""Tables whose changes the papers need."""


@dataclass(frozen=True, slots=True)
class RowChange:
    """A changed database row: its id, the turn of the change, and the changed columns before and after."""

    moment: Moment
    table: str
    row: int
    before: Values
    after: Values


@once_a_reading
def changes_since(board: JournalBoard, first: Moment) -> tuple[RowChange, ...]:
    """Return the changes of places and battalions from the beginning of a turn on, in their order. Two queries for the
    entries of those turns, regardless of the length of the journal.
    """
    living = set(standing_of(board).living)
    clocks = board.entries(Entry.seq, Entry.day, Entry.turn)
    begun = [(seq, Moment(day, turn)) for seq, day, turn in clocks if seq in living]
    earlier = sum(1 for _ in takewhile(lambda entry: entry[1].index < first.index, begun))
    needed = dict(begun[max(earlier - 1, 0) :])
    changes: list[RowChange] = []
    rows = board.entries(
        Entry.seq, Entry.images, Entry.revision, criteria=(Entry.seq >= min(needed, default=0), Entry.seq > 1)
    )
    for seq, images, revision in rows:
        if seq in needed:
            changes += _changes_in(upgraded_flushes(board, images, revision), needed[seq])
    return tuple(change for change in changes if change.moment.index >= first.index)


def _changes_in(flushes: list[Flush], begun: Moment) -> Iterator[RowChange]:
    """Yield the changes of one entry. A flush that moves the clock on belongs to the turn before."""
    moment = begun
    for flush in flushes:
        for table, row, before, after in flush:
            if table in TABLES and before is not None and after is not None:
                yield RowChange(moment, table, row, before, after)
        moment = _clock_after(flush, moment)


def _clock_after(flush: list[Image], moment: Moment) -> Moment:
    for table, _, _, after in flush:
        if table == "clock" and after is not None:
            moment = Moment(int(after.get("day", moment.day)), int(after.get("turn", moment.turn)))
    return moment
