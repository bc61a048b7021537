"""What a board that only reads has been told once it does not ask again: within its transaction no row can change.

    @once_a_reading
    def load_army(board): ...          made once a reading, however many papers ask for it

Rows are kept by table and by part. A table of which several parts were asked for is read whole, and further parts are
picked out of it in Python: so the statements of a command do not grow with commanders, battles or turns, and a large
table of which only a few rows matter is not read whole for them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import BinaryExpression, BindParameter, ColumnClause, False_, Null, True_
from sqlalchemy.sql import operators

from campaign.journal.images import sheet
from campaign.model import Journalled

if TYPE_CHECKING:
    from campaign.journal.board import Board

Row = TypeVar("Row", bound=Journalled)
Reading = TypeVar("Reading", bound="Board")
More = ParamSpec("More")
Answer = TypeVar("Answer")

PARTS = 2
"""Of how many parts of a table the database is asked before the table is read whole."""


def _is_in(value: Any, values: Any) -> bool:
    return value in values


_COMPARISONS: dict[Any, Callable[[Any, Any], bool]] = {
    **{compare: compare for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)},
    operators.in_op: _is_in,
    operators.is_: operator.is_,
    operators.is_not: operator.is_not,
}
_CONSTANTS: tuple[tuple[type, bool | None], ...] = ((Null, None), (True_, True), (False_, False))


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion of a question, as Python tests it: an attribute, a comparison and a value."""

    attribute: str
    compare: Callable[[Any, Any], bool]
    value: Any

    def fits(self, row: Journalled) -> bool:
        """Does the row meet the criterion? As in SQL, nothing is equal to or different from a value that is absent."""
        value = getattr(row, self.attribute)
        if value is None and self.compare not in (operator.is_, operator.is_not):
            return False
        return self.compare(value, self.value)


def criterion_of(model: type[Journalled], expression: Any) -> Criterion | None:
    """The criterion in an SQL expression; None for an expression that only the database understands."""
    if not isinstance(expression, BinaryExpression) or not isinstance(expression.left, ColumnClause):
        return None
    column, compare, right = expression.left.name, _COMPARISONS.get(expression.operator), expression.right
    fields = sheet(model).by_column
    attribute = fields[column].attribute if column in fields else column
    if compare is None or not hasattr(model, attribute):
        return None
    if isinstance(right, BindParameter) and right.value is not None:
        return Criterion(attribute, compare, tuple(right.value) if compare is _is_in else right.value)
    for constant, value in _CONSTANTS:
        if isinstance(right, constant):
            return Criterion(attribute, compare, value)
    return None


class Snapshot:
    """The answers that a reading board has had. ``ask`` asks the database."""

    def __init__(self, ask: Callable[..., list[Any]]) -> None:
        self._ask = ask
        self._tables: dict[type[Journalled], list[Any]] = {}
        self._parts: dict[type[Journalled], dict[tuple[Criterion, ...], list[Any]]] = {}

    def rows(self, model: type[Row], expressions: Iterable[Any]) -> list[Row]:
        """All rows of a table that fit, by id; the list is the caller's own."""
        criteria = []
        for expression in expressions:
            criterion = criterion_of(model, expression)
            if criterion is None:
                return self._ask(model, *expressions)
            criteria.append(criterion)
        return list(self._part(model, tuple(criteria), expressions) if criteria else self._table(model))

    def _table(self, model: type[Journalled]) -> list[Any]:
        if model not in self._tables:
            self._tables[model] = self._ask(model)
        return self._tables[model]

    def _part(self, model: type[Journalled], criteria: tuple[Criterion, ...], expressions: Iterable[Any]) -> list[Any]:
        parts = self._parts.setdefault(model, {})
        if criteria not in parts:
            if model in self._tables or len(parts) >= PARTS:
                parts[criteria] = [row for row in self._table(model) if all(c.fits(row) for c in criteria)]
            else:
                parts[criteria] = self._ask(model, *expressions)
        return parts[criteria]


def once_a_reading(load: Callable[Concatenate[Reading, More], Answer]) -> Callable[Concatenate[Reading, More], Answer]:
    """Make what a function loads once for each board that only reads; a board that writes is asked anew each time.

    What the function gives must not be changed by who gets it.
    """

    @wraps(load)
    def loaded(board: Reading, /, *more: More.args, **named: More.kwargs) -> Answer:
        if board.writes:
            return load(board, *more, **named)
        key = (load, more, tuple(named.items()))
        if key not in board.info:
            board.info[key] = load(board, *more, **named)
        answer: Answer = board.info[key]
        return answer

    return loaded
