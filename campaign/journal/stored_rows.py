"""The rows of a campaign as its database has them, asked for by plain statements: one a question, no objects mapped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import JSON, Column, ColumnElement, Connection, Enum, Select, Text, bindparam, case, cast, select
from sqlalchemy import type_coerce as as_type

from campaign.journal.images import Sheet, Values, values_to_json
from campaign.journal.rewind import raw_columns
from campaign.model.column import Criterion


@cache
def _all_of(written: Sheet) -> Select[Any]:
    """Every column of every row of a campaign, by id."""
    columns = written.table.c
    chosen = (columns.campaign_id, columns.id, *(columns[field.column] for field in written.fields))
    return select(*chosen).where(columns.campaign_id == bindparam("campaign")).order_by(columns.id)


def _as_written(column: Column[Any]) -> ColumnElement[Any]:
    """A column without what the mapping makes of it: of very many rows, words are looked up sooner than made enums of,
    and a JSON text takes time to read."""
    if isinstance(column.type, JSON):
        return case((cast(column, Text).not_in(("[]", "{}")), column))
    return as_type(column, Text) if isinstance(column.type, Enum) else column


class StoredRows:
    """A ``pages.Source``: the rows of one campaign in a database."""

    def __init__(self, connection: Connection, campaign: int) -> None:
        self._connection, self._campaign = connection, campaign

    def _ask(self, statement: Select[Any], **parameters: Any) -> list[Any]:
        return list(self._connection.execute(statement, {"campaign": self._campaign, **parameters}))

    def whole(self, written: Sheet) -> Iterable[Sequence[Any]]:
        """Every row of the campaign, by id."""
        return self._ask(_all_of(written))

    def part(self, written: Sheet, criteria: Iterable[Criterion]) -> Iterable[Sequence[Any]]:
        """The rows that fit, by id."""
        return self._ask(_all_of(written).where(*criteria))

    def single(self, written: Sheet, ident: int) -> Sequence[Any] | None:
        """The row with that id."""
        rows = self._ask(_all_of(written).where(written.table.c.id == bindparam("ident")), ident=ident)
        return rows[0] if rows else None

    def columns(self, written: Sheet, names: Sequence[str]) -> list[Any]:
        """These columns of every row, by id, as ``pages.plain_columns`` has them."""
        table = written.table.c
        statement = select(*(_as_written(table[name]) for name in names)).order_by(table.id)
        return self._ask(statement.where(table.campaign_id == bindparam("campaign")))

    def as_json(self, written: Sheet) -> dict[int, Values]:
        """Every row in its journal form, by id, words as they are stored."""
        columns = raw_columns(written)
        statement = select(written.table.c.id, *columns).order_by(written.table.c.id)
        rows = self._ask(statement.where(written.table.c.campaign_id == bindparam("campaign")))
        return {row[0]: values_to_json(written, row[1:]) for row in rows}
