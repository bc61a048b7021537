"""Writing of new files: under a draft's name first; finished, the file takes its own name, and never another file's
place.

draft = draft_of(path)      beside it; drafts that a killed program left in that folder are removed first
...                         write the draft
take_name(draft, path)

new_file(path, secret=True) all of it for a single file; a secret file is readable by its owner alone
with private_folder() as folder:    a temporary folder for secret files; one that a killed program left goes with the
                                    drafts
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from socket import gethostname
from typing import TYPE_CHECKING

from campaign.errors import StoreError
from campaign.file_rules import ON_WINDOWS, make_secret, replace_file, require_name

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

_DRAFT = re.compile(r"\..+\.campaign-(?P<machine>[0-9a-f]{8})-(?P<process>\d+)\.new(-journal)?")
_FOLDER = re.compile(r"campaign-(?P<machine>[0-9a-f]{8})-(?P<process>\d+)-.+")
"""Name of a temporary folder."""
_A_DAY = 86_400
"""Seconds after which a draft counts as left over, if its program cannot be asked about: another machine's, or any on
Windows."""


def draft_of(path: Path) -> Path:
    """Return the name to write ``path`` under until it is finished, after removing the drafts of killed programs from
    the folder, and their temporary folders. Raises StoreError for a name that Windows does not take.
    """
    require_name(path)
    _sweep(path.parent, path.name)
    _sweep_temporary()
    return path.parent / f".{path.name}.campaign-{_machine()}-{os.getpid()}.new"


def take_name(draft: Path, path: Path) -> None:
    """Give the file that was written as ``draft`` its name. Raises FileExistsError if there is a file of that name,
    else OSError."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a memory stick's file system (FAT) gives a file one name only: claim it, then move
        path.touch(exist_ok=False)
        replace_file(draft, path)


@contextmanager
def new_file(path: Path, *, secret: bool) -> Iterator[Path]:
    """Give a draft to be written, which then takes its name; nothing is overwritten. ``secret``: it is readable by its
    owner alone. Raises StoreError.
    """
    draft = draft_of(path)
    try:
        if secret:
            make_secret(draft)
        else:
            draft.touch(exist_ok=False)
        yield draft
        with draft.open("r+b") as file:
            os.fsync(file.fileno())
        take_name(draft, path)
    except FileExistsError as fault:
        raise StoreError(f"{path} already exists and is not overwritten. Name another file with --out") from fault
    except OSError as fault:
        raise StoreError(
            f"{path} cannot be written ({fault.strerror or fault}). Name another folder with --out"
        ) from fault
    finally:
        draft.unlink(missing_ok=True)


def private_folder() -> TemporaryDirectory[str]:
    """Return a temporary folder that this user alone can read, after removing those of killed programs."""
    from tempfile import TemporaryDirectory

    _sweep_temporary()
    return TemporaryDirectory(prefix=f"campaign-{_machine()}-{os.getpid()}-")


def _sweep_temporary() -> None:
    """Remove the temporary folders of killed programs; those of other users cannot be removed."""
    from tempfile import gettempdir  # heavy, and only a command that makes files needs it

    with suppress(OSError):
        for entry in list(os.scandir(gettempdir())):
            match = _FOLDER.fullmatch(entry.name)
            if match and entry.is_dir(follow_symlinks=False) and _is_left_over(Path(entry.path), match):
                _remove(Path(entry.path))


def _sweep(folder: Path, name: str) -> None:
    """Remove the abandoned drafts in the folder. ``name``: earlier versions' drafts are known by it alone."""
    earlier = re.compile(rf"\.{re.escape(name)}\.(?P<process>\d+)\.new(-journal)?")
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            match = _DRAFT.fullmatch(entry.name) or earlier.fullmatch(entry.name)
            if match and _is_left_over(Path(entry.path), match):
                _remove(Path(entry.path))


def _is_left_over(draft: Path, match: re.Match[str]) -> bool:
    process, machine = int(match["process"]), match.groupdict().get("machine") or _machine()
    if machine == _machine() and not ON_WINDOWS:
        return not _is_running(process)
    with suppress(OSError):
        return time.time() - draft.stat().st_mtime > _A_DAY
    return False


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _remove(draft: Path) -> None:
    with suppress(OSError):
        if draft.is_dir() and not draft.is_symlink():
            shutil.rmtree(draft)
        else:
            draft.unlink()


@lru_cache(maxsize=1)
def _machine() -> str:
    """Return a short mark of this machine, since a folder may be shared and a process's number means nothing on
    another.
    """
    return sha256(gethostname().encode()).hexdigest()[:8]
