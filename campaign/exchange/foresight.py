"""Warnings about the play of a scenario, as far as its files tell: units that begin among the enemy or out of supply,
that are sent or due where an enemy stands, or that their own aircraft would strike; an obstacle on the only road; a
victory out of reach.

warn_of_play(scenario, spots, book, faults)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cached_property

from campaign.exchange.faults import Faults, Spot, Spots
from campaign.exchange.points import outwards
from campaign.exchange.values import Battalion, Formation, Obstacle, Order, Road, Scenario, Side
from campaign.rules.common.rulebook import Rulebook
from campaign.terms.air import AirTask
from campaign.terms.forces import Engineers, Level
from campaign.terms.ground import ObstacleKind
from campaign.terms.state import OrderKind
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.values import dataclass

MOST_NAMES = 3
_MOVES = frozenset({OrderKind.MARCH, OrderKind.ATTACK, OrderKind.WITHDRAW})


def warn_of_play(scenario: Scenario, spots: Spots, book: Rulebook, faults: Faults) -> None:
    """Warn of what an author can know before the first turn."""
    start = _Start(scenario)
    _warn_of_neighbours(start, spots, faults)
    _warn_of_arrivals(start, spots, faults)
    _warn_of_orders(start, spots, faults)
    _warn_of_strikes(start, spots, book, faults)
    _warn_of_the_only_road(start, spots, book, faults)
    _warn_of_victory(start, spots, faults)
    if book.switch("use.supply"):
        _warn_of_supply(start, spots, faults)


@dataclass
class _Start:
    """The map and its troops as the campaign begins."""

    scenario: Scenario

    @cached_property
    def names(self) -> dict[str, str]:
        """Names of the places, by key."""
        return {place.key: place.name for place in self.scenario.places}

    @cached_property
    def at(self) -> dict[str, list[Battalion]]:
        """The battalions that begin at each place."""
        standing: defaultdict[str, list[Battalion]] = defaultdict(list)
        for battalion in self.scenario.battalions:
            if battalion.place is not None:
                standing[battalion.place].append(battalion)
        return standing

    @cached_property
    def on(self) -> dict[str, list[Battalion]]:
        """The battalions that begin on each road."""
        standing: defaultdict[str, list[Battalion]] = defaultdict(list)
        for battalion in self.scenario.battalions:
            if battalion.road is not None:
                standing[battalion.road].append(battalion)
        return standing

    @cached_property
    def roads(self) -> dict[str, list[Road]]:
        """The roads at each place."""
        meeting: defaultdict[str, list[Road]] = defaultdict(list)
        for road in self.scenario.roads:
            meeting[road.a].append(road)
            meeting[road.b].append(road)
        return meeting

    @cached_property
    def under(self) -> dict[str, frozenset[str]]:
        """The keys of each formation and of all below it, by its key."""
        below: defaultdict[str, set[str]] = defaultdict(set)
        above = {formation.key: formation.superior for formation in self.scenario.formations}
        for key in above:
            formation: str | None = key
            while formation is not None:
                below[formation].add(key)
                formation = above.get(formation)
        return {key: frozenset(keys) for key, keys in below.items()}

    def enemies_at(self, place: str, side: str) -> list[Battalion]:
        """Return the enemies of a side that begin at a place."""
        return [battalion for battalion in self.at.get(place, ()) if battalion.side != side]

    def of(self, order: Order) -> list[Battalion]:
        """Return the battalions to which an order is given."""
        if order.battalion is not None:
            return [b for b in self.scenario.battalions if b.key == order.battalion]
        under = self.under.get(order.formation or "", frozenset())
        return [b for b in self.scenario.battalions if (b.attached_to or b.organic) in under]

    def reached(
        self, places: Iterable[str], shunned: Collection[str] = (), closed: Collection[str] = ()
    ) -> dict[str, float]:
        """Return the places to which roads lead from these, with their metres; none through ``shunned`` places or over
        ``closed`` roads.
        """

        def steps(place: str) -> list[tuple[float, str]]:
            ends = ((road, road.b if road.a == place else road.a) for road in self.roads.get(place, ()))
            return [(float(road.length_m), end) for road, end in ends if road.key not in closed and end not in shunned]

        return {place: metres for metres, place, _ in outwards([(0.0, place) for place in places], steps)}


def _names(battalions: Iterable[Battalion]) -> str:
    return listing((battalion.name for battalion in battalions), MOST_NAMES)


def _km(metres: float) -> str:
    return f"{metres / 1000:.1f} km"


# who begins where ----------------------------------------------------------------------------------------------------
def _warn_of_neighbours(start: _Start, spots: Spots, faults: Faults) -> None:
    """Warn of units of two sides at one place, and of units in a place that belongs to an enemy."""
    owners = {place.key: place.owner for place in start.scenario.places}
    for place, battalions in start.at.items():
        by_side: defaultdict[str, list[Battalion]] = defaultdict(list)
        for battalion in battalions:
            by_side[battalion.side].append(battalion)
        spot, name, owner = spots.battalions(battalions[0].key), start.names[place], owners[place]
        if len(by_side) > 1:
            who = " and ".join(f"{_names(units)} of side {side}" for side, units in by_side.items())
            faults.warn(spot, f"enemies begin together at {name}: {who}. Move the units of one side to another place")
        elif owner is not None and owner not in by_side:
            side = next(iter(by_side))
            faults.warn(
                spot,
                f"{_names(battalions)} of side {side} begins at {name}, but this place belongs to {owner} "
                f"until the first turn ends. If {place} should belong to {side}, write 'owner: {side}' for it",
            )


def _warn_of_arrivals(start: _Start, spots: Spots, faults: Faults) -> None:
    """Warn of reinforcements due at a place where an enemy begins: they wait outside (umpire 1.4)."""
    due: defaultdict[tuple[str, str], list[Battalion]] = defaultdict(list)
    for battalion in start.scenario.battalions:
        if battalion.arrives is not None and start.enemies_at(battalion.arrives.at, battalion.side):
            due[battalion.arrives.at, battalion.side].append(battalion)
    for (place, side), battalions in due.items():
        enemies = start.enemies_at(place, side)
        faults.warn(
            spots.battalions(battalions[0].key),
            f"{_names(battalions)} is due at {start.names[place]}, where {_names(enemies)} of side "
            f"{enemies[0].side} begins. It waits off the map as long as an enemy is there"
            f"{_nearest_free(start, place, side)}",
        )


def _nearest_free(start: _Start, place: str, side: str) -> str:
    """Return words for the nearest place by road where no enemy of the side begins."""
    free = ((far, key) for key, far in start.reached([place]).items() if not start.enemies_at(key, side))
    nearest = min(free, default=None)
    return (
        f". The nearest place without enemies is {start.names[nearest[1]]}, {_km(nearest[0])} away" if nearest else ""
    )


# what they are sent to do --------------------------------------------------------------------------------------------
def _warn_of_orders(start: _Start, spots: Spots, faults: Faults) -> None:
    """Warn of orders for troops that have not arrived by then, and of marches to or by a place where an enemy begins
    and no other order of the side attacks it (OB-LOC-05).
    """
    landed = {task.battalion: task.moment for task in start.scenario.air_tasks if task.task == AirTask.LANDING}
    for order, spot in zip(start.scenario.orders, spots.orders, strict=True):
        battalions = start.of(order)
        subject = order.formation or order.battalion
        here = [b for b in battalions if not b.embarked and b.arrives is None]
        if battalions and not here:
            late = [landed[b.key] for b in battalions if b.key in landed]
            late += [_due(b) for b in battalions if b.arrives is not None]
            if not late:
                faults.warn(
                    spot,
                    f"the order for {subject} in turn {order.moment} has no effect, because no unit of "
                    f"{subject} arrives",
                )
            elif min(late) > order.moment:
                faults.warn(
                    spot,
                    f"the order for {subject} begins in turn {order.moment}, before the arrival in turn "
                    f"{min(late)}. The order takes effect from the arrival on",
                )
        if order.kind in (OrderKind.MARCH, OrderKind.WITHDRAW) and battalions:
            _warn_of_the_way(start, order, battalions[0].side, spot, faults)


def _due(battalion: Battalion) -> Moment:
    assert battalion.arrives is not None
    return Moment(battalion.arrives.day, battalion.arrives.turn)


def _places_of(order: Order) -> tuple[str, ...]:
    return (*order.via, *([order.to] if order.to is not None else []))


def _warn_of_the_way(start: _Start, order: Order, side: str, spot: Spot, faults: Faults) -> None:
    attacked = {
        place
        for other in start.scenario.orders
        if other.kind is OrderKind.ATTACK and other.moment.day <= order.moment.day
        for place in _places_of(other)
        if any(battalion.side == side for battalion in start.of(other)[:1])
    }
    for place in _places_of(order):
        enemies = start.enemies_at(place, side)
        if enemies and place not in attacked:
            faults.warn(
                spot,
                f"the order to {order.kind} leads to {start.names[place]}, where {_names(enemies)} of side "
                f"{enemies[0].side} begins. A march halts out of the enemy's sight. Order an attack, or "
                "choose another place",
            )


def _warn_of_strikes(start: _Start, spots: Spots, book: Rulebook, faults: Faults) -> None:
    """Warn of strikes at a place where the aircraft's own side begins and is not ordered away before."""
    sides = {group.key: group.side for group in start.scenario.air_groups}
    for task, spot in zip(start.scenario.air_tasks, spots.air_tasks, strict=True):
        if task.task != AirTask.STRIKE or task.place is None:
            continue
        leaving = {
            battalion.key
            for order in start.scenario.orders
            if order.kind in _MOVES and order.moment < task.moment and order.to != task.place
            for battalion in start.of(order)
        }
        own_troops = [b for b in start.at.get(task.place, ()) if b.side == sides[task.group] and b.key not in leaving]
        if own_troops:
            fate = (
                "the group is not sent while these troops are there (air.spare_own)"
                if book.switch("air.spare_own")
                else "the strike hits these troops too"
            )
            faults.warn(
                spot,
                f"{task.group} strikes {start.names[task.place]} in turn {task.moment}, where {_names(own_troops)} of "
                f"its own side begins. With this setting {fate}",
            )


# ground --------------------------------------------------------------------------------------------------------------
def _warn_of_the_only_road(start: _Start, spots: Spots, book: Rulebook, faults: Faults) -> None:
    """Warn of an obstacle on a road that has no way round it, with the units that can open a gap in it (OB-OBS-05)."""
    for road in start.scenario.roads:
        bars = [o for o in road.obstacles if not o.gapped and o.kind is not ObstacleKind.CRATERS]
        if bars and road.b not in start.reached([road.a], closed={road.key}):
            able = [b for b in start.scenario.battalions if b.engineers is not Engineers.NONE]
            who = (
                "; ".join(
                    f"side {side.key}: {_names(b for b in able if b.side == side.key)}"
                    for side in start.scenario.sides
                    if any(b.side == side.key for b in able)
                )
                or "nobody"
            )
            by = "when the column halts there" if book.switch("march.gaps") else "only when ordered to (march.gaps)"
            faults.warn(
                spots.roads(road.key),
                f"{_where(start, road, bars[0])} blocks the only road between {start.names[road.a]} and "
                f"{start.names[road.b]}. Engineers open a gap {by}. Units with engineers: {who}",
            )


def _where(start: _Start, road: Road, bar: Obstacle) -> str:
    return f"{bar.name or bar.kind}, {_km(bar.at_m)} from {start.names[road.a]},"


# the result ----------------------------------------------------------------------------------------------------------
def _warn_of_victory(start: _Start, spots: Spots, faults: Faults) -> None:
    """Warn of a victory level that needs more points than its side can score."""
    days = start.scenario.days
    most: defaultdict[str, int] = defaultdict(int)
    for objective in start.scenario.objectives:
        most[objective.side] += objective.points * (1 if objective.day is not None else days)
    for level, spot in zip(start.scenario.victory, spots.victory, strict=True):
        if level.side is not None and level.lead > most[level.side]:
            faults.warn(
                spot,
                f"side {level.side} cannot reach the victory level {level.name!r}. It needs a lead of "
                f"{level.lead} points, but the side's objectives give at most {most[level.side]} points in "
                f"{days} days",
            )


def _warn_of_supply(start: _Start, spots: Spots, faults: Faults) -> None:
    """Warn of a side no headquarters of which has an open road to its home edge as the campaign begins (OB-SUP-01,
    -03). An enemy on a road or at a place closes it.
    """
    for side in start.scenario.sides:
        heads = _heads(start, side)
        if not heads or not side.home_edges:
            continue
        enemies = [place for place in start.at if start.enemies_at(place, side.key)]
        closed = {road for road, units in start.on.items() if any(unit.side != side.key for unit in units)}
        behind = start.reached(heads, enemies, closed)
        if not behind.keys() & set(side.home_edges):
            faults.warn(spots.sides(side.key), _cut_off(start, side, heads, enemies, behind))


def _heads(start: _Start, side: Side) -> list[str]:
    """Return the places of a side's headquarters of corps or division at the start, or the ends of their roads."""
    high = {f.headquarters for f in start.scenario.formations if _is_high(f) and f.side == side.key}
    ends = {road.key: (road.a, road.b) for road in start.scenario.roads}
    places: list[str] = []
    for battalion in start.scenario.battalions:
        if battalion.key in high:
            places += [battalion.place] if battalion.place is not None else ends.get(battalion.road or "", ())
    return places


def _is_high(formation: Formation) -> bool:
    return formation.headquarters is not None and formation.level is not Level.COMMAND


def _cut_off(
    start: _Start, side: Side, heads: Collection[str], enemies: Collection[str], behind: dict[str, float]
) -> str:
    """Return why no formation of a side begins in supply, how far its home edge is, and which edge would do."""
    ways = start.reached(heads)
    edges = sorted((ways[edge], edge) for edge in side.home_edges if edge in ways)
    if not edges:
        return (
            f"no formation of side {side.key} begins in supply, because no road leads from its headquarters to a "
            "home edge"
        )
    far, edge = edges[0]
    there = start.at.get(edge, ())
    holders = [b for b in there if b.side != side.key] or [b for place in enemies for b in start.at[place]]
    ends = sorted((metres, place) for place, metres in behind.items() if len(start.roads.get(place, ())) == 1)
    better = f". {start.names[ends[0][1]]}, {_km(ends[0][0])} behind the headquarters, has an open road" if ends else ""
    return (
        f"no formation of side {side.key} begins in supply, because the way from its headquarters to the home "
        f"edge at {start.names[edge]} ({_km(far)}) leads through the enemy ({_names(holders)}){better}. To "
        "play without supply: use.supply off"
    )
