"""Images: the changes of a flush, row by row, as plain JSON values.

An image is ``[table, id, before, after]``: ``before`` is null for a new row, ``after`` null for an erased one; for a
change both hold the changed columns only. Columns go by their name in the database, without campaign_id and id; enums
by value, dates as text. A flush is a list of images sorted by table and id; an entry holds its flushes in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import Enum
from functools import cache, partial
from typing import Any

from sqlalchemy import Boolean, Column, Date, Integer, Table
from sqlalchemy import Enum as Words
from sqlalchemy.types import JSON

from campaign.rows.table import Journalled, journalled
from campaign.values import dataclass

Values = dict[str, Any]
Image = tuple[str, int, Values | None, Values | None]
Flush = list[Image]
KEYS = ("campaign_id", "id")


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a journalled table: the attribute it is mapped to, whether it needs a value, and the conversion to
    JSON and back.
    """

    attribute: str
    column: str
    needed: bool
    to_json: Callable[[Any], Any]
    from_json: Callable[[Any], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The form in which the rows of one table are written down. ``attributes``: the keys and then those of the fields;
    ``self_links``: columns that name a row of the same table; ``converted``: the fields that JSON has in another form;
    ``blank``: the values of a new row by attribute; ``made``: the makers of those that are made for each row anew;
    ``needed``: the attributes that need a value.
    """

    model: type[Journalled]
    table: Table
    attributes: tuple[str, ...]
    fields: tuple[Field, ...]
    by_attribute: Mapping[str, Field]
    by_column: Mapping[str, Field]
    natural: tuple[str, ...]
    self_links: tuple[str, ...]
    links: Mapping[str, str]
    converted: tuple[Field, ...]
    blank: Mapping[str, Any]
    made: tuple[tuple[str, Callable[[], Any]], ...]
    needed: tuple[str, ...]


def _whole(value: Any) -> int | None:
    if value is None or type(value) is int:
        return value
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{value!r} is not a whole number")


def _truth(value: Any) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise TypeError(f"{value!r} must be yes or no")


def _text(value: Any) -> str | None:
    if value is None or type(value) is str:
        return value
    if isinstance(value, Enum):
        return str(value._value_)  # as ``value.value``, which takes long
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{value!r} is not a text")


def _day(value: Any) -> str | None:
    if value is None or isinstance(value, date):
        return None if value is None else value.isoformat()
    raise TypeError(f"{value!r} is not a date")


def _same(value: Any) -> Any:
    return value


def _made(column: Column[Any]) -> Callable[[], Any] | None:
    """Return the function that makes a column's value in a new row; None if all new rows have the same."""
    default: Any = column.default
    return partial(default.arg, None) if default is not None and default.is_callable else None


def _blank(column: Column[Any]) -> Any:
    """Return a column's value in every new row, unless it is made anew."""
    default: Any = column.default
    return None if default is None or default.is_callable else default.arg


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
    """Return the form in which rows of this table are written down."""
    if model not in _SHEETS:
        _SHEETS[model] = _sheet(model)
    return _SHEETS[model]


def _sheet(model: type[Journalled]) -> Sheet:
    table = model.__table__
    named = {name: table.c[column.name] for name, column in model.columns.items() if name not in KEYS}
    fields = tuple(_field(attribute, column) for attribute, column in named.items())
    links = {
        key.column_keys[-1]: key.elements[-1].target_fullname.split(".")[0]
        for key in table.foreign_key_constraints
        if key.column_keys[-1] != "campaign_id"
    }
    return Sheet(
        model,
        table,
        (*KEYS, *(field.attribute for field in fields)),
        fields,
        {field.attribute: field for field in fields},
        {field.column: field for field in fields},
        model.natural,
        tuple(column for column, target in links.items() if target == table.name),
        links,
        tuple(field for field in fields if field.from_json is not _same),
        {attribute: _blank(column) for attribute, column in named.items()},
        tuple((attribute, make) for attribute, column in named.items() if (make := _made(column)) is not None),
        tuple(field.attribute for field in fields if field.needed),
    )


@cache
def sheets() -> Mapping[str, Sheet]:
    """Return the sheets by table name, each after those it links to."""
    return {written.table.name: written for written in map(sheet, journalled())}


def values_to_json(written: Sheet, values: Iterable[Any]) -> Values:
    """Return the values of a row's fields, given in the order of the sheet, by column."""
    return {field.column: field.to_json(value) for field, value in zip(written.fields, values, strict=True)}


def new_values(written: Sheet, names: Sequence[str]) -> Callable[[Sequence[Any]], Values]:
    """Return the function that makes the values of a new row, by column, from those of these attributes in their order;
    the others are those of every new row. Raises TypeError for an unknown or missing column, as the function does for
    an empty one.
    """
    if unknown := set(names) - written.blank.keys():
        raise TypeError(f"{written.model.__name__} has no column {min(unknown)!r}")
    given = [written.by_attribute[name] for name in names]
    columns, to_json = [field.column for field in given], [field.to_json for field in given]
    blank = dict(sorted(values_to_json(written, written.blank.values()).items()))  # in the order of canonical text
    made = [(written.by_attribute[name].column, make) for name, make in written.made if name not in names]
    needed = {field.column: field.attribute for field in written.fields if field.needed}
    filled = {*columns, *(column for column, _ in made)}
    if missing := [name for column, name in needed.items() if blank[column] is None and column not in filled]:
        raise TypeError(f"a new {written.model.__name__} needs {missing[0]}")

    def values_of_new(values: Sequence[Any]) -> Values:
        row = blank.copy()
        for column, convert, value in zip(columns, to_json, values, strict=True):
            if value is None and column in needed:
                raise TypeError(f"a new {written.model.__name__} needs {needed[column]}")
            row[column] = convert(value)
        for column, make in made:
            row[column] = make()
        return row

    return values_of_new


def image_of_changed(written: Sheet, ident: int, before: Iterable[Any], after: Iterable[Any]) -> Image | None:
    """Return the image of a row's change; None if no column is different."""
    set_again = (
        (field, field.to_json(old), field.to_json(new))
        for field, old, new in zip(written.fields, before, after, strict=True)
        if old is not new
    )
    different = [(field.column, old, new) for field, old, new in set_again if old != new]
    if not different:
        return None
    return (
        written.table.name,
        ident,
        {column: old for column, old, _ in different},
        {column: new for column, _, new in different},
    )


def fold(flushes: Iterable[Iterable[Image]]) -> list[Image]:
    """Return the net change of every row over several flushes, sorted by table and id."""
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
