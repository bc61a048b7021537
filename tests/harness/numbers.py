"""The numbers of the program's battles and of its commanders without a player, and whether each says where it comes from.

    python -m tests.harness.numbers                  every number without a reason, and how many have one
    python -m tests.harness.numbers --all            every number, with its reason
    python -m tests.harness.numbers campaign/rules   the numbers of another room

A number is a constant of a module or the default of a field that contains a figure, and a figure within a function other
than those of `PLAIN`. Its reason is one of these:

- the id of a rule, in its docstring or in a comment beside it (within a function: in the function's docstring);
- a comment above it or on its line, which says where it comes from: a measurement, or a commit's finding;
- a comment further up in its module that names it, where one reason serves several numbers.

What is a reason to a reader, no program can judge; this one finds numbers that nobody has looked at.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = ("campaign/resolve", "campaign/play")
PLAIN = frozenset({0, 1, 2, 24, 60, 1000, 3600})
"""Figures that need no reason in a calculation: a start, a step, a pair or a half, hours, minutes, seconds, metres."""
TOLERANCE = 0.1
"""Figures up to this keep two places apart, or two decimals equal, where rounding would."""

_RULE = re.compile(r"\b(?:OB|BDE|BGC|NQM|HEX)-[A-Z0-9]+[A-Z0-9-]*|\bumpire \d|\bdoctrine\.txt")
_CODE = re.compile(r"^# [^.]*-{20,}$|^# (?:noqa|type:)")
"""Comments that are headings, or for other programs."""


@dataclass(frozen=True)
class Number:
    """A number as it is written. ``place``: its file and line from the house; ``reason``: empty if there is not any."""

    place: str
    name: str
    written: str
    reason: str


def comments_of(text: str) -> dict[int, str]:
    """The comments of a file by line, without headings."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT and not _CODE.match(token.string)
    }


def figures(node: ast.AST) -> list[int | float]:
    """Every figure in an expression."""
    return [figure for part in ast.walk(node) if (figure := _figure(part)) is not None]


def _figure(node: ast.AST) -> int | float | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


@dataclass(frozen=True)
class Source:
    """A module as it is written, with its comments by line."""

    place: str
    tree: ast.Module
    lines: list[str]
    comments: dict[int, str]

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a module."""
        return cls.of(path.relative_to(HOUSE).as_posix(), path.read_text(encoding="utf-8"))

    @classmethod
    def of(cls, place: str, text: str) -> Source:
        """Read the text of a module."""
        return cls(place, ast.parse(text), text.splitlines(), comments_of(text))

    def beside(self, first: int, last: int) -> str:
        """The comments on these lines and right above them."""
        told = [self.comments[line] for line in range(first, last + 1) if line in self.comments]
        while first > 1 and self.lines[first - 2].lstrip().startswith("#"):
            first -= 1
            told.insert(0, self.comments.get(first, ""))
        return " ".join(told).strip()

    def naming(self, name: str) -> str:
        """A comment anywhere that names a number."""
        return next((said for said in self.comments.values() if re.search(rf"\b{name}\b", said)), "")


def numbers_of(source: Source) -> Iterator[Number]:
    """The numbers of a module."""
    yield from _constants(source)
    yield from _within_functions(source)


def _constants(source: Source) -> Iterator[Number]:
    """The constants of a module, and the defaults of the fields of its classes."""
    classes = [node for node in source.tree.body if isinstance(node, ast.ClassDef) and not _is_enum(node)]
    for body in (source.tree.body, *(node.body for node in classes)):
        for node, after in zip(body, [*body[1:], None], strict=True):
            if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
                continue
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            plain = PLAIN if body is not source.tree.body or _is_derived(node.value) else ()
            if isinstance(target, ast.Name) and any(figure not in plain for figure in figures(node.value)):
                said = _docstring(after)
                end = after.end_lineno if said and after is not None else node.end_lineno
                reason = source.beside(node.lineno, end or node.lineno) or (said if _RULE.search(said) else "")
                written = ast.unparse(node.value)
                yield Number(f"{source.place}:{node.lineno}", target.id, written, reason or source.naming(target.id))


def _is_derived(value: ast.expr) -> bool:
    """Whether a number is worked out from another that has a name."""
    names = (getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(value))
    return any(name.isupper() for name in names)


def _within_functions(source: Source) -> Iterator[Number]:
    """The figures within functions, a statement at a time."""
    seen: set[ast.stmt] = set()
    for function in (node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef)):
        for statement in _simple(function):
            found = [figure for figure in _deciding(statement) if figure not in PLAIN and abs(figure) > TOLERANCE]
            if found and statement not in seen:
                seen.add(statement)
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


def _simple(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """Every statement of a function; of one with a block only its head is looked at."""
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node


def _head(statement: ast.stmt) -> list[ast.AST]:
    within = ("body", "orelse", "finalbody", "handlers", "cases")
    return [part for name, part in ast.iter_fields(statement) if name not in within for part in _parts(part)]


def _parts(value: object) -> list[ast.AST]:
    every = value if isinstance(value, list) else [value]
    return [part for part in every if isinstance(part, ast.AST)]


def _end(statement: ast.stmt) -> int:
    return max((getattr(part, "end_lineno", 0) or 0 for part in _head(statement)), default=statement.lineno)


def _deciding(statement: ast.stmt) -> Iterator[int | float]:
    """The figures of a statement, without the faces of a die that is rolled, powers, and what is printed."""
    stack = _head(statement)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            stack.append(node.left)
            continue
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "roll":
            stack += node.args[1:]
            continue
        if (figure := _figure(node)) is not None:
            yield figure
        stack += ast.iter_child_nodes(node)


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
    given = reader.parse_args()
    found = numbers(tuple(given.rooms))
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
