"""Small sound files of every format that ``campaign convert`` reads, to be spoilt: literals here, and what the program
exports itself."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.harness.packed_originals import write_packed_originals

TEXT = """nation: british
first day: 1944-08-01
1st Armoured Division
  2nd Armoured Brigade
    HQ 2nd Armoured Brigade: 80 men
    The Bays: Sherman x 48, 600 men
    1 KRRC (motor)  # 780 men
  22nd Brigade
    1st Buffs: 700
    2 x field regiment RA (25-pdr)
"""

OSM = """<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">
<node id="1" lat="50.0" lon="5.0"/><node id="2" lat="50.0" lon="5.01"/>
<node id="3" lat="50.0" lon="5.02"><tag k="place" v="village"/><tag k="name" v="Mitte"/></node>
<node id="4" lat="50.01" lon="5.02"/><node id="5" lat="50.0" lon="5.03"/>
<way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Hauptstraße"/></way>
<way id="11"><nd ref="3"/><nd ref="4"/><tag k="highway" v="track"/></way>
<way id="12"><nd ref="3"/><nd ref="5"/><nd ref="99"/><tag k="highway" v="primary"/><tag k="bridge" v="yes"/></way>
<way id="13"><nd ref="1"/><nd ref="4"/><tag k="highway" v="footway"/></way></osm>
"""

_UNIT = """<Unit><ObjectHandle>u{n}</ObjectHandle><SymbolIdentifier>{symbol}</SymbolIdentifier><Name>{name}</Name>
<Disposition><Location><CoordinateData><GDC><Latitude>58.5</Latitude><Longitude>1{n}.0</Longitude></GDC></CoordinateData></Location></Disposition>
<Relations><ForceRelation><ForceRelationData>{over}</ForceRelationData></ForceRelation></Relations></Unit>"""
_OF_SIDE, _UNDER = (
    "<ForceSideHandle>s{}</ForceSideHandle>",
    "<CommandRelation><CommandingSuperiorHandle>u{}</CommandingSuperiorHandle></CommandRelation>",
)
MSDL = """<MilitaryScenario xmlns="urn:sisostds:scenario:military:data:draft:msdl:1"><ScenarioID/><ForceSides>
<ForceSide><ObjectHandle>s1</ObjectHandle><ForceSideName>British</ForceSideName></ForceSide>
<ForceSide><ObjectHandle>s2</ObjectHandle><ForceSideName>German</ForceSideName></ForceSide></ForceSides>
<Organizations><Units>{}</Units></Organizations></MilitaryScenario>
""".format(
    "\n".join(
        _UNIT.format(n=n, symbol=symbol, name=name, over=over)
        for n, (symbol, name, over) in enumerate(
            [
                ("SFGPUCI----H---", "2nd Brigade", _OF_SIDE.format(1)),
                ("SFGPUCI----F---", "1st Rifles", _UNDER.format(0)),
                ("SFGPUCA----F---", "3rd Hussars", _UNDER.format(0)),
                ("SHGPUCI----F---", "I/9", _OF_SIDE.format(2)),
            ]
        )
    )
)

LINES = """{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"name": "A", "kind": "place"}, "geometry": {"type": "Point", "coordinates": [5.0, 50.0]}},
{"type": "Feature", "properties": {"highway": "primary", "name": "N1"}, "geometry": {"type": "LineString", "coordinates": [[5.0, 50.0], [5.1, 50.0]]}},
{"type": "Feature", "properties": {"highway": "track", "length": 8000}, "geometry": {"type": "LineString", "coordinates": [[5.1, 50.0], [5.1, 50.1], [5.0, 50.0]]}},
{"type": "Feature", "properties": {}, "geometry": {"type": "MultiLineString", "coordinates": [[[5.1, 50.0], [5.2, 50.2]]]}}]}
"""

_ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Units">
{}
</table:table></office:spreadsheet></office:body></office:document-content>"""
_ROWS = (
    ("name", "under", "arm", "size", "men", "tanks", "side", "nation", "arrives"),
    ("2nd Brigade", "", "", "brigade", "", "", "Allied", "british", ""),
    ("1st Rifles", "2nd Brigade", "infantry", "battalion", "700", "", "", "", ""),
    ("3rd Hussars", "2nd Brigade", "tanks", "", "500", "52", "", "", "2.3"),
    ("9. Regiment", "", "", "regiment", "", "", "Axis", "german", ""),
    ("I/9", "9. Regiment", "infantry", "battalion", "650", "", "", "", ""),
)


def ods() -> bytes:
    """A table as OpenDocument."""
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    rows = "\n".join(
        f"<table:table-row>{''.join(cell.format(word) for word in row)}</table:table-row>" for row in _ROWS
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", _ODS.format(rows))
    return packed.getvalue()


def xlsx() -> bytes:
    """The same table as a workbook."""
    from openpyxl import Workbook

    book, packed = Workbook(write_only=False), io.BytesIO()
    sheet = book.worksheets[0]
    for row in _ROWS:
        sheet.append([int(word) if word.isdigit() else word or None for word in row])
    book.save(packed)
    return packed.getvalue()


EXPORTED = (
    ("mapper.json", ("--format", "orbatmapper")),
    ("roads.graphml", ("--format", "graphml")),
    ("places.csv", ("--format", "csv", "--table", "places")),
    ("roads.csv", ("--format", "csv", "--table", "roads")),
)
"""Written by ``campaign export`` from the small campaign, with these options."""

SETS = (
    ("forces.txt",),
    ("forces.xml",),
    ("table.csv",),
    ("table.ods",),
    ("table.xlsx",),
    ("mapper.json",),
    ("roads.graphml",),
    ("roads.osm",),
    ("lines.geojson",),
    ("places.csv", "roads.csv"),
    ("forces.txt", "roads.graphml"),
    ("table.csv", "lines.geojson"),
    ("forces.xml", "mapper.json"),
    ("degrees.gpkg",),
    ("metres.gpkg",),
    ("roads.osm.pbf",),
    ("sketch.txt",),
    ("marks.csv",),
    ("club_net.tntp", "club_node.tntp"),
    ("overpass.json",),
    ("packed.osm.gz",),
    ("packed.zip",),
)
"""Given to ``campaign convert`` together; one of them is spoilt."""


def write_originals(where: Path, export: Callable[..., str]) -> None:
    """All of them into a new folder; ``export`` types an export and gives the message if it is refused."""
    where.mkdir()
    for name, content in (("forces.txt", TEXT), ("roads.osm", OSM), ("forces.xml", MSDL), ("lines.geojson", LINES)):
        (where / name).write_text(content, encoding="utf-8")
    (where / "table.csv").write_text("\n".join(",".join(row) for row in _ROWS), encoding="utf-8")
    (where / "table.ods").write_bytes(ods())
    (where / "table.xlsx").write_bytes(xlsx())
    write_packed_originals(where, OSM, LINES)
    for name, options in EXPORTED:
        assert not (said := export(*options, "--out", str(where / name))), said
    mapper = where / "mapper.json"  # the establishment of the starter's own is known to the starter alone
    mapper.write_text(
        mapper.read_text(encoding="utf-8").replace("red panzer battalion", "german panzer battalion 1942"),
        encoding="utf-8",
    )
