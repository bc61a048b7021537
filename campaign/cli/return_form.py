"""A battle's return filled in at the keyboard: every line and every box of the printed form, in its order.

Enter leaves a line unchanged and a question unanswered. A wrong answer is asked again. Nothing is recorded on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from campaign.cli import show
from campaign.cli.return_words import EXAMPLES, chosen, line_meant, one_of, placed, whole
from campaign.errors import BadInput
from campaign.terms.state import State
from campaign.views.packet import ReturnForm

Answer = TypeVar("Answer")
_HEADQUARTERS = re.compile(r"HQ, line (\d+)")


def filled_in(form: ReturnForm, side: str) -> dict[str, Any]:
    """The return of one side as plain content (``situation/filing.py``)."""
    show.heading(f"{form.masthead.title}, {form.masthead.side} return, {form.masthead.code}")
    show.lines([f"A line at a time: {EXAMPLES}", *([f"Ended at, {form.blank_place}"] if form.blank_place else [])])
    return {"code": form.masthead.code, "side": side, "lines": _lines(form), "foot": _foot(form)}


def _lines(form: ReturnForm) -> list[dict[str, Any]]:
    found = []
    for command in form.commands:
        show.line()
        show.heading(command.name)
        for line in command.lines:
            notes = [word for word in (line.due, "SPENT" if line.state is State.SPENT else "") if word]
            label = f"{line.line:>3}  {line.name}" + (f" ({', '.join(notes)})" if notes else "")
            written = _asked(label, lambda text, number=line.line: placed(line_meant(number, text), form))  # type: ignore[misc]
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
    for key, label in (("prisoners_taken", "6  Prisoners taken"), ("prisoners_lost", "6  Prisoners lost")):
        foot[key] = _asked(label, lambda text, asked=label: whole(text, 100_000, asked))  # type: ignore[misc]
    foot["tasks"] = [part.strip() for part in _asked("7  Engineer tasks done (comma between)", str).split(",") if part.strip()]
    _works(form, foot)
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


def _asked(question: str, read: Callable[[str], Answer]) -> Answer:
    """Ask until the answer can be read."""
    while True:
        text = click.prompt(question, default="", show_default=False, prompt_suffix=": ")
        try:
            return read(text)
        except BadInput as fault:
            show.note(str(fault))
