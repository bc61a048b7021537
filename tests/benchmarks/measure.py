"""What every benchmark here does: take the best of several runs of a thing and of its floor, and print the ratio.

The floor is the least that the task needs (the bare import, the bare SQL, the bare search), measured in the same run,
so that a slow or busy machine changes both. What has no such floor is kept beside a yardstick, a loop of this machine.
A script called with ``--keep`` also appends its figures to the history (``kept_figures.py``). Scripts that print lines of
their own call ``keep`` beside them.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which
from time import perf_counter, process_time

from tests.benchmarks.kept_figures import keep_figures

Clock = Callable[[], float]
"""``perf_counter`` for the time on the wall; ``process_time`` for that of the processor in this process, where others
are at work too."""

STEPS = 1_000_000
"""The steps of the yardstick's loop."""


def seconds(work: Callable[[], object], clock: Clock = perf_counter) -> float:
    """One run, by the clock on the wall unless another is given."""
    began = clock()
    work()
    return clock() - began


def best(work: Callable[[], object], runs: int, clock: Clock = perf_counter) -> float:
    """Seconds, the best of several runs."""
    return min(seconds(work, clock) for _ in range(runs))


def process(*arguments: str) -> Callable[[], object]:
    """A whole Python process with these arguments, its output thrown away."""
    return lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


def program(*arguments: str) -> Callable[[], object]:
    """The installed ``campaign`` command, as a whole process."""
    installed = which("campaign", path=str(Path(sys.executable).parent))
    if installed is None:
        raise SystemExit(
            f"no campaign command beside {sys.executable}: install the project first (see CONTRIBUTING.md)"
        )
    return lambda: subprocess.run([installed, *arguments], check=True, capture_output=True)


def against_floor(
    name: str,
    work: Callable[[], object],
    floor_name: str,
    floor: Callable[[], object],
    *,
    runs: int,
    aim: str,
    clock: Clock = perf_counter,
    figure: str = "",
    size: int = 0,
) -> float:
    """Best of ``runs`` of both, taken in turns; prints one line and gives the ratio; ``--keep`` appends it to the
    history under the name of its ``figure`` and its size, or else under that of the line."""
    pairs = [(seconds(work, clock), seconds(floor, clock)) for _ in range(runs)]
    ours, least = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    print(
        f"{name}: {ours * 1000:.1f} ms; {floor_name}: {least * 1000:.1f} ms; ratio {ours / least:.2f} (aim: {aim}; best of {runs})"
    )
    keep(figure or name, ours, least, floor_name, size=size)
    return ours / least


def alone(
    name: str,
    work: Callable[[], object],
    *,
    runs: int,
    aim: str,
    clock: Clock = perf_counter,
    figure: str = "",
    size: int = 0,
) -> float:
    """Best of ``runs`` in seconds; prints one line; ``--keep`` appends it to the history, beside the yardstick."""
    least = best(work, runs, clock)
    print(f"{name}: {least * 1000:.1f} ms (aim: {aim}; best of {runs})")
    keep(figure or name, least, size=size, clock=clock)
    return least


def keep(
    figure: str,
    seconds: float,
    floor: float | None = None,
    against: str = "",
    *,
    size: int = 0,
    memory: int = 0,
    clock: Clock = process_time,
) -> None:
    """Append a figure to the history if the script was called with ``--keep``: beside its floor, of which ``against``
    says what it is, or beside the yardstick by this clock."""
    if "--keep" not in sys.argv:
        return
    if floor is None:
        floor, against = yardstick(clock), "yardstick"
    keep_figures(figure, size, seconds, floor, memory, against)


def arguments() -> list[str]:
    """The script's own arguments, without ``--keep``."""
    return [word for word in sys.argv[1:] if word != "--keep"]


def yardstick(clock: Clock = process_time) -> float:
    """Seconds of a fixed loop in plain Python, the best of five: the speed of this machine at this hour."""
    return best(lambda: sum(n * n % 7 for n in range(STEPS)), 5, clock)
