"""The holder of the lock for which another writer waits, as far as it can be found without touching the file.

    file_holder(path)        on Linux: the process, its owner and its command, from the kernel's table of locks
    server_holder(engine)    the session that has locked a campaign's ledger, by the name the program gives its
                             connections

Both return words for a person, or nothing: for a writer that has just finished, and on systems without such a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from getpass import getuser
from pathlib import Path
from socket import gethostname
from typing import Any

from sqlalchemy import Connection, CursorResult, Engine, Select, text
from sqlalchemy.exc import SQLAlchemyError

from campaign.waiting import watched

_LOCKS = Path("/proc/locks")
_RESERVED = 0x40000001
"""Byte of a SQLite file that its one writer locks."""
_OWN = "campaign of "

_WHO = text("""
    select campaign.name, activity.application_name, activity.usename, activity.pid,
           cast(extract(epoch from clock_timestamp() - activity.xact_start) as integer)
    from ledger join campaign on campaign.id = ledger.campaign_id
    join pg_stat_activity activity on activity.backend_xid = ledger.xmax
    where activity.pid <> pg_backend_pid() order by campaign.id
    """)


def file_holder(path: Path) -> str:
    """Return the writer of a file: ``Ann's campaign next (process 4711)``; empty if it is unknown."""
    try:
        inode = path.stat().st_ino
        table = _LOCKS.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return ""
    for line in table:
        process = _writer_of(line.split(), inode)
        if process:
            return _process_in_words(process)
    return ""


def _writer_of(words: list[str], inode: int) -> int:
    """Return the process in one line of the kernel's lock table, if it is the writer of that file; 0 otherwise.

    A line: ``1: POSIX ADVISORY WRITE 4711 08:01:1234567 1073741825 1073741825``.
    """
    try:
        kind, process, file, first, last = words[3], int(words[4]), words[5], int(words[6]), words[7]
        covers = first <= _RESERVED and (last == "EOF" or int(last) >= _RESERVED)
        return process if kind == "WRITE" and covers and int(file.rpartition(":")[2]) == inode else 0
    except (IndexError, ValueError):
        return 0


def _process_in_words(process: int) -> str:
    folder = Path(f"/proc/{process}")
    try:
        owner = folder.owner()
        words = (folder / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except (OSError, KeyError):
        return f"process {process}"
    named = [Path(word).name if number < 2 else word for number, word in enumerate(words) if word]
    if len(named) > 1 and named[0].startswith("python"):
        named = named[1:]
    typed = " ".join(" ".join(named).split())
    return f"{owner}'s {typed[:60].strip()} (process {process})"


def server_holder(engine: Engine) -> str:
    """Return the writer on a server: ``Ann on clubhouse (campaign brevity, for 12 s)``, all of them if several
    campaigns are locked; empty if unknown.
    """
    try:
        with engine.connect() as connection:
            result = connection.execute(_WHO).all()
    except SQLAlchemyError:
        return ""
    return " and ".join(
        f"{_session_in_words(session, user, process)} (campaign {name}, for {seconds} s)"
        for name, session, user, process, seconds in result
    )


def lock_rows(connection: Connection, statement: Select[Any], parameters: Mapping[str, Any]) -> CursorResult[Any]:
    """Execute a statement that locks rows (``for update``); a user who waits for that on a server is told for whom. In
    a file the transaction has the lock since it began.
    """
    if connection.dialect.name == "sqlite":
        return connection.execute(statement, parameters)
    engine = connection.engine
    name = engine.url.set(drivername="postgresql").render_as_string()
    with watched(name, lambda: server_holder(engine)):
        return connection.execute(statement, parameters)


def _session_in_words(session: str, user: str, process: int) -> str:
    if session.startswith(_OWN):
        return session.removeprefix(_OWN)
    return f"{session or 'another program'} of {user}, session {process}"


def session_name() -> str:
    """Return the name that the program gives its connections to a server, so that others can see the holder of a
    lock.
    """
    try:
        user = getuser()
    except (KeyError, OSError, ImportError):
        user = "somebody"
    return f"{_OWN}{user} on {gethostname()}"[:63]
