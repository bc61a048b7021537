"""GraphML road graphs: yEd, OSMnx and NetworkX, and this program's own.

A node's position is ``lat``/``lon``, ``latitude``/``longitude``, ``y``/``x`` in degrees or metres, or yEd's drawing. A
file without positions is refused, because a road can be cut only where it is drawn.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element
from xml.sax.saxutils import unescape

from campaign.errors import BadFile
from campaign.exchange.foreign.charts import away
from campaign.exchange.foreign.draft import Bridge, Chart, Draft, Line, Node, Point, Way
from campaign.exchange.foreign.geojson_own import OURS, ours
from campaign.exchange.foreign.grids import is_metres
from campaign.exchange.foreign.positions import on_earth
from campaign.exchange.foreign.roads import Classes, is_kind
from campaign.exchange.foreign.safe_xml import pieces
from campaign.terms.words import listing
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from campaign.exchange.foreign.convert import Wishes

YED_PIXEL_M = 10.0
"""Metres for each pixel of a yEd drawing, which has no scale: 100 pixels count as a kilometre."""
_LAT, _LON = ("lat", "latitude"), ("lon", "lng", "long", "longitude")
_WHOLE = re.compile(rb'<data key="g_campaign">([^<]*)</data>')
_KM = re.compile(r"(\d+(?:[.,]\d+)?)\s*km\b", re.IGNORECASE)
_METRES = re.compile(r"\+units=m\b|utm|(?i:epsg):?(326|327|258)\d\d\b|(?i:epsg):?3857\b")
_WKT = re.compile(r"LINESTRING\s*\(([^()]*)\)", re.IGNORECASE)


@dataclass
class _Graph:
    name: str
    draft: Draft = field(default_factory=Draft)
    keys: dict[str, str] = field(default_factory=dict)
    directed: bool = False
    crs: str = ""
    nodes: dict[str, tuple[dict[str, str], Point | None, str]] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)
    """Nodes that hold other nodes: boxes of a drawing."""
    edges: list[tuple[str, str, dict[str, str], str]] = field(default_factory=list)
    bends: dict[int, tuple[Point, ...]] = field(default_factory=dict)
    """Bends of a road in a drawing, by the number of its edge."""
    is_drawn: bool = False
    classes: Classes = field(default_factory=Classes)

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

    def chart(self) -> Chart:
        """Return places and roads as a map."""
        in_degrees, points = self._points()
        chart = Chart(in_degrees)
        for key, point in points.items():
            data, _, name = self.nodes[key]
            chart.nodes[key] = Node(key, point, name[:200], f"{self.name}, node {key}", fields=ours(data))
        seen: dict[tuple[str, str], list[tuple[float, str]]] = {}
        for n, (a, b, data, name) in enumerate(self.edges):
            self._edge(chart, seen, a, b, data, name, self.bends.get(n, ()) if self.is_drawn else ())
        self.classes.tell(self.draft, self.name)
        if self.groups:
            self.draft.note(self.name, f"{listing(self.groups, 5)} are groups of points (nodes), not places")
        return chart

    def _points(self) -> tuple[bool, dict[str, Point]]:
        geographic = {
            key: point
            for key, (data, _, _) in self.nodes.items()
            if (point := _pair(data, _LAT, _LON)) is not None and on_earth(*point)
        }
        if len(geographic) == len(self.nodes):
            return True, geographic
        plain = {
            key: point for key, (data, _, _) in self.nodes.items() if (point := _pair(data, ("y",), ("x",))) is not None
        }
        if len(plain) == len(self.nodes):
            if all(on_earth(*point) for point in plain.values()) and "utm" not in self.crs.lower():
                if not self.crs:
                    self.draft.guess(self.name, "x and y are longitude and latitude in degrees", "no grid is named")
                return True, plain
            if not _METRES.search(self.crs) and not is_metres(self.crs.upper()):
                text = f"the grid is {self.crs[:60]}" if self.crs else "no grid is named"
                self.draft.guess(self.name, "x and y are metres east and north", text)
            return False, self._centred({key: (x, y) for key, (y, x) in plain.items()})
        drawn = {key: point for key, (_, point, _) in self.nodes.items() if point is not None}
        if len(drawn) == len(self.nodes):
            self.draft.guess(
                self.name, "100 pixels are 1 km, unless a road is labelled with its km", "a yEd drawing has no scale"
            )
            centred = self._centred(drawn)
            self.is_drawn = centred == drawn
            return False, centred
        best = max(geographic, plain, drawn, key=len)
        lost = [key for key in self.nodes if key not in best]
        raise BadFile(
            f"{self.name}: {len(lost)} of {len(self.nodes)} points (nodes) have no coordinates ({listing(lost, 5)}). "
            "Give every point lat and lon in degrees, or x and y in metres"
        )

    @staticmethod
    def _centred(points: dict[str, Point]) -> dict[str, Point]:
        """Return the points in metres about the middle, so that no number exceeds the size of a map."""
        xs, ys = zip(*points.values(), strict=True)
        x0, y0 = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        if max(map(abs, (*xs, *ys))) <= 5_000_000 and (abs(x0) < 1_000_000 and abs(y0) < 1_000_000):
            return points
        return {key: (x - x0, y - y0) for key, (x, y) in points.items()}

    def _edge(
        self,
        chart: Chart,
        seen: dict[tuple[str, str], list[tuple[float, str]]],
        a: str,
        b: str,
        data: dict[str, str],
        name: str,
        bends: tuple[Point, ...],
    ) -> None:
        where = f"{self.name}, edge {a} to {b}"
        if a not in chart.nodes or b not in chart.nodes:
            self.draft.refuse(where, f"there is no point (node) {a if a not in chart.nodes else b!r}")
            return
        word = data.get("kind") or data.get("highway") or data.get("class") or data.get("type") or ""
        kind = self.classes.kind(word)
        if kind is None:
            self.draft.note(where, f"troops cannot march on {data.get('highway')}, so it was left out")
            return
        shape = self._shape(data.get("geometry", ""), chart, a, b) or bends
        length = _number(data.get("length"))
        if length is not None and length < 0:
            self.draft.guess(where, "its length is measured from the drawing", f"it is given as {length:g} m")
            length = None
        if a == b and length is None and not shape and not data.get("km"):
            self.draft.note(
                where, "it ends where it begins, and its length and course are not given, so it was left out"
            )
            return
        if (km := _number(data.get("km"))) is not None:
            length = km * 1000
        line = [chart.nodes[a].point, *shape, chart.nodes[b].point]
        measured = length if length is not None else sum(away(p, q, chart.in_degrees) for p, q in pairwise(line))
        ends = (min(a, b), max(a, b))
        if self.directed and any(
            abs(length_before - measured) <= 0.02 * max(measured, 1) and name in ("", name_before)
            for length_before, name_before in seen.get(ends, ())
        ):
            self.draft.count("edges of the other direction")
            return
        seen.setdefault(ends, []).append((measured, name))
        bridges = (
            (Bridge(measured / 2, "bridge"),)
            if data.get("bridge", "no").lower() not in ("", "no", "false", "nan", "none")
            else ()
        )
        kept = ours(data)
        self.classes.count(word)
        if kept:
            chart.ways.append(Way(a, b, kind, where, fields=kept))
            return
        chart.ways.append(
            Way(
                a,
                b,
                kind,
                where,
                "" if name.startswith("[") else name,
                length if length is None or length >= 1 else 1.0,
                shape,
                bridges,
            )
        )

    @staticmethod
    def _shape(geometry: str, chart: Chart, a: str, b: str) -> tuple[Point, ...]:
        match = _WKT.search(geometry)
        if match is None:
            return ()
        try:
            line = [map(float, pair.split()[:2]) for pair in match[1].split(",")]
            points: list[Point] = [(y, x) if chart.in_degrees else (x, y) for x, y in line]
        except ValueError:
            return ()
        if not points or (chart.in_degrees and not all(on_earth(*point) for point in points)):
            return ()
        ends = chart.nodes[a].point, chart.nodes[b].point
        if away(points[0], ends[0], chart.in_degrees) > away(points[-1], ends[0], chart.in_degrees):
            points.reverse()
        reach = away(*ends, chart.in_degrees) * 10 + 10_000
        if any(away(point, ends[0], chart.in_degrees) > reach for point in points):
            return ()
        return tuple(points[1:-1])


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
    graph = _Graph(path.name, classes=Classes(wishes.road_kinds))
    head = raw[:200_000]
    graph.directed = b'edgedefault="directed"' in head or b"edgedefault='directed'" in head
    match = re.search(rb">([^<>]*(?:\+proj|EPSG|epsg)[^<>]*)<", head)
    graph.crs = match[1].decode("utf-8", "replace") if match else ""
    for element in pieces(raw, path.name, frozenset({"key", "node", "edge"})):
        graph.take(element)
    if not graph.nodes:
        raise BadFile(f"{path.name} has no points (nodes), so it is not a map of roads")
    draft = graph.draft
    draft.count("nodes", len(graph.nodes))
    draft.count("edges", len(graph.edges))
    draft.chart = graph.chart()
    _takeours(draft.chart, raw)
    if not draft.chart.ways:
        raise BadFile(
            f"{path.name} has {len(graph.nodes)} point{'s' * (len(graph.nodes) != 1)} (nodes), but no road between two "
            "of them. Add roads for the troops to march on"
        )
    return draft


def _takeours(chart: Chart, raw: bytes) -> None:
    """Take what this program wrote about the whole map: its keys, its centre and its features."""
    match = _WHOLE.search(raw)
    if match is None:
        return
    written = ours({OURS: unescape(match[1].decode("utf-8", "replace"))})
    chart.has_keys = True
    if "centre" in written:
        chart.fields["centre"] = written["centre"]
    features = written.get("features")
    chart.lines = (
        [Line(feature, ()) for feature in features if isinstance(feature, dict)] if isinstance(features, list) else []
    )


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
