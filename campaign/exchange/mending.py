"""Correction of a line that breaks the syntax, so that the rest of a file can be read.

The guilty line is where a bracket or quotation mark was opened, not where it was missed. If adding a colon, closing a
bracket or quotation mark, or another indentation lets the parser get further, the line is read so; else it is passed
over, and things that then seem to be missing are not reported (``Faults.damaged``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from campaign.exchange.faults import Faults, Spot
from campaign.exchange.values import AirGroup, Battalion, Commander, Formation, Head, Nation, Order, Side
from campaign.terms.attributes import keys_of
from campaign.values import dataclass
from campaign.words.return_foot import FOOT

LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_UNCLOSED = re.compile("quoted scalar|flow (sequence|mapping)|simple key|an? (alias|anchor|tag|directive)")
LONG_FILE = 5000
"""Lines from which a file is long; there the first remedy that helps is taken."""
_OTHER_LONG_KEYS = (
    "army group",
    "order of battle",
    "air bases",
    "air groups",
    "air tasking",
    "ended at",
    *(box.name for box in FOOT if " " in box.name),
)
_DECLARED = (Head, Side, Nation, Commander, Formation, Battalion, AirGroup, Order)
LONG_KEYS = sorted(
    {key for cls in _DECLARED for key in keys_of(cls) if " " in key}.union(_OTHER_LONG_KEYS), key=len, reverse=True
)
"""Keys of more than one word; if one begins with another, the longer comes first."""


def mend(problem: yaml.MarkedYAMLError, lines: list[str], passed_over: set[int], name: str, faults: Faults) -> None:
    """Report the line that breaks the syntax, unless it is a neighbour of one that was passed over; correct it, or
    remove it.
    """
    mark = problem.problem_mark or problem.context_mark
    broke = mark.line if mark else 0
    at = min(broke, len(lines) - 1)
    while at > 0 and not lines[at].strip():
        at -= 1
    if _has_tab(lines[at]):
        faults.error(Spot(name, at + 1, lines[at].index("\t") + 1), "the line is indented with a tab", "use spaces")
        lines[at] = _without_tabs(lines, at)
        return
    guilty, column = _guilty(problem, lines, at, broke)
    words = " ".join((problem.problem or problem.context or "").split())
    best = _best(_remedies(problem, lines, guilty, at), lines, broke)
    if best is not None:
        faults.error(
            Spot(name, best.line + 1, column if best.line == guilty else 1),
            f"this line cannot be read as YAML ({words})",
            best.advice,
        )
        lines[best.line] = best.text
        return
    faults.damaged = True
    if not {guilty - 1, guilty, guilty + 1} & passed_over:
        faults.error(
            Spot(name, guilty + 1, column), f"this line cannot be read as YAML ({words})", _advice(words, lines[guilty])
        )
    if guilty in passed_over:
        guilty = next((n for n in range(at, len(lines)) if n not in passed_over), at)
    passed_over.add(guilty)
    lines[guilty] = "\n"


def breaks_at(lines: list[str]) -> float:
    """Return the line at which the syntax breaks, from 0; infinity if it is sound."""
    try:
        for _ in yaml.parse("".join(lines), Loader=LOADER):
            pass
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        return mark.line if mark else 0
    except yaml.YAMLError:
        return 0
    return float("inf")


@dataclass(frozen=True, slots=True)
class Remedy:
    """A line, its probable correct form, and the message to its writer."""

    line: int
    text: str
    advice: str


def _best(remedies: Iterator[Remedy], lines: list[str], broke: int) -> Remedy | None:
    """Return the remedy after which the parser gets furthest; in a long file the first that gets it further at all."""
    best, furthest = None, float(broke)
    for remedy in remedies:
        reached = breaks_at(_with(lines, remedy.line, remedy.text))
        if reached > furthest:
            best, furthest = remedy, reached
            if furthest == float("inf") or len(lines) > LONG_FILE:
                break
    return best


def _with(lines: list[str], at: int, line: str) -> list[str]:
    return [*lines[:at], line, *lines[at + 1 :]]


def _guilty(problem: yaml.MarkedYAMLError, lines: list[str], at: int, broke: int) -> tuple[int, int]:
    """Return the guilty line, and the column."""
    suspects: list[tuple[int, int, str]] = []
    began = problem.context_mark if problem.context and _UNCLOSED.search(problem.context) else None
    if began and began.line < len(lines):
        suspects.append((began.line, began.column + 1, "\n"))
    odd = next((n for n in range(at + 1) if lines[n].split(" #")[0].count('"') % 2), None)
    if odd is not None:
        suspects.append((odd, lines[odd].index('"') + 1, lines[odd].replace('"', "", 1)))
    before = next((n for n in range(at - 1, -1, -1) if lines[n].strip()), None)
    if before is not None and ":" not in lines[before] and problem.problem and "mapping values" in problem.problem:
        suspects.append((before, _width(lines[before]) + 1, "\n"))
    mark = problem.problem_mark
    broken = (at, mark.column + 1 if mark and mark.line == at else 1)
    for line, column, trial in [*suspects, (*broken, "\n")]:
        if breaks_at(_with(lines, line, trial)) > broke:
            return line, column
    return suspects[0][:2] if began and suspects else broken


def _remedies(problem: yaml.MarkedYAMLError, lines: list[str], guilty: int, at: int) -> Iterator[Remedy]:
    """Yield possible corrections, the likeliest first."""
    yield from _in_line(lines, guilty)
    before = next((n for n in range(at - 1, -1, -1) if lines[n].strip()), guilty)
    if before != guilty and ":" not in lines[before]:
        yield from _in_line(lines, before)
    advice = "indent it like the other lines of the same list"
    first = _too_deep(lines, at)
    if first is not None:
        yield Remedy(first, lines[first][_inner(lines[first]) - _inner(lines[at]) :], advice)
    if problem.problem and "document start" in problem.problem:
        top = next((n for n, text in enumerate(lines) if text.strip() and not text.lstrip().startswith("#")), guilty)
        yield Remedy(top, lines[top].lstrip(), "do not indent this line")
    for width in _widths(lines, guilty):
        yield Remedy(guilty, " " * width + lines[guilty].lstrip(), advice)


def _in_line(lines: list[str], at: int) -> Iterator[Remedy]:
    """Yield corrections by a missing colon, bracket or quotation mark in this line."""
    line = lines[at].rstrip()
    if re.fullmatch(r"\s*[\w.-]+", line):
        yield Remedy(at, f"{line}:\n", "write a colon after the key")
    if line.count('"') % 2:
        yield Remedy(at, line.replace('"', "", 1) + "\n", "close the quotation mark")
        yield Remedy(at, f'{line}"\n', "close the quotation mark")
    missing = "}" * (line.count("{") - line.count("}")) + "]" * (line.count("[") - line.count("]"))
    for closing in (missing, missing[::-1]) if missing else ():
        yield Remedy(at, f"{line}{closing}\n", "close the bracket, and put commas between its items")
    key = re.fullmatch(rf"(\s*(?:- )*(?:{'|'.join(LONG_KEYS)}|[\w-]+))( [^:]*| [\[{{].*)", line)
    if key:
        yield Remedy(at, f"{key[1]}:{key[2]}\n", "write a colon after the key")
    value = re.fullmatch(r"(\s*(?:- )*[^:]+: )([^'\"\[{|>].*: .*)", line)
    if value:
        quoted = value[2].replace("'", "''")
        yield Remedy(
            at, f"{value[1]}'{quoted}'\n", "put quotation marks around a text that has a colon and a space in it"
        )


def _width(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _inner(line: str) -> int:
    """Return the column at which the words of a line begin, behind the dashes of its lists."""
    dashes = re.match(r" *(?:- +)*", line)
    return len(dashes[0]) if dashes else 0


def _too_deep(lines: list[str], at: int) -> int | None:
    """Return the line that began a block a little deeper than the one that broke, which belongs to the same block."""
    depth = _inner(lines[at])
    filled = [n for n in range(max(0, at - 500), at) if lines[n].strip() and not lines[n].lstrip().startswith("#")]
    for before, n in zip(reversed(filled[:-1]), reversed(filled), strict=False):
        if depth < _inner(lines[n]) <= depth + 3 and _inner(lines[before]) <= depth:
            return n
    return None


def _has_tab(line: str) -> bool:
    indent = re.match(r"\s*", line)
    return bool(line.strip()) and indent is not None and "\t" in indent[0]


def _widths(lines: list[str], at: int) -> list[int]:
    """Return the indentations at which the line may belong: those of the lines before it that are still open, the
    likeliest first.
    """
    word = lines[at].lstrip()
    indent = _width(lines[at].expandtabs(2))
    is_item, opens = word.startswith("- "), word.rstrip().endswith(":")
    open_at: list[int] = []
    for n in range(at - 1, max(-1, at - 500), -1):
        before = lines[n]
        if not before.strip() or _has_tab(before) or before.lstrip().startswith("#"):
            continue
        inner = _inner(before)
        if not open_at and before.rstrip().endswith(":"):
            open_at.append(inner + 2)
        result = (
            [_width(before)]
            if is_item and before.lstrip().startswith("- ")
            else []
            if is_item
            else [inner, _width(before)]
        )
        open_at += [width for width in result if not open_at or width < min(open_at) or len(open_at) < 2]
        if not _width(before):
            break
    after = next((_width(line) for line in lines[at + 1 :] if line.strip() and not _has_tab(line)), 0)
    fitting = [width for width in dict.fromkeys(open_at) if not opens or is_item or width < after]
    if is_item or opens:
        fitting.sort(key=lambda width: abs(width - indent))
    return [width for width in fitting if width != _width(lines[at]) or _has_tab(lines[at])]


def _without_tabs(lines: list[str], at: int) -> str:
    """Return the line indented like its neighbours, or by the width of its tabs."""
    word = lines[at].lstrip()
    widths = _widths(lines, at) + [_width(lines[at].expandtabs(tab)) for tab in (2, 4, 8)]
    for width in dict.fromkeys(widths):
        if breaks_at(_with(lines, at, " " * width + word)) > at + 1:
            return " " * width + word
    return " " * min(widths) + word


def _advice(words: str, line: str) -> str:
    if "mapping values" in words:
        return "put quotation marks around a text that has a colon and a space in it"
    if "unexpected end of stream" in words or "document separator" in words:
        return "close the quotation mark"
    if "expected ',' or" in words or "flow" in words:
        return "close the bracket, and put commas between its items"
    if "block" in words:
        return "indent it like the other lines of the same list"
    if "expected ':'" in words:
        return "write 'key: value'"
    if line.lstrip()[:1] in "@`%!&*|>":
        return f"put quotation marks around a text that begins with {line.lstrip()[:1]}"
    return "check the colons, quotation marks, brackets and indentation of this line"
