"""Opens a file of another program: what kind it is, its bytes unpacked, and its text in the right letters.

open_text(path) -> (kind, bytes)      Raises BadFile, StoreError
decoded(raw, path, encoding) -> str   Raises BadFile with the line and column of the first byte that is none
"""

from __future__ import annotations

import bz2
import codecs
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from campaign.errors import BadFile, BadInput, StoreError

LARGEST = 400 * 1024 * 1024
"""Bytes of a file, unpacked."""
MOST_RATIO = 200
"""A packed map has a tenth to a twentieth of its size; what unpacks to more than so many times its own is no map."""
TABLES = (".csv", ".tsv", ".xlsx", ".ods", ".xlsm")
_ENDINGS = {
    ".txt": "text",
    ".orbat": "text",
    ".md": "text",
    **dict.fromkeys(TABLES, "table"),
    ".graphml": "graphml",
    ".osm": "osm",
}
EXPECTED = (
    "expected .txt, .csv, .tsv, .xlsx, .ods, .json, .geojson, .graphml, .osm, .osm.gz, .osm.bz2, .osm.pbf or MSDL in"
    " .xml"
)


def open_text(path: Path) -> tuple[str, bytes]:
    """What kind of file it is, by its ending and its first words, and its bytes."""
    try:
        if path.is_dir():
            raise BadInput(f"{path} is a folder: give a file ({EXPECTED})")
        if path.stat().st_size > LARGEST:
            raise BadFile(
                f"{path} has {path.stat().st_size:,} bytes: at most {LARGEST:,} are read; take a smaller extract"
            )
        with path.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except FileNotFoundError as fault:
        raise BadInput(f"there is no file {str(path)!r}: check the name") from fault
    except OSError as fault:
        raise StoreError(f"{path} cannot be read: {fault.strerror or fault}") from fault
    if not raw.strip():
        raise BadFile(f"{path} is empty: {EXPECTED}")
    if len(raw) > LARGEST:
        raise BadFile(f"{path} goes on after {LARGEST:,} bytes: take a smaller extract")
    name = path.name.lower()
    for packing in PACKINGS:
        if name.endswith(packing.ending) or raw.startswith(packing.begins):
            raw, name = unpacked(raw, path, packing), name.removesuffix(packing.ending)
            break
    return _kind(name, raw, path), raw


class _Gzip:
    """One part of a gzip file, with the manners of `bz2.BZ2Decompressor`."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)
        self._rest = b""

    @property
    def eof(self) -> bool:
        """Is the part read to its end?"""
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        """Is all that was given unpacked?"""
        return not self._rest

    @property
    def unused_data(self) -> bytes:
        """What follows the part."""
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """So much of it at most; the rest waits."""
        result = self._inner.decompress(self._rest + data, max_length)
        self._rest = self._inner.unconsumed_tail
        return result


@dataclass(frozen=True, slots=True)
class Packing:
    """A way to pack one file: its ending, its first bytes, its name, and what unpacks one part."""

    ending: str
    begins: bytes
    name: str
    part: Callable[[], _Gzip | bz2.BZ2Decompressor]


PACKINGS = (Packing(".gz", b"\x1f\x8b", "gzip", _Gzip), Packing(".bz2", b"BZh", "bzip2", bz2.BZ2Decompressor))


def unpacked(raw: bytes, path: Path, packing: Packing) -> bytes:
    """A packed file's content; one that unpacks to more than `LARGEST` is refused on the way."""
    result = bytearray()
    try:
        unpacker = packing.part()
        rest = raw
        while rest or not (unpacker.needs_input or unpacker.eof):
            result += unpacker.decompress(rest, 4 * 1024 * 1024)
            if len(result) > MOST_RATIO * max(len(raw), 50_000):
                raise BadFile(
                    f"{path} has {len(raw):,} bytes and unpacks to more than {MOST_RATIO} times that: it was not read;"
                    " is it a map?"
                )
            if len(result) > LARGEST:
                raise BadFile(f"{path} unpacks to more than {LARGEST:,} bytes: take a smaller extract")
            rest = unpacker.unused_data if unpacker.eof else b""
            if unpacker.eof and rest:
                unpacker = packing.part()
    except (zlib.error, OSError) as fault:
        raise BadFile(f"{path} is no whole {packing.name} file ({fault}): fetch it again") from fault
    if not unpacker.eof:
        raise BadFile(f"{path} is cut off: the packed file ends in the middle; fetch it again")
    return bytes(result)


def _kind(name: str, raw: bytes, path: Path) -> str:
    ending = "." + name.rsplit(".", 1)[-1] if "." in name else ""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and ending not in _ENDINGS:
        raw = raw.decode("utf-16", "replace").encode("utf-8", "replace")
    start = raw[:4096].lstrip(codecs.BOM_UTF8).lstrip()
    if ending in (".yaml", ".yml"):
        raise BadInput(
            f"{path} is a file of this program already: campaign check {path}, or --map {path.parent} to take its map"
        )
    if ending == ".pbf" or raw[4:15] == b"\x0a\x09OSMHeader":
        return "pbf"
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    if start[:1] in (b"{", b"[", b"\x1e"):
        return _kind_of_json(raw, path)
    if ending == ".tntp" or start.startswith(b"<NUMBER OF "):
        raise BadFile(
            f"{path} is a network of the Transportation Networks project (TNTP), whose roads have numbers and no"
            " places: give its GeoJSON, or make GraphML with x and y of it"
        )
    if start[:1] == b"<":
        for kind, word in (("graphml", b"<graphml"), ("osm", b"<osm"), ("msdl", b"MilitaryScenario")):
            if word in raw[:20_000]:
                return kind
        reason = (
            "is XML, but neither"
            if re.match(rb"<(\?xml|!|[A-Za-z_][\w:.-]*[\s/>])", start)
            else "begins with <, but is neither"
        )
        raise BadFile(f"{path} {reason} GraphML, OpenStreetMap nor MSDL: {EXPECTED}")
    if ending in (".json", ".geojson"):
        raise BadFile(f"{path} does not begin as JSON does, with {{ or [: is it the right file?")
    if raw[:4] == b"PK\x03\x04":
        raise BadFile(f"{path} is a zip file: give it its right ending (.xlsx or .ods), or unpack it first")
    raise BadInput(f"{path}: what kind of file is {ending or 'one without an ending'}? {EXPECTED}")


def _kind_of_json(raw: bytes, path: Path) -> str:
    text = raw[:200_000] + raw[-2_000:]
    if re.search(rb'"type"\s*:\s*"ORBAT-mapper', raw):
        return "orbatmapper"
    if re.search(rb'"type"\s*:\s*"(FeatureCollection|Feature|LineString|GeometryCollection|MultiLineString)"', text):
        return "geojson"
    if re.search(rb'"format"\s*:\s*"campaign export"', text):
        raise BadInput(f"{path} is a whole campaign of this program: campaign import {path}")
    if re.search(rb'"(elements|osm3s)"\s*:', text):
        raise BadFile(
            f"{path} is OpenStreetMap in JSON, as Overpass gives it: ask it for XML ([out:xml]), or export GeoJSON"
        )
    raise BadFile(
        f"{path} is JSON, but neither an ORBAT Mapper scenario (type 'ORBAT-mapper') nor GeoJSON (type"
        " 'FeatureCollection')"
    )


def decoded(raw: bytes, path: Path | str, encoding: str = "utf-8") -> str:
    """The text of a file; UTF-8, UTF-16 with its mark, or what was said with --encoding."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        return raw.decode("utf-8-sig" if encoding.lower().replace("-", "") == "utf8" else encoding)
    except LookupError as fault:
        raise BadInput(
            f"--encoding {encoding}: there is no such encoding; cp1252, utf-16 or mac_roman are such"
        ) from fault
    except UnicodeDecodeError as fault:
        before = raw[: fault.start]
        line, column = before.count(b"\n") + 1, fault.start - (before.rfind(b"\n") + 1) + 1
        raise BadFile(
            f"{path}:{line}:{column}: the byte 0x{raw[fault.start]:02X} is no {encoding.upper()} text: save the file as"
            " UTF-8, or say how it is saved, as in --encoding cp1252"
        ) from fault
