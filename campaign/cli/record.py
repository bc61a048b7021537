"""``campaign log``, ``undo`` and ``redo``: the journal."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, for_the_umpire, names_database, of_any_time, writes
from campaign.cli.session import actor, read, tell
from campaign.journal import Line
from campaign.journal import log as lines_of
from campaign.journal import redo as redo_entries
from campaign.journal import undo as undo_entries
from campaign.situation.clock import calendar_of
from campaign.store import opened


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
    marks = ("ruling: " if entry.is_ruling else "") + ("[undone] " if entry.undone_by else "")
    rolls = [f"\n  d{r.name.sides} {r.value}  {r.name}" for r in entry.rolls] if with_rolls else []
    return marks + entry.summary + "".join(rolls)


@click.command()
@click.option("--to", type=click.IntRange(min=1), metavar="N", help="Take back every entry after number N.")
@writes
def undo(call: Call, to: int | None) -> None:
    """Take back the last entry, or with --to every entry after one. They stay on record; redo brings them back."""
    with opened(call.db, write=True) as store:
        tell(store)
        _report("took back", undo_entries(store, call.campaign or None, to=to, actor=actor(call)))


@click.command()
@click.option("--to", type=click.IntRange(min=2), metavar="N", help="Bring back everything up to number N.")
@click.option("--all", "everything", is_flag=True, help="Bring back all that was undone.")
@writes
def redo(call: Call, to: int | None, everything: bool) -> None:
    """Bring back the entry that was undone last, with --to all up to one, with --all everything. A new command clears
    what could be redone."""
    if everything and to is not None:
        raise click.UsageError("--all brings everything back, --to only up to one entry: leave one of them out")
    with opened(call.db, write=True) as store:
        tell(store)
        _report(
            "brought back", redo_entries(store, call.campaign or None, to=to, everything=everything, actor=actor(call))
        )


def _report(heading: str, entries: tuple[Line, ...]) -> None:
    for entry in entries:
        show.lines([f"{heading} {entry.number}: {entry.summary}"])
