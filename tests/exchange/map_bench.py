"""Maps with known kilometres, written in the manners of many programs and people: what the import makes of them is
counted, and a third of the manners is held back, so that only their totals are looked at.

    for manner in OPEN: manner.write(folder) -> Truth
"""

from __future__ import annotations

import json
import random
import sqlite3
import struct
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan, cos, cosh, degrees, dist, log, pi, radians, sinh, tan
from pathlib import Path
from typing import Any

Metres = tuple[float, float]
Turned = Callable[[Metres], tuple[float, float]]
DEGREE_M = 111_194.93
"""Metres of a degree of latitude on the globe of the program."""


@dataclass(frozen=True)
class Edge:
    """A road between two crossroads, as it runs. ``detour``: how much longer it is than drawn."""

    a: int
    b: int
    line: tuple[Metres, ...]
    detour: float = 1.0

    @property
    def drawn(self) -> float:
        return sum(dist(p, q) for p, q in pairwise(self.line))


@dataclass(frozen=True)
class Plan:
    """Crossroads on a crooked grid and the roads between them, in metres."""

    nodes: tuple[Metres, ...]
    edges: tuple[Edge, ...]

    @property
    def km(self) -> float:
        return sum(edge.drawn for edge in self.edges) / 1000

    @property
    def stated_km(self) -> float:
        return sum(edge.drawn * edge.detour for edge in self.edges) / 1000

    @property
    def corners(self) -> int:
        """Crossroads at which only two roads meet, which is a bend of one road."""
        ends = [end for edge in self.edges for end in (edge.a, edge.b)]
        return sum(ends.count(n) == 2 for n in range(len(self.nodes)))


@dataclass
class Truth:
    """What is on a map. ``may_ask``: the file does not say enough, so that a refusal with a question is right too;
    ``must_doubt``: whatever comes of it, it must come with a doubt.
    """

    files: list[Path]
    km: float
    roads: int
    names: int = 0
    may_ask: bool = False
    must_doubt: bool = False


def plan(seed: int, side: int = 5, step: float = 2000.0, detour: float = 0.0) -> Plan:
    """Return a crooked grid of ``side`` times ``side`` crossroads."""
    chance = random.Random(seed)
    nodes = [
        (x * step + chance.uniform(-0.15, 0.15) * step, y * step + chance.uniform(-0.15, 0.15) * step)
        for y in range(side)
        for x in range(side)
    ]
    edges = []
    for n in range(side * side):
        for other, is_inside in ((n + 1, (n + 1) % side != 0), (n + side, n + side < side * side)):
            if is_inside:
                a, b = nodes[n], nodes[other]
                middle = (
                    (a[0] + b[0]) / 2 + chance.uniform(-0.1, 0.1) * step,
                    (a[1] + b[1]) / 2 + chance.uniform(-0.1, 0.1) * step,
                )
                edges.append(Edge(n, other, (a, middle, b), 1 + chance.uniform(0, detour)))
    return Plan(tuple(nodes), tuple(edges))


def on_earth(lat: float = 49.0, lon: float = 6.0) -> Turned:
    """Return the turning of metres to longitude and latitude about a place."""
    return lambda p: (round(lon + p[0] / DEGREE_M / cos(radians(lat)), 7), round(lat + p[1] / DEGREE_M, 7))


def on_globe_km(edges: Iterable[Edge], turned: Turned) -> float:
    """Return the kilometres of the roads on the globe, each step at its own latitude."""
    total = 0.0
    for edge in edges:
        for p, q in pairwise(edge.line):
            (x, y), (u, v) = turned(p), turned(q)
            total += dist((0, y), ((x - u) * cos(radians((y + v) / 2)), v))
    return total * DEGREE_M / 1000


def mercator(point: tuple[float, float]) -> tuple[float, float]:
    return 6_378_137 * radians(point[0]), 6_378_137 * log(tan(pi / 4 + radians(point[1]) / 2))


def from_mercator(point: tuple[float, float]) -> tuple[float, float]:
    return degrees(point[0] / 6_378_137), degrees(atan(sinh(point[1] / 6_378_137)))


# files


def feature(line: Sequence[Sequence[float]], **said: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": said, "geometry": {"type": "LineString", "coordinates": list(line)}}


def dot(point: Sequence[float], name: str) -> dict[str, Any]:
    return {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Point", "coordinates": point}}


def geojson(file: Path, features: list[dict[str, Any]], grid: str = "") -> Path:
    crs = {"crs": {"type": "name", "properties": {"name": grid}}} if grid else {}
    file.write_text(json.dumps({"type": "FeatureCollection", **crs, "features": features}), encoding="utf-8")
    return file


def tntp(
    folder: Path, plan_: Plan, unit: float, turned: Turned, names: tuple[str, str], rate: float = 1.0
) -> list[Path]:
    """Write links in both directions, their lengths in so many metres, and nodes."""
    rows = ["<NUMBER OF ZONES> 1", f"<NUMBER OF LINKS> {2 * len(plan_.edges)}", "<END OF METADATA>"]
    rows.append("~\tinit_node\tterm_node\tcapacity\tlength\tfree_flow_time\t;")
    for edge in plan_.edges:
        for a, b in ((edge.a, edge.b), (edge.b, edge.a)):
            straight = dist(plan_.nodes[a], plan_.nodes[b]) * edge.detour
            rows.append(f"\t{a + 1}\t{b + 1}\t900\t{straight / unit * rate:.7g}\t1\t;")
    nodes = ["Node\tX\tY\t;"]
    nodes += [f"{n}\t{turned(p)[0]:.9g}\t{turned(p)[1]:.9g}\t;" for n, p in enumerate(plan_.nodes, 1)]
    files = [folder / names[0], folder / names[1]]
    files[0].write_text("\n".join(rows) + "\n", encoding="utf-8")
    files[1].write_text("\n".join(nodes) + "\n", encoding="utf-8")
    return files


def straight_km(plan_: Plan) -> float:
    return sum(dist(plan_.nodes[edge.a], plan_.nodes[edge.b]) * edge.detour for edge in plan_.edges) / 1000


def gpkg(file: Path, layers: dict[str, tuple[int, list[tuple[int, list[tuple[float, float]], str]]]]) -> Path:
    """Write layers by name: their grid, and rows of kind (1 point, 2 line), points and name."""
    with sqlite3.connect(file) as connection:
        connection.executescript(
            "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER, organization TEXT,"
            " organization_coordsys_id INTEGER, definition TEXT); CREATE TABLE gpkg_geometry_columns (table_name TEXT,"
            " column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z INTEGER, m INTEGER);"
        )
        for table, (grid, rows) in layers.items():
            connection.execute("INSERT INTO gpkg_spatial_ref_sys VALUES ('x', ?, 'EPSG', ?, '')", (grid, grid))
            connection.execute("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'X', ?, 0, 0)", (table, grid))
            connection.execute(f'CREATE TABLE "{table}" (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT)')
            for kind, points, name in rows:
                body = struct.pack("<BI", 1, kind) + (struct.pack("<I", len(points)) if kind == 2 else b"")
                body += b"".join(struct.pack("<2d", *point) for point in points)
                blob = b"GP\x00\x01" + struct.pack("<i", grid) + body
                connection.execute(f'INSERT INTO "{table}" (geom, name) VALUES (?, ?)', (blob, name))
    connection.close()
    return file


def kml(lines: Iterable[Sequence[Sequence[float]]], dots: Iterable[tuple[Sequence[float], str]] = ()) -> str:
    marks = [
        "<Placemark><LineString><coordinates>"
        + " ".join(f"{x},{y},0" for x, y in line)
        + "</coordinates></LineString></Placemark>"
        for line in lines
    ]
    marks += [
        f"<Placemark><name>{name}</name><Point><coordinates>{x},{y}</coordinates></Point></Placemark>"
        for (x, y), name in dots
    ]
    head = '<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>'
    return f"{head}{''.join(marks)}</Document></kml>"


def gpx(lines: Iterable[Sequence[Sequence[float]]], tag: str) -> str:
    point = {"trk": "trkpt", "rte": "rtept"}[tag]
    inner = ("<trkseg>", "</trkseg>") if tag == "trk" else ("", "")
    rows = [
        f"<{tag}>{inner[0]}" + "".join(f'<{point} lat="{y}" lon="{x}"/>' for x, y in line) + f"{inner[1]}</{tag}>"
        for line in lines
    ]
    return f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">{"".join(rows)}</gpx>'


def osm(plan_: Plan, turned: Turned, extra: str = "") -> str:
    nodes = [f'<node id="{n}" lat="{turned(p)[1]}" lon="{turned(p)[0]}"/>' for n, p in enumerate(plan_.nodes, 1)]
    ways, number = [], len(nodes)
    for n, edge in enumerate(plan_.edges, 1):
        number += 1
        x, y = turned(edge.line[1])
        nodes.append(f'<node id="{number}" lat="{y}" lon="{x}"/>')
        refs = "".join(f'<nd ref="{ref}"/>' for ref in (edge.a + 1, number, edge.b + 1))
        ways.append(f'<way id="{n}">{refs}<tag k="highway" v="secondary"/></way>')
    return f'<osm version="0.6">{"".join(nodes)}{"".join(ways)}{extra}</osm>'


def graphml(plan_: Plan, turned: Turned, crs: str = "", stated: bool = True) -> str:
    keys = "".join(f'<key id="{key}" attr.name="{key}"/>' for key in ("x", "y", "length", "geometry", "highway", "crs"))
    nodes = "".join(
        f'<node id="{n}"><data key="x">{turned(p)[0]}</data><data key="y">{turned(p)[1]}</data></node>'
        for n, p in enumerate(plan_.nodes)
    )
    edges = ""
    for edge in plan_.edges:
        for a, b, line in ((edge.a, edge.b, edge.line), (edge.b, edge.a, edge.line[::-1])):
            wkt = ", ".join(f"{turned(p)[0]} {turned(p)[1]}" for p in line)
            length = f'<data key="length">{edge.drawn:.3f}</data>' if stated else ""
            edges += (
                f'<edge source="{a}" target="{b}"><data key="highway">secondary</data>{length}'
                f'<data key="geometry">LINESTRING ({wkt})</data></edge>'
            )
    head = f'<graphml>{keys}<graph edgedefault="directed">'
    return f"{head}{f'<data key={chr(34)}crs{chr(34)}>{crs}</data>' if crs else ''}{nodes}{edges}</graph></graphml>"


# manners


@dataclass
class Manner:
    """A way in which people write a map."""

    name: str
    write: Callable[[Path], Truth]
    is_held: bool = False


MANNERS: list[Manner] = []
"""All manners, in the order in which they were written."""


@dataclass
class _Register:
    is_held: bool = field(default=False)

    def __call__(self, write: Callable[[Path], Truth]) -> Callable[[Path], Truth]:
        MANNERS.append(Manner(write.__name__, write, self.is_held))
        return write


shown, held = _Register(), _Register(is_held=True)


def _lines(plan_: Plan, turned: Turned) -> list[list[tuple[float, float]]]:
    return [[turned(p) for p in edge.line] for edge in plan_.edges]


def _joined(plan_: Plan) -> int:
    return len(plan_.edges) - plan_.corners


@shown
def plain(folder: Path) -> Truth:
    p, turned = plan(1), on_earth()
    file = geojson(folder / "m.geojson", [feature(line, highway="secondary") for line in _lines(p, turned)])
    return Truth([file], p.km, _joined(p))


@shown
def there_and_back(folder: Path) -> Truth:
    p, turned = plan(2), on_earth(31.5, 25)
    lines = [way for line in _lines(p, turned) for way in (line, line[::-1])]
    file = geojson(folder / "m.geojson", [feature(line, highway="secondary") for line in lines])
    return Truth([file], p.km, _joined(p))


@shown
def there_and_back_rounded_apart(folder: Path) -> Truth:
    p, turned, chance = plan(3), on_earth(), random.Random(3)

    def near(point: Metres) -> tuple[float, float]:
        return turned((point[0] + chance.uniform(-0.4, 0.4), point[1] + chance.uniform(-0.4, 0.4)))

    lines = [[near(q) for q in way] for edge in p.edges for way in (edge.line, edge.line[::-1])]
    file = geojson(folder / "m.geojson", [feature(line, highway="tertiary") for line in lines])
    return Truth([file], p.km, _joined(p))


@shown
def two_carriageways(folder: Path) -> Truth:
    p, turned = plan(4), on_earth()
    features = []
    for edge in p.edges:
        for line in (edge.line, edge.line[::-1]):
            (x, y), (u, v) = line[0], line[-1]
            long = dist((x, y), (u, v))
            off = ((v - y) / long * 5, -(u - x) / long * 5)
            middle = (line[1][0] + off[0], line[1][1] + off[1])
            features.append(
                feature([turned(line[0]), turned(middle), turned(line[-1])], highway="primary", oneway="yes")
            )
    return Truth([geojson(folder / "m.geojson", features)], p.km, _joined(p))


@shown
def roads_and_towns_in_two_files(folder: Path) -> Truth:
    p, turned = plan(5), on_earth()
    roads = geojson(folder / "roads.geojson", [feature(line, fclass="primary") for line in _lines(p, turned)])
    dots = [dot(turned((x + 150, y - 90)), f"Town {n}") for n, (x, y) in enumerate(p.nodes)]
    towns = geojson(folder / "towns.geojson", dots)
    return Truth([towns, roads], p.km, len(p.edges), len(p.nodes))


@shown
def a_town_on_the_way(folder: Path) -> Truth:
    """A town in the middle of a road, where none begins."""
    turned = on_earth()
    road = feature([turned((0, 0)), turned((20_000, 0))], highway="primary")
    other = feature([turned((20_000, 0)), turned((20_000, 9_000))], highway="track")
    file = geojson(folder / "m.geojson", [road, other, dot(turned((8_000, 120)), "Middle")])
    return Truth([file], 29.0, 3, 1)


@shown
def stated_km(folder: Path) -> Truth:
    p, turned = plan(6, detour=0.3), on_earth(31.5, 25)
    features = [
        feature([turned(q) for q in edge.line], highway="track", km=round(edge.drawn * edge.detour / 1000, 4))
        for edge in p.edges
    ]
    return Truth([geojson(folder / "m.geojson", features)], p.stated_km, _joined(p))


@shown
def lengths_in_words(folder: Path) -> Truth:
    p, turned = plan(7, detour=0.2), on_earth()
    features = [
        feature([turned(q) for q in edge.line], highway="track", Length=f"{edge.drawn * edge.detour:.1f} m")
        for edge in p.edges
    ]
    return Truth([geojson(folder / "m.geojson", features)], p.stated_km, _joined(p))


@shown
def shape_length_in_degrees(folder: Path) -> Truth:
    p, turned = plan(8), on_earth()
    features = [
        feature(line, highway="primary", Shape_Length=sum(dist(a, b) for a, b in pairwise(line)))
        for line in _lines(p, turned)
    ]
    return Truth([geojson(folder / "m.geojson", features)], p.km, _joined(p))


@shown
def lengths_in_feet_without_a_word(folder: Path) -> Truth:
    p, turned = plan(9, step=300), on_earth(40.7, -74)
    features = [
        feature([turned(q) for q in edge.line], rw_type="1", shape_leng=round(edge.drawn / 0.3048, 3))
        for edge in p.edges
    ]
    return Truth([geojson(folder / "m.geojson", features)], p.km, _joined(p))


@shown
def drawn_by_hand_and_crossing(folder: Path) -> Truth:
    turned = on_earth(31.5, 25)
    lines = [[(0, 0), (30_000, 0)], [(6_000, -8_000), (6_000, 8_000)], [(21_000, -5_000), (23_000, 9_000)]]
    file = geojson(folder / "m.geojson", [feature([turned(q) for q in line], highway="track") for line in lines])
    km = sum(dist(*line) for line in lines) / 1000
    return Truth([file], km, 7, must_doubt=True)


@shown
def ends_drawn_short(folder: Path) -> Truth:
    p, turned, chance = plan(11), on_earth(), random.Random(11)

    def near(point: Metres) -> tuple[float, float]:
        return turned((point[0] + chance.uniform(-14, 14), point[1] + chance.uniform(-14, 14)))

    features = [feature([near(q) for q in edge.line], highway="track") for edge in p.edges]
    return Truth([geojson(folder / "m.geojson", features)], p.km, _joined(p))


@shown
def a_gap_of_120_m(folder: Path) -> Truth:
    turned = on_earth(31.5, 25)
    lines = [
        [(0, 0), (9_000, 0)],
        [(9_120, 0), (20_000, 0)],
        [(20_000, 0), (20_000, 6_000)],
        [(20_000, 0), (26_000, 0)],
    ]
    file = geojson(folder / "m.geojson", [feature([turned(q) for q in line], highway="track") for line in lines])
    return Truth([file], 31.9, 3, must_doubt=True)


@shown
def tntp_metres_and_km(folder: Path) -> Truth:
    p = plan(13, detour=0.2)
    files = tntp(folder, p, 1000, lambda q: (400_000 + q[0], 280_000 + q[1]), ("A_net.tntp", "A_node.tntp"))
    return Truth(files, straight_km(p), len(p.edges))


@shown
def tntp_miles_and_metres(folder: Path) -> Truth:
    p = plan(14, 8, 150)
    files = tntp(
        folder, p, 1, lambda q: (q[0] / 1609.344, q[1] / 1609.344), ("b-centre_net.tntp", "b-centre_node.tntp")
    )
    return Truth(files, straight_km(p), len(p.edges))


@shown
def tntp_feet_and_miles_under_another_name(folder: Path) -> Truth:
    p = plan(15, 7, 900, 0.1)
    turned = lambda q: (650_000 + q[0] / 0.3048, 1_900_000 + q[1] / 0.3048)  # noqa: E731
    files = tntp(folder, p, 1609.344, turned, ("C_Net.tntp", "places.tntp"))
    return Truth(files, straight_km(p), len(p.edges))


@shown
def geopackage_of_two_grids(folder: Path) -> Truth:
    p, turned = plan(17), on_earth()
    roads = [(2, [mercator(turned(q)) for q in edge.line], "") for edge in p.edges]
    towns = [(1, [turned(q)], f"Town {n}") for n, q in enumerate(p.nodes)]
    file = gpkg(folder / "m.gpkg", {"roads": (3857, roads), "towns": (4326, towns)})
    return Truth([file], p.km, len(p.edges), len(p.nodes))


@shown
def kml_of_google(folder: Path) -> Truth:
    p, turned = plan(18), on_earth()
    (folder / "m.kml").write_text(kml(_lines(p, turned), [(turned(p.nodes[7]), "Alpha")]), encoding="utf-8")
    return Truth([folder / "m.kml"], p.km, _joined(p), 1)


@shown
def tracks_of_a_device(folder: Path) -> Truth:
    p, turned = plan(19), on_earth()
    (folder / "m.gpx").write_text(gpx(_lines(p, turned), "trk"), encoding="utf-8")
    return Truth([folder / "m.gpx"], p.km, _joined(p))


@shown
def openstreetmap(folder: Path) -> Truth:
    p, turned = plan(20), on_earth()
    (folder / "m.osm").write_text(osm(p, turned), encoding="utf-8")
    return Truth([folder / "m.osm"], p.km, _joined(p))


@shown
def osmnx(folder: Path) -> Truth:
    p, turned = plan(21), on_earth()
    (folder / "m.graphml").write_text(graphml(p, turned), encoding="utf-8")
    return Truth([folder / "m.graphml"], p.km, len(p.edges))


@shown
def web_mercator(folder: Path) -> Truth:
    p, turned = plan(22), on_earth()
    lines = [[mercator(q) for q in line] for line in _lines(p, turned)]
    file = geojson(folder / "m.geojson", [feature(line, highway="primary") for line in lines], "EPSG:3857")
    return Truth([file], p.km, _joined(p))


@shown
def latitude_first(folder: Path) -> Truth:
    p, turned = plan(23), on_earth(52.0, 20.0)
    lines = [[q[::-1] for q in line] for line in _lines(p, turned)]
    file = geojson(folder / "m.geojson", [feature(line, highway="primary") for line in lines])
    return Truth([file], p.km, _joined(p), may_ask=True)


@shown
def rails_rivers_and_footpaths(folder: Path) -> Truth:
    p, turned = plan(24), on_earth()
    features = [feature(line, highway="secondary") for line in _lines(p, turned)]
    features += [
        feature([turned((-500, 1_100)), turned((9_000, 1_300))], railway="rail"),
        feature([turned((1_000, -500)), turned((1_200, 9_000))], waterway="river", name="Our"),
        feature([turned(p.nodes[0]), turned(p.nodes[6])], highway="footway"),
    ]
    return Truth([geojson(folder / "m.geojson", features)], p.km, _joined(p))


@shown
def small_numbers(folder: Path) -> Truth:
    p = plan(25, step=300)
    lines = [[(q[0] / 1000, q[1] / 1000) for q in edge.line] for edge in p.edges]
    file = geojson(folder / "m.geojson", [feature(line) for line in lines])
    return Truth([file], p.km, _joined(p), may_ask=True)


@held
def kmz(folder: Path) -> Truth:
    p, turned = plan(31), on_earth(37.5, 14.5)
    with zipfile.ZipFile(folder / "m.kmz", "w") as packed:
        packed.writestr("doc.kml", kml(_lines(p, turned)))
        packed.writestr("files/icon.png", b"x")
    return Truth([folder / "m.kmz"], p.km, _joined(p))


@held
def miles_on_two_thirds(folder: Path) -> Truth:
    p, turned = plan(32, detour=0.3), on_earth(31.5, 25)
    km, features = 0.0, []
    for n, edge in enumerate(p.edges):
        miles = {"dist_mi": round(edge.drawn * edge.detour / 1609.344, 4)} if n % 3 else {}
        km += edge.drawn * (edge.detour if n % 3 else 1) / 1000
        features.append(feature([turned(q) for q in edge.line], highway="track", **miles))
    return Truth([geojson(folder / "m.geojson", features)], km, _joined(p))


@held
def routes_of_a_planner(folder: Path) -> Truth:
    p, turned = plan(33), on_earth()
    (folder / "m.gpx").write_text(gpx(_lines(p, turned), "rte"), encoding="utf-8")
    return Truth([folder / "m.gpx"], p.km, _joined(p))


@held
def shape_length_of_web_mercator(folder: Path) -> Truth:
    p, turned = plan(34), on_earth()
    features = [
        feature(line, highway="primary", Shape__Length=sum(dist(mercator(a), mercator(b)) for a, b in pairwise(line)))
        for line in _lines(p, turned)
    ]
    return Truth([geojson(folder / "m.geojson", features)], p.km, _joined(p))


@held
def lines_of_several_parts(folder: Path) -> Truth:
    p, turned = plan(35, detour=0.2), on_earth()
    pairs = list(zip(p.edges[::2], p.edges[1::2], strict=False))
    features = []
    for first, second in pairs:
        length = first.drawn * 1.1 + second.drawn * 1.1
        line = feature([], highway="track", length_km=round(length / 1000, 5))
        line["geometry"] = {
            "type": "MultiLineString",
            "coordinates": [[turned(q) for q in first.line], [turned(q) for q in second.line]],
        }
        features.append(line)
    km = sum(first.drawn + second.drawn for first, second in pairs) * 1.1 / 1000
    return Truth([geojson(folder / "m.geojson", features)], km, _joined(p))


@held
def a_bridge_over_a_road(folder: Path) -> Truth:
    p, turned = plan(36), on_earth()
    (x, y), (u, v) = turned(p.nodes[0]), turned(p.nodes[-1])
    over = (
        f'<node id="901" lat="{y}" lon="{x}"/><node id="902" lat="{v}" lon="{u}"/><way id="900"><nd ref="1"/>'
        f'<nd ref="{len(p.nodes)}"/><tag k="highway" v="primary"/><tag k="bridge" v="yes"/></way>'
    )
    (folder / "m.osm").write_text(osm(p, turned, over), encoding="utf-8")
    return Truth([folder / "m.osm"], p.km + dist(p.nodes[0], p.nodes[-1]) / 1000, len(p.edges) + 1 - p.corners + 2)


@held
def everything_at_once(folder: Path) -> Truth:
    """Drawn by hand, there and back, with ends short by 20 m and names off the road."""
    turned = on_earth(31.5, 25)
    lines = [[(0, 0), (12_000, 0)], [(12_015, 10), (30_000, 2_000)], [(12_005, -15), (12_000, -9_000)]]
    features = [feature([turned(q) for q in way], highway="track") for line in lines for way in (line, line[::-1])]
    features += [
        dot(turned((-200, 300)), "West"),
        dot(turned((12_300, 400)), "Cross"),
        dot(turned((30_000, 2_500)), "East"),
    ]
    km = sum(dist(*line) for line in lines) / 1000
    return Truth([geojson(folder / "m.geojson", features)], km, 3, 3)


@held
def feet_without_a_grid(folder: Path) -> Truth:
    p = plan(38)
    lines = [[(600_000 + q[0] / 0.3048, 200_000 + q[1] / 0.3048) for q in edge.line] for edge in p.edges]
    file = geojson(folder / "m.geojson", [feature(line, highway="primary") for line in lines])
    return Truth([file], p.km, _joined(p), may_ask=True, must_doubt=True)


@held
def minutes_for_lengths(folder: Path) -> Truth:
    p = plan(39, step=3000)
    turned = lambda q: (100_000 + q[0], 200_000 + q[1])  # noqa: E731
    files = tntp(folder, p, 1000, turned, ("D_net.tntp", "D_node.tntp"), rate=1.5)
    return Truth(files, straight_km(p), len(p.edges), may_ask=True, must_doubt=True)


@held
def a_graph_in_utm(folder: Path) -> Truth:
    p = plan(40)
    turned = lambda q: (450_000 + q[0], 5_400_000 + q[1])  # noqa: E731
    (folder / "m.graphml").write_text(graphml(p, turned, "EPSG:32632", stated=False), encoding="utf-8")
    return Truth([folder / "m.graphml"], p.km, len(p.edges))


@held
def two_files_of_roads(folder: Path) -> Truth:
    p, turned = plan(41), on_earth()
    lines = _lines(p, turned)
    first = geojson(folder / "main.geojson", [feature(line, highway="primary") for line in lines[::2]])
    second = geojson(folder / "other.geojson", [feature(line, highway="primary") for line in lines[1::2]])
    return Truth([first, second], p.km, _joined(p))


@held
def mercator_without_a_name(folder: Path) -> Truth:
    p, turned = plan(42), on_earth(50, 10)
    lines = [[mercator(q) for q in line] for line in _lines(p, turned)]
    file = geojson(folder / "m.geojson", [feature(line, highway="primary") for line in lines])
    return Truth([file], p.km * cosh(0), _joined(p), may_ask=True)


OPEN = [manner for manner in MANNERS if not manner.is_held]
HELD = [manner for manner in MANNERS if manner.is_held]
