"""Answers on the terminal: tables that fit the line, trees, pairs, and JSON.

Plain words carry the meaning; bold and dim are added on a terminal only. Everything that is printed goes through here,
so that a pipe gets clean text of 80 columns and a narrow window wraps rather than breaks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

import click

from campaign.terms.printable import for_the_screen
from campaign.terms.words import value_text
from campaign.values import dataclass
from campaign.views.receipt import Receipt
from campaign.views.summary import Summary, laid_out

WIDTH = 80
LEAST_VALUE = 24
"""Least width in characters for a value beside its name."""


def _echo(text: str, *, err: bool = False) -> None:
    """Print a text; a character that would control the terminal is shown as a sign."""
    click.echo(for_the_screen(text), err=err)


def heading(text: str) -> None:
    """Print a heading, wrapped at the width of the terminal."""
    for line in wrapped(text, rest="  ").splitlines():
        _echo(styled(line, bold=True))


def styled(text: str, *, bold: bool = False, is_bad: bool = False) -> str:
    """Return the text as a terminal shows it: headings bold, bad news red, and neither where NO_COLOR is set or the
    terminal is TERM=dumb. Without a terminal it is the plain text.
    """
    if not text or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return click.style(text, bold=bold or None, fg="red" if is_bad else None)


def summary(view: Summary, most: int) -> None:
    """Print a summary in at most ``most`` lines."""
    for line in laid_out(view, most, width()):
        heading, rest = line.text[: line.heading], line.text[line.heading :]
        _echo(styled(heading, bold=True, is_bad=line.is_bad) + styled(rest, is_bad=line.is_bad))


def line(text: str = "") -> None:
    """Print a sentence, or several with a line each; wrapped for a reader."""
    _echo(_for_a_reader(text) if len(text) > width() and is_read(sys.stdout) else text)


def unbroken(text: str) -> None:
    """Print one line unchanged, however long: a path, a command to copy, a bar."""
    _echo(text)


def is_read(stream: TextIO) -> bool:
    """Return whether somebody reads the lines of a stream: at a terminal, or where COLUMNS gives the width of a page.
    Anything else is a pipe, which gets each message on one line.
    """
    return stream.isatty() or "COLUMNS" in os.environ


def wrapped(text: str, first: str = "", rest: str = "", full: int = 0) -> str:
    """Return the text in lines of whole words: a word, path or name with a hyphen is never broken, even if it is longer
    than the line.
    """
    from textwrap import TextWrapper

    wrapper = TextWrapper(
        full or width(),
        initial_indent=first,
        subsequent_indent=rest,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapper.fill(text)


def lines(texts: Iterable[str], *, indent: int = 0) -> None:
    """Print sentences, wrapped at the width of the terminal."""
    for text in texts:
        _echo(wrapped(text, " " * indent, " " * (indent + 2)))


def note(text: str) -> None:
    """Print something beside the answer (an upgrade, a file written) on stderr, so that a pipe stays clean; wrapped for
    a reader.
    """
    _echo(_for_a_reader(text) if is_read(sys.stderr) else text, err=True)


def _for_a_reader(text: str) -> str:
    return "\n".join(wrapped(line, rest="  ") for line in text.splitlines())


def width() -> int:
    """Return how wide a line may be: the terminal's width, 80 in a pipe."""
    if not sys.stdout.isatty():
        return WIDTH
    import shutil

    return max(40, min(shutil.get_terminal_size((WIDTH, 24)).columns, 120))


def pairs(items: Iterable[tuple[str, object]], *, indent: int = 0) -> None:
    """Print ``name   value`` lines with the values in one column, without empty values. Names too long for that stand
    above their values.
    """
    kept = [(name, text(value)) for name, value in items if value not in (None, "", ())]
    column = max((len(name) for name, _ in kept), default=0) + 2
    if indent + column > width() - LEAST_VALUE:
        for name, value in kept:
            _echo(" " * indent + name)
            _echo(wrapped(value, " " * (indent + 4), " " * (indent + 4)))
        return
    for name, value in kept:
        start = " " * indent + name.ljust(column)
        _echo(wrapped(value, start, " " * (indent + column)))


def table(
    headers: Sequence[str], rows: Iterable[Sequence[object]], *, right: Sequence[str] = (), empty: str = "Nothing."
) -> None:
    """Print a table under its headers. Columns named in ``right`` are aligned right; long cells wrap; no rows print
    ``empty``.
    """
    from campaign.cli.columns import drawn

    cells = [[text(cell) for cell in row] for row in rows]
    if not cells:
        _echo(empty)
        return
    for printed in drawn(headers, cells, [header in right for header in headers], width()):
        _echo(printed)


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of a tree with the branches under it; ``aside`` is aligned right (a state, a strength).

    ``more`` follows the text on its line if there is room, else on lines of its own. ``short`` stands for a text that
    is too long.
    """

    text: str
    under: tuple[Branch, ...] = ()
    aside: str = ""
    more: str = ""
    short: str = ""


def tree(roots: Iterable[Branch]) -> None:
    """Print trees with guides. A text too long for the line beside its aside is written short, or continues in the next
    line.
    """
    full = width()
    for root in roots:
        _tree(root, "", "", full)


def _tree(branch: Branch, start: str, below: str, full: int) -> None:
    room = full - len(start) - (len(branch.aside) + 2 if branch.aside else 0)
    whole_text = f"{branch.text}, {branch.more}" if branch.more else branch.text
    fits = len(whole_text) <= room
    text = whole_text if fits else branch.text if len(branch.text) <= room else branch.short or branch.text
    indent = below + ("│   " if branch.under else "    ")
    shown, *rest = _in_lines(text, room, full - len(indent))
    _echo(f"{start}{shown}{branch.aside.rjust(full - len(start) - len(shown)) if branch.aside else ''}".rstrip())
    for more in rest:
        _echo(f"{indent}{more}")
    if branch.more and not fits:
        _echo(wrapped(branch.more, indent, indent, full))
    for child in branch.under:
        last = child is branch.under[-1]
        _tree(child, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  "), full)


def _in_lines(text: str, first: int, rest: int) -> list[str]:
    """Return the text in lines of whole words, of the length ``first`` and then ``rest``; a longer word stays whole."""
    words: list[str] = []
    for word in text.split():
        if words and len(words[-1]) + 1 + len(word) <= (first if len(words) == 1 else rest):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words or [""]


def receipt(answer: Receipt) -> None:
    """Print what an action did, and what is waiting next."""
    lines([answer.summary])
    lines((line for line in answer.lines if line != answer.summary), indent=2)
    if answer.waiting:
        lines([f"Next: {answer.waiting}"])


def text(value: object) -> str:
    """Return a value as a cell: yes and no for truth values, words for enums, 1,234 for thousands."""
    return value_text(value)


def json(view: Any) -> None:
    """Print a view as JSON."""
    from json import dumps

    from campaign.views.json_values import as_json

    _echo(dumps(as_json(view), ensure_ascii=False, indent=2))
