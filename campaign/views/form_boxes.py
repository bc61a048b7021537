"""The boxes of a return that is filled in on the screen: what each is called in the PDF, and what it asks, in words.

The page that draws the form and the reader that takes it back both go by this one list. A name is plain ASCII and never
changes for the same place of the form; the label says what stands beside the box, so that a form printed before the
battle was changed is noticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from campaign.views.packet import CellKind, ReturnColumn, ReturnForm, ReturnLine

NOTHING_THERE = "of 0"
"""A count of which the battalion has nothing: it is not asked."""
SMALL = 4
"""A number as low as this is crossed in boxes, a higher one written into one."""
FULFILLED = ("yes", "in part", "no")
ENDINGS = ("finished", "suspended")
TASK_TURNS = 4
CLOCK_HOURS, CLOCK_MINUTES, TURN, HOURS_LEFT = "clock_hours", "clock_minutes", "turn", "hours_left"
PRISONERS = ("prisoners_taken", "prisoners_lost")
UNHARMED, OTHER_WORKS, DIARY = "unharmed", "other_works", "diary"


class BoxKind(StrEnum):
    """What is done with a box: crossed, written in (words or a number), or left alone: it says which form this is."""

    TICK = "tick"
    TEXT = "text"
    NUMBER = "number"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class FormBox:
    """A box of the form: its name in the file, what it asks, and for a number or a word how many characters it
    takes."""

    name: str
    label: str
    kind: BoxKind
    longest: int = 0
    value: str = ""
    """What a hidden one says."""


def boxes_of(form: ReturnForm) -> dict[str, FormBox]:
    """Every box of a form by its name, in the order of the page."""
    form_boxes = (
        *_identity(form),
        FormBox(UNHARMED, "All other lines unharmed", BoxKind.TICK),
        *_lines(form),
        *_foot(form),
    )
    return {form_box.name: form_box for form_box in form_boxes}


def identity_of(form: ReturnForm) -> dict[str, str]:
    """Which campaign, battle, side, rules and sheet a form is for, by the names of its hidden boxes."""
    return {"code": form.masthead.code, **dict(form.identity)}


def in_boxes(column: ReturnColumn) -> bool:
    """Is its number crossed in a row of boxes?"""
    return column.kind is CellKind.NUMBER and column.most is not None and column.most <= SMALL


def held_turns(column: ReturnColumn, line: ReturnLine) -> int:
    """How many boxes of such a row are grey already."""
    return min(column.most or 0, line.dug_in_turns) if column.key == "dug_in" else 0


def line_box(line: int, key: str) -> str:
    """The box of a column in a line."""
    return f"line_{line}_{key}"


def count_box(line: int, key: str, number: int) -> str:
    """The box with a number in a line's row of boxes."""
    return f"line_{line}_{key}_{number}"


def field_box(side: int) -> str:
    """Who holds the field: the side so many places down, from 1; after the last one *both*."""
    return f"field_{side}"


def objective_box(place: int, side: int) -> str:
    """Who holds an objective: place and side from 1; after the last side *neither*."""
    return f"objective_{place}_{side}"


def order_box(letter: str, answer: str) -> str:
    """Were the orders of a command fulfilled?"""
    return f"orders_{letter}_{answer.replace(' ', '_')}"


def ending_box(word: str) -> str:
    """Finished or suspended."""
    return f"ending_{word}"


def commander_box(number: int) -> str:
    """A commander or headquarters lost, from 1."""
    return f"commander_{number}"


def task_box(number: int, turn: int = 0) -> str:
    """An engineer task done, from 1; with a turn its box."""
    return f"task_{number}_turn_{turn}" if turn else f"task_{number}"


def work_box(number: int) -> str:
    """A change to crossings, roads and works, from 1."""
    return f"work_{number}"


def side_box(key: str) -> str:
    """What is asked of the side as a whole."""
    return f"side_{key}"


def is_asked(line: ReturnLine, column: ReturnColumn) -> bool:
    """Is there anything to fill in for that line in that column?"""
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


def _cell(line: ReturnLine, column: ReturnColumn) -> Iterator[FormBox]:
    label = f"Line {line.line}, {line.name}: {column.label.lower()}"
    if in_boxes(column):
        for number in range(held_turns(column, line) + 1, (column.most or 0) + 1):
            yield FormBox(count_box(line.line, column.key, number), f"{label} {number}", BoxKind.TICK)
    else:
        yield _of_column(line_box(line.line, column.key), label, column)


def _of_column(name: str, label: str, column: ReturnColumn) -> FormBox:
    if column.kind is CellKind.TICK:
        return FormBox(name, label, BoxKind.TICK)
    if column.kind is CellKind.NUMBER:
        return FormBox(name, label, BoxKind.NUMBER, 5)
    return FormBox(name, label, BoxKind.TEXT, 120)


def _foot(form: ReturnForm) -> Iterator[FormBox]:
    def ticks(head: str, boxes: list[tuple[str, str]]) -> Iterator[FormBox]:
        for name, word in boxes:
            yield FormBox(name, f"{head}: {word}", BoxKind.TICK)

    yield FormBox(CLOCK_HOURS, "The clock: ended at, hours", BoxKind.NUMBER, 2)
    yield FormBox(CLOCK_MINUTES, "The clock: ended at, minutes", BoxKind.NUMBER, 2)
    yield FormBox(TURN, "The clock: turn", BoxKind.NUMBER, 1)
    yield from ticks("The clock", [(ending_box(word), word) for word in ENDINGS])
    yield FormBox(HOURS_LEFT, "The clock: hours left to pursue", BoxKind.NUMBER, 1)
    yield from ticks(
        "Who holds the field", [(field_box(n), word) for n, word in enumerate((*form.sides, "both still there"), 1)]
    )
    for n, place in enumerate(form.objectives, 1):
        yield from ticks(
            f"Objective {place}", [(objective_box(n, s), word) for s, word in enumerate((*form.sides, "neither"), 1)]
        )
    for command in form.orders:
        yield from ticks(
            f"Orders of {command.text} fulfilled", [(order_box(command.label, word), word) for word in FULFILLED]
        )
    yield from ticks(
        "Commanders and headquarters lost", [(commander_box(n), name) for n, name in enumerate(form.commanders, 1)]
    )
    yield FormBox(PRISONERS[0], "Prisoners taken", BoxKind.NUMBER, 3)
    yield FormBox(PRISONERS[1], "Prisoners lost", BoxKind.NUMBER, 3)
    for n in range(1, form.task_rows + 1):
        yield FormBox(task_box(n), f"Engineer task {n}", BoxKind.TEXT, 200)
        yield from ticks(
            f"Engineer task {n}", [(task_box(n, turn), f"turn {turn}") for turn in range(1, TASK_TURNS + 1)]
        )
    yield from ticks("Changed", [(work_box(n), text) for n, text in enumerate(form.changes, 1)])
    yield FormBox(OTHER_WORKS, "Changed: other", BoxKind.TEXT, 500)
    for column in form.side_columns:
        if column.printed:
            yield _of_column(side_box(column.key), f"Of the side as a whole: {column.label}", column)
    yield FormBox(DIARY, "One line for the diary", BoxKind.TEXT, 2000)
