"""Entries that stand whole on a line: the same nodes and faults at the same places as the YAML parser's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from campaign.exchange import text
from campaign.exchange.entry_lines import entry_lines
from campaign.exchange.faults import Faults
from campaign.exchange.text import Mapping, Node, Scalar, Sequence, parse

WHOLE = (
    "  - {key: r1, from: a, to: b}",
    "- {a: b}",
    '  x1: {name: "The harbour, east", at: [31.9, -23.25], cover: "terrain"}',
    '  - {"key": "r2", "km": 0.5, "kind": "metalled road", via: ["a]b, c", d e, "}"]}',
    '  - {name: Fort (old) no. 2/3, "notes": "it is: here # not there"}',
    "  ä: {größe: drei vier}",
)
"""Lines that hold an entry, and that are taken for one."""
ODD = (
    "roads:",
    "notes: >-",
    "  text: and so on",
    'said: "over',
    '  two lines"',
    "plain words",
    "# - {a: b}",
    "",
    "  - {}",
    "  - {a: b, }",
    "  - {a: b, a: c}",
    '  - {"<<": b}',
    "  - {a: {b: c}}",
    "  - {a: [b, [c]]}",
    "  - {a: *b}",
    "  - {a: !x b}",
    "  - {a: 'b'}",
    '  - {a: "\\x1b"}',
    '  - {a: "\N{NO-BREAK SPACE}"}',
    "  - {a: b  c}",
    "  - {a: b} # a remark",
    "  - {a: b",
    "  - a: b}",
    "  - { a: b }",
    f"  - {{a: {'b' * 1100}}}",
    "x: {a: [b]} \x85",
    "[" * 39,
    "]" * 39,
    "---",
)


def _told(node: Node | None) -> Iterator[object]:
    """What a tree holds, word by word, each at its place."""
    if node is None:
        return
    yield type(node), node.spot
    if isinstance(node, Scalar):
        yield node.text, node.quoted
    for key, value in node.pairs if isinstance(node, Mapping) else ():
        yield from (*_told(key), *_told(value))
    for item in node.items if isinstance(node, Sequence) else ():
        yield from _told(item)


def _read(raw: bytes) -> tuple[list[object], Faults]:
    faults = Faults()
    return list(_told(parse(raw, "a.yaml", faults))), faults


@given(
    lines=st.lists(st.sampled_from((*WHOLE, *WHOLE, *ODD)), min_size=1, max_size=8),
    end=st.sampled_from(("\n", "\r\n", "\r")),
)
@example(lines=["roads:", *WHOLE[:2]], end="\n")
@example(lines=["notes: >-", *WHOLE[:3]], end="\n")
@example(lines=['said: "over', WHOLE[0], '  two lines"'], end="\n")
@example(lines=["plain words", WHOLE[0]], end="\n")
@example(lines=["x: {a: [b]} \x85", WHOLE[1], WHOLE[1]], end="\n")
@example(lines=["a:", WHOLE[2], "  - {a: b, a: c}"], end="\n")
@example(lines=["[" * 39, WHOLE[2], "]" * 39], end="\n")
def test_an_entry_line_is_read_as_the_parser_reads_it(lines: list[str], end: str) -> None:
    raw = end.join(lines).encode()
    with pytest.MonkeyPatch.context() as patch:
        quick = _read(raw)
        patch.setattr(text, "entry_lines", lambda text, lines: {})
        assert quick == _read(raw)


def test_entry_lines_are_found() -> None:
    """A fault in the words of an entry is found as in any other mapping; a break of lines that only the parser counts
    leaves all to it.
    """
    written = "".join(f"{line}\n" for line in (*WHOLE, *ODD) if line.isprintable())
    lines = written.splitlines(keepends=True)
    found = [lines[number].rstrip() for number in entry_lines(written, lines)]
    assert found == [*WHOLE, "  - {a: b, a: c}", '  - {"<<": b}']
    assert entry_lines(f"\x85{written}", f"\x85{written}".splitlines(keepends=True)) == {}
