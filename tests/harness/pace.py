"""How long each test takes, and the list of the slow ones that ``pytest -m fast`` leaves out.

    python -m tests.harness.pace           run the tests that count as fast, and list those that are slow after all
    python -m tests.harness.pace --all     run every test and write the list anew

Processor time is counted, with that of processes that a test started, so that a busy machine changes little. What a
fixture of a whole file takes is charged to the first test that asks for it: run the first command again until it
finds nothing, since the next test then pays for it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Generator, Mapping
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
SLOW = HOUSE / "tests" / "slow_tests.txt"
MOST_SECONDS = 0.2
"""Of processor time: a test of which one case takes longer is slow,"""
MEAN_SECONDS = 0.1
"""and so is one whose cases take longer than this on the average."""
_FOLDER = "CAMPAIGN_TEST_PACE"


def _processor_seconds() -> float:
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool | None, bool | None]:
    """Write down what a test took, its fixtures with it."""
    before = _processor_seconds()
    outcome = yield
    lines = Path(os.environ[_FOLDER]) / f"{os.getpid()}.jsonl"
    with lines.open("a", encoding="utf-8") as out:
        out.write(json.dumps([item.nodeid.partition("[")[0], _processor_seconds() - before]) + "\n")
    return outcome


def measured(*options: str) -> dict[str, list[float]]:
    """Run the tests with these options; processor seconds of each case by the name of its test."""
    with tempfile.TemporaryDirectory(prefix="campaign-pace-") as folder:
        words = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "tests.harness.pace", *options]
        ran = subprocess.run(words, cwd=HOUSE, env={**os.environ, _FOLDER: folder}, check=False)
        if ran.returncode not in (0, 1):  # 1: some test failed, which tells nothing about its time
            raise SystemExit(f"pytest could not run: exit code {ran.returncode}")
        seconds = defaultdict(list)
        for path in Path(folder).iterdir():
            for line in path.read_text(encoding="utf-8").splitlines():
                name, took = json.loads(line)
                seconds[name].append(took)
    return seconds


def slow_of(seconds: Mapping[str, list[float]]) -> set[str]:
    """The tests that are slow."""
    return {
        name for name, cases in seconds.items() if max(cases) > MOST_SECONDS or sum(cases) / len(cases) > MEAN_SECONDS
    }


def main() -> None:
    """Measure, and write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="run every test and write the list anew")
    every = parser.parse_args().all
    seconds = measured() if every else measured("-m", "fast")
    before = set() if every else set(SLOW.read_text(encoding="utf-8").split())
    slow = slow_of(seconds)
    SLOW.write_text("".join(f"{name}\n" for name in sorted(before | slow)), encoding="utf-8")
    cases = [took for name, times in seconds.items() if name not in slow for took in times]
    print(f"{len(slow)} slow tests found; the {len(cases)} cases left take {sum(cases):.0f} s of processor time")


if __name__ == "__main__":
    main()
