"""Damage that a library below a reader meets is one line about the file; an error of our own is not hidden by that."""

from __future__ import annotations

import json
import random
import sqlite3
import struct
import zipfile
import zlib
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from campaign.errors import BadFile, CampaignError
from campaign.exchange.foreign.convert import convert
from campaign.exchange.foreign.opening import decoded
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.letters import read_letter
from campaign.exchange.library_border import OF_BYTES, library_reads
from campaign.exchange.parcel import CAMPAIGN, campaign_file_in, is_parcel, write_parcel
from campaign.exchange.photos import LARGEST_DRAWING, read_photo
from tests.harness.packed_originals import NET, NODE, geopackage


def refusal(why: str) -> BadFile:
    return BadFile(f"roads.xyz cannot be read ({why}): save it again")


@pytest.mark.parametrize("kind", OF_BYTES)
def test_what_python_raises_for_bytes_is_one_line(kind: type[Exception]) -> None:
    fault = (
        kind("two\nlines") if not issubclass(kind, UnicodeError) else UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x")
    )
    with (
        pytest.raises(BadFile, match=r"roads\.xyz cannot be read \([^\n]+\): save it again") as said,
        library_reads(refusal),
    ):
        raise fault
    assert "\n" not in str(said.value)


def test_what_a_library_raises_is_the_files_and_our_own_errors_pass() -> None:
    with pytest.raises(BadFile, match="JSONDecodeError"), library_reads(refusal):
        json.loads("{")
    with pytest.raises(BadFile, match="no such table"), library_reads(refusal, sqlite3.Error):
        sqlite3.connect(":memory:").execute("select * from t")
    ours: dict[str, object] = {"__name__": "campaign.exchange.foreign.osm"}
    exec("def broken():\n    return [][1]", ours)  # as a line of a reader of ours
    with pytest.raises(IndexError), library_reads(refusal):
        ours["broken"]()  # type: ignore[operator]
    with pytest.raises(CampaignError, match=r"^as it is$"), library_reads(refusal):
        raise CampaignError("as it is")


@pytest.mark.parametrize("column", ["roads", "geom"])
def test_names_of_a_geopackage_that_are_not_utf_8(column: str, tmp_path: Path) -> None:
    """Damage that SQLite does not see: one byte of a table's or a column's name."""
    file = tmp_path / "m.gpkg"
    geopackage(file, 4326)
    word = column.encode()
    file.write_bytes(file.read_bytes().replace(word, b"\xff" + word[1:]))
    with pytest.raises(BadFile, match=r"m\.gpkg[^\n]*\. Save it again$"):
        convert([file], Wishes())


@pytest.mark.parametrize("grid", [4326, 25832])
@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), 1e308])
def test_a_number_of_a_geopackage_that_is_none(grid: int, number: float, tmp_path: Path) -> None:
    file = tmp_path / "m.gpkg"
    geopackage(file, grid)
    with closing(sqlite3.connect(file)) as written, written:
        (blob,) = written.execute("SELECT geom FROM roads WHERE fid = 2").fetchone()
        written.execute("UPDATE roads SET geom = ? WHERE fid = 2", (blob[:-8] + struct.pack("<d", number),))
    with pytest.raises(BadFile, match="coordinates that cannot be read"):
        convert([file], Wishes())


def test_a_tntp_number_with_two_points(tmp_path: Path) -> None:
    (tmp_path / "a_net.tntp").write_text(NET, encoding="utf-8")
    (tmp_path / "a_node.tntp").write_text(NODE.replace("5.0 50.0", "5.0.1 50.0"), encoding="utf-8")
    with pytest.raises(BadFile, match=r"link 1 leads to node 1, which has no position\. a_node\.tntp has no such node"):
        convert([tmp_path / "a_net.tntp"], Wishes())


@pytest.mark.parametrize("depth", [90, 1500])
def test_a_mail_of_nested_parts(depth: int) -> None:
    heads = (f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(depth))
    raw = f"MIME-Version: 1.0\n{''.join(heads)}Content-Type: text/plain\n\n1 KRRC: hold\n".encode()
    if depth < 100:
        assert [line.text for line in read_letter("a.eml", raw).lines if line.text] == ["1 KRRC: hold"]
        return
    with pytest.raises(
        BadFile, match=r"^a\.eml is an email that cannot be read \(it has too many parts inside each other\)\. "
    ):
        read_letter("a.eml", raw)


@pytest.mark.parametrize("charset", ["punycode", "undefined", "idna", "a\0b", "hex", "x" * 400])
def test_a_charset_of_no_use_does_not_hide_the_orders(charset: str) -> None:
    raw = (
        f'MIME-Version: 1.0\nContent-Type: text/plain; charset="{charset}"\n'
        f"Content-Disposition: inline; filename*={charset}''%C3%A4\n\n1 KRRC: hold\n"
    ).encode()
    assert [line.text for line in read_letter("a.eml", raw).lines if line.text] == ["1 KRRC: hold"]


@pytest.mark.parametrize("encoding", ["punycode", "undefined", "utf-7"])
def test_an_encoding_that_does_not_tell_its_byte(encoding: str) -> None:
    with pytest.raises(BadFile, match=r"a\.txt[^\n]*give its encoding"):
        decoded(b"caf\xe9", "a.txt", encoding)


@pytest.fixture(scope="module")
def parcel(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A parcel with a page of a campaign."""
    path = tmp_path_factory.mktemp("parcel") / "club.zip"
    write_parcel(path, {CAMPAIGN: "".join(random.Random(1).choices("abcdefgh", k=4000)), "drafts/é.txt": "x"})
    return path.read_bytes()


@pytest.mark.sample(5)
@pytest.mark.parametrize("at", range(0, 1000, 20))
def test_one_damaged_byte_of_a_parcel(parcel: bytes, at: int, tmp_path: Path) -> None:
    """Wherever it is: in the packed bytes, in the heads of the files, in the directory at the end."""
    place = at * len(parcel) // 1000
    path = tmp_path / "club.zip"
    path.write_bytes(parcel[:place] + bytes([parcel[place] ^ 0xFF]) + parcel[place + 1 :])
    with ExitStack() as unpacked:
        try:
            file = unpacked.enter_context(campaign_file_in(path))
        except BadFile as fault:
            said = str(fault)
        else:
            said = str(path) if file == path or len(file.read_bytes()) == 4000 else "cut off"
    assert str(path) in said and "\n" not in said


def test_damage_inside_a_parcel_is_told_with_the_way_out(parcel: bytes, tmp_path: Path) -> None:
    path = tmp_path / "club.zip"
    with zipfile.ZipFile(tmp_path / "club.zip", "w") as whole:
        whole.writestr("x", "y")
    path.write_bytes(parcel)
    with zipfile.ZipFile(path) as whole:
        info = whole.getinfo(CAMPAIGN)
        start = info.header_offset + 30 + len(CAMPAIGN) + 20
    path.write_bytes(parcel[:start] + b"\xff" * 40 + parcel[start + 40 :])
    assert is_parcel(path)
    refused = pytest.raises(BadFile, match=r"club\.zip cannot be unpacked \([^\n]+\)\. Ask for it to be sent again$")
    with refused as said, campaign_file_in(path):
        pass
    assert isinstance(said.value.__cause__, (zlib.error, zipfile.BadZipFile))


@pytest.mark.parametrize(("width", "words"), [(6001, "6,001 x 4,000 pixels"), (60_000, "far more pixels")])
def test_a_picture_of_too_many_pixels_is_refused_in_our_words(width: int, words: str, tmp_path: Path) -> None:
    """By its head alone, before anything is unpacked."""
    head = struct.pack(">4sIIBBBBB", b"IHDR", width, 4000, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    png += struct.pack(">I4s", 0, b"IDAT") + struct.pack(">I", zlib.crc32(b"IDAT"))
    with pytest.raises(BadFile) as said:
        read_photo(tmp_path / "huge.png", png)
    assert words in str(said.value) and f"at most {LARGEST_DRAWING:,}" in str(said.value).lower()
    assert "bomb" not in str(said.value)
