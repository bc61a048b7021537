"""Replacing a campaign's file by another, with the old one kept byte for byte under a name beside it.

with in_place_of(path) as kept:      # no program writes to the old file from here on
    prepare(draft, kept)
    put(draft, path, kept)
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from campaign.clock import here
from campaign.errors import Locked, NewerSchema, StoreError
from campaign.file_rules import is_read_only, replace_file, take_mode
from campaign.store.engine import PATIENCE, file_engine
from campaign.store.error_text import in_words, is_busy, locked, plainly
from campaign.store.file_type import look
from campaign.store.revision import HEAD


@contextmanager
def in_place_of(path: Path, patience: float = PATIENCE) -> Iterator[Path | None]:
    """Hold the lock of the file that is to be replaced, if it is intact enough to be locked; give the name under which
    to keep it.

    None if there is no such file yet. Raises Locked, and StoreError if the folder or the file cannot be written.
    """
    folder = path.resolve().parent
    if not folder.is_dir() or is_read_only(folder):
        raise StoreError(f"{path} cannot be replaced: the program cannot write to its folder {folder}")
    if not path.exists():
        yield None
        return
    if not path.is_file():
        raise StoreError(f"{path} cannot be replaced: it is not a file. Name the campaign's file with --db")
    if is_read_only(path):
        raise StoreError(
            f"{path} cannot be replaced: it is read-only. Allow writing to it, or name another file with --db"
        )
    with _locked(path, patience):
        yield _free_name(path)


@contextmanager
def _locked(path: Path, patience: float) -> Iterator[None]:
    """Hold the write lock of an intact file; a damaged one has none."""
    engine = file_engine(path, write=True, patience=patience)
    try:
        connection = engine.connect()
    except SQLAlchemyError as fault:
        if is_busy(fault):
            raise locked(str(path)) from fault
        yield
        return
    try:
        try:
            connection.begin()
        except Locked:
            raise
        except (StoreError, SQLAlchemyError):
            connection.invalidate()
        if os.name == "nt":  # an open file keeps its name there
            connection.close()
        yield
    finally:
        connection.close()
        engine.dispose()


def put(draft: Path, path: Path, kept: Path | None) -> None:
    """Give the draft the file's name and the old file the other; at every moment there is a file of that name. Raises
    StoreError.
    """
    path = path.resolve()
    try:
        if kept is not None:
            take_mode(draft, path)
            _keep(path, kept)
        replace_file(draft, path)
    except OSError as fault:
        raise StoreError(f"{path} cannot be replaced: {fault.strerror or fault}; nothing was changed") from fault
    _settle(path.parent)


def _keep(path: Path, kept: Path) -> None:
    """Rename the old file together with what SQLite left beside it after a crash, which must not be taken for the new
    file's.
    """
    try:
        os.link(path, kept)
    except OSError:
        path.rename(kept)
    for tail in ("-journal", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(kept.with_name(kept.name + tail))


def _settle(folder: Path) -> None:
    """Flush the renamed entries of the folder to the disk."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def upgrade_draft(draft: Path, name: str) -> None:
    """Upgrade a file that no other program uses to this program's schema. Raises NewerSchema, StoreError."""
    revision = look(draft, write=False).user_version
    if revision > int(HEAD):
        raise NewerSchema(
            f"{name} was written by a later version of the program (file revision {revision:04d}, this "
            f"program reads up to {HEAD}). Install the newer version"
        )
    if revision == int(HEAD):
        return
    from campaign.store.upgrading import upgrade_in_place

    engine = file_engine(draft, write=True, name=name, foreign_keys=False)
    try:
        with plainly(name), engine.begin() as connection:
            upgrade_in_place(connection, name)
    except SQLAlchemyError as fault:
        raise in_words(fault, name) from fault
    finally:
        engine.dispose()


def _free_name(path: Path) -> Path:
    stem = f"{path.stem}-before-restore-{here():%Y-%m-%d-%H%M%S}"
    names = (path.with_name(f"{stem}{f'-{n}' if n > 1 else ''}{path.suffix or '.db'}") for n in range(1, 1000))
    return next(name for name in names if not name.exists())
