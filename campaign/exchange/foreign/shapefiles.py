"""Shapefiles, the old form of most published maps, read by pyshp (the extra ``shapefile``): the .shp with its .dbf and
.prj beside it, or all of them in one .zip."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from campaign.errors import BadFile, BadInput
from campaign.exchange.foreign.draft import Draft
from campaign.exchange.foreign.grids import named
from campaign.exchange.foreign.opening import LARGEST
from campaign.exchange.foreign.strokes import DEGREES, Layer, wanted_layers
from campaign.exchange.library_border import library_reads
from campaign.extras import way_to_add

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_PARTS = (".dbf", ".prj", ".cpg")


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the lines and points of the file, or of every shapefile in a packed one. Raises BadFile; BadInput where
    the extra is not installed.
    """
    draft, shapes = Draft(), _shapefiles(path, raw)
    for name in wanted_layers(path, list(shapes), wishes.layers):
        draft.layers.append(_layer(path, name, shapes[name], draft))
    return draft


def _shapefiles(path: Path, raw: bytes) -> dict[str, dict[str, bytes]]:
    """Return the parts of each shapefile by their endings, by its name."""
    if not raw.startswith(b"PK"):
        beside = {file.name.lower(): file for file in path.parent.iterdir() if file.is_file()}
        parts = {part: beside.get(f"{path.stem.lower()}{part}") for part in _PARTS}
        return {path.stem: {".shp": raw, **{part: file.read_bytes() for part, file in parts.items() if file}}}
    result: dict[str, dict[str, bytes]] = {}
    with (
        library_reads(lambda why: BadFile(f"{path} is not a complete zip file ({why}). Download it again"), OSError),
        zipfile.ZipFile(io.BytesIO(raw)) as packed,
    ):
        for member in packed.infolist():
            name = PurePosixPath(member.filename)
            if name.suffix.lower() in (".shp", *_PARTS) and member.file_size < LARGEST and "__MACOSX" not in name.parts:
                result.setdefault(name.stem, {})[name.suffix.lower()] = packed.read(member)
    return {name: parts for name, parts in result.items() if ".shp" in parts}


def _layer(path: Path, name: str, parts: dict[str, bytes], draft: Draft) -> Layer:
    try:
        import shapefile
    except ImportError as fault:
        raise BadInput(
            f"{path} is a shapefile. To read it, install the extra shapefile ({way_to_add('shapefile')}), or save it "
            "as GeoPackage or GeoJSON (in QGIS: Export, Save Features As)"
        ) from fault

    def refusal(why: str) -> BadFile:
        return BadFile(f"{path} cannot be read as a shapefile ({why}). Perhaps a part was cut off. Save it again")

    layer = Layer(f"{path.name}, layer {name}" if path.stem != name else path.name, draft, usual=DEGREES)
    layer.grid = named({"crs": {"properties": {"name": parts.get(".prj", b"").decode("utf-8", "replace")}}})
    if layer.grid.startswith("GEOGCS") or layer.grid.startswith("GEOGCRS"):
        layer.grid = ""
    encoding = parts.get(".cpg", b"utf-8").decode("ascii", "replace").strip() or "utf-8"
    with library_reads(refusal, OSError, ValueError, LookupError, struct.error, shapefile.ShapefileException):
        dbf = io.BytesIO(parts[".dbf"]) if ".dbf" in parts else None
        with shapefile.Reader(
            shp=io.BytesIO(parts[".shp"]), dbf=dbf, encoding=encoding, encodingErrors="replace"
        ) as reader:
            for number, shape in enumerate(reader.iterShapes(), 1):
                fields = reader.record(number - 1).as_dict() if ".dbf" in parts else {}
                geometry = shape.__geo_interface__ if shape.shapeType else {"type": "Null", "coordinates": None}
                kind = str(geometry["type"])
                layer.take(fields, kind, geometry.get("coordinates"), f"{layer.name}, feature {number}")
    return layer
