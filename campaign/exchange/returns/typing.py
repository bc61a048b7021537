"""The return of a battle as it is filled in at the keyboard or in a plain text: its lines, its boxes, and their
names.

    questions(form) -> tuple[Question, ...]                     every line and every box of the foot, in printed order
    entries(text, form, questions) -> [(Question, answer)]      ``3 spent; 5 destroyed; field axis`` read
    Filling(form, fields, side, battle, keep, answers, step)    the answers given so far

A line is named by its number, a box of the foot by its name or the beginning of it. This module asks no questions; that
is ``return_prompt``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, assert_never

from campaign.errors import BadInput
from campaign.exchange.returns.draft import draft_text
from campaign.exchange.returns.file import faults_in
from campaign.exchange.returns.line_names import line_after_line, lines_meant
from campaign.exchange.returns.places import BETWEEN_SPOTS, spots_in
from campaign.exchange.returns.text import line_text, word_of
from campaign.exchange.returns.words import (
    NOTHING_TO_LOSE,
    line_numbered,
    names_by_number,
    number_up_to,
    one_of,
    parse_line,
    require_place,
)
from campaign.rules.returns.filed import CLOCK, Fields
from campaign.terms.return_box import UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.terms.words import find, listing, plain
from campaign.values import dataclass, field
from campaign.words.packet import ReturnForm, ReturnLine
from campaign.words.return_foot import (
    UNHARMED,
    Ending,
    FootBox,
    FootKind,
    answer_of,
    asked_in_order,
    officers_of,
    split_officers,
)

MOST_NUMBER = 99_999
LINES = "lines"
"""First part of the key of a line; all other keys are questions of the foot."""
LAST_STEP = 3
"""Number of the last step of the questions: the lines, the holder of the field, the rest of the foot."""
CLEAR = "-"
_HEAD = re.compile(r":(?!\d\d\b)")
"""The colon after the name of a stand; that of an hour is none."""
_LINE = re.compile(r"(?:line\s+)?(\d{1,3})\s*[.:)]?\s*([^\s\d].*|\s\d.*)?", re.IGNORECASE | re.ASCII)
"""Line of the form: its number, and the entry for it."""

Key = tuple[str, ...]
Answers = dict[Key, Any]
"""Answers by question, as stored (``situation/filing.py``); only questions with an answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A line or a box of the form. ``read`` raises BadInput; ``typed``: how a user types an answer that was given
    before.
    """

    key: Key
    names: tuple[str, ...]
    """Names of the question; the first is shown."""
    text: str
    """Words of the question if it is asked alone."""
    read: Callable[[str], Any]
    typed: Callable[[Any], str] = str
    allowed: str = ""
    """Allowed answers in words."""
    usual: str = "none"
    """Value without an answer."""
    takes_all: bool = False
    """True for free text, in which a semicolon does not end the answer."""
    choices: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    """Choices by number."""

    @property
    def is_line(self) -> bool:
        """True for a line of the form."""
        return self.key[0] == LINES


@dataclass(slots=True)
class Filling:
    """One side's form with the answers so far; ``step``: how many of its steps are done.

    ``is_alone``: no enemy is in the battle, so that the holder of the field is not asked for.
    """

    form: ReturnForm
    fields: Fields
    side: str
    battle: int
    keep: Callable[[Filling], None]
    answers: Answers = field(default_factory=dict)
    step: int = 0
    is_alone: bool = False

    @property
    def is_complete(self) -> bool:
        """True if every step has been asked."""
        return self.step >= LAST_STEP

    def content(self) -> dict[str, Any]:
        """Return the return as plain content, with only the lines for which something was entered."""
        lines = sorted((int(key[1]), answer) for key, answer in self.answers.items() if key[0] == LINES)
        return {
            "code": self.form.masthead.code,
            "side": self.side,
            "lines": [{"line": number, "ticks": [], **answer} for number, answer in lines],
            "foot": self._foot(),
        }

    def draft(self) -> str:
        """Return the answers so far, as a return file."""
        return draft_text(self.content(), self.form, self.battle, self.step)

    def answer(self, entries: Sequence[tuple[Question, Any]]) -> None:
        """Take answers, all or none; an empty answer deletes an earlier one. Raises BadInput for values that a return
        file cannot hold, so that every draft can be read again.
        """
        before = dict(self.answers)
        for question, answer in entries:
            self.answers.pop(question.key, None)
            if answer not in (None, "", [], {}):
                self.answers[question.key] = answer
        if faults := faults_in(self.draft(), self.fields):
            self.answers = before
            raise BadInput(faults[0])

    def _foot(self) -> dict[str, Any]:
        foot: dict[str, Any] = {"ending": Ending.FINISHED.value, UNHARMED: self.step > 0}
        for key, answer in self.answers.items():
            if len(key) == 1:
                foot[key[0]] = answer
            elif key[0] != LINES:
                foot.setdefault(key[0], {})[key[1]] = answer
        return foot | split_officers(foot.get("commanders_lost", []))


def answers_in(content: Mapping[str, Any], form: ReturnForm) -> Answers:
    """Return the answers in a draft."""
    foot = content.get("foot") or {}
    lines = {str(line["line"]): line for line in content.get("lines") or () if "line" in line}
    result: Answers = {}
    for question in questions(form):
        kind, *rest = question.key
        if question.is_line:
            value = lines.get(rest[0])
            is_blank = value is not None and set(value) <= {"line", "ticks"} and value["ticks"] in ([], [UNCHANGED.key])
            value = None if is_blank else value
        elif kind == "commanders_lost":
            value = officers_of(foot)
        else:
            value = (foot.get(kind) or {}).get(rest[0]) if rest else foot.get(kind)
        if value not in (None, "", [], {}):
            result[question.key] = value
    return result


# reading -------------------------------------------------------------------------------------------------------------
def entries(text: str, form: ReturnForm, questions: Sequence[Question]) -> list[tuple[Question, Any]]:
    """Return lines and boxes with their answers: ``3 spent; 5 destroyed; field axis``, also ``1,2 spent``, ``1-3
    spent``, ``all spent``, ``1 spent 2 spent``, and units by their names. Raises BadInput.
    """
    result: list[tuple[Question, Any]] = []
    parts = [part for part in re.split(r"\s*;\s*", text.strip()) if part]
    while parts:
        part = parts.pop(0)
        try:
            question, words = question_in(part, form, questions)
            if question.is_line and words and not (parts and _goes_on(parts[0], question, form)):
                question.read("" if words == CLEAR else words)
        except BadInput as fault:
            several = _one_by_one(part, form)
            if not several:
                raise
            try:
                result += [answer for line in several for answer in entries(line, form, questions)]
            except BadInput as other:
                raise (other if lines_meant(part, form) else fault) from None
            continue
        if question.takes_all:
            words, parts = "; ".join((words, *parts)), []
        while question.is_line and parts and _goes_on(parts[0], question, form):
            words = f"{words}; {parts.pop(0)}"
        if not words:
            raise BadInput(f"{part!r} has no answer. Write {question.allowed or question.text}")
        result += _answered(question, words, form, questions)
    return result


def _one_by_one(part: str, form: ReturnForm) -> list[str]:
    """Return an entry about several lines, or about a unit by its name, as an entry for each line by its number; empty
    for other text. Raises BadInput.
    """
    meant = lines_meant(part, form)
    if meant is not None:
        numbers, words = meant
        return [f"{number} {words}" for number in numbers]
    numbered = _LINE.fullmatch(part)
    several = line_after_line(int(numbered[1]), numbered[2] or "", form) if numbered else []
    return several if len(several) > 1 else []


def _goes_on(part: str, question: Question, form: ReturnForm) -> bool:
    """Return whether the part is about a stand of the line before, ``A company: 3``, and neither a line itself nor a
    box with an hour, ``clock 09:40``.
    """
    line = line_numbered(int(question.key[1]), form)
    head, colon, _ = part.partition(":")
    if colon and line is not None and any(plain(head) == plain(name) for _, name in line.stands):
        return True
    return _HEAD.search(part) is not None and _LINE.fullmatch(part) is None


def _answered(
    question: Question, words: str, form: ReturnForm, questions: Sequence[Question]
) -> Iterator[tuple[Question, Any]]:
    """Yield the question with its answer; several answers in braces, ``{Musaid: axis, Capuzzo: allied}``, one by
    one.
    """
    if words.startswith("{") and len(question.key) > 1 and question.key[0] != LINES:
        same_kind = [box for box in questions if box.key[0] == question.key[0]]
        for pair in filter(None, (part.strip() for part in words.strip("{}").split(","))):
            yield from entries(pair, form, same_kind)
        return
    yield question, question.read("" if words == CLEAR else words)


def question_in(text: str, form: ReturnForm, questions: Sequence[Question]) -> tuple[Question, str]:
    """Return the line or box named at the beginning of a text, and the rest of it; a side alone means the holder of the
    field. Raises BadInput.
    """
    numbered = _LINE.fullmatch(text)
    if numbered is not None:
        by_number = {question.key[1]: question for question in questions if question.is_line}
        question = by_number.get(str(int(numbered[1])))
        if question is None:
            raise BadInput(no_such_line(numbered[1], form))
        return question, (numbered[2] or "").strip()
    for ending in Ending:
        if len(text) > 1 and ending.value.startswith(text.casefold().rstrip(".")):
            return next(question for question in questions if question.key == ("ending",)), ending.value
    field = next((question for question in questions if question.key == ("field",)), None)
    if field is not None and len(text) > 1:
        with suppress(BadInput):
            field.read(text)
            return field, text
    return _box_named(text, [question for question in questions if not question.is_line], form)


def _box_named(text: str, boxes: Sequence[Question], form: ReturnForm) -> tuple[Question, str]:
    """Return the box whose name, or a part of it, begins the text, and the rest; the longest name counts."""
    words = text.split()
    heads = [
        (" ".join(words[:n]).rstrip(":="), " ".join(words[n:]).lstrip(":= "))
        for n in range(len(words), 0, -1)
        if plain(words[n - 1])
    ]
    labels = [(name, n) for n, box in enumerate(boxes) for name in box.names]
    several = ""
    for fitting in (_named_so, _begins_so, find):
        for head, rest in heads:
            matches = [boxes[n] for n in dict.fromkeys(fitting(head, labels))]
            if len(matches) == 1 or (rest.startswith("{") and len({box.key[0] for box in matches}) == 1):
                return matches[0], rest
            if matches:
                several = several or f"{head!r} can mean {listing(box.names[0] for box in matches)}. Write more of it"
    example = f"as in '{form.example}'" if form.example else "and what happened to it"
    raise BadInput(
        several
        or f"{text!r} is not understood. Write the number of a line and what happened to it, {example}, or one of "
        f"{listing((box.names[0] for box in boxes), 99)}"
    )


def _named_so(head: str, labels: Sequence[tuple[str, int]]) -> list[int]:
    return [n for name, n in labels if plain(name) == plain(head)]


def _begins_so(head: str, labels: Sequence[tuple[str, int]]) -> list[int]:
    return [n for name, n in labels if plain(name).startswith(plain(head))]


def no_such_line(number: str, form: ReturnForm) -> str:
    """Return the error text for a number that is not a line's."""
    numbers = [line.line for command in form.commands for line in command.lines]
    lines = f"lines are {numbers[0]} to {numbers[-1]}" if numbers else "form has no lines"
    return f"there is no line {int(number)} on this form; its {lines}"


# what is asked -------------------------------------------------------------------------------------------------------
def questions(form: ReturnForm) -> tuple[Question, ...]:
    """Return every line, then the boxes of the foot that this battle can answer."""
    lines = (_line_question(line, form) for command in form.commands for line in command.lines)
    return (*lines, *(question for box in asked_in_order() for question in _of_box(box, form)))


def line_label(line: ReturnLine) -> str:
    """Return the label of a line: ``4 RTR (due T3, spent)``."""
    notes = [word for word in (line.due, "spent" if line.state is State.SPENT else "") if word]
    return line.name + (f" ({', '.join(notes)})" if notes else "")


def _line_question(line: ReturnLine, form: ReturnForm) -> Question:
    return Question(
        (LINES, str(line.line)),
        (f"{line.line} {line.name}",),
        f"{line.line}  {line_label(line)}",
        lambda text: require_place(parse_line(line.line, text, form), form),
        lambda answer: line_text(answer, form.columns, form.stand_columns),
        allowed=_allowed_of(line, form),
        usual="unchanged",
    )


def _allowed_of(line: ReturnLine, form: ReturnForm) -> str:
    """Return what may be written for a line: its columns, without those that hold already or of which it has
    nothing.
    """
    notes = dict(line.notes)
    texts = []
    for column in form.columns:
        if column.key in line.held or not column.printed or notes.get(column.key) in NOTHING_TO_LOSE:
            continue
        if column.kind is FieldKind.PLACE:
            texts.append("at PLACE, off by edge C")
        elif column.kind is FieldKind.COMMAND:
            texts.append("to COMMAND")
        else:
            number = " N" if column.kind is FieldKind.NUMBER else ""
            note = f" ({notes[column.key]})" if column.key in notes else ""
            texts.append(f"{word_of(form.columns, column.key)}{number}{note}")
    stands = f"; or stand by stand: {listing(name for _, name in line.stands)}" if len(line.stands) > 1 else ""
    return f"{', '.join(texts)}{stands}"


def _of_box(box: FootBox, form: ReturnForm) -> Iterator[Question]:
    """Yield the questions of one box of the foot that can be answered here."""
    key, names, text = (box.key,), (box.name,), box.question.format(name="", prisoners=form.prisoners)
    match box.kind:
        case FootKind.CLOCK:
            yield Question(key, names, text, _time, allowed="HH:MM", usual="not noted")
        case FootKind.NUMBER:
            most = box.most
            yield Question(
                key,
                (box.name, *_SHORT.get(box.key, ())),
                text,
                lambda words: number_up_to(words, most, box.name),
                allowed=f"{box.least} to {most}" if most < MOST_NUMBER else form.prisoners,
            )
        case FootKind.TEXT if box.question:
            yield Question(key, names, text, str.strip, allowed="words", takes_all=True)
        case FootKind.CHOICE | FootKind.CHOICES:
            for group in box.groups(form):
                yield _choice(box, group.key, group.name, form)
        case FootKind.NAMES:
            yield from _numbered(box, tuple(name for _, name in box.groups(form)[0].boxes), text)
        case FootKind.ROWS if form.has_engineers:
            yield Question(key, names, text, _comma_list, ", ".join, allowed="words, with commas between")
        case FootKind.SPOTS:
            yield Question(key, names, text, spots_in, BETWEEN_SPOTS.join, allowed=_spots_allowed(form))
        case FootKind.COLUMNS:
            yield from (_of_side(column) for column in form.side_columns)
        case FootKind.TICK:
            asked = text or box.label
            yield Question(
                key,
                names,
                asked,
                lambda words: one_of(words, _TICKED, asked) == "yes" or None,
                lambda answer: "yes" if answer else "no",
                allowed="/".join(_TICKED),
                usual="no",
                choices=tuple(_TICKED),
            )
        case FootKind.TEXT | FootKind.LINES | FootKind.ROWS:
            pass
        case _:
            assert_never(box.kind)


_SHORT = {"prisoners_taken": ("taken",), "hours_left": ("pursue",)}
"""Other names of boxes."""
_TICKED = {"yes": "yes", "no": "no"}
"""Answers to a box that is ticked or not."""
_USUAL = {"ending": Ending.FINISHED.value, "field": "not said", "objectives": "as the field", "orders": "not said"}
"""Value of a choice without an answer."""


def _time(text: str) -> str:
    words = text.strip()
    if words and CLOCK.fullmatch(words) is None:
        raise BadInput(f"{text!r} is not a time of day. Write it like 09:40")
    return words


def _spots_allowed(form: ReturnForm) -> str:
    roads = f"a road of this table ({'; '.join(form.roads)}), or " if form.roads else ""
    return f"{roads}inches from two edges, as in 40 from W, 8 from S; several with + between"


def _comma_list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _choice(box: FootBox, about: str, name: str, form: ReturnForm) -> Question:
    """Return a question with a choice of words, about the battle or a place or command. A battle is finished unless the
    user says otherwise.
    """
    shown = box.words or (*form.sides, box.otherwise)
    answers = {word: answer_of(word) for word in shown} | ({} if box.words else dict(form.side_words))
    words = {value: word for word, value in reversed(answers.items()) if word in shown}
    subject = box.question.format(name=name)
    is_several = box.kind is FootKind.CHOICES
    names = tuple(dict.fromkeys((name, f"{box.name} {about}", f"{box.name} {name}", box.name)))
    if box.key == "orders":
        names = (f"{box.name} {about}", *names)
    return Question(
        (box.key, about) if is_several else (box.key,),
        names if is_several else (box.name,),
        subject,
        lambda text: one_of(text, answers, subject, shown),
        lambda answer: words.get(answer, str(answer)),
        allowed="/".join(shown)
        + ("; if no return says, the umpire is asked (umpire 1.7)" if box.key == "field" else ""),
        usual=_USUAL[box.key],
        choices=shown,
    )


def _numbered(box: FootBox, listed: tuple[str, ...], text: str) -> Iterator[Question]:
    """Yield a question for several items of a list, by their numbers or names, if there are any."""
    if not listed:
        return
    yield Question(
        (box.key,),
        (box.name, "headquarters lost") if box.key == "commanders_lost" else (box.name,),
        text,
        lambda words: names_by_number(words, listed, text),
        lambda answer: " ".join(str(listed.index(name) + 1) for name in answer if name in listed),
        allowed="; ".join(f"{n} {name}" for n, name in enumerate(listed, 1)),
        listed=listed,
    )


def _of_side(column: Field) -> Question:
    """Return a question of the system about the side as a whole."""
    key, label = ("side", column.key), f"{column.label[:1].upper()}{column.label[1:]}"
    names = tuple(dict.fromkeys((column.label.lower(), column.name)))
    if column.kind is not FieldKind.NUMBER:
        return Question(key, names, label, str.strip, allowed="words")
    most = column.most if column.most is not None else MOST_NUMBER
    return Question(
        key, names, label, lambda text: number_up_to(text, most, names[0]), allowed=f"0 to {most}", usual="not said"
    )


def first_fault(faults: tuple[str, ...]) -> tuple[str, str]:
    """Return, for the first error that names a line, the text before the colon (the side of the return) and the line's
    number; empty for none.
    """
    for fault in faults:
        whose, _, rest = fault.partition(" return: ")
        if match := re.match(r"line (\d{1,3})\b", rest):
            return whose, match[1]
    return (faults[0].partition(" return: ")[0] if faults else ""), ""
