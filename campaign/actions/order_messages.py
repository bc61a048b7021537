"""Orders from files and messages, taken completely or not at all."""

from __future__ import annotations

from typing import ClassVar

from campaign.actions.orders import orders_complete, require_order
from campaign.errors import BadInput
from campaign.journal.board import Board
from campaign.journal.register import REGISTER, action
from campaign.model import AirGroup
from campaign.rules.common.dice import Dice
from campaign.situation.army import load_army
from campaign.situation.names import among, commander_named, unit_named
from campaign.terms.asking import addressee
from campaign.terms.given import Given
from campaign.terms.words import listing
from campaign.values import dataclass, replace
from campaign.verbs.air_tasking import CancelAir, TaskAir
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, OrdersComplete, Rest, TakePosture
from campaign.words.receipt import Receipt

ToUnit = GiveOrder | TakePosture | StopEngineering | Rest | Attach | GiveSupport | Engineer
"""An order to a unit. The journal reads the first type that fits: one that holds a unit alone comes before others."""
Written = ToUnit | TaskAir | CancelAir


@dataclass(frozen=True, slots=True)
class Message:
    """The orders of one message, in its sequence. ``commander``: its sender; empty for a list by the umpire, which may
    contain orders for any unit.
    """

    commander: str = ""
    orders: tuple[Written, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeOrders:
    """Messages taken together. ``turn``: in which orders given now begin; it identifies a message that comes a second
    time in that turn.
    """

    given: ClassVar[Given] = Given.AS_ORDER

    turn: str
    messages: tuple[Message, ...]


@action("orders taken", TakeOrders)
def take_orders(board: Board, command: TakeOrders, dice: Dice) -> Receipt:
    """Take each order as if it were typed by itself; then mark the orders of every commander who sent some as complete
    (umpire 1.14).
    """
    if not command.messages:
        raise BadInput("no message was named. Name the file of a message: campaign orders --from FILE")
    summaries, lines = list[str](), list[str]()
    for message in command.messages:
        receipts = [give_written(board, message.commander, order, dice) for order in message.orders]
        for receipt in receipts:
            lines += [receipt.summary, *(f"  {line}" for line in receipt.lines)]
        if message.commander:
            count = f"{len(receipts) or 'nothing'} changed"
            summaries.append(f"{orders_complete(board, OrdersComplete(message.commander)).summary}, {count}")
        else:
            summaries.append(f"{len(receipts)} order{'' if len(receipts) == 1 else 's'} taken")
    return Receipt("; ".join(summaries), tuple(lines))


def give_written(board: Board, commander: str, order: Written, dice: Dice) -> Receipt:
    """Carry out one order of a message. Raises Refused for a unit or an air group outside the commander's authority."""
    if not commander:
        return REGISTER.carry_out(board, order, dice)
    army = load_army(board)
    leader = commander_named(army, commander)
    if isinstance(order, TaskAir | CancelAir):
        among(order.group, "air group", board.rows(AirGroup, AirGroup.side_id == leader.side_id))
    elif isinstance(order, GiveOrder):
        order = replace(order, commander=leader.name)
    else:
        require_order(army, leader, unit_named(army, addressee(order), leader.side_id))
    return REGISTER.carry_out(board, order, dice)


def changed_orders(before: Message, now: Message) -> list[str]:
    """Return the changes in a later version of a commander's message, by unit or air group, in a few words each."""
    old, new = _by_subject(before), _by_subject(now)
    changes = [f"{name} (new)" for name in new if name not in old]
    changes += [name for name in new if name in old and new[name] != old[name]]
    dropped = [name for name in old if name not in new]
    return [
        *([f"changed: {listing(changes, 12)}"] if changes else []),
        *([f"left out of this version, earlier orders stand: {listing(dropped, 12)}"] if dropped else []),
    ]


def _by_subject(message: Message) -> dict[str, list[Written]]:
    subjects: dict[str, list[Written]] = {}
    for order in message.orders:
        subjects.setdefault(addressee(order), []).append(order)
    return subjects
