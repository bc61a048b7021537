"""What a flush changed, row by row, as plain JSON values.

An image is ``[table, id, before, after]``: ``before`` is null for a new row, ``after`` null for an erased one; for a
change both hold the changed columns only. Columns go by their name in the database, without campaign_id and id;
enums by value, dates as text. A flush is a list of images sorted by table and id; an entry holds its flushes in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache
from typing import Any

from sqlalchemy import Boolean, Column, Date, Integer, Table, inspect
from sqlalchemy import Enum as Words
from sqlalchemy.orm import InstanceState, LoaderCallableStatus
from sqlalchemy.types import JSON

from campaign.errors import StoreError
from campaign.model import JOURNALLED, Journalled

Values = dict[str, Any]
Image = tuple[str, int, Values | None, Values | None]
Flush = list[Image]


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a journalled table: the attribute it is mapped to, whether it must have a value, and the way to JSON
    and back."""

    attribute: str
    column: str
    needed: bool
    to_json: Callable[[Any], Any]
    from_json: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the rows of one table are written down. ``self_links``: columns that name a row of the same table."""

    model: type[Journalled]
    table: Table
    fields: tuple[Field, ...]
    by_attribute: Mapping[str, Field]
    by_column: Mapping[str, Field]
    natural: tuple[str, ...]
    self_links: tuple[str, ...]
    links: Mapping[str, str]


def _whole(value: Any) -> int | None:
    if value is None or type(value) is int:
        return value
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{value!r} is no whole number")


def _truth(value: Any) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise TypeError(f"{value!r} is neither True nor False")


def _text(value: Any) -> str | None:
    if value is None or type(value) is str:
        return value
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{value!r} is no text")


def _day(value: Any) -> str | None:
    if value is None or isinstance(value, date):
        return None if value is None else value.isoformat()
    raise TypeError(f"{value!r} is no date")


def _same(value: Any) -> Any:
    return value


def _field(attribute: str, column: Column[Any]) -> Field:
    kind, needed = column.type, not column.nullable
    if isinstance(kind, JSON):
        return Field(attribute, column.name, False, _same, _same)
    if isinstance(kind, Words) and kind.enum_class is not None:
        words = kind.enum_class
        return Field(attribute, column.name, needed, _text, lambda value: None if value is None else words(value))
    if isinstance(kind, Boolean):
        return Field(attribute, column.name, needed, _truth, _same)
    if isinstance(kind, Integer):
        return Field(attribute, column.name, needed, _whole, _same)
    if isinstance(kind, Date):
        return Field(attribute, column.name, needed, _day, lambda value: value and date.fromisoformat(value))
    return Field(attribute, column.name, needed, _text, _same)


_SHEETS: dict[type[Journalled], Sheet] = {}


def sheet(model: type[Journalled]) -> Sheet:
    """How rows of this table are written down."""
    if model not in _SHEETS:
        _SHEETS[model] = _sheet(model)
    return _SHEETS[model]


def _sheet(model: type[Journalled]) -> Sheet:
    mapper = inspect(model)
    table = mapper.local_table
    assert isinstance(table, Table)
    fields = tuple(
        _field(prop.key, prop.columns[0])
        for prop in mapper.column_attrs
        if prop.columns[0].name not in ("campaign_id", "id")
    )
    links = {
        key.column_keys[-1]: key.referred_table.name
        for key in table.foreign_key_constraints
        if key.column_keys[-1] != "campaign_id"
    }
    return Sheet(
        model,
        table,
        fields,
        {field.attribute: field for field in fields},
        {field.column: field for field in fields},
        model.natural,
        tuple(column for column, target in links.items() if target == table.name),
        links,
    )


@cache
def sheets() -> Mapping[str, Sheet]:
    """By table name, each after those it links to."""
    return {written.table.name: written for written in map(sheet, JOURNALLED)}


def image_of_new(row: Journalled) -> Image:
    """A row that was inserted."""
    written, values = sheet(type(row)), inspect(row).dict
    if missing := [field.attribute for field in written.fields if field.attribute not in values]:
        raise StoreError(
            f"refused: {missing[0]} of the new {type(row).__name__} {row.id} is not known; new rows come from"
            " board.make"
        )
    return (
        written.table.name,
        row.id,
        None,
        {field.column: field.to_json(values[field.attribute]) for field in written.fields},
    )


def image_of_erased(row: Journalled) -> Image:
    """A row that was deleted, as it was in the database."""
    written, state = sheet(type(row)), inspect(row)
    return (
        written.table.name,
        row.id,
        {field.column: field.to_json(_stored(state, field.attribute)) for field in written.fields},
        None,
    )


def image_of_changed(row: Journalled) -> Image | None:
    """A row that was updated; None if no column is different."""
    written, state = sheet(type(row)), inspect(row)
    before, after = {}, {}
    for attribute in state.committed_state:
        field = written.by_attribute.get(attribute)
        if field is None:
            continue
        old, new = field.to_json(_stored(state, attribute)), field.to_json(state.dict[attribute])
        if old != new:
            before[field.column], after[field.column] = old, new
    return (written.table.name, row.id, before, after) if after else None


def _stored(state: InstanceState[Any], attribute: str) -> Any:
    """The value in the database before the flush."""
    value = state.committed_state.get(attribute, _UNKNOWN)
    if value is _UNKNOWN:
        value = state.dict.get(attribute, _UNKNOWN)
    if value is _UNKNOWN or isinstance(value, LoaderCallableStatus):
        raise StoreError(
            f"the old value of {attribute} of {state.class_.__name__} {state.dict.get('id')} is not known, "
            "so the change cannot be recorded: load the row before changing it"
        )
    return value


_UNKNOWN = object()


def fold(flushes: Iterable[Iterable[Image]]) -> list[Image]:
    """The net change of every row over several flushes, sorted by table and id."""
    net: dict[tuple[str, int], tuple[Values | None, Values | None]] = {}
    for flush in flushes:
        for table, ident, before, after in flush:
            if (table, ident) not in net:
                net[table, ident] = (before, after)
                continue
            was, now = net[table, ident]
            net[table, ident] = _joined(was, now, before, after)
    changed = ((table, ident, was, now) for (table, ident), (was, now) in sorted(net.items()))
    return [image for image in changed if image[2] != image[3]]


def _joined(
    was: Values | None, now: Values | None, before: Values | None, after: Values | None
) -> tuple[Values | None, Values | None]:
    if after is None:
        values = None if was is None else {**(before or {}), **was}
        return values, None
    if was is None:
        return None, {**(now or {}), **after}
    if now is None or before is None:
        return _different(was, after)
    return _different({**before, **was}, {**now, **after})


def _different(was: Values, now: Values) -> tuple[Values, Values]:
    columns = [column for column in now if was[column] != now[column]]
    return {column: was[column] for column in columns}, {column: now[column] for column in columns}
