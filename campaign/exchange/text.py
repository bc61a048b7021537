"""A file as a tree of words, each with its line and column.

YAML gives the shape and nothing else: every word stays what was typed (``NO`` is no truth value, ``07`` no seven), so
that the reader of each key decides what it means. What has no business in a file written by hand is refused: aliases,
tags, merge keys, several documents, binary files, very large ones. A line that breaks the syntax is reported and
passed over, so that the faults in the rest of the file are found in the same go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from campaign.exchange.faults import Faults, Spot

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes: an army group of 10,000 battalions takes about a quarter of it."""
DEEPEST = 40
MOST_BROKEN_LINES = 20

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NOT_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNCLOSED = re.compile("quoted scalar|flow (sequence|mapping)|simple key|an? (alias|anchor|tag|directive)")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A word or a text, as typed. ``quoted``: between quotation marks, so that nothing means nothing."""

    spot: Spot
    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    spot: Spot
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and what they hold. Every key stands once."""

    spot: Spot
    pairs: tuple[tuple[Scalar, Node], ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something whose fault has been reported already."""

    spot: Spot


Node = Scalar | Sequence | Mapping | Unreadable


@lru_cache(maxsize=4096)
def same(key: str) -> str:
    """What two spellings of one key have in common: ``First_day`` and ``first day``."""
    return " ".join(re.sub("[_-]", " ", key).lower().split())


def read_bytes(path: Path, name: str, faults: Faults) -> bytes | None:
    """The bytes of a file, or None and a fault."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            faults.error(Spot(name), f"the file has {size:,} bytes", f"at most {LARGEST_FILE:,} are read")
            faults.damaged = True
            return None
        return path.read_bytes()
    except OSError as problem:
        faults.error(Spot(name), f"the file cannot be read ({problem.strerror or problem})", "check its name and permissions")
        faults.damaged = True
        return None


def read_tree(path: Path, name: str, faults: Faults) -> Node | None:
    """The file as a tree; None if it is empty or nothing of it can be read."""
    raw = read_bytes(path, name, faults)
    return None if raw is None else parse(raw, name, faults)


def parse(raw: bytes, name: str, faults: Faults) -> Node | None:
    """The bytes of a file as a tree."""
    text = _decode(raw, name, faults)
    if text is None:
        faults.damaged = True
        return None
    lines = text.splitlines(keepends=True)
    passed_over: set[int] = set()
    for _ in range(MOST_BROKEN_LINES):
        try:
            return _Composer(name, faults).compose("".join(lines))
        except yaml.MarkedYAMLError as problem:
            _pass_over(problem, lines, passed_over, name, faults)
        except yaml.YAMLError as problem:
            faults.damaged = True
            faults.error(Spot(name), f"not readable as YAML ({str(problem).splitlines()[0]})", "save the file as plain text")
            return None
    faults.damaged = True
    return None


def _decode(raw: bytes, name: str, faults: Faults) -> str | None:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        faults.error(Spot(name), "the file is saved as UTF-16", "save it as UTF-8")
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = raw[: problem.start].decode("utf-8-sig", "replace")
        spot = Spot(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        faults.error(spot, f"the byte 0x{raw[problem.start]:02X} is no UTF-8 text", "save the file as UTF-8")
        text = raw.decode("utf-8-sig", "replace")
    strange = list(_NOT_TEXT.finditer(text))
    if len(strange) > MOST_BROKEN_LINES:
        faults.error(Spot(name), "the file is not a text file", "expected YAML text in UTF-8")
        return None
    for match in strange:
        before = text[: match.start()]
        spot = Spot(name, before.count("\n") + 1, match.start() - before.rfind("\n"))
        faults.error(spot, f"a character that cannot be printed (U+{ord(match[0]):04X})", "delete it")
    return _NOT_TEXT.sub("\N{REPLACEMENT CHARACTER}", text)


def _pass_over(problem: yaml.MarkedYAMLError, lines: list[str], passed_over: set[int], name: str, faults: Faults) -> None:
    """Report the line that breaks the syntax, unless it is a neighbour of one that was, and take it out or mend it."""
    mark = problem.problem_mark or problem.context_mark
    at = min(mark.line if mark else 0, len(lines) - 1)
    while at > 0 and not lines[at].strip():
        at -= 1
    indent = re.match(r" *\t[ \t]*", lines[at])
    if indent and indent[0] != lines[at]:
        faults.error(Spot(name, at + 1, lines[at].index("\t") + 1), "a tab is used to indent", "indent with spaces")
        lines[at] = _without_tabs(lines, at)
        return
    faults.damaged = True
    guilty, column = _guilty(problem, lines, at)
    if not {guilty - 1, guilty, guilty + 1} & passed_over:
        words = " ".join((problem.problem or problem.context or "").split())
        faults.error(Spot(name, guilty + 1, column), f"not readable as YAML ({words})", _advice(words, lines[guilty]))
    if guilty in passed_over:
        guilty = next((n for n in range(at, len(lines)) if n not in passed_over), at)
    passed_over.add(guilty)
    lines[guilty] = "\n"


def _guilty(problem: yaml.MarkedYAMLError, lines: list[str], at: int) -> tuple[int, int]:
    """The line that is to blame, and the column: where a bracket or quotation mark was opened rather than where it was missed."""
    suspects: list[tuple[int, int]] = []
    began = problem.context_mark if problem.context and _UNCLOSED.search(problem.context) else None
    if began:
        suspects.append((began.line, began.column + 1))
    odd = next((n for n in range(at + 1) if lines[n].split(" #")[0].count('"') % 2), None)
    if odd is not None:
        suspects.append((odd, lines[odd].index('"') + 1))
    mark = problem.problem_mark
    here = (at, mark.column + 1 if mark and mark.line == at else 1)
    for line, column in [*suspects, here]:
        if line < len(lines) and _breaks_at([*lines[:line], "\n", *lines[line + 1 :]]) > at:
            return line, column
    return suspects[0] if began and suspects[0][0] < len(lines) else here


def _breaks_at(lines: list[str]) -> float:
    """The line at which the syntax breaks, from 0; infinity if it is sound."""
    try:
        for _ in yaml.parse("".join(lines), Loader=_LOADER):
            pass
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        return mark.line if mark else 0
    except yaml.YAMLError:
        return 0
    return float("inf")


def _advice(words: str, line: str) -> str:
    if "mapping values" in words:
        return "put a text that holds a colon and a space between quotes"
    if "unexpected end of stream" in words or "document separator" in words:
        return "close the quotation mark"
    if "expected ',' or" in words or "flow" in words:
        return "close the bracket, and put commas between its items"
    if "block" in words:
        return "indent it like the lines it belongs to"
    if "expected ':'" in words:
        return "write 'key: value'"
    if line.lstrip()[:1] in "@`%!&*|>":
        return f"put a text that begins with {line.lstrip()[:1]} between quotes"
    return "check colons, quotation marks, brackets and indentation of this line"


def _without_tabs(lines: list[str], at: int) -> str:
    """The line indented as its neighbours suggest, or by two spaces for each tab."""
    word = lines[at].lstrip()
    around = [
        lines[n] for n in range(at - 1, -1, -1) if lines[n].strip() and "\t" not in lines[n][: len(lines[n]) - len(lines[n].lstrip())]
    ][:1]
    after = [line for line in lines[at + 1 :] if line.strip()][:1]
    widths = []
    if around:
        before = around[0]
        width = len(before) - len(before.lstrip())
        if not word.startswith("- "):
            width += 2 * len(re.match(r"(- )*", before.lstrip())[0]) // 2  # type: ignore[index]
        opens = before.rstrip().endswith(":")
        widths.append(width + 2 if opens else width)
    widths += [len(line) - len(line.lstrip()) for line in after if not line.lstrip(" ").startswith("\t")]
    widths += [len(lines[at].expandtabs(tab)) - len(lines[at].expandtabs(tab).lstrip()) for tab in (2, 4, 8)]
    for width in dict.fromkeys(widths):
        if _breaks_at([*lines[:at], " " * width + word, *lines[at + 1 :]]) > at + 1:
            return " " * width + word
    return " " * (widths[0] if widths else 0) + word


@dataclass(slots=True)
class _Open:
    """A list or mapping that is not closed yet."""

    spot: Spot
    is_mapping: bool
    nodes: list[Node]


class _Composer:
    """Builds the tree from the parser's events; no recursion, so no file is too deep to be refused."""

    def __init__(self, name: str, faults: Faults) -> None:
        self.name, self.faults = name, faults
        self.reported: list[tuple[Spot, str, str]] = []

    def compose(self, text: str) -> Node | None:
        """The whole text. Faults are reported only if it is sound YAML, so that none is reported twice."""
        tops = list(self._nodes(yaml.parse(text, Loader=_LOADER)))
        for spot, found, allowed in self.reported:
            self.faults.error(spot, found, allowed)
        return tops[0] if tops else None

    def _nodes(self, events: Iterator[Any]) -> Iterator[Node]:
        stack: list[_Open] = []
        documents = 0
        for event in events:
            done: Node | None = None
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._report(self._spot(event), "a second document begins here ('---')", "a file holds one document")
                    return
            elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                self._tag(event)
                stack.append(_Open(self._spot(event), isinstance(event, yaml.MappingStartEvent), []))
                if len(stack) > DEEPEST:
                    self._report(self._spot(event), f"lists or mappings nested more than {DEEPEST} deep", "no order of battle is that deep")
                    self.faults.damaged = True
                    return
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                done = self._close(stack.pop())
            elif isinstance(event, yaml.ScalarEvent):
                self._tag(event)
                done = Scalar(self._spot(event), event.value, event.style in ("'", '"'))
            elif isinstance(event, yaml.AliasEvent):
                spot = self._spot(event)
                self._report(
                    spot, f"the alias '*{event.anchor}'", "aliases are refused: write it out, or make an establishment and use 'like'"
                )
                done = Unreadable(spot)
            if done is not None:
                if stack:
                    stack[-1].nodes.append(done)
                else:
                    yield done

    def _close(self, opened: _Open) -> Node:
        if not opened.is_mapping:
            return Sequence(opened.spot, tuple(opened.nodes))
        pairs: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(opened.nodes[::2], opened.nodes[1::2], strict=True):
            if not isinstance(key, Scalar):
                if not isinstance(key, Unreadable):
                    self._report(key.spot, "a list or mapping used as a key", "a key is a word")
            elif key.text == "<<":
                if not isinstance(value, Unreadable):
                    self._report(key.spot, "the merge key '<<'", "use 'like' and an establishment")
            elif same(key.text) in pairs:
                first = pairs[same(key.text)][0].spot.line
                self._report(key.spot, f"{key.text!r} was given already in line {first}", "every key stands once")
            else:
                pairs[same(key.text)] = (key, value)
        return Mapping(opened.spot, tuple(pairs.values()))

    def _tag(self, event: Any) -> None:
        if event.tag not in (None, "!"):
            self._report(self._spot(event), f"the tag {event.tag!r}", "tags are not used here: write the plain value")

    def _spot(self, event: Any) -> Spot:
        return Spot(self.name, event.start_mark.line + 1, event.start_mark.column + 1)

    def _report(self, spot: Spot, found: str, allowed: str) -> None:
        self.reported.append((spot, found, allowed))
