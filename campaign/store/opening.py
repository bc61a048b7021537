"""Opening and creating stores: checks of the file's type and schema, and the upgrade of older ones."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, inspect, select, text

from campaign.errors import NewerSchema, NotACampaign, NotFound, OlderSchema, Refused, StoreError
from campaign.model import Campaign
from campaign.rows.kept import KeptRows
from campaign.store.engine import PATIENCE, Store, called, file_engine, file_path, server_engine, server_url
from campaign.store.error_text import plainly
from campaign.store.file_type import WITH_DB, Tell, look, look_and_tell, refuse_newer
from campaign.store.remedies import to_rescue, to_restore
from campaign.store.revision import HEAD
from campaign.terms.words import did_you_mean, listing


def open_store(
    where: str | Path,
    *,
    write: bool,
    patience: float = PATIENCE,
    way: str = WITH_DB,
    pooled: int = 0,
    rows: KeptRows | None = None,
) -> Store:
    """Open an existing database.

    To write, an older file is upgraded first and ``notes`` says so; to read, an older file is answered for by an
    upgraded copy in memory. ``patience``: seconds to wait for another writer; ``way``: how the user names another file;
    ``pooled``: the number of connections to a server that a program which runs for hours keeps open; ``rows``: keeps
    what is read of it. Raises StoreError in one of its forms.
    """
    url = server_url(where)
    if url is not None:
        return _open_server(url, write=write, patience=patience, pooled=pooled, rows=rows)
    path = file_path(where)
    looks = look(path, write=write, patience=patience, way=way)
    refuse_newer(looks, path)
    notes = looks.notes
    if looks.user_version == int(HEAD):
        return Store(file_engine(path, write=write, patience=patience), str(path), write, notes, rows)
    from campaign.store.upgrading import upgrade_file, upgraded_in_memory

    if not write:
        return Store(upgraded_in_memory(path, patience), str(path), False, notes, rows)
    notes = (*notes, upgrade_file(path, patience))
    return Store(file_engine(path, write=True, patience=patience), str(path), True, notes, rows)


@contextmanager
def opened(
    where: str | Path,
    *,
    write: bool,
    patience: float = PATIENCE,
    way: str = WITH_DB,
    pooled: int = 0,
    rows: KeptRows | None = None,
) -> Iterator[Store]:
    """Open an existing database as ``open_store`` does, and close it at the end."""
    store = open_store(where, write=write, patience=patience, way=way, pooled=pooled, rows=rows)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def creating(where: str | Path, *, patience: float = PATIENCE) -> Iterator[Store]:
    """Create a new, empty store for a campaign to start in. The file gets its name only if the block ends without an
    error; otherwise nothing stays behind.

    On PostgreSQL the tables are made if the database has none. Raises StoreError if the file is there already.
    """
    url = server_url(where)
    if url is not None:
        store = _create_on_server(url, patience)
        try:
            yield store
        finally:
            store.close()
        return
    path = file_path(where)
    _refuse_existing(path)
    from campaign.exchange.placing import draft_of

    draft = draft_of(path)
    try:
        store = _create_file(draft, path, patience)
        try:
            yield store
        finally:
            store.close()
        _put_in_place(draft, path)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def create(where: str | Path, *, patience: float = PATIENCE) -> Store:
    """Return a new, empty store, open for writing."""
    with creating(where, patience=patience):
        pass
    return open_store(where, write=True, patience=patience)


def given_up_by(where: str | Path, tell: Tell, *, patience: float = PATIENCE) -> tuple[str, ...]:
    """Return what the upgrade of a database would give up, a line for each campaign: nothing if it has this program's
    schema. A change that was cut off is undone first, and told at once. Raises StoreError.
    """
    url = server_url(where)
    if url is None:
        path = file_path(where)
        looks = look_and_tell(path, tell, patience=patience)
        refuse_newer(looks, path)
        is_ours = looks.user_version == int(HEAD)
        store = Store(file_engine(path, write=False, patience=patience), str(path), False)
    else:
        store = Store(server_engine(url, write=False, patience=patience), called(url), False)
        is_ours = _server_revision(store) >= HEAD
    from campaign.store.given_up import given_up, in_full

    try:
        with plainly(store.name), store.engine.connect() as connection:
            return () if is_ours else in_full(given_up(connection))
    finally:
        store.close()


def upgrade(where: str | Path, *, patience: float = PATIENCE, even_so: bool = False) -> str:
    """Bring a database to this program's schema (``campaign upgrade``). Returns the lines to show. ``even_so``: also if
    something is given up; without it, that raises OlderSchema.
    """
    url = server_url(where)
    if url is None:
        path = file_path(where)
        looks = look(path, write=True, patience=patience)
        refuse_newer(looks, path)
        if looks.user_version == int(HEAD):
            refuse_contradiction(path)
            return "\n".join((*looks.notes, f"{path} is up to date (revision {HEAD})"))
        from campaign.store.upgrading import upgrade_file

        return "\n".join((*looks.notes, upgrade_file(path, patience, even_so=even_so)))
    store = Store(server_engine(url, write=True, patience=patience), called(url), True)
    try:
        revision = _server_revision(store)
        _compare(revision, store.name, older_is_wrong=False)
        if revision == HEAD:
            return f"{store.name} is up to date (revision {HEAD})"
        from campaign.store.upgrading import upgrade_server

        return upgrade_server(store, revision, even_so=even_so)
    finally:
        store.close()


def number_of(connection: Connection, name: str | None = None) -> int:
    """Return the id of the campaign of the given name, or of the only one there is. Raises NotFound, or Refused if a
    name is needed.
    """
    table = Campaign.__table__.c
    query = select(table.id) if name is None else select(table.id).where(table.name == name)
    result = connection.scalars(query.order_by(table.id).limit(2)).all()
    if len(result) == 1:
        return int(result[0])
    names = names_of(connection)
    if name is not None:
        contents_text = f"its campaigns are {', '.join(names)}" if names else "it is empty"
        raise NotFound(f"there is no campaign {name!r} in this database: {contents_text}{did_you_mean(name, names)}")
    if not names:
        raise NotFound("this database has no campaign yet. Start a campaign: campaign new SCENARIO")
    raise Refused(f"this database has several campaigns. Choose a campaign with --campaign: {', '.join(names)}")


def names_of(connection: Connection) -> list[str]:
    """Return the names of all campaigns in the database, in the order in which they were started."""
    table = Campaign.__table__.c
    return list(connection.scalars(select(table.name).order_by(table.id)))


def refuse_contradiction(path: Path) -> None:
    """Raise StoreError for a file whose first bytes state this program's revision and whose tables state another."""
    with plainly(str(path)), file_engine(path, write=False).connect() as connection:
        stated = {str(connection.execute(text("select version_num from alembic_version")).scalar())}
        stated |= {str(revision) for revision in connection.execute(text("select revision from ledger")).scalars()}
    if other := sorted(stated - {HEAD}):
        raise StoreError(
            f"{path} is damaged: its first bytes give the file revision {HEAD}, but its tables give "
            f"{listing(other)}. Restore a backup ({to_restore(str(path))}), or save what can be read "
            f"({to_rescue(str(path))})"
        )


def _refuse_existing(path: Path) -> None:
    if path.is_dir():
        raise StoreError(f"{path} is a folder. Give the name of a new file, such as {path / 'campaign.db'}")
    if path.exists() or path.is_symlink():
        raise StoreError(
            f"{path} already exists and is not overwritten. Choose another file with --db, or move this file away"
        )
    if not path.parent.is_dir():
        raise StoreError(f"the folder {path.parent} does not exist. Make it first, or choose another file with --db")
    if not os.access(path.parent, os.W_OK):
        raise StoreError(f"the folder {path.parent} is read-only. Choose another file with --db")


def _create_file(draft: Path, path: Path, patience: float) -> Store:
    from campaign.store.new_file import write_new_file

    write_new_file(draft, str(path))
    return Store(file_engine(draft, write=True, name=str(path), patience=patience), str(path), True)


def _put_in_place(draft: Path, path: Path) -> None:
    """Give the finished file its name, never replacing another file."""
    from campaign.exchange.placing import take_name

    try:
        take_name(draft, path)
    except FileExistsError as fault:
        raise StoreError(
            f"another program has just made {path}, which will not be overwritten. Choose another file with --db"
        ) from fault
    except OSError as fault:
        raise StoreError(f"{path} cannot be made: {fault.strerror or fault}") from fault


def _open_server(url: URL, *, write: bool, patience: float, pooled: int, rows: KeptRows | None) -> Store:
    store = Store(server_engine(url, write=write, patience=patience, pooled=pooled), called(url), write, rows=rows)
    try:
        _compare(_server_revision(store), store.name, older_is_wrong=True)
    except BaseException:
        store.close()
        raise
    return store


def _create_on_server(url: URL, patience: float) -> Store:
    store = Store(server_engine(url, write=True, patience=patience), called(url), True)
    with plainly(store.name), store.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        _compare(_server_revision(store), store.name, older_is_wrong=True)
    elif tables:
        theirs = ", ".join(sorted(tables)[:3])
        raise NotACampaign(
            f"{store.name} has the tables of another program ({theirs}). Make an empty database for the campaigns"
        )
    else:
        from campaign.store.upgrading import migrate_new_server

        migrate_new_server(store)
    return store


def _server_revision(store: Store) -> str:
    with plainly(store.name), store.engine.connect() as connection:
        tables = set(inspect(connection).get_table_names())
        if not {"alembic_version", "campaign", "ledger"} <= tables:
            why = "has the tables of another program" if tables else "is empty"
            raise NotACampaign(
                f"{store.name} is not a campaign database: it {why}. Start a campaign in an empty database: "
                "campaign new SCENARIO --db URL"
            )
        return str(connection.execute(text("select version_num from alembic_version")).scalar_one())


def _compare(revision: str, name: str, *, older_is_wrong: bool) -> None:
    if revision > HEAD:
        raise NewerSchema(
            f"{name} was written by a later version of the program (file revision {revision}, this program "
            f"reads up to {HEAD}). Install the newer version"
        )
    if revision < HEAD and older_is_wrong:
        raise OlderSchema(
            f"{name} was written by an earlier version of the program (file revision {revision}, this program "
            f"needs {HEAD}). First type: campaign upgrade"
        )
