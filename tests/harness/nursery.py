"""Processes that begin at once: forked from one that has imported the program already, each with a standard input and
output of its own.

A writer or a reader is a process like any other and is killed like any other; only the second that importing takes is
saved.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import TextIO

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.harness.warm"])

Work = Callable[..., None]
"""What the process does; it takes words."""


class AtWork:
    """A process at work and what it says."""

    def __init__(self, work: Work, *words: str) -> None:
        self.name = " ".join((work.__module__.rpartition(".")[2], *words))
        heard, says = _CONTEXT.Pipe(duplex=False)
        listens, told = _CONTEXT.Pipe(duplex=False)
        self.process = _CONTEXT.Process(target=_begin, args=(listens, says, work, words), daemon=True)
        self.process.start()
        says.close()
        listens.close()
        self._heard, self._told = heard, told
        self.output: TextIO = open(os.dup(heard.fileno()), encoding="utf-8")  # noqa: SIM115, PTH123 - closed in wait()
        self.lines: list[str] = []
        self._ears = Thread(target=self._listen)

    def _listen(self) -> None:
        self.lines += iter(self.output.readline, "")

    def wait_until_ready(self) -> None:
        """Take its first line, and listen to the rest as it comes."""
        assert self.output.readline() == "ready\n"
        self._ears.start()

    def tell(self, word: str) -> None:
        """A line on its standard input; who has ended hears nothing."""
        with suppress(BrokenPipeError):
            os.write(self._told.fileno(), f"{word}\n".encode())

    def count(self, word: str) -> int:
        """Of the lines it has said that begin so."""
        return sum(line.startswith(word) for line in list(self.lines))

    @property
    def alive(self) -> bool:
        """Not ended yet."""
        return self.process.is_alive()

    def kill(self) -> None:
        """Kill -9."""
        self.process.kill()

    def wait(self) -> int:
        """Until it has ended and all it said has been heard; its exit code."""
        self.process.join()
        if self._ears.ident is not None:
            self._ears.join()
        else:
            self._listen()
        self.output.close()
        self._heard.close()
        self._told.close()
        code = self.process.exitcode
        assert code is not None
        return code


def _begin(listens: Connection, says: Connection, work: Work, words: tuple[str, ...]) -> None:
    """In the new process: make the two ends its standard input and output, and begin."""
    os.dup2(listens.fileno(), 0)
    os.dup2(says.fileno(), 1)
    listens.close()
    says.close()
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the process
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    work(*words)
