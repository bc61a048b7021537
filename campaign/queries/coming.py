"""Orders that are given already and begin with a later turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.model import Battalion, Formation, Order
from campaign.queries.outlook import Outlook
from campaign.queries.symbols import order_words
from campaign.situation.clock import next_movement
from campaign.situation.standing import standing_orders
from campaign.terms.time import Moment


def later(outlook: Outlook) -> list[Order]:
    """Every order that begins after the next movement, in the order in which they begin."""
    next_turn = next_movement(outlook.desk)
    return sorted((o for o in outlook.given if moment_of(o) > next_turn), key=lambda o: (o.day, o.turn, o.id))


def moment_of(order: Order) -> Moment:
    """The turn with which an order begins."""
    return Moment(order.day, order.turn)


def own_later(outlook: Outlook, unit: Formation | Battalion) -> list[Order]:
    """Later orders to this very unit."""
    if isinstance(unit, Formation):
        return [o for o in later(outlook) if o.formation_id == unit.id]
    return [o for o in later(outlook) if o.battalion_id == unit.id]


def all_later(outlook: Outlook, unit: Formation | Battalion) -> list[Order]:
    """Later orders that the unit will follow: its own, and those to formations above it where no order of the same turn is nearer."""
    found: list[Order] = []
    coming = later(outlook)
    for moment in sorted({moment_of(o) for o in coming}):
        standing = standing_orders(outlook.army, outlook.given, moment)
        order = standing.of_formation(unit) if isinstance(unit, Formation) else standing.ordered(unit).order
        if order is not None and moment_of(order) == moment:
            found.append(order)
    return found


def brief(outlook: Outlook, orders: Iterable[Order]) -> tuple[str, ...]:
    """``from 1.2 (04:00): attack Halfaya Pass, top``: what a form has room for."""
    return tuple(_brief(outlook, order) for order in orders)


def in_full(outlook: Outlook, orders: Iterable[Order], subject: Formation | Battalion) -> tuple[str, ...]:
    """The same with aim, objective and limit, and to whom it was given, if it was not the unit itself."""
    return tuple(_in_full(outlook, order, subject) for order in orders)


def _brief(outlook: Outlook, order: Order) -> str:
    moment = moment_of(order)
    begins = outlook.calendar.begins(moment)
    clock = f"{begins:%H:%M}" if moment.day == outlook.moment.day else f"{begins.day} {begins:%B %H:%M}"
    return f"from {moment} ({clock}): {order_words(outlook, order)}"


def _in_full(outlook: Outlook, order: Order, subject: Formation | Battalion) -> str:
    parts = [_brief(outlook, order), *_extras(order)]
    above = order.formation_id if not (isinstance(subject, Formation) and order.formation_id == subject.id) else None
    if above is not None and (name := outlook.knowledge.name_of(outlook.army.formations[above])):
        parts.append(f"given to {name}")
    return "; ".join(parts)


def _extras(order: Order) -> Sequence[str]:
    return [
        f"{word}: {said.rstrip('.')}" for word, said in (("aim", order.aim), ("objective", order.objective), ("limit", order.limit)) if said
    ]
