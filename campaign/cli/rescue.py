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
from campaign.terms.words import counted


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

    FILE is not changed; the rescued campaign goes into a new file. If you have a newer backup, it is better: campaign
    restore.
    """
    saved = salvage_tables(file, actor(call)) if tables else salvage(file, show.note)
    new = out or file.with_name(f"{file.stem}-rescued{file.suffix or '.db'}")
    with creating(new) as store:
        for rescued in saved:
            bring(store, rescued.exported, called=str(file))
    for rescued in saved:
        show.lines([_without_history(rescued) if tables else _text_of(rescued)])
    show.line(f"It is in {new}; {file} is unchanged.")
    with opened(new, write=False) as store:
        looked_at(store)


def _text_of(rescued: Saved) -> str:
    last, count = rescued.exported.entries[-1], len(rescued.exported.entries)
    upto = (
        f"{rescued.name}: {counted(count, 'entry')} saved, up to turn {last['day']}.{last['turn']}, {last['summary']!r}"
    )
    if rescued.lost is None:
        return f"{upto}; the number of later entries cannot be read."
    if not rescued.lost:
        return f"{upto}: the whole journal."
    after = f"{counted(rescued.lost, 'later entry')} {'is' if rescued.lost == 1 else 'are'} lost"
    return f"{upto}; {after}. --tables saves the present state instead, if it can be read, but without its history."


def _without_history(rescued: Saved) -> str:
    return (
        f"{rescued.name}: the state after {counted(rescued.counted or 0, 'entry')} is saved; those entries can no"
        " longer be undone or shown."
    )
