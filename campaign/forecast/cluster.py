"""Runs on the workers of a Dask scheduler that exists, by its own client.

The snapshot goes to every worker once, by its digest, also to workers that join or start again. A worker whose program
is another one refuses it. What a worker that died had in hand is played again by the others.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import Any, Final

from campaign.errors import BadInput, Refused
from campaign.extras import way_to_add
from campaign.forecast.job import Job, Outcome, Task, batch, engine
from campaign.forecast.spread import Batch, Spreader
from campaign.journal.memory import Snapshot

PATIENCE: Final = "10s"
"""How long a scheduler may take to answer."""
AHEAD: Final = 2
"""Batches in hand for each thread of the workers."""
RETRIES: Final = 3


def cluster(address: str) -> Spreader:
    """Return the cluster whose scheduler has this address. Raises BadInput where none answers, Refused for one
    without workers, or without the extra.
    """
    try:
        import distributed
    except ImportError as missing:
        raise Refused(f"--cluster needs the extra cluster: {way_to_add('cluster')}") from missing
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    connect: Any = distributed.Client  # only half of it says its types
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as fault:
        raise BadInput(
            f"no Dask scheduler answers at {address!r}. Start one (dask scheduler) and give the address that it prints,"
            " such as --cluster tcp://192.168.1.20:8786"
        ) from fault
    return Cluster(client, address)


class Cluster:
    """Plays batches on the workers of a scheduler."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address

    def results(self, job: Job, batches: Iterable[range]) -> Generator[Batch, None, None]:
        """Yield the runs of every batch, in the order of finishing. Raises Refused for a worker with another program,
        or where runs are lost again and again.
        """
        import distributed

        as_completed: Any = distributed.as_completed
        in_hand: deque[Any] = deque()
        try:
            self._require_workers()
            for snapshot in job.snapshots:
                self._send(snapshot)
            waiting = iter(batches)
            in_hand.extend(self._submit(job, waiting, self._threads() * AHEAD))
            playing = as_completed(in_hand, loop=self._client.loop)
            for future in playing:
                in_hand.remove(future)
                yield self._result(future)
                future.release()
                for more in self._submit(job, waiting, max(1, self._threads() * AHEAD - len(in_hand))):
                    in_hand.append(more)
                    playing.add(more)
        finally:
            self._client.cancel(list(in_hand), force=True)
            self._client.close(timeout=1)

    def _submit(self, job: Job, waiting: Iterator[range], count: int) -> Iterator[Any]:
        for numbers in islice(waiting, count):
            yield self._client.submit(_play, job.tasks, numbers, pure=False, retries=RETRIES)

    def _result(self, future: Any) -> Batch:
        try:
            numbers, outcomes = future.result()
        except Exception as fault:
            if type(fault).__name__ == "KilledWorker":
                raise Refused(
                    f"workers of {self._address} died again and again while they played: look at their memory"
                ) from fault
            raise
        return numbers, outcomes

    def _threads(self) -> int:
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def _require_workers(self) -> None:
        if not self._client.nthreads():
            raise Refused(f"the scheduler at {self._address} has no workers. Start some: dask worker {self._address}")

    def _send(self, snapshot: Snapshot) -> None:
        from campaign.forecast.held import Held

        self._client.register_plugin(Held(snapshot, engine()))


def _play(tasks: tuple[Task, ...], numbers: range) -> tuple[range, tuple[Outcome, ...]]:
    return numbers, batch(tasks, numbers)
