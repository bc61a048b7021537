"""Tables in columns: widths that fit the line, cells that wrap between words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

GAP = 3
"""Blanks between two columns."""
LEAST = 4
"""Least width in characters to which a column is narrowed."""


def drawn(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool], room: int) -> Iterator[str]:
    """Yield the lines of the table, at most ``room`` cells wide, without blanks at their ends."""
    widths = _widths([headers, *rows], room)
    yield from _row(headers, widths, right)
    yield "─" * (sum(widths) + GAP * (len(widths) - 1))
    for row in rows:
        yield from _row(row, widths, right)


def cells(text: str) -> int:
    """Return how many cells of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return the widths of the columns: each as wide as its longest cell; if that is too much, the widest columns
    shrink, down to their longest word if possible.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(cells(line) for cell in column for line in cell.split("\n")) for column in columns]
    words = [max((cells(word) for cell in column for word in cell.split()), default=0) for column in columns]
    remaining = room - GAP * (len(widths) - 1)
    for floors in (words, [min(LEAST, width) for width in widths]):
        while sum(widths) > remaining:
            wide = [i for i, width in enumerate(widths) if width > floors[i]]
            if not wide:
                break
            widths[max(wide, key=lambda i: widths[i])] -= 1
    return widths


def _row(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> Iterator[str]:
    lines = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for number in range(max(map(len, lines))):
        parts = [_put(cell[number] if number < len(cell) else "", widths[i], right[i]) for i, cell in enumerate(lines)]
        yield (" " * GAP).join(parts).rstrip()


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
