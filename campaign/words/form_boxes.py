"""The boxes of a return that is filled in on the screen: the name of each in the PDF, and its question in words.

The page that draws the form and the reader of the filled form both use this list. A name is plain ASCII and never
changes for the same place of the form; the label says what stands beside the box, so that a form printed before the
battle was changed is noticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

from campaign.terms.return_box import Field, FieldKind
from campaign.values import dataclass
from campaign.words.packet import ReturnForm, ReturnLine
from campaign.words.return_foot import FOOT, FootBox, FootKind, asked_in_order

NOTHING_THERE = "of 0"
"""Note in a return's column of which the battalion has nothing; the form has no box there."""
SMALL = 4
"""Highest number that is entered by crossing boxes; a higher number is written into one box."""
CLOCK_HOURS, CLOCK_MINUTES = "clock_hours", "clock_minutes"


class BoxKind(StrEnum):
    """The use of a box: crossed, filled with words or a number, chosen from a list or written over it, or left alone
    because it identifies the form.
    """

    TICK = "tick"
    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class FormBox:
    """A box of the form: its name in the file, its question, and for a number or a word the number of characters."""

    name: str
    label: str
    kind: BoxKind
    longest: int = 0
    value: str = ""
    """Value of a hidden box."""
    options: tuple[str, ...] = ()
    """Values to choose from, for a box with a list."""


def boxes_of(form: ReturnForm) -> dict[str, FormBox]:
    """Return every box of a form by its name, in the order of the page."""
    form_boxes = (
        *_identity(form),
        *(box for foot_box in FOOT if not foot_box.block for box in _foot_boxes(foot_box, form)),
        *_lines(form),
        *(box for foot_box in asked_in_order() for box in _foot_boxes(foot_box, form)),
    )
    return {form_box.name: form_box for form_box in form_boxes}


def identity_of(form: ReturnForm) -> dict[str, str]:
    """Return the campaign, battle, side, rules and sheet of a form, by the names of its hidden boxes."""
    return {"code": form.masthead.code, **dict(form.identity)}


def in_boxes(column: Field) -> bool:
    """Return whether the column's number is crossed in a row of boxes."""
    return column.kind is FieldKind.NUMBER and column.most is not None and column.most <= SMALL


def held_turns(column: Field, line: ReturnLine) -> int:
    """Return how many boxes of such a row are grey already."""
    return min(column.most or 0, line.dug_in_turns) if column.key == "dug_in" else 0


def line_box(line: int, key: str) -> str:
    """Return the box of a column in a line."""
    return f"line_{line}_{key}"


def count_box(line: int, key: str, number: int) -> str:
    """Return the box with a number in a line's row of boxes."""
    return f"line_{line}_{key}_{number}"


def side_box(key: str) -> str:
    """Return the box for a question about the side as a whole."""
    return f"side_{key}"


def is_asked(line: ReturnLine, column: Field) -> bool:
    """Return whether that line has anything to fill in in that column."""
    return column.key not in line.held and dict(line.notes).get(column.key) != NOTHING_THERE


def _identity(form: ReturnForm) -> Iterator[FormBox]:
    for name, value in identity_of(form).items():
        yield FormBox(name, f"This form's {name}", BoxKind.HIDDEN, value=value)


def _lines(form: ReturnForm) -> Iterator[FormBox]:
    for command in form.commands:
        for line in command.lines:
            for column in form.columns:
                if column.printed and is_asked(line, column):
                    yield from _cell(line, column)


def _cell(line: ReturnLine, column: Field) -> Iterator[FormBox]:
    label = f"Line {line.line}, {line.name}: {column.label.lower()}"
    if in_boxes(column):
        for number in range(held_turns(column, line) + 1, (column.most or 0) + 1):
            yield FormBox(count_box(line.line, column.key, number), f"{label} {number}", BoxKind.TICK)
    else:
        yield _of_column(line_box(line.line, column.key), label, column)


def _of_column(name: str, label: str, column: Field) -> FormBox:
    if column.kind is FieldKind.TICK:
        return FormBox(name, label, BoxKind.TICK)
    if column.kind is FieldKind.NUMBER:
        return FormBox(name, label, BoxKind.NUMBER, 5)
    return FormBox(name, label, BoxKind.TEXT, 120)


def _foot_boxes(foot_box: FootBox, form: ReturnForm) -> Iterator[FormBox]:
    """Yield the boxes of one question of the foot."""
    match foot_box.kind:
        case FootKind.CLOCK:
            yield FormBox(CLOCK_HOURS, f"{foot_box.label}, hours", BoxKind.NUMBER, foot_box.digits)
            yield FormBox(CLOCK_MINUTES, f"{foot_box.label}, minutes", BoxKind.NUMBER, foot_box.digits)
        case FootKind.NUMBER | FootKind.TEXT | FootKind.TICK:
            yield FormBox(foot_box.box, foot_box.label, BoxKind(foot_box.kind.value), foot_box.digits)
        case FootKind.SPOTS:
            yield FormBox(foot_box.box, foot_box.label, BoxKind.TEXT, foot_box.digits)
        case FootKind.COLUMNS:
            for column in form.side_columns:
                if column.printed:
                    yield _of_column(side_box(column.key), f"{foot_box.label}: {column.label}", column)
        case FootKind.CHOICE | FootKind.CHOICES | FootKind.NAMES | FootKind.LINES | FootKind.ROWS:
            for group in foot_box.groups(form):
                label = foot_box.label.format(name=group.name)
                if foot_box.kind is FootKind.ROWS:
                    yield FormBox(group.key, label, BoxKind.TEXT, foot_box.digits)
                yield from (FormBox(name, f"{label}: {word}", BoxKind.TICK) for name, word in group.boxes)
        case _:
            assert_never(foot_box.kind)
