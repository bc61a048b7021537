"""Notes to a commander on how an order to a formation changes the orders of units below it."""

from __future__ import annotations

from collections.abc import Callable

from campaign.journal.board import Board
from campaign.model import Battalion, Formation, Order
from campaign.situation.army import Army
from campaign.situation.standing import SCENARIO, begins
from campaign.terms.words import listing


def orders_below(
    board: Board, army: Army, unit: Formation | Battalion, order: Order, words: Callable[[Order], str]
) -> tuple[str, ...]:
    """Return notes on an order to a formation: units whose own orders it replaces, units that keep an order of that
    turn, and units whose later orders it bars.
    """
    if not isinstance(unit, Formation):
        return ()
    under = {b.id: b for b in army.battalions_under(unit.id) if b.on_map}
    formations = {i: army.formations[i] for i in army.tree_ids(unit.id) if i != unit.id}
    now = begins(order)
    rows = [o for o in board.rows(Order) if o.battalion_id in under or o.formation_id in formations]
    latest = {o.key: o for o in sorted((o for o in rows if begins(o) <= now), key=begins)}
    names = {
        o.key: under[o.battalion_id].name if o.battalion_id in under else formations[o.formation_id or 0].name
        for o in rows
    }
    differing = [o for o in latest.values() if (o.kind, o.to_id) != (order.kind, order.to_id)]
    ended = [f"{names[o.key]} ({words(o)})" for o in differing if begins(o) < now]
    kept = [f"{names[o.key]} ({words(o)})" for o in differing if begins(o) == now]
    barred = [
        f"{names[o.key]} (from turn {begins(o)} {words(o)})" for o in rows if o.given_by == SCENARIO and begins(o) > now
    ]
    lines = [f"replaces earlier orders to {listing(ended)}"] if ended else []
    lines += [f"orders of their own for turn {now} stay in force: {listing(kept)}"] if kept else []
    lines += (
        [f"while this order stands, later orders of the scenario are not carried out: {listing(barred)}"]
        if barred
        else []
    )
    return tuple(lines)
