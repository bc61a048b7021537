"""A guard against what never ends: it says nothing of speed."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

SECONDS = 60


class Hangs(AssertionError):
    """It did not end."""


@contextmanager
def ends() -> Iterator[None]:
    """What stands under it has to end within a minute; where there are no alarms it is not guarded."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def raise_it(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"not done after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, raise_it)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def started(words: list[str], folder: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """Start a program whose words can be read. A test that fails would wait for its end for ever: it is killed."""
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        try:
            yield program
        finally:
            if program.poll() is None:
                program.kill()
