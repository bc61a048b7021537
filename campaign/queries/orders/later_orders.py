"""Orders that have been given already and begin with a later turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.model import Battalion, Formation, Order
from campaign.queries.common.outlook import Outlook
from campaign.queries.common.symbols import order_words
from campaign.situation.army import formation_of
from campaign.situation.clock import next_movement
from campaign.situation.standing import SCENARIO, begins
from campaign.terms.time import Moment


def own_later(outlook: Outlook, unit: Formation | Battalion) -> list[Order]:
    """Return the orders for later turns that were given to this unit itself."""
    return [order for order in outlook.coming if _is_to(order, unit)]


def carried_out(outlook: Outlook, unit: Formation | Battalion, orders: Iterable[Order]) -> list[Order]:
    """Return those of the given orders that the unit will follow."""
    return [order for order in orders if _ordered_at(outlook, unit, begins(order)) is order]


def all_later(outlook: Outlook, unit: Formation | Battalion) -> list[Order]:
    """Return all orders for later turns that the unit will follow: its own, and those to formations above it unless a
    lower formation or the unit has an order for the same turn.
    """
    orders: list[Order] = []
    coming = outlook.coming
    for moment in sorted({begins(o) for o in coming}):
        order = _ordered_at(outlook, unit, moment)
        if order is not None and begins(order) == moment:
            orders.append(order)
    return orders


def set_aside(outlook: Outlook, unit: Formation | Battalion) -> tuple[str, ...]:
    """Return the scenario's orders for the unit or a formation above it that are not carried out, because an order
    given by a person stands.

    ``not while its own order stands: from 1.2 attack Halfaya Pass, top (22nd Guards Brigade Group)``
    """
    chain = outlook.army.chain(formation_of(unit))
    above = {formation.id: formation for formation in chain}
    lines = []
    for order in sorted(
        (o for o in outlook.given if o.given_by == SCENARIO and (_is_to(o, unit) or o.formation_id in above)),
        key=begins,
    ):
        instead = _ordered_at(outlook, unit, begins(order))
        if instead is None or instead.given_by == SCENARIO or begins(instead) >= begins(order):
            continue
        if _is_to(instead, unit) == _is_to(order, unit) or not _still_stands(outlook, unit, instead):
            continue
        later = f"from turn {begins(order)} ({order_words(outlook, order)})"
        lines.append(
            f"does not obey its own order {later} while the order to {_name(outlook, above, instead)} is in force"
            if _is_to(order, unit)
            else (
                f"does not obey the order to {_name(outlook, above, order)} {later} as long as it has this order of its"
                " own"
            )
        )
    return tuple(lines)


def _is_to(order: Order, unit: Formation | Battalion) -> bool:
    return order.formation_id == unit.id if isinstance(unit, Formation) else order.battalion_id == unit.id


def _short(outlook: Outlook, formation: Formation) -> str:
    return formation.short if outlook.knowledge.may_name(formation) else ""


def _name(outlook: Outlook, above: dict[int, Formation], order: Order) -> str:
    return (_short(outlook, above[order.formation_id]) if order.formation_id in above else "") or "its command"


def _ordered_at(outlook: Outlook, unit: Formation | Battalion, moment: Moment) -> Order | None:
    """Return the order of the unit in that turn."""
    orders = outlook.orders_at(moment)
    return orders.of_formation(unit) if isinstance(unit, Formation) else orders.ordered(unit).order


def _still_stands(outlook: Outlook, unit: Formation | Battalion, order: Order) -> bool:
    """Return whether the unit has that order now, or will have it."""
    return (
        begins(order) > next_movement(outlook.board)
        or _ordered_at(outlook, unit, next_movement(outlook.board)) is order
    )


def brief(outlook: Outlook, orders: Iterable[Order]) -> tuple[str, ...]:
    """Return orders in short words for an order form: ``from 1.2 (04:00): attack Halfaya Pass, top``."""
    return tuple(_brief(outlook, order) for order in orders)


def in_full(outlook: Outlook, orders: Iterable[Order], subject: Formation | Battalion) -> tuple[str, ...]:
    """Return orders in words with aim, objective and limit, and to whom each was given if that is not ``subject``."""
    return tuple(_in_full(outlook, order, subject) for order in orders)


def _brief(outlook: Outlook, order: Order) -> str:
    moment = begins(order)
    start = outlook.calendar.begins(moment)
    clock = f"{start:%H:%M}" if moment.day == outlook.moment.day else f"{start.day} {start:%B %H:%M}"
    return f"from {moment} ({clock}): {order_words(outlook, order)}"


def _in_full(outlook: Outlook, order: Order, subject: Formation | Battalion) -> str:
    parts = [_brief(outlook, order), *_extras(outlook, order)]
    above = order.formation_id if not (isinstance(subject, Formation) and order.formation_id == subject.id) else None
    if above is not None and (name := outlook.knowledge.name_of(outlook.army.formations[above])):
        parts.append(f"given to {name}")
    return "; ".join(parts)


def limit_words(outlook: Outlook, order: Order) -> str:
    """Return an order's limit: the place that its commanders do not pass, and what was written."""
    place = "" if order.not_beyond_id is None else f"not beyond {outlook.places[order.not_beyond_id].name}"
    return "; ".join(filter(None, (place, order.limit)))


def _extras(outlook: Outlook, order: Order) -> Sequence[str]:
    limit = limit_words(outlook, order)
    return [
        f"{word}: {text.rstrip('.')}"
        for word, text in (("aim", order.aim), ("objective", order.objective), ("limit", limit))
        if text
    ]
