"""Rows on a board: plain objects with the columns of their table, without any connection to the database.

    laid_out(Battalion, values, watcher)    a Battalion with these values, in the order of its sheet
    copied(row)                             the same with another value, on no board: changing it changes nothing else

A row tells its watcher, the page of its table (``campaign.rows.page``), before a value of it is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, TypeVar

from campaign.rows.images import sheet
from campaign.rows.table import Journalled

Row = TypeVar("Row", bound=Journalled)


class Watcher(Protocol):
    """The interface of an object that is told of changes to rows."""

    def note(self, row: Any, attribute: str, value: Any) -> None:
        """Note that a value of the row is about to be changed."""
        ...


class _Plain(NamedTuple):
    """The two classes of a table's rows, and a reader of all columns. A row is made ``bare``, which fills its slots in
    one call past the watcher, and then becomes ``watched``. To set the slots one by one takes three times as long
    (``tests/benchmarks/bench_rows.py``).
    """

    bare: type[Any]
    watched: type[Any]
    values: Callable[[Any], tuple[Any, ...]]


_PLAIN: dict[type[Journalled], _Plain] = {}


def _set(row: Any, attribute: str, value: Any) -> None:
    watcher: Watcher | None = row.watcher
    if watcher is not None:
        watcher.note(row, attribute, value)
    object.__setattr__(row, attribute, value)


def _plain(model: type[Journalled]) -> _Plain:
    """Return subclasses of the table's class whose columns are slots: they are set and read without calling the
    columns.
    """
    if model not in _PLAIN:
        table_class = getattr(model, "table_class", model)  # a row's own class stands for its table's
        slots = (*sheet(table_class).attributes, "watcher")
        body = {"table_class": table_class, "__module__": model.__module__}
        bare = type(model.__name__, (table_class,), {"__slots__": slots, "__init__": _filling(slots), **body})
        watched = type(model.__name__, (bare,), {"__slots__": (), "__setattr__": _set, **body})
        _PLAIN[model] = _Plain(bare, watched, attrgetter(*slots[:-1]))
    return _PLAIN[model]


def _filling(slots: Iterable[str]) -> Callable[..., None]:
    """Return the ``__init__`` that takes a value for each slot in turn, written out as a dataclass would have it."""
    lines = "".join(f"\n    row_.{slot} = {slot}" for slot in slots)
    made: dict[str, Any] = {}
    exec(f"def __init__(row_, {', '.join(slots)}):{lines}", made)
    filling: Callable[..., None] = made["__init__"]
    return filling


def laid_out(model: type[Row], values: Iterable[Any], watcher: Watcher | None = None) -> Row:
    """Return a row with these values, in the order of its sheet; ``watcher`` is told before one of them is changed.
    Raises TypeError for a value too many or too few.
    """
    plain = _plain(model)
    row: Row = plain.bare(*values, watcher)
    row.__class__ = plain.watched
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
