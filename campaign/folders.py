"""The locations of the shipped data, beside the package in a checkout and inside it when installed, and of the user's
own settings and data.
"""

from __future__ import annotations

from pathlib import Path

from campaign.errors import StoreError

OWN_FOLDER = "campaign-manager"
"""Name of the folders in which a system keeps what belongs to a user of the program."""


def folder(name: str) -> Path:
    """Return the folder ``migrations`` or ``orbats``. Raises StoreError if the installation lacks it."""
    folder = Path(__file__).resolve().parent
    for candidate in (folder / name, folder.parent / name):
        if candidate.is_dir():
            return candidate
    raise StoreError(
        f"this installation has no folder {name!r} in {folder} or {folder.parent}. Install the program again"
    )


def own_settings() -> Path:
    """Return the folder where this system keeps a user's settings of the program; it may not exist yet."""
    from platformdirs import user_config_path

    return user_config_path(OWN_FOLDER, appauthor=False)


def own_data() -> Path:
    """Return the folder where this system keeps a user's data of the program; it may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path(OWN_FOLDER, appauthor=False)
