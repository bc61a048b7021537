"""The words of a typed return: one line for each line of the form, in the words of its boxes."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from campaign.errors import BadInput
from campaign.exchange.returns.places import hex_named, inches_of, places_named
from campaign.exchange.returns.text import TO_COMMAND
from campaign.rules.returns.filed import edge_of
from campaign.terms.return_box import RESTING, Field, FieldKind
from campaign.terms.words import did_you_mean, find, is_number, listing, plain
from campaign.values import replace
from campaign.words.form_boxes import NOTHING_THERE
from campaign.words.packet import ReturnForm, ReturnLine

_TO_PLACE = ("at", "off")
_KEPT = "\N{WORD JOINER}"
"""Character in place of the blanks in a name of several words, so that the line is not split there."""
_COMMA = "\N{INVISIBLE SEPARATOR}"
"""Character in place of the comma in a name."""
NOTHING_TO_LOSE = ("of 0", NOTHING_THERE)
"""Entries of a column for a line that has nothing to lose there."""
_STAND_HEAD = re.compile(r"(?:^|[;,])\s*([^:;,]+):")


def parse_line(number: int, text: str, form: ReturnForm) -> dict[str, Any] | None:
    """Return one line as plain content; None for an unchanged one; its number may stand before it (``5 destroyed``).
    Raises BadInput with examples.
    """
    if not text.strip():
        return None
    try:
        return _line(number, text, form)
    except BadInput:
        again = re.fullmatch(rf"(?:line\s+)?{number}\s*[.:)]?\s+(.+)", text.strip(), re.IGNORECASE)
        if again is None:
            raise
        return _line(number, again[1], form)


def _line(number: int, text: str, form: ReturnForm) -> dict[str, Any]:
    line: dict[str, Any] = {"line": number, "ticks": []}
    grammar = _Grammar(form, number)
    head, clauses = _by_stand(text)
    for part in grammar.parts(head):
        grammar.read(part, line)
    stands = {_stand_meant(name, number, form): _stand_written(stand_text, form) for name, stand_text in clauses}
    return {**line, "stands": stands} if stands else line


def _by_stand(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the text about the line, and each stand's name with the text about it: ``at Musaid; A company: 3, MMG 1:
    gone``.
    """
    heads = list(_STAND_HEAD.finditer(text))
    if not heads:
        return text, []
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return text[: heads[0].start()], [
        (head[1].strip(), text[head.end() : end].strip(" ,;")) for head, end in zip(heads, ends, strict=True)
    ]


def line_numbered(number: int | None, form: ReturnForm) -> ReturnLine | None:
    """Return the line of the given number; None if the form has none."""
    return next((line for command in form.commands for line in command.lines if line.line == number), None)


def _stand_meant(name: str, number: int, form: ReturnForm) -> str:
    """Return the key of a stand of that line, by its key or the beginning of its name. Raises BadInput."""
    line = line_numbered(number, form)
    stands = line.stands if line is not None else ()
    if not stands:
        raise BadInput(
            f"{name!r} cannot be used here, because the losses of this line are not counted by stands. Write "
            f"for example: {form.examples}"
        )
    plain_name = plain(name)
    keys = [key for key, label in stands if plain_name in (plain(key), plain(label))] or [
        key for key, label in stands if plain(label).startswith(plain_name)
    ]
    if len(keys) != 1:
        raise BadInput(
            f"{name!r} {'fits several stands' if keys else 'is not a stand'} of line {number}. Its stands are: "
            f"{listing((label for _, label in stands))}"
        )
    return keys[0]


def _stand_written(text: str, form: ReturnForm) -> dict[str, Any]:
    """Return the losses of a stand, in the words of its columns; a number alone is the first of them. Raises
    BadInput.
    """
    grammar = _Grammar(replace(form, columns=form.stand_columns, shorthand=()))
    losses = [stand_column for stand_column in form.stand_columns if stand_column.kind is FieldKind.NUMBER]
    result: dict[str, Any] = {"ticks": []}
    for part in grammar.parts(text):
        if part.isdigit() and losses:
            result[losses[0].key] = int(part)
        else:
            grammar.read(part, result)
    return {**{key: value for key, value in result.items() if key != "ticks"}, **dict.fromkeys(result["ticks"], True)}


class _Grammar:
    """The words of a numbered line of a form, or of a stand of a line: its boxes and columns, and words that stand for
    several of them.
    """

    def __init__(self, form: ReturnForm, number: int | None = None) -> None:
        self.form = form
        self.line = line_numbered(number, form)
        self.ticks = {word: column for column in form.columns if column.kind is FieldKind.TICK for word in column.typed}
        self.numbers = {
            word: column for column in form.columns if column.kind is FieldKind.NUMBER for word in column.typed
        }
        self.texts = {word: column for column in form.columns if column.kind is FieldKind.TEXT for word in column.typed}
        self.place = next((column for column in form.columns if column.kind is FieldKind.PLACE), None)
        self.command = next((column for column in form.columns if column.kind is FieldKind.COMMAND), None)
        self.shorthand = dict(form.shorthand)
        self.answers = set() if number is None else {column.key for column in form.columns if column.answers}
        """Boxes of which each line needs one; a stand needs none."""

    def parts(self, text: str) -> list[str]:
        """Return the parts of a line: ``spent at Musaid, resting`` -> ``spent``, ``at Musaid``, ``resting``; the comma
        in ``at 40, 20`` stays.
        """
        beside = [word for word, tick in self.ticks.items() if tick.key not in self.answers]
        starts = "|".join(sorted((re.escape(word) for word in (*beside, *self.numbers)), key=len, reverse=True))
        whither = "|".join((*_TO_PLACE, TO_COMMAND))
        clause = re.sub(r"\bended\s+(?=(?:at|off|edge)\b)", "", self._names_kept(text.strip()), flags=re.IGNORECASE)
        for phrase in (word for word in (*self.numbers, *self.ticks) if " " in word):
            clause = re.sub(
                rf"\b{re.escape(phrase)}\b", lambda match: match[0].replace(" ", _KEPT), clause, flags=re.IGNORECASE
            )
        clause = re.sub(rf"\s+(?=(?:{whither})\b)", ", ", clause, flags=re.IGNORECASE)
        clause = re.sub(r"(?<!\bby)(?<!\bat)(?<!\bthe)(?<!\boff)\s+(?=edge\b)", ", ", clause, flags=re.IGNORECASE)
        cut = (
            re.sub(rf"(?<!\d)\s+(?=(?:{starts.replace(' ', _KEPT)})\b)", ", ", clause, flags=re.IGNORECASE)
            if starts
            else clause
        )
        parts = re.split(r",(?!\s*\d+\s*(?:in\.?)?\s*(?:,|$|from\b))", cut)
        return [part.replace(_COMMA, ",").replace(_KEPT, " ").strip() for part in parts if part.strip()]

    def _names_kept(self, text: str) -> str:
        """Return the text with the names of places in one piece that contain a comma or a word such as *at*: ``Halfaya
        Pass, top``.
        """
        cutting = re.compile(rf",|\b(?:{'|'.join((*_TO_PLACE, TO_COMMAND))})\b", re.IGNORECASE)
        for name in sorted({name for _, name in self.form.everywhere if cutting.search(name)}, key=len, reverse=True):
            pattern = rf"(?<!\w){re.escape(name)}(?!\w)".replace(r",\ ", r",\s*")
            text = re.sub(
                pattern, lambda match: match[0].replace(",", _COMMA).replace(" ", _KEPT), text, flags=re.IGNORECASE
            )
        return text

    def read(self, part: str, line: dict[str, Any]) -> None:
        """Read one part of a line into ``line``. Raises BadInput."""
        part_text = part.lower()
        word, _, rest = part.partition(" ")
        if part_text in self.shorthand:
            self._tick(line, *self.shorthand[part_text])
        elif part_text in self.ticks:
            self._cross(line, self.ticks[part_text])
        elif word.lower() in ("off", "edge") and self.place is not None and edge_of(part) is not None:
            line[self.place.key] = part
        elif word.lower() == "at" and rest and self.place is not None:
            line[self.place.key] = rest.strip()
        elif word.lower() == TO_COMMAND and rest and self.command is not None:
            line[self.command.key] = rest.strip()
        elif (number := self._number(part_text)) is not None:
            line[number[0].key] = number[1]
        elif (several := self._several(tuple(part_text.split()))) is not None:
            for piece in several:
                self.read(piece, line)
        elif (
            text := next(
                (return_column for start, return_column in self.texts.items() if part_text.startswith(f"{start} ")),
                None,
            )
        ) is not None:
            line[text.key] = part[len(text.typed[0]) :].strip()
        elif (full := self._cut_short(part_text)) is not None:
            for piece in full:
                self.read(piece, line)
        else:
            raise BadInput(self._not_understood(part, word))

    @staticmethod
    def _tick(line: dict[str, Any], *keys: str) -> None:
        line["ticks"] += [key for key in keys if key not in line["ticks"]]

    def _cross(self, line: dict[str, Any], column: Field) -> None:
        if column.key == RESTING.key:
            line[column.key] = True
        else:
            self._tick(line, column.key)

    def _number(self, text: str) -> tuple[Field, int] | None:
        """Return the column and number of ``6 hits``, ``hits 6``, and of ``6`` alone for the first column of losses
        that this line can have. Raises BadInput for a missing number.
        """
        count = re.search(r"(?<!\S)\d{1,9}(?!\S)", text)
        name = " ".join((text[: count.start()] + text[count.end() :]).split()) if count else text
        column = self.numbers.get(name)
        if column is None and name:
            column = self.numbers.get(f"{name}s")  # ``1 black pin`` is one of the black pins
            if column is not None and count is None:
                return column, 1
        if column is None and count and not name:
            column = self._first_loss()
        begun = {
            number.key: number
            for word, number in self.numbers.items()
            if count and name and word.startswith(f"{name} ")
        }
        if column is None and len(begun) == 1:
            (column,) = begun.values()
        if column is None:
            return None
        if count is None:
            raise BadInput(f"{text!r} needs a number{f' {column.note}' if column.note else ''}, as in '{text} 2'")
        return column, int(count[0])

    def _first_loss(self) -> Field | None:
        """Return the column for a number alone: the first kind of loss of which this line has anything."""
        losses = [
            column for column in self.form.columns if column.key in self.answers and column.kind is FieldKind.NUMBER
        ]
        noted = [key for key, note in self.line.notes if note not in NOTHING_TO_LOSE] if self.line is not None else []
        return next((column for column in losses if column.key in noted), losses[0] if losses else None)

    def _cut_short(self, text: str) -> list[str] | None:
        """Return the full words of ``k6 w2 r``, or ``6w2``: each is the beginning of one column's name; None for other
        text. Raises BadInput for a beginning that several have.
        """
        tokens = re.findall(r"[^\W\d]+|\d+|\S", text)
        counted = {word: column.key for word, column in self.numbers.items()}
        crossed = {word: column.key for word, column in self.ticks.items()} | {word: word for word in self.shorthand}
        is_first_loss = len(tokens) > 2 and tokens[-1].isdigit() and re.match(r"\d+[^\W\d]", text)
        parts = [tokens.pop(0)] if is_first_loss else []
        while tokens:
            pair = tokens[:2] if len(tokens) > 1 and tokens[0].isdigit() != tokens[1].isdigit() else tokens[:1]
            word = next((token for token in pair if not token.isdigit()), "")
            number = next((token for token in pair if token.isdigit()), "")
            names = counted if number else crossed
            keys = {key for name, key in names.items() if word and name.startswith(word)}
            if len(keys) > 1:
                raise BadInput(
                    f"{word!r} can mean {listing(sorted(k.replace('_', ' ') for k in keys))}. Write more of it"
                )
            if not keys:
                return None
            full = next(name for name in names if name.startswith(word))
            parts.append(f"{full} {number}".strip())
            tokens = tokens[len(pair) :]
        return parts

    def _several(self, words: tuple[str, ...]) -> tuple[str, ...] | None:
        """Return ``lost 11 red 4 dispersed`` as parts, one for each column, the longest names first; None for other
        text.
        """
        for end in range(len(words) - 1, 0, -1):
            head = " ".join(words[:end])
            if not self._is_one(head):
                continue
            rest = words[end:]
            if self._is_one(" ".join(rest)):
                return head, " ".join(rest)
            values = self._several(rest)
            if values is not None:
                return head, *values
        return None

    def _is_one(self, text: str) -> bool:
        """Return whether the text is a box, a word for several, or one column with its number."""
        if text in self.shorthand or text in self.ticks:
            return True
        digits = [word.isdigit() for word in text.split()]
        return (
            len(digits) > 1 and digits.count(True) == 1 and (digits[0] or digits[-1]) and self._number(text) is not None
        )

    def _not_understood(self, part: str, word: str) -> str:
        vocabulary = (*self.shorthand, *self.ticks, *self.numbers, *_TO_PLACE, TO_COMMAND)
        near = did_you_mean(word, [word_ for word_ in vocabulary if not word_.endswith(".")])
        return f"{part!r} is not understood{near}; write for example: {self.form.examples}"


def require_place(line: dict[str, Any] | None, form: ReturnForm) -> dict[str, Any] | None:
    """Return the line, if the place, the edge, the hex or the inches in it can be found. Raises BadInput."""
    text = str(line.get("ended_at") or "") if line else ""
    if not text:
        return line
    edge, inches = edge_of(text), inches_of(text, *form.size_in)
    if edge is not None:
        if plain(edge) not in {plain(table_edge) for table_edge in form.edges}:
            raise BadInput(f"{text!r} is not an edge of this table. The edges are {', '.join(form.edges)}")
    elif inches is not None:
        if not (0 <= inches[0] <= form.size_in[0] and 0 <= inches[1] <= form.size_in[1]):
            raise BadInput(f"{text!r} is not on the table, which is {form.size_in[0]} by {form.size_in[1]} inches")
    elif hex_named(text, form.hexes, form.places, form.everywhere) is None:
        result = places_named(text, form.places, form.everywhere)
        if len(result) != 1:
            hint = (
                did_you_mean(text, [name for _, name in form.everywhere])
                or ". Write a place, or off by edge and its letter"
            )
            why = (
                f"fits several places: {listing((name for _, name in result))}. Write more of the name"
                if result
                else f"is not a place of this campaign{hint}"
            )
            raise BadInput(f"{text!r} {why}")
        if result[0][0] in form.beside:
            edges = listing(edge for edge in form.edges if len(edge) < 3) or listing(form.edges)
            raise BadInput(
                f"{result[0][1]} is not on this table. Write a place on the table, inches, or off by edge and "
                f"its letter ({edges})"
            )
    return line


def one_of(text: str, answers: dict[str, str], question: str, shown: Collection[str] = ()) -> str:
    """Return an answer by its first letters; empty for none. Raises BadInput with the answers, or those of them to be
    ``shown``.
    """
    plain_text = text.strip().casefold()
    if not plain_text:
        return ""
    exact = [value for word, value in answers.items() if word.casefold() == plain_text]
    begun = [
        value
        for word, value in answers.items()
        if any(part.startswith(plain_text) for part in (word.casefold(), *word.casefold().split()))
    ]
    matches = list(dict.fromkeys(exact or begun))
    if len(matches) == 1:
        return matches[0]
    if matches:
        both = listing(word for word, value in answers.items() if value in matches)
        raise BadInput(f"{text!r} can mean {both}. Write more of it")
    raise BadInput(f"{text!r} is not an answer to {question!r}. Write {', '.join(shown or answers)}")


def number_up_to(text: str, most: int, question: str) -> int | None:
    """Return a number, or None for an empty text. Raises BadInput."""
    words = text.strip()
    if not words:
        return None
    if not is_number(words) or int(words) > most:
        raise BadInput(f"{text!r} is not an answer to {question!r}. Write a number up to {most}")
    return int(words)


def names_by_number(text: str, answers: tuple[str, ...], question: str) -> list[str]:
    """Return several items of a numbered list: ``1 3`` or ``1,3``; or one by its name. Raises BadInput."""
    named = find(text, [(answer, n) for n, answer in enumerate(answers)]) if re.search(r"[^\W\d]", text) else ()
    if len(named) == 1:
        return [answers[named[0]]]
    numbers = []
    for word in re.split(r"[\s,]+", text.strip()):
        if not word:
            continue
        if not is_number(word) or not 1 <= int(word) <= len(answers):
            raise BadInput(f"{word!r} is not an answer to {question!r}. Write numbers from 1 to {len(answers)}")
        numbers.append(answers[int(word) - 1])
    return numbers
