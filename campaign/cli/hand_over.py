"""``campaign hand-over``: the parcel for the next umpire."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import for_the_umpire, names_database
from campaign.cli.session import unless_damaged
from campaign.errors import BadInput
from campaign.exchange.parcel import READ_FIRST
from campaign.journal.doctor import campaigns_in
from campaign.queries.players.hand_over import pack, parcel_name
from campaign.store import opened


@click.command("hand-over")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.zip",
    help="File to write. Default: a file in this folder, with name and date.",
)
@click.option(
    "--with",
    "also",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="FILE",
    help="Also pack this file or folder, such as your own scenario or notes. May be repeated.",
)
@for_the_umpire
@names_database()
@click.pass_obj
def hand_over(call: Call, out: Path | None, also: tuple[Path, ...]) -> None:
    """Pack everything that the next umpire needs into one file, with a page to read first.

    The parcel holds a verified copy of the database (one campaign with --campaign, otherwise all; of PostgreSQL as a
    file) with its photos, the house file and the scenario if they can be found, returns that are still being typed, and
    READ-FIRST.txt: where the campaign stands, what waits, who plays each commander, and which rules the club changed.
    The parcel holds both sides' secrets and is for the umpire only. campaign restore and campaign import read it.
    """
    with opened(call.db, write=False) as store, unless_damaged(store, call):
        for note in store.notes:
            show.note(note)
        path = out or Path(parcel_name(campaigns_in(store, call.campaign or None)))
        if path.suffix.lower() != ".zip":
            raise BadInput(
                f"--out {path} does not end in .zip, but the parcel is a zip file. Give a name that ends in .zip"
            )
        files = pack(store, path, database=call.db, only=call.campaign or None, also=also)
    show.line(f"The parcel for the next umpire is {path}, read back and compared:")
    show.lines(files, indent=2)
    show.line(
        f"The next umpire opens it with campaign restore {path.name}. {READ_FIRST} explains this and the state of play."
    )
