"""One at a time: of several who want the same, each waits until the one before is done; others are not held up.

with forms.alone("form 3f9a"):
    ...
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from campaign.values import dataclass, field


@dataclass(slots=True)
class _Turn:
    """The lock of a name, and how many hold it or wait for it."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    wanted: int = 0


@dataclass(slots=True)
class OneAtATime:
    """Locks by name; a name is forgotten once its last block has ended."""

    _turns: dict[str, _Turn] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Keep every other thread out of the blocks of the same name."""
        with self._lock:
            turn = self._turns.setdefault(name, _Turn())
            turn.wanted += 1
        try:
            with turn.lock:
                yield
        finally:
            with self._lock:
                turn.wanted -= 1
                if not turn.wanted:
                    del self._turns[name]
