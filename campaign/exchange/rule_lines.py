"""The lines of the books and the umpire's rulings, one for each rule, by the ids that docstrings, tests and answers
name.

The lines stand beside the code: ``rules.txt`` in the folder of each tabletop system, ``umpire.txt`` beside the day's
rules. ``ID | section of the book | the rule and what the program does about it``; lines with ``#`` are remarks.

    rule_lines() -> {id: RuleText}             all of them, book after book
    doctrine_page() -> list[str]               how the program plays days and resolves battles without players
    look_up(words) -> tuple[RuleText, ...]     by ids, or by their beginning: ``OB-SUP-03``, ``ob-rcv-02, -07``, ``HEX``
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from campaign.errors import NotFound
from campaign.rules.common.systems import FOLDERS, SYSTEMS
from campaign.terms.rule_ids import ids_in
from campaign.terms.words import listing
from campaign.values import dataclass

UMPIRE = "The umpire's rulings"


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule: the book, its section, and its text with its treatment here."""

    id: str
    book: str
    section: str
    text: str


@cache
def rule_lines() -> Mapping[str, RuleText]:
    """Return every line by its id, the books in the order of the systems, the umpire's rulings last."""
    sheets = [(system.name, f"{FOLDERS}.{key}", "rules.txt") for key, system in SYSTEMS.items()]
    lines = {}
    for book, package, name in (*sheets, (UMPIRE, "campaign.rules.day", "umpire.txt")):
        for line in _read(book, package, name):
            if line.id in lines:
                raise ValueError(f"the file {package}/{name} has the rule {line.id} twice")
            lines[line.id] = line
    return MappingProxyType(lines)


def doctrine_page() -> list[str]:
    """Return how the program plays days and resolves battles without players, line by line."""
    pages = [
        (files(room) / "doctrine.txt").read_text(encoding="utf-8") for room in ("campaign.play", "campaign.resolve")
    ]
    return "\n".join(pages).splitlines()


def _read(book: str, package: str, name: str) -> Iterator[RuleText]:
    sheet = files(package) / name
    for number, text in enumerate(sheet.read_text(encoding="utf-8").splitlines() if sheet.is_file() else (), 1):
        if text and not text.startswith("#"):
            parts = text.split(" | ")
            if len(parts) != 3:
                raise ValueError(f"{package}/{name}, line {number}: this line must be ID | section | text")
            yield RuleText(parts[0], book, parts[1], parts[2])


def look_up(words: str) -> tuple[RuleText, ...]:
    """Return the lines of these ids, or all that begin with these words. Raises NotFound for any other word."""
    lines = rule_lines()
    by_plain = {ident.casefold(): line for ident, line in lines.items()}
    matches: dict[str, RuleText] = {}
    for word in (word for part in re.split(r"[,;]\s*(?=[A-Za-z])", words) for word in ids_in(part) or [part.strip()]):
        plain = word.casefold()
        section = [by_plain[plain]] if plain in by_plain else _below(plain, by_plain)
        if not section:
            near = get_close_matches(plain, by_plain, n=3, cutoff=0.5)
            hint = f"; did you mean {' or '.join(by_plain[ident].id for ident in near)}?" if near else ""
            books = listing(list(dict.fromkeys(ident.partition("-")[0].partition(" ")[0] for ident in lines)))
            raise NotFound(f"there is no rule {word!r}{hint or f'. The ids begin with {books}'}")
        matches.update((line.id, line) for line in section)
    return tuple(matches.values())


def _below(plain: str, by_plain: Mapping[str, RuleText]) -> list[RuleText]:
    """Return the lines of a section or a book: ``ob-sup``, ``ob``, ``umpire``."""
    starts = tuple(plain.rstrip("-. ") + mark for mark in "-. ")
    return [line for ident, line in by_plain.items() if plain and ident.startswith(starts)]
