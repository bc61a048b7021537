"""``campaign upgrade``: the database as a file."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.options import Call, names_database
from campaign.store import upgrade as upgrade_store


@click.command()
@names_database()
@click.pass_obj
def upgrade(call: Call) -> None:
    """Bring a database that an earlier version wrote to this version.

    A file is copied first, the copy is verified, and it is said where it lies. Other commands that write do the same by themselves;
    a PostgreSQL database is upgraded by this command only.
    """
    show.line(upgrade_store(call.db))
