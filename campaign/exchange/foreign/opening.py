"""Opening of another program's file: its kind, its unpacked bytes, and its text in the right encoding.

open_text(path) -> (kind, bytes)      Raises BadInput, BadFile, StoreError
decoded(raw, path, encoding) -> str   Raises BadFile with the line and column of the first invalid byte
"""

from __future__ import annotations

import bz2
import codecs
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from campaign.errors import BadFile, BadInput, StoreError
from campaign.exchange.library_border import library_reads
from campaign.terms.words import listing
from campaign.values import dataclass

LARGEST = 400 * 1024 * 1024
"""Largest file in bytes, unpacked."""
# Our choice: a packed map has a tenth to a twentieth of its size, and this leaves it ten times as much.
MOST_RATIO = 200
"""Largest ratio of unpacked to packed size."""
# Our choice: what so small a file may unpack to, 10 MB, does no harm.
SMALL = 50_000
"""Bytes as which a smaller packed file counts in that ratio."""
TABLES = (".csv", ".tsv", ".xlsx", ".ods", ".xlsm")
_ENDINGS = {
    ".txt": "text",
    ".orbat": "text",
    ".md": "text",
    **dict.fromkeys(TABLES, "table"),
    ".graphml": "graphml",
    ".osm": "osm",
    ".tntp": "tntp",
    ".gpkg": "geopackage",
    ".kml": "kml",
    ".gpx": "gpx",
    ".shp": "shapefile",
}
_BEGINNINGS = ((b"SQLite format 3\x00", "geopackage"), (b"<NUMBER OF ", "tntp"))
"""Kinds of file known by their first bytes, whatever their ending."""
EXPECTED = (
    "expected .txt, .md, .orbat, .csv, .tsv, .xlsx, .xlsm, .ods, .json, .geojson, .gpkg, .shp, .kml, .kmz, .gpx,"
    " .graphml, .osm, .osm.pbf, .tntp or MSDL in .xml, packed (.gz, .bz2, .xz, .zip) or not"
)


def open_text(path: Path) -> tuple[str, bytes]:
    """Return the kind of a file, by its ending and its first words, and its bytes."""
    try:
        if path.is_dir():
            raise BadInput(f"{path} is a folder. Give a file ({EXPECTED})")
        if path.stat().st_size > LARGEST:
            raise BadFile(
                f"{path} has {path.stat().st_size:,} bytes, but at most {LARGEST:,} are read. Use a smaller extract"
            )
        with path.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except FileNotFoundError as fault:
        raise BadInput(f"there is no file {str(path)!r}. Check the name") from fault
    except OSError as fault:
        raise StoreError(
            f"{path} cannot be read ({fault.strerror or fault}). Check the file and its permissions"
        ) from fault
    if not raw.strip():
        raise BadFile(f"{path} is empty. Give a file with contents ({EXPECTED})")
    if len(raw) > LARGEST:
        raise BadFile(
            f"{path} is larger than {LARGEST:,} bytes, which is the most that the program reads. Use a smaller extract"
        )
    name = path.name.lower()
    if raw.startswith(b"PK\x03\x04") and not name.endswith(_ZIPPED):
        raw, name = _out_of_zip(raw, path)
    for packing in PACKINGS:
        if name.endswith(packing.ending) or raw.startswith(packing.begins):
            raw, name = unpacked(raw, path, packing), name.removesuffix(packing.ending)
            break
    return _kind(name, raw, path), raw


def packed_maps(path: Path) -> list[tuple[Path, str, bytes]]:
    """Return the maps of a zip file that holds several, each with its name, its kind and its bytes; [] for other files.
    Raises BadFile.
    """
    try:
        with path.open("rb") as stream:
            if stream.read(4) != b"PK\x03\x04" or path.name.lower().endswith((*_ZIPPED, ".kmz")):
                return []
    except OSError:  # open_text says what is wrong
        return []

    def refusal(why: str) -> BadFile:
        return BadFile(f"{path} is not a complete zip file ({why}). Download it again, or unpack it yourself")

    with library_reads(refusal, OSError), zipfile.ZipFile(path) as packed:
        maps = [
            member
            for member in packed.infolist()
            if member.filename.lower().endswith(_MAPS) and not member.filename.startswith("__MACOSX/")
        ]
        if len(maps) < 2:
            return []
        most = min(LARGEST, MOST_RATIO * max(path.stat().st_size, SMALL))
        if sum(member.file_size for member in maps) > most:
            raise BadFile(
                f"{path} would unpack to more than {most:,} bytes, so it was not read. Check that it is a map"
            )
        read = [(Path(member.filename.rsplit("/", 1)[-1]), packed.read(member)) for member in maps]
    return [(name, _kind(name.name.lower(), raw, name), raw) for name, raw in read]


class _Gzip:
    """One part of a gzip file, with the interface of `bz2.BZ2Decompressor`."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)
        self._rest = b""

    @property
    def eof(self) -> bool:
        """True if the part is read to its end."""
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        """True if all given data is unpacked."""
        return not self._rest

    @property
    def unused_data(self) -> bytes:
        """Data behind the part."""
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Return at most ``max_length`` bytes of it; the rest waits."""
        result = self._inner.decompress(self._rest + data, max_length)
        self._rest = self._inner.unconsumed_tail
        return result


@dataclass(frozen=True, slots=True)
class Packing:
    """A way to pack one file: its ending, its first bytes, its name, and the unpacker of one part."""

    ending: str
    begins: bytes
    name: str
    part: Callable[[], _Gzip | bz2.BZ2Decompressor | lzma.LZMADecompressor]


PACKINGS = (
    Packing(".gz", b"\x1f\x8b", "gzip", _Gzip),
    Packing(".bz2", b"BZh", "bzip2", bz2.BZ2Decompressor),
    Packing(".xz", b"\xfd7zXZ\x00", "xz", lzma.LZMADecompressor),
)
_MAPS = (".geojson", ".json", ".kml", ".gpx", ".gpkg", ".graphml", ".osm", ".tntp")
"""Endings of maps of which one zip file may hold several."""
_ZIPPED = (".xlsx", ".ods", ".xlsm")
"""Endings of formats that are themselves zip files and are read as that format."""


def _out_of_zip(raw: bytes, path: Path) -> tuple[bytes, str]:
    """Return the only file of a zip file, and its name in small letters. Raises BadFile."""

    def refusal(why: str) -> BadFile:
        return BadFile(f"{path} is not a complete zip file ({why}). Download it again, or unpack it yourself")

    with library_reads(refusal, OSError), zipfile.ZipFile(io.BytesIO(raw)) as packed:
        held = [
            member
            for member in packed.infolist()
            if not member.is_dir() and not member.filename.startswith("__MACOSX/")
        ]
        if any(member.filename.lower().endswith(".shp") for member in held):
            return raw, "packed.shp"
        if path.suffix.lower() == ".kmz" or not path.suffix:
            held = [member for member in held if member.filename.lower().endswith(".kml")][:1] or held
        if len(held) != 1:
            names = listing((member.filename for member in held), 6)
            raise BadFile(f"{path} holds {len(held)} files ({names}). Unpack it, and give the file you want")
        if held[0].file_size > min(LARGEST, MOST_RATIO * max(len(raw), SMALL)):
            raise BadFile(
                f"{path} would unpack to {held[0].file_size:,} bytes, so it was not read. Check that it is a map"
            )
        return packed.read(held[0]), held[0].filename.rsplit("/", 1)[-1].lower()


def unpacked(raw: bytes, path: Path, packing: Packing) -> bytes:
    """Return a packed file's content; one that unpacks to more than `LARGEST` is refused while unpacking."""
    result = bytearray()
    try:
        unpacker = packing.part()
        rest = raw
        while rest or not (unpacker.needs_input or unpacker.eof):
            result += unpacker.decompress(rest, 4 * 1024 * 1024)
            if len(result) > MOST_RATIO * max(len(raw), SMALL):
                raise BadFile(
                    f"{path} has {len(raw):,} bytes, but unpacks to more than {MOST_RATIO} times that, so it "
                    "was not read. Check that it is a map"
                )
            if len(result) > LARGEST:
                raise BadFile(f"{path} unpacks to more than {LARGEST:,} bytes. Use a smaller extract")
            rest = unpacker.unused_data if unpacker.eof else b""
            if unpacker.eof and rest:
                unpacker = packing.part()
    except (zlib.error, lzma.LZMAError, OSError) as fault:
        raise BadFile(f"{path} is not a complete {packing.name} file ({fault}). Download it again") from fault
    if not unpacker.eof:
        raise BadFile(f"{path} was cut off: the packed file ends in the middle. Download it again")
    return bytes(result)


def _kind(name: str, raw: bytes, path: Path) -> str:
    ending = "." + name.rsplit(".", 1)[-1] if "." in name else ""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and ending not in _ENDINGS:
        raw = raw.decode("utf-16", "replace").encode("utf-8", "replace")
    start = raw[:4096].lstrip(codecs.BOM_UTF8).lstrip()
    if ending in (".yaml", ".yml"):
        raise BadInput(
            f"{path} is already a file of this program and needs no converting. Check it: campaign check "
            f"{path}. Use its map: --map {path}"
        )
    if ending == ".pbf" or raw[4:15] == b"\x0a\x09OSMHeader":
        return "pbf"
    if kind := _ENDINGS.get(ending) or next((k for begins, k in _BEGINNINGS if start.startswith(begins)), ""):
        return kind
    if start[:1] in (b"{", b"[", b"\x1e"):
        return _kind_of_json(raw, path)
    if start[:1] == b"<":
        for kind, word in (
            ("graphml", b"<graphml"),
            ("osm", b"<osm"),
            ("msdl", b"MilitaryScenario"),
            ("kml", b"<kml"),
            ("gpx", b"<gpx"),
        ):
            if word in raw[:20_000]:
                return kind
        reason = (
            "is XML, but neither"
            if re.match(rb"<(\?xml|!|[A-Za-z_][\w:.-]*[\s/>])", start)
            else "begins with <, but is neither"
        )
        raise BadFile(f"{path} {reason} GraphML, OpenStreetMap, KML, GPX nor MSDL; {EXPECTED}")
    if ending in (".json", ".geojson"):
        raise BadFile(f"{path} is not JSON, because it begins with neither {{ nor [. Check that it is the right file")
    raise BadInput(f"the ending {ending or '(none)'} of {path} is not known; {EXPECTED}")


def _kind_of_json(raw: bytes, path: Path) -> str:
    text = raw[:200_000] + raw[-2_000:]
    if re.search(rb'"type"\s*:\s*"ORBAT-mapper', raw):
        return "orbatmapper"
    if re.search(rb'"type"\s*:\s*"(FeatureCollection|Feature|LineString|GeometryCollection|MultiLineString)"', text):
        return "geojson"
    if re.search(rb'"format"\s*:\s*"campaign export"', text):
        raise BadInput(f"{path} is a campaign export. Import it: campaign import {path}")
    if re.search(rb'"(elements|osm3s)"\s*:', text):
        return "overpass"
    raise BadFile(
        f"{path} is JSON of an unknown kind. The program reads an ORBAT Mapper scenario (type 'ORBAT-mapper') "
        "or GeoJSON (type 'FeatureCollection')"
    )


def decoded(raw: bytes, path: Path | str, encoding: str = "utf-8") -> str:
    """Return the text of a file; UTF-8, UTF-16 with its mark, or the encoding of --encoding."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        return raw.decode("utf-8-sig" if encoding.lower().replace("-", "") == "utf8" else encoding)
    except LookupError as fault:
        raise BadInput(
            f"--encoding {encoding} is not a known encoding. Write for example cp1252, utf-16 or mac_roman"
        ) from fault
    except UnicodeDecodeError as fault:
        before = raw[: fault.start]
        line, column = before.count(b"\n") + 1, fault.start - (before.rfind(b"\n") + 1) + 1
        raise BadFile(
            f"{path}:{line}:{column} has the byte 0x{raw[fault.start]:02X}, which is not {encoding.upper()} "
            "text. Save the file as UTF-8, or give its encoding, as in --encoding cp1252"
        ) from fault
    except UnicodeError as fault:  # some encodings do not say which byte
        raise BadFile(
            f"{path} is not {encoding.upper()} text. Save it as UTF-8, or give its encoding with --encoding"
        ) from fault
