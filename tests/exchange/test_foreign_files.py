"""Tables, ORBAT Mapper, MSDL and maps: what is read of small files made here, and bad files of every kind, each with
one clear message."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from functools import cache
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadFile, BadInput, CampaignError
from campaign.exchange.check import check_files, read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.symbols import read_symbol
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Scenario
from campaign.extras import way_to_add
from campaign.rules.common.force import Strength
from campaign.terms.forces import Arm, Level, SizeMark

TABLE = [
    ["name", "under", "arm", "size", "men", "tanks", "lat", "lon", "side", "nation", "arrives"],
    ["7th Armoured Division", "", "", "division", "", "", "31.5", "25.1", "Allied", "british", ""],
    ["4th Armoured Brigade", "7th Armoured Division", "", "brigade", "", "", "", "", "", "", ""],
    ["2 RTR", "4th Armoured Brigade", "tanks", "", "577", "52", "", "", "", "", ""],
    ["1 KRRC", "4th Armoured Brigade", "motor infantry", "battalion", "1,200", "", "", "", "", "", "2.3"],
    ["5. leichte Division", "", "", "", "", "", "31.7", "24.9", "Axis", "german", ""],
    ["I./PzRgt 5", "5. leichte Division", "panzer", "", "", "75", "", "", "", "", ""],
]
ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Units">{rows}</table:table>
</office:spreadsheet></office:body></office:document-content>"""
ORBAT = {
    "type": "ORBAT-mapper",
    "version": "3.4.0",
    "name": "Guns",
    "startTime": "1944-06-06T06:00:00Z",
    "sides": [
        {
            "name": "British forces",
            "groups": [
                {
                    "name": "Units",
                    "subUnits": [
                        {
                            "id": "r",
                            "name": "1st Regiment",
                            "sidc": "10031000171303000000",
                            "location": [10.75, 59.91],
                            "subUnits": [
                                {
                                    "id": "a",
                                    "name": "A",
                                    "sidc": "10031000161303000000",
                                    "equipment": [{"name": "155 mm howitzer", "count": 12}],
                                    "state": [
                                        {
                                            "t": "1944-06-06T05:00:00Z",
                                            "update": {"equipment": [{"name": "155 mm howitzer", "onHand": 3}]},
                                        },
                                        {
                                            "t": "1944-06-06T09:00:00Z",
                                            "update": {"equipment": [{"name": "155 mm howitzer", "onHand": 1}]},
                                        },
                                    ],
                                },
                                {
                                    "id": "b",
                                    "name": "B",
                                    "sidc": "10031000161205000000",
                                    "state": [
                                        {"t": -9e11, "location": [10.8, 59.8]},
                                        {"t": "1944-06-08T09:00:00Z", "location": [10.9, 59.9]},
                                    ],
                                },
                            ],
                        },
                        {"id": "s", "name": "HMS Hood", "sidc": "10033000001202030000"},
                    ],
                }
            ],
        },
        {
            "name": "German forces",
            "subUnits": [
                {
                    "id": "g",
                    "name": "KG",
                    "sidc": "10031000180000000000",
                    "subUnits": [
                        {
                            "id": "c",
                            "name": "C",
                            "sidc": "10031000161211000000",
                            "state": [{"t": "1944-06-07T23:00:00Z", "location": [10.2, 59.7]}],
                        }
                    ],
                }
            ],
        },
    ],
}
MSDL = """<MilitaryScenario xmlns="urn:sisostds:scenario:military:data:draft:msdl:1"><ScenarioID/><ForceSides>
<ForceSide><ObjectHandle>s1</ObjectHandle><ForceSideName>British</ForceSideName></ForceSide>
<ForceSide><ObjectHandle>s2</ObjectHandle><ForceSideName>German</ForceSideName></ForceSide></ForceSides>
<Organizations><Units>{units}</Units></Organizations></MilitaryScenario>"""
UNIT = """<Unit><ObjectHandle>{handle}</ObjectHandle><SymbolIdentifier>{symbol}</SymbolIdentifier><Name>{name}</Name>
<Disposition><Location><CoordinateData><GDC><Latitude>58.5</Latitude><Longitude>{lon}</Longitude></GDC></CoordinateData></Location></Disposition>
<Relations><ForceRelation><ForceRelationData>{over}</ForceRelationData></ForceRelation></Relations></Unit>"""
OSM = """<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
<node id="1" lat="50.0" lon="5.0"/><node id="2" lat="50.0" lon="5.01"/><node id="3" lat="50.0" lon="5.02"><tag k="place" v="village"/><tag k="name" v="Mitte"/></node>
<node id="4" lat="50.01" lon="5.02"/><node id="5" lat="50.0" lon="5.03"/><node id="6" lat="51.0" lon="6.0"/><node id="7" lat="51.0" lon="6.01"/>
<way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Hauptstraße"/></way>
<way id="11"><nd ref="3"/><nd ref="4"/><tag k="highway" v="track"/></way>
<way id="12"><nd ref="3"/><nd ref="5"/><nd ref="99"/><tag k="highway" v="primary"/><tag k="bridge" v="yes"/></way>
<way id="13"><nd ref="1"/><nd ref="4"/><tag k="highway" v="footway"/></way>{more}</osm>"""
GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="node" attr.name="x" attr.type="double"/><key id="d1" for="node" attr.name="y" attr.type="double"/>
<key id="d2" for="edge" attr.name="highway" attr.type="string"/><key id="d3" for="edge" attr.name="length" attr.type="double"/><graph edgedefault="{directed}">{inside}</graph></graphml>"""


def source(tmp_path: Path, name: str, content: str | bytes | object) -> Path:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def founded(done: Converted, tmp_path: Path) -> Scenario:
    keep(done, tmp_path / "out")
    return read_scenario(tmp_path / "out")


def workbook(rows: list[list[str]], merge: str = "") -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append([float(cell) if cell.replace(".", "", 1).isdigit() else cell or None for cell in row])
    if merge:
        sheet.merge_cells(merge)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def ods(rows: list[list[str]], cell: str = "") -> bytes:
    inside = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"{cell}><text:p>{c}</text:p></table:table-cell>' for c in row
        )
        + "</table:table-row>"
        for row in rows
    )
    return ods_file(ODS.format(rows=inside))


def ods_file(content: str) -> bytes:
    """A spreadsheet of OpenDocument: its kind, the list of its parts, and its content."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
        packed.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
    return written.getvalue()


def csv(rows: list[list[str]], mark: str = ",") -> str:
    return "\n".join(mark.join(f'"{cell}"' if mark in cell else cell for cell in row) for row in rows)


@pytest.mark.parametrize("name", ["u.csv", "u.tsv", "semi.csv", "u.xlsx", "u.ods"])
def test_a_table_in_any_format_is_the_same_order_of_battle(name: str, tmp_path: Path) -> None:
    contents = {
        "u.csv": csv(TABLE),
        "u.tsv": csv(TABLE, "\t"),
        "semi.csv": csv(TABLE, ";"),
        "u.xlsx": workbook(TABLE),
        "u.ods": ods(TABLE),
    }
    scenario = founded(convert([source(tmp_path, name, contents[name])], Wishes(first_day=None)), tmp_path)
    found = {b.name: (b.arm, b.full, b.organic) for b in scenario.battalions if b.headquarters_of is None}
    assert found["2 RTR"] == (Arm.ARMOUR, Strength(577, 52, 0), "4th_armoured_brigade")
    assert found["1 KRRC"][0] is Arm.MOTOR_INFANTRY and found["1 KRRC"][1].men == 1200
    assert found["I./PzRgt 5"][1].vehicles == 75
    arrives = next(b.arrives for b in scenario.battalions if b.name == "1 KRRC")
    assert arrives is not None and (arrives.day, arrives.turn) == (2, 3)
    assert [(f.name, f.level) for f in scenario.formations][:2] == [
        ("7th Armoured Division", Level.DIVISION),
        ("4th Armoured Brigade", Level.COMMAND),
    ]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([*TABLE, ["Lost", "Nobody", "", "", "", "", "", "", "", "", ""]], "Lost: under: there is no unit 'Nobody'"),
        (
            [*TABLE, ["", "2 RTR", "tanks", "", "", "", "", "", "", "", ""]],
            "this row has no name, but these values: 2 RTR, tanks",
        ),
        ([*TABLE, ["X", "2 RTR", "", "", "ten", "", "", "", "", "", ""]], "X: men is 'ten'. Expected: a whole number"),
        ([*TABLE, ["X", "2 RTR", "", "", "", "", "95", "0", "", "", ""]], "X: lat, lon is '95, 0'"),
        ([*TABLE, ["X", "2 RTR", "", "", "", "", "", "", "", "", "soon"]], "X: arrives is 'soon'"),
        ([[*TABLE[0][:-1], "mood"], *TABLE[1:]], "there is no column 'mood'"),
    ],
)
def test_rows_that_cannot_be_understood_are_named_or_left_out(
    rows: list[list[str]], words: str, tmp_path: Path
) -> None:
    path = source(tmp_path, "u.csv", csv(rows))
    with pytest.raises(BadFile) as caught:
        convert([path], Wishes())
    assert [fault for fault in caught.value.faults if words in fault], caught.value.faults
    assert any(words in str(remark) for remark in convert([path], Wishes(leave_out=True)).left_out)


def test_orbat_mapper_is_read_as_it_stands_at_the_start(tmp_path: Path) -> None:
    path = source(tmp_path, "s.json", ORBAT)
    with pytest.raises(BadFile, match=r"HMS Hood: by its symbol it is a ship"):
        convert([path], Wishes())
    done = convert([path], Wishes(leave_out=True))
    assert (done.counts["units"], done.depth) == (6, 2)
    scenario = founded(done, tmp_path)
    by_name = {b.name: b for b in scenario.battalions}
    guns = by_name["A, 1st Regiment"]
    assert (guns.arm, guns.full.guns, guns.present.guns) == (Arm.MEDIUM_ARTILLERY, 12, 3)
    assert by_name["B, 1st Regiment"].place is not None
    late = by_name["C, KG"].arrives
    assert late is not None and (late.day, late.turn) == (3, 1)
    assert {f.name: f.mark for f in scenario.formations} == {"1st Regiment": SizeMark.REGIMENT, "KG": SizeMark.BRIGADE}


@pytest.mark.parametrize("version", ["0.7.0", "0.33.0", "2.7.0", "3.3.0", "9.9.9"])
def test_every_version_of_orbat_mapper_is_read(version: str, tmp_path: Path) -> None:
    old = {**ORBAT, "version": version, "layers": [], "mapLayers": []}
    assert convert([source(tmp_path, "s.json", old)], Wishes(leave_out=True)).counts["units"] == 6


def test_msdl_is_read_by_its_superiors(tmp_path: Path) -> None:
    under = "<CommandRelation><CommandingSuperiorHandle>{}</CommandingSuperiorHandle></CommandRelation>"
    units = [
        UNIT.format(
            handle="u1",
            symbol="SFGPUCI----H---",
            name="1st Brigade",
            lon="15.0",
            over="<ForceSideHandle>s1</ForceSideHandle>",
        ),
        UNIT.format(handle="u2", symbol="SFGPUCA----F---", name="1st Tanks", lon="15.0", over=under.format("u1")),
        UNIT.format(
            handle="u3", symbol="SHGPUCFH---F---", name="Guns", lon="15.9", over="<ForceSideHandle>s2</ForceSideHandle>"
        ),
    ]
    done = convert([source(tmp_path, "m.xml", MSDL.format(units="".join(units)))], Wishes())
    scenario = founded(done, tmp_path)
    assert {b.name: (b.arm, b.side) for b in scenario.battalions} == {
        "1st Tanks": (Arm.ARMOUR, "british"),
        "Guns": (Arm.FIELD_ARTILLERY, "german"),
    }
    with pytest.raises(BadFile, match=r"its superior .* are not in the file"):
        convert(
            [
                source(
                    tmp_path,
                    "n.xml",
                    MSDL.format(units=UNIT.format(handle="u", symbol="SFGPUCI----F---", name="X", lon="1", over="")),
                )
            ],
            Wishes(),
        )


@pytest.mark.parametrize("packed", [False, True])
def test_openstreetmap_is_simplified_to_junctions(packed: bool, tmp_path: Path) -> None:
    raw = OSM.format(more="").encode()
    path = source(tmp_path, "m.osm.gz" if packed else "m.osm", gzip.compress(raw) if packed else raw)
    done = convert([path], Wishes())
    assert (done.counts["places"], done.counts["roads"], done.counts["points on them"]) == (4, 3, 5)
    keep(done, tmp_path / "out")
    text = (tmp_path / "out" / "map.yaml").read_text(encoding="utf-8")
    assert "mitte:" in text and "name: Hauptstraße" in text and "crossings:" in text
    assert (
        "troops cannot march on footway" in done.files["converted.txt"]
        and "outside the extract" in done.files["converted.txt"]
    )


def test_an_island_of_roads_is_refused_or_left_out_by_name(tmp_path: Path) -> None:
    island = '<way id="14"><nd ref="6"/><nd ref="7"/><tag k="highway" v="primary"/></way>'
    path = source(tmp_path, "m.osm", OSM.format(more=island))
    with pytest.raises(BadFile, match="no road connects it"):
        convert([path], Wishes())
    assert "130.1 km from 51.0000, 6.0000" in str(convert([path], Wishes(leave_out=True)).left_out[0])


def graphml(
    nodes: dict[str, tuple[float, float] | None], edges: list[tuple[str, str, str]], directed: str = "undirected"
) -> str:
    inside = "".join(
        f'<node id="{k}">' + (f'<data key="d0">{p[0]}</data><data key="d1">{p[1]}</data>' if p else "") + "</node>"
        for k, p in nodes.items()
    )
    inside += "".join(f'<edge source="{a}" target="{b}"><data key="d2">{kind}</data></edge>' for a, b, kind in edges)
    return GRAPHML.format(directed=directed, inside=inside)


SQUARE: dict[str, tuple[float, float] | None] = {"a": (5.0, 50.0), "b": (5.1, 50.0), "c": (5.1, 50.1)}


def test_a_directed_graph_counts_each_road_once(tmp_path: Path) -> None:
    edges = [
        ("a", "b", "primary"),
        ("b", "a", "primary"),
        ("b", "c", "['residential', 'track']"),
        ("c", "b", "residential"),
    ]
    done = convert([source(tmp_path, "g.graphml", graphml(SQUARE, edges, "directed"))], Wishes())
    keep(done, tmp_path / "out")
    assert check_files([tmp_path / "out" / "map.yaml"]).counts["roads"] == 2
    assert "kind: metalled road" in done.files["map.yaml"] and "kind: secondary road" in done.files["map.yaml"]


def test_metres_and_yed_drawings_are_understood(tmp_path: Path) -> None:
    metres = {key: (point[0] * 1e5, point[1] * 1e5) for key, point in SQUARE.items() if point}
    done = convert(
        [source(tmp_path, "g.graphml", graphml(metres, [("a", "b", "track"), ("b", "c", "track")]))], Wishes()
    )  # type: ignore[arg-type]
    assert "coordinates: kilometres" in done.files["map.yaml"]
    yed = (
        '<node id="{}"><data key="g"><y:ShapeNode xmlns:y="http://www.yworks.com/xml/graphml"><y:Geometry x="{}"'
        ' y="{}"/><y:NodeLabel>{}</y:NodeLabel></y:ShapeNode></data></node>'
    )
    inside = yed.format("n0", 0, 0, "Caen") + yed.format("n1", 300, 400, "Falaise") + '<edge source="n0" target="n1"/>'
    done = convert([source(tmp_path, "y.graphml", GRAPHML.format(directed="directed", inside=inside))], Wishes())
    assert 'caen: {at: "0, 0"}' in done.files["map.yaml"] and 'falaise: {at: "3, -4"}' in done.files["map.yaml"]
    assert any("100 pixels are 1 km" in str(remark) for remark in done.guessed)


def test_lines_of_geojson_are_joined_where_they_meet(tmp_path: Path) -> None:
    line = [[[5.0, 50.0], [5.1, 50.0]], [[5.05, 50.0001], [5.05, 50.1]], [[5.1002, 50.0001], [5.2, 50.0]]]
    features = [
        {
            "type": "Feature",
            "properties": {"highway": "primary"},
            "geometry": {"type": "LineString", "coordinates": one},
        }
        for one in line
    ]
    features.append(
        {
            "type": "Feature",
            "properties": {"name": "Ville"},
            "geometry": {"type": "Point", "coordinates": [5.051, 50.001]},
        }
    )  # type: ignore[dict-item]
    done = convert([source(tmp_path, "m.geojson", {"type": "FeatureCollection", "features": features})], Wishes())
    assert (done.counts["places"], done.counts["roads"]) == (4, 3)
    assert "ville:" in done.files["map.yaml"]


LAUGHS = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'


@cache
def bomb() -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"\0" * 60_000_000)
    return written.getvalue()


def misplaced() -> bytes:
    """A workbook whose list of contents says that it begins before the file does."""
    raw = bytearray(workbook(TABLE))
    end = raw.rindex(b"PK\x05\x06")
    raw[end + 12 : end + 20] = (1).to_bytes(4, "little") + (2**31).to_bytes(4, "little")
    return bytes(raw)


def without_its_book() -> bytes:
    """One in which the list of its sheets holds nothing that openpyxl knows, of which it tells in several lines."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(TABLE))) as whole, zipfile.ZipFile(written, "w") as packed:
        for name in whole.namelist():
            packed.writestr(
                name, whole.read(name).replace(b"<sheets>", b"<sheats>").replace(b"</sheets>", b"</sheats>")
            )
    return written.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.xlsx", bomb, "would unpack to"),
        ("b.ods", bomb, "would unpack to"),
        ("c.xlsx", workbook(TABLE)[:900], "not a complete xlsx"),
        ("d.ods", b"PK\x03\x04nonsense", "not a complete ods"),
        ("da.xlsx", misplaced(), "not a complete xlsx"),
        ("db.xlsx", without_its_book(), "cannot be read as a .xlsx file"),
        ("e.xlsx", workbook(TABLE, merge="A2:A3"), "A2:A3 are merged"),
        ("f.ods", ods(TABLE, ' table:number-columns-spanned="2"'), "are merged"),
        (
            "g.csv",
            "name,arm\n1st Bn,Infanterie ü\n".encode("cp1252"),
            "g.csv:2:19 has the byte 0xFC, which is not UTF-8",
        ),
        ("h.csv", b'name,arm\n"1st Bn,x\n', "cannot be read as CSV"),
        ("i.csv", "colour,taste\nred,sweet\n", "names the columns"),
        ("j.json", '{"type": "ORBAT-mapper", "sides": [', "j.json:1:36 cannot be read as JSON"),
        ("k.json", {"type": "ORBAT-mapper-encrypted", "data": "x"}, "is encrypted"),
        ("l.json", {"type": "ORBAT-mapper", "version": "3"}, "no list of sides"),
        ("m.json", {"hello": 1}, "The program reads an ORBAT Mapper scenario"),
        ("ma.json", '{"type": "ORBAT-mapper", "sides": [{"name": "\\ud800"}]}', "only half of the letter"),
        ("n.json", '{"type": "ORBAT-mapper", "sides": ' + "[" * 100_000, "too many brackets inside each other"),
        ("o.graphml", LAUGHS + graphml(SQUARE, [("a", "b", "track")]), "defines XML entities"),
        ("p.osm", LAUGHS + OSM.format(more=""), "defines XML entities"),
        ("q.xml", LAUGHS + MSDL.format(units=""), "defines XML entities"),
        (
            "r.graphml",
            graphml({"a": (5.0, 50.0), "b": None}, [("a", "b", "track")]),
            "1 of 2 points (nodes) have no coordinates (b)",
        ),
        ("s.graphml", graphml(SQUARE, [])[:300], "cannot be read as XML"),
        ("t.graphml", graphml({"a": (5.0, 50.0)}, []), "no road between two of them"),
        ("u.osm", OSM.format(more="")[:700], "cannot be read as XML"),
        ("v.osm", '<osm version="0.6"><node id="1" lat="1" lon="1"/></osm>', "has no road"),
        ("w.osm.gz", gzip.compress(OSM.format(more="").encode())[:200], "was cut off"),
        ("x.geojson", {"type": "FeatureCollection", "features": []}, "has no roads, only"),
        ("y.xml", "<html></html>", "neither GraphML, OpenStreetMap, KML, GPX nor MSDL"),
        ("z.txt", b"", "is empty"),
        ("za.doc", b"\xd0\xcf\x11\xe0", "is not known; expected .txt"),
        ("zb.osm.pbf", b"\x00\x00\x00\x0d", "cannot be read as OpenStreetMap in PBF"),
        ("zc.graphml", '<?xml version="1.0" encoding="klingon"?><graphml/>', "zc.graphml"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 12 else "",
)
def test_a_bad_file_ends_in_one_clear_message(
    name: str, content: str | bytes | object, words: str, tmp_path: Path
) -> None:
    """Of what takes long to make the maker is named, since every worker collects the tests."""
    made = content() if callable(content) else content
    with pytest.raises(CampaignError) as caught:
        convert([source(tmp_path, name, made)], Wishes())
    assert words in str(caught.value)
    assert "\n" not in str(caught.value) and name in str(caught.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("package", "name"), [("openpyxl", "u.xlsx"), ("odfdo", "u.ods")])
def test_a_missing_extra_says_how_to_get_it(
    package: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(BadInput, match=rf"needs the package {package}: {re.escape(way_to_add('tables'))}"):
        convert([source(tmp_path, name, workbook_saved())], Wishes())


def workbook_saved() -> bytes:
    """An .xlsx as far as a zip file goes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        packed.writestr("xl/workbook.xml", "<workbook/>")
    return written.getvalue()


@cache
def sound_files() -> dict[str, bytes]:
    """A file of each kind, made once: the packed ones hold the time at which they were made, and their size varies."""
    return {
        "x.txt": b"nation: british\n1st Brigade\n  1 KRRC\n",
        "x.csv": csv(TABLE).encode(),
        "x.json": json.dumps(ORBAT).encode(),
        "x.xlsx": workbook(TABLE),
        "x.ods": ods(TABLE),
        "x.graphml": graphml(SQUARE, [("a", "b", "track"), ("b", "c", "track")]).encode(),
        "x.osm": OSM.format(more="").encode(),
        "x.geojson": b'{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[5, 50], [6, 50]]}}]}',
        "x.kml": b"<kml><Placemark><name>A</name><LineString><coordinates>5,50 6,50</coordinates></LineString></Placemark></kml>",
        "x.gpx": b'<gpx><trk><trkseg><trkpt lat="50" lon="5"/><trkpt lat="50" lon="6"/></trkseg></trk></gpx>',
        "x.xml": MSDL.format(
            units=UNIT.format(
                handle="u", symbol="SFGPUCI----F---", name="X", lon="1", over="<ForceSideHandle>s1</ForceSideHandle>"
            )
        ).encode(),
    }


@given(
    st.sampled_from(
        ["x.txt", "x.csv", "x.json", "x.graphml", "x.osm", "x.geojson", "x.kml", "x.gpx", "x.xlsx", "x.ods", "x.xml"]
    ),
    st.data(),
)
def test_any_damage_to_a_file_is_a_message_or_a_scenario(name: str, data: st.DataObject) -> None:
    import tempfile

    whole = sound_files()[name]
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(0, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    damaged = damaged[: data.draw(st.integers(1, len(damaged)))]
    with tempfile.TemporaryDirectory() as where:
        path = Path(where) / name
        path.write_bytes(bytes(damaged))
        refused = ""
        try:
            keep(convert([path], Wishes(leave_out=True)), Path(where) / "out")
        except CampaignError as fault:
            refused = str(fault)
        assert "\n" not in refused
        assert (Path(where) / "out").exists() == (not refused)


@pytest.mark.parametrize("code", ["", "nonsense", "1003", "10031000161211000000x", "SFGP"])
def test_what_is_no_symbol_code_is_none(code: str) -> None:
    assert read_symbol(code) is None


@pytest.mark.parametrize(
    ("code", "arm", "mark"),
    [
        ("10031000161211000000", Arm.INFANTRY, SizeMark.BATTALION),
        ("100310002112050000001234567890", Arm.ARMOUR, SizeMark.DIVISION),
        ("custom1:10031000151303000000:gun", Arm.FIELD_ARTILLERY, SizeMark.COMPANY),
        ("SFGPUCI----F---", Arm.INFANTRY, SizeMark.BATTALION),
        ("SHGAUCE----E---", Arm.ENGINEER, SizeMark.COMPANY),
    ],
)
def test_symbol_codes_of_all_three_kinds(code: str, arm: Arm, mark: SizeMark) -> None:
    symbol = read_symbol(code)
    assert symbol is not None and (symbol.arm, symbol.mark) == (arm, mark)


def test_a_drawn_road_keeps_its_bends_its_kind_and_its_kilometres(tmp_path: Path) -> None:
    node = '<node id="{}"><data key="g"><Geometry x="{}" y="{}" width="30" height="30"/><NodeLabel>{}</NodeLabel></data></node>'
    edge = '<edge source="n0" target="n1"><data key="e"><Path><Point x="115" y="515"/></Path><EdgeLabel>{}</EdgeLabel></data></edge>'
    nodes = node.format("n0", 100, 100, "Caen") + node.format("n1", 500, 500, "Falaise")
    inside = f'<graphml><graph edgedefault="undirected">{nodes}{edge.format("track, 12.5 km")}{edge.format("Route nationale")}</graph></graphml>'
    done = convert([source(tmp_path, "yed.graphml", inside)], Wishes())
    text = done.files["map.yaml"]
    assert 'caen: {at: "1.15, -1.15"}' in text.replace("Caen", "caen")
    assert "km: 12.5" in text and "kind: track" in text and "name: Route nationale" in text
    # Down four kilometres, then four to the right: the corner stands in the drawing.
    assert text.count('shape: ["1.15, -5.15"]') == 2
    assert done.counts["edges"] == 2
