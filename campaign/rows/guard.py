"""The guard on a board's connection: no write passes that the journal cannot see.

Only SELECT and SAVEPOINT pass; INSERT, UPDATE and DELETE pass while the board flushes or the journal itself writes.
Statements are judged by the execution context, not by the first word: a recursive SELECT begins with WITH, and so does
a DELETE.

This covers what SQLAlchemy sends. Statements sent past it, by the driver's own connection or cursor, SQLite refuses
itself: ``query_only`` is on except while the board may write. PostgreSQL has no such switch within a transaction that
has begun; there such a write is found by ``campaign doctor``, which compares every row with the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ReleaseSavepointClause, RollbackToSavepointClause, SavepointClause, TextClause
from sqlalchemy.sql.selectable import TextualSelect

from campaign.errors import StoreError

_TEXTS = (TextClause, TextualSelect)
_SAVEPOINTS = (SavepointClause, RollbackToSavepointClause, ReleaseSavepointClause)


def guard(connection: Connection, may_write: Callable[[], bool]) -> None:
    """Refuse every statement on this connection that writes while ``may_write()`` is false, by raising StoreError at
    the statement.
    """

    @event.listens_for(connection, "before_cursor_execute")
    def _(conn: Connection, cursor: Any, statement: str, parameters: Any, context: Any, executemany: bool) -> None:
        if not (may_write() or _only_reads(context, statement)):
            words = " ".join(statement.split())
            raise StoreError(
                f"{words[:80]!r} was refused, because it would change the database without the journal. Change "
                "rows on the board instead"
            )


def seal(connection: Connection) -> Callable[[bool], None]:
    """Return a switch on the database itself: called with False it refuses every change of data, with True it allows
    them (SQLite only).
    """
    if connection.dialect.name != "sqlite":
        return lambda may_write: None
    handle: Any = connection.connection.driver_connection

    def switch(may_write: bool) -> None:
        handle.execute("pragma query_only=off" if may_write else "pragma query_only=on")

    return switch


def _only_reads(context: Any, statement: str) -> bool:
    compiled = getattr(context, "compiled", None)
    if isinstance(compiled, SQLCompiler) and not isinstance(compiled.statement, _TEXTS):
        element: Any = compiled.statement
        if isinstance(element, _SAVEPOINTS):
            return True
        return bool(element.is_select) and not any(cte.element.is_dml for cte in compiled.ctes or ())
    return statement.lstrip()[:7].lower() == "select " and ";" not in statement and " into " not in statement.lower()
