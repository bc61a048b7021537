"""The numbers that decide, of the rules, the theatre, the program's battles and its commanders without a player, and
whether each says where it comes from.

    python -m tests.harness.own_numbers                 every number without a reason, and how many have one
    python -m tests.harness.own_numbers --all           every number, with its reason
    python -m tests.harness.own_numbers campaign/words  the numbers of another room
    python -m tests.harness.own_numbers --draw 30 --seed 42   some at random, with their reasons, to be held against the rules

A number is a constant of a module or the default of a field that contains a figure, and a figure within a function, or in
what it takes by default, other than those of `PLAIN`. Its reason is one of these:

- the id of a rule, in its docstring, in a comment beside it (within a function: in the function's docstring), in the
  number itself if each of its rows names one, or in the heading of the section, where a table of the book is copied;
- a comment above it or on its line, which says where it comes from: a measurement, or a commit's finding;
- a comment further up in its module that names it, where one reason serves several numbers;
- the docstring under the last of several numbers, if it names a rule and no other line stands between them.

What decides nothing is no number here: widths on paper and how much a paper or a message shows (`PAPER`, `SHOWN`), the bounds
of what may be typed in answer to a question about odds and the size of a cache (`BOUNDS`), the names that a message lists and
the digits to which a figure is rounded (`AFTER_THE_FIRST`), the faces of a die, an index, and a figure whose name says what it
is (`SELF_EVIDENT`: a half, the seconds of an hour).

What is a reason to a reader, no program can judge; this one finds numbers that nobody has looked at.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from random import Random

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = ("campaign/rules", "campaign/theatre", "campaign/resolve", "campaign/play")
PLAIN = frozenset({0, 1, 2, 24, 60, 100, 180, 360, 1000, 3600})
"""Figures that need no reason in a calculation: a start, a step, a pair or a half, hours, minutes, seconds, metres, per
cent, a half and a full turn."""
PAPER = frozenset({"Column", "TickColumn", "Log", "Marker"})
"""The parts of a paper: their figures are widths, and how many boxes, lines or pieces of card there are."""
WIDTHS = frozenset({"wide", "pitch"})
"""Millimetres on paper, wherever they are given."""
SHOWN = re.compile(r"\w+_SHOWN|\w+_WIDE|TRACK_TURNS|MOST_(?:KINDS|NAMES|ROWS)")
"""Constants that say how wide a part of a paper is, how many columns, rows or boxes a paper has, or names a message."""
BOUNDS = frozenset({"least", "most", "maxsize"})
"""The least and the most that may be typed in answer to a question about odds, which keep typing errors out; the answers that a
cache keeps."""
AFTER_THE_FIRST = frozenset({"listing", "round"})
"""Functions whose figures say how many names a message lists, or how many digits are kept."""
SELF_EVIDENT = {
    "ALWAYS": "Fraction(1)",
    "DAY_MINUTES": "24 * 60",
    "HALF": "Fraction(1, 2)",
    "MICRO": "1000000",
    "NEVER": "Fraction(0)",
    "ONE": "Fraction(1)",
    "SECONDS_AN_HOUR": "3600",
    "SINGLE_DIE": "DieSize(1, 6)",
    "SIXTH": "Fraction(1, 6)",
    "THIRD": "Fraction(1, 3)",
}
"""Names that say their figure, with the figure that they say; beside them, nothing at all (``NO_CASUALTIES``)."""
TOLERANCE = 0.1
"""Figures up to this keep two places apart, or two decimals equal, where rounding would."""

_RULE = re.compile(r"\b(?:OB|BDE|BGC|NQM|HEX)-[A-Z0-9]+[A-Z0-9-]*|\bumpire \d|\bdoctrine\.txt")
_HEADING = re.compile(r"^# ([^.]*?) ?-{20,}$")
_FIGURE = re.compile(r"(?<!\w)\d")
_CODE = re.compile(r"^# [^.]*-{20,}$|^# (?:noqa|type:)")
"""Comments that are headings, or for other programs."""
_COMMENT = re.compile(
    r"""(?P<quotes>\"{3}|'{3})(?:\\[\s\S]|[^\\])*?(?P=quotes)|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|(?P<comment>\#.*)"""
)
"""A string, in which a comment is none, or a comment."""
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""The fields of a statement that hold other statements."""


@dataclass(frozen=True)
class Number:
    """A number as it is written. ``place``: its file and line from the house; ``reason``: empty if there is not any."""

    place: str
    name: str
    written: str
    reason: str


def comments_of(text: str) -> dict[int, str]:
    """The comments of a file by line, without headings."""
    found, line, at = {}, 1, 0
    for match in _COMMENT.finditer(text):
        if match["comment"] and not _CODE.match(match["comment"]):
            line, at = line + text.count("\n", at, match.start()), match.start()
            found[line] = match["comment"].lstrip("# ")
    return found


def figures(*nodes: ast.AST) -> list[int | float]:
    """The figures of expressions, without those that decide nothing, powers, and what is printed."""
    found, stack = [], list(nodes)
    while stack:
        node = stack.pop()
        if (figure := _figure(node)) is not None:
            found.append(figure)
        stack += _parts_that_decide(node)
    return found


def _parts_that_decide(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.JoinedStr():
            return []
        case ast.BinOp(op=ast.Pow()):
            return [node.left]
        case ast.Call():
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in PAPER or ast.unparse(node) == "range(1, 7)":
                return []
            keywords = [keyword.value for keyword in node.keywords if keyword.arg not in BOUNDS | WIDTHS]
            places = node.args[1:] if called == "roll" else node.args[:1] if called in AFTER_THE_FIRST else node.args
            return [node.func, *places, *keywords]
        case ast.Subscript() if not isinstance(node.slice, ast.Slice):
            return [node.value, *([] if _figure(node.slice) is not None else [node.slice])]
    return list(ast.iter_child_nodes(node))


def _figure(node: ast.AST) -> int | float | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


@dataclass(frozen=True)
class Source:
    """A module as it is written, with its comments by line."""

    place: str
    tree: ast.Module
    text: str

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a module."""
        return cls.of(path.relative_to(HOUSE).as_posix(), path.read_text(encoding="utf-8"))

    @classmethod
    def of(cls, place: str, text: str) -> Source:
        """Read the text of a module."""
        return cls(place, ast.parse(text), text)

    @cached_property
    def lines(self) -> list[str]:
        """The lines, from 0."""
        return self.text.splitlines()

    @cached_property
    def comments(self) -> dict[int, str]:
        """The comments by line."""
        return comments_of(self.text)

    @cached_property
    def with_figures(self) -> frozenset[int]:
        """The lines on which a figure stands."""
        return frozenset(n for n, line in enumerate(self.lines, 1) if _FIGURE.search(line))

    def beside(self, first: int, last: int) -> str:
        """The comments on these lines and right above them."""
        told = [self.comments[line] for line in range(first, last + 1) if line in self.comments]
        while first > 1 and self.lines[first - 2].lstrip().startswith("#"):
            first -= 1
            told.insert(0, self.comments.get(first, ""))
        return " ".join(told).strip()

    def naming(self, name: str) -> str:
        """A comment anywhere that names a constant."""
        if name != name.upper():
            return ""
        return next((said for said in self.comments.values() if re.search(rf"\b{name}\b", said)), "")

    def heading(self, line: int) -> str:
        """The heading of the section in which a line stands, if it names a rule."""
        above = (match[1] for n in range(line - 1, 0, -1) if (match := _HEADING.match(self.lines[n - 1])))
        said = next(above, "").strip()
        return said if _RULE.search(said) else ""


def numbers_of(source: Source) -> Iterator[Number]:
    """The numbers of a module."""
    yield from _constants(source)
    yield from _within_functions(source)


def _constants(source: Source) -> Iterator[Number]:
    """The constants of a module, and the defaults of the fields of its classes."""
    classes = [node for node in source.tree.body if isinstance(node, ast.ClassDef) and not _is_enum(node)]
    for body in (source.tree.body, *(node.body for node in classes)):
        for n, node in enumerate(body):
            if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
                continue
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            plain = PLAIN if body is not source.tree.body or _is_derived(node.value) else ()
            if not isinstance(target, ast.Name) or decides_nothing(target.id, node.value):
                continue
            written = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            if source.with_figures.isdisjoint(written):
                continue
            if any(figure not in plain for figure in figures(node.value)):
                after = body[n + 1] if n + 1 < len(body) and _docstring(body[n + 1]) else node
                reason = (
                    source.beside(node.lineno, after.end_lineno or node.lineno)
                    or _rule_below(body[n : n + 2])
                    or _rule_in_rows(node.value)
                    or source.naming(target.id)
                    or source.heading(node.lineno)
                    or _rule_below(body[n:])
                )
                yield Number(f"{source.place}:{node.lineno}", target.id, ast.unparse(node.value), reason)


def decides_nothing(name: str, value: ast.expr) -> bool:
    """Whether a constant is how much is shown, or says its own figure."""
    bare = name.lstrip("_")
    is_nothing = bare.startswith("NO_") and not any(figures(value))
    return bool(SHOWN.fullmatch(bare)) or is_nothing or SELF_EVIDENT.get(bare) == ast.unparse(value)


def _rule_below(body: list[ast.stmt]) -> str:
    """The docstring right under a constant, or under the last of several without a line between them, if it names a
    rule."""
    for node, after in pairwise(body):
        said = _docstring(after)
        if after.lineno != (node.end_lineno or 0) + 1:
            return ""
        if said or not isinstance(after, ast.Assign | ast.AnnAssign):
            return said if _RULE.search(said) else ""
    return ""


def _rule_in_rows(value: ast.expr) -> str:
    """The rules that the rows of a number name, if each row does that has a figure."""
    rows = value.elts if isinstance(value, ast.Tuple) else [value]
    rules = [
        [said for text in ast.walk(row) if isinstance(text, ast.Constant) and _RULE.search(said := str(text.value))]
        for row in rows
        if figures(row)
    ]
    return ", ".join(dict.fromkeys(rule for row in rules for rule in row)) if all(rules) else ""


def _is_derived(value: ast.expr) -> bool:
    """Whether a number is worked out from another that has a name."""
    names = (getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(value))
    return any(name.isupper() for name in names)


def _within_functions(source: Source) -> Iterator[Number]:
    """The figures within functions, a statement at a time; each belongs to its innermost function."""
    for function, statement in _statements(source.tree.body):
        if source.with_figures.isdisjoint(range(statement.lineno, _last(statement) + 1)):
            continue
        found = [n for n in figures(*_head(statement)) if n not in PLAIN and abs(n) > TOLERANCE]
        if found:
            said = ast.get_docstring(function) or ""
            reason = source.beside(statement.lineno, _end(statement)) or (said if _RULE.search(said) else "")
            written = ", ".join(f"{figure:g}" for figure in found)
            yield Number(f"{source.place}:{statement.lineno}", f"{function.name}()", written, reason)


def _is_enum(node: ast.ClassDef) -> bool:
    return any("Enum" in ast.unparse(base) for base in node.bases)


def _docstring(node: ast.AST | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return ""


def _statements(
    body: Iterable[ast.AST], function: ast.FunctionDef | None = None
) -> Iterator[tuple[ast.FunctionDef, ast.stmt]]:
    """Every statement of the functions below, with its function; of one with a block only its head is looked at, of a
    function what it takes by default."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node, node
        elif isinstance(node, ast.stmt) and function and not isinstance(node, ast.ClassDef):
            yield function, node
        inner = node if isinstance(node, ast.FunctionDef) else function
        for block in _BLOCKS:
            yield from _statements(getattr(node, block, ()), inner)


def _head(statement: ast.stmt) -> list[ast.AST]:
    if isinstance(statement, ast.FunctionDef):
        return [default for default in (*statement.args.defaults, *statement.args.kw_defaults) if default is not None]
    return [part for name, part in ast.iter_fields(statement) if name not in _BLOCKS for part in _parts(part)]


def _parts(value: object) -> list[ast.AST]:
    every = value if isinstance(value, list) else [value]
    return [part for part in every if isinstance(part, ast.AST)]


def _last(statement: ast.stmt) -> int:
    """The last line that the head of a statement can have."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    first = body[0] if isinstance(body, list) else None
    below = getattr(first, "lineno", None) or getattr(getattr(first, "pattern", None), "lineno", None)
    return max(statement.lineno, below - 1) if below else statement.end_lineno or statement.lineno


def _end(statement: ast.stmt) -> int:
    return max((getattr(part, "end_lineno", 0) or 0 for part in _head(statement)), default=statement.lineno)


@cache
def numbers(rooms: tuple[str, ...] = ROOMS) -> tuple[Number, ...]:
    """The numbers of all modules of some rooms."""
    paths = [path for room in rooms for path in sorted((HOUSE / room).rglob("*.py"))]
    return tuple(number for path in paths for number in numbers_of(Source.read(path)))


def by_room(found: Iterable[Number]) -> Mapping[str, tuple[int, int]]:
    """How many numbers of each room have a reason, of how many."""
    count: dict[str, tuple[int, int]] = {}
    for number in found:
        room = "/".join(number.place.split("/")[:3]).partition(":")[0]
        with_reason, every = count.get(room, (0, 0))
        count[room] = (with_reason + bool(number.reason), every + 1)
    return count


def main() -> None:
    """Print the list."""
    reader = argparse.ArgumentParser(description="Numbers, and whether each has a reason.")
    reader.add_argument("rooms", nargs="*", default=ROOMS)
    reader.add_argument("--all", action="store_true", help="those that have a reason too")
    reader.add_argument("--draw", type=int, default=0, metavar="N", help="so many at random, with their reasons")
    reader.add_argument("--seed", type=int, default=42, help="of the draw")
    given = reader.parse_args()
    found = numbers(tuple(given.rooms))
    if given.draw:
        given.all, found = True, tuple(Random(given.seed).sample(found, given.draw))
    for number in found:
        if given.all or not number.reason:
            print(
                f"{number.place} {number.name} = {number.written}" + (f"  # {number.reason}" if number.reason else "")
            )
    for room, (with_reason, every) in by_room(found).items():
        print(f"{room}: {with_reason} of {every} have a reason")
    print(f"{sum(bool(number.reason) for number in found)} of {len(found)} have a reason")


if __name__ == "__main__":
    main()
