"""The road graph, searched with NetworkX: the fastest route, the places within a march, and the places that open roads
join.

``theatre.graph`` is one ``networkx.Graph`` a map: places are nodes, and each edge holds the parallel roads between two
places. Closed ground is not another graph but a weight function: it returns the cost of a
step, and None for a step that is not allowed, which is how NetworkX hides an edge. A position on a road is not a node;
the nodes START and GOAL represent the ends of a route and are joined to the places beside them during one search. So
two searches never run at once on one map.

    nearest(theatre, starts, goals, rates, closed, limit_seconds)  -> (Route, number of the goal) | None
    nearest_past(theatre, starts, goals, rates, ground, closed, limit_seconds)     the same, if most roads are open
    fastest(theatre, start, goal, rates, closed, limit_seconds)    -> Route | None
    Reach(theatre, starts, rates, closed, limit_seconds)           everything within a march, for many goals
    pockets(theatre, closed)                                       -> {place: the lowest place it is joined to}
    open_roads(theatre, closed), ends_towards(...), is_straight_on(...)

NetworkX is imported only when a route is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from itertools import pairwise
from math import inf, lcm
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import OPEN, SAME_SECONDS, Closed, Leg, Route
from campaign.theatre.values import TURN_SECONDS, WAYS, Block, Rates, Theatre, Way

if TYPE_CHECKING:
    import networkx as nx

START: Final = -1
GOAL: Final = -2
"""The nodes for the two ends of a route; no place has these ids."""


class End(NamedTuple):
    """A step between START or GOAL and a place beside it, or from one to the other, for one search: its cost, None if
    it is closed, and the part of a road that it covers, None for no distance.
    """

    cost: int | None
    leg: Leg | None
    road: int = -1
    blocks: tuple[Block, ...] = ()


TIE: Final = 1 << 96
"""The lowest digit of a cost decides between ways that are equally fast and long: the earlier start, then the earlier
goal, then the lower sum of road ids."""
FEW_STARTS: Final = 8
"""Starts up to which each question has a search of its own."""
GOAL_NUMBER: Final = 1 << 48
START_NUMBER: Final = 1 << 72
METRES: Final = 1 << 24
"""A number of metres longer than any route."""
TICK: Final = TIE * METRES


class Pace:
    """The cost of a metre on each surface, as one whole number: ticks of time, then metres, then a digit for ties.

    A turn has a number of ticks such that a metre takes a whole number of them on every surface. So no cost is ever
    rounded.
    """

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        ratios = {surface: rates.on(surface).as_integer_ratio() for surface in Surface if rates.on(surface) > 0}
        self.turn = lcm(*(metres for metres, _ in ratios.values()))
        """The ticks in a turn."""
        self.metre: dict[Surface, int] = {}
        """The ticks of a metre on each surface that such a unit can use."""
        for surface, (metres, turns) in ratios.items():
            self.metre[surface] = self.turn // metres * turns * TICK + TIE

    def cost_within(self, seconds: float) -> int | None:
        """Return the highest cost of a route that takes no longer; None: no limit."""
        return None if seconds == inf else int((seconds + SAME_SECONDS) * self.turn / TURN_SECONDS) * TICK + TICK - 1

    def is_within(self, route: Route, seconds: float) -> bool:
        """Return whether a route takes no longer."""
        limit = self.cost_within(seconds)
        return limit is None or round(route.seconds * self.turn / TURN_SECONDS) * TICK <= limit

    def seconds(self, cost: int) -> float:
        """Return the seconds that a route of this cost takes."""
        return cost // TICK * TURN_SECONDS / self.turn


_pace_at = lru_cache(maxsize=256)(Pace)


Edge = dict[str, Any]
"""The data of an edge: under WAYS the parallel roads, or the ends of a route; by their ground the costs that earlier
searches worked out.
"""
Weight = Callable[[int, int, Edge], int | None]
"""The cost of a step, as NetworkX asks for it: its two nodes, and the edge between them."""


class Going:
    """The ground for a unit with these rates: the cost of every step, and the edges to and from a position."""

    def __init__(self, theatre: Theatre, rates: Rates, closed: Closed) -> None:
        self.theatre, self.closed, self.pace = theatre, closed, _pace_at(rates)

    @property
    def weight(self) -> Weight:
        """The cost of the step between two nodes by the best of its parallel roads; None if all of them are closed."""
        return self._over_blocks() if self.closed.by_blocks_alone else self._past_zones()

    def _over_blocks(self) -> Weight:
        """Return the weight on ground that only blocks bar; each edge keeps it, as most searches ask for the same."""
        closed = self.closed
        ground = self.theatre.ground_named((self.pace.rates, closed.heeds_blocks, frozenset(closed.barred)))

        def weight(start: int, end: int, edge: Edge) -> int | None:
            try:
                cost: int | None = edge[ground]
            except KeyError:
                cost = edge[ground] = self._lowest(way for way in edge[WAYS] if not (way.blocks and closed.blocks(way)))
            return cost

        return weight

    def _past_zones(self) -> Weight:
        """Return the weight on any ground: where nothing touches the roads of an edge, it is that of the blocks."""
        closed, over_blocks = self.closed, self._over_blocks()
        stretches, places, roads = closed.touched_roads, closed.places, closed.roads
        one_way, directed = closed.one_way, closed.directed_roads

        def weight(start: int, end: int, edge: Edge) -> int | None:
            if end in places:
                return None
            for way in edge[WAYS]:
                road = way.road
                if road in stretches or road in roads or road in directed or (one_way and way.blocks):
                    return self._lowest(way for way in edge[WAYS] if self._is_open(way, start))
            return over_blocks(start, end, edge)

        return weight

    def _is_open(self, way: Way | End, start: int) -> bool:
        """Return whether a road is open to a unit that enters it at this place."""
        closed = self.closed
        if isinstance(way, End):
            return True
        if closed.one_way:
            return not (way.blocks or closed.touches(way.road)) or _lets_through(closed, way, start)
        return not (closed.touches(way.road) or (way.blocks and closed.blocks(way)))

    def _lowest(self, ways: Iterable[Way | End]) -> int | None:
        """Return the cost of the best of these roads that such a unit can use."""
        return min((cost for way in ways if (cost := self._cost(way)) is not None), default=None)

    def _cost(self, way: Way | End) -> int | None:
        if isinstance(way, End):
            return way.cost
        per_metre = self.pace.metre.get(way.surface)
        return None if per_metre is None else way.length_m * per_metre + way.road

    def exits(self, starts: Sequence[Position]) -> Iterator[tuple[int, End]]:
        """Yield the places beside the starts, with the edges that lead there."""
        for number, start in enumerate(starts):
            for place, end_m in ends_towards(self.theatre, start, self.closed):
                yield place, self._end(start, _metres(start), end_m, number * START_NUMBER)

    def entries(self, goals: Sequence[Position], starts: Sequence[Position]) -> Iterator[tuple[int, End]]:
        """Yield the places beside the goals, with the edges that lead from there to a goal; and START for every start
        and goal on one road with open road between them.
        """
        for number, goal in enumerate(goals):
            tie = number * GOAL_NUMBER
            for place, end_m in ends_towards(self.theatre, goal, self.closed, inward=True):
                yield place, self._end(goal, end_m, _metres(goal), tie)
            for start_number, start in enumerate(starts):
                if is_straight_on(self.theatre, start, goal, self.closed):
                    yield START, self._end(goal, _metres(start), _metres(goal), tie + start_number * START_NUMBER)

    def _end(self, position: Position, from_m: int, to_m: int, tie: int) -> End:
        """Return the part of a position's road between two distances, as a step for one search."""
        if isinstance(position, AtPlace) or from_m == to_m:
            return End(tie, None)
        way = self.theatre.way(position.road)
        per_metre = self.pace.metre.get(way.surface)
        cost = None if per_metre is None else abs(to_m - from_m) * per_metre + tie + way.road
        return End(cost, Leg(way.road, from_m, to_m, way.surface))

    @contextmanager
    def hung(self, starts: Sequence[Position], goals: Sequence[Position] = ()) -> Iterator[nx.Graph[int]]:
        """Yield the road graph with START and GOAL joined to it, until the search is over."""
        graph = self.theatre.graph
        graph.add_nodes_from((START, GOAL))
        try:
            steps: dict[tuple[int, int], list[End]] = defaultdict(list)
            for place, end in self.exits(starts):
                steps[START, place].append(end)
            for place, end in self.entries(goals, starts):
                steps[place, GOAL].append(end)
            for (start, stop), ends in steps.items():
                graph.add_edge(start, stop, **{WAYS: ends})
            yield graph
        finally:
            graph.remove_nodes_from((START, GOAL))

    @contextmanager
    def between(
        self, starts: Sequence[Position], goals: Sequence[Position]
    ) -> Iterator[tuple[nx.Graph[int], int, int]]:
        """Yield the road graph with the nodes of the start and the goal. A single place is its own node, unless it is
        closed.
        """
        if len(starts) == len(goals) == 1 and isinstance(starts[0], AtPlace) and isinstance(goals[0], AtPlace):
            source, target = self.theatre.spot(starts[0].place).place, self.theatre.spot(goals[0].place).place
            if source not in self.closed.places:
                yield self.theatre.graph, source, target
                return
        with self.hung(starts, goals) as graph:
            yield graph, START, GOAL

    def route(
        self, graph: nx.Graph[int], nodes: Sequence[int], starts: Sequence[Position], goal: Position, cost: int
    ) -> Route:
        """Return the route over these nodes from START to GOAL."""
        legs = (self._leg(start, end, graph[start][end]) for start, end in pairwise(nodes))
        start = starts[cost % TIE // START_NUMBER]
        return Route(start, goal, tuple(filter(None, legs)), cost // TIE % METRES, self.pace.seconds(cost))

    def _leg(self, start: int, end: int, edge: Edge) -> Leg | None:
        """Return the step between two nodes as part of a route, by the best of its parallel roads; None for no
        distance.
        """
        ways: Iterable[Way | End] = edge[WAYS]
        costs = [(cost, way) for way in ways if self._is_open(way, start) and (cost := self._cost(way)) is not None]
        _, best = min(reversed(costs), key=itemgetter(0))  # of two equal ends of a loop the second
        return best.leg if isinstance(best, End) else Leg(best.road, *best.direction(start), best.surface)


def nearest(
    theatre: Theatre,
    starts: Sequence[Position],
    goals: Sequence[Position],
    rates: Rates,
    closed: Closed = OPEN,
    limit_seconds: float = inf,
) -> tuple[Route, int] | None:
    """Return the fastest route from any of the starts to any of the goals, and the number of that goal; None if there
    is none within the limit. Of equally fast routes it is the shorter, then the one from the earlier start, then to the
    earlier goal, then with the lower road ids.
    """
    import networkx as nx

    going = Going(theatre, rates, closed)
    limit = going.pace.cost_within(limit_seconds)
    with going.between(starts, goals) as (graph, source, target):
        try:
            total, nodes = nx.bidirectional_dijkstra(graph, source, target, going.weight)
        except nx.NetworkXNoPath:
            return None
        cost = int(total)
        if limit is not None and cost > limit:
            return None
        number = cost % START_NUMBER // GOAL_NUMBER
        return going.route(graph, nodes, starts, goals[number], cost), number


def nearest_past(
    theatre: Theatre,
    starts: Sequence[Position],
    goals: Sequence[Position],
    rates: Rates,
    ground: Closed,
    closed: Closed,
    limit_seconds: float = inf,
    outward: dict[Hashable, Reach] | None = None,
) -> tuple[Route, int] | None:
    """Return the same as ``nearest`` if ``closed`` is the ``ground``, which only blocks bar, with zones on it. The
    route over the ground, which the map keeps, is the answer if no zone touches it.

    ``outward``: the caller's searches from many starts, which serve all that ask from the same ones.
    """
    way = _nearest_kept(theatre, starts, goals, rates, ground, outward)
    if way is None or not _pace_at(rates).is_within(way[0], limit_seconds):
        return None
    return way if _is_open(theatre, way[0], closed) else nearest(theatre, starts, goals, rates, closed, limit_seconds)


def _nearest_kept(
    theatre: Theatre,
    starts: Sequence[Position],
    goals: Sequence[Position],
    rates: Rates,
    ground: Closed,
    outward: dict[Hashable, Reach] | None,
) -> tuple[Route, int] | None:
    assert ground.by_blocks_alone, "the map keeps what only blocks can bar"
    key = (nearest, tuple(starts), tuple(goals), rates, ground.heeds_blocks, frozenset(ground.barred))
    if key not in theatre.asked:
        theatre.asked[key] = (
            nearest(theatre, starts, goals, rates, ground)
            if outward is None or len(starts) <= FEW_STARTS
            else _nearest_outward(theatre, starts, goals, rates, ground, outward)
        )
    way: tuple[Route, int] | None = theatre.asked[key]
    return way


def _nearest_outward(
    theatre: Theatre,
    starts: Sequence[Position],
    goals: Sequence[Position],
    rates: Rates,
    ground: Closed,
    outward: dict[Hashable, Reach],
) -> tuple[Route, int] | None:
    """Return the same as ``nearest`` by searches from all starts at once, a turn far and then farther until a goal is
    found. The home edges of a wide front are many, and to search from all of them for each corps grows with its square.
    """
    for turns in (1, 2, 4, 8, inf):
        key = (tuple(starts), rates, ground.heeds_blocks, frozenset(ground.barred), turns)
        if key not in outward:
            outward[key] = Reach(theatre, starts, rates, ground, turns * TURN_SECONDS)
        if (way := outward[key].nearest(goals)) is not None:
            return way
    return None


def _is_open(theatre: Theatre, route: Route, closed: Closed) -> bool:
    """Return whether all places and parts of roads of a route are open."""
    if not closed.places.isdisjoint(route.places(theatre)):
        return False
    parts = [(leg.road, leg.from_m, leg.to_m) for leg in route.legs]
    parts += [(end.road, end.metres, end.metres) for end in (route.start, route.goal) if isinstance(end, OnRoad)]
    touched = closed.touched_roads
    return all(closed.lets(theatre.way(road), *part) for road, *part in parts if road in touched)


def nearest_ahead(
    theatre: Theatre, start: Position, goals: Sequence[Position], rates: Rates, closed: Closed
) -> tuple[Route, int] | None:
    """Return the same as ``nearest`` by a search from the start alone, which ends at the nearest goal: where goals are
    many, a search from both ends would set out from all of them.
    """
    import networkx as nx

    going = Going(theatre, rates, closed)
    with going.hung((start,), goals) as graph:
        try:
            found = nx.single_source_dijkstra(graph, START, GOAL, weight=going.weight)
        except nx.NetworkXNoPath:
            return None
        cost, nodes = cast("tuple[int, list[int]]", found)
        number = cost % START_NUMBER // GOAL_NUMBER
        return going.route(graph, nodes, (start,), goals[number], cost), number


def fastest(
    theatre: Theatre, start: Position, goal: Position, rates: Rates, closed: Closed = OPEN, limit_seconds: float = inf
) -> Route | None:
    """Return the fastest route between two positions; None if there is none within the limit."""
    way = nearest(theatre, (start,), (goal,), rates, closed, limit_seconds)
    return way[0] if way is not None else None


class Reach:
    """Everything within the limit of a position, or of the nearest of several, searched once for many goals."""

    def __init__(
        self,
        theatre: Theatre,
        starts: Sequence[Position],
        rates: Rates,
        closed: Closed = OPEN,
        limit_seconds: float = inf,
    ) -> None:
        self._starts, self._going = starts, Going(theatre, rates, closed)
        self._limit = self._going.pace.cost_within(limit_seconds)

    @cached_property
    def _tree(self) -> tuple[dict[int, list[int]], dict[int, int]]:
        """The places before each place within the limit, and its cost."""
        import networkx as nx

        with self._going.hung(self._starts) as graph:
            before, costs = nx.dijkstra_predecessor_and_distance(
                graph, START, cutoff=self._limit, weight=self._going.weight
            )
        return before, cast("dict[int, int]", costs)

    @cached_property
    def _costs(self) -> dict[int, int]:
        """The cost of each place within the limit, where no route is asked for."""
        import networkx as nx

        with self._going.hung(self._starts) as graph:
            costs = nx.single_source_dijkstra_path_length(graph, START, cutoff=self._limit, weight=self._going.weight)
        return cast("dict[int, int]", costs)

    @cached_property
    def seconds(self) -> dict[int, float]:
        """The places within the limit, with the seconds that each needs."""
        return {place: self._going.pace.seconds(cost) for place, cost in self._tree[1].items() if place != START}

    def length_to(self, goal: Position) -> int | None:
        """Return the stated metres of the fastest route to a position, before the route is asked for; None if there is
        none within the limit.
        """
        cost, _ = min(self._arrivals((goal,), self._tree[1]), default=(None, GOAL))
        return None if cost is None else cost // TIE % METRES

    def arrival(self, goal: Position) -> tuple[Position, float] | None:
        """Return the start of the fastest route to a position and the seconds it takes, without the route; None if
        there is none within the limit.
        """
        cost, _ = min(self._arrivals((goal,), self._costs), default=(None, GOAL))
        return None if cost is None else (self._starts[cost % TIE // START_NUMBER], self._going.pace.seconds(cost))

    def nearest(self, goals: Sequence[Position]) -> tuple[Route, int] | None:
        """Return the fastest route to any of the goals, and the number of that goal; ties as in ``nearest``."""
        cost, node = min(self._arrivals(goals, self._tree[1]), default=(0, GOAL))
        if node == GOAL:
            return None
        number = cost % START_NUMBER // GOAL_NUMBER
        nodes = [GOAL, node]
        while nodes[-1] != START:
            nodes.append(self._tree[0][nodes[-1]][0])
        start = self._starts[cost % TIE // START_NUMBER]
        with self._going.hung((start,), (goals[number],)) as graph:
            return self._going.route(graph, nodes[::-1], self._starts, goals[number], cost), number

    def to(self, goal: Position) -> Route | None:
        """Return the fastest route to a position; None if there is none within the limit."""
        way = self.nearest((goal,))
        return way[0] if way is not None else None

    def _arrivals(self, goals: Sequence[Position], costs: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the cost of each way to end at a goal within the limit, with the node before it."""
        for node, end in self._going.entries(goals, self._starts):
            if node in costs and end.cost is not None:
                cost = costs[node] + end.cost
                if self._limit is None or cost <= self._limit:
                    yield cost, node


def _metres(position: Position) -> int:
    """Return a position's stated metres along its road; 0 at a place."""
    return position.metres if isinstance(position, OnRoad) else 0


# What is open --------------------------------------------------------------------------------------------------------


def ends_towards(
    theatre: Theatre, position: Position, closed: Closed, *, inward: bool = False
) -> Iterator[tuple[int, int]]:
    """Yield the places beside a position to which its road is open (``inward``: from which it is open to the position),
    with their stated metres.
    """
    if isinstance(position, AtPlace):
        yield theatre.spot(position.place).place, 0
        return
    way = theatre.way(position.road)
    for place, end_m in ((way.a, 0), (way.b, way.length_m)):
        marks = (end_m, position.metres) if inward else (position.metres, end_m)
        if closed.lets(way, *marks):
            yield place, end_m


def is_straight_on(theatre: Theatre, start: Position, goal: Position, closed: Closed) -> bool:
    """Return whether both positions are on one road, open between them."""
    if not (isinstance(start, OnRoad) and isinstance(goal, OnRoad) and start.road == goal.road):
        return False
    return closed.lets(theatre.way(start.road), start.metres, goal.metres)


def _lets_through(closed: Closed, way: Way, place: int) -> bool:
    """Return whether a whole road is open to a unit that enters it at this place."""
    return closed.lets(way, *way.direction(place))


def open_roads(theatre: Theatre, closed: Closed) -> list[Way]:
    """Return the roads that are open from end to end, places included, in at least one direction."""
    places, stretches = closed.places, closed.touched_roads
    ways = [way for way in theatre.ways if way.a not in places and way.b not in places]
    if closed.one_way:
        return [way for way in ways if _lets_through(closed, way, way.a) or _lets_through(closed, way, way.b)]
    return [
        way
        for way in ways
        if way.road not in stretches and way.road not in closed.roads and not (way.blocks and closed.blocks(way))
    ]


def pockets(theatre: Theatre, closed: Closed) -> dict[int, int]:
    """Return, for each open place, the lowest id among the places that open roads join to it."""
    return lowest_joined(
        (spot.place for spot in theatre.spots if spot.place not in closed.places),
        ((way.a, way.b) for way in open_roads(theatre, closed)),
    )


def lowest_joined(places: Iterable[int], joins: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return, for each place, the lowest id among the places that these joins lead to from it. (Sets that are united by
    their lowest members: on a large map a graph of NetworkX takes three times as long to be made.)
    """
    lower = {place: place for place in places}
    for a, b in joins:
        while (at := lower[a]) != a:
            lower[a] = a = lower[at]
        while (at := lower[b]) != b:
            lower[b] = b = lower[at]
        if a < b:
            lower[b] = a
        else:
            lower[a] = b
    for place, below in sorted(lower.items()):
        lower[place] = lower[below]
    return lower
