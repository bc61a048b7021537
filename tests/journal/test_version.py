"""The version of a campaign, asked for before every answer of a server."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from deeds import DEEDS, SetRule
from sqlalchemy import event

from campaign.errors import StoreError
from campaign.file_rules import ON_WINDOWS
from campaign.journal import commit, reading, redo, undo, writing
from campaign.journal.desk_notes import keep_draft
from campaign.journal.restoring import restore
from campaign.journal.version import Watch
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store
from campaign.store.backup import backup
from campaign.store.upgrading import config, our_schema


def _set(store: Store, value: int) -> str:
    return commit(store, "tiny", SetRule("x", value), source=Seeded("1"), actor="Ann", register=DEEDS).head


def head_in(store: Store) -> str:
    """The head that the board has read."""
    with reading(store, None) as board:
        return board.ledger.head


@pytest.fixture
def asked(any_tiny: Store) -> Iterator[list[str]]:
    """Statements sent to the database."""
    sent: list[str] = []

    def note(connection: object, cursor: object, statement: str, *rest: object) -> None:
        sent.append(statement)

    event.listen(any_tiny.engine, "before_cursor_execute", note)
    yield sent
    event.remove(any_tiny.engine, "before_cursor_execute", note)


def test_it_is_the_head_after_every_entry_undo_and_redo(any_tiny: Store) -> None:
    watch = Watch(any_tiny, "tiny")
    steps: tuple[Callable[[], object], ...] = (
        lambda: None,
        lambda: _set(any_tiny, 1),
        lambda: undo(any_tiny, "tiny", actor="Ann"),
        lambda: redo(any_tiny, "tiny", actor="Ann"),
    )
    heads = []
    for step in steps:
        step()
        heads.append(head_in(any_tiny))
        assert watch.version() == watch.version() == heads[-1]
    assert len(set(heads)) == 4


def test_a_file_is_asked_again_only_when_it_was_written(any_tiny: Store, asked: list[str]) -> None:
    watch = Watch(any_tiny, "tiny")
    first = watch.version()
    asked.clear()
    assert [watch.version() for _ in range(5)] == [first] * 5
    assert bool(asked) is not any_tiny.is_sqlite
    keep_draft(any_tiny, "tiny", "ann", "return 1", "x")
    asked.clear()
    assert watch.version() == first
    assert asked


def test_another_programs_entry_is_noticed(tiny: Store) -> None:
    watch = Watch(tiny, "tiny")
    first = watch.version()
    other = open_store(tiny.name, write=True)
    assert watch.version() == first
    head = _set(other, 1)
    assert watch.version() == head != first


def test_a_store_for_reading_is_watched_while_another_thread_writes(tiny: Store) -> None:
    reader = open_store(tiny.name, write=False)
    watch, heads, seen = Watch(reader, "tiny"), [head_in(reader)], set()
    done = threading.Event()

    def look_on() -> None:
        while not done.is_set():
            seen.add(watch.version())

    onlooker = threading.Thread(target=look_on)
    onlooker.start()
    try:
        heads += [_set(tiny, value) for value in range(20)]
    finally:
        done.set()
        onlooker.join()
    assert seen <= set(heads)
    assert watch.version() == heads[-1]
    reader.close()


def test_a_file_that_was_replaced_is_told(tiny: Store, tmp_path: Path) -> None:
    copy = backup(tiny.name, tmp_path / "backup.db")
    watch = Watch(tiny, "tiny")
    watch.version()
    restore(tiny.name, copy, actor="Ann")
    with pytest.raises(
        StoreError, match=r"was replaced by another file\. Everything handed in so far is in the old file"
    ):
        watch.version()
    again = open_store(tiny.name, write=False)
    assert Watch(again, "tiny").version() == head_in(again)


@pytest.mark.parametrize("moved", [False, True])
def test_a_file_that_is_gone_is_told(tiny: Store, moved: bool) -> None:
    watch, path = Watch(tiny, "tiny"), Path(tiny.name)
    watch.version()
    if moved:
        path.rename(path.with_name("elsewhere.db"))
    else:
        path.unlink()
    with pytest.raises(StoreError, match="can no longer be read"):
        watch.version()


def test_a_copy_byte_for_byte_is_another_file(tiny: Store) -> None:
    watch, path = Watch(tiny, "tiny"), Path(tiny.name)
    watch.version()
    shutil.copyfile(path, path.with_name("copy.db")).replace(path)
    with pytest.raises(StoreError, match="was replaced"):
        watch.version()


def test_a_file_in_wal_mode_is_asked_each_time(tiny: Store) -> None:
    """Our own writers leave that mode; another program may have set it."""
    watch = Watch(open_store(tiny.name, write=False), "tiny")
    with closing(sqlite3.connect(tiny.name, isolation_level=None)) as other:
        other.execute("pragma journal_mode=wal")
        before = watch.version()
        other.execute("update ledger set head = 'other'")
        assert watch.version() == "other" != before


def test_an_upgraded_copy_in_memory_has_a_version(tiny: Store) -> None:
    with tiny.engine.connect() as connection, connection.begin():
        command.downgrade(config(our_schema(), connection), "0016")
    with closing(sqlite3.connect(tiny.name, isolation_level=None)) as handle:
        for table in (
            "person",
            "earlier_hash",
            "desk_secret",
            "desk_mark",
            "draft",
            "handed_in",
            "desk_window",
            "invitation",
        ):
            handle.execute(f"drop table {table}")
        for table, column in (("entry", "bits"), ("entry", "dice_from"), ("campaign", "draws"), ("reseeding", "draws")):
            handle.execute(f"alter table {table} drop column {column}")
        handle.execute("update alembic_version set version_num = '0013'")
        handle.execute("update ledger set revision = '0013'")
        handle.execute("pragma user_version=13")
    memory = open_store(tiny.name, write=False)
    assert Watch(memory, "tiny").version() == head_in(memory)


_TAKE = "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0).execute('begin immediate')"


@pytest.mark.skipif(ON_WINDOWS, reason="a lock belongs to the handle there")
def test_watching_a_file_leaves_the_lock_of_its_writer(tiny: Store) -> None:
    """Closing any descriptor of a file ends all locks that the process has on it."""
    watch = Watch(open_store(tiny.name, write=False), "tiny")
    watch.version()
    with writing(tiny, "tiny"):
        look_on = threading.Thread(target=lambda: (watch.version(), open_store(tiny.name, write=False)))
        look_on.start()
        look_on.join()
        other = subprocess.run([sys.executable, "-c", _TAKE, tiny.name], capture_output=True, text=True, check=False)
    assert "database is locked" in other.stderr
    assert subprocess.run([sys.executable, "-c", _TAKE, tiny.name], check=False).returncode == 0
