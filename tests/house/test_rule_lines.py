"""Rules one can look up: every id in a mark, a docstring or an answer has its line, and every line is true to the
program: a marked test of what is played, a setting, or the words that it is left to the table.

The lines are ``rules.txt`` in each system's folder and ``umpire.txt`` beside the day's rules
(``campaign/exchange/rule_lines.py``).
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from campaign.exchange.rule_lines import UMPIRE, RuleText, rule_lines
from campaign.rules.common.settings import RULES
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.tabletop.brigadier import house_schema
from campaign.terms.rule_ids import ids_in
from tests.house.proofs import HOUSE, house, marked
from tests.house.sources import nodes_of, text_of

BOOKS = (*(system.name for system in SYSTEMS.values()), UMPIRE)
READING = re.compile(r"-(?:AMB|TAB|TBL|T|D|M|MAP|H|DESIGN|NOTE)-")
"""Readings of ours, tables and what maps a battalion to a table: a setting or a name in the program will do for them."""
CASE = re.compile(r"-(?:CASE|WC)-")
"""Worked cases: some stand in a table of a test, whose rows have no marks."""
LEFT = "left to the table"
INVENTED = frozenset({"NQM-COLD-01"})
"""Ids of a test's own."""


@cache
def named_by_the_program() -> dict[str, str]:
    """Ids in any text of the program, with a file that names each: a module, or sentences that papers print."""
    where: dict[str, str] = {}
    for folder in (HOUSE / "campaign", HOUSE / "reports"):
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("sheet.txt"), *folder.rglob("papers.txt")]):
            for ident in ids_in(text_of(path)):
                where.setdefault(ident, str(path.relative_to(HOUSE)))
    return where


@cache
def named_by_the_tests() -> dict[str, str]:
    """Ids in marks, docstrings and comments of the tests, with a file that names each."""
    where: dict[str, str] = {}
    for path in sorted((HOUSE / "tests").rglob("*.py")):
        for text in _words_of(path) if ids_in(text_of(path)) else ():
            for ident in ids_in(text):
                where.setdefault(ident, str(path.relative_to(HOUSE)))
    return where


def _words_of(path: Path) -> Iterator[str]:
    text = text_of(path)
    for node in nodes_of(path):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield "\n".join(str(part.value) for part in node.args if isinstance(part, ast.Constant))
    if any(ids_in(line.partition("#")[2]) for line in text.splitlines()):
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        yield from (token.string for token in tokens if token.type == tokenize.COMMENT)


@cache
def in_the_tests() -> frozenset[str]:
    """Ids anywhere in the tests."""
    return frozenset(ident for path in (HOUSE / "tests").rglob("*.py") for ident in ids_in(text_of(path)))


def lines_of(book: str) -> list[RuleText]:
    return [line for line in rule_lines().values() if line.book == book]


@cache
def prefixes() -> set[str]:
    return {_prefix(ident) for ident in rule_lines()}


def _prefix(ident: str) -> str:
    return ident.partition("-")[0].partition(" ")[0]


def test_every_id_that_is_named_has_its_line() -> None:
    named = named_by_the_tests() | named_by_the_program()
    missing = {
        ident: where for ident, where in named.items() if _prefix(ident) in prefixes() and ident not in rule_lines()
    }
    assert {ident: where for ident, where in missing.items() if ident not in INVENTED} == {}


@cache
def proved() -> frozenset[str]:
    """Ids marked on a test that speaks of something that a command, a paper or a fight reaches."""
    source, reached = house()
    return frozenset(
        ident
        for test, ids in marked(source)
        for ident in ids
        if source.spoken_of(test, inside="tests.").names & reached
    )


@cache
def of_settings() -> frozenset[str]:
    return frozenset(ident for rule in RULES.values() for ident in ids_in(rule.source))


@pytest.mark.parametrize("book", BOOKS)
def test_every_line_is_played_or_left_to_the_table(book: str) -> None:
    """A rule of a book has a marked test that reaches play; a ruling or a reading at least a name in the program."""
    named = proved()
    readings = named | of_settings() | named_by_the_program().keys()
    idle = [
        line.id
        for line in lines_of(book)
        if LEFT not in line.text.lower()
        and line.id not in (readings if READING.search(line.id) else in_the_tests() if CASE.search(line.id) else named)
        and not (book == UMPIRE and line.id in readings | in_the_tests())
    ]
    assert idle == [], "no marked test of what is played: mark one, or say 'Left to the table' in its line"


@pytest.mark.parametrize("book", BOOKS)
def test_a_line_names_settings_that_are_there(book: str) -> None:
    groups = "|".join(sorted({key.partition(".")[0] for key in RULES}))
    setting = re.compile(rf"\b(?:{groups})\.[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*\b")
    keys_of_house_files = set(re.findall(r'"(\w+)":', inspect.getsource(house_schema)))
    unknown = {
        line.id: key
        for line in lines_of(book)
        for key in setting.findall(line.text)
        if key not in RULES and not keys_of_house_files.issuperset(key.split("."))
    }
    assert unknown == {}


@pytest.mark.parametrize("book", BOOKS)
def test_a_line_is_short_and_in_whole_sentences(book: str) -> None:
    for line in lines_of(book):
        assert line.section and line.text == line.text.strip() and len(line.text) <= 320, line.id
        assert line.text.endswith(".") and re.match("[A-Z0-9`]", line.text), line.id
