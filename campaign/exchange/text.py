"""A file as a tree of words, each with its line and column.

YAML gives only the shape: every word stays as typed (``NO`` is not a truth value, ``07`` not a seven), so that the
reader of each key decides its meaning. Features that a hand-written file does not need are refused: aliases, tags,
merge keys, several documents, binary files, very large ones. A line that breaks the syntax is reported and passed over,
so that the errors in the rest of the file are found in the same go.
"""

from __future__ import annotations

import re
from collections import abc
from contextlib import suppress
from functools import lru_cache
from io import StringIO
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import yaml

from campaign.exchange.entry_lines import entry_lines, with_empty_braces, words_in_braces, words_in_brackets
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.mending import LOADER, mend
from campaign.values import dataclass

LARGEST_FILE = 16 * 1024 * 1024
"""Largest file in bytes; an army group of 10,000 battalions needs about a quarter of it."""
DEEPEST = 40
MOST_BROKEN_LINES = 20
MOST_KEYS = 100
"""Most keys in a mapping of which it is remembered that they may stand together: those of entries come by thousands."""
_QUOTES = ("'", '"')

_NOT_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTROL = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
r"""Characters that no text may hold, such as those from the escapes \x1b or \0 between quotation marks."""
MANY_LINES = frozenset({"notes", "aim", "diary"})
"""Keys whose text may run over several lines, in the spelling of ``same``."""


Position = Spot | tuple[str, int, int] | Any
"""The place of a node: a spot; or the file's name and the line and column from 0; or the mark of the YAML parser, which
has these. A large file has a million nodes, and the spots of hardly any are needed.
"""


def spot_of(position: Position) -> Spot:
    """Return the place in the file."""
    if isinstance(position, Spot):
        return position
    if isinstance(position, tuple):
        name, line, column = position
        return Spot(name, line + 1, column + 1)
    return Spot(position.name, position.line + 1, position.column + 1)


class Scalar(NamedTuple):
    """A word or a text, as typed. ``quoted``: between quotation marks, so that an empty one means empty."""

    position: Position
    text: str
    quoted: bool = False

    @property
    def spot(self) -> Spot:
        """Place in the file."""
        return spot_of(self.position)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node other than a word, at its position."""

    position: Position

    @property
    def spot(self) -> Spot:
        return spot_of(self.position)


@dataclass(frozen=True, slots=True)
class Sequence(_Placed):
    """A list."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping(_Placed):
    """A mapping of keys to nodes. Every key occurs once."""

    pairs: tuple[tuple[Scalar, Node], ...]


@dataclass(frozen=True, slots=True)
class Unreadable(_Placed):
    """A node whose error has been reported already."""


Node = Scalar | Sequence | Mapping | Unreadable


@lru_cache(maxsize=4096)
def same(key: str) -> str:
    """Return the common form of two spellings of one key: ``First_day`` and ``first day``."""
    return " ".join(re.sub("[_-]", " ", key).lower().split())


def read_bytes(path: Path, name: str, faults: Faults) -> bytes | None:
    """Return the bytes of a file; None, with an error reported, if it cannot be read."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            faults.error(Spot(name), f"the file has {size:,} bytes", f"at most {LARGEST_FILE:,} bytes are read")
            faults.damaged = True
            return None
        return path.read_bytes()
    except OSError as problem:
        if isinstance(problem, FileNotFoundError):
            faults.error(Spot(name), "there is no such file", "check its name")
        else:
            reason = problem.strerror or problem
            faults.error(Spot(name), f"the file cannot be read ({reason})", "check its permissions")
        faults.damaged = True
        return None


def read_tree(path: Path, name: str, faults: Faults) -> Node | None:
    """Return the file as a tree; None if it is empty or unreadable."""
    raw = read_bytes(path, name, faults)
    return None if raw is None else parse(raw, name, faults)


def parse(raw: bytes, name: str, faults: Faults) -> Node | None:
    """Return the bytes of a file as a tree."""
    text = _decode(raw, name, faults)
    if text is None:
        faults.damaged = True
        return None
    lines = text.splitlines(keepends=True)
    if entries := entry_lines(text, lines):
        with suppress(yaml.YAMLError, _NotAllEntries):
            return _Composer(name, faults, frozenset(), lines, entries).compose(with_empty_braces(lines, entries))
    passed_over: set[int] = set()
    for _ in range(MOST_BROKEN_LINES):
        try:
            return _Composer(name, faults, frozenset(passed_over)).compose("".join(lines))
        except yaml.MarkedYAMLError as problem:
            mend(problem, lines, passed_over, name, faults)
        except yaml.YAMLError as problem:
            faults.damaged = True
            faults.error(
                Spot(name),
                f"the file cannot be read as YAML ({str(problem).splitlines()[0]})",
                "save the file as plain text",
            )
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
        faults.error(spot, f"the byte 0x{raw[problem.start]:02X} is not UTF-8 text", "save the file as UTF-8")
        text = raw.decode("utf-8-sig", "replace")
    strange = list(_NOT_TEXT.finditer(text))
    if len(strange) > MOST_BROKEN_LINES:
        faults.error(Spot(name), "the file is not a text file", "write YAML text in UTF-8")
        return None
    for match in strange:
        before = text[: match.start()]
        spot = Spot(name, before.count("\n") + 1, match.start() - before.rfind("\n"))
        faults.error(spot, f"the text has a character that cannot be printed (U+{ord(match[0]):04X})", "delete it")
    return _NOT_TEXT.sub("\N{REPLACEMENT CHARACTER}", text) if strange else text


class _NotAllEntries(Exception):
    """A line that looks like an entry is part of something else."""


class _Named(StringIO):
    """The text of a file with the file's name, which the parser puts into its marks."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text)
        self.name = name


@dataclass(slots=True)
class _Open:
    """A list or mapping that is not closed yet. ``is_plain``: every key in it is a printable text, and every value
    such a text, a list of them, or a mapping.
    """

    position: Position
    is_mapping: bool
    nodes: list[Node]
    is_plain: bool = True


@lru_cache(maxsize=1024)
def _are_plain(keys: tuple[str, ...]) -> bool:
    """Return whether these keys may stand in one mapping: no two are alike, and none is the merge key."""
    return "<<" not in keys and len({same(key) for key in keys}) == len(keys)


def _nodes_of_words(words: list[str], name: str, line: int, column: int) -> list[Node]:
    """Return the nodes of words that stand in a line from this column on, each two characters after the one before."""
    columns = accumulate([len(word) + 2 for word in words], initial=column)
    new = tuple.__new__
    return [
        new(Scalar, ((name, line, at), word[1:-1], True))
        if word[0] == '"'
        else new(Scalar, ((name, line, at), word, False))
        if word[0] != "["
        else Sequence((name, line, at), tuple(_nodes_of_words(words_in_brackets(word), name, line, at + 1)))
        for word, at in zip(words, columns, strict=False)
    ]


class _Composer:
    """A builder of the tree from the parser's events, without recursion, so that no file is too deep to be refused."""

    def __init__(
        self,
        name: str,
        faults: Faults,
        passed_over: frozenset[int],
        lines: abc.Sequence[str] = (),
        entries: abc.Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        self.name, self.faults, self.passed_over = name, faults, passed_over
        self.lines, self.entries = lines, dict(entries)
        self.reported: list[tuple[Spot, str, str]] = []

    def compose(self, text: str) -> Node | None:
        """Return the tree of the whole text. Errors are reported only if it is sound YAML, so that none is reported
        twice. Raises _NotAllEntries if not all entries are among its mappings.
        """
        loader = LOADER(_Named(text, self.name))
        try:
            tops = self._nodes(iter(loader.get_event, None))
        finally:
            loader.dispose()
        if self.entries:
            raise _NotAllEntries
        for spot, problem, allowed in self.reported:
            self.faults.error(spot, problem, allowed)
        return tops[0] if tops else None

    def _nodes(self, events: abc.Iterator[Any]) -> list[Node]:
        """Return the nodes at the top: one, unless the text is empty."""
        opened = document = _Open(None, False, [])
        stack = [document]
        documents = 0
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:  # nearly all of them: no call that is not needed
                value, mark, quoted = event.value, event.start_mark, event.style in _QUOTES
                if event.tag is not None or not value.isprintable() or (quoted and mark.line != event.end_mark.line):
                    value = self._odd_text(event, opened)
                opened.nodes.append(tuple.__new__(Scalar, (mark, value, quoted)))
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                if event.tag is not None:
                    self._tag(event)
                opened = _Open(event.start_mark, kind is yaml.MappingStartEvent, [])
                stack.append(opened)
                if len(stack) - 1 > DEEPEST:
                    self._too_deep(event)
                    break
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                closed = stack.pop()
                opened = stack[-1]
                if not (closed.is_plain or closed.is_mapping) or (opened.is_mapping and len(opened.nodes) % 2 == 0):
                    opened.is_plain = False
                opened.nodes.append(self._close(closed, len(stack)))
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    second = "a second document ('---') begins here"
                    self._report(self._spot(event), second, "write only one document in a file")
                    break
            elif kind is yaml.AliasEvent:
                opened.nodes.append(self._alias(event))
                opened.is_plain = False
        return document.nodes

    def _fill(self, closed: _Open) -> None:
        """Give an empty mapping the nodes that stand between its braces in the file, if it is an entry of which the
        parser was given the braces alone.
        """
        mark: Any = closed.position
        line, column = mark.line, mark.column
        if self.entries.get(line) == column:
            del self.entries[line]
            words = words_in_braces(self.lines[line], column)
            closed.nodes = _nodes_of_words(words, self.name, line, column + 1)

    def _too_deep(self, event: Any) -> None:
        self._report(
            self._spot(event), f"lists or entries have more than {DEEPEST} levels inside each other", "use fewer levels"
        )
        self.faults.damaged = True

    def _alias(self, event: Any) -> Unreadable:
        advice = "write it out, or make an establishment and use 'like'"
        self._report(self._spot(event), f"the alias '*{event.anchor}' cannot be used", advice)
        return Unreadable(event.start_mark)

    def _odd_text(self, event: Any, opened: _Open) -> str:
        """Return a text that has a tag, runs over several lines or has characters that cannot be printed; report what
        is wrong with it.
        """
        self._tag(event)
        if event.style in _QUOTES:
            self._quotation(event)
        value: str = event.value
        if value.isprintable():
            return value
        opened.is_plain = False
        return self._printable(event)

    def _close(self, opened: _Open, depth: int) -> Node:
        if opened.is_mapping and not opened.nodes and depth < DEEPEST:
            self._fill(opened)
        nodes = opened.nodes
        if not opened.is_mapping:
            return Sequence(opened.position, tuple(nodes))
        if opened.is_plain:
            words = tuple([key.text for key in nodes[::2]])  # type: ignore[union-attr]  # in a plain one all are texts
            if (_are_plain if len(words) <= MOST_KEYS else _are_plain.__wrapped__)(words):
                each = iter(nodes)
                return Mapping(opened.position, tuple(zip(each, each, strict=True)))  # type: ignore[arg-type]
        return self._checked(opened.position, nodes[::2], nodes[1::2])

    def _checked(self, position: Position, keys: list[Node], values: list[Node]) -> Mapping:
        """Return a mapping without the keys that may not stand in it; report what is wrong with it."""
        pairs: dict[str, tuple[Scalar, Node]] = {}
        repeated = False
        for key, value in zip(keys, values, strict=True):
            name = same(key.text) if isinstance(key, Scalar) else ""
            is_again = isinstance(key, Scalar) and key.text != "<<" and name in pairs
            if isinstance(key, Scalar) and is_again:
                if not repeated and key.spot.line - 2 not in self.passed_over:
                    first = pairs[name][0].spot.line
                    self._report(
                        key.spot,
                        f"{key.text!r} is already written in line {first}",
                        "write each key only once. Does a new entry begin here?",
                    )
            elif not isinstance(key, Scalar):
                if not isinstance(key, Unreadable):
                    self._report(key.spot, "a list or a group of entries is used as a key", "write one word as the key")
            elif key.text == "<<":
                if not isinstance(value, Unreadable):
                    self._report(key.spot, "the merge key '<<' cannot be used", "use 'like' and an establishment")
            else:
                pairs[name] = (key, value)
                self._one_line(key, value)
            repeated = is_again
        return Mapping(position, tuple(pairs.values()))

    def _quotation(self, event: Any) -> None:
        """Report a quotation that runs over several lines and over a key, which was not closed where it should have
        been.
        """
        if event.end_mark.line != event.start_mark.line and re.search(r"[\w-]:(\s|$)", event.value):
            closed = f"this quotation mark is closed only in line {event.end_mark.line + 1}"
            self._report(self._spot(event), closed, "close the quotation mark, or write a long text below 'key: >-'")

    def _printable(self, event: Any) -> str:
        """Return the text without control characters, each of which is an error: an escape may have made them."""
        value: str = event.value
        if (strange := _CONTROL.search(value)) is None:
            return value
        self._report(
            self._spot(event),
            f"the text has a character that cannot be printed (U+{ord(strange[0]):04X})",
            "delete it, or the escape that makes it",
        )
        return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", value)

    def _one_line(self, key: Scalar, value: Node) -> None:
        """Report a text of several lines, which only texts such as notes may have, and never a key."""
        if "\n" in key.text and "\n" in key.text.strip():
            self._report(key.spot, f"the key {key.text!r} has more than one line", "write a key on one line")
        if isinstance(value, Scalar) and "\n" not in value.text:  # nearly all of them
            return
        if same(key.text) in MANY_LINES:
            return
        for node in value.items if isinstance(value, Sequence) else (value,):
            if isinstance(node, Scalar) and "\n" in node.text.strip() and node.spot.line - 1 not in self.passed_over:
                self._report(node.spot, f"{key.text} has a text of more than one line", "write it on one line")

    def _tag(self, event: Any) -> None:
        if event.tag not in (None, "!"):
            self._report(
                self._spot(event), f"the tag {event.tag!r} cannot be used", "write the plain value without a tag"
            )

    def _spot(self, event: Any) -> Spot:
        return spot_of(event.start_mark)

    def _report(self, spot: Spot, text: str, allowed: str) -> None:
        self.reported.append((spot, text, allowed))
