"""All benchmarks in one run, one after the other, each a process of its own; `bench_calibration`, which takes hours, apart.

    python -m tests.benchmarks.run_all --keep --publish           keep the figures, and write them into README.md
    python -m tests.benchmarks.run_all --only odds --only day     some of them, by their names without `bench_`
    python -m tests.benchmarks.run_all --without desk             all but some
    python -m tests.benchmarks.run_all --keep --run DATE --only import    add to a run that was broken off

A benchmark that fails is named at the end, and the others run all the same. The run ends with the table of its figures,
each against the run before. All figures of a run bear the date at which it began.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

from tests.benchmarks.kept_figures import (
    HISTORY,
    HISTORY_VARIABLE,
    RUN_VARIABLE,
    load,
    now,
    publish,
    read_history,
    run_of,
    run_text,
)

ROOT = Path(__file__).parents[2]
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "startup": (),
    "odds": (),
    "brigade": (),
    "nqm": (),
    "hexes": (),
    "brigadier": (),
    "day": (),
    "journal": (),
    "rows": (),
    "record": (),
    "fights": (),
    "map": (),
    "papers": (),
    "play": (),
    "long": (),
    "staff": ("think", "operation-brevity", "--day", "2"),
    "theatre": (),
    "large_campaign": (),
    "large_turn": (),
    "large_army": ("100", "1000", "3000", "10000"),
    "import": (),
    "orders": (),
    "secrets_timing": ("--all",),
    "desk": (),
}
"""The usual arguments of each benchmark by its name without `bench_`, in the order in which they run."""
BUSY = 0.5
"""The load of the last minute above which the machine is not quiet."""


def commands(only: Sequence[str] = (), without: Sequence[str] = ()) -> dict[str, list[str]]:
    """Return the commands of these benchmarks by name, in the order in which they run."""
    return {
        name: [sys.executable, "-m", f"tests.benchmarks.bench_{name}", *words, "--keep"]
        for name, words in ARGUMENTS.items()
        if (not only or name in only) and name not in without
    }


def run_each(run: Mapping[str, Sequence[str]], date: str, history: Path) -> list[str]:
    """Run these commands one after the other, their figures kept in this history under this date; return the names of
    those that failed.
    """
    where = os.pathsep.join(map(str, (ROOT, ROOT / "reports")))
    environment = {**os.environ, "PYTHONPATH": where, RUN_VARIABLE: date, HISTORY_VARIABLE: str(history)}
    failed = []
    for number, (name, command) in enumerate(run.items(), 1):
        print(f"\n{name} ({number} of {len(run)})", flush=True)
        began = perf_counter()
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if code:
            failed.append(name)
        ended = f"failed with exit code {code}" if code else "ended"
        print(f"{name} {ended} after {perf_counter() - began:.0f} s", flush=True)
    return failed


def quiet_text(busy: float) -> str:
    """Return how busy the machine is before the run, and whether that is too much."""
    if busy < 0:
        return "This system does not tell how busy the machine is."
    told = f"The load of the last minute is {busy:.2f} on {os.cpu_count()} cores"
    if busy <= BUSY:
        return f"{told}: the machine is quiet."
    return f"{told}: the machine is not quiet (at most {BUSY}), so that only the ratios count."


def report(date: str, history: Path, *, published: bool) -> None:
    """Print the table of the run, each figure against what was kept before, and write it into the README if asked to."""
    earlier = read_history() if HISTORY.exists() else []
    figures = run_of(read_history(history), date) if history.exists() else []
    if not figures:
        print("\nNo figure was measured.")
        return
    text = run_text(figures, earlier)
    print(f"\n{text}")
    if published:
        publish(text)


def main() -> int:
    """Run what was asked for, and return the exit code: 1 if a benchmark failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=list(ARGUMENTS), metavar="NAME")
    parser.add_argument("--without", action="append", default=[], choices=list(ARGUMENTS), metavar="NAME")
    parser.add_argument("--keep", action="store_true", help="append the figures to the history")
    parser.add_argument("--publish", action="store_true", help="write the run into README.md; needs --keep")
    parser.add_argument("--run", metavar="DATE", help="the date of a kept run to add to; without it, now")
    given = parser.parse_args()
    if given.publish and not given.keep:
        parser.error("--publish writes what the history holds: give --keep as well")
    if given.run:
        run_of(read_history(), given.run)
    date = given.run or now()
    print(f"Run of {date} UTC. {quiet_text(load())}", flush=True)
    began = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        history = HISTORY if given.keep else Path(folder) / HISTORY.name
        failed = run_each(commands(given.only, given.without), date, history)
        report(date, history, published=given.publish)
    print(f"\nThe run took {(perf_counter() - began) / 60:.0f} minutes.")
    if failed:
        print(f"Failed: {', '.join(failed)}. Run them again with --run '{date}' and --only.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
