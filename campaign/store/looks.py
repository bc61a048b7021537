"""What a file is, told from its first hundred bytes, before any database opens it."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from campaign.errors import NotACampaign, StoreError
from campaign.store.engine import APPLICATION

_MAGIC = b"SQLite format 3\x00"


@dataclass(frozen=True, slots=True)
class FileLooks:
    """A campaign file's own word on its schema."""

    user_version: int


def look(path: Path, *, write: bool) -> FileLooks:
    """Read the head of a campaign file. Raises NotACampaign if it is something else, StoreError if it cannot be used."""
    head = _first_bytes(path)
    if not head:
        raise NotACampaign(f"{path} is no campaign: the file is empty; found a campaign with campaign new SCENARIO in a new file")
    if not head.startswith(_MAGIC):
        raise NotACampaign(f"{path} is no campaign: it is not a SQLite database; name the campaign's file with --db")
    if int.from_bytes(head[68:72], "big") != APPLICATION:
        raise NotACampaign(f"{path} is no campaign: it is another program's SQLite database; name the campaign's file with --db")
    if write:
        _must_be_writable(path)
    return FileLooks(int.from_bytes(head[60:64], "big"))


def is_database(path: Path) -> bool:
    """Does it begin as a SQLite database does? Whether it is a campaign, ``look`` tells."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def _first_bytes(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise NotACampaign(f"{path} is a folder, not a campaign: name the campaign's file with --db, such as {path / 'campaign.db'}")
        if not stat.S_ISREG(mode):
            raise NotACampaign(f"{path} is no file: name the campaign's file with --db")
        with path.open("rb") as file:
            return file.read(100)
    except FileNotFoundError as fault:
        raise StoreError(f"there is no campaign at {path}: name its file with --db, or found one with campaign new SCENARIO") from fault
    except PermissionError as fault:
        raise StoreError(f"{path} may not be read by you: ask its owner for the right to read it") from fault
    except (OSError, ValueError) as fault:
        raise StoreError(f"{path} cannot be read: {fault}") from fault


def _must_be_writable(path: Path) -> None:
    """The file and its folder must be open to writing; a file marked read-only is left alone even by root."""
    for place, what in ((path, "file"), (path.resolve().parent, "folder")):
        if not place.stat().st_mode & 0o222 or not os.access(place, os.W_OK):
            raise StoreError(
                f"{path} cannot be written: its {what} can only be read; change that, or copy the file and name the copy with --db"
            )
