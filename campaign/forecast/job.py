"""The work of a forecast, and the part of it that one process does.

Task(digest, seed, until)          one course of events: a snapshot by its digest, the dice, the last day
Job(tasks, snapshots)              the courses of a forecast; run n plays each of them with the same dice
hold(snapshot)                     keep a snapshot in this process for the batches to come
let_go(digests)                    keep the snapshots with these digests no longer
holds(tasks)                       whether this process holds the snapshots of these tasks
batch(tasks, numbers)              the runs with these numbers
engine()                           the program that plays, as a text that differs where another would play otherwise
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

import networkx
import shapely

from campaign import __version__
from campaign.errors import StoreError
from campaign.forecast.course import Ordered
from campaign.forecast.run import Ruled, Run, play
from campaign.journal.memory import Contents, Snapshot, unpacked
from campaign.values import dataclass

Outcome = tuple[Run, ...]
"""What one run came to, in every course of events."""


@dataclass(frozen=True, slots=True)
class Task:
    """One course of events: the snapshot from which it begins, the seed, the last day, the battle that is ruled, and
    the course of a staff that is ordered.
    """

    digest: str
    seed: str
    until: int
    ruled: Ruled | None = None
    ordered: Ordered | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """The courses of events of a forecast, with their snapshots."""

    tasks: tuple[Task, ...]
    snapshots: tuple[Snapshot, ...]


_HELD: dict[str, Contents] = {}


def hold(snapshot: Snapshot) -> None:
    """Keep the contents of a snapshot for the runs of this process."""
    if snapshot.digest not in _HELD:
        _HELD[snapshot.digest] = unpacked(snapshot.content)


def let_go(digests: Iterable[str]) -> None:
    """Let go of the contents of snapshots that this process plays no more."""
    for digest in digests:
        _HELD.pop(digest, None)


def holds(tasks: Iterable[Task]) -> bool:
    """Return whether this process holds the snapshots of these tasks."""
    return all(task.digest in _HELD for task in tasks)


@cache
def spare_the_collector() -> None:
    """Take the program and the snapshot out of what the garbage collector looks through, once in a worker: a run makes
    many values, and the rest lives as long as the worker.
    """
    gc.freeze()


def batch(tasks: tuple[Task, ...], numbers: Iterable[int]) -> tuple[Outcome, ...]:
    """Play the runs with these numbers. Raises StoreError for a snapshot that is not held here."""
    if missing := [task.digest for task in tasks if task.digest not in _HELD]:
        raise StoreError(
            f"the state of the campaign ({missing[0][:12]}) did not reach one of the programs that play the "
            "forecast. Start the forecast again"
        )
    contents = {task.digest: _HELD[task.digest] for task in tasks}  # they may be let go of meanwhile
    return tuple(
        tuple(play(contents[task.digest], task.seed, number, task.until, task.ruled, task.ordered) for task in tasks)
        for number in numbers
    )


@cache
def engine() -> str:
    """Return the version of the program, and a hash of its code and of the libraries whose answers runs depend on."""
    parts = [f"{library.__name__} {library.__version__}" for library in (networkx, shapely)]
    parts.append(f"Python {sys.version_info.major}.{sys.version_info.minor}")
    home = Path(__file__).resolve().parents[1]
    code = (path for path in sorted(home.rglob("*")) if path.suffix in (".py", ".txt"))
    parts += [f"{path.relative_to(home).as_posix()} {sha256(path.read_bytes()).hexdigest()}" for path in code]
    return f"{__version__}-{sha256(chr(10).join(parts).encode()).hexdigest()[:12]}"
