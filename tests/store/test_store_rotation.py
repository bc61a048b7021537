"""Backups in rotation, and the copy of a server: each member is a whole campaign, written once, and older ones
go last."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from campaign.cli.contents import campaign
from campaign.errors import Refused
from campaign.journal import digest, reading
from campaign.journal.campaign_copy import copy_into_file
from campaign.journal.doctor import examine
from campaign.store import open_store, opened
from campaign.store.backup import rotate
from campaign.store.remedies import dated_stem
from tests.tiny import by_hand, found_tiny


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, arguments)


def _digest(where: str | Path, name: str = "tiny") -> str:
    with opened(where, write=False) as store, reading(store, name) as board:
        assert examine(board).is_sound
        return digest(board)


def _wait_for_the_next_second() -> None:
    """A copy's name tells the second it was made in."""
    time.sleep(1.02 - time.time() % 1)


@pytest.fixture
def file(file_of: Callable[[str], Path]) -> Path:
    return file_of("tiny")


def test_the_newest_n_are_kept_and_each_is_a_file_of_its_own(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "safe"
    folder.mkdir()
    stranger = folder / "tiny-of-mine.db"
    stranger.write_text("mine")
    digests = []
    for day in range(1, 5):
        store = open_store(file, write=True)
        with by_hand(store) as board:
            board.clock.day = 1 + day % 2
        store.close()
        digests.append(_digest(file))
        made = typed("backup", "--db", str(file), "--out", str(folder), "--keep", "2")
        assert made.exit_code == 0, made.output
        _wait_for_the_next_second()
    kept = sorted(one for one in folder.iterdir() if one != stranger)
    assert len(kept) == 2
    assert [_digest(one) for one in kept] == digests[-2:]
    assert len({one.stat().st_ino for one in kept} | {file.stat().st_ino}) == 3
    assert all(one.stat().st_nlink == 1 for one in kept)
    assert stranger.read_text() == "mine"
    assert made.output.count("because it is older than the newest 2 copies") == 1


def test_nothing_goes_before_the_new_copy_is_whole(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "safe"
    folder.mkdir()
    assert typed("backup", "--db", str(file), "--out", str(folder), "--keep", "1").exit_code == 0
    (old,) = folder.iterdir()
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    file.write_bytes(content)
    failed = typed("backup", "--db", str(file), "--out", str(folder), "--keep", "1")
    assert failed.exit_code == 1
    assert list(folder.iterdir()) == [old]


def test_keep_needs_names_with_a_date(file: Path, tmp_path: Path) -> None:
    refused = typed("backup", "--db", str(file), "--out", str(tmp_path / "mine.db"), "--keep", "2")
    assert refused.exit_code == 1
    assert "is not a folder" in refused.output
    assert not (tmp_path / "mine.db").exists()
    with pytest.raises(Refused, match="no date and time in its name"):
        rotate(file, 2)
    assert dated_stem(Path("a-b-2026-05-14-190000.db")) == "a-b"
    assert dated_stem(Path("a-b-2026-05-14.db")) is None


def test_a_rotation_counts_only_its_own_campaign(tmp_path: Path) -> None:
    names = [f"{stem}-2026-05-1{n}-190000.db" for stem in ("north", "north-sea") for n in range(3)]
    for name in names:
        (tmp_path / name).touch()
    gone = rotate(tmp_path / "north-2026-05-12-190000.db", 1)
    assert [one.name for one in gone] == ["north-2026-05-10-190000.db", "north-2026-05-11-190000.db"]
    assert len(list(tmp_path.glob("north-sea-*"))) == 3


def test_the_copy_just_made_stays_when_the_clock_was_put_back(tmp_path: Path) -> None:
    """In the night when summer time ends."""
    older, newest = tmp_path / "club-2026-10-25-025000.db", tmp_path / "club-2026-10-25-021000.db"
    older.touch()
    newest.touch()
    assert rotate(newest, 1) == (older,)
    assert list(tmp_path.iterdir()) == [newest]


def test_a_file_system_without_links_takes_copies_too(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As memory sticks have it. What already exists is not written over."""

    def no_links(one: Path, other: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    copy = tmp_path / "copy.db"
    assert typed("backup", "--db", str(file), "--out", str(copy)).exit_code == 0
    assert _digest(copy) == _digest(file)
    again = typed("backup", "--db", str(file), "--out", str(copy))
    assert again.exit_code == 1 and "already exists" in again.output
    assert _digest(copy) == _digest(file)
    assert sorted(tmp_path.glob("*copy*")) == [copy]


def test_a_server_is_copied_at_one_moment_and_read_back(pg_copy: Callable[[str], str], tmp_path: Path) -> None:
    url, empty = pg_copy("tiny"), pg_copy("empty")
    with opened(url, write=True) as store:
        found_tiny(store, "second")
        with by_hand(store, "second") as board:
            board.clock.day = 2
    out = tmp_path / "club.db"
    made = typed("backup", "--db", url, "--out", str(out))
    assert made.exit_code == 0, made.output
    assert "tiny, second of postgresql://" in " ".join(made.output.split())
    for name in ("tiny", "second"):
        assert _digest(out, name) == _digest(url, name)
    read_back = typed("import", str(out), "--db", empty)
    assert read_back.exit_code == 0, read_back.output
    for name in ("tiny", "second"):
        assert _digest(empty, name) == _digest(url, name)
    again = typed("import", str(out), "--db", empty)
    assert again.exit_code == 1 and "already" in again.output
    refused = typed("restore", str(out), "--db", empty)
    assert refused.exit_code == 1 and "campaign import" in refused.output


def test_a_server_s_copies_rotate_too(pg_copy: Callable[[str], str], tmp_path: Path) -> None:
    url = pg_copy("tiny")
    for _ in range(2):
        assert typed("backup", "--db", url, "--out", str(tmp_path), "--keep", "1").exit_code == 0
        _wait_for_the_next_second()
    assert len(list(tmp_path.iterdir())) == 1


def test_writers_go_on_while_the_server_is_copied(pg_copy: Callable[[str], str], tmp_path: Path) -> None:
    """The copy is of the moment it began; what is written meanwhile is not in it, and waits for nothing."""
    url = pg_copy("tiny")
    with opened(url, write=False) as reader, opened(url, write=True, patience=1) as writer:
        before = _digest(url)
        with by_hand(writer) as board:
            board.clock.day = 2
            assert copy_into_file(reader, tmp_path / "copy.db") == ("tiny",)
    assert _digest(tmp_path / "copy.db") == before != _digest(url)


def test_what_is_not_sound_is_not_copied_from_a_server(pg_copy: Callable[[str], str], tmp_path: Path) -> None:
    url = pg_copy("tiny")
    with opened(url, write=True) as store, store.engine.begin() as connection:
        connection.execute(text("update battalion set men = 7 where key = 'i_9'"))
    refused = typed("backup", "--db", url, "--out", str(tmp_path / "copy.db"))
    assert refused.exit_code == 1
    assert "men is 7" in refused.output and "pg_dump" in refused.output
    assert list(tmp_path.iterdir()) == []


def test_several_campaigns_of_a_file_are_imported_all_or_none(file_of: Callable[[str], Path], tmp_path: Path) -> None:
    source, target = file_of("tiny"), tmp_path / "target.db"
    with opened(source, write=True) as store:
        found_tiny(store, "second")
    with closing(sqlite3.connect(source)) as handle, handle:
        handle.execute("update battalion set men = 7 where key = 'i_9' and campaign_id = 2")
    refused = typed("import", str(source), "--db", str(target))
    assert refused.exit_code == 1 and "men is 7" in refused.output
    assert not target.exists()
    assert typed("import", str(source), "--campaign", "x", "--db", str(target)).exit_code == 1
