"""``campaign next``: the clock runs on."""

from __future__ import annotations

import click

from campaign.actions.day import UNTIL, Next
from campaign.cli import show
from campaign.cli.desk import run, try_out
from campaign.cli.options import Call, answers_json, rolls
from campaign.journal import Change


@click.command(name="next")
@click.option("--preview", is_flag=True, help="Show what would change; nothing is written.")
@click.option(
    "--until", type=click.Choice(UNTIL), default="turn", show_default=True, help="Go on until the end of this, or to the first stop."
)
@click.option("--auto", is_flag=True, help="Decide by the documented defaults instead of stopping.")
@rolls
@answers_json
@click.pass_obj
def next_(call: Call, preview: bool, until: str, auto: bool) -> None:
    """Do everything that needs nobody's decision, and stop at the first thing that does.

    It says what it waits for and which command answers it.
    """
    command = Next(until, auto)
    if preview:
        trial = try_out(call, command)
        if call.as_json:
            show.json({"receipt": trial.receipt, "changes": trial.changes})
            return
        show.receipt(trial.receipt)
        show.line()
        show.heading("What would change (nothing was written)")
        show.table(("Row", "What", "Before", "After"), [_said(change) for change in trial.changes])
        return
    done = run(call, command)
    if call.as_json:
        show.json(done.receipt)
    else:
        show.receipt(done.receipt)


def _said(change: Change) -> tuple[object, object, object, object]:
    row = f"{change.table.replace('_', ' ')} {change.name}"
    if not change.column:
        return row, "new" if change.before is None else "gone", "", ""
    return row, change.column.removesuffix("_id").replace("_", " "), _value(change.before), _value(change.after)


def _value(value: object) -> object:
    if isinstance(value, (dict, list)):
        return "..."
    return value
