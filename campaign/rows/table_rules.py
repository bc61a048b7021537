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
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules of a table. ``columns``: those of which they speak; ``says``: what a row would be that breaks each;
    ``words``: those that are allowed in each column of words; ``make``, ``put``, ``ask``: the SQL that makes a table
    for rows, puts one there, and asks for each that breaks a rule (null is kept, as in a database) how it answers all
    of them.
    """

    columns: tuple[str, ...]
    says: tuple[str, ...]
    words: Mapping[str, frozenset[Any]]
    make: str
    put: str
    ask: str


def broken(written: Sheet, rows: Mapping[int, Values]) -> Iterator[tuple[int, str]]:
    """Yield the rows, given in their journal form by id, that break a rule of their table, with what they would be:
    ``would be surrounded, but is neither destroyed nor captured``.
    """
    rules = rules_of(written)
    for column, words in rules.words.items():
        for ident, row in rows.items():
            if row[column] is not None and row[column] not in words:
                yield ident, f"would have {column.replace('_', ' ')} {row[column]!r}, a word that is not allowed there"
    if not (rows and rules.says):
        return
    memory = sqlite3.connect(":memory:")
    try:
        memory.execute(rules.make)
        memory.executemany(
            rules.put, [[ident, *(row[column] for column in rules.columns)] for ident, row in rows.items()]
        )
        for ident, *answers in memory.execute(rules.ask):
            yield from ((ident, text) for kept, text in zip(answers, rules.says, strict=True) if kept == 0)
    finally:
        memory.close()


def ruled(written: Sheet) -> tuple[str, ...]:
    """Return the columns of which the rules of a table speak, words among them."""
    rules = rules_of(written)
    return tuple(dict.fromkeys((*rules.columns, *rules.words)))


@cache
def rules_of(written: Sheet) -> TableRules:
    """Return the rules of a table, worked out once; ``rules_of.cache_clear()`` after a table was given another one."""
    types = {field.column: written.table.c[field.column].type for field in written.fields}
    checks = sorted(
        (c for c in written.table.constraints if isinstance(c, CheckConstraint) and SAYS in c.info),
        key=lambda check: str(check.name),
    )
    named = {word for check in checks for word in findall(r"\w+", str(check.sqltext))}
    columns = tuple(column for column, kind in types.items() if column in named and not isinstance(kind, JSON))
    rules = [f"({check.sqltext})" for check in checks]
    names = ", ".join(f'"{column}"' for column in ("id", *columns))
    marks = ", ".join("?" for _ in ("id", *columns))
    breaks = " or ".join(f"{rule} = 0" for rule in rules)
    return TableRules(
        columns,
        tuple(str(check.info[SAYS]) for check in checks),
        {column: frozenset(kind.enums) for column, kind in types.items() if isinstance(kind, Enum)},
        f"create table asked ({names})",
        f"insert into asked values ({marks})",
        f'select "id", {", ".join(rules)} from asked where {breaks} order by rowid',
    )
