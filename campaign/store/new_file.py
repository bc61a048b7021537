"""A new campaign file: the tables of this program without a row.

They are made as the models have them, in a fifth of the time that Alembic and all migrations take one after the other.
The migrations make the same tables, columns, constraints and indexes (tests/migrations), so later ones upgrade every
file alike; only the order of columns may differ.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from campaign.errors import StoreError
from campaign.file_rules import make_secret
from campaign.model import all_tables
from campaign.store.engine import APPLICATION, memory_engine
from campaign.store.error_text import plainly
from campaign.store.revision import HEAD

_REVISION = """
CREATE TABLE alembic_version (
\tversion_num VARCHAR(32) NOT NULL,
\tCONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""
"""Alembic's own table, which has the revision."""


def write_new_file(path: Path, name: str) -> None:
    """Create an empty campaign file at the newest schema, under a path that does not exist yet. Raises StoreError."""
    with plainly(name):
        contents_of_file = empty_file()
    try:
        make_secret(path)
    except OSError as fault:
        raise _not_made(name, fault) from fault
    try:
        path.write_bytes(contents_of_file)
    except BaseException as fault:
        path.unlink(missing_ok=True)
        if isinstance(fault, OSError):
            raise _not_made(name, fault) from fault
        raise


def _not_made(name: str, fault: OSError) -> StoreError:
    return StoreError(f"{name} cannot be made: {fault.strerror or fault}")


@cache
def empty_file() -> bytes:
    """Return an empty campaign file as it lies on the disk, made once a process."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        memory.execute(f"pragma application_id={APPLICATION}")
        with memory_engine(memory).begin() as connection:
            all_tables().create_all(connection, checkfirst=False)
            connection.exec_driver_sql(_REVISION)
            connection.exec_driver_sql("insert into alembic_version values (?)", (HEAD,))
            connection.exec_driver_sql(f"pragma user_version={int(HEAD)}")
        return memory.serialize()
