"""What maps of other programs have in common: classes of roads, points in degrees or metres, and simplifying to
junctions.

kind_of_road(word) -> RoadKind | None      None for what carries no column (footways, steps, things planned)
Net                                        lines that share points become places and roads between them
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from campaign.exchange.foreign.charts import away
from campaign.exchange.foreign.draft import Bridge, Chart, Draft, Node, Point, Taken, Way
from campaign.terms.ground import RoadKind
from campaign.terms.words import plain, slug

HIGHWAYS: dict[str, RoadKind] = {
    **dict.fromkeys(
        ("motorway", "motorway link", "trunk", "trunk link", "primary", "primary link", "autobahn"), RoadKind.METALLED
    ),
    **dict.fromkeys(
        (
            "secondary",
            "secondary link",
            "tertiary",
            "tertiary link",
            "unclassified",
            "residential",
            "living street",
            "road",
            "busway",
        ),
        RoadKind.SECONDARY,
    ),
    **dict.fromkeys(("track", "service", "bridleway", "path"), RoadKind.TRACK),
}
"""Classes of OpenStreetMap as kinds of ours; what is not here carries no column."""
_OWN = {plain(kind.value): kind for kind in RoadKind} | {
    "metalled": RoadKind.METALLED,
    "coast": RoadKind.COAST,
    "highway": RoadKind.METALLED,
    "main": RoadKind.METALLED,
}
SHAPE_M = 20.0
"""A drawn point is left out where the line stays within so many metres without it."""
NO_ROADS = frozenset(
    {
        "footway",
        "steps",
        "pedestrian",
        "cycleway",
        "corridor",
        "construction",
        "proposed",
        "platform",
        "raceway",
        "elevator",
        "abandoned",
        "razed",
        "no",
    }
)


def strange(word: str) -> str:
    """The class of a road in the file, if nobody knows what it is and it is taken as a secondary road; else ""."""
    first = _first(word)
    return "" if not first or first in NO_ROADS or first in _OWN or first in HIGHWAYS else first


def tell_strange(draft: Draft, where: str, words: Mapping[str, int]) -> None:
    """Say which classes were taken for those of secondary roads, and how many roads are of each."""
    for word, number in sorted(words.items()):
        draft.guess(where, f"{number} x {word or 'no class'}: taken as secondary roads")


def _first(word: str) -> str:
    return plain(re.split(r"[,;|]", word.strip("[]'\" "))[0].strip("'\" ").replace("_", " "))


def is_kind(word: str) -> bool:
    """Does the word name a kind of road?"""
    return plain(word) in _OWN or plain(word) in HIGHWAYS


def kind_of_road(word: str) -> RoadKind | None:
    """The kind of a road by its class in the file; the first, where several are given; a secondary road where
    none is."""
    first = _first(word)
    if first in NO_ROADS:
        return None
    return _OWN.get(first) or HIGHWAYS.get(first) or RoadKind.SECONDARY


@dataclass(slots=True)
class Edge:
    """A stretch between two points of the net."""

    a: int
    b: int
    kind: RoadKind
    where: str
    name: str
    points: list[Point]
    bridges: list[Bridge]
    length: float
    also: tuple[str, ...] = ()
    """Other names of stretches of it."""


@dataclass
class Net:
    """Lines that share points, by number of the point."""

    draft: Draft
    in_degrees: bool
    points: dict[int, Point] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)
    """Of points that have keys already; the others are called after their numbers."""

    def length(self, line: list[Point]) -> float:
        """Metres along a line."""
        return sum(away(a, b, self.in_degrees) for a, b in pairwise(line))

    def add_lines(self, lines: list[tuple[list[int], RoadKind, str, str, str]]) -> None:
        """Lines as (points, kind, where, name, bridge's name or ""); each is cut where another meets it, and has its
        bridge once."""
        uses: defaultdict[int, int] = defaultdict(int)
        for line, *_ in lines:
            for n, point in enumerate(line):
                uses[point] += 1 if 0 < n < len(line) - 1 else 2
        for line, kind, where, name, bridge in lines:
            begun, middle = [line[0]], self.length([self.points[point] for point in line]) / 2 if bridge else 0.0
            for point in line[1:]:
                begun.append(point)
                if uses[point] > 1:
                    middle -= self._edge(begun, kind, where, name, bridge, middle)
                    begun = [point]

    def _edge(self, line: list[int], kind: RoadKind, where: str, name: str, bridge: str, at_m: float) -> float:
        """A stretch, with the bridge if that is on it; ``at_m``: from its first end. Answers its length."""
        points = [self.points[point] for point in line]
        length = self.length(points)
        bridges = (
            [Bridge(at_m if 1 < at_m < length - 1 else length / 2, bridge)] if bridge and 0 <= at_m < length else []
        )
        self.edges.append(Edge(line[0], line[-1], kind, where, name, points, bridges, length))
        return length

    def simplify(self) -> None:
        """Points at which only two stretches of one kind meet are no junctions: the stretches become one road."""
        at: defaultdict[int, set[int]] = defaultdict(set)
        for n, edge in enumerate(self.edges):
            at[edge.a].add(n)
            at[edge.b].add(n)
        removed: set[int] = set()
        for point in list(at):
            if len(at[point]) != 2 or point in self.names:
                continue
            first, second = sorted(at[point])
            stretch, following = self.edges[first], self.edges[second]
            if (
                stretch.kind is not following.kind
                or stretch.a == stretch.b
                or following.a == following.b
                or _other_end(stretch, point) == _other_end(following, point)
            ):
                continue
            joined = _join(_turned(stretch, to=point), _turned(following, start=point))
            self.edges[first] = joined
            removed.add(second)
            far = joined.b
            at[far].discard(second)
            at[far].add(first)
            del at[point]
        self.edges = [edge for n, edge in enumerate(self.edges) if n not in removed]

    def chart(self) -> Chart:
        """Places and roads."""
        chart = Chart(self.in_degrees)
        taken, keys = Taken({slug(key) for key in self.keys.values()}), dict(self.keys)
        for edge in self.edges:
            for point in (edge.a, edge.b):
                if point not in keys:
                    keys[point] = taken.fresh(f"p{point}")
                if keys[point] not in chart.nodes:
                    chart.nodes[keys[point]] = Node(
                        keys[point], self.points[point], self.names.get(point, ""), edge.where
                    )
            edge.length = max(edge.length, 1)
            shape = self._shape(edge.points)
            also: dict[str, object] = {"notes": f"also {', '.join(edge.also)}"} if edge.also else {}
            ends = keys[edge.a], keys[edge.b]
            chart.ways.append(
                Way(*ends, edge.kind, edge.where, edge.name, edge.length, shape, tuple(edge.bridges), also)
            )
        return chart

    def _shape(self, points: list[Point]) -> tuple[Point, ...]:
        if len(points) < 3:
            return ()
        from shapely import LineString

        tolerance = SHAPE_M / 111_195 if self.in_degrees else SHAPE_M
        return tuple(
            (float(x), float(y))
            for x, y in LineString(points).simplify(tolerance, preserve_topology=False).coords[1:-1]
        )

    def name_points(self, named: list[tuple[Point, str, str]], reach_m: float) -> list[tuple[Point, str, str]]:
        """Give each name to the nearest end of a road within reach; answers those for which there is none."""
        ends = sorted({edge.a for edge in self.edges} | {edge.b for edge in self.edges})
        if not ends:
            return named
        from shapely import Point as Dot
        from shapely import STRtree, points

        tree = STRtree(points([self.points[end] for end in ends]))
        lost = []
        for point, name, where in named:
            end = ends[int(tree.nearest(Dot(point)))]
            if away(point, self.points[end], self.in_degrees) <= reach_m and end not in self.names:
                self.names[end] = name
            else:
                lost.append((point, name, where))
        return lost


def _other_end(edge: Edge, point: int) -> int:
    return edge.b if edge.a == point else edge.a


def _turned(edge: Edge, *, start: int | None = None, to: int | None = None) -> Edge:
    """The edge, so that it begins at ``start`` or ends at ``to``."""
    if edge.a == start or edge.b == to:
        return edge
    bridges = [Bridge(edge.length - bridge.at_m, bridge.name, bridge.fields) for bridge in reversed(edge.bridges)]
    return Edge(edge.b, edge.a, edge.kind, edge.where, edge.name, edge.points[::-1], bridges, edge.length, edge.also)


def _join(edge: Edge, following: Edge) -> Edge:
    bridges = edge.bridges + [
        Bridge(edge.length + bridge.at_m, bridge.name, bridge.fields) for bridge in following.bridges
    ]
    name, *also = dict.fromkeys(filter(None, (edge.name, following.name, *edge.also, *following.also))) or [""]
    return Edge(
        edge.a,
        following.b,
        edge.kind,
        edge.where,
        name,
        edge.points + following.points[1:],
        bridges,
        edge.length + following.length,
        tuple(also),
    )
