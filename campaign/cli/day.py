"""``campaign next``: the clock runs on."""

from __future__ import annotations

import click

from campaign.actions.day import UNTIL, Next
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import sides
from campaign.cli.options import answers_json, rolls_alone
from campaign.cli.session import run, try_out
from campaign.cli.side_news import UMPIRE, run_and_tell
from campaign.errors import NotAllowed


@click.command(name="next")
@click.option("--preview", is_flag=True, help="Show what would change; nothing is written.")
@click.option(
    "--until",
    type=click.Choice(UNTIL),
    default="turn",
    show_default=True,
    help="Go on until the end of this, or to the first stop.",
)
@click.option(
    "--auto",
    is_flag=True,
    help="Decide by the documented defaults instead of stopping, and lead who has no player (rules --doctrine).",
)
@click.option(
    "--program",
    multiple=True,
    metavar="SIDE",
    help="The program plays this side this time (rules --doctrine); more than once for several.",
    shell_complete=sides,
)
@rolls_alone
@answers_json
def next_(call: Call, preview: bool, until: str, auto: bool, program: tuple[str, ...]) -> None:
    """Do everything that needs nobody's decision, and stop at the first thing that does.

    It says what it waits for and which command answers it. With --viewer it tells what that player may know and
    nothing else, for whoever plays against the program (--program SIDE, or campaign commander SIDE --played-by
    program).
    """
    command = Next(until, auto, program)
    if call.viewer != UMPIRE:
        if preview:
            raise NotAllowed("--preview foresees what both sides will do: it is the umpire's, not for a player")
        run_and_tell(call, command)
        return
    if preview:
        trial = try_out(call, command)
        if call.as_json:
            show.json({"receipt": trial.receipt, "changes": trial.changes})
            return
        show.receipt(trial.receipt)
        show.line()
        show.line("Nothing was changed: this was a preview. (--json lists every value of every row.)")
        return
    done = run(call, command)
    if call.as_json:
        show.json(done.receipt)
    else:
        show.receipt(done.receipt)
