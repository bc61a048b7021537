"""Notes to a commander on how an order changes other orders: what it cancels, what replaces it later, and the orders of
units below a formation. They stand on its receipt, and before it is given in its preview.

    opening_orders(board, unit, since)     the scenario's later orders to the unit, which the order cancels
    cancelled_words(places, orders)        the same in words
    what_comes_later(...)                  what will replace it, and what it does not follow
    orders_below(...)                      orders of units below a formation
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from campaign.journal.board import Board
from campaign.model import Battalion, Formation, Order, Place
from campaign.situation.army import Army
from campaign.situation.clock import last_moment
from campaign.situation.standing import BY_STAFF, GIVEN_AHEAD, begins
from campaign.terms.state import OrderKind
from campaign.terms.time import Moment
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
        f"{names[o.key]} (from turn {begins(o)} {words(o)})"
        for o in rows
        if o.given_by in GIVEN_AHEAD and begins(o) > now
    ]
    lines = [f"replaces earlier orders to {listing(ended)}"] if ended else []
    lines += [f"these units keep their own orders in turn {now}: {listing(kept)}"] if kept else []
    lines += (
        [f"while this order is in force, later orders of the scenario are not carried out: {listing(barred)}"]
        if barred
        else []
    )
    return tuple(lines)


def opening_orders(board: Board, unit: Formation | Battalion, since: Moment) -> list[Order]:
    """Return the scenario's and a staff's orders to a unit for turns after ``since``: a player's order to the unit
    cancels them.
    """
    return [o for o in _orders_to(board, unit) if begins(o) > since and o.given_by in GIVEN_AHEAD]


def cancelled_words(places: Iterable[Place], orders: Iterable[Order]) -> tuple[str, ...]:
    """Return in words that the orders of the scenario or of a staff are cancelled."""
    return tuple(f"cancels {_givers(o)} order for turn {begins(o)}: {words_of(places, o)}" for o in orders)


def what_comes_later(
    board: Board,
    army: Army,
    places: Iterable[Place],
    unit: Formation | Battalion,
    since: Moment,
    name: Callable[[Formation | Battalion], str] = lambda subject: subject.name,
) -> tuple[str, ...]:
    """Return notes on the next order that will replace this one, given to the unit or a formation above it; opening
    orders of the scenario to those above do not count (umpire 1.14). ``name``: the name of a unit for the reader.
    """
    above = army.chain(unit.id)[1:] if isinstance(unit, Formation) else army.chain(unit.present_id)
    coming = sorted(
        ((o, s) for s in (unit, *above) for o in _orders_to(board, s) if begins(o) > since), key=lambda c: begins(c[0])
    )
    orders_by_subject = [(order, subject) for order, subject in coming if order.given_by not in GIVEN_AHEAD]
    until = begins(orders_by_subject[0][0]) if orders_by_subject else last_moment(board).plus(1)
    texts = [
        f"this order stays in force when {_givers(order)} order to {name(subject)} begins in turn {begins(order)}:"
        f" {words_of(places, order)}. For this unit to take part, give it the same order"
        for order, subject in coming
        if order.given_by in GIVEN_AHEAD and subject is not unit and begins(order) < until
    ]
    texts += [
        f"from turn {begins(o)} on the order to {name(s)} replaces this one: {words_of(places, o)}"
        for o, s in orders_by_subject[:1]
    ]
    return tuple(texts)


def _givers(order: Order) -> str:
    return "the staff's" if order.given_by in BY_STAFF else "the scenario's"


def words_of(places: Iterable[Place], order: Order) -> str:
    """Return an order in words, with its way: ``march to Musaid by way of Sollum``."""
    places = tuple(places)
    to = next((place.name for place in places if place.id == order.to_id), "")
    toward = "to " if to and order.kind in (OrderKind.MARCH, OrderKind.WITHDRAW) else ""
    return f"{order.kind} {toward}{to}".strip() + words_of_way(places, tuple(order.via or ()))


def words_of_way(places: Iterable[Place], via: tuple[int, ...]) -> str:
    """Return the places on the way in words: `` by way of Sollum``; empty without any."""
    names = {place.id: place.name for place in places}
    return f" by way of {', '.join(names[v] for v in via)}" if via else ""


def _orders_to(board: Board, unit: Formation | Battalion) -> list[Order]:
    return board.rows(Order, Order.key == f"{'battalion' if isinstance(unit, Battalion) else 'formation'}:{unit.key}")
