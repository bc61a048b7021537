"""The rows of a campaign in its database, read by plain statements without mapped objects: one statement a question,
and none for what was read before of the same state (``rows.kept``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from sqlalchemy import JSON, Column, ColumnElement, Connection, Enum, Select, Text, bindparam, case, cast, select
from sqlalchemy import type_coerce as as_type

from campaign.rows.column import Criterion
from campaign.rows.images import KEYS, Flush, Sheet, Values, sheets, values_to_json
from campaign.rows.kept import Tables, without
from campaign.rows.rewind import raw_columns

Answer = TypeVar("Answer")

_IDENT: Final = KEYS.index("id")
"""Place of the id among the values of a row."""
ROWS_AT_A_TIME: Final = 1000
"""Rows of which columns are fetched at a time: the driver's rows of a large table, all at once, would be there beside
what is made from them."""


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


def _columns_of_rows(written: Sheet, rows: Iterable[Sequence[Any]], names: Sequence[str]) -> Iterator[Any]:
    """Yield these columns of rows as ``page.plain_columns`` does of rows on a board."""
    places = {field.column: (place, field.to_json) for place, field in enumerate(written.fields, start=len(KEYS))}
    asked = [places.get(name, (_IDENT, int)) for name in names]
    for row in rows:
        yield tuple(
            [
                None if not (value := to_json(row[place])) and type(value) in (list, dict) else value
                for place, to_json in asked
            ]
        )


def _as_written(column: Column[Any]) -> ColumnElement[Any]:
    """Return a column without the conversions of the mapping: over very many rows, looking words up is faster than
    making enums, and parsing JSON takes time.
    """
    if isinstance(column.type, JSON):
        return case((cast(column, Text).not_in(("[]", "{}")), column))
    return as_type(column, Text) if isinstance(column.type, Enum) else column


class StoredRows:
    """The rows of one campaign in a database: a ``page.Source``. ``kept``: what was read before of the state that the
    transaction sees; None if nothing is kept.
    """

    def __init__(self, connection: Connection, campaign: int, kept: Tables | None = None) -> None:
        self._connection, self._campaign, self.kept = connection, campaign, kept

    def written(self, flush: Flush) -> None:
        """Bring what was read up to date after these changes of the database, given as a journal's text has them. A
        table that was not read whole is read again when it is asked for; other transactions still see it as it was.
        """
        if self.kept is None:
            return
        by_table: dict[str, Flush] = {}
        for image in flush:
            by_table.setdefault(image[0], []).append(image)
        known = {table: self.kept[table,] for table in by_table if (table,) in self.kept}
        self.kept = without(self.kept, by_table)
        for table, rows in known.items():
            changed = self._changed(sheets()[table], rows, by_table[table])
            if changed is not None:
                self.kept[table,] = changed

    def _changed(self, written: Sheet, rows: Iterable[Sequence[Any]], images: Flush) -> list[Sequence[Any]] | None:
        """Return the rows of a table, by id, after these changes; None if they are not changes of these rows."""
        by_id = {row[_IDENT]: row for row in rows}
        places = {field.column: (place, field) for place, field in enumerate(written.fields, start=len(KEYS))}
        for _, ident, before, after in images:
            if (before is None) == (ident in by_id):
                return None
            if after is None:
                del by_id[ident]
                continue
            values = list(by_id.get(ident, (self._campaign, ident, *(None for _ in written.fields))))
            for column, value in after.items():
                place, field = places[column]
                values[place] = field.from_json(value)
            by_id[ident] = tuple(values)
        return [by_id[ident] for ident in sorted(by_id)]

    def written_by_others(self) -> None:
        """Forget all that was read: it is not known which tables were written."""
        if self.kept is not None:
            self.kept = {}

    def written_beside(self, table: str) -> None:
        """Forget what was made of a table that is written otherwise than by images, such as that of the entries."""
        if self.kept is not None:
            self.kept = without(self.kept, {table})

    def once(self, asked: tuple[Any, ...], ask: Callable[[], Answer]) -> Answer:
        """Return an answer of the database that was given before, or else ask for it. ``asked``: the table, then what
        of it; callers must not change the answer.
        """
        if self.kept is None:
            return ask()
        if asked not in self.kept:
            self.kept[asked] = ask()
        answer: Answer = self.kept[asked]
        return answer

    def _ask(self, statement: Select[Any], **parameters: Any) -> list[Any]:
        return list(self._connection.execute(statement, {"campaign": self._campaign, **parameters}).all())

    def whole(self, written: Sheet) -> Iterable[Sequence[Any]]:
        """Return every row of the campaign, by id."""
        return self.once((written.table.name,), lambda: self._ask(_all_of(written)))

    def part(self, written: Sheet, criteria: Iterable[Criterion]) -> Iterable[Sequence[Any]]:
        """Return the rows that fit, by id; all rows, if those were read before."""
        table, which = written.table.name, tuple(criteria)
        if self.kept is not None and (table,) in self.kept:
            return self.whole(written)
        return self.once((table, "part", *which), lambda: self._ask(_all_of(written).where(*which)))

    def single(self, written: Sheet, ident: int) -> Sequence[Any] | None:
        """Return the row with that id."""
        table = written.table.name
        if self.kept is not None and (table,) in self.kept:
            by_id = self.once((table, "by id"), lambda: {row[_IDENT]: row for row in self.whole(written)})
            return by_id.get(ident)
        rows = self.once((table, "row", ident), lambda: self._ask(_one_of(written), ident=ident))
        return rows[0] if rows else None

    def columns(self, written: Sheet, names: Sequence[str]) -> Iterable[Any]:
        """Return these columns of every row, by id, as ``page.plain_columns`` has them. Where rows are kept, these are
        kept too: a list of tuples (67 kB for the map of Market Garden) saves each later transaction a statement.
        """
        if self.kept is None:
            return self._columns(written, names)
        table = written.table.name
        if (table,) in self.kept:
            return self.once(
                (table, "columns", *names), lambda: list(_columns_of_rows(written, self.whole(written), names))
            )
        return self.once((table, "columns", *names), lambda: list(self._columns(written, names)))

    def _columns(self, written: Sheet, names: Sequence[str]) -> Iterator[Any]:
        answer = self._connection.execute(_columns_of(written, tuple(names)), {"campaign": self._campaign})
        for rows in answer.partitions(ROWS_AT_A_TIME):
            yield from rows

    def as_json(self, written: Sheet) -> dict[int, Values]:
        """Return every row in its journal form, by id, words as they are stored."""
        return {row[0]: values_to_json(written, row[1:]) for row in self._ask(_raw_of(written))}
