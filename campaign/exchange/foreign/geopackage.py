"""GeoPackage (.gpkg), in which QGIS saves by default: an SQLite file whose layers of features are read as features of
GeoJSON are.

Lines are roads, points with a name places, in all layers together, or in those that are named (``--layer``); each layer
may have a grid of its own. Read by sqlite3 alone: geometries are blobs with a small head and well-known binary behind
it.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Draft
from campaign.exchange.foreign.grids import named
from campaign.exchange.foreign.strokes import DEGREES, Layer, wanted_layers
from campaign.exchange.library_border import library_reads

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_ENVELOPES = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}
"""Bytes of the envelope after the head, by its kind."""
_HEAD = 8
_KINDS = {1: "Point", 2: "LineString", 3: "Polygon", 4: "MultiPoint", 5: "MultiLineString", 6: "MultiPolygon"}
_DEGREES = 4326


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return a map read from the file. Raises BadFile."""
    with (
        library_reads(
            lambda why: BadFile(
                f"{path} cannot be read as a GeoPackage ({why}). Perhaps the file was cut off. Save it again"
            ),
            sqlite3.Error,
        ),
        closing(sqlite3.connect(":memory:")) as file,
    ):
        file.deserialize(raw)
        draft = Draft()
        layers = {table: (column, number) for table, column, number in _layers(file, path)}
        for table in wanted_layers(path, list(layers), wishes.layers):
            column, number = layers[table]
            grid = _grid(file, number)
            layer = Layer(f"{path.name}, layer {table}", draft, usual=DEGREES)
            layer.grid = named({"crs": {"properties": {"name": grid}}})
            layer.unit = "" if grid or number in (0, -1) else DEGREES
            for row, fields, geometry in _features(file, table, column, path):
                layer.take(fields, *geometry, f"{layer.name}, feature {row}")
            draft.layers.append(layer)
    return draft


def _layers(file: sqlite3.Connection, path: Path) -> list[tuple[str, str, int]]:
    """Return table, geometry column and grid of every layer of features."""
    tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    if "gpkg_geometry_columns" not in tables:
        raise BadFile(
            f"{path} is an SQLite file, but not a GeoPackage, because the table gpkg_geometry_columns is missing. "
            "Save the map as a GeoPackage"
        )
    rows = file.execute("SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns ORDER BY table_name")
    layers = [
        (str(table), str(column), _number_of(grid, table, path)) for table, column, grid in rows if table in tables
    ]
    if not layers:
        raise BadFile(f"{path} is a GeoPackage without any layer of features. Save the roads in it as lines")
    return layers


def _number_of(grid: object, table: str, path: Path) -> int:
    if not isinstance(grid, int):
        raise BadFile(
            f"{path}, layer {table} has the grid {str(grid)[:40]!r}, but a grid must be a whole number. Save "
            "the file again"
        )
    return grid


def _grid(file: sqlite3.Connection, number: int) -> str:
    """Return the grid by its name in GeoJSON; "" for degrees and for none."""
    if number in (_DEGREES, 0, -1):
        return ""
    row = file.execute(
        "SELECT organization, organization_coordsys_id FROM gpkg_spatial_ref_sys WHERE srs_id = ?", (number,)
    ).fetchone()
    return f"{str(row[0]).upper()}:{row[1]}" if row else f"EPSG:{number}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _features(
    file: sqlite3.Connection, table: str, column: str, path: Path
) -> Iterator[tuple[int, dict[str, Any], tuple[str, Any]]]:
    """Yield the number, the attributes and the geometry of every row that has one."""
    cursor = file.execute(f"SELECT * FROM {_quoted(table)}")
    names = [described[0] for described in cursor.description]
    for number, row in enumerate(cursor, 1):
        fields = dict(zip(names, row, strict=True))
        blob = fields.pop(column, None)
        if not isinstance(blob, bytes):
            continue
        try:
            geometry = _geometry(blob)
        except (struct.error, ValueError) as fault:
            raise BadFile(
                f"{path}, layer {table}, row {number}: its geometry is cut off or damaged ({fault}). Save the "
                "file again"
            ) from fault
        if geometry is not None:
            properties = {key: value for key, value in fields.items() if not isinstance(value, bytes)}
            yield number, properties, geometry


def _geometry(blob: bytes) -> tuple[str, Any] | None:
    """Return the kind and the coordinates of a blob as GeoJSON has them; None for an empty one."""
    if blob[:2] != b"GP" or len(blob) < _HEAD:
        raise ValueError("it is not a GeoPackage geometry")
    flags = blob[3]
    if flags & 0b10000:
        return None
    envelope = _ENVELOPES.get((flags >> 1) & 0b111)
    if envelope is None:
        raise ValueError("this file has a damaged or unknown geometry. Export the layer again")
    kind, coordinates, _ = _well_known(blob, _HEAD + envelope)
    return kind, coordinates


def _well_known(blob: bytes, at: int, *, is_part: bool = False) -> tuple[str, Any, int]:
    """Return a geometry of well-known binary: its kind, its coordinates, and where it ends, without heights and
    measures.
    """
    order = "<" if blob[at : at + 1] == b"\x01" else ">"
    (code,) = struct.unpack_from(f"{order}I", blob, at + 1)
    sizes = 2 + bool(code & 0x80000000) + bool(code & 0x40000000)
    plain_code = code & 0x0FFFFFFF
    sizes += {1: 1, 2: 1, 3: 2}.get(plain_code // 1000, 0)
    kind = _KINDS.get(plain_code % 1000)
    at += 5
    if kind is None or (is_part and kind.startswith("Multi")):
        raise ValueError(f"the program cannot read shapes of kind {plain_code % 1000}")
    if kind == "Point":
        return kind, list(struct.unpack_from(f"{order}{sizes}d", blob, at)[:2]), at + 8 * sizes
    if kind == "LineString":
        line, at = _points(blob, at, order, sizes)
        return kind, line, at
    (count,) = struct.unpack_from(f"{order}I", blob, at)
    at += 4
    parts: list[Any] = []
    for _ in range(count):
        if kind == "Polygon":
            part, at = _points(blob, at, order, sizes)
        else:
            _, part, at = _well_known(blob, at, is_part=True)
        parts.append(part)
    return kind, parts, at


def _points(blob: bytes, at: int, order: str, sizes: int) -> tuple[list[list[float]], int]:
    (count,) = struct.unpack_from(f"{order}I", blob, at)
    if count * sizes * 8 > len(blob):
        raise ValueError(f"the shape should have {count:,} points, but has fewer")
    values = struct.unpack_from(f"{order}{count * sizes}d", blob, at + 4)
    return [list(values[n : n + 2]) for n in range(0, len(values), sizes)], at + 4 + count * sizes * 8
