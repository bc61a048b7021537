"""A battle's return filled in at the keyboard: every line and every box of the printed form, in its order.

    questions(form) -> tuple[Question, ...]                       what the form asks, in its order
    Filling(form, fields, side, battle, keep, answers, asked)     the answers given so far
    ask(filling, start) -> bool                                   asks from there on; False: the reader wants the form
                                                                  before this one

Enter leaves a line unchanged and a question unanswered, or keeps what was answered before; a wrong answer is asked
again; ``back`` goes to the question before, ``back 5`` to line 5, a dot leaves the rest as it is. After every answer
``keep`` is given the form to keep it as a draft. Nothing is recorded on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

import click

from campaign.cli import show
from campaign.cli.return_words import line_text, names_by_number, number_up_to, one_of, parse_line, require_place
from campaign.errors import BadInput
from campaign.exchange.return_draft import draft_text
from campaign.exchange.returns import faults_in
from campaign.rules.common.return_form import CLOCK, UNCHANGED, Fields
from campaign.terms.state import State
from campaign.views.packet import CellKind, ReturnColumn, ReturnCommand, ReturnForm
from campaign.views.return_foot import Ending, FootBox, FootKind, answer_of, asked_in_order, officers_of, split_officers

MOST_NUMBER = 99_999
_BACK = re.compile(r"back(?:\s+(?:to\s+)?(?:line\s+)?(\d{1,3}))?", re.IGNORECASE | re.ASCII)
_LEAVE, _CLEAR = ".", "-"
LINES = "lines"
"""The first part of the key of a line; the others are questions of the foot."""

Key = tuple[str, ...]
Answers = dict[Key, Any]
"""By question, as it is filed (``situation/filing.py``); an empty answer says that the question was asked and left
open."""


@dataclass(frozen=True, slots=True)
class Question:
    """A line or a box of the form. ``read`` raises BadInput; ``typed``: how somebody types an answer that was given
    before."""

    key: Key
    text: str
    read: Callable[[str], Any]
    typed: Callable[[Any], str] = str
    above: tuple[str, ...] = ()
    """What is told before it is asked, a heading first."""
    applies: Callable[[Answers], bool] = lambda answers: True


@dataclass(slots=True)
class Filling:
    """One side's form and what was answered so far; ``question_count``: how many questions of it were
    asked."""

    form: ReturnForm
    fields: Fields
    side: str
    battle: int
    keep: Callable[[Filling], None]
    answers: Answers = field(default_factory=dict)
    question_count: int = 0

    @property
    def is_complete(self) -> bool:
        """Has every question been asked?"""
        return self.question_count >= len(questions(self.form))

    def content(self, *, every_line: bool = False) -> dict[str, Any]:
        """The return as plain content; with every line that was asked, or with those only of which something
        was said."""
        written = {int(key[1]): answer for key, answer in self.answers.items() if key[0] == LINES}
        lines = [
            {"line": n, "ticks": [], **(answer or {})}
            for n, answer in sorted(written.items())
            if answer is not None or every_line
        ]
        return {
            "code": self.form.masthead.code,
            "side": self.side,
            "lines": lines,
            "foot": self._foot(all_asked=len(written)),
        }

    def draft(self) -> str:
        """What was answered so far, as a return file."""
        return draft_text(self.content(every_line=True), self.form, self.battle, self.question_count)

    def answer(self, key: Key, answer: Any) -> None:
        """Take an answer. Raises BadInput for what a return file may not say, so that every draft can be read again."""
        before = dict(self.answers)
        self.answers[key] = answer
        if faults := faults_in(self.draft(), self.fields):
            self.answers = before
            raise BadInput(faults[0])

    def _foot(self, *, all_asked: int) -> dict[str, Any]:
        foot: dict[str, Any] = {
            "all_other_lines_unharmed": all_asked == sum(len(command.lines) for command in self.form.commands)
        }
        for key, answer in self.answers.items():
            if key[0] == LINES:
                continue
            if len(key) == 1:
                foot[key[0]] = answer
            elif answer not in (None, ""):
                foot.setdefault(key[0], {})[key[1]] = answer
        return foot | split_officers(foot.get("commanders_lost", []))


def answers_in(content: Mapping[str, Any], form: ReturnForm, question_count: int) -> Answers:
    """The answers that a draft holds, and an empty one to every other question asked before it was written."""
    foot = content.get("foot") or {}
    lines = {line["line"]: line for line in content.get("lines") or () if "line" in line}
    result: Answers = {}
    for n, question in enumerate(questions(form)):
        kind, *rest = question.key
        if kind == LINES:
            value = lines.get(int(rest[0]))
            value = (
                None
                if value is not None and set(value) <= {"line", "ticks"} and value["ticks"] in ([], [UNCHANGED.key])
                else value
            )
        elif kind == "commanders_lost":
            value = officers_of(foot)
        else:
            value = (foot.get(kind) or {}).get(rest[0]) if rest else foot.get(kind)
        if n < question_count or value not in (None, "", [], {}):
            result[question.key] = value if value is not None or kind == LINES else question.read("")
    return result


# asking --------------------------------------------------------------------------------------------------------------
def introduce(form: ReturnForm) -> None:
    """The head of the form, and how it is answered."""
    show.heading(f"{form.masthead.title}, {form.masthead.side} return, {form.masthead.code}")
    show.lines(
        [
            f"A line at a time: {form.examples}",
            *([f"Ended at, {form.blank_place}"] if form.blank_place else []),
            *_stand_by_stand(form),
            "back goes to the question before, back 5 to line 5; - clears an answer; a dot leaves the rest as it is.",
        ]
    )


def ask(filling: Filling, start: int) -> bool:
    """Ask every question from there on, and keep each answer. False: ``back`` was typed at the first one."""
    all_questions = questions(filling.form)
    position, shown = start, ""
    while position < len(all_questions):
        question = all_questions[position]
        if not question.applies(filling.answers):
            filling.answers.pop(question.key, None)
            position += 1
            continue
        for n, text in enumerate(question.above):
            if n == 0 and text and text != shown:
                show.line()
                show.heading(text)
                shown = text
            elif n:
                show.lines([text])
        step = _answer(filling, question, all_questions, position)
        if step < 0:
            return False
        filling.question_count = max(filling.question_count, min(step, len(all_questions)))
        filling.keep(filling)
        position = step
    return True


def _answer(filling: Filling, question: Question, questions: tuple[Question, ...], position: int) -> int:
    """Ask one question until it is answered; the position of the question to ask next, -1 for the form before
    this one."""
    answer = filling.answers.get(question.key)
    before = question.typed(answer) if answer not in (None, "", [], {}) else ""
    while True:
        text: str = click.prompt(
            f"{question.text} ({before})" if before else question.text,
            default="",
            show_default=False,
            prompt_suffix=": ",
        ).strip()
        try:
            if match := _BACK.fullmatch(text):
                return _place_of(match[1], filling, questions, position)
            if text == _LEAVE:
                return _leave_the_rest(filling, questions, position)
            if text or not before:
                filling.answer(question.key, question.read("" if text == _CLEAR else text))
            return position + 1
        except BadInput as fault:
            show.note(str(fault))


def _place_of(line: str | None, filling: Filling, questions: tuple[Question, ...], position: int) -> int:
    """The question before this one that applies, or that of a line. Raises BadInput for a line that is not on
    the form."""
    if line is not None:
        return position_of(line, filling.form)
    return next((n for n in range(position - 1, -1, -1) if questions[n].applies(filling.answers)), -1)


def position_of(line: str, form: ReturnForm) -> int:
    """Which question asks for that line. Raises BadInput."""
    numbers = [question.key[1] for question in questions(form) if question.key[0] == LINES]
    if str(int(line)) not in numbers:
        raise BadInput(f"there is no line {line} on this form; its lines are {numbers[0]} to {numbers[-1]}")
    return numbers.index(str(int(line)))


def _leave_the_rest(filling: Filling, questions: tuple[Question, ...], position: int) -> int:
    """The rest of the lines, or of the foot, as they are: unchanged, unanswered, or as they were answered before."""
    is_line = questions[position].key[0] == LINES
    end = position
    while end < len(questions) and (questions[end].key[0] == LINES) == is_line:
        question = questions[end]
        if question.applies(filling.answers):
            filling.answers.setdefault(question.key, question.read(""))
        end += 1
    return end


def last_question(filling: Filling) -> int:
    """The last question of the form that applies."""
    all_questions = questions(filling.form)
    return next(n for n in range(len(all_questions) - 1, -1, -1) if all_questions[n].applies(filling.answers))


def _stand_by_stand(form: ReturnForm) -> list[str]:
    """How a line is written stand by stand, where the system has them."""
    line = next((line for command in form.commands for line in command.lines if line.stands), None)
    column = next((column for column in form.stand_columns if column.kind is CellKind.NUMBER), None)
    if line is None or column is None:
        return []
    names = [label for _, label in line.stands[:2]]
    return [f"Or stand by stand, as line {line.line}: {', '.join(f'{name}: {column.label} 1' for name in names)}"]


# what is asked -------------------------------------------------------------------------------------------------------
def questions(form: ReturnForm) -> tuple[Question, ...]:
    """Every line, then the foot."""
    return (*(question for command in form.commands for question in _lines(form, command)), *_foot(form))


def _lines(form: ReturnForm, command: ReturnCommand) -> Iterator[Question]:
    for line in command.lines:
        notes = [word for word in (line.due, "SPENT" if line.state is State.SPENT else "") if word]
        label = f"{line.line:>3}  {line.name}" + (f" ({', '.join(notes)})" if notes else "")
        yield Question(
            (LINES, str(line.line)),
            label,
            lambda text, number=line.line: require_place(parse_line(number, text, form), form),  # type: ignore[misc]
            lambda answer: line_text(answer, form),
            above=(command.name,),
        )


def _foot(form: ReturnForm) -> Iterator[Question]:
    above: tuple[str, ...] = ("The foot of the form",)
    for box in asked_in_order():
        for question in _of_box(box, form):
            yield replace(question, above=above or question.above)
            above = ()


def _of_box(box: FootBox, form: ReturnForm) -> Iterator[Question]:
    """The questions of one box of the foot."""
    match box.kind:
        case FootKind.CLOCK:
            yield Question((box.key,), box.prompt(form), _time)
        case FootKind.NUMBER:
            yield replace(
                _number((box.key,), box.prompt(form), box.most), applies=_finished if box.needs_end else _always
            )
        case FootKind.TEXT if box.question:
            yield Question((box.key,), box.prompt(form), str.strip)
        case FootKind.TICK if box.question:
            yield _yes_or_no((box.key,), box.prompt(form), box.name)
        case FootKind.CHOICE | FootKind.CHOICES:
            for group in box.groups(form):
                key = (box.key, group.key) if box.kind is FootKind.CHOICES else (box.key,)
                yield _choice(key, box, box.prompt(form, group), form)
        case FootKind.NAMES:
            names = tuple(name for _, name in box.groups(form)[0].boxes)
            if names:
                yield _numbered((box.key,), box.prompt(form), names)
        case FootKind.ROWS:
            yield Question(
                (box.key,),
                box.prompt(form),
                lambda text: [part.strip() for part in text.split(",") if part.strip()],
                ", ".join,
            )
        case FootKind.COLUMNS:
            yield from (_of_side(column) for column in form.side_columns)
        case FootKind.TEXT | FootKind.TICK | FootKind.LINES:
            pass
        case _:
            assert_never(box.kind)


def _always(answers: Answers) -> bool:
    return True


def _finished(answers: Answers) -> bool:
    ending: str = answers.get(("ending",), Ending.FINISHED.value)
    return ending == Ending.FINISHED


def _time(text: str) -> str:
    words = text.strip()
    if words and CLOCK.fullmatch(words) is None:
        raise BadInput(f"{text!r} is no time of day; write it as 09:40, or Enter for none")
    return words


def _choice(key: Key, box: FootBox, prompt: str, form: ReturnForm) -> Question:
    """One of several words, which the question names. A battle is finished unless somebody says otherwise."""
    if box.key == "ending":
        text = f"{prompt} [{'/'.join(box.words)}, Enter {Ending.FINISHED}]"
        answers = {word: word for word in box.words}
        return Question(
            key,
            text,
            lambda text: (
                one_of(text, answers, prompt[3:].rstrip("?").lower(), unanswered=Ending.FINISHED)
                or Ending.FINISHED.value
            ),
        )
    shown = box.words or (*form.sides, box.otherwise)
    answers = {word: answer_of(word) for word in shown}
    answers |= {} if box.words else dict(form.side_words)
    words = {value: word for word, value in reversed(answers.items()) if word in shown}
    return Question(
        key,
        f"{prompt} [{'/'.join(shown)}]",
        lambda text: one_of(text, answers, prompt[3:].rstrip("?"), shown),
        lambda answer: words.get(answer, str(answer)),
    )


def _number(key: Key, prompt: str, most: int) -> Question:
    return Question(key, prompt, lambda text: number_up_to(text, most, prompt.split("  ", 1)[-1]))


def _numbered(key: Key, prompt: str, names: tuple[str, ...]) -> Question:
    """Several of a list, which is printed before the question."""
    return Question(
        key,
        f"{prompt} (numbers)",
        lambda text: names_by_number(text, names, prompt[3:]),
        lambda answer: " ".join(str(names.index(name) + 1) for name in answer if name in names),
        above=("", *(f"   {n}  {name}" for n, name in enumerate(names, 1))),
    )


def _yes_or_no(key: Key, prompt: str, name: str) -> Question:
    def read(text: str) -> bool | None:
        word = one_of(text, {"yes": "yes", "no": "no"}, name)
        return word == "yes" if word else None

    return Question(key, f"{prompt} [yes/no]", read, lambda answer: "yes" if answer else "no")


def _of_side(column: ReturnColumn) -> Question:
    """One of the things that the system asks of the side as a whole."""
    key, label = ("side", column.key), f"   {column.label[:1].upper()}{column.label[1:]}"
    if column.kind is CellKind.TICK:
        return _yes_or_no(key, label, column.label)
    if column.kind is CellKind.NUMBER:
        return _number(key, label, column.most if column.most is not None else MOST_NUMBER)
    return Question(key, label, lambda text: text.strip() or None)


def first_fault(faults: tuple[str, ...]) -> tuple[str, str]:
    """Of the first fault that names a line: what stands before the colon (whose return) and the line's number; empty
    for none."""
    for fault in faults:
        whose, _, rest = fault.partition(" return: ")
        if match := re.match(r"line (\d{1,3})\b", rest):
            return whose, match[1]
    return (faults[0].partition(" return: ")[0] if faults else ""), ""
