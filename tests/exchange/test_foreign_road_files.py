"""Maps of roads as they are saved and handed out: GeoPackage, Overpass in JSON, TNTP, packed files; classes of roads in
all spellings, and pieces that no road joins."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import sqlite3
import struct
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadFile, CampaignError
from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.geopackage import _geometry
from campaign.exchange.foreign.roads import Classes, is_class
from campaign.exchange.foreign.wishes import Wishes
from campaign.terms.ground import RoadKind

CAEN, TROARN, VIMONT = (-0.36, 49.18), (-0.18, 49.18), (-0.20, 49.13)
LINES = [
    ((CAEN, TROARN), {"fclass": "trunk_link", "name": "N175", "bridge": "F"}),
    ((TROARN, VIMONT), {"fclass": "track_grade2", "name": None, "bridge": "T"}),
    ((VIMONT, CAEN), {"fclass": "Secondary Road", "name": "", "bridge": "F"}),
]
POINTS = [(CAEN, "Caen"), (TROARN, "Troarn"), (VIMONT, "Vimont")]
ORBAT = (
    "side: Allied (british)\nfirst day: 18 July 1944\n29th Armoured Brigade @ Caen\n  23rd Hussars\nside: Axis"
    " (german)\n21. Panzer-Division @ Vimont\n"
)


def blob(kind: int, body: bytes, srs: int) -> bytes:
    return b"GP\x00\x01" + struct.pack("<i", srs) + struct.pack("<BI", 1, kind) + body


def line_of(points: tuple[tuple[float, float], ...]) -> bytes:
    return struct.pack("<I", len(points)) + b"".join(struct.pack("<2d", *point) for point in points)


def geopackage(
    file: Path, *, srs: int = 4326, turned: Callable[[tuple[float, float]], tuple[float, float]] = lambda p: p
) -> Path:
    """What QGIS saves: roads as lines of several parts, places as points."""
    with sqlite3.connect(file) as connection:
        connection.executescript(
            "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER, organization TEXT,"
            " organization_coordsys_id INTEGER, definition TEXT);"
            "CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id"
            " INTEGER,"
            " z INTEGER, m INTEGER);"
            "CREATE TABLE roads (fid INTEGER PRIMARY KEY, geom BLOB, fclass TEXT, name TEXT, bridge TEXT);"
            "CREATE TABLE places (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT);"
        )
        connection.execute("INSERT INTO gpkg_spatial_ref_sys VALUES ('x', ?, 'epsg', ?, '')", (srs, srs))
        for table, kind in (("roads", "MULTILINESTRING"), ("places", "POINT")):
            connection.execute("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)", (table, kind, srs))
        for points, fields in LINES:
            part = struct.pack("<BI", 1, 2) + line_of(tuple(map(turned, points)))
            row = (blob(5, struct.pack("<I", 1) + part, srs), fields["fclass"], fields["name"], fields["bridge"])
            connection.execute("INSERT INTO roads (geom, fclass, name, bridge) VALUES (?, ?, ?, ?)", row)
        for point, name in POINTS:
            row_of_place = (blob(1, struct.pack("<2d", *turned(point)), srs), name)
            connection.execute("INSERT INTO places (geom, name) VALUES (?, ?)", row_of_place)
    connection.close()
    return file


def mercator(point: tuple[float, float]) -> tuple[float, float]:
    from math import log, pi, radians, tan

    return 6_378_137 * radians(point[0]), 6_378_137 * log(tan(pi / 4 + radians(point[1]) / 2))


def read(folder: Path, file: Path, **wishes: bool) -> Converted:
    orbat = folder / "o.txt"
    orbat.write_text(ORBAT, encoding="utf-8")
    done = convert([orbat, file], Wishes(**wishes))
    keep(done, folder / "out")
    return done


def kinds(folder: Path) -> dict[str, RoadKind]:
    return {"-".join(sorted((road.a, road.b))): road.kind for road in read_scenario(folder / "out").roads}


@pytest.mark.parametrize(("srs", "turned"), [(4326, lambda point: point), (3857, mercator)])
def test_a_geopackage_of_qgis_is_a_map(
    srs: int, turned: Callable[[tuple[float, float]], tuple[float, float]], tmp_path: Path
) -> None:
    read(tmp_path, geopackage(tmp_path / "roads.gpkg", srs=srs, turned=turned))
    assert kinds(tmp_path) == {
        "caen-troarn": RoadKind.METALLED,
        "troarn-vimont": RoadKind.TRACK,
        "caen-vimont": RoadKind.SECONDARY,
    }
    scenario = read_scenario(tmp_path / "out")
    caen = next(place for place in scenario.places if place.key == "caen")
    assert (caen.lat_e6, caen.lon_e6) == (49_180_000, -360_000)
    assert sum(len(road.crossings) for road in scenario.roads) == 1


def test_a_grid_that_cannot_be_turned_is_refused_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyproj", None)
    file = geopackage(tmp_path / "r.gpkg", srs=2263, turned=lambda point: (point[0] + 900_000, point[1] + 200_000))
    with pytest.raises(BadFile, match=r"EPSG:2263.*extra grids.*Save the file as EPSG:4326"):
        read(tmp_path, file)


@pytest.mark.parametrize("grid", ["EPSG:6690", "EPSG:2180", "EPSG:27700", "EPSG:3734"])
def test_every_grid_that_a_file_names_becomes_degrees(grid: str, tmp_path: Path) -> None:
    """Three kilometres of a plane in Japan, Poland and Britain, and as many feet in Ohio, at their places on earth."""
    from pyproj import CRS, Transformer

    middle = {
        "EPSG:6690": (139.7, 35.7),
        "EPSG:2180": (19.5, 52.1),
        "EPSG:27700": (-1.5, 53.0),
        "EPSG:3734": (-81.7, 41.5),
    }
    unit = CRS.from_user_input(grid).axis_info[0].unit_conversion_factor
    x, y = Transformer.from_crs("EPSG:4326", grid, always_xy=True).transform(*middle[grid])
    points = [[[x, y], [x + 3000 / unit, y]], [[x, y], [x, y + 2000 / unit]], [[x, y], [x - 1000 / unit, y]]]
    features = [
        {"type": "Feature", "properties": {"highway": "track"}, "geometry": {"type": "LineString", "coordinates": line}}
        for line in points
    ]
    crs = {"type": "name", "properties": {"name": f"urn:ogc:def:crs:{grid.replace(':', '::')}"}}
    (tmp_path / "m.geojson").write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": features}))
    done = convert([tmp_path / "m.geojson"], Wishes())
    ground = yaml.safe_load(done.files["map.yaml"])
    assert sum(float(road["km"]) for road in ground["roads"]) == pytest.approx(6.0, rel=0.004)
    lat, lon = (float(part) for part in next(iter(ground["places"].values()))["at"].split(","))
    assert (lon, lat) == pytest.approx(middle[grid], abs=0.001)


def shapefiles(
    grid: str, turned: Callable[[tuple[float, float]], tuple[float, float]] = lambda p: p
) -> dict[str, bytes]:
    """Roads and towns as two shapefiles."""
    import shapefile
    from pyproj import CRS

    files: dict[str, bytes] = {}
    for name, kind in (("roads", shapefile.POLYLINE), ("towns", shapefile.POINT)):
        parts = {part: io.BytesIO() for part in ("shp", "shx", "dbf")}
        with shapefile.Writer(shapeType=kind, **parts) as writer:
            writer.field("name", "C", 40)
            writer.field("fclass", "C", 40)
            if name == "roads":
                for points, fields in LINES:
                    writer.line([list(map(turned, points))])
                    writer.record(fields["name"] or "", fields["fclass"])
            else:
                for point, called in POINTS:
                    writer.point(*turned(point))
                    writer.record(called, "")
        files |= {f"maps/{name}.{part}": stream.getvalue() for part, stream in parts.items()}
        files[f"maps/{name}.prj"] = CRS.from_user_input(grid).to_wkt("WKT1_ESRI").encode()
    return files


@pytest.mark.parametrize(("grid", "turned"), [("EPSG:4326", lambda point: point), ("EPSG:3857", mercator)])
@pytest.mark.parametrize("packed", [True, False])
def test_shapefiles_are_a_map(
    grid: str, turned: Callable[[tuple[float, float]], tuple[float, float]], packed: bool, tmp_path: Path
) -> None:
    files = shapefiles(grid, turned)
    sources = [tmp_path / "m.zip"] if packed else [tmp_path / "roads.shp", tmp_path / "towns.shp"]
    if packed:
        sources[0].write_bytes(zipped(files))
    for name, raw in {} if packed else files.items():
        (tmp_path / name.removeprefix("maps/")).write_bytes(raw)
    done = convert(sources, Wishes())
    keep(done, tmp_path / "out")
    ground = yaml.safe_load(done.files["map.yaml"])
    assert set(ground["places"]) == {"caen", "troarn", "vimont"} and len(ground["roads"]) == 3


def test_one_layer_of_several_is_read(tmp_path: Path) -> None:
    (tmp_path / "m.zip").write_bytes(zipped(shapefiles("EPSG:4326")))
    done = convert([tmp_path / "m.zip"], Wishes(layers=("roads",)))
    assert set(yaml.safe_load(done.files["map.yaml"])["places"]) == {"p1", "p2", "p3"}
    for file in (tmp_path / "m.zip", geopackage(tmp_path / "m.gpkg")):
        with pytest.raises(BadFile, match=r"no layer .*rivers.* It has .*roads"):
            convert([file], Wishes(layers=("rivers",)))


def test_a_shapefile_without_the_extra_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.zip").write_bytes(zipped(shapefiles("EPSG:4326")))
    monkeypatch.setitem(sys.modules, "shapefile", None)
    with pytest.raises(CampaignError, match="extra shapefile"):
        convert([tmp_path / "m.zip"], Wishes())


@pytest.mark.parametrize("cut", [20, 100, 4096, 9000])
def test_a_geopackage_cut_off_is_refused(cut: int, tmp_path: Path) -> None:
    file = geopackage(tmp_path / "r.gpkg")
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(BadFile, match=r"r\.gpkg") as refusal:
        read(tmp_path, file)
    assert "\n" not in str(refusal.value)


def test_another_sqlite_file_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "x.gpkg") as connection:
        connection.execute("CREATE TABLE t (a)")
    connection.close()
    with pytest.raises(BadFile, match="not a GeoPackage"):
        read(tmp_path, tmp_path / "x.gpkg")


@given(st.binary(max_size=80), st.integers(0, 255), st.integers(0, 7))
def test_any_geometry_is_read_or_refused(body: bytes, flags: int, kind: int) -> None:
    with suppress(struct.error, ValueError):
        _geometry(b"GP\x00" + bytes([flags]) + bytes(4) + struct.pack("<BI", 1, kind) + body)


# Overpass


def overpass(form: str) -> str:
    numbers = {CAEN: 1, TROARN: 2, VIMONT: 3}
    elements: list[dict[str, object]] = []
    for point, name in POINTS:
        tags = {"place": "village", "name": name}
        elements.append({"type": "node", "id": numbers[point] + 10, "lat": point[1], "lon": point[0], "tags": tags})
    for n, (points, fields) in enumerate(LINES, 50):
        way: dict[str, object] = {
            "type": "way",
            "id": n,
            "tags": {"highway": str(fields["fclass"]).split(" ", maxsplit=1)[0].lower()},
        }
        if form != "geom":
            way["nodes"] = [numbers[point] for point in points]
        if form.startswith("geom"):
            way["geometry"] = [{"lat": lat, "lon": lon} for lon, lat in points]
        if form == "center":
            way["center"] = {"lat": 49.1, "lon": -0.3}
        elements.append(way)
    if form == "body":
        elements += [{"type": "node", "id": numbers[point], "lat": point[1], "lon": point[0]} for point, _ in POINTS]
    return json.dumps({"version": 0.6, "generator": "Overpass API", "elements": elements})


@pytest.mark.parametrize("form", ["body", "geom", "geom with numbers"])
def test_overpass_in_json_is_a_map(form: str, tmp_path: Path) -> None:
    (tmp_path / "o.json").write_text(overpass(form), encoding="utf-8")
    read(tmp_path, tmp_path / "o.json")
    assert kinds(tmp_path)["caen-troarn"] is RoadKind.METALLED and len(kinds(tmp_path)) == 3


@pytest.mark.parametrize("form", ["center", "nothing"])
def test_overpass_without_courses_is_refused_with_what_to_ask(form: str, tmp_path: Path) -> None:
    (tmp_path / "o.json").write_text(overpass(form), encoding="utf-8")
    with pytest.raises(BadFile, match="out geom;"):
        read(tmp_path, tmp_path / "o.json")


# TNTP

NET = """<NUMBER OF ZONES> 3
<NUMBER OF LINKS> 4
<END OF METADATA>
~ 	init_node	term_node	capacity	length	;
	1	2	900	13	;
	2	1	900	13	;
	2	3	900	6	;
	3	1	900	13	;
"""
NODES = "Node\tX\tY\t;\n1\t-0.36\t49.18\t;\n2\t-0.18\t49.18\t;\n3\t-0.20\t49.13\t;\n"


def test_tntp_with_positions_beside_it_is_a_map(tmp_path: Path) -> None:
    (tmp_path / "Caen_net.tntp").write_text(NET, encoding="utf-8")
    (tmp_path / "Caen_node.tntp").write_text(NODES, encoding="utf-8")
    done = convert([tmp_path / "Caen_net.tntp", tmp_path / "Caen_node.tntp"], Wishes())
    assert (done.counts["places"], done.counts["roads"]) == (3, 3)
    assert all(f"p{node}: " in done.files["map.yaml"] for node in (1, 2, 3))


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ("", "Put Caen_node.tntp beside it"),
        ("Node X Y\n", "has a number and two coordinates"),
        (NODES[:40], r"leads to node 3, .* Caen_node.tntp has no such node"),
    ],
)
def test_tntp_without_positions_is_refused(nodes: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "Caen_net.tntp").write_text(NET, encoding="utf-8")
    if nodes:
        (tmp_path / "Caen_node.tntp").write_text(nodes, encoding="utf-8")
    with pytest.raises(BadFile, match=reason):
        convert([tmp_path / "Caen_net.tntp"], Wishes())


# packed

MAP = json.dumps(
    {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "properties": fields, "geometry": {"type": "LineString", "coordinates": points}}
            for points, fields in LINES
        ],
    }
).encode()


def zipped(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, raw in files.items():
            packed.writestr(name, raw)
    return content.getvalue()


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("m.geojson.gz", gzip.compress(MAP)),
        ("m.geojson.bz2", bz2.compress(MAP)),
        ("m.geojson.xz", lzma.compress(MAP)),
        ("m.zip", zipped({"__MACOSX/._m": b"x", "maps/m.geojson": MAP})),
        ("m.geojson.zip", zipped({"m.geojson": MAP})),
        ("m.zip", zipped({"a.geojson": MAP, "b.geojson": MAP, "notes.txt": b"roads of Caen"})),
    ],
)
def test_packed_files_are_read(name: str, raw: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(raw)
    assert convert([tmp_path / name], Wishes()).counts["roads"] == 3


@pytest.mark.parametrize(
    ("name", "raw", "reason"),
    [
        ("m.zip", zipped({"a.geojson": MAP[:-1], "b.geojson": MAP}), "a.geojson.* cannot be read as JSON"),
        ("m.zip", zipped({"a.doc": MAP, "b.geojson": MAP}), r"2 files \(a.doc, b.geojson\)"),
        ("m.zip", zipped({"roads.shp": b"x", "roads.dbf": b"y"}), "cannot be read as a shapefile"),
        ("roads.shp", b"\x00\x00\x27\x0a" * 30, "cannot be read as a shapefile"),
        ("m.zip", {"a.geojson": bytes(30_000_000)}, "Check that it is a map"),
        ("m.zip", zipped({"a.geojson": MAP})[:-30], "not a complete zip file"),
        ("m.geojson.xz", lzma.compress(MAP)[:-9], "cut off"),
    ],
)
def test_packed_files_that_are_no_map_are_refused(
    name: str, raw: bytes | dict[str, bytes], reason: str, tmp_path: Path
) -> None:
    """The large one is packed here and not where the tests are collected, which every worker does."""
    (tmp_path / name).write_bytes(zipped(raw) if isinstance(raw, dict) else raw)
    with pytest.raises(CampaignError, match=reason) as refusal:
        convert([tmp_path / name], Wishes())
    assert "\n" not in str(refusal.value)


# classes


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("motorway_link", RoadKind.METALLED),
        ("Trunk Road", RoadKind.METALLED),
        ("PRIMARY", RoadKind.METALLED),
        ("Major Road", RoadKind.METALLED),
        ("living_street", RoadKind.SECONDARY),
        ("Minor road", RoadKind.SECONDARY),
        ("['tertiary', 'track']", RoadKind.SECONDARY),
        ("track_grade3", RoadKind.TRACK),
        ("Dirt Road", RoadKind.TRACK),
        ("Coastal road", RoadKind.COAST),
        ("foot_way", RoadKind.SECONDARY),
        ("footway", None),
        ("Construction", None),
        ("", RoadKind.SECONDARY),
    ],
)
def test_classes_of_roads_in_all_spellings(word: str, kind: RoadKind | None) -> None:
    assert Classes().kind(word) is kind
    assert is_class(word) is (word not in ("", "foot_way"))


@pytest.mark.parametrize("key", ["fclass", "HIGHWAY", "ROADTYPE", "Road_Class", "TYPE"])
def test_a_class_may_stand_in_many_columns(key: str, tmp_path: Path) -> None:
    features = json.loads(MAP)
    for feature, word in zip(features["features"], ("Trunk Road", "track", "minor"), strict=True):
        feature["properties"] = {key: word}
    (tmp_path / "m.geojson").write_text(json.dumps(features), encoding="utf-8")
    done = convert([tmp_path / "m.geojson"], Wishes())
    assert all(f"kind: {kind}" in done.files["map.yaml"] for kind in ("metalled road", "track", "secondary road"))


def test_a_class_that_nobody_knows_is_changed_by_one_line(tmp_path: Path) -> None:
    (tmp_path / "m.geojson").write_text(MAP.decode().replace("Secondary Road", "Drove"), encoding="utf-8")
    done = convert([tmp_path / "m.geojson"], Wishes())
    assert 'set road "drove" secondary road' in [remark.change for remark in done.guessed]
    (tmp_path / "o.txt").write_text(ORBAT + 'set road "drove" none\nset road "trunk link" pass\n', encoding="utf-8")
    done = convert([tmp_path / "o.txt", tmp_path / "m.geojson"], Wishes(leave_out=True))
    assert "kind: pass" in done.files["map.yaml"] and done.counts["roads"] == 2


# loose pieces


def loose(pieces: int) -> bytes:
    lines = [((0.1 * n, 49.0), (0.1 * n + 0.1, 49.0)) for n in range(20)]
    lines += [((0.0 + n, 50.0), (0.05 + n, 50.0)) for n in range(pieces)]
    lines += [((0.1 * n, 49.0), (0.1 * n, 49.1)) for n in range(1, 20)]
    features = [
        {
            "type": "Feature",
            "properties": {"highway": "primary"},
            "geometry": {"type": "LineString", "coordinates": line},
        }
        for line in lines
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def test_a_small_loose_piece_is_left_out_with_a_warning_or_joined(tmp_path: Path) -> None:
    (tmp_path / "m.geojson").write_bytes(loose(1))
    done = convert([tmp_path / "m.geojson"], Wishes())
    told = " ".join(map(str, done.guessed))
    assert "2 of 42 places, 3.6 km" in told and "--keep-loose" in told and not done.left_out
    assert "50" not in done.files["map.yaml"].split("places:")[1].split("roads:")[0]
    kept = convert([tmp_path / "m.geojson"], Wishes(keep_loose=True))
    assert '"50, 0' in kept.files["map.yaml"] and "joined by a track of 100.1 km" in " ".join(map(str, kept.guessed))
    keep(kept, tmp_path / "out")


def test_a_large_loose_piece_is_refused_as_before(tmp_path: Path) -> None:
    (tmp_path / "m.geojson").write_bytes(
        MAP.replace(b"[-0.18, 49.18]]", b"[-0.19, 49.28]]").replace(b"-0.36, 49.18]]", b"-0.2, 49.0]]")
    )
    with pytest.raises(BadFile, match="no road connects it"):
        convert([tmp_path / "m.geojson"], Wishes())
