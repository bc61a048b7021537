"""``campaign restore``: a backup put back in place."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.examination import looked_at
from campaign.cli.options import writes
from campaign.cli.order_files import is_terminal
from campaign.cli.session import actor
from campaign.exchange.parcel import campaign_file_in
from campaign.journal.examination import Examination, verdict
from campaign.journal.restoring import restore as restore_file
from campaign.store import opened
from campaign.values import replace


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--unsound", is_flag=True, help="Restore FILE even if its data do not agree with its journal.")
@writes
def restore(call: Call, file: Path, unsound: bool) -> None:
    """Replace the campaign's database by the backup FILE, or by the campaign in a parcel (hand-over). The old database
    is kept beside it under another name.

    The backup is copied and examined first. A damaged one is refused. If only the data of the backup disagree with its
    journal, the program shows the errors and asks you, unless you give --unsound; campaign doctor --repair repairs them
    afterwards. Nothing is changed before you answer. The restoration is a journal entry. FILE is not changed.
    """

    def wanted(examined: Examination) -> bool:
        show.lines([verdict(replace(examined, database=str(file))).partition(": ")[0] + ":", *_in_words(examined)])
        if unsound:
            return True
        return is_terminal() and click.confirm("Restore the backup anyway, and repair it afterwards?", default=False)

    with campaign_file_in(file) as backup:
        done = restore_file(call.db, backup, actor=actor(call), tell=show.note, name=str(file), wanted=wanted)
    for name, number in done.campaigns:
        show.line(f"Restored {name} from {file}, as it was after entry {number}.")
    if done.kept is not None:
        show.line(f"The old database is kept: {done.kept}")
    with opened(call.db, write=False) as store:
        looked_at(store)


MOST_SHOWN = 6
"""Most errors of a copy that are listed before the question."""


def _in_words(examined: Examination) -> list[str]:
    """Return what is wrong in a copy, a line each."""
    lines = [
        *examined.file,
        *(f"{report.campaign}: {fault.what}" for report in examined.campaigns for fault in report.faults),
    ]
    more = [f"and {len(lines) - MOST_SHOWN:,} more"] if len(lines) > MOST_SHOWN else []
    return [f"  {line}" for line in (*lines[:MOST_SHOWN], *more)]
