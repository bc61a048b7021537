"""Backups: a copy of a campaign file made while others use it, read back and compared before it counts; a rotation of
such copies.

Every copy is a file of its own, written once. A rotation throws the oldest away only after the newest was read back,
and touches nothing but copies that bear the names it gives: ``campaign-2026-05-14-190000.db``.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from campaign.clock import here
from campaign.errors import Refused, StoreError
from campaign.exchange.placing import draft_of, take_name
from campaign.file_rules import make_secret
from campaign.store.engine import PATIENCE, file_engine, file_path, server_url
from campaign.store.error_text import plainly
from campaign.store.file_type import Tell, look_and_tell
from campaign.store.opening import opened
from campaign.store.remedies import backups_of, dated_stem
from campaign.store.upgrading import contents


def backup(where: str | Path, out: Path | None = None, *, patience: float = PATIENCE, tell: Tell = str) -> Path:
    """Copy the file to ``out``, or beside it under a name with date and time. Nothing is overwritten. Raises
    StoreError.

    The copy is the campaign at one moment; writers wait for the second it takes. Raises Refused for a server, whose
    copy ``journal.campaign_copy.copy_into_file`` makes.
    """
    if server_url(where) is not None:
        raise Refused(f"{where} is on a server and cannot be copied as a file")
    path = file_path(where)
    look_and_tell(path, tell)
    copy = _named(out, path.stem, path.suffix or ".db", path.parent)
    with drafted(copy) as draft, opened(path, write=False, patience=patience):
        copy_whole(path, draft, patience)
    return copy


def name_for(out: Path | None, stem: str) -> Path:
    """Return the path for the copy of a server: the named file, or a name with date and time in the named or current
    folder.
    """
    return _named(out, stem, ".db", Path())


def _named(out: Path | None, stem: str, suffix: str, beside: Path) -> Path:
    if out is not None and not out.is_dir():
        return out
    return (out or beside) / f"{stem}-{here():%Y-%m-%d-%H%M%S}{suffix}"


@contextmanager
def drafted(copy: Path) -> Iterator[Path]:
    """Give a draft name under which to write the copy; it gets its final name if the block ends without an error, and
    never replaces another file. Raises StoreError.
    """
    draft = draft_of(copy)
    try:
        yield draft
        take_name(draft, copy)
    except FileExistsError as fault:
        raise StoreError(f"{copy} already exists and is not overwritten. Name another file with --out") from fault
    except (OSError, sqlite3.Error) as fault:
        raise StoreError(f"the copy {copy} cannot be made: {getattr(fault, 'strerror', None) or fault}") from fault
    finally:
        draft.unlink(missing_ok=True)


def rotate(newest: Path, keep: int) -> tuple[Path, ...]:
    """Delete all but the newest ``keep`` of the copies beside this one, which was verified. Returns the deleted
    paths.

    Only files with the same name but for date and time are counted. The newest stays even where a clock that was put
    back gave it an earlier name than others. Raises Refused if it has no such name.
    """
    stem = dated_stem(newest)
    if stem is None:
        raise Refused(
            f"{newest} has no date and time in its name, so the program cannot tell which copies are old. "
            "Leave --keep out, or name a folder with --out"
        )
    older = [copy for copy in backups_of(newest.with_stem(stem)) if copy.name != newest.name]
    removed = tuple(older[: max(0, len(older) + 1 - keep)])
    for copy in removed:
        try:
            copy.unlink()
        except OSError as fault:
            raise StoreError(
                f"{copy} could not be deleted: {fault.strerror or fault}. Only {keep} copies should be kept, "
                "so delete this copy yourself"
            ) from fault
    return removed


def copy_whole(path: Path, draft: Path, patience: float = PATIENCE) -> None:
    """Copy a campaign file to a new one within one reading transaction, and compare every table before it ends.

    Raises StoreError, FileExistsError.
    """
    original = file_engine(path, write=False, patience=patience)
    with plainly(str(path)), original.begin() as source:
        source.exec_driver_sql("select count(*) from sqlite_master")
        handle = source.connection.driver_connection
        if handle is None:
            raise StoreError(f"{path} was closed while it was copied. Try again")
        make_secret(draft)
        with closing(sqlite3.connect(draft)) as copied:
            handle.backup(copied)
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        with file_engine(draft, write=False).connect() as target:
            sound = target.exec_driver_sql("pragma quick_check").scalar_one() == "ok"
            if not sound or contents(target) != contents(source):
                raise StoreError(f"the copy of {path} differs from it and was deleted. Check the disk")
