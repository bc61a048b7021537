"""Opening another campaign or file: a desk serves one campaign, and the next one needs a desk of its own."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from campaign.store.engine import file_path, server_url

if TYPE_CHECKING:
    from campaign.web.desk import Desk


def database_words(desk: Desk) -> str:
    """Return how the database of a desk is named in a program command; without the password of a server."""
    url = server_url(desk.where)
    return quote(str(file_path(desk.where))) if url is None else quote(url.render_as_string(hide_password=True))


def command_to_open(desk: Desk, campaign: str = "", file: Path | None = None) -> str:
    """Return the program command that opens another campaign of this database, or one in another file."""
    where = database_words(desk) if file is None else quote(str(file))
    name = f" --campaign {quote(campaign)}" if campaign else ""
    return f"campaign desk --port 8942 --db {where}{name}"
