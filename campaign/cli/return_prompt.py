"""The prompts for a return at the keyboard: first the changed lines, then the holder of the field, then the rest of the
foot. Enter takes the usual answer.

    ask(filling, step) -> bool        asks from that step on; False: the user wants the form before this one
    ask_line(filling, number) -> str  one line by itself
    put_right(filling, number)        the changes after an error in a line
    ask_for(question) -> str          one prompt
    agrees(question) -> bool          yes or no

Several answers may be typed at once, ``3 spent; 5 destroyed; field axis``; a number alone asks for that line, the name
of a box for that box, ``back`` goes to the step before, ``back 5`` to line 5, a dot (also at the end, ``3 spent; .``)
leaves the rest of the form unchanged, ``q`` leaves, ``?`` tells what may be written. A wrong answer is asked again.
After every answer the form is kept as a draft.
"""

from __future__ import annotations

import re
import sys

from campaign.cli import show
from campaign.cli.asking import typed_answer
from campaign.errors import BadInput
from campaign.exchange.returns.typing import (
    CLEAR,
    LAST_STEP,
    LINES,
    Filling,
    Question,
    entries,
    line_label,
    no_such_line,
    question_in,
    questions,
)
from campaign.terms.return_box import FieldKind
from campaign.terms.words import is_number
from campaign.words.packet import ReturnForm
from campaign.words.return_foot import Ending

_BACK = re.compile(r"back(?:\s+(?:to\s+)?(?:line\s+)?(\d{1,3}))?", re.IGNORECASE | re.ASCII)
_END, _HELP = ".", "?"
_AND_END = re.compile(r";\s*\.$")
_UNBROKEN = "\N{NO-BREAK SPACE}"
_ELSE = "What else? [nothing]"
_FIELD = ("field",)
_LINE_STEP, _FIELD_STEP, _FOOT_STEP = range(LAST_STEP)


def ask_for(question: str) -> str:
    """Return the text typed after a question, without the blanks around it. Raises Abort if the user leaves."""
    text = typed_answer(question)
    if not sys.stdin.isatty():
        show.line()
    return text


def agrees(question: str) -> bool:
    """Return whether the answer is yes or Enter; anything but that or no is asked again."""
    while True:
        text = ask_for(f"{question} [Y/n]")
        if text.casefold() in ("", "y", "yes", "n", "no"):
            return text[:1].casefold() != "n"
        show.note(f"{text!r} is not an answer: write y (or Enter) for yes, n for no")


def ask(filling: Filling, step: int) -> bool:
    """Ask the steps from that one on, and keep each answer. Returns False if ``back`` was typed at the first one."""
    while _LINE_STEP <= step < LAST_STEP:
        if step == _LINE_STEP:
            _show_lines(filling)
            step = _ask_lines(filling)
        elif step == _FIELD_STEP:
            step = _ask_field(filling)
        else:
            step = _ask_foot(filling)
        filling.step = max(filling.step, step)
        filling.keep(filling)
    return step >= _LINE_STEP


# the steps -----------------------------------------------------------------------------------------------------------
def _show_lines(filling: Filling) -> None:
    """Print the head of the form and its lines, as many to a row as fit."""
    form = filling.form
    show.heading(f"{form.masthead.title}, {form.masthead.side} return, {form.masthead.code}")
    commands = []
    for command in form.commands:
        names = (f"{line.line} {line_label(line)}".replace(" ", _UNBROKEN) for line in command.lines)
        commands.append(f"{command.short or command.name}:".replace(" ", _UNBROKEN) + f" {'   '.join(names)}")
    for text in show.wrapped(";  ".join(commands), "", "  ").replace(_UNBROKEN, " ").splitlines():
        show.line(text)
    _show_answers(filling, [question for question in questions(form) if question.is_line])


def _show_answers(filling: Filling, line_questions: list[Question]) -> None:
    """Print the answers so far, in one line."""
    texts = [
        f"{question.names[0]}: {question.typed(filling.answers[question.key])}"
        for question in line_questions
        if question.key in filling.answers
    ]
    if texts:
        show.lines([f"  {'; '.join(texts)}"])


def _ask_lines(filling: Filling) -> int:
    """Ask for the lines that changed until there are no more."""
    example = f", as in {filling.form.example}" if filling.form.example else ""
    answered = any(key[0] == LINES for key in filling.answers)
    question = _ELSE if answered else f"Which lines changed{example}? [none, ? explains]"
    while True:
        step = _entered(filling, question, _LINE_STEP)
        if step is not None:
            return step
        question = _ELSE


def _ask_foot(filling: Filling) -> int:
    """Ask for the boxes of the foot that are not as usual."""
    while True:
        ending = filling.answers.get(("ending",), Ending.FINISHED.value)
        question = f"The battle is {ending}. Anything else? e.g. turn 3; taken 40 [Enter = no, ? = list]"
        step = _entered(filling, question, _FOOT_STEP)
        if step is not None:
            return step


def _entered(filling: Filling, question: str, step: int, number: str = "") -> int | None:
    """Ask once for lines and boxes; return the next step, None for the same again. Text that names no line or box
    belongs to the line of that number.
    """
    text = ask_for(question)
    try:
        if text == _HELP:
            _explain(filling.form, step)
            return None
        if not text:
            return step + 1
        if text == _END or _BACK.fullmatch(text):
            return _steered(filling, text, step)
        all_questions = questions(filling.form)
        try:
            named, words = question_in(text.split(";")[0].strip(), filling.form, all_questions)
        except BadInput:
            if not number or text[0].isdigit():
                raise
            text = f"{number} {text}"
            named, words = question_in(text.split(";")[0].strip(), filling.form, all_questions)
        if words == _HELP:
            show.lines([f"{named.names[0]}: {named.allowed}"])
            return None
        if not words and ";" not in text:
            return LAST_STEP if _ask_by_itself(filling, named) == _END else None
        last = _AND_END.search(text)
        answers = entries(text[: last.start()] if last else text, filling.form, all_questions)
        filling.answer(answers)
        filling.keep(filling)
        _show_answers(filling, [question for question, _ in answers])
        return LAST_STEP if last else None
    except BadInput as fault:
        show.note(str(fault))
        if ";" in text:
            show.note(f"Nothing of {text!r} was entered. Correct it and type it again")
    return None


def _steered(filling: Filling, text: str, step: int) -> int:
    """Return the next step for a dot or ``back``. Raises BadInput for a line that is not on the form."""
    match = _BACK.fullmatch(text)
    if match is None:
        return LAST_STEP
    if match[1]:
        return LAST_STEP if ask_line(filling, match[1]) == _END else step
    return _LINE_STEP if step == _FOOT_STEP and filling.is_alone else step - 1


def _ask_by_itself(filling: Filling, question: Question) -> str:
    """Ask for one line or box, whose old answer Enter keeps; return empty once it is answered, otherwise ``.`` or
    ``back``.
    """
    show.lines([f"{n}  {name}" for n, name in enumerate(question.listed, 1)], indent=2)
    while True:
        answer = filling.answers.get(question.key)
        before = question.typed(answer) if answer is not None else question.usual
        shown = "/".join((before, *(choice for choice in question.choices if choice != before)))
        text = ask_for(f"{question.text} [{shown}]")
        try:
            if not text or text == _END or _BACK.fullmatch(text):
                return text
            if text == _HELP:
                show.lines([f"{question.allowed}; Enter: {before}; - clears it"])
            elif question.choices and is_number(text):
                ask_line(filling, text)
            else:
                filling.answer([(question, question.read("" if text == CLEAR else text))])
                filling.keep(filling)
                return ""
        except BadInput as fault:
            show.note(f"{fault}; Enter: {before}")


def ask_line(filling: Filling, number: str) -> str:
    """Ask for one line. Raises BadInput for a line that is not on the form."""
    key = (LINES, str(int(number)))
    question = next((question for question in questions(filling.form) if question.key == key), None)
    if question is None:
        raise BadInput(no_such_line(number, filling.form))
    return _ask_by_itself(filling, question)


def put_right(filling: Filling, number: str) -> None:
    """Ask for lines and boxes once more, until one is answered or Enter keeps them all."""
    _show_answers(filling, [question for question in questions(filling.form) if question.is_line])
    before = dict(filling.answers)
    while filling.answers == before:
        example = filling.form.example or number
        text = f"Which answer is right? Write it as in {example}; {number} {CLEAR} clears it? [unchanged]"
        if _entered(filling, text, _LINE_STEP, number) is not None:
            return


def _ask_field(filling: Filling) -> int:
    """Ask for the holder of the field, unless no other side is in the battle."""
    if filling.is_alone:
        return _FOOT_STEP
    question = next(question for question in questions(filling.form) if question.key == _FIELD)
    while True:
        try:
            text = _ask_by_itself(filling, question)
            return _steered(filling, text, _FIELD_STEP) if text else _FOOT_STEP
        except BadInput as fault:
            show.note(str(fault))


# what may be written -------------------------------------------------------------------------------------------------
def _explain(form: ReturnForm, step: int) -> None:
    """Print what may be typed."""
    if step == _LINE_STEP:
        show.lines(
            [
                f"Write a line's number and its losses; separate several lines with ; . {form.examples}",
                (
                    "To give several lines the same losses, write 1,2 ..., 1-3 ... or all ... A unit's name may "
                    "replace its number."
                ),
                (
                    "You may shorten any word to its first letters. A number without a word is the line's first kind"
                    " of loss."
                ),
                *([f"Place (at PLACE) left {form.blank_place}"] if form.blank_place else []),
                *_stand_by_stand(form),
            ]
        )
    else:
        boxes = [question for question in questions(form) if not question.is_line]
        show.pairs([(question.names[0], question.allowed) for question in boxes], indent=2)
    ways = (
        "To be asked about one line or box, type only its number or name. A hyphen (-) clears an answer."
        ' "back" returns to the previous question, "back 5" to line 5. A dot ends the form, alone or after an entry'
        ' ("3 spent; ."); the other lines stay unchanged. "q" leaves the form, and the answers are kept as a draft.'
    )
    show.lines([ways])


def _stand_by_stand(form: ReturnForm) -> list[str]:
    """Return how a line is written stand by stand, where the system has stands."""
    line = next((line for command in form.commands for line in command.lines if line.stands), None)
    column = next((column for column in form.stand_columns if column.kind is FieldKind.NUMBER), None)
    if line is None or column is None:
        return []
    names = [label for _, label in line.stands[:2]]
    return [f"Or type the losses of each stand: {line.line} {', '.join(f'{name}: {column.label} 1' for name in names)}"]
