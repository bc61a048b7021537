"""A copy of a campaign file while others go on using it, read back and compared before it counts."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from campaign.errors import Refused, StoreError
from campaign.store.engine import PATIENCE, file_engine, file_path, server_url
from campaign.store.looks import look
from campaign.store.opening import opened
from campaign.store.upgrading import contents
from campaign.store.words import plainly


def backup(where: str | Path, out: Path | None = None, *, patience: float = PATIENCE) -> Path:
    """Copy the file to ``out``, or beside it under a name with date and time. Nothing is overwritten. Raises StoreError.

    The copy is what the campaign was at one moment; writers wait for the second it takes.
    """
    if server_url(where) is not None:
        raise Refused(
            f"{where} is on a server: copy it with PostgreSQL's own pg_dump, or write one campaign to a file with campaign export"
        )
    path = file_path(where)
    look(path, write=False)
    copy = out or _dated(path)
    if copy.is_dir():
        copy = copy / _dated(path).name
    draft = copy.with_name(f".{copy.name}.{os.getpid()}.new")
    try:
        with opened(path, write=False, patience=patience):
            copy_whole(path, draft, patience)
        os.link(draft, copy)
    except FileExistsError as fault:
        raise StoreError(f"{copy} is there already and is not overwritten: name another file with --out") from fault
    except (OSError, sqlite3.Error) as fault:
        raise StoreError(f"no copy of {path} can be made at {copy}: {getattr(fault, 'strerror', None) or fault}") from fault
    finally:
        draft.unlink(missing_ok=True)
    return copy


def copy_whole(path: Path, draft: Path, patience: float = PATIENCE) -> None:
    """Copy a campaign file to one that is not there yet, within one reading transaction, and compare every table before it ends.

    Raises StoreError, FileExistsError.
    """
    original = file_engine(path, write=False, patience=patience)
    with plainly(str(path)), original.begin() as there:
        there.exec_driver_sql("select count(*) from sqlite_master")
        handle = there.connection.driver_connection
        if handle is None:
            raise StoreError(f"{path} was closed while it was copied: try again")
        with draft.open("xb"):
            pass
        with closing(sqlite3.connect(draft)) as copied:
            handle.backup(copied)
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        with file_engine(draft, write=False).connect() as here:
            sound = here.exec_driver_sql("pragma quick_check").scalar_one() == "ok"
            if not sound or contents(here) != contents(there):
                raise StoreError(f"the copy of {path} differs from it and was thrown away: check the disk")


def _dated(path: Path) -> Path:
    stem = f"{path.stem}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    return path.with_name(f"{stem}{path.suffix or '.db'}")
