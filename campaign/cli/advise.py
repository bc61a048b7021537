"""``campaign advise``: what the staff of a commander thinks of the courses that are open to him."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from campaign.cli import completion, show
from campaign.cli.call import Call
from campaign.cli.exit_codes import STOPPED
from campaign.cli.forecast_campaign import Asked, require_one_way, spread_out, spreader
from campaign.cli.options import advised, answers_json, signed
from campaign.cli.order_files import is_terminal
from campaign.cli.session import carry_out, is_umpire, read
from campaign.terms.words import counted

if TYPE_CHECKING:
    from campaign.forecast.staff import Question, Thought
    from campaign.journal.board import JournalBoard
    from campaign.terms.viewer import Viewer
    from campaign.views.forecast.advice import Advice

FIGURES = 31
"""Letters that mark and figures of a row take."""
NO_BREAK = "\u00a0"
"""Space between a number and its percent sign, at which no line ends."""


@click.command()
@click.argument("name", metavar="COMMANDER", nargs=-1, required=True, shell_complete=completion.commanders)
@click.option(
    "--give",
    is_flag=True,
    help=(
        "Show the orders of the course that the staff advises, and give them if you agree. They are a proposal: nothing"
        " is ordered without your answer."
    ),
)
@spread_out
@signed()
@answers_json
@advised
@click.pass_obj
@click.pass_context
def advise(ctx: click.Context, call: Call, name: tuple[str, ...], give: bool, jobs: int | None, cluster: str) -> None:
    """Weigh the courses that are open to COMMANDER, from all that his side knows.

    The staff makes three to six courses from the map, plays each on many times with unseen enemies drawn, and compares
    them with the orders as they are, under the same dice. The dice are its own, never the campaign's: the same
    situation always gives the same answer. Nothing is changed unless you agree to --give. Ctrl-C ends it: the orders
    as they are stand.
    """
    from campaign.forecast.staff import advice_of

    require_one_way(jobs, cluster)
    if give and call.as_json:
        raise click.UsageError("--give asks a question, and --json asks none. Leave out --give or --json")
    question = read(call, lambda board, viewer: _ask(board, viewer, " ".join(name)))
    thought = thought_of(question, jobs, cluster)
    advice = advice_of(question, thought)
    if call.as_json:
        show.json(advice)
    else:
        print_advice(advice)
        if give and not thought.stopped:
            _give(call, question, thought)
    if thought.is_cut_short:
        ctx.exit(STOPPED)


def _ask(board: JournalBoard, viewer: Viewer, name: str) -> Question:
    from campaign.forecast.staff import ask
    from campaign.queries.common.viewers import commander_for

    commander, _ = commander_for(board, viewer, name)
    return ask(board, commander.side_id, commander, None if viewer.is_umpire else viewer)


def thought_of(question: Question, jobs: int | None, cluster: str) -> Thought:
    """Return the thought, with a line of progress on a terminal."""
    from campaign.cli.progress import ProgressLine
    from campaign.forecast.staff import weigh

    line = ProgressLine()
    way = spreader(Asked(max(1, question.most_runs), "", jobs, cluster), line, stays=True)
    try:
        return weigh(question, way, line)
    finally:
        line.end()


def print_advice(advice: Advice) -> None:
    """Print the appreciation: a table of the courses, and what it rests on."""
    from campaign.views.forecast import advice_words as words

    show.heading(words.heading(advice))
    if told := words.rows(advice):
        show.unbroken(f"   {'points':>10} {'own':>4} {'enemy':>5} {'games':>5}")
    for row in told:
        points, own, enemy, games = row.figures
        mark = "->" if row.is_chosen else "  "
        course = f"{row.course}: {row.places}" if row.places else row.course
        first = f"{mark} {points:>10} {own:>4} {enemy:>5} {games:>5}"
        together = course.replace(" %", f"{NO_BREAK}%")
        show.unbroken(show.wrapped(together, f"{first}  ", " " * FIGURES).replace(NO_BREAK, " "))
    show.lines([*words.endings(advice), words.basis(advice)])


def _give(call: Call, question: Question, thought: Thought) -> None:
    """Show the orders of the course that was chosen, and give them if the user agrees."""
    from campaign.forecast.staff import orders_of

    command, typed = orders_of(question, thought, by_staff=is_umpire(call))
    if command is None:
        show.line("The staff advises no other orders than those that stand, so there is nothing to give.")
        return
    show.heading("Proposed orders")
    show.lines(typed, indent=2)
    if call.preview or not is_terminal():
        show.line("Nothing was ordered. At a terminal, --give asks whether to give these orders.")
        return
    if click.confirm(f"Give {counted(len(typed), 'order')}?", default=False):
        carry_out(call, command)
    else:
        show.line("Nothing was ordered.")
