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
from campaign.journal.rescuing import Saved, salvage, salvage_tables
from campaign.store import creating, opened


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="NEW",
    help="Where to; otherwise beside it, with -rescued in its name.",
)
@click.option(
    "--tables", is_flag=True, help="Save the tables as they stand, without their journal, where that is damaged."
)
@signed()
@click.pass_obj
def rescue(call: Call, file: Path, out: Path | None, tables: bool) -> None:
    """Save what can be saved of the damaged FILE: the journal tells everything, so as far as it is whole the campaign
    is built again.

    FILE stays as it is; what is saved goes into a new file. A backup that is newer than what is saved here is better:
    campaign restore.
    """
    saved = salvage_tables(file, actor(call)) if tables else salvage(file, show.note)
    new = out or file.with_name(f"{file.stem}-rescued{file.suffix or '.db'}")
    with creating(new) as store:
        for rescued in saved:
            bring(store, rescued.exported, called=str(file))
    for rescued in saved:
        show.lines([_without_history(rescued) if tables else _text_of(rescued)])
    show.line(f"It is in {new}; {file} is as it was.")
    with opened(new, write=False) as store:
        looked_at(store)


def _text_of(rescued: Saved) -> str:
    last, count = rescued.exported.entries[-1], len(rescued.exported.entries)
    upto = (
        f"{rescued.name}: {count} {'entry' if count == 1 else 'entries'} saved, up to turn {last['day']}.{last['turn']}"
        f", {last['summary']!r}"
    )
    if rescued.lost is None:
        return f"{upto}; how many came after it cannot be read."
    if not rescued.lost:
        return f"{upto}: all of its journal."
    after = f"{rescued.lost} that came after {'is' if rescued.lost == 1 else 'are'} lost"
    return (
        f"{upto}; {after}. With --tables the tables are saved as they stand, if they are whole, but without their"
        " history."
    )


def _without_history(rescued: Saved) -> str:
    return (
        f"{rescued.name}: the tables are saved as they stand after {rescued.counted} entries; nothing of these can be"
        " taken back or looked at any more."
    )
