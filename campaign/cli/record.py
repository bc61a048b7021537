"""``campaign log``: the journal."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, for_the_umpire, names_database, of_any_time
from campaign.cli.session import read
from campaign.journal import Line
from campaign.journal import log as lines_of
from campaign.journal.board import JournalBoard
from campaign.rules.common.dice import DiceFrom
from campaign.situation.clock import calendar_of
from campaign.terms.time import Calendar
from campaign.terms.viewer import Viewer


@click.command()
@click.argument("number", type=click.IntRange(min=1), required=False)
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Show only the last N entries.")
@click.option("--all", "everything", is_flag=True, help="Show undone entries, undos and redos too.")
@click.option("--dice", "with_rolls", is_flag=True, help="Show every die that was rolled, and its purpose.")
@for_the_umpire
@names_database()
@answers_json
@of_any_time
@click.pass_obj
@show.paged
def log(call: Call, number: int | None, last: int | None, everything: bool, with_rolls: bool) -> None:
    """Show the journal, entry by entry: when in the campaign, by whom, and with what outcome. With NUMBER, show that
    entry in full.

    The journal holds both sides' secrets: it is for the umpire only.
    """
    if number is not None:
        if last or everything:
            raise click.UsageError("with a number, only the entry of that number is shown. Leave --last and --all out")
        _entry(call, number, with_rolls)
        return
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


def _entry(call: Call, number: int, with_rolls: bool) -> None:
    """Print one entry in full: when, by whom, the command, and its answer."""
    from campaign.actions.all_actions import every_action  # heavy, and the list does without
    from campaign.journal.dice_check import StrangeDice, strange_dice
    from campaign.journal.retelling import Retold, facts_of, retold
    from campaign.journal.turn_bits import campaign_dice
    from campaign.journal.undo import standing_of

    def ask(board: JournalBoard, _: Viewer) -> tuple[Retold, Calendar, tuple[StrangeDice, ...]]:
        living = standing_of(board).living
        told = retold(board, number, every_action())
        strange = strange_dice(board, living, campaign_dice(board))
        return told, calendar_of(board), tuple(dice for dice in strange if dice.number == number)

    entry, calendar, strange = read(call, ask)
    if call.as_json:
        show.json(entry)
        return
    line = entry.line
    show.heading(f"Entry {line.number}, turn {line.moment} ({calendar.begins(line.moment):%d %b %H:%M}): {line.verb}")
    show.pairs((("By", f"{line.actor}, {line.written}"), *facts_of(entry.arguments)))
    show.lines([_text_of(line, with_rolls=False)])
    if entry.receipt is not None:
        show.lines((text for text in entry.receipt.lines if text != line.summary), indent=2)
        show.lines([f"Next: {entry.receipt.waiting}"] if entry.receipt.waiting else [])
    elif entry.why:
        show.lines([entry.why])
    if with_rolls and line.rolls:
        show.heading("Dice")
        show.lines((f"d{roll.name.sides} {roll.value}  {roll.name}" for roll in line.rolls), indent=2)
    show.lines(dice.words[0].upper() + dice.words[1:] for dice in strange)


def _text_of(entry: Line, with_rolls: bool) -> str:
    again = "[played again] " if entry.kind == "do" and entry.about else ""
    marks = again + ("ruling: " if entry.is_ruling else "") + ("[undone] " if entry.undone_by else "")
    rolls = [f"\n  d{r.name.sides} {r.value}  {r.name}" for r in entry.rolls] if with_rolls else []
    dice = f" [{DiceFrom(entry.dice_from).words}]" if entry.dice_from else ""
    return marks + entry.summary + dice + "".join(rolls)
