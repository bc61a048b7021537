"""``campaign replay``: the same commands again."""

from __future__ import annotations

import click

from campaign.actions.every import every_action
from campaign.cli import show
from campaign.cli.desk import actor, tell
from campaign.cli.dice import with_dice
from campaign.cli.options import Call, answers_json, rolls
from campaign.journal.replay import Replayed
from campaign.journal.replay import replay as run_again
from campaign.store import opened

_UNSAID = ("diary_line", "supply_report", "strength_return")
"""Tables that repeat in their own words what the others tell."""


@click.command()
@click.argument("number", type=click.IntRange(min=1), default=1, metavar="[N]")
@click.option("--preview", is_flag=True, help="Only show what would become different.")
@rolls
@answers_json
@click.pass_obj
def replay(call: Call, number: int, preview: bool) -> None:
    """Run everything after entry N again (after the founding, if N is left out), with the dice that were rolled.

    What became different is printed. Rolls that were never made are made now. If an entry makes no sense any more, the reason is
    given and the campaign is as it was; if nothing became different, the record is left alone.
    """
    register = every_action()
    with opened(call.db, write=True) as store:
        tell(store)
        done = with_dice(
            call.dice,
            lambda source, known: run_again(
                store,
                call.campaign or None,
                after=number,
                source=source,
                actor=actor(call),
                known=known,
                preview=preview,
                register=register,
            ),
        )
    if call.as_json:
        show.json(done)
        return
    print_replayed(done, preview)
    if preview:
        show.line("Nothing was changed: this was a preview.")


def print_replayed(done: Replayed, preview: bool) -> None:
    """What was run again, and what became different."""
    count = len(done.entries)
    show.line(f"{count} {'entry' if count == 1 else 'entries'} after entry {done.after} run again, with the dice that were rolled.")
    if not done.is_different:
        show.line("Nothing became different; the record is left as it was.")
        return
    for one in done.entries:
        if not one.before:
            show.lines([f"put in after {one.number}: {one.after}"], indent=2)
        elif one.after != one.before:
            show.lines([f"{one.number}: {one.before}", f"now: {one.after or 'left out'}"], indent=2)
        show.lines((f"{one.number}: rolled now, {roll.name}: {roll.value}" for roll in one.rolls), indent=2)
    shown = [one for one in done.changes if one.table not in _UNSAID]
    rows = [(one.name, one.column.removesuffix("_id").replace("_", " "), _said(one.before), _said(one.after)) for one in shown]
    show.table(
        ("Became different", "", "Was", "Is" if done.written else "Would be"), rows, empty="Only reports and diaries read otherwise."
    )


def _said(value: object) -> str:
    return "-" if value is None else show.text(value)
