"""``campaign backup`` and ``upgrade``: the database as a file."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.options import Call, names_database
from campaign.errors import Refused
from campaign.store import opened
from campaign.store import upgrade as upgrade_store
from campaign.store.backup import backup as backup_store


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to; otherwise beside it, with date and time in its name."
)
@names_database()
@click.pass_obj
def backup(call: Call, out: Path | None) -> None:
    """Copy the whole database, journal and all, while others may go on using it. The copy is read back and compared."""
    show.line(f"{call.db} is copied, and the copy compared: {backup_store(call.db, out)}")


@click.command()
@names_database()
@click.pass_obj
def upgrade(call: Call) -> None:
    """Bring a database that an earlier version wrote to this version.

    A file is copied first, the copy is verified, and it is said where it lies. Other commands that write do the same by themselves;
    a PostgreSQL database is upgraded by this command only.
    """
    line = upgrade_store(call.db)
    show.line(line)
    if line.startswith("upgraded"):
        from campaign.cli.doctor import looked_at, verdict

        with opened(call.db, write=False) as store:
            found = looked_at(store)
        if found.faults:
            raise Refused(verdict(found))
