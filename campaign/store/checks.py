"""Checks of the database file that SQLite can make without knowing campaigns; a server makes its own."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import text

from campaign.store.engine import Store
from campaign.store.error_text import plainly
from campaign.store.remedies import to_restore

_MOST = 20


_TRIGGERS = text(
    "select event_object_table, trigger_name from information_schema.triggers where trigger_schema = current_schema()"
)


def file_faults(store: Store) -> tuple[str, ...]:
    """Return SQLite's messages on damaged pages and links of a file, and any triggers and the like in the database.

    Raises StoreError if it cannot be read at all.
    """
    if not store.is_sqlite:
        with plainly(store.name), store.engine.connect() as connection:
            return _triggers(store.name, sorted({(row[0], row[1]) for row in connection.execute(_TRIGGERS)}))
    with plainly(store.name), store.engine.connect() as connection:
        pages = connection.exec_driver_sql(f"pragma quick_check({_MOST})").scalars().all()
        links = connection.exec_driver_sql("pragma foreign_key_check").all()
        acting = connection.exec_driver_sql(
            "select tbl_name, name from sqlite_master where type = 'trigger' order by 1, 2"
        ).all()
    faults = [f"the file is damaged: {' '.join(str(page).split())}" for page in pages if page != "ok"]
    faults += [
        f"row {link[1]} of the table {link[0]} refers to a row of {link[2]} that does not exist"
        for link in links[:_MOST]
    ]
    return (*faults, *_triggers(store.name, [(row[0], row[1]) for row in acting]))


def _triggers(name: str, acting: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return an error for each trigger, since the program's own schema has none: changes by a trigger are in no entry
    of the journal.
    """
    return tuple(
        (
            f"the table {table} has a trigger, {trigger}, which this program did not make. It changes data without "
            f"the journal. Remove the trigger (drop trigger), or restore a backup with {to_restore(name)}"
        )
        for table, trigger in acting
    )
