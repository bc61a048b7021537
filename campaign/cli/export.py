"""``campaign export`` and ``import``: a whole campaign as one JSON file, from any database into any other."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.desk import read, tell
from campaign.cli.options import Call, names_database
from campaign.exchange.export import read_file, write_export
from campaign.journal.carrying import bring, taken
from campaign.journal.doctor import examine
from campaign.store import Store, creating, opened
from campaign.store.engine import file_path, server_url
from campaign.terms.words import file_name


@click.command()
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to; otherwise here, with name and date.")
@names_database()
@click.pass_obj
def export(call: Call, out: Path | None) -> None:
    """Write the whole campaign, journal and all, as one JSON file that any database can take in again.

    The file is documented, holds a line for every entry and every row, and is read back before it gets its name. It holds both
    sides' secrets: it is the umpire's.
    """
    whole, report = read(call, lambda desk, _: (taken(desk), examine(desk)))
    name = str(whole.facts["name"])
    path = out or Path(file_name(f"{name} {date.today().isoformat()}", ".json"))
    if path.is_dir():
        path = path / file_name(f"{name} {date.today().isoformat()}", ".json")
    write_export(whole, path)
    show.line(f"{name} is in {path}: {show.text(len(whole.entries))} entries, {show.text(report.rows)} rows, read back and compared.")
    if not report.is_sound:
        show.note(f"It will not be imported as it is: {report.faults[0].what} (campaign doctor)")


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@names_database()
@click.pass_obj
def import_(call: Call, file: Path) -> None:
    """Read FILE, which campaign export wrote, into a new database, or beside the campaigns of one that is there.

    It keeps its ids, its journal and its chain of hashes, so that both have the same digest; --campaign NAME gives it another name.
    A file with a fault is refused whole, with the place of the fault.
    """
    whole = read_file(file)
    with _place_for(call) as store:
        tell(store)
        name = bring(store, whole, name=call.campaign or None, called=str(file))
        where = store.name
    show.line(f"{name} is in {where}: {show.text(len(whole.entries))} entries, the tables and the chain of hashes as in {file}.")


def _place_for(call: Call) -> AbstractContextManager[Store]:
    """The database that is there, or a new one."""
    if server_url(call.db) is None and file_path(call.db).exists():
        return opened(call.db, write=True)
    return creating(call.db)
