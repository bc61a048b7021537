"""Columns of the tables in Python: on a row they are its values, on a table's class they build queries.

    class Dump(Journalled):
        __tablename__ = "dump"
        place_id: Column[int]
        name: Column[str] = Column(Line, default="")

    dump.place_id                               the value of a row
    Dump.place_id == 7, Dump.name.in_(names)    a ``Criterion``: tested on rows, or asked of a database

SQLAlchemy's tables are made of them when they are first asked for; nothing maps objects to them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from copy import copy
from datetime import date
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, get_args, overload

import sqlalchemy as sa
from sqlalchemy.sql import operators

from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.rows.table import Base

Value = TypeVar("Value")
Row = TypeVar("Row", bound="Base")
Comparison = Callable[[Any, Any], Any]

_KINDS: Final[dict[Any, Any]] = {int: sa.Integer, bool: sa.Boolean, date: sa.Date}
"""Type of a column whose kind is given in Python only."""
_TESTS: Final[dict[Comparison, Comparison]] = {
    operators.in_op: lambda value, values: value in values,
    operators.is_: operator.is_,
    operators.is_not: operator.is_not,
}
"""Python's comparisons for those that SQL expresses in words."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """The comparison of a table's column with a value."""

    table_class: type[Base]
    attribute: str
    compare: Comparison
    value: Any

    def is_of(self, table_class: type[Base]) -> bool:
        """Return whether the criterion can be tested on a row of that table alone."""
        return self.table_class is table_class and not isinstance(self.value, Column)

    def fitting(self, rows: Iterable[Row]) -> list[Row]:
        """Return the rows that satisfy the criterion. As in SQL, nothing is equal to or different from a missing
        value.
        """
        attribute, value = self.attribute, self.value
        if self.compare is operator.eq:
            return [row for row in rows if getattr(row, attribute) == value]
        if self.compare not in (operators.is_, operators.is_not):
            rows = [row for row in rows if getattr(row, attribute) is not None]
        meets = _TESTS.get(self.compare, self.compare)
        return [row for row in rows if meets(getattr(row, attribute), value)]

    def __clause_element__(self) -> sa.ColumnElement[bool]:
        clause: sa.ColumnElement[bool] = self.compare(
            self.table_class.__table__.c[self.table_class.columns[self.attribute].name], self.value
        )
        return clause


class Column(Generic[Value]):
    """A column. ``kind``: the SQL type, if the Python type does not determine it; ``name``: its name in the database,
    if it differs from Python's; ``refers_to``: the column that it links to; other options are those of SQLAlchemy's
    columns.
    """

    __hash__ = object.__hash__

    def __init__(self, kind: Any = None, *, name: str = "", refers_to: str = "", **options: Any) -> None:
        self.name = name
        self._kind, self._refers_to, self._options = kind, refers_to, options
        self.table_class: type[Base] | None = None
        self.attribute = ""

    def of(self, table_class: type[Base], attribute: str) -> Column[Value]:
        """Return the same column for a subclass with a table of its own."""
        column = copy(self)
        column.name, column.table_class, column.attribute = self.name or attribute, table_class, attribute
        return column

    def written(self, hint: Any) -> sa.Column[Any]:
        """Return the SQLAlchemy column. ``hint``: the type with which it was declared."""
        (held,) = get_args(hint)
        kinds = get_args(held) or (held,)
        kind = self._kind if self._kind is not None else _KINDS[kinds[0]]
        links = (sa.ForeignKey(self._refers_to),) if self._refers_to else ()
        return sa.Column(self.name, kind, *links, nullable=NoneType in kinds, **self._options)

    # Of a row and of the class ---------------------------------------------------------------------------------------
    @overload
    def __get__(self, row: None, table_class: type[Base]) -> Column[Value]: ...
    @overload
    def __get__(self, row: Base, table_class: type[Base]) -> Value: ...
    def __get__(self, row: Base | None, table_class: type[Base]) -> Column[Value] | Value:
        return self if row is None else vars(row).get(self.attribute)  # type: ignore[return-value]

    def __set__(self, row: Base, value: Value) -> None:
        vars(row)[self.attribute] = value

    # Asking ----------------------------------------------------------------------------------------------------------
    def __clause_element__(self) -> sa.ColumnElement[Value]:
        assert self.table_class is not None
        return self.table_class.__table__.c[self.name]

    def _compared(self, compare: Comparison, value: object) -> Criterion:
        assert self.table_class is not None
        return Criterion(self.table_class, self.attribute, compare, value)

    def __eq__(self, value: object) -> Criterion:  # type: ignore[override]
        return self._compared(operators.is_ if value is None else operator.eq, value)

    def __ne__(self, value: object) -> Criterion:  # type: ignore[override]
        return self._compared(operators.is_not if value is None else operator.ne, value)

    def __lt__(self, value: object) -> Criterion:
        return self._compared(operator.lt, value)

    def __le__(self, value: object) -> Criterion:
        return self._compared(operator.le, value)

    def __gt__(self, value: object) -> Criterion:
        return self._compared(operator.gt, value)

    def __ge__(self, value: object) -> Criterion:
        return self._compared(operator.ge, value)

    def in_(self, values: Iterable[object]) -> Criterion:
        return self._compared(operators.in_op, tuple(values))

    def is_(self, value: bool | None) -> Criterion:
        """Return the criterion that the column is exactly this: None, True or False."""
        return self._compared(operators.is_, value)

    def is_not(self, value: bool | None) -> Criterion:
        """Return the criterion that the column is anything but this."""
        return self._compared(operators.is_not, value)
