"""The sentences that papers print, kept in text files that are read through and edited as text.

A file has sections in brackets, with a printed title or without: ``[legend]``, ``[fire | Fire in short]``. In a section
every paragraph is an entry of four parts, set off by `` | ``: its key, which occurs once in the file; the label that is
printed, or nothing; the sentence, with named places for numbers; the ids of the rules behind it, or nothing. A line may
be broken anywhere; a line that begins with ``#`` is a remark.

    obstacle_range | Seeing | {hill} in. from a hill, {level} in. else. | OB-LOC-04

    Texts.parse(text)                          raises ValueError for a file of another form
    read_texts(package, name) -> Texts         a file that is shipped in a package, read once
    papers() -> Texts                          ``papers.txt`` here: the papers that are alike in all systems
    Texts.text(key, **numbers) -> str          one sentence
    Texts.text_if_any(key) -> str              the same, or nothing: for a sentence that not every system has
    Texts.fact(key, **numbers) -> Fact         with its label
    Texts.lines(section, conditions, **numbers)       the sentences of a section that apply, in the order of the file
    Texts.facts(section, conditions, **numbers)       the same, those of one label together, as facts
    Texts.reminders(section, conditions, **numbers)   the same under the section's title

``conditions``: by key, whether a sentence applies; one without a condition always does. A key that the file does not
have raises KeyError; a number that is missing, or that no sentence has a place for, raises TypeError.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Mapping
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from campaign.values import dataclass
from campaign.words.papers import Fact

if TYPE_CHECKING:
    from campaign.words.sheet import Reminders

NO_CONDITIONS: Final[Mapping[str, bool]] = MappingProxyType({})
_PARTS: Final = 4
_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence with its key, its label, the rules behind it, and the names of the numbers that it has places for."""

    key: str
    label: str
    text: str
    rules: str
    places: frozenset[str]

    def filled(self, numbers: Mapping[str, object]) -> str:
        """Return the sentence with its numbers. Raises TypeError for a missing number."""
        missing = self.places - numbers.keys()
        if missing:
            raise TypeError(f"{self.key!r} lacks {', '.join(sorted(missing))}: {self.text}")
        return self.text.format_map(numbers) if self.places else self.text


@dataclass(frozen=True, slots=True)
class Section:
    """The sentences under one title."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Texts:
    """The sentences of a file: its sections by name, its entries by key."""

    sections: Mapping[str, Section]
    entries: Mapping[str, Entry]

    @staticmethod
    def parse(text: str) -> Texts:
        """Return the sentences of a file. Raises ValueError for a file of another form than the module describes."""
        sections: dict[str, list[Entry]] = {}
        titles: dict[str, str] = {}
        entries: dict[str, Entry] = {}
        name = ""
        for paragraph in _paragraphs(text):
            if paragraph.startswith("[") and paragraph.endswith("]"):
                name, _, title = (part.strip() for part in paragraph[1:-1].partition("|"))
                if name in sections:
                    raise ValueError(f"section [{name}] appears twice")
                sections[name], titles[name] = [], title
                continue
            entry = _entry(paragraph)
            if not name:
                raise ValueError(f"{entry.key!r} is not in a section")
            if entry.key in entries:
                raise ValueError(f"{entry.key!r} appears twice")
            entries[entry.key] = entry
            sections[name].append(entry)
        made = {name: Section(titles[name], tuple(listed)) for name, listed in sections.items()}
        return Texts(MappingProxyType(made), MappingProxyType(entries))

    def text(self, key: str, **numbers: object) -> str:
        """Return one sentence with its numbers."""
        entry = self.entries[key]
        _refuse_superfluous(key, entry.places, numbers)
        return entry.filled(numbers)

    def text_if_any(self, key: str) -> str:
        """Return one sentence without numbers; empty where this file has none under that key."""
        return self.text(key) if key in self.entries else ""

    def fact(self, key: str, **numbers: object) -> Fact:
        """Return one sentence with its numbers under its label."""
        return Fact(self.entries[key].label, self.text(key, **numbers))

    def lines(self, section: str, conditions: Mapping[str, bool] = NO_CONDITIONS, **numbers: object) -> tuple[str, ...]:
        """Return the sentences of a section that apply."""
        return tuple(entry.filled(numbers) for entry in self._holding(section, conditions, numbers))

    def facts(
        self, section: str, conditions: Mapping[str, bool] = NO_CONDITIONS, **numbers: object
    ) -> tuple[Fact, ...]:
        """Return the sentences of a section that apply; those with the same label follow one another under it."""
        sentences: dict[str, list[str]] = {}
        for entry in self._holding(section, conditions, numbers):
            sentences.setdefault(entry.label, []).append(entry.filled(numbers))
        return tuple(Fact(label, " ".join(texts)) for label, texts in sentences.items())

    def reminders(self, section: str, conditions: Mapping[str, bool] = NO_CONDITIONS, **numbers: object) -> Reminders:
        """Return the sentences of a section that apply, under its title."""
        from campaign.words.sheet import Reminders

        return Reminders(self.sections[section].title, self.facts(section, conditions, **numbers))

    def _holding(self, section: str, conditions: Mapping[str, bool], numbers: Mapping[str, object]) -> Iterable[Entry]:
        entries = self.sections[section].entries
        unknown = conditions.keys() - {entry.key for entry in entries}
        if unknown:
            raise KeyError(f"section [{section}] has no {', '.join(sorted(unknown))}")
        _refuse_superfluous(f"section [{section}]", frozenset().union(*(entry.places for entry in entries)), numbers)
        return (entry for entry in entries if conditions.get(entry.key, True))


def _refuse_superfluous(where: str, places: frozenset[str], numbers: Mapping[str, object]) -> None:
    superfluous = numbers.keys() - places
    if superfluous:
        raise TypeError(f"{where} does not use {', '.join(sorted(superfluous))}: remove it")


def _paragraphs(text: str) -> Iterable[str]:
    """Yield the paragraphs, each as one line; remarks are left out, and a head in brackets needs no blank line after
    it.
    """
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    kept = re.sub(r"^(\[.*\])[ \t]*$", r"\n\1\n", kept, flags=re.MULTILINE)
    return (" ".join(part.split()) for part in re.split(r"\n\s*\n", kept) if part.strip())


def _entry(paragraph: str) -> Entry:
    parts = [part.strip() for part in paragraph.split("|")]
    if len(parts) != _PARTS or not _KEY.fullmatch(parts[0]) or not parts[2]:
        raise ValueError(f"expected key | label | sentence | rules: {paragraph}")
    key, label, text, rules = parts
    places = frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    if not all(map(_KEY.fullmatch, places)):
        raise ValueError(f"a place for a number is named in small letters: {paragraph}")
    return Entry(key, label, text, rules, places)


@cache
def read_texts(package: str, name: str) -> Texts:
    """Return the sentences of a file in a package, read once. Raises ValueError with the file's name."""
    content = pkgutil.get_data(package, name)
    if content is None:
        raise ValueError(f"{package} cannot be read")
    try:
        return Texts.parse(content.decode("utf-8"))
    except ValueError as fault:
        raise ValueError(f"{package}/{name}: {fault}") from None


def papers() -> Texts:
    """Return the sentences of the papers that are alike in all systems: deployment map, return form, umpire's sheet."""
    return read_texts("campaign.words", "papers.txt")
