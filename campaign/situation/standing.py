"""Standing orders: who is to do what in a given turn (umpire 1.14).

The order of a battalion is its own latest one that has begun; else that of the formation it is with; else of those
above it; else hold. A headquarters without an order of its own, and whose formation has none, follows (umpire 1.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.model import Battalion, Formation, Order
from campaign.situation.army import Army
from campaign.terms.forces import Level
from campaign.terms.state import OrderKind
from campaign.terms.time import Moment


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands for one unit: the kind, where to, by way of what, and the row it comes from (None: by default)."""

    kind: OrderKind
    to: int | None = None
    via: tuple[int, ...] = ()
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """The latest begun order of every formation and battalion, by id."""

    army: Army
    formations: dict[int, Order]
    battalions: dict[int, Order]

    def of_formation(self, formation: Formation) -> Order | None:
        """The formation's own latest order, or the nearest superior's."""
        return next((self.formations[f.id] for f in self.army.chain(formation.id) if f.id in self.formations), None)

    def of(self, battalion: Battalion) -> Standing:
        """What this battalion is to do."""
        own = self.battalions.get(battalion.id)
        above = self.of_formation(self.army.formations[battalion.present_id])
        if own is not None and (above is None or (own.day, own.turn) >= (above.day, above.turn)):
            return _standing(own)
        if battalion.headquarters_of_id is not None:
            headed = self.army.formations[battalion.headquarters_of_id]
            if headed.level is not Level.COMMAND:
                order = self.formations.get(headed.id)
                return _standing(order) if order is not None else Standing(OrderKind.FOLLOW)
        return _standing(above) if above is not None else Standing(OrderKind.HOLD)


def _standing(order: Order) -> Standing:
    return Standing(order.kind, order.to_id, tuple(order.via or ()), order)


def standing_orders(army: Army, orders: Iterable[Order], now: Moment) -> StandingOrders:
    """What stands at this moment out of all orders ever given."""
    begun = sorted((o for o in orders if Moment(o.day, o.turn) <= now), key=lambda o: (o.day, o.turn, o.id))
    return StandingOrders(
        army,
        {o.formation_id: o for o in begun if o.formation_id is not None},
        {o.battalion_id: o for o in begun if o.battalion_id is not None},
    )
