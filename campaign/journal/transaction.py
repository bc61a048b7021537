"""Transactions: a board to read from, a board to write on, and repetition when others are in the way.

A reader sees one moment of the database, complete. A writer locks the ledger row of its campaign first, so that writers
of one campaign queue and others do not notice.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from campaign.errors import NewerSchema, OlderSchema
from campaign.journal.board import JournalBoard
from campaign.rows.kept import KeptRows
from campaign.store import HEAD, Store
from campaign.store.engine import PATIENCE
from campaign.store.error_text import damage, damaged, in_words, is_busy, plainly
from campaign.store.file_type import look
from campaign.store.lock_holder import server_holder
from campaign.store.opening import refuse_contradiction
from campaign.values import dataclass, field
from campaign.waiting import Wait

T = TypeVar("T")

TRIES = 12
"""Number of attempts at a transaction that conflicts with others."""


@dataclass(slots=True)
class _Reading:
    """A transaction that only reads, with the board of each campaign that was asked for in it."""

    connection: Connection
    rows: KeptRows | None
    boards: list[JournalBoard] = field(default_factory=list)
    numbers: dict[str | None, int] = field(default_factory=dict)

    def board(self, campaign: str | None) -> JournalBoard:
        """Return the board of a campaign: one for all who ask, so that nothing is read or worked out twice."""
        ident = self.numbers.get(campaign)
        open_board = next((board for board in self.boards if board.campaign_id == ident), None)
        if open_board is None:
            open_board = JournalBoard(
                self.connection, campaign if ident is None else ident, write=False, kept=self.rows
            )
            self.boards.append(open_board)
            self.numbers[campaign] = open_board.campaign_id
        return open_board

    def number(self, campaign: str | None) -> int:
        """Return the number of a campaign. Its board is opened for that, because most callers ask for it next."""
        return self.board(campaign).campaign_id

    def close(self) -> None:
        for board in self.boards:
            board.close()


class _OpenReads(threading.local):
    """The transactions for reading that a thread has open, by store."""

    def __init__(self) -> None:
        self.by_store: dict[int, _Reading] = {}


_OPEN_READS = _OpenReads()


@contextmanager
def read_transaction(store: Store) -> Iterator[_Reading]:
    """Open a transaction that only reads; within another one of the same thread on the same store, that one.

    In a file a second transaction would wait for a writer who waits for the end of the first.
    """
    outer = _OPEN_READS.by_store.get(id(store))
    if outer is not None:
        yield outer
        return
    with store.read() as connection, connection.begin():
        opened = _OPEN_READS.by_store[id(store)] = _Reading(connection, store.rows)
        try:
            yield opened
        finally:
            del _OPEN_READS.by_store[id(store)]
            opened.close()


@contextmanager
def at_one_moment(store: Store) -> Iterator[None]:
    """Let all that this thread reads of a store within the block share one transaction: each new connection to a file
    reads its tables' definitions again, which takes longer than most questions. Nothing may be written meanwhile.
    """
    with plainly(store.name), read_transaction(store):
        yield


@contextmanager
def reading(store: Store, campaign: str | None = None) -> Iterator[JournalBoard]:
    """Open a board that only reads, all at one moment; within another reading of the same thread, its board. Raises
    NotFound or Refused for the campaign's name, StoreError.
    """
    with plainly(store.name), read_transaction(store) as opened:
        yield opened.board(campaign)


@contextmanager
def writing(store: Store, campaign: str | None = None) -> Iterator[JournalBoard]:
    """Open a board whose transaction is committed if the block ends without an error, with the campaign's ledger locked
    from the start.

    Raises what ``reading`` does, and Locked, NewerSchema or OlderSchema. Every change must be in an entry.
    """
    with (
        store.engine.connect() as connection,
        connection.begin(),
        board_on(connection, campaign, write=True, kept=store.rows) as board,
    ):
        check_revision(board, store)
        yield board
        board.must_be_recorded()
    keep_rows(store, board)


def keep_rows(store: Store, board: JournalBoard) -> None:
    """Keep what a board has read for later transactions, once its own is committed. Without an entry nothing is new to
    keep, and whether the commit moved the file's count is not known.
    """
    if store.rows is not None and board.stored.kept is not None and board.state != board.as_opened:
        store.rows.put(board.state, board.stored.kept, board.marks.after)


@contextmanager
def trying(store: Store, campaign: str | None = None) -> Iterator[JournalBoard]:
    """Open a board for trial changes, all rolled back at the end. Raises what ``writing`` does."""
    with store.engine.connect() as connection, connection.begin() as transaction:
        with board_on(connection, campaign, write=True, kept=store.rows) as board:
            check_revision(board, store)
            yield board
        transaction.rollback()


@contextmanager
def board_on(
    connection: Connection, campaign: str | int | None, *, write: bool, kept: KeptRows | None = None
) -> Iterator[JournalBoard]:
    """Open a board within a transaction that has begun, for a campaign by its name or number or, without either, the
    only one.
    """
    board = JournalBoard(connection, campaign, write=write, kept=kept)
    try:
        yield board
    finally:
        board.close()


def check_revision(board: JournalBoard, store: Store) -> None:
    """Raise NewerSchema or OlderSchema if the database was upgraded, or left behind, since the store was opened."""
    refuse_other_revision(board.ledger.revision, store)


def refuse_other_revision(theirs: str, store: Store) -> None:
    """Raise NewerSchema or OlderSchema for a ledger of another revision than this program's, and StoreError for a file
    that contradicts itself.
    """
    path = Path(store.name)
    is_wrong = theirs != HEAD and store.is_sqlite and path.is_file()
    if is_wrong and look(path, write=False).user_version == int(HEAD):
        refuse_contradiction(path)
    if theirs > HEAD:
        raise NewerSchema(
            f"{store.name} was upgraded in the meantime (file revision {theirs}, this program reads up to "
            f"{HEAD}). Install the newer version"
        )
    if theirs < HEAD:
        raise OlderSchema(
            f"{store.name} was written by an earlier version of the program (file revision {theirs}, this "
            f"program needs {HEAD}). First type: campaign upgrade"
        )


def holder_of(store: Store, fault: SQLAlchemyError) -> str:
    """Return a description of the program that blocks a server, if there is one. (For a file, the wait for its lock
    names it.)
    """
    return server_holder(store.engine) if is_busy(fault) and not store.is_sqlite else ""


def again_if_busy(store: Store, once: Callable[[], T]) -> T:
    """Run a transaction, and again after a random pause if another one was in the way. Raises StoreError."""
    began, wait = time.monotonic(), Wait(store.name, lambda: "" if store.is_sqlite else server_holder(store.engine))
    for attempt in range(1, TRIES + 1):
        try:
            return once()
        except SQLAlchemyError as fault:
            if not is_busy(fault) or attempt == TRIES or time.monotonic() - began > PATIENCE:
                raise in_words(fault, store.name, holder_of(store, fault)) from fault
            wait.look()
            time.sleep(random.uniform(0, 0.01 * 2 ** min(attempt, 6)))
        except (LookupError, ValueError) as fault:
            if words := damage(fault):
                raise damaged(store.name, words) from fault
            raise
    raise AssertionError("unreachable")
