"""Every text that the program speaks, gathered so that it can be read through and tested.

KINDS            help, settings, errors, lines (of the terminal), docstrings, pages (README and handbook)
faults(kind, t)  what the guide has against a text

``python -m tests.words.program_texts errors campaign/actions`` prints those of a folder, ``--faults`` only the faulty.
"""

from __future__ import annotations

import ast
import random
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

from campaign.cli.contents import EVENING, SECTIONS
from campaign.cli.contents import campaign as program
from campaign.rules.common.settings import RULES
from tests.docs.forge import by_hand, without_blocks
from tests.house.sources import fields_of, tree_of

ROOT = Path(__file__).parents[2]
SOURCES = ("campaign", "reports/campaign_reports")
SHORTEST = 4
"""Words from which a constant is a text rather than a key or a label."""
NO_TEXT = re.compile(
    r"\w\|\w[^|]*\|\w|^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|WITH)\b|[<>{}]{2}|^\s*[.#/]|--\w+=|\\[dws]"
)
"""Statements of SQL, CSS, patterns."""
CLAUSE = re.compile(r"(?:who|whom|whose|what|whether|how|where|when|whoever|whatever|if|so|it|its|of)\b", re.I)
"""How no docstring begins: with a clause instead of a verb phrase or a noun phrase."""
BARE = re.compile(
    r"(?:^|[.;:]\s+)(?:(who|whom|whose|what|those who)\b|(none|one|some|those)\s+(?:is|are|may|can|was|does|has|have)\b)",
    re.I,
)
"""A bare pronoun that opens a sentence or a clause."""


class Text(NamedTuple):
    """A text as the user reads it: where it stands, and its words; what the program fills in reads ``7``."""

    place: str
    words: str


def help_texts() -> Iterator[Text]:
    """Help of every command: its line in the contents, description and options."""

    def walk(command: click.Command, path: str) -> Iterator[Text]:
        if command.help:
            yield from (Text(path, one_line(part)) for part in re.split(r"\n\s*\n", command.help))
        if command.short_help:
            yield Text(f"{path} (summary)", command.short_help)
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.help:
                yield Text(f"{path} {parameter.opts[0]}", parameter.help)
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                child = command.get_command(context, name)
                assert child is not None
                yield from walk(child, f"{path} {name}")

    for section in (EVENING, *SECTIONS):
        yield from (Text(f"campaign --help, {entry.name}", entry.line) for entry in section.entries)
    yield from walk(program, "campaign")


def setting_texts() -> Iterator[Text]:
    """What each setting says of itself."""
    yield from (Text(rule.key, rule.meaning) for rule in RULES.values())


@cache
def modules() -> tuple[tuple[Path, ast.Module], ...]:
    """Every module of the program with its path below the top folder."""
    paths = [path for source in SOURCES for path in sorted((ROOT / source).rglob("*.py"))]
    return tuple((path.relative_to(ROOT), tree_of(path)) for path in paths)


def one_line(text: str) -> str:
    """The words with one space between them."""
    return " ".join(text.replace("\b", " ").split())


def words_of(node: ast.expr) -> str:
    """A constant or a formatted string as it reads, 7 for each value that is filled in."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts)


PLAIN = frozenset({ast.Name, ast.alias, ast.Pass, str, type(None)})
"""What holds no string for a reader, most of all that is written."""


def strings(node: ast.AST) -> Iterator[tuple[bool, ast.expr]]:
    """Constants and formatted strings below a node, the parts of a formatted string as one, each with whether it is in
    a ``raise``; docstrings left out."""
    waiting = [(False, node)]
    while waiting:
        is_raised, node = waiting.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield is_raised, node
        elif isinstance(node, ast.JoinedStr):
            yield is_raised, node
            waiting += [(is_raised, part.value) for part in node.values if isinstance(part, ast.FormattedValue)]
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            is_raised = is_raised or isinstance(node, ast.Raise)
            for name in fields_of(node.__class__):
                below = getattr(node, name, None)
                if below.__class__ is list:
                    waiting += [
                        (is_raised, one) for one in below if one.__class__ not in PLAIN and isinstance(one, ast.AST)
                    ]
                elif below.__class__ not in PLAIN and isinstance(below, ast.AST):
                    waiting.append((is_raised, below))


def is_text(words: str) -> bool:
    """Whether these are words for a reader, not a key, a label, a pattern or a statement."""
    return len(re.findall(r"[A-Za-z]{2,}", words)) >= SHORTEST and " " in words.strip() and not NO_TEXT.search(words)


@cache
def spoken(*, raised: bool) -> tuple[Text, ...]:
    """Strings that stand in a ``raise``, or all the others."""
    return tuple(text for is_raised, text in _strings_told() if is_raised == raised)


@cache
def _strings_told() -> tuple[tuple[bool, Text], ...]:
    """Every string for a reader, and whether it stands in a ``raise``."""
    told = []
    for path, tree in modules():
        for is_raised, string in strings(tree):
            words = one_line(words_of(string))
            if is_text(words):
                told.append((is_raised, Text(f"{path}:{string.lineno}", words)))
    return tuple(told)


def error_texts() -> Iterator[Text]:
    """Refusals, as far as they are written where they are raised."""
    yield from spoken(raised=True)


def line_texts() -> Iterator[Text]:
    """Receipts, answers, prompts, notes, headings of papers."""
    yield from spoken(raised=False)


def _with_docstrings(tree: ast.Module) -> Iterator[ast.Module | ast.ClassDef | ast.FunctionDef]:
    """Modules, classes and functions: they stand among statements, and never within an expression."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            below = getattr(node, name, ())
            if isinstance(below, list):
                waiting += below


def docstring_texts() -> Iterator[Text]:
    """The first paragraph of every docstring."""
    for path, tree in modules():
        for node in _with_docstrings(tree):
            if docstring := ast.get_docstring(node):
                name = "" if isinstance(node, ast.Module) else f" {node.name}"
                yield Text(f"{path}{name}", one_line(docstring.split("\n\n")[0]))


def page_texts() -> Iterator[Text]:
    """Paragraphs, list items and table rows of README and handbook, without their blocks of code and hidden comments.
    What the program writes into the reference is read where it comes from.
    """
    pages = [ROOT / name for name in ("README.md", "orbats/README.md", "CHANGELOG.md")]
    for page in [*pages, *sorted((ROOT / "docs").rglob("*.md"))]:
        prose = without_blocks(by_hand(page))
        for part in re.split(r"\n\s*\n|\n(?=\s*[-*|#])", prose):
            if is_text(part):
                yield Text(str(page.relative_to(ROOT)), one_line(part))


KINDS: dict[str, Callable[[], Iterator[Text]]] = {
    "help": help_texts,
    "settings": setting_texts,
    "errors": error_texts,
    "lines": line_texts,
    "docstrings": docstring_texts,
    "pages": page_texts,
}


@cache
def banned() -> list[tuple[re.Pattern[str], str, frozenset[str]]]:
    """Patterns that the guide bars, what to write instead, and the kinds of text where they stay."""
    lines = (Path(__file__).parent / "banned_program.txt").read_text(encoding="utf-8").splitlines()
    rows = ([*(part.strip() for part in line.split(" | ")), "", ""] for line in lines if line and line[0] != "#")
    return [(re.compile(row[0], re.I), row[1], frozenset(row[2].split(", "))) for row in rows]


def faults(kind: str, words: str) -> Iterator[str]:
    """What the guide has against a text of this kind."""
    prose = re.sub(r"`[^`]*`|\"[^\"]*\"", "7", words)
    if kind == "docstrings":
        if match := CLAUSE.match(words):
            yield f"begins with the clause {match[0]!r}"
    elif kind != "errors" and not words.endswith("?"):
        for match in BARE.finditer(prose):
            yield f"opens with a bare {match[1] or match[2]!r}"
    if kind == "settings" and not (words[0].isupper() and words.endswith(".")):
        yield "is not a sentence"
    for pattern, instead, excepted in banned():
        if kind not in excepted and (match := pattern.search(prose)):
            yield f"says {match[0]!r}{f': write {instead}' if instead else ''}"


def main(arguments: list[str]) -> None:
    """Print the texts of a kind: all, those of a place, a sample, or only those with faults."""
    kind, *rest = arguments
    places = tuple(word for word in rest if not word.startswith("--"))
    texts = [text for text in KINDS[kind]() if text.place.startswith(places or "")]
    for text in random.sample(texts, min(40, len(texts))) if "--sample" in rest else texts:
        lines = [] if "--faults" in rest else [text.words]
        for line in [*lines, *(f"FAULT {fault}" for fault in faults(kind, text.words))]:
            sys.stdout.write(f"{text.place}: {line}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
