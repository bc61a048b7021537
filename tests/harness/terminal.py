"""A terminal of 80 columns for a process of the program, on systems that have pseudo-terminals.

with Terminal(folder, "status") as terminal:      campaign status, typed in that folder
    screen = terminal.read()                      what it printed up to its next question, or to its end
    terminal.type("n")                            an answer and Enter
    terminal.interrupt()                          Ctrl-C
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

HOUSE = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds that a question may keep us waiting before the test fails."""
QUIET = 0.15
"""Seconds without a new character after which a line that ends like a question is one."""
UNHEARD = 3.0
"""Seconds without an answer after which Ctrl-C was not heard."""
QUESTION = re.compile(r"[>?:\])] ?$")
_STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """One process of ``campaign`` with a pseudo-terminal as its input and output."""

    def __init__(self, folder: Path, *words: str, columns: int = 80) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self._end, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        path = os.pathsep.join((str(HOUSE), str(HOUSE / "reports"), os.environ.get("PYTHONPATH", "")))
        unset = ("CAMPAIGN_DB", "CAMPAIGN_NAME", "CAMPAIGN_AS", "CAMPAIGN_VIEWER")
        environment = {name: value for name, value in os.environ.items() if name not in unset}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "campaign", *words],
            cwd=folder,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            close_fds=True,
            start_new_session=True,
            preexec_fn=hear_interrupts,
            env={**environment, "PYTHONPATH": path, "TERM": "dumb"},
        )
        os.close(inner)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._end)

    def read(self) -> str:
        """What was printed since, without colours, up to a question or the end of the process."""
        text, deadline, heard = "", time.monotonic() + PATIENCE, time.monotonic()
        while time.monotonic() < deadline:
            ready, _, _ = select.select([self._end], [], [], QUIET / 3)
            if ready:
                try:
                    piece = os.read(self._end, 65536)
                except OSError:  # the process has ended
                    return _clean(text)
                if not piece:
                    return _clean(text)
                text, heard = text + piece.decode("utf-8", "replace"), time.monotonic()
            elif time.monotonic() - heard > QUIET and QUESTION.search(_clean(text)):
                return _clean(text)
        raise AssertionError(f"no question within {PATIENCE} s after: {_clean(text)[-500:]}")

    def type(self, answer: str) -> str:
        """Type the answer and Enter; what is printed until the next question."""
        self.press(f"{answer}\n")
        return self.read()

    def press(self, keys: str) -> None:
        """Press keys, a control character among them as it is."""
        os.write(self._end, keys.encode())

    def interrupt(self) -> str:
        """Press Ctrl-C until it is heard; what is printed then. A process that has printed its question and does not yet
        read the answer misses one."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.process.send_signal(signal.SIGINT)
            ready, _, _ = select.select([self._end], [], [], UNHEARD)
            if ready:
                return self.read()
        raise AssertionError(f"Ctrl-C was not heard within {PATIENCE} s")


def hear_interrupts() -> None:
    """Let the process hear Ctrl-C although the tests run in the background, where a shell has it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _clean(text: str) -> str:
    return _STYLE.sub("", text).replace("\r\n", "\n")
