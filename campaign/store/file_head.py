"""The first bytes of a database file, read without disturbing a transaction on it.

On POSIX a process loses its locks on a file when it closes *any* descriptor of it, also one that SQLite knows nothing
of: a server that looked at its file while another thread writes would let a second program write at the same time.
So the descriptors opened here are kept, the last few files' each, and read again. Where a lock belongs to the handle
that took it (Windows), and an open file cannot be renamed, they are closed at once.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Final

from campaign.file_rules import ON_WINDOWS
from campaign.values import dataclass

Identity = tuple[int, int]
"""Device and inode."""

JOURNAL_MODE: Final = slice(18, 20)
"""Bytes that tell how a SQLite file is written."""
COUNTER: Final = slice(24, 28)
"""Bytes of a SQLite file that count its commits."""
COUNTED: Final = b"\x01\x01"
"""``JOURNAL_MODE`` of a file whose commits move the counter; those of a file in WAL mode do not."""

_MOST_KEPT = 32
_kept: Final[OrderedDict[Identity, int]] = OrderedDict()
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Head:
    """The first bytes of a file, and which file it is."""

    identity: Identity
    content: bytes


def head_of_file(path: Path, count: int) -> Head:
    """Return the first bytes of a file. Raises OSError."""
    if ON_WINDOWS:
        with path.open("rb") as file:
            return Head(_identity(os.fstat(file.fileno())), file.read(count))
    with _lock:
        identity = _identity(path.stat())
        if identity not in _kept:
            handle = os.open(path, os.O_RDONLY)
            identity = _identity(os.fstat(handle))
            _kept.setdefault(identity, handle)
            if len(_kept) > _MOST_KEPT:
                os.close(_kept.popitem(last=False)[1])
        _kept.move_to_end(identity)
        return Head(identity, os.pread(_kept[identity], count, 0))


def _identity(stat: os.stat_result) -> Identity:
    return stat.st_dev, stat.st_ino
