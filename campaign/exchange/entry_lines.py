"""Entries that stand whole on a line between braces, as this program and others write long tables.

    - {key: r1, from: capuzzo, to: musaid, km: 12.5}
    tobruk: {name: "Tobruk, the harbour", at: [31.9, 23.9]}

Such a line tells by itself what the YAML parser would tell of it, and a large map is read a fifth faster so. The parser
gets it with empty braces, and tells whether the line is an entry at all, or belongs to a text or to something broken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain
from typing import Final

LONGEST: Final = 1000
"""Characters of a line above which it is left to the parser, which refuses a key after more than 1024."""
_WORD: Final = r'"[^"\\]*"|-?\w[\w./+()-]*(?: [\w./+(][\w./+()-]*)*'
_PAIR: Final = rf"(?:{_WORD}): (?:{_WORD}|\[(?:{_WORD})(?:, (?:{_WORD}))*\])"
_LINE: Final = re.compile(rf" *(?:- |\w+: )(?=(\{{))\{{{_PAIR}(?:, {_PAIR})*\}}\r?\n?")
_NEXT: Final = re.compile(rf"({_WORD}): ({_WORD}|\[(?:{_WORD})(?:, (?:{_WORD}))*\])[,}}]")
_WORDS: Final = re.compile(_WORD)


def entry_lines(text: str, lines: list[str]) -> dict[int, int]:
    """Return the numbers of the lines that hold a whole entry, each with the column of its opening brace."""
    if len(lines) != text.count("\n") + (not text.endswith("\n")):
        return {}  # the parser counts other breaks of lines as well
    return {
        number: match.start(1)
        for number, line in enumerate(lines)
        if "{" in line
        and len(line) <= LONGEST
        and (match := _LINE.fullmatch(line)) is not None
        and line.rstrip("\r\n").isprintable()
    }


def with_empty_braces(lines: list[str], entries: Mapping[int, int]) -> str:
    """Return the text of the lines, with nothing between the braces of these entries."""
    return "".join(
        line if (column := entries.get(number)) is None else f"{line[:column]}{{}}{line[line.rindex('}') + 1 :]}"
        for number, line in enumerate(lines)
    )


def words_in_braces(line: str, column: int) -> list[str]:
    """Return the keys and values of an entry, in turn, as they stand in the line; a value may be a whole list.
    ``column``: that of the opening brace. Each word stands two characters after the one before (``: `` or ``, ``), as
    the line was taken for an entry by the same patterns.
    """
    return list(chain.from_iterable(_NEXT.findall(line, column + 1)))


def words_in_brackets(items: str) -> list[str]:
    """Return the items of a list as they stand in the line, each two characters after the one before."""
    return _WORDS.findall(items)
