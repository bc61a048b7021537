"""Campaign files in a cloud service's folder: the service, and the copies that it makes where two machines wrote at
once.

Both are recognised from names alone: nothing is opened, and a listing of one folder is all that is read.
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
    """Return the files beside this one, by name, whose names are those that cloud services give where two machines
    wrote it at once.
    """
    name = re.compile(f"{re.escape(path.stem)}({'|'.join(_COPY_ENDS)}){re.escape(path.suffix)}")
    try:
        return tuple(sorted(beside for beside in path.resolve().parent.iterdir() if name.fullmatch(beside.name)))
    except OSError:
        return ()


def service_of(path: Path) -> str | None:
    """Return the cloud service in whose folder the file lies, by the names of the folders above it; None if there is
    none.
    """
    for folder in reversed(path.resolve().parent.parts):
        for service, names in _SERVICES.items():
            if re.fullmatch(names, folder, re.IGNORECASE):
                return service
    return None
