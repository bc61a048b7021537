"""Opening another campaign or file: a desk serves one campaign, and the next one needs a desk of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from campaign.store.engine import file_path, server_url
from campaign.terms.words import typed

if TYPE_CHECKING:
    from campaign.web.desk import Desk


def database_words(desk: Desk) -> str:
    """Return how the database of a desk is named in a program command; without the password of a server."""
    url = server_url(desk.where)
    return typed(str(file_path(desk.where)) if url is None else url.render_as_string(hide_password=True))


def command_to_open(desk: Desk, campaign: str = "", file: Path | None = None) -> str:
    """Return the program command that opens another campaign of this database, or one in another file."""
    where = database_words(desk) if file is None else typed(str(file))
    name = f" --campaign {typed(campaign)}" if campaign else ""
    return f"campaign desk --port 8942 --db {where}{name}"
