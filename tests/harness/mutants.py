"""Mutation testing of what the books say: one small change at a time in ``campaign/rules`` and ``campaign/resolve``.

    python -m tests.harness.mutants map [FOLDER ...]           which tests run which lines (once; needs ``coverage``)
    python -m tests.harness.mutants map --add FILE ...         the same for tests that were written since
    python -m tests.harness.mutants run --count 400 --seed 1   draws mutants, runs the tests of each, lists the survivors

A mutant is killed when one of the tests that run its line fails with it, or takes far too long. A line that no test runs is a
survivor too. Every mutant runs in a process of its own; no file of the program is touched.

Left out, since no test could or should tell: annotations, docstrings, imports, decorators (sizes of caches, slots), and the
arguments ``strict`` and ``repr``, which only say what is true anyway or how a value looks to a programmer.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import io
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache, cached_property, partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import pytest

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = ("campaign/rules", "campaign/resolve")
FOLDERS = tuple(
    f"tests/{name}"
    for name in ("actions", "cli", "exchange", "journal", "legality", "play", "queries", "reports", "rules", "scenario")
)
MAP = HOUSE / ".mutants.json"
MOST_SECONDS = 30
"""Of tests, as measured without a mutant, are tried on one mutant."""
MOST_OF_A_MODULE = 40
"""Tests that run most of its lines."""
SLACK = 4
"""Tests that take so many times as long as without a mutant are taken to hang: it is killed."""
SPARE_SECONDS = 15
"""What a process may take besides: importing, collecting, files to begin with."""
MOST_BYTES = 3 << 30
HUNG = -1
QUIETLY = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
IMPORTED_FIRST = ("pytest", "hypothesis", "sqlalchemy.orm", "alembic.command", "click.testing", "networkx")
"""Shared by all processes; nothing of the program may be among them."""
TEMPLATES = ("front_file", "tiny", "fresh")
"""Fixtures of the whole run whose files are made once."""

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
    if isinstance(node, ast.keyword) and node.arg in ("strict", "repr"):
        return
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
            node.value = not node.value if isinstance(node.value, bool) else cast(int, node.value) + 1
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


@dataclass(frozen=True)
class Reach:
    """Which tests run which lines of the rooms, and how many seconds of the processor each takes.

    The name of no test stands for what is run by imports. ``texts``: the files as they were; lines of files that changed
    since are found again by their text.
    """

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]
    texts: dict[str, str]
    tries: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    widest: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def read(cls) -> Reach:
        """The map that was kept, brought up to the files of today."""
        kept = json.loads(MAP.read_text(encoding="utf-8"))
        seconds = {name: took for name, took in kept["tests"] if (HOUSE / name.partition("::")[0]).exists()}
        names = [name if name in seconds else "" for name, _ in kept["tests"]]
        lines, texts = {}, {}
        for path, text in kept["texts"].items():
            if not (HOUSE / path).exists():
                continue
            texts[path] = (HOUSE / path).read_text(encoding="utf-8")
            matches = SequenceMatcher(None, text.splitlines(), texts[path].splitlines(), autojunk=False)
            now = {a + n + 1: b + n + 1 for a, b, size in matches.get_matching_blocks() for n in range(size)}
            lines[path] = {
                now[int(n)]: ["" if number < 0 else names[number] for number in numbers]
                for n, numbers in kept["lines"][path].items()
                if int(n) in now
            }
        return cls(lines, seconds, texts)

    def write(self) -> None:
        """Keep it."""
        numbers = {name: number for number, name in enumerate(self.seconds)} | {"": -1}
        lines = {
            path: {n: [numbers[name] for name in names] for n, names in by_line.items()}
            for path, by_line in self.lines.items()
        }
        kept = {"tests": list(self.seconds.items()), "lines": lines, "texts": self.texts}
        MAP.write_text(json.dumps(kept), encoding="utf-8")

    def with_newer(self, newer: Reach) -> Reach:
        """The two together; of a test that both know, what the newer knows."""
        lines = {}
        for path in self.lines.keys() | newer.lines.keys():
            before, after = self.lines.get(path, {}), newer.lines.get(path, {})
            lines[path] = {
                n: sorted({name for name in before.get(n, ()) if name not in newer.seconds} | {*after.get(n, ())})
                for n in sorted(before.keys() | after.keys())
            }
        return Reach(lines, self.seconds | newer.seconds, self.texts | newer.texts)

    @cached_property
    def tests_by_word(self) -> dict[str, set[str]]:
        """The tests that run a line in which a word stands, or have it in their own text: a name, or a whole text such as
        the key of a setting."""
        tests: dict[str, set[str]] = defaultdict(set)
        for path, by_line in self.lines.items():
            text = self.texts[path].splitlines()
            for n, names in by_line.items():
                for word in words_in(text[n - 1]):
                    tests[word].update(filter(None, names))
        texts = {path: words_of_tests(path) for path in {name.partition("::")[0] for name in self.seconds}}
        for name in self.seconds:
            path, _, function = name.partition("[")[0].partition("::")
            for word in texts[path].get(function, ()):
                tests[word].add(name)
        return tests

    def tests_of(self, site: Site) -> list[str]:
        """The tests that run the line of a mutant, the likeliest and quickest killers first; for a line that is run by
        imports only, those that name what it is part of, or run a line that does, or most of its module or folder."""
        running = set(filter(None, self.names_at(site)))
        if not running:
            running = set().union(*(self.tests_by_word.get(word, ()) for word in named_around(site)))
            running |= self.widest_in(site.path) | self.widest_in(site.path.rpartition("/")[0])
        there = running & self.seconds.keys()
        return sorted(there, key=lambda name: (self.seconds[name] / self.worth(name), name))

    def widest_in(self, place: str) -> set[str]:
        """The tests that run most lines of a file or folder."""
        if place not in self.widest:
            modules = [module for path, module in self.lines.items() if path.startswith(place)]
            most = Counter(name for module in modules for names in module.values() for name in names if name)
            self.widest[place] = {name for name, _ in most.most_common(MOST_OF_A_MODULE)}
        return self.widest[place]

    def worth(self, name: str) -> float:
        """How likely a test is to kill a mutant whose line it runs, by those that it was tried on so far."""
        return (self.kills[name] + 0.2) / (self.tries[name] + 2)

    def learn(self, tests: Sequence[str], killer: str | None) -> None:
        """Note which of the tests that were tried killed a mutant."""
        if killer is None or killer not in tests:
            self.tries.update(tests)
            return
        self.tries.update(tests[: tests.index(killer) + 1])
        self.kills[killer] += 1

    def names_at(self, site: Site) -> Sequence[str]:
        """The tests that run the line of a mutant."""
        return self.lines.get(site.path, {}).get(site.line, ())

    def affordable(self, tests: Sequence[str], most: float) -> tuple[list[str], float]:
        """As many of the tests as may be tried on one mutant, and how long they take."""
        chosen, total = list[str](), 0.0
        for name in tests:
            if not chosen or total + self.seconds[name] <= most:
                chosen.append(name)
                total += self.seconds[name]
        return chosen, total


WORD = re.compile(r"[A-Za-z_][\w.-]*\w|[A-Za-z]")


@cache
def _tree_of(path: str) -> ast.Module:
    return ast.parse((HOUSE / path).read_text(encoding="utf-8"))


def words_in(text: str) -> set[str]:
    """The words of a text; those with dots in them as a whole and in parts."""
    words = set(WORD.findall(text))
    return words.union(*(word.split(".") for word in words))


def words_of_tests(path: str) -> dict[str, set[str]]:
    """The words in the text of each test of a file, its parameters with it."""
    text = (HOUSE / path).read_text(encoding="utf-8")
    lines = text.splitlines()
    return {
        node.name: words_in("\n".join(lines[_first_line(node) - 1 : node.end_lineno]))
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def named_around(site: Site) -> set[str]:
    """What a line outside all functions is part of: the names that its statement gives values to, and the texts of the
    nearest call around it, such as the key of a setting."""
    words: set[str] = set()
    for node in ast.walk(_tree_of(site.path)):
        if not (getattr(node, "lineno", site.line + 1) <= site.line <= (getattr(node, "end_lineno", 0) or 0)):
            continue
        match node:
            case ast.Assign(targets=targets):
                words |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                words.add(name)
            case ast.Call(args=[ast.Constant(value=str() as key), *_]):
                words |= set(WORD.findall(key))
            case _:
                pass
    return words


def make_map(folders: Sequence[str]) -> Reach:
    """Run the tests once under coverage. Tests that ask for a PostgreSQL server are left out."""
    import coverage
    import pytest

    measured = coverage.Coverage(
        data_file=None, include=[f"{HOUSE}/{room}/*" for room in ROOMS], config_file=False, check_preimported=True
    )
    seconds: defaultdict[str, float] = defaultdict(float)
    measured.start()

    class Contexts:
        pytest_collection_modifyitems = staticmethod(_without_servers)

        @staticmethod
        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
            measured.switch_context(item.nodeid)
            before = time.process_time()
            outcome = yield
            seconds[item.nodeid] += time.process_time() - before
            return outcome

    code = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *folders], plugins=[Contexts()])
    measured.stop()
    print(f"the tests ended with {int(code)}")
    data = measured.get_data()
    paths = {Path(path).relative_to(HOUSE).as_posix(): path for path in data.measured_files()}
    return Reach(
        {
            place: {n: sorted(names) for n, names in data.contexts_by_lineno(path).items()}
            for place, path in paths.items()
        },
        dict(seconds),
        {place: Path(path).read_text(encoding="utf-8") for place, path in paths.items()},
    )


def _without_servers(items: list[pytest.Item]) -> None:
    items[:] = [
        test for test in items if "pg_server" not in getattr(test, "fixturenames", ()) and "postgresql" not in test.name
    ]


class Afresh:
    """Tries a mutant in a process that imports the program with the mutant in it."""

    def killer(self, tests: Sequence[str], seconds: float, site: Site | None = None) -> str:
        """The test that fails with a mutant (none: the program as it is), or "hangs"; empty if all pass. Tests are run with
        all their parameters, which a mutant may change."""
        return _in_a_fork(seconds, partial(self._tried, tests, site))

    def _tried(self, tests: Sequence[str], site: Site | None) -> str:
        import pytest

        if site is not None:
            _put_in_place(site)
        failed = _Failures()
        with tempfile.TemporaryDirectory(prefix="campaign-mutant-") as folder:
            functions = dict.fromkeys(name.partition("[")[0] for name in tests)
            code = int(pytest.main([*QUIETLY, f"--basetemp={folder}/t", *functions], plugins=[failed]))
        if code not in (0, 1) and site is None:
            raise RuntimeError(f"pytest ends with {code}: {functions}"[:400])
        return "" if code == 0 else failed.first or "it cannot be imported"


class _Failures:
    """Notes which test failed first."""

    first = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.first:
            self.first = report.nodeid

    pytest_collection_modifyitems = staticmethod(_without_servers)


def _put_in_place(site: Site) -> None:
    """Let the module be compiled from its changed tree when it is imported."""
    tree, _ = spoilt(site)
    path = str(HOUSE / site.path)
    compiled = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return compile(tree, path, "exec", dont_inherit=True) if self.path == path else compiled(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


class Warm:
    """Tries mutants within functions in copies of a process that has imported and collected everything."""

    def __init__(self, files: Sequence[str]) -> None:
        fork = multiprocessing.get_context("fork")
        self.line, other_end = fork.Pipe()
        self.process = fork.Process(target=self._serve, args=(files, other_end))
        self.process.start()
        other_end.close()
        self.collected = frozenset(self._heard())

    def killer(self, tests: Sequence[str], seconds: float, site: Site) -> str | None:
        """The test that fails with a mutant, or "hangs"; empty if all pass, and None if it cannot be tried in this way."""
        self.line.send((tests, seconds, site))
        killer: str | None = self._heard()
        return killer

    def end(self) -> None:
        """Let the process go."""
        self.line.send(None)
        self.process.join()

    def _heard(self) -> Any:
        try:
            return self.line.recv()
        except EOFError as why:
            raise RuntimeError("the tests could not be collected") from why

    def _serve(self, files: Sequence[str], line: Connection) -> None:
        import pytest

        self.line.close()

        class Loop:
            pytest_collection_modifyitems = staticmethod(_without_servers)

            @staticmethod
            def pytest_runtestloop(session: pytest.Session) -> bool:
                _answer(session, line)
                return True

        folder = tempfile.mkdtemp(prefix="campaign-mutants-")
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            pytest.main([*QUIETLY, f"--basetemp={folder}/t", *files], plugins=[Loop()])
        shutil.rmtree(folder, ignore_errors=True)


def _answer(session: pytest.Session, line: Connection) -> None:
    """Try what is asked for until nothing more is."""
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for test in session.items:
        for name in {test.nodeid, test.nodeid.partition("[")[0]}:
            tests[name].append(test)
    _make_templates(session)
    functions, memories = _functions_in_memory()
    line.send(list(tests))
    while (task := line.recv()) is not None:
        names, seconds, site = task
        changes = _changes(site, functions)
        chosen = [test for name in names for test in tests.get(name, ())]
        trial = partial(_try, session, chosen, changes, memories)
        line.send(_in_a_fork(seconds, trial) if changes and chosen else None)


def _try(
    session: pytest.Session,
    tests: Sequence[pytest.Item],
    changes: Sequence[tuple[FunctionType, CodeType]],
    memories: Sequence[Any],
) -> str:
    for function, code in changes:
        function.__code__ = code
    for memory in memories:
        memory.cache_clear()
    made_before = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory(dir=made_before) as folder:
        session.config._tmp_path_factory._basetemp = Path(folder)  # type: ignore[attr-defined]
        failed = _Failures()
        session.config.pluginmanager.register(failed)
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            session.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            if failed.first:
                return failed.first
    return ""


def _make_templates(session: pytest.Session) -> None:
    """Run a test of each template that fixtures of the whole run make, and leave these fixtures standing."""
    for fixture in TEMPLATES:
        users = [test for test in session.items if fixture in getattr(test, "fixturenames", ())]
        if users:
            elsewhere = next(test for test in session.items if test.path.parent != users[0].path.parent)
            session.config.hook.pytest_runtest_protocol(item=users[0], nextitem=elsewhere)
    session.testsfailed = 0
    session.shouldfail = False


Key = tuple[str, str, int]


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _functions_in_memory() -> tuple[dict[Key, list[FunctionType]], list[Any]]:
    """The functions of the rooms by the place of their code, and the program's remembered results."""
    gc.unfreeze()
    functions: dict[Key, list[FunctionType]] = defaultdict(list)
    memories = []
    rooms = tuple(f"{HOUSE}/{room}/" for room in ROOMS)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(rooms):
            functions[_key(thing.__code__)].append(thing)
        elif hasattr(type(thing), "cache_clear") and str(thing.__module__).startswith("campaign."):
            memories.append(thing)
    gc.freeze()
    return functions, memories


def _changes(site: Site, functions: Mapping[Key, Sequence[FunctionType]]) -> list[tuple[FunctionType, CodeType]]:
    """The functions that are others with a mutant, with their code; none if it stands outside all functions."""
    tree, _ = spoilt(site)
    codes: dict[Key, list[CodeType]] = defaultdict(list)
    ahead = [compile(tree, str(HOUSE / site.path), "exec", dont_inherit=True)]
    while ahead:
        inner = [part for part in ahead.pop().co_consts if isinstance(part, CodeType)]
        for code in inner:
            codes[_key(code)].append(code)
        ahead += inner
    changes = []
    for key, found in codes.items():
        for function in functions.get(key, ()):
            if function.__code__ not in found:
                if len(found) > 1:
                    return []
                changes.append((function, found[0]))
    return changes


def _in_a_fork(seconds: float, work: Callable[[], str]) -> str:
    """What a piece of work answers in a process of its own; "hangs" if it takes far too long."""
    listener, speaker = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if child == 0:
        _alone(SLACK * seconds + SPARE_SECONDS, work, speaker)
    speaker.close()
    answer = "hangs"
    with contextlib.suppress(EOFError):  # ended by its limit
        if listener.poll(10 * (SLACK * seconds + SPARE_SECONDS)):
            answer = listener.recv()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    listener.close()
    if answer.startswith("Traceback"):
        raise RuntimeError(answer)
    return answer


def _alone(seconds: float, work: Callable[[], str], speaker: Connection) -> None:
    """Send the answer and end the process, whatever comes."""
    try:
        os.setpgrp()
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            answer = work()
        speaker.send(answer)
    except BaseException:
        speaker.send(traceback.format_exc())
    finally:
        os._exit(0)


def run(sites_drawn: Sequence[Site], most: float) -> int:
    """Try mutants, print the survivors; how many were killed."""
    for name in IMPORTED_FIRST:
        import_module(name)
    reach, afresh = Reach.read(), Afresh()
    warm = Warm(sorted({name.partition("::")[0] for name in reach.seconds}))
    for name in reach.seconds.keys() - warm.collected:
        del reach.seconds[name]
    sound = afresh.killer(*reach.affordable(sorted(reach.seconds, key=lambda name: reach.seconds[name]), 10))
    if sound:
        raise RuntimeError(f"the tests do not pass without a mutant: {sound}")
    killed = 0
    try:
        for step, site in enumerate(sites_drawn, 1):
            tests, seconds = reach.affordable(reach.tests_of(site), most)
            killer: str | None = ""
            if tests:
                killer = warm.killer(tests, seconds, site) if "" not in reach.names_at(site) else None
                killer = afresh.killer(tests, seconds, site) if killer is None else killer
            reach.learn(tests, killer)
            killed += bool(killer)
            if not killer:
                print(f"survives: {site.path}:{site.line}: {spoilt(site)[1]}", flush=True)
            told = killer or f"survives {len(tests)} tests"
            print(
                f"{time.strftime('%H:%M:%S')} {step}: {killed} killed; {site.path}:{site.line}: {told}",
                file=sys.stderr,
                flush=True,
            )
    finally:
        warm.end()
    return killed


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Mutation testing of the rules.")
    commands = parser.add_subparsers(dest="command", required=True)
    mapping = commands.add_parser("map", help="run the tests once and keep which of them run which lines")
    mapping.add_argument("folders", nargs="*", default=FOLDERS)
    mapping.add_argument("--add", action="store_true", help="keep what the map holds of other tests")
    running = commands.add_parser("run", help="draw mutants and try them")
    running.add_argument("--count", type=int, default=400)
    running.add_argument("--seed", type=int, default=1)
    running.add_argument("--seconds", type=float, default=MOST_SECONDS, help="of tests at most on one mutant")
    running.add_argument("--under", default="", help="only of files under this path")
    asked = parser.parse_args()
    if asked.command == "map":
        reach = make_map(asked.folders)
        (Reach.read().with_newer(reach) if asked.add else reach).write()
        return 0
    within = [site for site in sites() if site.path.startswith(asked.under)]
    drawn = random.Random(asked.seed).sample(within, min(asked.count, len(within)))
    killed = run(drawn, asked.seconds)
    print(f"{killed} of {len(drawn)} mutants killed ({killed / len(drawn):.0%}), seed {asked.seed}")
    return 0 if killed >= 0.9 * len(drawn) else 1


if __name__ == "__main__":
    sys.exit(main())
