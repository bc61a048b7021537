"""The march that an order makes on an empty road: turn by turn as the turn itself marches (umpire 1.1), over the
country that its side knows, without an enemy and without the columns of others.

    march_alone(board, army, order, country, troops) -> LoneMarch of each battalion

The plans and the march are those of the turn (``situation.marching``, ``theatre.march``), carried out on copies of the
battalions, so that a forecast and the march agree as long as nothing interferes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaign.journal.board import Board
from campaign.model import Battalion, Order
from campaign.rows.row import copied
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import Army, position_of, put
from campaign.situation.clock import last_moment, next_movement
from campaign.situation.conditions import Conditions, conditions_at, rulebook_of
from campaign.situation.marching import Plan, plans, tick_off
from campaign.situation.passages import Country
from campaign.situation.reactions import held_back
from campaign.situation.standing import StandingOrders, begins, standing_orders
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind
from campaign.terms.time import Moment
from campaign.theatre.legs import Leg
from campaign.theatre.march import march
from campaign.theatre.marchers import Halt, Marched, Marcher
from campaign.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Stint:
    """One turn of a battalion's march: the legs that it covers, how it ends, and how many seconds into the turn."""

    moment: Moment
    marched: Marched
    legs: tuple[Leg, ...]
    ended_s: int
    trouble: str = ""


@dataclass(slots=True)
class LoneMarch:
    """The march of one battalion: its position as the order begins, and its turns until its end."""

    battalion: Battalion
    start: Position
    goal: Position | None
    """The place that the order names; None for a withdrawal without one."""
    stints: list[Stint] = field(default_factory=list)

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The legs of all turns, those along one road in one piece."""
        joined: list[Leg] = []
        for leg in (leg for stint in self.stints for leg in stint.legs):
            if joined and joined[-1].road == leg.road and joined[-1].to_m == leg.from_m:
                joined[-1] = replace(joined[-1], to_m=leg.to_m)
            else:
                joined.append(leg)
        return tuple(joined)

    @property
    def last_position(self) -> Position:
        return self.stints[-1].marched.end if self.stints else self.start

    @property
    def has_arrived(self) -> bool:
        """True if the march reaches its goal before the campaign ends."""
        if self.goal is not None:
            return self.last_position == self.goal
        return bool(self.stints) and self.stints[-1].marched.halt is Halt.ARRIVED

    @property
    def metres(self) -> float:
        """The stated length of the march."""
        return sum(leg.length_m for leg in self.legs)


@dataclass(frozen=True)
class Troops:
    """The battalions that carry an order out, the seconds into its first turn at which it reaches them, and enemies
    that stand where they were seen.
    """

    battalions: Sequence[Battalion]
    delay_seconds: int = 0
    enemies: Sequence[Marcher] = ()


def march_alone(
    board: Board, army: Army, order: Order, country: Country, troops: Troops, given: Sequence[Order]
) -> dict[int, LoneMarch]:
    """Return the march of each battalion under this order, by id. ``given``: the orders given so far, which are
    followed until this one begins.
    """
    waits = begins(order) > next_movement(board)
    back = (order.kind is OrderKind.WITHDRAW and order.to_id is None) or waits
    empty_road = _EmptyRoad(board, army, country, troops, given, goes_to_headquarters=back)
    empty_road.follow_until(begins(order))
    return empty_road.carry_out(order)


class _EmptyRoad:
    """The map with these battalions alone on it, as copies that may be moved."""

    def __init__(
        self,
        board: Board,
        army: Army,
        country: Country,
        troops: Troops,
        given: Sequence[Order],
        *,
        goes_to_headquarters: bool,
    ) -> None:
        self.board, self.country, self.troops, self.given = board, country, troops, given
        self.book: Rulebook = rulebook_of(board)
        self.copies = {b.id: copied(b, resting=False) for b in troops.battalions}
        sides = {b.side_id for b in troops.battalions}
        heads = [b for b in army.headquarters.values() if b.on_map and b.side_id in sides and goes_to_headquarters]
        beside = {b.id: copied(b) for b in heads}
        self.army = Army(army.sides, army.nations, army.formations, beside | self.copies, army.commanders, army.today)
        self._by_turn: dict[Moment, Conditions] = {}

    def follow_until(self, since: Moment) -> None:
        """Carry out the orders that stand until the given turn."""
        for moment in _moments(next_movement(self.board), since):
            orders = standing_orders(self.army, self.given, moment)
            planned = self._planned(orders, moment)
            self._marched([plan for plan in planned if plan.battalion.id in self.copies], moment, ())

    def carry_out(self, order: Order) -> dict[int, LoneMarch]:
        """Carry out an order from its first turn until no unit goes on."""
        goal = None if order.to_id is None else AtPlace(order.to_id)
        marches = {
            ident: LoneMarch(battalion, position, goal)
            for ident, battalion in ((b.id, b) for b in self.troops.battalions)
            if (position := position_of(self.copies[ident])) is not None
        }
        orders = StandingOrders(self.army, {}, dict.fromkeys(self.copies, order))
        for moment in _moments(begins(order), last_moment(self.board).plus(1)):
            planned = [plan for plan in self._planned(orders, moment) if plan.battalion.id in self.copies]
            if moment == begins(order) and self.troops.delay_seconds:
                planned = self._as_it_arrives(order, planned, moment)
            before = {plan.battalion.id: plan for plan in planned}
            turn = self._marched(planned, moment, self.troops.enemies)
            for ident, marched in turn.items():
                if ident in marches and (marched.has_moved or before[ident].trouble):
                    marcher = before[ident].marcher
                    legs = tuple(_covered(marcher.legs, marched.metres))
                    ended_s = marched.seconds + marcher.delay_seconds
                    marches[ident].stints.append(Stint(moment, marched, legs, ended_s, before[ident].trouble))
            is_still = not any(marched.has_moved for marched in turn.values())
            if is_still or (goal is not None and all(march.has_arrived for march in marches.values())):
                break
        return marches

    def _planned(self, orders: StandingOrders, moment: Moment) -> list[Plan]:
        return plans(
            self.army,
            self.country.theatre,
            orders,
            self._conditions(moment),
            self.book,
            held={},
            passages=self.country.passages,
        )

    def _as_it_arrives(self, order: Order, planned: list[Plan], moment: Moment) -> list[Plan]:
        """Return the plans of the first turn, in which the earlier order stands until the new one arrives."""
        earlier = standing_orders(self.army, [o for o in self.given if begins(o) < moment], moment)
        before = {plan.battalion.id: plan for plan in self._planned(earlier, moment)}
        return held_back(self.country.theatre, planned, before, {order.id: self.troops.delay_seconds}, moment)

    def _marched(self, planned: Sequence[Plan], moment: Moment, enemies: Sequence[Marcher]) -> Mapping[int, Marched]:
        """March one turn, and put the copies down where they end up."""
        marchers = [*(plan.marcher for plan in planned), *enemies]
        turn = march(self.country.theatre, marchers, self._conditions(moment).sight)
        result = {}
        for plan in planned:
            battalion, marched = plan.battalion, turn.units[plan.battalion.id]
            result[battalion.id] = marched
            if marched.has_moved:
                begun_at = [battalion.place_id] if battalion.place_id is not None else []
                tick_off(battalion, plan.standing, [*begun_at, *(p.place for p in marched.passed)])
                put(battalion, marched.end)
        return result

    def _conditions(self, moment: Moment) -> Conditions:
        if moment not in self._by_turn:
            self._by_turn[moment] = conditions_at(self.board, moment, self.book)
        return self._by_turn[moment]


def _moments(first: Moment, after: Moment) -> Iterator[Moment]:
    """Yield the turns from the first up to the one before the last named."""
    for index in range(first.index, after.index):
        yield Moment.at(index)


def _covered(legs: Sequence[Leg], metres: float) -> Iterator[Leg]:
    """Yield the first metres of a march, to the whole metre."""
    remaining = metres
    for leg in legs:
        if remaining <= 0:
            return
        if leg.length_m <= remaining:
            yield leg
        else:
            yield replace(leg, to_m=leg.from_m + (remaining if leg.to_m > leg.from_m else -remaining))
        remaining -= leg.length_m


def is_a_march(kind: OrderKind) -> bool:
    """Return whether an order of this kind sends a unit anywhere."""
    return kind in (OrderKind.MARCH, OrderKind.ATTACK, OrderKind.WITHDRAW)
