"""Decisions of the umpire on doubts, in a file beside the source with the same name and the ending ``.decisions``.

    leave "Author, A.B., A Book"          leave the line out
    take "The Queen's Bays"               the line is a unit
    accept "Ost-Btl 439, 441, 642"        the result is right; with a kind in front, for doubts of that kind only
    accept nesting                        all doubts of that kind are decided
    set "2nd RB" arm motor infantry       any line that changes a suggested value

A doubt is known by its kind and words, so a corrected list asks only about its new lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from campaign.exchange.foreign import changes
from campaign.exchange.foreign.doubts import Doubt
from campaign.exchange.foreign.draft import Change
from campaign.terms.words import plain
from campaign.values import dataclass, field

ENDING = ".decisions"
_LINE = re.compile(
    r'(?:(?P<verb>leave|take)\s+"(?P<line>.+)"|accept\s+(?:(?P<kind>[a-z][a-z ]*?)(?:\s+|$))?(?:"(?P<words>.+)")?)\s*',
    re.IGNORECASE,
)
EXPECTED = 'write leave "LINE", take "LINE", accept "WORDS", accept KIND, or a line that begins with set'


@dataclass(slots=True)
class Decisions:
    """The decisions on one source. ``problems``: place and text of lines that cannot be understood."""

    left: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    accepted: set[tuple[str, str]] = field(default_factory=set)
    """Kind and words; either may be empty for any."""
    changes: list[Change] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)

    def leaves(self, text: str) -> bool:
        """Return whether a line is to be left out."""
        return plain(text) in self.left

    def takes(self, text: str) -> bool:
        """Return whether a line is a unit."""
        return plain(text) in self.taken

    def decide(self, doubt: Doubt) -> bool:
        """Return whether a doubt is decided."""
        kind, words = doubt.key
        known = {(kind, words), ("", words), (kind, "")} & self.accepted
        return bool(known) or words in self.left or words in self.taken


def beside(source: Path) -> Path:
    """Return the file of decisions of a source."""
    return source.with_name(f"{source.name.split('.')[0]}{ENDING}")


def load(source: Path) -> Decisions:
    """Return the decisions on a source; none without a file."""
    path, result = beside(source), Decisions()
    if not path.is_file():
        return result
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text, where = line.strip(), f"{path.name}:{number}"
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        if changes.is_change(text):
            change = changes.change_in(text, where)
            if change is None:
                result.problems.append((where, f"{text!r}: {changes.keys_told()}"))
            else:
                result.changes.append(change)
        elif match is None or not (match["verb"] or match["kind"] or match["words"]):
            result.problems.append((where, f"{text!r} is not a decision: {EXPECTED}"))
        elif match["verb"]:
            (result.left if match["verb"].lower() == "leave" else result.taken).add(plain(match["line"]))
        else:
            result.accepted.add(((match["kind"] or "").strip().lower(), plain(match["words"] or "")))
    return result


def undecided(doubts: Iterable[Doubt], decisions: Iterable[Decisions]) -> list[Doubt]:
    """Return the doubts on which no file decides."""
    known = list(decisions)
    return [doubt for doubt in doubts if not any(one.decide(doubt) for one in known)]
