"""Common parts of maps from other programs: classes of roads, points in degrees or metres, and simplification to
junctions.

Classes(as_set).kind(word)                 None for what carries no column (footways, steps, planned roads)
Net                                        lines that share points become places and roads between them
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from campaign.exchange.foreign.charts import METRES_A_DEGREE, away
from campaign.exchange.foreign.draft import Bridge, Chart, Draft, Node, Point, Taken, Way
from campaign.terms.ground import RoadKind
from campaign.terms.words import plain, slug
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from shapely.geometry import LineString

_CLASSES: tuple[tuple[RoadKind, str], ...] = (
    (
        RoadKind.METALLED,
        (
            r"(motorway|trunk|primary)( link)?|autobahn|autostrada|autoroute|bundesstrasse|freeway"
            r"|expressway|highway|main|major|a road|dual carriageway|paved|state|national|metalled|asphalt|principale?"
        ),
    ),
    (
        RoadKind.SECONDARY,
        (
            r"(secondary|tertiary)( link)?|unclassified|residential|living|road|busway|minor|b road|local|street"
            r"|landstrasse|kreisstrasse|landesstrasse|staatsstrasse|county|provinciale?|communale?"
        ),
    ),
    (
        RoadKind.TRACK,
        (
            r"track( grade ?\d)?|service|bridleway|path|trail|unpaved|dirt|gravel|earth|cart"
            r" track|feldweg|chemin|sterrata|4wd"
        ),
    ),
    (RoadKind.COAST, r"coast(al)?"),
)
"""Kinds of road for the classes of OpenStreetMap, its extracts and national maps. A class not listed carries no column.
"""
_OWN = {plain(kind.value): kind for kind in RoadKind}
SHAPE_M = 20.0
"""Greatest error in metres when a drawn point of a line is left out."""
AGAIN_M = 2.0
"""Greatest distance in metres between two drawings of one stretch."""
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
        "footpath",
        "sidewalk",
        "track for bicycles",
        "ferry",
        "railway",
    }
)


CARRIES_NOTHING = "none"
"""Setting of a class of roads that carries no column."""


def _first(word: str) -> str:
    return plain(re.split(r"[,;|]", word.strip("[]'\" "))[0].strip("'\" ").replace("_", " "))


@lru_cache(maxsize=1024)
def _known(first: str) -> RoadKind | None:
    """Return the kind of road for a class, with or without ``road`` or ``street`` behind it."""
    for text in (first, re.sub(r"(?<=\w) (roads?|streets?|highway|ways?|class)$", "", first)):
        if text in _OWN:
            return _OWN[text]
        for kind, words in _CLASSES:
            if re.fullmatch(words, text):
                return kind
    return None


def is_class(word: str) -> bool:
    """Return whether the word is a class of roads, or of ways other than roads."""
    return _first(word) in NO_ROADS or _known(_first(word)) is not None


def is_kind(word: str) -> bool:
    return _known(plain(word)) is not None


@dataclass(slots=True)
class Classes:
    """The classes of the roads of one file. ``as_set``: the kinds set for some of them (`changes.road_kinds`)."""

    as_set: Mapping[str, str] = field(default_factory=dict)
    strange: Counter[str] = field(default_factory=Counter)
    """Number of roads of each unknown class."""

    def kind(self, word: str) -> RoadKind | None:
        """Return the kind of a road by its class; the first, where several are given; a secondary road for a missing or
        unknown class; None for what carries no column.
        """
        first = self._meaning(word)
        return None if first in NO_ROADS or first == CARRIES_NOTHING else _known(first) or RoadKind.SECONDARY

    def count(self, word: str) -> None:
        """Count a road of that class, since the number of roads of unknown classes is told."""
        first = self._meaning(word)
        if _known(first) is None:
            self.strange[first] += 1

    def _meaning(self, word: str) -> str:
        first = _first(word)
        return self.as_set.get(first, first)

    def tell(self, draft: Draft, where: str) -> None:
        """Report which classes were taken as secondary roads, and how many roads each has."""
        for word, number in sorted(self.strange.items()):
            draft.guess(
                where,
                f"{number} x {word or 'no class'} became secondary roads",
                "that class is not known" if word else "no class is given",
                change=f'road "{word}" secondary road' if word else "",
            )


def kind_of_road(word: str) -> RoadKind | None:
    """Return the kind of a road by its class in the file."""
    return Classes().kind(word)


@dataclass(frozen=True, slots=True)
class Strand:
    """A line by the numbers of its points. ``bridge``: its name or ""; ``metres``: its length, if the file states it;
    ``also``: names of other drawings of it.
    """

    points: list[int]
    kind: RoadKind
    where: str
    name: str
    bridge: str = ""
    metres: float | None = None
    also: tuple[str, ...] = ()


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
    """Other names of stretches of the road."""


@dataclass
class Net:
    """Lines that share points, by number of the point."""

    draft: Draft
    in_degrees: bool
    points: dict[int, Point] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)
    """Keys of points that have one already; the other points get keys from their numbers."""

    keeps_twins: bool = False
    """True if a stretch that is drawn again is a second road."""
    again_m: float = 0.0
    """Length of the stretches that were drawn again by another line and are left out."""
    _drawn: defaultdict[tuple[int, int], list[Edge]] = field(default_factory=lambda: defaultdict(list))

    def length(self, line: list[Point]) -> float:
        """Return the metres along a line."""
        return sum(away(a, b, self.in_degrees) for a, b in pairwise(line))

    def add_lines(self, strands: Sequence[Strand]) -> None:
        """Add lines; each is cut where another meets it and at places, has its bridge once, and keeps its stated
        length.
        """
        uses: defaultdict[int, int] = defaultdict(int)
        for number in (*self.names, *self.keys):
            uses[number] = 2
        for strand in strands:
            for n, point in enumerate(strand.points):
                uses[point] += 1 if 0 < n < len(strand.points) - 1 else 2
        for strand in strands:
            total = self.length([self.points[point] for point in strand.points])
            factor = strand.metres / total if strand.metres is not None and total > 0 else 1.0
            if strand.metres is not None and total == 0:
                self._edge(strand, strand.points, 1.0, -1.0)
                self.edges[-1].length = strand.metres
                continue
            begun, middle = [strand.points[0]], total * factor / 2 if strand.bridge else -1.0
            for point in strand.points[1:]:
                begun.append(point)
                if uses[point] > 1:
                    middle -= self._edge(strand, begun, factor, middle)
                    begun = [point]

    def _edge(self, strand: Strand, line: list[int], factor: float, at_m: float) -> float:
        """Add a stretch, with the bridge if that is on it; ``at_m``: from its first end. Returns its length."""
        points = [self.points[point] for point in line]
        length = self.length(points) * factor
        ends = min(line[0], line[-1]), max(line[0], line[-1])
        for edge in self._drawn[ends]:
            if self._is_again(edge, points, length):
                self.again_m += length
                edge.also = tuple(dict.fromkeys((*edge.also, *filter(None, (strand.name, *strand.also)))))
                edge.also = tuple(name for name in edge.also if name != edge.name)
                return length
        bridges = [Bridge(at_m if 1 < at_m < length - 1 else length / 2, strand.bridge)] if 0 <= at_m < length else []
        edge = Edge(line[0], line[-1], strand.kind, strand.where, strand.name, points, bridges, length, strand.also)
        self.edges.append(edge)
        self._drawn[ends].append(edge)
        return length

    def _is_again(self, edge: Edge, points: list[Point], length: float) -> bool:
        """Return whether a stretch is drawn by another line too."""
        if self.keeps_twins or abs(edge.length - length) > max(AGAIN_M, 0.01 * length):
            return False
        if edge.points in (points, points[::-1]):
            return len(points) > 1
        if len(points) < 2 or len(edge.points) < 2:
            return False
        from shapely import LineString, hausdorff_distance

        reach = AGAIN_M / METRES_A_DEGREE if self.in_degrees else AGAIN_M
        return bool(hausdorff_distance(LineString(points), LineString(edge.points)) <= reach)

    def simplify(self) -> None:
        """Join two stretches of one kind that meet at a point where no other does into one road."""
        at: defaultdict[int, set[int]] = defaultdict(set)
        for n, edge in enumerate(self.edges):
            at[edge.a].add(n)
            at[edge.b].add(n)
        removed: set[int] = set()
        for point in list(at):
            if len(at[point]) != 2 or point in self.names or point in self.keys:
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
        """Return places and roads as a map."""
        chart = Chart(self.in_degrees)
        taken, keys = Taken({slug(key) for key in self.keys.values()}), dict(self.keys)
        for edge, shape in zip(self.edges, self._shapes(), strict=True):
            for point in (edge.a, edge.b):
                if point not in keys:
                    keys[point] = taken.fresh(f"p{point}")
                if keys[point] not in chart.nodes:
                    chart.nodes[keys[point]] = Node(
                        keys[point], self.points[point], self.names.get(point, ""), edge.where
                    )
            edge.length = max(edge.length, 1)
            also: dict[str, object] = {"notes": f"also {', '.join(edge.also)}"} if edge.also else {}
            ends = keys[edge.a], keys[edge.b]
            chart.ways.append(
                Way(*ends, edge.kind, edge.where, edge.name, edge.length, shape, tuple(edge.bridges), also)
            )
        return chart

    def _shapes(self) -> list[tuple[Point, ...]]:
        """Return the points between the ends of each road, without those that change its course by less than
        `SHAPE_M`.
        """
        result: list[tuple[Point, ...]] = [()] * len(self.edges)
        bent = [n for n, edge in enumerate(self.edges) if len(edge.points) > 2]
        if not bent:
            return result
        import numpy as np
        from shapely import get_coordinates, simplify

        tolerance = SHAPE_M / METRES_A_DEGREE if self.in_degrees else SHAPE_M
        lines = shapes([self.edges[n].points for n in bent])
        kept, owners = get_coordinates(simplify(lines, tolerance, preserve_topology=False), return_index=True)
        starts = np.searchsorted(owners, np.arange(len(bent) + 1)).tolist()
        coordinates = kept.tolist()
        for k, n in enumerate(bent):
            result[n] = tuple((x, y) for x, y in coordinates[starts[k] + 1 : starts[k + 1] - 1])
        return result


def shapes(lines: Sequence[Sequence[Point]]) -> list[LineString]:
    """Return lines as shapes, made at once."""
    import numpy as np
    from shapely import linestrings

    points = np.array([point for line in lines for point in line])
    numbers = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    return list(np.asarray(linestrings(points, indices=numbers), dtype=object))


def _other_end(edge: Edge, point: int) -> int:
    return edge.b if edge.a == point else edge.a


def _turned(edge: Edge, *, start: int | None = None, to: int | None = None) -> Edge:
    """Return the edge in the direction in which it begins at ``start`` or ends at ``to``."""
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
