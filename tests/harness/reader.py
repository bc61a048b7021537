"""One who only looks: reads the order of battle again and again, and says how long each reading took.

He begins and ends when he is told so on standard input, as a writer does.
"""

from __future__ import annotations

import io
import time
from contextlib import redirect_stdout

from campaign.cli.contents import campaign
from tests.harness.writer import told_to_stop


def look(database: str) -> None:
    """From the first word to the second; a figure in seconds a line."""
    typed = ["log", "--last", "5", "--db", database]
    _look(typed)
    print("ready", flush=True)
    stop = told_to_stop()
    while not stop.is_set():
        print(f"{_look(typed):.4f}", flush=True)
        stop.wait(0.2)


def _look(typed: list[str]) -> float:
    began = time.monotonic()
    with redirect_stdout(io.StringIO()):
        campaign.main(list(typed), standalone_mode=False)
    return time.monotonic() - began
