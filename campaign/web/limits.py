"""Limits on tries: links, sheet codes and three words cannot be guessed at the speed of a machine."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Limit:
    """At most ``each`` tries from one address in ``seconds``, and ``altogether`` in an hour from all: behind one router
    or proxy all have one address.
    """

    each: int
    seconds: float
    altogether: int
    clock: Callable[[], float] = time.monotonic
    _by_address: dict[str, deque[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def allows(self, address: str) -> bool:
        """Count a try from an address, and return whether it is within the limits."""
        now = self.clock()
        with self._lock:
            tries = self._recent("", now, 3600.0), self._recent(address or "?", now, self.seconds)
            if len(tries[0]) >= self.altogether or len(tries[1]) >= self.each:
                return False
            for recent in tries:
                recent.append(now)
            return True

    def forgive(self, address: str) -> None:
        """Count the last try from an address no longer: it succeeded."""
        with self._lock:
            for name in ("", address or "?"):
                if self._by_address.get(name):
                    self._by_address[name].pop()

    def _recent(self, name: str, now: float, seconds: float) -> deque[float]:
        if len(self._by_address) > 5_000:
            self._by_address = {key: tries for key, tries in self._by_address.items() if tries and key == ""}
        tries = self._by_address.setdefault(name, deque())
        while tries and tries[0] <= now - seconds:
            tries.popleft()
        return tries


def for_coming_in(clock: Callable[[], float] = time.monotonic) -> Limit:
    """Return the limit on wrong links, codes and words: five in ten minutes from one address, 60 an hour."""
    return Limit(5, 600.0, 60, clock)
