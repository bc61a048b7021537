"""Photos of the table: read from a file, attached to a battle, kept once, and carried wherever the campaign goes."""

from __future__ import annotations

import json
import struct
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import delete, select, update

from campaign.actions.all_actions import every_action
from campaign.actions.photos import MOST_PHOTOS, AttachPhotos, NewPhoto, RemovePhoto
from campaign.errors import BadFile, BadInput, NotAllowed, NotFound, Refused
from campaign.exchange import photos as files
from campaign.exchange.export import read_export, written
from campaign.exchange.photos import LARGEST_PNG, LONGEST_SIDE, read_photo
from campaign.journal import digest, reading, redo, undo
from campaign.journal.branches import branch, drop
from campaign.journal.campaign_copy import bring, taken
from campaign.journal.doctor import Kind, examine
from campaign.journal.pictures import Picture
from campaign.journal.replay import replay
from campaign.journal.rescuing import salvage, salvage_tables
from campaign.journal.scratch_copy import copy_of
from campaign.model import Battle, Campaign, Entry, KeptPicture, Photo
from campaign.queries.book.photos import photos
from campaign.rules.common.dice import Seeded
from campaign.store import Store
from campaign.terms.viewer import UMPIRE, Viewer
from tests.clash import do, meet

GPS = 0x8825


def _camera_file(path: Path, size: tuple[int, int] = (2400, 1800)) -> Path:
    """A photo held upright, with the place and the time that a camera writes into it."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "at my house"
    exif.get_ifd(GPS)[2] = (51.0, 5.0, 3.0)
    Image.linear_gradient("L").resize(size).convert("RGB").save(path, exif=exif, comment=b"at my house")
    return path


def _attached(path: Path, battle: str = "1", **said: str) -> AttachPhotos:
    file = read_photo(path)
    return AttachPhotos(
        battle, (NewPhoto(file.file, file.media_type, file.width, file.height, Picture.of(file.content)),), **said
    )


def _pictures(store: Store) -> dict[str, bytes]:
    with store.engine.connect() as connection:
        rows = connection.execute(select(KeptPicture.digest, KeptPicture.content)).all()
    return {digest: bytes(content) for digest, content in rows}


@pytest.fixture
def fought(any_tiny: Store) -> Store:
    """The tiny campaign, with a battle."""
    meet(any_tiny)
    return any_tiny


# files ---------------------------------------------------------------------------------------------------------------
def test_a_photo_is_turned_scaled_down_and_bare(tmp_path: Path) -> None:
    file = read_photo(_camera_file(tmp_path / "table.jpg"))
    assert (file.width, file.height, file.media_type) == (1200, LONGEST_SIDE, "image/jpeg")
    assert b"Exif" not in file.content
    assert b"house" not in file.content
    with Image.open(BytesIO(file.content)) as kept:
        assert (kept.size, kept.format, dict(kept.getexif())) == ((1200, 1600), "JPEG", {})


def test_a_drawing_stays_a_png_without_its_texts(tmp_path: Path) -> None:
    from PIL.PngImagePlugin import PngInfo

    texts = PngInfo()
    texts.add_text("Author", "at my house")
    Image.new("RGBA", (40, 30), (1, 2, 3, 100)).save(tmp_path / "plan.png", pnginfo=texts)
    file = read_photo(tmp_path / "plan.png")
    assert (file.width, file.height, file.media_type) == (40, 30, "image/png")
    assert b"house" not in file.content


@pytest.mark.long
def test_a_large_drawing_becomes_a_jpeg(tmp_path: Path) -> None:
    noise = Image.effect_noise((800, 800), 90)
    Image.merge("RGBA", (noise, noise.rotate(90), noise.rotate(180), noise)).save(tmp_path / "noise.png")
    assert (tmp_path / "noise.png").stat().st_size > LARGEST_PNG
    assert read_photo(tmp_path / "noise.png").media_type == "image/jpeg"


@pytest.mark.parametrize(
    ("ending", "mode"), [*(("png", mode) for mode in ("1", "L", "P", "I;16", "LA")), ("jpg", "CMYK")]
)
def test_every_kind_of_picture_is_read(tmp_path: Path, ending: str, mode: str) -> None:
    path = tmp_path / f"odd.{ending}"
    Image.new("RGB", (20, 10), "red").convert("I" if mode == "I;16" else mode).convert(mode).save(path)
    assert (read_photo(path).width, read_photo(path).height) == (20, 10)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("notes.jpg", b"Dear diary", "notes.jpg is not a photo. Give a JPEG or a PNG file"),
        ("empty.png", b"", "empty.png is not a photo"),
        ("loop.gif", b"GIF89a\x01\x00\x01\x00\x00\x00\x00;", "loop.gif is not a photo"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadFile) as refused:
        read_photo(tmp_path / name)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_small_file_of_a_huge_drawing_is_refused(tmp_path: Path) -> None:
    Image.new("1", (8000, 7501)).save(tmp_path / "huge.png")
    with pytest.raises(
        BadFile, match=r"huge\.png has 8,000 x 7,501 pixels, but a drawing can have at most 24,000,000 pixels"
    ):
        read_photo(tmp_path / "huge.png")


@pytest.mark.parametrize(
    ("tag", "kind", "value"),
    [
        (0x010F, 5, struct.pack("<LL", 1, 0)),  # its maker as a fraction over nothing
        (0x0201, 2, b"elsewhere"),  # where the small picture is, in letters
        (0x0131, 12, struct.pack("<dd", 1, 2)),  # its program as two numbers
    ],
)
def test_what_a_camera_writes_wrongly_does_not_spoil_a_photo(tmp_path: Path, tag: int, kind: int, value: bytes) -> None:
    count = {5: 1, 2: len(value), 12: 2}[kind]
    upright = struct.pack("<HHLHH", 0x0112, 3, 1, 6, 0)
    odd = struct.pack("<HHLL", tag, kind, count, 8 + 2 + 2 * 12 + 4)
    exif = b"Exif\0\0II*\0" + struct.pack("<LH", 8, 2) + upright + odd + bytes(4) + value
    Image.new("RGB", (30, 20)).save(tmp_path / "odd.jpg", exif=exif)
    file = read_photo(tmp_path / "odd.jpg")
    assert (file.width, file.height) == (20, 30)


def test_a_cut_off_a_missing_and_a_huge_file_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = _camera_file(tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadFile, match=r"cut\.jpg is a damaged picture"):
        read_photo(tmp_path / "cut.jpg")
    with pytest.raises(BadFile, match=r"gone\.jpg cannot be read \(No such file"):
        read_photo(tmp_path / "gone.jpg")
    monkeypatch.setattr(files, "LARGEST_FILE", 5000)
    with pytest.raises(BadFile, match=r"whole\.jpg has 0 MB, but a photo can have at most 0 MB. Save a smaller copy"):
        read_photo(tmp_path / "whole.jpg")


# the journal ---------------------------------------------------------------------------------------------------------
def test_one_command_is_one_entry_that_names_the_picture_and_does_not_hold_it(fought: Store, tmp_path: Path) -> None:
    command = _attached(_camera_file(tmp_path / "table.jpg"), caption="The ridge <b>", taken_by="Ann")
    before = digest_of(fought)
    done = do(fought, command)
    picture = command.photos[0].picture
    assert _pictures(fought) == {picture.digest: picture.content}
    with reading(fought) as board:
        entry = board.entries(Entry.arguments, Entry.images, criteria=(Entry.seq == done.seq,)).one()
        assert picture.digest in entry.arguments
        assert len(entry.arguments) + len(entry.images) < 1500
        shown = photos(board, UMPIRE)[1]
        assert [(p.name, p.caption, p.taken_by, p.width, p.height, p.data) for p in shown] == [
            ("table.jpg", "The ridge <b>", "Ann", 1200, 1600, picture.content)
        ]
        assert examine(board).findings == ()
    after = digest_of(fought)
    undo(fought, None, actor="umpire")
    assert digest_of(fought) == before
    with reading(fought) as board:
        assert photos(board, UMPIRE) == {}
    redo(fought, None, actor="umpire")
    assert digest_of(fought) == after


def digest_of(store: Store) -> str:
    with reading(store) as board:
        return digest(board)


def test_a_replay_keeps_the_picture_once(fought: Store, tmp_path: Path) -> None:
    do(fought, _attached(_camera_file(tmp_path / "table.jpg")))
    with reading(fought) as board:
        before = photos(board, UMPIRE)
        last = board.ledger.last_number
    replay(fought, None, after=last - 1, source=Seeded("new"), actor="umpire", register=every_action())
    with reading(fought) as board:
        assert photos(board, UMPIRE) == before
    assert len(_pictures(fought)) == 1


def test_photos_are_numbered_on_and_removed_by_number(fought: Store, tmp_path: Path) -> None:
    first, second = (
        _attached(_camera_file(tmp_path / name, size)) for name, size in (("a.jpg", (40, 30)), ("b.jpg", (60, 30)))
    )
    do(fought, first)
    do(fought, second)
    with pytest.raises(BadInput, match=r"a\.jpg is already photo 1 of battle 1"):
        do(fought, first)
    with pytest.raises(NotFound, match="battle 1 has no photo 3\\. Its photos: 1, 2"):
        do(fought, RemovePhoto("1", 3))
    do(fought, RemovePhoto("1", 1))
    with reading(fought) as board:
        assert [(p.number, p.name) for p in photos(board, UMPIRE)[1]] == [(2, "b.jpg")]
    do(fought, first)
    with reading(fought) as board:
        assert [(p.number, p.name) for p in photos(board, UMPIRE)[1]] == [(2, "b.jpg"), (3, "a.jpg")]


def test_too_many_none_and_no_battle_are_refused(fought: Store) -> None:
    many = tuple(NewPhoto(f"{n}.png", "image/png", 4, 3, Picture.of(bytes([n]))) for n in range(MOST_PHOTOS + 1))
    with pytest.raises(BadInput, match=f"has 0, and the limit is {MOST_PHOTOS}"):
        do(fought, AttachPhotos("1", many))
    with pytest.raises(BadInput, match="no photo was named for battle 1"):
        do(fought, AttachPhotos("1", ()))
    with pytest.raises(NotFound, match="there is no battle '9'"):
        do(fought, AttachPhotos("9", many[:1]))
    assert _pictures(fought) == {}


def test_a_picture_that_is_only_named_must_be_kept(fought: Store) -> None:
    named = Picture("0" * 64)
    with pytest.raises(Refused, match="the picture 00000000 is missing from this campaign"):
        do(fought, AttachPhotos("1", (NewPhoto("a.png", "image/png", 4, 3, named),)))
    forged = Picture("0" * 64, b"another")
    with pytest.raises(Refused, match="is missing from this campaign"):
        do(fought, AttachPhotos("1", (NewPhoto("a.png", "image/png", 4, 3, forged),)))


def test_no_player_sees_a_photo(fought: Store) -> None:
    with reading(fought) as board:
        side = board.rows(Battle)[0].attacker_id or 1
        with pytest.raises(NotAllowed, match=r"only the umpire may see the photos: they show both sides' troops\."):
            photos(board, Viewer(side))


# wherever the campaign goes ------------------------------------------------------------------------------------------
@pytest.fixture
def photographed(fought: Store, tmp_path: Path) -> Store:
    """With a photo."""
    do(fought, _attached(_camera_file(tmp_path / "table.jpg", (40, 30))))
    return fought


def test_exports_carry_the_pictures(photographed: Store, fresh: Store) -> None:
    with reading(photographed) as board:
        text = "".join(written(taken(board)))
        before = photos(board, UMPIRE)
    bring(fresh, read_export(text, "x.json"))
    with reading(fresh) as board:
        assert photos(board, UMPIRE) == before
        assert examine(board).findings == ()
    content = json.loads(text)
    (name, picture), *_ = content["pictures"].items()
    for wrong, words in (
        ("!", "not a picture in base 64"),
        (f"AAAA{picture[4:]}", "has changed since it was exported"),
    ):
        with pytest.raises(BadFile, match=rf"pictures\.{name}: .*{words}"):
            read_export(json.dumps({**content, "pictures": {name: wrong}}), "x.json")


def test_a_branch_has_its_own_and_takes_them_away_with_it(photographed: Store) -> None:
    with reading(photographed) as board:
        before = photos(board, UMPIRE)
    branch(photographed, None, "what if")
    with reading(photographed, "what if") as board:
        assert photos(board, UMPIRE) == before
    drop(photographed, "what if")
    with photographed.engine.connect() as connection:
        assert (
            connection.scalars(select(KeptPicture.campaign_id)).all() == connection.scalars(select(Campaign.id)).all()
        )


def test_a_copy_to_try_things_out_on_has_them(photographed: Store) -> None:
    with reading(photographed) as board:
        before = photos(board, UMPIRE)
    with copy_of(photographed, None) as copy, reading(copy) as board:
        assert photos(board, UMPIRE) == before


def test_a_rescue_saves_them(tiny: Store, tmp_path: Path) -> None:
    meet(tiny)
    do(tiny, _attached(_camera_file(tmp_path / "table.jpg", (40, 30))))
    kept = _pictures(tiny)
    path = Path(str(tiny.engine.url.database or tiny.name))
    tiny.close()
    assert salvage(path)[0].exported.pictures == kept
    assert salvage_tables(path, "umpire")[0].exported.pictures == kept


def test_a_damaged_picture_is_whole_again_when_its_file_is_attached_again(fought: Store, tmp_path: Path) -> None:
    command = _attached(_camera_file(tmp_path / "table.jpg", (40, 30)))
    do(fought, command)
    whole = _pictures(fought)
    with fought.engine.connect() as connection, connection.begin():
        connection.execute(update(KeptPicture.__table__).values(content=b"altered"))
    do(fought, RemovePhoto("1", 1))
    do(fought, command)
    assert _pictures(fought) == whole
    with reading(fought) as board:
        assert examine(board).findings == ()


def test_the_doctor_misses_a_picture(photographed: Store) -> None:
    with photographed.engine.connect() as connection, connection.begin():
        connection.execute(update(KeptPicture.__table__).values(content=b"altered"))
    with reading(photographed) as board:
        findings = examine(board).findings
        assert [(finding.kind, finding.table) for finding in findings] == [(Kind.PICTURE, "photo")]
        assert "(table.jpg) is damaged. Remove the photo" in findings[0].what
    with photographed.engine.connect() as connection, connection.begin():
        connection.execute(delete(KeptPicture.__table__))
    with reading(photographed) as board:
        assert "(table.jpg) is missing" in examine(board).findings[0].what
        assert len(board.rows(Photo)) == 1
        assert photos(board, UMPIRE) == {}
