"""Notes on a campaign file: who can read it, and that a cloud service keeps its folder in step."""

from __future__ import annotations

import stat

from campaign.cli import show
from campaign.file_rules import ON_WINDOWS, OWNER_ONLY, quoted
from campaign.store.engine import file_path, server_url
from campaign.store.synced import copies_beside, service_of
from campaign.terms.words import listing


def tell_of_copies(db: str) -> None:
    """Print a line if a cloud service has put a copy beside the file because two computers went on."""
    if server_url(db) is not None:
        return
    if copies := copies_beside(file_path(db)):
        looks = "looks" if len(copies) == 1 else "look"
        show.note(
            f"{listing(copy.name for copy in copies)} beside {file_path(db).name} {looks} like a copy that a "
            "cloud service makes when two computers write at the same time. To see the entries of the copy: "
            f"campaign catch-up {quoted(str(file_path(db).with_name(copies[0].name)))} --preview"
        )


def tell_who_can_read(db: str) -> None:
    """Print a line, as a campaign starts, that its file is readable by its owner alone."""
    if server_url(db) is None and not ON_WINDOWS and stat.S_IMODE(file_path(db).stat().st_mode) == OWNER_ONLY:
        show.note(
            f"Only you can read {file_path(db).name}, its backups and its exports on this computer. To share "
            f"the file with all its users: chmod a+rw {file_path(db).name}"
        )


def tell_of_service(db: str) -> None:
    """Print a line if the file is in a cloud service's folder."""
    if server_url(db) is None and (service := service_of(file_path(db))):
        show.note(
            f"{file_path(db)} is in a folder of {service}. Let only one computer write at a time, and wait "
            "until the folder is synchronised before you open the file on another computer. If two computers "
            "have written anyway, campaign catch-up brings their entries together"
        )
