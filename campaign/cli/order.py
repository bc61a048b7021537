"""``campaign order amend``: an order that was recorded wrongly."""

from __future__ import annotations

from typing import Any

import click

from campaign.actions.corrections import Amendment, order_to_amend, with_order
from campaign.cli import show
from campaign.cli.amend import How, amend, amends, ask_field
from campaign.cli.call import Call
from campaign.cli.completion import places, units
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.journal.amending import Amendable
from campaign.journal.board import JournalBoard
from campaign.values import replace
from campaign.verbs.orders import GiveOrder

_SECTIONS = (
    Section(
        "Orders given", (Entry("amend", "campaign.cli.order:amend_order", "amend an order that was recorded wrongly"),)
    ),
)

_LABELS = {
    "kind": "Kind",
    "to": "To",
    "aim": "Aim",
    "objective": "Objective",
    "limit": "Limit",
    "not_beyond": "Not beyond",
    "since": "From turn",
}
"""Fields of an order in the order of the questions."""


@click.group(cls=LazyGroup, sections=_SECTIONS)
def order() -> None:
    """Amend an order that was recorded wrongly."""


@click.command("amend")
@click.argument("unit", nargs=-1, required=True, shell_complete=units)
@click.option("--entry", type=int, metavar="N", help="Number of the journal entry. Default: the last order to UNIT.")
@click.option("--kind", metavar="WORD", help="Kind of order: march, attack, hold, withdraw or follow.")
@click.option("--to", metavar="PLACE", help="Place to go to.", shell_complete=places)
@click.option(
    "--via", multiple=True, metavar="PLACE", help="Place to pass on the way. May be repeated.", shell_complete=places
)
@click.option("--aim", metavar="TEXT", help="Aim, in words.")
@click.option("--objective", metavar="TEXT", help="Ground or enemy that matters.")
@click.option("--limit", metavar="TEXT", help="Limit: how far, or until when.")
@click.option(
    "--not-beyond", metavar="PLACE", help="Place that the program's commanders do not pass.", shell_complete=places
)
@click.option("--from", "since", metavar="TURN", help="Turn (1.3) or hour (04:00) at which the order begins.")
@amends
def amend_order(call: Call, unit: tuple[str, ...], entry: int | None, how: How, **values: Any) -> None:
    """Amend the last order to UNIT, if it was recorded wrongly. Without new values you are asked for each value; Enter
    keeps the old value."""
    fields = {name: value for name, value in values.items() if value not in (None, ())}

    def find(board: JournalBoard) -> Amendment:
        amendable, old = order_to_amend(board, " ".join(unit), entry)
        new = replace(old, **(fields or _ask_for(amendable, old)))
        return Amendment(amendable, with_order(amendable.command, old, new))

    amend(call, find, how)


def _ask_for(amendable: Amendable, order: GiveOrder) -> dict[str, Any]:
    """Ask for every field of the old order, where Enter keeps it; return the new values."""
    show.lines([f"Entry {amendable.number}: {amendable.summary}. Enter keeps the old value, - clears it."])
    fields: dict[str, Any] = {name: ask_field(label, getattr(order, name)) for name, label in _LABELS.items()}
    via = ask_field("Via (commas between)", ", ".join(order.via))
    return {**fields, "via": tuple(part.strip() for part in via.split(",") if part.strip())}
