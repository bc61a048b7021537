"""``campaign backup`` and ``upgrade``: the database as a file."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import for_the_umpire, names_database
from campaign.cli.order_files import is_terminal
from campaign.errors import BadInput, Refused
from campaign.store import opened
from campaign.store import upgrade as upgrade_store
from campaign.store.backup import backup as backup_store
from campaign.store.backup import name_for, rotate
from campaign.store.engine import server_url
from campaign.store.opening import given_up_by
from campaign.store.revision import UPGRADED
from campaign.terms.words import counted


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE-OR-FOLDER",
    help="File or folder for the copy. Default: beside the database, with date and time in its name.",
)
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    metavar="N",
    help="Keep the newest N copies there. Older copies are deleted once the new copy is verified.",
)
@for_the_umpire
@names_database()
@click.pass_obj
def backup(call: Call, out: Path | None, keep: int | None) -> None:
    """Copy the whole database with its journals, even while other people use it. The copy is then read and compared
    with the original.

    From a PostgreSQL database, every campaign is copied at one moment into one campaign file. Any command can open that
    file, and campaign import reads it back into a server.
    """
    if keep is not None and out is not None and not out.is_dir():
        raise BadInput(
            f"--keep needs a folder of copies with date and time in their names, and {out} is not a folder. "
            "Make the folder first, or leave --keep out"
        )
    if server_url(call.db) is None:
        copy = backup_store(call.db, out, tell=show.note)
        show.line(f"Copied {call.db} to {copy}, and compared the copy")
    else:
        copy = _of_server(call, out)
    if keep is not None:
        for removed in rotate(copy, keep):
            show.line(f"Deleted {removed}, because it is older than the newest {counted(keep, 'copy')}")


def _of_server(call: Call, out: Path | None) -> Path:
    from campaign.journal.campaign_copy import copy_into_file

    with opened(call.db, write=False) as store:
        copy = name_for(out, store.engine.url.database or "campaign")
        names = copy_into_file(store, copy)
        show.line(f"Copied {', '.join(names)} of {store.name}, at one moment, to {copy}, and compared the copy")
    return copy


@click.command()
@click.option("--yes", is_flag=True, help="Upgrade without asking.")
@names_database()
@click.pass_obj
def upgrade(call: Call, yes: bool) -> None:
    """Upgrade a database that an earlier version of the program wrote.

    A file is copied first, the copy is verified, and its name is shown. Every command that changes a campaign first
    upgrades a file in the same way; only this command upgrades a PostgreSQL database.

    If a campaign changed a setting that this version no longer has, this command lists the setting and asks first. The
    other commands then leave the database unchanged. campaign restore and campaign import do not ask: they upgrade the
    campaign that they read, list such settings afterwards, and do not change FILE itself. No data and no journal entry
    is ever lost.
    """
    if lines := given_up_by(call.db, show.note):
        for line in lines:
            show.note(line)
        if not (yes or (is_terminal() and click.confirm(f"Upgrade {call.db} all the same?", default=False))):
            raise Refused(f"{call.db} was not upgraded. To upgrade it all the same: campaign upgrade --yes")
    done = upgrade_store(call.db, even_so=True)
    show.line(done)
    if any(line.startswith(UPGRADED) for line in done.splitlines()):
        from campaign.cli.examination import looked_at
        from campaign.journal.examination import verdict

        with opened(call.db, write=False) as store:
            examination = looked_at(store)
        if examination.faults:
            raise Refused(verdict(examination))
