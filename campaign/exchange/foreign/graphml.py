"""GraphML road graphs: yEd, OSMnx and NetworkX, and this program's own.

A node's position is ``lat``/``lon``, ``latitude``/``longitude``, ``y``/``x`` in degrees or metres, or yEd's drawing. A
file without positions is refused, because a road can be cut only where it is drawn.
"""

from __future__ import annotations

import re
from math import dist
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element
from xml.sax.saxutils import unescape

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Draft, Line, Point, Way
from campaign.exchange.foreign.geojson_own import OURS, ours
from campaign.exchange.foreign.grids import named
from campaign.exchange.foreign.positions import on_earth
from campaign.exchange.foreign.roads import is_kind, kind_of_road
from campaign.exchange.foreign.safe_xml import pieces
from campaign.exchange.foreign.scale import LEAST, MOST
from campaign.exchange.foreign.strokes import DEGREES, Dot, Layer, Stroke, line_of_wkt
from campaign.terms.ground import RoadKind
from campaign.terms.words import listing
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

YED_PIXEL_M = 10.0
"""Metres for each pixel of a yEd drawing, which has no scale: 100 pixels count as a kilometre."""
_LAT, _LON = ("lat", "latitude"), ("lon", "lng", "long", "longitude")
_WHOLE = re.compile(rb'<data key="g_campaign">([^<]*)</data>')
_KM = re.compile(r"(\d+(?:[.,]\d+)?)\s*km\b", re.IGNORECASE)
_METRES = re.compile(r"\+units=m\b|utm|(?i:epsg):?(326|327|258)\d\d\b|(?i:epsg):?3857\b")


@dataclass
class _Graph:
    name: str
    draft: Draft = field(default_factory=Draft)
    keys: dict[str, str] = field(default_factory=dict)
    crs: str = ""
    nodes: dict[str, tuple[dict[str, str], Point | None, str]] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)
    """Nodes that hold other nodes: boxes of a drawing."""
    edges: list[tuple[str, str, dict[str, str], str]] = field(default_factory=list)
    bends: dict[int, tuple[Point, ...]] = field(default_factory=dict)
    """Bends of a road in a drawing, by the number of its edge."""
    is_drawn: bool = False

    def take(self, element: Element) -> None:
        kind = element.tag
        if kind == "key":
            self.keys[element.get("id", "")] = (
                element.get("attr.name") or element.get("yfiles.type") or element.get("id") or ""
            )
        elif kind == "node" and element.find("graph") is not None:
            self.groups.append(element.get("id", ""))
        elif kind == "node" and element.get("id", "") in self.nodes:
            self.draft.refuse(
                f"{self.name}, node {element.get('id')}",
                "the id of this point (node) is used twice. Give one of the two points another id",
            )
        elif kind == "node":
            data = self._data(element)
            name = data.get("name") or data.get("label") or _label(element, "NodeLabel")
            self.nodes[element.get("id", "")] = (data, _drawn(element.find(".//Geometry")), name)
        elif kind == "edge":
            label, data = _label(element, "EdgeLabel"), self._data(element)
            if label and not data.get("name"):
                label = _of_label(label, data)
            bends = [point for bend in element.iter("Point") if (point := _drawn(bend)) is not None]
            self.edges.append((element.get("source", ""), element.get("target", ""), data, data.get("name") or label))
            if bends:
                self.bends[len(self.edges) - 1] = tuple(bends)
        element.clear()

    def _data(self, element: Element) -> dict[str, str]:
        return {
            self.keys.get(data.get("key", ""), data.get("key", "")): (data.text or "").strip()
            for data in element.iterfind("data")
        }

    def read_into(self, layer: Layer) -> None:
        """Add the nodes as places, and the edges as lines between them."""
        points = self._points(layer)
        for key, point in points.items():
            data, _, name = self.nodes[key]
            layer.dots.append(Dot(point, name[:200], f"{self.name}, node {key}", key, ours(data)))
        for n, (a, b, data, name) in enumerate(self.edges):
            stroke = self._stroke(layer, points, a, b, data, name, self.bends.get(n, ()) if self.is_drawn else ())
            if stroke is not None:
                layer.strokes.append(stroke)
        if self.groups:
            self.draft.note(self.name, f"{listing(self.groups, 5)} are groups of points (nodes), not places")

    def _points(self, layer: Layer) -> dict[str, Point]:
        """Return the points of the nodes, and tell the layer their unit or grid. Raises BadFile."""
        geographic = {
            key: (point[1], point[0])
            for key, (data, _, _) in self.nodes.items()
            if (point := _pair(data, _LAT, _LON)) is not None and on_earth(*point)
        }
        if len(geographic) == len(self.nodes):
            layer.unit = DEGREES
            return geographic
        plain = {
            key: point for key, (data, _, _) in self.nodes.items() if (point := _pair(data, ("x",), ("y",))) is not None
        }
        if len(plain) == len(self.nodes):
            number = re.search(r"(?i)epsg:*(\d{4,6})", self.crs)
            if number:
                layer.grid = named({"crs": {"properties": {"name": f"EPSG:{number[1]}"}}})
            if number and not layer.grid:
                layer.unit = DEGREES
            elif not number and _METRES.search(self.crs):
                layer.unit = "m"
            elif not self.crs:
                layer.usual = DEGREES
            return plain
        drawn = {key: point for key, (_, point, _) in self.nodes.items() if point is not None}
        if len(drawn) == len(self.nodes):
            layer.unit, self.is_drawn = "m", True
            return self._scaled(drawn)
        best = max(geographic, plain, drawn, key=len)
        lost = [key for key in self.nodes if key not in best]
        raise BadFile(
            f"{self.name}: {len(lost)} of {len(self.nodes)} points (nodes) have no coordinates ({listing(lost, 5)}). "
            "Give every point lat and lon in degrees, or x and y in metres"
        )

    def _scaled(self, drawn: dict[str, Point]) -> dict[str, Point]:
        """Return the points of a drawing in metres: by the roads that are labelled with their km, if those do not agree
        with the usual scale, else by that.
        """
        ratios = [
            km * 1000 / dist(drawn[a], drawn[b])
            for a, b, data, _ in self.edges
            if a in drawn and b in drawn and drawn[a] != drawn[b] and (km := _number(data.get("km"))) is not None
        ]
        ratio = median(ratios) if len(ratios) > 1 else 1.0
        if LEAST <= ratio <= MOST:
            self.draft.guess(
                self.name, "100 pixels are 1 km, unless a road is labelled with its km", "a yEd drawing has no scale"
            )
            return drawn
        metres = YED_PIXEL_M * ratio
        self.draft.guess(
            self.name, f"a pixel is {metres:.3g} m", f"{len(ratios)} roads of the drawing are labelled with their km"
        )
        self.bends = {n: tuple((x * ratio, y * ratio) for x, y in bends) for n, bends in self.bends.items()}
        return {key: (x * ratio, y * ratio) for key, (x, y) in drawn.items()}

    def _stroke(
        self,
        layer: Layer,
        points: dict[str, Point],
        a: str,
        b: str,
        data: dict[str, str],
        name: str,
        bends: tuple[Point, ...],
    ) -> Stroke | None:
        where = f"{self.name}, edge {a} to {b}"
        if a not in points or b not in points:
            self.draft.refuse(where, f"there is no point (node) {a if a not in points else b!r}")
            return None
        shape = self._shape(data.get("geometry", ""), points, a, b, layer) or bends
        length = _number(data.get("length"))
        if length is not None and length < 0:
            self.draft.guess(where, "its length is measured from the drawing", f"it is given as {length:g} m")
        elif a == b and length is None and not shape and not data.get("km"):
            self.draft.note(
                where, "it ends where it begins, and its length and course are not given, so it was left out"
            )
            return None
        fields = {key: value for key, value in data.items() if key != "geometry"}
        stroke = Stroke(
            [points[a], *shape, points[b]],
            where,
            "" if name.startswith("[") else name,
            fields,
            layer.stated(fields),
            (a, b),
        )
        if kept := ours(data):
            kind = kind_of_road(data.get("kind", "")) or RoadKind.SECONDARY
            stroke.way = Way(a, b, kind, where, fields=kept)
        return stroke

    @staticmethod
    def _shape(geometry: str, points: dict[str, Point], a: str, b: str, layer: Layer) -> tuple[Point, ...]:
        """Return the points between the ends, from the first to the second end; () for a course that is damaged."""
        line = line_of_wkt(geometry)
        if not line or (layer.unit == DEGREES and not all(on_earth(y, x) for x, y in line)):
            return ()
        if dist(line[0], points[a]) > dist(line[-1], points[a]):
            line.reverse()
        reach = dist(points[a], points[b]) * 10 + (0.1 if layer.unit == DEGREES else 10_000)
        return () if any(dist(point, points[a]) > reach for point in line) else tuple(line[1:-1])


def _label(element: Element, kind: str) -> str:
    return " ".join(element.findtext(f".//{kind}", "").split())


def _drawn(shape: Element | None) -> Point | None:
    """Return metres east and north of a point of a drawing, or of the middle of a box; drawings count downwards."""
    if shape is None or (x := _number(shape.get("x"))) is None or (y := _number(shape.get("y"))) is None:
        return None
    width, height = _number(shape.get("width")) or 0.0, _number(shape.get("height")) or 0.0
    return (x + width / 2) * YED_PIXEL_M, -(y + height / 2) * YED_PIXEL_M


def _of_label(label: str, data: dict[str, str]) -> str:
    """Return the name in the label of a drawn road; its kind and its kilometres, if given, are added to the data."""
    if (match := _KM.search(label)) is not None:
        data.setdefault("km", match[1].replace(",", "."))
        label = (label[: match.start()] + label[match.end() :]).strip(" ,;()")
    if label and is_kind(label):
        data.setdefault("kind", label)
        return ""
    return label


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return a road graph read from the file. Raises BadFile."""
    graph = _Graph(path.name)
    head = raw[:200_000]
    match = re.search(rb">([^<>]*(?:\+proj|EPSG|epsg)[^<>]*)<", head)
    graph.crs = match[1].decode("utf-8", "replace") if match else ""
    for element in pieces(raw, path.name, frozenset({"key", "node", "edge"})):
        graph.take(element)
    if not graph.nodes:
        raise BadFile(f"{path.name} has no points (nodes), so it is not a map of roads")
    layer = Layer(path.name, graph.draft, is_net=True)
    graph.draft.count("nodes", len(graph.nodes))
    graph.draft.count("edges", len(graph.edges))
    graph.read_into(layer)
    _take_ours(layer, raw)
    if not layer.strokes:
        raise BadFile(
            f"{path.name} has {len(graph.nodes)} point{'s' * (len(graph.nodes) != 1)} (nodes), but no road between two "
            "of them. Add roads for the troops to march on"
        )
    graph.draft.layers.append(layer)
    return graph.draft


def _take_ours(layer: Layer, raw: bytes) -> None:
    """Take what this program wrote about the whole map: its keys, its centre and its features."""
    match = _WHOLE.search(raw)
    if match is None:
        return
    written = ours({OURS: unescape(match[1].decode("utf-8", "replace"))})
    layer.has_keys = True
    if "centre" in written:
        layer.fields["centre"] = written["centre"]
    features = written.get("features")
    if isinstance(features, list):
        layer.lines = [Line(feature, ()) for feature in features if isinstance(feature, dict)]


def _number(word: str | None) -> float | None:
    try:
        value = float(word or "")
    except ValueError:
        return None
    return value if abs(value) < 1e12 else None


def _pair(data: dict[str, str], first: tuple[str, ...], second: tuple[str, ...]) -> Point | None:
    flat = {key.lower(): value for key, value in data.items()}
    a = next((number for key in first if (number := _number(flat.get(key))) is not None), None)
    b = next((number for key in second if (number := _number(flat.get(key))) is not None), None)
    return (a, b) if a is not None and b is not None else None
