"""``campaign order amend``: an order that was taken down wrongly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from campaign.actions.all_actions import every_action
from campaign.actions.orders import GiveOrder
from campaign.cli import show
from campaign.cli.amend import Correct, How, amend, amends, ask_field
from campaign.cli.call import Call
from campaign.cli.completion import places, units
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.amending import Amendable, entry_of, last_entry
from campaign.journal.board import JournalBoard
from campaign.situation.army import load_army
from campaign.situation.names import unit_named

_SECTIONS = (
    Section(
        "Orders given",
        (Entry("amend", "campaign.cli.order:amend_order", "put an order right that was taken down wrongly"),),
    ),
)

_LABELS = {"kind": "Kind", "to": "To", "aim": "Aim", "objective": "Objective", "limit": "Limit", "since": "From turn"}
"""The fields that are asked for one after the other."""


@click.group(cls=LazyGroup, sections=_SECTIONS)
def order() -> None:
    """Orders that were given: put one right."""


@click.command("amend")
@click.argument("unit", nargs=-1, required=True, shell_complete=units)
@click.option("--entry", type=int, metavar="N", help="The entry of the journal; else the last order to UNIT.")
@click.option("--kind", metavar="WORD", help="march, attack, hold, withdraw or follow.")
@click.option("--to", metavar="PLACE", help="Where to.", shell_complete=places)
@click.option(
    "--via", multiple=True, metavar="PLACE", help="On the way; may be said several times.", shell_complete=places
)
@click.option("--aim", metavar="TEXT", help="The aim, in words.")
@click.option("--objective", metavar="TEXT", help="The objective.")
@click.option("--limit", metavar="TEXT", help="How far, or until when.")
@click.option("--from", "since", metavar="TURN", help="The turn with which it begins, as in 1.3.")
@amends
def amend_order(call: Call, unit: tuple[str, ...], entry: int | None, how: How, **values: Any) -> None:
    """The last order to UNIT was taken down wrongly: say what it should have been; what is not said is asked, Enter
    keeps it."""
    fields = {name: value for name, value in values.items() if value not in (None, ())}

    def find(board: JournalBoard) -> Correct:
        old = _old_order(board, " ".join(unit), entry)
        return Correct(old, replace(old.command, **(fields or _ask_for(old))))

    amend(call, find, how)


def _old_order(board: JournalBoard, word: str, number: int | None) -> Amendable:
    register, army = every_action(), load_army(board)
    unit = unit_named(army, word)

    def is_his(verb: str, command: Any) -> bool:
        return verb == "order" and isinstance(command, GiveOrder) and _is_to(army, command.unit, unit)

    if number is not None:
        old = entry_of(board, number, register)
        if not is_his(old.verb, old.command):
            raise BadInput(f"entry {number} ({old.summary}) is no order to {unit.name}: campaign log tells which is")
        return old
    amendable = last_entry(board, register, is_his)
    if amendable is None:
        raise NotFound(
            f"no order to {unit.name} stands in the journal; what the scenario ordered is replaced by a new order:"
            " campaign march"
        )
    return amendable


def _is_to(army: Any, word: str, unit: Any) -> bool:
    try:
        return bool(unit_named(army, word).id == unit.id)
    except (NotFound, Refused):
        return False


def _ask_for(old: Amendable) -> dict[str, Any]:
    """Every field of the old order; Enter keeps it."""
    command: GiveOrder = old.command
    show.lines([f"Entry {old.number}: {old.summary}. Enter keeps what stands, - empties it."])
    fields: dict[str, Any] = {name: ask_field(label, getattr(command, name)) for name, label in _LABELS.items()}
    via = ask_field("Via (commas between)", ", ".join(command.via))
    return {**fields, "via": tuple(part.strip() for part in via.split(",") if part.strip())}
