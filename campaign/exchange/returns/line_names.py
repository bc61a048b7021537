"""The lines that a typed entry is about: ``1,2 spent``, ``1-3 spent``, ``all spent``, or a unit by its name.

lines_meant(text, form) -> (numbers, words) | None      the lines of ``1-3 spent``, and ``spent``
line_after_line(number, words, form)                    ``spent 2 spent`` after the number 1, cut before each line
"""

from __future__ import annotations

import re

from campaign.errors import BadInput
from campaign.terms.words import called, listing, numbers_in, plain
from campaign.words.packet import ReturnForm

_AND = r"\s*(?:,|&|\band\b|\bto\b|-|\N{EN DASH})\s*(?:lines?\s+)?"
_LIST = re.compile(rf"(?:lines?\s+)?(\d{{1,3}}(?:{_AND}\d{{1,3}})+)\s*[.:)]?\s+([^\s\d].*)", re.IGNORECASE | re.ASCII)
_ALL = re.compile(r"all(?:\s+lines)?\s*:?\s+(?!other\b|lines\b)(\S.*)", re.IGNORECASE)


def lines_meant(text: str, form: ReturnForm) -> tuple[tuple[int, ...], str] | None:
    """Return the numbers of several lines, or of the line of a named unit, and the words about them; None for other
    text. Raises BadInput for a range that runs backwards, and for a name that several lines have.
    """
    if match := _LIST.fullmatch(text):
        return tuple(numbers_in(match[1])), match[2].strip()
    if match := _ALL.fullmatch(text):
        return tuple(line.line for command in form.commands for line in command.lines), match[1].strip()
    return _by_name(text, form)


def _by_name(text: str, form: ReturnForm) -> tuple[tuple[int, ...], str] | None:
    """Return the line of the unit whose name, or a part of it, begins the text; the longest beginning counts."""
    lines_of_form = [line for command in form.commands for line in command.lines]
    labels = [(name, line.line) for line in lines_of_form for name in (line.name, line.full_name) if name]
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        head = " ".join(words[:count]).rstrip(":,")
        lines = called(head, labels) if len(plain(head)) > 1 and not plain(head).isdigit() else ()
        if len(lines) > 1:
            names = listing(f"{line.line} {line.name}" for line in lines_of_form if line.line in lines)
            raise BadInput(f"{head!r} can mean line {names}. Write the line's number, or more of the name")
        if lines:
            return lines, " ".join(words[count:]).lstrip(": ")
    return None


def line_after_line(number: int, words: str, form: ReturnForm) -> list[str]:
    """Return ``spent 2 spent`` after the number 1 as ``1 spent`` and ``2 spent``: cut before every number of a line
    that is higher than the one before and has a word after it. One part if there is none.
    """
    numbers = {line.line for command in form.commands for line in command.lines}
    parts, last = [f"{number}"], number
    for word, following in zip(tokens := words.split(), [*tokens[1:], ""], strict=True):
        if word.isdigit() and int(word) in numbers and int(word) > last and following[:1].isalpha():
            parts.append(word)
            last = int(word)
        else:
            parts[-1] += f" {word}"
    return parts
