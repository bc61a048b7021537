"""Tables in columns: widths that fit the line, cells that wrap between words. A table whose words have no room beside
one another is printed row by row, a line for each column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

GAPS = (3, 2, 1)
"""Blanks between two columns: fewer where the words need the room."""
INDENT = 2


def drawn(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool], room: int) -> Iterator[str]:
    """Yield the lines of the table, at most ``room`` cells wide, without blanks at their ends."""
    columns = list(zip(*([headers, *rows]), strict=True))
    floors = [max(map(_longest_word, column)) for column in columns]
    gap = next((gap for gap in GAPS if sum(floors) + gap * (len(floors) - 1) <= room), None)
    if gap is None:
        yield from _row_by_row(headers, rows, room)
        return
    widths = _widths(columns, floors, room - gap * (len(floors) - 1))
    yield from _row(headers, widths, right, gap)
    yield "─" * (sum(widths) + gap * (len(widths) - 1))
    for row in rows:
        yield from _row(row, widths, right, gap)


def _row_by_row(headers: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> Iterator[str]:
    """Yield a row after the other: its first cell with anything in it, then each column with its head."""
    for row in rows:
        filled = [(header, cell.strip()) for header, cell in zip(headers, row, strict=True) if cell.strip()]
        for number, (header, cell) in enumerate(filled):
            text = cell if number == 0 else f"{header}: {cell}" if header else cell
            indent = " " * (INDENT if number else 0)
            yield from (f"{indent}{line}" for line in _wrapped(text.replace("\n", " "), room - len(indent)))


def cells(text: str) -> int:
    """Return how many cells of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _longest_word(cell: str) -> int:
    """Return the width that a cell needs so that no word is broken but after a hyphen; its indentation counts."""
    return max((_indent(line) + cells(word) for line in cell.split("\n") for word in _pieces(line)), default=0)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _pieces(line: str) -> list[str]:
    """Return the words of a line, those with hyphens in their parts; a hyphen alone or before a figure stays."""
    return re.sub(r"(?<=\w-)(?=[^\W\d]{2})", " ", line).split()


def _widths(columns: Sequence[Sequence[str]], floors: Sequence[int], room: int) -> list[int]:
    """Return the widths of the columns: each as wide as its longest cell; if that is too much, the widest columns
    shrink, down to their longest word.
    """
    widths = [max(cells(line) for cell in column for line in cell.split("\n")) for column in columns]
    while sum(widths) > room:
        wide = [i for i, width in enumerate(widths) if width > floors[i]]
        widths[max(wide, key=lambda i: widths[i])] -= 1
    return widths


def _row(row: Sequence[str], widths: Sequence[int], right: Sequence[bool], gap: int) -> Iterator[str]:
    lines = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for number in range(max(map(len, lines))):
        parts = [_put(cell[number] if number < len(cell) else "", widths[i], right[i]) for i, cell in enumerate(lines)]
        yield (" " * gap).join(parts).rstrip()


def _put(text: str, width: int, ranged_right: bool) -> str:
    blank = " " * (width - cells(text))
    return blank + text if ranged_right else text + blank


def _wrapped(cell: str, width: int) -> list[str]:
    """Return the cell in lines of whole words, each indented like the first; a word wider than its column is folded."""
    return [line for part in cell.split("\n") for line in _paragraph(part, width)]


def _paragraph(text: str, width: int) -> list[str]:
    if cells(text) <= width:
        return [text]
    indent = text[: len(text) - len(text.lstrip())]
    lines = [""]
    for word in text.split():
        start = lines[-1] or indent
        joined = f"{start} {word}" if lines[-1] else f"{start}{word}"
        if cells(joined) <= width or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(f"{indent}{word}")
        while cells(lines[-1]) > width:
            piece, rest = _folded(lines[-1], width)
            lines[-1:] = [piece, f"{indent if len(indent) * 2 < width else ''}{rest}"]
    return lines


def _folded(text: str, width: int) -> tuple[str, str]:
    """Return the first piece of the text that fits, ended at a hyphen if it has one, and the rest."""
    end = max(1, next(n for n in range(1, len(text) + 1) if cells(text[:n]) > width) - 1)
    hyphen = text.rfind("-", 0, end) + 1
    end = hyphen if text[:hyphen].strip(" -") else end
    return text[:end], text[end:]
