"""Commanders in whose name a command is given: it names one, or holds order forms and messages that do.

leaders_named(command)                       the commanders, as they were named
verbs_that_name_leaders(register)            the verbs of all commands that can name one
given_within(army, side)                     the criterion of entries that may be orders of a side's commanders
command_of_entry(action, arguments, revision)   the command that an entry kept
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, or_

from campaign.actions.order_form import HandInForms, HandInOrders
from campaign.actions.order_messages import TakeOrders
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.register import Action, Register, command_from_json
from campaign.model import Entry
from campaign.situation.army import Army
from campaign.verbs.orders import GiveOrder, JoinCommand, OrdersComplete
from campaign.verbs.seating import SeatDeputy


def _commander(command: Any) -> Iterator[str]:
    yield command.commander


def _signed(command: GiveOrder) -> Iterator[str]:
    if command.commander:
        yield command.commander


def _form(command: HandInOrders) -> Iterator[str]:
    yield command.commander
    yield from (going.commander for going in command.goes_with)


def _forms(command: HandInForms) -> Iterator[str]:
    for form in command.forms:
        yield from _form(form)


def _messages(command: TakeOrders) -> Iterator[str]:
    yield from (message.commander for message in command.messages if message.commander)


_NAMED: Mapping[type, Callable[[Any], Iterator[str]]] = {
    GiveOrder: _signed,
    HandInForms: _forms,
    HandInOrders: _form,
    JoinCommand: _commander,
    OrdersComplete: _commander,
    SeatDeputy: _commander,
    TakeOrders: _messages,
}
"""Every command that a player may give in the name of commanders, each with its function for them."""


def leaders_named(command: object) -> Iterator[str]:
    """Yield the commanders in whose name a command is given, as they were named; none where it names none."""
    if (named := _NAMED.get(type(command))) is not None:
        yield from named(command)


def verbs_that_name_leaders(register: Register) -> tuple[str, ...]:
    """Return the verbs of the commands that can name the commanders in whose name they are given."""
    return tuple(verb for verb, action in register.items() if action.command in _NAMED)


def given_within(army: Army, side: int) -> ColumnElement[bool]:
    """Return the criterion of entries that may be orders of this side's commanders: given by one of them, by the side's
    staff, or by the umpire for whichever side.
    """
    of_side = [commander.id for commander in army.commanders.values() if commander.side_id == side]
    return or_(Entry.giver.is_(None), Entry.giver.in_((side, *of_side)))


@lru_cache(maxsize=4096)
def command_of_entry(action: Action, arguments: str, revision: str) -> Any:
    """Return the command of an entry from its kept text, which an earlier revision of the program may have written."""
    lifted = command_lifted(action.verb, arguments, revision)
    return command_from_json(action.verb, lifted, Register({action.verb: action}))
