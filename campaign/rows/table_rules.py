"""The rules of the tables, asked of rows in plain words: which row would break one, and what it would be.

A database refuses such a row with the name of the rule alone, and only when the row is written. Here the SQL of the
same rules is asked of the values of a row, in memory, so both databases give the same answer before and after a write.

broken(written, rows) -> (id, what the row would be), to follow its name; rows may hold the columns ``ruled`` alone
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from functools import cache
from re import findall
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Enum

from campaign.rows.images import Sheet, Values
from campaign.rows.table import SAYS


def broken(written: Sheet, rows: Mapping[int, Values]) -> Iterator[tuple[int, str]]:
    """Yield the rows, given in their journal form by id, that break a rule of their table, with what they would be:
    ``would be surrounded, but is neither destroyed nor captured``.
    """
    for column, words in _words(written).items():
        for ident, row in rows.items():
            if row[column] is not None and row[column] not in words:
                yield ident, f"would have {column.replace('_', ' ')} {row[column]!r}, a word that is not allowed there"
    columns, says = _rules(written)
    if not (rows and says):
        return
    memory = sqlite3.connect(":memory:")
    try:
        make, put, asked = _questions(written)
        memory.execute(make)
        memory.executemany(put, [[ident, *(row[column] for column in columns)] for ident, row in rows.items()])
        for ident, *answers in memory.execute(asked):
            yield from ((ident, text) for kept, text in zip(answers, says, strict=True) if kept == 0)
    finally:
        memory.close()


def _checks(written: Sheet) -> list[CheckConstraint]:
    checks = [c for c in written.table.constraints if isinstance(c, CheckConstraint) and SAYS in c.info]
    return sorted(checks, key=lambda check: str(check.name))


@cache
def _rules(written: Sheet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns of which the rules of a table speak, and what a row would be that breaks each rule."""
    checks = _checks(written)
    named = {word for check in checks for word in findall(r"\w+", str(check.sqltext))}
    columns = tuple(
        f.column for f in written.fields if f.column in named and not isinstance(written.table.c[f.column].type, JSON)
    )
    return columns, tuple(str(check.info[SAYS]) for check in checks)


@cache
def _questions(written: Sheet) -> tuple[str, str, str]:
    """Return the SQL that makes a table for rows, puts one there, and asks for each that breaks a rule (null is kept,
    as in a database) how it answers all of them.
    """
    columns, rules = _rules(written)[0], [f"({check.sqltext})" for check in _checks(written)]
    names = ", ".join(f'"{column}"' for column in ("id", *columns))
    marks = ", ".join("?" for _ in ("id", *columns))
    breaks = " or ".join(f"{rule} = 0" for rule in rules)
    asked = f'select "id", {", ".join(rules)} from asked where {breaks} order by rowid'
    return f"create table asked ({names})", f"insert into asked values ({marks})", asked


@cache
def ruled(written: Sheet) -> tuple[str, ...]:
    """Return the columns of which the rules of a table speak."""
    columns = {*_rules(written)[0], *_words(written)}
    return tuple(field.column for field in written.fields if field.column in columns)


@cache
def _words(written: Sheet) -> Mapping[str, frozenset[Any]]:
    """Return the words that are allowed in each column of words."""
    kinds = {field.column: written.table.c[field.column].type for field in written.fields}
    return {column: frozenset(kind.enums) for column, kind in kinds.items() if isinstance(kind, Enum)}
