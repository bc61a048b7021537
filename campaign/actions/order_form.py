"""Whole order forms, taken completely or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from campaign.actions.air_tasking import cancel_air, task_air
from campaign.actions.orders import give_order, join_command, orders_complete, require_order, rest
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.board import Board
from campaign.journal.register import REGISTER, action
from campaign.model import Commander
from campaign.rules.common.dice import Dice
from campaign.situation.army import load_army
from campaign.situation.names import commander_named, unit_named
from campaign.terms.asking import addressee
from campaign.terms.given import Given
from campaign.terms.words import counted
from campaign.values import dataclass, replace
from campaign.verbs.air_tasking import CancelAir, LandFromTheSea, TaskAir
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.orders import Attach, GiveOrder, GiveSupport, JoinCommand, OrdersComplete, Rest, TakePosture
from campaign.verbs.splitting import Join, Split
from campaign.verbs.trucks import SendTruck
from campaign.words.receipt import Receipt

Further = Attach | GiveSupport | TakePosture | Engineer | StopEngineering | Split | Join | SendTruck | LandFromTheSea
"""Any other command to a unit that a form can hold."""


@dataclass(frozen=True, slots=True)
class HandInOrders:
    """A commander's order form: its changes, line by line. ``more_to_come``: the orders are not complete yet.

    ``sorties`` and ``called_off``: air tasking, on the form of the highest commander of a side. ``rests``: who rests in
    reserve. The other fields hold what else is ordered: units that come under another formation, support it, take a
    posture, work as engineers or stop that, are split or joined, send a truck or land from the sea; and the command
    that a corps commander goes with.
    """

    given: ClassVar[Given] = Given.AS_ORDER

    commander: str
    orders: tuple[GiveOrder, ...] = ()
    more_to_come: bool = False
    sorties: tuple[TaskAir, ...] = ()
    called_off: tuple[CancelAir, ...] = ()
    rests: tuple[Rest, ...] = ()
    attached: tuple[Attach, ...] = ()
    supports: tuple[GiveSupport, ...] = ()
    postures: tuple[TakePosture, ...] = ()
    works: tuple[Engineer, ...] = ()
    stopped: tuple[StopEngineering, ...] = ()
    parted: tuple[Split, ...] = ()
    joined: tuple[Join, ...] = ()
    trucks: tuple[SendTruck, ...] = ()
    landings: tuple[LandFromTheSea, ...] = ()
    goes_with: tuple[JoinCommand, ...] = ()

    def further(self) -> Iterator[Further]:
        """Yield the commands to units other than orders, rests and sorties, in the order in which they are carried
        out: a unit that joins others is ordered under its old commander first.
        """
        yield from self.postures
        yield from self.stopped
        yield from self.works
        yield from self.supports
        yield from self.trucks
        yield from self.landings
        yield from self.joined
        yield from self.parted
        yield from self.attached

    @property
    def changes(self) -> int:
        """Return the number of things that the form orders anew."""
        orders = (*self.orders, *self.rests, *self.sorties, *self.called_off, *self.goes_with)
        return len(orders) + sum(1 for _ in self.further())


@dataclass(frozen=True, slots=True)
class HandInForms:
    """The order forms of several commanders, handed in together: all of them or none."""

    given: ClassVar[Given] = Given.AS_ORDER

    forms: tuple[HandInOrders, ...]


@action("orders", HandInOrders)
def hand_in_orders(board: Board, command: HandInOrders, dice: Dice) -> Receipt:
    """Take every line as an order of that commander; afterwards the commander's orders for the day are complete (umpire
    1.14).
    """
    lines: list[str] = []
    changed = command.changes
    before = {commander.id: commander.ordered_day for commander in board.rows(Commander)}
    for order in command.orders:
        if order.commander not in ("", command.commander):
            raise BadInput(
                f"the form of {command.commander} has an order by {order.commander} on it. Each commander "
                "hands in a separate form"
            )
        receipt = give_order(board, replace(order, commander=command.commander))
        lines += [receipt.summary, *(f"  {line}" for line in receipt.lines)]
    if command.rests:
        army = load_army(board)
        leader = commander_named(army, command.commander)
        for resting in command.rests:
            require_order(army, leader, unit_named(army, resting.unit, leader.side_id))
            lines.append(rest(board, resting).summary)
    for further in command.further():
        lines += _further(board, command.commander, further, dice)
    for going in command.goes_with:
        if going.commander != command.commander:
            raise BadInput(
                f"the form of {command.commander} moves the commander {going.commander}. Only the form of "
                f"{going.commander} may do that"
            )
        lines.append(join_command(board, going).summary)
    lines += [cancel_air(board, cancelled).summary for cancelled in command.called_off]
    lines += [task_air(board, sortie).summary for sortie in command.sorties]
    if command.more_to_come:
        for commander in board.rows(Commander):
            commander.ordered_day = before[commander.id]
        return Receipt(f"{command.commander}: {counted(changed, 'order')} given", tuple(lines))
    complete = orders_complete(board, OrdersComplete(command.commander))
    return Receipt(complete.summary + (f", {changed} changed" if changed else ", nothing changed"), tuple(lines))


@action("orders together", HandInForms)
def hand_in_forms(board: Board, command: HandInForms, dice: Dice) -> Receipt:
    """Take the form of each commander in turn (umpire 1.14). Raises BadInput if there are none, or two of one
    commander.
    """
    names = [form.commander for form in command.forms]
    if not names:
        raise BadInput("no commander was named. Name the commanders whose orders you hand in")
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise BadInput(f"the form of {twice} was handed in twice. Hand in one form for each commander")
    receipts = [hand_in_orders(board, form, dice) for form in command.forms]
    lines = [line for receipt in receipts for line in (receipt.summary, *(f"  {text}" for text in receipt.lines))]
    changed = sum(form.changes for form in command.forms)
    return Receipt(
        f"Orders of {counted(len(names), 'commander')} for day {board.moment.day} are complete, "
        + (f"{changed} changed" if changed else "nothing changed"),
        tuple(lines),
    )


def _further(board: Board, commander: str, order: Further, dice: Dice) -> list[str]:
    """Carry out one other command of a form, and return its lines. Raises Refused for a unit outside the commander's
    authority.
    """
    army = load_army(board)
    leader = commander_named(army, commander)
    unit = unit_named(army, addressee(order), leader.side_id)
    require_order(army, leader, unit)
    try:
        receipt = REGISTER.carry_out(board, order, dice)
    except Refused as refusal:  # of many lines, the one that cannot be taken
        if type(refusal) not in (Refused, NotFound) or unit.name in str(refusal):
            raise
        raise type(refusal)(f"{unit.name}: {refusal}") from refusal
    return [receipt.summary, *(f"  {line}" for line in receipt.lines)]
