"""Conversion between the values of a scenario and the rows of a campaign, by the names of the fields that both have.

    columns_of(value, model, ids) -> {column: value}     the columns that a new row takes from a value; its links by ids
    in_columns(value, model, ids) -> [value, ...]        the same without their names (``names_of_columns``)
    value_of(cls, row, keys, ...) -> value               the fields that a value takes from a row; its links by keys

Fields that only one of them has, or has in another form (a strength, an arrival), are converted by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from campaign.model import Journalled
from campaign.rows.images import sheet
from campaign.rows.row import model_of
from campaign.terms.attributes import Attribute, attributes, fields_of
from campaign.values import is_dataclass

Value = TypeVar("Value")
Ids = Mapping[str, Mapping[str, int]]
"""Ids by key, for each kind of thing to which a link points."""
Keys = Mapping[str, Mapping[int, str]]
"""Keys by id, for each kind of thing. Anything not listed is not shown."""


def shared(cls: type, model: type) -> tuple[tuple[Attribute, str], ...]:
    """Return the attributes of a value that the rows of a table have too, each with its column."""
    return _shared(cls, model)


@cache
def _shared(cls: type, model: type) -> tuple[tuple[Attribute, str], ...]:
    columns = sheet(model).by_attribute
    named = ((a, f"{a.field}_id" if a.link else a.field) for a in attributes(cls) if a.is_kept)
    return tuple((attribute, column) for attribute, column in named if column in columns)


class _Reader(NamedTuple):
    """A reader of a value's fields, the columns in the same order, and the places among them of links, each with the
    kind of thing that it points to, and of lists.
    """

    read: Callable[[Any], tuple[Any, ...]]
    columns: tuple[str, ...]
    links: tuple[tuple[int, str], ...]
    series: tuple[int, ...]


@cache
def _reader(cls: type, model: type) -> _Reader:
    both = shared(cls, model)
    return _Reader(
        attrgetter(*(attribute.field for attribute, _ in both)),
        tuple(column for _, column in both),
        tuple((at, attribute.link) for at, (attribute, _) in enumerate(both) if attribute.link),
        tuple(at for at, (attribute, _) in enumerate(both) if get_origin(attribute.kind) is tuple),
    )


def columns_of(value: Any, model: type, ids: Ids) -> dict[str, Any]:
    """Return the columns that a new row takes from a value."""
    return dict(zip(names_of_columns(type(value), model), in_columns(value, model, ids), strict=True))


def names_of_columns(cls: type, model: type) -> tuple[str, ...]:
    """Return the names of the columns that a new row takes from a value of this class."""
    return _reader(cls, model).columns


def in_columns(value: Any, model: type, ids: Ids) -> list[Any]:
    """Return the values of the columns that a new row takes from a value, in the order of ``names_of_columns``."""
    reader = _reader(type(value), model)  # type: ignore[arg-type]  # to mypy type[Any] has no hash
    held = list(reader.read(value))
    for at, kind in reader.links:
        if (key := held[at]) is not None:
            held[at] = ids[kind][key]
    for at in reader.series:
        if (parts := held[at]) is not None:
            held[at] = [_plain(part) for part in parts]
    return held


def _plain(part: Any) -> Any:
    return fields_of(part) if is_dataclass(part) else list(part)


def value_of(cls: type[Value], row: Journalled, keys: Keys, **facts: Any) -> Value:
    """Return a value made from a row. ``facts``: fields that the row lacks or has in another form."""
    fields = {}
    for attribute, column in shared(cls, model_of(row)):
        held = getattr(row, column)
        if attribute.link:
            held = keys[attribute.link].get(held)
        fields[attribute.field] = _series(attribute.kind, held) if isinstance(held, list) else held
    return cls(**{**fields, **facts})


def _series(kind: Any, parts: list[Any]) -> tuple[Any, ...]:
    kind_of_part: Any = get_args(kind)[0]
    return tuple(kind_of_part(**part) if isinstance(part, dict) else tuple(map(int, part)) for part in parts)
