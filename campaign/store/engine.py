"""Engines: SQLite as one file, PostgreSQL by psycopg; the beginning of transactions and their waiting for others.

SQLite keeps its journal in a side file only while it writes (journal_mode DELETE, synchronous EXTRA), so that the one
file, copied or carried away, is always whole. Writers take the lock at once (BEGIN IMMEDIATE) and wait for it with
short random naps, which is fairer than SQLite's own waiting. No connection outlives its transaction.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import NullPool, Pool, QueuePool, StaticPool

from campaign.errors import StoreError
from campaign.file_rules import sqlite_address
from campaign.rows.kept import KeptRows, Mark, Marks
from campaign.store.error_text import locked, plainly
from campaign.store.file_head import COUNTED, COUNTER, JOURNAL_MODE, Identity, head_of_file
from campaign.store.lock_holder import file_holder, session_name
from campaign.store.sqlite_dialect import ADDRESS, COMPILED
from campaign.values import plain_dataclass, plain_field
from campaign.waiting import Wait

APPLICATION = 0x43414D50
"""Application id (``CAMP``) in the first bytes of every campaign file."""
ONE_MOMENT: Final = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""Options for reading a server: all of it as at the start of the transaction, without writing."""
PATIENCE = 10.0
"""Seconds to wait for another writer."""


@plain_dataclass(frozen=True, slots=True)
class Store:
    """An open database. ``name`` is its name for people; ``notes`` are lines to show them (an upgrade that was
    made). ``rows``: what was read of it, if that is kept for later transactions.
    """

    engine: Engine
    name: str
    writable: bool
    notes: tuple[str, ...] = ()
    rows: KeptRows | None = plain_field(default=None, compare=False, repr=False)

    @property
    def is_sqlite(self) -> bool:
        """True for a file or a copy in memory, false for a server."""
        return self.engine.dialect.name == "sqlite"

    def read(self) -> Connection:
        """Return a connection that reads the database, all at one moment, though others write meanwhile."""
        connection = self.engine.connect()
        return connection if self.is_sqlite else connection.execution_options(**ONE_MOMENT)

    def close(self) -> None:
        """Release the file."""
        self.engine.dispose()


def server_url(where: str | Path) -> URL | None:
    """Return the URL of a PostgreSQL database; None if this is a path. Raises StoreError for another kind of server."""
    text = str(where)
    if "://" not in text:
        return None
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as fault:
        shown = re.sub(r"(://[^:@/]*):[^@/]*@", r"\1:***@", text)
        raise StoreError(
            f"{shown!r} is not the address of a database. Write a path, or postgresql://user@host/name"
        ) from fault
    if url.get_backend_name() == "sqlite":
        return None
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise StoreError(
            f"the program cannot use a database of the kind {url.drivername!r}. Give a path for a SQLite "
            "file, or postgresql://user@host/name"
        )
    return url.set(drivername="postgresql+psycopg")


def called(url: URL) -> str:
    """Return the address of a server for people to read, without the password."""
    return url.set(drivername="postgresql").render_as_string()


def file_path(where: str | Path) -> Path:
    """Return the file that a path or an sqlite:/// URL names. Raises StoreError for a URL without a file."""
    text = str(where)
    if not text.startswith("sqlite"):
        return Path(where)
    if "://" not in text:
        return Path(where)
    database = make_url(text).database
    if not database or database == ":memory:":
        raise StoreError(f"{text!r} is not the name of a file. Give the path of the campaign's file")
    return Path(database)


def file_engine(
    path: Path, *, write: bool, name: str = "", patience: float = PATIENCE, foreign_keys: bool = True
) -> Engine:
    """Return an engine on one SQLite file, which must exist. A second call returns the same engine."""
    return _engine_on(path.resolve(), write, name or str(path), patience, foreign_keys)


@lru_cache(maxsize=16)
def _engine_on(path: Path, write: bool, name: str, patience: float, foreign_keys: bool) -> Engine:
    uri = sqlite_address(path, "rw")

    def connect() -> sqlite3.Connection:
        seen = identity(path)
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, factory=Handle)
        connection.file, connection.identity = path, seen
        connection.execute(f"pragma busy_timeout={int(patience * 1000)}")
        if write:
            connection.execute("pragma journal_mode=delete")
            connection.execute("pragma synchronous=extra")
        else:
            connection.execute("pragma query_only=on")
        connection.execute(f"pragma foreign_keys={'on' if foreign_keys else 'off'}")
        return connection

    engine = _sqlite_engine(connect, NullPool)
    begin = _begin_writing(path, name, patience) if write else _begin_reading
    event.listen(engine, "begin", begin)
    return engine


class Handle(sqlite3.Connection):
    """A connection that remembers its file: the name may be given to another file while it waits for the lock.
    ``mark``: of a copy in memory, the mark of the file that was copied.
    """

    file: Path | None = None
    identity: Identity | None = None
    mark: Mark = None

    @property
    def is_stale(self) -> bool:
        """True if the name belongs to another file now."""
        return self.file is not None and identity(self.file) != self.identity


def identity(path: Path) -> Identity | None:
    """Return device and inode of the file of the given name; None if there is none."""
    try:
        result = path.stat()
    except OSError:
        return None
    return result.st_dev, result.st_ino


def file_of(store: Store) -> Path | None:
    """Return the file of an open store; None for a server or a copy in memory. Raises StoreError if it is gone."""
    if not store.is_sqlite:
        return None
    with plainly(store.name), closing(store.engine.raw_connection()) as connection:
        handle = connection.driver_connection
        return handle.file if isinstance(handle, Handle) else None


def marks_of(connection: Connection) -> Marks:
    """Return the mark of the database that a transaction has read from, and its mark after a commit of this
    transaction. None for a server. A file whose commits are not counted, or whose name was given to another file, has
    a mark that is never found again.
    """
    handle = _sqlite(connection)
    if not isinstance(handle, Handle) or handle.file is None:
        mark = handle.mark if isinstance(handle, Handle) else None
        return Marks(mark, mark)
    try:
        head = head_of_file(handle.file, COUNTER.stop)
    except OSError:  # moved away; what is read goes on in the open file
        return Marks(object(), object())
    if head.identity != handle.identity or head.content[JOURNAL_MODE] != COUNTED:
        return Marks(object(), object())
    count = int.from_bytes(head.content[COUNTER], "big")
    return Marks((head.identity, count), (head.identity, count + 1))


def memory_engine(connection: sqlite3.Connection) -> Engine:
    """Return an engine on one open connection to a database in memory."""
    engine = _sqlite_engine(lambda: connection, StaticPool)
    event.listen(engine, "begin", _begin_reading)
    return engine


def _sqlite_engine(connect: Callable[[], sqlite3.Connection], pool: type[Pool]) -> Engine:
    return create_engine(
        ADDRESS,
        creator=connect,
        poolclass=pool,
        json_serializer=_json_text,
        execution_options={"compiled_cache": COMPILED},
    )


def server_engine(url: URL, *, write: bool, patience: float = PATIENCE, pooled: int = 0) -> Engine:
    """Return an engine on a PostgreSQL database. Readers see one moment of it and cannot write.

    ``pooled``: the number of connections to keep open between transactions, each asked whether it is still alive
    before it is used; none by default, as a command has few transactions. As many more are opened when they are wanted.
    """
    options = f"-c lock_timeout={int(patience * 1000)} -c idle_in_transaction_session_timeout=60000"
    try:
        engine = create_engine(
            url,
            json_serializer=_json_text,
            connect_args={"options": options, "application_name": session_name()},
            **_pool(pooled, patience),
        )
    except (ImportError, NoSuchModuleError) as fault:
        from campaign.extras import way_to_add

        raise StoreError(
            f"the program needs psycopg to use PostgreSQL. Install psycopg: {way_to_add('postgresql')}"
        ) from fault
    return engine.execution_options(**({"isolation_level": "READ COMMITTED"} if write else ONE_MOMENT))


def _pool(pooled: int, patience: float) -> dict[str, Any]:
    if not pooled:
        return {"poolclass": NullPool}
    return {
        "poolclass": QueuePool,
        "pool_size": pooled,
        "max_overflow": pooled,
        "pool_timeout": patience,
        "pool_pre_ping": True,
    }


_JSON = json.JSONEncoder(sort_keys=True)


def _json_text(value: Any) -> str:
    """Return JSON with keys in the order of the journal's images, so that redone or imported values are identical
    character by character.
    """
    return _JSON.encode(value)


def _begin_reading(connection: Connection) -> None:
    _sqlite(connection).execute("BEGIN")


def _begin_writing(path: Path, name: str, patience: float) -> Callable[[Connection], None]:
    def begin(connection: Connection) -> None:
        handle = _sqlite(connection)
        until, wait = time.monotonic() + patience, Wait(name, lambda: file_holder(path))
        handle.execute("pragma busy_timeout=0")
        while True:
            try:
                handle.execute("BEGIN IMMEDIATE")
                break
            except sqlite3.OperationalError as fault:
                if "locked" not in str(fault) and "busy" not in str(fault):
                    raise StoreError(f"{name} cannot be written: {fault}") from fault
                if time.monotonic() >= until:
                    raise locked(name, file_holder(path)) from fault
                wait.look()
                time.sleep(random.uniform(0.002, 0.02))
        handle.execute(f"pragma busy_timeout={int(patience * 1000)}")
        if isinstance(handle, Handle) and handle.is_stale:
            handle.execute("ROLLBACK")
            raise StoreError(f"campaign restore has replaced {name} with another file; nothing was changed. Try again")

    return begin


def _sqlite(connection: Connection) -> Any:
    return connection.connection.driver_connection
