"""A battle's return filled in at the keyboard: every line and every box of the printed form, in its order.

Enter leaves a line unchanged and a question unanswered. A wrong answer is asked again. Nothing is recorded on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from campaign.cli import show
from campaign.cli.return_words import chosen, line_meant, one_of, placed, whole
from campaign.errors import BadInput
from campaign.terms.state import State
from campaign.views.packet import CellKind, ReturnColumn, ReturnForm

Answer = TypeVar("Answer")
MOST_NUMBER = 99_999
_HEADQUARTERS = re.compile(r"HQ, line (\d+)")


def filled_in(form: ReturnForm, side: str) -> dict[str, Any]:
    """The return of one side as plain content (``situation/filing.py``)."""
    show.heading(f"{form.masthead.title}, {form.masthead.side} return, {form.masthead.code}")
    show.lines([
        f"A line at a time: {form.examples}", *([f"Ended at, {form.blank_place}"] if form.blank_place else []), *_stand_by_stand(form),
    ])  # fmt: skip
    return {"code": form.masthead.code, "side": side, "lines": _lines(form), "foot": _foot(form)}


def _stand_by_stand(form: ReturnForm) -> list[str]:
    """How a line is written stand by stand, where the system has them."""
    line = next((one for command in form.commands for one in command.lines if one.stands), None)
    column = next((one for one in form.stand_columns if one.kind is CellKind.NUMBER), None)
    if line is None or column is None:
        return []
    names = [label for _, label in line.stands[:2]]
    return [f"Or stand by stand, as line {line.line}: {', '.join(f'{name}: {column.label} 1' for name in names)}"]


def _lines(form: ReturnForm) -> list[dict[str, Any]]:
    found = []
    for command in form.commands:
        show.line()
        show.heading(command.name)
        for line in command.lines:
            notes = [word for word in (line.due, "SPENT" if line.state is State.SPENT else "") if word]
            label = f"{line.line:>3}  {line.name}" + (f" ({', '.join(notes)})" if notes else "")
            written = _asked(label, lambda text, number=line.line: placed(line_meant(number, text, form), form))  # type: ignore[misc]
            if written is not None:
                found.append(written)
    return found


def _foot(form: ReturnForm) -> dict[str, Any]:
    show.line()
    foot: dict[str, Any] = {"all_other_lines_unharmed": True}
    _clock(form, foot)
    sides, shown = dict(form.side_words), form.sides
    foot["field"] = _asked(
        "2  Who holds the field",
        lambda text: one_of(text, {**sides, "both still there": "both"}, "who holds the field", (*shown, "both still there")),
    )
    held = {}
    for place in form.objectives:
        question = f"3  {place} is held by"
        answer = _asked(question, lambda text, asked=question: one_of(text, {**sides, "neither": "neither"}, asked, (*shown, "neither")))  # type: ignore[misc]
        if answer:
            held[place] = answer
    foot["objectives"] = held
    fulfilled = {}
    for command in form.orders:
        question = f"4  Orders of {command.text} fulfilled (yes, in part, no)"
        answer = _asked(question, lambda text, asked=question: one_of(text, {"yes": "yes", "in part": "in part", "no": "no"}, asked))  # type: ignore[misc]
        if answer:
            fulfilled[command.label] = answer
    foot["orders"] = fulfilled
    _officers(form, foot)
    for key, label in (
        ("prisoners_taken", f"6  Prisoners taken, {form.prisoners}"),
        ("prisoners_lost", f"6  Prisoners lost, {form.prisoners}"),
    ):
        foot[key] = _asked(label, lambda text, asked=label: whole(text, 100_000, asked))  # type: ignore[misc]
    foot["tasks"] = [part.strip() for part in _asked("7  Engineer tasks done (comma between)", str).split(",") if part.strip()]
    _works(form, foot)
    side = {one.key: said for one in form.side_columns if (said := _of_side(one)) is not None}
    if side:
        foot["side"] = side
    foot["diary"] = _asked("9  One line for the diary", str.strip)
    return foot


def _clock(form: ReturnForm, foot: dict[str, Any]) -> None:
    foot["clock"] = _asked("1  Ended at (HH:MM)", _time)
    foot["turn"] = _asked("1  Turn the table has played (1-4)", lambda text: whole(text, 4, "the turn"))
    endings = {"finished": "finished", "suspended": "suspended"}
    foot["ending"] = (
        _asked("1  finished or suspended [finished]", lambda text: one_of(text, endings, "finished or suspended")) or "finished"
    )
    if foot["ending"] == "finished":
        foot["hours_left"] = _asked("1  Hours left to pursue", lambda text: whole(text, 6, "hours left to pursue"))


def _time(text: str) -> str:
    words = text.strip()
    if words and re.fullmatch(r"([01]?\d|2[0-3])[:.]?[0-5]\d", words) is None:
        raise BadInput(f"{text!r} is no time of day; write it as 09:40, or Enter for none")
    return words


def _officers(form: ReturnForm, foot: dict[str, Any]) -> None:
    if not form.commanders:
        return
    show.lines([f"   {n}  {name}" for n, name in enumerate(form.commanders, 1)])
    label = "5  Commanders and headquarters lost (numbers)"
    names = _asked(label, lambda text: chosen(text, form.commanders, label))
    foot["headquarters_lost"] = [int(found[1]) for name in names if (found := _HEADQUARTERS.fullmatch(name))]
    foot["commanders_lost"] = [name for name in names if not _HEADQUARTERS.fullmatch(name)]


def _works(form: ReturnForm, foot: dict[str, Any]) -> None:
    if form.changes:
        show.lines([f"   {n}  {text}" for n, text in enumerate(form.changes, 1)])
        label = "8  Crossings, roads and works changed (numbers)"
        foot["works"] = _asked(label, lambda text: chosen(text, form.changes, label))
    foot["other_works"] = _asked("8  Other changes to the ground", str.strip)


def _of_side(column: ReturnColumn) -> bool | int | str | None:
    """One of the things that the system asks of the side as a whole."""
    question = f"   {column.label[:1].upper()}{column.label[1:]}"
    if column.kind is CellKind.TICK:
        answers = {"yes": "yes", "no": "no"}
        crossed = _asked(f"{question} (yes, no)", lambda text: one_of(text, answers, column.label))
        return None if not crossed else crossed == "yes"
    if column.kind is CellKind.NUMBER:
        most = column.most if column.most is not None else MOST_NUMBER
        return _asked(question, lambda text: whole(text, most, column.label))
    words = _asked(question, str.strip)
    return words or None


def _asked(question: str, read: Callable[[str], Answer]) -> Answer:
    """Ask until the answer can be read."""
    while True:
        text = click.prompt(question, default="", show_default=False, prompt_suffix=": ")
        try:
            return read(text)
        except BadInput as fault:
            show.note(str(fault))
