"""The road graph, searched with NetworkX: the fastest route, the places within a march, and the places that open roads
join.

``theatre.graph`` is one ``networkx.Graph`` a map: places are nodes, and each edge holds the parallel roads between two
places. Closed ground is not another graph but a weight function: it returns the cost of a step, and None for a step
that is not allowed, which is how NetworkX hides an edge. A position on a road is not a node; the nodes START and GOAL
represent the ends of a route and are joined to the places beside them during one search. So two searches never run at
once on one map. A search for a route goes towards its goal (A*): the least that remains is the distance as the crow
flies, on the fastest surface, and no road of the map is shorter than its share of that distance (``least_m``).

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
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache
from itertools import pairwise
from math import hypot, inf, lcm
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.legs import OPEN, SAME_SECONDS, Closed, Leg, Route
from campaign.theatre.values import TURN_SECONDS, WAYS, Block, Rates, Theatre, Way

if TYPE_CHECKING:
    import networkx as nx

START: Final = -1  # Ids of places are above 0; the search knows these two nodes by being below.
GOAL: Final = -2  # As START.
"""The nodes for the two ends of a route; no place has these ids."""


class End(NamedTuple):
    """A step between START or GOAL and a place beside it, or from one to the other, for one search: its cost, None if
    it is closed, and the part of a road that it covers, None for no distance.
    """

    cost: int | None
    leg: Leg | None
    road: int = -1
    blocks: tuple[Block, ...] = ()


TIE: Final = 1 << 96  # Room for the three digits below it: roads, goals (GOAL_NUMBER), starts (START_NUMBER).
"""The lowest digit of a cost decides between ways that are equally fast and long: the earlier start, then the earlier
goal, then the lower sum of road ids (of equal sums the search has either)."""
DETOUR: Final = 4  # For speed alone, as SLACK_M: beyond it a way is sought from both ends.
SLACK_M: Final = 5000
"""A search goes towards its goal, no farther than ways of this many times the distance and this much more. Where there
is no such way, and past zones, it is sought from both ends: one of them may lie in a small pocket, with the whole map
around it."""
GOAL_NUMBER: Final = 1 << 48
START_NUMBER: Final = 1 << 72
METRES: Final = 1 << 24  # 16,777 km.
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
        self.least = min(self.metre.values(), default=0)
        """The ticks of a metre on the fastest surface."""

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

    @cached_property
    def ground(self) -> str:
        """The name under which edges keep their costs on this ground with its zones left out."""
        closed = self.closed
        return self.theatre.ground_named((self.pace.rates, closed.heeds_blocks, frozenset(closed.barred)))

    @property
    def weight(self) -> Weight:
        """The cost of the step between two nodes by the best of its parallel roads; None if all of them are closed."""
        return self._over_blocks() if self.closed.by_blocks_alone else self._past_zones()

    def _over_blocks(self) -> Weight:
        """Return the weight on ground that only blocks bar; each edge keeps it, as most searches ask for the same."""
        closed = self.closed
        ground, metre = self.ground, self.pace.metre

        def weight(start: int, end: int, edge: Edge) -> int | None:
            try:
                cost: int | None = edge[ground]
            except KeyError:
                cost = None
                for way in edge[WAYS]:
                    per_metre = metre.get(way.surface)
                    if per_metre is not None and not (way.blocks and closed.blocks(way)):
                        by_way = way.length_m * per_metre + way.road
                        cost = by_way if cost is None or by_way < cost else cost
                edge[ground] = cost
            return cost

        return weight

    def _past_zones(self) -> Weight:
        """Return the weight on any ground: where nothing touches the roads of an edge, it is that of the blocks."""
        closed, over_blocks, ground = self.closed, self._over_blocks(), self.ground
        places, one_way, touched = closed.places, closed.one_way, closed.touched_roads
        if closed.roads or closed.directed_roads:
            touched = frozenset(touched).union(closed.roads, closed.directed_roads)

        def weight(start: int, end: int, edge: Edge) -> int | None:
            if end in places:
                return None
            for way in edge[WAYS]:
                if way.road in touched or (one_way and way.blocks):
                    return self._lowest(way for way in edge[WAYS] if self._is_open(way, start))
            if ground in edge:
                cost: int | None = edge[ground]
                return cost
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
            for start_number, start in enumerate(starts if isinstance(goal, OnRoad) else ()):
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
            graph.add_edges_from(
                (start, stop, {WAYS: ends, self.ground: self._lowest(ends)}) for (start, stop), ends in steps.items()
            )
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
        source, target = self._own_node(starts, START), self._own_node(goals, GOAL)
        if source != START and target != GOAL:
            yield self.theatre.graph, source, target
            return
        with self.hung(starts if source == START else (), goals if target == GOAL else ()) as graph:
            yield graph, source, target

    def _own_node(self, positions: Sequence[Position], hung: int) -> int:
        """Return the node of a single open place; the one that is hung to the graph for any other positions."""
        if len(positions) != 1 or not isinstance(positions[0], AtPlace):
            return hung
        place = self.theatre.spot(positions[0].place).place
        return hung if place in self.closed.places else place

    def least(self, graph: nx.Graph[int], target: int) -> Callable[[int, int], int]:
        """Return the function that tells the least that a way from a node to the target can cost: as the crow flies to
        the box around the places beside it, at the fastest rate.
        """
        spots = self.theatre.by_place
        beside = [spots[place].point for place in (graph[GOAL] if target == GOAL else (target,)) if place != START]
        if not beside:
            return lambda node, _: 0
        metre = self.pace.least * self.theatre.least_m
        easts, norths = zip(*beside, strict=True)
        west, east, south, north = min(easts), max(easts), min(norths), max(norths)

        def least(node: int, _: int) -> int:
            if node < 0:
                return 0
            spot = spots[node]
            x, y = spot.x_m, spot.y_m
            aside = west - x if x < west else x - east if x > east else 0.0
            return int(hypot(aside, south - y if y < south else y - north if y > north else 0.0) * metre)

        return least

    def farthest(self, graph: nx.Graph[int], source: int, target: int, least: Callable[[int, int], int]) -> int:
        """Return the highest cost of the ways that a search towards the target looks at."""
        nearest = min((least(place, target) for place in (graph[START] if source == START else (source,))), default=0)
        return DETOUR * (nearest + SLACK_M * self.pace.least)

    def cost(self, graph: nx.Graph[int], nodes: Sequence[int]) -> int:
        weight = self.weight
        costs = (weight(start, end, graph.get_edge_data(start, end)) for start, end in pairwise(nodes))
        return sum(cost for cost in costs if cost is not None)

    def route(
        self, graph: nx.Graph[int], nodes: Sequence[int], starts: Sequence[Position], goal: Position, cost: int
    ) -> Route:
        legs = (self._leg(start, graph.get_edge_data(start, end)) for start, end in pairwise(nodes))
        start = starts[cost % TIE // START_NUMBER]
        return Route(start, goal, tuple(filter(None, legs)), cost // TIE % METRES, self.pace.seconds(cost))

    def _leg(self, start: int, edge: Edge) -> Leg | None:
        """Return the step from this node over an edge as part of a route, by the best of its parallel roads; None for
        no distance.
        """
        ways: Sequence[Way | End] = edge[WAYS]
        best = ways[0]
        if len(ways) > 1:
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
    earlier goal, then the one with the lower sum of road ids; of equal sums it may be any, the same each time.
    """
    going = Going(theatre, rates, closed)
    limit = going.pace.cost_within(limit_seconds)
    with going.between(starts, goals) as (graph, source, target):
        nodes = _towards(graph, source, target, going, limit)
        if nodes is None:
            return None
        cost = going.cost(graph, nodes)
        if limit is not None and cost > limit:
            return None
        number = cost % START_NUMBER // GOAL_NUMBER
        return going.route(graph, nodes, starts, goals[number], cost), number


def _towards(graph: nx.Graph[int], source: int, target: int, going: Going, limit: int | None) -> Sequence[int] | None:
    """Return the nodes of the way that costs least; None if there is none, or perhaps if it costs more than the
    limit.
    """
    import networkx as nx

    if going.closed.by_blocks_alone and graph[target]:
        least = going.least(graph, target)
        farthest = going.farthest(graph, source, target, least)
        is_all = limit is not None and limit <= farthest
        with suppress(nx.NetworkXNoPath):
            return nx.astar_path(graph, source, target, least, going.weight, cutoff=limit if is_all else farthest)
        if is_all:
            return None
    with suppress(nx.NetworkXNoPath):
        return nx.bidirectional_dijkstra(graph, source, target, going.weight)[1]
    return None


def nearest_past(
    theatre: Theatre,
    starts: Sequence[Position],
    goals: Sequence[Position],
    rates: Rates,
    ground: Closed,
    closed: Closed,
    limit_seconds: float = inf,
    outward: SharedReach | None = None,
) -> tuple[Route, int] | None:
    """Return the same as ``nearest`` if ``closed`` is the ``ground``, which only blocks bar, with zones on it. The
    route over the ground, which the map keeps, is the answer if no zone touches it.

    ``outward``: the searches from these starts that serve all who ask from them, instead of one for each.
    """
    way = _nearest_kept(theatre, starts, goals, rates, ground, outward)
    if way is None or not _pace_at(rates).is_within(way[0], limit_seconds):
        return None
    return way if is_open(theatre, way[0], closed) else nearest(theatre, starts, goals, rates, closed, limit_seconds)


def _nearest_kept(
    theatre: Theatre,
    starts: Sequence[Position],
    goals: Sequence[Position],
    rates: Rates,
    ground: Closed,
    outward: SharedReach | None,
) -> tuple[Route, int] | None:
    assert ground.by_blocks_alone, "the map keeps what only blocks can bar"
    key = (nearest, tuple(starts), tuple(goals), rates, ground.heeds_blocks, frozenset(ground.barred))
    if key not in theatre.asked:
        theatre.asked[key] = (
            nearest(theatre, starts, goals, rates, ground)
            if outward is None
            else outward.nearest(theatre, goals, rates, ground)
        )
    way: tuple[Route, int] | None = theatre.asked[key]
    return way


def is_open(theatre: Theatre, route: Route, closed: Closed) -> bool:
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
            costs_and_ways = nx.single_source_dijkstra(graph, START, GOAL, weight=going.weight)
        except nx.NetworkXNoPath:
            return None
        cost, nodes = cast("tuple[int, list[int]]", costs_and_ways)  # of the goal alone
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


class SharedReach:
    """Searches from many starts at once that serve many goals, such as those of all corps from the home edges of their
    side: half as far again as the farthest goal is from a start as the crow flies, and twice as far if a goal was
    not reached.
    """

    def __init__(self, starts: Sequence[Position], farthest_m: float) -> None:
        self._starts, self._farthest_m = starts, farthest_m
        self._kept: dict[Hashable, Reach] = {}

    def nearest(
        self, theatre: Theatre, goals: Sequence[Position], rates: Rates, ground: Closed
    ) -> tuple[Route, int] | None:
        """Return the same as the function ``nearest`` from these starts, for rates of which one at least is above 0."""
        per_metre = TURN_SECONDS / max(rates.on(surface) for surface in Surface)
        for far_m in (1.5 * self._farthest_m, 3 * self._farthest_m, inf):  # For speed alone, as the class says.
            key = (rates, ground.heeds_blocks, frozenset(ground.barred), far_m)
            if key not in self._kept:
                self._kept[key] = Reach(theatre, self._starts, rates, ground, far_m * per_metre)
            if (way := self._kept[key].nearest(goals)) is not None:
                return way
        return None


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
    """Return, for each open place, the lowest id among the places that open roads join to it; where only blocks close
    anything, the map keeps it.
    """
    if not closed.by_blocks_alone:
        return _pockets(theatre, closed)
    key = (pockets, closed.heeds_blocks, frozenset(closed.barred))
    if key not in theatre.asked:
        theatre.asked[key] = _pockets(theatre, closed)
    joined: dict[int, int] = theatre.asked[key]
    return joined


def _pockets(theatre: Theatre, closed: Closed) -> dict[int, int]:
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
    for place in sorted(lower):
        lower[place] = lower[lower[place]]
    return lower
