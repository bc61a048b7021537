"""Notes on a campaign file: who can read it, and that a cloud service keeps its folder in step."""

from __future__ import annotations

import stat

from campaign.cli import show
from campaign.file_rules import ON_WINDOWS, OWNER_ONLY
from campaign.store.engine import file_path, server_url
from campaign.store.synced import copies_beside, service_of
from campaign.terms.words import listing


def tell_of_copies(db: str) -> None:
    """Print a line if a cloud service has put a copy beside the file because two machines went on."""
    if server_url(db) is not None:
        return
    if copies := copies_beside(file_path(db)):
        from campaign.cli.shell_words import quoted

        lie = "lies" if len(copies) == 1 else "lie"
        show.note(
            f"{listing(copy.name for copy in copies)} {lie} beside {file_path(db).name}, as a cloud service names what"
            " two machines wrote at once: campaign catch-up"
            f" {quoted(str(file_path(db).with_name(copies[0].name)))} --preview shows what is in it"
        )


def tell_who_can_read(db: str) -> None:
    """Print a line, as a campaign starts, that its file is readable by its owner alone."""
    if server_url(db) is None and not ON_WINDOWS and stat.S_IMODE(file_path(db).stat().st_mode) == OWNER_ONLY:
        show.note(
            f"Only you can read {file_path(db).name} on this machine, and so it is with backups and exports. To share"
            f" it with all users here: chmod a+rw {file_path(db).name}"
        )


def tell_of_service(db: str) -> None:
    """Print a line if the file is in a cloud service's folder."""
    if server_url(db) is None and (service := service_of(file_path(db))):
        show.note(
            f"{file_path(db)} lies in a folder of {service}: let only one machine at a time write, and wait"
            " until the folder is synchronised before another opens it. If two wrote all the same, campaign"
            " catch-up brings them together"
        )
