"""Rows on a board: plain objects with the columns of their table, without any connection to the database.

    laid_out(Battalion, values, watcher)    a Battalion with these values, in the order of its sheet
    copied(row)                             the same with another value, on no board: changing it changes nothing else

A row tells its watcher, the page of its table (``campaign.journal.pages``), before a value of it is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, TypeVar

from campaign.journal.images import sheet
from campaign.model import Journalled

Row = TypeVar("Row", bound=Journalled)


class Watcher(Protocol):
    """The interface of an object that is told of changes to rows."""

    def note(self, row: Any, attribute: str, value: Any) -> None:
        """Note that a value of the row is about to be changed."""
        ...


class _Plain(NamedTuple):
    """The plain class of a table's rows, a setter for their slots that tells no watcher, and a reader of all
    columns.
    """

    row_class: type[Any]
    setters: tuple[Callable[[Any, Any], None], ...]
    values: Callable[[Any], tuple[Any, ...]]


_PLAIN: dict[type[Journalled], _Plain] = {}


def _set(row: Any, attribute: str, value: Any) -> None:
    watcher: Watcher | None = row.watcher
    if watcher is not None:
        watcher.note(row, attribute, value)
    object.__setattr__(row, attribute, value)


def _plain(model: type[Journalled]) -> _Plain:
    """Return a subclass of the table's class whose columns are slots: they are set and read without calling the
    columns.
    """
    if model not in _PLAIN:
        slots = (*sheet(model).attributes, "watcher")
        body = {"__slots__": slots, "__setattr__": _set, "table_class": model, "__module__": model.__module__}
        row_class = type(model.__name__, (model,), body)
        _PLAIN[model] = _Plain(
            row_class, tuple(vars(row_class)[name].__set__ for name in slots), attrgetter(*slots[:-1])
        )
    return _PLAIN[model]


def laid_out(model: type[Row], values: Iterable[Any], watcher: Watcher | None = None) -> Row:
    """Return a row with these values, in the order of its sheet; ``watcher`` is told before one of them is changed."""
    plain = _plain(model)
    row: Row = object.__new__(plain.row_class)
    for put, value in zip(plain.setters, (*values, watcher), strict=True):
        put(row, value)
    return row


def model_of(row: Row) -> type[Row]:
    """Return the mapped class of a row's table, which is also the class of a row that was never on a board."""
    model: type[Row] = getattr(type(row), "table_class", type(row))
    return model


def values_of(row: Journalled) -> tuple[Any, ...]:
    """Return the values of a row, in the order of its sheet."""
    return _plain(model_of(row)).values(row)


def copied(row: Row, **others: Any) -> Row:
    """Return a copy of a row with these values changed, on no board. Raises TypeError for a column that its table does
    not have.
    """
    model = model_of(row)
    values = dict(zip(sheet(model).attributes, values_of(row), strict=True))
    if unknown := sorted(others.keys() - values.keys()):
        raise TypeError(f"{model.__name__} has no column {unknown[0]!r}")
    return laid_out(model, {**values, **others}.values())
