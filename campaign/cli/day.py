"""``campaign next``: the clock runs on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from campaign.actions.day import UNTIL, Next
from campaign.cli import show, uncollected
from campaign.cli.call import Call
from campaign.cli.completion import sides
from campaign.cli.options import answers_json, rolls_alone
from campaign.cli.session import read, rehearsal, run, try_out
from campaign.cli.side_news import UMPIRE, run_and_tell
from campaign.cli.staffs import DOCTRINE_ALONE, goes_on, note_of, plans_for_the_day, staffs_wait
from campaign.errors import NotAllowed
from campaign.journal.board import JournalBoard
from campaign.values import replace
from campaign.views.common.json_values import as_json
from campaign.views.common.summary import most_lines
from campaign.views.day.day_report import DayReport, summary_of
from campaign.words.receipt import OTHER_DICE, Receipt

if TYPE_CHECKING:
    from campaign.journal.record import Done


@click.command(name="next")
@click.option("--preview", is_flag=True, help="Show what would happen, and change nothing.")
@click.option(
    "--until",
    type=click.Choice(UNTIL),
    default="turn",
    show_default=True,
    help="Where to stop: at the end of this turn or day, or at the next battle, decision or step. The clock stops"
    " earlier if something needs you. With --auto --until battle, you settle that battle yourself.",
)
@click.option(
    "--auto",
    is_flag=True,
    help=(
        "Do not stop: the program answers decisions as it proposes, gives the orders of commanders without a player"
        " (rules --doctrine), and fights battles."
    ),
)
@click.option(
    "--program",
    multiple=True,
    metavar="SIDE",
    help="Let the program play this side this time (rules --doctrine). May be repeated.",
    shell_complete=sides,
)
@click.option("--full", is_flag=True, help="Show everything that happened, with its rules, instead of a summary.")
@rolls_alone
@answers_json
@uncollected()
def next_(call: Call, preview: bool, until: str, auto: bool, program: tuple[str, ...], full: bool) -> None:
    """Run the clock until something needs a decision or an answer.

    The output names what is waiting and the command that answers it. With --viewer it shows only the facts that this
    player may know. This is for a player alone against the program (--program SIDE, or campaign commander SIDE
    --played-by program).
    """
    command = Next(until, auto, program)
    if call.viewer != UMPIRE:
        if preview:
            raise NotAllowed("--preview shows what both sides will do, so it is for the umpire only")
        if full:
            raise NotAllowed("--full shows what both sides did, so it is for the umpire only")
        # A staff's time would tell the player how much there is on the other side.
        if read(call, lambda board, _: staffs_wait(board)):
            show.note(DOCTRINE_ALONE)
        run_and_tell(call, replace(command, staffs=False))
        return
    if preview:
        _preview(call, command, full=full)
        return
    while True:
        for plan in plans_for_the_day(command, partial(read, call), partial(read, call)):
            show.note(note_of(plan, run(call, plan).receipt.summary))
        done = run(call, command)
        again = read(call, lambda board, _: goes_on(board, command))
        if not (again and call.as_json):  # an answer as JSON is that of the last day
            _show(call, done, full=full)
        if not again:
            return


def _show(call: Call, done: Done, *, full: bool) -> None:
    report = None if full and not call.as_json else read(call, lambda board, _: _report(board, done.seq))
    if call.as_json:
        show.json(as_json(done.receipt) | {"day": as_json(report)})
    elif report is None:
        show.receipt(done.receipt)
    else:
        _print(report, done.receipt, f"campaign log {done.number}")


def _preview(call: Call, command: Next, *, full: bool) -> None:
    if call.as_json:
        foreseen = try_out(call, command)
        told = {"receipt": foreseen.receipt, "changes": foreseen.changes}
        show.json({**told, "is_of_other_dice": foreseen.is_of_other_dice})
        return
    with rehearsal(call) as trial:
        for plan in plans_for_the_day(command, trial.ask, trial.ask):
            show.note(note_of(plan, trial.give(plan).receipt.summary))
        done = trial.give(command)
        report = trial.ask(lambda board, _: _report(board, done.seq))
    if full:
        show.receipt(done.receipt)
    else:
        _print(report, done.receipt, "campaign next --preview --full")
    if done.drew:
        show.line(OTHER_DICE)
    show.line("Nothing was changed: this was a preview. (--json lists every change of the data.)")


def _report(board: JournalBoard, seq: int) -> DayReport:
    from campaign.queries.day.day_report import day_report

    return day_report(board, seq)


def _print(report: DayReport, receipt: Receipt, every_line: str) -> None:
    in_full = every_line
    if fought := [battle.number for battle in report.battles if battle.state.is_over]:
        in_full += f"; for a battle: campaign battle show {fought[0]}"
    show.summary(summary_of(report, receipt.waiting, in_full, every_line), most_lines(report.size))
