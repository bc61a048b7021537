"""Large armies through the program: each command a process of its own, processor seconds and most memory, and how both
grow with the army.

    python -m tests.benchmarks.bench_large_army                                 100, 1,000 and 3,000 battalions
    python -m tests.benchmarks.bench_large_army 10000
    python -m tests.benchmarks.bench_large_army 1000 3000 --only next --only supply
    python -m tests.benchmarks.bench_large_army --keep                          and append the figures to the history

The wide front (`wide_front.py`) is written as a scenario folder and started by `new`; then come orders for all battalions
of one command, a committed turn, the reading commands, and an undo of the turn. A command that is not measured runs all
the same where later ones need it. The floor is the program's own imports: the same command on a front of no size would
take about as long. An exponent of 1 is growth with the army: ten times the battalions, ten times the seconds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from math import log
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.measure import keep

SIZES = (100, 1000, 3000)
CHANGES = ("new", "orders", "next", "undo")
"""Commands that later ones need."""
COMMANDS = {
    "new": ("new", "front", "--seed", "1941"),
    "orders": ("orders", "--from", "orders.txt"),
    "next": ("next", "--auto"),
    "status": ("status",),
    "supply": ("supply",),
    "print map": ("print", "map", "--out", "papers"),
    "doctor": ("doctor",),
    "undo": ("undo",),
}
"""Arguments by the command's name, in the order in which they run."""
IMPORTS = (
    "import atexit, gc; atexit.register(gc.freeze);"  # as every command ends
    "import campaign.cli.status, campaign.cli.supply, campaign.queries.supply, campaign.model; campaign.model.all_tables()"
)
FRONT = (
    "import sys; from pathlib import Path; from tests.benchmarks.front_files import write_front;"
    "from tests.benchmarks.wide_front import wide_front; write_front(Path('front'), wide_front(int(sys.argv[1])))"
)
ORDERS = "\n".join(f"U{unit}: hold" for unit in (1, 3, 5, 7))


class Used(NamedTuple):
    """Processor seconds and the most memory, in MB, of a process."""

    seconds: float
    memory: int


def run(folder: Path, *arguments: str) -> Used:
    """Run Python with these arguments in a folder, its output thrown away. Raises SystemExit if it fails."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, state, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(state)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments[:6])} failed with exit code {process.returncode}")
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024)


def measure(battalions: int, names: Sequence[str], folder: Path) -> dict[str, Used]:
    """Return what each of these commands used on a front of this size."""
    run(folder, "-c", FRONT, str(battalions))  # a process of its own: its memory would be counted with each command's
    (folder / "orders.txt").write_text(ORDERS, encoding="utf-8")
    last = max(list(COMMANDS).index(name) for name in names)
    used = {}
    for name in list(COMMANDS)[: last + 1]:
        if name in names or name in CHANGES:
            used[name] = run(folder, "-m", "campaign", *COMMANDS[name], "--db", "front.db")
    return {name: used[name] for name in names}


def exponents(figures: Sequence[tuple[int, float]]) -> str:
    """Return the exponent of growth from each size to the next; sizes and figures in order."""
    return ", ".join(
        f"{log(larger / smaller) / log(size / before):.2f}" for (before, smaller), (size, larger) in pairwise(figures)
    )


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--only", action="append", choices=list(COMMANDS))
    parser.add_argument("--keep", action="store_true", help="append the figures to the history")
    given = parser.parse_args()
    names = [name for name in COMMANDS if name in (given.only or COMMANDS)]
    with tempfile.TemporaryDirectory() as folder:
        floor = run(Path(folder), "-c", IMPORTS)
    print(f"imports: {floor.seconds:.2f} s, {floor.memory} MB", flush=True)
    table: dict[int, dict[str, Used]] = {}
    for size in sorted(given.sizes):
        with tempfile.TemporaryDirectory() as folder:
            table[size] = measure(size, names, Path(folder))
        row = "; ".join(f"{name} {used.seconds:.2f} s, {used.memory} MB" for name, used in table[size].items())
        print(f"{size} battalions: {row}", flush=True)
        for name, used in table[size].items():
            keep(f"large army: {name}", used.seconds, floor.seconds, "imports", size=size, memory=used.memory)
    if len(table) > 1:
        print("exponents of growth from each size to the next: of seconds beyond imports; of memory beyond imports")
        for name in names:
            rows = [(size, used[name]) for size, used in table.items()]
            seconds = [(size, max(0.01, used.seconds - floor.seconds)) for size, used in rows]
            memory = [(size, float(max(1, used.memory - floor.memory))) for size, used in rows]
            print(f"  {name}: {exponents(seconds)}; {exponents(memory)}")


if __name__ == "__main__":
    main()
