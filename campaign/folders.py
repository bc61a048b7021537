"""Where the shipped data lies: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

from pathlib import Path

from campaign.errors import StoreError


def folder(name: str) -> Path:
    """The folder ``migrations`` or ``orbats``. Raises StoreError if the installation lacks it."""
    here = Path(__file__).resolve().parent
    for candidate in (here / name, here.parent / name):
        if candidate.is_dir():
            return candidate
    raise StoreError(f"this installation has no folder {name!r} in {here} or {here.parent}: install the program again")
