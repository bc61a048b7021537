"""The state: a whole campaign as plain values, by its journal or by its tables.

Undo and redo entries carry no images; the state is what the entries of the living line leave behind, one after the
other. Rows go by table and id, columns by their name in the database, as in the images.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from campaign.errors import StoreError
from campaign.journal.board import JournalBoard
from campaign.journal.entry_upgrade import flushes_lifted
from campaign.journal.old_words import OldCampaign
from campaign.journal.record import FOUNDING
from campaign.journal.snapshot import once_a_reading
from campaign.model import Entry
from campaign.rows.images import Flush, Image, Values, sheets
from campaign.store.remedies import FIND_OUT
from campaign.values import dataclass, field

Rows = dict[int, Values]


@dataclass(slots=True)
class State:
    """Every journalled row, by table and id."""

    rows: dict[str, Rows] = field(default_factory=lambda: {name: {} for name in sheets()})

    def __getitem__(self, table: str) -> Rows:
        return self.rows[table]

    def __len__(self) -> int:
        return sum(len(rows) for rows in self.rows.values())

    def apply(self, flush: Iterable[Image]) -> None:
        """Apply the images of a flush. Raises StoreError if it changes a row that does not exist, or makes one that
        does.
        """
        for table, ident, before, after in flush:
            rows = self.rows.get(table)
            if rows is None:
                raise StoreError(
                    f"the journal has a table {table!r} that this program does not know. Install the latest "
                    "version of the program"
                )
            row = rows.get(ident)
            if (before is None) != (row is None):
                raise StoreError(
                    f"the journal contradicts itself: {table} {ident} is"
                    f" {'listed twice' if before is None else 'missing'}. {FIND_OUT}"
                )
            if after is None:
                del rows[ident]
            elif row is None:
                rows[ident] = dict(after)
            else:
                row.update(after)


def upgraded_flushes(board: JournalBoard, images: str, revision: str) -> list[Flush]:
    """Return the images of an entry of the given revision, as the tables have them now."""

    def ground() -> OldCampaign:
        if OldCampaign not in board.info:
            first = board.entries(Entry.images, criteria=(Entry.seq == FOUNDING,)).scalar_one()
            board.info[OldCampaign] = OldCampaign.founded_by(json.loads(first))
        old_campaign: OldCampaign = board.info[OldCampaign]
        return old_campaign

    return flushes_lifted(images, revision, ground)


def flushes_of(board: JournalBoard, seqs: Iterable[int]) -> Iterator[tuple[int, list[Flush]]]:
    """Yield the images of these entries, in order of the journal. One query, no further than the last of them."""
    needed = set(seqs)
    up_to_last = Entry.seq <= max(needed, default=0)
    for seq, text, revision in board.entries(Entry.seq, Entry.images, Entry.revision, criteria=(up_to_last,)):
        if seq in needed:
            yield seq, upgraded_flushes(board, text, revision)


def state_from_journal(board: JournalBoard, living: Iterable[int]) -> State:
    """Return the state after these entries of the living line, by the journal. Raises StoreError if the journal
    contradicts itself.
    """
    state = State()
    for _, flushes in flushes_of(board, living):
        for flush in flushes:
            state.apply(flush)
    return state


@once_a_reading
def stored(board: JournalBoard) -> State:
    """Return the state by the tables. Raises StoreError for a value that cannot be read."""
    state = State()
    for name, written in sheets().items():
        try:
            state.rows[name] = board.source.as_json(written)
        except (ValueError, TypeError, LookupError) as fault:
            raise StoreError(
                f"the table {name} cannot be read ({fault}). Build the table again from the journal: campaign "
                "rescue FILE (the damaged database). Or restore a backup: campaign restore FILE (the backup)"
            ) from fault
    return state


def differences(state: State, later: State) -> Iterator[Image]:
    """Yield the images that turn the first state into the second: ``before`` as in the first, ``after`` as in the
    second, by table and id.
    """
    for table in sheets():
        held, expected = state[table], later[table]
        for ident in sorted(held.keys() | expected.keys()):
            before, after = held.get(ident), expected.get(ident)
            if before is None or after is None:
                yield table, ident, before, after
            elif before != after and (columns := [name for name, value in after.items() if before.get(name) != value]):
                yield (
                    table,
                    ident,
                    {column: before.get(column) for column in columns},
                    {column: after[column] for column in columns},
                )
