"""Mutation testing of what the books say: one small change at a time in ``campaign/rules`` and ``campaign/resolve``.

    python -m tests.harness.mutants map tests/rules            which tests run which lines (once; needs ``coverage``)
    python -m tests.harness.mutants run --count 400 --seed 1   draws mutants, runs the tests of each, lists the survivors

A mutant is killed when one of the tests that run its line fails with it, or takes far too long. A line that no test runs is a
survivor too. Every mutant runs in a process of its own; no file of the program is touched.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import multiprocessing
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = ("campaign/rules", "campaign/resolve")
MAP = HOUSE / ".mutants.json"
SECONDS = 60
"""After so long the tests of a mutant are taken to hang: it is killed."""
HUNG = -1
MOST_TESTS = 40
"""Tests tried on one mutant, the shortest lists of lines first: these are about the line."""

COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
RECKONED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
}
TURNED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a file where a mutant can stand: the n-th of the file's mutable nodes."""

    path: str
    number: int
    line: int
    text: str


def mutable(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module that can be changed; annotations, docstrings and imports are left out."""
    for node in _code(tree):
        if (
            (isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED)
            or isinstance(node, ast.BoolOp)
            or (isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in RECKONED)
            or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
            or (isinstance(node, ast.Constant) and type(node.value) in (bool, int))
            or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TURNED)
            or isinstance(node, ast.IfExp)
        ):
            yield node


def _code(node: ast.AST) -> Iterator[ast.AST]:
    skipped = {"annotation", "returns", "decorator_list", "type_params"}
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if (
                isinstance(child, ast.AST)
                and name not in skipped
                and not isinstance(child, ast.Import | ast.ImportFrom)
            ):
                yield child
                yield from _code(child)


def mutate(node: ast.AST) -> str:
    """Change a node in place; what was done, in words."""
    before = ast.unparse(node)
    match node:
        case ast.Compare():
            node.ops[0] = COMPARED[type(node.ops[0])]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp() | ast.AugAssign():
            node.op = RECKONED[type(node.op)]()
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.Constant():
            node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        case ast.Call(func=ast.Name() as function):
            function.id = TURNED[function.id]
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body
        case _:
            raise TypeError(before)
    ast.fix_missing_locations(node)
    return f"{before} -> {ast.unparse(node)}"


def sites() -> list[Site]:
    """Every place where a mutant can stand, in a fixed order."""
    drawn = []
    for room in ROOMS:
        for path in sorted((HOUSE / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for number, node in enumerate(mutable(tree)):
                line = getattr(node, "lineno", 0)
                drawn.append(Site(path.relative_to(HOUSE).as_posix(), number, line, ast.unparse(node)))
    return drawn


def spoilt(site: Site) -> tuple[ast.Module, str]:
    """The module with its mutant, and what was changed."""
    tree = ast.parse((HOUSE / site.path).read_text(encoding="utf-8"))
    return tree, mutate(list(mutable(tree))[site.number])


def ending(tests: Sequence[str], site: Site | None = None) -> int:
    """How pytest ends with these tests and a mutant in place (none: the program as it is), in a process of its own.

    0: all pass. ``HUNG``: they had to be ended. Raises RuntimeError if the tests could not be run at all.
    """
    pipe, sender = multiprocessing.Pipe(duplex=False)
    tried = multiprocessing.get_context("fork").Process(target=_tried, args=(tests, site, sender))
    tried.start()
    sender.close()
    tried.join(SECONDS)
    if tried.is_alive():
        with contextlib.suppress(ProcessLookupError):
            os.killpg(tried.pid or 0, signal.SIGKILL)
        tried.join()
        return HUNG
    if not pipe.poll():
        raise RuntimeError(f"the tests of {site} could not be run: {tests}")
    return int(pipe.recv())


def _tried(tests: Sequence[str], site: Site | None, sender: Connection) -> None:
    os.setpgrp()
    import pytest

    if site is not None:
        _put_in_place(site)
    quietly = (
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
    )
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = pytest.main([*quietly, *tests])
    sender.send(int(code))


def _put_in_place(site: Site) -> None:
    """Let the module be compiled from its changed tree when it is imported."""
    tree, _ = spoilt(site)
    path = str(HOUSE / site.path)
    compiled = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return compile(tree, path, "exec", dont_inherit=True) if self.path == path else compiled(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def make_map(folders: Sequence[str]) -> None:
    """Run the tests once under coverage and keep which test runs which lines of the rooms."""
    import coverage
    import pytest

    measured = coverage.Coverage(
        data_file=None, include=[f"{HOUSE}/{room}/*" for room in ROOMS], config_file=False, check_preimported=True
    )
    measured.start()

    class Contexts:
        @staticmethod
        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
            measured.switch_context(item.nodeid.partition("[")[0])
            return (yield)

    code = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *folders], plugins=[Contexts()])
    measured.stop()
    data = measured.get_data()
    lines: dict[str, dict[str, list[str]]] = {}
    for path in data.measured_files():
        by_line = {str(n): sorted(filter(None, names)) for n, names in data.contexts_by_lineno(path).items()}
        lines[Path(path).relative_to(HOUSE).as_posix()] = by_line
    MAP.write_text(json.dumps(lines), encoding="utf-8")
    print(f"{MAP.name} is written; the tests ended with {code}")


def tests_of(site: Site, lines: Mapping[str, Mapping[str, Sequence[str]]], breadth: Counter[str]) -> list[str]:
    """The tests that run the line of a mutant; for a line that runs at import only, those that run most of its module."""
    module = lines.get(site.path, {})
    running = list(module.get(str(site.line), ()))
    if not running:
        running = [name for name, _ in Counter(n for names in module.values() for n in names).most_common(MOST_TESTS)]
    return sorted(running, key=lambda name: (breadth[name], name))[:MOST_TESTS]


def run(count: int, seed: int) -> int:
    """Draw mutants, try them, print the survivors and the share that was killed. 0 if that is nine in ten."""
    for name in ("pytest", "hypothesis", "sqlalchemy"):  # shared by all forks; the program itself must not be
        import_module(name)
    lines = json.loads(MAP.read_text(encoding="utf-8"))
    breadth = Counter(n for module in lines.values() for names in module.values() for n in names)
    drawn = random.Random(seed).sample(sites(), count)
    sound = ending(sorted({name for site in drawn[:20] for name in tests_of(site, lines, breadth)[:1]}))
    if sound != 0:
        raise RuntimeError(f"the tests do not pass without a mutant (pytest ends with {sound})")
    killed = 0
    for step, site in enumerate(drawn, 1):
        tests = tests_of(site, lines, breadth)
        if not tests or ending(tests, site) == 0:
            print(f"survives: {site.path}:{site.line}: {spoilt(site)[1]}", flush=True)
        else:
            killed += 1
        print(f"{step} of {count}, {killed} killed", file=sys.stderr, flush=True)
    print(f"{killed} of {count} mutants killed ({killed / count:.0%}), seed {seed}")
    return 0 if killed >= 0.9 * count else 1


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Mutation testing of the rules.")
    commands = parser.add_subparsers(dest="command", required=True)
    mapping = commands.add_parser("map", help="run the tests once and keep which of them run which lines")
    mapping.add_argument("folders", nargs="*", default=["tests/rules"])
    running = commands.add_parser("run", help="draw mutants and try them")
    running.add_argument("--count", type=int, default=400)
    running.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.command == "map":
        make_map(asked.folders)
        return 0
    return run(asked.count, asked.seed)


if __name__ == "__main__":
    sys.exit(main())
