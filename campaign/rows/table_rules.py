"""The rules of the tables, asked of rows in plain words: which row would break one, and what it would be.

A database refuses such a row with the name of the rule alone, and only when the row is written. Here the SQL of the
same rules is asked of the values of a row, in memory, so both databases give the same answer before and after a write.

broken(written, rows) -> (id, what the row would be), to follow its name
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Enum

from campaign.rows.images import Sheet, Values
from campaign.rows.table import SAYS


def broken(written: Sheet, rows: Mapping[int, Values]) -> Iterator[tuple[int, str]]:
    """Yield the rows, given in their journal form by id, that break a rule of their table, with what they would be:
    ``would be surrounded, but is neither destroyed nor captured``.
    """
    if not rows:
        return
    asked, columns, says = question(written)
    memory = sqlite3.connect(":memory:")
    try:
        for ident, row in rows.items():
            for column, words in _words(written).items():
                if row[column] is not None and row[column] not in words:
                    yield (
                        ident,
                        f"would have {column.replace('_', ' ')} {row[column]!r}, a word that is not allowed there",
                    )
            answers = memory.execute(asked, [ident, *(row[column] for column in columns)]).fetchone() if says else ()
            yield from ((ident, text) for kept, text in zip(answers, says, strict=True) if kept == 0)
    finally:
        memory.close()


@cache
def question(written: Sheet) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the SQL that asks a row for all rules of its table (null is kept, as in a database), the columns to which
    its values are bound after the id, and what a row would be that breaks each rule.
    """
    checks = [c for c in written.table.constraints if isinstance(c, CheckConstraint) and SAYS in c.info]
    checks.sort(key=lambda check: str(check.name))
    columns = tuple(f.column for f in written.fields if not isinstance(written.table.c[f.column].type, JSON))
    values = ", ".join(f'? as "{column}"' for column in ("id", *columns))
    rules = ", ".join(f"({check.sqltext})" for check in checks)
    return f"select {rules} from (select {values})", columns, tuple(str(check.info[SAYS]) for check in checks)


@cache
def _words(written: Sheet) -> Mapping[str, frozenset[Any]]:
    """Return the words that are allowed in each column of words."""
    kinds = {field.column: written.table.c[field.column].type for field in written.fields}
    return {column: frozenset(kind.enums) for column, kind in kinds.items() if isinstance(kind, Enum)}
