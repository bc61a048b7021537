"""A snapshot on every worker of a cluster, also on those that join or start again: a plugin of Dask's workers."""

from __future__ import annotations

from typing import Any

from distributed import WorkerPlugin

from campaign.errors import Refused
from campaign.forecast.job import engine, hold, spare_the_collector
from campaign.journal.memory import Snapshot


class Held(WorkerPlugin):
    """Holds a snapshot for the batches to come. ``expected``: the program that must play them."""

    def __init__(self, snapshot: Snapshot, expected: str) -> None:
        self.name = f"campaign-{snapshot.digest}"
        self.snapshot, self.expected = snapshot, expected

    def setup(self, worker: Any) -> None:
        """Take the snapshot. Raises Refused where the worker's program is another one."""
        if engine() != self.expected:
            raise Refused(
                f"the program on worker {worker.address} is {engine()}, and here it is {self.expected}: install the"
                " same campaign-manager, Python and libraries on both"
            )
        hold(self.snapshot)
        spare_the_collector()
