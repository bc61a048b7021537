"""``campaign restore``: a backup put back in place."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.examination import looked_at
from campaign.cli.options import writes
from campaign.cli.session import actor
from campaign.errors import Refused
from campaign.exchange.parcel import campaign_file_in
from campaign.journal.examination import verdict
from campaign.journal.restoring import restore as restore_file
from campaign.store import opened


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@writes
def restore(call: Call, file: Path) -> None:
    """Replace the campaign's database by the backup FILE, or by the campaign in a parcel (hand-over). The old database
    is kept beside it under a name that says so.

    The backup is copied and checked first; if it has errors, nothing is changed. The restoring is a journal entry. FILE
    is not changed.
    """
    with campaign_file_in(file) as backup:
        done = restore_file(call.db, backup, actor=actor(call), tell=show.note)
    for name, number in done.campaigns:
        show.line(f"Restored {name} from {file}, as it was after entry {number}.")
    if done.kept is not None:
        show.line(f"The old database is kept: {done.kept}")
    with opened(call.db, write=False) as store:
        examination = looked_at(store)
    if examination.faults:
        raise Refused(verdict(examination))
