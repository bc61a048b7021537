"""``campaign log``: the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import chain
from typing import Any

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, for_the_umpire, names_database, of_any_time
from campaign.cli.session import read
from campaign.journal import Line
from campaign.journal import log as lines_of
from campaign.journal.board import JournalBoard
from campaign.model import AirGroup, BasingArea, Battalion, Formation, Place, Side
from campaign.rules.common.dice import DiceFrom, Roll
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
    """Show the journal entry by entry, with the turn, who made it, and the outcome. With NUMBER, show that
    entry in full.

    The journal holds both sides' secrets and is for the umpire only.
    """
    if number is not None:
        if last or everything:
            raise click.UsageError("with a number, only the entry of that number is shown. Leave --last and --all out")
        _entry(call, number, with_rolls)
        return
    entries, calendar, names = read(
        call,
        lambda board, _: (lines_of(board, all=everything), calendar_of(board), _names(board) if with_rolls else {}),
    )
    shown = entries[-last:] if last else entries
    if call.as_json:
        show.json(shown)
        return
    rows = [
        (
            entry.number,
            f"{calendar.begins(entry.moment):%d %b %H:%M}, {entry.moment}",
            entry.actor,
            _text_of(entry, [f"\n  {_roll_text(roll, names)}" for roll in entry.rolls] if with_rolls else ()),
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

    def ask(board: JournalBoard, _: Viewer) -> tuple[Retold, Calendar, tuple[StrangeDice, ...], Mapping[str, str]]:
        living = standing_of(board).living
        told = retold(board, number, every_action())
        strange = strange_dice(board, living, campaign_dice(board))
        of_entry = tuple(dice for dice in strange if dice.number == number)
        return told, calendar_of(board), of_entry, _names(board) if with_rolls else {}

    entry, calendar, strange, names = read(call, ask)
    if call.as_json:
        show.json(entry)
        return
    line = entry.line
    show.heading(f"Entry {line.number}, turn {line.moment} ({calendar.begins(line.moment):%d %b %H:%M}): {line.verb}")
    show.pairs((("By", f"{line.actor}, {_written(line)}"), *facts_of(entry.arguments)))
    show.lines([_text_of(line)])
    if entry.receipt is not None:
        show.lines((text for text in entry.receipt.lines if text != line.summary), indent=2)
        show.lines([f"Next: {entry.receipt.waiting}"] if entry.receipt.waiting else [])
    elif entry.why:
        show.lines([entry.why])
    if with_rolls and line.rolls:
        show.heading("Dice")
        show.lines((_roll_text(roll, names) for roll in line.rolls), indent=2)
    show.lines(dice.words[0].upper() + dice.words[1:] for dice in strange)


def _names(board: JournalBoard) -> Mapping[str, str]:
    """Return the names of everything that dice are rolled for, by the key in the names of rolls."""
    rows: Iterable[Any] = chain.from_iterable(
        map(board.rows, (Side, Formation, Battalion, BasingArea, AirGroup, Place))
    )
    return {row.key: row.name for row in rows}


def _roll_text(roll: Roll, names: Mapping[str, str]) -> str:
    """Return a roll in words: ``d6 shows 5: to hit of 2nd Bn Rifle Brigade (turn 1.1)``."""
    name = roll.name
    again = f", roll {name.k}" if name.k > 1 else ""
    subject = names.get(name.subject, name.subject)
    return f"d{name.sides} shows {roll.value}: {name.purpose} of {subject} (turn {name.moment}{again})"


def _written(entry: Line) -> str:
    """Return when an entry was written, by the computer's clock: ``27 November 2026, 20:22 UTC``."""
    written = datetime.fromisoformat(entry.written).astimezone(UTC)
    return f"{written.day} {written:%B %Y, %H:%M} UTC"


def _text_of(entry: Line, rolls: Iterable[str] = ()) -> str:
    again = "[played again] " if entry.kind == "do" and entry.about else ""
    marks = again + ("ruling: " if entry.is_ruling else "") + ("[undone] " if entry.undone_by else "")
    dice = f" [{DiceFrom(entry.dice_from).words}]" if entry.dice_from else ""
    return marks + entry.summary + dice + "".join(rolls)
