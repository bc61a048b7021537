"""GeoJSON maps (QGIS, geojson.io): lines are roads, points with a name are places.

Lines are joined where they share a point, and where a loose end lies within 50 m of another end or line (`meeting`).
Degrees; or, where the file names a grid (``crs``), Web Mercator and UTM; or metres where the numbers cannot be degrees
and the file names no grid, or a national one of metres. Every other grid is refused. A map that this program wrote
itself is taken unchanged (`geojson_own`); lines drawn into it since are joined to it as to each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.errors import BadFile
from campaign.exchange.foreign import alike, geojson_own
from campaign.exchange.foreign.draft import Chart, Draft, Line, Node, Point, Way
from campaign.exchange.foreign.grids import Turner, is_metres, named, turner
from campaign.exchange.foreign.mapper import json_of
from campaign.exchange.foreign.meeting import REACH_M, meet
from campaign.exchange.foreign.positions import lon_lat, on_earth
from campaign.exchange.foreign.roads import Classes, Net, is_class
from campaign.terms.ground import FeatureKind, RoadKind
from campaign.terms.words import listing, of_kind, plain
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from campaign.exchange.foreign.convert import Wishes

NAME_REACH_M = 1_000.0


@dataclass(slots=True)
class _Drawn:
    """A line that is a road. ``way``: the own properties of a road from a map of this program; ``bridge``: its name, or
    "" for none.
    """

    points: list[Point]
    kind: RoadKind
    where: str
    name: str
    bridge: str = ""
    way: Way | None = None


@dataclass
class _Sketch:
    name: str
    draft: Draft = field(default_factory=Draft)
    lines: list[_Drawn] = field(default_factory=list)
    places: dict[str, Node] = field(default_factory=dict)
    """Places of a map of this program, by key."""
    named: list[tuple[Point, str, str]] = field(default_factory=list)
    features: list[Line] = field(default_factory=list)
    classes: Classes = field(default_factory=Classes)
    without_class: list[str] = field(default_factory=list)
    """Names or places of lines without a kind."""
    no_roads: Counter[str] = field(default_factory=Counter)
    """Number of lines that are not roads, by the property that shows it: ``railway=rail``."""

    def take(self, feature: dict[str, Any], number: int) -> None:
        properties = feature.get("properties")
        fields = properties if isinstance(properties, dict) else {}
        where = f"{self.name}, feature {number}"
        geometry = feature.get("geometry") if feature.get("type") == "Feature" else feature
        if not isinstance(geometry, dict):
            self.draft.note(where, "it has no geometry, so it has no position")
            return
        if fields.get("what") == "unit" and geometry.get("type") == "Point":
            self.draft.note(where, f"{fields.get('name')} is a unit of a campaign, not a place on the map")
            return
        inner = geometry.get("geometries")
        if geometry.get("type") == "GeometryCollection" and isinstance(inner, list):
            for member in inner:
                if isinstance(member, dict) and member.get("type") != "GeometryCollection":
                    self.take({"type": "Feature", "properties": fields, "geometry": member}, number)
                else:
                    self.draft.note(where, "it is a collection within another collection, so it was left out")
            return
        kind, points = str(geometry.get("type")), geometry.get("coordinates")
        called = str(fields.get("name") or fields.get("title") or "")[:200]
        if kind in ("LineString", "MultiLineString"):
            parts = [points] if kind == "LineString" else points if isinstance(points, list) else []
            for part in parts:
                self._line(part, fields, where, called)
        elif kind == "Point":
            self._dot(points, fields, where, called)
        else:
            self.draft.note(
                where, f"{called or 'it'} is a {kind}, which is neither a road nor a place, so it was left out"
            )

    def _dot(self, points: Any, fields: dict[str, Any], where: str, called: str) -> None:
        """Take a point as a place, a name of the map, or the name of the nearest junction."""
        point = _point(points)
        if point is None:
            self.draft.refuse(
                where, f"{called or 'a point'} has the position {str(points)[:60]}. Write [longitude, latitude]"
            )
        elif geojson_own.is_place(fields):
            self._place(fields, point, where)
        elif fields.get("what") == "feature":
            kind = str(fields.get("kind") or FeatureKind.NAME.value)
            self.features.append(_feature(kind, called, fields, [point]))
        elif called:
            self.named.append((point, called, where))
        else:
            self.draft.note(where, "this point has no name")

    def _place(self, fields: dict[str, Any], point: Point, where: str) -> None:
        node = geojson_own.node_of(fields, point, where)
        if node.key in self.places:
            self.draft.refuse(where, f"the key {node.key} is used for two places. Give one of the places another key")
            return
        self.places[node.key] = node
        if scores := fields.get("objective"):
            text = (
                f"{node.name or node.key} scores {str(scores)[:200]}, but a map cannot hold objectives. Write "
                "them in scenario.yaml"
            )
            self.draft.note(where, text)

    def _line(self, part: Any, fields: dict[str, Any], where: str, called: str) -> None:
        line = [_point(corner) for corner in part] if isinstance(part, list) else []
        points = [point for point in line if point is not None]
        if len(points) < 2 or len(points) != len(line):
            self.draft.refuse(
                where,
                f"{called or 'a line'} has coordinates that cannot be read. Write two or more [longitude, latitude]",
            )
            return
        class_key, word = _class_of(fields)
        no_road = next((key for key in _NO_ROADS if not word and _is_class(fields.get(key))), "")
        water = _WATERS.get(str(fields.get(no_road) or "")) if no_road else None
        if no_road and water is None:
            self.no_roads[f"{no_road}={fields[no_road]}"] += 1
            self.draft.note(
                where, f"{called or 'a line'} has {no_road}={fields[no_road]} and is not a road, so it was left out"
            )
            return
        feature = water or next((feature_kind for feature_kind in FeatureKind if feature_kind.value == word), None)
        if feature is not None:
            self.features.append(_feature(feature.value, called, fields, points))
            return
        if (ends := geojson_own.ends_of(fields)) is not None:
            way = geojson_own.way_of(fields, ends, where)
            self.lines.append(_Drawn(points, way.kind, where, way.name, way=way))
            return
        kind = self.classes.kind(word)
        if kind is None:
            self.no_roads[f"{class_key}={word}"] += 1
            self.draft.note(
                where, f"{f'{called}: ' if called else ''}troops cannot march on {word}, so it was left out"
            )
            return
        if word:
            self.classes.count(word)
        else:
            self.without_class.append(called or where)
        bridge = str(fields.get("bridge") or "")
        if bridge.lower() in _NO or bridge.lower() in _YES:
            bridge = "bridge" if bridge.lower() in _YES else ""
        self.lines.append(_Drawn(points, kind, where, called, bridge))

    def loose_points(self) -> Iterator[Point]:
        """Yield the points that are on no road."""
        yield from (node.point for node in self.places.values())
        yield from (point for point, *_ in self.named)
        yield from (point for feature in self.features for point in feature.shape)

    def chart(self, in_degrees: bool) -> Chart:
        """Return the map: this program's own parts unchanged, all else joined where it meets and simplified to
        junctions.
        """
        ours, lines = self._parted()
        net = Net(self.draft, in_degrees)
        for node in self.places.values():
            net.keys[len(net.keys) + 1] = node.key
            net.points[len(net.keys)], net.names[len(net.keys)] = node.point, node.name or node.key
        if lines:
            ours = self._join(net, ours, lines)
        for _, called, where in net.name_points(self.named, NAME_REACH_M):
            self.draft.refuse(
                where,
                f"{called} was left out. No road ends within {NAME_REACH_M:.0f} m of it, or it is a second "
                "name for one place",
            )
        net.simplify()
        chart = net.chart()
        if self.places:
            geojson_own.add(chart, self.places, [road_line.way for road_line in ours if road_line.way is not None])
        chart.lines = self.features
        return chart

    def _parted(self) -> tuple[list[_Drawn], list[_Drawn]]:
        """Return this program's roads between two places of the file, and all other lines."""
        ours, drawn_lines = [], []
        for line in self.lines:
            if line.way is None or not {line.way.a, line.way.b} <= self.places.keys():
                drawn_lines.append(line)
                continue
            line.points[0], line.points[-1] = self.places[line.way.a].point, self.places[line.way.b].point
            line.way.shape = tuple(line.points[1:-1])
            ours.append(line)
        return ours, drawn_lines

    def _join(self, net: Net, ours: list[_Drawn], lines: list[_Drawn]) -> list[_Drawn]:
        """Add the lines to the net, joined where they meet; return this program's roads that none of them meets on the
        way.
        """
        met = meet([road_line.points for road_line in (*lines, *ours)], set(net.points.values()), net.in_degrees)
        ends = {end for line in met[: len(lines)] for end in (line[0], line[-1])}
        cut = [unmet for unmet, drawn in zip(ours, met[len(lines) :], strict=True) if not ends.isdisjoint(drawn[1:-1])]
        taken = {id(road_line) for road_line in (*lines, *cut)}
        drawn = [
            (line, road_line) for line, road_line in zip(met, (*lines, *ours), strict=True) if id(road_line) in taken
        ]
        numbers_by_point = {point: number for number, point in net.points.items()}
        numbered: list[tuple[list[int], RoadKind, str, str, str]] = []
        for line, road_line in drawn:
            if len(line) > 1:
                numbers = [numbers_by_point.setdefault(point, len(numbers_by_point) + 1) for point in line]
                numbered.append((numbers, road_line.kind, road_line.where, road_line.name, road_line.bridge))
            else:
                text = (
                    f"{road_line.name or 'a line'} was left out, because both its ends are at one place (within "
                    f"{REACH_M:.0f} m)"
                )
                self.draft.note(road_line.where, text)
        net.points |= {number: point for point, number in numbers_by_point.items()}
        net.add_lines(numbered)
        for road in cut:
            _told_length(net, road)
            text = (
                f"{road.name or road.where} meets another road on its way, so it was divided there. Both parts "
                "keep its kind, name and length"
            )
            self.draft.note(road.where, text)
        return [unmet for unmet in ours if id(unmet) not in taken]


def _feature(kind: str, called: str, fields: dict[str, Any], points: list[Point]) -> Line:
    """Return a coast, an escarpment, a name."""
    return Line({"kind": kind, **({"name": called} if called else {}), **geojson_own.ours(fields)}, tuple(points))


def _told_length(net: Net, road_line: _Drawn) -> None:
    """Scale the stretches of a road to its stated length."""
    stretches = [edge for edge in net.edges if edge.where == road_line.where]
    drawn = sum(edge.length for edge in stretches)
    if road_line.way is not None and "km" in road_line.way.fields and drawn > 0:
        for edge in stretches:
            edge.length *= float(str(road_line.way.fields["km"])) * 1000 / drawn


_CLASSES = ("kind", "highway", "fclass", "class")
"""Properties that give the kind of a road."""
_MAY_BE_CLASSES = (
    "type",
    "roadtype",
    "road type",
    "roadclass",
    "road class",
    "nature",
    "strassenkl",
    "category",
    "surface",
)
"""Properties that give the kind of a road if their value is a class of roads."""
_YES, _NO = ("yes", "true", "t", "1", "y"), ("", "no", "false", "f", "0", "n", "none", "null")


def _class_of(fields: dict[str, Any]) -> tuple[str, str]:
    """Return the class of a road, from the property that has it, in any spelling: ``highway``, ``fclass``,
    ``ROADTYPE``; "" for none.
    """
    values = {plain(key.replace("_", " ")): str(value) for key, value in fields.items() if value}
    classes = ((key, values[key]) for key in _CLASSES if values.get(key))
    doubtful = ((key, values[key]) for key in _MAY_BE_CLASSES if is_class(values.get(key, "")))
    return next(classes, None) or next(doubtful, ("", ""))


_NO_ROADS = (
    "waterway",
    "railway",
    "boundary",
    "power",
    "barrier",
    "natural",
    "aeroway",
    "aerialway",
    "landuse",
    "building",
    "leisure",
    "man_made",
)
"""Keys of OpenStreetMap for lines other than roads, unless the line also has ``highway``."""


def _is_class(value: object) -> bool:
    """Return whether a property gives a line's class. A number (an exponent, a count) does not, nor does ``no``."""
    if not isinstance(value, str):
        return value is True
    return (
        value.strip().lower() not in ("", "no", "none", "null", "false")
        and re.fullmatch(r"\s*[-+]?[\d.,eE+-]+\s*", value) is None
    )


_WATERS = {"river": FeatureKind.RIVER, "canal": FeatureKind.CANAL, "coastline": FeatureKind.COAST}


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return a map read from the file. Raises BadFile."""
    return read_content(path, _content(raw, path.name), wishes)


def read_content(path: Path, content: Any, wishes: Wishes) -> Draft:
    """Return a map read from a GeoJSON value. Raises BadFile."""
    sketch = _Sketch(path.name, classes=Classes(wishes.road_kinds))
    for number, feature in enumerate(_features(content), 1):
        sketch.take(feature, number)
    draft = sketch.draft
    if not sketch.lines and draft.refused:
        raise BadFile(f"{path.name} has no road that can be read. The first error: {draft.refused[0]}")
    if not sketch.lines:
        held = [f"{number} x {why}" for why, number in sketch.no_roads.most_common()]
        held += [of_kind(len(sketch.features), "lines of coasts or rivers")] * bool(sketch.features)
        held.append(of_kind(len(sketch.named), "named points"))
        raise BadFile(
            f"{path.name} has no roads, only {listing(held)}. Draw the roads as LineStrings, with highway=road "
            "or without highway"
        )
    sketch.classes.tell(draft, path.name)
    if sketch.without_class:
        many = len(sketch.without_class)
        draft.guess(
            path.name,
            f"{many} line{'s' * (many != 1)}: {'secondary roads' if many > 1 else 'a secondary road'}",
            "no kind is given",
            tuple(alike.called(sketch.without_class)),
        )
    in_degrees = _in_degrees(named(content), sketch)
    if not sketch.lines:
        raise BadFile(f"{path.name} has no road that can be read. The first error: {draft.refused[0]}")
    if not in_degrees:
        for line in sketch.lines:
            line.points = [(lon, lat) for lat, lon in line.points]
        for node in sketch.places.values():
            node.point = node.point[::-1]
        sketch.named = [((lon, lat), *rest) for (lat, lon), *rest in sketch.named]  # type: ignore[misc]
        sketch.features = [
            Line(feature.fields, tuple((lon, lat) for lat, lon in feature.shape)) for feature in sketch.features
        ]
    draft.count("lines", len(sketch.lines))
    draft.chart = sketch.chart(in_degrees)
    if centre := geojson_own.ours(content if isinstance(content, dict) else {}).get("centre"):
        draft.chart.fields["centre"] = centre
    draft.count("places", len(draft.chart.nodes))
    draft.count("roads", len(draft.chart.ways))
    return draft


def _content(raw: bytes, name: str) -> Any:
    """Return the file's value; a file of features, one a line (GeoJSONSeq, with or without record marks), becomes a
    collection.
    """
    raw = raw.replace(b"\x1e", b"\n")
    first, _, rest = raw.lstrip().partition(b"\n")
    if not first.startswith(b"{") or not first.rstrip().endswith(b"}") or not rest.strip():
        return json_of(raw, name)
    lines = [(number, line) for number, line in enumerate(raw.splitlines(), 1) if line.strip()]
    return {"features": [json_of(line, f"{name}, line {number}") for number, line in lines]}


def _in_degrees(grid: str, sketch: _Sketch) -> bool:
    """Convert a named grid to degrees; return whether the points are degrees now (or else metres). Raises BadFile for a
    grid of neither.
    """
    total = sum(all(map(_is_degrees, line.points)) for line in sketch.lines)
    if total * 2 > len(sketch.lines):
        if total < len(sketch.lines) or not all(map(_is_degrees, sketch.loose_points())):
            _turn(lambda point: point if _is_degrees(point) else None, "degrees", sketch)
        if grid:
            sketch.draft.guess(
                sketch.name,
                "the numbers are degrees of WGS 84, as on every web map",
                f"the file names {grid}, but its numbers are degrees",
            )
        return True
    if turned := turner(grid):
        _turn(turned, grid, sketch)
        return True
    if grid and not is_metres(grid):
        raise BadFile(
            f"{sketch.name} uses the grid {grid}, which cannot be read. The program reads degrees, Web "
            "Mercator, UTM or a national grid of Europe in metres. Save the file as EPSG:4326 (in QGIS: "
            "Export, Save Features As, CRS)"
        )
    text = f" but in {grid}" if grid else ""
    sketch.draft.guess(sketch.name, "the coordinates are metres east and north", f"they are not degrees{text}")
    return False


def _is_degrees(point: Point) -> bool:
    return on_earth(*point) is not None


def _turn(turned: Turner, grid: str, sketch: _Sketch) -> None:
    """Convert every point to degrees; one that is not a position of the grid is refused by its place."""

    def of(points: Sequence[Point], where: str, subject: str) -> list[Point]:
        result = [(point, turned(point)) for point in points]
        bad = next((point for point, degrees in result if degrees is None), None)
        if bad is not None:
            sketch.draft.refuse(
                where, f"{subject} is at [{bad[1]:.10g}, {bad[0]:.10g}], which is not a position in {grid}"
            )
            return []
        return [point for _, point in result if point is not None]

    for line in sketch.lines:
        line.points = of(line.points, line.where, line.name or "a line")
    sketch.lines = [line for line in sketch.lines if line.points]
    places = [(node, of([node.point], node.where, node.name or node.key)) for node in sketch.places.values()]
    for node, turned_to in places:
        node.point = turned_to[0] if turned_to else node.point
    sketch.places = {node.key: node for node, turned_to in places if turned_to}
    dots = [(of([point], where, called), called, where) for point, called, where in sketch.named]
    sketch.named = [(points[0], called, where) for points, called, where in dots if points]
    shapes = [
        (feature, of(feature.shape, sketch.name, str(feature.fields.get("name") or feature.fields["kind"])))
        for feature in sketch.features
    ]
    sketch.features = [Line(line.fields, tuple(shape)) for line, shape in shapes if shape]


def _features(content: Any) -> Iterator[dict[str, Any]]:
    if isinstance(content, dict) and isinstance(content.get("features"), list):
        open_ = content["features"][::-1]
        while open_:
            member = open_.pop()
            if isinstance(member, dict) and isinstance(member.get("features"), list):
                open_.extend(reversed(member["features"]))
            elif isinstance(member, dict):
                yield member
    elif isinstance(content, dict) and isinstance(content.get("geometries"), list):
        yield from (geometry for geometry in content["geometries"] if isinstance(geometry, dict))
    elif isinstance(content, dict):
        yield content


def _point(value: Any) -> Point | None:
    point = lon_lat(value)
    return point if point is not None and max(map(abs, point)) < 1e9 else None
