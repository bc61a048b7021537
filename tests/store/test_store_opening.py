"""Opening: what is no campaign, what is newer, what cannot be written gets one clear line; nothing is made by
looking."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from getpass import getuser
from pathlib import Path
from socket import gethostname

import pytest
from sqlalchemy import create_engine, literal_column, select, text
from sqlalchemy.engine.interfaces import CacheStats
from sqlalchemy.pool import NullPool

from campaign.errors import Locked, NewerSchema, NotACampaign, NotFound, OlderSchema, Refused, StoreError
from campaign.journal import JournalBoard, Register, action, commit, living, reading, transaction
from campaign.journal.scratch_copy import copy_of
from campaign.model import Campaign, Setting
from campaign.rules.common.dice import Dice, Seeded
from campaign.store import HEAD, Store, create, creating, names_of, number_of, open_store, opened, upgrade
from campaign.words.receipt import Receipt
from tests.tiny import by_hand, found_tiny

Copy = Callable[[str], Path]


def _line(error: pytest.ExceptionInfo[StoreError], path: object) -> str:
    said = str(error.value)
    assert "\n" not in said
    assert str(path) in said
    return said


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"Dear umpire,\n", "not a SQLite database"),
        (b"SQLite format 3\x00", "another program's"),
        (b"SQLite", "not a SQLite database"),
        (os.urandom(5000), "not a SQLite database"),
    ],
)
def test_a_file_that_is_something_else(tmp_path: Path, content: bytes, said: str, write: bool) -> None:
    path = tmp_path / "notes.db"
    path.write_bytes(content)
    with pytest.raises(NotACampaign) as caught:
        open_store(path, write=write)
    assert said in _line(caught, path)
    assert path.read_bytes() == content


def test_another_programs_database(tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as handle:
        handle.execute("create table song (title text)")
    handle.close()
    with pytest.raises(NotACampaign) as caught:
        open_store(path, write=True)
    assert "another program's SQLite database" in _line(caught, path)


def test_a_folder(tmp_path: Path) -> None:
    for write in (True, False):
        with pytest.raises(NotACampaign) as caught:
            open_store(tmp_path, write=write)
        assert "is a folder" in _line(caught, tmp_path)


def test_a_path_that_goes_through_a_file(fresh: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(tmp_path / "fresh.db" / "campaign.db", write=False)
    _line(caught, tmp_path)


def test_a_missing_file_is_not_made(tmp_path: Path) -> None:
    for write in (True, False):
        path = tmp_path / "campaign.db"
        with pytest.raises(StoreError) as caught:
            open_store(path, write=write)
        assert "campaign new" in _line(caught, path)
    assert list(tmp_path.iterdir()) == []


def test_something_that_is_no_file(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no such files on this system")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotACampaign, match="it is not a file"):
        open_store(tmp_path / "pipe", write=False)


def test_a_newer_file(file_of: Copy) -> None:
    path = file_of("tiny")
    with sqlite3.connect(path) as handle:
        handle.execute(f"pragma user_version={int(HEAD) + 1}")
    handle.close()
    for write in (True, False):
        with pytest.raises(NewerSchema) as caught:
            open_store(path, write=write)
        assert "Install the newer version" in _line(caught, path)
    with pytest.raises(NewerSchema):
        upgrade(path)


def test_a_file_marked_read_only_is_read_and_not_written(file_of: Copy) -> None:
    path = file_of("tiny")
    path.chmod(stat.S_IRUSR)
    with pytest.raises(StoreError) as caught:
        open_store(path, write=True)
    assert "is read-only" in _line(caught, path)
    with opened(path, write=False) as store, reading(store) as board:
        assert len(living(board)) == 1


def test_a_folder_marked_read_only(file_of: Copy) -> None:
    path = file_of("tiny")
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with pytest.raises(StoreError, match="its folder is read-only"):
            open_store(path, write=True)
        with opened(path, write=False) as store, reading(store) as board:
            assert len(living(board)) == 1
    finally:
        path.parent.chmod(stat.S_IRWXU)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(file_of: Copy) -> None:
    path = file_of("tiny")
    path.chmod(0)
    with pytest.raises(StoreError, match="cannot be read:"):
        open_store(path, write=False)


def test_a_damaged_file_gets_one_line(file_of: Copy) -> None:
    path = file_of("tiny")
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught, opened(path, write=False) as store, reading(store) as board:
        living(board)
    assert "damaged" in _line(caught, path)


def test_reading_changes_no_byte(file_of: Copy) -> None:
    path = file_of("tiny")
    before = path.read_bytes()
    with opened(path, write=False) as store, reading(store) as board:
        assert board.campaign.name == "tiny"
        with pytest.raises(StoreError):
            board.connection.execute(text("update place set name = 'x'"))
    with (
        opened(path, write=False) as store,
        store.engine.connect() as connection,
        pytest.raises(Exception, match="readonly"),
    ):
        connection.execute(text("update place set name = 'x'"))
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["tiny.db"]


def test_the_file_alone_is_whole_after_a_write(file_of: Copy) -> None:
    path = file_of("tiny")
    with opened(path, write=True) as store, by_hand(store) as board:
        board.clock.day = 2
    assert [file.name for file in path.parent.iterdir()] == ["tiny.db"]
    with opened(path, write=False) as store, reading(store) as board:
        assert board.clock.day == 2


@pytest.mark.parametrize(
    "name", ["my campaign.db", "100%.db", "Łódź ünï é.db", "a#b?c.db", 'quote\'d "x".db', "noextension"]
)
def test_any_name_will_do(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "the club's % files ünï"
    folder.mkdir()
    path = folder / name
    create(path).close()
    with opened(path, write=True) as store:
        found_tiny(store)
    with opened(str(path), write=False) as store, reading(store) as board:
        assert board.campaign.name == "tiny"
    assert [file.name for file in folder.iterdir()] == [name]


def test_a_relative_path_and_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    create("here.db").close()
    with opened(f"sqlite:///{tmp_path / 'here.db'}", write=True) as store:
        found_tiny(store)
    with opened("here.db", write=False) as store, reading(store) as board:
        assert board.campaign.name == "tiny"


@pytest.mark.parametrize(
    "where", ["mysql://host/db", "sqlite://", "sqlite:///:memory:", "://x", "postgresql://[broken"]
)
def test_an_address_nobody_lives_at(where: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(where, write=False)
    assert "\n" not in str(caught.value)


def test_a_server_that_does_not_answer() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://ann:secret@localhost:1/campaigns", write=False)
    assert "secret" not in str(caught.value)
    assert "cannot be reached" in str(caught.value) and "check that the server runs" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_password_in_an_address_that_is_none_is_not_shown() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://ann:secret@localhost:port/campaigns", write=False)
    assert "secret" not in str(
        caught.value
    ) and "'postgresql://ann:***@localhost:port/campaigns' is not the address" in str(caught.value)


def test_nothing_is_overwritten(file_of: Copy, tmp_path: Path) -> None:
    path = file_of("tiny")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="already exists"):
        create(path)
    assert path.read_bytes() == before
    with pytest.raises(StoreError, match="is a folder"):
        create(tmp_path)
    with pytest.raises(StoreError, match="does not exist"):
        create(tmp_path / "nowhere" / "campaign.db")


def test_a_founding_that_fails_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), creating(tmp_path / "campaign.db") as store:
        found_tiny(store)
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_two_programs_make_the_same_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="another program has just made"), creating(tmp_path / "campaign.db"):
        (tmp_path / "campaign.db").write_text("mine")
    assert (tmp_path / "campaign.db").read_text() == "mine"


def test_which_campaign_is_meant(any_fresh: Store) -> None:
    with any_fresh.engine.connect() as connection, pytest.raises(NotFound, match="has no campaign yet"):
        number_of(connection)
    found_tiny(any_fresh)
    with any_fresh.engine.connect() as connection:
        (tiny,) = connection.scalars(select(Campaign.id)).all()
        assert number_of(connection) == tiny
    found_tiny(any_fresh, "second")
    with any_fresh.engine.connect() as connection:
        assert names_of(connection) == ["tiny", "second"]
        assert number_of(connection, "tiny") == tiny != number_of(connection, "second")
        with pytest.raises(Refused, match="--campaign: tiny, second"):
            number_of(connection)


def test_another_program_is_writing(file_of: Copy) -> None:
    """A second process holds the lock; we give up after the patience that we were given, and say who holds it."""
    path = file_of("tiny")
    script = (
        "import sqlite3, sys\n"
        "handle = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "handle.execute('begin immediate')\n"
        "print('locked', flush=True)\n"
        "sys.stdin.readline()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(Locked) as caught, opened(path, write=True, patience=0.3) as store, by_hand(store):
            pass
        who = f"(process {other.pid})" if Path("/proc/locks").exists() else "another program (or another window)"
        assert "is writing to" in _line(caught, path) and who in _line(caught, path)
        with opened(path, write=False) as store, reading(store) as board:
            assert board.campaign.name == "tiny"
        other.communicate("\n")
    with opened(path, write=True, patience=0.3) as store, by_hand(store) as board:
        board.clock.day = 2


def test_another_program_is_writing_on_the_server(
    pg_copy: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transaction, "TRIES", 2)
    url = pg_copy("tiny")
    with opened(url, write=True) as holder, holder.engine.begin() as connection:
        connection.execute(text("select * from ledger for update"))
        us = rf"{re.escape(getuser())} on {re.escape(gethostname())} \(campaign tiny, for \d+ s\)"
        with pytest.raises(Locked, match=f"{us} is writing to"), opened(url, write=True, patience=0.2) as store:
            commit(store, None, AddOne(), source=Seeded("1"), actor="Ann", register=COUNTING)


COUNTING = Register()


@dataclass(frozen=True)
class AddOne:
    """One more on the count."""


@action("add one", AddOne, register=COUNTING)
def add_one(board: JournalBoard, command: AddOne, dice: Dice) -> Receipt:
    rows = board.rows(Setting)
    if rows:
        rows[0].value += 1
    else:
        board.make(Setting, key="count", value=1)
    return Receipt("one more")


def test_writers_queue_and_nothing_is_lost(any_tiny: Store) -> None:
    """Four writers at once, each adding to a number that it reads first."""
    failures: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(10):
                commit(any_tiny, None, AddOne(), source=Seeded("1"), actor="Ann", register=COUNTING)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with reading(any_tiny) as board:
        assert board.rows(Setting)[0].value == 40
        assert [line.number for line in living(board)] == list(range(1, 42))


def test_the_server_knows_what_it_holds(pg_copy: Callable[[str], str]) -> None:
    empty = pg_copy("empty")
    with pytest.raises(NotACampaign, match="it is empty"):
        open_store(empty, write=True)
    with opened(pg_copy("fresh"), write=True) as other, other.engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '0000'"))
    with pytest.raises(OlderSchema, match="First type: campaign upgrade"):
        open_store(other.engine.url.render_as_string(hide_password=False), write=False)
    with other.engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(NewerSchema, match="Install the newer version"):
        open_store(other.engine.url.render_as_string(hide_password=False), write=False)


def test_a_foreign_server_database_is_left_alone(pg_url: str) -> None:
    engine = create_engine(pg_url, poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("create table song (title text)"))
    with pytest.raises(NotACampaign, match="song"):
        create(pg_url)
    with pytest.raises(NotACampaign, match="has the tables of another program"):
        open_store(pg_url, write=True)


def test_a_program_that_was_left_behind_does_not_write(any_tiny: Store) -> None:
    """Somebody upgrades the database while this program has it open."""
    with any_tiny.engine.begin() as connection:
        connection.execute(text("update ledger set revision = '9999'"))
        if any_tiny.engine.dialect.name == "sqlite":
            connection.execute(text("pragma user_version = 9999"))
    with pytest.raises(NewerSchema, match="in the meantime"), by_hand(any_tiny):
        pass


def test_statements_are_compiled_once_for_all_files_and_copies(file_of: Copy) -> None:
    """Each file answers from its own rows, and for the values that were asked for this time."""
    asked = select(Setting.value, literal_column("'asked in this test alone'"))
    answers: list[object] = []
    hits: list[bool] = []

    def ask(store: Store, key: str) -> None:
        with store.engine.begin() as connection:
            result = connection.execute(asked.where(Setting.key == key))
            hits.append(result.context.cache_hit is CacheStats.CACHE_HIT)
            answers.append(result.scalar_one_or_none())

    for value in ("1", "2"):
        path = file_of("tiny")
        with opened(path, write=True) as store:
            with by_hand(store) as board:
                board.make(Setting, key="k", value=value)
            ask(store, "k")
        with opened(path, write=False) as store:
            ask(store, "k")
            ask(store, "other")
            with copy_of(store, None) as copy:
                ask(copy, "k")
    assert answers == ["1", "1", None, "1", "2", "2", None, "2"]
    assert hits == [False] + [True] * 7
