"""``campaign log``: the journal."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, for_the_umpire, names_database, of_any_time
from campaign.cli.session import read
from campaign.journal import Line
from campaign.journal import log as lines_of
from campaign.situation.clock import calendar_of


@click.command()
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N entries.")
@click.option("--all", "everything", is_flag=True, help="Undone entries, undos and redos too.")
@click.option("--dice", "with_rolls", is_flag=True, help="Every die that was rolled, and what it was for.")
@for_the_umpire
@names_database()
@answers_json
@of_any_time
@click.pass_obj
def log(call: Call, last: int | None, everything: bool, with_rolls: bool) -> None:
    """What was done, entry by entry: when in the campaign, by whom, and what came of it.

    The journal holds both sides' secrets: it is the umpire's.
    """
    entries, calendar = read(call, lambda board, _: (lines_of(board, all=everything), calendar_of(board)))
    shown = entries[-last:] if last else entries
    if call.as_json:
        show.json(shown)
        return
    rows = [
        (
            entry.number,
            f"{calendar.begins(entry.moment):%d %b %H:%M}, {entry.moment}",
            entry.actor,
            _text_of(entry, with_rolls),
        )
        for entry in shown
    ]
    show.table(("No", "Turn", "By", "What"), rows, right=("No",), empty="The journal is empty.")


def _text_of(entry: Line, with_rolls: bool) -> str:
    again = "[played again] " if entry.kind == "do" and entry.about else ""
    marks = again + ("ruling: " if entry.is_ruling else "") + ("[undone] " if entry.undone_by else "")
    rolls = [f"\n  d{r.name.sides} {r.value}  {r.name}" for r in entry.rolls] if with_rolls else []
    return marks + entry.summary + "".join(rolls)
