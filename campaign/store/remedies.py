"""The ways to bring a damaged database back, as they are typed. The newest backup beside a file is named.

to_restore("campaign.db")    ``campaign restore campaign-2026-05-14-190000.db``; FILE, if no backup lies beside it
to_rescue("campaign.db")     ``campaign rescue campaign.db``
ways_back("campaign.db")     both, as the second half of a sentence; for a server, its own backup
"""

from __future__ import annotations

import re
from pathlib import Path

from campaign.file_rules import quoted

FIND_OUT = "To find out more: campaign doctor"
"""Sentence of an error that the doctor itself does not say."""

_DATED = re.compile(r"(?P<stem>.+)-\d{4}-\d{2}-\d{2}-\d{6}")


def dated_stem(path: Path) -> str | None:
    """Return the part before date and time in the name of a copy; None if the name has no date."""
    match = _DATED.fullmatch(path.stem)
    return match["stem"] if match else None


def backups_of(path: Path) -> tuple[Path, ...]:
    """Return the backups beside a file, the oldest first; none if its folder cannot be read."""
    try:
        return tuple(
            sorted(one for one in path.parent.iterdir() if one.suffix == path.suffix and dated_stem(one) == path.stem)
        )
    except OSError:
        return ()


def to_restore(name: str) -> str:
    """Return the command that restores the newest backup of this file, or FILE if there is none."""
    path = Path(name)
    beside = () if _is_server(name) or not path.name else backups_of(path if path.suffix else path.with_suffix(".db"))
    return f"campaign restore {quoted(str(beside[-1])) if beside else 'FILE'}"


def to_rescue(name: str) -> str:
    """Return the command that saves what this file's journal still holds."""
    return f"campaign rescue {quoted(name)}"


def ways_back(name: str) -> str:
    """Return what to do about this damaged database, as the second half of a sentence."""
    if _is_server(name):
        return "bring the database back with a backup of the PostgreSQL server"
    return f"restore a backup with {to_restore(name)}, or save what the journal still holds with {to_rescue(name)}"


def _is_server(name: str) -> bool:
    return "://" in name
