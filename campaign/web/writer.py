"""The one writer: changes of the campaign are carried out one after the other, in the order in which they came.

A lock would not do: of sixteen who press at once, one may wait four times as long as the others, for locks are not
fair.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

Answer = TypeVar("Answer")


class Writer:
    """A thread that carries out what is handed to it, first come, first served."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        self._waiting = threading.BoundedSemaphore(200)
        self._at_work = 0
        self._count = threading.Condition()

    def carry_out(self, change: Callable[[], Answer]) -> Answer:
        """Return what the change returns, once it is its turn. Raises what it raises."""
        with self._waiting:
            with self._count:
                self._at_work += 1
            try:
                future: Future[Answer] = self._thread.submit(change)
                return future.result()
            finally:
                with self._count:
                    self._at_work -= 1
                    self._count.notify_all()

    def rest(self, most: float) -> None:
        """Wait until no change waits to be carried out, at most ``most`` seconds."""
        with self._count:
            self._count.wait_for(lambda: self._at_work == 0, most)

    def later(self, change: Callable[[], object]) -> None:
        """Carry out a change when it is its turn, without waiting for it; not at all once the desk closes."""
        with suppress(RuntimeError):
            self._thread.submit(change)

    def close(self) -> None:
        """Carry out what waits, then end."""
        self._thread.shutdown(wait=True)
