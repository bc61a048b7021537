"""The map of a draft: in one piece, with keys, and with a place for every unit that has a position.

Ground(chart, draft)            looks places up by name or by position
sections_of(chart) -> dict      the sections of the program's own map file
in_one_piece(chart, ...)        parts that no road joins to the largest are named
strip(forces), around(units)    a map of the program's own where there is none
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import pairwise
from math import ceil, cos, hypot, isfinite, radians
from typing import Any

from campaign.exchange.foreign.doubts import Doubt, Stake, Sure
from campaign.exchange.foreign.draft import Chart, Draft, Force, Node, Point, Taken, Unit, Way
from campaign.exchange.points import parts_of
from campaign.exchange.values import LONGEST_ROAD_M
from campaign.terms.ground import RoadKind
from campaign.terms.words import did_you_mean, listing, plain, slug
from campaign.theatre.geography import EARTH_RADIUS_M
from campaign.values import dataclass, field

METRES_A_DEGREE = radians(1) * EARTH_RADIUS_M

JOINED_M = 2_000
"""Greatest gap in metres over which a wider --join is advised."""
TRIFLE_KM = 1.0
"""Kilometres of loose pieces that are hardly in doubt."""
SMALL_PART = 0.1
"""Largest share of the places in a separate piece of the map that may be left out without a question."""
FAR_M = 25_000
"""Greatest distance in metres between a unit and the nearest place of the map; a unit farther away is not put on the
map."""
CLUSTER_M = 2_000
MOST_OWN_PLACES = 400
FARTHEST_M = 1_900_000
"""Greatest distance in metres between a unit and the nearest other unit on a map that the program draws itself; no road
is longer."""
STRIP_KM = 40
MIDDLE = "crossroads"
"""Key of the place between the sides on a map that the program draws itself."""


def away(a: Point, b: Point, in_degrees: bool) -> float:
    """Return the metres between two points."""
    if not in_degrees:
        return hypot(a[0] - b[0], a[1] - b[1])
    scale = cos(radians((a[0] + b[0]) / 2))
    return METRES_A_DEGREE * hypot(a[0] - b[0], (a[1] - b[1]) * scale)


def _parts(chart: Chart) -> list[list[str]]:
    """Return the keys of the nodes that roads join, the largest part first."""
    return sorted(parts_of(chart.nodes, ((way.a, way.b) for way in chart.ways)), key=len, reverse=True)


def in_one_piece(chart: Chart, draft: Draft, *, keep_loose: bool = False) -> None:
    """Keep the largest part of the map. Other parts are joined to it by tracks if ``keep_loose``; else a small part is
    left out with a doubt, and a larger part is refused, both with their place and their distance. A road beyond the
    greatest length is refused.
    """
    long = [(way, metres) for way in chart.ways if (metres := length_of(way, chart)) > LONGEST_ROAD_M]
    for way, metres in long:
        text = (
            f"this road is {metres / 1000:,.0f} km long, but roads can be at most {LONGEST_ROAD_M // 1000:,} "
            "km. Check the position of both ends"
        )
        draft.refuse(way.where, text)
    if long:
        long_ids = {id(way) for way, _ in long}
        chart.ways = [way for way in chart.ways if id(way) not in long_ids]
    first, *islands = _parts(chart) or [[]]
    pieces = _pieces(chart, first, islands)
    small = [piece for piece in pieces if len(piece.keys) <= len(chart.nodes) * SMALL_PART]
    for piece in [] if keep_loose else pieces:
        if piece not in small:
            text = f"{piece.text}; {piece.join}--keep-loose joins it by a track"
            draft.refuse(piece.where, text, piece.names)
    if keep_loose:
        for piece in pieces:
            chart.ways.append(piece.link)
            first += piece.keys
            track = length_of(piece.link, chart) / 1000
            draft.guess(piece.where, f"joined by a track of {track:.1f} km", piece.text, piece.names)
    elif small:
        _leave_out(small, draft)
    if islands:
        kept = set(first)
        chart.nodes = {key: node for key, node in chart.nodes.items() if key in kept}
        chart.ways = [way for way in chart.ways if way.a in kept]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the map that no road joins to the rest. ``gap``: metres between the roads; ``link``: the shortest track
    between places.
    """

    keys: list[str]
    where: str
    km: float
    gap: float
    link: Way
    names: tuple[str, ...]
    text: str

    @property
    def join(self) -> str:
        """The way to join it, as advice."""
        if self.gap < 1:
            return "set map crossings join joins it, "
        return f"--join {max(10, ceil(self.gap / 10) * 10)} joins it, " if self.gap <= JOINED_M else ""


def _pieces(chart: Chart, main: list[str], islands: list[list[str]]) -> list[_Piece]:
    """Return the parts that are not the largest, with their names, or else their places, and their distance from it."""
    if not islands:
        return []
    main_ways, *ways_of = _roads_by_part(chart, [main, *islands])
    nearest, total, result = _Nearest(chart, main, main_ways), len(chart.nodes), []
    for part, ways in zip(islands, ways_of, strict=True):
        named = [name for key in part if (name := chart.nodes[key].name)] or [place_in_words(chart, part[0])]
        names = tuple(dict.fromkeys([*named, *(way.name for way in ways if way.name)]))
        link = nearest.link(part)
        km = sum(length_of(way, chart) for way in ways) / 1000
        gap, where = nearest.gap(ways, link)
        apart = f"the gap is {_gap_in_words(gap)} {where}" if gap >= 1 else f"it crosses the rest {where} and passes it"
        text = (
            f"no road connects it to the rest of the map (it has {len(part)} of {total} places, {km:.1f} km; {apart})"
        )
        result.append(_Piece(part, chart.nodes[part[0]].where, km, gap, link, names, text))
    return result


def _leave_out(small: list[_Piece], draft: Draft) -> None:
    """Report the small pieces that are left out, as one decision."""
    largest, km = max(small, key=lambda piece: piece.km), sum(piece.km for piece in small)
    names = tuple(dict.fromkeys(name for piece in small for name in piece.names))
    text, made = largest.text, "left out"
    if len(small) > 1:
        text = f"of {len(small)} pieces, {km:.1f} km in all, the largest is {listing(largest.names, 2)}: {largest.text}"
        made = f"{len(small)} pieces left out"
    other = f"write {largest.join}--keep-loose to join {'it' if len(small) == 1 else 'them'} by a track"
    draft.kilometres["left out"] = km
    sure = Sure.LIKELY if km < TRIFLE_KM else Sure.GUESS
    draft.doubts.append(Doubt("loose", text, made, sure, km, Stake.KILOMETRES, (largest.where,), (), other))
    draft.guess(largest.where, made, text, names, otherwise=other)


def _roads_by_part(chart: Chart, parts: list[list[str]]) -> list[list[Way]]:
    """Return the roads of each part."""
    part_of = {key: n for n, part in enumerate(parts) for key in part}
    result: list[list[Way]] = [[] for _ in parts]
    for way in chart.ways:
        if way.a in part_of:
            result[part_of[way.a]].append(way)
    return result


def _gap_in_words(metres: float) -> str:
    return f"{metres:,.0f} m" if metres < 1000 else f"{metres / 1000:,.1f} km"


def place_in_words(chart: Chart, key: str) -> str:
    """Return the name of a place, or its position if it has none: a number of the program says nothing to an umpire."""
    node = chart.nodes[key]
    if node.name or chart.has_keys or not re.fullmatch(r"p?-?[0-9]+(_[0-9]+)?", node.key):
        return node.name or node.key
    return _in_words(node.point, chart)


def _in_words(point: Point, chart: Chart) -> str:
    first, second = point
    return f"{first:.4f}, {second:.4f}" if chart.in_degrees else f"{first / 1000:.2f}, {second / 1000:.2f} km"


class _Nearest:
    """The largest part, by which the distance of another part and the shortest track to it are found."""

    def __init__(self, chart: Chart, main: list[str], ways: list[Way]) -> None:
        from shapely import STRtree, points

        self.chart, self.main = chart, list(main)
        self.scale = cos(radians(middle_of(chart)[0])) if chart.in_degrees else 1.0
        self.places = STRtree(points([self._flat(chart.nodes[key].point) for key in main]))
        self.shapes = [self._shape(way) for way in ways]
        self.roads = STRtree(self.shapes)

    def _flat(self, point: Point) -> Point:
        return point[0], point[1] * self.scale

    def _shape(self, way: Way) -> Any:
        from shapely import LineString

        nodes = self.chart.nodes
        return LineString([self._flat(p) for p in (nodes[way.a].point, *way.shape, nodes[way.b].point)])

    def link(self, part: list[str]) -> Way:
        """Return the shortest track between places of the two parts."""
        from shapely import points

        chart = self.chart
        nearest = self.places.nearest(points([self._flat(chart.nodes[key].point) for key in part]))
        pairs = [(key, self.main[int(near)]) for key, near in zip(part, nearest, strict=True)]
        a, b = min(
            pairs, key=lambda pair: away(chart.nodes[pair[0]].point, chart.nodes[pair[1]].point, chart.in_degrees)
        )
        return Way(a, b, RoadKind.TRACK)

    def gap(self, ways: list[Way], link: Way) -> tuple[float, str]:
        """Return the metres between the roads of the two parts, or else between their places, and where that is."""
        from shapely import distance
        from shapely.ops import nearest_points

        a, b = (self.chart.nodes[key].point for key in (link.a, link.b))
        metres = away(a, b, self.chart.in_degrees)
        text = f"from {place_in_words(self.chart, link.a)} to {place_in_words(self.chart, link.b)}"
        if not ways or not self.shapes:
            return metres, text
        shapes = [self._shape(way) for way in ways]
        near = self.roads.nearest(shapes)
        apart = distance(shapes, [self.shapes[int(n)] for n in near])
        first = int(apart.argmin())
        pair = nearest_points(shapes[first], self.shapes[int(near[first])])
        ends = [(float(dot.x), float(dot.y) / self.scale) for dot in pair]
        between = away(ends[0], ends[1], self.chart.in_degrees)
        if between >= metres:
            return metres, text
        if between < 1:
            return between, f"at {_in_words(ends[0], self.chart)}"
        return between, f"from {_in_words(ends[0], self.chart)} to {_in_words(ends[1], self.chart)}"


def length_of(way: Way, chart: Chart) -> float:
    """Return the stated length of a road, or else its drawn length."""
    if way.length_m is not None:
        return way.length_m
    if (km := _figures(way.fields.get("km"))) and len(km) == 1:
        return km[0] * 1000
    unit = 1 if chart.in_degrees else 1000
    listed = way.fields.get("shape")
    bends = [_figures(bend) for bend in listed] if isinstance(listed, list) else []
    shape = [(bend[0] * unit, bend[1] * unit) for bend in bends if len(bend) == 2] or way.shape
    line = [chart.nodes[way.a].point, *shape, chart.nodes[way.b].point]
    return sum(away(a, b, chart.in_degrees) for a, b in pairwise(line))


def _figures(value: object) -> list[float]:
    """Return ``12.5`` and ``31.5, 25.1`` as numbers; [] for any other value."""
    try:
        result = [float(figure) for figure in str(value).split(",")]
    except ValueError:
        return []
    return result if all(map(isfinite, result)) else []


def centres(chart: Chart, homes: Collection[str]) -> list[str]:
    """Return the places where most roads meet, named ones before others, the one nearest to the middle first among
    equals; a home edge only on a map that has nothing else.
    """
    roads = Counter(end for way in chart.ways for end in (way.a, way.b))
    middle = middle_of(chart)

    def rank(key: str) -> tuple[bool, int, float]:
        node = chart.nodes[key]
        return not node.name, -roads[key], away(node.point, middle, chart.in_degrees)

    return sorted([key for key in chart.nodes if key not in homes] or chart.nodes, key=rank)


def middle_of(chart: Chart) -> Point:
    first, second = zip(*[node.point for node in chart.nodes.values()] or [(0.0, 0.0)], strict=True)
    return (min(first) + max(first)) / 2, (min(second) + max(second)) / 2


def give_keys(chart: Chart) -> None:
    """Give every node a key that a person can type: its name, where it has one, else its number."""
    if chart.has_keys:
        return
    taken = Taken()
    keys: dict[str, str] = {}
    for old, node in chart.nodes.items():
        base = (slug(node.name) or slug(old))[:70] or "place"
        keys[old] = taken.fresh(f"p{base}" if base.isdigit() else base)
    rename(chart, keys)


def rename(chart: Chart, keys: Mapping[str, str]) -> None:
    """Replace every node's key by the new one."""
    chart.nodes = {keys[old]: node for old, node in chart.nodes.items()}
    for new, node in chart.nodes.items():
        node.key = new
    for way in chart.ways:
        way.a, way.b = keys[way.a], keys[way.b]


@dataclass
class Ground:
    """A map on which units are put."""

    chart: Chart
    draft: Draft
    missed: set[str] = field(default_factory=set)

    @cached_property
    def by_name(self) -> dict[str, str]:
        """Keys of the map by the common form of the spellings of key or name."""
        result = {plain(node.name): key for key, node in self.chart.nodes.items() if node.name}
        return result | {plain(key.replace("_", " ")): key for key in self.chart.nodes}

    @cached_property
    def keys(self) -> list[str]:
        """Keys in the order of `tree`."""
        return list(self.chart.nodes)

    @cached_property
    def tree(self) -> Any:
        """Search tree of the nodes' points in metres."""
        from shapely import STRtree, points

        return STRtree(points([self._metres(node.point) for node in self.chart.nodes.values()]))

    @cached_property
    def middle(self) -> Point:
        return middle_of(self.chart)

    def _metres(self, point: Point) -> Point:
        if not self.chart.in_degrees:
            return point
        return (point[1] - self.middle[1]) * METRES_A_DEGREE * cos(radians(self.middle[0])), (
            point[0] - self.middle[0]
        ) * METRES_A_DEGREE

    def place(self, name: str, point: Point | None) -> str:
        """Return the place that is named or nearest; "" and a remark if there is none."""
        if name:
            if (key := self.by_name.get(plain(name.replace("_", " ")))) is not None:
                return key
            if name not in self.missed:
                self.missed.add(name)
                self.draft.refuse("", f"the map has no place {name!r}{self._places_like(name)}")
            return ""
        if point is None or not self.chart.nodes or not self.chart.in_degrees:
            return ""
        from shapely import Point as Dot

        nearest = int(self.tree.nearest(Dot(self._metres(point))))
        key = self.keys[nearest]
        return key if away(point, self.chart.nodes[key].point, True) <= FAR_M else ""

    def _places_like(self, name: str) -> str:
        """Return advice on a place of the map: the similar names, and where all of them are listed."""
        named = [node.name for node in self.chart.nodes.values() if node.name]
        text = f"it has {listing(sorted(named) or self.chart.nodes, 8)}"
        all_of_them = "; convert the map alone to see all its places in map.yaml" if len(self.chart.nodes) > 8 else ""
        return f"; {text}{all_of_them}{did_you_mean(name, [*named, *self.chart.nodes])}"


def strip(forces: list[Force]) -> Chart:
    """Return a map of a start, a middle and another start, on which counters can be put until a map is drawn."""
    chart = Chart(False, is_drawn=True)
    starts = [f"{slug(force.name)[:60] or 'side'}_start" for force in forces] or ["start"]
    if len(starts) == 1:
        starts.append("far_end")
    chart.nodes[MIDDLE] = Node(MIDDLE, (0.0, 0.0), "The crossroads")
    for n, key in enumerate(starts):
        angle = (1, 0) if n == 0 else (-1, 0) if n == 1 else (0, 1) if n == 2 else (0, -1)
        reach = STRIP_KM * 500 * (1 + n // 4)
        name = f"{forces[n].name}: start"[:200] if n < len(forces) else "The far end"
        chart.nodes[key] = Node(key, (angle[0] * reach, angle[1] * reach), name)
        chart.ways.append(Way(key, MIDDLE, RoadKind.SECONDARY))
    return chart


def around(units: list[Unit], draft: Draft) -> Chart | None:
    """Return a map with a place for each group of units, joined by tracks along the shortest tree; None if no unit has
    a position.
    """
    points = [(unit.point, unit.name) for unit in units if unit.point is not None]
    points += [
        (unit.coming.point, unit.name) for unit in units if unit.coming is not None and unit.coming.point is not None
    ]
    if len(points) < 2:
        return None
    reach: float = CLUSTER_M
    while len(places := _clusters(points, reach)) > MOST_OWN_PLACES:
        reach *= 2
    if len(places) < 2:
        return None
    chart = Chart(True, {key: Node(key, point, name) for key, (point, name) in places.items()}, is_drawn=True)
    chart.ways = [
        way
        for way in _shortest_tree(chart)
        if away(chart.nodes[way.a].point, chart.nodes[way.b].point, True) < FARTHEST_M
    ]
    first, *islands = _parts(chart)
    for part in islands:
        names = listing((chart.nodes[key].name for key in part), 4)
        draft.guess(
            "",
            f"{names} begin at the start of their side, not at their own position",
            f"it is more than {FARTHEST_M / 1000:,.0f} km from all other units",
        )
        for key in part:
            del chart.nodes[key]
    kept = set(first)
    chart.ways = [way for way in chart.ways if way.a in kept]
    return chart if len(kept) > 1 else None


def _clusters(points: list[tuple[Point, str]], reach: float) -> dict[str, tuple[Point, str]]:
    result: dict[str, tuple[Point, str]] = {}
    cells: set[tuple[int, int]] = set()
    taken = Taken()
    step = reach / METRES_A_DEGREE
    for point, name in points:
        cell = (round(point[0] / step), round(point[1] / (step / max(0.1, cos(radians(point[0]))))))
        if cell not in cells:
            cells.add(cell)
            result[taken.fresh(slug(name)[:70] or "place")] = (point, name)
    return result


def _shortest_tree(chart: Chart) -> list[Way]:
    keys = list(chart.nodes)
    near = {key: (away(chart.nodes[keys[0]].point, chart.nodes[key].point, True), keys[0]) for key in keys[1:]}
    ways = []
    while near:
        key = min(near, key=lambda k: (near[k][0], k))
        ways.append(Way(near.pop(key)[1], key, RoadKind.TRACK))
        for waiting_key in near:
            distance = away(chart.nodes[key].point, chart.nodes[waiting_key].point, True)
            near[waiting_key] = min(near[waiting_key], (distance, key))
    return ways


# our own map file


def sections_of(chart: Chart) -> dict[str, Any]:
    """Return places, roads and features as the program's own files take them."""
    fields: dict[str, Any] = dict(chart.fields)
    fields["coordinates"] = "degrees" if chart.in_degrees else "kilometres"
    fields["places"] = {key: _place(node, chart) for key, node in chart.nodes.items()}
    fields["roads"] = _roads(chart)
    if chart.lines:
        fields["features"] = [
            {**line.fields, **({"shape": [_point(p, chart) for p in line.shape]} if line.shape else {})}
            for line in chart.lines
        ]
    return fields


def _point(point: Point, chart: Chart) -> str:
    if chart.in_degrees:
        return f"{decimal(point[0], 6)}, {decimal(point[1], 6)}"
    return f"{decimal(point[0] / 1000, 3)}, {decimal(point[1] / 1000, 3)}"


def decimal(value: float, digits: int) -> str:
    """Return a number without the zeros at its end."""
    written = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if written in ("-0", "") else written


def _place(node: Node, chart: Chart) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if (node.name and slug(node.name) != node.key) or (node.name and node.key.replace("_", " ").title() != node.name):
        fields["name"] = node.name[:200]
    return {**fields, "at": _point(node.point, chart), **node.fields}


def _roads(chart: Chart) -> list[dict[str, Any]]:
    """Return the roads, each with a key of its own where the one made of its ends is another road's."""
    taken = Taken({slug(str(way.fields["key"])) for way in chart.ways if "key" in way.fields})
    result = []
    for way in chart.ways:
        fields: dict[str, Any] = {"from": way.a, "to": way.b}
        if way.length_m is not None and "km" not in way.fields:
            fields["km"] = decimal(max(way.length_m, 1) / 1000, 3)
        fields["kind"] = way.kind.value
        if way.name:
            fields["name"] = way.name[:200]
        if "key" not in way.fields:
            usual = f"{way.a}-{way.b}"[:80]
            if (key := taken.fresh(usual, "-{}")) != usual:
                fields["key"] = key
        fields |= way.fields
        if way.shape:
            fields["shape"] = [_point(p, chart) for p in way.shape]
        if way.bridges:
            fields["crossings"] = [
                {"name": b.name or "bridge", "at": decimal(b.at_m / 1000, 3), **b.fields} for b in way.bridges
            ]
        result.append(fields)
    return result
