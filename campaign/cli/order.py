"""``campaign order amend``: an order that was recorded wrongly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from campaign.actions.all_actions import every_action
from campaign.actions.order_form import HandInOrders
from campaign.actions.order_messages import TakeOrders
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
        "Orders given", (Entry("amend", "campaign.cli.order:amend_order", "amend an order that was recorded wrongly"),)
    ),
)

_LABELS = {"kind": "Kind", "to": "To", "aim": "Aim", "objective": "Objective", "limit": "Limit", "since": "From turn"}
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
@click.option("--from", "since", metavar="TURN", help="Turn with which the order begins, as in 1.3.")
@amends
def amend_order(call: Call, unit: tuple[str, ...], entry: int | None, how: How, **values: Any) -> None:
    """Amend the last order to UNIT, if it was recorded wrongly. Without new values you are asked for each; Enter keeps
    the old one."""
    fields = {name: value for name, value in values.items() if value not in (None, ())}

    def find(board: JournalBoard) -> Correct:
        amendable, old = _old_order(board, " ".join(unit), entry)
        new = replace(old, **(fields or _ask_for(amendable, old)))
        return Correct(amendable, _with_order(amendable.command, old, new))

    amend(call, find, how)


def _old_order(board: JournalBoard, word: str, number: int | None) -> tuple[Amendable, GiveOrder]:
    """Return the entry and the last order to that unit in it: given by itself, on a form, or in a message."""
    register, army = every_action(), load_army(board)
    unit = unit_named(army, word)

    def orders_to_it(command: Any) -> list[GiveOrder]:
        return [order for order in _orders_in(command) if _is_to(army, order.unit, unit)]

    if number is not None:
        amendable = entry_of(board, number, register)
        if not orders_to_it(amendable.command):
            raise BadInput(
                f"entry {number} ({amendable.summary}) is not an order to {unit.name}: campaign log shows the"
                " entry that is"
            )
        return amendable, orders_to_it(amendable.command)[-1]
    last = last_entry(board, register, lambda _, command: bool(orders_to_it(command)))
    if last is None:
        raise NotFound(
            f"there is no order to {unit.name} in the journal. To replace the scenario's order, give a new one,"
            " as with campaign march"
        )
    return last, orders_to_it(last.command)[-1]


def _orders_in(command: Any) -> tuple[GiveOrder, ...]:
    match command:
        case GiveOrder():
            return (command,)
        case HandInOrders():
            return command.orders
        case TakeOrders():
            return tuple(
                order for message in command.messages for order in message.orders if isinstance(order, GiveOrder)
            )
        case _:
            return ()


def _with_order(command: Any, old: GiveOrder, new: GiveOrder) -> object:
    """Return the command with the new order in place of the old one."""
    match command:
        case HandInOrders():
            return replace(command, orders=tuple(new if order is old else order for order in command.orders))
        case TakeOrders():
            messages = (
                replace(message, orders=tuple(new if order is old else order for order in message.orders))
                for message in command.messages
            )
            return replace(command, messages=tuple(messages))
        case _:
            return new


def _is_to(army: Any, word: str, unit: Any) -> bool:
    try:
        return bool(unit_named(army, word).id == unit.id)
    except (NotFound, Refused):
        return False


def _ask_for(amendable: Amendable, order: GiveOrder) -> dict[str, Any]:
    """Ask for every field of the old order, where Enter keeps it; return the new values."""
    show.lines([f"Entry {amendable.number}: {amendable.summary}. Enter keeps the old value, - clears it."])
    fields: dict[str, Any] = {name: ask_field(label, getattr(order, name)) for name, label in _LABELS.items()}
    via = ask_field("Via (commas between)", ", ".join(order.via))
    return {**fields, "via": tuple(part.strip() for part in via.split(",") if part.strip())}
