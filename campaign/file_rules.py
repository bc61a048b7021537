"""Demands of operating systems on files, Windows above all: names, SQLite's addresses, replacing, the right to write.

sqlite_address(path, "ro")    the URI by which SQLite opens a file, also one on a Windows share
name_fault(path)              why Windows would make no file of that name, or another one
replace_file(draft, path)     give a finished draft the name of another file, which Windows may hold for a moment
make_secret(path)             an empty file that its owner alone can read
write_secret(path, text)      a whole file that its owner alone can read, or none of it
is_read_only(path)            a file or folder that is marked as not to be written
quoted(word)                  a path or name as it is typed in a shell
"""

from __future__ import annotations

import os
import re
import shlex
import stat
import time
from contextlib import suppress
from pathlib import Path, PurePath, PureWindowsPath
from urllib.parse import quote

from campaign.errors import StoreError

ON_WINDOWS = os.name == "nt"

OWNER_ONLY = 0o600
"""Mode of a file that its owner alone can read and write. Windows has no such modes: a new file there gets the rights
of its folder, and a user's own folders are closed to other users."""

OWNER_ONLY_FOLDER = 0o700
"""The same for a folder."""

_DEVICES = frozenset(
    (
        "con",
        "prn",
        "aux",
        "nul",
        "conin$",
        "conout$",
        *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³"),
    )
)
"""Names that mean a device on Windows, whatever ending follows them."""
_PLAIN = re.compile(r"[\w@%+=:,./-]+")
_PLAIN_ON_WINDOWS = re.compile(r"[\w@+=:,./\\-]+")
"""Words that no shell takes apart."""
_FORBIDDEN = frozenset('<>:"|?*')
_PATIENCE = 2.0
"""Seconds to wait for a program that reads every new file, such as a virus scanner."""


def sqlite_address(path: PurePath, mode: str) -> str:
    """Return the URI by which SQLite opens an absolute path: ``file:///C:/x.db?mode=ro``, ``file:////server/x.db``.

    SQLite takes no server's name where a URI has its host, which is where ``Path.as_uri`` writes that of a share.
    """
    text = path.as_posix()
    return f"file://{'' if text.startswith('/') else '/'}{quote(text, safe='/:')}?mode={mode}"


def require_name(path: PurePath, *, windows: bool = ON_WINDOWS) -> None:
    """Raise StoreError if Windows would not make a file of that name."""
    if windows and (fault := name_fault(PureWindowsPath(path))):
        raise StoreError(f"{path} cannot be made ({fault}). Choose another name.")


def name_fault(path: PureWindowsPath) -> str:
    """Return why Windows makes no file of that name, or a device's, or one with another name; empty if it does."""
    for part in path.parts[1:] if path.anchor else path.parts:
        if part in (".", ".."):
            continue
        if character := next((sign for sign in part if sign in _FORBIDDEN or ord(sign) < 32), ""):
            return f"Windows does not allow {character!r} in a name"
        if is_device(part):
            return f"{part!r} is the name of a device on Windows"
        if part[-1] in ". ":
            return f"Windows cuts off the {'dot' if part[-1] == '.' else 'blank'} at the end of {part!r}"
    return ""


def is_device(name: str) -> bool:
    """Tell whether a file's name means a device on Windows, as ``aux.pdf`` does."""
    return name.partition(".")[0].rstrip(" ").casefold() in _DEVICES


def replace_file(draft: Path, path: Path, *, windows: bool = ON_WINDOWS) -> None:
    """Give the draft the name ``path``, in place of the file that had it. Raises OSError.

    Windows refuses while another program has either file open. A scanner lets go within moments, which are waited for;
    a reader of PDF files does not.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            draft.replace(path)
        except PermissionError as fault:
            if not windows:
                raise
            if time.monotonic() >= until:
                raise PermissionError(
                    fault.errno,
                    "the file is open in another program, or may not be written to. Close it in the other "
                    "program, or choose another file",
                    str(path),
                ) from fault
            time.sleep(0.05)
        else:
            return


def make_secret(path: Path) -> None:
    """Make an empty file that its owner alone can read. Raises FileExistsError if there is one of that name, else
    OSError.

    Every file that holds secrets of both sides, or what is known about people, begins here. A program that writes into
    the file keeps its mode; SQLite gives the same mode to its journal beside the file.
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def take_mode(draft: Path, path: Path) -> None:
    """Give a draft the mode of the file that it is about to replace, if there is one: its owner chose that mode."""
    if not ON_WINDOWS and path.exists():
        draft.chmod(stat.S_IMODE(path.stat().st_mode))


def write_secret(path: Path, text: str) -> None:
    """Write a small file that its owner alone can read, whole or not at all; one that is there keeps its mode. Raises
    OSError.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    try:
        make_secret(draft)
        draft.write_text(text, encoding="utf-8")
        take_mode(draft, path)
        replace_file(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def is_read_only(path: Path, *, windows: bool = ON_WINDOWS) -> bool:
    """Tell whether a file or a folder may not be written, a file marked as read-only even by an administrator.

    On Windows that mark means nothing for a folder: Documents and the desktop bear it.
    """
    mode = path.stat().st_mode
    is_marked = not mode & 0o222 and not (windows and stat.S_ISDIR(mode))
    return is_marked or not os.access(path, os.W_OK)


def quoted(word: object, *, windows: bool = ON_WINDOWS) -> str:
    """Return a path or name as it is typed: in double quotes if it needs any, which every shell understands; in single
    ones where double ones are not enough outside Windows.
    """
    text = str(word)
    if (_PLAIN_ON_WINDOWS if windows else _PLAIN).fullmatch(text):
        return text
    if windows or not re.search(r'["$`\\!]', text):
        return f'"{text}"'
    return shlex.quote(text)
