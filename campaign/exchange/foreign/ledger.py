"""Lines of an order of battle as every reader delivers them, and the account of what became of their words.

Line      a line of the file, with its depth; what it means is decided later, for all formats in one way
Ledger    for every word and number of a file: its use in the result, a note, or the reason why it was left out
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from campaign.values import dataclass, field

WORD = re.compile(r"[^\W_]+")
Rank = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an order of battle."""

    number: int
    rank: Rank
    """(0, depth) of a heading, (1, column) of another line; a line belongs to the last one of lower rank."""
    text: str
    """The line without signs of lists, of Markdown and of wikis."""
    cells: Mapping[str, str] = field(default_factory=dict)
    """Other cells of its row, by the meaning of their column."""
    is_heading: bool = False


@dataclass(slots=True)
class Ledger:
    """The account of one file. A word without an entry is an error of the program, and is told as a doubt."""

    name: str
    """Name of the file."""
    texts: dict[int, str] = field(default_factory=dict)
    left_out: list[tuple[int, str, str]] = field(default_factory=list)
    """Number of the line, reason, and words."""
    _uses: dict[int, list[str]] = field(default_factory=dict)

    def open(self, number: int, text: str) -> None:
        """Add a line."""
        self.texts[number], self._uses[number] = text, [""] * len(text)

    def where(self, number: int) -> str:
        """Return the place of a line: ``corps.txt:12``."""
        return f"{self.name}:{number}"

    def use(self, number: int, words: str, use: str) -> None:
        """Enter the use of words of a line, each at its first place without one."""
        text, uses = self.texts[number], self._uses[number]
        at = text.find(words) if words else -1
        if at >= 0 and not _is_inside(text, at, len(words)):
            self._enter(number, at, at + len(words), use)
            return
        for word in WORD.findall(words):
            start = text.find(word)
            while start >= 0 and (uses[start] or _is_inside(text, start, len(word))):
                start = text.find(word, start + 1)
            if start >= 0:
                self._enter(number, start, start + len(word), use)

    def use_all(self, number: int, use: str) -> None:
        """Enter a use for the words of a line that have none."""
        self._enter(number, 0, len(self.texts[number]), use)

    def leave(self, number: int, reason: str) -> None:
        """Leave out the words of a line that have no use."""
        self.left_out.append((number, reason, self.texts[number].strip()))
        self.use_all(number, f"left out: {reason}")

    def use_of(self, number: int) -> str:
        """Return the use of a line's first word; "" without words."""
        text, uses = self.texts[number], self._uses[number]
        match = WORD.search(text)
        return uses[match.start()] if match else ""

    def unread(self, numbers: Iterable[int] | None = None) -> dict[int, list[str]]:
        """Return the words without a use, by line."""
        found = {}
        for number in self.texts if numbers is None else numbers:
            text, uses = self.texts[number], self._uses[number]
            if words := [match[0] for match in WORD.finditer(text) if not uses[match.start()]]:
                found[number] = words
        return found

    def by_reason(self) -> Counter[str]:
        """Return how many lines were left out for each reason."""
        return Counter(reason for _, reason, _ in self.left_out)

    def _enter(self, number: int, start: int, end: int, use: str) -> None:
        uses = self._uses[number]
        for n in range(start, min(end, len(uses))):
            uses[n] = uses[n] or use


def _is_inside(text: str, start: int, length: int) -> bool:
    """Return whether letters touch the word: ``he`` in ``The``."""
    before, after = text[start - 1 : start], text[start + length : start + length + 1]
    return before.isalnum() or after.isalnum()
