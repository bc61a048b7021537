"""Answers on the terminal: tables that fit the line, trees, pairs, and JSON.

Plain words carry the meaning; bold and dim are added on a terminal only. Everything that is printed goes through here,
so that a pipe gets clean text of 80 columns and a narrow window wraps rather than breaks.

@paged above a command's function shows its answer page by page where it is longer than the terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, TextIO, TypeVar

import click

from campaign.terms.printable import for_the_screen
from campaign.terms.words import value_text
from campaign.values import dataclass
from campaign.views.common.summary import Summary, laid_out
from campaign.words.receipt import Receipt

Shown = TypeVar("Shown", bound=Callable[..., Any])

WIDTH = 80
LEAST_VALUE = 24
"""Least width in characters for a value beside its name."""


LESS = "-R -X -e -PsSpace shows more, q leaves"
"""Options of the pager less, if the user has set none: colours, the text stays on the screen, Space leaves at the end,
and a prompt names the two keys, since its own is a colon."""
_held_back: list[str] | None = None
"""The lines of an answer that is shown page by page when it is complete; None while lines are printed at once."""


def _echo(text: str, *, err: bool = False) -> None:
    """Print a text; a character that would control the terminal is shown as a sign."""
    if _held_back is not None and not err:
        _held_back.append(for_the_screen(text))
        return
    click.echo(for_the_screen(text), err=err)


def paged(command: Shown) -> Shown:
    """Show the answer of a command page by page where it is longer than the terminal. The command asks nothing."""

    @wraps(command)
    def answer(*args: Any, **kwargs: Any) -> Any:
        with _holding_back():
            return command(*args, **kwargs)

    return answer  # type: ignore[return-value]


@contextmanager
def _holding_back() -> Iterator[None]:
    global _held_back
    if _held_back is not None or not _has_pages():
        yield
        return
    _held_back = []
    try:
        yield
    finally:
        lines, _held_back = _held_back, None
        page_by_page("\n".join(lines))


def page_by_page(text: str) -> None:
    """Print a text, by the pager of the system (PAGER, else less or more) where it is longer than the terminal, and all
    of it at once without a terminal, or if the user's preferences say so.
    """
    if text and _has_pages():
        import shutil

        if text.count("\n") + 2 > shutil.get_terminal_size((WIDTH, 24)).lines:
            os.environ.setdefault("LESS", LESS)
            click.echo_via_pager(text)
            return
    if text:
        click.echo(text)


def _has_pages() -> bool:
    if os.environ.get("TERM") == "dumb" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return _is_on("pager")


def heading(text: str) -> None:
    """Print a heading, wrapped at the width of the terminal."""
    for line in wrapped(text, rest="  ").splitlines():
        _echo(styled(line, bold=True))


def styled(text: str, *, bold: bool = False, is_bad: bool = False) -> str:
    """Return the text as a terminal shows it: headings bold, bad news red, and neither where NO_COLOR is set, the
    terminal is TERM=dumb, or the user's preferences say so. Without a terminal it is the plain text.
    """
    if not text or not (bold or is_bad) or not _is_coloured():
        return text
    return click.style(text, bold=bold or None, fg="red" if is_bad else None)


def _is_coloured() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    if not sys.stdout.isatty():
        return True  # click.echo takes them out again
    return _is_on("colour")


def _is_on(key: str) -> bool:
    """Return whether a preference for the terminal is on; if its value is wrong, report it and return the default."""
    from campaign.errors import CampaignError
    from campaign.preferences import KEYS, ON, preferred

    try:
        return preferred(key).value == ON
    except CampaignError as fault:
        note_once(str(fault))
        return KEYS[key].allowed[0] == ON


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
    """Return whether a person reads the lines of a stream: at a terminal, or where COLUMNS gives the width of a page.
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


def note_once(text: str) -> None:
    """Print a note, once in a command."""
    ctx = click.get_current_context(silent=True)
    notes: set[str] = set() if ctx is None else ctx.find_root().meta.setdefault(__name__, set())
    if text not in notes:
        notes.add(text)
        note(text)


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
        _echo(wrapped(empty, "", "  "))
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
    from json import dumps

    from campaign.views.common.json_values import as_json

    _echo(dumps(as_json(view), ensure_ascii=False, indent=2))
