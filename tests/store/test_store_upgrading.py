"""Upgrading an older file: a verified copy first, no row lost, all or nothing. Proved with a second revision
made here."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import campaign.store.file_type as file_type
import campaign.store.opening as opening
import campaign.store.upgrading as upgrading
from campaign.errors import Locked, StoreError
from campaign.folders import folder
from campaign.store import HEAD, open_store, opened, upgrade
from campaign.store.upgrading import Schema, contents, upgrade_file, upgraded_in_memory

NEXT = f"{int(HEAD) + 1:04d}"
GOOD = """
def upgrade():
    recreate = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("formation", recreate=recreate) as batch:
        batch.add_column(sa.Column("motto", sa.String(40), nullable=False, server_default=""))
    with op.batch_alter_table("place", recreate=recreate) as batch:
        batch.drop_column("role")
"""
BREAKS = GOOD + '    raise RuntimeError("the lamp went out")\n'
LOSES = GOOD + '    op.execute("delete from objective")\n'
ALTERS = GOOD + '    op.execute("update battalion set men = men + 1")\n'
ORPHANS = 'def upgrade():\n    op.execute("update battalion set place_id = 9999 where place_id is not null")\n'
Copy = Callable[[str], Path]


@pytest.fixture
def schema_with(tmp_path: Path) -> Callable[..., Schema]:
    """Our migrations and one more, in a folder with an awkward name."""

    def made(body: str, reinterprets: str = "()") -> Schema:
        scripts = tmp_path / "next % ünï"
        shutil.copytree(folder("migrations"), scripts)
        head = f"import sqlalchemy as sa\nfrom alembic import op\n\nrevision = {NEXT!r}\ndown_revision = {HEAD!r}\nreinterprets = {reinterprets}\n\n"
        (scripts / "versions" / f"{NEXT}_next.py").write_text(head + body)
        return Schema(scripts, NEXT)

    return made


def _rows(path: Path) -> dict[str, int]:
    with sqlite3.connect(path) as handle:
        names = [name for (name,) in handle.execute("select name from sqlite_master where type = 'table'")]
        counts = {name: handle.execute(f'select count(*) from "{name}"').fetchone()[0] for name in names}
    handle.close()
    return counts


def _files(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir() if file.is_file())


def test_every_row_survives_and_the_copy_is_the_file_as_it_was(
    file_of: Copy, schema_with: Callable[..., Schema]
) -> None:
    path = file_of("tiny")
    before, rows = path.read_bytes(), _rows(path)
    line = upgrade_file(path, schema=schema_with(GOOD))
    (copy,) = (path.with_name(name) for name in _files(path) if name != "tiny.db")
    assert line == f"Upgraded {path} from revision {HEAD} to {NEXT}; the old file is kept as {copy}"
    assert copy.name.startswith(f"tiny-revision-{HEAD}-20")
    assert _rows(path) == rows == _rows(copy)
    assert rows["battalion"] == 5
    with sqlite3.connect(path) as handle:
        assert handle.execute("select count(*) from formation where motto = ''").fetchone() == (6,)
        assert handle.execute("pragma user_version").fetchone() == (int(NEXT),)
        assert handle.execute("select revision from ledger").fetchone() == (NEXT,)
        assert handle.execute("pragma foreign_key_check").fetchall() == []
    handle.close()
    with opened(copy, write=False) as store, store.engine.connect() as old:
        copied = contents(old)
    (path.with_name("original.db")).write_bytes(before)
    with opened(path.with_name("original.db"), write=False) as store, store.engine.connect() as old:
        assert contents(old) == copied


def test_copies_are_never_overwritten(file_of: Copy, schema_with: Callable[..., Schema]) -> None:
    path, schema = file_of("tiny"), schema_with(GOOD)
    original = path.read_bytes()
    upgrade_file(path, schema=schema)
    path.write_bytes(original)
    with closing(sqlite3.connect(path)) as handle, handle:
        handle.execute("update formation set name = name || '!'")
    upgrade_file(path, schema=schema)
    assert len(_files(path)) == 3


@pytest.mark.long
def test_an_upgrade_that_broke_off_leaves_one_copy_however_often(
    file_of: Copy, schema_with: Callable[..., Schema]
) -> None:
    """Each copy holds the names of players: a program that is ended after it made the copy leaves it behind."""
    path, schema = file_of("tiny"), schema_with(GOOD)
    original = path.read_bytes()
    copy = upgrade_file(path, schema=schema).rpartition("kept as ")[2]
    kept = Path(copy).read_bytes()
    for _ in range(2):
        path.write_bytes(original)
        assert upgrade_file(path, schema=schema).endswith(copy)
    assert _files(path) == sorted([path.name, Path(copy).name])
    path.write_bytes(original)
    shutil.rmtree(schema.scripts)
    with pytest.raises(RuntimeError, match="lamp"):
        upgrade_file(path, schema=schema_with(BREAKS))
    assert Path(copy).read_bytes() == kept


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (LOSES, "objective had 1 rows and would have 0"),
        (ALTERS, "would change values in battalion.men"),
        (ORPHANS, "5 rows of the table battalion would refer to rows that do not exist"),
    ],
)
def test_a_migration_that_loses_something_is_not_committed(
    file_of: Copy, schema_with: Callable[..., Schema], body: str, said: str
) -> None:
    path = file_of("tiny")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=said):
        upgrade_file(path, schema=schema_with(body))
    assert path.read_bytes() == before
    assert _files(path) == ["tiny.db"]


def test_a_migration_may_say_what_it_means_to_alter(file_of: Copy, schema_with: Callable[..., Schema]) -> None:
    path = file_of("tiny")
    upgrade_file(path, schema=schema_with(ALTERS, reinterprets='("battalion.men",)'))
    with sqlite3.connect(path) as handle:
        assert handle.execute("select distinct men from battalion").fetchall() == [(601,)]
    handle.close()


def test_a_failure_half_way_leaves_the_file_as_it_was(file_of: Copy, schema_with: Callable[..., Schema]) -> None:
    path = file_of("tiny")
    before = path.read_bytes()
    with pytest.raises(RuntimeError, match="lamp"):
        upgrade_file(path, schema=schema_with(BREAKS))
    assert path.read_bytes() == before
    assert _files(path) == ["tiny.db"]
    open_store(path, write=True).close()


def test_no_upgrade_while_another_program_writes(file_of: Copy, schema_with: Callable[..., Schema]) -> None:
    path = file_of("tiny")
    handle = sqlite3.connect(path, isolation_level=None)
    handle.execute("begin immediate")
    with pytest.raises(Locked):
        upgrade_file(path, 0.1, schema_with(GOOD))
    handle.close()
    assert _files(path) == ["tiny.db"]


def test_reading_answers_from_an_upgraded_copy_in_memory(file_of: Copy, schema_with: Callable[..., Schema]) -> None:
    path = file_of("tiny")
    before = path.read_bytes()
    engine = upgraded_in_memory(path, schema=schema_with(GOOD))
    for _ in range(2):
        with engine.connect() as connection:
            assert connection.exec_driver_sql("select count(*) from formation where motto = ''").scalar_one() == 6
            with pytest.raises(Exception, match="readonly"):
                connection.exec_driver_sql("update formation set motto = 'x'")
    engine.dispose()
    assert path.read_bytes() == before
    assert _files(path) == ["tiny.db"]


@pytest.fixture
def later_program(
    template_files: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, schema_with: Callable[..., Schema]
) -> str:
    """The program as it will be after the next revision; the campaign is started by the present one."""
    template_files("tiny")
    schema = schema_with(GOOD)
    monkeypatch.setattr(upgrading, "our_schema", lambda: schema)
    monkeypatch.setattr(opening, "HEAD", NEXT)
    monkeypatch.setattr(file_type, "HEAD", NEXT)
    return NEXT


def test_a_command_that_writes_upgrades_first_and_says_so(file_of: Copy, later_program: str) -> None:
    path = file_of("tiny")
    with opened(path, write=True) as store:
        (note,) = store.notes
        assert note.startswith(f"Upgraded {path} from revision {HEAD} to {later_program}; the old file is kept as ")
    with opened(path, write=True) as store:
        assert store.notes == ()
    assert upgrade(path) == f"{path} is up to date (revision {later_program})"


def test_a_command_that_reads_does_not(file_of: Copy, later_program: str) -> None:
    path = file_of("tiny")
    before = path.read_bytes()
    with opened(path, write=False) as store, store.engine.connect() as connection:
        assert connection.exec_driver_sql("select motto from formation").scalars().all() == [""] * 6
    assert path.read_bytes() == before
    assert _files(path) == ["tiny.db"]


@pytest.fixture
def tiny_url(pg_copy: Callable[[str], str]) -> str:
    """A PostgreSQL database of this program, made before a test has a later one."""
    return pg_copy("tiny")


def test_the_server_is_upgraded_by_its_own_command_only(tiny_url: str, later_program: str) -> None:
    from sqlalchemy import text

    from campaign.errors import OlderSchema

    url = tiny_url
    for write in (True, False):
        with pytest.raises(OlderSchema, match="First type: campaign upgrade"):
            open_store(url, write=write)
    assert f"from revision {HEAD} to {later_program}" in upgrade(url)
    with opened(url, write=False) as store, store.engine.connect() as connection:
        assert connection.execute(text("select motto from formation")).scalars().all() == [""] * 6
        assert connection.execute(text("select revision from ledger")).scalar_one() == later_program
    assert "is up to date" in upgrade(url)


def test_a_copy_that_cannot_be_made_stops_the_upgrade(
    file_of: Copy, schema_with: Callable[..., Schema], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = file_of("tiny")
    before = path.read_bytes()
    monkeypatch.setattr(upgrading, "_free_name", lambda path, revision: tmp_path / "gone" / "copy.db")
    with pytest.raises(StoreError, match="no copy of it can be made"):
        upgrade_file(path, schema=schema_with(GOOD))
    assert path.read_bytes() == before


ANEW = (
    "def upgrade():\n    with op.batch_alter_table('objective', recreate='always') as table:\n"
    "        table.add_column(sa.Column('motto', sa.String(10)))\n"
)


def test_what_an_unfinished_upgrade_left_is_removed_and_told(file_of: Copy, schema_with: Callable[..., Schema]) -> None:
    """It is in the copy that is kept; ours, one transaction, leaves none."""
    path = file_of("tiny")
    with closing(sqlite3.connect(path)) as handle, handle:
        handle.execute('create table "_alembic_tmp_objective" as select * from objective')
    line = upgrade_file(path, schema=schema_with(ANEW))
    assert line.endswith("; without _alembic_tmp_objective, which an unfinished upgrade had left in it")
    assert "_alembic_tmp_objective" not in _rows(path)
    (copy,) = (path.with_name(name) for name in _files(path) if name != "tiny.db")
    assert _rows(copy)["_alembic_tmp_objective"] == _rows(path)["objective"] == 1


def test_what_may_hold_the_only_rows_is_not_removed(file_of: Copy, schema_with: Callable[..., Schema]) -> None:
    path = file_of("tiny")
    with closing(sqlite3.connect(path)) as handle, handle:
        handle.execute('create table "_alembic_tmp_gone" (id integer)')
    before = path.read_bytes()
    with pytest.raises(
        StoreError,
        match=r"left the table _alembic_tmp_gone without the table gone; nothing was changed\. To continue, restore",
    ):
        upgrade_file(path, schema=schema_with(ANEW))
    assert (path.read_bytes(), _files(path)) == (before, ["tiny.db"])
