"""Whole order forms, taken completely or not at all."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.actions.air_tasking import CancelAir, TaskAir, cancel_air, task_air
from campaign.actions.orders import GiveOrder, OrdersComplete, Rest, give_order, orders_complete, require_order, rest
from campaign.errors import BadInput
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Commander
from campaign.rules.common.dice import Dice
from campaign.situation.army import load_army
from campaign.situation.names import commander_named, unit_named
from campaign.terms.words import counted
from campaign.views.receipt import Receipt


@dataclass(frozen=True, slots=True)
class HandInOrders:
    """A commander's order form: its changes, line by line. ``more_to_come``: the orders are not complete yet.

    ``sorties`` and ``called_off``: air tasking, on the form of the highest commander of a side. ``rests``: who rests in
    reserve.
    """

    commander: str
    orders: tuple[GiveOrder, ...] = ()
    more_to_come: bool = False
    sorties: tuple[TaskAir, ...] = ()
    called_off: tuple[CancelAir, ...] = ()
    rests: tuple[Rest, ...] = ()


@action("orders", HandInOrders)
def hand_in_orders(board: Board, command: HandInOrders, dice: Dice) -> Receipt:
    """Take every line as an order of that commander; afterwards the commander's orders for the day are complete (umpire
    1.14).
    """
    lines: list[str] = []
    changed = len(command.orders) + len(command.called_off) + len(command.sorties) + len(command.rests)
    before = {commander.id: commander.ordered_day for commander in board.rows(Commander)}
    for order in command.orders:
        if order.commander not in ("", command.commander):
            raise BadInput(
                f"the form of {command.commander} holds an order by {order.commander}. Each commander hands in his"
                " own form"
            )
        signed_order = GiveOrder(
            unit=order.unit,
            kind=order.kind,
            to=order.to,
            via=order.via,
            aim=order.aim,
            objective=order.objective,
            limit=order.limit,
            since=order.since,
            commander=command.commander,
        )
        receipt = give_order(board, signed_order)
        lines += [receipt.summary, *(f"  {line}" for line in receipt.lines)]
    if command.rests:
        army = load_army(board)
        leader = commander_named(army, command.commander)
        for resting in command.rests:
            require_order(army, leader, unit_named(army, resting.unit, leader.side_id))
            lines.append(rest(board, resting).summary)
    lines += [cancel_air(board, cancelled).summary for cancelled in command.called_off]
    lines += [task_air(board, sortie).summary for sortie in command.sorties]
    if command.more_to_come:
        for commander in board.rows(Commander):
            commander.ordered_day = before[commander.id]
        return Receipt(f"{command.commander}: {counted(changed, 'order')} given", tuple(lines))
    complete = orders_complete(board, OrdersComplete(command.commander))
    return Receipt(complete.summary + (f", {changed} changed" if changed else ", nothing changed"), tuple(lines))
