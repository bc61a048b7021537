"""A word for a person whose command waits for another writer: one line a command, after a second, and who it is.

listen(say)                  what the command line does at its start; without a listener nothing is said
Wait(name, holder).look()    between two naps of a wait of our own
with watched(name, holder)   around one call of a database that waits by itself
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from campaign.values import dataclass, plain_dataclass, plain_field

AFTER = 1.0
"""Seconds of a wait before anything is said of it."""
SOMEBODY = "another program (or another window)"

Holder = Callable[[], str]
"""Who is writing, in words; empty if that is not known."""


@dataclass(slots=True)
class _Listener:
    say: Callable[[str], None]
    has_said: bool = False


_listeners: list[_Listener] = []
"""The listener of this process, if there is one."""


def listen(say: Callable[[str], None]) -> None:
    """From now on say a wait with this function, once."""
    _listeners[:] = [_Listener(say)]


def _tell(name: str, holder: Holder) -> None:
    for listener in _listeners:
        if not listener.has_said:
            listener.has_said = True
            listener.say(f"Waiting: {holder() or SOMEBODY} is writing to {name}")


@plain_dataclass(slots=True)
class Wait:
    """A wait for the writer of a database of this name, since it was made."""

    name: str
    holder: Holder
    clock: Callable[[], float] = time.monotonic
    since: float = plain_field(init=False)

    def __post_init__(self) -> None:
        self.since = self.clock()

    def look(self) -> None:
        """Say that this is a wait, if it has lasted long enough."""
        if self.clock() - self.since >= AFTER:
            _tell(self.name, self.holder)


@contextmanager
def watched(name: str, holder: Holder) -> Iterator[None]:
    """Say that this is a wait, if the block lasts long enough. A thread does it, made only if there is a listener."""
    if all(listener.has_said for listener in _listeners):
        yield
        return
    timer = threading.Timer(AFTER, _tell, (name, holder))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
