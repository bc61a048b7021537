"""Ids of rules, as answers name them; ``campaign rules --id`` prints the text of each.

    by_rule(text, *ids) -> str       ``night: only bombers attack (OB-AIR-10)``: a reason with its rules
    ids_in(text) -> tuple of ids     ``OB-RCV-02, -07`` and ``OB-SUP-01..05`` written out

Files and tables keep a reason as ``by_rule`` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NUMBERED = re.compile(
    r"\b([A-Z]{2,3}-[A-Z]+[0-9]*-)(\d{2,3})([a-z]?)\b(?![-\d])((?:\s*\.\.\s*\d{1,3}|,?\s+(?:and\s+|to\s+)?-\d+[a-z]?)*)",
    re.I,
)
"""Id of a section and further ids of the same section: ``OB-RCV-02, -07`` and ``OB-SUP-01..05``."""
_TABLE = re.compile(r"\b[A-Z]{3}-(?:TAB|TBL)-[A-Z][A-Z0-9]*\b", re.I)
"""Id of a chart: ``HEX-TAB-MOVE``."""
_RULING = re.compile(r"\bumpire (\d(?:\.\d+)?)((?:, \d\.\d+|, [12]\b(?!\.))*)", re.I)
"""Numbers of the umpire rules: ``umpire 1.13, 1.20, 2``."""


def by_rule(text: str, *ids: str) -> str:
    """Return a reason with the ids of the rules behind it at its end, unless it names its own; an empty text stays
    empty.
    """
    return f"{text} ({', '.join(ids)})" if text and any(ids) and not ids_in(text) else text


def ids_in(text: str) -> tuple[str, ...]:
    """Return the ids that a text names, in its order, in the spelling of the rule lines."""
    spans = [(match.start(), list(_written_out(match))) for match in _NUMBERED.finditer(text)]
    spans += [(match.start(), [match[0].upper()]) for match in _TABLE.finditer(text)]
    for match in _RULING.finditer(text):
        numbers = (match[1], *re.findall(r"\d\.\d+|\d", match[2]))
        spans.append((match.start(), [f"umpire {number}" for number in numbers]))
    return tuple(dict.fromkeys(ident for _, ids in sorted(spans) for ident in ids))


def _written_out(match: re.Match[str]) -> Iterator[str]:
    section, first = match[1].upper(), match[2]
    yield f"{section}{first}{match[3].lower()}"
    last = int(first)
    for range_end, number, letter in re.findall(r"\.\.\s*(\d+)|-(\d+)([a-z]?)", match[4]):
        for following in range(last + 1, int(range_end) + 1) if range_end else (int(number),):
            yield f"{section}{following:0{len(first)}}{letter}"
            last = following
