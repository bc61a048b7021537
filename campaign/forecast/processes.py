"""Runs in several processes of this machine, by joblib."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Generator, Iterable
from itertools import islice
from typing import Final

from joblib import Parallel, delayed
from joblib.externals.loky import get_reusable_executor
from joblib.externals.loky.process_executor import TerminatedWorkerError

from campaign.errors import Refused
from campaign.forecast.job import Job, Outcome, Task, batch, hold, spare_the_collector
from campaign.forecast.spread import Batch
from campaign.journal.memory import Snapshot

ATTEMPTS: Final = 3
"""How often a batch is played before a process that dies in it is taken for more than bad luck."""


def deaf_to_ctrl_c() -> None:
    """Leave Ctrl-C to the process that the user started: the terminal sends it to all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(
    snapshots: tuple[Snapshot, ...], tasks: tuple[Task, ...], numbers: range
) -> tuple[range, tuple[Outcome, ...]]:
    deaf_to_ctrl_c()
    for snapshot in snapshots:
        hold(snapshot)
    spare_the_collector()
    return numbers, batch(tasks, numbers)


class Processes:
    """Plays batches in ``jobs`` processes. What a process that died had in hand is played again.

    ``stays``: after a job whose runs all came in the processes wait for the next one, as between the rounds of a staff;
    they end with the program. To start them takes longer than a round of a small campaign.
    """

    def __init__(self, jobs: int, *, stays: bool = False) -> None:
        self._jobs, self._stays = jobs, stays

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        """Yield the runs of every batch, in the order of finishing. Raises Refused if processes die again and again."""
        waiting = iter(batches)
        missing: dict[range, int] = {}
        is_done = False
        try:
            while todo := [*missing, *islice(waiting, self._round(missing))]:
                missing = {numbers: missing.get(numbers, 0) for numbers in todo}
                try:
                    for numbers, outcomes in self._parallel(job, todo):
                        del missing[numbers]
                        yield numbers, outcomes
                except TerminatedWorkerError as death:
                    missing = {numbers: deaths + 1 for numbers, deaths in missing.items()}
                    if tired := [numbers for numbers, deaths in missing.items() if deaths >= ATTEMPTS]:
                        raise Refused(
                            f"the program stopped {ATTEMPTS} times while it played the runs {tired[0].start} "
                            f"to {tired[0].stop - 1}, perhaps because the computer ran out of memory. Try "
                            "--jobs 1"
                        ) from death
            is_done = True
        finally:
            if not (is_done and self._stays):
                get_reusable_executor(reuse=True).shutdown(wait=False, kill_workers=True)

    def _round(self, missing: dict[range, int]) -> int:
        """Return how many new batches are taken up at once; none while some are played again."""
        return 0 if missing else 64 * self._jobs

    def _parallel(self, job: Job, todo: Iterable[range]) -> Generator[Batch, None, None]:
        parallel = Parallel(
            n_jobs=self._jobs, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs", verbose=0
        )
        running = parallel(delayed(_play)(job.snapshots, job.tasks, numbers) for numbers in todo)
        try:
            for numbers, outcomes in running:  # noqa: UP028 - yield from would close it before the warning is off
                yield numbers, outcomes
        finally:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", ".*still being processed by the workers", UserWarning)
                running.close()
