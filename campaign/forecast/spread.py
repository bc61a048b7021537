"""The spreading of a forecast's runs over processes, and the choice of those that count.

    gather(spreader, job, runs, ...) -> Gathered       the longest unbroken beginning of the runs, 1 to n

A spreader yields batches in any order of finishing. Runs count as the longest unbroken beginning, since short runs
come first; whether the intervals are narrow enough is looked at for fixed numbers of runs (100, 200, 400, ...). So the
answer does not depend on the number of workers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from enum import StrEnum
from itertools import islice
from typing import Final, Protocol

from campaign.errors import Refused
from campaign.forecast.job import Job, Outcome, batch, hold
from campaign.values import dataclass

FIRST_LOOK: Final = 100
"""The runs after which the intervals are looked at for the first time; then after twice as many each time."""
BATCH_SECONDS: Final = 1.0
Batch = tuple[range, tuple[Outcome, ...]]
Progress = Callable[[int, int], None]
"""Told after every batch: the runs that are done, and those asked for."""
IsNarrow = Callable[[Sequence[Outcome]], bool]


class Spreader(Protocol):
    """A way to play batches of runs."""

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        """Yield the runs of every batch, in any order. When the iterator is closed, work in hand is given up."""
        ...


class Loop:
    """Plays one batch after the other in this process."""

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        """Yield the runs of every batch, in order."""
        for numbers in batches:
            yield numbers, batch(job.tasks, numbers)


class CutOff(Refused):
    """The error of a way to play that has gone away. The runs that are in count all the same."""


class Ended(StrEnum):
    """Why no more runs were played."""

    ALL = "all runs were played"
    NARROW = "each holder was known to 3 points"
    STOPPED = "stopped by the user"
    CUT_OFF = "cut off from the cluster"


@dataclass(frozen=True, slots=True)
class Gathered:
    """The runs that count, 1 to n, and why there are no more. ``fault``: what cut them off, in words."""

    outcomes: tuple[Outcome, ...]
    ended: Ended
    fault: str = ""


class _Beginning:
    """The runs that have come in so far, and how many there are without a gap."""

    def __init__(self) -> None:
        self._outcomes: list[Outcome] = []
        self._ahead: dict[int, tuple[Outcome, ...]] = {}
        self.played = 0

    def take(self, numbers: range, outcomes: tuple[Outcome, ...]) -> None:
        """Take a batch. One that came before is left out."""
        if numbers.start <= len(self._outcomes) or numbers.start in self._ahead:
            return
        self._ahead[numbers.start] = outcomes
        self.played += len(outcomes)
        while (following := self._ahead.pop(len(self._outcomes) + 1, None)) is not None:
            self._outcomes.extend(following)

    def first(self, count: int) -> tuple[Outcome, ...]:
        """Return the first ``count`` runs, or as many as there are without a gap."""
        return tuple(islice(self._outcomes, count))

    def __len__(self) -> int:
        return len(self._outcomes)


def looks(runs: int) -> Iterator[int]:
    """Yield the numbers of runs at which the intervals are looked at."""
    look = FIRST_LOOK
    while look < runs:
        yield look
        look *= 2


def batches_of(numbers: range, size: int) -> Iterator[range]:
    for start in range(numbers.start, numbers.stop, size):
        yield range(start, min(start + size, numbers.stop))


def gather(spreader: Spreader, job: Job, runs: int, is_narrow: IsNarrow, progress: Progress) -> Gathered:
    """Play runs until all are played, every interval is narrow, the user stops it with Ctrl-C, or the spreader is cut
    off.

    The first run is played here: it tells how many make a batch of about a second, and fails before any other where no
    run can be played.
    """
    beginning, look_at = _Beginning(), looks(runs)
    look = next(look_at, None)
    try:
        for snapshot in job.snapshots:
            hold(snapshot)
        began = time.perf_counter()
        beginning.take(range(1, 2), batch(job.tasks, range(1, 2)))
        progress(1, runs)
        size = max(1, round(BATCH_SECONDS / max(time.perf_counter() - began, 0.001)))
        with closing(spreader.results(job, batches_of(range(2, runs + 1), size))) as results:
            for numbers, outcomes in results:
                beginning.take(numbers, outcomes)
                progress(beginning.played, runs)
                while look is not None and len(beginning) >= look:
                    if is_narrow(beginning.first(look)):
                        return Gathered(beginning.first(look), Ended.NARROW)
                    look = next(look_at, None)
    except KeyboardInterrupt:
        return Gathered(beginning.first(runs), Ended.STOPPED)
    except CutOff as fault:
        return Gathered(beginning.first(runs), Ended.CUT_OFF, str(fault))
    return Gathered(beginning.first(runs), Ended.ALL)
