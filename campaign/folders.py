"""The locations of the shipped data: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

from pathlib import Path

from campaign.errors import StoreError


def folder(name: str) -> Path:
    """Return the folder ``migrations`` or ``orbats``. Raises StoreError if the installation lacks it."""
    folder = Path(__file__).resolve().parent
    for candidate in (folder / name, folder.parent / name):
        if candidate.is_dir():
            return candidate
    raise StoreError(
        f"this installation has no folder {name!r} in {folder} or {folder.parent}: install the program again"
    )
