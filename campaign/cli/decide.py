"""``campaign decide``: decisions for which the umpire waits."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import reads, signed, throws_dice
from campaign.cli.session import carry_out, read, run
from campaign.errors import BadInput
from campaign.queries.day.decisions import decisions as decisions_of
from campaign.terms.state import DecisionKind
from campaign.words.receipt import Receipt

_ABOUT_THE_ENEMY = (DecisionKind.AMALGAMATION_CHOICE, DecisionKind.AIR_TARGET)
"""Decisions with results that concern the other side; only the umpire may read them."""


def _answer(call: Call, number: int, answer: str) -> None:
    """Give the answer to a decision; a player's answer is given and confirmed under the player's own number and in the
    words of the question.
    """
    from campaign.actions.decisions import Decide, find_choice

    if call.viewer.strip().casefold() == "umpire":
        carry_out(call, Decide(number, answer))
        return
    decision_line = next((line for line in read(call, decisions_of).owed if line.number == number), None)
    if decision_line is not None:
        options = [(option.key, option.text) for option in decision_line.options]
        answer = str(find_choice(options, answer, number, decision_line.subject) + 1)
    done = run(call, Decide(number, answer))
    line = next(line for line in read(call, decisions_of).answered if line.number == number)
    chosen = next((option.text for option in line.options if option.key == line.answer), line.answer)
    lines = () if line.kind in _ABOUT_THE_ENEMY else done.receipt.lines
    show.receipt(Receipt(f"Decision {number}, {line.subject}: {chosen}", lines))


@click.command()
@click.argument("number", type=click.IntRange(min=1), required=False)
@click.argument("answer", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="List decisions already answered too.")
@reads
@signed()
@throws_dice
def decide(call: Call, number: int | None, answer: tuple[str, ...], everything: bool) -> None:
    """List the decisions that wait for an answer; with NUMBER and ANSWER, answer one.

    ANSWER is one of the choices listed: its word, its number or its text.
    """
    if number is not None and answer:
        _answer(call, number, " ".join(answer))
        return
    view = read(call, decisions_of)
    shown = (*view.owed, *view.answered) if everything or number is not None else view.owed
    shown = tuple(line for line in shown if number in (None, line.number))
    if number is not None and not shown:
        raise BadInput(
            f"there is no decision {number} for {view.viewer}. List the decisions that wait: campaign decide"
        )
    if call.as_json:
        show.json(view if number is None else shown)
        return
    if not shown:
        show.line("No decision waits for an answer.")
    for line in shown:
        show.heading(f"{line.number}  {line.side}, turn {line.moment}: {line.question}")
        shown_options = line.shown if number is None else tuple(enumerate(line.options, 1))
        for place, option in shown_options:
            chosen = " <- answered" if option.key == line.answer else ""
            show.lines([f"{place}  {option.text}{chosen}"], indent=4)
        if remaining := len(line.options) - len(shown_options):
            show.lines([f"or any of {remaining} more: campaign decide {line.number} lists them"], indent=4)
        if not line.answer:
            show.lines([str(line.proposal)], indent=4)
            show.lines([f"-> campaign decide {line.number} ANSWER (a number or a name from this list)"], indent=4)
