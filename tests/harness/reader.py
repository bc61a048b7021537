"""One who only looks: reads the order of battle again and again, and says how long each reading took.

python -m tests.harness.reader DATABASE SECONDS
"""

from __future__ import annotations

import io
import sys
import time
from contextlib import redirect_stdout

from campaign.cli.contents import campaign


def main() -> None:
    """Look until the time is up; a figure in seconds a line."""
    where, seconds = sys.argv[1], float(sys.argv[2])
    typed = ["log", "--last", "5", "--db", where]
    _look(typed)
    print("ready", flush=True)
    sys.stdin.readline()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        print(f"{_look(typed):.4f}", flush=True)
        time.sleep(0.2)


def _look(typed: list[str]) -> float:
    began = time.monotonic()
    with redirect_stdout(io.StringIO()):
        campaign.main(list(typed), standalone_mode=False)
    return time.monotonic() - began


if __name__ == "__main__":
    main()
