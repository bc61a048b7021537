"""The losses of an upgrade, which are listed and asked about before it: settings that this version no longer has.

Rows and entries are never given up, and the settings' values stay among them. They have no effect any more.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from campaign.rules.common.editions import EDITIONS
from campaign.rules.common.gone_settings import GONE
from campaign.terms.words import counted

GivenUp = dict[str, list[str]]
"""Keys of settings that this version no longer has, by the name of the campaign that had changed them."""


def given_up(connection: Connection) -> GivenUp:
    """Return the settings that the campaigns of a database of any revision had changed and this version no longer
    has.
    """
    changed: GivenUp = {}
    query = "select campaign.name, setting.key from setting join campaign on campaign.id = setting.campaign_id"
    for name, key in sorted((str(row.name), str(row.key)) for row in connection.execute(text(query))):
        if key in GONE:
            changed.setdefault(name, []).append(key)
    return changed


def in_full(losses: GivenUp) -> tuple[str, ...]:
    """Return a line for each campaign, with all its settings that are gone."""
    return tuple(
        f"This version no longer has {counted(len(keys), 'setting')} that {name} had changed: {', '.join(keys)}."
        f" {'Its value is' if len(keys) == 1 else 'Their values are'} kept and"
        f" {'has' if len(keys) == 1 else 'have'} no effect."
        for name, keys in losses.items()
    )


def in_short(losses: GivenUp) -> str:
    """Return the number of settings that are gone, for a command that upgrades no such database."""
    count = sum(map(len, losses.values()))
    owner = next(iter(losses)) if len(losses) == 1 else "its campaigns"
    return f"this version no longer has {counted(count, 'setting')} that {owner} had changed"


def played_otherwise(connection: Connection) -> str:
    """Return what the rules of this program play otherwise than those of the last entry, as the end of a sentence;
    empty if they are the same or the entries bear no edition. The database must have this program's tables.
    """
    edition = connection.execute(text("select max(rules) from entry")).scalar()
    changed = EDITIONS[int(edition) :] if edition is not None else ()
    return (
        f". Its next turns will be played under this program's rules. Differences: {'; '.join(changed)}"
        if changed
        else ""
    )
