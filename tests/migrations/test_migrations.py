"""The migrations lead where the models are, on both databases, there and back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event, inspect, text
from sqlalchemy.pool import NullPool

from campaign.folders import folder
from campaign.model import all_tables
from campaign.store import HEAD
from campaign.store.engine import APPLICATION
from campaign.store.new_file import write_new_file
from campaign.store.upgrading import config, migrate, our_schema


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database."""
    yield from _empty(request, tmp_path / "migrated.db")


@pytest.fixture
def other(empty: Engine, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """Another empty database of the same kind."""
    if empty.dialect.name == "sqlite":
        yield from _sqlite(tmp_path / "created.db")
    else:
        yield from _postgresql(request)


def _empty(request: pytest.FixtureRequest, path: Path) -> Iterator[Engine]:
    return _sqlite(path) if request.param == "sqlite" else _postgresql(request)


def _postgresql(request: pytest.FixtureRequest) -> Iterator[Engine]:
    engine = create_engine(request.getfixturevalue("pg_copy")("empty"), poolclass=NullPool)
    yield engine
    engine.dispose()


def _sqlite(path: Path) -> Iterator[Engine]:
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None), poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    yield engine
    engine.dispose()


def _objects(engine: Engine) -> dict[str, str]:
    """Every table's columns, constraints and indexes, one by one, as text."""
    found: dict[str, str] = {}
    with engine.connect() as connection:
        tables = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
        for table in tables:
            for column in inspect(connection).get_columns(table):
                found[f"{table}.{column['name']}"] = (
                    f"{column['type']!r} null={column['nullable']} default={column['default']}"
                )
            if engine.dialect.name == "sqlite":
                found |= {f"{table}: {name}": line for name, line in _sqlite_constraints(connection, table)}
            else:
                wanted = text(
                    "select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = cast(:table as regclass)"
                )
                found |= {f"{table}: {name}": line for name, line in connection.execute(wanted, {"table": table})}
            for index in inspect(connection).get_indexes(table):
                found[f"{table} index {index['name']}"] = f"{index['column_names']} unique={index['unique']}"
    return found


def _sqlite_constraints(connection: object, table: str) -> Iterator[tuple[str, str]]:
    sql = connection.execute(text("select sql from sqlite_master where name = :table"), {"table": table}).scalar_one()  # type: ignore[attr-defined]
    assert "CONSTRAINT" in sql
    for part in re.split(r",?\s*\n", sql):
        if found := re.match(r"\s*CONSTRAINT (\S+) (.*?)\)?\s*$", part):
            yield found[1], " ".join(found[2].split())


def test_the_head_is_what_the_program_thinks() -> None:
    scripts = ScriptDirectory.from_config(config(our_schema()))
    assert scripts.get_heads() == [HEAD]
    assert all(re.fullmatch(r"\d{4}", script.revision) for script in scripts.walk_revisions())


def test_a_migrated_database_equals_a_created_one(empty: Engine, other: Engine) -> None:
    with empty.begin() as connection:
        migrate(connection, our_schema())
    with other.begin() as connection:
        all_tables().create_all(connection)
    migrated, created = _objects(empty), _objects(other)
    assert migrated == created
    assert any("CHECK" in line for line in created.values())
    assert any("FOREIGN KEY" in line for line in created.values())


def test_a_new_file_is_what_all_migrations_make(tmp_path: Path) -> None:
    """It is copied from an image of the first file that this process made; what is written to one is in no other."""
    (migrated,) = _sqlite(tmp_path / "migrated.db")
    with migrated.begin() as connection:
        migrate(connection, our_schema())
    for path in (tmp_path / "first.db", tmp_path / "second.db"):
        write_new_file(path, path.name)
        (engine,) = _sqlite(path)
        assert _objects(engine) == _objects(migrated)
        assert _revision(path) == _revision(tmp_path / "migrated.db")
        with closing(sqlite3.connect(path)) as file:
            assert file.execute("pragma application_id").fetchone() == (APPLICATION,)
            assert file.execute("pragma user_version").fetchone() == (int(HEAD),)
            assert file.execute("pragma integrity_check").fetchone() == ("ok",)
            assert [table for table in all_tables().tables if file.execute(f"select 1 from {table}").fetchone()] == []
            file.executescript("drop table battle_unit; create table song (title text)")


def _revision(path: Path) -> tuple[str, list[tuple[str]]]:
    """Alembic's table, and what is in it."""
    with closing(sqlite3.connect(path)) as file:
        (sql,) = file.execute("select sql from sqlite_master where name = 'alembic_version'").fetchone()
        return " ".join(sql.split()), file.execute("select * from alembic_version").fetchall()


def test_there_and_back_and_there_again(empty: Engine, tmp_path: Path) -> None:
    """A file goes back from what it is when it is new."""
    if empty.dialect.name == "sqlite":
        write_new_file(tmp_path / "migrated.db", "migrated.db")
    else:
        with empty.begin() as connection:
            migrate(connection, our_schema())
    there = _objects(empty)
    with empty.begin() as connection:
        command.downgrade(config(our_schema(), connection), "base")
    assert _objects(empty) == {}
    with empty.begin() as connection:
        migrate(connection, our_schema())
    assert _objects(empty) == there


@pytest.mark.long
def test_the_models_have_not_moved_on(empty: Engine) -> None:
    """As Alembic sees it; every run compares a migrated database with a created one."""
    with empty.begin() as connection:
        migrate(connection, our_schema())
        command.check(config(our_schema(), connection))


def test_a_revision_does_not_import_the_program() -> None:
    """A migration is written down once; the rest of the program goes on changing."""
    for script in (folder("migrations") / "versions").glob("*.py"):
        assert not re.search(r"^\s*(from|import) campaign", script.read_text("utf-8"), re.MULTILINE), script.name
    assert not (folder("migrations") / "__init__.py").exists()
