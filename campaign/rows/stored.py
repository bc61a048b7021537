"""The rows of a campaign in its database, read by plain statements without mapped objects: one statement a question,
and none for what was read before of the same state (``rows.kept``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from sqlalchemy import JSON, Column, ColumnElement, Connection, Enum, Select, Text, bindparam, case, cast, select
from sqlalchemy import type_coerce as as_type

from campaign.rows.column import Criterion
from campaign.rows.images import KEYS, Field, Flush, Sheet, Values, sheets, values_to_json
from campaign.rows.kept import Tables, without
from campaign.rows.rewind import raw_columns

Answer = TypeVar("Answer")

_IDENT: Final = KEYS.index("id")
"""Place of the id among the values of a row."""
_AT_ONCE: Final = 500
"""Ids that are named in one statement."""
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
    return select(columns.id, *raw_columns(written.fields, written)).where(of_campaign).order_by(columns.id)


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
    transaction sees; None if nothing is kept. ``holds``: no table is read twice.
    """

    def __init__(self, connection: Connection, campaign: int, kept: Tables | None = None) -> None:
        self.connection, self.campaign, self.kept = connection, campaign, kept
        self.holds = False

    def hold(self, kept: Tables) -> None:
        """Read each table whole when it is first asked for, and not again in this transaction: rows in the form of the
        journal, and those that an undo compares with its images, are of that reading too. ``kept``: tables that were
        read already, to which it adds.
        """
        self.kept, self.holds = kept, True

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
            values = list(by_id.get(ident, (self.campaign, ident, *(None for _ in written.fields))))
            for column, value in after.items():
                place, field = places[column]
                values[place] = field.from_json(value)
            by_id[ident] = tuple(values)
        return [by_id[ident] for ident in sorted(by_id)]

    def written_by_others(self) -> None:
        """Forget all that was read: it is not known which tables were written."""
        if self.kept is not None:
            self.kept = {}
        self.holds = False

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
        return list(self.connection.execute(statement, {"campaign": self.campaign, **parameters}).all())

    def whole(self, written: Sheet) -> Iterable[Sequence[Any]]:
        """Return every row of the campaign, by id."""
        return self.once((written.table.name,), lambda: self._ask(_all_of(written)))

    def part(self, written: Sheet, criteria: Iterable[Criterion]) -> Iterable[Sequence[Any]]:
        """Return the rows that fit, by id; all rows, if those were read before."""
        table, which = written.table.name, tuple(criteria)
        if self.holds or self._has_whole(table):
            return self.whole(written)
        return self.once((table, "part", *which), lambda: self._ask(_all_of(written).where(*which)))

    def single(self, written: Sheet, ident: int) -> Sequence[Any] | None:
        table = written.table.name
        if self.holds or self._has_whole(table):
            return self._by_id(written).get(ident)
        rows = self.once((table, "row", ident), lambda: self._ask(_one_of(written), ident=ident))
        return rows[0] if rows else None

    def some(self, written: Sheet, ids: Sequence[int], columns: Collection[str]) -> dict[int, Values]:
        """Return these columns of the rows with these ids, in their journal form, by id."""
        fields = [(place, field) for place, field in enumerate(written.fields, len(KEYS)) if field.column in columns]
        if self.holds:
            by_id = self._by_id(written)
            held = ((ident, by_id[ident]) for ident in ids if ident in by_id)
            return {ident: {f.column: f.to_json(row[place]) for place, f in fields} for ident, row in held}
        return self._some_of([field for _, field in fields], written, ids)

    def _some_of(self, fields: Sequence[Field], written: Sheet, ids: Sequence[int]) -> dict[int, Values]:
        table, result = written.table, dict[int, Values]()
        for start in range(0, len(ids), _AT_ONCE):
            these = table.c.campaign_id == self.campaign, table.c.id.in_(ids[start : start + _AT_ONCE])
            for row in self.connection.execute(select(table.c.id, *raw_columns(fields, written)).where(*these)):
                result[row[0]] = {f.column: f.to_json(value) for f, value in zip(fields, row[1:], strict=True)}
        return result

    def _has_whole(self, table: str) -> bool:
        return self.kept is not None and (table,) in self.kept

    def _by_id(self, written: Sheet) -> dict[int, Sequence[Any]]:
        return self.once((written.table.name, "by id"), lambda: {row[_IDENT]: row for row in self.whole(written)})

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
        answer = self.connection.execute(_columns_of(written, tuple(names)), {"campaign": self.campaign})
        for rows in answer.partitions(ROWS_AT_A_TIME):
            yield from rows

    def as_json(self, written: Sheet) -> dict[int, Values]:
        """Return every row in its journal form, by id. Words are as they are stored, also those that the program does
        not know; where rows are held, such a word raises LookupError.
        """
        if self.holds:
            return {row[_IDENT]: values_to_json(written, row[len(KEYS) :]) for row in self.whole(written)}
        return {row[0]: values_to_json(written, row[1:]) for row in self._ask(_raw_of(written))}
