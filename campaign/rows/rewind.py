"""Rewinding the database back and forth along the images of an entry.

Backwards, an entry's flushes are taken last one first; of each, erased rows are put back first (what is linked to
before what links to it), then table by table from the bottom up new rows are taken out and changed columns set back.
Forwards is the mirror image. So the database's own constraints hold at every step. Before anything is written, each row
must agree with the image.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    Connection,
    Enum,
    String,
    and_,
    bindparam,
    delete,
    insert,
    type_coerce,
    update,
)

from campaign.errors import StoreError
from campaign.rows.images import KEYS, Field, Flush, Image, Sheet, Values, sheets

if TYPE_CHECKING:
    from campaign.rows.stored import StoredRows


def wind(rows: StoredRows, flushes: Sequence[Flush], *, back: bool) -> None:
    """Undo (``back``) or redo the changes of these flushes in the database of these rows. Raises StoreError if a row
    has been altered since.
    """
    for flush in reversed(flushes) if back else flushes:
        images = [(table, ident, after, before) for table, ident, before, after in flush] if back else flush
        order, by_table = _by_table(images)
        for written in order:
            _compare(rows, written, by_table[written.table.name])
        (_backwards if back else _forwards)(rows.connection, rows.campaign, order, by_table)
        rows.written(images)


def write(connection: Connection, campaign: int, flush: Flush) -> None:
    """Write the changes of a flush to the database from which the board was read."""
    _forwards(connection, campaign, *_by_table(flush))


def in_steps(images: Flush) -> list[Flush]:
    """Return these changes in flushes that can each be written, and undone, as a whole: a link to a new row of the same
    table is set after that row exists.
    """
    new = {(table, ident) for table, ident, before, _ in images if before is None}
    first: Flush = []
    later: Flush = []
    self_links = {table: written.self_links for table, written in sheets().items()}
    for image in images:
        table, ident, before, after = image
        if before is None or after is None:
            first.append(image)
            continue
        links = {link for link in self_links[table] if (table, after.get(link)) in new}
        if not links:
            first.append(image)
            continue
        for flush, columns in ((first, after.keys() - links), (later, links)):
            if columns:
                flush.append((table, ident, {c: before[c] for c in columns}, {c: after[c] for c in columns}))
    return [flush for flush in (first, later) if flush]


def _by_table(images: Flush) -> tuple[list[Sheet], dict[str, list[Image]]]:
    by_table: dict[str, list[Image]] = {}
    for image in images:
        by_table.setdefault(image[0], []).append(image)
    return [written for name, written in sheets().items() if name in by_table], by_table


def _forwards(connection: Connection, campaign: int, order: list[Sheet], changes: dict[str, list[Image]]) -> None:
    for written in order:
        _update(connection, campaign, written, changes[written.table.name])
        _insert(connection, campaign, written, changes[written.table.name])
    for written in reversed(order):
        _delete(connection, campaign, written, changes[written.table.name])


def _backwards(connection: Connection, campaign: int, order: list[Sheet], changes: dict[str, list[Image]]) -> None:
    for written in order:
        _insert(connection, campaign, written, changes[written.table.name])
    for written in reversed(order):
        _delete(connection, campaign, written, changes[written.table.name])
        _update(connection, campaign, written, changes[written.table.name][::-1])


def _insert(connection: Connection, campaign: int, written: Sheet, images: Iterable[Image]) -> None:
    rows = {ident: after for _, ident, before, after in images if before is None and after is not None}
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        _insert_as_stored(connection, campaign, written, rows)
        return
    order = superiors_first(written, rows)
    values = [{"campaign_id": campaign, "id": ident, **from_json(written, rows[ident])} for ident in order]
    connection.execute(insert(written.table), values)


def _insert_as_stored(connection: Connection, campaign: int, written: Sheet, rows: dict[int, Values]) -> None:
    """Write new rows to SQLite, which stores a value as its image has it, and JSON as text. The rows go to the driver
    as they are: a campaign of 3,000 battalions starts with 75,000.
    """
    columns = tuple(written.by_column)
    made = [(at, _as_text(written.table.c[column], connection)) for at, column in enumerate(columns)]
    texts = [(at, as_text, as_text([])) for at, as_text in made if as_text is not None]
    held = itemgetter(*columns)
    stored = []
    for ident in superiors_first(written, rows):
        row = [campaign, ident, *held(rows[ident])]
        for at, as_text, nothing in texts:
            value = row[at + len(KEYS)]
            row[at + len(KEYS)] = nothing if value == [] else as_text(value)  # most lists of an opening are empty
        stored.append(tuple(row))
    connection.exec_driver_sql(_insertion(written), stored)


def _as_text(column: Column[Any], connection: Connection) -> Callable[[Any], Any] | None:
    """Return the function that makes the stored text of a JSON column; None for any other column."""
    if not isinstance(column.type, JSON):
        return None
    return column.type.dialect_impl(connection.dialect).bind_processor(connection.dialect)


@cache
def _insertion(written: Sheet) -> str:
    columns = (*KEYS, *written.by_column)
    names = ", ".join(f'"{column}"' for column in columns)
    return f'insert into "{written.table.name}" ({names}) values ({", ".join("?" * len(columns))})'


def _delete(connection: Connection, campaign: int, written: Sheet, images: Iterable[Image]) -> None:
    rows = {ident: before for _, ident, before, after in images if after is None and before is not None}
    if rows:
        table = written.table
        where = and_(table.c.campaign_id == campaign, table.c.id == bindparam("this_id"))
        connection.execute(
            delete(table).where(where), [{"this_id": ident} for ident in reversed(superiors_first(written, rows))]
        )


def _update(connection: Connection, campaign: int, written: Sheet, images: Iterable[Image]) -> None:
    """Write changed rows, those with the same columns together; unique names are passed on in the order of the
    images.
    """
    table = written.table
    changed = [(ident, after) for _, ident, before, after in images if before is not None and after is not None]
    names = {written.by_attribute[name].column for name in written.natural}
    together: dict[tuple[str, ...], list[tuple[int, Values]]] = {}
    in_order: list[tuple[int, Values]] = []
    for ident, after in changed:
        if after.keys() & names:
            in_order.append((ident, after))
        else:
            together.setdefault(tuple(sorted(after)), []).append((ident, after))
    runs = [(columns, list(run)) for columns, run in groupby(in_order, key=lambda change: tuple(sorted(change[1])))]
    for columns, rows in (*together.items(), *runs):
        if connection.dialect.name == "sqlite":
            _update_as_stored(connection, campaign, written, columns, rows)
            continue
        where = and_(table.c.campaign_id == campaign, table.c.id == bindparam("this_id"))
        statement = update(table).where(where).values({column: bindparam(f"new_{column}") for column in columns})
        connection.execute(
            statement, [{"this_id": ident, **from_json(written, after, "new_")} for ident, after in rows]
        )


def _update_as_stored(
    connection: Connection, campaign: int, written: Sheet, columns: tuple[str, ...], rows: list[tuple[int, Values]]
) -> None:
    """Write these columns of changed rows to SQLite, as ``_insert_as_stored`` writes new ones."""
    unknown = [column for column in columns if column not in written.by_column]
    if unknown:
        raise KeyError(unknown[0])
    as_texts = [_as_text(written.table.c[column], connection) for column in columns]
    stored = [
        (
            *(
                after[column] if as_text is None else as_text(after[column])
                for column, as_text in zip(columns, as_texts, strict=True)
            ),
            campaign,
            ident,
        )
        for ident, after in rows
    ]
    changes = ", ".join(f'"{column}" = ?' for column in columns)
    connection.exec_driver_sql(
        f'update "{written.table.name}" set {changes} where "campaign_id" = ? and "id" = ?', stored
    )


def superiors_first(written: Sheet, rows: dict[int, Values]) -> list[int]:
    """Return the ids in an order in which every row comes after the rows of its own table that it links to."""
    if not written.self_links:
        return sorted(rows)
    placed: dict[int, None] = {}
    for ident in sorted(rows):
        chain: list[int] = []
        ahead: int | None = ident
        while ahead in rows and ahead not in placed and ahead not in chain:
            chain.append(ahead)
            ahead = next((rows[ahead][column] for column in written.self_links if rows[ahead][column] in rows), None)
        placed.update(dict.fromkeys(reversed(chain)))
    return list(placed)


def from_json(written: Sheet, values: Values, prefix: str = "") -> Values:
    """Return plain JSON values in the types of the table's columns."""
    if strange := values.keys() - written.by_column.keys():
        raise KeyError(min(strange))
    typed = dict(values)
    for field in written.converted:
        if field.column in typed:
            typed[field.column] = field.from_json(typed[field.column])
    return {f"{prefix}{column}": value for column, value in typed.items()} if prefix else typed


def _compare(rows: StoredRows, written: Sheet, images: list[Image]) -> None:
    """Check that every row still agrees with the images."""
    columns = {column for _, _, expected, _ in images for column in expected or {}}
    rows_now = rows.some(written, [ident for _, ident, _, _ in images], columns)
    for _, ident, expected, _ in images:
        row = rows_now.get(ident)
        if expected is None and row is not None:
            raise _mismatch(written, ident, "it already exists")
        if expected is not None and row is None:
            raise _mismatch(written, ident, "it is missing")
        for column, value in (expected or {}).items():
            if row is not None and row[column] != value:
                raise _mismatch(written, ident, f"its {column} is {row[column]!r}, but the journal has {value!r}")


def _mismatch(written: Sheet, ident: int, trouble: str) -> StoreError:
    return StoreError(
        f"the journal and the database contradict each other about {written.table.name} {ident}: {trouble}; "
        "nothing was changed. Find out more: campaign doctor"
    )


def raw_columns(fields: Iterable[Field], written: Sheet) -> list[ColumnElement[Any]]:
    """Return the columns of these fields of a sheet to select, words as the text that is stored, so that a word unknown
    to the program can be read too.
    """
    columns = (written.table.c[field.column] for field in fields)
    return [type_coerce(column, String) if isinstance(column.type, Enum) else column for column in columns]
