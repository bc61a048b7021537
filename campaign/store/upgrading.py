"""Upgrading a database to another schema, without losing a row.

A file is upgraded in one transaction: the write lock first, then a copy of the old file next to it, compared with the
original; then the migrations with foreign keys off (batch migrations would delete child rows otherwise); then foreign
keys are checked, and every column that is there before and after is compared. Only then is it committed. A migration
that is meant to change the values of a column names it: ``reinterprets = ("battalion.men",)`` in its module.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing
from filecmp import cmp
from glob import escape
from hashlib import sha256
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from campaign.clock import today
from campaign.errors import OlderSchema, StoreError
from campaign.exchange.placing import draft_of, take_name
from campaign.file_rules import make_secret, sqlite_address
from campaign.folders import folder
from campaign.store.engine import PATIENCE, Store, file_engine, memory_engine
from campaign.store.error_text import locked, plainly
from campaign.store.given_up import given_up, in_short, played_otherwise
from campaign.store.lock_holder import file_holder
from campaign.store.remedies import ways_back
from campaign.store.revision import HEAD, UPGRADED
from campaign.values import dataclass

_PEOPLE_BESIDE = "0016"
_NAMES_LEFT = (
    ". The journal of the old file still has the names of players; in the new file the names are kept apart "
    "from the journal"
)
_SKIP = ("alembic_version",)


@dataclass(frozen=True, slots=True)
class Schema:
    """A series of migrations and the revision at its end."""

    scripts: Path
    head: str


def our_schema() -> Schema:
    """Return the migrations that came with this program."""
    return Schema(folder("migrations"), HEAD)


def config(schema: Schema, connection: Connection | None = None) -> Config:
    """Return Alembic's settings, made here without an alembic.ini."""
    made = Config()
    made.set_main_option("script_location", str(schema.scripts).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    if connection is not None:
        made.attributes["connection"] = connection
    return made


def migrate(connection: Connection, schema: Schema) -> None:
    """Run the missing migrations within the connection's transaction."""
    command.upgrade(config(schema, connection), schema.head)


def migrate_new_server(store: Store, schema: Schema | None = None) -> None:
    """Create the tables of the newest schema in an empty PostgreSQL database."""
    with plainly(store.name), store.engine.begin() as connection:
        migrate(connection, schema or our_schema())


def upgrade_server(store: Store, revision: str, schema: Schema | None = None, *, even_so: bool = False) -> str:
    """Upgrade a PostgreSQL database in one transaction, with all campaigns locked. Returns the line to show.
    ``even_so``: also if something is given up; without it, that raises OlderSchema.
    """
    schema = schema or our_schema()
    with plainly(store.name), store.engine.begin() as connection:
        connection.execute(text("select campaign_id from ledger order by campaign_id for update")).all()
        if not even_so:
            _nothing_given_up(connection, store.name, revision)
        migrate(connection, schema)
        connection.execute(text("update ledger set revision = :head"), {"head": schema.head})
        rules = played_otherwise(connection)
    return f"{UPGRADED} {store.name} from revision {revision} to {schema.head}{rules}"


def upgrade_file(path: Path, patience: float = PATIENCE, schema: Schema | None = None, *, even_so: bool = False) -> str:
    """Upgrade a campaign file. Returns the line to show. Raises StoreError; then the file is unchanged. ``even_so``:
    also if something is given up; without it, that raises OlderSchema.
    """
    schema = schema or our_schema()
    engine = file_engine(path, write=True, patience=patience, foreign_keys=False)
    copy: Path | None = None
    earlier: list[Path] = []
    try:
        with plainly(str(path)), engine.begin() as connection:
            revision = revision_of(connection)
            if revision == schema.head:
                return f"{path} was upgraded to revision {revision} by another program meanwhile"
            if not even_so:
                _nothing_given_up(connection, str(path), revision)
            earlier = _copies(path, revision)
            copy, left_over = _copy(path, revision, earlier), leftovers(connection)
            _upgrade_within(connection, schema, revision, str(path))
            rules = played_otherwise(connection)
        names = _NAMES_LEFT if revision < _PEOPLE_BESIDE <= schema.head else ""
        done = f"{UPGRADED} {path} from revision {revision} to {schema.head}; the old file is kept as {copy}{names}"
        return done + _told(left_over) + rules
    except BaseException:  # also one that comes with the commit, which a reader may hinder
        if copy is not None and copy not in earlier:
            copy.unlink(missing_ok=True)
        raise
    finally:
        engine.dispose()


def _nothing_given_up(connection: Connection, name: str, revision: str) -> None:
    if losses := given_up(connection):
        raise OlderSchema(
            f"{name} was written by an earlier version of the program (file revision {revision}) and was not "
            f"upgraded: {in_short(losses)}. To see these losses and upgrade after a question: campaign upgrade"
        )


def upgraded_in_memory(path: Path, patience: float = PATIENCE, schema: Schema | None = None) -> Engine:
    """Return an upgraded copy of an older file, in memory, for a command that only reads."""
    schema = schema or our_schema()
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    with (
        plainly(str(path)),
        closing(sqlite3.connect(sqlite_address(path.resolve(), "ro"), uri=True, timeout=patience)) as file,
    ):
        try:
            file.execute("begin")
            file.execute(
                "select count(*) from sqlite_master"
            ).fetchone()  # waits as long as it may; copying would wait for ever
            file.backup(memory)
        except sqlite3.Error as fault:
            if "locked" in str(fault):
                raise locked(str(path), file_holder(path)) from fault
            raise StoreError(f"{path} cannot be read: {fault}") from fault
        engine = memory_engine(memory)
        with engine.begin() as connection:
            _upgrade_within(connection, schema, revision_of(connection), str(path))
    memory.execute("pragma foreign_keys=on")
    memory.execute("pragma query_only=on")
    return engine


def revision_of(connection: Connection) -> str:
    return str(connection.execute(text("select version_num from alembic_version")).scalar_one())


def upgrade_in_place(connection: Connection, name: str, schema: Schema | None = None) -> None:
    """Upgrade within a transaction a file that no other program uses; no copy is made. Foreign keys must be off."""
    _upgrade_within(connection, schema or our_schema(), revision_of(connection), name)


_UNFINISHED = "_alembic_tmp_"
"""Start of the names of tables into which an upgrade copies rows. Ours leaves none behind, as it is one transaction."""


def leftovers(connection: Connection) -> list[str]:
    """Return the tables that an unfinished upgrade by another program left in a SQLite database."""
    found = "select name from sqlite_master where type = 'table' and substr(name, 1, ?) = ? order by name"
    return list(connection.exec_driver_sql(found, (len(_UNFINISHED), _UNFINISHED)).scalars())


def _remove_leftovers(connection: Connection, name: str) -> None:
    """Remove the copies that an unfinished upgrade left, which would be in the way. Raises StoreError for one whose
    table is gone: then it may hold the only rows.
    """
    present = "select 1 from sqlite_master where type = 'table' and name = ?"
    for table in leftovers(connection):
        original = table.removeprefix(_UNFINISHED)
        if connection.exec_driver_sql(present, (original,)).scalar() is None:
            raise StoreError(
                f"{name} cannot be upgraded: an earlier upgrade broke off and left the table {table} without "
                f"the table {original}; nothing was changed. To continue, "
                f"{ways_back(name)}"
            )
        connection.exec_driver_sql(f'drop table "{table}"')


def _told(left_over: list[str]) -> str:
    return f"; without {', '.join(left_over)}, which an unfinished upgrade had left in it" if left_over else ""


def _upgrade_within(connection: Connection, schema: Schema, revision: str, name: str) -> None:
    """Migrate a SQLite database and make sure that nothing was lost. Foreign keys must be off."""
    _remove_leftovers(connection, name)
    before = contents(connection)
    migrate(connection, schema)
    if broken := connection.exec_driver_sql("pragma foreign_key_check").all():
        raise StoreError(
            f"{name} cannot be upgraded: {len(broken)} rows of the table {broken[0][0]} would refer to rows "
            "that do not exist; nothing was changed"
        )
    _nothing_lost(before, contents(connection), _reinterpreted(schema, revision), name)
    connection.exec_driver_sql("update ledger set revision = ?", (schema.head,))
    connection.exec_driver_sql(f"pragma user_version={int(schema.head)}")


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a table: the number of rows and a hash of every column, rows in order of the primary key."""

    rows: int
    columns: dict[str, str]


def contents(connection: Connection) -> dict[str, Contents]:
    """Return the contents of every table of a SQLite database."""
    tables = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name"
    names = connection.exec_driver_sql(tables).scalars().all()
    return {name: _contents_of(connection, name) for name in names if name not in _SKIP}


def _contents_of(connection: Connection, table: str) -> Contents:
    columns = connection.exec_driver_sql(f'pragma table_info("{table}")').all()
    names = [column[1] for column in columns]
    keys = [f'"{column[1]}"' for column in sorted(columns, key=lambda column: int(column[5])) if column[5]] or ["rowid"]
    hashes: dict[str, Any] = {name: sha256() for name in names}
    count = 0
    column_list = ", ".join(f'"{name}"' for name in names)
    for row in connection.exec_driver_sql(f'select {column_list} from "{table}" order by {", ".join(keys)}'):
        count += 1
        for name, value in zip(names, row, strict=True):
            hashes[name].update(f"{value!r}\n".encode())
    return Contents(count, {name: made.hexdigest() for name, made in hashes.items()})


def _nothing_lost(
    before: dict[str, Contents], after: dict[str, Contents], changed_tables: Collection[str], name: str
) -> None:
    for table in before.keys() & after.keys():
        was, now = before[table], after[table]
        if table in changed_tables:
            continue
        if was.rows != now.rows:
            raise StoreError(
                f"{name} cannot be upgraded: the table {table} had {was.rows} rows and would have {now.rows} "
                "rows; nothing was changed"
            )
        for column in was.columns.keys() & now.columns.keys():
            if was.columns[column] != now.columns[column] and f"{table}.{column}" not in changed_tables:
                raise StoreError(
                    f"{name} cannot be upgraded: the upgrade would change values in {table}.{column}; nothing "
                    "was changed"
                )


def migration(revision: str) -> Any:
    """Return the module of one of our migrations, for what an import of older exports does too."""
    script = ScriptDirectory.from_config(config(our_schema())).get_revision(revision)
    assert script is not None, revision
    return script.module


def _reinterpreted(schema: Schema, revision: str) -> set[str]:
    scripts = ScriptDirectory.from_config(config(schema))
    steps = scripts.iterate_revisions(schema.head, revision)
    return {name for step in steps for name in getattr(step.module, "reinterprets", ())}


def _copies(path: Path, revision: str) -> list[Path]:
    """Return the copies that earlier upgrades from this revision left beside the file."""
    return sorted(path.parent.glob(f"{escape(f'{path.stem}-revision-{revision}-')}*{escape(path.suffix)}"))


def _copy(path: Path, revision: str, earlier: Iterable[Path]) -> Path:
    """Return a copy of the present file, made by a second connection while the first holds the write lock, and compared
    before it counts. If an upgrade that broke off left the same copy, byte for byte, that one is returned: each more
    would hold the names of players once more.
    """
    copy = _free_name(path, revision)
    draft = draft_of(copy)
    try:
        with closing(sqlite3.connect(sqlite_address(path.resolve(), "ro"), uri=True, isolation_level=None)) as file:
            make_secret(draft)
            file.execute("vacuum into ?", (str(draft),))
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        if not _is_like(draft, path):
            raise StoreError(f"{path} cannot be upgraded: its copy {copy} differs from the original. Check the disk")
        for other in earlier:
            if cmp(draft, other, shallow=False):
                return other
        take_name(draft, copy)
    except (OSError, sqlite3.Error) as fault:
        raise StoreError(f"{path} cannot be upgraded: no copy of it can be made at {copy} ({fault})") from fault
    finally:
        draft.unlink(missing_ok=True)
    return copy


def _is_like(copy: Path, path: Path) -> bool:
    """Return whether the copy is sound and every table holds the same as in the original."""
    original, copied = file_engine(path, write=False), file_engine(copy, write=False)
    with original.connect() as before, copied.connect() as after:
        return after.exec_driver_sql("pragma quick_check").scalar_one() == "ok" and contents(before) == contents(after)


def _free_name(path: Path, revision: str) -> Path:
    stem = f"{path.stem}-revision-{revision}-{today().isoformat()}"
    names = (path.with_name(f"{stem}{f'-{n}' if n > 1 else ''}{path.suffix}") for n in range(1, 1000))
    for name in names:
        if not name.exists():
            return name
    raise StoreError(
        f"{path} cannot be upgraded: the folder already holds a thousand copies that were made today. Move some "
        "of the copies away"
    )
