"""The rows of a campaign in its database, read by plain statements without mapped objects: one statement a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import JSON, Column, ColumnElement, Connection, Enum, Select, Text, bindparam, case, cast, select
from sqlalchemy import type_coerce as as_type

from campaign.rows.column import Criterion
from campaign.rows.images import Sheet, Values, values_to_json
from campaign.rows.rewind import raw_columns

ROWS_AT_A_TIME: Final = 1000
"""Rows of which columns are fetched at a time; all rows of a large table at once would take more memory than what is
made from them."""


@cache
def _all_of(written: Sheet) -> Select[Any]:
    """Return the statement that selects every column of every row of a campaign, by id."""
    columns = written.table.c
    chosen = (columns.campaign_id, columns.id, *(columns[field.column] for field in written.fields))
    return select(*chosen).where(columns.campaign_id == bindparam("campaign")).order_by(columns.id)


@cache
def _one_of(written: Sheet) -> Select[Any]:
    """Return the statement that selects every column of the row with an id."""
    return _all_of(written).where(written.table.c.id == bindparam("ident"))


@cache
def _raw_of(written: Sheet) -> Select[Any]:
    """Return the statement that selects every row of a campaign, by id, as it is stored."""
    columns = written.table.c
    of_campaign = columns.campaign_id == bindparam("campaign")
    return select(columns.id, *raw_columns(written)).where(of_campaign).order_by(columns.id)


@cache
def _columns_of(written: Sheet, names: tuple[str, ...]) -> Select[Any]:
    """Return the statement that selects these columns of every row of a campaign, by id."""
    columns = written.table.c
    of_campaign = columns.campaign_id == bindparam("campaign")
    return select(*(_as_written(columns[name]) for name in names)).where(of_campaign).order_by(columns.id)


def _as_written(column: Column[Any]) -> ColumnElement[Any]:
    """Return a column without the conversions of the mapping: over very many rows, looking words up is faster than
    making enums, and parsing JSON takes time.
    """
    if isinstance(column.type, JSON):
        return case((cast(column, Text).not_in(("[]", "{}")), column))
    return as_type(column, Text) if isinstance(column.type, Enum) else column


class StoredRows:
    """The rows of one campaign in a database: a ``page.Source``."""

    def __init__(self, connection: Connection, campaign: int) -> None:
        self._connection, self._campaign = connection, campaign

    def _ask(self, statement: Select[Any], **parameters: Any) -> list[Any]:
        return list(self._connection.execute(statement, {"campaign": self._campaign, **parameters}).all())

    def whole(self, written: Sheet) -> Iterable[Sequence[Any]]:
        """Return every row of the campaign, by id."""
        return self._ask(_all_of(written))

    def part(self, written: Sheet, criteria: Iterable[Criterion]) -> Iterable[Sequence[Any]]:
        """Return the rows that fit, by id."""
        return self._ask(_all_of(written).where(*criteria))

    def single(self, written: Sheet, ident: int) -> Sequence[Any] | None:
        """Return the row with that id."""
        rows = self._ask(_one_of(written), ident=ident)
        return rows[0] if rows else None

    def columns(self, written: Sheet, names: Sequence[str]) -> Iterator[Any]:
        """Yield these columns of every row, by id, as ``page.plain_columns`` has them."""
        answer = self._connection.execute(_columns_of(written, tuple(names)), {"campaign": self._campaign})
        for rows in answer.partitions(ROWS_AT_A_TIME):
            yield from rows

    def as_json(self, written: Sheet) -> dict[int, Values]:
        """Return every row in its journal form, by id, words as they are stored."""
        return {row[0]: values_to_json(written, row[1:]) for row in self._ask(_raw_of(written))}
