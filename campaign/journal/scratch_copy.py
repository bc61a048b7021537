"""A copy for trials: a preview writes to no file, upgrades none, and blocks no other program."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import insert

from campaign.errors import StoreError
from campaign.journal.asof import Past, fill
from campaign.journal.people import earlier_hashes, put_earlier_hashes
from campaign.journal.pictures import kept, put
from campaign.journal.state import stored
from campaign.journal.transaction import reading
from campaign.model import Entry, all_tables
from campaign.rows.kept import Mark
from campaign.store import Store
from campaign.store.engine import Handle, marks_of, memory_engine
from campaign.store.error_text import plainly

_AT_ONCE = 200
"""Number of entries copied in one step, as their images are large."""


@contextmanager
def copy_of(store: Store, campaign: str | None) -> Iterator[Store]:
    """Open a copy of the campaign at one moment, in memory. Raises what ``reading`` does.

    If the file is only read, the copy is the whole file, page by page (SQLite copies no pages while the same connection
    may write); otherwise the rows and the journal of this campaign.
    """
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=Handle)
    copy = Store(memory_engine(memory), store.name, True, rows=store.rows)
    try:
        if store.is_sqlite and not store.writable:
            _pages(store, memory)
        else:
            memory.mark = _rows(store, campaign, copy)
        memory.execute("pragma foreign_keys=on")
        yield copy
    finally:
        copy.close()
        memory.close()


def _pages(store: Store, memory: Handle) -> None:
    with plainly(store.name), store.engine.begin() as connection:
        connection.exec_driver_sql(
            "select count(*) from sqlite_master"
        )  # waits for a lock no longer than anybody; copying would for ever
        handle = connection.connection.driver_connection
        if handle is None:
            raise StoreError(f"{store.name} was closed while it was read. Try again")
        try:
            handle.backup(memory)
            memory.mark = marks_of(connection).now
        except sqlite3.Error as fault:
            raise StoreError(f"{store.name} cannot be read: {fault}") from fault


def _rows(store: Store, campaign: str | None, copy: Store) -> Mark:
    """Copy the rows and the journal of a campaign; return the mark of the database they are from."""
    with reading(store, campaign) as board, copy.engine.begin() as connection:
        all_tables().create_all(connection)
        fill(connection, board, Past(stored(board), board.ledger.last_number, board.ledger.last_seq, is_complete=True))
        entries = board.entries(Entry.__table__).mappings()
        while some := [dict(row) for row in entries.fetchmany(_AT_ONCE)]:
            connection.execute(insert(Entry.__table__), some)
        put(connection, board.campaign_id, kept(board.connection, board.campaign_id))
        put_earlier_hashes(connection, board.campaign_id, earlier_hashes(board.connection, board.campaign_id))
        return board.marks.now
