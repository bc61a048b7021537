"""A line on the terminal that says how far a long calculation is, with the time left; nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections import deque
from typing import Final

LATELY: Final = 60.0
"""The seconds from whose pace the time left is taken."""
EIGHTHS: Final = " ▏▎▍▌▋▊▉"
BAR: Final = 24


class ProgressLine:
    """Told the runs that are done, it writes one line on stderr again and again."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()
        self._past: deque[tuple[float, int]] = deque()

    def __call__(self, done: int, total: int) -> None:
        """Write the line anew."""
        if not self._shows:
            return
        now = time.monotonic()
        self._past.append((now, done))
        while now - self._past[0][0] > LATELY and len(self._past) > 2:
            self._past.popleft()
        line = f"{bar(done, total)} run {done:,} of {total:,}{self._left(total)}"
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()

    def _left(self, total: int) -> str:
        (then, before), (now, done) = self._past[0], self._past[-1]
        if done == before:
            return ""
        return f", {duration((now - then) / (done - before) * (total - done))} left"

    def end(self) -> None:
        """Clear the line."""
        if self._shows:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def bar(part: int, whole: int, letters: int = BAR) -> str:
    """Return a part of a whole as a bar in eighths of a letter, with spaces up to the whole."""
    eighths = round(8 * letters * part / max(whole, 1))
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()).ljust(letters)


def duration(seconds: float) -> str:
    """Return seconds in words: ``40 s``, ``3 min``, ``2 h 10 min``."""
    if seconds < 100:
        return f"{round(seconds)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
