"""The losses of an upgrade, which are listed and asked about before it: a draft of the program wrote the database.

Rows and entries are never given up. What is: the program's own account of settings that went before its first release.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from campaign.rules.common.gone_settings import GONE
from campaign.terms.words import listing


def given_up(connection: Connection) -> tuple[str, ...]:
    """Return a line for each campaign of a database of any revision that changed settings which no longer exist."""
    changed: dict[str, list[str]] = {}
    query = "select campaign.name, setting.key from setting join campaign on campaign.id = setting.campaign_id"
    for name, key in sorted((str(row.name), str(row.key)) for row in connection.execute(text(query))):
        if key in GONE:
            changed.setdefault(name, []).append(key)
    return tuple(
        f"{name} changed settings of a draft of the program that no longer exist: {listing(keys)}. Their values stay on"
        " record and have no effect, and this version does not say what is played in place of each"
        for name, keys in changed.items()
    )
