"""A letter for each line of a page that is kept as a hash, so that a failure shows the lines that changed.

    page_of(name, lines) -> str              the page's row in a file of goldens: hash, name, letters
    kept_in(path) -> {name: Kept}            the rows of such a file; rows of before this module have no letters
    changes(kept, lines) -> [str, ...]       what is new, other or gone, with the lines as they now are

A letter is one of 64: two lines that differ have the same one once in 64 times. The hash decides whether a page changed, the letters only
where to look.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path
from string import ascii_letters, digits
from typing import NamedTuple

LETTERS = f"{ascii_letters}{digits}-+"
DIGEST = 20
"""Figures of a hash that are kept."""
MOST = 4_000
"""Lines of a changed part that are compared one by one; a longer part is told as one."""
WIDTH = 180
"""Of a longer line the beginning is shown."""


class Kept(NamedTuple):
    """A page as it was kept: the hash of its text, and a letter for each line."""

    digest: str
    letters: str


def digest_of(lines: list[str]) -> str:
    """Return the hash of a page."""
    return sha256("\n".join(lines).encode()).hexdigest()[:DIGEST]


def letters_of(lines: list[str]) -> str:
    """Return a letter for each line."""
    return "".join(LETTERS[sha256(line.encode()).digest()[0] % len(LETTERS)] for line in lines)


def page_of(name: str, lines: list[str]) -> str:
    """Return the row of a page in a file of goldens."""
    return f"{digest_of(lines)}  {name}  {letters_of(lines)}\n"


def kept_in(path: Path) -> dict[str, Kept]:
    """Return the pages of a file of goldens, by name."""
    rows = (row.split() for row in path.read_text(encoding="utf-8").splitlines())
    return {name: Kept(digest[:DIGEST], "".join(letters)) for digest, name, *letters in rows}


def changes(kept: Kept | None, lines: list[str], most: int = 3) -> list[str]:
    """Return where a page changed, the first places with the lines as they now are; one that is under a question
    (``$ campaign status``) with it.
    """
    if kept is None:
        return [f"is new, with {len(lines)} lines"]
    if not kept.letters:
        return ["is other; which lines, nobody kept"]
    now = letters_of(lines)
    start = _alike(kept.letters, now)
    end = _alike(kept.letters[start:][::-1], now[start:][::-1])
    was, becomes = kept.letters[start : len(kept.letters) - end], now[start : len(now) - end]
    if max(len(was), len(becomes)) > MOST:
        parts = [(0, len(was), 0, len(becomes))]
    else:
        parts = [
            part[1:] for part in SequenceMatcher(None, was, becomes, autojunk=False).get_opcodes() if part[0] != "equal"
        ]
    told = [place for part in parts for place in _place(lines, start, *part)]
    if not told:
        return ["is other, in lines whose letters are the same by chance"]
    return told if len(told) <= most else [*told[:most], f"and {len(told) - most} more lines"]


def _alike(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    return next(
        (n for n, (letter, beside) in enumerate(zip(one, other, strict=False)) if letter != beside),
        min(len(one), len(other)),
    )


def _place(lines: list[str], start: int, first: int, last: int, now_first: int, now_last: int) -> list[str]:
    gone, at = (last - first) - (now_last - now_first), start + now_first
    shown = [f"line {n + 1} of {len(lines)}{_under(lines, n)}: {_short(lines[n])}" for n in range(at, start + now_last)]
    if gone > 0:
        shown.append(f"before line {start + now_last + 1}: {gone} line{'' if gone == 1 else 's'} left out")
    return shown


def _under(lines: list[str], number: int) -> str:
    asked = next((line for line in reversed(lines[:number]) if line.startswith("$ ")), "")
    return f", under {asked[2:WIDTH]}" if asked else ""


def _short(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[:WIDTH]}..."
