"""``campaign unit amend``: wrong facts about a unit, from the order of battle or from an adjustment by the umpire."""

from __future__ import annotations

from typing import Any

import click

from campaign.actions.corrections import Amendment, adjustment_to_amend, as_started, never_adjusted, unit_to_amend
from campaign.cli import show
from campaign.cli.amend import How, amend, amends, ask_field
from campaign.cli.call import Call
from campaign.cli.completion import units
from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.terms.words import is_number
from campaign.values import replace
from campaign.verbs.adjustments import Adjust

_NUMBERS = ("men", "vehicles", "guns")
_WORDS = ("state", "experience", "establishment", "at", "under")


@click.command("amend")
@click.argument("name", nargs=-1, required=True, shell_complete=units)
@click.option(
    "--entry",
    type=int,
    metavar="N",
    help=(
        "Number of the journal entry to amend. Default: the last adjustment of the unit, otherwise the start of the"
        " campaign."
    ),
)
@click.option("--men", type=int, metavar="N", help="Number of men.")
@click.option("--vehicles", type=int, metavar="N", help="Number of vehicles.")
@click.option("--guns", type=int, metavar="N", help="Number of guns.")
@click.option("--state", metavar="WORD", help="State: fresh, spent, destroyed, captured or disbanded.")
@click.option("--experience", metavar="WORD", help="Experience: green, regular, veteran or elite.")
@click.option("--establishment", metavar="MEN/VEHICLES/GUNS", help="Full strength of the unit, as in 780/0/10.")
@click.option("--at", metavar="PLACE", help="Place of the unit.")
@click.option("--under", metavar="FORMATION", help="Formation that commanded it.")
@amends
def amend_unit(call: Call, /, name: tuple[str, ...], entry: int | None, how: How, **values: Any) -> None:
    """Amend what was recorded about a unit. Without new values you are asked for each value; Enter keeps the old value.

    The command amends the last adjustment of the unit. If the unit was never adjusted, it amends the unit's data from
    the start of the campaign on.
    """
    changes = {key: value for key, value in values.items() if value is not None}

    def find(board: JournalBoard) -> Amendment:
        unit = unit_to_amend(board, " ".join(name))
        old = adjustment_to_amend(board, unit, entry)
        if old is not None:
            return Amendment(old, replace(old.command, **(changes or _ask_for(old.command))))
        lines = (never_adjusted(unit),)
        if changes:
            return Amendment(None, Adjust(what=str(unit.id), why=how.why, **changes), said=lines)
        show.lines(lines)
        return Amendment(None, Adjust(what=str(unit.id), why=how.why, **_ask_for(as_started(unit), of=unit.name)))

    amend(call, find, how)


def _ask_for(old: Adjust, of: str = "") -> dict[str, Any]:
    """Ask for every value and return the answers; unchanged values of an order of battle are left out."""
    result: dict[str, Any] = {}
    for key in (*_NUMBERS, *_WORDS):
        before = getattr(old, key)
        shown = "" if before in (None, "") else str(before)
        answer = ask_field(key.capitalize(), shown)
        if answer != shown or (shown and not of):
            result[key] = _number(key, answer) if key in _NUMBERS else answer
    if not result:
        raise Refused("nothing was changed")
    return result


def _number(key: str, answer: str) -> int | None:
    if answer and not is_number(answer):
        raise Refused(f"{answer!r} is not a number of {key}. Write a whole number")
    return int(answer) if answer else None
