"""Orders to march or withdraw to a place that the enemy has taken: they lapse, or the commander who gave them is
asked (umpire 1.14).

lapse(today, changes)      after places have changed hands
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.actions.places import Changes
from campaign.model import Battalion, Formation, Order
from campaign.situation.army import formation_of
from campaign.situation.clock import last_moment
from campaign.situation.standing import BY_DOCTRINE, LAPSED, ORDER_IT, StandingOrders, is_in_person, standing_orders
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import News, OrderKind
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.words.proposal import Proposal

_GOES_TO_OWN = frozenset({OrderKind.MARCH, OrderKind.WITHDRAW})
"""Orders whose goal is a place of the own side; an attack seeks a place of the enemy."""


def lapse(today: DayContext, changes: Changes) -> None:
    """End the orders to march or withdraw to a place that its side has just lost. In place of an order of the scenario
    or of automatic play the troops hold where they are, and their commander is free to order them; a person's order
    stands, and the person is told.
    """
    lost = {
        place.id: side
        for side, places in changes.lost.items()
        for place in places
        if place.owner_id not in (None, side)
    }
    if not lost or today.now >= last_moment(today.board):
        return
    given, tasks = today.board.rows(Order), tasks_in_hand(today.board)
    orders = standing_orders(today.army, given, today.now, tasks)
    duties = standing_orders(today.army, (o for o in given if o.given_by not in BY_DOCTRINE), today.now, tasks)
    for order, unit in dict.fromkeys((*_given(today, orders), *_given(today, duties))):
        if order.kind in _GOES_TO_OWN and order.to_id in lost and lost[order.to_id] == unit.side_id:
            under = [b for b in _under(today, unit) if _is_under(b, order, orders, duties)]
            if marching := [b for b in under if b.place_id != order.to_id]:
                _end(today, order, unit, marching)


def _is_under(battalion: Battalion, order: Order, orders: StandingOrders, duties: StandingOrders) -> bool:
    """Return whether a battalion carries an order out, or would come back to it from a rest or a halt that the program
    has ordered.
    """
    standing = orders.ordered(battalion)
    if standing.order is order:
        return True
    comes_back = standing.kind in (OrderKind.WITHDRAW, OrderKind.HOLD) and duties.ordered(battalion).order is order
    return comes_back and standing.order is not None and standing.order.given_by in BY_DOCTRINE


def _given(today: DayContext, orders: StandingOrders) -> Iterator[tuple[Order, Formation | Battalion]]:
    yield from ((order, today.army.formations[ident]) for ident, order in sorted(orders.formations.items()))
    yield from ((order, today.army.battalions[ident]) for ident, order in sorted(orders.battalions.items()))


def _under(today: DayContext, unit: Formation | Battalion) -> list[Battalion]:
    battalions = [unit] if isinstance(unit, Battalion) else today.army.battalions_under(unit.id)
    return [battalion for battalion in battalions if battalion.on_map]


def _end(today: DayContext, order: Order, unit: Formation | Battalion, marching: list[Battalion]) -> None:
    """Tell that the goal of an order is lost, and let the order lapse unless a person gave it."""
    place, since = today.theatre.spot(order.to_id or 0).name, today.now.plus(1)
    names = unit.name if isinstance(unit, Battalion) else f"{unit.name} ({listing(b.short for b in marching)})"
    if _has_order(today, order.key, since):
        return  # the next order of the scenario comes anyway
    news = ""
    if is_in_person(order):
        words = f"{names}: the order to {order.kind} to {place} stands, though the enemy has taken {place}"
        tree = today.army.chain(formation_of(unit))
        for commander in today.army.commanders.values():
            commander.to_ask = commander.to_ask or commander.formation_id in {formation.id for formation in tree}
    else:
        words = (
            f"{names}: the order to {order.kind} to {place} lapses, since the enemy has taken {place}; the troops hold"
        )
        hold = Proposal("hold", by_rule(f"the enemy has taken {place}", "umpire 1.14"), ORDER_IT)
        news = f"{names}: the order to {order.kind} to {place} lapses. {hold.by_default}"
        today.board.make(
            Order,
            key=order.key,
            day=since.day,
            turn=since.turn,
            kind=OrderKind.HOLD,
            formation_id=order.formation_id,
            battalion_id=order.battalion_id,
            via=[],
            given_by=LAPSED,
        )
    today.lines.append(news or by_rule(words, "umpire 1.14"))
    battalion, formation = (unit.id, None) if isinstance(unit, Battalion) else (None, unit.id)
    note(today.board, f"{words}.", side=unit.side_id, battalion=battalion, formation=formation, news=News.ORDER)


def _has_order(today: DayContext, key: str, since: Moment) -> bool:
    """Return whether the unit already has an order of that turn."""
    return any((o.day, o.turn) == (since.day, since.turn) for o in today.board.rows(Order, Order.key == key))
