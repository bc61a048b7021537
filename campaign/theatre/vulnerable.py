"""The vulnerable points of a side's supply: places and roads of which each alone, if impassable, takes battalions out
of supply.

Links of any length (home edge to corps, corps to division, and commands right under them) are read off one block-cut
tree of the clear network: what lies on the tree between two places is exactly what parts them. A road counts as a point
of its own there, so that parallel roads and bridges come out right. A command's link to its division is measured and in
no such tree: one route is found, and what is on it is tried, each further route that is short enough leaving fewer to
try.

A point that is impassable also cuts off whoever stands at it. Roads and places between two junctions fall together and
are one stretch. The question is the loss of one point, not what an enemy who arrives there would see.

    vulnerable(theatre, clear, links, weights) -> list[Point], the worst first
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.cut_graph import Link
from campaign.theatre.routes import Closed, Route, nearest, places_on
from campaign.theatre.values import Theatre, Way

Item = tuple[str, int]
"""``("place", id)`` or ``("road", id)``."""


@dataclass(frozen=True, slots=True)
class Point:
    """A stretch of road, or a place, and how many battalions lose supply with it. ``formations``: whose, by id.

    ``roads`` and ``places`` that fall together, in order along the stretch; a single place has no road.
    """

    places: tuple[int, ...]
    roads: tuple[int, ...]
    battalions: int
    formations: tuple[int, ...]


def vulnerable(
    theatre: Theatre, clear: Closed, chains: Mapping[int, Sequence[Link]], weights: Mapping[int, int]
) -> list[Point]:
    """Every point on which somebody's supply hangs. ``chains``: the links of every formation that is in supply, by its
    id; ``weights``: its battalions."""
    tree = _Tree(theatre, clear)
    cuts = _Cuts(theatre, clear, tree)
    lost: dict[Item, dict[int, int]] = {}
    for formation, links in sorted(chains.items()):
        hangs_on: set[Item] = set()
        for link in links:
            hangs_on |= cuts.of(link)
        for item in hangs_on:
            lost.setdefault(item, {})[formation] = weights.get(formation, 0)
    return _stretches(theatre, tree, lost)


# The block-cut tree --------------------------------------------------------------------------------------------------


class _Tree:
    """The clear network with every road as a point between its places, its blocks and its cut points as a rooted
    forest."""

    def __init__(self, theatre: Theatre, clear: Closed) -> None:
        self.theatre = theatre
        self.places = [
            spot.place for spot in sorted(theatre.spots, key=lambda s: s.place) if spot.place not in clear.places
        ]
        open_places = set(self.places)
        self.ways: dict[int, Way] = {
            way.road: way
            for way in theatre.ways
            if way.a in open_places and way.b in open_places and clear.lets(way, 0, way.length_m)
        }
        self.leaving: dict[int, list[Way]] = {place: [] for place in self.places}
        for way in self.ways.values():
            self.leaving[way.a].append(way)
            if way.b != way.a:
                self.leaving[way.b].append(way)
        self.above: dict[object, object | None] = {}
        self.depth: dict[object, int] = {}
        self._grow()

    def _around(self, item: Item) -> Iterator[Item]:
        kind, ident = item
        if kind == "place":
            yield from (("road", way.road) for way in self.leaving[ident])
        else:
            way = self.ways[ident]
            yield ("place", way.a)
            if way.b != way.a:
                yield ("place", way.b)

    def _grow(self) -> None:
        """Tarjan's search without recursion: the forest of points and blocks, each hung on what it was found from."""
        number: dict[Item, int] = {}
        low: dict[Item, int] = {}
        blocks = 0
        for place in self.places:
            root: Item = ("place", place)
            if root in number:
                continue
            number[root] = low[root] = len(number)
            self.above[root], self.depth[root] = None, 0
            open_points: list[Item] = []
            waiting: list[tuple[Item, Item | None, Iterator[Item]]] = [(root, None, self._around(root))]
            groups: list[tuple[Item, list[Item]]] = []
            while waiting:
                here, came_from, around = waiting[-1]
                there = next(around, None)
                if there is None:
                    waiting.pop()
                    if came_from is not None:
                        low[came_from] = min(low[came_from], low[here])
                        if low[here] >= number[came_from]:
                            at = _last(open_points, here)
                            groups.append((came_from, open_points[at:]))
                            del open_points[at:]
                elif there == came_from:
                    continue
                elif there in number:
                    low[here] = min(low[here], number[there])
                else:
                    number[there] = low[there] = len(number)
                    open_points.append(there)
                    waiting.append((there, here, self._around(there)))
            for top, members in reversed(groups):
                blocks += 1
                block = ("block", blocks)
                self.above[block], self.depth[block] = top, self.depth[top] + 1
                for member in members:
                    self.above[member], self.depth[member] = block, self.depth[top] + 2

    def between(self, here: int, there: int) -> set[Item] | None:
        """The points that each alone part two places, both included; None if no clear way joins them."""
        one: object | None = ("place", here)
        other: object | None = ("place", there)
        if one not in self.depth or other not in self.depth:
            return None
        result: set[Item] = set()
        while one != other:
            if one is None or other is None:
                return None
            if self.depth[one] >= self.depth[other]:
                _keep(result, one)
                one = self.above[one]
            else:
                _keep(result, other)
                other = self.above[other]
        if one is None:
            return None
        _keep(result, one)
        return result


def _last(points: Sequence[Item], wanted: Item) -> int:
    """Where a point stands, looked for from the end."""
    at = len(points) - 1
    while points[at] != wanted:
        at -= 1
    return at


def _keep(found: set[Item], one: object) -> None:
    """A block is no point."""
    if isinstance(one, tuple) and one[0] != "block":
        found.add(one)


# What a link hangs on ------------------------------------------------------------------------------------------------


class _Cuts:
    """The points each of which alone breaks a link; kept, since many formations share their upper links."""

    def __init__(self, theatre: Theatre, clear: Closed, tree: _Tree) -> None:
        self.theatre, self.clear, self.tree = theatre, clear, tree
        self.known: dict[Link, frozenset[Item]] = {}

    def of(self, link: Link) -> frozenset[Item]:
        """Of one link that holds."""
        same = replace(link, formation=0)
        if same not in self.known:
            result = self._measured(link) if link.limit_seconds < inf else self._of_any_length(link)
            self.known[same] = frozenset(result)
        return self.known[same]

    def _of_any_length(self, link: Link) -> set[Item]:
        """What parts every start from every goal."""
        ways = [
            result for start in link.starts for goal in link.goals if (result := self._between(start, goal)) is not None
        ]
        return set.intersection(*ways) if ways else set()

    def _between(self, start: Position, goal: Position) -> set[Item] | None:
        own = _standing_on(start) | _standing_on(goal)
        if start == goal:
            return own if self._stands_clear(start) else None
        ways: list[set[Item]] = []
        if isinstance(start, OnRoad) and isinstance(goal, OnRoad) and self._beside(start, goal):
            return own
        for here in self._ends(start):
            for there in self._ends(goal):
                result = self.tree.between(here, there)
                if result is not None:
                    ways.append(result)
        return set.intersection(*ways) | own if ways else None

    def _beside(self, start: OnRoad, goal: OnRoad) -> bool:
        """Both stand on one road, and nothing closes it between them."""
        return start.road == goal.road and self.clear.lets(self.theatre.way(start.road), start.metres, goal.metres)

    def _stands_clear(self, position: Position) -> bool:
        if isinstance(position, AtPlace):
            return position.place not in self.clear.places
        return self.clear.lets(self.theatre.way(position.road), position.metres, position.metres)

    def _ends(self, position: Position) -> Iterator[int]:
        """The places one comes to from here first."""
        if isinstance(position, AtPlace):
            yield position.place
            return
        way = self.theatre.way(position.road)
        yield from (
            place for place, end in ((way.a, 0), (way.b, way.length_m)) if self.clear.lets(way, position.metres, end)
        )

    def _measured(self, link: Link) -> set[Item]:
        """Points whose loss leaves no way within the limit: only those on every way that is short enough."""
        route = self._route(link, self.clear)
        if route is None:
            return set()
        suspects, guilty = self._on(route), set[Item]()
        while suspects:
            suspect = min(suspects)
            suspects.discard(suspect)
            other_route = self._route(link, self._without(suspect))
            if other_route is None:
                guilty.add(suspect)
            else:
                suspects &= self._on(other_route)
        return guilty

    def _without(self, item: Item) -> Closed:
        kind, ident = item
        if kind == "place":
            return replace(self.clear, places=self.clear.places | {ident})
        return replace(self.clear, roads=self.clear.roads | {ident})

    def _route(self, link: Link, closed: Closed) -> Route | None:
        """One that is short enough, if there is any; whoever stands on what was taken out neither sends nor
        receives."""
        starts = [start for start in link.starts if not _closed_at(start, closed)]
        goals = [goal for goal in link.goals if not _closed_at(goal, closed)]
        result = (
            nearest(self.theatre, starts, goals, link.rates, closed, link.limit_seconds) if starts and goals else None
        )
        return result[0] if result is not None else None

    def _on(self, route: Route) -> set[Item]:
        items: set[Item] = {("road", leg.road) for leg in route.legs} | {
            ("place", place) for place in places_on(self.theatre, route)
        }
        return items | _standing_on(route.start) | _standing_on(route.goal)


def _standing_on(position: Position) -> set[Item]:
    return {("place", position.place)} if isinstance(position, AtPlace) else {("road", position.road)}


def _closed_at(position: Position, closed: Closed) -> bool:
    """Does one stand on what was taken out?"""
    return position.road in closed.roads if isinstance(position, OnRoad) else position.place in closed.places


# Stretches -----------------------------------------------------------------------------------------------------------


def _stretches(theatre: Theatre, tree: _Tree, lost: Mapping[Item, Mapping[int, int]]) -> list[Point]:
    """Points that fall together, joined along the road, as long as the same formations hang on them."""
    grouped: set[Item] = set()
    points: list[Point] = []
    for item in sorted(lost):
        if item in grouped:
            continue
        run = _run(item, lambda one, also: lost.get(one) == lost[also], tree)
        grouped.update(run)
        by = lost[item]
        places = tuple(ident for kind, ident in run if kind == "place")
        roads = tuple(ident for kind, ident in run if kind == "road")
        points.append(Point(_with_ends(theatre, places, roads), roads, sum(by.values()), tuple(sorted(by))))
    return sorted(points, key=lambda p: (-p.battalions, p.roads, p.places))


def _run(item: Item, alike: Callable[[Item, Item], bool], tree: _Tree) -> list[Item]:
    """The item and its neighbours both ways, over places where only two clear roads meet."""
    if not _simple(item, tree):
        return [item]
    run = [item]
    for _ in range(2):
        while True:
            last = run[-1]
            if last[0] == "place" and not _simple(last, tree):
                break
            after = next(
                (one for one in _beside(last, tree) if one not in run and alike(one, item) and _simple(one, tree)), None
            )
            if after is None:
                break
            run.append(after)
        run.reverse()
    return run


def _beside(item: Item, tree: _Tree) -> Iterable[Item]:
    kind, ident = item
    if kind == "road":
        way = tree.ways.get(ident)
        return [("place", way.a), ("place", way.b)] if way else []
    return [("road", way.road) for way in tree.leaving.get(ident, ())]


def _simple(item: Item, tree: _Tree) -> bool:
    """A road, or a place that is no junction."""
    return item[0] == "road" or len(tree.leaving.get(item[1], ())) <= 2


def _with_ends(theatre: Theatre, places: tuple[int, ...], roads: tuple[int, ...]) -> tuple[int, ...]:
    """The places along a stretch of roads from end to end; of a place alone itself."""
    if not roads:
        return places
    ways = [theatre.way(road) for road in roads]
    if len(ways) == 1:
        return (ways[0].a, ways[0].b)
    first, second = ways[0], ways[1]
    here = first.a if first.b in (second.a, second.b) else first.b
    walked = [here]
    for way in ways:
        here = way.other_end(here)
        walked.append(here)
    return tuple(walked)
