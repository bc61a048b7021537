"""A campaign file in a folder that a cloud service keeps in step: which service, and the copies it made where two
machines went on at once.

Both are told from names alone: nothing is opened, and a listing of one folder is all that is read.
"""

from __future__ import annotations

import re
from pathlib import Path

_COPY_ENDS = (
    r" \([^()]*conflicted copy[^()]*\)",  # Dropbox, Nextcloud, ownCloud
    r"\.sync-conflict-\d{8}-\d{6}-[A-Z0-9]+",  # Syncthing
    r" \(\d{1,2}\)",  # Google Drive
    r" \d{1,2}",  # iCloud
    r"-(?=[A-Z0-9-]*[A-Z])[A-Z][A-Z0-9]*(-[A-Z0-9]+)*",  # OneDrive puts the machine's name there
)
_SERVICES = {
    "Dropbox": r"dropbox( \(.*\))?",
    "OneDrive": r"onedrive( - .*|-.*)?",
    "iCloud Drive": r"icloud ?drive|com~apple~clouddocs",
    "Google Drive": r"google ?drive|googledrive-.*",
    "Nextcloud": r"nextcloud",
    "Syncthing": r"syncthing",
}


def copies_beside(path: Path) -> tuple[Path, ...]:
    """The files beside this one whose names a cloud service gives where two machines wrote it at once, by name."""
    name = re.compile(f"{re.escape(path.stem)}({'|'.join(_COPY_ENDS)}){re.escape(path.suffix)}")
    try:
        return tuple(sorted(beside for beside in path.resolve().parent.iterdir() if name.fullmatch(beside.name)))
    except OSError:
        return ()


def service_of(path: Path) -> str | None:
    """The cloud service in whose folder the file lies, by the names of the folders above it; None if there is none."""
    for folder in reversed(path.resolve().parent.parts):
        for service, names in _SERVICES.items():
            if re.fullmatch(names, folder, re.IGNORECASE):
                return service
    return None
