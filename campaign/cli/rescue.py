"""``campaign rescue``: the readable part of a damaged file."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.examination import looked_at
from campaign.cli.options import signed
from campaign.cli.session import actor
from campaign.journal.campaign_copy import bring
from campaign.journal.rescuing import salvage, salvage_tables
from campaign.store import creating, opened


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="NEW",
    help="File to write. Default: beside FILE, with -rescued in its name.",
)
@click.option("--tables", is_flag=True, help="Save the present state without its journal, if the journal is damaged.")
@signed()
@click.pass_obj
def rescue(call: Call, file: Path, out: Path | None, tables: bool) -> None:
    """Save what can be saved of the damaged FILE: the campaign is built again from its journal, as far as the journal
    can be read.

    FILE is not changed; the rescued campaign goes into a new file. If you have a recent backup, use the backup instead:
    campaign restore BACKUP.
    """
    saved = salvage_tables(file, actor(call)) if tables else salvage(file, show.note)
    new = out or file.with_name(f"{file.stem}-rescued{file.suffix or '.db'}")
    with creating(new) as store:
        for rescued in saved:
            bring(store, rescued.exported, called=str(file))
    for rescued in saved:
        show.lines([rescued.without_history if tables else rescued.outcome])
    show.line(f"The rescued data is in {new}; {file} is unchanged.")
    with opened(new, write=False) as store:
        looked_at(store)
