"""The boxes of an order form that is filled in on the screen: the name of each in the PDF, and its question.

The page that draws the form and the reader of the filled form both use this list. Rows are numbered down the form, the
blank ones after the printed ones; the unit of a printed row is a hidden box.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.terms.state import OrderKind
from campaign.words.form_boxes import BoxKind, FormBox
from campaign.words.orders import OrderForm

REST = "rest"
"""The only task that is not an order of movement."""
TASKS = (*(kind.value for kind in OrderKind), REST)
AIR_TASKS = ("strike", "support", "look", "supply", "drop", "cancel")
INTENTION, ASKED_FOR = "intention", "asked_for"
SIGN = "orders"
"""Name of the hidden box on every order form; it holds the turn from which the orders are in force."""
BLANK_ROW = "Blank row"
LABELS = {"task": "task", "to": "to, via", "from": "from turn", "aim": "aim; objective; limit"}
"""Columns of a row to write in, by key, each with its label."""
AIR_LABELS = {"task": "task", "target": "target", "turn": "turn"}


def row_box(row: int, column: str) -> str:
    """Return the box of a column in a row of the form, counted from 1."""
    return f"row_{row}_{column}"


def air_box(row: int, column: str) -> str:
    """Return the box of a column in a row of the air groups, counted from 1."""
    return f"air_{row}_{column}"


def order_boxes(form: OrderForm) -> dict[str, FormBox]:
    return {box.name: box for box in (*_identity(form), *_rows(form), *_air(form), *_foot())}


def _identity(form: OrderForm) -> Iterator[FormBox]:
    for name, value in form.identity:
        yield FormBox(name, f"This form's {name}", BoxKind.HIDDEN, value=value)


def _rows(form: OrderForm) -> Iterator[FormBox]:
    names = [row.name for row in form.rows]
    for number, name in enumerate([*names, *(f"{BLANK_ROW} {n + 1}" for n in range(form.blank_rows))], 1):
        if number <= len(names):
            yield FormBox(row_box(number, "unit"), f"{name}: unit", BoxKind.HIDDEN, value=form.rows[number - 1].key)
        else:
            yield FormBox(row_box(number, "unit"), f"{name}: unit", BoxKind.CHOICE, options=form.unlisted)
        for column, label in LABELS.items():
            kind = BoxKind.CHOICE if column == "task" else BoxKind.TEXT
            yield FormBox(row_box(number, column), f"{name}: {label}", kind, options=TASKS if column == "task" else ())


def _air(form: OrderForm) -> Iterator[FormBox]:
    for number, group in enumerate(form.air, 1):
        yield FormBox(air_box(number, "group"), f"{group.name}: air group", BoxKind.HIDDEN, value=group.key)
        for column, label in AIR_LABELS.items():
            kind = BoxKind.CHOICE if column == "task" else BoxKind.TEXT
            options = AIR_TASKS if column == "task" else ()
            yield FormBox(air_box(number, column), f"{group.name}: {label}", kind, options=options)


def _foot() -> Iterator[FormBox]:
    yield FormBox(INTENTION, "Intention", BoxKind.TEXT)
    yield FormBox(ASKED_FOR, "Asked for", BoxKind.TEXT)
