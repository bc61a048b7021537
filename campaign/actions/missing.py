"""Commanders without orders for the day when the clock runs on (umpire 1.14, ``orders.missing``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.actions.day_context import DayContext
from campaign.actions.orders import put_orders
from campaign.model import Commander, Formation, Order
from campaign.situation.standing import PROGRAM, begins, standing_orders
from campaign.terms.state import OrderKind
from campaign.terms.words import listed, listing


def missing_orders(today: DayContext) -> None:
    """Treat commanders without orders as the club has agreed, and tell the umpire which."""
    late, policy = today.leading.missing, today.book.word("orders.missing")
    if not late:
        return
    if policy == "hold":  # written without an aim: ``situation.standing.holds_for_want_of_orders`` tells it by that
        commands = list(_without_orders(today, late))
        put_orders(today.board, today.army, commands, OrderKind.HOLD, None, (), PROGRAM, "")
        holding = listing(command.name for command in commands)
        outcome = f"{holding} hold" if commands else "all their units hold or have orders"
    else:
        outcome = "their earlier orders stay in force" if policy == "stand" else "the program leads them today"
    names = listed([commander.name for commander in late])
    today.say(f"No orders from {names}: {outcome}", "umpire 1.14")


def _without_orders(today: DayContext, late: Sequence[Commander]) -> Iterator[Formation]:
    """Yield the commands of these commanders that an older order would move and that have no order of this day."""
    army, orders = today.army, today.board.rows(Order)
    led = {commander.formation_id: commander for commander in army.commanders.values()}
    standing = standing_orders(army, orders, today.now)
    ordered_today = {order.key for order in orders if begins(order).day == today.now.day}
    for formation in army.formations.values():
        chain = army.chain(formation.id)
        commander = next((led[above.id] for above in chain if above.id in led), None)
        if commander not in late or not ordered_today.isdisjoint(f"formation:{above.key}" for above in chain):
            continue
        in_play = (b for b in army.present[formation.id] if b.state.is_in_play and b.headquarters_of_id is None)
        if any(standing.ordered(battalion).kind is not OrderKind.HOLD for battalion in in_play):
            yield formation
