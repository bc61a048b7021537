"""The type of a file, judged by its first hundred bytes before any database opens it."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from campaign.errors import NewerSchema, NotACampaign, StoreError
from campaign.file_rules import is_read_only, sqlite_address
from campaign.store.engine import APPLICATION, PATIENCE
from campaign.store.error_text import locked
from campaign.store.file_head import head_of_file
from campaign.store.lock_holder import file_holder
from campaign.store.revision import HEAD
from campaign.terms.words import listing
from campaign.values import dataclass

Tell = Callable[[str], object]
"""Function that shows a line to the user."""

_MAGIC = b"SQLite format 3\x00"


MOST_BESIDE = 4
"""Most campaign files that are named in place of one that is not there."""
WITH_DB = "Name the campaign's file with --db"
"""Advice for a ``--db`` file that is not a campaign."""


@dataclass(frozen=True, slots=True)
class FileLooks:
    """The schema that a campaign file itself states. ``notes`` are lines to show: a program command that was cut off
    was undone.
    """

    user_version: int
    notes: tuple[str, ...] = ()


def look(path: Path, *, write: bool, patience: float = PATIENCE, way: str = WITH_DB) -> FileLooks:
    """Read the head of a campaign file. Raises NotACampaign if it is something else, StoreError if it cannot be
    used.

    ``way``: how to name another file, for a program command whose file is not that of ``--db``.

    Where a program was killed while it wrote, the head may already be that of a change that never ended: the file that
    SQLite left beside it is used first to undo that change.
    """
    head = _first_bytes(path, way)
    notes: tuple[str, ...] = ()
    if head.startswith(_MAGIC) and _left_in_the_middle(path):
        notes = _take_back(path, patience)
        head = _first_bytes(path, way)
    if not head:
        raise NotACampaign(f"{path} is not a campaign: the file is empty. {way}{_or_start(way)}")
    if not head.startswith(_MAGIC):
        raise NotACampaign(f"{path} is not a campaign: it is not a SQLite database. {way}")
    if int.from_bytes(head[68:72], "big") != APPLICATION:
        raise NotACampaign(f"{path} is not a campaign: it is another program's SQLite database. {way}")
    if write:
        _must_be_writable(path)
    return FileLooks(int.from_bytes(head[60:64], "big"), notes)


def _left_in_the_middle(path: Path) -> bool:
    """Return whether SQLite's own journal is beside the file, from a program that is writing or was killed."""
    journal = _journal_of(path)
    try:
        return journal.stat().st_size > 0
    except OSError:
        return False


def _journal_of(path: Path) -> Path:
    absolute = path.resolve()
    return absolute.with_name(f"{absolute.name}-journal")


def _take_back(path: Path, patience: float) -> tuple[str, ...]:
    """Let SQLite undo an unfinished change of a killed program; return a line about it, or none if a running program is
    writing.

    Raises Locked where others keep writing, StoreError where the file can only be read.
    """
    before = _changes(path)
    try:
        with closing(sqlite3.connect(sqlite_address(path.resolve(), "rw"), uri=True, timeout=patience)) as handle:
            handle.execute("pragma user_version").fetchone()
    except sqlite3.Error as fault:
        if "locked" in str(fault) or "busy" in str(fault):
            raise locked(str(path), file_holder(path)) from fault
        raise StoreError(
            f"{path} cannot be used: a program was stopped while it wrote to the file, and the unfinished "
            f"change cannot be undone ({fault}). Make the file and its folder writable and try again. Keep "
            f"{_journal_of(path).name} next to the file until then"
        ) from fault
    if _left_in_the_middle(path) or _changes(path) > before:
        return ()
    return (
        f"{path}: a command was interrupted while it was being written; the file is as it was before that command.",
    )


def _changes(path: Path) -> int:
    """Return how often the file was changed: a number in SQLite's file head that only a completed change raises
    permanently.
    """
    return int.from_bytes(_first_bytes(path)[24:28], "big")


def look_and_tell(path: Path, tell: Tell, way: str = WITH_DB, *, patience: float = PATIENCE) -> FileLooks:
    """Read the head of a file like ``look``, for a program command that does not write it yet, and tell at once of a
    change that was undone: the next look at the file finds nothing to tell.
    """
    looks = look(path, write=False, patience=patience, way=way)
    for note in looks.notes:
        tell(note)
    return looks


def refuse_newer(looks: FileLooks, path: Path) -> None:
    """Raise NewerSchema for a file of a later version of the program."""
    if looks.user_version > int(HEAD):
        raise NewerSchema(
            f"{path} was written by a later version of the program (file revision {looks.user_version:04d}, "
            f"this program reads up to {HEAD}). Install the newer version"
        )


def is_database(path: Path) -> bool:
    """Return whether the file begins like a SQLite database; ``look`` tells whether it is a campaign."""
    try:
        return head_of_file(path, len(_MAGIC)).content == _MAGIC
    except OSError:
        return False


def _or_start(way: str) -> str:
    """The other way out of a campaign that is not there, where the file is that of ``--db``."""
    return ", or start a campaign in a new file: campaign new SCENARIO" if way == WITH_DB else ""


def _beside(path: Path) -> str:
    """Return the campaign files in the same folder, in a sentence: one of them may be the file that was renamed."""
    others = [other.name for other in sorted(path.parent.glob("*.db")) if is_database(other)]
    where = "this folder" if path.parent.resolve() == Path.cwd() else str(path.parent)
    return f"Campaign files in {where}: {listing(others, MOST_BESIDE)}. " if others else ""


def _first_bytes(path: Path, way: str = WITH_DB) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            example = f", such as {path / 'campaign.db'}" if way == WITH_DB else ""
            raise NotACampaign(f"{path} is not a campaign: it is a folder. {way}{example}")
        if not stat.S_ISREG(mode):
            raise NotACampaign(f"{path} is not a campaign: it is not a file. {way}")
        return head_of_file(path, 100).content
    except FileNotFoundError as fault:
        beside = _beside(path) if way == WITH_DB else ""
        raise StoreError(f"there is no campaign at {path}. {beside}{way}{_or_start(way)}") from fault
    except PermissionError as fault:
        raise StoreError(
            f"{path} cannot be read: you have no right to read it. Ask its owner for that right"
        ) from fault
    except (OSError, ValueError) as fault:
        raise StoreError(f"{path} cannot be read: {fault}") from fault


def _must_be_writable(path: Path) -> None:
    """Check that the file and its folder can be written; a file marked read-only is refused even to root."""
    for place, kind in ((path, "file"), (path.resolve().parent, "folder")):
        if is_read_only(place):
            raise StoreError(
                f"{path} cannot be written: its {kind} is read-only. Allow writing there, or copy the file "
                "and name the copy with --db"
            )
