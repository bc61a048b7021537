"""How long each test takes by processor time: written down by every run, and what is made of it.

    python -m pytest -n auto            notes what each test took, in pytest's cache
    python -m tests.harness.pace        makes tests/slow_tests.txt of these notes

The list has the tests that ``pytest -m fast`` leaves out, each with the seconds of its longest case; the longest are
begun first. Processor time is counted, with that of processes that a test started and waited for, so that a busy
machine changes little. What fixtures take is counted for all tests of a file in equal parts, since whichever comes
first makes those that the file shares. Tests without a note (a run of some of them notes only those) stay on the list
if they are on it.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

import pytest

HOUSE = Path(__file__).resolve().parents[2]
SLOW = HOUSE / "tests" / "slow_tests.txt"
FAST_SECONDS = 35.0
"""Of processor time for all fast tests together, so that with the collecting they end within a minute on two cores."""
LONGEST = 4.0
"""Seconds of a case by which its file is among the first that are run."""
GONE_SLOW = 0.5
"""Seconds by which a fast test is named at the end of a run: ten times what a slow one takes at the least, so that
neither a busy machine nor a collection of garbage is taken for it."""
NOTES = "pace/seconds"
"""Where pytest's cache has the notes: for each test, what its fixtures took and what it took itself."""
_ONLY_SOME = ("markexpr", "keyword", "deselect", "lf", "maxfail")
"""Options of pytest by which a run leaves tests out."""
_PROPERTY = "processor seconds"
_HEAD = "# What -m fast leaves out, with the seconds of the longest case; made by python -m tests.harness.pace.\n"

Notes = Mapping[str, Sequence[float]]
Item = TypeVar("Item")


def processor_seconds() -> float:
    """What this process and those that it waited for have taken."""
    return sum(os.times()[:4])


class Pace:
    """A plugin that begins with the longest tests, notes what each took, and names fast ones that have become slow."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._before = 0.0
        self._taken: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._gone_slow: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begin with the longest of those that are left to run."""
        seconds, workers = slow_tests(), int(getattr(self._config, "workerinput", {}).get("workercount", 1))
        items[:] = longest_first(
            items, lambda test: seconds.get(test_of(test.nodeid), 0.0), lambda test: share_of(test.path), workers
        )

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, bool | None, bool | None]:
        """Begin to count."""
        self._before = processor_seconds()
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Give the report of a phase the seconds that it took."""
        report = yield
        now = processor_seconds()
        report.user_properties.append((_PROPERTY, round(now - self._before, 3)))
        self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note them, where the reports of all workers come together."""
        took = sum(float(str(value)) for name, value in report.user_properties if name == _PROPERTY)
        self._taken[report.nodeid][report.when == "call"] += took
        if report.when == "call" and took > GONE_SLOW and "fast" in report.keywords:
            self._gone_slow[report.nodeid] = took

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Keep the notes: those of a run of everything alone, and those of a part with what was noted before."""
        cache, is_whole = (
            getattr(self._config, "cache", None),
            (
                exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
                and self._config.args_source is pytest.Config.ArgsSource.TESTPATHS
                and not any(getattr(self._config.option, name, None) for name in _ONLY_SOME)
            ),
        )
        if cache is not None and not hasattr(self._config, "workerinput"):
            cache.set(NOTES, {**({} if is_whole else cache.get(NOTES, {})), **self._taken})

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the fast tests that are not."""
        for name, took in sorted(self._gone_slow.items(), key=lambda one: -one[1])[:10]:
            terminalreporter.write_line(
                f"Counted as fast, and took {took:.1f} s of processor time: {name}", yellow=True
            )
        if self._gone_slow:
            terminalreporter.write_line("python -m tests.harness.pace makes the list of slow tests of this run's notes")


def listed(text: str) -> dict[str, float]:
    """The tests of a list of slow ones, with the seconds of their longest cases."""
    lines = (line.split(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {name: float(seconds) for seconds, name in lines}


def slow_tests() -> dict[str, float]:
    """The list."""
    return listed(SLOW.read_text(encoding="utf-8"))


def test_of(nodeid: str) -> str:
    """The name of a test without that of its case."""
    return nodeid.partition("[")[0]


def share_of(path: Path) -> Path:
    """Whose tests are given to one worker as far as can be: a file's, and those of all files that look through the
    sources of the house, which are read once a worker (``tests/house/sources.py``)."""
    return HOUSE / "tests" / "house" if path.parent.name in ("house", "words") else path


def there(name: str) -> bool:
    """A test of this name is there."""
    file, _, function = name.partition("::")
    return function in _functions_of(HOUSE / file)


@cache
def _functions_of(path: Path) -> frozenset[str]:
    """The names of a file's functions; none where there is no file."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return frozenset(re.findall(r"^\s*def (\w+)\(", text, re.M))


def cases_of(notes: Notes) -> dict[str, list[float]]:
    """Seconds of every case by the name of its test, with its part of what the fixtures of its file took."""
    fixtures: dict[str, list[float]] = defaultdict(list)
    for nodeid, (around, _) in notes.items():
        fixtures[nodeid.partition("::")[0]].append(around)
    cases: dict[str, list[float]] = defaultdict(list)
    for nodeid, (_, own) in notes.items():
        shared = fixtures[nodeid.partition("::")[0]]
        cases[test_of(nodeid)].append(own + sum(shared) / len(shared))
    return cases


def slow_of(cases: Mapping[str, Sequence[float]], fast_seconds: float = FAST_SECONDS) -> dict[str, float]:
    """The tests that are slow, with the seconds of their longest cases: all but the quickest, as many as together take
    so many seconds."""
    by_pace = sorted(cases, key=lambda name: (sum(cases[name]) / len(cases[name]), name))
    together = accumulate(sum(cases[name]) for name in by_pace)
    return {name: max(cases[name]) for name, so_far in zip(by_pace, together, strict=True) if so_far > fast_seconds}


def longest_first(
    items: Sequence[Item], seconds_of: Callable[[Item], float], file_of: Callable[[Item], object], workers: int
) -> list[Item]:
    """The tests in the order in which they are given out: each worker's share, as many tests as another's, begins with
    whole files that hold the longest tests. With two workers a test of a minute that came last would cost a minute.
    """
    longest: dict[object, float] = defaultdict(float)
    for item in items:
        longest[file_of(item)] = max(longest[file_of(item)], seconds_of(item))
    files = sorted((file for file, seconds in longest.items() if seconds >= LONGEST), key=lambda file: -longest[file])
    turn_of = {file: number % workers for number, file in enumerate(files)}
    rank = {file: number for number, file in enumerate(files)}
    first: list[list[Item]] = [[] for _ in range(workers)]
    for item in sorted((item for item in items if file_of(item) in rank), key=lambda item: rank[file_of(item)]):
        first[turn_of[file_of(item)]].append(item)
    others = [item for item in items if file_of(item) not in rank]
    ordered: list[Item] = []
    left = len(items)
    for number, own in enumerate(first):
        share = left // (workers - number)
        left -= share
        ordered += own
        ordered += others[: max(0, share - len(own))]
        del others[: max(0, share - len(own))]
    return ordered + others


def main() -> None:
    """Write the list by the notes."""
    file = HOUSE / ".pytest_cache" / "v" / NOTES
    if not file.is_file():
        sys.exit("no run has noted anything yet: run the tests first, python -m pytest -n auto")
    notes = {
        nodeid: took for nodeid, took in json.loads(file.read_text(encoding="utf-8")).items() if there(test_of(nodeid))
    }
    cases = cases_of(notes)
    slow = slow_of(cases)
    kept = {name: seconds for name, seconds in slow_tests().items() if name not in cases and there(name)}
    SLOW.write_text(_HEAD + _lines({**kept, **slow}.items()), encoding="utf-8")
    quick = [seconds for name, of_cases in cases.items() if name not in slow for seconds in of_cases]
    print(
        f"{len(notes)} cases noted: {len(slow)} tests are slow, {len(kept)} without a note stay listed;"
        f" the {len(quick)} fast cases take {sum(quick):.0f} s of processor time, the longest {max(quick, default=0):.2f} s"
    )


def _lines(slow: Iterable[tuple[str, float]]) -> str:
    return "".join(f"{seconds:.2f} {name}\n" for name, seconds in sorted(slow))


if __name__ == "__main__":
    main()
