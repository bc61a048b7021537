"""The form of a return on a screen: the boxes of the printed one under the same names, read by the same rules.

    sheet_of_blanks(form, values) -> Blanks        what the page shows, filled in with what is known already
    content_from(form, fields, side, battle, values)   the return that was filled in, as plain content; raises BadFile
    values_of(content, form)                       the fields that a return would have filled in
    answers_of(blanks)                             what is entered in a form, in words
    shape_of(form)                                 a short name for exactly these lines and questions
    json_of(form)                                  the form for who asks for the page as JSON

A box has the name that it has on the PDF (``words/form_boxes.py``), so that one reader serves both. What the printed
form has no room for (losses stand by stand, boxes that may only be typed) goes into the field for what is typed as at
the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, assert_never

from campaign.errors import BadFile, BadInput
from campaign.exchange.pdf_boxes import FilledBox
from campaign.exchange.returns.pdf import FilledForm, content_of
from campaign.exchange.returns.places import BETWEEN_SPOTS
from campaign.exchange.returns.text import line_text
from campaign.exchange.returns.typing import LAST_STEP, Filling, answers_in, entries, questions
from campaign.rules.returns.filed import CLOCK, Fields
from campaign.terms.return_box import ENDED_AT, RESTING, UNCHANGED, Field, FieldKind
from campaign.terms.state import State
from campaign.terms.words import counted, is_number, listed, plain
from campaign.values import dataclass
from campaign.views.common.json_values import as_json
from campaign.words.form_boxes import (
    CLOCK_HOURS,
    CLOCK_MINUTES,
    BoxKind,
    boxes_of,
    count_box,
    held_turns,
    in_boxes,
    is_asked,
    line_box,
    side_box,
)
from campaign.words.packet import ReturnCommand, ReturnForm, ReturnLine
from campaign.words.return_foot import (
    BOTH,
    BOTH_WORDS,
    BOXES,
    FOOT,
    UNHARMED,
    Ending,
    FootBox,
    FootKind,
    Group,
    asked_in_order,
    officers_of,
)
from campaign.words.symbol import UnitSymbol

X: Final = "X"
"""Content of a box that is ticked."""
TYPED: Final = "typed"
"""Field for the short notation of the terminal."""
SHAPE: Final = "shape"
CLOCK_FIELD: Final = "clock"
OTHER: Final = "_other"
TURNS: Final = "_turns"
BLANK: Final = ""

Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Box:
    """A box to tick: its field, its value and its caption."""

    name: str
    caption: str
    value: str = X
    is_crossed: bool = False
    under: str = ""
    group: str = ""
    """Boxes of one group exclude each other: ``alone`` all others of the line, ``state`` another state."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the form. ``counts``: numbers that are asked of it, as (field, caption, note, value, greatest)."""

    number: int
    name: str
    text: str
    symbol: UnitSymbol
    boxes: tuple[Box, ...]
    counts: tuple[tuple[str, str, str, str, int | None], ...]
    places: tuple[tuple[str, str], ...]
    place: str
    place_field: str
    other: str
    commands: tuple[tuple[str, str], ...]
    command: str
    command_field: str
    rest: Box | None
    turns: tuple[tuple[str, str], ...]
    turn: str
    turn_field: str
    texts: tuple[tuple[str, str, str], ...]
    more: str
    """What the fields that fold out are: ``attached to, dug in``; empty if there are none."""
    faults: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if something stands in the fields that fold out."""
        return bool(self.other or self.command or self.turn or (self.rest and self.rest.is_crossed) or self.faults)


@dataclass(frozen=True, slots=True)
class Part:
    """The lines of one command."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question below the lines. ``kind``: the way in which it is answered, in the words of ``FootKind``."""

    kind: str
    name: str
    label: str
    value: str = ""
    boxes: tuple[Box, ...] = ()
    value_beside: str = ""
    most: int | None = None
    offered: tuple[str, ...] = ()
    """Answers to choose from, beside others."""


@dataclass(frozen=True, slots=True)
class Block:
    """A numbered block of questions."""

    number: int
    title: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Blanks:
    """The whole form, ready to be drawn."""

    parts: tuple[Part, ...]
    blocks: tuple[Block, ...]
    unharmed: Box
    typed: str
    shape: str
    how: str
    examples: str
    blank_place: str
    everywhere: tuple[str, ...]
    lines: int
    crossed: int
    """Number of lines on which something is entered."""


# showing -------------------------------------------------------------------------------------------------------------
def sheet_of_blanks(form: ReturnForm, values: Values, faults: Sequence[str] = ()) -> Blanks:
    """Return the form with what is entered in it so far, and the errors at their lines."""
    wrong = _by_line(faults)
    parts = tuple(_part(command, form, values, wrong) for command in form.commands)
    lines = [line for part in parts for line in part.lines]
    unharmed = BOXES[UNHARMED]
    return Blanks(
        parts=parts,
        blocks=tuple(_blocks(form, values)),
        unharmed=Box(unharmed.box, unharmed.label, is_crossed=bool(values.get(unharmed.box))),
        typed=values.get(TYPED, ""),
        shape=shape_of(form),
        how=form.how,
        examples=form.examples,
        blank_place=form.blank_place,
        everywhere=tuple(name for _, name in form.everywhere),
        lines=len(lines),
        crossed=sum(_is_entered(line) for line in lines),
    )


def answers_of(blanks: Blanks) -> dict[str, str]:
    """Return what is entered in a form, in words, by line and question; what is blank is left out."""
    lines = ((f"Line {line.number}, {line.name}", _entered(line)) for part in blanks.parts for line in part.lines)
    asked = ((block.title, question) for block in blanks.blocks for question in block.questions)
    questions = (
        (title if question.label in ("", title) else f"{title}, {question.label}", _answer(question))
        for title, question in asked
    )
    typed = ("Typed lines", blanks.typed)
    return {label: text for label, text in (*lines, *questions, typed) if text}


def _entered(line: Line) -> str:
    crossed = [box.caption for box in (*line.boxes, *filter(None, (line.rest,))) if box.is_crossed]
    counts = [f"{caption} {value}" for _, caption, _, value, _ in line.counts if value]
    place = line.other or line.place
    others = (
        f"ended at {place}" if place else "",
        f"attached to {dict(line.commands).get(line.command, line.command)}" if line.command else "",
        f"dug in {dict(line.turns).get(line.turn, line.turn)}" if line.turn else "",
        *(f"{label} {value}" for _, label, value in line.texts if value),
    )
    return ", ".join((*crossed, *counts, *filter(None, others)))


def _answer(question: Question) -> str:
    crossed = [box.caption for box in question.boxes if box.is_crossed]
    turns = f"turns {question.value_beside}" if question.value_beside else ""
    return ", ".join(filter(None, (*crossed, question.value, turns)))


def preset(form: ReturnForm, turn: int) -> dict[str, str]:
    """Return what stands on an untouched form: finished, with the turn that is played; no turn (0) after a game was
    resumed, where the players say in which it ended.
    """
    ending = BOXES["ending"]
    (group,) = ending.groups(form)
    finished = next(name for name, word in group.boxes if word == Ending.FINISHED)
    return {ending.key: finished, **({"turn": str(turn)} if turn else {})}


def shape_of(form: ReturnForm) -> str:
    """Return a short name for exactly these lines and questions."""
    return sha256(repr([(b.name, b.label) for b in boxes_of(form).values()]).encode()).hexdigest()[:16]


def json_of(form: ReturnForm) -> dict[str, Any]:
    """Return the form as JSON values. Of a box they tell what may be written into it, not what is made of it."""
    values: dict[str, Any] = as_json(form)
    columns = {
        "columns": [_json_of(column, answers=column.answers) for column in form.columns],
        "side_columns": [_json_of(column, answers=False) for column in form.side_columns],
        "stand_columns": [_json_of(column, answers=False) for column in form.stand_columns],
    }
    return values | columns


def _json_of(column: Field, *, answers: bool) -> dict[str, Any]:
    """``answers``: at least one of these is filled in for every line."""
    return {
        "key": column.key,
        "label": column.label,
        "kind": column.kind.value,
        "under": column.note,
        "words": list(column.typed),
        "most": column.most,
        "answers": answers,
        "printed": column.printed,
    }


def _is_entered(line: Line) -> bool:
    return any(box.is_crossed for box in line.boxes) or any(count[3] for count in line.counts) or bool(line.place)


def _by_line(faults: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Return the errors that name a line, by its number."""
    result: dict[int, tuple[str, ...]] = {}
    for fault in faults:
        words = fault.partition(" return: ")[2] or fault
        head, _, text = words.partition(": ")
        number = head.removeprefix("line ")
        if head.startswith("line ") and is_number(number):
            result[int(number)] = (*result.get(int(number), ()), text)
    return result


def _part(command: ReturnCommand, form: ReturnForm, values: Values, wrong: Mapping[int, tuple[str, ...]]) -> Part:
    return Part(command.name, tuple(_line(line, form, values, wrong.get(line.line, ())) for line in command.lines))


def _line(line: ReturnLine, form: ReturnForm, values: Values, faults: tuple[str, ...]) -> Line:
    columns = [column for column in form.columns if column.printed and is_asked(line, column)]
    notes = dict(line.notes)

    def value(column: Field) -> str:
        return values.get(line_box(line.line, column.key), "")

    ticks = [column for column in columns if column.kind is FieldKind.TICK and column.key != RESTING.key]
    counts = [column for column in columns if column.kind is FieldKind.NUMBER and not in_boxes(column)]
    by_kind = {column.kind: column for column in columns if column.kind in (FieldKind.PLACE, FieldKind.COMMAND)}
    place, command = by_kind.get(FieldKind.PLACE), by_kind.get(FieldKind.COMMAND)
    resting = next((column for column in columns if column.key == RESTING.key), None)
    turns = next((column for column in columns if in_boxes(column)), None)
    texts = [column for column in columns if column.kind is FieldKind.TEXT]
    hidden = [column.label.lower() for column in (command, resting, turns, *texts) if column is not None]
    return Line(
        number=line.line,
        name=line.full_name or line.name,
        text=_about(line),
        symbol=line.symbol,
        boxes=tuple(
            Box(
                line_box(line.line, c.key),
                c.label.lower(),
                is_crossed=bool(value(c)),
                under=notes.get(c.key, ""),
                group=_group(c),
            )
            for c in ticks
        ),
        counts=tuple((line_box(line.line, c.key), _caption(c), notes.get(c.key, ""), value(c), c.most) for c in counts),
        places=_places(form) if place else (),
        place=value(place) if place else "",
        place_field=line_box(line.line, place.key) if place else "",
        other=values.get(line_box(line.line, place.key) + OTHER, "") if place else "",
        commands=tuple((c.letter, c.name) for c in form.commands) if command else (),
        command=value(command) if command else "",
        command_field=line_box(line.line, command.key) if command else "",
        rest=Box(line_box(line.line, resting.key), resting.label.lower(), is_crossed=bool(value(resting)))
        if resting
        else None,
        turns=_turns(turns, line) if turns else (),
        turn=value(turns) if turns else "",
        turn_field=line_box(line.line, turns.key) if turns else "",
        texts=tuple((line_box(line.line, c.key), c.label.lower(), value(c)) for c in texts),
        more=", ".join((*hidden, *(["another place"] if place else []))),
        faults=faults,
    )


@dataclass(frozen=True, slots=True)
class Remedy:
    """A button that repairs a fault: its words, and the boxes that it ticks."""

    text: str
    boxes: tuple[str, ...]


def remedies(form: ReturnForm, blanks: Blanks) -> tuple[Remedy, ...]:
    """Return the buttons for lines of one stand of which some are ticked as destroyed and others not: all are, as the
    stand was.
    """
    lines = {line.number: line for part in blanks.parts for line in part.lines}
    mends = []
    for group in form.one_stand:
        boxes = {n: box for n in group for box in lines[n].boxes if box.name == line_box(n, State.DESTROYED.value)}
        others = [box.name for box in boxes.values() if not box.is_crossed]
        if others and len(others) < len(boxes):
            text = f"Tick “destroyed” for this stand on lines {listed([str(number) for number in group])}"
            mends.append(Remedy(text, tuple(others)))
    return tuple(mends)


def _group(column: Field) -> str:
    if column.key == UNCHANGED.key:
        return "alone"
    return "state" if column.key in (State.SPENT, State.DESTROYED) else column.key


def _caption(column: Field) -> str:
    return " ".join(filter(None, (column.label.lower(), column.note)))


def _about(line: ReturnLine) -> str:
    """Return what is printed beside the name of a unit: its state at the start, and when it comes on."""
    words = [line.due, f"{line.state.value} at the start"]
    words += ["resting"] if line.resting else []
    words += [f"dug in for {counted(line.dug_in_turns, 'turn')}"] if line.dug_in_turns else []
    return " \N{MIDDLE DOT} ".join(filter(None, words))


def _places(form: ReturnForm) -> tuple[tuple[str, str], ...]:
    """Return what "ended at" offers: the places on the table first, then its edges, then those near it."""
    beside = set(form.beside)
    elsewhere = [(name, name) for key, name in form.places if key not in beside]
    edges = [(f"off by edge {edge}", f"off by edge {edge}") for edge in form.edges if len(edge) < 3]
    near = [(name, name) for key, name in form.places if key in beside]
    return (("", "\N{EN DASH}"), *elsewhere, *edges, *near)


def _turns(column: Field, line: ReturnLine) -> tuple[tuple[str, str], ...]:
    numbers = range(held_turns(column, line) + 1, (column.most or 0) + 1)
    return (("", "\N{EN DASH}"), *((str(n), f"{n} turn{'s' * (n > 1)}") for n in numbers))


_TITLES: Final = {
    1: "The clock",
    2: "The side that holds the field",
    3: "Objectives held",
    4: "Orders fulfilled",
    5: "Commanders and headquarters lost",
    6: "Prisoners",
    7: "Engineer tasks done",
    8: "Crossings, roads and works changed",
    9: "One line for the diary",
}
"""Heads of the numbered blocks, as they are printed."""


def _blocks(form: ReturnForm, values: Values) -> Iterator[Block]:
    by_block: dict[int, list[Question]] = {}
    for box in asked_in_order():
        by_block.setdefault(box.block, []).extend(_questions(box, form, values))
    for number, asked in by_block.items():
        if asked:
            yield Block(number, _TITLES[number], tuple(asked))


def _questions(box: FootBox, form: ReturnForm, values: Values) -> Iterator[Question]:
    label = box.question.format(name="", prisoners=form.prisoners) or box.label
    match box.kind:
        case FootKind.CLOCK:
            yield Question(box.kind, CLOCK_FIELD, "Ended at", values.get(CLOCK_FIELD, ""))
        case FootKind.NUMBER:
            yield Question(box.kind, box.box, label, values.get(box.box, ""), most=box.most)
        case FootKind.TEXT | FootKind.SPOTS:
            roads = form.roads if box.kind is FootKind.SPOTS else ()
            yield Question(box.kind, box.box, label, values.get(box.box, ""), offered=roads)
        case FootKind.CHOICE | FootKind.CHOICES:
            for n, group in enumerate(box.groups(form), 1):
                name = box.key if box.kind is FootKind.CHOICE else f"{box.key}_{n}"
                boxes = tuple(Box(name, word, key, values.get(name) == key) for key, word in group.boxes)
                yield Question(box.kind, name, group.name, boxes=boxes)
        case FootKind.NAMES:
            yield from _named(box, form, values)
        case FootKind.ROWS if form.has_engineers:
            for group in box.groups(form):
                turns = values.get(group.key + TURNS, "")
                yield Question(box.kind, group.key, f"Task {group.name}", values.get(group.key, ""), value_beside=turns)
        case FootKind.COLUMNS:
            yield from (_of_side(column, values) for column in form.side_columns if column.printed)
        case FootKind.TICK:
            yield _ticked(box.box, box.label, values)
        case FootKind.LINES | FootKind.ROWS:
            pass


def _named(box: FootBox, form: ReturnForm, values: Values) -> Iterator[Question]:
    """Yield a question with a box for each name of a list, if there are any."""
    boxes = tuple(
        Box(key, name, is_crossed=bool(values.get(key))) for group in box.groups(form) for key, name in group.boxes
    )
    if boxes:
        yield Question(box.kind, box.key, box.label, boxes=boxes)


def _ticked(name: str, label: str, values: Values) -> Question:
    """Return a question that is one box to tick."""
    return Question(FootKind.NAMES, name, label, boxes=(Box(name, label, is_crossed=bool(values.get(name))),))


def _of_side(column: Field, values: Values) -> Question:
    name, label = side_box(column.key), f"{column.label[:1].upper()}{column.label[1:]}"
    if column.kind is FieldKind.TICK:
        return _ticked(name, label, values)
    kind = FootKind.NUMBER if column.kind is FieldKind.NUMBER else FootKind.TEXT
    return Question(kind, name, label, values.get(name, ""), most=column.most)


# reading -------------------------------------------------------------------------------------------------------------
def content_from(form: ReturnForm, fields: Fields, side: str, battle: int, values: Values) -> dict[str, Any]:
    """Return the return that was filled in, as plain content. Raises BadFile with every error, BadInput for a form that
    is older than the battle's lines.
    """
    if values.get(SHAPE, shape_of(form)) != shape_of(form):
        raise BadInput(
            "Your return was not handed in, because the lines of this battle have changed since you opened "
            "the form. Look at the lines again, then hand in the return"
        )
    filled = FilledForm("the form", dict(_boxes(form, values)))
    content, faults = content_of(filled, form, side)
    faults = [fault.replace("field ", "", 1) for fault in faults]
    typed = values.get(TYPED, "").strip()
    if typed:
        try:
            content = _with_typed(typed, content, form, fields, side, battle)
        except BadInput as fault:
            faults.append(str(fault))
    if faults:
        whose = form.masthead.side
        raise BadFile(
            f"The {whose} return has {len(faults)} error{'s' * (len(faults) > 1)}. Nothing was changed", faults
        )
    return content


def _with_typed(
    typed: str, content: dict[str, Any], form: ReturnForm, fields: Fields, side: str, battle: int
) -> dict[str, Any]:
    """Return the return with what was typed over it: ``2s; 5 destroyed; field axis; .``. All lines that are not named
    are unchanged, as at the terminal.
    """
    filling = Filling(form, fields, side, battle, lambda filling: None, answers_in(content, form), LAST_STEP)
    rows = [row.strip() for row in typed.splitlines() if row.strip()]
    words = re.sub(r"(^|;)\s*\.$", "", "; ".join(row.rstrip("; ") for row in rows))
    if words:
        filling.answer(entries(words, form, questions(form)))
    return filling.content()


def _boxes(form: ReturnForm, values: Values) -> Iterator[tuple[str, FilledBox]]:
    """Yield every box of the printed form with what the fields of the page say."""
    crossed = _crossed(form, values)
    for name, box in boxes_of(form).items():
        if box.kind is BoxKind.HIDDEN:
            text = box.value
        elif box.kind is BoxKind.TICK:
            text = X if name in crossed or values.get(name) else ""
        else:
            text = crossed.get(name, values.get(name, ""))
        yield name, FilledBox(box.label, text)


def _crossed(form: ReturnForm, values: Values) -> dict[str, str]:
    """Return the boxes that fields of another kind fill in: choices, turns, places typed, the clock."""
    result = _clock(values.get(CLOCK_FIELD, ""))
    for command in form.commands:
        for line in command.lines:
            for column in form.columns:
                name = line_box(line.line, column.key)
                if in_boxes(column) and is_number(values.get(name, "")):
                    result[count_box(line.line, column.key, int(values[name]))] = X
                if column.key == ENDED_AT.key and values.get(name + OTHER, "").strip():
                    result[name] = values[name + OTHER]
    for box in FOOT:
        groups = box.groups(form)
        if box.kind is FootKind.CHOICE and (chosen := values.get(box.key)):
            result[chosen] = X
        if box.kind is FootKind.CHOICES:
            chosen_boxes = (values.get(f"{box.key}_{n}", "") for n in range(1, len(groups) + 1))
            result |= dict.fromkeys(filter(None, chosen_boxes), X)
        if box.kind is FootKind.ROWS:
            for group in groups:
                turns = values.get(group.key + TURNS, "")
                result |= {name: X for name, word in group.boxes if word == f"turn {turns}"}
    return result


def _clock(text: str) -> dict[str, str]:
    words = text.strip()
    if not words:
        return {}
    match = CLOCK.fullmatch(words)
    return {CLOCK_HOURS: match[1], CLOCK_MINUTES: match[2]} if match else {CLOCK_HOURS: words}


# and back ------------------------------------------------------------------------------------------------------------
def values_of(content: Mapping[str, Any], form: ReturnForm) -> dict[str, str]:
    """Return the fields of the page as a return would have filled them in."""
    values: dict[str, str] = {}
    left: list[str] = []
    lines = {line.line: line for command in form.commands for line in command.lines}
    for entry in content.get("lines") or ():
        line = lines.get(int(entry.get("line") or 0))
        if line is not None:
            values |= _line_values(line, entry, form)
            left += _left_over(line, entry, form)
    values |= _foot_values(content.get("foot") or {}, form)
    return {**values, TYPED: "\n".join(left)} if left else values


def _line_values(line: ReturnLine, entry: Mapping[str, Any], form: ReturnForm) -> dict[str, str]:
    ticks = set(entry.get("ticks") or ())
    offered = {value for value, _ in _places(form)}
    values: dict[str, str] = {}
    for column in form.columns:
        name, value = line_box(line.line, column.key), entry.get(column.key)
        if column.key in ticks or value is True:
            values[name] = X
        elif column.kind is FieldKind.PLACE and value:
            called = dict(form.everywhere).get(str(value), str(value))
            values[name if called in offered else name + OTHER] = called
        elif value not in (None, "", False):
            values[name] = str(value)
    return values


def _left_over(line: ReturnLine, entry: Mapping[str, Any], form: ReturnForm) -> list[str]:
    """Return, in the short notation, what the boxes of a line cannot hold."""
    unprinted = {column.key for column in form.columns if not (column.printed and is_asked(line, column))}
    kept = {key: value for key, value in entry.items() if key in unprinted or key == "stands"}
    ticks = [tick for tick in entry.get("ticks") or () if tick in unprinted and tick != UNCHANGED.key]
    text = line_text({"ticks": ticks, **kept}, form.columns, form.stand_columns) if kept or ticks else ""
    return [f"{line.line} {text}"] if text else []


def _foot_values(foot: Mapping[str, Any], form: ReturnForm) -> dict[str, str]:
    values: dict[str, str] = {}
    for box in FOOT:
        answer = officers_of(foot) if box.key == "commanders_lost" else foot.get(box.key)
        if answer not in (None, "", [], {}, False):
            values |= _answer_values(box, answer, form)
    return values


def _answer_values(box: FootBox, answer: Any, form: ReturnForm) -> dict[str, str]:
    groups = box.groups(form)
    match box.kind:
        case FootKind.CLOCK:
            return {CLOCK_FIELD: str(answer)}
        case FootKind.NUMBER | FootKind.TEXT:
            return {box.box: str(answer)}
        case FootKind.SPOTS:
            return {box.box: BETWEEN_SPOTS.join(map(str, answer))}
        case FootKind.TICK:
            return {box.box: X}
        case FootKind.CHOICE:
            return _choice(box.key, groups[0], answer, form)
        case FootKind.CHOICES:
            chosen = [(n, group, _of_group(answer, group, form)) for n, group in enumerate(groups, 1)]
            answers = [_choice(f"{box.key}_{n}", group, value, form) for n, group, value in chosen if value]
            return {name: value for choice in answers for name, value in choice.items()}
        case FootKind.NAMES:
            return {key: X for group in groups for key, name in group.boxes if name in answer}
        case FootKind.ROWS:
            return {group.key: str(task) for group, task in zip(groups, answer, strict=False)}
        case FootKind.COLUMNS:
            return {side_box(key): X if value is True else str(value) for key, value in dict(answer).items()}
        case FootKind.LINES:
            return {}
        case unknown:
            assert_never(unknown)


def _choice(name: str, group: Group, answer: Any, form: ReturnForm) -> dict[str, str]:
    """Return the field of a choice with the box of its answer, which may be a side's key, name or other word."""
    words = {plain(word): side for word, side in form.side_words}
    word = words.get(plain(str(answer)), BOTH_WORDS if answer == BOTH else str(answer))
    box = next((key for key, caption in group.boxes if plain(caption) == plain(word)), "")
    return {name: box} if box else {}


def _of_group(answers: Any, group: Group, form: ReturnForm) -> Any:
    """Return the answer about a place or command, which may be named by its key or its name."""
    names = dict(form.everywhere)
    return next((value for key, value in dict(answers).items() if names.get(key, key) in (group.key, group.name)), None)
