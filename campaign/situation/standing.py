"""Standing orders: the order in force for each unit in a given turn (umpire 1.14).

The order of a battalion is the latest one that has begun among its own, its command's and those of the formations
above; of two given for the same turn the nearest to it counts; without any it holds. An order that the scenario has for
a later turn is never carried out over an order that a person has given: that stands until a person changes it. The
headquarters of a division, corps or army follows its commands (umpire 1.2) unless it has an order of its own, or its
formation is to withdraw. A battalion at an engineering task holds, in place of moving (OB-ENG-02), until an order that
takes effect later makes it march; the scenario's orders for later turns do not. The orders of a staff (umpire 1.23)
stand like the scenario's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from campaign.model import Battalion, EngineeringTask, Formation, Order
from campaign.situation.army import Army
from campaign.terms.forces import Level
from campaign.terms.state import OrderKind
from campaign.terms.time import Moment, moment_of
from campaign.values import dataclass, field

SCENARIO = "the scenario"
"""Source of the opening orders."""
DOCTRINE = "the doctrine of the day"
"""Source of the orders for commanders without a player in automatic play (``campaign.play``); orders of a person come
before them."""
PROGRAM = "the program"
"""Source of the orders for commanders that the program plays; they replace earlier orders of a person."""
LAPSED = "the program, since its goal was lost"
"""Source of the order to hold in place of a lapsed one that nobody in person had given."""
STAFF = "the staff"
"""Source of the orders of a course that a staff has weighed and chosen: they stand until they are carried out, like the
scenario's."""
STAFF_BOLD = "the staff, at any odds"
"""Source of its attacks, which take place whatever the odds are when the enemy is met: they were weighed before."""
ORDER_IT = "campaign march, attack, hold or withdraw UNIT"
"""How an order in force is changed that no person gave."""
BY_DOCTRINE = frozenset({DOCTRINE, PROGRAM})
BY_STAFF = frozenset({STAFF, STAFF_BOLD})
GIVEN_AHEAD = frozenset({SCENARIO, *BY_STAFF})
"""Sources of orders for later turns, which a person's order sets aside."""
NOBODY_IN_PERSON = frozenset({LAPSED, *GIVEN_AHEAD, *BY_DOCTRINE})


@dataclass(frozen=True, slots=True)
class Standing:
    """The order in force for one unit: the kind, the goal, the places on the way, and the row it comes from (None: by
    default).

    ``task``: the engineering task it holds for, or is on its way to.
    """

    kind: OrderKind
    to: int | None = None
    via: tuple[int, ...] = ()
    order: Order | None = None
    task: EngineeringTask | None = None

    def overtakes(self, task: EngineeringTask) -> bool:
        """Return whether this order, given for a later turn than the task, takes the battalion away from it. The orders
        of the scenario and of a staff for later turns do not.
        """
        order = self.order
        return (
            order is not None
            and order.given_by not in GIVEN_AHEAD
            and self.kind is not OrderKind.HOLD
            and (order.day, order.turn) > (task.begun_day, task.begun_turn)
        )


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """The latest begun order of every formation and battalion, by id."""

    army: Army
    formations: dict[int, Order]
    battalions: dict[int, Order]
    tasks: dict[int, EngineeringTask] = field(default_factory=dict)
    """Engineering tasks in hand, by id of the battalion that does them."""

    def of_formation(self, formation: Formation) -> Order | None:
        """Return the order in force among those to the formation and to the ones above it."""
        return in_force(self._above(formation.id))

    def _above(self, formation: int) -> list[Order]:
        """Return the orders of the formation and those above it, the nearest first."""
        return [self.formations[f.id] for f in self.army.chain(formation) if f.id in self.formations]

    def of(self, battalion: Battalion) -> Standing:
        """Return what this battalion does this turn, including a task at which it works."""
        ordered, task = self.ordered(battalion), self.tasks.get(battalion.id)
        return ordered if task is None or ordered.overtakes(task) else Standing(OrderKind.HOLD, task=task)

    def ordered(self, battalion: Battalion) -> Standing:
        """Return the order of a battalion, without regard to a task."""
        direct = self.battalions.get(battalion.id)
        order = in_force([*([direct] if direct is not None else []), *self._above(battalion.present_id)])
        if order is not None and order is direct:
            return _standing(direct)
        if battalion.headquarters_of_id is not None:
            headed = self.army.formations[battalion.headquarters_of_id]
            if headed.level is not Level.COMMAND:
                return (
                    _standing(order)
                    if order is not None and order.kind is OrderKind.WITHDRAW
                    else Standing(OrderKind.FOLLOW)
                )
        return _standing(order) if order is not None else Standing(OrderKind.HOLD)


def in_force(orders: Sequence[Order]) -> Order | None:
    """Return the latest of these orders, the nearest of one turn; later ones of the scenario and of automatic play give
    way to any given by a person.
    """
    if len(orders) <= 1:
        return next(iter(orders), None)
    moment = max((begins(order) for order in orders if is_in_person(order)), default=None)
    counting = [
        order
        for order in orders
        if moment is None or is_in_person(order) or order.given_by == PROGRAM or begins(order) <= moment
    ]
    return max(counting, key=begins, default=None)


def holds_for_want_of_orders(order: Order) -> bool:
    """Return whether this is the order to hold of a commander who sent none in time (setting ``orders.missing``). The
    program writes it without an aim; every order of its doctrine has one.
    """
    return order.given_by == PROGRAM and order.kind is OrderKind.HOLD and not order.aim


def is_in_person(order: Order) -> bool:
    """Return whether a player or the umpire gave the order."""
    return order.given_by not in NOBODY_IN_PERSON


def is_bold(order: Order | None) -> bool:
    """Return whether an attack takes place at any odds: a person gave it, or a staff that has weighed it."""
    return order is not None and (is_in_person(order) or order.given_by == STAFF_BOLD)


def begins(order: Order) -> Moment:
    """Return the turn with which an order begins."""
    return moment_of(order.day, order.turn)


def _standing(order: Order) -> Standing:
    return Standing(order.kind, order.to_id, tuple(order.via or ()), order)


def standing_orders(
    army: Army, orders: Iterable[Order], now: Moment, tasks: Iterable[EngineeringTask] = ()
) -> StandingOrders:
    """Return the orders in force at this moment, from all orders ever given; ``tasks`` are the engineering tasks in
    hand.
    """
    turn = (now.day, now.turn)
    begun = sorted((o for o in orders if (o.day, o.turn) <= turn), key=attrgetter("day", "turn", "id"))
    return StandingOrders(
        army,
        {o.formation_id: o for o in begun if o.formation_id is not None},
        {o.battalion_id: o for o in begun if o.battalion_id is not None},
        {t.battalion_id: t for t in tasks if (t.begun_day, t.begun_turn) <= turn},
    )
