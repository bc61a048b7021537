"""The weak points of a side's supply: single places and roads whose loss takes battalions out of supply and, for
formations without any, the smallest sets that cut them off.

A place or a road that can be lost is a *site*; the clear network is a graph of sites, with each road a node between its
two places, so that parallel roads and bridges come out right. A link of unlimited length (home edge to corps, corps to
division, and commands directly under them) is read off the blocks of that graph: where a route goes from one block into
the next, there is no way round. A command's link to its division is measured and has no such blocks: one route is
found, and each site on it is tried; each further route that is short enough leaves fewer to try.

A lost site also cuts off the units on it. Roads and places between two junctions fall together and are one stretch. The
question is the loss of sites, not what an enemy who arrives there would see.

    Vulnerability(theatre, clear, chains, weights)    .points, the worst first; .cuts, the fewest first
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain as joined
from itertools import combinations, islice, product
from math import inf
from typing import TYPE_CHECKING, cast

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.cut_graph import Link
from campaign.theatre.legs import SAME_SECONDS, Closed, Route
from campaign.theatre.road_graph import Reach, ends_towards, is_straight_on, nearest, open_roads
from campaign.theatre.routes import places_on
from campaign.theatre.values import Theatre
from campaign.theatre.zones import Faced
from campaign.values import dataclass, replace

if TYPE_CHECKING:
    import networkx as nx

Site = tuple[str, int]
"""A place or a road: ``("place", id)`` or ``("road", id)``."""

START: Site = ("start", 0)  # No place or road.
GOAL: Site = ("goal", 0)  # No place or road.
"""The nodes for the two ends of a link during the search for its smallest cut."""

# For speed alone: the fewest points that cut a formation off are mostly two beside it.
STEPS_ABOUT = (20, 80)
"""The number of sites near the goals of a link within which its smallest cut is searched first, before the whole
network.
"""


@dataclass(frozen=True, slots=True)
class Point:
    """Places and roads whose loss takes this number of battalions out of supply. ``formations``: the ids of their
    formations.

    A point is either a single place, or a stretch of road whose ``roads`` and ``places`` fall together, in order along
    it; or the smallest set that together cuts formations off. In such a set the sites on which a link of the chain
    begins or ends are not counted as possible losses.
    """

    places: tuple[int, ...]
    roads: tuple[int, ...]
    battalions: int
    formations: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.places) + len(self.roads)


class Vulnerability:
    """The weak points of a side's supply, worked out on demand. ``chains``: the links of every formation in supply, by
    its id, from the top down; ``weights``: its battalions; ``clear``: the ground closed to a link that faces these
    enemies.
    """

    def __init__(
        self,
        theatre: Theatre,
        clear: Callable[[Faced], Closed],
        chains: Mapping[int, Sequence[Link]],
        weights: Mapping[int, int],
    ) -> None:
        self._links, self._weights = _Links(theatre, clear), weights
        self._chains = dict(sorted(chains.items()))

    @cached_property
    def points(self) -> list[Point]:
        """The single places and stretches of road, those that cost most battalions first."""
        lost: dict[Site, list[int]] = {}
        for formation, chain in self._chains.items():
            for site in self._links.single_sites(*chain):
                lost.setdefault(site, []).append(formation)
        points = [Point(*sites, *self._cost(formations)) for sites, formations in _stretches(self._links, lost)]
        return sorted(points, key=lambda p: (-p.battalions, p.roads, p.places))

    @cached_property
    def cuts(self) -> list[Point]:
        """The smallest sets of sites that cut off each formation, small sets first; none for a formation that a single
        site cuts off, other than at the ends of its chain.
        """
        return self.cuts_of(self._chains)

    def cuts_of(self, asked_formations: Iterable[int]) -> list[Point]:
        """Return the smallest sets of these formations only: quick for one formation on any map, slow for all of a
        large map.
        """
        lost: dict[frozenset[Site], list[int]] = {}
        for formation in asked_formations:
            if formation not in self._chains:
                continue
            chain = self._chains[formation]
            ends = _sites_at_ends(*chain)
            if self._links.single_sites(*chain) <= ends and (cut := self._links.smallest_cut(chain, ends)):
                lost.setdefault(cut, []).append(formation)
        cuts = [Point(*_split(sorted(sites)), *self._cost(formations)) for sites, formations in lost.items()]
        return sorted(cuts, key=lambda c: (len(c), -c.battalions, c.places, c.roads))

    def _cost(self, formations: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """Return the battalions of these formations, and the formations."""
        return sum(self._weights.get(formation, 0) for formation in formations), tuple(formations)


def _split(sites: Iterable[Site]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ids of the places and of the roads among these sites, each in their order."""
    sites = tuple(sites)
    places, roads = (tuple(ident for kind, ident in sites if kind == sought) for sought in ("place", "road"))
    return places, roads


# The clear network ---------------------------------------------------------------------------------------------------


class _Sites:
    """The clear network as a graph of sites, and its blocks: two sites are in one block if some ring runs over both."""

    def __init__(self, theatre: Theatre, clear: Closed) -> None:
        import networkx as nx

        self.graph: nx.Graph[Site] = nx.Graph()
        self.graph.add_nodes_from(("place", spot.place) for spot in theatre.spots if spot.place not in clear.places)
        for way in open_roads(theatre, clear):
            nx.add_path(self.graph, (("place", way.a), ("road", way.road), ("place", way.b)))

    @cached_property
    def _above(self) -> dict[Site | int, Site | int | None]:
        """The tree of sites and blocks (numbers): each site has a block as its parent, each block a site."""
        import networkx as nx

        forest: nx.Graph[Site | int] = nx.Graph()
        forest.add_nodes_from(self.graph)
        blocks = cast("Iterator[set[Site]]", nx.biconnected_components(self.graph))
        for number, block in enumerate(blocks):
            forest.add_edges_from((number, site) for site in block)
        above: dict[Site | int, Site | int | None] = {}
        for root in self.graph:
            if root not in above:
                above[root] = None
                above.update((below, node) for node, below in nx.bfs_edges(forest, root))
        return above

    def between(self, start: Site, goal: Site) -> set[Site] | None:
        """Return the sites that each alone part these two, both included; None if no clear route joins them."""
        if start not in self._above or goal not in self._above:
            return None
        upward = dict.fromkeys(self._way_up(start))
        downward = []
        for node in self._way_up(goal):
            downward.append(node)
            if node in upward:
                break
        else:
            return None
        meeting = downward[-1]
        for node in upward:
            if node == meeting:
                break
            downward.append(node)
        return {node for node in downward if isinstance(node, tuple)}

    def _way_up(self, node: Site | int | None) -> Iterator[Site | int]:
        """Yield a site or block, its parent, and so on to the root."""
        while node is not None:
            yield node
            node = self._above[node]

    def neighbours(self, site: Site) -> Iterable[Site]:
        """Return the roads of a place, or the places of a road."""
        return self.graph.adj.get(site, ())

    def is_junction(self, site: Site) -> bool:
        """Return whether more than two clear roads meet at a site."""
        return site[0] == "place" and site in self.graph and self.graph.degree(site) > 2


# What a link hangs on ------------------------------------------------------------------------------------------------


class _Links:
    """The single sites and the smallest sets that break a link, kept because formations share upper links. Links that
    face enemies (``faced``) have a network of their own.
    """

    def __init__(self, theatre: Theatre, clear: Callable[[Faced], Closed], faced: Faced = ()) -> None:
        self.theatre, self._clear_by, self.clear, self._faced = theatre, clear, clear(faced), faced
        self.sites = _Sites(theatre, self.clear)
        self._others: dict[Faced, _Links] = {}
        self._single: dict[Link, frozenset[Site]] = {}
        self._cuts: dict[tuple[Link, frozenset[Site]], frozenset[Site] | None] = {}

    def _for(self, link: Link) -> _Links:
        if link.faced == self._faced:
            return self
        if link.faced not in self._others:
            self._others[link.faced] = _Links(self.theatre, self._clear_by, link.faced)
        return self._others[link.faced]

    def single_sites(self, *chain: Link) -> frozenset[Site]:
        """Return the sites of which each alone breaks some link of a chain that holds."""
        return frozenset[Site]().union(*(self._for(link).sites_of(link) for link in chain))

    def sites_of(self, link: Link) -> frozenset[Site]:
        """Return the sites of which each alone breaks a link of this network."""
        if (key := replace(link, formation=0)) not in self._single:
            sites = self._measured(link) if link.limit_seconds < inf else self._of_any_length(link)
            self._single[key] = frozenset(sites)
        return self._single[key]

    def _of_any_length(self, link: Link) -> set[Site]:
        """Return the sites that part every start from every goal."""
        sites: set[Site] | None = None
        fewest = set.intersection(*map(_standing_on, link.goals))
        for start, goal in product(link.starts, link.goals):
            if (parting := self._between(start, goal)) is not None:
                sites = parting if sites is None else sites & parting
                if sites <= fewest:
                    break
        return sites or set()

    def _between(self, start: Position, goal: Position) -> set[Site] | None:
        """Return the sites that each alone part two positions; None if no clear route joins them."""
        ends = _standing_on(start) | _standing_on(goal)
        if is_straight_on(self.theatre, start, goal, self.clear):
            return ends
        pairs = product(self._places_beside(start), self._places_beside(goal))
        ways = [sites for pair in pairs if (sites := self.sites.between(*pair)) is not None]
        return set.intersection(*ways) | ends if ways else None

    def _places_beside(self, position: Position) -> list[Site]:
        return [("place", place) for place, _ in ends_towards(self.theatre, position, self.clear)]

    def _measured(self, link: Link) -> set[Site]:
        """Return the sites whose loss leaves no route within the limit: only those on every route that is short
        enough.
        """
        route = self._route(link, self.clear)
        if route is None:
            return set()
        suspects, guilty = self._sites_on(route), set[Site]()
        while suspects:
            suspect = min(suspects)
            suspects.discard(suspect)
            way_round = self._route(link, _without(self.clear, (suspect,)))
            if way_round is None:
                guilty.add(suspect)
            else:
                suspects &= self._sites_on(way_round)
        return guilty

    def _route(self, link: Link, closed: Closed) -> Route | None:
        """Return a route that is short enough, if there is any; a unit on a lost site neither sends nor receives."""
        starts = [start for start in link.starts if not _is_lost(start, closed)]
        goals = [goal for goal in link.goals if not _is_lost(goal, closed)]
        way = nearest(self.theatre, starts, goals, link.rates, closed, link.limit_seconds)
        return way[0] if way is not None else None

    def _sites_on(self, route: Route) -> set[Site]:
        sites: set[Site] = {("road", leg.road) for leg in route.legs}
        sites.update(("place", place) for place in places_on(self.theatre, route))
        return sites | _standing_on(route.start) | _standing_on(route.goal)

    # -- the fewest ---------------------------------------------------------------------------------------------------

    def smallest_cut(self, chain: Sequence[Link], ends: frozenset[Site]) -> frozenset[Site] | None:
        """Return the smallest set of sites that breaks one link of a chain, the highest such link; None if no loss
        breaks any.

        ``ends``: the sites at which the links of the chain begin and end, which are not counted as a loss.
        """
        cuts = (self._for(link).cut(link, _sites_at_ends(link)) for link in chain)
        apart = (
            cut if cut is None or cut.isdisjoint(ends) else self._for(link).cut(link, ends)
            for link, cut in zip(chain, cuts, strict=True)
        )
        return min((cut for cut in apart if cut is not None), key=len, default=None)

    def cut(self, link: Link, ends: frozenset[Site]) -> frozenset[Site] | None:
        """Return the smallest set of sites besides these ends that breaks a link of this network; None if no loss
        does.
        """
        key = (replace(link, formation=0), ends)
        if key not in self._cuts:
            cut = self._node_cut(link, ends)
            if cut is not None and link.limit_seconds < inf:
                cut = self._measured_cut(link, ends, cut)
            self._cuts[key] = cut
        return self._cuts[key]

    def _node_cut(self, link: Link, ends: frozenset[Site]) -> frozenset[Site] | None:
        """Return the smallest set of sites without which no clear route is left; for a measured link, no route over
        sites within its march.

        Of all such sets it is the one nearest to the goals. So the search begins near the goals, as if everything
        beyond were a start: a set found there is the smallest as soon as it is proved that no smaller one is enough.
        """
        import networkx as nx

        if any(is_straight_on(self.theatre, *pair, self.clear) for pair in product(link.starts, link.goals)):
            return None
        graph = self.sites.graph
        if link.limit_seconds < inf:
            return self._cut_in(graph.subgraph(self._within(link)), link, ends)
        goals = [place for goal in link.goals for place in self._places_beside(goal) if place in graph]
        least = 1 if self.single_sites(link) - ends else 2
        for steps in STEPS_ABOUT:
            layers = list(islice(nx.bfs_layers(graph, goals), steps))
            if len(layers) == steps:
                cut = self._cut_in(graph.subgraph(joined.from_iterable(layers)), link, ends, layers[-1])
                if cut is not None and len(cut) <= least:
                    return cut
        return self._cut_in(graph, link, ends)

    def _cut_in(
        self, part: nx.Graph[Site], link: Link, ends: frozenset[Site], outermost: Iterable[Site] = ()
    ) -> frozenset[Site] | None:
        """Return the smallest set of sites that parts the ends of a link in this part of the network; None if no loss
        does.

        ``outermost``: the sites of the part from which the rest of the network is reached.
        """
        import networkx as nx

        graph = part.copy()
        graph.add_edges_from((START, site) for site in outermost)
        for node, positions in ((START, link.starts), (GOAL, link.goals)):
            graph.add_edges_from(
                (node, place) for at in positions for place in self._places_beside(at) if place in graph
            )
        for end in ends.intersection(graph):
            graph.add_edges_from(list(combinations(graph[end], 2)))
            graph.remove_node(end)
        return None if graph.has_edge(START, GOAL) else frozenset(nx.minimum_node_cut(graph, START, GOAL))

    def _within(self, link: Link) -> Iterator[Site]:
        """Yield the sites that some route within the limit of a link may lead over."""
        outward, homeward = (
            Reach(self.theatre, positions, link.rates, self.clear, link.limit_seconds).seconds
            for positions in (link.starts, link.goals)
        )
        limit = link.limit_seconds + SAME_SECONDS
        for place, seconds in outward.items():
            if seconds + homeward.get(place, inf) <= limit:
                yield ("place", place)
            for way in self.theatre.leaving(place):
                march = link.rates.seconds(way.length_m, way.surface)
                if seconds + march + homeward.get(way.other_end(place), inf) <= limit:
                    yield ("road", way.road)

    def _measured_cut(self, link: Link, ends: frozenset[Site], most: frozenset[Site]) -> frozenset[Site]:
        """Return the smallest set of sites without which no route is short enough; ``most``: a set that is enough."""
        for size in range(self._ways_apart(link, ends, len(most)), len(most)):
            if (cut := self._cut_of(size, link, ends, self.clear)) is not None:
                return cut
        return most

    def _ways_apart(self, link: Link, ends: frozenset[Site], most: int) -> int:
        """Return how many short enough routes share no site but the ends, up to ``most``: no fewer sites can cut them
        all.
        """
        closed, ways = self.clear, 0
        while ways < most and (route := self._route(link, closed)) is not None:
            closed, ways = _without(closed, self._sites_on(route) - ends), ways + 1
        return ways

    def _cut_of(self, size: int, link: Link, ends: frozenset[Site], closed: Closed) -> frozenset[Site] | None:
        """Return a set of at most this many sites without which no route is short enough; each must take one site of
        every route.
        """
        route = self._route(link, closed)
        if route is None:
            return frozenset()
        for site in sorted(self._sites_on(route) - ends) if size else ():
            if (rest := self._cut_of(size - 1, link, ends, _without(closed, (site,)))) is not None:
                return rest | {site}
        return None


def _standing_on(position: Position) -> set[Site]:
    return {("place", position.place)} if isinstance(position, AtPlace) else {("road", position.road)}


def _sites_at_ends(*chain: Link) -> frozenset[Site]:
    """Return the sites on which the links of a chain may begin or end."""
    return frozenset[Site]().union(*(_standing_on(end) for link in chain for end in (*link.starts, *link.goals)))


def _is_lost(position: Position, closed: Closed) -> bool:
    """Return whether a unit at this position is on a lost site."""
    return position.road in closed.roads if isinstance(position, OnRoad) else position.place in closed.places


def _without(closed: Closed, sites: Iterable[Site]) -> Closed:
    """Return the same ground with these sites lost."""
    places, roads = _split(sites)
    return replace(closed, places=closed.places.union(places), roads=closed.roads.union(roads))


# Stretches -----------------------------------------------------------------------------------------------------------


def _stretches(
    links: _Links, lost: Mapping[Site, Sequence[int]]
) -> Iterator[tuple[tuple[tuple[int, ...], tuple[int, ...]], Sequence[int]]]:
    """Yield the places and roads that fall together, joined along the road as long as their loss cuts off the same
    formations, with those formations. ``lost``: the formations, by site.
    """
    grouped: set[Site] = set()
    for site in sorted(lost):
        if site not in grouped:
            stretch = _stretch(site, lost, links.sites)
            grouped.update(stretch)
            places, roads = _split(stretch)
            yield (_with_ends(links.theatre, places, roads), roads), lost[site]


def _stretch(site: Site, lost: Mapping[Site, Sequence[int]], sites: _Sites) -> list[Site]:
    """Return a site and its neighbours both ways, over places where only two clear roads meet."""
    stretch = [site]
    for _ in range(0 if sites.is_junction(site) else 2):
        while (after := _next_alike(stretch, lost, sites)) is not None:
            stretch.append(after)
        stretch.reverse()
    return stretch


def _next_alike(stretch: Sequence[Site], lost: Mapping[Site, Sequence[int]], sites: _Sites) -> Site | None:
    """Return the neighbour of the last site of a stretch whose loss cuts off the same formations; None if there is
    none.
    """
    return next(
        (
            site
            for site in sites.neighbours(stretch[-1])
            if site not in stretch and lost.get(site) == lost[stretch[0]] and not sites.is_junction(site)
        ),
        None,
    )


def _with_ends(theatre: Theatre, places: tuple[int, ...], roads: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places along a stretch of roads from end to end; for a place alone, only that place."""
    if not roads:
        return places
    ways = [theatre.way(road) for road in roads]
    if len(ways) == 1:
        return (ways[0].a, ways[0].b)
    first, second = ways[0], ways[1]
    place = first.a if first.b in (second.a, second.b) else first.b
    walked = [place]
    for way in ways:
        place = way.other_end(place)
        walked.append(place)
    return tuple(walked)
