"""Rows kept for later transactions: they go when the file was changed past the journal, and stay when we wrote it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from deeds import DEEDS, SetRule

from campaign.errors import StoreError
from campaign.journal import commit, reading, undo, writing
from campaign.journal.beside import changing
from campaign.journal.desk_notes import keep_draft
from campaign.journal.record import enter, foresee
from campaign.journal.scratch_copy import copy_of
from campaign.model import Battalion, Setting
from campaign.rows.kept import KeptRows
from campaign.rules.common.dice import Seeded
from campaign.store import Store, open_store
from tests.statements import reads, statements
from tests.tiny import by_hand, named


@dataclass(frozen=True)
class Desk:
    """A file that is open for hours, to read and to write, with the rows that both keep."""

    path: Path
    writer: Store
    reader: Store

    def men(self, store: Store | None = None) -> int:
        """The men of the 1st Rifles as a reader has them."""
        with reading(store or self.reader) as board:
            return named(board, Battalion, "1st Rifles").men


@pytest.fixture
def desk(file_of: Callable[[str], Path]) -> Iterator[Desk]:
    path, rows = file_of("tiny"), KeptRows()
    stores = [open_store(path, write=write, rows=rows) for write in (True, False)]
    yield Desk(path, *stores)
    for store in stores:
        store.close()


def alter(path: Path, men: int) -> None:
    """What another SQLite program does past the journal."""
    with closing(sqlite3.connect(path)) as handle, handle:
        assert handle.execute("update battalion set men = ? where name = '1st Rifles'", (men,)).rowcount == 1


def laid_over(desk: Desk, sound: Path) -> None:
    desk.path.write_bytes(sound.read_bytes())


def corrected(desk: Desk, sound: Path) -> None:
    alter(desk.path, men=600)


@pytest.mark.parametrize("put_right", [laid_over, corrected])
def test_what_was_wrong_when_it_was_read_is_not_kept_once_the_file_is_put_right(
    desk: Desk, tmp_path: Path, put_right: Callable[[Desk, Path], None]
) -> None:
    """The head is the same all the while. Otherwise the next entry would write what was wrong into the journal, and its
    undo into the file."""
    sound = Path(shutil.copyfile(desk.path, tmp_path / "sound.db"))
    alter(desk.path, men=7)
    assert desk.men() == 7
    put_right(desk, sound)
    assert desk.men() == desk.men(desk.writer) == 600
    with by_hand(desk.writer) as board:
        named(board, Battalion, "1st Rifles").men = 500
    undo(desk.writer, actor="Ann")
    with closing(sqlite3.connect(desk.path)) as handle:
        assert handle.execute("select men from battalion where name = '1st Rifles'").fetchone() == (600,)


def test_what_is_altered_after_it_was_read_is_seen(desk: Desk) -> None:
    assert desk.men() == 600
    alter(desk.path, men=7)
    assert desk.men() == 7


def test_what_was_carried_out_on_a_copy_is_not_entered_in_a_file_that_was_altered_since(desk: Desk) -> None:
    """Its entry would say what stood there before, and an undo would not find it."""
    given = {"source": Seeded("1"), "actor": "Ann", "register": DEEDS}
    with copy_of(desk.reader, None) as copy:
        seen = foresee(copy, None, SetRule("march.moves_per_turn", "one"), **given)
    alter(desk.path, men=599)
    assert seen.carried is not None and enter(desk.writer, None, seen.carried) is None
    with copy_of(desk.reader, None) as copy:
        seen = foresee(copy, None, SetRule("march.moves_per_turn", "one"), **given)
    assert seen.carried is not None and enter(desk.writer, None, seen.carried) is not None


def test_a_file_given_the_place_of_another_is_not_answered_for_by_the_rows_of_the_first(
    desk: Desk, tmp_path: Path
) -> None:
    """Also if it has the same head and count of commits."""
    other = Path(shutil.copyfile(desk.path, tmp_path / "other.db"))
    alter(other, men=8)
    alter(desk.path, men=7)
    assert desk.men() == 7
    other.replace(desk.path)
    assert desk.men() == 8


def test_a_file_whose_commits_are_not_counted_is_read_each_time(desk: Desk) -> None:
    """Another SQLite program may have put it into WAL mode."""
    with closing(sqlite3.connect(desk.path)) as handle:
        handle.execute("pragma journal_mode=wal")
    assert desk.men() == 600
    with closing(sqlite3.connect(desk.path)) as other:
        alter(desk.path, men=7)
        assert desk.men() == 7
        other.execute("pragma journal_mode=delete")


def test_our_own_commits_leave_the_rows_kept(desk: Desk) -> None:
    """An entry, its undo, drafts beside the journal and what changes nothing: no table is read again."""
    rows = "battalion"

    def draft() -> None:
        keep_draft(desk.writer, None, "ann", "orders a1", {"n": 1})

    def nothing() -> None:
        changing(desk.writer, None, lambda beside: None)
        with writing(desk.writer):
            pass

    def entry() -> None:
        commit(desk.writer, None, SetRule("x", 3), source=Seeded("1"), actor="Ann", register=DEEDS)

    assert desk.men() == 600
    for write in (draft, nothing, draft, entry, draft, lambda: undo(desk.writer, actor="Ann")):
        write()
        with statements() as asked:
            assert desk.men() == 600
        assert (reads(asked, rows), len(asked)) == (0, 1), write
    with reading(desk.reader) as board:
        assert [row.key for row in board.rows(Setting)] == []


def test_a_commit_of_ours_that_wrote_nothing_does_not_take_anothers_for_its_own(desk: Desk) -> None:
    assert desk.men() == 600
    changing(desk.writer, None, lambda beside: None)
    with writing(desk.writer):
        pass
    alter(desk.path, men=7)
    assert desk.men() == 7


def test_a_copy_for_a_trial_shares_the_rows_of_the_file_it_is_of_and_no_others(desk: Desk) -> None:
    assert desk.men() == 600
    for store in (desk.reader, desk.writer):
        with copy_of(store, None) as copy, statements() as asked:
            assert desk.men(copy) == 600
        assert reads(asked, "battalion") == 0
    with copy_of(desk.reader, None) as copy:
        alter(desk.path, men=7)
        assert desk.men() == 7
        assert desk.men(copy) == 600


def test_rows_of_a_server_that_were_altered_since_stop_an_undo_of_several(pg_copy: Callable[[str], str]) -> None:
    """A server does not count its commits: what is kept still has the men of before."""
    store = open_store(pg_copy("tiny"), write=True, rows=KeptRows())
    for men in (500, 450):
        with by_hand(store) as board:
            named(board, Battalion, "1st Rifles").men = men
    with store.engine.begin() as connection:
        connection.exec_driver_sql("update battalion set men = 7 where name = '1st Rifles'")
    with reading(store) as board:
        assert named(board, Battalion, "1st Rifles").men == 450
    with pytest.raises(StoreError, match="its men is 7, but the journal has 450"):
        undo(store, to=1, actor="Ann")
    store.close()
