"""Small sound files of the formats that are not text, and of those that come by mail, to be spoilt: GeoPackage, PBF,
TNTP, Overpass, sketches, marks, packed files, mails, photos."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import struct
import zipfile
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

A, B, C = (5.0, 50.0), (5.1, 50.0), (5.1, 50.1)
"""Longitude and latitude of three places."""
ROADS = (((A, B), "primary", "N1"), ((B, C), "track", None), ((C, A), "secondary", ""))
PLACES = ((A, "Alt"), (B, "Berg"), (C, "Cron"))

SKETCH = """\
Son is 10 km N of Eindhoven by highway, bridge over Wilhelmina Canal
Best 9 km north-west of Eindhoven, track
Son to Best by secondary road, 8 km
Sint-Oedenrode 7 km 0° of Son by highway
river Dommel between Son and Sint-Oedenrode
Son: village
"""
MARKS = """\
x,y,name
412,230,Caen,town
700,230,Troarn
640,410,Vimont
scale,Caen,Troarn,14 km
road,Caen,Troarn,highway,bridge over Orne
road,Troarn,Vimont,track
river,Orne,400,100,410,300
"""
NET = """\
<NUMBER OF ZONES> 3
<NUMBER OF LINKS> 3
<END OF METADATA>
~ init term capacity length ;
1 2 900 7.2 ;
2 3 900 11.1 ;
3 1 900 13.2 ;
"""
NODE = "Node X Y ;\n1 5.0 50.0 ;\n2 5.1 50.0 ;\n3 5.1 50.1 ;\n"
ORDERS = """\
Hello umpire,

3rd Coldstream Guards: hold
2nd Royal Tank march Musaid via Bir Wair; from 1.3; aim: get behind them
1st Durham LI attack Sidi Azeiz

Cheers
Erskine

On 15 May 1941 at 18:00, the umpire <umpire@club.example> wrote:
> What stands:
>   3rd Coldstream Guards: hold
"""


def geopackage(path: Path, grid: int) -> None:
    """Roads as lines of several parts and places as points, as QGIS saves them; in degrees (4326) or metres."""
    factor = 1.0 if grid == 4326 else 100_000.0
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript(
            "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER, organization TEXT,"
            " organization_coordsys_id INTEGER, definition TEXT);"
            "CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id"
            " INTEGER, z INTEGER, m INTEGER);"
            "CREATE TABLE roads (fid INTEGER PRIMARY KEY, geom BLOB, fclass TEXT, name TEXT);"
            "CREATE TABLE places (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT);"
        )
        file.execute("INSERT INTO gpkg_spatial_ref_sys VALUES ('x', ?, 'epsg', ?, '')", (grid, grid))
        for table, kind in (("roads", "MULTILINESTRING"), ("places", "POINT")):
            file.execute("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)", (table, kind, grid))
        for points, kind, name in ROADS:
            part = struct.pack("<BII", 1, 2, len(points)) + b"".join(_pair(point, factor) for point in points)
            blob = _head(grid) + struct.pack("<BII", 1, 5, 1) + part
            file.execute("INSERT INTO roads (geom, fclass, name) VALUES (?, ?, ?)", (blob, kind, name))
        for point, name in PLACES:
            blob = _head(grid) + struct.pack("<BI", 1, 1) + _pair(point, factor)
            file.execute("INSERT INTO places (geom, name) VALUES (?, ?)", (blob, name))


def _head(grid: int) -> bytes:
    return b"GP\x00\x01" + struct.pack("<i", grid)


def _pair(point: tuple[float, float], factor: float) -> bytes:
    return struct.pack("<2d", *(number * factor for number in point))


def pbf(path: Path, osm: str) -> None:
    """The same extract of OpenStreetMap in PBF."""
    import osmium

    writer = osmium.SimpleWriter(str(path), overwrite=True)
    for one in osmium.FileProcessor(osmium.io.FileBuffer(osm.encode(), "osm")):
        writer.add(one)
    writer.close()


def overpass() -> str:
    """Three roads and their points, as Overpass answers."""
    points: list[dict[str, object]] = [
        {"type": "node", "id": n, "lat": lat, "lon": lon, "tags": {"place": "village", "name": name}}
        for n, ((lon, lat), name) in enumerate(PLACES, 1)
    ]
    numbers = {point: n for n, (point, _) in enumerate(PLACES, 1)}
    ways: list[dict[str, object]] = [
        {"type": "way", "id": n, "tags": {"highway": kind}, "nodes": [numbers[end] for end in ends]}
        for n, (ends, kind, _) in enumerate(ROADS, 50)
    ]
    return json.dumps({"version": 0.6, "generator": "Overpass API", "elements": [*points, *ways]})


def mail(form: bytes) -> bytes:
    """An answer to the umpire as a mail program writes it: text, HTML, and an order form."""
    message = EmailMessage()
    message["From"], message["To"] = "Ann <ann@club.example>", "umpire@club.example"
    message["Subject"], message["Message-ID"] = "Re: Unternehmen Brévité: orders", "<1@club.example>"
    message.set_content(ORDERS, charset="iso-8859-1", cte="quoted-printable")
    message.add_alternative(f"<html><body><p>{ORDERS}</p></body></html>", subtype="html", cte="base64")
    message.add_attachment(form, maintype="application", subtype="pdf", filename="Befehl für morgen.pdf")
    return message.as_bytes()


def photos() -> dict[str, bytes]:
    """A photo of each kind that is taken."""
    from PIL import Image

    made = {}
    for kind, name in (("JPEG", "table.jpg"), ("PNG", "table.png")):
        file = io.BytesIO()
        Image.linear_gradient("L").convert("RGB").save(file, kind, exif=Image.Exif())
        made[name] = file.getvalue()
    return made


def write_packed_originals(where: Path, osm: str, lines: str) -> None:
    """All maps among them, into a folder that is there; ``osm`` and ``lines``: the same as text."""
    geopackage(where / "degrees.gpkg", 4326)
    geopackage(where / "metres.gpkg", 25832)
    pbf(where / "roads.osm.pbf", osm)
    for name, text in (
        ("sketch.txt", SKETCH),
        ("marks.csv", MARKS),
        ("club_net.tntp", NET),
        ("club_node.tntp", NODE),
        ("overpass.json", overpass()),
    ):
        (where / name).write_text(text, encoding="utf-8")
    (where / "packed.osm.gz").write_bytes(gzip.compress(osm.encode(), mtime=0))
    with zipfile.ZipFile(where / "packed.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("lines.geojson", lines)
