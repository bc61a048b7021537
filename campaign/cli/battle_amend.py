"""``campaign battle amend``: a battle that was recorded or ruled wrongly."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from campaign.actions.battle_corrections import (
    ending_to_amend,
    numbered,
    return_amended,
    return_to_amend,
    returns_amended,
    ruled,
    side_of_return,
    whose_return,
    why_no_lines,
    with_lines,
)
from campaign.actions.corrections import Amendment
from campaign.actions.returns.take import RecordReturn
from campaign.cli import show
from campaign.cli.amend import How, amend, amends
from campaign.cli.asking import typed_answer
from campaign.cli.battle import split_word
from campaign.cli.call import Call
from campaign.errors import BadInput, NotDecided
from campaign.exchange.returns.file import read_return
from campaign.exchange.returns.text import line_text
from campaign.exchange.returns.words import parse_line
from campaign.journal.board import JournalBoard
from campaign.model import Battle
from campaign.queries.battle.battles import return_fields
from campaign.queries.battle.packet import return_forms
from campaign.situation.names import battle_numbered
from campaign.terms.viewer import UMPIRE
from campaign.terms.words import is_number
from campaign.values import replace
from campaign.words.packet import ReturnForm


@click.command("amend")
@click.argument("battle")
@click.option(
    "--entry",
    type=int,
    metavar="N",
    help="Number of the journal entry. Default: the last return of that side, otherwise the last entry that says how"
    " the battle ended.",
)
@click.option("--side", metavar="SIDE", help="Side whose return is amended.")
@click.option(
    "--line",
    "lines",
    multiple=True,
    metavar="'N WORDS'",
    help="Correct line of the return, as in '3 spent'. May be repeated.",
)
@click.option(
    "--return",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    help="File with a complete return, which replaces the return of that side.",
)
@click.option(
    "--state", "states", multiple=True, metavar="UNIT=STATE", help="For a ruling: state of a unit, as in 'II/5=spent'."
)
@click.option(
    "--place", "places", multiple=True, metavar="UNIT=PLACE", help="For a ruling: place where a unit ends the battle."
)
@click.option("--held", metavar="SIDE|both", help="Side that holds the field.")
@click.option("--text", metavar="TEXT", help="For a ruling: how it ended.")
@amends
def amend_battle(
    call: Call,
    battle: str,
    entry: int | None,
    side: str | None,
    lines: tuple[str, ...],
    files: tuple[str, ...],
    states: tuple[str, ...],
    places: tuple[str, ...],
    held: str | None,
    text: str | None,
    how: How,
) -> None:
    """Amend how BATTLE ended.

    Without options the old entry is shown, and you type the lines that were wrong. A battle that the program resolved,
    or that was settled on one return, is amended by a ruling: --state, --place, --held, --text. With --line or
    --return, use --place for a unit whose way back is doubtful after the amendment.
    """

    def find(board: JournalBoard) -> Amendment:
        row = battle_numbered(board, battle)
        if entry is None and (lines or files or side is not None):
            old = return_to_amend(board, row, side or _side_of(board, row, files))
        else:
            old = ending_to_amend(board, row, entry)
        if (lines or files) and not isinstance(old.command, RecordReturn):
            raise BadInput(why_no_lines(board, row, old))
        if (lines or files) and (states or text):
            raise BadInput(
                "--line and --return change the return, but --state and --text replace the return with a "
                "ruling. Give options of one kind only"
            )
        new_places = [*(split_word(place, "--place") for place in places), *said]
        if not (lines or files) and (states or places or text or not isinstance(old.command, RecordReturn)):
            new_states = [split_word(state, "--state") for state in states]
            command = ruled(board, row, old.command, new_states, new_places, held, text, how.why, proposals=how.yes)
            return Amendment(old, command, f"battle {row.number},")
        if not typed:
            typed.append(_returned(board, old.command, side, lines, files, held))
        returns, whose = typed[0]
        amended = return_amended(board, row, old, returns, whose, held=held, places=new_places, proposals=how.yes)
        differing = returns_amended(board, old, returns, return_forms(board, UMPIRE, old.command.battle))
        read = (f"As it should read, {words}" for words in differing)
        return replace(amended, said=(f"Entry {old.number}: {old.summary}", *read), differing=differing)

    typed = list[tuple[dict[str, dict[str, Any]], str]]()  # the lines are asked for once
    said = list[tuple[str, str]]()
    while True:
        try:
            amend(call, find, how)
        except NotDecided as open_questions:
            if not open_questions.units or not sys.stdin.isatty():
                raise
            said += _asked(open_questions)
        else:
            return


def _asked(open_questions: NotDecided) -> Iterator[tuple[str, str]]:
    """Ask what each unit does whose movement is doubtful, and yield it with the answer. There is no default."""
    asked = zip(open_questions.units, open_questions.questions, open_questions.choices, strict=True)
    for unit, question, choices in asked:
        answer = ""
        while not answer:
            answer = typed_answer(f"{question}. Its movement? [{'/'.join((*choices, 'a place'))}]")
        yield unit, answer


def _side_of(board: JournalBoard, row: Battle, files: Sequence[str]) -> str | None:
    """Return the side whose returns are in files; None if they are of two, or there are none."""
    fields = return_fields(board, UMPIRE, str(row.number))
    sides = {side_of_return(board, read_return(path, fields).content) for path in files}
    return sides.pop() if len(sides) == 1 else None


def _returned(
    board: JournalBoard,
    old: RecordReturn,
    side: str | None,
    lines: Sequence[str],
    files: Sequence[str],
    held: str | None,
) -> tuple[dict[str, dict[str, Any]], str]:
    """Return the returns by side with new lines, or with one replaced as a whole, and the side whose return is
    amended.
    """
    returns = {side_of_return(board, content): dict(content) for content in old.returns}
    for path in files:
        content = read_return(path, return_fields(board, UMPIRE, old.battle)).content
        filed = side_of_return(board, content)
        returns[filed] = content
    key = whose_return(board, returns, side or (filed if files else None))
    if lines or held is not None or not files:
        content = returns[key]
        forms = return_forms(board, UMPIRE, old.battle)
        form = forms[key] if key in forms else next(iter(forms.values()))
        new_lines = [_line(text, form) for text in lines] if lines or held is not None else _ask_for(content, form)
        content["lines"] = with_lines(content.get("lines") or (), new_lines, form)
    return returns, key


def _line(text: str, form: ReturnForm) -> dict[str, Any]:
    number, _, words = text.strip().partition(" ")
    if not is_number(number):
        raise BadInput(
            f"{text!r} does not begin with a line number. Write the number and the change as on the return "
            "form, for example '3 spent'"
        )
    filed_line = parse_line(int(number), words, form)
    return filed_line if filed_line is not None else {"line": int(number), "ticks": ["unchanged"]}


def _ask_for(content: Mapping[str, Any], form: ReturnForm) -> list[dict[str, Any]]:
    """Return the lines that the user types until an empty one."""
    show.lines(["The return as it was recorded:"])
    for line in numbered(content.get("lines") or (), form):
        text = line_text(line, form.columns, form.stand_columns)
        show.lines([f"{line.get('line', line.get('unit'))}: {text or 'unchanged'}"], indent=2)
    show.lines(["Type each wrong line as it should read, as in 3 spent. Enter alone ends the list."])
    lines: list[dict[str, Any]] = []
    while typed := typed_answer("Line"):
        try:
            lines.append(_line(typed, form))
        except BadInput as fault:
            show.note(str(fault))
    return lines
